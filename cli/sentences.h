/* sentences.h -- an action as a sentence in the person's language, from its notation. */
#ifndef CLI_SENTENCES_H
#define CLI_SENTENCES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"

enum { NAME_SIZE = 40 };

/* "1 road B2.NE" as "Ada built a road at B2.NE". `turn` is whose turn it is, for chance's
 * actions. False if it is not worth a line. `names` has one per seat. */
bool tell_action(const struct game *game, const char *text, const char names[][NAME_SIZE], int turn,
                 char *out, size_t size);

/* What a choice is called in a menu: "0 bank 4wool ore" as "Trade with the supply: 4 wool -> ore".
 * Without words for it, the notation. */
void tell_choice(const struct game *game, const char *text, const char names[][NAME_SIZE],
                 char *out, size_t size);
/* What was typed in the person's words, in our notation: "Angebot 2Wolle Erz" as "offer 2wool ore".
 * What is notation already stays. */
void tell_back(const char *line, char *out, size_t size);
/* All choices with one verb: "Road". */
const char *tell_verb(const struct game *game, const char *verb);

#endif
