/* env.c -- a batch of games in one block of memory, for learners: see library/include/skerry.h.
 *
 * This file lays out the block and drives the batch; env_step.c plays one game and writes its
 * rows, env_query.c answers questions about it. */
#include <string.h>

#include "core/hash.h"
#include "core/playout.h"
#include "env_internal.h"

/* ---- options ---- */

static const char *refuse(char *why, size_t size, const char *id, const char *words) {
    struct text t = text_begin(why, size);
    text_format(&t, "%s: %s", id, words);
    return why;
}

static const char *check_rules(const skerry_env_options *o, struct rules *rules, char *why,
                               size_t size) {
    _Alignas(16) unsigned char state[STATE_MAX];
    char words[WHY_MAX];
    int at;
    const struct game *game = o->rules ? rules_game(o->rules) : NULL;
    struct text t = text_begin(words, sizeof words);
    if (!game) {
        rules_explain(NULL, o->rules ? o->rules : "", RULES_NO_SUCH_RULESET, 0, &t);
        return refuse(why, size, "no-such-ruleset", words);
    }
    int seats = o->seats < 0 ? 99 : o->seats;
    enum rules_error error = rules_parse_over(game, game->training, o->rules, seats, rules, &at);
    if (error) {
        rules_explain(game, o->rules, error, at, &t);
        return refuse(why, size, rules_error_id(error), words);
    }
    memset(state, 0, sizeof state);
    int refused = game->init(state, rules);
    return refused ? refuse(why, size, game->reasons[refused].id, "no game begins by these rules")
                   : NULL;
}

static const char *check_rest(const skerry_env_options *o, int seats, char *why, size_t size) {
    enum bot_level level;
    enum bot_style style;
    int bots = 0;
    if (o->batch < 1 || o->batch > BATCH_MAX)
        return refuse(why, size, "bad-batch", "1 to 65536 games");
    if (o->threads < 0 || o->threads > THREADS_MAX)
        return refuse(why, size, "bad-threads", "1 to 256 threads");
    if (o->autoreset < SKERRY_RESET_OFF || o->autoreset > SKERRY_RESET_SAME)
        return refuse(why, size, "bad-autoreset", "off, next or same");
    if (o->reward < SKERRY_REWARD_WIN || o->reward > SKERRY_REWARD_POTENTIAL)
        return refuse(why, size, "bad-reward", "win, points or potential");
    if (!(o->discount >= 0 && o->discount <= 1))        /* NaN is neither */
        return refuse(why, size, "bad-discount", "from 0 to 1");
    if (o->viewer < 0 || o->viewer > seats)
        return refuse(why, size, "bad-viewer", "a seat that is not in the game");
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!o->bot[seat])
            continue;
        if (seat >= seats)
            return refuse(why, size, "bad-players", "a bot on a seat that is not in the game");
        if (!bot_parse(o->bot[seat], &level, &style))
            return refuse(why, size, "bad-bot", o->bot[seat]);
        bots++;
    }
    return bots == seats ? refuse(why, size, "bad-bots", "no seat is left for a learner") : NULL;
}

const char *skerry_env_check(const skerry_env_options *o, char *why, size_t size) {
    struct rules rules;
    const char *wrong = check_rules(o, &rules, why, size);
    return wrong ? wrong : check_rest(o, rules.seats, why, size);
}

/* ---- memory ---- */

/* The next `size` bytes of the block that starts at `start`, in steps of a cache line. */
static void *take(unsigned char *start, size_t *at, size_t size) {
    void *taken = start ? start + *at : NULL;
    *at += (size + 63) & ~(size_t)63;
    return taken;
}

/* One array for the learner: add it to the list and give it its place in the block. */
static void *array(skerry_env *e, unsigned char *start, size_t *at, const char *name, char type,
                   int width, int depth) {
    static const uint8_t bytes[128] = { ['B'] = 1, ['b'] = 1, ['H'] = 2, ['i'] = 4, ['I'] = 4,
        ['f'] = 4 };
    size_t n = (size_t)e->batch * (size_t)width * (size_t)depth * bytes[(int)type];
    void *taken = take(start, at, n);
    CHECK(e->arrays_n < ARRAYS_MAX);
    e->array[e->arrays_n++] = (skerry_env_array){ name, taken, e->batch, width, depth, type };
    return taken;
}

