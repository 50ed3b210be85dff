/* protocol_games.c -- commands that start, load, copy and record games and describe rules. */
#include <string.h>

#include "protocol_request.h"
#include "text.h"

static bool names_board(const char *rules) {
    for (; (rules = strchr(rules, ',')) != NULL; rules++)
        if (strncmp(rules, ",board=", 7) == 0)
            return true;
    return false;
}

/* The text of the rules, by either of its names. */
static bool asked_text(struct request *r, char *rules, size_t size) {
    bool new_name = request_get(r, "rules").len;
    if (new_name && request_get(r, "ruleset").len)
        return request_bad_key(r, "ruleset", "the same as rules: give one of them");
    return request_get_text(r, new_name ? "rules" : "ruleset", rules, size);
}

/* The game and the text of the rules, with "first" and a named board as options. */
static const struct game *asked_rules(struct request *r, char *rules, size_t size) {
    char name[32], board[16];
    struct text t;
    struct json_in given = request_get(r, "board");
    int64_t first = -1;
    if (!request_get_text(r, "game", name, sizeof name) ||
        !asked_text(r, rules, size) ||
        !request_get_int(r, "first", 0, SEATS_MAX - 1, &first))
        return NULL;
    const struct game *game = games[0];
    for (int i = 0; name[0] && (game = games[i]) && strcmp(game->name, name) != 0;)
        i++;
    if (!game)
        return request_fail(r, "no-such-game", "no game of that name"), NULL;
    if (rules[0]) {
        const struct game *named = rules_game(rules);
        if (!named || (name[0] && named != game))
            return request_fail_rules(r, name[0] ? game : NULL, rules, RULES_NO_SUCH_RULESET, 0),
                   NULL;
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
        if (!request_get_text(r, "board", board, sizeof board))
            return NULL;
        text_format(&t, ",board=%s", board);
    } else if (given.len && !names_board(rules)) {      /* in full, as chance might deal it */
        text_add(&t, ",board=random");
    }
    if (!text_fits(&t))
        return request_bad_key(r, "rules", "too long"), NULL;
    return game;
}

/* Start on a board given in full: a position with only rules and board. */
static bool start_on_board(struct request *r, const struct game *game, const struct rules *rules,
                           struct json_in board, int64_t seed, bool manual) {
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    struct json_out json = json_begin_object(r->p->text, sizeof r->p->text);
    json_int(&json, "v", 1);
    json_text(&json, "game", game->name);
    rules_write(game, rules, &json, "rules");
    json_raw(&json, "board", board.text, board.len);
    json_object_end(&json);
    if (!json_fits(&json))
        return request_bad_key(r, "board", "too long");
    if (session_set(r->s, r->p->text, json.len, (uint64_t)seed, manual, &why))
        return request_fail(r, "bad-board", words);
    return true;
}

/* Automatic chance acts at once, so the answer shows the board it dealt. */
static bool begin(struct request *r) {
    session_open(r->s);
    if (session_close(r->s))
        return request_fail_step(r, SESSION_FULL, "");
    request_write_start(r);
    request_write_events(r, 0, SEAT_ALL, NULL);
    return true;
}

/* Keep every member of "headers" with the game. */
static bool take_headers(struct request *r) {
    struct json_in headers = request_get(r, "headers"), key, value;
    char name[32], text[512];
    size_t at = 0;
    if (headers.len && !json_is_object(headers))
        return request_bad_key(r, "headers", "an object of texts");
    while (json_next(headers, &at, &key, &value))
        if (json_to_text(key, name, sizeof name) < 0 ||
            json_to_text(value, text, sizeof text) < 0 ||
            !record_set_header(r->s, name, text))
            return request_bad_key(r, "headers", "one that cannot be kept");
    return true;
}

/* The board may be given in full. */
static bool start(struct request *r, const struct game *game, const struct rules *rules,
                  const char *text, int64_t seed, bool manual) {
    struct json_in board = request_get(r, "board");
    if (board.len && !json_is_text(board))
        return json_is_object(board)
                   ? start_on_board(r, game, rules, board, seed, manual)
                   : request_bad_key(r, "board", "\"fixed\", \"random\" or an object");
    int reason = session_start(r->s, game, rules, (uint64_t)seed, manual);
    return reason == 0 || request_fail_reason(r, game, reason, text);
}

/* Started in the spare session, so that a refused request destroys no game. */
bool request_cmd_new(struct request *r) {
    char text[RULES_TEXT_MAX];
    struct rules rules;
    struct session *s = r->s;
    int64_t players = 0, seed = 0;
    bool manual = false, fair = json_equals(request_get(r, "chance"), "fair");
    int at;
    const struct game *game = asked_rules(r, text, sizeof text);
    if (!game || !request_get_int(r, "players", 1, SEATS_MAX, &players) ||
        (!fair && !request_get_chance(r, &seed, &manual)))
        return false;
    enum rules_error error = rules_parse(game, text, (int)players, &rules, &at);
    if (error)
        return request_fail_rules(r, game, text, error, at);
    r->s = r->p->session[PROTOCOL_SESSIONS];
    if (!start(r, game, &rules, text, seed, manual) || !take_headers(r))
        return false;
    if (fair && !record_fair(r->s))
        return request_bad_key(r, "headers",
                               "fair dice need Server-Seed (64 hex digits), Seat-Seeds and Game-Id");
    session_copy(s, r->s, 0);
    r->s = s;
    return begin(r);
}

