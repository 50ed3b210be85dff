/* show.c -- what is on the table, as lines of text made from the view's JSON.
 *
 * It knows no game: every member of a seat that is not empty is printed. Where a
 * game has a board, the board is drawn above it. */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "board.h"

/* A value without its quotes and brackets. */
static void print_plain(struct json_in v) {
    for (size_t i = 0; i < v.len; i++)
        if (!strchr("\"{}[]", v.text[i]))
            putchar(v.text[i] == ':' || v.text[i] == ',' ? ' ' : v.text[i]);
}

/* Nothing to say: null, false, 0, "", [] or {}. */
static bool is_empty(struct json_in v) {
    return json_is_null(v) || v.text[0] == 'f' || (v.len == 1 && v.text[0] == '0') ||
           (v.len == 2 && strchr("\"[{", v.text[0]));
}

static void print_members(struct json_in object, const char *skip) {
    struct json_in key, value;
    size_t at = 0;
    while (json_next(object, &at, &key, &value)) {
        char name[32], word[36];
        if (json_to_text(key, name, sizeof name) < 0)
            continue;
        snprintf(word, sizeof word, " %s ", name);
        if (strstr(skip, word) || (is_empty(value) && strcmp(name, "seat") != 0))
            continue;
        printf(" %s: ", name);
        print_plain(value);
        printf(";");
    }
    printf("\n");
}

void show_table(const struct session *s, int seat) {
    static char text[1 << 16];
    _Alignas(16) static unsigned char view[STATE_MAX];
    struct json_out out;
    struct json_in in, seats, one;
    size_t at = 0;
    memset(view, 0, sizeof view);
    s->game->view(s->state, seat, view);
    json_begin(&out, text, sizeof text);
    s->game->write(view, NULL, &out);
    if (!json_fits(&out) || json_check(text, out.len, &in) != 0)
        return;
    if (s->game == &catan_game)
        board_text((const struct catan *)(const void *)view, stdout);
    printf("----");
    print_members(in, " v game rules viewer seats board owes may chance ");
    seats = json_get(in, "seats");
    while (json_next(seats, &at, NULL, &one))
        print_members(one, " points_public road_length left color rates first_roll ");
}
