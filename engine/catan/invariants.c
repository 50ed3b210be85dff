/* invariants.c -- every invariant of a state, numbered as in docs/invariants.md.
 *
 * It also judges positions typed in by hand, so nothing is trusted before it is checked: ranges
 * first, then counts, then derived values. */
#include <string.h>

#include "internal.h"

/* An index or CATAN_NONE, like most bytes of the state. */
static bool none_or_below(int value, int n) {
    return value == CATAN_NONE || value < n;
}

/* 1: numbers are in range, and what belongs to no seat is empty. */
static bool in_range(const struct catan *g) {
    int seats = catan_seats(g);
    if (seats < 2 || seats > SEATS_MAX || g->phase >= PH_N || g->viewer != SEAT_ALL)
        return false;
    for (int o = 0; o < OPT_N; o++)
        if (!option_allows(&catan__options[o], g->rules.value[o]))
            return false;
    bool fine = none_or_below(g->turn, seats) && none_or_below(g->first, seats) &&
                none_or_below(g->special, seats) && none_or_below(g->victim, seats) &&
                none_or_below(g->winner, seats) && none_or_below(g->longest_road, seats) &&
                none_or_below(g->largest_army, seats) && none_or_below(g->helper_seat, seats) &&
                none_or_below(g->helper_target, seats) && none_or_below(g->jean, KIND_N) &&
                none_or_below(g->robber, catan_board(g)->hexes) &&
                none_or_below(g->last_corner, catan_board(g)->corners) && g->rolled <= 1 &&
                g->card_played <= 1 && g->trade_over <= 1 && g->robber_due <= 1 &&
                    g->free_roads <= 2 &&
                g->dice[0] <= 6 && g->dice[1] <= 6 && !(g->dice_left & ~bits_low(36)) &&
                (!g->dice_left || catan_option(g, OPT_DICE) == DICE_DECK);
    for (int p = seats; p < SEATS_MAX; p++)
        fine = fine && !g->hand[p] && !g->dev[p] && !g->dev_new[p] && !g->gains[p] &&
               !places_any(g->settlements[p]) && !places_any(g->cities[p]) &&
               !places_any(g->roads[p]) && !g->owes_cards[p] && !g->offer[p].number;
    return fine;
}

/* 2: the board is one that can be dealt. */
static bool board_is_possible(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++) {
        int terrain = g->terrain[h], number = g->number[h];
        if (terrain > DESERT && (terrain != CATAN_NONE || g->phase != PH_BOARD))
            return false;
        if (number > 12 || number == 1 || number == 7 || (number && terrain >= DESERT))
            return false;
        if (!number && terrain < DESERT && g->phase != PH_BOARD)
            return false;
    }
    for (int i = 0; i < b->coast; i++) {
        bool to_be_laid = g->harbor[i] == CATAN_HIDDEN && g->phase == PH_BOARD;
        if (!none_or_below(g->harbor[i], HARBOR_N) && !to_be_laid)
            return false;
    }
    return g->phase == PH_BOARD ? catan__deal_can_go_on(g) : g->robber != CATAN_NONE;
}

/* The total keeps bundle_known() right, and below 128 no byte carries into the next. */
static bool total_is_right(uint64_t bundle) {
    int sum = 0;
    for (int k = 0; k < KINDS; k++)
        sum += bundle_count(bundle, k);
    return sum <= 127 && sum == bundle_total(bundle) && bundle >> 48 == 0;
}

/* 3: every bundle's total is the sum of its kinds. */
static bool totals_are_right(const struct catan *g) {
    bool fine = total_is_right(g->bank) && total_is_right(g->deck) && total_is_right(g->look);
    for (int p = 0; p < catan_seats(g); p++)
        fine = fine && total_is_right(g->hand[p]) && total_is_right(g->dev[p]) &&
               total_is_right(g->dev_new[p]) && total_is_right(g->gains[p]);
    return fine;
}

/* 4: hands and supply together are all resource cards. */
static bool resources_are_all_there(const struct catan *g) {
    uint64_t sum = g->bank;
    for (int p = 0; p < catan_seats(g); p++)
        sum += g->hand[p];
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(sum, k) != catan_option(g, OPT_BANK))
            return false;
    return true;
}

/* 5: so are the development cards: in the deck, in hands, played, or taken out by Vincent. */
static bool developments_are_all_there(const struct catan *g) {
    uint64_t sum = g->deck + (uint64_t)g->knights_gone * BUNDLE_CARD(DEV_KNIGHT);
    for (int p = 0; p < catan_seats(g); p++) {
        sum += g->dev[p] + g->dev_new[p];
        for (int card = 0; card < 4; card++)
            sum += (uint64_t)g->played[p][card] * BUNDLE_CARD(card);
    }
    return sum == catan__full_deck(g);
}

