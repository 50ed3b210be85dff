/* play.h -- a game in the terminal, between play.c (the game), play_commands.c (what a person can
 * type besides moves) and play_files.c (the game as a file). */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "bots/bot.h"
#include "core/session.h"
#include "screen.h"

enum { PLAY_ACTIONS_MAX = 30000, DOUBTED_SIZE = 512 };

struct terminal {
    struct screen screen;
    struct session *s;
    struct bot *bot[SEATS_MAX];             /* NULL: a person */
    void *bot_memory[SEATS_MAX], *work, *advisor;
    enum bot_level level;
    enum bot_style style;
    uint64_t seed;                          /* of the bots, and of the dice unless these are fair */
    bool fair;
    unsigned people;                        /* seats, as bits */
    int told;                               /* entries that are in the log */
    bool leave, greeted;                    /* the person has been told how to begin */
    bool entered;                           /* the last line was empty and did something */
    char doubted[DOUBTED_SIZE];             /* the last command */
    bool in_doubt, sure;                    /* it asked to be typed again; now it was */
    char kept[480];                         /* the file of the game kept by itself; "": nowhere */
    int lock;                               /* on that place; 0: none */
    int last_bot;                           /* the bot that moved last, for `why`; -1: none yet */
    _Alignas(16) unsigned char view[STATE_MAX];
};

/* Show a bot all moves in force. */
void terminal_catch_up(struct bot *bot, struct session *s);
/* Make the bots anew; they have seen all moves in force. */
void terminal_seat_bots(struct terminal *t);

/* Who plays, by seat: a level or BOT_PERSON. */
void terminal_levels(const struct terminal *t, uint8_t level[SEATS_MAX]);
/* Ask a bot what `seat` should do, knowing what the seat knows; the explanation goes into the
 * note. `s` NULL: only the view is known. `level`: who plays, for the win chances. */
void terminal_hint(struct screen *screen, struct session *s, const uint8_t level[SEATS_MAX],
                   void *memory, void *work);
void terminal_almanac(struct screen *screen, const char *entry);

/* Carry out a line that is not a move; false if it is one. */
bool terminal_command(struct terminal *t, int seat, const char *line);
/* The words that terminal_command() knows; NULL past the end. */
const char *terminal_command_name(int i);

/* Write the game; the note says how it went. */
void terminal_save(struct terminal *t, const char *path);
/* Read a saved game, and play it instead of this one; the note says how it went. */
struct session *terminal_read(struct terminal *t, const char *path);
void terminal_take(struct terminal *t, struct session *s);
bool terminal_load(struct terminal *t, const char *path);

/* Find a place where this game is kept by itself; true if an earlier game lies there. */
bool terminal_find_kept(struct terminal *t);
/* Keep the game as it stands, once a person has acted; false with errno. A game that is over is
 * not kept any longer. */
bool terminal_keep(struct terminal *t);
/* Move the earlier game out of the way; where it is now. */
const char *terminal_put_aside(struct terminal *t);
/* "You left this game on ...", once it has been read. */
void terminal_tell_kept(struct terminal *t);

#endif
