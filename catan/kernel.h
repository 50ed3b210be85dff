/* kernel.h -- the inner loop: laying pieces and producing, with every derived field kept.
 *
 * Rules and playouts share these functions. Each takes the shape of the game; where that
 * is a constant (playout.c) the compiler leaves out the seats and words that are not there.
 * Nothing is checked here: the rules check before they call (build.c), the playout picks only
 * from what is legal. */
#ifndef CATAN_KERNEL_H
#define CATAN_KERNEL_H

#include "internal.h"

/* What the loops depend on. Passed by value: as constants it costs nothing. */
struct shape {
    const struct catan_board *board;
    int seats;
    int words;      /* of a set of corners: 1 on the base board, 2 on the larger one */
    bool helpers;
};

static inline struct shape shape_of(const struct catan *g) {
    return (struct shape){ catan_board(g), catan_seats(g),
                           g->rules.value[OPT_MAP] == MAP_BASE ? 1 : 2,
                           g->rules.value[OPT_HELPERS] };
}

/* The base board's 54 corners are one word; paths are two on either board. */
static ALWAYS_INLINE bool corner_in(struct shape s, const struct places *p, int corner) {
    return s.words == 1 ? p->w[0] >> corner & 1 : places_has(*p, corner);
}

static ALWAYS_INLINE void corner_add(struct shape s, struct places *p, int corner) {
    if (s.words == 1)
        p->w[0] |= bits_one(corner);
    else
        places_add(p, corner);
}

static ALWAYS_INLINE void corners_add(struct shape s, struct places *p, struct places more) {
    p->w[0] |= more.w[0];
    if (s.words == 2)
        p->w[1] |= more.w[1];
}

static ALWAYS_INLINE void pay(struct catan *g, int seat, uint64_t cost) {
    g->hand[seat] -= cost;
    g->bank += cost;
}

/* Cards bought in the last turn may be played from now on. Winning is the caller's to judge. */
static ALWAYS_INLINE void begin_turn(struct catan *g, int seat) {
    g->turn = (uint8_t)seat;
    g->special = CATAN_NONE;
    g->rolled = g->card_played = g->trade_over = 0;
    g->dev[seat] += g->dev_new[seat];
    g->dev_new[seat] = 0;
    g->phase = PH_ROLL;
}

/* What lasts as long as a turn does. Most turns see no offer. */
static ALWAYS_INLINE void forget_turn(struct catan *g) {
    g->jean = CATAN_NONE;
    g->helper_fresh = g->helper_used = 0;
    if (UNLIKELY(g->offers_made))
        catan__forget_offers(g);
}

static ALWAYS_INLINE bool has_won(const struct catan *g, int seat) {
    return catan_points(g, seat) >= g->rules.value[OPT_POINTS];
}

static ALWAYS_INLINE int seat_after(struct shape s, int seat) {
    return seat + 1 == s.seats ? 0 : seat + 1;
}

/* Points reached in another's turn win here, before the roll (ruling 25). */
static ALWAYS_INLINE void next_turn(struct shape s, struct catan *g) {
    int seat = seat_after(s, g->turn);
    begin_turn(g, seat);
    if (UNLIKELY(has_won(g, seat)))
        catan__judge_win(g);
}

/* After a winning turn there is no special building: the game was over before (ruling 35). */
static ALWAYS_INLINE void end_turn(struct shape s, struct catan *g) {
    g->turns++;
    forget_turn(g);
    if (g->rules.value[OPT_SPECIAL_BUILDING]) {
        g->special = (uint8_t)seat_after(s, g->turn);
        g->phase = PH_SPECIAL;
    } else {
        next_turn(s, g);
    }
}

/* Special building goes round clockwise, one after another (ruling G1). */
static ALWAYS_INLINE void end_special(struct shape s, struct catan *g) {
    int next = seat_after(s, g->special);
    if (next == g->turn)
        next_turn(s, g);
    else
        g->special = (uint8_t)next;
}