static bool within(struct places s, int n) {
    struct places all = { { bits_low(n), bits_low(n > 64 ? n - 64 : 0) } };
    return !places_any(places_minus(s, all));
}

/* 6: no seat has more pieces than the rules give it. */
static bool pieces_are_enough(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    for (int p = 0; p < catan_seats(g); p++)
        if (places_count(g->settlements[p]) > catan_option(g, OPT_SETTLEMENTS) ||
            places_count(g->cities[p]) > catan_option(g, OPT_CITIES) ||
            places_count(g->roads[p]) > catan_option(g, OPT_ROADS) ||
            !within(g->settlements[p], b->corners) || !within(g->cities[p], b->corners) ||
            !within(g->roads[p], b->paths))
            return false;
    return true;
}

/* 7: one building per corner, none next to another. */
static bool buildings_keep_distance(const struct catan *g) {
    struct places all = { { 0, 0 } };
    int n = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        all = places_or(all, places_or(g->settlements[p], g->cities[p]));
        n += places_count(g->settlements[p]) + places_count(g->cities[p]);
    }
    if (places_count(all) != n)
        return false;
    for (struct places left = all; places_any(left);)
        if (places_any(places_and(all, catan_board(g)->corner_near[places_pop(&left)])))
            return false;
    return true;
}

/* 8: one road per path. */
static bool roads_are_apart(const struct catan *g) {
    struct places all = { { 0, 0 } };
    int n = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        all = places_or(all, g->roads[p]);
        n += places_count(g->roads[p]);
    }
    return places_count(all) == n;
}

/* 9: derived fields match their definitions and what catan_derive() computes. */
static bool derived_is_right(const struct catan *g) {
    struct catan again = *g;
    catan_derive(&again);
    return catan__derived_by_definition(g) && memcmp(&again, g, sizeof again) == 0;
}

/* 10: the right seat holds the Longest Road, and the length to beat is right. */
static bool road_award_is_right(const struct catan *g) {
    struct catan again = *g;
    catan__judge_all_roads(&again);
    return again.longest_road == g->longest_road && again.longest_length == g->longest_length;
}

/* The seat that alone has the most face-up knights, if there are enough; else CATAN_NONE. */
static int army_leader(const struct catan *g) {
    int most = catan_option(g, OPT_LARGEST_ARMY_MIN) - 1, leader = CATAN_NONE;
    for (int p = 0; p < catan_seats(g); p++) {
        int knights = g->played[p][DEV_KNIGHT];
        if (knights >= most)
            leader = knights == most ? CATAN_NONE : p;
        most = knights > most ? knights : most;
    }
    return leader;
}

/* 11: the right seat holds the Largest Army: a sole leader has it. */
static bool army_award_is_right(const struct catan *g) {
    struct catan again = *g;
    catan__judge_army(&again);
    int holder = g->largest_army, leader = army_leader(g);
    bool earned = holder == CATAN_NONE || g->knights_gone ||
                  g->played[holder][DEV_KNIGHT] >= catan_option(g, OPT_LARGEST_ARMY_MIN);
    return again.largest_army == holder && earned && (leader == CATAN_NONE || leader == holder);
}

/* 12: the game is over exactly when the active seat has enough points on its own turn. */
static bool win_is_seen(const struct catan *g) {
    if ((g->winner != CATAN_NONE) != (g->phase == PH_OVER))
        return false;
    bool playing = g->turn != CATAN_NONE && g->phase != PH_SETTLE && g->phase != PH_SETTLE_ROAD;
    bool enough = playing && g->special == CATAN_NONE &&
                  catan_points(g, g->turn) >= catan_option(g, OPT_POINTS);
    return enough == (g->winner != CATAN_NONE) && (!enough || g->winner == g->turn);
}

/* Phases as PHASE() bits, as in the action table. */
static bool in_phases(const struct catan *g, uint32_t phases) {
    return phases >> g->phase & 1;
}

/* There is a first and an active seat once the board is complete, and a special builder only
 * between turns. */
