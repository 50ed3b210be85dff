/* preview.h -- link previews: tags for the page's head (preview_words.c) and a picture
 * (preview.c). */
#ifndef SERVER_PREVIEW_H
#define SERVER_PREVIEW_H

#include "picture.h"
#include "rooms/room.h"

enum { PREVIEW_TEXT = 512, LANGUAGE_MAX = 3 };

/* A sentence in a language, with its placeholders filled: pairs of name and value until NULL. */
void preview_word(const struct server *s, const char *language, const char *id, char *out,
                  size_t size, ...) __attribute__((sentinel));
/* The reader's language, or that of the query (`l`), if the page has it; else English. */
void preview_language(const struct conn *c, char out[LANGUAGE_MAX]);

/* May strangers see how it ended? Anybody with the link can look at a finished game
 * (api_games.c), but a table without spectators is not advertised. */
bool preview_has_result(const struct table *t);
/* `drawn`: a name that our fonts cannot draw is replaced by the colour of its pieces. */
void preview_result(const struct server *s, const struct table *t, const char *language, bool drawn,
                    struct picture *p);

/* The chances over the game (preview_chances.c): copied on the loop, computed by a worker,
 * released with free(). NULL: this game has none to show. */
struct chances;
struct chances *chances_begin(const struct table *t);
void chances_work(struct chances *c, struct picture *p);

/* The page with tags; `t` may be NULL. False: the page has no head to put them into. */
bool preview_page(struct conn *c, const struct table *t, const char *language);

#endif
