/* screen.c -- a game drawn on a terminal: see screen.h.
 *
 * From top to bottom: the board with the seats beside it (or beneath it, where it is too wide), the
 * hand, the log, the menu, the answer to what was typed. The log takes what room is left; an answer
 * that does not fit is shown page by page. */
#include "screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "board.h"
#include "prompt.h"
#include "words.h"

/* From this many lines beside the board on, the full board is drawn; the least width of a panel. */
enum { ROOM_FOR_FULL = 14, PANEL_MIN = 18, PANEL_WIDE = 30, JSON_SIZE = 1 << 16 };

struct drawing {
    struct canvas canvas;
    int columns, y;             /* y: the next free line */
    struct json_in view;        /* the seat's, as docs/schema.md has it */
};

void screen_log(struct screen *s, const char *line) {
    if (s->log_n == LOG_LINES) {
        memmove(s->log[0], s->log[1], sizeof s->log - sizeof s->log[0]);
        s->log_n--;
    }
    snprintf(s->log[s->log_n++], LOG_SIZE, "%s", line);
}

void screen_note(struct screen *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->note, sizeof s->note, format, arguments);
    va_end(arguments);
    s->note_from = 0;
}

/* --- small things ---------------------------------------------------------------------------- */

static int number(struct json_in object, const char *key) {
    int64_t n = 0;
    json_to_int(json_get(object, key), -1000, 100000, &n);
    return (int)n;
}

/* How much of `text` fits into a line: up to a blank, or cut where there is none. */
static size_t line_length(const char *text, int width) {
    size_t n = 0, blank = 0;
    for (int column = 0; text[n] && text[n] != '\n'; column++) {
        if (column == width)
            return blank ? blank : n;
        if (text[n] == ' ')
            blank = n;
        n++;
        while (((unsigned char)text[n] & 0xc0) == 0x80)
            n++;
    }
    return n;
}

/* Text in lines of the given width, from line `from` on, at most `max`; c NULL only counts.
 * Returns how many lines it has in all. */
static int put_wrapped(struct canvas *c, int x, int y, enum colour colour, const char *text,
                       int width, int from, int max) {
    char line[4 * CANVAS_COLUMNS + 1];
    int lines = 0;
    for (; *text; lines++) {
        size_t n = line_length(text, width);
        if (c && lines >= from && lines < from + max) {
            snprintf(line, sizeof line, "%.*s", (int)n, text);
            canvas_put(c, x, y + lines - from, colour, line, width);
        }
        text += n + (text[n] == ' ' || text[n] == '\n');
    }
    return lines;
}

static enum colour seat_colour(int seat) {
    return seat >= 0 && seat < SEATS_MAX ? (enum colour)(COLOUR_SEAT + seat) : COLOUR_PLAIN;
}

/* {"wool":2,"ore":1} as "2 wool, ore"; kinds of `family` in text/. */
static void counts(struct json_in object, const char *family, char *out, size_t size) {
    struct json_in key, value;
    size_t at = 0, len = 0;
    out[0] = '\0';
    while (json_is_object(object) && json_next(object, &at, &key, &value) && len < size) {
        char name[32], id[48], many[16] = "";
        int64_t n;
        if (!json_to_int(value, 1, 999, &n) || json_to_text(key, name, sizeof name) < 0)
            continue;
        snprintf(id, sizeof id, "%s.%s", family, name);
        if (n > 1)
            snprintf(many, sizeof many, "%d ", (int)n);
        len += (size_t)snprintf(out + len, size - len, "%s%s%s", len ? ", " : "", many,
                                words_or(id, name));
    }
}

/* ["brick","wool"] as "brick, wool". */
static void list(struct json_in array, const char *family, char *out, size_t size) {
    struct json_in value;
    size_t at = 0, len = 0;
    out[0] = '\0';
    while (json_is_array(array) && json_next(array, &at, NULL, &value) && len < size) {
        char name[32], id[48];
        if (json_to_text(value, name, sizeof name) < 0)
            continue;
        snprintf(id, sizeof id, "%s.%s", family, name);
        len += (size_t)snprintf(out + len, size - len, "%s%s", len ? ", " : "", words_or(id, name));
    }
}

/* --- the seats ------------------------------------------------------------------------------- */

/* Cards, development cards, road and knights of a seat: in words, or as letters where it is narrow
 * (`help` explains them). Awards have a star. */
