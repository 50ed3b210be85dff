/* record.h -- a whole game as text: headers, an empty line, the entries
 * (docs/notation.md, game records). What is written can be read back, as long as
 * it was written for everybody's eyes. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "session.h"
#include "sha256.h"
#include "text.h"

enum { RECORD_VERSION = 1, RULES_REVISION = 2 };

/* Writing one, for whoever has a log: what it was played by; headers of the writer's own; then the
 * entries as `seat` may see them, some at a time. The log may grow meanwhile: what comes later is
 * not in it. `out` must have room for all, or what is there is only good for its length. */
struct record_writer {
    struct text *out;
    size_t hashed, check;       /* how far the seal has come; where its digits go */
    struct sha256 hash;
    struct log_reader reader;
};
void record_begin(struct record_writer *w, struct text *out, const struct game *game,
                  const struct rules *rules, int revision);
void record_write_header(const char *name, const char *value, struct text *out);
void record_write_number(const char *name, int64_t value, struct text *out);
void record_begin_entries(struct record_writer *w, const struct log *l, int seat);
bool record_write_some(struct record_writer *w, int entries);   /* false: that was the last */
/* The actions of the next entry that `r` reads, as they also stand in a store. */
void record_write_actions(struct log_reader *r, struct text *out);

/* Append the game as `seat` may see it (SEAT_ALL: complete). A seat's record of a game
 * that is over is complete, too, as the cards are on the table then. */
void record_write(struct session *s, int seat, struct text *out);

struct record_fault {
    int line;                   /* from 1 */
    char what[WHY_MAX];         /* in words; "": nothing */
    int reason;                 /* why the game refuses an action of that line, or 0 */
};
/* Replay a record into `s`; false with *fault, and then `s` holds no game. */
bool record_read(struct session *s, const char *text, size_t len, struct record_fault *fault);

/* Is the record as it was written? Entries says how many there are, Check is a hash of all the
 * other lines. That keeps mishaps and careless hands out, not a forger: for the dice there are
 * the fairness headers. */
enum record_seal {
    RECORD_WHOLE,
    RECORD_UNSEALED,            /* it has neither header, as records of before */
    RECORD_CUT,                 /* it says it has `stated` entries, and `found` are there */
    RECORD_CHANGED,
};
enum record_seal record_seal(const char *text, size_t len, int *stated, int *found);

/* Keep a header line with the game; replaces one of that name. False if the name is one
 * that the engine writes itself, or it does not fit, or has control characters. */
bool record_set_header(struct session *s, const char *name, const char *value);

#endif
