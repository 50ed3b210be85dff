/* match.h -- one measured game between bots, using only core/game.h.
 *
 * The game's randomness is separate from the bots', and split by type (dice, draws, steals, the
 * board). A bot that thinks or buys differently still meets the same dice. */
#ifndef AI_MATCH_H
#define AI_MATCH_H

#include "bot.h"

struct match_bot {
    uint8_t level, style;
    uint32_t nodes, ms;             /* 0: the level's own */
};

/* The answer of an external program. */
enum match_outside { OUTSIDE_PLAYS, OUTSIDE_WAITS, OUTSIDE_FAILS };

struct match {
    const struct game *game;
    struct rules rules;
    uint64_t seed;                  /* of the game's chance */
    uint64_t bot_seed;
    struct match_bot bot[SEATS_MAX];
    unsigned humans;                /* seats that the bots treat as people (bits) */
    uint64_t (*clock)(void *);      /* microseconds; NULL: nothing is timed */
    void *clock_data;
    /* Called before each action with the whole state; NULL: not called. */
    void (*watch)(void *data, const void *state, const struct action *a);
    void *watch_data;
    /* Seats that an external program plays (bits). It is told what its seat sees before each
     * action, and asked for a move that check() accepts on the view. If it fails, `bot` moves. */
    unsigned outside;
    void (*tell)(void *data, int seat, const void *view, const struct action *seen);
    enum match_outside (*ask)(void *data, int seat, const void *view, bool owes,
                              struct action *move);
    void *outside_data;
};

struct match_result {
    int winner;                     /* -1: stopped at MATCH_ACTIONS_MAX */
    int points[SEATS_MAX];
    uint32_t actions;
    uint32_t turns;                 /* played */
    uint32_t moves[SEATS_MAX];      /* all questions, including those with a single answer */
    uint64_t us[SEATS_MAX];         /* spent choosing */
};

enum { MATCH_ACTIONS_MAX = 20000 };

/* The bytes that match_play() needs; the caller owns them. */
size_t match_size(const struct game *game);
/* Play one game. Returns 0, or the reason why the rules refused (from init, or a bot's move,
 * which is a bug). */
int match_play(const struct match *m, void *mem, struct match_result *out);

#endif
