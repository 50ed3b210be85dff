/* server_guest.c -- a guest at a server's table: see server_guest.h. */
#include "server_guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "core/json.h"
#include "foreign.h"
#include "progress.h"
#ifdef SKERRY_SERVER
#include "server/server.h"
#endif

/* --- coming and going ------------------------------------------------------------------------ */

bool guest_open(struct guest *g, const char *url, const char *table, const char *name) {
    const char *link = strstr(url, "/t/");
    if (!table && link)
        table = link + 3;
    snprintf(g->table, sizeof g->table, "%.*s", (int)(table ? strcspn(table, "/?#") : 0),
             table ? table : "");
    snprintf(g->home, sizeof g->home, "%s", url);
    g->name = name;
    g->seat = -1;
    g->wire.fd = -1;
    g->view[0] = malloc(GUEST_VIEW_MAX);
    g->view[1] = malloc(GUEST_VIEW_MAX);
    return g->view[0] && g->view[1] && wire_url(&g->wire, url) && wire_open(&g->wire, name) &&
           wire_say(&g->wire, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", g->wire.token);
}

/* The connection was lost, or the table is at another node (`url`). When a node is lost, it
 * takes some seconds until another has its tables; any node says where they are. */
static bool come_back(struct guest *g, const char *url) {
    enum { HOPS_MAX = 60, FIRST_MS = 100, LONGEST_MS = 500 };
    char to[sizeof g->home];
    snprintf(to, sizeof to, "%s", url ? url : g->home);
    if (!url && g->away)
        g->away(g->away_data, true);
    for (; g->hops < (g->hops_max ? g->hops_max : HOPS_MAX) && !interrupted(); g->hops++) {
        int ms = g->hops * FIRST_MS;
        usleep((useconds_t)(ms < LONGEST_MS ? ms : LONGEST_MS) * 1000);
        if (wire_again(&g->wire, to, g->table)) {
            g->hops++;
            if (!url && g->away)
                g->away(g->away_data, false);
            return wire_say(&g->wire, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}",
                            g->wire.token);
        }
        snprintf(to, sizeof to, "%s", g->home);
    }
    return false;
}

void guest_close(struct guest *g) {
    wire_close(&g->wire);
    free(g->view[0]);
    free(g->view[1]);
    g->view[0] = g->view[1] = NULL;
}

/* Only tables named after us: the whole list shows just the first of many. */
static bool watch_lobby(struct guest *g) {
    char text[512];
    struct json_out o = json_begin_object(text, sizeof text);
    json_text(&o, "type", "lobby");
    json_bool(&o, "on", true);
    json_text(&o, "named", g->name);
    json_object_end(&o);
    return json_fits(&o) && wire_say(&g->wire, "%s", text);
}

bool guest_join(struct guest *g, const char *table) {
    if (table != g->table)
        snprintf(g->table, sizeof g->table, "%s", table);
    g->seat = -1;
    g->view_len = 0;
    g->over = g->asked_ready = false;
    if (!g->table[0])
        return wire_say(&g->wire, "{\"type\":\"leave\",\"id\":\"leave\"}") && watch_lobby(g);
    return wire_say(&g->wire, "{\"type\":\"join\",\"id\":\"join\",\"table\":\"%s\"}", g->table);
}

/* --- the table ------------------------------------------------------------------------------- */

static uint8_t level_of(struct json_in seat) {
    for (int i = 0; bot_level_name(i) && json_equals(json_get(seat, "kind"), "bot"); i++)
        if (json_equals(json_get(seat, "level"), bot_level_name(i)))
            return (uint8_t)i;
    return BOT_PERSON;
}

