/* nim.c -- the rules of Nim with a die and hidden cards, behind core/game.h. */
#include "nim.h"

#include <string.h>

#include "core/check.h"

_Static_assert(sizeof(struct nim) <= STATE_MAX, "hosts set this much aside once for every game");

static const struct ruleset rulesets[] = {
    { .name = "nim", .seats_min = 2, .seats_max = 6, .seats = 3, .value = { [NIM_HEAP] = 21 } },
    { .name = NULL },
};
static const struct option options[] = {
    [NIM_HEAP] = { .name = "heap", .min = 1, .max = 99 },
    { .name = NULL },
};
static const struct reason reasons[NIM_REASON_N] = {
    [NIM_OK] = { "ok", NULL },
    [NIM_BAD_ACTION] = { "bad-action", NULL },
    [NIM_NOT_NOW] = { "not-now", "nim-turn" },
    [NIM_NOT_YOUR_TURN] = { "not-your-turn", "nim-turn" },
    [NIM_NO_CARD] = { "no-card", "nim-card" },
    [NIM_TOO_MANY] = { "too-many", "nim-take" },
};
static const char *const harmless[] = { "roll", NULL };

static int seats_of(const struct nim *g) { return g->rules.seats; }

static int init(void *state, const struct rules *rules) {
    struct nim *g = state;
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    g->heap = rules->value[NIM_HEAP];
    g->viewer = SEAT_ALL;
    return 0;
}

unsigned nim__owes(const void *state) {
    const struct nim *g = state;
    if (g->phase == NIM_OVER)
        return 0;
    return g->phase == NIM_DEALING || g->phase == NIM_THROWN ? OWES_CHANCE : 1u << g->turn;
}

static unsigned may(const void *state) {
    (void)state;
    return 0;
}

/* Which action a phase waits for; the card is an extra one while stones are being taken. */
static bool in_phase(const struct nim *g, int type) {
    static const uint8_t phase[NIM_ACT_N] = { NIM_OVER, NIM_DEALING, NIM_ROLLING, NIM_THROWN,
                                              NIM_TAKING, NIM_TAKING };
    return g->phase == phase[type];
}

static int check(const void *state, const struct action *a) {
    static const struct action blank;
    const struct nim *g = state;
    struct action bare = *a;
    bool by_chance = a->type == NIM_DEAL || a->type == NIM_DIE;
    bare.type = bare.place = bare.target = 0, bare.seat = 0;
    if (a->type == NIM_NONE || a->type >= NIM_ACT_N || memcmp(&bare, &blank, sizeof bare) != 0 ||
        (a->target && a->type != NIM_DEAL) || (a->place && a->type == NIM_ROLL))
        return NIM_BAD_ACTION;
    if (by_chance != (a->seat == SEAT_CHANCE) || a->seat < SEAT_CHANCE || a->seat >= seats_of(g))
        return NIM_BAD_ACTION;
    if (!in_phase(g, a->type))
        return NIM_NOT_NOW;
    if (!by_chance && a->seat != g->turn)
        return NIM_NOT_YOUR_TURN;
    if (by_chance)
        return a->place >= 1 && a->place <= NIM_SIDES &&
               (a->type == NIM_DIE || a->target == g->turn) ? NIM_OK : NIM_BAD_ACTION;
    if (a->type == NIM_CARD)
        return g->card[g->turn] && a->place == g->card[g->turn] ? NIM_OK : NIM_NO_CARD;
    if (a->type == NIM_TAKE)
        return a->place >= 1 && a->place <= g->limit && a->place <= g->heap ? NIM_OK : NIM_TOO_MANY;
    return NIM_OK;
}

static int legal(const void *state, int seat, struct action *menu) {
    const struct nim *g = state;
    int n = 0;
    for (int type = NIM_DEAL; type < NIM_ACT_N; type++)
        for (int place = 0; place <= 2 * NIM_SIDES; place++) {
            struct action a = { .type = (uint8_t)type, .seat = (int8_t)seat,
                                .place = (uint8_t)place };
            if (type == NIM_DEAL)
                a.target = g->turn;
            if (check(g, &a) == NIM_OK)
                menu[n++] = a;
        }
    return n;
}

static int weights(const void *state, uint32_t *weight) {
    int n = nim__owes(state) == OWES_CHANCE ? NIM_SIDES : 0;
    for (int i = 0; i < n; i++)
        weight[i] = 1;
    return n;
}

static void next_seat(struct nim *g) {
    g->turn = (uint8_t)((g->turn + 1) % seats_of(g));
    g->limit = 0;
}

