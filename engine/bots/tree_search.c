/* tree_search.c -- a search that plays any game of core/game.h without knowing its rules.
 *
 * Each playout first guesses what the view hides. Then it walks a tree of the seat's own turn;
 * one tree serves all guesses, since a node is what the seat did and what chance showed. Then it
 * plays on with random moves: first a type of move, then the best of three of that type, by how
 * such moves have fared for that seat so far. A playout ends with the game or after some rounds,
 * and rewards every seat with its share of the points.
 *
 * Struggle for Catan has an evaluation (struggle_value.c): weak levels evaluate every node where
 * the tree ends, strong ones after a few more moves of every seat. Its frozen baseline still
 * plays out. */
#include "internal.h"

#include <string.h>

#include "core/bits.h"
#include "core/check.h"
#include "struggle_ai.h"

enum {
    NODES_MAX = 16384,
    SLOTS = 2 * NODES_MAX,
    PATH_MAX = 64,
    PLAYOUT_STEPS = 10,         /* decisions per seat before a playout is cut off */
    ONE = 1 << 16,              /* a reward of 1 */
    EXPLORE = 52000,            /* UCB's constant, of ONE, for playouts */
    EXPLORE_JUDGED = 8000,      /* ... for an evaluation, which varies much less */
    EXPLORE_PLAYED = 20000,     /* ... for an evaluation after a few more moves */
    FARED = 4096,               /* rows of how moves fared; a power of two */
    TRAIL_MAX = 512,            /* moves of a playout remembered for that */
};

struct node {
    struct action a;            /* the action that led here, by the seat or by chance */
    uint32_t visits, offered;   /* offered: how often it could be chosen */
    uint64_t reward;            /* summed, of ONE, for the bot's seat */
    int32_t child, next;        /* first child, next sibling; 0: none, 1: the root */
    int32_t parent;
};

struct fared {
    uint32_t n, sum;            /* sum in 1 / 256 */
};

struct search {
    const struct game *game;
    struct bot *bot;
    uint32_t explore;           /* UCB's constant */
    int steps;                  /* decisions per seat to be played on */
    bool judged;                /* by the game's evaluation, if there is one */
    int nodes;
    _Alignas(8) uint8_t state[AI_STATE_MAX];
    struct action menu[AI_MENU_MAX];
    struct node node[NODES_MAX];
    int32_t slot[SLOTS];    /* every node but the root, by parent and action */
    struct fared fared[FARED];
    int32_t path[PATH_MAX];
    int path_n;
    struct { uint16_t row; uint8_t seat; } trail[TRAIL_MAX];    /* moves of this playout */
    int trail_n;
    struct struggle_memo memo[SEATS_MAX];
};
_Static_assert(sizeof(struct search) <= AI_WORK_BYTES, "the tree fits the scratch");

static uint32_t below(struct search *s, uint32_t n) {
    return n > 1 ? source_below(&s->bot->rng.source, n) : 0;
}

/* Integer square root, bit by bit: no libm here, and the same on every machine. */
static uint32_t root_of(uint64_t v) {
    uint64_t r = 0;
    for (uint64_t bit = (uint64_t)1 << (bits_last(v | 1) / 2); bit; bit >>= 1)
        if ((r | bit) * (r | bit) <= v)
            r |= bit;
    return (uint32_t)r;
}

/* The natural logarithm of n, in ONE, to within a few per cent. */
static uint32_t log_of(uint32_t n) {
    uint32_t k = (uint32_t)bits_last(n);
    uint64_t part = ((uint64_t)n << 16 >> k) - ONE;
    return (uint32_t)(((uint64_t)k * ONE + part) * 45426 >> 16);
}

