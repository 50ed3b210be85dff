/* show.c -- what is on the table, as lines of text made from the view's JSON.
 *
 * It knows no rules: a list of members worth a person's look, printed where they are not
 * empty. Where a game has a board, the board is drawn above. */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "board.h"

/* Of the table and of a seat, in the order they are printed; a board shows a seat's pieces. */
static const char *const of_table[] = {
    "phase", "dice", "bank", "deck", "longest_road", "largest_army", "jean", "display", "market",
    "stack", "discard", "supply", "events", "destiny", "trades_left", "built", "looking", "offers",
    NULL
};
static const char *const of_seat[] = { "points", "count", "cards", "dev", "dev_new", "dev_count",
                                       "played", "owes_cards", "helper", NULL };
static const char *const of_row[] = { "settlements", "cities", "expansions", "roads", "knights",
                                      NULL };

/* Nothing to say: absent, null, false, 0, "", [], or an object of nothing else. */
static bool is_empty(struct json_in v) {
    struct json_in key, one;
    size_t at = 0;
    if (!json_is_object(v))
        return v.len == 0 || json_is_null(v) || v.text[0] == 'f' ||
               (v.len == 1 && v.text[0] == '0') || (v.len == 2 && strchr("\"[", v.text[0]));
    while (json_next(v, &at, &key, &one))
        if (!is_empty(one) || json_equals(key, "seat"))
            return false;
    return true;
}

/* A text without its quotes; ids and words have nothing to unescape. */
static void print_scalar(struct json_in v) {
    if (json_is_text(v))
        printf("%.*s", (int)v.len - 2, v.text + 1);
    else
        printf("%.*s", (int)v.len, v.text);
}

/* {"wool":2,"ore":1} as 2wool+ore, other objects as "seat 2 length 5", lists with spaces. */
static void print_value(struct json_in v) {
    struct json_in key, one;
    size_t at = 0;
    const char *comma = "";
    bool object = json_is_object(v);
    if (!object && !json_is_array(v)) {
        print_scalar(v);
        return;
    }
    /* Counts by kind, and not an object that describes something. */
    bool cards = object && !json_get(v, "seat").len && !json_get(v, "count").len;
    while (json_next(v, &at, object ? &key : NULL, &one)) {
        int64_t n;
        bool number = json_to_int(one, 1, 999, &n);
        if (is_empty(one) && !(object && json_equals(key, "seat")))
            continue;
        printf("%s", comma);
        if (cards && number) {
            if (n > 1)
                printf("%d", (int)n);
            print_scalar(key);
        } else {
            if (object) {
                print_scalar(key);
                putchar(' ');
            }
            print_value(one);
        }
        comma = cards && number ? "+" : " ";
    }
}

/* "points 3, count 5": the members of `names` that say something, the first one behind `comma`. */
static void print_members(struct json_in object, const char *const *names, const char *comma) {
    for (; *names; names++) {
        struct json_in v = json_get(object, *names);
        if (is_empty(v))
            continue;
        printf("%s%s ", comma, *names);
        print_value(v);
        comma = ", ";
    }
}

/* One line a seat. Its pieces are listed only where no board shows them. */
static void print_seat(struct json_in seat, bool has_board) {
    printf("seat ");
    print_scalar(json_get(seat, "seat"));
    if (json_get(seat, "color").len) {
        putchar(' ');
        print_scalar(json_get(seat, "color"));
    }
    print_members(seat, of_seat, ": ");
    if (!has_board)
        print_members(seat, of_row, ", ");
    putchar('\n');
}

/* The legend is printed each time: the signs are few, but nobody knows them by heart. */
static void print_board(const struct catan *g) {
    static const char legend[] = "a settlement, A city, 0 road of seat 0; b, B, 1 of seat 1 ...; "
                                 "* the robber";
    board_text(g, stdout);
    puts(legend);
}

/* Through the view and its JSON, like any client: what is printed cannot say more than the seat may
 * know. The buffers are static: one thread prints, and a stack need not hold them. */
void show_table(const struct session *s, int seat) {
    static char text[1 << 16];
    _Alignas(16) static unsigned char view[STATE_MAX];
    struct json_out out;
    struct json_in in, seats, one;
    size_t at = 0;
    bool has_board = s->game == &catan_game;
    memset(view, 0, sizeof view);
    s->game->view(s->state, seat, view);
    json_begin(&out, text, sizeof text);
    s->game->write(view, NULL, &out);
    if (!json_fits(&out) || json_check(text, out.len, &in) != 0)
        return;
    if (has_board)
        print_board((const struct catan *)(const void *)view);
    print_members(in, of_table, "");
    putchar('\n');
    seats = json_get(in, "seats");
    while (json_next(seats, &at, NULL, &one))
        print_seat(one, has_board);
}
