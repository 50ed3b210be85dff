/* env.c -- a batch of games in one block of memory: see env.h.
 *
 * look() keeps every array true to the states; nothing else writes into them. So a learner may read
 * any row at any time between two calls. */
#include "env.h"

#include <string.h>

#include "../core/check.h"
#include "../core/game.h"
#include "../core/hash.h"
#include "../core/playout.h"

enum { BATCH_MAX = 65536 };

struct env {
    const struct game *game;
    struct rules rules;
    int batch, slots;
    uint64_t seed;                  /* of the batch */
    uint64_t next;                  /* games begun so far: gives the next one its seed */
    unsigned char *state;           /* batch x state_size; whole states, never handed out */
    struct rng *rng;                /* batch: chance, and random slots */
    uint8_t *observation, *mask, *done;
    struct action *menu;
    int32_t *menu_n, *seat, *reward, *points;
    uint32_t *decisions;
};

/* ---- memory ---- */

/* The next `size` bytes of the block that starts at `start`, in steps of 16. */
static void *take(unsigned char *start, size_t *at, size_t size) {
    void *taken = start ? start + *at : NULL;
    *at += (size + 15) & ~(size_t)15;
    return taken;
}

/* Lay the arrays out in the block; without one only its size is counted. */
static size_t lay_out(struct env *e, unsigned char *start) {
    size_t at = 0;
    size_t n = (size_t)e->batch, seats = e->rules.seats, slots = (size_t)e->slots;
    take(start, &at, sizeof *e);
    e->state = take(start, &at, n * e->game->state_size);
    e->rng = take(start, &at, n * sizeof *e->rng);
    e->observation = take(start, &at, n * e->game->state_size);
    e->mask = take(start, &at, n * slots);
    e->done = take(start, &at, n);
    e->menu = take(start, &at, n * slots * sizeof *e->menu);
    e->menu_n = take(start, &at, n * sizeof *e->menu_n);
    e->seat = take(start, &at, n * sizeof *e->seat);
    e->reward = take(start, &at, n * seats * sizeof *e->reward);
    e->points = take(start, &at, n * seats * sizeof *e->points);
    e->decisions = take(start, &at, n * sizeof *e->decisions);
    return at;
}

/* Resolve the rules; false if they cannot be played or the batch is out of bounds. */
static bool prepare(struct env *e, const char *rules, int seats, int batch) {
    _Alignas(16) unsigned char state[STATE_MAX];
    int at;
    memset(e, 0, sizeof *e);
    e->game = rules_game(rules);
    if (!e->game || batch < 1 || batch > BATCH_MAX || seats < 0 || seats > SEATS_MAX ||
        rules_parse(e->game, rules, seats, &e->rules, &at) != RULES_OK)
        return false;
    e->batch = batch;
    e->slots = e->game->menu_max;
    memset(state, 0, sizeof state);
    return e->game->init(state, &e->rules) == 0;
}

size_t env_size(const char *rules, int seats, int batch) {
    struct env e;
    return prepare(&e, rules, seats, batch) ? lay_out(&e, NULL) : 0;
}

struct env *env_new(void *memory, const char *rules, int seats, int batch, uint64_t seed) {
    struct env e, *made = memory;   /* laid out on the stack, as the block is cleared first */
    if (!prepare(&e, rules, seats, batch))
        return NULL;
    memset(memory, 0, lay_out(&e, memory));
    *made = e;
    made->seed = seed;
    for (int i = 0; i < batch; i++)
        env_reset(made, i, hash_mix(seed + made->next++));
    return made;
}

/* ---- playing ---- */

static void *state_of(const struct env *e, int i) {
    return e->state + (size_t)i * e->game->state_size;
}