/* Moves whose hashes collide share their record; with 4096 rows that only adds some blur. */
static uint16_t row_of(const struct action *a) {
    uint64_t w[2];
    memcpy(w, a, sizeof w);
    uint64_t h = (w[0] ^ w[1] * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return (uint16_t)(h >> 40 & (FARED - 1));
}

/* --- the tree -------------------------------------------------------------------------------- */

/* The slot that holds, or would hold, this child. */
static uint32_t slot_of(const struct search *s, int32_t at, const struct action *a) {
    uint64_t w[2];
    memcpy(w, a, sizeof w);
    uint64_t h = (w[0] ^ w[1] * 0x9e3779b97f4a7c15u ^ (uint64_t)at << 32) * 0xbf58476d1ce4e5b9u;
    uint32_t i = (uint32_t)(h >> 40) & (SLOTS - 1);
    for (int32_t c; (c = s->slot[i]) != 0; i = (i + 1) & (SLOTS - 1))
        if (s->node[c].parent == at && memcmp(&s->node[c].a, a, sizeof *a) == 0)
            break;
    return i;
}

static int32_t find_child(const struct search *s, int32_t at, const struct action *a) {
    return s->slot[slot_of(s, at, a)];
}

static int32_t add_child(struct search *s, int32_t at, const struct action *a) {
    if (s->nodes == NODES_MAX)
        return 0;
    int32_t c = s->nodes++;
    s->node[c] = (struct node){ .a = *a, .parent = at, .next = s->node[at].child };
    s->node[at].child = c;
    s->slot[slot_of(s, at, a)] = c;
    return c;
}

/* UCB for moves that are not always available (one tree for many guesses): it counts how often a
 * move could have been chosen, not how often its parent was visited. */
static uint64_t bound_of(const struct node *n, uint32_t explore) {
    uint64_t mean = n->reward / n->visits;
    uint64_t ratio = ((uint64_t)log_of(n->offered + 1) << 16) / n->visits;
    return mean + ((uint64_t)explore * root_of(ratio) >> 16);
}

/* The move to try at node `at` out of s->menu[0..n): an untried one, else the highest bound.
 * Returns its node, 0 if the tree is full; *fresh if it was just added. */
static int32_t select_child(struct search *s, int32_t at, int n, struct action *out, bool *fresh) {
    int32_t best = 0;
    uint64_t high = 0;
    int untried = 0, pick = 0;
    for (int i = 0; i < n; i++) {
        int32_t c = find_child(s, at, &s->menu[i]);
        if (!c || s->node[c].visits == 0) {
            if (below(s, (uint32_t)++untried) == 0)
                pick = i;
            continue;
        }
        s->node[c].offered++;
        uint64_t b = bound_of(&s->node[c], s->explore);
        if (!best || b > high) {
            best = c;
            high = b;
        }
    }
    *fresh = untried > 0;
    if (untried) {
        *out = s->menu[pick];
        best = find_child(s, at, out);
        return best ? best : add_child(s, at, out);
    }
    *out = s->node[best].a;
    return best;
}

static void step(struct search *s, const struct action *a) {
    if (s->trail_n < TRAIL_MAX && a->seat >= 0) {
        s->trail[s->trail_n].row = row_of(a);
        s->trail[s->trail_n++].seat = (uint8_t)a->seat;
    }
    s->game->apply(s->state, a);
}

static bool ours(const struct search *s) {
    return s->game->owes(s->state) & 1u << s->bot->seat;
}

/* Walk down while the seat decides or chance answers it, until a fresh node. */
static void descend(struct search *s) {
    int32_t at = 1;
    bool fresh = false;
    struct action a;
    s->path_n = 0;
    s->path[s->path_n++] = at;
    while (!fresh && s->path_n < PATH_MAX) {
        if (s->game->owes(s->state) & OWES_CHANCE) {
            chance_draw(s->game, s->state, &s->bot->rng.source, &a);
            struct action seen;
            s->game->see(s->state, &a, s->bot->seat, &seen);
            int32_t c = find_child(s, at, &seen);
            at = c ? c : add_child(s, at, &seen);
        } else if (ours(s)) {
            int n = ai__menu(s->game, s->state, s->bot->seat, s->menu);
            if (n == 0)
                return;
            at = select_child(s, at, n, &a, &fresh);
        } else {
            return;
        }
        step(s, &a);
        if (!at)
            return;
        s->path[s->path_n++] = at;
    }
}

/* --- the playout ----------------------------------------------------------------------------- */

/* A random type of move, then a random move of it. Menus list moves by type. */
static int typed(struct search *s, int n) {
    int types = 0, start = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || s->menu[i].type != s->menu[i - 1].type)
            if (below(s, (uint32_t)++types) == 0)
                start = i;
    int end = start + 1;
    while (end < n && s->menu[end].type == s->menu[start].type)
        end++;
    return start + (int)below(s, (uint32_t)(end - start));
}

