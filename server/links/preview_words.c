/* preview_words.c -- the page's head for messengers and their link previews: its tags, and the
 * words in them.
 *
 * The server has no words of its own. The build of the page puts those that SAID names
 * (web/words.ts), in every language of text/, into preview.json, which comes with the page.
 * A word that is asked for here and not named there is empty. Names come from people, so
 * everything is escaped. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "api/api.h"
#include "preview.h"

/* --- words --- */

static struct json_in words_of(const struct server *s, const char *language) {
    struct json_in all = { "", 0 };
    size_t len;
    const char *text = pages_text(s->pages, "/preview.json", &len);
    if (!text || json_check(text, len, &all) != 0)
        return (struct json_in){ "", 0 };
    return json_get(all, language);
}

void preview_language(const struct conn *c, char out[LANGUAGE_MAX]) {
    char wanted[LANGUAGE_MAX];
    if (!http_query(c->head->query, "l", wanted, sizeof wanted))
        KEEP(wanted, c->head->language);
    bool known = strlen(wanted) == 2 && words_of(c->server, wanted).len > 0;
    snprintf(out, LANGUAGE_MAX, "%s", known ? wanted : "en");
}

/* The value of a placeholder in the pairs; "" if it has none. */
static const char *value_of(const char *name, size_t n, va_list pairs) {
    const char *key, *found = "";
    va_list at;
    va_copy(at, pairs);
    while ((key = va_arg(at, const char *))) {
        const char *value = va_arg(at, const char *);
        if (strlen(key) == n && memcmp(key, name, n) == 0)
            found = value;
    }
    va_end(at);
    return found;
}

void preview_word(const struct server *s, const char *language, const char *id, char *out,
                  size_t size, ...) {
    char text[PREVIEW_TEXT] = "";
    struct text to = text_begin(out, size);
    va_list pairs;
    json_to_text(json_get(words_of(s, language), id), text, sizeof text);
    va_start(pairs, size);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "{");
        text_add_n(&to, p, n);
        p += n;
        if (*p == '{') {
            size_t hole = strcspn(p, "}");
            text_add(&to, value_of(p + 1, hole - 1, pairs));
            p += hole + (p[hole] == '}');
        }
    }
    va_end(pairs);
}

/* --- names and scores --- */

/* As on the page: bots by their seat, guests by a word in the reader's language. */
static void name_of(const struct server *s, const struct table *t, int seat, const char *language,
                    char *out, size_t size) {
    const struct seat *at = &t->seat[seat];
    char id[32];
    if (at->kind == SEAT_BOT) {
        snprintf(id, sizeof id, "bot.name.%d", seat);
        preview_word(s, language, id, out, size, NULL);
    } else if (strncmp(at->name, "Guest ", 6) == 0) {
        preview_word(s, language, "seat.guest", out, size, "n", at->name + 6, NULL);
    } else {
        snprintf(out, size, "%s", at->name);
    }
}

static void color_word(const struct server *s, int color, const char *language, char *out,
                       size_t size) {
    char id[32];
    snprintf(id, sizeof id, "color.%s", seat_colors[color]);
    preview_word(s, language, id, out, size, NULL);
}

bool preview_has_result(const struct table *t) {
    return t && t->state == TABLE_OVER && t->settings.spectators && t->now && t->winner >= 0;
}

void preview_result(const struct server *s, const struct table *t, const char *language, bool drawn,
                    struct picture *p) {
    int order[PICTURE_SEATS];
    size_t len = 0;
    memset(p, 0, sizeof *p);
    p->winner = t->winner;
    p->seats = t->settings.players;
    p->has_board = t->game->picture != NULL;
    if (p->has_board)
        t->game->picture(t->now, &p->board);
    for (int i = 0; i < p->seats; i++) {
        name_of(s, t, i, language, p->seat[i].name, sizeof p->seat[i].name);
        if (drawn && !text_readable(FONT_SANS, p->seat[i].name))
            color_word(s, t->seat[i].color, language, p->seat[i].name, sizeof p->seat[i].name);
        p->seat[i].points = table_points(t, i);
        p->seat[i].color = t->seat[i].color;
    }
    picture_rank(p, order);
    for (int i = 0; i < p->seats; i++)
        len += (size_t)snprintf(p->scores + len, sizeof p->scores - len, "%s%d",
                                i ? " \xe2\x80\x93 " : "", p->seat[order[i]].points);
    preview_word(s, language, "preview.won", p->title, sizeof p->title, "who",
                 p->seat[p->winner].name, NULL);
    preview_word(s, language, "preview.note", p->note, sizeof p->note, NULL);
}

/* --- tags --- */

struct tags {
    struct text out;
    char buffer[8192];
};

static void add_escaped(struct text *t, const char *s) {
    static const char special[] = "&<>\"";
    static const char *const entity[] = { "&amp;", "&lt;", "&gt;", "&quot;" };
    for (; *s; s++) {
        const char *at = strchr(special, *s);
        if (at)
            text_add(t, entity[at - special]);
        else
            text_char(t, *s);
    }
}

static void add_tag(struct tags *t, const char *property, const char *content) {
    bool twitter = strncmp(property, "twitter", 7) == 0;
    text_add(&t->out, twitter ? "<meta name=\"" : "<meta property=\"");
    text_add(&t->out, property);
    text_add(&t->out, "\" content=\"");
    add_escaped(&t->out, content);
    text_add(&t->out, "\" />\n");
}

/* Previews are fetched from elsewhere, so their addresses are absolute. --origin says which name
 * is ours; without it a Host header is accepted if it is an allowed address of this server. */
