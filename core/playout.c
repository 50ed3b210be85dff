/* playout.c -- random games by whole menus, and the signature of many. */
#include "playout.h"

#include <string.h>

#include "check.h"
#include "hash.h"
#include "text.h"

/* What the games' own faster loops must agree with, draw for draw. */
uint32_t playout(const struct game *game, void *state, struct rng *rng, uint32_t max,
                 struct action *menu) {
    uint32_t decisions = 0;
    for (unsigned owes; (owes = game->owes(state)) != 0;) {
        struct action a;
        if (owes & OWES_CHANCE) {
            chance_draw(game, state, &rng->source, &a);
        } else {
            int seat = 0;
            if (decisions == max)
                break;
            while (!(owes >> seat & 1))
                seat++;
            int n = game->legal(state, seat, menu);
            CHECK(n > 0 && n <= game->menu_max);
            a = menu[rng_below(rng, (uint32_t)n)];
            decisions++;
        }
        game->apply(state, &a);
    }
    return decisions;
}

/* Each game has a seed of its own, so their order and number do not matter to any one. */
void playout_run(const struct playout_game *p, uint64_t seed, uint64_t count,
                 struct playout_result *result) {
    _Alignas(16) unsigned char state[STATE_MAX];
    *result = (struct playout_result){ count, 0, 0, HASH_START };
    CHECK(p->game->state_size <= STATE_MAX && p->game->state_size % 8 == 0);
    for (uint64_t i = 0; i < count; i++) {
        struct rng rng;
        rng_seed(&rng, hash_mix(seed + i));
        memset(state, 0, sizeof state);
        int refused = p->game->init(state, &p->rules);
        CHECK(refused == 0);
        (void)refused;
        uint32_t n = p->fast ? p->fast(state, &rng, p->max)
                             : playout(p->game, state, &rng, p->max, p->menu);
        result->decisions += n;
        result->unfinished += p->game->owes(state) != 0;
        result->signature = hash_words(result->signature ^ n, state, p->game->state_size);
    }
}

/* Does the text set this option itself? */
static bool sets(const char *text, const char *option) {
    size_t n = strlen(option);
    for (; *text; text += strcspn(text + 1, ",+") + 1)
        if (strncmp(text + 1, option, n) == 0 && text[n + 1] == '=')
            return true;
    return false;
}

/* An option that a game does not have is none of its business. */
static void set_unless(const struct game *game, const char *text, const char *option,
                       const char *word, struct rules *out) {
    for (int i = 0; game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        int64_t number;
        if (strcmp(o->name, option) != 0 || sets(text, option))
            continue;
        if (!o->words && text_number(word, strlen(word), o->min, o->max, &number))
            out->value[i] = (uint8_t)number;
        for (int k = o->min; o->words && k <= o->max; k++)
            if (strcmp(o->words[k], word) == 0)
                out->value[i] = (uint8_t)k;
    }
}

enum rules_error playout_rules(const struct game *game, const char *text, int seats, bool trades,
                               struct rules *out, int *at) {
    enum rules_error error = rules_parse(game, text, seats, out, at);
    if (error)
        return error;
    set_unless(game, text, "board", "random", out);
    set_unless(game, text, "phases", "combined", out);
    if (trades) {
        set_unless(game, text, "menu", "trades", out);
        set_unless(game, text, "offers", "1", out);
    }
    return RULES_OK;
}