static size_t lay_out_arrays(skerry_env *e, unsigned char *start, size_t at) {
    uint32_t fill = e->fill;
    int features = e->shape.features, seats = e->seats;
    e->arrays_n = 0;
    e->mask = array(e, start, &at, "mask", 'B', e->choices, 1);
    if (fill & SKERRY_FILL_MENU)
        e->menu = array(e, start, &at, "menu", 'B', e->choices, 16);
    else
        e->ids = array(e, start, &at, "ids", 'H', e->ids_max, 1);
    e->ids_n = array(e, start, &at, "count", 'i', 1, 1);
    e->seat = array(e, start, &at, "seat", 'i', 1, 1);
    e->done = array(e, start, &at, "done", 'B', 1, 1);
    e->truncated = array(e, start, &at, "truncated", 'B', 1, 1);
    e->drafting = array(e, start, &at, "drafting", 'B', 1, 1);
    e->reward_out = array(e, start, &at, "reward", 'f', seats, 1);
    e->decisions = array(e, start, &at, "decisions", 'I', 1, 1);
    e->length = array(e, start, &at, "length", 'i', 1, 1);
    if (fill & SKERRY_FILL_VIEW)
        e->view = array(e, start, &at, "view", 'B', (int)e->game->state_size, 1);
    if (fill & (SKERRY_FILL_FEATURES | SKERRY_FILL_FLOATS))
        e->features = array(e, start, &at, "features", 'b', features, 1);
    if (fill & SKERRY_FILL_FLOATS)
        e->floats = array(e, start, &at, "floats", 'f', features, 1);
    if (fill & SKERRY_FILL_EVERY)
        e->every = array(e, start, &at, "every", 'b', seats, features);
    if (fill & (SKERRY_FILL_FEATURES | SKERRY_FILL_FLOATS) && e->autoreset == SKERRY_RESET_SAME)
        e->final_features = array(e, start, &at, "final_features", 'b', features, 1);
    if (fill & SKERRY_FILL_MAY)
        e->may = array(e, start, &at, "may", 'B', 1, 1);
    if (fill & SKERRY_FILL_POINTS)
        e->points = array(e, start, &at, "points", 'i', seats, 1);
    return at;
}

/* Lay everything out in the block; without a block, only count its size. */
static size_t lay_out(skerry_env *e, unsigned char *start) {
    size_t at = 0, bots = (size_t)bits_count(e->bots);
    size_t looks = (size_t)e->batch * (e->fill & SKERRY_FILL_EVERY ? 1 + (size_t)e->seats : 1);
    take(start, &at, sizeof *e);
    at += start ? -(uintptr_t)start & 63 : 63;      /* games begin on a cache line */
    e->bot_at = (sizeof(struct slot) + e->game->state_size + 15) & ~(size_t)15;
    e->slot_size = (e->bot_at + bots * bot_bytes() + 63) & ~(size_t)63;
    e->slots = take(start, &at, (size_t)e->batch * e->slot_size);
    if (bots)
        e->work = take(start, &at, (size_t)e->threads * bot_work_size());
    if (e->threads > 1)
        e->pool = take(start, &at, env__pool_size());
    if (e->fill & SKERRY_FILL_FLOATS)
        e->scale = take(start, &at, (size_t)e->shape.features * sizeof *e->scale);
    if (e->fill & (SKERRY_FILL_FEATURES | SKERRY_FILL_FLOATS | SKERRY_FILL_EVERY))
        e->looks = take(start, &at, looks * sizeof *e->looks);
    return lay_out_arrays(e, start, at);
}

/* Resolve the options; false if something is wrong with them. */
static bool prepare(skerry_env *e, const skerry_env_options *o) {
    char why[WHY_MAX];
    struct rules rules;
    enum bot_level level;
    enum bot_style style;
    memset(e, 0, sizeof *e);
    if (skerry_env_check(o, why, sizeof why) || check_rules(o, &rules, why, sizeof why))
        return false;
    e->game = rules_game(o->rules);
    e->space = space_of(e->game);
    space_shape_for(e->game, &rules, &e->shape);
    e->batch = o->batch;
    e->seats = rules.seats;
    e->fill = o->fill;
    e->choices = o->fill & SKERRY_FILL_MENU ? e->game->menu_max : e->shape.ids;
    e->ids_max = e->choices;
    e->threads = o->threads > 1 ? o->threads : 1;
    e->limit = o->limit;
    e->autoreset = o->autoreset;
    e->reward = o->reward;
    e->discount = o->discount > 0 ? o->discount : 1.0f;
    e->viewer = o->viewer - 1;
    e->space_hash = space_hash(&e->shape);
    e->seed = hash_mix(o->seed + 0x736b65727279u);
    for (int seat = 0; seat < e->seats; seat++)
        if (o->bot[seat] && bot_parse(o->bot[seat], &level, &style)) {
            e->bots |= 1u << seat;
            e->level[seat] = (uint8_t)level;
            e->style[seat] = (uint8_t)style;
        }
    return true;
}

