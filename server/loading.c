/* loading.c -- the games that live, out of the store when the server starts. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../core/check.h"
#include "room.h"

/* Also tells systemd, if it is listening. A name in the abstract namespace is written with @ and
 * sent with a NUL. */
static void all_loaded(struct server *s) {
    s->ready = true;
    log_line("info", "ready", NULL);
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof to.sun_path)
        return;
    KEEP(to.sun_path, path);
    size_t len = offsetof(struct sockaddr_un, sun_path) + strlen(path);
    if (to.sun_path[0] == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        sendto(fd, "READY=1", 7, MSG_NOSIGNAL, (struct sockaddr *)&to, (socklen_t)len);
        close(fd);
    }
}

/* Games whose turn the store had no ears for, or their list (no name); asked again every second. */
struct untaken {
    struct untaken *next;
    char game[STORE_ID_MAX];
};

static void take(struct server *s, const char *game);

void loading_again(struct server *s) {
    struct untaken *list = s->untaken;
    s->untaken = NULL;
    for (struct untaken *next; list; list = next) {
        next = list->next;
        if (list->game[0])
            take(s, list->game);
        else
            loading_start(s);
        free(list);
    }
}

/* True: the store could not be asked, which says nothing of what it has. */
static bool put_off(const struct store_request *q) {
    struct server *s = q->arg;
    if (q->result != STORE_BUSY && q->result != STORE_FULL)
        return false;
    log_line("warn", "store", "op", "load", "result", store_result_name(q->result), NULL);
    struct untaken *u = malloc(sizeof *u);
    CHECK(u);
    *u = (struct untaken){ .next = s->untaken };
    KEEP(u->game, q->game);
    s->untaken = u;
    return true;
}

/* A game that cannot be loaded gets its room too, broken, so that whoever comes is told. */
static void taken(struct store_request *q) {
    struct server *s = q->arg;
    if (put_off(q))
        return;
    struct room *r = room_load(s, q->game, q->rows, q->result == STORE_OK ? q->rows_n : 0);
    r->epoch = q->epoch;
    chat_load(r);
    if (r->t->state == TABLE_OVER || r->t->state == TABLE_CLOSED) /* it ended just before we did */
        room_archive(r);
    lobby_touch(r);
    if (--s->loading == 0)
        all_loaded(s);
}

static void take(struct server *s, const char *game) {
    struct store_request *q = store_request(STORE_TAKE, game);
    q->done = taken;
    q->arg = s;
    store_submit(s->store, q);
}

/* Every live game is taken, which fences off whatever process had it before. Nothing is served well
 * without a store, so one that cannot be read ends the program. */
static void lived(struct store_request *q) {
    struct server *s = q->arg;
    if (put_off(q))
        return;
    if (q->result != STORE_OK) {
        log_line("error", "store", "op", "live", "result", store_result_name(q->result), NULL);
        exit(1);
    }
    s->loading = q->rows_n; /* the list is there */
    if (s->loading == 0)
        all_loaded(s);
    for (int i = 0; i < q->rows_n; i++)
        take(s, q->rows[i].id);
}

void loading_start(struct server *s) {
    s->loading = 1;
    struct store_request *q = store_request(STORE_LIVE, NULL);
    q->done = lived;
    q->arg = s;
    store_submit(s->store, q);
}

void loading_stop(struct server *s) {
    for (struct untaken *u = s->untaken, *next; u; u = next) {
        next = u->next;
        free(u);
    }
}
