/* protocol_request.h -- one request of the engine protocol while it is being answered. Only for
 * those who answer one: core/protocol*.c, and the libraries above with commands of their own. */
#ifndef CORE_PROTOCOL_REQUEST_H
#define CORE_PROTOCOL_REQUEST_H

#include "protocol.h"
#include "record.h"

struct request {
    struct protocol *p;
    struct session *s;
    struct json_in in;
    struct json_out *out;
    struct json_in id;          /* len 0: none */
};

/* A command. Unknown keys are refused, because a misspelt key would otherwise be ignored. */
struct request_kind {
    const char *name;           /* NULL ends a list */
    bool (*run)(struct request *r);
    bool needs_game;
    const char *keys;           /* separated by spaces, one at both ends */
};

enum { SEED_BITS = 53 };        /* every JSON implementation holds this many bits */

/* Refusals. Each discards what was written of the answer and returns false; the caller may add
 * members. */
bool request_fail(struct request *r, const char *error, const char *message);
bool request_bad_key(struct request *r, const char *key, const char *message);
bool request_fail_reason(struct request *r, const struct game *game, int reason, const char *about);
bool request_fail_step(struct request *r, int refused, const char *about);  /* of session_step() */
bool request_fail_rules(struct request *r, const struct game *game, const char *text,
                        enum rules_error error, int at);
bool request_fail_action(struct request *r, int reason, const char *text);  /* not an action */
bool request_fail_record(struct request *r, const struct record_fault *fault);

/* What `seat` (or SEAT_CHANCE) may do now, into the protocol's menu; returns how many. */
int request_menu(struct request *r, int seat);

/* Parts of an answer. */
void request_begin_answer(struct request *r, bool ok);
bool request_write_status(struct request *r);
bool request_write_start(struct request *r);        /* game, rules, players and the status */
/* The entries after `since` as `seat` saw them. `before` is the state after `since` if the
 * caller has it, so that nothing is replayed, or NULL. */
void request_write_events(struct request *r, int since, int seat, const void *before);

/* Members of the request. True if valid or absent (then *out keeps its value, or is "");
 * otherwise the refusal is written. */
struct json_in request_get(struct request *r, const char *key);
bool request_get_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out);
bool request_get_bool(struct request *r, const char *key, bool *out);
bool request_get_text(struct request *r, const char *key, char *out, size_t size);
bool request_get_seat(struct request *r, const char *key, bool views, bool chance, int *seat);
bool request_get_chance(struct request *r, int64_t *seed, bool *manual);
/* The text of "record", in the protocol's text. */
bool request_get_record(struct request *r, size_t *len);

/* Commands of protocol_games.c. */
bool request_cmd_new(struct request *r);
bool request_cmd_set(struct request *r);
bool request_cmd_record(struct request *r);
bool request_cmd_load(struct request *r);
bool request_cmd_copy(struct request *r);
bool request_cmd_rules(struct request *r);

#endif
