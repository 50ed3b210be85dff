/* admin.c -- `skerry admin`: nodes, tables and people of a site, for its operator.
 *
 * A database that nodes share is read and changed through its tables. A data folder is read while
 * its server runs; commands that change something go to that server, with the admin token. */
#include "commands.h"
#include "flags.h"
#include "foreign.h"

static const char usage[] =
    "[flags] WHAT [NAME] [NODE] -- look at a site and put it in order\n"
    "  nodes               nodes, their leases, and how many games each has\n"
    "  tables [NODE]       games in play; of one node, or - for those nobody has\n"
    "  drain NODE          move its games to other nodes, then stop it\n"
    "  move TABLE NODE     move a running game to another node\n"
    "  close TABLE         end a table; what was played stays stored\n"
    "  delete GAME         remove a game completely\n"
    "  find WORD           people with this id, name or account, and how much is stored\n"
    "  data USER           everything stored about a person\n"
    "  ban USER, unban USER, bans\n"
    "nodes, drain and move are for nodes that share a database. Without one, close, delete and ban\n"
    "go to the running server, with its token in SKERRY_ADMIN_TOKEN. Status 1: there is nothing of\n"
    "that name.";

#ifndef SKERRY_SERVER

WITHOUT_SERVER(admin, usage)

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "server/server.h"
#include "websocket.h"

enum { COLUMNS = 12, BODY = 512 };

/* Rows are kept until all are there, because only then is the width of each column known. */
struct sheet {
    char **cell;
    bool *number;
    int columns, rows;
    size_t width[COLUMNS];
    bool json;
};

static void add_cell(struct sheet *s, int at, const char *text, bool number) {
    size_t width = text ? strlen(text) : 0;     /* a '?' may be shorter */
    s->cell[at] = text ? strdup(text) : NULL;
    if (s->cell[at] && !s->json)
        foreign(s->cell[at]);
    s->number[at] = number;
    if (width > s->width[at % s->columns])
        s->width[at % s->columns] = width;
}

/* Row 0 is the columns' names. */
static void add_row(void *arg, int n, const char *const *name, const char *const *value,
                    const bool *number) {
    struct sheet *s = arg;
    int first = s->rows == 0;
    s->columns = n;
    s->cell = realloc(s->cell, sizeof *s->cell * (size_t)((s->rows + 2) * n));
    s->number = realloc(s->number, (size_t)((s->rows + 2) * n));
    for (int i = 0; i < n && first; i++)
        add_cell(s, i, name[i], false);
    s->rows += first + 1;
    for (int i = 0; i < n; i++)
        add_cell(s, (s->rows - 1) * n + i, value[i], number[i]);
}

static void print_json(const struct sheet *s) {
    char *text = malloc(1 << 20);
    for (int r = 1; r < s->rows && text; r++) {
        struct json_out o = json_begin_object(text, (1 << 20) - 1);
        for (int c = 0; c < s->columns; c++) {
            int at = r * s->columns + c;
            if (s->number[at])
                json_int(&o, s->cell[c], strtoll(s->cell[at], NULL, 10));
            else
                json_text(&o, s->cell[c], s->cell[at]);
        }
        json_object_end(&o);
        if (json_fits(&o))
            printf("%.*s\n", (int)o.len, text);
    }
    free(text);
}

static void print_table(const struct sheet *s) {
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->columns; c++) {
            const char *text = s->cell[r * s->columns + c];
            if (c + 1 < s->columns)
                printf("%-*s  ", (int)s->width[c], text ? text : "");
            else
                printf("%s\n", text ? text : "");
        }
}

static void sheet_end(struct sheet *s) {
    if (s->json)
        print_json(s);
    else
        print_table(s);
    for (int i = 0; i < s->rows * s->columns; i++)
        free(s->cell[i]);
    free(s->cell);
    free(s->number);
}

/* --- a server of one folder --- */

/* The route of a command and the key that takes its word; NULL if it has none. */
static const char *route(const char *what, const char **member) {
    static const char *const routes[][3] = { { "close", "/api/admin/close", "table" },
                                             { "delete", "/api/admin/delete", "game" },
                                             { "ban", "/api/admin/ban", "user" },
                                             { "unban", "/api/admin/unban", "user" } };
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (strcmp(what, routes[i][0]) == 0) {
            *member = routes[i][2];
            return routes[i][1];
        }
    return NULL;
}

static int heard(const char *command, struct wire *w, int status, size_t len) {
    char words[200] = "";
    struct json_in answer;
    if (status == 200)
        return STATUS_OK;
    if (status && json_check(w->in, len, &answer) == 0 && json_is_object(answer))
        json_to_text(json_get(answer, "message"), words, sizeof words);
    if (status == 404)
        return fail(STATUS_FOUND, command, "%s", words);
    if (status == 403)
        return fail(STATUS_FILE, command, "the server needs the admin token in SKERRY_ADMIN_TOKEN");
    return fail(STATUS_FILE, command, "the server says: %s", status ? words : "nothing");
}

static int ask_server(const char *command, const char *url, const char *what, const char *name) {
    struct wire w = { .fd = -1 };
    const char *member, *path = route(what, &member), *token = getenv("SKERRY_ADMIN_TOKEN");
    char request[BODY], body[BODY];
    if (!path)
        return complain(command, "%s is for nodes that share a database (--store)", what);
    if (!wire_url(&w, url))
        return complain(command, "--server takes http://host:port, not \"%s\"", url);
    struct json_out o = json_begin_object(body, sizeof body - 1);
    json_text(&o, member, name);
    json_object_end(&o);
    int n = snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nAuthorization: Bearer %s", path,
                     token ? token : "");
    if (!json_fits(&o) || n >= BODY)
        return complain(command, "that is too long");
    body[o.len] = '\0';
    size_t len = 0;
    bool there = wire_dial(&w);
    int status = there ? wire_ask(&w, request, body, &len) : 0;
    status = there ? heard(command, &w, status, len)
                   : fail(STATUS_FILE, command, "no server answers at %s", url);
    wire_close(&w);
    return status;
}

/* --- the command --- */

int cli_admin(int argc, char **argv) {
    const char *store = getenv("SKERRY_STORE"), *data = getenv("SKERRY_DATA");
    const char *server = "http://127.0.0.1:8080", *word[3] = { NULL };
    struct sheet sheet = { .json = false };
    char path[1024];
    const struct flag flags[] = {
        { "--store", FLAG_TEXT, &store, "the database that nodes share (postgres://...)" },
        { "--data", FLAG_FOLDER, &data, "or the data folder of a server (.skerry)" },
        { "--server", FLAG_TEXT, &server, "and that server (http://127.0.0.1:8080)" },
        { "--json", FLAG_ON, &sheet.json, "one JSON object per line" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, word, 3);
    if (status != FLAGS_OK)
        return status;
    if (!word[0])
        return complain(argv[0], "which command: nodes, tables, find ...? (--help)");
    bool database = store && store[0];
    snprintf(path, sizeof path, "%s/skerry.db", data && data[0] ? data : ".skerry");
    status = server_admin(database ? store : path, word[0], &word[1], add_row, &sheet);
    if (status == -1)
        return ask_server(argv[0], server, word[0], word[1]);
    sheet_end(&sheet);
    return status;
}

#endif
