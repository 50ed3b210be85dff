/* bot.c -- `skerry bot`: one of our bots as a guest at somebody's table, over the socket like
 * any other program. It knows what the server sends its seat, and nothing else. */
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../ai/bot.h"
#include "../core/game.h"
#include "../core/json.h"
#include "flags.h"
#include "host.h"

enum { INBOX = 4 << 20, TOKEN_MAX = 64, VIEW_MAX = 1 << 17 };

struct guest {
    int fd;
    char host[256], port[8];
    char token[TOKEN_MAX];
    char *in; /* bytes that have come and are not used up */
    size_t have;
    const char *table, *name;
    enum bot_level level;
    enum bot_style style;
    struct bot *bot;
    void *work;
    const struct game *game;
    char *view[2]; /* the seat's view as JSON, and room for the next */
    size_t view_len;
    int seat; /* -1: none yet */
    bool over;
};

/* --- the connection --- */

static bool dial(struct guest *g) {
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
    int one = 1;
    g->fd = -1;
    if (getaddrinfo(g->host, g->port, &hints, &list) != 0)
        return false;
    for (struct addrinfo *a = list; a && g->fd < 0; a = a->ai_next) {
        g->fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (g->fd >= 0 && connect(g->fd, a->ai_addr, a->ai_addrlen) != 0) {
            close(g->fd);
            g->fd = -1;
        }
    }
    freeaddrinfo(list);
    if (g->fd >= 0)
        setsockopt(g->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return g->fd >= 0;
}

static bool put(struct guest *g, const void *bytes, size_t n) {
    while (n > 0) {
        ssize_t k = send(g->fd, bytes, n, MSG_NOSIGNAL);
        if (k <= 0)
            return false;
        bytes = (const char *)bytes + k;
        n -= (size_t)k;
    }
    return true;
}

static bool fill(struct guest *g) {
    ssize_t n = g->have < INBOX ? recv(g->fd, g->in + g->have, INBOX - g->have, 0) : 0;
    if (n <= 0)
        return false;
    g->have += (size_t)n;
    return true;
}

static void use_up(struct guest *g, size_t n) {
    g->have -= n;
    memmove(g->in, g->in + n, g->have);
}

/* Read up to the end of an HTTP head; its length, or 0. */
static size_t head(struct guest *g) {
    for (;;) {
        char *end = g->have >= 4 ? memmem(g->in, g->have, "\r\n\r\n", 4) : NULL;
        if (end)
            return (size_t)(end - g->in) + 4;
        if (!fill(g))
            return 0;
    }
}

/* A session for a program: POST /api/session, then its token. */
static bool get_token(struct guest *g) {
    char text[1024], body[256];
    struct json_out o;
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_text(&o, "name", g->name);
    json_bool(&o, "token", true);
    json_object_end(&o);
    if (!json_fits(&o))
        return false;
    int n = snprintf(
        text, sizeof text,
        "POST /api/session HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
        "Content-Length: %zu\r\n\r\n%s",
        g->host, g->port, o.len, body);
    size_t start = put(g, text, (size_t)n) ? head(g) : 0;
    char *field = start ? memmem(g->in, start, "Content-Length: ", 16) : NULL;
    size_t len = field ? strtoul(field + 16, NULL, 10) : 0;
    struct json_in answer;
    while (field && g->have < start + len)
        if (!fill(g))
            return false;
    bool ok = field && json_check(g->in + start, len, &answer) == 0 && json_is_object(answer) &&
              json_to_text(json_get(answer, "token"), g->token, sizeof g->token) > 0;
    use_up(g, start + len < g->have ? start + len : g->have);
    return ok;
}

static bool upgrade(struct guest *g) {
    char text[512];
    int n = snprintf(
        text, sizeof text,
        "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c2tlcnJ5IGJvdCBrZXkhIQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: skerry.1\r\n\r\n",
        g->host, g->port);
    size_t end = put(g, text, (size_t)n) ? head(g) : 0;
    bool ok = end && strncmp(g->in, "HTTP/1.1 101", 12) == 0;
    use_up(g, end);
    return ok;
}

/* --- frames --- */

static bool send_frame(struct guest *g, int opcode, const char *text, size_t n) {
    uint8_t frame[2048], mask[4];
    size_t h = 0;
    if (n > sizeof frame - 16 || getrandom(mask, 4, 0) != 4)
        return false;
    frame[h++] = (uint8_t)(0x80 | opcode);
    frame[h++] = (uint8_t)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        frame[h++] = (uint8_t)(n >> 8);
        frame[h++] = (uint8_t)n;
    }
    memcpy(frame + h, mask, 4);
    h += 4;
    for (size_t i = 0; i < n; i++)
        frame[h + i] = (uint8_t)text[i] ^ mask[i & 3];
    return put(g, frame, h + n);
}

