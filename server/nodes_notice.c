/* nodes_notice.c -- notices to the other nodes on the same store. The data itself is in the
 * store; a notice makes them look (nodes.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "copy_text.h"
#include "process.h"

bool notice_is_node(const struct server *s) {
    return s->config.node != NULL;
}

void notice(struct server *s, const char *what, const char *key) {
    if (!notice_is_node(s))
        return;
    struct store_request *q = store_item(STORE_NOTE, what, key);
    store_submit(s->store, q);
}

bool nodes_sure(const struct server *s) {
    return !notice_is_node(s) || (int64_t)uv_now(&s->loop) < s->sure_until;
}

static bool wrong(const char *words) {
    fprintf(stderr, "skerry serve: %s.\n", words);
    return false;
}

/* After binding: the address includes the port. */
bool nodes_configure(struct server *s) {
    const char *name = s->config.node, *url = s->config.public_url;
    char own[64];
    if (s->config.store && !store_is_database(s->config.store))
        return wrong("--store takes the address of a PostgreSQL database, like postgres://user@host/name");
    if (!name)
        return !url || wrong("--public goes with --node");
    if (!s->config.store)
        return wrong("--node needs --store, the database that the nodes share");
    if (!name[0] || strlen(name) >= STORE_ID_MAX ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
        return wrong("--node takes a name of up to 31 small letters, digits and -");
    if (!url) {
        snprintf(own, sizeof own, "http://localhost:%d", s->port);
        s->config.public_url = s->own_url = strdup(own);
        return s->own_url != NULL;
    }
    if ((strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0) ||
        strlen(url) >= STORE_NAME_MAX || strpbrk(url, " \"\\?#"))
        return wrong("--public takes an address like https://a.example.org");
    return true;
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