/* If the request is refused, the session keeps its game. */
bool request_cmd_set(struct request *r) {
    struct json_in v = request_get(r, "state");
    int64_t seed = 0;
    bool manual = false;
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    if (!json_is_object(v))
        return request_bad_key(r, "state", "a position is wanted");
    if (!request_get_chance(r, &seed, &manual))
        return false;
    if (session_set(r->s, v.text, v.len, (uint64_t)seed, manual, &why))
        return request_fail(r, "bad-position", words);
    return begin(r);
}

/* For a seat, only what it may know; see record_write(). */
bool request_cmd_record(struct request *r) {
    int seat = SEAT_ALL;
    if (!request_get_seat(r, "seat", true, false, &seat) || !take_headers(r))
        return false;
    struct text t = text_begin(r->p->text, sizeof r->p->text);
    record_write(r->s, seat, &t);
    if (!text_fits(&t))
        return request_fail(r, "too-long", "the record does not fit into an answer");
    json_text_n(r->out, "record", r->p->text, t.len);
    return true;
}

/* Take over the spare session up to entry `upto`, with a new seed or chance if given. */
static bool take_spare(struct request *r, const struct session *from, int64_t upto) {
    int64_t seed = -1;
    bool by_hand = from->dice.kind == CHANCE_BY_HAND, manual = by_hand;
    if (upto > from->log.entries_n)
        return request_bad_key(r, "upto", "there is no such entry");
    if (!request_get_chance(r, &seed, &manual))
        return false;
    if (!session_copy(r->s, from, (int)upto))
        return request_fail_step(r, SESSION_FULL, "");
    if (manual)
        r->s->dice.kind = CHANCE_BY_HAND;
    else if (seed >= 0 || by_hand)
        record_seed(r->s, seed >= 0 ? (uint64_t)seed : r->s->dice.seed);
    return request_write_start(r);
}

/* Replayed in the spare session, so a bad record destroys no game. */
bool request_cmd_load(struct request *r) {
    struct record_fault fault;
    struct session *spare = r->p->session[PROTOCOL_SESSIONS];
    int64_t upto = -1;
    size_t len;
    if (!request_get_record(r, &len) || !request_get_int(r, "upto", 0, SESSION_MAX, &upto))
        return false;
    if (!record_read(spare, r->p->text, len, &fault))
        return request_fail_record(r, &fault);
    return take_spare(r, spare, upto < 0 ? spare->log.entries_n : upto);
}

/* From a session to itself, it cuts off the end. */
bool request_cmd_copy(struct request *r) {
    int64_t from = 0, upto = -1;
    if (!request_get_int(r, "from", 0, PROTOCOL_SESSIONS - 1, &from) ||
        !request_get_int(r, "upto", 0, SESSION_MAX, &upto))
        return false;
    const struct session *other = r->p->session[from];
    if (!other->game)
        return request_fail(r, "no-game", "the session to copy from has no game");
    return take_spare(r, other, upto < 0 ? other->log.entries_n : upto);
}

static void write_ruleset(struct json_out *out, const struct ruleset *set) {
    json_text(out, "parent", set->parent);
    json_object(out, "players");
    json_int(out, "min", set->seats_min);
    json_int(out, "max", set->seats_max);
    json_int(out, "usual", set->seats);
    json_object_end(out);
}

/* Which values an option may have. */
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
        if (o->unlimited)
            json_text(out, "unlimited", o->unlimited);
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
        rules_write_options(game, game->rulesets[i].value, out);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

/* The options that differ from the ruleset; for a bare ruleset, those that differ from its
 * parent. */
static void write_changes(struct json_out *out, const struct game *game,
                          const struct rules *rules) {
    const struct ruleset *set = &game->rulesets[rules->ruleset], *base = set;
    if (memcmp(rules->value, set->value, sizeof rules->value) == 0 && set->parent)
        for (base = game->rulesets; strcmp(base->name, set->parent) != 0;)
            base++;
    json_object(out, "changes");
    for (int i = 0; game->options[i].name; i++)
        if (rules->value[i] != base->value[i])
            option_write(&game->options[i], rules->value[i], out);
    json_object_end(out);
}

/* Without a name: everything, for clients that build a form from it. */
bool request_cmd_rules(struct request *r) {
    char name[RULES_TEXT_MAX], text[RULES_TEXT_MAX];
    struct rules rules;
    int at = 0;
    if (!request_get_text(r, "name", name, sizeof name))
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
    if (error)
        return request_fail_rules(r, game, name, error, at);
    rules_format(game, &rules, text, sizeof text);
    json_text(r->out, "game", game->name);
    json_text(r->out, "rules", text);
    json_text(r->out, "ruleset", game->rulesets[rules.ruleset].name);
    write_ruleset(r->out, &game->rulesets[rules.ruleset]);
    rules_write_options(game, rules.value, r->out);
    write_changes(r->out, game, &rules);
    return true;
}
