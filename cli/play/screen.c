/* screen.c -- draws a game on a terminal: see screen.h.
 *
 * From top to bottom: the board with the seats beside it (or below it, if it is too wide), the
 * hand, the log, the menu, the answer to what was typed. The log takes the remaining room; a
 * long answer is shown page by page. */
#include "screen.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "board.h"
#include "screen_parts.h"
#include "terminal.h"
#include "words.h"

/* The board is drawn in full if this many lines are left for the rest; widths of the panel. */
enum { ROOM_FOR_FULL = 14, PANEL_MIN = 18, PANEL_WIDE = 30, JSON_SIZE = 1 << 16 };
/* With this many lines the card game's cards are drawn as boxes. */
enum { ROOM_FOR_BOXES = 30 };

/* --- small things ---------------------------------------------------------------------------- */

int part_number(struct json_in object, const char *key) {
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

int part_wrapped(struct canvas *c, int x, int y, enum colour colour, const char *text, int width,
                 int from, int max) {
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

void part_counts(struct json_in object, const char *family, char *out, size_t size) {
    struct json_in key, value;
    size_t at = 0, len = 0;
    out[0] = '\0';
    while (json_is_object(object) && json_next(object, &at, &key, &value) && len < size) {
        char name[32], many[16] = "";
        int64_t n;
        if (!json_to_int(value, 1, 999, &n) || json_to_text(key, name, sizeof name) < 0)
            continue;
        if (n > 1)
            snprintf(many, sizeof many, "%d ", (int)n);
        len += (size_t)snprintf(out + len, size - len, "%s%s%s", len ? ", " : "", many,
                                words_in(family, name));
    }
}

void part_list(struct json_in array, const char *family, char *out, size_t size) {
    struct json_in value;
    size_t at = 0, len = 0;
    char name[32] = "", next[32], many[16];
    int n = 0;
    out[0] = '\0';
    for (bool more = json_is_array(array); more && len < size;) {
        more = json_next(array, &at, NULL, &value);
        if (!more || json_to_text(value, next, sizeof next) < 0)
            next[0] = '\0';
        if (n > 0 && (strcmp(name, next) != 0 || !family[0])) {
            snprintf(many, sizeof many, "%d ", n);
            len += (size_t)snprintf(out + len, size - len, "%s%s%s", len ? ", " : "",
                                    n > 1 ? many : "", words_in(family, name));
            n = 0;
        }
        memcpy(name, next, sizeof name);
        n++;
    }
}

void screen_pieces(struct screen *s, const struct game *game, const void *state) {
    bool catan = game == &catan_game;
    for (int i = 0; i < SEATS_MAX; i++)
        s->piece[i] = (uint8_t)(catan && i < catan_seats(state) ? catan_color(state, i) : i);
}

/* --- the seats ------------------------------------------------------------------------------- */

/* Cards, development cards, road and knights of a seat: in words, or as letters where it is narrow
 * (`help` explains them). Awards have a star. */
static void seat_details(struct pane *d, struct json_in seat, bool wide, char *out,
                         size_t size) {
    int own = part_number(seat, "seat");
    int cards = part_number(seat, "count"), road = part_number(seat, "road_length"),
        dev = part_number(seat, "dev_count") + part_number(seat, "dev_new_count"),
        knights = part_number(json_get(seat, "played"), "knight");
    struct json_in longest = json_get(d->view, "longest_road"),
                   army = json_get(d->view, "largest_army");
    bool has_road = json_is_object(longest) && part_number(longest, "seat") == own;
    bool has_army = json_is_object(army) && part_number(army, "seat") == own;
    if (wide)
        snprintf(out, size, "%s %d  %s %d  %s %d%s  %s %d%s", words("terminal.cards"), cards,
                 words("terminal.dev"), dev, words("terminal.road"), road, has_road ? "*" : "",
                 words("terminal.knights"), knights, has_army ? "*" : "");
    else
        snprintf(out, size, "c%d d%d r%d%s k%d%s", cards, dev, road, has_road ? "*" : "", knights,
                 has_army ? "*" : "");
}

/* " Louis A": the helper in front of a seat, and its side; "" without helpers. */
static void helper_name(struct json_in seat, char *out, size_t size) {
    struct json_in helper = json_get(seat, "helper");
    char name[32], side[4] = "";
    out[0] = '\0';
    if (!json_is_object(helper) || json_to_text(json_get(helper, "name"), name, sizeof name) < 0)
        return;
    json_to_text(json_get(helper, "side"), side, sizeof side);
    snprintf(out, size, " %s %s", words_in("helper", name), side);
}

void part_seat_name(struct pane *d, const struct screen *s, struct json_in seat, int x, int y,
                    int width) {
    int own = part_number(seat, "seat"), used, room;
    char points[16], helper[48], name[NAME_SIZE + 2];
    int64_t turn;
    bool acts = json_to_int(json_get(d->view, "turn"), 0, SEATS_MAX, &turn) && turn == own;
    snprintf(points, sizeof points, "%d", part_number(seat, "points"));
    helper_name(seat, helper, sizeof helper);
    /* The board's settlements are letters: whose is which, where there is room to say it. */
    snprintf(name, sizeof name, "%c %s", 'a' + own, s->name[own]);
    bool letter = s->game == &catan_game && text_columns(name) + text_columns(helper) + 3 <= width;
    const char *shown = letter ? name : s->name[own];
    canvas_put(&d->canvas, x, y, COLOUR_BOLD, acts ? ">" : " ", 1);
    canvas_put(&d->canvas, x + 1, y, seat_colour(own), shown, width - 5);
    used = text_columns(shown);
    room = width - 2 - (int)strlen(points) - used;
    if (text_columns(helper) > room && strrchr(helper, ' '))
        *strrchr(helper, ' ') = '\0';       /* the helper's side can be spared */
    if (room > 2)
        canvas_put(&d->canvas, x + 1 + used, y, COLOUR_PLAIN, helper, room);
    canvas_put(&d->canvas, x + width - (int)strlen(points), y, COLOUR_BOLD, points, width);
}

/* Beside the board: two lines a seat. Returns the lines used. */
static int put_panel(struct pane *d, const struct screen *s, int x, int width) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char text[160];
    int y = 0;
    for (size_t at = 0; json_next(seats, &at, NULL, &seat); y += 2) {
        part_seat_name(d, s, seat, x, y, width);
        seat_details(d, seat, width >= PANEL_WIDE, text, sizeof text);
        canvas_put(&d->canvas, x + 1, y + 1, COLOUR_PLAIN, text, width - 1);
    }
    part_counts(json_get(d->view, "bank"), "kind", text, sizeof text);
    y++;
    if (text[0] && width >= PANEL_WIDE) {
        char line[256];
        snprintf(line, sizeof line, "%s%s%s", words("terminal.supply"), words("terminal.colon"),
                 text);
        y += part_wrapped(&d->canvas, x + 1, y, COLOUR_DIM, line, width - 1, 0, 3);
    }
    return y;
}

/* Below a board that leaves no room: as many per line as fit. */
static void put_seats_below(struct pane *d, const struct screen *s) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    int x = 0, width = d->columns / (d->columns / 26 > 0 ? d->columns / 26 : 1);
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);) {
        char details[96];
        seat_details(d, seat, false, details, sizeof details);
        if (x + width > d->columns) {
            x = 0;
            d->y++;
        }
        part_seat_name(d, s, seat, x, d->y, width - 17);
        canvas_put(&d->canvas, x + width - 16, d->y, COLOUR_PLAIN, details, 15);
        x += width;
    }
    d->y++;
}

