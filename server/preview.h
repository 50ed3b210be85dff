/* preview.h -- what a link shows before it is opened: tags for the page's head (preview_words.c)
 * and a picture (preview.c). */
#ifndef SERVER_PREVIEW_H
#define SERVER_PREVIEW_H

#include "picture.h"
#include "room.h"

enum { PREVIEW_TEXT = 512, LANGUAGE_MAX = 3 };

/* A line of a language, with its holes filled: pairs of a name and a value until NULL. */
void preview_word(const struct server *s, const char *language, const char *id, char *out,
                  size_t size, ...) __attribute__((sentinel));
/* The language of the reader, or of the query (`l`), if the page has it; else English. */
void preview_language(const struct conn *c, char out[LANGUAGE_MAX]);

/* May strangers be shown how it ended? What is over can be looked at by whoever has its link
 * (api_games.c), but a table without spectators is not put on show. */
bool preview_has_result(const struct table *t);
/* `drawn`: a name that our fonts cannot draw gives way to the colour of its pieces. */
void preview_result(const struct server *s, const struct table *t, const char *language, bool drawn,
                    struct picture *p);

/* How the chances went (preview_chances.c): copied on the loop, worked out on a worker, freed by
 * free(). NULL: this game has none to show. */
struct chances;
struct chances *chances_begin(const struct table *t);
void chances_work(struct chances *c, struct picture *p);

/* The page with tags; `t` may be NULL. False: it has no head to put them into. */
bool preview_page(struct conn *c, const struct table *t, const char *language);

#endif
