/* protocol.c -- answers one request of the engine protocol; the table has one row per command.
 *
 * A command reads everything it needs before it changes anything. On any fault request_fail()
 * discards what was written of the answer. */
#include "protocol.h"

#include <string.h>

#include "check.h"
#include "protocol_request.h"
#include "text.h"
#include "undo.h"

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

/* The host watches p->quit and stops after this answer. */
static bool cmd_quit(struct request *r) {
    r->s->game = NULL;
    r->p->quit = true;
    return true;
}

/* A host that can be interrupted acts on this line while a bot thinks. When it is answered here,
 * nothing is left to stop. */
static bool cmd_stop(struct request *r) {
    (void)r;
    return true;
}

/* The viewer of a view; else chance, the lowest seat that owes, or seat 0. */
static int waited_for(const struct session *s) {
    const struct to_ask none = { .free = 0 };
    int seat = asking_next(&none, s->game, s->state, 0);
    return s->is_view && s->viewer >= 0 ? s->viewer : seat == ASK_NOBODY ? 0 : seat;
}

static void write_seat(struct request *r, int seat) {
    if (seat == SEAT_CHANCE)
        json_text(r->out, "seat", "*");
    else
        json_int_or_null(r->out, "seat", seat >= 0, seat);
}

/* An array of seats, as bits. */
static bool get_seats(struct request *r, const char *key, unsigned *seats) {
    struct json_in all = request_get(r, key), v;
    size_t at = 0;
    int64_t seat;
    if (all.len == 0)
        return true;
    if (!json_is_array(all))
        return request_bad_key(r, key, "an array of seats");
    for (*seats = 0; json_next(all, &at, NULL, &v); *seats |= 1u << seat)
        if (!json_to_int(v, 0, r->s->rules.seats - 1, &seat))
            return request_bad_key(r, key, "no such seat; seats count from 0");
    return true;
}

/* What the seat may take back; `bots` are those that need not agree (undo.h). */
static void write_undo(struct request *r, int seat, unsigned bots) {
    const struct session *s = r->s;
    unsigned others = ((1u << s->rules.seats) - 1) & ~bots & ~(1u << (seat & 31));
    int undo = seat >= 0 && s->game->owes(s->state) ? undo_last(&s->log, seat, !others) : 0;
    json_int_or_null(r->out, "undo", undo, undo);
}

/* Chance's menu comes with its weights, in the same order. */
static bool cmd_legal(struct request *r) {
    struct session *s = r->s;
    int seat = waited_for(s);
    unsigned bots = 0;
    if (!request_get_seat(r, "seat", false, true, &seat) || !get_seats(r, "bots", &bots))
        return false;
    bool chance = seat == SEAT_CHANCE;
    int n = request_menu(r, seat);
    write_seat(r, seat);
    json_array(r->out, "actions");
    for (int i = 0; i < n; i++) {
        char text[ACTION_TEXT_MAX];
        s->game->format(s->state, &r->p->menu[i], text, sizeof text);
        json_text(r->out, NULL, text);
    }
    json_array_end(r->out);
    if (request_get(r, "bots").len)
        write_undo(r, seat, bots);
    if (chance) {
        int weights = n ? s->game->weights(s->state, r->p->weight) : 0;
        json_array(r->out, "weights");
        for (int i = 0; i < weights; i++)
            json_int(r->out, NULL, r->p->weight[i]);
        json_array_end(r->out);
    }
    return true;
}

/* Parse an action of the request in the current state. */
static bool get_action(struct request *r, struct json_in v, char text[ACTION_TEXT_MAX],
                       struct action *a) {
    if (v.len == 0)
        return request_bad_key(r, "action", "missing");
    if (json_to_text(v, text, ACTION_TEXT_MAX) < 0)
        return request_fail(r, "bad-action", "an action is a text as in docs/notation.md");
    int reason = r->s->game->parse(r->s->state, text, a);
    return reason == 0 || request_fail_action(r, reason, text);
}

static bool cmd_check(struct request *r) {
    char text[ACTION_TEXT_MAX];
    struct action a;
    if (!get_action(r, request_get(r, "action"), text, &a))
        return false;
    int reason = r->s->game->check(r->s->state, &a);
    return reason == 0 || request_fail_reason(r, r->s->game, reason, text);
}

