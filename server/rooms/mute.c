/* mute.c -- people whom somebody does not want to hear at a table. This is private: nobody else is
 * told, not even the muted person. It follows both of them when one logs in to an account. (The
 * host can also silence somebody for everybody; that is public and part of the table.)
 *
 * A pair is an item that belongs to the person who mutes. It is loaded with the table (store.h),
 * and exported and deleted with the person. It takes effect when it is stored. Memory has an entry
 * for each pair that is in effect or on its way, so the limits hold however many are sent at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "room.h"

/* A handful of pairs, looked at once per line and listener. */
static struct mute *find(const struct room *r, const char *who, const char *whom) {
    for (int i = 0; i < r->mutes; i++)
        if (strcmp(r->mute[i].who, who) == 0 && strcmp(r->mute[i].whom, whom) == 0)
            return &r->mute[i];
    return NULL;
}

bool mute_is_on(const struct room *r, const char *who, const char *whom) {
    const struct mute *m = find(r, who, whom);
    return m && m->on;
}

/* Per person, so that nobody can use up the limit of others. */
static bool may_add(const struct room *r, const char *who) {
    int n = 0;
    for (int i = 0; i < r->mutes; i++)
        n += strcmp(r->mute[i].who, who) == 0;
    return n < MUTES_MAX && r->mutes < MUTE_PAIRS;
}

static struct mute *add(struct room *r, const char *who, const char *whom) {
    if ((r->mutes & (r->mutes - 1)) == 0) {
        r->mute = realloc(r->mute, (size_t)(r->mutes ? 2 * r->mutes : 1) * sizeof *r->mute);
        CHECK(r->mute);
    }
    struct mute *m = &r->mute[r->mutes++];
    *m = (struct mute){ .on = false };
    KEEP(m->who, who);
    KEEP(m->whom, whom);
    return m;
}

static void take_out(struct room *r, struct mute *m) {
    *m = r->mute[--r->mutes];
}

static void mute_forget(struct room *r, const char *who) {
    for (int i = r->mutes - 1; i >= 0; i--)
        if (strcmp(r->mute[i].who, who) == 0)
            take_out(r, &r->mute[i]);
}

/* Notify them: their list has changed without an action of theirs. */
static void tell(struct room *r, const char *who) {
    for (struct client *c = r->clients; c; c = c->room_next)
        if (strcmp(c->who.user, who) == 0)
            room_tell_table_to(r, c);
}

/* As MERGE does in the store: both sides of a pair move, and nobody ends up muting themselves. */
static void mute_move(struct room *r, const char *from, const char *to) {
    for (int i = r->mutes - 1; i >= 0; i--) {
        struct mute m = r->mute[i];
        bool own = strcmp(m.who, from) == 0, theirs = strcmp(m.whom, from) == 0;
        if (!own && !theirs)
            continue;
        take_out(r, &r->mute[i]);
        const char *who = own ? to : m.who, *whom = theirs ? to : m.whom;
        if (m.on && strcmp(who, whom) != 0 && !find(r, who, whom) && may_add(r, who))
            add(r, who, whom)->on = true;
        if (theirs)
            tell(r, who);
    }
}

void talk_forget(struct server *s, const char *user) {
    for (struct room *r = NULL; (r = room_next(s, r));) {
        chat_forget(r, user);
        mute_forget(r, user);
    }
}

void talk_move(struct server *s, const char *from, const char *to) {
    for (struct room *r = NULL; (r = room_next(s, r));) {
        chat_move(r, from, to);
        mute_move(r, from, to);
    }
}

/* --- storing: an item of kind `mute` under TABLE.WHO.WHOM; it has no value --- */

/* We make all user ids (random_id); anything else is ignored. */
static bool could_be_user(const char *id) {
    return id[0] && id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
}

enum { TABLE, WHO, WHOM, WORDS };

/* False: not one of our keys. */
static bool read_key(const char *key, char word[WORDS][USER_ID + 4]) {
    for (int i = 0; i < WORDS; i++) {
        size_t n = strcspn(key, ".");
        bool last = i == WORDS - 1;
        if (n >= sizeof word[i] || (key[n] == '\0') != last)
            return false;
        copy_text(word[i], n + 1, key);
        key += n + !last;
        if (!could_be_user(word[i])) /* table ids have the same form */
            return false;
    }
    return true;
}

