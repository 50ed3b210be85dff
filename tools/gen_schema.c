/* gen_schema.c -- print the table of docs/schema.md: the members of CATAN's positions, from the
 * rows by which they are written and read (catan/position.c). */
#include <stdio.h>

#include "catan/position.h"

static void print_rows(const struct member *rows, const char *path) {
    for (const struct member *row = rows; row->kind; row++) {
        char words[1024], key[80];
        struct text t;
        text_begin(&t, words, sizeof words);
        row->kind->says(row, &t);
        snprintf(key, sizeof key, "%s%s", path, row->key);
        printf("| `%s` | %s | %s | %s |\n", key, words,
               row->secret ? row->secret->words : "all", row->means ? row->means : "");
        snprintf(key, sizeof key, "%s%s%s.", path, row->key, row->list ? "[]" : "");
        if (row->in && (!row->list || row->in->in))
            print_rows(row->list ? row->in->in : row->in, key);
    }
}

int main(void) {
    puts("| key | value | seen by | meaning |\n|---|---|---|---|");
    print_rows(catan_rows + 4, "");     /* those before are common to all games */
    return 0;
}
