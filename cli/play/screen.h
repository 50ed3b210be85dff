/* screen.h -- a game on the terminal: the board or the cards, the seats, the person's hand, the
 * log, and the menu. It is drawn from a view, so it shows no more than its seat may know, and it
 * fits any terminal of at least 80 columns and 24 lines. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "core/log.h"
#include "move_menu.h"
#include "sentences.h"

enum { LOG_LINES = 256, LOG_SIZE = 160, NOTE_SIZE = 8192 };

struct screen {
    const struct game *game;                /* NULL: it has not begun */
    const void *view;                       /* of `seat` */
    int seat;                               /* the viewer; or SEAT_SPECTATOR */
    int seats;                              /* how many play */
    int turn;                               /* who acted last, for what chance does then; -1 */
    bool asked;                             /* the seat must act: the menu is shown */
    bool colours;
    char name[SEATS_MAX][NAME_SIZE];
    uint8_t piece[SEATS_MAX];               /* the colour of each seat's, of seat_colors */
    char log[LOG_LINES][LOG_SIZE];          /* the last lines, oldest first */
    int log_n;
    char note[NOTE_SIZE];                   /* an answer to what was typed */
    int note_from, note_lines;              /* its first visible line, and how many were drawn */
    bool note_more, menu_more;              /* there is more of it than was drawn */
    struct menu menu;
};

/* The colours that the game gives its seats; a table may have others. */
void screen_pieces(struct screen *s, const struct game *game, const void *state);
void screen_log(struct screen *s, const char *line);
/* An action in our notation as a line of the log. Returns the line; NULL if it needs none. */
const char *screen_tell(struct screen *s, const char *action);
/* The entries `from` to `to` of a log, as `viewer` may know them. */
void screen_tell_log(struct screen *s, const struct log *log, int from, int to, int viewer);
void screen_note(struct screen *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void screen_note_log(struct screen *s);     /* its last lines */
void screen_help(struct screen *s);
/* The menu alone, as a line. */
void screen_menu(const struct screen *s, FILE *to);
/* Draw `lines` lines of `columns` columns; `lines` 0: as many as needed, for output that is not
 * a terminal. */
void screen_draw(struct screen *s, int columns, int lines, FILE *to);
/* Draw on the whole terminal except for its last line, where the person types; without a
 * terminal, draw as on paper. */
void screen_show(struct screen *s);
/* Is there one move and nothing else, not even an offer? Enter may play it. */
bool screen_one_move(const struct screen *s);
/* An empty line asks for the next page of a long note or menu: true if there was one. */
bool screen_page(struct screen *s, const char *line);
/* What was typed means nothing: say so, and show the whole menu. */
void screen_unknown(struct screen *s);

#endif