size_t skerry_env_size(const skerry_env_options *o) {
    skerry_env e;
    return prepare(&e, o) ? lay_out(&e, NULL) : 0;
}

/* ---- driving ---- */

static void begin_one(skerry_env *e, int i, struct hand *h) {
    env__next_episode(e, i, h);
    env__fill(e, i, h);
}

static int begin_all(skerry_env *e, int first, int end, const int32_t *choice, struct hand *h) {
    (void)choice;
    for (int i = first; i < end; i++)
        begin_one(e, i, h);
    return end - first;
}

static int begin_if_over(skerry_env *e, int first, int end, const int32_t *choice,
                         struct hand *h) {
    int begun = 0;
    (void)choice;
    for (int i = first; i < end; i++)
        if (e->done[i] || e->truncated[i]) {
            e->done[i] = e->truncated[i] = 0;
            begin_one(e, i, h);
            begun++;
        }
    return begun;
}

skerry_env *skerry_env_new(void *memory, const skerry_env_options *o) {
    skerry_env e, *made = memory;   /* laid out on the stack, as the block is cleared first */
    if (!memory || !prepare(&e, o))
        return NULL;
    memset(memory, 0, lay_out(&e, memory));
    *made = e;
    for (int b = 0; made->scale && b < e.shape.blocks_n; b++)
        for (int k = 0; k < e.shape.block[b].rows * e.shape.block[b].columns; k++)
            made->scale[e.shape.block[b].first + k] = 1.0f / (float)e.shape.block[b].high;
    env__pool_start(made);
    env__for_all(made, begin_all, NULL);
    return made;
}

void skerry_env_close(skerry_env *e) {
    if (e)
        env__pool_stop(e);
}

int skerry_env_step(skerry_env *e, const int32_t *choice) {
    return env__for_all(e, env__step, choice);
}

int skerry_env_reset_done(skerry_env *e) {
    return env__for_all(e, begin_if_over, NULL);
}

/* A question about one game is answered by the calling thread. */
static void alone(const skerry_env *e, int i, struct hand *h) {
    CHECK(0 <= i && i < e->batch);
    h->work = e->work;
}

void skerry_env_reset(skerry_env *e, int i, uint64_t seed) {
    struct hand h;
    alone(e, i, &h);
    env__begin(e, i, hash_mix(seed), &h);
    e->done[i] = e->truncated[i] = 0;
    env__fill(e, i, &h);
}

uint32_t skerry_env_playout(skerry_env *e, int i, uint32_t max) {
    struct hand h;
    struct slot *s = slot_of(e, i);
    alone(e, i, &h);
    uint32_t n = playout(e->game, state_of(e, s), &s->choice, max, h.menu);
    s->decisions += n;
    env__go_on(e, i, &h);
    env__rewards(e, i);
    e->done[i] = s->over;
    e->truncated[i] = s->cut;
    env__fill(e, i, &h);
    return n;
}

int skerry_env_turn_to(skerry_env *e, int i, int seat) {
    struct hand h;
    struct slot *s = slot_of(e, i);
    alone(e, i, &h);
    if (s->actor == NOBODY || seat < 0 || seat >= e->seats || e->bots >> seat & 1)
        return 0;
    unsigned who = e->game->owes(state_of(e, s)) | e->game->may(state_of(e, s));
    if (!(who >> seat & 1))
        return 0;
    int was = s->actor;
    struct draft draft = s->draft;
    memset(&s->draft, 0, sizeof s->draft);
    s->actor = seat;
    env__fill(e, i, &h);
    if (e->ids_n[i])
        return 1;
    s->actor = was;
    s->draft = draft;
    env__fill(e, i, &h);
    return 0;
}
