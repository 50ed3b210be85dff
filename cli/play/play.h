/* play.h -- a game in the terminal, between play.c (the game) and play_commands.c (what a person
 * can type besides moves). */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "bots/bot.h"
#include "core/session.h"
#include "screen.h"

/* Actions of a game, bytes of its record. */
enum { PLAY_ACTIONS_MAX = 30000, PLAY_RECORD_SIZE = 2 << 20 };

struct terminal {
    struct screen screen;
    struct session *s;
    struct bot *bot[SEATS_MAX];             /* NULL: a person */
    void *bot_memory[SEATS_MAX], *work, *advisor;
    enum bot_level level;
    enum bot_style style;
    uint64_t seed;                          /* of the bots */
    unsigned people;                        /* seats, as bits */
    int told;                               /* entries that are in the log */
    bool leave;
    bool entered;                           /* the last line was empty and did something */
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

/* Read a saved game. False with a message in the note. */
bool terminal_load(struct terminal *t, const char *path);

#endif
