/* space.h -- a game for learners: ids for actions, features for views.
 *
 * An action space is a fixed table of ids for one set of rules: an id means the same in every
 * game by these rules. Seats are counted from the acting one: +1 plays next. Most ids are whole
 * actions. Bundles of cards would need millions of ids, so they are built in steps: each id adds
 * something to a draft, and the last one completes the action. Cards are added in the order of
 * their kinds, so there is exactly one way to each action.
 *
 * An observation is a vector of small integers with names and ranges, in blocks of rows and
 * columns. It is computed from the state and shows exactly what the seat's view shows.
 *
 * A game without its own space gets space_generic: ids are positions in its menu, and the
 * observation is its view, half a byte per feature. */
#ifndef CORE_SPACE_H
#define CORE_SPACE_H

#include "game.h"

enum { SPACE_GROUPS_MAX = 64, SPACE_BLOCKS_MAX = 64, SPACE_IDS_MAX = 4096, SPACE_STEPS_MAX = 320,
       SPACE_NAME_MAX = 64 };

/* A block of features: `rows` times `columns` numbers from `low` to `high`. */
struct space_block {
    const char *name, *row, *column;    /* "buildings", "seat", "corner"; "" if there is only one */
    const char *what;                   /* for people */
    int32_t first, rows, columns;
    int16_t low, high;
};

/* The table and the layout for one set of rules. */
struct space_shape {
    const struct game *game;
    struct rules rules;
    int32_t ids, groups_n;
    int32_t start[SPACE_GROUPS_MAX + 1];    /* the first id of each group; the last element is
                                             * the number of ids */
    uint8_t group[SPACE_IDS_MAX];           /* of each id */
    int32_t features, fixed;        /* the first `fixed` features do not change during a game */
    int32_t blocks_n;
    struct space_block block[SPACE_BLOCKS_MAX];
};

/* An action being put together; all zero: none. */
struct draft {
    struct action a;                /* the parts so far; type 0: nothing */
    uint8_t last;                   /* the kind of the last card added */
    uint8_t asking;                 /* offers: 1 once cards are asked for */
    uint8_t unused[6];
};

/* What a row of features already holds, so that only the rest is written; all zero: nothing. The
 * game fills it in; nobody else may write to the row meanwhile. */
struct space_look {
    uint64_t stamp[5];              /* of the parts that are slow to write */
    int32_t seat;                   /* whose features it holds */
    int32_t known;                  /* 1: the row was written before */
    int32_t from;                   /* the last call did not change the features before this one */
    int32_t unused;
};

struct space {
    int version;                    /* goes up when an id or a feature changes its meaning */

    /* Fill in the groups and blocks for shape->rules. */
    void (*shape)(struct space_shape *shape);

    /* The ids that `seat` may choose now, in no particular order; returns how many. Also sets
     * them in `mask`, which must be all zero. `scratch` has room for menu_max. */
    int (*legal)(const struct space_shape *shape, const void *state, int seat,
                 const struct draft *draft, struct action *scratch, uint16_t *ids, uint8_t *mask);

    /* Choose an id that legal() lists. True: draft->a is a complete action. */
    bool (*choose)(const struct space_shape *shape, const void *state, int seat,
                   struct draft *draft, int id);

    /* The ids that lead to an action that check() accepts, in order; 0: none do. */
    int (*steps)(const struct space_shape *shape, const void *state, const struct action *a,
                 uint16_t ids[SPACE_STEPS_MAX]);

    /* The name of an id, in the words of docs/notation.md; returns the length. */
    int (*name)(const struct space_shape *shape, int id, char *text, int size);

    /* Write all features as `seat` knows them. `draft` is the seat's own. `look` says what `out`
     * already holds of this game; only this function may have changed `out` since. */
    void (*observe)(const struct space_shape *shape, const void *state, int seat,
                    const struct draft *draft, struct space_look *look, int8_t *out);

    /* Prefetch what the next decision will read or write of the state, without reading it.
     * `word` is the next random word of chance, if chance is asked. May be NULL. */
    void (*fetch)(const void *state, uint32_t word);
};

extern const struct space space_generic;

static inline const struct space *space_of(const struct game *game) {
    return game->space ? game->space : &space_generic;
}

/* The shape of a game for resolved rules. */
void space_shape_for(const struct game *game, const struct rules *rules, struct space_shape *out);
/* Table and layout as text, one line per id and per block, to be hashed. */
size_t space_describe(const struct space_shape *shape, char *text, size_t size);
uint64_t space_hash(const struct space_shape *shape);

/* ---- for the games ---- */

/* Append a group of `n` ids, or a block of features. */
void space_add_group(struct space_shape *shape, int n);
void space_add_block(struct space_shape *shape, const struct space_block *block, int rows,
                     int columns);
/* The seat relative to `seat`: 1 plays next, 0 is itself. */
static inline int seat_from(int seats, int seat, int other) {
    int at = other - seat;
    return at < 0 ? at + seats : at;
}
static inline int seat_at(int seats, int seat, int plus) {
    int other = seat + plus;
    return other >= seats ? other - seats : other;
}
/* Set ids in a mask; returns their number. */
static inline int space_mark(const uint16_t *ids, int n, uint8_t *mask) {
    for (int i = 0; i < n; i++)
        mask[ids[i]] = 1;
    return n;
}
/* Does this action's payment begin with the draft's? Returns the kind it needs next; KINDS: it
 * is paid; -1: it is a different payment. */
int space_next_card(const struct draft *draft, const uint8_t give[KINDS]);
#endif
