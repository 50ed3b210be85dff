/* cards.h -- bundles of the five kinds of resource cards as text: one spelling for
 * every game (docs/notation.md). A bundle is five counts. */
#ifndef CORE_CARDS_H
#define CORE_CARDS_H

#include "action.h"
#include "text.h"

extern const char *const kind_names[KINDS];     /* "brick", "lumber", "wool", "grain", "ore" */

/* A bundle of any five named things: "knight+2point"; an empty one is "?". */
void bundle_format(struct text *t, const char *const names[KINDS], const uint8_t count[KINDS]);
bool bundle_parse(const char *s, size_t n, const char *const names[KINDS], uint8_t count[KINDS]);

/* "2wool+ore"; an empty bundle is "?", a card that the reader may not know. */
void cards_format(struct text *t, const uint8_t count[KINDS]);
/* The reverse. Kinds may come in any order, each once, with or without a count. */
bool cards_parse(const char *s, size_t n, uint8_t count[KINDS]);

#endif
