/* game.h -- what the server, the store, the arena, the generic search and the
 * page know of a game: functions over opaque bytes, and a little data.
 *
 * A state is state_size bytes without pointers: a copy is memcpy, a snapshot is
 * a write. Chance is an actor like the seats: when owes() says OWES_CHANCE the
 * host draws an outcome with chance_draw() (core/chance.h) and applies it as an
 * action. So a list of actions replays a game with no generator at all.
 *
 * A view is a state too, with what its seat may not know taken out. legal() and
 * check() answer the same on a view as on the state for the view's own seat, so
 * a client can compute its menu and its refusals itself and learns nothing. */
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

/* Bounds for hosts that set memory aside once: no game's state_size or menu_max is above. */
enum { STATE_MAX = 2048, MENU_MAX = 4096, ACTION_TEXT_MAX = 96, WHY_MAX = 160 };

struct drawing;

/* Why an action is refused. Code 0 is "ok" in every game. */
struct reason {
    const char *id;         /* stable, e.g. "too-close" */
    const char *rule;       /* the almanac entry that explains it, e.g. "distance-rule" */
};

struct space;
struct game {
    const char *name;                       /* "catan" */
    const struct ruleset *rulesets;         /* .name == NULL ends */
    const struct option *options;           /* .name == NULL ends */
    const struct reason *reasons;           /* indexed by check()'s answer */
    int reasons_n;
    size_t state_size;
    int menu_max;                           /* upper bound of legal()'s answer */

    /* Verbs that give nothing away, the one that ends a wait soonest first; NULL ends. A host
     * plays one of them for a seat whose time is up. */
    const char *const *harmless;
    /* Options that random play sets unless the rules name them, as in a ruleset's text, or NULL.
     * `bench_trades` comes on top where offers are to be in the menu. */
    const char *bench, *bench_trades;

    /* Start a game by rules resolved with rules_parse() (core/rules.h).
     * Returns 0, or the reason why it cannot be. */
    int (*init)(void *state, const struct rules *rules);

    /* Whom the game waits for: seats as bits, or OWES_CHANCE; 0 when it is over. */
    unsigned (*owes)(const void *state);

    /* Who else is free to act now (proposals, withdrawing an offer). */
    unsigned (*may)(const void *state);

    /* Fill `menu` with what `seat` (or SEAT_CHANCE) may do now, in a fixed
     * order; returns how many. Trade offers are not listed unless the rules ask. */
    int (*legal)(const void *state, int seat, struct action *menu);

    /* How likely each outcome of legal(state, SEAT_CHANCE) is: whole-number
     * weights in the same order; returns how many. */
    int (*weights)(const void *state, uint32_t *weight);

    /* 0 if the action may be played now, else the reason that forbids it.
     * Any bytes may be asked about. */
    int (*check)(const void *state, const struct action *a);

    /* Play an action that check() accepts. */
    void (*apply)(void *state, const struct action *a);

    /* Copy what `seat` may know into `out`; SEAT_SPECTATOR for the public part. */
    void (*view)(const void *state, int seat, void *out);

    /* What `seat` sees of an action about to be applied to `state`. */
    void (*see)(const void *state, const struct action *a, int seat, struct action *out);

    /* Whether an action that check() accepts is sure to show its seat nothing that was hidden,
     * unless it ends the game. "No" means "perhaps": reveals() (core/reveal.h) finds out. */
    bool (*plain)(const void *state, const struct action *a);

    /* Fill what a view does not know with something possible, drawn from `src`;
     * the result is a sound full state. */
    void (*guess)(const void *view, struct source *src, void *state);

    /* Text of an action as in docs/notation.md; both need the state for the
     * names of places. format returns the length, parse 0 or a reason. */
    int (*format)(const void *state, const struct action *a, char *text, int size);
    int (*parse)(const void *state, const char *text, struct action *a);

    /* The position or view as JSON (docs/schema.md), and back: 0, or a
     * negative number, and `why` (WHY_MAX is enough) says what is wrong and where.
     * A whole position with a key that means nothing is refused; in a view, which may
     * come from a newer server, such a key is passed over.
     * With `was`, an earlier view of the same seat, write() says what has changed
     * since: keys with their new values, and of `seats` those with something new. */
    void (*write)(const void *state, const void *was, struct json_out *out);
    int (*read)(void *state, const char *text, size_t len, struct text *why);

    /* Might `seat` be told more of what has changed than a spectator is? "No" means that
     * write() says the same of both their views, byte by byte; "yes" means "perhaps". */
    bool (*own_news)(const void *was, const void *state, int seat);

    /* 0 if every invariant holds, else the number of the broken one
     * (docs/invariants.md). */
    int (*sound)(const void *state);

    /* Optional, for speed: what chance_draw() would draw by legal() and weights(), from the same
     * words of `src`. */
    void (*draw)(const void *state, struct source *src, struct action *out);

    /* Optional, for speed: play on as playout_plain() (core/playout.h) would, from the same words
     * of `rng`. `list`: write the menu for each choice, as one that looks at all of it must. */
    uint32_t (*playout)(void *state, struct rng *rng, uint32_t max, bool list);

    /* Optional: what the board looks like to everybody, as shapes (core/drawing.h). */
    void (*picture)(const void *state, struct drawing *out);

    /* Points of a seat as this state or view knows them; *winner is the seat
     * that has won, or -1. */
    int (*points)(const void *state, int seat, int *winner);

    /* The seat whose turn it is, or -1 between turns and before the first. */
    int (*turn)(const void *state);

    /* Optional, for learners: ids for actions and numbers for views (core/space.h). */
    const struct space *space;
};

extern const struct game *const games[];    /* every game, NULL ends; games.c beside the program */

#endif
