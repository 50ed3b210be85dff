/* actions_fuzz.c -- any bytes, read as actions, are judged and never crash or break an
 * invariant.
 *
 * Input: a ruleset, how far to play first (two bytes), a seed, then actions of 16 bytes each; a
 * first byte of 255 picks an entry of the menu instead. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(16) unsigned char state[STATE_MAX];
    static struct action menu[MENU_MAX];
    if (size < 4)
        return 0;
    const struct game *game = fuzz_begin(data[0], state);
    fuzz_advance(game, state, data[1] + 256u * (data[2] % 8), data[3]);
    for (data += 4, size -= 4; size >= sizeof(struct action); size -= sizeof(struct action)) {
        struct action a;
        memcpy(&a, data, sizeof a);
        data += sizeof a;
        unsigned owes = game->owes(state);
        int seat = owes & OWES_CHANCE ? SEAT_CHANCE : a.place % SEATS_MAX;
        if (a.type == 255) {
            int n = owes ? game->legal(state, seat, menu) : 0;
            if (n == 0)
                continue;
            a = menu[(a.target + 256 * a.give[0]) % n];
            CHECK(game->check(state, &a) == 0);
        }
        int reason = game->check(state, &a);
        CHECK(reason >= 0 && reason < game->reasons_n);
        if (reason == 0)
            game->apply(state, &a);
        CHECK(game->sound(state) == 0);
    }
    return 0;
}