/* In strict phases the first building or purchase ends the trading (ruling 76), and with it
 * every standing offer. Between turns there is no trading to end. */
static ALWAYS_INLINE void built(struct catan *g) {
    if (g->special != CATAN_NONE || g->rules.value[OPT_PHASES] == PHASES_COMBINED)
        return;
    g->trade_over = 1;
    if (UNLIKELY(g->offers_made))
        for (int p = 0; p < catan_seats(g); p++)
            catan__lapse(g, p);
}

/* A card from the deck: not playable before its owner's next turn. */
static ALWAYS_INLINE void draw_card(struct catan *g, int seat, int card) {
    g->deck -= BUNDLE_CARD(card);
    g->dev_new[seat] += BUNDLE_CARD(card);
}

static ALWAYS_INLINE void trade_with_supply(struct catan *g, int seat, uint64_t give,
                                            uint64_t get) {
    g->hand[seat] += get - give;
    g->bank += give - get;
}

/* ---- the dice ---- */

#define ALL_DICE bits_low(36)
/* The outcomes whose sum is seven: (1,6), (2,5) .. (6,1). */
#define SEVENS (bits_one(5) | bits_one(10) | bits_one(15) | bits_one(20) | bits_one(25) | \
                bits_one(30))

/* The outcomes that can come now, bit 6*(a-1)+(b-1). A deck of dice is shuffled anew when
 * nothing that may come is left in it. */
static ALWAYS_INLINE uint64_t dice_outcomes(struct shape s, const struct catan *g) {
    uint64_t all = ALL_DICE;
    int quiet = g->rules.value[OPT_QUIET_ROUNDS];
    if (LIKELY(!quiet && !g->dice_left))    /* without a deck of dice nothing is ever left */
        return all;
    if (g->turns < (uint32_t)(quiet * s.seats))
        all &= ~SEVENS;
    return all & g->dice_left ? all & g->dice_left : all;
}

/* The dice lie; an outcome that was not left came from a deck just shuffled. */
static ALWAYS_INLINE void lay_dice(struct catan *g, int outcome) {
    if (UNLIKELY(g->rules.value[OPT_DICE] == DICE_DECK)) {
        if (!(g->dice_left >> outcome & 1))
            g->dice_left = ALL_DICE;
        g->dice_left &= ~bits_one(outcome);
    }
    g->dice[0] = (uint8_t)(1 + outcome / 6);
    g->dice[1] = (uint8_t)(1 + outcome % 6);
    g->rolled = 1;
}

/* ---- the robber ---- */

/* Half the hand, rounded down, of all who are over the limit now (ruling 8). */
static ALWAYS_INLINE int to_discard(const struct catan *g, int seat) {
    int cards = bundle_total(g->hand[seat]);
    return cards > g->rules.value[OPT_HAND_LIMIT] ? cards / 2 : 0;
}

/* Any hex but its own. A friendly robber spares hexes of other seats with few points, unless
 * that leaves it nowhere to go. */
static ALWAYS_INLINE uint32_t robber_hexes(struct shape s, const struct catan *g) {
    uint32_t all = (uint32_t)bits_low(s.board->hexes) & ~(1u << g->robber), spared = 0;
    int friendly = g->rules.value[OPT_FRIENDLY];
    if (LIKELY(!friendly))
        return all;
    for (int p = 0; p < s.seats; p++)
        if (p != g->turn && g->points[p] <= friendly)
            spared |= g->hexes[p];
    return all & ~spared ? all & ~spared : all;
}

/* Those of `hexes` where the active seat can rob this one. */
static ALWAYS_INLINE uint32_t robbed_at(const struct catan *g, int seat, uint32_t hexes) {
    bool robbable = seat != g->turn &&
        (LIKELY(g->rules.value[OPT_ROB_EMPTY]) || bundle_total(g->hand[seat]));
    return robbable ? g->hexes[seat] & hexes : 0;
}