/* Who sits where. The table's setting for advice only matters if several people play. */
static void take_seats(struct guest *g, struct json_in table) {
    struct json_in seats = json_get(table, "seats"), seat;
    int64_t n;
    int people = 0;
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &seat);) {
        if (!json_to_int(json_get(seat, "seat"), 0, SEATS_MAX - 1, &n))
            continue;
        people += json_equals(json_get(seat, "kind"), "human");
        g->level[n] = level_of(seat);
        g->user[n][0] = '\0';
        json_to_text(json_get(seat, "user"), g->user[n], sizeof g->user[n]);
        for (uint8_t i = 0; i < SEATS_MAX; i++)
            if (json_equals(json_get(seat, "color"), seat_colors[i]))
                g->color[n] = i;
        if (json_to_text(json_get(seat, "name"), g->names[n], GUEST_NAME_MAX) <= 0)
            snprintf(g->names[n], GUEST_NAME_MAX, "%d", (int)n);
        foreign(g->names[n]);
    }
    g->advice = people < 2;
    if (people >= 2)
        json_to_bool(json_get(table, "hints"), &g->advice);
}

/* Sit down on a free seat and say that we are ready. If somebody else takes it first we are
 * refused, and the next message of the table shows which are left. */
static bool on_table(struct guest *g, struct json_in table) {
    struct json_in seats = json_get(table, "seats"), seat, you = json_get(table, "you");
    int64_t mine;
    g->hops = 0;
    g->over = json_equals(json_get(table, "state"), "over") ||
              json_equals(json_get(table, "state"), "closed");
    take_seats(g, table);
    struct json_in ask = json_get(table, "ask");
    snprintf(g->ask, sizeof g->ask, "%.*s", (int)ask.len, ask.text);
    json_to_bool(json_get(table, "paused"), &g->paused);
    if (json_to_int(json_get(you, "seat"), 0, SEATS_MAX - 1, &mine)) {
        g->seat = (int)mine;
        if (g->asked_ready || !json_equals(json_get(table, "state"), "open"))
            return true;
        g->asked_ready = true;
        return wire_say(&g->wire, "{\"type\":\"ready\",\"ready\":true}");
    }
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &seat);)
        if (json_equals(json_get(seat, "kind"), "empty") &&
            json_to_int(json_get(seat, "seat"), 0, SEATS_MAX - 1, &mine))
            return wire_say(&g->wire, "{\"type\":\"sit\",\"seat\":%d}", (int)mine);
    return true;
}

/* --- the view -------------------------------------------------------------------------------- */

/* An object with a change applied: members of `change` replace those of `was`. `seats` does the
 * same for the list of seats, which is changed seat by seat. */
static void lay_over(struct json_in was, struct json_in change, struct json_out *o,
                     void (*seats)(struct json_in, struct json_in, struct json_out *)) {
    struct json_in key, value, news;
    char name[64];
    for (size_t at = 0; json_next(was, &at, &key, &value);) {
        if (json_to_text(key, name, sizeof name) < 0)
            continue;
        news = json_get(change, name);
        if (seats && news.len && strcmp(name, "seats") == 0)
            seats(value, news, o);
        else
            json_raw(o, name, news.len ? news.text : value.text, news.len ? news.len : value.len);
    }
    for (size_t at = 0; json_next(change, &at, &key, &value);)
        if (json_to_text(key, name, sizeof name) >= 0 && !json_get(was, name).len)
            json_raw(o, name, value.text, value.len);
}

/* Seats are matched by their number, not by position: a change lists only those it concerns. */
static void lay_over_seats(struct json_in was, struct json_in change, struct json_out *o) {
    struct json_in seat, news, none = { "{}", 2 };
    json_array(o, "seats");
    for (size_t at = 0; json_next(was, &at, NULL, &seat);) {
        int64_t number = -1, n;
        struct json_in found = none;
        json_to_int(json_get(seat, "seat"), 0, SEATS_MAX, &number);
        for (size_t k = 0; json_next(change, &k, NULL, &news);)
            if (json_to_int(json_get(news, "seat"), 0, SEATS_MAX, &n) && n == number)
                found = news;
        json_object(o, NULL);
        lay_over(seat, found, o, NULL);
        json_object_end(o);
    }
    json_array_end(o);
}

