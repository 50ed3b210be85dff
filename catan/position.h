/* position.h -- what writing and reading of positions share: the members that are one
 * byte of the state each, and the small readers. Only for the files position*.c. */
#ifndef CATAN_POSITION_H
#define CATAN_POSITION_H

#include <stddef.h>

#include "notation.h"

enum scalar_sort { SCALAR_SEAT, SCALAR_FLAG, SCALAR_COUNT, SCALAR_HEX, SCALAR_CORNER, SCALAR_KIND };

/* A member of the position: its key, where it is kept, and what it means. Those that
 * name something are null for CATAN_NONE; a missing one is null, false or 0. */
struct catan_scalar {
    const char *key;
    size_t at;
    enum scalar_sort sort;
};
extern const struct catan_scalar catan_scalars[];   /* .key == NULL ends */

/* Is there anything to say? `was` is what the reader knows; NULL: nothing yet. */
#define NEWS(field) (!was || memcmp(&was->field, &g->field, sizeof g->field) != 0)
#define NEWS_OF(call) (!was || call(was) != call(g))
#define NEWS_OF_SEAT(call) (!was || call(was, seat) != call(g, seat))

/* Members, written; `key` is NULL in an array. */
void position_write_place(const struct catan *g, struct json_out *o, const char *key, int place,
                          void (*print)(const struct catan *, int, struct text *));
void position_write_seat(struct json_out *o, const char *key, int seat);        /* or null */
void position_write_seats(struct json_out *o, const char *key, unsigned seats);
void position_write_some(struct json_out *o, const char *key, const char *const *words,
                         uint64_t bundle);
void position_write_cards(struct json_out *o, const char *key, uint64_t bundle);
void position_write_board(const struct catan *g, struct json_out *o);
/* Only seats with anything new; `was` is NULL if everything is. */
void position_write_table_seats(const struct catan *g, const struct catan *was,
                                struct json_out *o);

/* A position while it is read. `g` is a copy of the reader's: what is refused half way leaves
 * the caller's state as it was. */
struct position {
    struct catan *g;
    struct json_in in;
    const char *why;                /* it is refused */
};
/* Always false, so that a reader can say `return position_fail(p, "…")`. Words begin with the
 * member at fault; they are shown to whoever typed the position. */
bool position_fail(struct position *p, const char *why);
bool position_read_board(struct position *p);
bool position_read_seats(struct position *p);
bool position_check_derived(struct position *p);    /* after catan_derive() */
bool position_check_turn(struct position *p);       /* of a sound position */
/* Is there a key that no position has? Then `why` names it. */
bool position_has_stray_key(struct json_in position, struct text *why);
bool position_is_only_a_board(struct json_in position);

/* Members; what is absent or null is 0, or CATAN_NONE for a seat. */
bool position_read_count(struct json_in v, int max, uint8_t *out);
bool position_read_seat(const struct catan *g, struct json_in v, uint8_t *out);
bool position_read_seat_set(const struct catan *g, struct json_in v, uint8_t *out);
/* Both -1 where the text is no such thing. */
int position_read_word(struct json_in v, const char *const *words, int count);
int position_read_place(const struct catan *g, struct json_in v,
                        int (*read)(const struct catan *, const char *, size_t));
bool position_read_bundle(struct json_in v, const char *const *words, uint64_t *out);
/* Cards that may be hidden from the viewer: then `count` says how many there are. */
bool position_read_secret(const struct catan *g, struct json_in v, struct json_in count,
                          const char *const *words, uint64_t *out);

/* NULL if the view can be a view of some state, else what is wrong. */
const char *catan_view_fault(const struct catan *view);

#endif
