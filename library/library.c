/* library.c -- implements library/include/skerry.h with sessions and bots.
 *
 * Nothing is decided here: each function calls core/ and turns the answer into text. Each object
 * owns one block of memory for the texts it returns. */
#include "include/skerry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/go_request.h"
#include "core/check.h"
#include "core/hash.h"
#include "core/protocol.h"
#include "core/record.h"
#include "review/lines.h"

enum { ACTIONS_MAX = 30000, TEXT_SIZE = 4 << 20 };

struct skerry_game {
    struct session *s, *spare;
    struct bot_host bots;
    int menu_n;
    struct action menu[MENU_MAX];
    char why[WHY_MAX], action[ACTION_TEXT_MAX], rules[RULES_TEXT_MAX];
    _Alignas(16) unsigned char view[STATE_MAX];
    char text[TEXT_SIZE];
};

const char *skerry_version_text(void) {
    return SKERRY_VERSION;
}

int skerry_rules_revision(void) {
    return RULES_REVISION;
}

const char *skerry_ruleset(int i) {
    for (const struct game *const *game = games; *game && i >= 0; game++)
        for (const struct ruleset *set = (*game)->rulesets; set->name; set++)
            if (i-- == 0)
                return set->name;
    return NULL;
}

/* --- games ----------------------------------------------------------------------------------- */

static skerry_game *allocate(void) {
    skerry_game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    void *one = malloc(session_size(ACTIONS_MAX)), *two = malloc(session_size(ACTIONS_MAX));
    g->s = one ? session_new(one, ACTIONS_MAX) : NULL;
    g->spare = two ? session_new(two, ACTIONS_MAX) : NULL;
    g->bots.memory = calloc(1, bot_host_size());
    g->bots.work = malloc(bot_work_size());
    if (g->s && g->spare && g->bots.memory && g->bots.work)
        return g;
    skerry_free(g);
    return NULL;
}

void skerry_free(skerry_game *g) {
    if (!g)
        return;
    free(g->s);
    free(g->spare);
    free(g->bots.memory);
    free(g->bots.work);
    free(g);
}

/* Chance deals what it owes before anybody is asked. */
static void settle(struct session *s) {
    if (s->is_view || !(s->game->owes(s->state) & OWES_CHANCE))
        return;
    session_open(s);
    session_close(s);
}

/* Why this thread has no game. */
static _Thread_local char no_game[RULES_TEXT_MAX];

static skerry_game *none(const char *why) {
    snprintf(no_game, sizeof no_game, "%s", why);
    return NULL;
}

/* No text is an empty one, which the readers refuse in their own words. */
static const char *given(const char *text) {
    return text ? text : "";
}

skerry_game *skerry_new(const char *text, int seats, uint64_t seed) {
    text = given(text);
    const struct game *game = rules_game(text);
    struct text why = text_begin(no_game, sizeof no_game);
    struct rules rules;
    int at = 0;
    enum rules_error error = !game ? RULES_NO_SUCH_RULESET :
                             rules_parse(game, text, seats < 0 ? 99 : seats, &rules, &at);
    if (error) {
        text_format(&why, "%s: ", rules_error_id(error));
        rules_explain(game, text, error, at, &why);
        return NULL;
    }
    skerry_game *g = allocate();
    if (!g)
        return none("out of memory");
    int refused = session_start(g->s, game, &rules, seed, false);
    if (refused) {
        skerry_free(g);
        return none(game->reasons[refused].id);
    }
    settle(g->s);
    return g;
}

skerry_game *skerry_twin(const skerry_game *g) {
    skerry_game *twin = allocate();
    if (twin && !session_copy(twin->s, g->s, g->s->log.entries_n)) {
        skerry_free(twin);
        twin = NULL;
    }
    return twin ? twin : none("out of memory");
}

skerry_game *skerry_copy(const skerry_game *g, uint64_t seed) {
    skerry_game *copy = skerry_twin(g);
    if (copy)
        copy->s->dice = (struct dice){ .kind = CHANCE_SEEDED, .seed = seed };
    return copy;
}

/* The spare session has become the game's. */
static void swap(skerry_game *g) {
    struct session *s = g->s;
    g->s = g->spare;
    g->spare = s;
    g->menu_n = 0;
    settle(g->s);
}

const char *skerry_set(skerry_game *g, const char *json, uint64_t seed) {
    json = given(json);
    struct text why = text_begin(g->why, sizeof g->why);
    if (session_set(g->spare, json, strlen(json), seed, false, &why))
        return "bad-position";
    swap(g);
    return NULL;
}

