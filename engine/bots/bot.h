/* bot.h -- bots for every game: make one, tell it what happens, ask it for a move.
 *
 * A bot knows only what its seat may know: it gets views and events from game->view() and
 * game->see(), never a state. It owns no memory, reads no clock and takes none of the game's
 * random numbers: the caller provides memory, a budget and a seed. The same seed, events and
 * node budget give the same moves on every platform.
 *
 *     struct bot *b = bot_new(malloc(bot_size()), game, seats, BOT_CLUB, BOT_PLAIN, seat, seed);
 *     before each action:
 *         bot_witness(b, state, &a);
 *     when the seat is in owes() or may():
 *         if (bot_choose(b, view, &budget, &answer))
 *             play answer.action;
 *
 * Observing is optional: a bot can start from a bare view. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/action.h"
#include "core/game.h"

/* From weakest to strongest, except for the baseline, which never changes: strength is measured
 * against it (docs/strength.md). */
enum bot_level { BOT_RANDOM, BOT_BASELINE, BOT_BEGINNER, BOT_CASUAL, BOT_CLUB, BOT_STRONG,
                 BOT_MASTER, BOT_GRANDMASTER, BOT_LEVEL_N };
enum { BOT_PERSON = BOT_LEVEL_N };      /* for bot_levels(): a seat held by a person */
/* A preference that settles close calls; it costs almost no strength. Only CATAN bots have one. */
enum bot_style { BOT_PLAIN, BOT_BUILDER, BOT_TRADER, BOT_SOLDIER, BOT_STYLE_N };

/* The level at which a bot of that level plays this game: CATAN has none above `master`. */
enum bot_level bot_level_in(const struct game *game, int level);

/* The names in lower case: "club", "trader"; NULL past the end. */
const char *bot_level_name(int level);
const char *bot_style_name(int style);
/* "club" or "club-trader" (also "club:trader"). Returns false and changes nothing for anything
 * else. */
bool bot_parse(const char *text, enum bot_level *level, enum bot_style *style);

struct bot;
size_t bot_size(void);          /* bytes of one bot, for any game; aligned as malloc's */
size_t bot_work_size(void);     /* bytes of scratch while choosing; bots may share them in turn */

/* Make a bot for `seat` of a game of `seats` in `mem` (bot_size() bytes, owned by the caller). */
struct bot *bot_new(void *mem, const struct game *game, int seats, enum bot_level level,
                    enum bot_style style, int seat, uint64_t seed);

/* The bot whose hints a person gets: the same wherever they are asked for. Give it what the seat
 * has seen. */
struct bot *bot_new_adviser(void *mem, const struct game *game, int seats, int seat);

/* From now on it never errs on purpose, whatever its level: `action`, `win` and the reasons are
 * those of move[0]. For all that is told to people about their own moves. */
void bot_advise(struct bot *bot);

/* Which seats are people (bits): bots make them fewer offers. None by default. */
void bot_humans(struct bot *bot, unsigned seats);

/* Who plays, by seat: a level or BOT_PERSON. Reported win chances take this into account; by
 * default all seats count as equally strong. It never changes a move. */
void bot_levels(struct bot *bot, const uint8_t level[SEATS_MAX]);

/* An action as the seat sees it (see()) is about to be applied; `view` is the seat's view before
 * it. */
void bot_observe(struct bot *bot, const void *view, const struct action *seen);
/* The same from the full state: the bot gets what its seat sees of it. */
void bot_witness(struct bot *bot, const void *state, const struct action *a);

/* How much a choice may cost. If all but `work` is zero, the level's own node budget applies. */
struct bot_budget {
    uint32_t nodes;             /* evaluations; 0: the level's own number */
    uint32_t ms;                /* also a limit, in milliseconds; 0: none; needs `clock` */
    uint64_t (*clock)(void *);  /* microseconds from any fixed moment; NULL: no clock */
    void *clock_data;
    /* bot_work_size() bytes, aligned as malloc's; contents don't matter */
    void *work;
    bool silent;                /* only the move: no reasons, no values */
    /* Called now and then while it thinks, with the nodes spent so far; true: answer with the
     * best so far. May be NULL. */
    bool (*watch)(void *, uint32_t nodes);
    void *watch_data;
};

/* Why a move was chosen, as data; the user interfaces have the words. X(enumerator, id) */
#define BOT_WHYS(X)                                                                             \
    X(BOT_WHY_ONLY, "only-move")            /* nothing else is allowed */                       \
    X(BOT_WHY_RANDOM, "random")                                                                 \
    X(BOT_WHY_BEST, "best")                 /* the highest value; the terms say why */          \
    X(BOT_WHY_WINS, "wins")                 /* wins this turn */                                \
    X(BOT_WHY_OPENING, "opening")           /* a place at the start */                          \
    X(BOT_WHY_SLIP, "slip")                 /* the level made a mistake */                      \
    X(BOT_WHY_EVEN, "toss-up")              /* another move was as good */                      \
    X(BOT_WHY_FAIR, "fair-trade")           /* card for card, and both sides gain */            \
    X(BOT_WHY_GAINS, "good-trade")          /* what it brings is worth more to us */            \
    X(BOT_WHY_NO_TAKER, "no-taker")         /* withdrawn: nobody has accepted */                \
    X(BOT_WHY_NOTHING, "nothing-to-do")     /* only resting is left */                          \
    X(BOT_WHY_FEEDS_WINNER, "feeds-winner") /* refused: that seat could win next turn */        \
    X(BOT_WHY_HELPS_MORE, "helps-more")     /* refused: they gain more than we do */            \
    X(BOT_WHY_NEEDED, "needed")             /* refused: we need what they ask for */            \
    X(BOT_WHY_NO_USE, "no-use")             /* refused: what they give hardly helps */          \
    X(BOT_WHY_CANNOT, "cannot")             /* refused: we do not have the cards */             \
    X(BOT_WHY_SEARCH, "search")             /* the most visited move of a tree search */
