/* protocol.c -- one request to one answer; a row of the table per command.
 *
 * A command reads all it needs before it changes anything; whatever goes wrong
 * ends in fail(), which throws away what was written of the answer. */
#include "protocol.h"

#include <string.h>

#include "check.h"
#include "record.h"
#include "text.h"

struct request {
    struct protocol *p;
    struct session *s;
    struct json_in in;
    struct json_out *out;
    struct json_in id;          /* len 0: none */
};

enum { SEED_BITS = 53 };

/* ---- answers ---- */

static void begin_answer(struct request *r, bool ok) {
    json_begin(r->out, r->out->text, r->out->size);
    json_object(r->out, NULL);
    if (r->id.len)
        json_raw(r->out, "id", r->id.text, r->id.len);
    json_bool(r->out, "ok", ok);
}

/* Refuse; the caller may add members before it returns false. */
static bool fail_by_rule(struct request *r, const char *error, const char *rule,
                         const char *message) {
    begin_answer(r, false);
    json_text(r->out, "error", error);
    json_text(r->out, "rule", rule);
    json_text(r->out, "message", message);
    return false;
}

static bool fail(struct request *r, const char *error, const char *message) {
    return fail_by_rule(r, error, NULL, message);
}

/* A member of the request is missing or of the wrong kind. */
static bool bad_key(struct request *r, const char *key, const char *message) {
    fail(r, "bad-request", message);
    json_text(r->out, "key", key);
    return false;
}

static bool fail_reason(struct request *r, const struct game *game, int reason, const char *about) {
    char message[ACTION_TEXT_MAX + 96];
    struct text t;
    CHECK(0 < reason && reason < game->reasons_n);
    const struct reason *why = &game->reasons[reason];
    text_begin(&t, message, sizeof message);
    text_add(&t, about);
    text_add(&t, ": ");
    text_add(&t, why->id);
    text_add(&t, ", see ");
    text_add(&t, why->rule);
    return fail_by_rule(r, why->id, why->rule, message);
}

/* What session_step() and its like refused. */
static bool fail_step(struct request *r, int refused, const char *about) {
    if (refused > 0)
        return fail_reason(r, r->s->game, refused, about);
    switch (refused) {
    case SESSION_VIEW: return fail(r, "only-a-view", "a view can be looked at, not played on");
    case SESSION_NO_ENTRY: return fail(r, "no-such-entry", "there is no such entry that stands");
    case SESSION_REVEALS: return fail(r, "undo-reveals", "it would take back chance or a secret seen");
    default: return fail(r, "game-full", "the game has more entries than the engine keeps");
    }
}

static void write_seats(struct json_out *out, const char *key, unsigned seats) {
    json_array(out, key);
    for (int i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1)
            json_int(out, NULL, i);
    json_array_end(out);
}

static bool write_status(struct request *r) {
    struct session *s = r->s;
    struct json_out *out = r->out;
    int winner = -1;
    unsigned owes = s->game->owes(s->state);
    s->game->points(s->state, 0, &winner);
    json_int(out, "seq", s->entries_n);
    write_seats(out, "owes", owes);
    write_seats(out, "may", s->game->may(s->state));
    json_bool(out, "chance", owes & OWES_CHANCE);
    if (winner >= 0)
        json_int(out, "winner", winner);
    else
        json_null(out, "winner");
    json_bool(out, "over", owes == 0);
    int undo = session_undoable(s);
    if (undo)
        json_int(out, "undo", undo);
    else
        json_null(out, "undo");
    return true;
}

static bool write_start(struct request *r) {
    char rules[RULES_TEXT_MAX];
    struct session *s = r->s;
    rules_format(s->game, &s->rules, rules, sizeof rules);
    json_text(r->out, "game", s->game->name);
    json_text(r->out, "rules", rules);
    json_int(r->out, "players", s->rules.seats);
    return write_status(r);
}