static void seat_details(struct drawing *d, struct json_in seat, bool wide, char *out,
                         size_t size) {
    int own = number(seat, "seat");
    int cards = number(seat, "count"), road = number(seat, "road_length"),
        dev = number(seat, "dev_count") + number(seat, "dev_new_count"),
        knights = number(json_get(seat, "played"), "knight");
    struct json_in longest = json_get(d->view, "longest_road"),
                   army = json_get(d->view, "largest_army");
    bool has_road = json_is_object(longest) && number(longest, "seat") == own;
    bool has_army = json_is_object(army) && number(army, "seat") == own;
    if (wide)
        snprintf(out, size, "%s %d  %s %d  %s %d%s  %s %d%s", words("terminal.cards"), cards,
                 words("terminal.dev"), dev, words("terminal.road"), road, has_road ? "*" : "",
                 words("terminal.knights"), knights, has_army ? "*" : "");
    else
        snprintf(out, size, "c%d d%d r%d%s k%d%s", cards, dev, road, has_road ? "*" : "", knights,
                 has_army ? "*" : "");
}

/* "> Ada  5": whose turn it is, the name, the points. */
static void put_seat_name(struct drawing *d, const struct screen *s, struct json_in seat, int x,
                          int y, int width) {
    int own = number(seat, "seat");
    char points[16];
    int64_t turn;
    bool acts = json_to_int(json_get(d->view, "turn"), 0, SEATS_MAX, &turn) && turn == own;
    snprintf(points, sizeof points, "%d", number(seat, "points"));
    canvas_put(&d->canvas, x, y, COLOUR_BOLD, acts ? ">" : " ", 1);
    canvas_put(&d->canvas, x + 1, y, seat_colour(own), s->name[own], width - 5);
    canvas_put(&d->canvas, x + width - (int)strlen(points), y, COLOUR_BOLD, points, width);
}

/* Beside the board: two lines a seat. Returns the lines used. */
static int put_panel(struct drawing *d, const struct screen *s, int x, int width) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char text[160];
    int y = 0;
    for (size_t at = 0; json_next(seats, &at, NULL, &seat); y += 2) {
        put_seat_name(d, s, seat, x, y, width);
        seat_details(d, seat, width >= PANEL_WIDE, text, sizeof text);
        canvas_put(&d->canvas, x + 1, y + 1, COLOUR_PLAIN, text, width - 1);
    }
    counts(json_get(d->view, "bank"), "kind", text, sizeof text);
    y++;
    if (text[0] && width >= PANEL_WIDE) {
        char line[256];
        snprintf(line, sizeof line, "%s: %s", words("terminal.supply"), text);
        y += put_wrapped(&d->canvas, x + 1, y, COLOUR_DIM, line, width - 1, 0, 3);
    }
    return y;
}

/* Beneath a board that leaves no room: as many in a line as fit. */
static void put_seats_below(struct drawing *d, const struct screen *s) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    int x = 0;
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);) {
        char details[96];
        int width = 26;
        seat_details(d, seat, false, details, sizeof details);
        if (x + width > d->columns) {
            x = 0;
            d->y++;
        }
        put_seat_name(d, s, seat, x, d->y, 10);
        canvas_put(&d->canvas, x + 11, d->y, COLOUR_PLAIN, details, width - 12);
        x += width;
    }
    d->y++;
}

/* --- what lies on the table ------------------------------------------------------------------- */

/* The board of CATAN, full where enough lines are left for the rest. */
static void put_board(struct drawing *d, const struct screen *s, int lines) {
    static struct canvas board, none;
    const struct catan *g = s->view;
    int width, height;
    board_draw(g, BOARD_FULL, &board);
    canvas_copy(&none, 0, 0, &board, &width, &height);
    if (lines && (lines < height + ROOM_FOR_FULL || d->columns < width + PANEL_MIN))
        board_draw(g, BOARD_SMALL, &board);
    canvas_copy(&d->canvas, 0, 0, &board, &width, &height);
    int room = d->columns - width - 2;
    d->y = height;
    if (room >= PANEL_MIN) {
        int used = put_panel(d, s, width + 2, room < 44 ? room : 44);
        d->y = used > height ? used : height;
    } else {
        put_seats_below(d, s);
    }
}

