/* protocol_request.c -- what the commands of the engine protocol share: refusals, parts of
 * answers, and reading the members of a request. */
#include "protocol_request.h"

#include <string.h>

#include "check.h"
#include "text.h"

/* ---- answers ---- */

/* Discards what was written: an answer is either complete or a refusal. */
void request_begin_answer(struct request *r, bool ok) {
    *r->out = json_begin_object(r->out->text, r->out->size);
    if (r->id.len)
        json_raw(r->out, "id", r->id.text, r->id.len);
    json_bool(r->out, "ok", ok);
}

/* Refuse; the caller may add members before it returns false. */
static bool fail_by_rule(struct request *r, const char *error, const char *rule,
                         const char *message) {
    request_begin_answer(r, false);
    json_text(r->out, "error", error);
    json_text(r->out, "rule", rule);
    json_text(r->out, "message", message);
    return false;
}

bool request_fail(struct request *r, const char *error, const char *message) {
    return fail_by_rule(r, error, NULL, message);
}

/* A member of the request is missing or of the wrong kind. */
bool request_bad_key(struct request *r, const char *key, const char *message) {
    request_fail(r, "bad-request", message);
    json_text(r->out, "key", key);
    return false;
}

bool request_fail_reason(struct request *r, const struct game *game, int reason,
                         const char *about) {
    char message[ACTION_TEXT_MAX + 96];
    CHECK(0 < reason && reason < game->reasons_n);
    const struct reason *why = &game->reasons[reason];
    struct text t = text_begin(message, sizeof message);
    text_format(&t, "%s: %s, see %s", about, why->id, why->rule);
    return fail_by_rule(r, why->id, why->rule, message);
}

/* "at" is the offset of the wrong word in the text, so that an editor can point at it. */
bool request_fail_rules(struct request *r, const struct game *game, const char *text,
                        enum rules_error error, int at) {
    char message[RULES_TEXT_MAX];
    struct text t = text_begin(message, sizeof message);
    rules_explain(game, text, error, at, &t);
    request_fail(r, rules_error_id(error), message);
    json_int(r->out, "at", at);
    return false;
}

/* The verb of an action's text: the second word. */
static size_t verb_of(const char *text, const char **verb) {
    const char *space = strchr(text, ' ');
    *verb = space ? space + 1 : "";
    return strcspn(*verb, " ");
}

/* Chance has a menu only when the game waits for it. */
int request_menu(struct request *r, int seat) {
    const struct session *s = r->s;
    if (seat == SEAT_CHANCE && !(s->game->owes(s->state) & OWES_CHANCE))
        return 0;
    int n = s->game->legal(s->state, seat, r->p->menu);
    CHECK(n <= MENU_MAX);
    return n;
}

/* Show an action of the seat's menu that has the verb of `text`, or, if there is none, every verb
 * of the menu once. */
static void explain_menu(struct request *r, int seat, const char *text, struct text *t) {
    const struct session *s = r->s;
    const char *verb, *mine, *last = "";
    char one[ACTION_TEXT_MAX], before[ACTION_TEXT_MAX] = "";
    size_t n = verb_of(text, &mine), last_n = 0;
    int menu = request_menu(r, seat);
    for (int i = 0; i < menu; i++) {
        s->game->format(s->state, &r->p->menu[i], one, sizeof one);
        if (verb_of(one, &verb) == n && strncmp(verb, mine, n) == 0) {
            text_format(t, "; write it like %s", one);
            return;
        }
    }
    if (menu == 0)
        text_add(t, "; now this seat has nothing to do");
    for (int i = 0; i < menu; i++) {
        s->game->format(s->state, &r->p->menu[i], one, sizeof one);
        size_t len = verb_of(one, &verb);
        if (len == last_n && strncmp(verb, last, len) == 0)
            continue;
        text_add(t, i == 0 ? "; now there is: " : ", ");
        text_add_n(t, verb, len);
        memcpy(before, one, sizeof one);
        last_n = verb_of(before, &last);
    }
}

/* Two spaces in a row, or one at the end. */
static bool has_stray_space(const char *text) {
    for (; (text = strchr(text, ' ')) != NULL; text++)
        if (text[1] == ' ' || text[1] == '\0')
            return true;
    return false;
}

/* The text is not an action: say what an action looks like. */
bool request_fail_action(struct request *r, int reason, const char *text) {
    char message[ACTION_TEXT_MAX + 512];
    const struct reason *why = &r->s->game->reasons[reason];
    bool chance = text[0] == '*', has_seat = chance || ('0' <= text[0] && text[0] <= '9');
    struct text t = text_begin(message, sizeof message);
    text_format(&t, "%s: %s", text, why->id);
    if (!has_seat || text[1] != ' ' || has_stray_space(text))
        text_add(&t, "; an action is a seat (chance: *), a verb and its arguments, with single "
                     "spaces: 0 roll");
    else if (!r->s->is_view && (chance || text[0] - '0' < r->s->rules.seats))
        explain_menu(r, chance ? SEAT_CHANCE : text[0] - '0', text, &t);
    return fail_by_rule(r, why->id, why->rule, message);
}