const char *skerry_load(skerry_game *g, const char *record, uint64_t seed) {
    struct record_fault fault;
    record = given(record);
    if (!record_read(g->spare, record, strlen(record), &fault)) {
        snprintf(g->why, sizeof g->why, "line %d: %.100s", fault.line, fault.what);
        return "bad-record";
    }
    record_seed(g->spare, seed);
    swap(g);
    return NULL;
}

const char *skerry_name(const skerry_game *g) {
    return g->s->game->name;
}

const char *skerry_rules(skerry_game *g) {
    rules_format(g->s->game, &g->s->rules, g->rules, sizeof g->rules);
    return g->rules;
}

int skerry_seats(const skerry_game *g) {
    return g->s->rules.seats;
}

/* --- what is going on ------------------------------------------------------------------------ */

unsigned skerry_owes(const skerry_game *g) {
    return g->s->game->owes(g->s->state) & ~OWES_CHANCE;
}

unsigned skerry_may(const skerry_game *g) {
    return g->s->game->may(g->s->state) & ~OWES_CHANCE;
}

int skerry_over(const skerry_game *g) {
    return g->s->game->owes(g->s->state) == 0;
}

int skerry_waits_for(const skerry_game *g) {
    unsigned owes = skerry_owes(g);
    for (int i = 0; i < SEATS_MAX; i++)
        if (owes >> i & 1)
            return i;
    return -1;
}

static bool is_seat(const skerry_game *g, int seat) {
    return seat >= 0 && seat < g->s->rules.seats;
}

int skerry_winner(const skerry_game *g) {
    int winner = -1;
    g->s->game->points(g->s->state, 0, &winner);
    return winner;
}

int skerry_points(const skerry_game *g, int seat) {
    int winner;
    return is_seat(g, seat) ? g->s->game->points(g->s->state, seat, &winner) : 0;
}

/* --- moves ----------------------------------------------------------------------------------- */

int skerry_legal(skerry_game *g, int seat) {
    g->menu_n = is_seat(g, seat) ? g->s->game->legal(g->s->state, seat, g->menu) : 0;
    return g->menu_n;
}

const char *skerry_legal_text(skerry_game *g, int i) {
    if (i < 0 || i >= g->menu_n)
        return NULL;
    g->s->game->format(g->s->state, &g->menu[i], g->action, sizeof g->action);
    return g->action;
}

/* A reason of the game or of the session as its id; NULL for 0. */
static const char *reason(skerry_game *g, int code) {
    const struct game *game = g->s->game;
    static const char *const ids[] = { "", "game-full", "only-a-view", "no-such-entry",
                                       "undo-reveals" };
    if (code == 0)
        return NULL;
    if (code < 0 || code >= game->reasons_n) {
        const char *id = code < 0 && code >= -4 ? ids[-code] : "bad-action";
        snprintf(g->why, sizeof g->why, "%s", id);
        return id;
    }
    snprintf(g->why, sizeof g->why, "%s, see %s", game->reasons[code].id,
             game->reasons[code].rule);
    return game->reasons[code].id;
}

/* Parse the text of a seat's action; false with a reason. Only the library plays chance's
 * actions. */
static bool parse(skerry_game *g, const char *text, struct action *a) {
    bool fits = text && strlen(text) < ACTION_TEXT_MAX;
    if (fits && g->s->game->parse(g->s->state, text, a) == 0 && a->seat >= 0)
        return true;
    snprintf(g->why, sizeof g->why, "bad-action: %.60s", text ? text : "");
    return false;
}

const char *skerry_check(skerry_game *g, const char *action) {
    struct action a;
    return parse(g, action, &a) ? reason(g, g->s->game->check(g->s->state, &a)) : "bad-action";
}

const char *skerry_play(skerry_game *g, const char *action) {
    struct action a;
    if (!parse(g, action, &a))
        return "bad-action";
    session_open(g->s);
    int refused = session_step(g->s, &a);
    if (refused)
        session_abort(g->s);
    else
        refused = session_close(g->s);
    g->menu_n = 0;
    return reason(g, refused);
}

const char *skerry_undo(skerry_game *g) {
    int tip = log_tip(&g->s->log, g->s->log.entries_n);
    g->menu_n = 0;
    return reason(g, tip ? session_undo(g->s, tip, true) : SESSION_NO_ENTRY);
}

const char *skerry_why(const skerry_game *g) {
    return g ? g->why : no_game;
}