enum bot_why {
#define X(name, id) name,
    BOT_WHYS(X)
#undef X
    BOT_WHY_N
};
const char *bot_why_name(int why);

/* The terms of an evaluation that can separate two moves. */
#define BOT_TERMS(X)                                                                            \
    X(BOT_TERM_POINTS, "points")            /* victory points */                                \
    X(BOT_TERM_PRODUCTION, "production")    /* what the rolls bring */                          \
    X(BOT_TERM_BALANCE, "balance")          /* no kind missing, numbers spread */               \
    X(BOT_TERM_SPEED, "speed")              /* turns until the next buildings and the win */    \
    X(BOT_TERM_SITES, "sites")              /* places left to settle */                         \
    X(BOT_TERM_HARBORS, "harbors")          /* trade rates */                                   \
    X(BOT_TERM_ROAD, "longest-road")                                                            \
    X(BOT_TERM_ARMY, "largest-army")                                                            \
    X(BOT_TERM_CARDS, "development")        /* development cards in hand */                     \
    X(BOT_TERM_HAND, "hand")                /* cards in hand */                                 \
    X(BOT_TERM_RISK, "risk")                /* cards a seven may cost */                        \
    X(BOT_TERM_ROBBER, "robber")            /* where the robber stands */                       \
    X(BOT_TERM_RIVALS, "rivals")            /* how well the others stand */                     \
    X(BOT_TERM_PLAYOUT, "playouts")         /* how simulated games went on */
enum bot_term {
#define X(name, id) name,
    BOT_TERMS(X)
#undef X
    BOT_TERM_N
};
const char *bot_term_name(int term);

enum { BOT_MOVES_MAX = 6, BOT_REASONS_MAX = 6, BOT_TURN_MAX = 12, BOT_VALUE_ONE = 10000 };

struct bot_reason {
    int32_t term;                   /* enum bot_term */
    int32_t difference;             /* what the term is worth, of BOT_VALUE_ONE; above 0 */
};

/* The moves are ordered by the values that the choice is based on, so the list can be shown as
 * it is. Levels that make mistakes add a slip to these values, unless they advise; then `action`
 * may differ from move[0].
 *
 * The reasons are true of `action` by itself. A slip has none. */
struct bot_answer {
    struct action action;
    uint8_t why;                    /* enum bot_why */
    uint8_t moves_n, reasons_n, seats;
    bool rests;                     /* `action` rolls, ends the turn or passes */
    int32_t win;                    /* what `action` is worth, in the moves' unit */
    struct bot_move {
        struct action action;
        int32_t value;              /* share of winning after it, BOT_VALUE_ONE is certain */
    } move[BOT_MOVES_MAX];          /* best first */
    struct bot_reason reason[BOT_REASONS_MAX];      /* largest first */
    int32_t value[SEATS_MAX];       /* share of winning per seat, before the move */
    uint32_t nodes;                 /* spent */
};

/* A decision that mattered: there was a choice, and it made a difference. */
struct bot_decision {
    struct action action;
    uint8_t why, reasons_n;
    int32_t value;                  /* share of winning after it */
    int32_t margin;                 /* over the best alternative; 0: there was none */
    int32_t gain;                   /* the reasons together */
    struct bot_reason reason[BOT_REASONS_MAX];
    char text[ACTION_TEXT_MAX];     /* the action as written when it was played */
};

/* What mattered since the seat's last turn began, oldest first: decisions that bot_choose() made
 * (not silent) and that bot_observe() then saw played; if none mattered, the one that came
 * nearest. The actions are in public form. Returns how many, 0 if there was no choice, -1 if this
 * bot decided nothing in that turn, as after a restart; *list points into the bot. */
int bot_turn(const struct bot *bot, const struct bot_decision **list);

/* Choose for the bot's seat. True: play answer->action. False: the seat owes nothing and prefers
 * to wait. `view` is the seat's own view. */
bool bot_choose(struct bot *bot, const void *view, const struct bot_budget *budget,
                struct bot_answer *answer);

/* The answer as one JSON object under `key` (docs/engine-protocol.md, `go`). */
void bot_write(const struct game *game, const void *view, const struct bot_answer *answer,
               struct json_out *out, const char *key);
/* The result of bot_turn(), as a JSON array under `key`. */
void bot_write_turn(const struct bot *bot, struct json_out *out, const char *key);

#endif
