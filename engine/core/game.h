/* game.h -- the interface of a game: functions over opaque bytes, and a little data. The server,
 * the store, the arena, the tree search and the page use nothing else.
 *
 * A state is state_size bytes without pointers: memcpy copies it. Chance is an actor like the
 * seats: when owes() says OWES_CHANCE, the host draws an outcome with chance_draw()
 * (core/chance.h) and applies it as an action. So a list of actions replays a game without a
 * random generator.
 *
 * A view is also a state, without what its seat may not know. For the view's own seat, legal()
 * and check() give the same answers on the view as on the state. So a client can compute its
 * menu and its refusals itself, and they leak nothing. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "action.h"
#include "chance.h"
#include "json.h"
#include "rules.h"
#include "text.h"

#define OWES_CHANCE (1u << 31)      /* bits 0..5 of owes() and may() are seats */

/* Upper bounds for hosts that allocate once: no game's state_size or menu_max is larger. */
enum { STATE_MAX = 2048, MENU_MAX = 4096, WHY_MAX = 160 };

struct drawing;

/* Why an action is refused. Code 0 is "ok" in every game. */
struct reason {
    const char *id;         /* stable, e.g. "too-close" */
    const char *rule;       /* the almanac entry that explains it, e.g. "distance-rule" */
};

/* How a terminal tells an action in words. If a verb has several rows, the first one for which the
 * action has enough words is used, or else the last. */
struct sentence {
    const char *verb;
    const char *id;         /* of the text "GAME.log.ID" or "log.ID"; NULL: the verb; "": no line */
    const char *fields;     /* what the text calls the words after the verb: "whom n=1", where 1
                             * replaces a missing word; NULL: none */
    const char *group;      /* the text that names all its choices together; NULL: the verb's own */
};

struct member;
struct space;
struct game {
    const char *name;                       /* "catan" */
    const struct ruleset *rulesets;         /* .name == NULL ends */
    const struct option *options;           /* .name == NULL ends */
    const struct reason *reasons;           /* indexed by check()'s answer */
    int reasons_n;
    size_t state_size;
    int menu_max;                           /* upper bound of legal()'s answer */

    /* Verbs that give nothing away; NULL ends. When a seat's time is up, the host plays the first
     * of them that is legal, so those that end a wait soonest come first. */
    const char *const *harmless;
    /* For the terminal: .verb == NULL ends; NULL: actions are printed in our notation. */
    const struct sentence *sentences;
    /* The rows of a position (core/position.h), for the tables of docs/schema.md; optional. */
    const struct member *members;
    /* Options, in the notation of a ruleset, or NULL; what a ruleset sets itself wins. For random
     * play without and with offers in the menu, and for those who still learn to play. */
    const char *bench, *bench_trades, *training;

    /* Start a game by rules resolved with rules_parse() (core/rules.h). Returns 0, or the reason
     * why these rules make no game. */
    int (*init)(void *state, const struct rules *rules);

    /* Whom the game waits for: seats as bits, or OWES_CHANCE; 0 when it is over. */
    unsigned (*owes)(const void *state);

    /* Who else is free to act now (proposals, withdrawing an offer). */
    unsigned (*may)(const void *state);

    /* List what `seat` (or SEAT_CHANCE) may do now, in a fixed order; returns how many. Trade
     * offers are listed only if the rules ask for it. */
    int (*legal)(const void *state, int seat, struct action *menu);

    /* How likely each outcome of legal(state, SEAT_CHANCE) is: whole-number
     * weights in the same order; returns how many. */
    int (*weights)(const void *state, uint32_t *weight);

    /* 0 if the action may be played now, else the reason that forbids it. Its bytes may come from
     * anybody. */
    int (*check)(const void *state, const struct action *a);

    /* Play an action that check() accepts. */
    void (*apply)(void *state, const struct action *a);

    /* Copy what `seat` may know into `out`, all state_size bytes; SEAT_SPECTATOR for the public
     * part. */
    void (*view)(const void *state, int seat, void *out);

    /* What `seat` sees of an action about to be applied to `state`. */
    void (*see)(const void *state, const struct action *a, int seat, struct action *out);

    /* True if an action that check() accepts surely shows its seat nothing hidden, unless it
     * ends the game. False means "perhaps"; reveals() (core/undo.h) finds out. */
    bool (*plain)(const void *state, const struct action *a);

    /* Replace what a view does not know by something possible, drawn from `src`. The result is a
     * sound full state. */
    void (*guess)(const void *view, struct source *src, void *state);

    /* Text of an action as in docs/notation.md; both need the state for the
     * names of places. format returns the length, parse 0 or a reason. */
    int (*format)(const void *state, const struct action *a, char *text, int size);
    int (*parse)(const void *state, const char *text, struct action *a);

    /* Write the position or view as JSON (docs/schema.md), and read it: 0, or a negative number,
     * and `why` (WHY_MAX is enough) says what is wrong and where. A whole position with an
     * unknown key is refused. In a view, which may come from a newer server, unknown keys are
     * ignored. If `was` is an earlier view of the same seat, write() writes only what has
     * changed since: keys with their new values, and the seats with something new. */
    void (*write)(const void *state, const void *was, struct json_out *out);
    int (*read)(void *state, const char *text, size_t len, struct text *why);

    /* Might `seat` learn more from a change than a spectator? False means that write() produces
     * the same bytes for both views; true means "perhaps". */
    bool (*own_news)(const void *was, const void *state, int seat);

    /* 0 if every invariant holds, else the number of the broken one
     * (docs/invariants.md). */
    int (*sound)(const void *state);

    /* Optional, for speed: draws what chance_draw() would draw by legal() and weights(), from
     * the same words of `src`. */
    void (*draw)(const void *state, struct source *src, struct action *out);

    /* Optional, for speed: plays on as playout_plain() (core/playout.h) would, from the same
     * words of `rng`. `list`: write out the menu for each choice. */
    uint32_t (*playout)(void *state, struct rng *rng, uint32_t max, bool list);

    /* Optional: the board as everybody sees it, as shapes (core/drawing.h). */
    void (*picture)(const void *state, struct drawing *out);

    /* Points of a seat as this state or view knows them; *winner is the seat
     * that has won, or -1. */
    int (*points)(const void *state, int seat, int *winner);

    /* The seat whose turn it is, or -1 between turns and before the first. */
    int (*turn)(const void *state);

    /* Optional, for learners: ids for actions and numbers for views (core/space.h). */
    const struct space *space;
};

extern const struct game *const games[];    /* every game, NULL ends; defined in games.c */

#endif