/* A seat of the card game: what lies in its row. */
static void put_row(struct drawing *d, const struct screen *s, struct json_in seat) {
    char roads[96], knights[96], expansions[160], text[512];
    list(json_get(seat, "roads"), "", roads, sizeof roads);
    list(json_get(seat, "knights"), "", knights, sizeof knights);
    list(json_get(seat, "expansions"), "struggle.b", expansions, sizeof expansions);
    put_seat_name(d, s, seat, 0, d->y, 18);
    snprintf(text, sizeof text, "%s %d  %s %d  %s %d%s%s%s%s%s%s%s%s", words("terminal.cards"),
             number(seat, "count"), words("struggle.b.settlement"), number(seat, "settlements"),
             words("struggle.b.city"), number(seat, "cities"), roads[0] ? "  " : "",
             roads[0] ? words("struggle.b.road") : "", roads[0] ? " " : "", roads,
             knights[0] ? "  " : "", knights[0] ? words("struggle.b.knight") : "",
             knights[0] ? " " : "", knights);
    canvas_put(&d->canvas, 20, d->y++, COLOUR_PLAIN, text, d->columns - 20);
    if (expansions[0])
        canvas_put(&d->canvas, 20, d->y++, COLOUR_BOLD, expansions, d->columns - 20);
}

/* The card game: the market, the stack, the destiny card, then a line or two a seat. */
static void put_cards(struct drawing *d, const struct screen *s) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char text[256], line[512], destiny[32];
    list(json_get(d->view, "market"), "kind", text, sizeof text);
    snprintf(line, sizeof line, "%s: %s", words("struggle.market"), text);
    canvas_put(&d->canvas, 1, d->y++, COLOUR_BOLD, line, d->columns - 1);
    json_to_text(json_get(d->view, "destiny"), destiny, sizeof destiny);
    counts(json_get(d->view, "discard"), "kind", text, sizeof text);
    snprintf(line, sizeof line, "%s %d   %s %s   %s: %s", words("struggle.stack.cap"),
             number(d->view, "stack"), words("struggle.destiny"),
             strcmp(destiny, "clockwise") == 0 ? "->" : "<-", words("struggle.discards.cap"), text);
    canvas_put(&d->canvas, 1, d->y++, COLOUR_PLAIN, line, d->columns - 1);
    list(json_get(json_get(d->view, "supply"), "expansions"), "struggle.b", text, sizeof text);
    snprintf(line, sizeof line, "%s: %s %d, %s %d, %s %d, %s", words("terminal.supply"),
             words("struggle.b.road"), number(json_get(d->view, "supply"), "road"),
             words("struggle.b.knight"), number(json_get(d->view, "supply"), "knight"),
             words("struggle.b.settlement"),
             number(json_get(d->view, "supply"), "settlement"), text);
    d->y += put_wrapped(&d->canvas, 1, d->y, COLOUR_DIM, line, d->columns - 1, 0, 2) + 1;
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);)
        put_row(d, s, seat);
    d->y++;
}

/* --- the person's own ------------------------------------------------------------------------- */

static void put_hand(struct drawing *d, const struct screen *s) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char cards[160], dev[160], fresh[160], line[640];
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);) {
        if (number(seat, "seat") != s->seat)
            continue;
        counts(json_get(seat, "cards"), "kind", cards, sizeof cards);
        counts(json_get(seat, "dev"), "dev", dev, sizeof dev);
        counts(json_get(seat, "dev_new"), "dev", fresh, sizeof fresh);
        snprintf(line, sizeof line, "%s: %s%s%s%s%s%s", words("hand.title"), cards,
                 dev[0] || fresh[0] ? " | " : "", dev, dev[0] && fresh[0] ? ", " : "", fresh,
                 fresh[0] ? "+" : "");
        canvas_put(&d->canvas, 0, d->y++, COLOUR_BOLD, line, d->columns);
    }
}

/* "Roll the dice.": what is asked, by the phase. */
static void now_line(struct drawing *d, const struct screen *s, char *out, size_t size) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char phase[32] = "", id[64], n[16];
    bool catan = s->game == &catan_game;
    int count = number(d->view, "trades_left") + number(d->view, "free_roads");
    json_to_text(json_get(d->view, "phase"), phase, sizeof phase);
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);)
        if (number(seat, "seat") == s->seat && number(seat, "owes_cards"))
            count = number(seat, "owes_cards");
    snprintf(id, sizeof id, catan ? "now.%s.you" : "struggle.now.%s", phase);
    snprintf(n, sizeof n, "%d", count);
    words_fill(out, size, words_or(id, NULL) ? id : "now.turn.you",
               (const char *const[]){ "n", n, "who", "", NULL });
}

