/* serve.c -- `skerry serve`: hosts tables. Its flags are the server's own table of settings. */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "flags.h"
#include "version.h"

static const char usage[] =
    "[flags] -- host tables for people and bots, with the page\n"
    "The page, the games and their store in one process. Every flag can also come from the\n"
    "environment: SKERRY_PORT=9000, SKERRY_ADMIN_TOKEN=..., SKERRY_LAN=1; a flag wins. SIGTERM\n"
    "drains: clients are told to reconnect, then the program exits. Status 1: it could not start;\n"
    "standard error says why.";

#ifdef SKERRY_SERVER

#include "server/server.h"

enum { SETTINGS_MAX = 40 };

/* The flags for the parser; each value first goes into its own slot. */
struct given {
    char name[SETTINGS_MAX][32];
    struct flag flag[SETTINGS_MAX + 1];
    const char *text[SETTINGS_MAX];
    uint64_t number[SETTINGS_MAX];
    bool on[SETTINGS_MAX];
};

static void make_flags(struct given *g) {
    static const enum flag_sort sorts[] = { FLAG_TEXT, FLAG_NUMBER, FLAG_ON };
    for (int i = 0; server_settings[i].name && i < SETTINGS_MAX; i++) {
        const struct server_setting *s = &server_settings[i];
        void *const to[] = { &g->text[i], &g->number[i], &g->on[i] };
        snprintf(g->name[i], sizeof g->name[i], "--%s", s->name);
        g->number[i] = UINT64_MAX;          /* not given */
        g->flag[i] = (struct flag){ g->name[i], sorts[s->kind], to[s->kind], s->help };
    }
}

int cli_serve(int argc, char **argv) {
    static struct given g;
    struct server_config config;
    make_flags(&g);
    int status = flags_parse(argc, argv, g.flag, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    status = server_configure(&config);
    config.version = skerry_version;
    config.commit = skerry_commit;
    for (int i = 0; server_settings[i].name && status == STATUS_OK; i++) {
        char number[24];
        const char *value = g.on[i] ? "1" : g.text[i];
        if (g.number[i] != UINT64_MAX) {
            snprintf(number, sizeof number, "%" PRIu64, g.number[i]);
            value = number;
        }
        if (value)
            status = server_set(&config, &server_settings[i], value);
    }
    return status == STATUS_OK ? server_run(&config) : status;
}

#else

int cli_serve(int argc, char **argv) {
    static const struct flag none[] = { { NULL, FLAG_ON, NULL, NULL } };
    /* Refuses --help too: ./play uses that to find out whether there is a server. */
    if (argc == 1 && flags_parse(argc, argv, none, usage, NULL, 0) != FLAGS_OK)
        return STATUS_OK;
    return complain(argv[0], "built without the server's libraries (tools/setup play lists them)");
}

#endif