static bool seats_fit(const struct catan *g) {
    bool early = in_phases(g, PHASE(PH_BOARD) | PHASE(PH_FIRST));
    bool special = g->special != CATAN_NONE;
    if ((g->turn == CATAN_NONE) != early || (g->first == CATAN_NONE) != early)
        return false;
    if (special && (!catan_option(g, OPT_SPECIAL_BUILDING) || g->special == g->turn))
        return false;
    return special ? in_phases(g, PHASE(PH_SPECIAL) | PHASE(PH_DRAW)) : g->phase != PH_SPECIAL;
}

/* Cards are owed only while a robber is due, and at most as many as the seat has. */
static bool cards_owed_fit(const struct catan *g) {
    int owed = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        owed += g->owes_cards[p];
        if (g->owes_cards[p] > bundle_total(g->hand[p]))
            return false;
    }
    return owed ? g->robber_due : g->phase != PH_DISCARD;
}

/* What is due comes next: a robber after a seven or a knight, with Sean in between; free roads
 * at once, unless the first of them has won. */
static bool dues_fit(const struct catan *g) {
    uint32_t seven = PHASE(PH_SEAN) | PHASE(PH_AFTER_HELPER) | PHASE(PH_DISCARD);
    if ((g->robber_due && !in_phases(g, seven | PHASE(PH_ROBBER))) ||
        (g->free_roads && !in_phases(g, PHASE(PH_FREE_ROAD) | PHASE(PH_OVER))))
        return false;
    switch (g->phase) {
    case PH_STEAL:
        return g->victim != CATAN_NONE && g->victim != g->turn && bundle_total(g->hand[g->victim]);
    case PH_ROBBER:
        return g->robber_due;
    case PH_FREE_ROAD:
        return g->free_roads && g->roads_left[g->turn] && places_any(catan_road_places(g, g->turn));
    case PH_DRAW: case PH_LOOK:
        return bundle_total(g->deck);
    default:
        return true;
    }
}

/* Strict phases trade, then build; combined phases do both. */
static bool order_fits(const struct catan *g) {
    bool combined = catan_option(g, OPT_PHASES) == PHASES_COMBINED;
    switch (g->phase) {
    case PH_MAIN:
        return combined;
    case PH_TRADE:
        return !combined && !g->trade_over;
    case PH_BUILD:
        return !combined && g->trade_over;
    default:
        return !(combined && g->trade_over) && !(g->phase == PH_OFFER && g->trade_over);
    }
}

/* 13: the phase has what it needs, and nothing else is due. */
static bool phase_fits(const struct catan *g) {
    bool helping =
        in_phases(g, PHASE(PH_MARIANNE) | PHASE(PH_SEAN) | PHASE(PH_AFTER_HELPER) | PHASE(PH_LOOK) |
                         PHASE(PH_KEEP) | PHASE(PH_REPAY) | PHASE(PH_TAKE));
    bool unrolled = in_phases(g, PHASE(PH_ROLL) | PHASE(PH_DICE));
    bool rolled =
        in_phases(g, WHEN_BUILDING | PHASE(PH_OFFER) | PHASE(PH_SPECIAL) | PHASE(PH_DISCARD));
    return seats_fit(g) && order_fits(g) && catan__start_fits(g) && cards_owed_fit(g) &&
           dues_fit(g) &&
           (g->phase == PH_STEAL || g->victim == CATAN_NONE) && !(unrolled && g->rolled) &&
           !(rolled && !g->rolled) && (g->helper_seat != CATAN_NONE) == helping;
}

/* An offer's number is a byte, and 0 means none: there must be numbers for all offers that may
 * still be made this turn. */
static bool numbers_are_left(const struct catan *g) {
    int last = g->offers_made;
    if (catan_option(g, OPT_OFFERS) > OFFERS_MAX)
        return true;                /* they start again at 1 */
    for (int p = 0; p < catan_seats(g); p++) {
        if (g->offers_by[p] > catan_option(g, OPT_OFFERS))
            return false;
        last += catan_option(g, OPT_OFFERS) - g->offers_by[p];
    }
    return last <= (int)UINT8_MAX;
}

/* 14: standing offers can be kept. */
static bool offers_are_sound(const struct catan *g) {
    int seats = catan_seats(g);
    if (!numbers_are_left(g))
        return false;
    for (int p = 0; p < seats; p++) {
        const struct catan_offer *o = &g->offer[p];
        if (!o->number && (o->to | o->accepted | o->declined))
            return false;
        if (!o->number)
            continue;
        unsigned others = others_of(g, p);
        bool to_ok = p == g->turn ? !(o->to & ~others) && o->to : o->to == 1u << g->turn;
        bool answers_ok = !((o->accepted | o->declined) & ~o->to) && !(o->accepted & o->declined);
        bool made = o->number <= g->offers_made || catan_option(g, OPT_OFFERS) > OFFERS_MAX;
        if (g->turn == CATAN_NONE || !g->rolled || !made || !to_ok || !answers_ok ||
            !bundle_has(g->hand[p], bundle_pack(o->give)))
            return false;
        for (int q = 0; q < seats; q++)
            if (o->accepted >> q & 1 && !bundle_has(g->hand[q], bundle_pack(o->get)))
                return false;
        for (int q = 0; q < p; q++)
            if (g->offer[q].number == o->number)
                return false;
    }
    return g->phase != PH_OFFER || g->offer[g->turn].number;
}