/* --- what lies on the table ------------------------------------------------------------------- */

/* The board of CATAN, full size if enough lines are left for the rest. */
static void put_board(struct pane *d, const struct screen *s, int lines) {
    static struct canvas board;
    const struct catan *g = s->view;
    int width, height;
    board_draw(g, BOARD_FULL, &board);
    canvas_copy(NULL, 0, 0, &board, &width, &height);
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

/* --- the person's own ------------------------------------------------------------------------- */

static void put_hand(struct pane *d, const struct screen *s, bool boxes) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    char cards[160], dev[160], fresh[160], line[640];
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);) {
        if (part_number(seat, "seat") != s->seat)
            continue;
        if (boxes) {
            cards_hand(d, json_get(seat, "cards"));
            continue;
        }
        part_counts(json_get(seat, "cards"), "kind", cards, sizeof cards);
        part_counts(json_get(seat, "dev"), "dev", dev, sizeof dev);
        part_counts(json_get(seat, "dev_new"), "dev", fresh, sizeof fresh);
        snprintf(line, sizeof line, "%s%s%s%s%s%s%s%s", words("hand.title"),
                 words("terminal.colon"), cards, dev[0] || fresh[0] ? " | " : "", dev,
                 dev[0] && fresh[0] ? ", " : "", fresh, fresh[0] ? "+" : "");
        canvas_put(&d->canvas, 0, d->y++, COLOUR_BOLD, line, d->columns);
    }
}

