/* record.h -- a whole game as text: headers, an empty line, the entries (docs/notation.md, game
 * records). A complete record can be read back. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "session.h"
#include "sha256.h"
#include "text.h"

enum { RECORD_VERSION = 1, RULES_REVISION = 2 };

/* Write a record in steps: the rules, the caller's headers, then the entries as `seat` may see
 * them, some at a time. Entries added to the log meanwhile are not included. `out` must have
 * room for everything; otherwise only its length is valid. */
struct record_writer {
    struct text *out;
    size_t hashed, check;       /* how far the seal has hashed; where its digits go */
    struct sha256 hash;
    struct log_reader reader;
};
void record_begin(struct record_writer *w, struct text *out, const struct game *game,
                  const struct rules *rules, int revision);
void record_write_header(const char *name, const char *value, struct text *out);
void record_write_number(const char *name, int64_t value, struct text *out);
void record_begin_entries(struct record_writer *w, const struct log *l, int seat);
bool record_write_some(struct record_writer *w, int entries);   /* false: that was the last */
/* The actions of the next entry that `r` reads, in the format that stores use too. */
void record_write_actions(struct log_reader *r, struct text *out);

/* Append the game as `seat` may see it (SEAT_ALL: complete). After the end of a game every
 * record is complete. */
void record_write(struct session *s, int seat, struct text *out);
/* The whole game for somebody who plays on: while it runs, without the seed of its dice. */
void record_write_unseeded(struct session *s, struct text *out);

struct record_fault {
    int line;                   /* from 1 */
    char what[WHY_MAX];         /* "": nothing */
    int reason;                 /* why the game refuses an action of that line, or 0 */
};
/* Replay a record into `s`; false with *fault, and then `s` holds no game. */
bool record_read(struct session *s, const char *text, size_t len, struct record_fault *fault);

/* The value of a header in a record's text; false: it is not there, or longer than `out`. */
bool record_header(const char *text, size_t len, const char *name, char *out, size_t size);

/* Is the record complete and unchanged? The header Entries has the number of entries, Check a hash
 * of all other lines. This detects accidents and careless edits, not forgery; the fairness headers
 * protect the dice. */
enum record_seal {
    RECORD_WHOLE,
    RECORD_UNSEALED,            /* it has neither header, as in older records */
    RECORD_CUT,                 /* it claims `stated` entries, but has `found` */
    RECORD_CHANGED,
};
enum record_seal record_seal(const char *text, size_t len, int *stated, int *found);

/* Keep a header line with the game, replacing one of that name. False if the engine writes that
 * name itself, if it does not fit, or if it has control characters. */
bool record_set_header(struct session *s, const char *name, const char *value);

/* Fair dice: draw from the seeds in the headers Server-Seed, Seat-Seeds and Game-Id from here on,
 * so that anyone can do it again, and promise it in the header Commitment. False: they are not
 * there. A record says its Server-Seed only to whom it would say the Seed. */
bool record_fair(struct session *s);
/* Draw from another seed; what the headers promise no longer holds and goes. */
void record_seed(struct session *s, uint64_t seed);

#endif