static void write_events(struct request *r, int since, int seat) {
    struct session_reader reader;
    struct session_line line;
    json_array(r->out, "events");
    session_read(&reader, r->s, since, seat);
    while (session_next(&reader, &line)) {
        if (line.first) {
            json_object(r->out, NULL);
            json_int(r->out, "seq", line.seq);
        }
        if (line.undo) {
            json_int(r->out, "undo", line.undo);
        } else {
            if (line.first)
                json_array(r->out, "actions");
            json_text(r->out, NULL, line.text);
            if (line.last)
                json_array_end(r->out);
        }
        if (line.last)
            json_object_end(r->out);
    }
    json_array_end(r->out);
}

/* ---- members of a request ---- */

static struct json_in get(struct request *r, const char *key) {
    return json_get(r->in, key);
}

/* A whole number, or `*out` unchanged where there is none. */
static bool get_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out) {
    struct json_in v = get(r, key);
    if (v.len == 0 || json_to_int(v, min, max, out))
        return true;
    return bad_key(r, key, "a whole number in its bounds is wanted");
}

static bool get_text(struct request *r, const char *key, char *out, size_t size) {
    struct json_in v = get(r, key);
    out[0] = '\0';
    if (v.len == 0 || json_to_text(v, out, size) >= 0)
        return true;
    return bad_key(r, key, "a text of moderate length is wanted");
}

/* A seat by number, "spectator" where a view is meant, "*" where chance may be. A session
 * that holds a view answers for nobody else. */
static bool get_seat(struct request *r, const char *key, bool views, bool chance, int *seat) {
    struct json_in v = get(r, key);
    int64_t number = *seat;
    if (views && json_equals(v, "spectator"))
        number = SEAT_SPECTATOR;
    else if (chance && json_equals(v, "*"))
        number = SEAT_CHANCE;
    else if (v.len && !json_to_int(v, 0, r->s->rules.seats - 1, &number))
        return bad_key(r, key, "no such seat");
    if (r->s->is_view && number >= 0 && number != r->s->viewer)
        return fail(r, "only-a-view", "the session holds the view of another seat");
    *seat = (int)number;
    return true;
}

/* "seed" and "chance", as new, set and load know them. */
static bool get_chance(struct request *r, int64_t *seed, bool *manual) {
    struct json_in v = get(r, "chance");
    if (!get_int(r, "seed", 0, ((int64_t)1 << SEED_BITS) - 1, seed))
        return false;
    if (v.len == 0)
        return true;
    *manual = json_equals(v, "manual");
    return *manual || json_equals(v, "auto") || bad_key(r, "chance", "\"auto\" or \"manual\"");
}

/* ---- commands ---- */

static bool cmd_hello(struct request *r) {
    json_text(r->out, "name", "skerry");
    json_int(r->out, "v", 1);
    json_int(r->out, "sessions", PROTOCOL_SESSIONS);
    json_array(r->out, "games");
    for (int i = 0; games[i]; i++)
        json_text(r->out, NULL, games[i]->name);
    json_array_end(r->out);
    json_bool(r->out, "bots", r->p->go != NULL);
    return true;
}

static bool cmd_quit(struct request *r) {
    r->s->game = NULL;
    r->p->quit = true;
    return true;
}

/* The game and the text of the rules, with "first" and a named board as options. */
static const struct game *asked_rules(struct request *r, char *rules, size_t size) {
    char name[32], board[16];
    struct text t;
    struct json_in given = get(r, "board");
    int64_t first = -1;
    if (!get_text(r, "game", name, sizeof name) || !get_text(r, "ruleset", rules, size) ||
        !get_int(r, "first", 0, SEATS_MAX - 1, &first))
        return NULL;
    const struct game *game = games[0];
    for (int i = 0; name[0] && (game = games[i]) && strcmp(game->name, name) != 0;)
        i++;
    if (!game)
        return fail(r, "no-such-game", "no game of that name"), NULL;
    if (rules[0]) {
        const struct game *named = rules_game(rules);
        if (!named || (name[0] && named != game))
            return fail(r, "no-such-ruleset", "no such ruleset of this game"), NULL;
        game = named;
    }
    t = (struct text){ rules, size, strlen(rules) };
    if (t.len == 0)
        text_add(&t, game->rulesets[0].name);
    if (first >= 0) {
        text_add(&t, ",first=");
        text_int(&t, first);
    }
    if (json_is_text(given)) {
        if (!get_text(r, "board", board, sizeof board))
            return NULL;
        text_add(&t, ",board=");
        text_add(&t, board);
    } else if (given.len) {         /* given in full: as chance might have dealt it */
        text_add(&t, ",board=random");
    }
    if (!text_fits(&t))
        return bad_key(r, "ruleset", "too long"), NULL;
    return game;
}