static bool may(const struct screen *s, const char *verb) {
    size_t n = strlen(verb);
    for (int i = 0; i < s->menu.n; i++)
        if (strncmp(s->menu.text[i], verb, n) == 0 && s->menu.text[i][n] == ' ')
            return true;
    return false;
}

/* "3 Orange offers wool for grain: accept or decline.", if that is the question; all offers that
 * stand. */
static bool offer_line(struct pane *d, const struct screen *s, char *out, size_t size) {
    struct json_in offers = json_get(d->view, "offers"), offer;
    const char *id = may(s, "accept") ? "terminal.offer" : "terminal.offer-short";
    char give[96], get[96];
    size_t len = 0;
    if (!may(s, "decline") || !json_is_array(offers))
        return false;
    for (size_t at = 0; json_next(offers, &at, NULL, &offer) && len + 2 < size;) {
        int from = part_number(offer, "from");
        if (from == s->seat || from < 0 || from >= SEATS_MAX)
            continue;
        part_counts(json_get(offer, "give"), "kind", give, sizeof give);
        part_counts(json_get(offer, "get"), "kind", get, sizeof get);
        if (len > 0)
            out[len++] = ' ';
        words_fill(out + len, size - len, id,
                   (const char *const[]){ "who", s->name[from], "give", give, "get", get, NULL });
        len += strlen(out + len);
    }
    return len > 0;
}

/* "Your turn: roll the dice.": what is asked, by the phase. */
static void now_line(struct pane *d, const struct screen *s, char *out, size_t size) {
    struct json_in seats = json_get(d->view, "seats"), seat;
    struct json_in taking = json_get(d->view, "taking");
    char phase[32] = "", id[64], n[16];
    bool catan = s->game == &catan_game;
    int who = -1;
    if (offer_line(d, s, out, size))
        return;
    int count = part_number(d->view, "trades_left") + part_number(d->view, "free_roads");
    json_to_text(json_get(d->view, "phase"), phase, sizeof phase);
    for (size_t at = 0; json_next(seats, &at, NULL, &seat);)
        if (part_number(seat, "seat") == s->seat && part_number(seat, "owes_cards"))
            count = part_number(seat, "owes_cards");
    if (json_is_object(taking)) {
        count = part_number(taking, "owed");
        who = part_number(taking, "from");
    }
    snprintf(id, sizeof id, catan ? "now.%s.you" : "struggle.now.%s", phase);
    if (!catan && strcmp(phase, "trade") == 0 && count == 0)    /* no trade is left */
        snprintf(id, sizeof id, "struggle.now.build");
    if (strcmp(phase, "offer") == 0)        /* our own; offer_line() tells others' offers */
        snprintf(id, sizeof id, "now.offer.choose");
    snprintf(n, sizeof n, "%d", count);
    const char *name = who < 0 ? "" : s->name[who % SEATS_MAX];
    words_fill(out, size, words_or(id, NULL) ? id : "now.turn.you",
               (const char *const[]){ "n", n, "who", name, NULL });
}

