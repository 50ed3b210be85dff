/* skerry.h -- the Skerry engine as a library.
 *
 *     #include <skerry.h>
 *
 *     skerry_game *g = skerry_new("fifth,board=random", 4, 7);
 *     while (!skerry_over(g)) {
 *         int seat = skerry_waits_for(g);
 *         skerry_play(g, skerry_advice(g, seat, "casual", 0));
 *     }
 *     printf("seat %d has won\n", skerry_winner(g));
 *     skerry_free(g);
 *
 * Compile with `cc first.c $(pkg-config --cflags --libs skerry)`.
 *
 * WHAT A GAME IS. A game of CATAN or of Struggle, by the rules you name; `skerry rules` lists them.
 * Seats count from 0. Dice and cards are drawn by the library from the seed you give: the same
 * rules, seats, seed and moves are the same game, on every machine.
 *
 * MOVES ARE TEXT. "0 settle B2.N", "2 bank 4wool ore": seat, verb, arguments, as docs/notation.md
 * has them. skerry_legal() lists what a seat may do, skerry_play() judges any text, so a program
 * need not know the rules.
 *
 * WHO MAY KNOW WHAT. A game object knows everything. skerry_view() gives what one seat may know, as
 * JSON (docs/schema.md). A view can be made a game again with skerry_set(): then everything that
 * concerns its own seat works, and nothing can be played.
 *
 * TEXTS THAT ARE RETURNED belong to the game (or engine) and stay until the next call with it; copy
 * what you keep. Texts you pass are not kept.
 *
 * ERRORS. Functions that can fail return NULL, or a reason: a short stable id like "too-close" or
 * "bad-action", NULL where all is well. skerry_why() has the last one in words.
 *
 * THREADS. Different games may be used by different threads at once; one game by one at a time.
 * The library has no global state, reads no files and starts no threads. A game takes some
 * megabytes, nearly all of it for bots.
 *
 * VERSIONS. The soname changes when a program would have to be compiled again. Functions are only
 * added. */
#ifndef SKERRY_H
#define SKERRY_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* The version of the library ("0.2.0"), and the revision of the rules: a record of a game with a
 * higher revision cannot be read. */
const char *skerry_version_text(void);
int skerry_rules_revision(void);

/* --- games ----------------------------------------------------------------------------------- */

typedef struct skerry_game skerry_game;

/* Begin a game: rules as text, the number of seats (0: the usual one), the seed of its dice.
 * NULL: there are no such rules, or memory is short. */
skerry_game *skerry_new(const char *rules, int seats, uint64_t seed);
/* The same game once more, to try something; NULL: memory is short. */
skerry_game *skerry_copy(const skerry_game *g);
void skerry_free(skerry_game *g);                   /* NULL is fine */

/* Make it what a position, a view (JSON) or a record (text) says. NULL, or a reason, and then the
 * game is as before. `seed` is that of the dice to come. */
const char *skerry_set(skerry_game *g, const char *json, uint64_t seed);
const char *skerry_load(skerry_game *g, const char *record, uint64_t seed);

const char *skerry_name(const skerry_game *g);      /* "catan", "struggle" */
const char *skerry_rules(skerry_game *g);           /* the rules as resolved: "fifth,points=12" */
int skerry_seats(const skerry_game *g);

/* --- what is going on ------------------------------------------------------------------------ */

int skerry_over(const skerry_game *g);              /* 1: nobody has anything left to do */
int skerry_winner(const skerry_game *g);            /* -1: nobody yet */
int skerry_points(const skerry_game *g, int seat);
/* The lowest seat the game waits for, -1 when it is over; as bits, all of them; and those who are
 * free to act besides (offers). */
int skerry_waits_for(const skerry_game *g);
unsigned skerry_owes(const skerry_game *g);
unsigned skerry_may(const skerry_game *g);

/* --- moves ----------------------------------------------------------------------------------- */

/* How many actions `seat` may choose from, and the i-th of them. Trade offers are not in the menu;
 * they are legal where skerry_check() says so. */
int skerry_legal(skerry_game *g, int seat);
const char *skerry_legal_text(skerry_game *g, int i);   /* of the last menu; NULL past the end */

/* May this be played now? Play it: what chance answers is drawn and played with it. NULL, or the
 * reason that forbids it. */
const char *skerry_check(skerry_game *g, const char *action);
const char *skerry_play(skerry_game *g, const char *action);
/* Take the last entry back, also where it has shown something. */
const char *skerry_undo(skerry_game *g);
/* The last reason in words, with the almanac's entry: "too-close, see distance-rule". */
const char *skerry_why(const skerry_game *g);

/* What a bot would play for this seat, knowing what the seat knows and has seen. Levels are random,
 * beginner, casual, club, strong, master; "club-trader" has a style. `nodes` bounds how long it
 * thinks, 0 is what the level is used to. NULL: no such level, or the seat need not act. */
const char *skerry_advice(skerry_game *g, int seat, const char *level, uint32_t nodes);

/* --- what one may know ----------------------------------------------------------------------- */

enum { SKERRY_SPECTATOR = -2, SKERRY_ALL = -3 };    /* instead of a seat */

const char *skerry_view(skerry_game *g, int seat);          /* JSON */
/* The game so far as a record: SKERRY_ALL with everything, a seat with what it has seen. */
const char *skerry_record(skerry_game *g, int seat);

/* --- the engine protocol --------------------------------------------------------------------- */

/* The lines of `skerry engine` (docs/engine-protocol.md) without a process: one request in, one
 * answer out, up to four games in one engine. */
typedef struct skerry_engine skerry_engine;
skerry_engine *skerry_engine_new(void);             /* NULL: memory is short */
const char *skerry_engine_line(skerry_engine *e, const char *line);
void skerry_engine_free(skerry_engine *e);

#ifdef __cplusplus
}
#endif

#endif