static void own_address(const struct conn *c, char *out, size_t size) {
    const char *given = c->server->config.origins;
    char wanted[300];
    snprintf(wanted, sizeof wanted, " http://%s ", c->head->host);
    if (given && given[strspn(given, " ")]) {
        given += strspn(given, " ");
        snprintf(out, size, "%.*s", (int)strcspn(given, " "), given);
    } else if (!strchr(c->head->host, ' ') && strstr(c->server->origins, wanted)) {
        snprintf(out, size, "http://%s", c->head->host);
    } else {
        snprintf(out, size, "http://localhost:%d", c->server->port);
    }
}

/* For a finished game: who won, all points in one line. */
static void write_result(struct tags *t, const struct server *s, const struct table *table,
                         const char *language) {
    struct picture *p = malloc(sizeof *p);
    char title[PREVIEW_TEXT], scores[PREVIEW_TEXT] = "", text[PREVIEW_TEXT];
    size_t len = 0;
    int order[PICTURE_SEATS];
    CHECK(p);
    preview_result(s, table, language, false, p);
    picture_rank(p, order);
    for (int i = 0; i < p->seats && len < sizeof scores; i++)
        len += (size_t)snprintf(scores + len, sizeof scores - len, "%s%s %d", i ? ", " : "",
                                p->seat[order[i]].name, p->seat[order[i]].points);
    snprintf(title, sizeof title, "%s: %s", p->title, p->scores);
    preview_word(s, language, "preview.result", text, sizeof text, "scores", scores, NULL);
    add_tag(t, "og:title", title);
    add_tag(t, "og:description", text);
    add_tag(t, "og:image:alt", title);
    free(p);
}

/* A table without a name of its own is called after its host. */
static void name_of_table(const struct server *s, const struct table *t, const char *language,
                          char *out, size_t size) {
    char host[PREVIEW_TEXT];
    int seat = table_seat_of(t, t->host);
    snprintf(out, size, "%s", t->settings.name[0] ? t->settings.name : "Skerry");
    if (t->settings.name[0] || seat < 0)
        return;
    name_of(s, t, seat, language, host, sizeof host);
    preview_word(s, language, "lobby.name.of", out, size, "who", host, NULL);
}

/* For a table that people may still join. */
static void write_table(struct tags *t, const struct server *s, const struct table *table,
                        const char *language) {
    char text[PREVIEW_TEXT], taken[12], players[12];
    int n = table_seats_taken(table);
    snprintf(taken, sizeof taken, "%d", n);
    snprintf(players, sizeof players, "%d", table->settings.players);
    const char *words = table->state != TABLE_OPEN ? "preview.playing"
        : n == table->settings.players ? "preview.full" : "preview.open";
    preview_word(s, language, words, text, sizeof text, "taken", taken, "players", players, NULL);
    add_tag(t, "og:description", text);
    name_of_table(s, table, language, text, sizeof text);
    add_tag(t, "og:title", text);
}

static void write_general(struct tags *t, const struct server *s, const char *language) {
    char text[PREVIEW_TEXT];
    preview_word(s, language, "home.lead", text, sizeof text, NULL);
    add_tag(t, "og:title", "Skerry");
    add_tag(t, "og:description", text);
}

static void write_tags(struct tags *t, const struct conn *c, const struct table *table,
                       const char *language) {
    bool result = preview_has_result(table);
    char own[300], url[900];
    own_address(c, own, sizeof own);
    t->out = text_begin(t->buffer, sizeof t->buffer);
    add_tag(t, "og:type", "website");
    add_tag(t, "og:site_name", "Skerry");
    if (result)
        write_result(t, c->server, table, language);
    else if (table && table->settings.spectators &&
             (table->state == TABLE_OPEN || table->state == TABLE_PLAYING))
        write_table(t, c->server, table, language);
    else
        write_general(t, c->server, language);
    snprintf(url, sizeof url, "%s%s", own, c->head->path);
    add_tag(t, "og:url", url);
    snprintf(url, sizeof url, "%s/p/%s.png?l=%s", own, result ? table->id : "skerry", language);
    add_tag(t, "og:image", url);
    add_tag(t, "og:image:type", "image/png");
    add_tag(t, "og:image:width", "1200");
    add_tag(t, "og:image:height", "630");
    add_tag(t, "twitter:card", "summary_large_image");
}

/* --- the page --- */

bool preview_page(struct conn *c, const struct table *table, const char *language) {
    struct tags t;
    char etag[ETAG_SIZE], headers[128];
    size_t len;
    const char *page = pages_text(c->server->pages, "/index.html", &len);
    const char *end = page ? memmem(page, len, "</head>", 7) : NULL;
    if (!end)
        return false;
    write_tags(&t, c, table, language);
    if (!text_fits(&t.out))
        t.out.len = 0;
    size_t before = (size_t)(end - page), total = len + t.out.len;
    char *body = malloc(total);
    CHECK(body);
    memcpy(body, page, before);
    memcpy(body + before, t.buffer, t.out.len);
    memcpy(body + before + t.out.len, end, len - before);
    pages_etag(body, total, etag);
    snprintf(headers, sizeof headers,
             "ETag: %s\r\nCache-Control: no-cache\r\nVary: Accept-Language\r\n", etag);
    if (strcmp(c->head->if_none_match, etag) == 0)
        conn_answer(c, 304, NULL, headers, NULL, 0);
    else
        conn_answer(c, 200, "text/html; charset=utf-8", headers, body, total);
    free(body);
    return true;
}
