/* env_query.c -- questions about one game of a batch, and games as bytes. */
#include <string.h>

#include "core/hash.h"
#include "env_internal.h"

int skerry_env_seats(const skerry_env *e) { return e->seats; }
int skerry_env_choices(const skerry_env *e) { return e->choices; }
int skerry_env_features(const skerry_env *e) { return e->shape.features; }

int skerry_env_arrays(const skerry_env *e, skerry_env_array *list, int max) {
    for (int i = 0; i < e->arrays_n && i < max; i++)
        list[i] = e->array[i];
    return e->arrays_n;
}

static struct slot *one(const skerry_env *e, int i) {
    CHECK(0 <= i && i < e->batch);
    return slot_of(e, i);
}

void skerry_env_observe(const skerry_env *e, int i, int seat, int8_t *features) {
    static const struct draft none;
    const struct slot *s = one(e, i);
    CHECK(0 <= seat && seat < e->seats);
    struct space_look look = { .known = 0 };
    e->space->observe(&e->shape, state_of(e, s), seat, seat == s->actor ? &s->draft : &none, &look,
                      features);
}

int skerry_env_json(const skerry_env *e, int i, int seat, char *text, int size) {
    _Alignas(16) unsigned char view[STATE_MAX];
    const struct slot *s = one(e, i);
    CHECK(seat < e->seats && size > 0);
    if (seat != SEAT_ALL)
        e->game->view(state_of(e, s), seat < 0 ? SEAT_SPECTATOR : seat, view);
    struct json_out out = json_begin(text, (size_t)size);
    e->game->write(seat == SEAT_ALL ? state_of(e, s) : view, NULL, &out);
    json_fits(&out);
    return (int)out.len;
}

int skerry_env_name(const skerry_env *e, int i, int choice, char *text, int size) {
    const struct slot *s = one(e, i);
    if (choice < 0 || choice >= (e->menu ? e->ids_n[i] : e->choices))
        return -1;
    if (e->menu)
        return e->game->format(state_of(e, s),
                               &e->menu[(size_t)i * (size_t)e->choices + (size_t)choice], text,
                               size);
    return e->space->name(&e->shape, choice, text, size);
}

int skerry_env_steps(const skerry_env *e, int i, const char *action, uint16_t *ids) {
    const struct slot *s = one(e, i);
    struct action a;
    if (e->game->parse(state_of(e, s), action, &a) || a.seat < 0 ||
        e->game->check(state_of(e, s), &a))
        return 0;
    return e->space->steps(&e->shape, state_of(e, s), &a, ids);
}

/* ---- games as bytes ---- */

/* What the bytes belong to. Bots contain addresses of this process; another process makes them
 * again, and they know only what their views show. */
struct saved {
    uint64_t space, rules, size, sum;
    const struct game *program;
};

static struct saved header(const skerry_env *e, const void *slot) {
    return (struct saved){ e->space_hash,
                           hash_bytes(HASH_START + e->bots, &e->shape.rules, sizeof e->shape.rules),
                           e->slot_size, hash_bytes(HASH_START, slot, e->slot_size), e->game };
}

size_t skerry_env_save_size(const skerry_env *e) { return sizeof(struct saved) + e->slot_size; }

void skerry_env_save(const skerry_env *e, int i, void *bytes) {
    const struct slot *s = one(e, i);
    struct saved head = header(e, s);
    memcpy(bytes, &head, sizeof head);
    memcpy((unsigned char *)bytes + sizeof head, s, e->slot_size);
}

/* The row shows the game as it is now, without rewards for the way there. */
static void show(skerry_env *e, int i) {
    struct hand h;
    struct slot *s = slot_of(e, i);
    h.work = e->work;
    env__forget_rows(e, i);
    if (!s->draft.a.type)
        env__go_on(e, i, &h);
    env__remember_points(e, s);
    e->done[i] = s->over;
    e->truncated[i] = s->cut;
    memset(e->reward_out + (size_t)i * (size_t)e->seats, 0,
           (size_t)e->seats * sizeof *e->reward_out);
    env__fill(e, i, &h);
}

static void restore_stream(struct rng *r) {
    uint64_t at = r->s;
    rng_seed(r, 0);
    r->s = at;
}

const char *skerry_env_load(skerry_env *e, int i, const void *bytes, size_t size) {
    struct saved head, own;
    struct slot *s = one(e, i);
    const unsigned char *body = (const unsigned char *)bytes + sizeof head;
    if (size != skerry_env_save_size(e))
        return "wrong-size: not a game of such a batch";
    memcpy(&head, bytes, sizeof head);
    own = header(e, s);
    if (head.space != own.space || head.rules != own.rules || head.size != own.size)
        return "other-rules: a game by other rules or with other bots";
    if (head.sum != hash_bytes(HASH_START, body, e->slot_size))
        return "damaged: not as it was saved";
    memcpy(s, body, e->slot_size);
    restore_stream(&s->chance);
    restore_stream(&s->choice);
    if (head.program != e->game)
        env__seat_bots(e, s, s->choice.s);
    int actor = s->actor;
    show(e, i);
    if (actor != s->actor)
        skerry_env_turn_to(e, i, actor);        /* it was asked out of turn */
    return NULL;
}