/* 15: each helper is with one seat or on display, and its action can continue. */
static bool helpers_are_sound(const struct catan *g) {
    unsigned held = 0, seats = (1u << catan_seats(g)) - 1;
    for (int p = 0; p < catan_seats(g); p++) {
        if (!none_or_below(g->helper[p], HELPER_N))
            return false;
        unsigned bit = g->helper[p] == CATAN_NONE ? 0 : 1u << g->helper[p];
        if (held & bit || (bit && !catan_option(g, OPT_HELPERS)))
            return false;
        held |= bit;
    }
    bool looking = g->phase == PH_KEEP;
    bool paying = g->phase == PH_REPAY;
    bool own_turn =
        in_phases(g, PHASE(PH_LOOK) | PHASE(PH_KEEP) | PHASE(PH_REPAY) | PHASE(PH_TAKE));
    return (!own_turn || g->helper_seat == g->turn) &&
           !((g->helper_b | g->helper_fresh | g->helper_used) & ~seats) &&
           (g->helper_seat == CATAN_NONE || g->helper[g->helper_seat] != CATAN_NONE) &&
           looking == (g->look != 0) && (!looking || bundle_has(g->deck, g->look)) &&
           paying == (g->repay != 0) && !(g->repay & ~seats) &&
           (!paying || (!(g->repay >> g->turn & 1) &&
                        bundle_total(g->hand[g->turn]) >= bits_count(g->repay))) &&
           (g->phase == PH_TAKE) == (g->helper_target != CATAN_NONE) &&
           (g->phase != PH_TAKE ||
            (g->helper_target != g->turn && bundle_total(g->hand[g->helper_target])));
}

/* Checked in this order. Each may rely on those before it: the loops of later checks would go
 * out of bounds on bad numbers. */
#define INVARIANT(id, words, holds) { id, id ": " words, holds }
static const struct {
    const char *id, *words;             /* words: for people who set a position */
    bool (*holds)(const struct catan *g);
} invariants[] = {
    INVARIANT("range", "a number is out of its bounds", in_range),
    INVARIANT("board", "a hex lacks its terrain or number, the robber its hex, or the deal its pieces",
              board_is_possible),
    INVARIANT("totals", "a total is not the sum of its kinds", totals_are_right),
    INVARIANT("resource-cards", "hands and bank are not all the cards there are",
              resources_are_all_there),
    INVARIANT("development-cards", "hands, deck and played cards are not all there are",
              developments_are_all_there),
    INVARIANT("pieces", "a seat has more than its box holds", pieces_are_enough),
    INVARIANT("distance", "two buildings on a corner, or one path apart", buildings_keep_distance),
    INVARIANT("roads", "two roads on one path", roads_are_apart),
    INVARIANT("derived", "what follows from the rest does not", derived_is_right),
    INVARIANT("longest-road", "another's; without longest_road and road_to_beat it is judged",
              road_award_is_right),
    INVARIANT("largest-army", "another's; without largest_army it is judged",
              army_award_is_right),
    INVARIANT("winner", "the game is over when, and only when, the active seat has the points",
              win_is_seen),
    INVARIANT("phase", "it lacks what it waits for, or something else is due", phase_fits),
    INVARIANT("offers", "one that cannot be kept, or addresses whom it may not", offers_are_sound),
    INVARIANT("helpers", "one held twice, or what it does does not fit the phase",
              helpers_are_sound),
};
enum { INVARIANTS = sizeof invariants / sizeof *invariants };

int catan_sound(const struct catan *g) {
    for (int i = 0; i < INVARIANTS; i++)
        if (!invariants[i].holds(g))
            return i + 1;
    return 0;
}

const char *catan_invariant_words(int number) {
    return 1 <= number && number <= INVARIANTS ? invariants[number - 1].words : "";
}

const char *catan_invariant(int number) {
    return 1 <= number && number <= INVARIANTS ? invariants[number - 1].id : "sound";
}
