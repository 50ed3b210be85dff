/* config.c -- what `skerry serve` can be told, by flags and by the environment.
 *
 * One row a setting: its name makes both the flag (--bot-pace) and the variable (SKERRY_BOT_PACE).
 * The environment is read first, so a flag wins. Numbers have the bounds that the program can live
 * with; what is left at zero gets its default in config_fill_in(), for those who call server_run()
 * without flags (tests, the hammer) as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/text.h"
#include "process.h"

static const char help[] =
    "skerry serve -- host tables: the page, the games and their store in one process.\n\n"
    "  --data DIR              where games are kept (default .skerry; made if missing)\n"
    "  --page DIR, --web DIR   the built page (make web: web/dist); without it there is none\n"
    "  --port N                default 8080; if taken, the next free one (exactly N with "
    "--exact-port);\n"
    "                          0: any free one, see the address it prints\n"
    "  --address A             listen on this address (default 127.0.0.1)\n"
    "  --lan                   listen for the local network as well\n"
    "  --origin URL            allow a page from this address too; may be repeated by spaces in "
    "one value\n"
    "  --proxy                 behind a reverse proxy that does TLS: Secure cookie, "
    "X-Forwarded-For\n"
    "  --metrics-port N        Prometheus numbers on 127.0.0.1:N/metrics\n"
    "  --admin-token TOKEN     allow /api/admin with this token (better: the environment)\n"
    "  --bot-pace MS           how long bots seem to think (default 900)\n"
    "  --threads N             workers for bots and passphrases (default 2)\n"
    "  --connections N         connections per address (default 64; of the one a --proxy names)\n"
    "  --tables N              open tables per person (default 20)\n"
    "  --messages N            messages per connection in 20 s (default 50; programs ten times "
    "that)\n"
    "  --idle S                drop who is silent for so long (default 60; pings after a third)\n"
    "  --expire-open S         forget an open table nobody is at (default 1800)\n"
    "  --expire-over S         put a finished game out of memory (default 300; it stays stored)\n"
    "  --expire-playing S      close a game nobody returned to (default 2592000; it stays stored)\n"
    "  --quiet                 do not print the address\n\n"
    "Every flag can come from the environment: SKERRY_PORT=9000, SKERRY_ADMIN_TOKEN=..., "
    "SKERRY_LAN=1.\n"
    "SIGTERM drains: clients are told to come back, then the program ends.\n";

/* TEXT is kept as a pointer into argv or the environment, both of which outlive the server. */
enum kind { TEXT, NUMBER, FLAG };
static const struct flag {
    const char *name;
    enum kind kind;
    size_t offset;
    int min, max;
} flags[] = {
    { "data", TEXT, offsetof(struct server_config, data), 0, 0 },
    { "page", TEXT, offsetof(struct server_config, page), 0, 0 },
    { "web", TEXT, offsetof(struct server_config, page), 0, 0 },
    { "address", TEXT, offsetof(struct server_config, address), 0, 0 },
    { "origin", TEXT, offsetof(struct server_config, origins), 0, 0 },
    { "admin-token", TEXT, offsetof(struct server_config, admin_token), 0, 0 },
    { "port", NUMBER, offsetof(struct server_config, port), 0, 65535 },
    { "metrics-port", NUMBER, offsetof(struct server_config, metrics_port), 1, 65535 },
    { "bot-pace", NUMBER, offsetof(struct server_config, bot_pace), 0, 60000 },
    { "threads", NUMBER, offsetof(struct server_config, bot_threads), 1, 64 },
    { "connections", NUMBER, offsetof(struct server_config, connections_per_address), 1, 1000000 },
    { "tables", NUMBER, offsetof(struct server_config, tables_per_user), 1, 1000000 },
    { "messages", NUMBER, offsetof(struct server_config, messages), 1, 100000000 },
    { "idle", NUMBER, offsetof(struct server_config, idle), 1, 86400 },
    { "expire-open", NUMBER, offsetof(struct server_config, expire_open), 1, 1000000000 },
    { "expire-over", NUMBER, offsetof(struct server_config, expire_over), 1, 1000000000 },
    { "expire-playing", NUMBER, offsetof(struct server_config, expire_playing), 1, 1000000000 },
    { "lan", FLAG, offsetof(struct server_config, lan), 0, 0 },
    { "proxy", FLAG, offsetof(struct server_config, proxy), 0, 0 },
    { "exact-port", FLAG, offsetof(struct server_config, exact_port), 0, 0 },
    { "quiet", FLAG, offsetof(struct server_config, quiet), 0, 0 },
};
enum { FLAGS = sizeof flags / sizeof *flags };

/* 0, or 2 after saying what is wrong. */
static int set(struct server_config *config, const struct flag *f, const char *value) {
    char *to = (char *)config + f->offset;
    int64_t n;
    if (f->kind == TEXT) {
        *(const char **)(void *)to = value;
    } else if (f->kind == FLAG) {
        *(bool *)(void *)to = strcmp(value, "0") != 0;
    } else if (text_number(value, strlen(value), f->min, f->max, &n)) {
        *(int *)(void *)to = (int)n;
    } else {
        fprintf(stderr, "skerry serve: --%s takes a number from %d to %d, not \"%s\".\n", f->name,
                f->min, f->max, value);
        return 2;
    }
    return 0;
}

/* An empty variable counts as absent, as unit files and containers like to set them. */
static int from_environment(struct server_config *config) {
    for (int i = 0; i < FLAGS; i++) {
        char name[40] = "SKERRY_";
        size_t n = 7;
        for (const char *p = flags[i].name; *p; p++)
            name[n++] = *p == '-' ? '_' : (char)(*p - 'a' + 'A');
        const char *value = getenv(name);
        if (value && value[0] && set(config, &flags[i], value))
            return 2;
    }
    return 0;
}

/* Port and pace have defaults here and not in config_fill_in(): zero means something for both. */
int server_configure(struct server_config *config, int argc, char **argv) {
    *config = (struct server_config){
        .data = ".skerry", .bot_pace = 900, .port = 8080, .bot_threads = 2
    };
    if (from_environment(config))
        return 2;
    for (int i = 0; i < argc; i++) {
        const struct flag *f = NULL;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 1;
        }
        for (int k = 0; k < FLAGS && strncmp(argv[i], "--", 2) == 0; k++)
            if (strcmp(argv[i] + 2, flags[k].name) == 0)
                f = &flags[k];
        if (!f || (f->kind != FLAG && i + 1 == argc)) {
            fprintf(stderr,
                    f ? "skerry serve: %s needs a value.\n"
                      : "skerry serve: no such flag: %s (try --help)\n",
                    argv[i]);
            return 2;
        }
        if (set(config, f, f->kind == FLAG ? "1" : argv[++i]))
            return 2;
    }
    return 0;
}

void config_fill_in(struct server_config *c) {
    if (!c->data)
        c->data = ".skerry";
    if (!c->address)
        c->address = c->lan ? "0.0.0.0" : "127.0.0.1";
    if (c->bot_pace < 0)
        c->bot_pace = 900;
    if (!c->bot_threads)
        c->bot_threads = 2;
    if (!c->connections_per_address)
        c->connections_per_address = 64;
    if (!c->tables_per_user)
        c->tables_per_user = 20;
    if (!c->messages)
        c->messages = 50;
    if (!c->idle)
        c->idle = 60;
    if (!c->expire_open)
        c->expire_open = 30 * 60;
    if (!c->expire_over)
        c->expire_over = 5 * 60;
    if (!c->expire_playing)
        c->expire_playing = 30 * 86400;
}
