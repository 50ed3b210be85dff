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
 * Seats count from 0. The library draws dice and cards from the seed you give: the same rules,
 * seats, seed and moves give the same game on every machine.
 *
 * MOVES ARE TEXT. "0 settle B2.N", "2 bank 4wool ore": seat, verb, arguments, as described in
 * docs/notation.md. skerry_legal() lists what a seat may do, and skerry_play() checks any text, so
 * a program need not know the rules.
 *
 * WHO MAY KNOW WHAT. A game object knows everything. skerry_view() returns what one seat may know,
 * as JSON (docs/schema.md). skerry_set() turns a view into a game again: then everything that
 * concerns its own seat works, but nothing can be played.
 *
 * RETURNED TEXTS belong to the game (or engine) and stay valid until the next call with it; copy
 * what you want to keep. The library does not keep texts that you pass.
 *
 * ERRORS. Functions that return an object return NULL if they fail. Functions that judge something
 * return a reason, a short stable id like "too-close" or "bad-action", and NULL if all is well.
 * skerry_why() explains the last reason in words; skerry_why(NULL) says why there is no game.
 *
 * THREADS. Different threads may use different games at once, but only one thread at a time may use
 * a game. The library has no global state but what skerry_why(NULL) says, which each thread has for
 * itself; it reads no files and starts no threads. A game takes a few megabytes, nearly all of it
 * for bots.
 *
 * VERSIONS. The soname changes when programs have to be compiled again. Functions are only added,
 * never removed. */
#ifndef SKERRY_H
#define SKERRY_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* The version of the library ("1.0.0"), and the revision of the rules: a record of a game with a
 * higher revision cannot be read. */
const char *skerry_version_text(void);
int skerry_rules_revision(void);
/* The i-th ruleset of all games: "fifth", "3d", ...; NULL past the end. */
const char *skerry_ruleset(int i);

/* --- games ----------------------------------------------------------------------------------- */

typedef struct skerry_game skerry_game;

/* Begin a game: the rules as text, the number of seats (0 for the usual number), the seed of its
 * dice. Returns NULL if there are no such rules or memory is short: see skerry_why(NULL). */
skerry_game *skerry_new(const char *rules, int seats, uint64_t seed);
/* A copy of the game, to try something: `seed` decides the dice and cards to come. A twin has the
 * same future as the game, which is what a player must not know. NULL if memory is short. */
skerry_game *skerry_copy(const skerry_game *g, uint64_t seed);
skerry_game *skerry_twin(const skerry_game *g);
void skerry_free(skerry_game *g);                   /* NULL is fine */

/* Set the game to a position or a view (JSON), or load a record (text). Returns NULL, or a reason;
 * then the game is unchanged. `seed` is the seed of the dice to come. */
const char *skerry_set(skerry_game *g, const char *json, uint64_t seed);
const char *skerry_load(skerry_game *g, const char *record, uint64_t seed);

const char *skerry_name(const skerry_game *g);      /* "catan", "struggle" */
const char *skerry_rules(skerry_game *g);           /* the rules as resolved: "fifth,points=12" */
int skerry_seats(const skerry_game *g);

/* --- what is going on ------------------------------------------------------------------------ */

int skerry_over(const skerry_game *g);              /* 1 if the game has ended */
int skerry_winner(const skerry_game *g);            /* -1 if nobody has won yet */
int skerry_points(const skerry_game *g, int seat);
/* The lowest seat that the game waits for, or -1 when it is over. As bits: all seats that it waits
 * for, and all others that are free to act (for offers). */
int skerry_waits_for(const skerry_game *g);
unsigned skerry_owes(const skerry_game *g);
unsigned skerry_may(const skerry_game *g);

/* --- moves ----------------------------------------------------------------------------------- */

/* How many actions `seat` may choose from, and the i-th of them. Trade offers are not in the menu;
 * they are legal where skerry_check() says so. */
int skerry_legal(skerry_game *g, int seat);
const char *skerry_legal_text(skerry_game *g, int i);   /* of the last menu; NULL past the end */

/* Check whether this may be played now; or play it, together with the outcomes of chance, which the
 * library draws. Returns NULL, or the reason that forbids it. */
const char *skerry_check(skerry_game *g, const char *action);
const char *skerry_play(skerry_game *g, const char *action);
/* Take the last entry back, even if it has revealed something. */
const char *skerry_undo(skerry_game *g);
/* The last reason in words, with the almanac entry: "too-close, see distance-rule". With NULL, why
 * this thread's last game could not be made: "no-such-ruleset: no such ruleset; did you mean …". */
