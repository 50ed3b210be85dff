/* nodes_notice.c -- notices to the other nodes on the same store. The data itself is in the
 * store; a notice makes them look (nodes.c). */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "process/server_state.h"

bool notice_is_node(const struct server *s) {
    return s->config.node != NULL;
}

void notice(struct server *s, const char *what, const char *key) {
    if (notice_is_node(s))
        store_submit(s->store, store_item(STORE_NOTE, what, key));
}

bool nodes_sure(const struct server *s) {
    return !notice_is_node(s) || (int64_t)uv_now(&s->loop) < s->sure_until;
}

/* Requested with the next watch. */
void nodes_look(struct server *s, const char *table) {
    if (!notice_is_node(s))
        return;
    size_t len = s->look ? strlen(s->look) : 0;
    char *more = realloc(s->look, len + strlen(table) + 2);
    CHECK(more);
    s->look = more;
    sprintf(s->look + len, "%s\n", table);
}
