/* store_move.h -- moving a whole site from one store to another: the two sides of it.
 *
 * A row travels as the bytes of PostgreSQL's binary COPY, whichever store it comes from: the count
 * of its cells (2 bytes), then each cell's length (4; -1: NULL) and its bytes; numbers are 8 bytes,
 * the highest first. So equal rows are equal bytes, and their hash says whether they are. */
#ifndef SERVER_STORE_MOVE_H
#define SERVER_STORE_MOVE_H

#include "store.h"

enum part { PART_GAME, PART_PLAYER, PART_LOG, PART_CHAT, PART_ITEM, PART_N };

/* What a part is in each store. Cells by letter: n a number, o a truth, t a text, b bytes, B bytes
 * or NULL. The reads of PLAYER, LOG and CHAT have the game's number as their parameter, GAME the
 * number before it, ITEM the kind and key before it. */
struct move_part {
    const char *cells;
    const char *sqlite_read, *sqlite_write;
    const char *pg_read, *pg_copy;
};
extern const struct move_part move_parts[PART_N];
enum { MOVE_ITEMS = 500 }; /* so many at once; it is in the texts of both reads */

struct bytes {
    char *data;
    size_t len, cap;
};
void bytes_add(struct bytes *b, const void *data, size_t len);
void bytes_number(struct bytes *b, uint64_t n, int bytes); /* the highest byte first */

/* How far it is: all games up to this number and all items up to this key are there. */
struct mark {
    int64_t number;
    char kind[STORE_ID_MAX], key[STORE_KEY_MAX];
};

/* Some games with all of theirs, or some items. */
struct parcel {
    struct bytes part[PART_N];
    int64_t rows[PART_N];
    struct mark last; /* of the last game and the last item in it */
};
/* A row begins, and its cells follow. */
void parcel_row(struct parcel *p, enum part part);

/* What shows that a source is still the one that a move began with, and where numbers go on. */
struct shape {
    int64_t games, items, changed, chat, next;
};

struct side {
    const struct side_ops *ops;
    void *store;
    bool broken;   /* a game of it is: `why` says which; all else is a store that cannot be used */
    char why[320]; /* what is wrong */
};

/* Each returns false with words in `why`. */
struct side_ops {
    bool (*open_source)(struct side *s, const char *where);
    bool (*shape)(struct side *s, struct shape *shape);
    /* More rows into the parcel: the next game behind a number with all of its rows, or the next
     * items behind a key; none of them if there are none. */
    bool (*next_game)(struct side *s, int64_t behind, struct parcel *p);
    bool (*next_items)(struct side *s, const struct mark *behind, struct parcel *p);
    /* An empty target, or one that a move from such a source was begun into: *mark is how far. */
    bool (*open_target)(struct side *s, const char *where, const struct shape *shape,
                        struct mark *mark, bool *resumed);
    bool (*write)(struct side *s, const struct parcel *p, const struct mark *mark);
    bool (*complete)(struct side *s, const struct shape *shape); /* all is written: can be read */
    bool (*finish)(struct side *s); /* all is verified: a server may have it */
    void (*close)(struct side *s);
};
extern const struct side_ops move_sqlite, move_pg;

bool side_says(struct side *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
