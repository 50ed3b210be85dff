/* record.c -- replays a game record; record_write.c writes one.
 *
 * The reader goes line by line and stops at the first fault. The rules judge every action before
 * it is played, so a forged record cannot lead to a position that no game reaches. */
#include "record.h"

#include <string.h>

#include "sha256.h"

struct reader {
    const char *at, *end;       /* the remaining text */
    const char *line;           /* the last line read, `n` long without its newline */
    size_t n;
    struct record_fault *fault;
};

static bool fail(struct reader *r, const char *what) {
    struct text t = text_begin(r->fault->what, sizeof r->fault->what);
    text_add(&t, what);
    return false;
}

/* Lines may end with CR LF. Also counts the line number for error messages. */
static bool next_line(struct reader *r) {
    if (r->at >= r->end)
        return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->line = r->at;
    r->n = (size_t)((stop ? stop : r->end) - r->at);
    r->at = stop ? stop + 1 : r->end;
    if (r->n > 0 && r->line[r->n - 1] == '\r')
        r->n--;
    r->fault->line++;
    return true;
}

/* The headers, before there is a game. */
struct headers {
    char game[32], rules[RULES_TEXT_MAX], options[2048];
    const char *position;
    size_t position_n;
    int64_t players, revision, seed;
    bool manual;
};

/* A value as a C string; a value with a NUL in it would be cut short. */
static bool copy_value(char *to, size_t size, const char *value, size_t n) {
    if (n >= size || memchr(value, '\0', n))
        return false;
    memcpy(to, value, n);
    to[n] = '\0';
    return true;
}

enum { HEADER_BAD = -1, HEADER_OTHER, HEADER_OURS };

/* A header that the engine itself uses. */
static int read_header(struct headers *h, const char *name, size_t n, const char *value,
                       size_t len) {
    int64_t number;
    bool ok;
    if (text_is(name, n, "Game"))
        ok = copy_value(h->game, sizeof h->game, value, len);
    else if (text_is(name, n, "Rules"))
        ok = copy_value(h->rules, sizeof h->rules, value, len);
    else if (text_is(name, n, "Options"))
        ok = copy_value(h->options, sizeof h->options, value, len);
    else if (text_is(name, n, "Players"))
        ok = text_number(value, len, 1, SEATS_MAX, &h->players);
    else if (text_is(name, n, "Revision"))
        ok = text_number(value, len, 1, RULES_REVISION, &h->revision);
    else if (text_is(name, n, "Seed"))
        ok = text_number(value, len, 0, INT64_MAX, &h->seed);
    else if (text_is(name, n, "Result"))
        ok = text_number(value, len, 0, SEATS_MAX - 1, &number);
    else if (text_is(name, n, "Entries"))
        ok = text_number(value, len, 0, SESSION_MAX, &number);
    else if (text_is(name, n, "Check"))     /* record_seal() checks both */
        ok = true;
    else if (text_is(name, n, "Chance"))
        ok = h->manual = text_is(value, len, "manual");
    else if (text_is(name, n, "Position")) {
        h->position = value;
        h->position_n = len;
        ok = true;
    } else
        return HEADER_OTHER;
    return ok ? HEADER_OURS : HEADER_BAD;
}

/* The line of a kept header, or NULL. */
static char *find_header(struct session *s, const char *name) {
    size_t n = strlen(name);
    for (char *at = s->headers; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, name, n) == 0 && at[n] == ':')
            return at;
    return NULL;
}

static void drop_header(struct session *s, const char *name) {
    for (char *line; (line = find_header(s, name)) != NULL;) {
        char *next = line + strcspn(line, "\n") + 1;
        memmove(line, next, strlen(next) + 1);
    }
}

/* The engine's own header names are reserved; a second value of a name replaces the first. */
bool record_set_header(struct session *s, const char *name, const char *value) {
    struct headers unused;
    size_t n = strlen(name), len = strlen(value);
    if (read_header(&unused, name, n, value, len) != HEADER_OTHER)
        return false;
    for (size_t i = 0; i < n; i++)
        if (name[i] <= ' ' || name[i] == ':')
            return false;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)value[i] < ' ')
            return false;
    const char *old = find_header(s, name);
    size_t used = strlen(s->headers) - (old ? strcspn(old, "\n") + 1 : 0);
    if (n == 0 || used + n + len + 4 > sizeof s->headers)
        return false;
    drop_header(s, name);
    struct text out = { s->headers, sizeof s->headers, strlen(s->headers) };
    record_write_header(name, value, &out);
    return true;
}