/* Keep the view: a whole view as it came, or the last view with the change applied. There are
 * two buffers, since the new view is written while the old one is read. */
static void keep_view(struct guest *g, struct json_in whole, struct json_in change) {
    struct json_in was = { g->view[0], g->view_len };
    struct json_out o = json_begin(g->view[1], GUEST_VIEW_MAX);
    if (json_is_object(whole)) {
        json_raw(&o, NULL, whole.text, whole.len);
    } else if (was.len && json_is_object(change)) {
        json_object(&o, NULL);
        lay_over(was, change, &o, lay_over_seats);
        json_object_end(&o);
    } else {
        return;
    }
    char *swap = g->view[0];
    g->view[0] = g->view[1];
    g->view[1] = swap;
    g->view_len = json_fits(&o) ? o.len : 0;
}

bool guest_owes(const struct guest *g) {
    struct json_in view = { g->view[0], g->view_len }, v, owes = json_get(view, "owes");
    int64_t n;
    for (size_t at = 0; g->view_len && json_is_array(owes) && json_next(owes, &at, NULL, &v);)
        if (json_to_int(v, 0, SEATS_MAX, &n) && n == g->seat)
            return true;
    return false;
}

const struct game *guest_state(const struct guest *g, void *state, int *players,
                               struct text *why) {
    struct json_in view = { g->view[0], g->view_len }, rules = json_get(view, "rules");
    char ruleset[RULES_TEXT_MAX];
    int64_t n;
    if (!g->view_len || json_to_text(json_get(rules, "text"), ruleset, sizeof ruleset) < 0 ||
        !json_to_int(json_get(rules, "players"), 1, SEATS_MAX, &n)) {
        text_set(why, "the view has no rules");
        return NULL;
    }
    const struct game *game = rules_game(ruleset);
    *players = (int)n;
    if (!game)
        text_set(why, "rules that this program does not know");
    return game && game->read(state, view.text, view.len, why) == 0 ? game : NULL;
}

/* --- messages -------------------------------------------------------------------------------- */

bool guest_play(struct guest *g, const char *text) {
    return wire_say(&g->wire,
                    "{\"type\":\"play\",\"id\":\"p%lld\",\"seq\":%lld,\"actions\":[\"%s\"]}",
                    (long long)g->seq, (long long)g->seq, text);
}

bool guest_undo(struct guest *g) {
    return wire_say(&g->wire, "{\"type\":\"undo\",\"id\":\"u%lld\"}", (long long)g->seq);
}

/* What can be asked of a server stands in the server's rows, so a program that was built without it
 * cannot read them. */
#ifdef SKERRY_SERVER
const char *guest_request_name(int i) {
    return server_request_name(i);
}

bool guest_request(struct guest *g, const char *line) {
    static unsigned n;
    char json[4096], id[24];
    const char *users[SEATS_MAX];
    for (int i = 0; i < SEATS_MAX; i++)
        users[i] = g->user[i][0] ? g->user[i] : NULL;
    snprintf(id, sizeof id, "w%lld.%u", (long long)g->seq, ++n);
    return server_request(line, id, users, SEATS_MAX, json, sizeof json) &&
           wire_say(&g->wire, "%s", json);
}
#else
const char *guest_request_name(int i) {
    (void)i;
    return NULL;
}

bool guest_request(struct guest *g, const char *line) {
    (void)g, (void)line;
    return false;
}
#endif

static enum guest_news on_game(struct guest *g, struct json_in m) {
    keep_view(g, json_get(m, "view"), json_get(m, "change"));
    g->events = json_get(m, "events");
    return json_to_int(json_get(m, "seq"), 0, 1 << 30, &g->seq) && g->view_len ? GUEST_GAME :
                                                                                 GUEST_NOTHING;
}