static bool say(struct guest *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool say(struct guest *g, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return send_frame(g, 1, text, (size_t)n);
}

/* The next frame at the start of the inbox; its head's length in *h, its payload's in *n. */
static bool next_frame(struct guest *g, size_t *h, size_t *n) {
    for (;;) {
        const uint8_t *b = (const uint8_t *)g->in;
        *h = 2;
        *n = g->have >= 2 ? b[1] & 127 : 0;
        if (g->have >= 4 && *n == 126) {
            *h = 4;
            *n = (size_t)b[2] << 8 | b[3];
        } else if (g->have >= 10 && *n == 127) {
            *h = 10;
            *n = 0;
            for (int i = 2; i < 10; i++)
                *n = *n << 8 | b[i];
        } else if (*n >= 126) {
            *n = INBOX;
        }
        if (g->have >= 2 && g->have >= *h + *n)
            return true;
        if (*h + *n > INBOX + 10u || !fill(g))
            return false;
    }
}

/* --- playing --- */

static uint64_t clock_us(void *arg) {
    struct timespec t;
    (void)arg;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static bool has_seat(struct json_in seats, int seat) {
    struct json_in v;
    int64_t n;
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &v);)
        if (json_to_int(v, 0, SEATS_MAX, &n) && n == seat)
            return true;
    return false;
}

/* The table has changed: sit down where nobody sits, say that we are ready. */
static bool on_table(struct guest *g, struct json_in table) {
    struct json_in seats = json_get(table, "seats"), seat, you = json_get(table, "you");
    int64_t mine;
    g->over = json_equals(json_get(table, "state"), "over") ||
              json_equals(json_get(table, "state"), "closed");
    if (json_to_int(json_get(you, "seat"), 0, SEATS_MAX, &mine)) {
        bool was = g->seat == (int)mine;
        g->seat = (int)mine;
        if (!was && json_equals(json_get(table, "state"), "open"))
            return say(g, "{\"type\":\"ready\",\"ready\":true}");
        return true;
    }
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &seat);)
        if (json_equals(json_get(seat, "kind"), "empty") &&
            json_to_int(json_get(seat, "seat"), 0, SEATS_MAX, &mine))
            return say(g, "{\"type\":\"sit\",\"seat\":%d}", (int)mine);
    fprintf(stderr, "skerry bot: no seat is free; watching\n");
    return true;
}

/* An object with another laid over it. */
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

