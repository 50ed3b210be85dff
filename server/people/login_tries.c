/* login_tries.c -- counts wrong passphrases per account, from any address.
 *
 * The limit by address (address_counts.c) stops one machine; this one stops many that try one
 * account. It also keeps the owner from logging in meanwhile. That is the lesser evil: existing
 * sessions continue, and it ends after a quarter of an hour. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
#include "auth_job.h"

struct tries {
    struct tries *next;
    char account[ACCOUNT_MAX];
    int64_t since;
    int wrong;
};

static struct tries **slot(struct server *s, const char *account) {
    return &s->tries[hash_bytes(HASH_START, account, strlen(account)) %
                     (sizeof s->tries / sizeof *s->tries)];
}

static struct tries *find(struct server *s, const char *account) {
    struct tries *t = *slot(s, account);
    while (t && strcmp(t->account, account) != 0)
        t = t->next;
    return t;
}

bool tries_over(struct server *s, const char *account) {
    const struct tries *t = find(s, account);
    return t && t->wrong >= TRIES_MAX && now_ms(s) - t->since <= TRIES_MS;
}

/* Missing accounts are counted too, so the limit does not reveal which accounts exist. */
void tries_wrong(struct server *s, const char *account) {
    tries_count(s, account);
    notice(s, "tried", account);
}

void tries_count(struct server *s, const char *account) {
    struct tries *t = find(s, account);
    if (!t) {
        t = calloc(1, sizeof *t);
        CHECK(t);
        KEEP(t->account, account);
        t->next = *slot(s, account);
        *slot(s, account) = t;
    }
    if (t->wrong == 0 || now_ms(s) - t->since > TRIES_MS) {
        t->since = now_ms(s);
        t->wrong = 0;
    }
    if (++t->wrong == TRIES_MAX)
        log_line("warn", "limit", "what", "passphrases of an account", NULL);
}

void tries_forget(struct server *s, int64_t now) {
    for (size_t i = 0; i < sizeof s->tries / sizeof *s->tries; i++)
        for (struct tries **at = &s->tries[i]; *at;) {
            struct tries *t = *at;
            if (now - t->since > TRIES_MS) {
                *at = t->next;
                free(t);
            } else {
                at = &t->next;
            }
        }
}
