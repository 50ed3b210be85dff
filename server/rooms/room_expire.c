/* room_expire.c -- every second of a table: what is tried again, and when a table that everybody
 * has left is closed or leaves memory. */
#include "play.h"

/* Retries what the store refused, then closes rooms that were empty for long enough. A pinned
 * room stays: something will return to it. */
void room_second(struct room *r, int64_t now) {
    struct server *s = r->server;
    enum table_state state = r->t->state;
    bool again = r->retry_at && now >= r->retry_at && !r->flying;
    if (again)
        r->retry_at = 0;
    if (again || r->changes)
        change_next(r);
    room_watch_host(r, now);
    room_watch_fill(r, now);
    if (notice_is_node(s))
        nodes_second(r, now);
    if (r->asleep && notice_is_node(s)) /* another node expires it, or nobody */
        return;
    if (!r->empty_since || r->flying || r->pins)
        return;
    int64_t idle = (now - r->empty_since) / 1000;
    if (state == TABLE_OPEN && idle >= s->config.expire_open)
        room_close(r, CLOSE_REMOVE, NULL, NULL);
    else if (state == TABLE_PLAYING && idle >= s->config.expire_playing)
        room_close(r, CLOSE_KEEP, NULL, NULL);
    else if ((state == TABLE_OVER || state == TABLE_CLOSED) && r->archived &&
             idle >= s->config.expire_over)
        room_free(r);
}