static ALWAYS_INLINE void steal_card(struct catan *g, int victim, int kind) {
    g->hand[victim] -= BUNDLE_CARD(kind);
    g->hand[g->turn] += BUNDLE_CARD(kind);
}

/* ---- pieces and production ---- */

/* Does a building of another seat stand here? */
static ALWAYS_INLINE bool foreign_at(struct shape s, const struct catan *g, int seat, int corner) {
    return corner_in(s, &g->built, corner) && !corner_in(s, &g->settlements[seat], corner) &&
           !corner_in(s, &g->cities[seat], corner);
}

/* Lay a road. It can only lengthen the trails that run through it, and a seat with no more
 * roads than the record has no trail that beats it. */
static ALWAYS_INLINE void place_road(struct shape s, struct catan *g, int seat, int path) {
    places_del(&g->free_paths, path);
    places_add(&g->roads[seat], path);
    g->roads_left[seat]--;
    for (int end = 0; end < 2; end++) {
        int corner = s.board->path_corner[path][end];
        corner_add(s, &g->network[seat], corner);
        if (!foreign_at(s, g, seat, corner)) {
            g->reach[seat].w[0] |= s.board->corner_paths[corner].w[0];
            g->reach[seat].w[1] |= s.board->corner_paths[corner].w[1];
        }
    }
    if (g->rules.value[OPT_ROADS] - g->roads_left[seat] > g->longest_length) {
        int length = catan__trail_through(g, seat, path);
        if (length > g->longest_length)
            catan__take_longest(g, seat, length);
    }
}

/* Count a building once more in what its seat earns; a city is counted twice. */
static ALWAYS_INLINE void add_production(struct shape s, struct catan *g, int seat, int corner) {
    for (int i = 0; i < 3; i++) {
        int hex = s.board->corner_hex[corner][i];
        if (hex < 0)
            break;
        if (g->number[hex]) {
            uint64_t *row = g->production[g->number[hex] - 2];
            row[seat] += BUNDLE_CARD(g->terrain[hex]);
            row[SEATS_MAX] += BUNDLE_CARD(g->terrain[hex]);
        }
    }
}

/* A building at a harbor trades better from now on. */
static ALWAYS_INLINE void add_harbor(struct catan *g, int seat, int sort) {
    if (sort == HARBOR_ANY)         /* every 4 becomes a 3 */
        g->rate[seat] -= (g->rate[seat] & 4 * BUNDLE_EACH) >> 2;
    else if (sort < KIND_N)
        g->rate[seat] = (g->rate[seat] & ~((uint64_t)255 << 8 * sort)) | (uint64_t)2 << 8 * sort;
}

/* A building now stands on a corner of another seat's network: the paths here are no longer
 * reached through it, and a trail may be cut. Returns whether the award must be judged. */
static ALWAYS_INLINE bool cut_network(struct shape s, struct catan *g, int seat, int corner) {
    int roads = 0;
    for (int i = 0; i < 3; i++) {
        int path = s.board->corner_path[corner][i];
        if (path < 0)
            break;
        roads += places_has(g->roads[seat], path);
        int far = s.board->corner_corner[corner][i];
        if (!corner_in(s, &g->network[seat], far) || foreign_at(s, g, seat, far))
            places_del(&g->reach[seat], path);
    }
    return roads >= 2 && (g->longest_road == seat || (g->longest_road == CATAN_NONE &&
                          g->longest_length >= g->rules.value[OPT_LONGEST_ROAD_MIN]));
}

/* The corner was on nobody's account, so it is added everywhere; only other seats' networks
 * can lose by it. The award is judged once, after all of them are cut. */
