/* hammer_talk.c -- what the hammer's sockets say and hear: a table made, joined and played at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hammer.h"

enum { LOOK_BACK = 40 };

bool want_events, checking;
uint64_t refused;
long lost, changed, twice;

/* --- reading JSON that we know the shape of --- */

const char *after(const char *text, const char *key) {
    const char *p = strstr(text, key);
    return p ? p + strlen(key) : NULL;
}

long number(const char *text, const char *key, long otherwise) {
    const char *p = after(text, key);
    return p ? atol(p) : otherwise;
}

/* Does the game wait for this seat? A message that does not mention it changes nothing. */
static bool owes(const char *text, int seat, bool was) {
    const char *p = after(text, "\"owes\":[");
    if (!p)
        return was;
    for (; *p != ']' && *p; p++)
        if (*p == '0' + seat)
            return true;
    return false;
}

/* One of the menu, at random, into out; empty if there is none. */
static void choose(const char *text, char *out) {
    const char *p = after(text, "\"actions\":["); /* of "legal": it comes after the view */
    const char *legal = after(text, "\"legal\":{");
    out[0] = '\0';
    p = legal ? after(legal, "\"actions\":[") : NULL;
    if (!p || *p == ']')
        return;
    int n = 1;
    for (const char *q = p; *q && *q != ']'; q++)
        n += *q == ',';
    for (unsigned pick = rnd((unsigned)n); pick > 0; pick--)
        p = strchr(p, ',') + 1;
    const char *end = strchr(p + 1, '"');
    if (*p == '"' && end && end - p - 1 < ACTION) {
        memcpy(out, p + 1, (size_t)(end - p - 1));
        out[end - p - 1] = '\0';
    }
}

/* --- conversations --- */

/* From which entry on a room asks again for what it knows: mostly the last ones, sometimes all. */
static int look_back(const struct room *r) {
    return rnd(8) == 0 || r->shown_n < LOOK_BACK ? 0 : r->shown_n - LOOK_BACK;
}

void first_words(struct sock *s) {
    struct room *r = s->room;
    const char *want = want_events ? ",\"want\":\"events\"" : "";
    if (s->seat == 0 && !r->table[0])
        say(s, "{\"type\":\"create\",\"id\":1,\"rules\":\"fifth\",\"players\":%d,\"chat\":false%s}",
            r->people + r->bots,
            r->bots ? ",\"seats\":[null,{\"level\":\"random\"}]" : "");
    else if (r->table[0]) {
        say(s, "{\"type\":\"join\",\"id\":2,\"table\":\"%s\",\"last_seq\":%d%s}", r->table,
            checking ? look_back(r) : r->shown_n, want);
        if (!r->started) {
            say(s, "{\"type\":\"sit\",\"id\":3,\"seat\":%d}", s->seat);
            say(s, "{\"type\":\"ready\",\"id\":4,\"ready\":true}");
        }
    }
}

static void seated_now(struct sock *s) {
    struct room *r = s->room;
    s->state = SEATED;
    setting_up--;
    seated++;
    if (++r->ready == r->people)
        say(r->sock[0], "{\"type\":\"start\",\"id\":5}");
}

static uint64_t hash_of(const char *from, const char *to) {
    uint64_t h = 1469598103934665603u;
    for (; from < to; from++)
        h = (h ^ (unsigned char)*from) * 1099511628211u;
    return h;
}

/* Every event of the message: a new one is kept, a known one must be the same. */
static void check_events(struct room *r, const char *text) {
    const char *p = after(text, "\"events\":[");
    while (p && *p == '{') {
        const char *end = strchr(p, '}');
        int seq = (int)number(p, "\"seq\":", 0);
        if (seq <= r->shown_n) {
            changed += seq > 0 && r->shown[seq - 1].hash != hash_of(p, end);
        } else if (seq == r->shown_n + 1) {
            if (r->shown_n == r->shown_cap) {
                r->shown_cap = r->shown_cap ? 2 * r->shown_cap : 64;
                r->shown = realloc(r->shown, (size_t)r->shown_cap * sizeof *r->shown);
            }
            r->shown[r->shown_n++].hash = hash_of(p, end);
            const char *seat = after(p, "\"seat\":");
            r->own += seat && *seat == '0';
        } else {
            lost++;
        }
        p = end + 1;
        if (*p == ',')
            p++;
    }
}

static void on_game(struct sock *s, const char *text, size_t len) {
    struct room *r = s->room;
    s->state = PLAYING;
    s->seq = (int32_t)number(text, "\"seq\":", 0);
    if (r->sent_at)
        delivered(r->sent_at, len);
    if (checking) {
        if (s->seq < r->shown_n)
            lost += r->shown_n - s->seq;
        check_events(r, text);
    }
    r->started = true;
    s->action[0] = '\0';
    s->owes = owes(text, s->seat, s->owes);
    if (s->owes)
        choose(text, s->action);
    else if (want_events)
        snprintf(s->action, sizeof s->action, "?");
}

static void on_ok(struct sock *s, const char *text) {
    struct room *r = s->room;
    long id = number(text, "\"id\":", -1);
    if (id == 1) {
        snprintf(r->table, sizeof r->table, "%.12s", after(text, "\"table\":\""));
        say(s, "{\"type\":\"ready\",\"id\":4,\"ready\":true}");
        for (int i = 1; i < r->people; i++)
            if (r->sock[i]->welcome)
                first_words(r->sock[i]);
    } else if (id == 4) {
        seated_now(s);
    }
    if (strstr(text, "\"id\":\"c") && r->command) {
        if (r->acknowledged >= r->commands)
            fail("an answer twice:", text);
        r->acknowledged++;
        r->command = 0;
    }
}

static void on_error(struct sock *s, const char *text) {
    struct room *r = s->room;
    if (strstr(text, "\"id\":\"c")) {
        refused++;
        if (strstr(text, "\"stale\"") || strstr(text, "\"over\"") || strstr(text, "not-stored")) {
            r->commands--;
            r->command = 0;
            return;
        }
    }
    fail("the server refuses:", text);
}

void on_text(struct sock *s, char *text, size_t len) {
    if (relay) {
        delivered(strtoull(text, NULL, 10), len);
        return;
    }
    if (strncmp(text, "{\"type\":\"game\"", 14) == 0)
        on_game(s, text, len);
    else if (strncmp(text, "{\"type\":\"ok\"", 12) == 0)
        on_ok(s, text);
    else if (strncmp(text, "{\"type\":\"error\"", 15) == 0)
        on_error(s, text);
    else if (strncmp(text, "{\"type\":\"over\"", 14) == 0)
        s->room->over = true;
    else if (strncmp(text, "{\"type\":\"welcome\"", 17) == 0) {
        s->welcome = true;
        first_words(s);
    }
}
