/* position_fuzz.c -- any text is refused as a position, or gives one that the game can continue
 * from.
 *
 * Input: the JSON of a position or view. An accepted position is written, read again, checked
 * and, if it is whole, played on for a while. */
#include <stdlib.h>

#include "fuzz.h"

enum { JSON_SIZE = 1 << 16 };

static const struct game *game_of(const char *text, size_t size) {
    struct json_in in;
    struct rules rules;
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    if (json_check(text, size, &in) != 0 || !json_is_object(in))
        return NULL;
    return rules_read(json_get(in, "rules"), &rules, &why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(16) unsigned char state[STATE_MAX], again[STATE_MAX], view[STATE_MAX];
    static char json[JSON_SIZE];
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    char *text = malloc(size + 1);      /* of the exact size, so that reading past it is noticed */
    memcpy(text, data, size);
    const struct game *game = game_of(text, size);
    memset(state, 0, sizeof state);
    int error = game ? game->read(state, text, size, &why) : -1;
    free(text);
    if (error) {
        CHECK(!game || *words);
        return 0;
    }
    struct json_out out = json_begin(json, sizeof json);
    game->write(state, NULL, &out);
    CHECK(json_fits(&out));
    CHECK(game->read(again, json, out.len, &why) == 0);
    CHECK(memcmp(state, again, game->state_size) == 0);
    struct json_in in, viewer;
    CHECK(json_check(json, out.len, &in) == 0);
    viewer = json_get(in, "viewer");
    if (viewer.len && !json_is_null(viewer))
        return 0;
    CHECK(game->sound(state) == 0);
    for (int seat = 0; seat < SEATS_MAX && game->owes(state); seat++) {
        struct rng rng;
        if (!(game->owes(state) >> seat & 1))
            continue;
        rng_seed(&rng, 1);
        game->view(state, seat, view);
        game->guess(view, &rng.source, again);
        CHECK(game->sound(again) == 0);
    }
    fuzz_advance(game, state, 200, size);
    CHECK(game->sound(state) == 0);
    return 0;
}
