/* position.h -- the members of a position as rows of a table.
 *
 * A game describes its JSON (docs/schema.md) once. Each row gives a member's name, its place in
 * the state, its values and who may see it. The rows drive writing, reading, checking and hiding
 * of positions, and the tables of docs/schema.md. */
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "game.h"
#include "json.h"
#include "text.h"

struct member;

/* The state of a walk through a state and its JSON. Objects and lists copy it for their
 * contents. */
struct members {
    const struct game *game;
    const struct member *rows;      /* of the whole position */
    void *state;                    /* writing does not change it */
    const void *was;                /* writing: what the reader already knows; NULL: nothing */
    int index;                      /* index in the enclosing list */
    const struct members *up;       /* reading: the enclosing object or list, */
    const struct member *row;       /* by which row of it, */
    int nth;                        /* and the position in a list */
    struct text *why;               /* reading: why it was refused */
    bool strict;                    /* reading: refuse keys that no row has */
    uint64_t given;                 /* reading: bit i: the position mentions row i */
};

struct member_kind {
    void (*write)(const struct members *m, const struct member *row, struct json_out *o);
    /* Read a value that is present and not null. False: not an allowed value. */
    bool (*read)(const struct members *m, const struct member *row, struct json_in v);
    const char *words;                                          /* "0 to 12" */
    void (*says)(const struct member *row, struct text *t);     /* "0 to 12", derived from the
                                                                 * row */
};

/* Cards that not everybody sees: who sees them (in words, for docs/schema.md), what a viewer
 * sees, and where they are, per seat if there is a step. Each game has one such table. */
struct member_secret {
    const char *words;
    uint64_t (*seen)(const void *state, int viewer, int index, uint64_t cards);
    uint16_t at, size, step;
};

/* How many elements a list has, which of them are written, and how an element is identified. */
struct member_list {
    const char *words;                              /* "one object per seat" */
    int (*count)(const void *state);
    bool (*has)(const void *state, int index);      /* NULL: all of them, and all are required */
    int (*find)(const void *state, struct json_in element);     /* -1: none. NULL: by position */
    const char *unknown;                            /* message for an unknown element */
};

enum {
    MEMBER_NEEDED = 1,      /* refused if missing */
    MEMBER_NULL = 2,        /* the value `none` is written as null */
    MEMBER_OMIT_WHEN = 4,   /* left out instead of null if `when` is false */
    MEMBER_OMIT_HAS = 8,    /* left out instead of null if `has` is false */
    MEMBER_FOLLOWS = 16,    /* stored twice or derived: compared with the rest after reading */
    MEMBER_ALWAYS = 32,     /* part of every change of its object */
    MEMBER_FIXED = 64,      /* never part of a change: constant during a game */
    MEMBER_CHANGES = 128,   /* a list; only changed elements and members are written */
    MEMBER_BIT = 256,       /* one bit of a byte: `bit`, plus the index */
    MEMBER_EVERY = 512,     /* cards: kinds with a count of 0 are written too */
};

struct member {
    const char *key;                /* NULL in the elements of a list, and ends a table */
    const struct member_kind *kind;
    /* Its offset, its width, and the step to the next index. For derived or composite values:
     * the bytes they depend on, if contiguous. While these bytes stay the same, the value has
     * not changed; `when` and `has` may read these bytes and the rules. */
    uint16_t at, size, step;
    uint16_t flags;
    int16_t none;
    uint8_t bit, min;               /* min and max of a number; */
    uint32_t max;                   /* max is also the number of words, or of cards in all */
    /* Instead of an offset: a derived value; with `store` it can also be set. */
    uint64_t (*value)(const void *state, int index);
    bool (*store)(void *state, int index, uint64_t value);      /* false: it does not fit */
    bool (*when)(const void *state, int index);     /* if false, there is no value and it is not
                                                     * read */
    bool (*has)(const void *state, int index);      /* if false, it is not written */
    bool (*news)(const void *state, const void *was, int index);    /* NULL: compare the values */
    const char *(*check)(const void *state, int index);     /* after reading: NULL, or what is
                                                             * wrong */
    const struct member_secret *secret;             /* NULL: everybody sees it */
    const char *const *words;
    const struct member *in;        /* the rows of an object, or the element of a list */
    const struct member_list *list;
    const char *means;              /* for docs/schema.md */
};

#define MEMBER_AT(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define MEMBER_EACH(type, field) .at = offsetof(type, field), \
    .size = sizeof(((type *)0)->field[0]), .step = sizeof(((type *)0)->field[0])