/* The store does not answer at the moment: send the same again a little later. */
static bool try_again(struct guest *g, struct json_in m) {
    enum { PAUSE_US = 300000 };
    usleep(PAUSE_US);
    if (json_equals(json_get(m, "id"), "join")) {
        g->used = 0;
        return come_back(g, NULL);
    }
    return !g->view_len || wire_say(&g->wire, "{\"type\":\"view\"}");
}

static enum guest_news on_goto(struct guest *g, struct json_in m) {
    char url[sizeof g->home];
    bool ok = json_to_text(json_get(m, "url"), url, sizeof url) > 0 && come_back(g, url);
    g->used = 0; /* the bytes belong to the old connection */
    return ok ? GUEST_NOTHING : GUEST_GONE;
}

/* Unknown types are ignored. */
static enum guest_news on_message(struct guest *g, const char *text, size_t n) {
    struct json_in m, type;
    if (json_check(text, n, &m) != 0 || !json_is_object(m))
        return GUEST_GONE;
    type = json_get(m, "type");
    if (json_equals(type, "welcome"))
        return guest_join(g, g->table) ? GUEST_NOTHING : GUEST_GONE;
    if (json_equals(type, "goto"))
        return on_goto(g, m);
    if (json_equals(type, "table"))
        return on_table(g, json_get(m, "table")) ? GUEST_TABLE : GUEST_GONE;
    if (json_equals(type, "game"))
        return on_game(g, m);
    if (json_equals(type, "lobby") || json_equals(type, "lobby-change")) {
        g->entry = json_equals(type, "lobby") ? json_get(m, "tables") : json_get(m, "entry");
        return GUEST_LOBBY;
    }
    /* A guest who goes to the lobby may not have been at a table. */
    char id[24];
    g->message = m;
    g->asked_by_person = json_to_text(json_get(m, "id"), id, sizeof id) > 0 && id[0] == 'w';
    if (!json_equals(type, "error"))
        return GUEST_TOLD;
    if (json_equals(json_get(m, "id"), "leave"))
        return GUEST_NOTHING;
    g->error[0] = g->rule[0] = '\0';
    json_to_text(json_get(m, "error"), g->error, sizeof g->error);
    json_to_text(json_get(m, "rule"), g->rule, sizeof g->rule);
    foreign(g->error);
    foreign(g->rule);
    if (strcmp(g->error, "not-stored") == 0 || strcmp(g->error, "draining") == 0)
        return try_again(g, m) ? GUEST_NOTHING : GUEST_GONE;
    return GUEST_REFUSED;
}

bool guest_has_more(struct guest *g) {
    wire_use(&g->wire, g->used);
    g->used = 0;
    return g->wire.have > 0;
}

/* Reconnect after 1012 and 1013; other codes are final. */
static bool wants_us_back(const char *payload, size_t n) {
    int code = n >= 2 ? (unsigned char)payload[0] << 8 | (unsigned char)payload[1] : 0;
    return code == 1012 || code == 1013;
}

static enum guest_news lost(struct guest *g) {
    g->used = 0;
    return come_back(g, NULL) ? GUEST_NOTHING : GUEST_GONE;
}

/* Answer pings, or the server considers us gone. */
enum guest_news guest_next(struct guest *g) {
    struct wire *w = &g->wire;
    size_t h, n;
    wire_use(w, g->used);
    g->used = 0;
    if (!wire_next(w, &h, &n))
        return lost(g);
    int opcode = w->in[0] & 15;
    g->used = h + n;
    if (opcode == WIRE_TEXT)
        return on_message(g, w->in + h, n);
    if (opcode == WIRE_CLOSE)
        return wants_us_back(w->in + h, n) ? lost(g) : GUEST_GONE;
    if (opcode == WIRE_PING && !wire_send(w, WIRE_PONG, w->in + h, n))
        return lost(g);
    return GUEST_NOTHING;
}
