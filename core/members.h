/* members.h -- the members of a position as rows of a table.
 *
 * A game describes its JSON (docs/schema.md) once: each row says how a member is called, where
 * the state keeps it, what values it has and who may see it. From the rows a position is written,
 * read, judged and hidden, and the tables of docs/schema.md are made. */
#ifndef CORE_MEMBERS_H
#define CORE_MEMBERS_H

#include "game.h"
#include "json.h"
#include "text.h"

struct member;

/* The walk through a state and its JSON. Objects and lists copy it for what is in them. */
struct members {
    const struct game *game;
    const struct member *rows;      /* of the whole position */
    void *state;                    /* when writing, nothing is changed in it */
    const void *was;                /* writing: what the reader knows; NULL: nothing yet */
    int index;                      /* which element of the lists around it */
    const struct members *up;       /* reading: what this is the inside of, */
    const struct member *row;       /* by which row of it, */
    int nth;                        /* and, in a list, by which place */
    struct text *why;               /* reading: what is refused */
    bool strict;                    /* reading: a key that no row has is refused */
    uint64_t given;                 /* reading: bit i: the position says something of row i */
};

struct member_kind {
    void (*write)(const struct members *m, const struct member *row, struct json_out *o);
    /* Of a value that is given and not null. False: it is none that the words tell of. */
    bool (*read)(const struct members *m, const struct member *row, struct json_in v);
    const char *words;                                          /* "true or false", or */
    void (*says)(const struct member *row, struct text *t);     /* "0 to 12", made of the row */
};

/* Cards that not everybody sees: who does, in words for docs/schema.md, what a viewer sees of
 * them, and where they are, for each seat if there is a step. A game has one table of these. */
struct member_secret {
    const char *words;
    uint64_t (*seen)(const void *state, int viewer, int index, uint64_t cards);
    uint16_t at, size, step;
};

/* How many elements there are, which of them are listed, and how an element says which it is. */
struct member_list {
    const char *words;                              /* "one object per seat" */
    int (*count)(const void *state);
    bool (*has)(const void *state, int index);      /* NULL: all, each of them needed */
    int (*find)(const void *state, struct json_in element);     /* -1: none. NULL: by its place */
    const char *unknown;                            /* words for an element that is none */
};

enum {
    MEMBER_NEEDED = 1,      /* refused where it is left out */
    MEMBER_NULL = 2,        /* the value `none` is written as null */
    MEMBER_OMIT_WHEN = 4,   /* left out, not null, where `when` says no */
    MEMBER_OMIT_HAS = 8,    /* left out, not null, where `has` says no */
    MEMBER_FOLLOWS = 16,    /* kept twice or derived: compared with the rest when all is read */
    MEMBER_ALWAYS = 32,     /* part of every change that tells anything of its object */
    MEMBER_FIXED = 1024,    /* part of no change: the same for a whole game */
    MEMBER_CHANGES = 64,    /* a list of which only changed elements and members are told */
    MEMBER_BIT = 256,       /* a bit of a byte: `bit`, and one further for each index */
    MEMBER_EVERY = 512,     /* cards: kinds of which there are none are told, too */
};

struct member {
    const char *key;                /* NULL in the elements of a list, and ends a table */
    const struct member_kind *kind;
    /* Where it is, how wide, how far to that of the next index. Of what is derived or made of
     * several: the bytes that it depends on, if they lie together. As long as they stay the same,
     * nothing of it is new: `when` and `has` may ask for these and for the rules. */
    uint16_t at, size, step;
    uint16_t flags;
    int16_t none;
    uint8_t bit, min;               /* min and max: of a number; */
    uint32_t max;                   /* max also: how many words, or cards in all */
    /* Instead of a place: what follows from the rest; with `store` it can be set as well. */
    uint64_t (*value)(const void *state, int index);
    bool (*store)(void *state, int index, uint64_t value);      /* false: it does not fit */
    bool (*when)(const void *state, int index);     /* else it is nothing, and not read */
    bool (*has)(const void *state, int index);      /* else there is nothing to write */
    bool (*news)(const void *state, const void *was, int index);    /* NULL: its value differs */
    const char *(*check)(const void *state, int index);     /* after reading: NULL, or the fault */
    const struct member_secret *secret;             /* NULL: everybody sees it */
    const char *const *words;
    const struct member *in;        /* the rows of an object, the element of a list */
    const struct member_list *list;
    const char *means;              /* for docs/schema.md */
};

