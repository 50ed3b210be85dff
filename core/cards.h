/* cards.h -- bundles of the five kinds of resource cards: as text and as JSON, one
 * spelling for every game (docs/notation.md). A bundle is five counts. */
#ifndef CORE_CARDS_H
#define CORE_CARDS_H

#include "action.h"
#include "json.h"
#include "json_keys.h"
#include "text.h"

extern const char *const kind_names[KINDS];     /* "brick", "lumber", "wool", "grain", "ore" */

/* A bundle of any five named things: "knight+2point"; an empty one is "?". */
void bundle_format(struct text *t, const char *const names[KINDS], const uint8_t count[KINDS]);
bool bundle_parse(const char *s, size_t n, const char *const names[KINDS], uint8_t count[KINDS]);

/* "2wool+ore"; an empty bundle is "?", a card that the reader may not know. */
void cards_format(struct text *t, const uint8_t count[KINDS]);
/* The other way; kinds may stand in any order, each once, with a count or none. */
bool cards_parse(const char *s, size_t n, uint8_t count[KINDS]);

/* {"brick":1,…}: every kind, also those with 0; a kind left out is read as 0. */
void cards_write(struct json_out *o, const char *key, const uint8_t count[KINDS]);
bool cards_read(struct json_in object, uint8_t count[KINDS]);
extern const struct json_shape cards_shape[];   /* the keys of that object */

#endif
