/* address_counts_nodes.c -- limits per address for the whole site, across its nodes.
 *
 * Every two seconds a node tells the others the counts of its busy addresses. It sends counts,
 * not requests, so the cost does not grow under attack. Counts that are not repeated are
 * forgotten after FRESH_MS, so that people who leave a lost node find room at another. Addresses
 * are sent as hashes. The number of all people travels the same way, for the lobby. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
#include "net/conn.h"
#include "core/copy_text.h"

/* Sent from an eighth of a limit on: smaller counts at a few nodes do no harm. */
enum { FRESH_MS = 5000, TELL_S = 2, PART = 8 };
enum { CHAINS = sizeof((struct server *)0)->elsewhere / sizeof(struct elsewhere *) };

struct elsewhere {
    struct elsewhere *next;
    char node[STORE_ID_MAX];
    uint64_t address;
    int n[LIMITS];
    int64_t at;
};

static uint64_t hash_of(const struct address *a) {
    return hash_mix(hash_bytes(HASH_START, a->ip.s6_addr, sizeof a->ip.s6_addr));
}

int address_elsewhere(const struct server *s, const struct address *a, int what) {
    uint64_t hash = hash_of(a);
    int n = 0;
    for (const struct elsewhere *e = s->elsewhere[hash % CHAINS]; e; e = e->next)
        if (e->address == hash && now_ms(s) - e->at <= FRESH_MS)
            n += e->n[what];
    return n;
}

/* As the connections of an address that nobody has. */
enum { EVERYBODY = 0 };

int address_people_elsewhere(const struct server *s) {
    int n = 0;
    for (const struct elsewhere *e = s->elsewhere[EVERYBODY]; e; e = e->next)
        if (e->address == EVERYBODY && now_ms(s) - e->at <= FRESH_MS)
            n += e->n[HAS_CONNECTIONS];
    return n;
}

/* --- sending --- */

static void send_counts(struct server *s, uint64_t address, const int *n) {
    char key[STORE_KEY_MAX];
    snprintf(key, sizeof key, "%s,%016llx,%d,%d,%d,%d,%d", s->config.node,
             (unsigned long long)address, n[0], n[1], n[2], n[3], n[4]);
    notice(s, "counts", key);
}

static int has(const struct address *a, int what, int64_t now) {
    if (what < COUNTS)
        return now - a->window <= ADDRESS_MS ? a->count[what] : 0;
    return what == HAS_CONNECTIONS ? a->connections : a->tables;
}

static void tell(struct server *s, struct address *a, int64_t now) {
    int n[LIMITS];
    bool busy = false;
    for (int i = 0; i < LIMITS; i++) {
        n[i] = has(a, i, now);
        busy |= n[i] > 0 && n[i] >= address_limit(s, a, i) / PART;
    }
    if (busy || a->told)
        send_counts(s, hash_of(a), n);
    a->told = busy;
}

static void tell_people(struct server *s) {
    int n[LIMITS] = { 0 };
    n[HAS_CONNECTIONS] = s->clients_n;
    if (s->clients_n > 0)
        send_counts(s, EVERYBODY, n);
}

static void forget_old(struct server *s, int64_t now) {
    for (int i = 0; i < CHAINS; i++)
        for (struct elsewhere **at = &s->elsewhere[i]; *at;) {
            struct elsewhere *e = *at;
            if (now - e->at <= FRESH_MS) {
                at = &e->next;
            } else {
                *at = e->next;
                free(e);
            }
        }
}

void address_tell(struct server *s) {
    int64_t now = now_ms(s);
    if (s->seconds % TELL_S != 0)
        return;
    forget_old(s, now);
    if (notice_is_node(s) && !s->draining)
        tell_people(s);
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address && !s->draining; i++)
        for (struct address *a = s->address[i]; a && notice_is_node(s); a = a->next)
            tell(s, a, now);
}

/* --- receiving --- */

static struct elsewhere *find(struct server *s, const char *node, uint64_t address) {
    struct elsewhere **chain = &s->elsewhere[address % CHAINS], *e = *chain;
    while (e && (e->address != address || strcmp(e->node, node) != 0))
        e = e->next;
    if (e)
        return e;
    e = calloc(1, sizeof *e);
    CHECK(e);
    KEEP(e->node, node);
    e->address = address;
    e->next = *chain;
    return *chain = e;
}

static void node_goes(struct server *s, const char *node) {
    for (int i = 0; i < CHAINS; i++)
        for (struct elsewhere *e = s->elsewhere[i]; e; e = e->next)
            if (strcmp(e->node, node) == 0)
                e->at = 0;
}

/* NODE,ADDRESS,NUMBER...; NODE alone: the node leaves and has nothing any more. */
void address_heard(struct server *s, const char *key) {
    char node[STORE_ID_MAX];
    unsigned long long address;
    int n[LIMITS];
    size_t len = strcspn(key, ",");
    if (len >= sizeof node)
        return;
    copy_text(node, len + 1, key);
    if (!key[len])
        node_goes(s, node);
    if (sscanf(key + len, ",%llx,%d,%d,%d,%d,%d", &address, &n[0], &n[1], &n[2], &n[3], &n[4]) != 6)
        return;
    struct elsewhere *e = find(s, node, address);
    memcpy(e->n, n, sizeof e->n);
    e->at = now_ms(s);
}

void address_forget_nodes(struct server *s) {
    forget_old(s, INT64_MAX);
}