bool request_fail_record(struct request *r, const struct record_fault *fault) {
    request_fail(r, "bad-record", fault->what);
    json_int(r->out, "line", fault->line);
    return false;
}

/* Report what session_step() or a similar function refused. */
bool request_fail_step(struct request *r, int refused, const char *about) {
    if (refused > 0)
        return request_fail_reason(r, r->s->game, refused, about);
    switch (refused) {
    case SESSION_VIEW:
        return request_fail(r, "only-a-view", "a view can be looked at, not played on");
    case SESSION_NO_ENTRY:
        return request_fail(r, "no-such-entry", "there is no such entry that stands");
    case SESSION_REVEALS:
        return request_fail(r, "undo-reveals", "it would take back chance or a secret seen");
    default:
        return request_fail(r, "game-full", "the game has more entries than the engine keeps");
    }
}

/* The status at the end of every answer that changes or shows a game. */
bool request_write_status(struct request *r) {
    struct session *s = r->s;
    struct json_out *out = r->out;
    int winner = -1;
    unsigned owes = s->game->owes(s->state);
    s->game->points(s->state, 0, &winner);
    json_int(out, "seq", s->log.entries_n);
    json_bits(out, "owes", owes & ~OWES_CHANCE);
    json_bits(out, "may", s->game->may(s->state));
    json_bool(out, "chance", owes & OWES_CHANCE);
    json_int_or_null(out, "winner", winner >= 0, winner);
    json_bool(out, "over", owes == 0);
    int undo = session_undoable(s);
    json_int_or_null(out, "undo", undo, undo);
    return true;
}

bool request_write_start(struct request *r) {
    char rules[RULES_TEXT_MAX];
    struct session *s = r->s;
    rules_format(s->game, &s->rules, rules, sizeof rules);
    json_text(r->out, "game", s->game->name);
    json_text(r->out, "rules", rules);
    json_int(r->out, "players", s->rules.seats);
    return request_write_status(r);
}

void request_write_events(struct request *r, int since, int seat, const void *before) {
    struct log_reader reader;
    struct log_line line;
    json_array(r->out, "events");
    log_read(&reader, &r->s->log, since, seat, before);
    while (log_next(&reader, &line)) {
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

/* Null counts as missing. */
struct json_in request_get(struct request *r, const char *key) {
    struct json_in v = json_get(r->in, key);
    if (json_is_null(v))
        v.len = 0;
    return v;
}

/* A whole number; `*out` stays unchanged if it is missing. */
bool request_get_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out) {
    struct json_in v = request_get(r, key);
    if (v.len == 0 || json_to_int(v, min, max, out))
        return true;
    char message[80];
    struct text t = text_begin(message, sizeof message);
    text_add(&t, "a whole number from ");
    text_int(&t, min);
    text_add(&t, " to ");
    text_int(&t, max);
    return request_bad_key(r, key, message);
}

bool request_get_bool(struct request *r, const char *key, bool *out) {
    struct json_in v = request_get(r, key);
    return v.len == 0 || json_to_bool(v, out) || request_bad_key(r, key, "true or false");
}

/* Empty if missing. */
bool request_get_text(struct request *r, const char *key, char *out, size_t size) {
    struct json_in v = request_get(r, key);
    out[0] = '\0';
    if (v.len == 0 || json_to_text(v, out, size) >= 0)
        return true;
    return request_bad_key(r, key, "a text of moderate length is wanted");
}

/* A seat number, "spectator" if a view is meant, "*" if chance is allowed. A session that holds
 * a view answers only for its own seat. */
bool request_get_seat(struct request *r, const char *key, bool views, bool chance, int *seat) {
    struct json_in v = request_get(r, key);
    int64_t number = *seat;
    if (views && json_equals(v, "spectator"))
        number = SEAT_SPECTATOR;
    else if (chance && json_equals(v, "*"))
        number = SEAT_CHANCE;
    else if (v.len && !json_to_int(v, 0, r->s->rules.seats - 1, &number))
        return request_bad_key(r, key, views ? "no such seat; seats count from 0, or \"spectator\""
                                             : "no such seat; seats count from 0");
    if (r->s->is_view && number >= 0 && number != r->s->viewer)
        return request_fail(r, "only-a-view", "the session holds the view of another seat");
    *seat = (int)number;
    return true;
}

/* "seed" and "chance", for new, set and load. */
bool request_get_chance(struct request *r, int64_t *seed, bool *manual) {
    struct json_in v = request_get(r, "chance");
    if (!request_get_int(r, "seed", 0, ((int64_t)1 << SEED_BITS) - 1, seed))
        return false;
    if (v.len == 0)
        return true;
    *manual = json_equals(v, "manual");
    return *manual || json_equals(v, "auto") ||
           request_bad_key(r, "chance", "\"auto\" or \"manual\"");
}

bool request_get_record(struct request *r, size_t *len) {
    int n = json_to_text(request_get(r, "record"), r->p->text, sizeof r->p->text);
    *len = (size_t)n;
    return n >= 0 || request_bad_key(r, "record", "the text of a game record");
}
