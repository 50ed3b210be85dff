/* config.c -- what `skerry serve` can be told, by flags and by the environment.
 *
 * One row a setting: its name makes both the flag (--bot-pace) and the variable (SKERRY_BOT_PACE).
 * The environment is read first, so a flag wins; flags are read by cli/serve.c. Numbers have the
 * bounds that the program can live with; what is left at zero gets its default in
 * config_fill_in(), for those who call server_run() without flags (tests, the hammer) as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/text.h"
#include "process.h"

/* TEXT is kept as a pointer into argv or the environment, both of which outlive the server. */
#define AT(member) offsetof(struct server_config, member)
const struct server_setting server_settings[] = {
    { "data", SERVER_TEXT, AT(data), 0, 0,
      "folder where games are kept, made if missing (.skerry)" },
    { "store", SERVER_TEXT, AT(store), 0, 0, "keep games in this PostgreSQL database instead "
      "(postgres://...)" },
    { "node", SERVER_TEXT, AT(node), 0, 0, "one of several on that --store: its name, letters and "
      "digits" },
    { "public", SERVER_TEXT, AT(public_url), 0, 0, "where people reach this node (http://localhost:"
      "PORT)" },
    { "lease", SERVER_NUMBER, AT(lease), 300, 60000, "milliseconds until the others take over the "
      "games of a lost node (5000)" },
    { "page", SERVER_TEXT, AT(page), 0, 0,
      "folder of the built page (web/dist); else there is none" },
    { "web", SERVER_TEXT, AT(page), 0, 0, "the same as --page" },
    { "port", SERVER_NUMBER, AT(port), 0, 65535, "the next free one from here on; 0: any (8080)" },
    { "exact-port", SERVER_FLAG, AT(exact_port), 0, 0, "no other port than --port" },
    { "address", SERVER_TEXT, AT(address), 0, 0, "listen on this address (127.0.0.1)" },
    { "lan", SERVER_FLAG, AT(lan), 0, 0, "listen for the local network as well" },
    { "origin", SERVER_TEXT, AT(origins), 0, 0, "allow pages from these addresses too, with spaces "
      "between them" },
    { "proxy", SERVER_FLAG, AT(proxy), 0, 0, "behind a reverse proxy with TLS: Secure cookie, "
      "X-Forwarded-For" },
    { "metrics-port", SERVER_NUMBER, AT(metrics_port), 1, 65535, "Prometheus numbers on "
      "127.0.0.1:N/metrics" },
    { "admin-token", SERVER_TEXT, AT(admin_token), 0, 0,
      "allow /api/admin with this token (better: "
      "the environment)" },
    { "bot-pace", SERVER_NUMBER, AT(bot_pace), 0, 60000,
      "milliseconds that bots seem to think (900)" },
    { "threads", SERVER_NUMBER, AT(bot_threads), 1, 64, "workers for bots and passphrases (2)" },
    { "connections", SERVER_NUMBER, AT(connections_per_address), 1, 1000000,
      "connections per address "
      "(64); behind --proxy per address that it names" },
    { "tables", SERVER_NUMBER, AT(tables_per_user), 1, 1000000, "open tables per person (20)" },
    { "messages", SERVER_NUMBER, AT(messages), 1, 100000000,
      "messages per connection in 20 s (50); "
      "programs may send ten times as many" },
    { "idle", SERVER_NUMBER, AT(idle), 1, 86400,
      "seconds of silence until a client is dropped (60)" },
    { "expire-open", SERVER_NUMBER, AT(expire_open), 1, 1000000000,
      "seconds until an open table is "
      "forgotten that everybody has left (1800)" },
    { "expire-over", SERVER_NUMBER, AT(expire_over), 1, 1000000000, "seconds until a finished game "
      "leaves memory; it stays stored (300)" },
    { "expire-playing", SERVER_NUMBER, AT(expire_playing), 1, 1000000000, "seconds until a game is "
      "closed that nobody returned to; it stays stored (2592000)" },
    { "vote-after", SERVER_NUMBER, AT(vote_after), 1, 86400,
      "seconds a game waits for a player until others may vote a bot in (60)" },
    { "drain", SERVER_NUMBER, AT(drain), 1, 3600,
      "seconds that a stop waits for who is still connected (3)" },
    { "quiet", SERVER_FLAG, AT(quiet), 0, 0, "do not print the address" },
    { NULL, SERVER_FLAG, 0, 0, 0, NULL },
};

int server_set(struct server_config *config, const struct server_setting *f, const char *value) {
    char *to = (char *)config + f->offset;
    int64_t n;
    if (f->kind == SERVER_TEXT) {
        *(const char **)(void *)to = value;
    } else if (f->kind == SERVER_FLAG) {
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

/* An empty variable counts as absent, as unit files and containers like to set them. Port and pace
 * have defaults here and not in config_fill_in(): zero means something for both. */
int server_configure(struct server_config *config) {
    *config = (struct server_config){
        .data = ".skerry", .bot_pace = 900, .port = 8080, .bot_threads = 2
    };
    for (const struct server_setting *f = server_settings; f->name; f++) {
        char name[40] = "SKERRY_";
        size_t n = 7;
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
    if (!c->vote_after)
        c->vote_after = 60;
    if (!c->drain)
        c->drain = 3;
    if (!c->lease)
        c->lease = 5000;
    if (!c->expire_open)
        c->expire_open = 30 * 60;
    if (!c->expire_over)
        c->expire_over = 5 * 60;
    if (!c->expire_playing)
        c->expire_playing = 30 * 86400;
}
