/* game.c -- Struggle behind the interface of core/game.h. */
#include "position.h"
#include "space.h"

#ifdef SKERRY_WASM
#define SPACE NULL      /* nobody trains in the page */
#define SENTENCES NULL  /* nor is it a terminal */
#else
#define SPACE &struggle_space
#define SENTENCES struggle__sentences
#endif

static const struct reason reasons[SE_N] = {
#define X(code, id, rule) [code] = { id, rule },
    STRUGGLE_ERRORS(X)
#undef X
};

static int points(const void *state, int seat, int *winner) {
    const struct struggle *g = state;
    *winner = g->phase == SP_OVER ? g->turn : -1;
    return struggle_points(g, seat);
}

static int turn(const void *state) {
    return ((const struct struggle *)state)->turn;
}

static const char *const harmless[] = { "pass", "leave", NULL };

const struct game struggle_game = {
    .name = "struggle",
    .rulesets = struggle__rulesets,
    .options = struggle__options,
    .reasons = reasons,
    .reasons_n = SE_N,
    .state_size = sizeof(struct struggle),
    .menu_max = STRUGGLE_MENU_MAX,
    .init = struggle__init,
    .owes = struggle__owes,
    .may = struggle__may,
    .legal = struggle__legal,
    .weights = struggle__weights,
    .check = struggle__check,
    .apply = struggle__apply,
    .view = struggle__view,
    .see = struggle__see,
    .plain = struggle__plain,
    .guess = struggle__guess,
    .format = struggle__format,
    .parse = struggle__parse,
    .write = struggle__write,
    .read = struggle__read,
    .own_news = struggle__own_news,
    .sound = struggle__sound,
    .draw = struggle__draw_chance,
    .points = points,
    .turn = turn,
    .space = SPACE,
    .harmless = harmless,
    .sentences = SENTENCES,
    .members = struggle_rows,
};