/* Start with a board given in full: a position with nothing but rules and board. */
static bool start_on_board(struct request *r, const struct game *game, const struct rules *rules,
                           struct json_in board, int64_t seed, bool manual) {
    struct json_out json;
    const char *why;
    json_begin(&json, r->p->text, sizeof r->p->text);
    json_object(&json, NULL);
    json_int(&json, "v", 1);
    json_text(&json, "game", game->name);
    rules_write(game, rules, &json, "rules");
    json_raw(&json, "board", board.text, board.len);
    json_object_end(&json);
    if (!json_fits(&json))
        return bad_key(r, "board", "too long");
    if (session_set(r->s, r->p->text, json.len, (uint64_t)seed, manual, &why))
        return fail(r, "bad-board", why);
    return true;
}

static bool cmd_new(struct request *r) {
    char text[RULES_TEXT_MAX];
    struct rules rules;
    struct json_in board = get(r, "board");
    int64_t players = 0, seed = 0;
    bool manual = false;
    int at;
    const struct game *game = asked_rules(r, text, sizeof text);
    if (!game || !get_int(r, "players", 1, SEATS_MAX, &players) || !get_chance(r, &seed, &manual))
        return false;
    enum rules_error error = rules_parse(game, text, (int)players, &rules, &at);
    if (error) {
        fail(r, rules_error_id(error), text);
        json_int(r->out, "at", at);
        return false;
    }
    if (board.len && !json_is_text(board)) {
        if (!json_is_object(board))
            return bad_key(r, "board", "\"fixed\", \"random\" or an object");
        if (!start_on_board(r, game, &rules, board, seed, manual))
            return false;
    } else {
        int reason = session_start(r->s, game, &rules, (uint64_t)seed, manual);
        if (reason)
            return fail_reason(r, game, reason, text);
    }
    session_open(r->s);
    if (session_close(r->s))
        return fail_step(r, SESSION_FULL, "");
    write_start(r);
    write_events(r, 0, SEAT_ALL);
    return true;
}

/* The lowest seat that owes, or chance, or seat 0. */
static int waited_for(const struct session *s) {
    unsigned owes = s->game->owes(s->state);
    if (s->is_view && s->viewer >= 0)
        return s->viewer;
    if (owes & OWES_CHANCE)
        return SEAT_CHANCE;
    for (int i = 0; i < SEATS_MAX; i++)
        if (owes >> i & 1)
            return i;
    return 0;
}

static bool cmd_legal(struct request *r) {
    struct session *s = r->s;
    int seat = waited_for(s);
    if (!get_seat(r, "seat", false, true, &seat))
        return false;
    bool chance = seat == SEAT_CHANCE;
    int n = !chance || s->game->owes(s->state) & OWES_CHANCE ?
                s->game->legal(s->state, seat, r->p->menu) : 0;
    CHECK(n <= MENU_MAX);
    if (chance)
        json_text(r->out, "seat", "*");
    else
        json_int(r->out, "seat", seat);
    json_array(r->out, "actions");
    for (int i = 0; i < n; i++) {
        char text[ACTION_TEXT_MAX];
        s->game->format(s->state, &r->p->menu[i], text, sizeof text);
        json_text(r->out, NULL, text);
    }
    json_array_end(r->out);
    if (chance) {
        int weights = n ? s->game->weights(s->state, r->p->weight) : 0;
        json_array(r->out, "weights");
        for (int i = 0; i < weights; i++)
            json_int(r->out, NULL, r->p->weight[i]);
        json_array_end(r->out);
    }
    return true;
}