#define MEMBER_AT(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define MEMBER_EACH(type, field) .at = offsetof(type, field), \
    .size = sizeof(((type *)0)->field[0]), .step = sizeof(((type *)0)->field[0])
#define MEMBER_OF_EACH(type, array, field) .at = offsetof(type, array[0].field), \
    .size = sizeof(((type *)0)->array[0].field), .step = sizeof(((type *)0)->array[0])
/* Functions for a row: what follows from the state `g`, of the element `i`. */
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
/* The first rows of every position; `type` has members `rules` and `viewer`. */
#define MEMBERS_START(type, words, judge)                                                        \
    { "v", &member_version, .flags = MEMBER_NEEDED | MEMBER_FIXED,                               \
      .means = "the version of this schema" },                                                   \
    { "game", &member_game, .flags = MEMBER_FIXED, .means = words },                             \
    { "rules", &member_rules, MEMBER_AT(type, rules), .flags = MEMBER_NEEDED, .check = judge,    \
      .means = "`{\"text\":\"fifth,points=12\",\"ruleset\":\"fifth\",\"players\":4,"             \
               "\"options\":{\"points\":12,…every option, words as strings}}`" },                \
    { "viewer", &member_viewer, MEMBER_AT(type, viewer), .none = SEAT_ALL,                       \
      .means = "`null` in a whole position" }

extern const struct member_kind member_version, member_game, member_rules, member_viewer;
extern const struct member_kind member_int, member_flag, member_seat, member_word;
extern const struct member_kind member_seats;       /* bits as an array of seats */
extern const struct member_kind member_set;         /* bits as an array of words */
extern const struct member_kind member_cards;       /* a bundle as {"ore":1}; null: unknown */
extern const struct member_kind member_counts;      /* the same of `size` bytes */
extern const struct member_kind member_total;       /* how many cards a bundle has */
extern const struct member_kind member_object, member_list;

/* What kinds are made of. */
uint64_t member_get(const struct members *m, const struct member *row);
bool member_set_value(const struct members *m, const struct member *row, uint64_t value);
uint8_t *member_place(const struct members *m, const struct member *row);
const struct rules *members_rules(const struct members *m);
int members_viewer(const struct members *m);
void member_says(const struct member *row, struct text *t);     /* what values it may have */
int member_word_of(struct json_in v, const char *const *words, int count);      /* -1: none */

/* Only for the kinds that hold others: all rows of an object, one way and the other. */
void members_write_row(const struct members *m, const struct member *row, struct json_out *o);
bool members_write_in(const struct members *m, const struct member *rows, struct json_out *o);
bool members_read_in(struct members *m, const struct member *rows, struct json_in object);
bool members_known_keys(const struct members *m, const struct member *rows,
                        struct json_in object);
bool members_read_row(const struct members *m, const struct member *row, struct json_in v);

/* The whole of a state, or what of it is new since `was`. */
void members_write(const struct game *game, const struct member *rows, const void *state,
                   const void *was, struct json_out *o);
/* In two steps: read everything into `state`; then, once that is whole and sound, compare what the
 * text says of things that follow from the rest. False: `why` has the reason. */
bool members_read(struct members *m, const struct game *game, const struct member *rows,
                  void *state, struct json_in position, struct text *why);
bool members_agree(const struct members *m, struct json_in position);
/* Did the position have this member, be it null? Asked after members_read(). */
bool members_given(const struct members *m, const char *key);
/* Always false; `why` is then where it stands, and these words. `row` may be NULL. */
bool member_refuse(const struct members *m, const struct member *row, const char *words);
bool members_refuse_key(const struct members *m, const struct member *row, struct json_in key);

/* Take what the viewer may not know out of a copy of the state. `seen` ends the table. */
void members_hide(const struct member_secret *secrets, void *state, int seats, int viewer);
/* Does a view know exactly what its viewer may? */
bool members_hidden(const struct member_secret *secrets, const void *view, int seats, int viewer);

#endif
