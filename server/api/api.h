/* api.h -- shared by routing (api.c) and the routes (api_*.c, preview.c): answers, and questions
 * that wait for the store. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "rooms/message.h"

extern const char api__plain[]; /* a content type */
extern const char api__no_store[];           /* a header: do not cache */

/* An object {"ok":true, ...}: begin, write keys, end. Only one at a time, see api.c. */
struct json_out *api__answer_begin(struct conn *c, struct json_out *o);
void api__answer_end(struct conn *c, struct json_out *o, const char *headers);
/* The same for answers that may exceed a frame; `write` is called again in that case. */
void api__answer_any_size(struct conn *c, const char *headers,
                          void (*write)(struct json_out *o, const void *arg), const void *arg);

/* A question that waits for the store, over HTTP or from a socket (do_games): then the reply has
 * its connection. */
struct asking {
    struct conn *conn;
    struct identity who;
    struct reply reply;
    int limit;
    char what[16];
    int64_t ply, since;
    /* What to do with the game when it is found: the table of a room, or one that belongs to the
     * question and must be freed; neither if there is none. Takes over the question. */
    void (*then)(struct asking *a, struct room *r, struct table *own, enum store_result result);
};

struct asking *api__asking(struct conn *c, const struct identity *who); /* pins the connection */
void api__asking_free(struct asking *a);

void api__load_game(struct asking *a, const char *id); /* in memory or in the store; then `then` */
bool api__too_many_requests(struct conn *c); /* of this address; true: it was answered */
bool preview_answer(struct conn *c);         /* a page with tags, or a picture; false: neither */
void api__admin(struct conn *c, const char *path, struct json_in body);
/* The games among the rows, and whether there are more than `limit`. */
void api__write_games(struct server *s, const struct store_request *q, const char *user, int limit,
                      struct json_out *o);
void api__get_games(struct conn *c, const struct identity *who);
void api__get_game(struct conn *c, const char *rest, const struct identity *who); /* ID[/what] */
void api__get_export(struct conn *c, const struct identity *who);
/* Answers with the record of the room's table, or of a table that it takes over; also takes over
 * the question. */
void api__send_record(struct asking *a, struct room *r, struct table *own, int seat);

#endif
