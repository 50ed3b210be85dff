/* notation.h -- actions as text, and back, by a game's rows (docs/notation.md).
 *
 * The arguments of each action are a row of letters, and a letter is a field of the action that can
 * be printed and read. Every printed action reads back to the same bytes, even one that the rules
 * refuse. */
#ifndef CORE_NOTATION_H
#define CORE_NOTATION_H

#include <stddef.h>

#include "action.h"
#include "text.h"

/* The context of printing and reading: the position, the action, and the text. */
struct notation_printer { const void *state; const struct action *a; struct text *t; };
struct notation_reader { const void *state; struct action *a; const char *at; };

enum { NOTATION_HIDDEN = 254 };         /* a word that this reader may not know: "?" */

/* One row per letter. `read` accepts what `print` writes; if it returns false, the action may be
 * half filled. */
struct notation_field {
    char letter;                        /* 0 ends */
    uint8_t at;                         /* its byte in struct action, or the first of several */
    void (*print)(const struct notation_field *f, struct notation_printer *p);
    bool (*read)(const struct notation_field *f, struct notation_reader *r);
    const char *const *words;
    const char *none;                   /* instead of an invalid word */
    int count;                          /* of words, or of numbers */
    int first;                          /* the first number: text counts from it, actions from 0 */
    int sort;                           /* for the game's own fields */
    bool hidden;                        /* the word may be NOTATION_HIDDEN */
    int refusal;                        /* if the word is there, but no such; 0: the usual one */
};

struct notation {
    const char *(*verb)(int type);      /* for any number; one that is no action has a text too */
    const char *const *arguments;       /* by type; those after a '?' may be left out */
    const struct notation_field *fields;
    int actions;                        /* how many types; 0 is none */
    int chances;                        /* from this type on they are chance's; 0: a verb is
                                         * anybody's */
    int refusal;
    /* The value of an argument that is left out, and where it is stored. */
    uint8_t (*left_out)(const void *state, struct action *a, uint8_t **where);
};

/* Any bytes can be printed, even an invalid action: logs and refusals need text. */
int notation_format(const struct notation *n, const void *state, const struct action *a,
                    char *text, int size);
/* 0, or a refusal. */
int notation_parse(const struct notation *n, const void *state, const char *text,
                   struct action *a);

/* Fields: one of `count` words, a number, cards. */
#define NOTATION_AT(member) offsetof(struct action, member)
#define NOTATION_WORD(letter, member, list, n, invalid, may_hide) { letter, NOTATION_AT(member), \
    notation_print_word, notation_read_word, .words = list, .count = n, .none = invalid, \
    .hidden = may_hide }
#define NOTATION_NUMBER(letter, member, from, n) { letter, NOTATION_AT(member), \
    notation_print_number, notation_read_number, .first = from, .count = n }
#define NOTATION_CARDS(letter, member) { letter, NOTATION_AT(member), notation_print_cards, \
    notation_read_cards, .count = 0 }
void notation_print_word(const struct notation_field *f, struct notation_printer *p);
bool notation_read_word(const struct notation_field *f, struct notation_reader *r);
void notation_print_number(const struct notation_field *f, struct notation_printer *p);
bool notation_read_number(const struct notation_field *f, struct notation_reader *r);
void notation_print_cards(const struct notation_field *f, struct notation_printer *p);
bool notation_read_cards(const struct notation_field *f, struct notation_reader *r);

/* Which of `count` words is it? -1: none. */
int notation_find(const char *const *words, int count, const char *s, size_t n);

#endif