static bool play_one(struct request *r, struct json_in v) {
    char text[ACTION_TEXT_MAX];
    struct action a;
    if (!get_action(r, v, text, &a))
        return false;
    int refused = session_step(r->s, &a);
    return refused == 0 || request_fail_step(r, refused, text);
}

/* All or nothing: if one of several actions is refused, none is played, and "at" says which.
 * Together they are one entry, so one undo takes them back. */
static bool cmd_play(struct request *r) {
    struct json_in one = request_get(r, "action"), many = request_get(r, "actions"), v;
    struct session *s = r->s;
    int since = s->log.entries_n, index = 0;
    size_t at = 0;
    bool ok = true;
    if ((one.len == 0) == (many.len == 0))
        return request_bad_key(r, "action", "either \"action\" or \"actions\"");
    if (many.len && !json_is_array(many))
        return request_bad_key(r, "actions", "an array of actions");
    session_open(s);
    if (one.len)
        ok = play_one(r, one);
    for (; ok && many.len && json_next(many, &at, NULL, &v); index++) {
        ok = session_settle(s) == 0 ? play_one(r, v) : request_fail_step(r, SESSION_FULL, "");
        if (!ok)
            json_int(r->out, "at", index);
    }
    if (!ok)
        return session_abort(s), false;
    if (session_close(s))
        return request_fail_step(r, SESSION_FULL, "");
    request_write_status(r);
    request_write_events(r, since, SEAT_ALL, s->saved);
    return true;
}

/* Who is to be asked, and what is played if there is no answer. */
static bool cmd_next(struct request *r) {
    struct session *s = r->s;
    unsigned bots = ~0u;
    int waits = SEAT_CHANCE;
    struct action a;
    char text[ACTION_TEXT_MAX];
    if (!get_seats(r, "bots", &bots) || !request_get_seat(r, "waits", false, false, &waits))
        return false;
    if (waits >= 0)
        asking_waits(&s->asking, waits);
    int seat = asking_next(&s->asking, s->game, s->state, bots);
    bool owes = seat >= 0 && s->game->owes(s->state) >> seat & 1;
    bool otherwise = owes && (!s->is_view || seat == s->viewer) &&
                     asking_least_harmful(s->game, s->state, seat, r->p->menu, &a);
    if (otherwise)
        s->game->format(s->state, &a, text, sizeof text);
    write_seat(r, seat);
    json_bool(r->out, "owes", owes);
    json_text(r->out, "otherwise", otherwise ? text : NULL);
    return true;
}

static bool cmd_state(struct request *r) {
    json_key(r->out, "state");
    r->s->game->write(r->s->state, NULL, r->out);
    return true;
}

static bool cmd_view(struct request *r) {
    int seat = SEAT_SPECTATOR;
    if (!request_get_seat(r, "seat", true, false, &seat))
        return false;
    memset(r->p->view, 0, STATE_MAX);
    r->s->game->view(r->s->state, seat, r->p->view);
    json_key(r->out, "view");
    r->s->game->write(r->p->view, NULL, r->out);
    return true;
}

static bool cmd_events(struct request *r) {
    int seat = SEAT_ALL;
    int64_t since = 0;
    if (!request_get_seat(r, "seat", true, false, &seat) ||
        !request_get_int(r, "since", 0, r->s->log.entries_n, &since))
        return false;
    json_int(r->out, "seq", r->s->log.entries_n);
    request_write_events(r, (int)since, seat, NULL);
    return true;
}

/* Without "to": the last entry in force. */
static bool cmd_undo(struct request *r) {
    struct session *s = r->s;
    int64_t to = log_tip(&s->log, s->log.entries_n);
    bool force = false;
    if (!request_get_int(r, "to", 1, SESSION_MAX, &to) || !request_get_bool(r, "force", &force))
        return false;
    int refused = session_undo(s, (int)to, force);
    return refused ? request_fail_step(r, refused, "undo") : request_write_status(r);
}

/* The bot gets its seat's view. If the session was played, not set from a view, the bot also
 * gets the session, to see what that seat has seen. The host owns the bot, behind p->go. */
