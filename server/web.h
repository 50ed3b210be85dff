/* web.h -- HTTP beside the sockets: routes, games and records, the page (api*.c, page_files.c). */
#ifndef SERVER_WEB_H
#define SERVER_WEB_H

#include "socket.h"

bool api_is_health(const char *path); /* /livez or /readyz */
void health_answer(struct conn *c);
void api_handle(struct conn *c); /* a whole request has arrived; answers exactly once */
void api_error(struct conn *c, int status, const char *error, const char *words);
void api_records_begin(struct server *s); /* what is written a little at a time */
void api_records_end(struct server *s);
void api_unavailable(struct conn *c); /* the store did not do what was asked of it */
struct pages *pages_load(const char *folder); /* NULL: there is no page */
void pages_free(struct pages *p);
bool pages_answer(struct conn *c); /* false: no such file */
/* A file of the page; NULL: there is none. */
const char *pages_text(const struct pages *p, const char *path, size_t *len);
void previews_begin(struct server *s);
void previews_end(struct server *s);

#endif