/* An action of the request, understood in the state as it is now. */
static bool get_action(struct request *r, struct json_in v, char text[ACTION_TEXT_MAX],
                       struct action *a) {
    if (json_to_text(v, text, ACTION_TEXT_MAX) < 0)
        return fail(r, "bad-action", "an action is a text as in docs/notation.md");
    int reason = r->s->game->parse(r->s->state, text, a);
    return reason == 0 || fail_reason(r, r->s->game, reason, text);
}

static bool cmd_check(struct request *r) {
    char text[ACTION_TEXT_MAX];
    struct action a;
    struct json_in v = get(r, "action");
    if (v.len == 0)
        return bad_key(r, "action", "missing");
    if (!get_action(r, v, text, &a))
        return false;
    int reason = r->s->game->check(r->s->state, &a);
    return reason == 0 || fail_reason(r, r->s->game, reason, text);
}

static bool play_one(struct request *r, struct json_in v) {
    char text[ACTION_TEXT_MAX];
    struct action a;
    if (!get_action(r, v, text, &a))
        return false;
    int refused = session_step(r->s, &a);
    return refused == 0 || fail_step(r, refused, text);
}

static bool cmd_play(struct request *r) {
    struct json_in one = get(r, "action"), many = get(r, "actions"), v;
    struct session *s = r->s;
    int since = s->entries_n, index = 0;
    size_t at = 0;
    bool ok = true;
    if ((one.len == 0) == (many.len == 0))
        return bad_key(r, "action", "either \"action\" or \"actions\"");
    if (many.len && !json_is_array(many))
        return bad_key(r, "actions", "an array of actions");
    session_open(s);
    if (one.len)
        ok = play_one(r, one);
    for (; ok && many.len && json_next(many, &at, NULL, &v); index++) {
        ok = session_settle(s) == 0 ? play_one(r, v) : fail_step(r, SESSION_FULL, "");
        if (!ok)
            json_int(r->out, "at", index);
    }
    if (!ok)
        return session_abort(s), false;
    if (session_close(s))
        return fail_step(r, SESSION_FULL, "");
    write_status(r);
    write_events(r, since, SEAT_ALL);
    return true;
}

static bool cmd_state(struct request *r) {
    json_raw(r->out, "state", "", 0);
    r->out->comma = false;
    r->s->game->write(r->s->state, r->out);
    return true;
}

static bool cmd_view(struct request *r) {
    int seat = SEAT_SPECTATOR;
    if (!get_seat(r, "seat", true, false, &seat))
        return false;
    memset(r->p->view, 0, STATE_MAX);
    r->s->game->view(r->s->state, seat, r->p->view);
    json_raw(r->out, "view", "", 0);
    r->out->comma = false;
    r->s->game->write(r->p->view, r->out);
    return true;
}

static bool cmd_set(struct request *r) {
    struct json_in v = get(r, "state");
    int64_t seed = 0;
    bool manual = false;
    const char *why = "";
    if (!json_is_object(v))
        return bad_key(r, "state", "a position is wanted");
    if (!get_chance(r, &seed, &manual))
        return false;
    if (session_set(r->s, v.text, v.len, (uint64_t)seed, manual, &why))
        return fail(r, "bad-position", why);
    session_open(r->s);
    if (session_close(r->s))
        return fail_step(r, SESSION_FULL, "");
    write_start(r);
    write_events(r, 0, SEAT_ALL);
    return true;
}

static bool cmd_events(struct request *r) {
    int seat = SEAT_ALL;
    int64_t since = 0;
    if (!get_seat(r, "seat", true, false, &seat) ||
        !get_int(r, "since", 0, r->s->entries_n, &since))
        return false;
    json_int(r->out, "seq", r->s->entries_n);
    write_events(r, (int)since, seat);
    return true;
}

static bool cmd_undo(struct request *r) {
    struct session *s = r->s;
    struct json_in v = get(r, "force");
    int64_t to = s->entries_n;
    bool force = false;
    while (to > 0 && s->entry[to - 1].undo)
        to = s->entry[to - 1].undo - 1;
    if (!get_int(r, "to", 1, SESSION_MAX, &to))
        return false;
    if (v.len && !json_to_bool(v, &force))
        return bad_key(r, "force", "true or false");
    int refused = session_undo(s, (int)to, force);
    return refused ? fail_step(r, refused, "undo") : write_status(r);
}