static void take(struct nim *g, int stones) {
    g->heap = (uint8_t)(g->heap - stones);
    g->taken[g->turn] = (uint8_t)(g->taken[g->turn] + stones);
    g->phase = g->heap ? NIM_ROLLING : NIM_OVER;
    if (g->heap)
        next_seat(g);
}

static void apply(void *state, const struct action *a) {
    struct nim *g = state;
    switch (a->type) {
    case NIM_DEAL:
        g->card[a->target] = a->place ? a->place : NIM_HIDDEN;
        next_seat(g);
        g->phase = g->turn == 0 ? NIM_ROLLING : NIM_DEALING;
        break;
    case NIM_ROLL:
        g->phase = NIM_THROWN;
        break;
    case NIM_DIE:
        g->limit = a->place;
        g->phase = NIM_TAKING;
        break;
    case NIM_CARD:
        g->limit = (uint8_t)(g->limit + a->place);
        g->card[g->turn] = 0;
        break;
    default:
        CHECK(a->type == NIM_TAKE && a->place <= g->heap);
        take(g, a->place);
    }
}

static void view(const void *state, int seat, void *out) {
    struct nim *v = out;
    *v = *(const struct nim *)state;
    if (seat == SEAT_ALL)
        return;
    for (int s = 0; s < SEATS_MAX; s++)
        if (s != seat && v->card[s])
            v->card[s] = NIM_HIDDEN;
    v->viewer = (int8_t)seat;
}

static void see(const void *state, const struct action *a, int seat, struct action *out) {
    (void)state;
    *out = *a;
    if (a->type == NIM_DEAL && seat != SEAT_ALL && seat != a->target)
        out->place = 0;
}

static bool plain(const void *state, const struct action *a) {
    (void)state;
    return a->type == NIM_CARD || a->type == NIM_TAKE;
}

static void guess(const void *from, struct source *src, void *state) {
    struct nim *g = state;
    *g = *(const struct nim *)from;
    for (int s = 0; s < SEATS_MAX; s++)
        if (g->card[s] == NIM_HIDDEN)
            g->card[s] = (uint8_t)(1 + source_below(src, NIM_SIDES));
    g->viewer = SEAT_ALL;
}

/* Only a seat itself knows its card. */
static bool own_news(const void *was, const void *state, int seat) {
    const struct nim *before = was, *g = state;
    return before->card[seat] != g->card[seat];
}

/* The stones add up, and only a thrown die lets a seat take any. */
int nim__sound(const void *state) {
    const struct nim *g = state;
    int stones = g->heap, n = seats_of(g);
    if (n < 2 || n > SEATS_MAX || g->phase >= NIM_PHASE_N || g->turn >= n)
        return 1;
    for (int s = 0; s < SEATS_MAX; s++) {
        stones += g->taken[s];
        bool dealt = g->phase != NIM_DEALING || s < g->turn;
        if (g->card[s] > NIM_SIDES || (!dealt && g->card[s]) || (s >= n && g->card[s]))
            return 2;
    }
    if (stones != g->rules.value[NIM_HEAP] || (g->heap == 0) != (g->phase == NIM_OVER))
        return 3;
    if (g->phase < NIM_TAKING ? g->limit != 0 : g->limit < 1 || g->limit > 2 * NIM_SIDES)
        return 4;
    if (g->phase == NIM_DEALING && g->heap != g->rules.value[NIM_HEAP])
        return 5;
    if (g->phase == NIM_DEALING)
        return 0;
    for (int s = 0; s < n; s++)     /* a card leaves the hand in its seat's turn only */
        if (!g->card[s] && !g->taken[s] && !(s == g->turn && g->phase == NIM_TAKING))
            return 6;
    return 0;
}

static int points(const void *state, int seat, int *winner) {
    const struct nim *g = state;
    *winner = g->phase == NIM_OVER ? g->turn : -1;
    return g->taken[seat];
}

static int turn(const void *state) {
    const struct nim *g = state;
    return g->phase == NIM_DEALING ? -1 : g->turn;
}

const struct game nim_game = {
    .name = "nim", .rulesets = rulesets, .options = options, .reasons = reasons,
    .reasons_n = NIM_REASON_N, .state_size = sizeof(struct nim), .menu_max = 16,
    .harmless = harmless, .init = init, .owes = nim__owes, .may = may, .legal = legal,
    .weights = weights, .check = check, .apply = apply, .view = view, .see = see, .plain = plain,
    .guess = guess, .format = nim__format, .parse = nim__parse, .write = nim__write,
    .read = nim__read, .own_news = own_news, .sound = nim__sound, .points = points, .turn = turn,
};
