/* position_parts.h -- declarations shared by the files with the rows of a position. */
#ifndef CATAN_POSITION_PARTS_H
#define CATAN_POSITION_PARTS_H

#include "internal.h"
#include "position.h"

#define VALUE(name, what) MEMBER_VALUE(struct catan, name, what)
#define TEST(name, what) MEMBER_TEST(struct catan, name, what)
#define AT(field) MEMBER_AT(struct catan, field)
#define EACH(field) MEMBER_EACH(struct catan, field)
#define SPAN(from, to) .at = offsetof(struct catan, from), \
    .size = offsetof(struct catan, to) - offsetof(struct catan, from)
#define CARDS(names) &member_cards, .words = names, .max = 127
#define SECRET(which) .secret = &catan_secrets[which]
#define OBJECT(rows) NULL, &member_object, .in = rows, .flags = MEMBER_NEEDED

/* In catan_secrets. */
enum { HAND, DEV, DEV_NEW, DECK, LOOK };

/* position_board.c: names of places, and the board. */
extern const struct member_kind catan_place_kind, catan_pieces_kind;
#define PLACE(sort) &catan_place_kind, .max = PLACE_##sort
#define PIECES(field, sort) &catan_pieces_kind, EACH(field), .max = PLACE_##sort
extern const struct member catan_board_rows[];

/* position_seats.c: everything about a seat. */
extern const struct member catan_seat_object[];
extern const struct member_list catan_seat_list;

#endif