/* Uses the engine protocol's own `go`, so that the bot has seen what the seat has seen. */
const char *skerry_advice(skerry_game *g, int seat, const char *level, uint32_t nodes) {
    struct protocol_go ask = { .game = g->s->game, .rules = &g->s->rules, .view = g->view,
                               .seat = seat, .nodes = nodes, .seed = g->s->dice.seed };
    struct json_in answer;
    struct text why = text_begin(g->why, sizeof g->why);
    ask.why = &why;
    if (!is_seat(g, seat) || (g->s->is_view && seat != g->s->viewer))
        return NULL;
    size_t n = level ? strcspn(level, "-") : 0;
    snprintf(ask.level, sizeof ask.level, "%.*s", (int)n, level ? level : "");
    snprintf(ask.style, sizeof ask.style, "%s", level && level[n] ? level + n + 1 : "");
    ask.session = g->s->is_view ? NULL : g->s;
    g->s->game->view(g->s->state, seat, g->view);
    struct json_out out = json_begin_object(g->text, TEXT_SIZE);
    const char *error = bot_go(&g->bots, &ask, &out);
    json_object_end(&out);
    if (error || !json_fits(&out) || json_check(g->text, out.len, &answer) != 0 ||
        json_to_text(json_get(json_get(answer, "choice"), "action"), g->action,
                     sizeof g->action) <= 0)
        return NULL;
    return g->action;
}

/* --- what one may know ----------------------------------------------------------------------- */

const char *skerry_view(skerry_game *g, int seat) {
    if (!is_seat(g, seat) && seat != SKERRY_SPECTATOR && seat != SKERRY_ALL)
        return NULL;
    if (seat == SKERRY_ALL)
        memcpy(g->view, g->s->state, g->s->game->state_size);
    else
        g->s->game->view(g->s->state, seat, g->view);
    struct json_out out = json_begin(g->text, TEXT_SIZE);
    g->s->game->write(g->view, NULL, &out);
    return json_fits(&out) ? g->text : NULL;
}

const char *skerry_record(skerry_game *g, int seat) {
    if (!is_seat(g, seat) && seat != SKERRY_SPECTATOR && seat != SKERRY_ALL)
        return NULL;
    struct text out = text_begin(g->text, TEXT_SIZE);
    record_write(g->s, seat, &out);
    return text_fits(&out) ? g->text : NULL;
}

skerry_game *skerry_imagine(const skerry_game *g, int seat, uint64_t seed) {
    _Alignas(16) unsigned char state[STATE_MAX];
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    struct rng rng;
    if (!is_seat(g, seat) || (g->s->is_view && seat != g->s->viewer))
        return none("no-such-seat: not one of the game, or not the one whose view it holds");
    skerry_game *world = allocate();
    if (!world)
        return none("out of memory");
    rng_seed(&rng, hash_mix(seed));
    g->s->game->view(g->s->state, seat, world->view);
    g->s->game->guess(world->view, &rng.source, state);
    struct json_out out = json_begin(world->text, TEXT_SIZE);
    g->s->game->write(state, NULL, &out);
    int refused = session_set(world->s, world->text, out.len, seed, false, &why);
    CHECK(refused == 0);            /* a guess is a whole position */
    return world;
}

/* --- the engine protocol --------------------------------------------------------------------- */

struct skerry_engine {
    struct protocol *p;
    struct bot_host bots;
    void *desk;
    char answer[PROTOCOL_LINE_MAX + 4096];
};

skerry_engine *skerry_engine_new(void) {
    skerry_engine *e = calloc(1, sizeof *e);
    void *memory = e ? malloc(protocol_size()) : NULL;
    if (!memory) {
        free(e);
        return NULL;
    }
    e->p = protocol_new(memory);
    e->bots.memory = calloc(1, bot_host_size());
    e->bots.work = malloc(bot_work_size());
    e->desk = malloc(review_lines_size());
    if (!e->bots.memory || !e->bots.work || !e->desk) {
        skerry_engine_free(e);
        return NULL;
    }
    e->p->go = bot_go;
    e->p->host = &e->bots;
    review_lines(e->p, e->desk, e->bots.work);
    return e;
}

const char *skerry_engine_line(skerry_engine *e, const char *line) {
    line = given(line);
    protocol_line(e->p, line, strlen(line), e->answer, sizeof e->answer);
    return e->answer;
}

void skerry_engine_free(skerry_engine *e) {
    if (!e)
        return;
    free(e->p);
    free(e->bots.memory);
    free(e->bots.work);
    free(e->desk);
    free(e);
}