/* Keep every member of "headers" with the game. */
static bool take_headers(struct request *r) {
    struct json_in headers = get(r, "headers"), key, value;
    char name[32], text[512];
    size_t at = 0;
    if (headers.len && !json_is_object(headers))
        return bad_key(r, "headers", "an object of texts");
    while (json_next(headers, &at, &key, &value))
        if (json_to_text(key, name, sizeof name) < 0 || json_to_text(value, text, sizeof text) < 0 ||
            !record_set_header(r->s, name, text))
            return bad_key(r, "headers", "one that cannot be kept");
    return true;
}

static bool cmd_record(struct request *r) {
    int seat = SEAT_ALL;
    struct text t;
    if (!get_seat(r, "seat", true, false, &seat) || !take_headers(r))
        return false;
    text_begin(&t, r->p->text, sizeof r->p->text);
    record_write(r->s, seat, &t);
    if (!text_fits(&t))
        return fail(r, "too-long", "the record does not fit into an answer");
    json_text_n(r->out, "record", r->p->text, t.len);
    return true;
}

/* Take over the spare session up to entry `upto`, with another seed or chance if asked. */
static bool take_spare(struct request *r, const struct session *from, int64_t upto) {
    int64_t seed = (int64_t)from->seed;
    bool manual = from->manual;
    if (upto > from->entries_n)
        return bad_key(r, "upto", "there is no such entry");
    if (!get_chance(r, &seed, &manual))
        return false;
    if (!session_copy(r->s, from, (int)upto))
        return fail_step(r, SESSION_FULL, "");
    r->s->seed = (uint64_t)seed;
    r->s->manual = manual;
    return write_start(r);
}

static bool cmd_load(struct request *r) {
    struct record_fault fault;
    struct session *spare = r->p->session[PROTOCOL_SESSIONS];
    int64_t upto = -1;
    int len = json_to_text(get(r, "record"), r->p->text, sizeof r->p->text);
    if (len < 0)
        return bad_key(r, "record", "the text of a game record");
    if (!get_int(r, "upto", 0, SESSION_MAX, &upto))
        return false;
    if (!record_read(spare, r->p->text, (size_t)len, &fault)) {
        fail(r, "bad-record", fault.what);
        json_int(r->out, "line", fault.line);
        return false;
    }
    return take_spare(r, spare, upto < 0 ? spare->entries_n : upto);
}

static bool cmd_copy(struct request *r) {
    int64_t from = 0, upto = -1;
    if (!get_int(r, "from", 0, PROTOCOL_SESSIONS - 1, &from) ||
        !get_int(r, "upto", 0, SESSION_MAX, &upto))
        return false;
    const struct session *other = r->p->session[from];
    if (!other->game)
        return fail(r, "no-game", "the session to copy from has no game");
    return take_spare(r, other, upto < 0 ? other->entries_n : upto);
}

static void write_ruleset(struct json_out *out, const struct ruleset *set) {
    json_text(out, "parent", set->parent);
    json_object(out, "players");
    json_int(out, "min", set->seats_min);
    json_int(out, "max", set->seats_max);
    json_int(out, "usual", set->seats);
    json_object_end(out);
}

static void write_option(struct json_out *out, const struct option *o) {
    json_object(out, NULL);
    json_text(out, "name", o->name);
    if (o->words) {
        json_array(out, "words");
        for (int i = o->min; i <= o->max; i++)
            json_text(out, NULL, o->words[i]);
        json_array_end(out);
    } else {
        json_int(out, "min", o->min);
        json_int(out, "max", o->max);
    }
    json_object_end(out);
}