const char *skerry_why(const skerry_game *g);

/* What a bot would play for this seat, knowing what the seat knows and has seen. Levels are
 * random, baseline, beginner, casual, club, strong, master, grandmaster; "club-trader" adds a
 * style. `nodes` limits how long it thinks; 0 is the usual amount of the level. Returns NULL if
 * there is no such level, which skerry_why() then says, or if the seat need not act. */
const char *skerry_advice(skerry_game *g, int seat, const char *level, uint32_t nodes);

/* --- what one may know ----------------------------------------------------------------------- */

/* A game that may be the one that `seat` sees: its view is the same, what it does not know is
 * guessed, and the dice and cards to come are those of `seed`. Also of a game set from that seat's
 * view. It begins at this position, without the moves before it. NULL: see skerry_why(NULL). */
skerry_game *skerry_imagine(const skerry_game *g, int seat, uint64_t seed);

enum { SKERRY_SPECTATOR = -2, SKERRY_ALL = -3 };    /* instead of a seat */

const char *skerry_view(skerry_game *g, int seat);          /* JSON */
/* The game so far as a record: SKERRY_ALL with everything, a seat with what it has seen. */
const char *skerry_record(skerry_game *g, int seat);

/* --- the engine protocol --------------------------------------------------------------------- */

/* The lines of `skerry engine` (docs/engine-protocol.md) without a process: one request in, one
 * answer out, up to four games in one engine. */
typedef struct skerry_engine skerry_engine;
skerry_engine *skerry_engine_new(void);             /* NULL if memory is short */
const char *skerry_engine_line(skerry_engine *e, const char *line);
void skerry_engine_free(skerry_engine *e);

/* --- many games at once, for learners -------------------------------------------------------- */

/* A batch of games with the same rules, in one block of the caller's memory. In each game one seat
 * is to act: the lowest learner's seat that the game waits for. Chance and built-in bots act by
 * themselves. A learner reads arrays with one row per game, which every call keeps up to date:
 *
 *     skerry_env_options o = { .rules = "fifth,board=random", .batch = 64, .seed = 1 };
 *     skerry_env *e = skerry_env_new(malloc(skerry_env_size(&o)), &o);
 *     for (;;) {
 *         choose choice[i] among the ids whose byte in row i of the array "mask" is 1;
 *         skerry_env_step(e, choice);
 *     }
 *
 * A choice is an id of the rules' action space (docs/training.md) or, on request, a place in the
 * seat's menu. An action with many cards takes several ids. */
typedef struct skerry_env skerry_env;

enum {                      /* what to fill after each step, besides ids and mask */
    SKERRY_FILL_VIEW = 1,           /* "view": the seat's view, the engine's own bytes */
    SKERRY_FILL_FEATURES = 2,       /* "features": small numbers with names and ranges */
    SKERRY_FILL_FLOATS = 4,         /* "floats": the same, each divided by the top of its range */
    SKERRY_FILL_EVERY = 8,          /* "every": features as each of the seats knows them */
    SKERRY_FILL_MENU = 16,          /* choices are places in "menu"; there are no ids */
    SKERRY_FILL_MAY = 32,           /* "may": who else may act now, as bits */
    SKERRY_FILL_POINTS = 64,        /* "points": all of them, hidden ones too */
};
enum { SKERRY_RESET_OFF, SKERRY_RESET_NEXT, SKERRY_RESET_SAME };    /* games that are over */
enum { SKERRY_REWARD_WIN, SKERRY_REWARD_POINTS, SKERRY_REWARD_POTENTIAL };
enum { SKERRY_LEAVE = -1, SKERRY_RANDOM = -2 };     /* choices: do nothing; a random legal one */

typedef struct skerry_env_options {
    const char *rules;              /* "fifth,board=random" */
    const char *bot[6];             /* by seat: "club-trader"; NULL for a learner */
    uint64_t seed;
    int32_t seats;                  /* 0 for the usual number */
    int32_t batch;                  /* 1 .. 65536 */
    int32_t threads;                /* 1 .. 256; 0 is 1 */
    uint32_t fill;                  /* SKERRY_FILL_ */
    int32_t autoreset;              /* SKERRY_RESET_: by hand; by the next step; at once */
    int32_t reward;                 /* SKERRY_REWARD_ */
    float discount;                 /* of the potential; 0 is 1 */
    uint32_t limit;                 /* decisions after which a game is cut short; 0: none */
    int32_t viewer;                 /* 0: features are the acting seat's; N: always seat N - 1's */
} skerry_env_options;

