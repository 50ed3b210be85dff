/* person_delete.c -- deletes a person: seats, chat, sessions, account. */
#include "people/auth_job.h"
#include "rooms/room.h"

/* In a running game a bot continues on the seat. */
static void make_forget(struct table *t, const struct change *c) {
    int seat = table_seat_of(t, c->user);
    if (seat < 0)
        return;
    struct seat *s = &t->seat[seat];
    s->user[0] = '\0';
    KEEP(s->name, "\xe2\x80\x93");
    s->resigned = s->held = t->state == TABLE_PLAYING;
    if (t->state == TABLE_OPEN) {
        s->kind = SEAT_EMPTY;
        s->ready = false;
        s->name[0] = s->seed[0] = '\0';
    }
}

static struct change forgetting(const char *user) {
    struct change c = { .make = make_forget };
    KEEP(c.user, user);
    return c;
}

static void forgotten_again(void *arg, bool stored) {
    (void)arg;
    (void)stored;
}

/* Their chat is no longer shown, at tables they watched too. If they sat down somewhere
 * meanwhile, they are removed. */
static void forgotten(struct store_request *q) {
    struct job *j = q->arg;
    struct server *s = j->conn->server;
    struct change again = forgetting(j->who.user);
    if (!auth__stored(j, q->result))
        return;
    talk_forget(s, j->who.user);
    s->forgotten++;
    again.lasting = true;
    change_everywhere(s, j->who.user, &again, forgotten_again, NULL);
    auth__answer_gone(j->conn);
    auth__close_live(s, j->who.user, WS_NORMAL, "deleted");
    notice(s, "forgot", j->who.user);
    auth__done(j);
}

/* First the tables, then the rest. Requests are carried out in order, so no table description on
 * its way writes the name back afterwards. */
static void tables_forgot(void *arg, bool stored) {
    struct job *j = arg;
    if (!stored) {
        auth__unavailable(j);
        return;
    }
    struct store_request *q = store_request(STORE_FORGET, NULL);
    KEEP(q->user, j->who.user);
    store_ask(j->conn->server->store, q, forgotten, j);
}

void auth__post_delete(struct conn *c, struct json_in body, const struct identity *who) {
    if (!json_equals(json_get(body, "confirm"), "delete")) {
        api_error(c, 400, "bad-value", "confirm");
        return;
    }
    struct change forget = forgetting(who->user);
    change_everywhere(c->server, who->user, &forget, tables_forgot, auth__job(c, who));
}