static bool cmd_go(struct request *r) {
    struct protocol_go ask = { .game = r->s->game, .rules = &r->s->rules, .view = r->p->view };
    bool think = true;
    int64_t nodes = 0, ms = 0, seed = 0;
    ask.seat = waited_for(r->s);
    ask.session = r->s->is_view ? NULL : r->s;
    ask.followed = r->s->is_view ? r->s : NULL;
    if (!r->p->go)
        return request_fail(r, "no-bots", "no bots are built in");
    if (!request_get_seat(r, "seat", false, false, &ask.seat) ||
        !request_get_text(r, "level", ask.level, sizeof ask.level) ||
        !request_get_text(r, "style", ask.style, sizeof ask.style) ||
        !request_get_text(r, "levels", ask.levels, sizeof ask.levels) ||
        !request_get_int(r, "nodes", 1, 100000000, &nodes) ||
        !request_get_int(r, "ms", 1, 600000, &ms) ||
        !request_get_int(r, "seed", 0, ((int64_t)1 << SEED_BITS) - 1, &seed) ||
        !request_get_bool(r, "advise", &ask.advise) || !request_get_bool(r, "info", &ask.info) ||
        !request_get_bool(r, "think", &think))
        return false;
    if (ask.seat < 0)
        return request_bad_key(r, "seat", "chance must act first: say for which seat");
    ask.decided = !think;
    ask.nodes = (uint32_t)nodes;
    ask.ms = (uint32_t)ms;
    ask.seed = (uint64_t)seed;
    memset(r->p->view, 0, STATE_MAX);
    r->s->game->view(r->s->state, ask.seat, r->p->view);
    json_int(r->out, "seat", ask.seat);
    char accepted[256];
    struct text why = text_begin(accepted, sizeof accepted);
    ask.why = &why;
    const char *error = r->p->go(r->p->host, &ask, r->out);
    return !error || request_fail(r, error, accepted);
}

/* For a seat at a table elsewhere: an action as the seat saw it, and the view after it. The view
 * is first read into the spare session, so a bad one changes nothing. */
static bool cmd_see(struct request *r) {
    struct session *next = r->p->session[PROTOCOL_SESSIONS], *s = r->s;
    struct json_in state = request_get(r, "state");
    struct action a;
    char words[WHY_MAX], text[ACTION_TEXT_MAX];
    struct text why = text_begin(words, sizeof words);
    if (!s->is_view || s->viewer < 0)
        return request_fail(r, "not-a-view", "only who set a seat's view can tell what it sees");
    if (!get_action(r, request_get(r, "action"), text, &a))
        return false;
    if (!json_is_object(state))
        return request_bad_key(r, "state", "the view after the action is wanted");
    if (session_set(next, state.text, state.len, 0, true, &why))
        return request_fail(r, "bad-position", words);
    if (!next->is_view || next->viewer != s->viewer || next->game != s->game ||
        next->rules.seats != s->rules.seats)
        return request_fail(r, "bad-position", "a view of another seat or of another game");
    struct protocol_see see = { s->game, &s->rules, s, s->viewer, s->state, next->state, &a };
    if (r->p->see)
        r->p->see(r->p->host, &see);
    memcpy(s->state, next->state, STATE_MAX);
    return request_write_status(r);
}

/* ---- the line ---- */

