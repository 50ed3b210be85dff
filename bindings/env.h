/* env.h -- many games at once for training: flat arrays, no allocation, no callbacks.
 *
 * A batch of games of one ruleset. In each game one seat is to act: the lowest that the
 * game waits for; chance acts by itself, from the game's own seeded stream. Everything a
 * learner needs lies in arrays of the batch, one row per game, filled by reset and step:
 *
 *     void *memory = malloc(env_size("fifth,board=random", 4, 64));
 *     struct env *e = env_new(memory, "fifth,board=random", 4, 64, 1);
 *     for (;;) {
 *         choose choice[i] among the slots with env_mask(e)[i * env_slots(e) + slot] == 1;
 *         env_step(e, choice);
 *         look at env_reward(e) where env_done(e)[i]; env_reset_done(e);
 *     }
 *
 * An observation is the acting seat's view as core/game.h has it: state_size bytes, a seat's
 * own knowledge and nothing more. A slot is an entry of the seat's menu, in menu order; its
 * sixteen bytes say what it does (core/action.h). */
#ifndef BINDINGS_ENV_H
#define BINDINGS_ENV_H

#include <stddef.h>
#include <stdint.h>

#include "../core/action.h"

struct env;

/* Bytes for a batch, 0 if there are no such rules or the batch is not 1..65536. */
size_t env_size(const char *rules, int seats, int batch);
/* Make a batch in memory aligned as malloc's, every game begun; NULL as env_size() says. */
struct env *env_new(void *memory, const char *rules, int seats, int batch, uint64_t seed);

int env_batch(const struct env *e);
int env_seats(const struct env *e);
int env_observation_size(const struct env *e);
int env_slots(const struct env *e);             /* row length of masks and menus */

/* Begin game `i` again with a seed of its own. */
void env_reset(struct env *e, int i, uint64_t seed);
/* Begin every game again that is over, with the next seeds; returns how many. */
int env_reset_done(struct env *e);
/* Play a slot in every game; -1 leaves a game alone, -2 plays a random slot. Returns how many
 * choices were no slot of the menu; those games are left as they were. */
int env_step(struct env *e, const int32_t *choice);
/* Random play to the end of game `i`, or until `max` decisions; returns the decisions made. */
uint32_t env_playout(struct env *e, int i, uint32_t max);

const uint8_t *env_observation(const struct env *e);    /* batch x observation_size */
const uint8_t *env_mask(const struct env *e);           /* batch x slots, 1: legal */
const struct action *env_menu(const struct env *e);     /* batch x slots */
const int32_t *env_menu_n(const struct env *e);         /* batch: legal slots are 0 .. n-1 */
const int32_t *env_seat(const struct env *e);           /* batch: who acts; -1: the game is over */
const uint8_t *env_done(const struct env *e);           /* batch */
const int32_t *env_reward(const struct env *e);         /* batch x seats: 1 for a winner */
const int32_t *env_points(const struct env *e);         /* batch x seats: as the actor knows */
const uint32_t *env_decisions(const struct env *e);     /* batch: made so far */

/* The text of a slot (docs/notation.md), -1 if it is not legal; and the position of a game as
 * JSON for `seat` (SEAT_ALL: whole, SEAT_SPECTATOR: public); the length, which may be more than
 * fits. */
int env_slot_text(const struct env *e, int i, int slot, char *text, int size);
int env_json(const struct env *e, int i, int seat, char *text, int size);

#endif
