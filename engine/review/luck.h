/* luck.h -- a recorded game judged by bots: chances of winning, luck and play, moves that mattered.
 *
 * Before each action of a seat, a bot that has seen what the seat has seen judges the position.
 * Everybody's chances are then the mean of what each seat thought last, so nobody's secrets
 * dominate and the curve does not jump with each turn.
 *
 * In a decision with several choices the best and the played one are compared; what a seat *gave
 * away* is the sum of these differences. *Play* is what a seat lost by such mistakes and gained by
 * those of the others. *Luck* is every other change of its chances: dice, cards, and what the
 * others did to it without a mistake. With a perfect judge a best move changes nothing, so this
 * divides the two also where the judge is not perfect. Luck and play each add up to 0 over the
 * table, and for every seat
 *
 * chances at the start + luck + play = 1 if it won, 0 if not.
 *
 * The same game, level, nodes and seed give the same numbers everywhere. Page, terminal and server
 * show these. */
#ifndef REVIEW_LUCK_H
#define REVIEW_LUCK_H

#include "bots/bot.h"
#include "core/session.h"

enum {
    REVIEW_ONE = 1000000,               /* certain */
    REVIEW_NODES = 240,                 /* for each move; more do not divide luck and play better */
    REVIEW_KEYS = 12, REVIEW_SWINGS = 5,
    REVIEW_SWING_MIN = REVIEW_ONE / 100 * 3,
};

struct review_ask {
    enum bot_level level;
    enum bot_style style;
    uint32_t nodes;                     /* 0: the level's own */
    uint64_t seed;
    uint8_t table[SEATS_MAX];           /* who played: a level or BOT_PERSON */
};
/* How people are shown a game if they do not ask for anything else. */
struct review_ask review_usual(const uint8_t table[SEATS_MAX]);
/* Who played, by the name in a record: a bot has that of its level, everybody else is a person. */
uint8_t review_player(const char *name);
void review_table(const struct session *s, uint8_t table[SEATS_MAX]);

struct review_point {
    int entry;                          /* before this entry of the record */
    int32_t chance[SEATS_MAX];          /* they add up to REVIEW_ONE */
};

/* A decision that lost something. */
struct review_key {
    int entry, seat;
    int32_t lost;
    char played[ACTION_TEXT_MAX], better[ACTION_TEXT_MAX];
    struct bot_answer answer;           /* why the better one is better */
};

/* An entry that changed a seat's chances much, in the eyes of one seat before and after it. */
struct review_swing {
    int entry, seat;
    int32_t before, after;
};

struct review {
    struct review_point point;          /* the last one */
    int seats, winner;                  /* -1: nobody */
    int points_n, keys_n, swings_n, decisions[SEATS_MAX];
    int32_t start[SEATS_MAX], luck[SEATS_MAX], play[SEATS_MAX], given_away[SEATS_MAX];
    struct review_key key[REVIEW_KEYS];         /* largest loss first */
    struct review_swing swing[REVIEW_SWINGS];   /* the largest, in the order they came */

    const struct game *game;            /* from here on: while it judges */
    struct review_ask ask;
    struct bot *bot[SEATS_MAX];
    void *work;
    int32_t thought[SEATS_MAX][SEATS_MAX];      /* by whom, of whom */
    int thinker, actor, entry;          /* who thought last; who acted since, -1: nobody; and the
                                         * entry of the last action */
    int32_t lost;                       /* by the actor's move, as the bot sees it */
    _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX];
};

/* What is judged: a finished game, or a running one. */
struct review_game {
    const struct game *game;
    const void *start;                  /* the state before the first action */
    int seats, winner;                  /* -1: nobody */
};
struct review_game review_of(const struct session *s);

/* Begin in review_size() bytes, aligned as malloc's. `work` has bot_work_size() bytes; it is used
 * only during review_step(). */
size_t review_size(void);
struct review *review_begin(void *memory, const struct review_game *g,
                            const struct review_ask *ask, void *work);
/* The next action in force, of this entry of the record. True: there is a new point. */
bool review_step(struct review *r, int entry, const struct action *a);
/* That was all, `entries` entries. True: there is a last point, since the winner is certain. */
bool review_end(struct review *r, int entries);

#endif