static const struct request_kind commands[] = {
    { "hello", cmd_hello, false, " " },
    { "new", request_cmd_new, false, " rules ruleset game players seed first board chance headers " },
    { "legal", cmd_legal, true, " seat bots " },
    { "check", cmd_check, true, " action " },
    { "play", cmd_play, true, " action actions " },
    { "next", cmd_next, true, " bots waits " },
    { "state", cmd_state, true, " " },
    { "set", request_cmd_set, false, " state seed chance " },
    { "view", cmd_view, true, " seat " },
    { "events", cmd_events, true, " seat since " },
    { "undo", cmd_undo, true, " to force " },
    { "record", request_cmd_record, true, " seat headers " },
    { "load", request_cmd_load, false, " record upto seed chance " },
    { "copy", request_cmd_copy, false, " from upto seed chance " },
    { "rules", request_cmd_rules, false, " name " },
    { "go", cmd_go, true, " seat advise level levels style nodes ms seed info think " },
    { "stop", cmd_stop, false, " " },
    { "see", cmd_see, true, " action state " },
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

static bool unknown_key(struct request *r, const struct request_kind *c, const char *name) {
    char message[160];
    struct text t = text_begin(message, sizeof message);
    text_format(&t, "no such key; %s takes%s%s", c->name, c->keys[1] ? "" : " none", c->keys);
    message[strlen(message) - 1] = '\0';
    return request_bad_key(r, name, message);
}

static bool unknown_command(struct request *r) {
    char message[160];
    struct text t = text_begin(message, sizeof message);
    text_add(&t, "no such command; there are");
    for (const struct request_kind *c = commands; c->name; c++)
        text_format(&t, " %s", c->name);
    for (const struct request_kind *c = r->p->more; c && c->name; c++)
        text_format(&t, " %s", c->name);
    return request_fail(r, "unknown-command", message);
}

/* The command of this name; NULL: there is none. */
static const struct request_kind *find_command(const struct request *r, const char *name) {
    for (const struct request_kind *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    for (const struct request_kind *c = r->p->more; c && c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* Every request may have cmd, id and session. */
static bool keys_are_known(struct request *r, const struct request_kind *c) {
    struct json_in key, value;
    size_t at = 0;
    while (json_next(r->in, &at, &key, &value)) {
        char name[32] = "";
        if (json_equals(key, "cmd") || json_equals(key, "id") || json_equals(key, "session"))
            continue;
        if (json_to_text(key, name, sizeof name) < 0 || !knows(c->keys, name))
            return unknown_key(r, c, name);
    }
    return true;
}

/* The id is repeated unchanged. */
static bool take_id(struct request *r) {
    struct json_in id = json_get(r->in, "id");
    if (id.len > 256)
        return request_bad_key(r, "id", "at most 256 bytes");
    r->id = id;
    request_begin_answer(r, true);
    return true;
}

/* Checks from the outside in: JSON, a request, a known command and session, known keys. */
static bool answer(struct request *r, const char *line, size_t len) {
    char name[16];
    int64_t session = 0;
    size_t fault = json_check(line, len, &r->in);
    if (fault) {
        request_fail(r, "bad-json", "no JSON, or a key twice, or nested too deep");
        json_int(r->out, "at", (int64_t)fault);
        return false;
    }
    if (!json_is_object(r->in))
        return request_fail(r, "bad-request", "a request is an object");
    if (!take_id(r))
        return false;
    struct json_in cmd = request_get(r, "cmd"), which = request_get(r, "session");
    if (!json_is_text(cmd))
        return request_bad_key(r, "cmd", "it names the command, as in {\"cmd\":\"new\"}");
    if (json_to_text(cmd, name, sizeof name) < 0)
        return unknown_command(r);
    if (which.len && !json_to_int(which, 0, PROTOCOL_SESSIONS - 1, &session))
        return request_fail(r, "no-such-session", "sessions are 0 to 3");
    r->s = r->p->session[session];
    const struct request_kind *c = find_command(r, name);
    if (!c)
        return unknown_command(r);
    if (!keys_are_known(r, c))
        return false;
    if (c->needs_game && !r->s->game)
        return request_fail(r, "no-game", "this session has no game: send new, set or load");
    return c->run(r);
}

/* Always returns an answer: one that does not fit is replaced by a refusal. */
size_t protocol_line(struct protocol *p, const char *line, size_t len, char *text, size_t size) {
    struct json_out out;
    struct request r = { .p = p, .out = &out };
    out.text = text;
    out.size = size;
    request_begin_answer(&r, true);
    if (len >= PROTOCOL_LINE_MAX)
        request_fail(&r, "too-long", "the line is longer than 1 MiB");
    else
        answer(&r, line, len);
    json_object_end(&out);
    if (!json_fits(&out)) {
        request_fail(&r, "too-long", "the answer does not fit");
        json_object_end(&out);
        CHECK(json_fits(&out));
    }
    return out.len;
}

size_t protocol_size(void) {
    return sizeof(struct protocol) + (PROTOCOL_SESSIONS + 1) * session_size(PROTOCOL_ACTIONS_MAX);
}

/* Everything is in the caller's protocol_size() bytes: the sessions, then a spare one in which
 * records are replayed before they replace anything. */
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
