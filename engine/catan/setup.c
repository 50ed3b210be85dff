/* setup.c -- a new game: printed pieces, the first seat, and the first settlements.
 *
 * Chance deals what is not printed (deal_board.c) and rolls for the first seat. */
#include <string.h>

#include "kernel.h"

/* ---- the first seat ---------------------------------------------------------------- */

static void start_play(struct catan *g);

void catan__board_done(struct catan *g) {
    g->phase = PH_FIRST;
    if (catan_option(g, OPT_FIRST) != FIRST_ROLL) {
        g->first = (uint8_t)(catan_option(g, OPT_FIRST) - 1);
        start_play(g);
    }
}

/* The highest roll begins. Tied seats roll again; the others are out (ruling 38). */
void catan__first_dice(struct catan *g, int sum) {
    int seats = catan_seats(g), most = 0, leader = 0, leaders = 0;
    CHECK(2 <= sum && sum <= 12);
    CHECK(first_of(g->first_roll, seats, 0) < seats);
    g->first_roll[first_of(g->first_roll, seats, 0)] = (uint8_t)sum;
    if (first_of(g->first_roll, seats, 0) < seats)
        return;
    for (int p = 0; p < seats; p++) {
        int roll = g->first_roll[p] == CATAN_NONE ? 0 : g->first_roll[p];
        if (roll > most) {
            most = roll;
            leaders = 0;
        }
        if (roll == most) {
            leader = p;
            leaders++;
        }
    }
    if (leaders > 1) {
        for (int p = 0; p < seats; p++)
            g->first_roll[p] = g->first_roll[p] == most ? 0 : CATAN_NONE;
        return;
    }
    g->first = (uint8_t)leader;
    start_play(g);
}

/* ---- the first pieces -------------------------------------------------------------- */

/* The second settlement brings a card for each hex it touches; coast and desert bring none
 * (ruling 39). A supply set very low by its option may lack one. */
static void starting_cards(struct catan *g, int seat, int corner) {
    const struct catan_board *b = catan_board(g);
    for (int i = 0; i < 3; i++) {
        int hex = b->corner_hex[corner][i];
        if (hex < 0 || g->terrain[hex] == DESERT)
            continue;
        uint64_t card = BUNDLE_CARD(g->terrain[hex]);
        if (bundle_has(g->bank, card)) {
            g->hand[seat] += card;
            g->bank -= card;
        }
    }
}

/* All printed pieces of all seats; the second settlement brings cards here too. */
static void printed_pieces(struct catan *g) {
    const struct catan_layout *layout = &catan_layouts[catan_option(g, OPT_LAYOUT)];
    int seats = catan_seats(g);
    for (int p = 0; p < seats; p++) {
        const uint8_t *piece = layout->piece[catan_color(g, p)];
        for (int i = 0; i < 4; i += 2) {
            catan__place_settlement(g, p, piece[i]);
            catan__place_road(g, p, piece[i + 1]);
        }
        starting_cards(g, p, piece[2]);
    }
    g->placed = (uint8_t)(2 * seats);
    for (int i = 0; i < seats && catan_option(g, OPT_HELPERS); i++)
        catan__deal_helper(g, i);
}

static void start_play(struct catan *g) {
    CHECK(g->first < catan_seats(g) && g->placed == 0);
    bool printed = catan_option(g, OPT_BOARD) == BOARD_FIXED &&
                   catan_option(g, OPT_START) == START_PIECES && catan_seats(g) <= 4;
    g->turn = g->first;
    if (printed) {
        printed_pieces(g);
        catan__begin_turn(g, g->first);
    } else {
        g->phase = PH_SETTLE;
    }
}

/* `placed` counts settlements; the same seat still has to place its road. */
void catan__settled(struct catan *g, int corner) {
    CHECK(places_has(g->settlements[g->turn], corner));
    CHECK(g->placed < 2 * catan_seats(g));
    g->last_corner = (uint8_t)corner;
    g->phase = PH_SETTLE_ROAD;
    if (g->placed >= catan_seats(g))
        starting_cards(g, g->turn, corner);
    g->placed++;
}

/* Once around the table, and back again from the last seat; a helper comes with the second road. */
void catan__settled_road(struct catan *g) {
    int seats = catan_seats(g), i = g->placed;
    g->last_corner = CATAN_NONE;
    if (i > seats && catan_option(g, OPT_HELPERS))
        catan__deal_helper(g, i - seats - 1);
    if (i == 2 * seats) {
        catan__begin_turn(g, g->first);
        return;
    }
    int step = i < seats ? i : 2 * seats - 1 - i;
    g->turn = (uint8_t)((g->first + step) % seats);
    g->phase = PH_SETTLE;
}

/* ---- a new game -------------------------------------------------------------------- */

/* The full deck before anybody draws; no other cards ever exist (invariant 5). */
uint64_t catan__full_deck(const struct catan *g) {
    return (uint64_t)catan_option(g, OPT_KNIGHTS) * BUNDLE_CARD(DEV_KNIGHT) +
           (uint64_t)catan_option(g, OPT_ROAD_BUILDING) * BUNDLE_CARD(DEV_ROAD_BUILDING) +
           (uint64_t)catan_option(g, OPT_PLENTY) * BUNDLE_CARD(DEV_PLENTY) +
           (uint64_t)catan_option(g, OPT_MONOPOLY) * BUNDLE_CARD(DEV_MONOPOLY) +
           (uint64_t)catan_option(g, OPT_POINT_CARDS) * BUNDLE_CARD(DEV_POINT);
}

/* Zero is a valid seat, hex and kind, so "none" must be set explicitly. */
static void nobody_yet(struct catan *g) {
    g->turn = g->first = g->special = g->victim = g->winner = CATAN_NONE;
    g->longest_road = g->largest_army = g->last_corner = g->robber = CATAN_NONE;
    g->helper_seat = g->helper_target = g->jean = CATAN_NONE;
    g->viewer = SEAT_ALL;
    memset(g->helper, CATAN_NONE, sizeof g->helper);
    memset(g->terrain, CATAN_NONE, sizeof g->terrain);
    memset(g->harbor, CATAN_NONE, sizeof g->harbor);
    memset(g->frame, CATAN_NONE, sizeof g->frame);
}

enum catan_error catan_init(struct catan *g, const struct rules *rules) {
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    enum catan_error error = catan__judge_options(g);
    if (error)
        return error;
    nobody_yet(g);
    g->bank = (uint64_t)catan_option(g, OPT_BANK) * ONE_OF_EACH;
    g->deck = catan__full_deck(g);
    g->dice_left = catan_option(g, OPT_DICE) == DICE_DECK ? bits_low(36) : 0;
    g->longest_length = (uint8_t)(catan_option(g, OPT_LONGEST_ROAD_MIN) - 1);
    catan_derive(g);
    catan__lay_board(g);
    return CATAN_OK;
}
