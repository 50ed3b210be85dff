/* address_counts.c -- limits per address: connections and recent requests. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
#include "conn.h"

/* A session stays in the store for months, and a record is written on the loop's thread, so both
 * are limited. */
int address_limit(const struct server *s, const struct address *a, int what) {
    int each = s->config.connections_per_address;
    const int limit[LIMITS] = {
        [COUNT_LOGINS] = ADDRESS_LOGINS,
        [COUNT_SESSIONS] = ADDRESS_SESSIONS_EACH * each,
        [COUNT_REQUESTS] = ADDRESS_REQUESTS_EACH * each,
        [HAS_CONNECTIONS] = each,
        [HAS_TABLES] = ADDRESS_TABLES_EACH * each,
    };
    return a->narrower > 0 ? ADDRESS_WIDER * limit[what] : limit[what];
}

/* An attacker who picks addresses can fill a chain, but has to own them. */
static unsigned address_slot(const struct in6_addr *ip) {
    return (unsigned)(hash_bytes(HASH_START, ip->s6_addr, sizeof ip->s6_addr) % 1024);
}

/* IPv6 that does not carry an IPv4 address. */
static bool is_v6(const struct in6_addr *ip) {
    return !IN6_IS_ADDR_V4MAPPED(ip);
}

static struct address *find(struct server *s, const struct in6_addr *ip) {
    struct address **list = &s->address[address_slot(ip)];
    for (struct address *a = *list; a; a = a->next)
        if (memcmp(&a->ip, ip, sizeof *ip) == 0)
            return a;
    struct address *a = calloc(1, sizeof *a);
    CHECK(a);
    a->ip = *ip;
    a->next = *list;
    return *list = a;
}

/* For IPv6 only the network counts: a subscriber has 2^64 addresses in a /64. Some have a /48,
 * which is 65,536 such networks, so these are also counted together. The last byte distinguishes
 * the entry of a /48 from that of its first /64. */
struct address *address_of(struct server *s, struct in6_addr ip) {
    struct in6_addr wide = ip;
    if (!is_v6(&ip))
        return find(s, &ip);
    memset(&ip.s6_addr[8], 0, 8);
    memset(&wide.s6_addr[6], 0, 10);
    wide.s6_addr[15] = 1;
    struct address *a = find(s, &ip);
    if (!a->wider) {
        a->wider = find(s, &wide);
        a->wider->narrower++;
    }
    return a;
}

bool address_crowded(const struct server *s, const struct address *a) {
    for (; a; a = a->wider)
        if (a->connections + address_elsewhere(s, a, HAS_CONNECTIONS) >=
            address_limit(s, a, HAS_CONNECTIONS))
            return true;
    return false;
}

void address_enter(struct address *a) {
    for (; a; a = a->wider)
        a->connections++;
}

void address_leave(struct server *s, struct address *a) {
    CHECK(a->connections > 0);
    a->connections--;
    if (a->wider)
        a->wider->connections--;
    address_done(s, a);
}

void address_done(struct server *s, struct address *a) {
    if (a->connections > 0 || a->count[COUNT_REQUESTS] > 0 || a->warned || a->narrower > 0)
        return;
    struct address **at = &s->address[address_slot(&a->ip)], *wider = a->wider;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    free(a);
    if (wider) {
        wider->narrower--;
        address_done(s, wider);
    }
}

/* All addresses in one form: IPv4 as ::ffff:a.b.c.d. */
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

/* A window starts with its first request, so up to twice the limit can fall into one minute.
 * That is good enough against abuse. */
static void renew(struct address *a, int64_t now) {
    if (now - a->window <= ADDRESS_MS)
        return;
    a->window = now;
    memset(a->count, 0, sizeof a->count);
    a->warned = 0;
}

bool address_over(struct conn *c, enum counted what) {
    static const char *const name[COUNTS] = { "passphrases", "sessions", "requests" };
    struct server *s = c->server;
    bool over = false;
    for (struct address *a = c->address; a; a = a->wider) {
        renew(a, now_ms(s));
        over |= ++a->count[what] + address_elsewhere(s, a, what) > address_limit(s, a, what);
    }
    if (over) {
        s->metric[M_LIMITED]++;
        address_warn(c, WARN_LIMIT, "limit", name[what]);
    }
    return over;
}

bool address_full(struct conn *c, int tables) {
    struct address *a = c->address;
    a->tables = tables + 1;
    return tables + address_elsewhere(c->server, a, HAS_TABLES) >=
           address_limit(c->server, a, HAS_TABLES);
}

/* The log names only the network: the first 24 bits, or 48 for IPv6. */
void address_warn(struct conn *c, enum warned kind, const char *event, const char *what) {
    struct in6_addr ip = c->address->ip;
    char text[INET6_ADDRSTRLEN + 4];
    renew(c->address, now_ms(c->server));
    if (c->address->warned & kind)
        return;
    c->address->warned |= kind;
    if (is_v6(&ip)) {
        memset(&ip.s6_addr[6], 0, 10);
        inet_ntop(AF_INET6, &ip, text, INET6_ADDRSTRLEN);
        strcat(text, "/48");
    } else {
        ip.s6_addr[15] = 0;
        inet_ntop(AF_INET, &ip.s6_addr[12], text, INET6_ADDRSTRLEN);
        strcat(text, "/24");
    }
    log_line("warn", event, "what", what, "network", text, NULL);
}

/* Keep addresses with a connection or a recent count, and a /48 as long as one of its networks
 * is kept. */
void address_forget(struct server *s, int64_t now) {
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address; i++)
        for (struct address **at = &s->address[i]; *at;) {
            struct address *a = *at;
            if (a->connections == 0 && a->narrower == 0 && now - a->window > ADDRESS_MS) {
                *at = a->next;
                if (a->wider)
                    a->wider->narrower--;
                free(a);
            } else {
                at = &a->next;
            }
        }
}