#define MEMBER_OF_EACH(type, array, field) .at = offsetof(type, array[0].field), \
    .size = sizeof(((type *)0)->array[0].field), .step = sizeof(((type *)0)->array[0])
/* Functions for a row: values derived from the state `g`, for element `i`. */
#define MEMBER_VALUE(type, name, what)                                                             \
    static uint64_t name(const void *state, int i) {                                               \
        const type *g = state;                                                                     \
        return (void)g, (void)i, (uint64_t)(what);                                                 \
    }
#define MEMBER_TEST(type, name, what)                                                              \
    static bool name(const void *state, int i) {                                                   \
        const type *g = state;                                                                     \
        return (void)g, (void)i, (what);                                                           \
    }
/* What a row means, for docs/schema.md: the page's engine does without. */
#ifdef SKERRY_WASM
#define MEANS(words) .means = NULL
#else
#define MEANS(words) .means = words
#endif

/* The first rows of every position; `type` must have members `rules` and `viewer`. */
#define MEMBERS_START(type, words, judge)                                                        \
    { "v", &member_version, .flags = MEMBER_NEEDED | MEMBER_FIXED,                               \
      MEANS("the version of this schema") },                                                     \
    { "game", &member_game, .flags = MEMBER_FIXED, .means = words },                             \
    { "rules", &member_rules, MEMBER_AT(type, rules), .flags = MEMBER_NEEDED, .check = judge,    \
      MEANS("`{\"text\":\"fifth,points=12\",\"ruleset\":\"fifth\",\"players\":4,"                 \
            "\"options\":{\"points\":12,…every option, words as strings}}`") },                    \
    { "viewer", &member_viewer, MEMBER_AT(type, viewer), .none = SEAT_ALL,                       \
      MEANS("`null` in a whole position") }

extern const struct member_kind member_version, member_game, member_rules, member_viewer;
extern const struct member_kind member_int, member_flag, member_seat, member_word;
extern const struct member_kind member_seats;       /* bits as an array of seats */
extern const struct member_kind member_set;         /* bits as an array of words */
extern const struct member_kind member_cards;       /* a bundle as {"ore":1}; null: unknown */
extern const struct member_kind member_counts;      /* the same of `size` bytes */
extern const struct member_kind member_total;       /* how many cards a bundle has */
extern const struct member_kind member_object, member_list;

/* Building blocks for kinds. */
uint64_t member_get(const struct members *m, const struct member *row);
bool member_set_value(const struct members *m, const struct member *row, uint64_t value);
uint8_t *member_place(const struct members *m, const struct member *row);
const struct rules *members_rules(const struct members *m);
int members_viewer(const struct members *m);
void member_says(const struct member *row, struct text *t);     /* which values are allowed */
int member_word_of(struct json_in v, const char *const *words, int count);      /* -1: none */

/* For kinds that contain others: write and read all rows of an object. */
void members_write_row(const struct members *m, const struct member *row, struct json_out *o);
bool members_write_in(const struct members *m, const struct member *rows, struct json_out *o);
bool members_read_in(struct members *m, const struct member *rows, struct json_in object);
bool members_known_keys(const struct members *m, const struct member *rows,
                        struct json_in object);
bool members_read_row(const struct members *m, const struct member *row, struct json_in v);

/* Write a whole state, or what has changed since `was`. */
void members_write(const struct game *game, const struct member *rows, const void *state,
                   const void *was, struct json_out *o);
/* Reading takes two steps: read everything into `state`; then, when it is complete and sound,
 * compare the derived values. False: `why` has the reason. */
bool members_read(struct members *m, const struct game *game, const struct member *rows,
                  void *state, struct json_in position, struct text *why);
bool members_agree(const struct members *m, struct json_in position);
/* Did the position have this member, even as null? Ask after members_read(). */
bool members_given(const struct members *m, const char *key);
/* Always false; `why` then has the path and these words. `row` may be NULL. */
bool member_refuse(const struct members *m, const struct member *row, const char *words);
bool members_refuse_key(const struct members *m, const struct member *row, struct json_in key);

/* Remove from a copy of the state what the viewer may not know. `seen` ends the table. */
void members_hide(const struct member_secret *secrets, void *state, int seats, int viewer);
/* Does a view hold exactly what its viewer may know? */
bool members_hidden(const struct member_secret *secrets, const void *view, int seats, int viewer);

#endif