/* "road (5)  settle (2)  end": the verbs, or all of a short menu with numbers. */
static void menu_line(const struct screen *s, char *out, size_t size) {
    const struct menu *m = &s->menu;
    size_t len = 0;
    int count;
    out[0] = '\0';
    if (m->narrowed || m->n <= 9) {
        for (int i = 0; i < m->listed_n && len < size; i++)
            len += (size_t)snprintf(out + len, size - len, "%s%d %s", i ? "   " : "", i + 1,
                                    m->text[m->listed[i]]);
        return;
    }
    const char *verb;
    for (int i = 0; (verb = menu_verb(m, i, &count)) != NULL && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, count > 1 ? "%s%s (%d)" : "%s%s",
                                i ? "   " : "", verb, count);
}

void screen_menu(const struct screen *s, FILE *to) {
    char menu[4096];
    menu_line(s, menu, sizeof menu);
    fprintf(to, "%s\n", menu);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void put_log(struct drawing *d, const struct screen *s, int lines) {
    int first = s->log_n > lines ? s->log_n - lines : 0;
    for (int i = first; i < s->log_n; i++)
        canvas_put(&d->canvas, 1, d->y + i - first, COLOUR_DIM, s->log[i], d->columns - 1);
    d->y += lines;
}

/* The lower part, in `room` lines: log, question, menu, note. Where it `flows`, the log takes no
 * more than it needs. */
static void put_talk(struct drawing *d, struct screen *s, int room, bool flows) {
    char menu[4096] = "", now[256] = "";
    int width = d->columns, now_n = 0, menu_n = 0;
    if (s->asked) {
        now_line(d, s, now, sizeof now);
        menu_line(s, menu, sizeof menu);
        now_n = room > 5;
        menu_n = put_wrapped(NULL, 0, 0, COLOUR_PLAIN, menu, width, 0, 0);
    }
    int note_all = put_wrapped(NULL, 0, 0, COLOUR_PLAIN, s->note, width, 0, 0);
    int note_n = note_all - s->note_from;
    note_n = note_n > room ? room : note_n;
    s->note_more = s->note_from + note_n < note_all;
    menu_n = menu_n > room - note_n - now_n ? room - note_n - now_n : menu_n;
    menu_n = menu_n < 0 ? 0 : menu_n;
    now_n = now_n && note_n + menu_n < room;
    int log_n = room - note_n - menu_n - now_n;
    put_log(d, s, flows && log_n > s->log_n ? s->log_n : log_n);
    if (now_n)
        canvas_put(&d->canvas, 0, d->y++, COLOUR_BOLD, now, width);
    put_wrapped(&d->canvas, 0, d->y, COLOUR_PLAIN, menu, width, 0, menu_n);
    d->y += menu_n;
    put_wrapped(&d->canvas, 0, d->y, COLOUR_FIELDS, s->note, width, s->note_from, note_n);
    if (s->note_more && note_n > 0)
        canvas_put(&d->canvas, width - 8, d->y + note_n - 1, COLOUR_BOLD, " [Enter]", 8);
    d->y += note_n;
}

void screen_draw(struct screen *s, int columns, int lines, FILE *to) {
    static struct drawing d;
    static char text[JSON_SIZE];
    struct json_out out;
    canvas_clear(&d.canvas);
    d.columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    lines = lines < CANVAS_LINES ? lines : CANVAS_LINES;
    d.y = 0;
    json_begin(&out, text, sizeof text);
    s->game->write(s->view, NULL, &out);
    if (!json_fits(&out) || json_check(text, out.len, &d.view) != 0)
        return;
    if (s->game == &catan_game)
        put_board(&d, s, lines);
    else
        put_cards(&d, s);
    put_hand(&d, s);
    int room = lines ? lines - d.y : s->log_n < 10 ? s->log_n + 14 : 24;
    put_talk(&d, s, room > 0 ? room : 0, lines == 0);
    canvas_print(&d.canvas, lines ? lines : d.y, s->colours, to);
}

void screen_fill(struct screen *s) {
    int columns, lines;
    prompt_size(&columns, &lines);
    printf("\033[H\033[2J");
    screen_draw(s, columns, lines - 1, stdout);
    fflush(stdout);
}
