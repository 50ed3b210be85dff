/* screen_cards.c -- the card game's table on a terminal: see screen_parts.h. */
#include <string.h>

#include "screen_parts.h"
#include "words.h"

/* A seat of the card game: what lies in its row. */
static void put_row(struct pane *d, const struct screen *s, struct json_in seat) {
    char roads[96], knights[96], expansions[160], text[512];
    part_list(json_get(seat, "roads"), "", roads, sizeof roads);
    part_list(json_get(seat, "knights"), "", knights, sizeof knights);
    part_list(json_get(seat, "expansions"), "struggle.b", expansions, sizeof expansions);
    part_seat_name(d, s, seat, 0, d->y, 18);
    snprintf(text, sizeof text, "%s %d  %s %d  %s %d%s%s%s%s%s%s%s%s", words("terminal.cards"),
             part_number(seat, "count"), words("struggle.b.settlement"),
             part_number(seat, "settlements"),
             words("struggle.b.city"), part_number(seat, "cities"), roads[0] ? "  " : "",
             roads[0] ? words("struggle.b.road") : "", roads[0] ? " " : "", roads,
             knights[0] ? "  " : "", knights[0] ? words("struggle.b.knight") : "",
             knights[0] ? " " : "", knights);
    canvas_put(&d->canvas, 20, d->y++, COLOUR_PLAIN, text, d->columns - 20);
    if (expansions[0])
        canvas_put(&d->canvas, 20, d->y++, COLOUR_BOLD, expansions, d->columns - 20);
}

/* A card as a box of three lines; returns where the next one goes. */
static int put_card(struct pane *d, int x, const char *kind) {
    char edge[64];
    const char *name = words_in("kind", kind);
    int width = text_columns(name) + 2;
    if (x + width + 2 > d->columns)
        return x;
    memset(edge, '-', sizeof edge);
    snprintf(edge + width, sizeof edge - (size_t)width, "%s", "");
    for (int line = 0; line < 3; line += 2) {
        canvas_put(&d->canvas, x, d->y + line, COLOUR_PLAIN, line ? "'" : ".", 1);
        canvas_put(&d->canvas, x + 1, d->y + line, COLOUR_PLAIN, edge, width);
        canvas_put(&d->canvas, x + 1 + width, d->y + line, COLOUR_PLAIN, line ? "'" : ".", 1);
    }
    canvas_put(&d->canvas, x, d->y + 1, COLOUR_PLAIN, "|", 1);
    canvas_put(&d->canvas, x + 2, d->y + 1, COLOUR_BOLD, name, width - 2);
    canvas_put(&d->canvas, x + 1 + width, d->y + 1, COLOUR_PLAIN, "|", 1);
    return x + width + 3;
}

/* The open cards, as boxes where there is room for them. */
static void put_market(struct pane *d, bool boxes) {
    struct json_in market = json_get(d->view, "market"), card;
    char text[256], line[512];
    int x = text_columns(words("struggle.market")) + 3;
    if (!boxes) {
        part_list(market, "kind", text, sizeof text);
        snprintf(line, sizeof line, "%s%s%s", words("struggle.market"), words("terminal.colon"),
                 text);
        canvas_put(&d->canvas, 1, d->y++, COLOUR_BOLD, line, d->columns - 1);
        return;
    }
    canvas_put(&d->canvas, 1, d->y + 1, COLOUR_BOLD, words("struggle.market"), d->columns - 1);
    for (size_t at = 0; json_is_array(market) && json_next(market, &at, NULL, &card);)
        if (json_to_text(card, text, sizeof text) >= 0)
            x = put_card(d, x, text);
    d->y += 3;
}

void cards_table(struct pane *d, const struct screen *s, bool boxes) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char text[256], line[512], destiny[32];
    put_market(d, boxes);
    json_to_text(json_get(d->view, "destiny"), destiny, sizeof destiny);
    part_counts(json_get(d->view, "discard"), "kind", text, sizeof text);
    snprintf(line, sizeof line, "%s %d   %s %s   %s%s%s", words("struggle.stack.cap"),
             part_number(d->view, "stack"), words("struggle.destiny"),
             strcmp(destiny, "clockwise") == 0 ? "->" : "<-", words("struggle.discards.cap"),
             words("terminal.colon"), text);
    canvas_put(&d->canvas, 1, d->y++, COLOUR_PLAIN, line, d->columns - 1);
    part_list(json_get(json_get(d->view, "supply"), "expansions"), "struggle.b", text, sizeof text);
    snprintf(line, sizeof line, "%s%s%s %d, %s %d, %s %d, %s", words("terminal.supply"),
             words("terminal.colon"), words("struggle.b.road"),
             part_number(json_get(d->view, "supply"), "road"),
             words("struggle.b.knight"), part_number(json_get(d->view, "supply"), "knight"),
             words("struggle.b.settlement"),
             part_number(json_get(d->view, "supply"), "settlement"), text);
    d->y += part_wrapped(&d->canvas, 1, d->y, COLOUR_DIM, line, d->columns - 1, 0, 2) + 1;
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);)
        put_row(d, s, seat);
    d->y++;
}

void cards_hand(struct pane *d, struct json_in cards) {
    struct json_in key, value;
    int x = text_columns(words("hand.title")) + 2;
    canvas_put(&d->canvas, 0, d->y + 1, COLOUR_BOLD, words("hand.title"), d->columns);
    for (size_t at = 0; json_is_object(cards) && json_next(cards, &at, &key, &value);) {
        char kind[32];
        int64_t n;
        if (!json_to_int(value, 1, 99, &n) || json_to_text(key, kind, sizeof kind) < 0)
            continue;
        while (n-- > 0)
            x = put_card(d, x, kind);
    }
    d->y += 3;
}
