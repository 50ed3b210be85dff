/* migrate.h -- moving a whole site from one store to another: the interface of both sides.
 *
 * A row is transferred as the bytes of PostgreSQL's binary COPY, whatever store it comes from:
 * the number of cells (2 bytes), then each cell's length (4; -1: NULL) and its bytes. Numbers
 * are 8 bytes, big-endian. So equal rows are equal bytes, and hashes can be compared. */
#ifndef SERVER_MIGRATE_H
#define SERVER_MIGRATE_H

#include "store.h"

enum part { PART_GAME, PART_PLAYER, PART_LOG, PART_CHAT, PART_ITEM, PART_N };

/* A part in each store. Cells by letter: n a number, o a boolean, t a text, b bytes, B bytes or
 * NULL. The reads of PLAYER, LOG and CHAT take the game's number as their parameter, GAME the
 * previous number, ITEM the previous kind and key. */
struct move_part {
    const char *cells;
    const char *sqlite_read, *sqlite_write;
    const char *pg_read, *pg_copy;
};
extern const struct move_part move_parts[PART_N];

struct bytes {
    char *data;
    size_t len, cap;
};
void bytes_add(struct bytes *b, const void *data, size_t len);
void bytes_number(struct bytes *b, uint64_t n, int bytes); /* the highest byte first */

/* Progress: all games up to this number and all items up to this key are there. */
struct mark {
    int64_t number;
    char kind[STORE_ID_MAX], key[STORE_KEY_MAX];
};

/* Some games with everything that belongs to them, or some items. */
struct parcel {
    struct bytes part[PART_N];
    int64_t rows[PART_N];
    struct mark last; /* of the last game and the last item in it */
};
/* A row begins, and its cells follow. */
void parcel_row(struct parcel *p, enum part part);

/* Identifies a source across interruptions: how many games and items, the last change, the last
 * line of chat, and where the numbers of games continue. */
enum { SHAPE_GAMES, SHAPE_ITEMS, SHAPE_CHANGED, SHAPE_CHAT, SHAPE_NEXT, SHAPE_N };
struct store_shape {
    int64_t n[SHAPE_N];
};

struct side {
    const struct side_ops *ops;
    void *store;
    bool broken;   /* one of its games is damaged: see `why`; otherwise the store cannot be used */
    char why[320]; /* what is wrong */
};

/* Each returns false with a message in `why`. */
struct side_ops {
    bool (*open_source)(struct side *s, const char *where);
    bool (*shape)(struct side *s, struct store_shape *shape);
    /* Append rows to the parcel: the next game after a mark with all its rows, or the next
     * items after it; nothing if there are none. */
    bool (*next_game)(struct side *s, const struct mark *behind, struct parcel *p);
    bool (*next_items)(struct side *s, const struct mark *behind, struct parcel *p);
    /* An empty target, or one into which a move from this source was begun: *mark is the
     * progress. */
    bool (*open_target)(struct side *s, const char *where, const struct store_shape *shape,
                        struct mark *mark, bool *resumed);
    bool (*write)(struct side *s, const struct parcel *p, const struct mark *mark);
    /* everything is written: can be read */
    bool (*complete)(struct side *s, const struct store_shape *shape);
    bool (*finish)(struct side *s); /* everything is verified: a server may use it */
    void (*close)(struct side *s);
};
extern const struct side_ops move_sqlite, move_pg;

bool side_says(struct side *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
