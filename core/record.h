/* record.h -- a whole game as text: headers, an empty line, the entries
 * (docs/notation.md, game records). What is written can be read back, as long as
 * it was written for everybody's eyes. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "session.h"
#include "text.h"

enum { RECORD_VERSION = 1, RULES_REVISION = 2 };

/* The parts of a record, for whoever has a log: first what it was played by, up to Revision; then
 * headers of the writer's own; an empty line; and the entries as `seat` may see them. */
void record_write_rules(const struct game *game, const struct rules *rules, int revision,
                        struct text *out);
void record_write_header(const char *name, const char *value, struct text *out);
void record_write_number(const char *name, int64_t value, struct text *out);
/* The next entry of what `r` reads, as a line with its number; false at the end. The second
 * writes its actions alone, as they also stand in a store. */
bool record_write_entry(struct log_reader *r, struct text *out);
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

/* Keep a header line with the game; replaces one of that name. False if the name is one
 * that the engine writes itself, or it does not fit, or has control characters. */
bool record_set_header(struct session *s, const char *name, const char *value);

#endif