/* An untried move counts as a sure win, so it is tried. */
static uint32_t fared_well(const struct search *s, const struct action *a) {
    const struct fared *f = &s->fared[row_of(a)];
    return f->n ? f->sum / f->n : 256;
}

static void playout_step(struct search *s, unsigned owes) {
    int seat = 0, best;
    while (!(owes >> seat & 1))
        seat++;
    int n = ai__menu(s->game, s->state, seat, s->menu);
    CHECK(n > 0);
    best = typed(s, n);
    for (int i = 0; i < 2 && n > 1; i++) {
        int other = typed(s, n);
        if (fared_well(s, &s->menu[other]) > fared_well(s, &s->menu[best]))
            best = other;
    }
    struct action a = s->menu[best];
    step(s, &a);
}

static void playout(struct search *s) {
    unsigned owes;
    struct action a;
    int left = s->steps * s->bot->seats;
    while (left > 0 && (owes = s->game->owes(s->state)) != 0) {
        if (owes & OWES_CHANCE) {
            chance_draw(s->game, s->state, &s->bot->rng.source, &a);
            step(s, &a);
        } else {
            playout_step(s, owes);
            left--;
        }
    }
}

/* Shares of ONE: all to a winner, else by the cubes of the points, so that being closer to the
 * end counts more. */
static void rewards(struct search *s, uint32_t *reward) {
    int winner = -1, seats = s->bot->seats;
    uint32_t p[SEATS_MAX], sum = 0;
    for (int i = 0; i < seats; i++) {
        int v = s->game->points(s->state, i, &winner) + 1;
        p[i] = (uint32_t)(v > 0 ? v * v * v : 0);
        sum += p[i];
    }
    for (int i = 0; i < seats; i++)
        reward[i] = winner >= 0 ? (winner == i ? ONE : 0) : sum
            ? (uint32_t)((uint64_t)p[i] * ONE / sum) : 0;
}

/* How the seats stand, once chance has acted. */
static void judge(struct search *s, uint32_t *reward) {
    struct action a;
    while (s->game->owes(s->state) & OWES_CHANCE) {
        chance_draw(s->game, s->state, &s->bot->rng.source, &a);
        s->game->apply(s->state, &a);
    }
    ai__struggle_shares((const struct struggle *)(const void *)s->state, s->bot->seat,
                        s->memo, reward);
}

static void give_rewards(struct search *s, const uint32_t *reward) {
    for (int i = 0; i < s->path_n; i++) {
        s->node[s->path[i]].visits++;
        s->node[s->path[i]].reward += reward[s->bot->seat];
    }
    for (int i = 0; i < s->trail_n; i++) {
        struct fared *f = &s->fared[s->trail[i].row];
        if (f->n > 1 << 15) {       /* keep the sum within 32 bits; old playouts fade */
            f->n /= 2;
            f->sum /= 2;
        }
        f->n++;
        f->sum += reward[s->trail[i].seat] >> 8;
    }
}

/* --- the choice ------------------------------------------------------------------------------ */

/* The moves by visits, not by value: a high value after few visits is luck. Returns how many. */
static int most_visited(const struct search *s, int32_t *at) {
    int n = 0;
    for (int32_t c = s->node[1].child; c; c = s->node[c].next) {
        int i = n < BOT_MOVES_MAX ? n++ : BOT_MOVES_MAX - 1;
        if (i == BOT_MOVES_MAX - 1 && n == BOT_MOVES_MAX && at[i] &&
            s->node[at[i]].visits >= s->node[c].visits)
            continue;
        for (; i > 0 && s->node[at[i - 1]].visits < s->node[c].visits; i--)
            at[i] = at[i - 1];
        at[i] = c;
    }
    return n;
}

static int32_t value_of(const struct node *n) {
    return n->visits ? (int32_t)(n->reward / n->visits * BOT_VALUE_ONE >> 16) : 0;
}