/* Fill row `i` of every array after something has happened in game `i`. */
static void look(struct env *e, int i) {
    const struct game *game = e->game;
    void *state = state_of(e, i);
    size_t row = (size_t)i * (size_t)e->slots, seats = e->rules.seats;
    struct action a;
    while (game->owes(state) & OWES_CHANCE) {
        chance_draw(game, state, &e->rng[i].source, &a);
        game->apply(state, &a);
    }
    unsigned owes = game->owes(state);
    int seat = 0, winner = -1;
    while (owes && !(owes >> seat & 1))
        seat++;
    e->done[i] = owes == 0;
    e->seat[i] = owes ? seat : -1;
    memset(e->mask + row, 0, (size_t)e->menu_n[i]);     /* what the last menu had set, no more */
    e->menu_n[i] = owes ? game->legal(state, seat, e->menu + row) : 0;
    memset(e->mask + row, 1, (size_t)e->menu_n[i]);
    void *view = e->observation + (size_t)i * game->state_size;
    memset(view, 0, game->state_size);
    game->view(state, owes ? seat : SEAT_SPECTATOR, view);
    game->points(state, 0, &winner);        /* from the state: a view need not know who has won */
    for (size_t p = 0; p < seats; p++) {
        int unused;
        e->points[(size_t)i * seats + p] = game->points(owes ? view : state, (int)p, &unused);
        e->reward[(size_t)i * seats + p] = (int)p == winner;
    }
}

void env_reset(struct env *e, int i, uint64_t seed) {
    CHECK(0 <= i && i < e->batch);
    memset(state_of(e, i), 0, e->game->state_size);
    rng_seed(&e->rng[i], seed);
    int refused = e->game->init(state_of(e, i), &e->rules);
    CHECK(refused == 0);            /* prepare() has tried these rules */
    e->decisions[i] = 0;
    look(e, i);
}

int env_reset_done(struct env *e) {
    int n = 0;
    for (int i = 0; i < e->batch; i++)
        if (e->done[i]) {
            env_reset(e, i, hash_mix(e->seed + e->next++));
            n++;
        }
    return n;
}

int env_step(struct env *e, const int32_t *choice) {
    int refused = 0;
    for (int i = 0; i < e->batch; i++) {
        int slot = choice[i];
        if (slot == -1 || (slot == -2 && e->done[i]))
            continue;
        if (slot == -2)
            slot = (int)rng_below(&e->rng[i], (uint32_t)e->menu_n[i]);
        if (slot < 0 || slot >= e->menu_n[i]) {
            refused++;
            continue;
        }
        e->game->apply(state_of(e, i), &e->menu[(size_t)i * (size_t)e->slots + (size_t)slot]);
        e->decisions[i]++;
        look(e, i);
    }
    return refused;
}

/* The row of the menu is used as scratch; look() fills it again. */
uint32_t env_playout(struct env *e, int i, uint32_t max) {
    CHECK(0 <= i && i < e->batch);
    struct action *menu = e->menu + (size_t)i * (size_t)e->slots;
    uint32_t n = playout(e->game, state_of(e, i), &e->rng[i], max, menu);
    e->decisions[i] += n;
    look(e, i);
    return n;
}

/* ---- looking ---- */

int env_batch(const struct env *e) { return e->batch; }
int env_seats(const struct env *e) { return e->rules.seats; }
int env_observation_size(const struct env *e) { return (int)e->game->state_size; }
int env_slots(const struct env *e) { return e->slots; }
const uint8_t *env_observation(const struct env *e) { return e->observation; }
const uint8_t *env_mask(const struct env *e) { return e->mask; }
const struct action *env_menu(const struct env *e) { return e->menu; }
const int32_t *env_menu_n(const struct env *e) { return e->menu_n; }
const int32_t *env_seat(const struct env *e) { return e->seat; }
const uint8_t *env_done(const struct env *e) { return e->done; }
const int32_t *env_reward(const struct env *e) { return e->reward; }
const int32_t *env_points(const struct env *e) { return e->points; }
const uint32_t *env_decisions(const struct env *e) { return e->decisions; }

int env_slot_text(const struct env *e, int i, int slot, char *text, int size) {
    CHECK(0 <= i && i < e->batch);
    if (slot < 0 || slot >= e->menu_n[i])
        return -1;
    return e->game->format(state_of(e, i), &e->menu[(size_t)i * (size_t)e->slots + (size_t)slot],
                           text, size);
}

int env_json(const struct env *e, int i, int seat, char *text, int size) {
    _Alignas(16) unsigned char view[STATE_MAX];
    struct json_out out;
    CHECK(0 <= i && i < e->batch && seat < e->rules.seats && size > 0);
    memset(view, 0, sizeof view);
    if (seat != SEAT_ALL)
        e->game->view(state_of(e, i), seat < 0 ? SEAT_SPECTATOR : seat, view);
    json_begin(&out, text, (size_t)size);
    e->game->write(seat == SEAT_ALL ? state_of(e, i) : view, NULL, &out);
    json_fits(&out);
    return (int)out.len;
}
