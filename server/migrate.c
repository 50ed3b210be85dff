/* migrate.c -- messages and exit codes for moving a site (store_move.c) and for an operator's
 * questions (store_admin.c). */
#include <stdio.h>
#include <string.h>

#include "../core/json.h"
#include "process.h"
#include "store.h"

static void print_json(const struct store_moved *m) {
    char line[300];
    struct json_out o = json_begin_object(line, sizeof line - 1);
    json_int(&o, "games", m->games);
    json_int(&o, "entries", m->entries);
    json_int(&o, "chat", m->chat);
    json_int(&o, "items", m->items);
    json_bool(&o, "resumed", m->resumed);
    json_text(&o, "hash", m->hash);
    json_object_end(&o);
    line[o.len] = '\0';
    puts(line);
}

static void print_words(const struct store_moved *m) {
    printf("%sThe same in both; games: %lld, entries: %lld, lines of chat: %lld, items of people: "
           "%lld.\nHash %s\n", m->resumed ? "Continued. " : "", (long long)m->games,
           (long long)m->entries, (long long)m->chat, (long long)m->items, m->hash);
}

int server_migrate(const char *from, const char *to, bool json,
                   bool (*go_on)(const char *what, int64_t done, int64_t of)) {
    static const int status[] = {
        [MOVE_DONE] = 0, [MOVE_DIFFERS] = 1, [MOVE_REFUSED] = 3, [MOVE_INTERRUPTED] = 130
    };
    struct store_moved moved;
    enum store_move_result result =
        store_move(&(struct store_move){ .from = from, .to = to, .go_on = go_on }, &moved);
    if (go_on)
        go_on(NULL, 0, 0);
    if (result == MOVE_INTERRUPTED)
        fputs("skerry migrate: interrupted. Run the same command again to continue.\n", stderr);
    else if (result != MOVE_DONE)
        fprintf(stderr, "skerry migrate: %s.\n", moved.why);
    else if (json)
        print_json(&moved);
    else
        print_words(&moved);
    return status[result];
}

int server_admin(const char *store, const char *command, const char *const word[2],
                 server_admin_row *row, void *arg) {
    static const int status[] = {
        [ADMIN_DONE] = 0, [ADMIN_NONE] = 1, [ADMIN_REFUSED] = 3, [ADMIN_ELSEWHERE] = -1,
        [ADMIN_MISUSED] = 2
    };
    struct store_admin a = { .store = store, .command = command, .word = { word[0], word[1] },
                             .row = row, .arg = arg };
    enum store_admin_result result = store_admin(&a);
    if (a.why[0])
        fprintf(stderr, "skerry admin: %s.\n", a.why);
    return status[result];
}