/* Invalid pairs are skipped. */
void mute_load(struct room *r, const struct store_row *rows, int n) {
    char word[WORDS][USER_ID + 4];
    for (int i = 0; i < n; i++)
        if (rows[i].kind == ROW_ITEM && strcmp(rows[i].id, "mute") == 0 &&
            read_key(rows[i].key, word) && !find(r, word[WHO], word[WHOM]) && may_add(r, word[WHO]))
            add(r, word[WHO], word[WHOM])->on = true;
}

/* In an export. */
void mute_write(const char *key, struct json_out *o) {
    char word[WORDS][USER_ID + 4];
    json_object(o, "value");
    if (read_key(key, word)) {
        json_text(o, "table", word[TABLE]);
        json_text(o, "user", word[WHOM]);
    }
    json_object_end(o);
}

/* A mute, or its end, on its way to the store; pins its room and its connection. */
struct muting {
    struct room *room;
    struct reply reply;
    char who[USER_ID + 4], whom[USER_ID + 4];
    bool on;
};

static struct store_request *request(const struct muting *w) {
    struct store_request *q = store_request(w->on ? STORE_PUT : STORE_DROP, NULL);
    KEEP(q->kind, "mute");
    snprintf(q->key, sizeof q->key, "%s.%s.%s", w->room->t->id, w->who, w->whom);
    KEEP(q->user, w->who);
    q->at = now_ms(w->room->server);
    store_set_body(q, "{}", 2);
    return q;
}

/* The entry is gone: the person was deleted, or became an account, meanwhile. */
static void settle(struct muting *w, bool ok) {
    struct mute *m = find(w->room, w->who, w->whom);
    if (!m)
        return;
    m->flying--;
    m->on = ok ? w->on : m->on;
    if (!m->on && m->flying == 0)
        take_out(w->room, m);
}

static void stored(struct store_request *q) {
    struct muting *w = q->arg;
    struct client *c = reply_to(&w->reply);
    bool ok = q->result == STORE_OK;
    health_heard_from_store(w->room->server, q->result);
    settle(w, ok);
    if (ok && c && c->room == w->room)
        room_tell_table_to(w->room, c);
    if (ok)
        reply_ok(&w->reply);
    else
        reply_not_stored(&w->reply);
    reply_done(&w->reply);
    room_unpin(w->room);
    free(w);
}

static void submit(struct message *m, struct mute *entry, bool on) {
    struct muting *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct muting){ .room = m->c->room, .reply = m->reply, .on = on };
    KEEP(w->who, entry->who);
    KEEP(w->whom, entry->whom);
    entry->flying++;
    room_pin(w->room);
    reply_keep(&w->reply);
    struct store_request *q = request(w);
    store_ask(w->room->server->store, q, stored, w);
}

/* A table that is about to be removed takes no more: they would stay behind. */
void do_mute(struct message *m) {
    struct room *r = m->c->room;
    const char *who = m->c->who.user;
    char whom[USER_ID + 4];
    bool on = message_flag(m, "on", false);
    message_text(m, "user", whom, sizeof whom);
    struct mute *entry = find(r, who, whom);
    if (!could_be_user(whom)) {
        message_refuse(m, "bad-value", "user");
    } else if (r->closing) {
        message_refuse(m, "no-such-table", "The table has closed.");
    } else if (!entry && on && !may_add(r, who)) {
        message_refuse(m, "too-many", "You cannot mute more people here.");
    } else if (entry ? entry->on == on && entry->flying == 0 : !on) { /* so it is */
        room_tell_table_to(r, m->c);
        reply_ok(&m->reply);
    } else {
        submit(m, entry ? entry : add(r, who, whom), on);
    }
}

/* --- for everybody: by the host --- */

static void make_silence(struct table *t, const struct change *c) {
    int i = table_find_silenced(t, c->user);
    if (c->on && i < 0)
        KEEP(t->silenced[t->silences++], c->user);
    else if (!c->on && i >= 0 && --t->silences > i)
        KEEP(t->silenced[i], t->silenced[t->silences]);
}

/* Before the start, during the game and after it. */
void do_silence(struct message *m) {
    struct room *r = m->c->room;
    struct change c = { .make = make_silence, .on = message_flag(m, "on", false) };
    message_text(m, "user", c.user, sizeof c.user);
    bool is = table_find_silenced(r->t, c.user) >= 0;
    if (!could_be_user(c.user) || strcmp(c.user, r->t->host) == 0)
        message_refuse(m, "bad-value", "user");
    else if (is == c.on)
        reply_ok(&m->reply);
    else if (c.on && r->t->silences == SILENCED_MAX)
        message_refuse(m, "too-many", "You cannot silence more people here.");
    else
        change_table(r, m, &c);
}
