/* internal.h -- shared by the files of ai/: the bot, its brains, its scratch.
 *
 * A brain keeps its memory in bot->mind and everything else in the caller's scratch. It uses
 * whole numbers only and no clock but the budget's, so the seed determines every move. */
#ifndef AI_INTERNAL_H
#define AI_INTERNAL_H

#include "bot.h"

/* Sizes of the scratch. They are fixed, because a search's tables are part of its budget. */
enum {
    AI_STATE_MAX = 4096,        /* bytes of any game's state */
    AI_MENU_MAX = 2048,         /* actions of any game's menu */
    AI_MIND_MAX = 4096,         /* bytes that a brain may keep between choices */
    AI_WORK_BYTES = 4 << 20,    /* scratch of one choice: struct search, struct think */
};

struct bot {
    const struct game *game;
    const struct brain *brain;
    struct rng rng;             /* its own stream, separate from the game's */
    unsigned humans;            /* seats that are people, as bits */
    uint8_t level, style, seat, seats;
    _Alignas(8) uint8_t mind[AI_MIND_MAX];      /* used by the brain; all zero when new */
    /* Below: nothing that affects how bots play. tools/duel relies on the members above. */
    bool advises;               /* never errs on purpose */
    uint8_t table[SEATS_MAX];   /* level of each seat, BOT_PERSON; all as its own until told */
    struct record {             /* see bot_turn() */
        struct bot_decision decision[BOT_TURN_MAX], last;   /* last: chosen, not yet seen played */
        struct bot_decision lesser;     /* the choice that came nearest to being told */
        uint8_t n, lesser_n, due;       /* due: `last` holds something */
        uint8_t told;                   /* of `last`: enum telling of turn_decisions.c */
        uint8_t active;         /* 1: the record is of the turn that runs, the seat's own */
        uint8_t known;          /* 1: something in that turn or since was this bot's decision */
    } record;
};

/* A way of thinking. If `observe` is NULL, the brain judges by the view alone. */
struct brain {
    void (*observe)(struct bot *b, const void *view, const struct action *seen);
    bool (*choose)(struct bot *b, const void *view, const struct bot_budget *budget,
                   struct bot_answer *answer);
};
extern const struct brain ai__random, ai__tree_search;

/* A level's name, and how the tree search is limited: a row of levels.c. */
struct level {
    const char *name;
    uint32_t nodes;             /* tree search: playouts per move */
    uint32_t judged;            /* ... evaluations per move, in a game with an evaluation */
    uint8_t steps;              /* ... decisions per seat played on before each of these */
    uint8_t slip;               /* per cent of moves taken at random from the better half */
};
extern const struct level ai__level[BOT_LEVEL_N];

/* The menu of a seat that owes or may act: legal() into `menu`, AI_MENU_MAX long. */
int ai__menu(const struct game *game, const void *view, int seat, struct action *menu);

/* The seat whose turn it is. */
int ai__active(const struct game *game, const void *view);

/* What mattered in the seat's turn (turn_decisions.c): record a choice; an action is about to
 * happen. */
void ai__record_chosen(struct bot *b, const struct bot_answer *answer);
void ai__record_seen(struct bot *b, const void *view, const struct action *seen);

/* Fill the answer for a move that was not compared with others. */
void ai__answer(struct bot_answer *answer, const struct bot *b, const struct action *a,
                enum bot_why why);

/* Is the time up? Checked every few nodes, because reading a clock costs more than a node. */
struct ai_clock {
    const struct bot_budget *budget;
    uint64_t end;               /* microseconds; 0: no limit */
};
void ai__clock_start(struct ai_clock *c, const struct bot_budget *budget);
bool ai__clock_over(const struct ai_clock *c, uint32_t nodes);  /* or stopped */

#endif
