/* gen_schema.c -- print the table of docs/schema.md for a game: the members of its positions, from
 * the rows by which they are written and read (its position.c). */
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "core/position.h"

/* What somebody who sets a position has to know of it. */
static const char *to_set(const struct member *row) {
    if ((row->value && !row->store) || row->flags & MEMBER_FOLLOWS)
        return "follows";
    return row->flags & MEMBER_NEEDED ? "needed" : "";
}

static void print_rows(const struct member *rows, const char *path) {
    for (const struct member *row = rows; row->kind; row++) {
        char words[1024], key[80];
        struct text t = text_begin(words, sizeof words);
        member_says(row, &t);
        snprintf(key, sizeof key, "%s%s", path, row->key);
        printf("| `%s` | %s | %s | %s | %s |\n", key, words, to_set(row),
               row->secret ? row->secret->words : "all", row->means ? row->means : "");
        snprintf(key, sizeof key, "%s%s%s.", path, row->key, row->list ? "[]" : "");
        if (row->in && (!row->list || row->in->in))
            print_rows(row->list ? row->in->in : row->in, key);
    }
}

int main(int argc, char **argv) {
    puts("| key | value | to set it | seen by | meaning |\n|---|---|---|---|---|");
    for (const struct game *const *g = games; argc > 1 && *g; g++)
        if (strcmp((*g)->name, argv[1]) == 0)
            print_rows((*g)->members + 4, "");      /* the first four are common to all games */
    return 0;
}
