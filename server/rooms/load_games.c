/* load_games.c -- reads the list of live games when the server starts.
 *
 * Only their descriptions are read, a page at a time; each gets a sleeping room. The log of a
 * game is read when somebody opens it (room_store.c). */
#include <stdio.h>
#include <stdlib.h>

#include "room.h"

enum { PAGE = 100, TELL_MS = 1000 };

static void ask(struct server *s, int64_t after);

/* At most once a second: to the log, and to systemd, which would otherwise consider a long start
 * hung. */
static void tell_progress(struct server *s) {
    char n[24], words[96];
    if (now_ms(s) - s->told_loading < TELL_MS)
        return;
    s->told_loading = now_ms(s);
    snprintf(n, sizeof n, "%d", s->rooms_n);
    snprintf(words, sizeof words, "STATUS=Reading the games: %d so far\nEXTEND_TIMEOUT_USEC=30000000",
             s->rooms_n);
    log_line("info", "loading", "games", n, NULL);
    systemd_tell(words);
}

static void all_listed(struct server *s) {
    char n[24];
    snprintf(n, sizeof n, "%d", s->rooms_n);
    s->loading = false;
    s->ready = true;
    log_line("info", "ready", "games", n, NULL);
    systemd_tell("READY=1\nSTATUS=Ready");
}

void loading_again(struct server *s) {
    if (!s->loading_again)
        return;
    s->loading_again = false;
    ask(s, s->listed_to);
}

/* Nothing works without a store, so an unreadable one ends the program. */
static void listed(struct store_request *q) {
    struct server *s = q->arg;
    if (q->result == STORE_BUSY || q->result == STORE_FULL) {
        log_line("warn", "store", "op", "live", "result", store_result_name(q->result), NULL);
        s->loading_again = true;
        return;
    }
    if (q->result != STORE_OK) {
        log_line("error", "store", "op", "live", "result", store_result_name(q->result), NULL);
        exit(1);
    }
    for (int i = 0; i < q->rows_n; i++)
        if (q->rows[i].kind == ROW_META && !room_find(s, q->rows[i].id))
            room_asleep(s, &q->rows[i], q->rows_n - i);
    tell_progress(s);
    if (q->seq)
        ask(s, q->seq);
    else
        all_listed(s);
}

static void ask(struct server *s, int64_t after) {
    struct store_request *q = store_request(STORE_LIVE, NULL);
    s->listed_to = q->seq = after;
    q->limit = PAGE;
    store_ask(s->store, q, listed, s);
}

void loading_start(struct server *s) {
    s->loading = true;
    s->told_loading = now_ms(s);
    ask(s, 0);
}