/* May the seat offer cards to the others now? */
static bool may_offer(const struct screen *s) {
    const struct catan *g = s->view;
    return s->game == &catan_game && s->asked && g->turn == s->seat &&
           (g->phase == PH_TRADE || g->phase == PH_MAIN) && catan_option(g, OPT_OFFERS) > 0;
}

bool screen_one_move(const struct screen *s) {
    return s->menu.n == 1 && !may_offer(s);
}

/* The i-th entry. Offers are too many to list: a last one says how they are written. */
static bool entry_text(const struct screen *s, int i, char *out, size_t size) {
    if (menu_entry(&s->menu, i, out, size))
        return true;
    if (s->menu.narrowed || !may_offer(s) || (i > 0 && !menu_entry(&s->menu, i - 1, out, size)))
        return false;
    snprintf(out, size, "%s", words("terminal.offers"));
    return true;
}

/* The entries that stand on some lines of the menu, counted from 1. */
struct shown {
    int first, last, all;
};

/* The menu, entry by entry, from line `from` on; choices under one verb stand in columns. c NULL
 * only counts. Returns how many lines all of it takes; at most `max` are drawn. */
static int put_menu(struct canvas *c, const struct screen *s, int y, int width, int from, int max,
                    struct shown *shown) {
    char entry[LABEL_SIZE + 32];
    int x = 0, line = 0, widest = 0;
    bool in_columns = s->menu.narrowed || s->menu.listed_n > MENU_SHORT;
    *shown = (struct shown){ 0, 0, 0 };
    for (int i = 0; in_columns && menu_entry(&s->menu, i, entry, sizeof entry); i++)
        widest = text_columns(entry) > widest ? text_columns(entry) : widest;
    for (int i = 0; entry_text(s, i, entry, sizeof entry); i++) {
        int n = text_columns(entry), cell = (widest > n ? widest : n) + 3;
        if (x > 0 && x + n > width) {
            x = 0;
            line++;
        }
        if (line >= from && line < from + max) {
            if (c)
                canvas_put(c, x, y + line - from, COLOUR_PLAIN, entry, width - x);
            shown->first = shown->first ? shown->first : i + 1;
            shown->last = i + 1;
        }
        shown->all = i + 1;
        x += cell;
    }
    return x > 0 ? line + 1 : 0;
}

