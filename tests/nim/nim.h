/* nim.h -- a tiny third game: Nim with a die and one hidden card each.
 *
 * It proves that a game costs one folder: everything that plays CATAN plays this too
 * (tests/nim/run). Each seat gets a secret card worth one to three. In its turn a seat rolls a
 * die of three; it may take up to that many stones from the heap, and more if it plays its card
 * first. The seat that takes the last stone wins. */
#ifndef NIM_H
#define NIM_H

#include "core/game.h"

enum nim_phase { NIM_DEALING, NIM_ROLLING, NIM_THROWN, NIM_TAKING, NIM_OVER, NIM_PHASE_N };
enum nim_act { NIM_NONE, NIM_DEAL, NIM_ROLL, NIM_DIE, NIM_CARD, NIM_TAKE, NIM_ACT_N };
enum nim_option { NIM_HEAP, NIM_OPTION_N };
enum nim_reason {
    NIM_OK, NIM_BAD_ACTION, NIM_NOT_NOW, NIM_NOT_YOUR_TURN, NIM_NO_CARD, NIM_TOO_MANY, NIM_REASON_N
};
enum { NIM_SIDES = 3, NIM_HIDDEN = 255 };

struct nim {
    struct rules rules;
    uint8_t phase, turn;
    uint8_t heap;                   /* stones left */
    uint8_t limit;                  /* stones that may be taken now: die and card */
    uint8_t card[SEATS_MAX];        /* 1 to 3, 0: none, NIM_HIDDEN in another's view */
    uint8_t taken[SEATS_MAX];
    int8_t viewer;                  /* a seat, SEAT_SPECTATOR, or SEAT_ALL: the state itself */
    uint8_t unused[5];
};
_Static_assert(sizeof(struct nim) % 8 == 0, "hosts copy states in words");

extern const struct game nim_game;

/* nim_text.c: actions as text, positions as JSON */
int nim__format(const void *state, const struct action *a, char *text, int size);
int nim__parse(const void *state, const char *text, struct action *a);
void nim__write(const void *state, const void *was, struct json_out *out);
int nim__read(void *state, const char *text, size_t len, struct text *why);
/* nim.c */
unsigned nim__owes(const void *state);
int nim__sound(const void *state);

#endif