bool record_fair(struct session *s) {
    char text[2 * FAIR_SEED + 1], id[FAIR_ID_MAX + 1], seats[SEATS_MAX * (FAIR_SEAT_SEED_MAX + 1)];
    uint8_t seed[FAIR_SEED], commitment[SHA256_SIZE];
    size_t len = strlen(s->headers);
    if (!record_header(s->headers, len, "Server-Seed", text, sizeof text) ||
        hex_parse(text, seed, FAIR_SEED) ||
        !record_header(s->headers, len, "Seat-Seeds", seats, sizeof seats) ||
        !record_header(s->headers, len, "Game-Id", id, sizeof id))
        return false;
    fair_commit(seed, commitment);
    hex_format(commitment, sizeof commitment, text);
    if (!find_header(s, "Commitment") && !record_set_header(s, "Commitment", text))
        return false;
    s->dice = (struct dice){ .kind = CHANCE_FAIR };
    fair_begin(&s->dice.fair, seed, id, seats);
    return true;
}

void record_seed(struct session *s, uint64_t seed) {
    static const char *const promised[] = { "Commitment", "Server-Seed", "Seat-Seeds", "Game-Id" };
    for (int i = 0; i < 4; i++)
        drop_header(s, promised[i]);
    s->dice = (struct dice){ .kind = CHANCE_SEEDED, .seed = seed };
}

/* Header lines up to the empty line. Those the engine does not use go to `kept`. */
static bool read_headers(struct reader *r, struct headers *h, struct text *kept) {
    if (!next_line(r) || !text_is(r->line, r->n, "Skerry 1"))
        return fail(r, "the first line must be \"Skerry 1\"");
    while (next_line(r) && r->n > 0) {
        const char *colon = memchr(r->line, ':', r->n);
        if (!colon || colon == r->line || memchr(r->line, '\0', r->n))
            return fail(r, "a header is \"Name: value\"");
        size_t name = (size_t)(colon - r->line), value = name + 1;
        if (value < r->n && r->line[value] == ' ')
            value++;
        int known = read_header(h, r->line, name, r->line + value, r->n - value);
        if (known == HEADER_BAD)
            return fail(r, "a header with a value that cannot be");
        if (known == HEADER_OURS)
            continue;
        text_add_n(kept, r->line, r->n);
        text_char(kept, '\n');
    }
    return text_fits(kept) || fail(r, "more headers than can be kept");
}

/* What rules_parse() did not understand, and what is allowed: "Rules: points: 3 to 30". */
static bool fail_rules(struct reader *r, const char *header, const struct game *game,
                       const char *text, enum rules_error error, int at) {
    struct text t = text_begin(r->fault->what, sizeof r->fault->what);
    text_add(&t, header);
    rules_explain(game, text, error, at, &t);
    return false;
}

/* Copy every "name=value" of the Options header into the rules. */
static bool read_options(struct reader *r, const struct game *game, const char *options,
                         struct rules *rules) {
    char text[RULES_TEXT_MAX * 3];
    int at;
    if (!*options)
        return true;
    struct text t = text_begin(text, sizeof text);
    text_format(&t, "%s,%s", game->rulesets[rules->ruleset].name, options);
    if (!text_fits(&t))
        return fail(r, "Options: more than there are");
    enum rules_error error = rules_parse(game, text, rules->seats, rules, &at);
    return error == RULES_OK || fail_rules(r, "Options: ", game, text, error, at);
}

/* Start from a position or by the rules. Chance is manual in both cases, since its outcomes are
 * in the entries. */
static bool start(struct reader *r, struct session *s, const struct headers *h) {
    struct rules rules;
    uint64_t seed = h->seed < 0 ? 0 : (uint64_t)h->seed;
    int at;
    if (h->position) {
        struct text why = text_begin(r->fault->what, sizeof r->fault->what);
        if (session_set(s, h->position, h->position_n, seed, true, &why))
            return false;
        text_cut(&why, 0);
        return true;
    }
    const struct game *game = rules_game(h->rules);
    if (!game || (h->game[0] && strcmp(h->game, game->name) != 0))
        return fail(r, "Rules: no such ruleset of this game");
    enum rules_error error = rules_parse(game, h->rules, (int)h->players, &rules, &at);
    if (error)
        return fail_rules(r, error == RULES_BAD_SEATS ? "Players: " : "Rules: ", game, h->rules,
                          error, at);
    if (!read_options(r, game, h->options, &rules))
        return false;
    r->fault->reason = session_start(s, game, &rules, seed, true);
    return r->fault->reason == 0 || fail(r, "these rules cannot be played");
}

/* One action of an entry, as text ended by NUL. */
static bool read_action(struct reader *r, struct session *s, const char *text) {
    struct action a;
    r->fault->reason = s->game->parse(s->state, text, &a);
    if (r->fault->reason)
        return fail(r, "not an action of this game");
    int refused = session_step(s, &a);
    if (refused == 0)
        return true;
    r->fault->reason = refused > 0 ? refused : 0;
    if (refused > 0 && strchr(text, '?'))
        return fail(r, "a card is hidden: only the record of a finished game can be replayed");
    return fail(r, refused > 0 ? "the rules refuse this action" :
                   refused == SESSION_VIEW ? "the record starts at a view, not a position" :
                                             "more actions than a game can have");
}