static ALWAYS_INLINE void place_settlement(struct shape s, struct catan *g, int seat, int corner) {
    corner_add(s, &g->settlements[seat], corner);
    corner_add(s, &g->built, corner);
    corner_add(s, &g->blocked, corner);
    corners_add(s, &g->blocked, s.board->corner_near[corner]);
    corner_add(s, &g->network[seat], corner);
    g->reach[seat].w[0] |= s.board->corner_paths[corner].w[0];
    g->reach[seat].w[1] |= s.board->corner_paths[corner].w[1];
    g->hexes[seat] |= s.board->corner_hexes[corner];
    g->settlements_left[seat]--;
    g->points[seat]++;
    add_production(s, g, seat, corner);
    for (int i = 0; i < 2; i++)
        if (s.board->corner_coast[corner][i] >= 0)
            add_harbor(g, seat, g->harbor[s.board->corner_coast[corner][i]]);
    bool judge = false;
    for (int q = 0; q < s.seats; q++)
        if (q != seat && corner_in(s, &g->network[q], corner))
            judge |= cut_network(s, g, q, corner);
    if (judge)
        catan__judge_road(g);
}

/* The settlement goes back to the seat's pieces at once (ruling 30); harbors, hexes and the
 * network stay as they are (21). */
static ALWAYS_INLINE void place_city(struct shape s, struct catan *g, int seat, int corner) {
    places_del(&g->settlements[seat], corner);
    corner_add(s, &g->cities[seat], corner);
    g->settlements_left[seat]++;
    g->cities_left[seat]--;
    g->points[seat]++;
    add_production(s, g, seat, corner);
}

/* What the robber keeps from a seat when its hex is rolled. */
static ALWAYS_INLINE uint64_t kept_back(struct shape s, const struct catan *g, int seat) {
    const struct places *at = &s.board->hex_corners[g->robber];
    uint64_t n = (uint64_t)(bits_count(g->settlements[seat].w[0] & at->w[0]) +
                            2 * bits_count(g->cities[seat].w[0] & at->w[0]));
    if (s.words == 2)
        n += (uint64_t)(bits_count(g->settlements[seat].w[1] & at->w[1]) +
                        2 * bits_count(g->cities[seat].w[1] & at->w[1]));
    return n * BUNDLE_CARD(g->terrain[g->robber]);
}

/* Where the supply cannot give all of a kind, nobody gets it; but a seat that is the only
 * one to be owed gets what is left (ruling 17). */
static NOINLINE void share_shortage(struct catan *g, int seats) {
    for (int k = 0; k < KIND_N; k++) {
        int owed = 0, owners = 0, owner = 0, left = bundle_count(g->bank, k);
        for (int p = 0; p < seats; p++)
            if (bundle_count(g->gains[p], k)) {
                owed += bundle_count(g->gains[p], k);
                owners++;
                owner = p;
            }
        if (owed <= left)
            continue;
        for (int p = 0; p < seats; p++)
            g->gains[p] -= (uint64_t)bundle_count(g->gains[p], k) * BUNDLE_CARD(k);
        if (owners == 1)
            g->gains[owner] += (uint64_t)left * BUNDLE_CARD(k);
    }
}

/* Each seat's share of a number is kept ready in `production`, with the sum of all in the last
 * column, so that the usual roll is one addition a seat and one comparison with the supply. */
static ALWAYS_INLINE void produce(struct shape s, struct catan *g, int number) {
    const uint64_t *row = g->production[number - 2];
    uint64_t all = row[SEATS_MAX];
    for (int p = 0; p < s.seats; p++)
        g->gains[p] = row[p];
    if (UNLIKELY(g->number[g->robber] == number))
        for (int p = 0; p < s.seats; p++) {
            uint64_t kept = kept_back(s, g, p);
            g->gains[p] -= kept;
            all -= kept;
        }
    if (UNLIKELY(!bundle_has(g->bank, all))) {
        share_shortage(g, s.seats);
        all = 0;
        for (int p = 0; p < s.seats; p++)
            all += g->gains[p];
    }
    for (int p = 0; p < s.seats; p++)
        g->hand[p] += g->gains[p];
    g->bank -= all;
}

#endif