/* All but the first by value: the order in which they are reported. */
static void sort_moves(struct bot_answer *answer) {
    for (int i = 2; i < answer->moves_n; i++) {
        struct bot_move m = answer->move[i];
        int j = i;
        for (; j > 1 && answer->move[j - 1].value < m.value; j--)
            answer->move[j] = answer->move[j - 1];
        answer->move[j] = m;
    }
}

static void answer_of(const struct search *s, const void *view, const uint64_t *total,
                      uint32_t done, struct bot_answer *answer) {
    int32_t at[BOT_MOVES_MAX] = { 0 };
    int n = most_visited(s, at);
    answer->seats = s->bot->seats;
    answer->why = BOT_WHY_SEARCH;
    answer->nodes = done;
    /* A value above the chosen one's is luck of few visits: such a move is not shown. */
    for (int i = 0; i < n; i++) {
        int32_t value = value_of(&s->node[at[i]]);
        if (i > 0 && value > answer->move[0].value)
            continue;
        answer->move[answer->moves_n].action = s->node[at[i]].a;
        answer->move[answer->moves_n++].value = value;
    }
    sort_moves(answer);
    answer->action = answer->move[0].action;
    answer->win = answer->move[0].value;
    for (int i = 0; i < s->bot->seats; i++)
        answer->value[i] = (int32_t)(total[i] / done * BOT_VALUE_ONE >> 16);
    if (s->judged)
        ai__struggle_odds(view, s->bot->table, s->bot->seat, answer);
    if (answer->moves_n > 1 && answer->move[0].value > answer->move[1].value) {
        answer->reasons_n = 1;
        answer->reason[0].term = BOT_TERM_PLAYOUT;
        answer->reason[0].difference = answer->move[0].value - answer->move[1].value;
    }
}

/* One guess at what is hidden, played on; adds what it was worth to every seat. */
static void play_one(struct search *s, const void *view, uint64_t total[SEATS_MAX]) {
    uint32_t reward[SEATS_MAX];
    s->game->guess(view, &s->bot->rng.source, s->state);
    s->trail_n = 0;
    descend(s);
    playout(s);
    if (s->judged)
        judge(s, reward);
    else
        rewards(s, reward);
    give_rewards(s, reward);
    for (int i = 0; i < s->bot->seats; i++)
        total[i] += reward[i];
}

static bool choose(struct bot *b, const void *view, const struct bot_budget *budget,
                   struct bot_answer *answer) {
    struct search *s = budget->work;
    struct ai_clock clock;
    uint64_t total[SEATS_MAX] = { 0 };
    bool judged = b->game == &struggle_game && ai__level[b->level].judged;
    uint32_t usual = judged ? ai__level[b->level].judged : ai__level[b->level].nodes;
    uint32_t limit = budget->nodes ? budget->nodes : usual, done = 0;
    if (!(b->game->owes(view) & 1u << b->seat))
        return false;
    int n = ai__menu(b->game, view, b->seat, s->menu);
    if (n == 0)
        return false;
    if (n == 1 && !b->advises) {
        ai__answer(answer, b, &s->menu[0], BOT_WHY_ONLY);
        return true;
    }
    s->game = b->game;
    s->bot = b;
    s->judged = judged;
    s->steps = judged ? ai__level[b->level].steps : PLAYOUT_STEPS;
    s->explore = !judged ? EXPLORE : s->steps ? EXPLORE_PLAYED : EXPLORE_JUDGED;
    s->nodes = 2;
    if (ai__level[b->level].slip && !b->advises && below(s, 100) < ai__level[b->level].slip) {
        struct action a = s->menu[typed(s, n)];
        ai__answer(answer, b, &a, BOT_WHY_SLIP);
        return true;
    }
    memset(s->fared, 0, sizeof s->fared);
    memset(&s->node[1], 0, sizeof s->node[1]);
    memset(s->slot, 0, sizeof s->slot);
    memset(s->memo, 0, sizeof s->memo);
    ai__clock_start(&clock, budget);
    for (; done < limit && !(done % 16 == 0 && done && ai__clock_over(&clock, done)); done++)
        play_one(s, view, total);
    answer_of(s, view, total, done, answer);
    if (n == 1)                 /* searched for its figure only */
        answer->why = BOT_WHY_ONLY;
    return true;
}

const struct brain ai__tree_search = { NULL, choose };