static void lay_over_seats(struct json_in was, struct json_in change, struct json_out *o) {
    struct json_in seat, news, none = { "{}", 2 };
    json_array(o, "seats");
    for (size_t at = 0; json_next(was, &at, NULL, &seat);) {
        int64_t number, n;
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

/* Keep the view: a whole one as it came, a change laid over the last. */
static bool keep_view(struct guest *g, struct json_in whole, struct json_in change) {
    struct json_in was = { g->view[0], g->view_len };
    struct json_out o;
    json_begin(&o, g->view[1], VIEW_MAX);
    if (json_is_object(whole)) {
        json_raw(&o, NULL, whole.text, whole.len);
    } else if (was.len && json_is_object(change)) {
        json_object(&o, NULL);
        lay_over(was, change, &o, lay_over_seats);
        json_object_end(&o);
    } else {
        return false;
    }
    char *swap = g->view[0];
    g->view[0] = g->view[1];
    g->view[1] = swap;
    g->view_len = o.len;
    return json_fits(&o);
}

static bool choose(struct guest *g, struct json_in view, int64_t seq) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    struct json_in rules = json_get(view, "rules");
    const char *why;
    char text[ACTION_TEXT_MAX], ruleset[256];
    int64_t players;
    if (json_to_text(json_get(rules, "text"), ruleset, sizeof ruleset) < 0 ||
        !rules_game(ruleset) || !json_to_int(json_get(rules, "players"), 1, SEATS_MAX, &players))
        return false;
    if (!g->game) {
        uint64_t seed = clock_us(NULL);
        g->game = rules_game(ruleset);
        bot_new(g->bot, g->game, (int)players, g->level, g->style, g->seat, seed);
    }
    if (g->game->read(state, view.text, view.len, &why) != 0) {
        fprintf(stderr, "skerry bot: the view cannot be read: %s\n", why);
        return false;
    }
    struct bot_budget budget = { .ms = 2000, .clock = clock_us, .work = g->work };
    struct bot_answer answer;
    if (!bot_choose(g->bot, state, &budget, &answer))
        return true;
    g->game->format(state, &answer.action, text, sizeof text);
    return say(g, "{\"type\":\"play\",\"id\":\"b%lld\",\"seq\":%lld,\"actions\":[\"%s\"]}",
               (long long)seq, (long long)seq, text);
}

static bool on_message(struct guest *g, const char *text, size_t n) {
    struct json_in m;
    int64_t seq;
    char error[64];
    if (json_check(text, n, &m) != 0 || !json_is_object(m))
        return false;
    if (json_equals(json_get(m, "type"), "welcome"))
        return say(g, "{\"type\":\"join\",\"id\":1,\"table\":\"%s\"}", g->table);
    if (json_equals(json_get(m, "type"), "table"))
        return on_table(g, json_get(m, "table"));
    if (json_equals(json_get(m, "type"), "error") &&
        json_to_text(json_get(m, "error"), error, sizeof error) > 0 && strcmp(error, "stale") != 0)
        fprintf(stderr, "skerry bot: the server says %s\n", error);
    if (!json_equals(json_get(m, "type"), "game") ||
        !keep_view(g, json_get(m, "view"), json_get(m, "change")))
        return true;
    struct json_in view = { g->view[0], g->view_len };
    if (g->seat >= 0 && has_seat(json_get(view, "owes"), g->seat) &&
        json_to_int(json_get(m, "seq"), 0, 1 << 30, &seq))
        return choose(g, view, seq);
    return true;
}

static int converse(struct guest *g) {
    size_t h, n;
    if (!say(g, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", g->token))
        return 1;
    while (!g->over && next_frame(g, &h, &n)) {
        int opcode = g->in[0] & 15;
        bool ok = true;
        if (opcode == 1)
            ok = on_message(g, g->in + h, n);
        else if (opcode == 9)
            ok = send_frame(g, 10, g->in + h, n);
        else if (opcode == 8)
            ok = false;
        use_up(g, h + n);
        if (!ok)
            break;
    }
    printf(g->over ? "the game is over\n" : "the connection has ended\n");
    return g->over ? 0 : 1;
}

/* http://host:port into its parts; only plain http, a proxy does TLS. */
static bool split(struct guest *g, const char *url) {
    const char *host = strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
    size_t n = host ? strcspn(host, ":/") : 0;
    if (n == 0 || n >= sizeof g->host)
        return false;
    memcpy(g->host, host, n);
    snprintf(g->port, sizeof g->port, "%.*s", host[n] == ':' ? (int)strcspn(host + n + 1, "/") : 2,
             host[n] == ':' ? host + n + 1 : "80");
    return true;
}

int cli_bot(int argc, char **argv) {
    const char *url = "http://localhost:8080", *level = "club";
    struct guest g = { .fd = -1, .seat = -1, .name = "skerry bot" };
    const struct flag flags[] = {
        { "--url", FLAG_TEXT, &url, "the server (default http://localhost:8080)" },
        { "--table", FLAG_TEXT, &g.table, "the table's id, as in its link" },
        { "--level", FLAG_TEXT, &level, "as the bots of tables: club, master-trader ..." },
        { "--name", FLAG_TEXT, &g.name, "what it is called" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int stop = flags_parse(argc, argv, flags, "--table ID: a bot sits down at a table", NULL, 0);
    if (stop != FLAGS_OK)
        return stop;
    if (!g.table)
        return complain("bot", "which --table? (the end of its link)");
    if (!bot_parse(level, &g.level, &g.style))
        return complain("bot", "no such level: %s", level);
    if (!split(&g, url))
        return complain("bot", "--url is like http://localhost:8080");
    g.in = malloc(INBOX + 16);
    g.bot = malloc(bot_size());
    g.work = malloc(bot_work_size());
    g.view[0] = malloc(VIEW_MAX);
    g.view[1] = malloc(VIEW_MAX);
    int status = 1;
    if (!g.in || !g.bot || !g.work || !g.view[0] || !g.view[1] || !dial(&g) || !get_token(&g) ||
        !upgrade(&g))
        complain("bot", "cannot talk to %s", url);
    else
        status = converse(&g);
    if (g.fd >= 0)
        close(g.fd);
    free(g.in);
    free(g.bot);
    free(g.work);
    free(g.view[0]);
    free(g.view[1]);
    return status;
}
