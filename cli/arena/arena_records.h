/* arena_records.h -- writes down a game of the arena and saves it as a record. */
#ifndef CLI_ARENA_RECORDS_H
#define CLI_ARENA_RECORDS_H

#include "core/game.h"

struct keeper;
struct keeper *keeper_new(void);            /* NULL: not enough memory */
void keeper_free(struct keeper *k);         /* NULL is fine */

void keeper_begin(struct keeper *k, const struct game *game, const struct rules *rules);
/* For arena_match.watch; `keeper` is a struct keeper. */
void keeper_watch(void *keeper, const void *state, const struct action *a);
/* Save it as FOLDER/000123.skerry with the header `Names`; false with words on stderr. */
bool keeper_write(struct keeper *k, const char *folder, int game, const char *names);

#endif