/* The actions of one entry, joined by "; ". */
static bool read_actions(struct reader *r, struct session *s, const char *at, const char *end) {
    char text[ACTION_TEXT_MAX];
    session_open(s);
    for (;;) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        if (!copy_value(text, sizeof text, at, (size_t)((stop ? stop : end) - at)))
            return fail(r, "an action is too long");
        if (!read_action(r, s, text))
            return false;
        if (!stop)
            break;
        if (end - stop < 3 || stop[1] != ' ')
            return fail(r, "actions are joined by \"; \"");
        at = stop + 2;
    }
    return session_close(s) == 0 || fail(r, "more actions than a game can have");
}

/* Undos were judged when they were made, so here they are forced. */
static bool read_entry(struct reader *r, struct session *s) {
    const char *space = memchr(r->line, ' ', r->n), *end = r->line + r->n;
    int64_t number, undo;
    if (!space || !text_number(r->line, (size_t)(space - r->line), 1, SESSION_MAX, &number))
        return fail(r, "an entry starts with its number");
    if (number != s->log.entries_n + 1)
        return fail(r, "entries are numbered one after another");
    if (end - space < 6 || memcmp(space + 1, "undo ", 5) != 0)
        return read_actions(r, s, space + 1, end);
    if (!text_number(space + 6, (size_t)(end - space - 6), 1, SESSION_MAX, &undo) ||
        session_undo(s, (int)undo, true) != 0)
        return fail(r, "an undo names an earlier entry that still stands");
    return true;
}

/* On a fault the session is left without a game, because its memory was used for the replay. */
bool record_read(struct session *s, const char *text, size_t len, struct record_fault *fault) {
    struct reader r = { text, text + len, text, 0, fault };
    struct headers h;
    char headers[SESSION_HEADERS_MAX];
    memset(&h, 0, sizeof h);
    h.seed = -1;
    *fault = (struct record_fault){ 0, "", 0 };
    s->game = NULL;
    struct text kept = text_begin(headers, sizeof headers);
    if (!read_headers(&r, &h, &kept) || !start(&r, s, &h))
        return s->game = NULL, false;
    memcpy(s->headers, headers, kept.len + 1);
    bool ok = true;
    while (ok && next_line(&r))
        if (r.n > 0)
            ok = read_entry(&r, s);
    if (!ok)
        return s->game = NULL, false;
    if (!h.manual) {
        s->dice.kind = CHANCE_SEEDED;
        if (h.seed < 0)
            record_fair(s);
        session_refloor(s);
    }
    return true;
}

static bool header_is(const struct reader *r, const char *name, const char **value, size_t *n) {
    size_t len = strlen(name);
    if (r->n < len + 2 || memcmp(r->line, name, len) != 0 || memcmp(r->line + len, ": ", 2) != 0)
        return false;
    *value = r->line + len + 2;
    *n = r->n - len - 2;
    return true;
}

bool record_header(const char *text, size_t len, const char *name, char *out, size_t size) {
    struct record_fault fault = { 0, "", 0 };
    struct reader r = { text, text + len, text, 0, &fault };
    const char *value;
    size_t n;
    while (next_line(&r) && r.n > 0)
        if (header_is(&r, name, &value, &n))
            return copy_value(out, size, value, n);
    return false;
}

/* ---- complete and unchanged? ---- */

/* A line without its end, as it was written. */
static void add_line(struct sha256 *hash, const struct reader *r) {
    sha256_add(hash, r->line, r->n);
    sha256_add(hash, "\n", 1);
}

enum record_seal record_seal(const char *text, size_t len, int *stated, int *found) {
    struct record_fault fault = { 0, "", 0 };
    struct reader r = { text, text + len, text, 0, &fault };
    struct sha256 hash;
    uint8_t is[SHA256_SIZE];
    char digits[2 * SHA256_SIZE + 1], check[2 * SHA256_SIZE + 1] = "";
    bool in_headers = true, counted = false;
    const char *value;
    int64_t entries = 0;
    size_t n;
    *found = 0;
    sha256_begin(&hash);
    while (next_line(&r)) {
        if (in_headers && header_is(&r, "Check", &value, &n)) {
            if (!copy_value(check, sizeof check, value, n))
                return RECORD_CHANGED;
            continue;
        }
        if (in_headers && header_is(&r, "Entries", &value, &n))
            counted = text_number(value, n, 0, SESSION_MAX, &entries);
        *found += !in_headers && r.n > 0;
        in_headers &= r.n > 0;
        add_line(&hash, &r);
    }
    *stated = (int)entries;
    if (!counted && !check[0])
        return RECORD_UNSEALED;
    if (counted && *found != *stated)
        return RECORD_CUT;
    sha256_end(&hash, is);
    hex_format(is, sizeof is, digits);
    return strcmp(check, digits) == 0 ? RECORD_WHOLE : RECORD_CHANGED;
}
