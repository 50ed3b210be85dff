/* address.c -- where connections come from, and what one address has had of late. */
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "../core/hash.h"
#include "socket.h"

enum { WINDOW_MS = 60000 };

/* An attacker who picks addresses can fill a chain, but has to own them. */
static unsigned address_slot(const struct in6_addr *ip) {
    return (unsigned)(hash_bytes(HASH_START, ip->s6_addr, sizeof ip->s6_addr) % 1024);
}

/* Of IPv6 only the network counts: a subscriber has all of its 2^64 addresses, and would have as
 * many tries. */
struct address *address_of(struct server *s, struct in6_addr ip) {
    if (!IN6_IS_ADDR_V4MAPPED(&ip))
        memset(&ip.s6_addr[8], 0, 8);
    struct address **list = &s->address[address_slot(&ip)];
    for (struct address *a = *list; a; a = a->next)
        if (memcmp(&a->ip, &ip, sizeof ip) == 0)
            return a;
    struct address *a = calloc(1, sizeof *a);
    CHECK(a);
    a->ip = ip;
    a->next = *list;
    return *list = a;
}

/* Forget an address that has nothing left to remember. */
void address_done(struct server *s, struct address *a) {
    if (a->connections > 0 || a->requests > 0 || a->warned)
        return;
    struct address **at = &s->address[address_slot(&a->ip)];
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    free(a);
}

/* Every address in one form: IPv4 as ::ffff:a.b.c.d. */
struct in6_addr address_ip(const struct sockaddr_storage *from) {
    struct in6_addr ip = in6addr_any;
    if (from->ss_family == AF_INET6) {
        ip = ((const struct sockaddr_in6 *)from)->sin6_addr;
    } else if (from->ss_family == AF_INET) {
        ip.s6_addr[10] = ip.s6_addr[11] = 0xff;
        memcpy(&ip.s6_addr[12], &((const struct sockaddr_in *)from)->sin_addr, 4);
    }
    return ip;
}

/* Counting begins anew a minute after the first, so twice the limit can fall into one minute; that
 * is near enough for what it is against. */
struct address *address_counted(struct conn *c) {
    struct address *a = c->address;
    int64_t now = now_ms(c->server);
    if (now - a->window > WINDOW_MS) {
        a->window = now;
        a->logins = a->sessions = a->requests = 0;
        a->warned = false;
    }
    return a;
}

/* Those that hold a connection, or were counted within the window, stay. */
void address_forget(struct server *s, int64_t now) {
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address; i++)
        for (struct address **at = &s->address[i]; *at;) {
            struct address *a = *at;
            if (a->connections == 0 && now - a->window > WINDOW_MS) {
                *at = a->next;
                free(a);
            } else {
                at = &a->next;
            }
        }
}