void screen_menu(const struct screen *s, FILE *to) {
    char entry[LABEL_SIZE + 32];
    for (int i = 0; entry_text(s, i, entry, sizeof entry); i++)
        fprintf(to, "%s\n", entry);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* The newest line is the lowest, next to the question. */
static void put_log(struct pane *d, const struct screen *s, int lines) {
    int first = s->log_n > lines ? s->log_n - lines : 0;
    d->y += lines;
    for (int i = first; i < s->log_n; i++)
        canvas_put(&d->canvas, 1, d->y - s->log_n + i, COLOUR_DIM, s->log[i], d->columns - 1);
}

/* At the end of a line: there is more, and which key shows it. */
static void put_more(struct canvas *canvas, int width, int y) {
    char more[32];
    snprintf(more, sizeof more, " %s", words("terminal.more"));
    canvas_put(canvas, width - text_columns(more), y, COLOUR_BOLD, more, text_columns(more));
}

/* As much of the menu as `room` lines take. Of a longer one, a page and which it is. Returns the
 * lines used. */
static int put_choices(struct pane *d, struct screen *s, int y, int room) {
    struct shown shown;
    int all = put_menu(NULL, s, 0, d->columns, 0, 0, &shown);
    int fits = all <= room ? all : room - 1;
    char line[96], n[3][16];
    s->menu.from = all <= room || s->menu.from >= all ? 0 : s->menu.from;
    s->menu.lines = fits;
    s->menu_more = fits > 0 && s->menu.from + fits < all;
    if (y < 0 || fits < 0)
        return all <= room ? all : room;
    put_menu(&d->canvas, s, y, d->columns, s->menu.from, fits, &shown);
    if (all <= room)
        return all;
    for (int i = 0; i < 3; i++)
        snprintf(n[i], sizeof n[i], "%d", i == 0 ? shown.first : i == 1 ? shown.last : shown.all);
    words_fill(line, sizeof line, "terminal.page",
               (const char *const[]){ "from", n[0], "to", n[1], "n", n[2], NULL });
    canvas_put(&d->canvas, 0, y + fits, COLOUR_BOLD, line, d->columns);
    int width = text_columns(line) + 1 + text_columns(words("terminal.more"));
    if (s->menu_more)
        put_more(&d->canvas, width, y + fits);
    return room;
}

/* The lower part, in `room` lines: log, question, menu, note. The question always stands; beside a
 * note that needs pages the menu has two lines, and beside a menu the log one. If it `flows`, the
 * log takes no more than it needs. */
static void put_talk(struct pane *d, struct screen *s, int room, bool flows) {
    char now[512] = "";
    int width = d->columns, now_n = 0, menu_n = 0, least = 0;
    if (s->asked) {
        now_line(d, s, now, sizeof now);
        now_n = part_wrapped(NULL, 0, 0, COLOUR_BOLD, now, width, 0, 0);
        now_n = now_n > room ? room : now_n;
        least = put_choices(d, s, -1, 2);
    }
    int note_all = part_wrapped(NULL, 0, 0, COLOUR_PLAIN, s->note, width, 0, 0);
    int note_n = note_all - s->note_from;
    least = note_n <= room - now_n ? 0 : least;
    int note_room = room - now_n - least;
    note_n = note_n > note_room ? note_room > 0 ? note_room : 0 : note_n;
    s->note_lines = note_n;
    s->note_more = s->note_from + note_n < note_all;
    s->menu_more = false;
    int log_least = s->log_n > 0 && room > 4 && note_n + least + now_n < room;
    int menu_room = room - now_n - note_n - log_least;
    if (s->asked)
        menu_n = put_choices(d, s, -1, menu_room);
    int log_n = room - note_n - menu_n - now_n;
    put_log(d, s, flows && log_n > s->log_n ? s->log_n : log_n);
    part_wrapped(&d->canvas, 0, d->y, COLOUR_BOLD, now, width, 0, now_n);
    d->y += now_n;
    if (s->asked)
        put_choices(d, s, d->y, menu_room);
    d->y += menu_n;
    part_wrapped(&d->canvas, 0, d->y, COLOUR_FIELDS, s->note, width, s->note_from, note_n);
    if (s->note_more && note_n > 0)
        put_more(&d->canvas, width, d->y + note_n - 1);
    d->y += note_n;
}

void screen_draw(struct screen *s, int columns, int lines, FILE *to) {
    static struct pane d;
    static char text[JSON_SIZE];
    canvas_clear(&d.canvas);
    d.columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    lines = lines < CANVAS_LINES ? lines : CANVAS_LINES;
    d.y = 0;
    struct json_out out = json_begin(text, sizeof text);
    s->game->write(s->view, NULL, &out);
    if (!json_fits(&out) || json_check(text, out.len, &d.view) != 0)
        return;
    if (s->game == &catan_game)
        put_board(&d, s, lines);
    else
        cards_table(&d, s, lines >= ROOM_FOR_BOXES);
    put_hand(&d, s, s->game != &catan_game && lines >= ROOM_FOR_BOXES);
    int room = lines ? lines - d.y : s->log_n < 10 ? s->log_n + 14 : 24;
    put_talk(&d, s, room > 0 ? room : 0, lines == 0);
    canvas_print(&d.canvas, lines ? lines : d.y, s->colours ? s->piece : NULL, to);
}

void screen_show(struct screen *s) {
    int columns = 80, lines = 1;
    if (terminal_is_there()) {
        terminal_size(&columns, &lines);
        printf("\033[H\033[2J");
    }
    if (s->game)
        screen_draw(s, columns, lines - 1, stdout);
    else
        printf("%s\n", s->note[0] ? s->note : words("terminal.waiting"));
    fflush(stdout);
}
