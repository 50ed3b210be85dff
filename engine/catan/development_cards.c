/* development_cards.c -- playing development cards: one per turn, even before the roll, but never
 * in the turn it was bought. Victory point cards are not played; they count by themselves. */
#include "internal.h"

/* Cards move from dev_new to dev when their owner's turn begins, so cards in dev may be played.
 * A card bought in special building is playable from its owner's next turn (ruling 33). */
static enum catan_error check_card(const struct catan *g, int seat, int card) {
    if (!bundle_count(g->dev[seat], card))
        return bundle_count(g->dev_new[seat], card) ? ERR_CARD_NEW : ERR_NO_CARD;
    return g->card_played ? ERR_CARD_PLAYED : CATAN_OK;
}

_Static_assert((int)DEV_POINT == 4, "struct catan counts the four kinds that are played");

/* From the hand, face up on the table; a knight stays there for the army. */
static void play_card(struct catan *g, int seat, int card) {
    CHECK(card < DEV_POINT);
    CHECK(bundle_count(g->dev[seat], card));
    CHECK(!g->card_played);
    g->dev[seat] -= BUNDLE_CARD(card);
    g->played[seat][card]++;
    g->card_played = 1;
}

enum catan_error catan__check_knight(const struct catan *g, const struct action *a) {
    return check_card(g, a->seat, DEV_KNIGHT);
}

/* The army is judged before the robber moves, so it may win before the roll (ruling 27). */
void catan__do_knight(struct catan *g, const struct action *a) {
    play_card(g, a->seat, DEV_KNIGHT);
    catan__judge_army(g);
    if (!catan__judge_win(g))
        catan__call_robber(g);
}

enum catan_error catan__check_road_building(const struct catan *g, const struct action *a) {
    enum catan_error e = check_card(g, a->seat, DEV_ROAD_BUILDING);
    if (e)
        return e;
    if (!g->roads_left[a->seat])
        return ERR_NO_PIECES;
    return places_any(catan_road_places(g, a->seat)) ? CATAN_OK : ERR_NO_ROAD_PLACE;
}

void catan__do_road_building(struct catan *g, const struct action *a) {
    play_card(g, a->seat, DEV_ROAD_BUILDING);
    CHECK(places_any(catan_road_places(g, a->seat)));
    g->free_roads = g->roads_left[a->seat] > 1 ? 2 : 1;
    catan__resume(g);
}

/* Two cards that the supply has; only one if it has just one left (ruling 14). */
enum catan_error catan__check_plenty(const struct catan *g, const struct action *a) {
    enum catan_error e = check_card(g, a->seat, DEV_PLENTY);
    if (e)
        return e;
    int n = 0, there = bundle_total(g->bank);
    for (int k = 0; k < KIND_N; k++) {
        if (a->get[k] > 2)
            return ERR_WRONG_CARDS;
        n += a->get[k];
    }
    if (!there)
        return ERR_BANK_SHORT;
    if (n != (there > 1 ? 2 : 1))
        return ERR_WRONG_CARDS;
    return bundle_has(g->bank, bundle_pack(a->get)) ? CATAN_OK : ERR_BANK_SHORT;
}

void catan__do_plenty(struct catan *g, const struct action *a) {
    play_card(g, a->seat, DEV_PLENTY);
    CHECK(bundle_has(g->bank, bundle_pack(a->get)));
    g->hand[a->seat] += bundle_pack(a->get);
    g->bank -= bundle_pack(a->get);
}

enum catan_error catan__check_monopoly(const struct catan *g, const struct action *a) {
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    return check_card(g, a->seat, DEV_MONOPOLY);
}

/* It may yield nothing (ruling 16). A seat that gives cards may no longer be able to keep its
 * offer. */
void catan__do_monopoly(struct catan *g, const struct action *a) {
    CHECK(a->place < KIND_N);
    play_card(g, a->seat, DEV_MONOPOLY);
    for (int p = 0; p < catan_seats(g); p++) {
        int n = bundle_count(g->hand[p], a->place);
        if (p == a->seat || n == 0)
            continue;
        g->hand[p] -= (uint64_t)n * BUNDLE_CARD(a->place);
        g->hand[a->seat] += (uint64_t)n * BUNDLE_CARD(a->place);
        catan__lapse(g, p);
    }
}
