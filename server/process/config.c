/* config.c -- the settings of `skerry serve`, from flags and the environment.
 *
 * One row per setting: its name makes both the flag (--bot-pace) and the variable
 * (SKERRY_BOT_PACE). The environment is read first, so a flag wins; cli/host/serve.c reads the
 * flags. Numbers are bounded. Those left at zero get their standard in config_fill_in(), also for
 * callers of server_run() without flags (tests, the hammer). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server_state.h"

/* A text points into argv or the environment, which outlive the server. A number below its minimum
 * gets the default, the last of the three numbers. */
#define TEXT(name, member, help) \
    { name, SERVER_TEXT, offsetof(struct server_config, member), 0, 0, 0, help }
#define FLAG(name, member, help) \
    { name, SERVER_FLAG, offsetof(struct server_config, member), 0, 0, 0, help }
#define NUMBER(name, member, min, max, standard, help) \
    { name, SERVER_NUMBER, offsetof(struct server_config, member), min, max, standard, help }
const struct server_setting server_settings[] = {
    TEXT("data", data, "folder where games are kept, made if missing (.skerry)"),
    TEXT("store", store, "keep games in this PostgreSQL database instead (postgres://...)"),
    TEXT("node", node, "one of several on that --store: its name, letters and digits"),
    TEXT("public", public_url, "where people reach this node (http://localhost:PORT)"),
    NUMBER("lease", lease, 300, 60000, 5000,
      "milliseconds until the others take over the games of a lost node (5000)"),
    NUMBER("store-wait", store_wait, 0, 86400, 60,
      "seconds that a start waits for a database that does not answer (60)"),
    TEXT("page", page, "folder of the built page, such as web/dist (none)"),
    TEXT("web", page, "the same as --page"),
    NUMBER("port", port, 0, 65535, 8080, "the first free one from here on; 0: any (8080)"),
    FLAG("exact-port", exact_port, "use exactly --port"),
    TEXT("address", address, "listen on this address (127.0.0.1)"),
    FLAG("lan", lan, "also listen on the local network"),
    TEXT("origin", origins, "allow pages from these addresses too, with spaces between them"),
    FLAG("proxy", proxy, "behind a reverse proxy with TLS: Secure cookie, X-Forwarded-For"),
    NUMBER("metrics-port", metrics_port, 1, 65535, 0, "Prometheus numbers on 127.0.0.1:N/metrics"),
    TEXT("admin-token", admin_token, "allow /api/admin with this token (better: the environment)"),
    NUMBER("bot-pace", bot_pace, 0, 60000, 900,
      "milliseconds that a bot waits before it moves (900)"),
    NUMBER("threads", bot_threads, 1, 64, 2, "workers for bots and passphrases (2)"),
    NUMBER("connections", connections_per_address, 1, 1000000, 64,
      "connections per address (64); behind --proxy per address that it names"),
    NUMBER("tables", tables_per_user, 1, 1000000, 20, "open tables per person (20)"),
    NUMBER("messages", messages, 1, 100000000, 50,
      "messages per connection in 20 s (50); programs may send ten times as many"),
    NUMBER("idle", idle, 1, 86400, 60, "seconds of silence until a client is dropped (60)"),
    NUMBER("expire-open", expire_open, 1, 1000000000, 1800,
      "seconds until an open table that everybody has left is removed (1800)"),
    NUMBER("expire-over", expire_over, 1, 1000000000, 300,
      "seconds until a finished game leaves memory; it stays stored (300)"),
    NUMBER("expire-playing", expire_playing, 1, 1000000000, 2592000,
      "seconds until a game that nobody returned to is closed; it stays stored (2592000)"),
    NUMBER("vote-after", vote_after, 1, 86400, 60,
      "seconds a game waits for a player until others may vote a bot in (60)"),
    NUMBER("drain", drain, 1, 3600, 3, "seconds that a stop waits for open connections (3)"),
    FLAG("quiet", quiet, "do not print the address"),
    { NULL, SERVER_FLAG, 0, 0, 0, 0, NULL },
};

static int *number_at(struct server_config *config, const struct server_setting *f) {
    return (int *)(void *)((char *)config + f->offset);
}

int server_set(struct server_config *config, const struct server_setting *f, const char *value) {
    char *to = (char *)config + f->offset;
    int64_t n;
    if (f->kind == SERVER_TEXT) {
        *(const char **)(void *)to = value;
    } else if (f->kind == SERVER_FLAG) {
        *(bool *)(void *)to = strcmp(value, "0") != 0;
    } else if (text_number(value, strlen(value), f->min, f->max, &n)) {
        *number_at(config, f) = (int)n;
    } else {
        fprintf(stderr, "skerry serve: --%s takes a number from %d to %d, not \"%s\".\n", f->name,
                f->min, f->max, value);
        return 2;
    }
    return 0;
}

/* An empty variable counts as absent, because unit files and containers often set such. Zero is a
 * valid value of a few numbers, so the standards are set first. */
int server_configure(struct server_config *config) {
    *config = (struct server_config){ .data = ".skerry" };
    for (const struct server_setting *f = server_settings; f->name; f++) {
        char name[40] = "SKERRY_";
        size_t n = 7;
        if (f->kind == SERVER_NUMBER)
            *number_at(config, f) = f->standard;
        for (const char *p = f->name; *p; p++)
            name[n++] = *p == '-' ? '_' : (char)(*p - 'a' + 'A');
        const char *value = getenv(name);
        if (value && value[0] && server_set(config, f, value))
            return 2;
    }
    return 0;
}

void config_fill_in(struct server_config *c) {
    if (!c->data)
        c->data = ".skerry";
    if (!c->address)
        c->address = c->lan ? "0.0.0.0" : "127.0.0.1";
    for (const struct server_setting *f = server_settings; f->name; f++)
        if (f->kind == SERVER_NUMBER && *number_at(c, f) < f->min)
            *number_at(c, f) = f->standard;
}

/* --- as one of several nodes --- */

static bool wrong(const char *words) {
    fprintf(stderr, "skerry serve: %s.\n", words);
    return false;
}

/* After binding: the address includes the port. */
bool config_check_nodes(struct server *s) {
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