const char *skerry_env_set(skerry_env *e, int i, const char *position, char *why, size_t size) {
    _Alignas(16) unsigned char state[STATE_MAX];
    struct slot *s = one(e, i);
    struct json_in in;
    struct rules rules;
    struct text t = text_begin(why, size);
    text_add(&t, "bad-position: ");
    if (json_check(position, strlen(position), &in)) {
        text_add(&t, "no JSON");
        return why;
    }
    memset(state, 0, sizeof state);
    memset(&rules, 0, sizeof rules);
    if (rules_read(json_get(in, "rules"), &rules, &t) != e->game)
        return why;
    if (memcmp(&rules, &e->shape.rules, sizeof rules) != 0) {
        text_set(&t, "other-rules: the position is by other rules than the batch");
        return why;
    }
    if (json_is_given(json_get(in, "viewer"))) {
        text_set(&t, "bad-position: a seat's view is no whole position");
        return why;
    }
    if (e->game->read(state, position, strlen(position), &t))
        return why;
    memcpy(state_of(e, s), state, e->game->state_size);
    memset(&s->draft, 0, sizeof s->draft);
    s->decisions = 0;
    env__seat_bots(e, s, s->choice.s);
    show(e, i);
    return NULL;
}

/* ---- looking ahead ---- */

/* What `seat` does not know is guessed. If it does not act itself, it does not know what whoever
 * acts is putting together either. */
static void imagine(skerry_env *e, struct slot *s, int j, int seat, struct hand *h) {
    _Alignas(16) unsigned char view[STATE_MAX];
    if (s->actor == NOBODY)
        return;
    e->game->view(state_of(e, s), seat, view);
    e->game->guess(view, &s->chance.source, state_of(e, s));
    if (seat != s->actor)
        env__go_on(e, j, h);
}

static void branch_one(skerry_env *e, int j, int row, struct hand *h) {
    struct slot *s = slot_of(e, j);
    uint64_t episode = s->episode;
    memcpy(s, slot_of(e->from, row), sizeof *s + e->game->state_size);
    s->episode = episode;
    if (e->branching != TWIN)
        env__seed(s, hash_mix(e->branch_seed + (uint64_t)j));
    if (e->branching == WORLD)
        imagine(e, s, j, e->knower ? e->knower[j] : s->actor, h);
    env__forget_rows(e, j);
    env__remember_points(e, s);
    e->done[j] = s->over;
    e->truncated[j] = s->cut;
    env__fill(e, j, h);
}

static bool is_there(const skerry_env *e, int j, int row) {
    return row < e->from->batch &&
           (!e->knower || (e->knower[j] >= 0 && e->knower[j] < e->seats));
}

static int branch(skerry_env *e, int first, int end, const int32_t *row, struct hand *h) {
    int refused = 0;
    for (int j = first; j < end; j++)
        if (row[j] >= 0 && !is_there(e, j, row[j]))
            refused++;
        else if (row[j] >= 0)
            branch_one(e, j, row[j], h);
    return refused;
}

static int copy_rows(skerry_env *e, const skerry_env *from, const int32_t *row,
                     const int32_t *knower) {
    if (e->bots || e->space_hash != from->space_hash ||
        memcmp(&e->shape.rules, &from->shape.rules, sizeof e->shape.rules) != 0)
        return -1;
    e->from = from;
    e->knower = knower;
    return env__for_all(e, branch, row);
}

int skerry_env_branch(skerry_env *e, const skerry_env *from, const int32_t *row, uint64_t seed) {
    e->branching = BRANCH;
    e->branch_seed = hash_mix(seed);
    return copy_rows(e, from, row, NULL);
}

int skerry_env_twin(skerry_env *e, const skerry_env *from, const int32_t *row) {
    e->branching = TWIN;
    return copy_rows(e, from, row, NULL);
}

int skerry_env_imagine(skerry_env *e, const skerry_env *from, const int32_t *row,
                       const int32_t *seat, uint64_t seed) {
    e->branching = WORLD;
    e->branch_seed = hash_mix(seed);
    return copy_rows(e, from, row, seat);
}

/* ---- tables ---- */

static bool shape_by(const char *text, int seats, struct space_shape *shape) {
    const struct game *game = text ? rules_game(text) : NULL;
    struct rules rules;
    int at;
    if (!game || seats < 0 || rules_parse(game, text, seats, &rules, &at) != RULES_OK)
        return false;
    space_shape_for(game, &rules, shape);
    return true;
}

size_t skerry_space_describe(const char *rules, int seats, char *text, size_t size) {
    struct space_shape shape;
    return shape_by(rules, seats, &shape) ? space_describe(&shape, text, size) : 0;
}

uint64_t skerry_space_hash(const char *rules, int seats) {
    struct space_shape shape;
    return shape_by(rules, seats, &shape) ? space_hash(&shape) : 0;
}