/* One array: `rows` is the batch; `width` and `depth` are 1 where it has fewer dimensions. */
typedef struct skerry_env_array {
    const char *name;
    void *start;
    int32_t rows, width, depth;
    char type;                      /* as in Python's struct: B b H i I f */
} skerry_env_array;

/* What is wrong with the options: "no-such-ruleset: …"; NULL if nothing is. */
const char *skerry_env_check(const skerry_env_options *o, char *why, size_t size);
size_t skerry_env_size(const skerry_env_options *o);        /* 0 if something is wrong */
/* Make a batch in memory that is aligned like malloc's, and begin every game; NULL if something is
 * wrong with the options. Close ends its threads; the arrays can still be read. */
skerry_env *skerry_env_new(void *memory, const skerry_env_options *o);
void skerry_env_close(skerry_env *e);

int skerry_env_seats(const skerry_env *e);
int skerry_env_choices(const skerry_env *e);        /* ids, or places of the menu */
int skerry_env_features(const skerry_env *e);
int skerry_env_arrays(const skerry_env *e, skerry_env_array *list, int max);

/* Begin game `i` again with its own seed; or begin every game that is over, and return how many. */
void skerry_env_reset(skerry_env *e, int i, uint64_t seed);
int skerry_env_reset_done(skerry_env *e);
/* Play a choice in every game. Returns how many were not legal; those games are unchanged. */
int skerry_env_step(skerry_env *e, const int32_t *choice);
/* Random play to the end of game `i`, or for `max` decisions; returns how many. */
uint32_t skerry_env_playout(skerry_env *e, int i, uint32_t max);
/* Let another seat act, if it is free to: 1, or 0 if it is not. Ids it chose before are
 * forgotten. */
int skerry_env_turn_to(skerry_env *e, int i, int seat);

/* What any seat knows about game `i`: features, and its view as JSON (-2: the public part, -3:
 * all). The second returns the length, which may be more than fits. */
void skerry_env_observe(const skerry_env *e, int i, int seat, int8_t *features);
int skerry_env_json(const skerry_env *e, int i, int seat, char *text, int size);
/* The name of a choice; for a place in the menu, the action itself. -1: no such choice. */
int skerry_env_name(const skerry_env *e, int i, int choice, char *text, int size);
/* The ids that lead to an action in the notation, at most 320; 0 if it is not legal now. */
int skerry_env_steps(const skerry_env *e, int i, const char *action, uint16_t *ids);

/* A game as bytes, with its streams of chance and its bots; load and set return what is wrong, or
 * NULL. The bytes fit any batch with the same rules and bots. */
size_t skerry_env_save_size(const skerry_env *e);
void skerry_env_save(const skerry_env *e, int i, void *bytes);
const char *skerry_env_load(skerry_env *e, int i, const void *bytes, size_t size);
const char *skerry_env_set(skerry_env *e, int i, const char *position, char *why, size_t size);

/* For looking ahead: game j of `e` becomes a copy of game row[j] of `from`, for every j with a row
 * of 0 or more. Each copy has dice and random choices of its own, by `seed` and j; twins have those
 * that the game will have. Bots are not copied, so `e` may have none. Returns how many rows do not
 * exist, or -1 if the two batches have different rules. */
int skerry_env_branch(skerry_env *e, const skerry_env *from, const int32_t *row, uint64_t seed);
int skerry_env_twin(skerry_env *e, const skerry_env *from, const int32_t *row);
/* The same, but honest: what seat[j] (NULL: the seat that acts) does not know of game row[j] is
 * guessed, so its view and its choices are the game's, and the rest need not be. Also returns how
 * many seats do not exist. */
int skerry_env_imagine(skerry_env *e, const skerry_env *from, const int32_t *row,
                       const int32_t *seat, uint64_t seed);

/* The table of ids and the layout of features for these rules, as text; 0 if there are no such
 * rules. The hash changes with them. */
size_t skerry_space_describe(const char *rules, int seats, char *text, size_t size);
uint64_t skerry_space_hash(const char *rules, int seats);

#ifdef __cplusplus
}
#endif

#endif
