/* notation_fuzz.c -- any text is read as an action or refused, and what is read prints back.
 *
 * Input: a ruleset, how far to play first, a seed, then text; its lines are actions. The first 16
 * bytes are also taken as an action, which must have a text that reads back. */
#include "fuzz.h"

/* An understood action prints as a text that is understood the same way. */
static void check_round_trip(const struct game *game, const void *state, const struct action *a) {
    char text[ACTION_TEXT_MAX * 2], again[ACTION_TEXT_MAX * 2];
    struct action back;
    int n = game->format(state, a, text, sizeof text);
    CHECK(n >= 0 && n < (int)sizeof text);
    if (game->parse(state, text, &back) != 0)
        return;
    game->format(state, &back, again, sizeof again);
    CHECK(strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(16) unsigned char state[STATE_MAX];
    char line[200];
    struct action a;
    if (size < 3)
        return 0;
    const struct game *game = fuzz_begin(data[0], state);
    fuzz_advance(game, state, data[1], data[2]);
    data += 3;
    size -= 3;
    if (size >= sizeof a) {
        memcpy(&a, data, sizeof a);
        check_round_trip(game, state, &a);
    }
    for (size_t from = 0, to; from < size; from = to + 1) {
        for (to = from; to < size && data[to] != '\n';)
            to++;
        if (to - from >= sizeof line)
            continue;
        memcpy(line, data + from, to - from);
        line[to - from] = '\0';
        if (game->parse(state, line, &a) != 0)
            continue;
        check_round_trip(game, state, &a);
        char text[ACTION_TEXT_MAX * 2];
        struct action back;
        game->format(state, &a, text, sizeof text);
        CHECK(game->parse(state, text, &back) == 0 && memcmp(&a, &back, sizeof a) == 0);
        int reason = game->check(state, &a);
        CHECK(reason >= 0 && reason < game->reasons_n);
    }
    return 0;
}
