/* person_rename.c -- renames a person: over the socket, and at the tables where they sit. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "people/auth_job.h"
#include "room.h"

static void make_rename(struct table *t, const struct change *c) {
    int seat = table_seat_of(t, c->user);
    if (seat >= 0 && (t->state == TABLE_OPEN || t->state == TABLE_PLAYING))
        KEEP(t->seat[seat].name, c->name);
}

/* Everybody connected as `user` gets this name. Finished games keep the name they were played
 * under. */
void auth__rename_live(struct server *s, const char *user, const char *name) {
    struct change c = { .make = make_rename, .lasting = true };
    KEEP(c.user, user);
    KEEP(c.name, name);
    for (struct conn *d = s->conns; d; d = d->next)
        if (d->client && strcmp(d->client->who.user, user) == 0)
            KEEP(d->client->who.name, name);
    for (struct room *r = NULL; (r = person_tables_next(s, user, r));)
        if (r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING)
            change_table(r, NULL, &c);
}

/* A rename that came over the socket. */
struct naming {
    struct server *server;
    struct reply reply;
    char user[USER_ID + 4], name[NAME_MAX_BYTES];
};

/* The rename counts even if the person has left meanwhile. */
static void named(struct store_request *q) {
    struct naming *n = q->arg;
    if (q->result == STORE_OK) {
        auth__rename_live(n->server, n->user, n->name);
        notice(n->server, "user", n->user);
        reply_ok_text(&n->reply, "name", n->name);
    } else if (q->result == STORE_MISSING) { /* deleted meanwhile */
        reply_error(&n->reply, "no-session", "There is no session.");
    } else {
        reply_not_stored(&n->reply);
    }
    reply_done(&n->reply);
    free(n);
}

/* Another node may have changed their item, so it is read first. */
static void got_user(struct store_request *q) {
    struct naming *n = q->arg;
    char old[NAME_MAX_BYTES], account[ACCOUNT_MAX] = "";
    if (q->result != STORE_OK) {
        named(q);
        return;
    }
    auth__read_user(q, old, account);
    struct store_request *put = auth__put_user(n->server, n->user, n->name, account);
    put->put = PUT_THERE;
    store_ask(n->server->store, put, named, n);
}

void do_name(struct message *m) {
    char name[NAME_MAX_BYTES * 2];
    struct naming *n = calloc(1, sizeof *n);
    CHECK(n);
    message_text(m, "name", name, sizeof name);
    if (!clean_text(name, n->name, sizeof n->name, NAME_CHARS)) {
        free(n);
        message_refuse(m, "bad-name", "Please choose another name.");
        return;
    }
    n->server = m->c->conn->server;
    n->reply = m->reply;
    KEEP(n->user, m->c->who.user);
    reply_keep(&n->reply);
    store_ask(n->server->store, store_item(STORE_GET, "user", n->user), got_user, n);
}