static void write_game(struct json_out *out, const struct game *game) {
    json_object(out, NULL);
    json_text(out, "name", game->name);
    json_array(out, "options");
    for (int i = 0; game->options[i].name; i++)
        write_option(out, &game->options[i]);
    json_array_end(out);
    json_array(out, "rulesets");
    for (int i = 0; game->rulesets[i].name; i++) {
        json_object(out, NULL);
        json_text(out, "name", game->rulesets[i].name);
        write_ruleset(out, &game->rulesets[i]);
        json_object(out, "options");
        rules_write_options(game, game->rulesets[i].value, out);
        json_object_end(out);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

/* The options that differ from the ruleset, or, where none does, the ruleset's from its parent. */
static void write_changes(struct json_out *out, const struct game *game, const struct rules *rules) {
    const struct ruleset *set = &game->rulesets[rules->ruleset], *base = set;
    if (memcmp(rules->value, set->value, sizeof rules->value) == 0 && set->parent)
        for (base = game->rulesets; strcmp(base->name, set->parent) != 0;)
            base++;
    json_object(out, "changes");
    for (int i = 0; game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        if (rules->value[i] == base->value[i])
            continue;
        if (o->words)
            json_text(out, o->name, o->words[rules->value[i]]);
        else
            json_int(out, o->name, rules->value[i]);
    }
    json_object_end(out);
}

static bool cmd_rules(struct request *r) {
    char name[RULES_TEXT_MAX], text[RULES_TEXT_MAX];
    struct rules rules;
    int at = 0;
    if (!get_text(r, "name", name, sizeof name))
        return false;
    if (!name[0]) {
        json_array(r->out, "games");
        for (int i = 0; games[i]; i++)
            write_game(r->out, games[i]);
        json_array_end(r->out);
        return true;
    }
    const struct game *game = rules_game(name);
    enum rules_error error = game ? rules_parse(game, name, 0, &rules, &at) : RULES_NO_SUCH_RULESET;
    if (error) {
        fail(r, rules_error_id(error), name);
        json_int(r->out, "at", at);
        return false;
    }
    rules_format(game, &rules, text, sizeof text);
    json_text(r->out, "game", game->name);
    json_text(r->out, "rules", text);
    json_text(r->out, "ruleset", game->rulesets[rules.ruleset].name);
    write_ruleset(r->out, &game->rulesets[rules.ruleset]);
    json_object(r->out, "options");
    rules_write_options(game, rules.value, r->out);
    json_object_end(r->out);
    write_changes(r->out, game, &rules);
    return true;
}

static bool cmd_go(struct request *r) {
    struct protocol_go ask = { .game = r->s->game, .rules = &r->s->rules, .view = r->p->view };
    int64_t nodes = 0, ms = 0, seed = 0;
    ask.seat = waited_for(r->s);
    if (!r->p->go)
        return fail(r, "no-bots", "no bots are built in");
    if (!get_seat(r, "seat", false, false, &ask.seat) ||
        !get_text(r, "level", ask.level, sizeof ask.level) ||
        !get_text(r, "style", ask.style, sizeof ask.style) ||
        !get_int(r, "nodes", 1, 100000000, &nodes) || !get_int(r, "ms", 1, 600000, &ms) ||
        !get_int(r, "seed", 0, ((int64_t)1 << SEED_BITS) - 1, &seed))
        return false;
    if (ask.seat < 0)
        return bad_key(r, "seat", "chance must act first: say for which seat");
    ask.nodes = (uint32_t)nodes;
    ask.ms = (uint32_t)ms;
    ask.seed = (uint64_t)seed;
    memset(r->p->view, 0, STATE_MAX);
    r->s->game->view(r->s->state, ask.seat, r->p->view);
    json_int(r->out, "seat", ask.seat);
    const char *error = r->p->go(r->p->host, &ask, r->out);
    return !error || fail(r, error, "the bot cannot be asked that");
}

/* ---- the line ---- */

static const struct command {
    const char *name;
    bool (*run)(struct request *r);
    bool needs_game;
    const char *keys;               /* between spaces */
} commands[] = {
    { "hello", cmd_hello, false, " " },
    { "new", cmd_new, false, " ruleset game players seed first board chance " },
    { "legal", cmd_legal, true, " seat " },
    { "check", cmd_check, true, " action " },
    { "play", cmd_play, true, " action actions " },
    { "state", cmd_state, true, " " },
    { "set", cmd_set, false, " state seed chance " },
    { "view", cmd_view, true, " seat " },
    { "events", cmd_events, true, " seat since " },
    { "undo", cmd_undo, true, " to force " },
    { "record", cmd_record, true, " seat headers " },
    { "load", cmd_load, false, " record upto seed chance " },
    { "copy", cmd_copy, false, " from upto seed chance " },
    { "rules", cmd_rules, false, " name " },
    { "go", cmd_go, true, " seat level style nodes ms seed " },
    { "quit", cmd_quit, false, " " },
    { NULL, NULL, false, NULL },
};

/* Is `word` one of the words of `keys`? */
static bool knows(const char *keys, const char *word) {
    size_t n = strlen(word);
    for (const char *at = keys + 1; *at; at += strcspn(at, " ") + 1)
        if (strncmp(at, word, n) == 0 && at[n] == ' ')
            return true;
    return false;
}

static bool keys_are_known(struct request *r, const struct command *c) {
    struct json_in key, value;
    size_t at = 0;
    while (json_next(r->in, &at, &key, &value)) {
        char name[32] = "";
        if (json_equals(key, "cmd") || json_equals(key, "id") || json_equals(key, "session"))
            continue;
        if (json_to_text(key, name, sizeof name) < 0 || !knows(c->keys, name))
            return bad_key(r, name, "this command does not know that key");
    }
    return true;
}

/* The id to give back: a text or a whole number, else none. */
static bool take_id(struct request *r) {
    struct json_in id = get(r, "id");
    int64_t number;
    if (id.len && !json_is_text(id) && !json_to_int(id, INT64_MIN, INT64_MAX, &number))
        return bad_key(r, "id", "a text or a whole number");
    if (id.len > 256)
        return bad_key(r, "id", "too long");
    r->id = id;
    begin_answer(r, true);
    return true;
}

static bool answer(struct request *r, const char *line, size_t len) {
    char name[16];
    int64_t session = 0;
    size_t fault = json_check(line, len, &r->in);
    if (fault) {
        fail(r, "bad-json", "the line is no JSON");
        json_int(r->out, "at", (int64_t)fault);
        return false;
    }
    if (!json_is_object(r->in))
        return fail(r, "bad-request", "a request is an object");
    if (!take_id(r))
        return false;
    if (json_to_text(get(r, "cmd"), name, sizeof name) < 0)
        return json_is_text(get(r, "cmd")) ? fail(r, "unknown-command", "no such command") :
                                             bad_key(r, "cmd", "missing");
    if (!json_to_int(get(r, "session"), 0, PROTOCOL_SESSIONS - 1, &session) && get(r, "session").len)
        return fail(r, "no-such-session", "sessions are 0 to 3");
    r->s = r->p->session[session];
    const struct command *c = commands;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    if (!c->name)
        return fail(r, "unknown-command", "no such command");
    if (!keys_are_known(r, c))
        return false;
    if (c->needs_game && !r->s->game)
        return fail(r, "no-game", "this session has no game: send new, set or load");
    return c->run(r);
}

size_t protocol_line(struct protocol *p, const char *line, size_t len, char *text, size_t size) {
    struct json_out out;
    struct request r = { .p = p, .out = &out };
    out.text = text;
    out.size = size;
    begin_answer(&r, true);
    if (len >= PROTOCOL_LINE_MAX)
        fail(&r, "too-long", "the line is longer than 1 MiB");
    else
        answer(&r, line, len);
    json_object_end(&out);
    if (!json_fits(&out)) {
        fail(&r, "too-long", "the answer does not fit");
        json_object_end(&out);
        CHECK(json_fits(&out));
    }
    return out.len;
}

size_t protocol_size(void) {
    return sizeof(struct protocol) + (PROTOCOL_SESSIONS + 1) * session_size(PROTOCOL_ACTIONS_MAX);
}

struct protocol *protocol_new(void *memory) {
    struct protocol *p = memory;
    unsigned char *at = (unsigned char *)(p + 1);
    memset(p, 0, sizeof *p);
    for (int i = 0; i <= PROTOCOL_SESSIONS; i++) {
        p->session[i] = session_new(at, PROTOCOL_ACTIONS_MAX);
        at += session_size(PROTOCOL_ACTIONS_MAX);
    }
    return p;
}
