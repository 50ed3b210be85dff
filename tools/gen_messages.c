/* gen_messages.c -- print the table of docs/protocol.md: what a client may send, from the rows by
 * which the server judges it (server/rooms/message_rows.c). */
#include <inttypes.h>
#include <stdio.h>

#include "server/rooms/room.h"

static void print_field(const struct field *f);

static void print_words(word_list *words) {
    for (int i = 0; words(i); i++)
        printf("%s`%s`", i ? " " : "", words(i));
}

static void print_bounds(const struct field *f, const char *of) {
    if (f->min > 0)
        printf("%" PRId64 " to %" PRId64 "%s", f->min, f->max, of);
    else
        printf("up to %" PRId64 "%s", f->max, of);
}

static void print_inner(const struct field *f) {
    for (int i = 0; f[i].key; i++) {
        printf("%s", i ? ", " : "");
        print_field(&f[i]);
    }
}

static void print_kind(const struct field *f) {
    switch (f->kind) {
    case FIELD_ANY:
        printf("1");
        break;
    case FIELD_NUMBER:
        printf("%" PRId64 " to %" PRId64, f->min, f->max);
        break;
    case FIELD_FLAG:
        printf("flag");
        break;
    case FIELD_TEXT:
        print_bounds(f, " bytes");
        break;
    case FIELD_WORD:
        print_words(f->words);
        break;
    case FIELD_SEAT:
        printf("a seat");
        break;
    case FIELD_OBJECT:
        print_inner(f->inner);
        break;
    case FIELD_LIST:
        print_bounds(f, " values: ");
        print_field(f->inner);
        break;
    }
}

static void print_field(const struct field *f) {
    const char *strong = f->is & FIELD_NEEDED ? "**" : "";
    printf("%s`%s`%s%s (", strong, f->key, strong, f->is & FIELD_EARLY ? "°" : "");
    print_kind(f);
    printf(")");
}

static const char *states(const struct message_row *row) {
    bool open = row->states >> TABLE_OPEN & 1, playing = row->states >> TABLE_PLAYING & 1;
    bool over = row->states >> TABLE_OVER & 1;
    if (row->place != PLACE_TABLE)
        return row->place == PLACE_FIRST ? "before anything else" : "at any time";
    if (open)
        return playing && over ? "at any time"
               : playing       ? "until the end"
               : over          ? "unless the game runs"
                               : "before the start";
    return playing && over ? "after the start" : playing ? "while the game runs" : "after the end";
}

static const char *sender(const struct message_row *row) {
    static const char *const name[] = { "anybody at the table", "the host", "seated people",
                                        "seated people who have not resigned" };
    return row->place == PLACE_TABLE ? name[row->sender] : "anybody";
}

int main(void) {
    puts("| message | what | sent by | when | keys |\n|---|---|---|---|---|");
    for (const struct message_row *row = message_rows; row->name; row++) {
        printf("| `%s` | %s | %s | %s | ", row->name, row->what, sender(row), states(row));
        if (row->needs_id)
            printf("**`id`**%s", row->fields ? ", " : "");
        if (row->fields)
            print_inner(row->fields);
        puts(" |");
    }
    return 0;
}
