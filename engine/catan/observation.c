/* observation.c -- what a seat knows of a game of CATAN, as a vector of small numbers
 * (core/space.h).
 *
 * It reads the whole state for speed, but only what view() would leave in it; tests/space_test.c
 * compares the two. Seats come in the order of play, the viewing seat first. */
#include <string.h>

#include "core/simd.h"
#include "space.h"

/* What the rows and columns of a block are: their word, and how many; 0: it depends. */
enum { OF_ONE, OF_HEX, OF_CORNER, OF_PATH, OF_SEAT, OF_KIND, OF_TERRAIN, OF_HARBOR, OF_CARD,
    OF_PLAYED, OF_PIECE, OF_PHASE, OF_ANSWER, OF_HELPER, OF_SIDE, OF_DRAFT };
static const struct { const char *word; int n; } things[] = {
    { "", 1 }, { "hex", 0 }, { "corner", 0 }, { "path", 0 }, { "seat", 0 }, { "kind", KIND_N },
    { "terrain", TERRAIN_N }, { "harbor", HARBOR_N }, { "card", DEV_N }, { "card", DEV_POINT },
    { "piece", 3 }, { "phase", PH_N }, { "answer", 3 }, { "helper", HELPER_N }, { "side", 3 },
    { "draft", 5 },
};

/* The blocks in their order: X(name, row, column, low, high, when, what).
 * when: 0 always, 1 with offers, 2 with helpers. The first FIXED blocks never change in a game. */
#define FEATURES(X)                                                                                \
    X("terrain", OF_HEX, OF_TERRAIN, 0, 1, 0, "which of the five that yield, or desert")           \
    X("number", OF_HEX, OF_ONE, 0, 12, 0, "the number token, 0 for none")                          \
    X("pips", OF_HEX, OF_ONE, 0, 5, 0, "in how many of 36 rolls the number comes")                 \
    X("harbor", OF_CORNER, OF_HARBOR, 0, 1, 0, "2:1 for the five kinds, then 3:1")                 \
    X("goal", OF_ONE, OF_ONE, 3, 30, 0, "points that win")                                         \
    X("buildings", OF_SEAT, OF_CORNER, 0, 2, 0, "1 a settlement, 2 a city")                        \
    X("roads", OF_SEAT, OF_PATH, 0, 1, 0, "the seat's roads")                                      \
    X("pieces", OF_SEAT, OF_PIECE, 0, 20, 0, "roads, settlements, cities left")                    \
    X("rate", OF_SEAT, OF_KIND, 2, 4, 0, "cards for one from the supply")                          \
    X("income", OF_SEAT, OF_KIND, 0, 120, 0, "cards in 36 rolls, were there no robber")            \
    X("robber", OF_HEX, OF_ONE, 0, 1, 0, "where the robber stands")                                \
    X("hand", OF_KIND, OF_ONE, 0, 25, 0, "own resource cards")                                     \
    X("others", OF_KIND, OF_ONE, 0, 25, 0, "cards of this kind in all other hands together")       \
    X("bank", OF_KIND, OF_ONE, 0, 25, 0, "cards in the supply")                                    \
    X("cards", OF_CARD, OF_ONE, 0, 60, 0, "own development cards that may be played, and points")  \
    X("new_cards", OF_CARD, OF_ONE, 0, 60, 0, "those bought since its last turn began")            \
    X("deck", OF_ONE, OF_ONE, 0, 108, 0, "development cards to draw")                              \
    X("hand_size", OF_SEAT, OF_ONE, 0, 125, 0, "resource cards")                                   \
    X("card_count", OF_SEAT, OF_ONE, 0, 108, 0, "development cards not played")                    \
    X("played", OF_SEAT, OF_PLAYED, 0, 60, 0, "knight, road-building, plenty, monopoly on show")   \
    X("points", OF_SEAT, OF_ONE, 0, 60, 0, "that this seat knows of")                              \
    X("owes", OF_SEAT, OF_ONE, 0, 63, 0, "cards to discard")                                       \
    X("turn", OF_SEAT, OF_ONE, 0, 1, 0, "whose turn it is")                                        \
    X("special", OF_SEAT, OF_ONE, 0, 1, 0, "who builds between turns")                             \
    X("longest_road", OF_SEAT, OF_ONE, 0, 1, 0, "who holds it")                                    \
    X("largest_army", OF_SEAT, OF_ONE, 0, 1, 0, "who holds it")                                    \
    X("road_length", OF_ONE, OF_ONE, 0, 20, 0, "what a road must exceed to take Longest Road")     \
    X("phase", OF_PHASE, OF_ONE, 0, 1, 0, "what the game waits for, as in docs/schema.md")         \
    X("rolled", OF_ONE, OF_ONE, 0, 1, 0, "the dice of this turn have been rolled")                 \
    X("dice", OF_ONE, OF_ONE, 0, 12, 0, "the last roll")                                           \
    X("card_played", OF_ONE, OF_ONE, 0, 1, 0, "a development card in this turn")                   \
    X("trade_over", OF_ONE, OF_ONE, 0, 1, 0, "strict phases: something was built")                 \
    X("free_roads", OF_ONE, OF_ONE, 0, 2, 0, "still to place by Road Building")                    \
    X("turns", OF_ONE, OF_ONE, 0, 127, 0, "turns ended, at most 127")                              \
    X("offer_give", OF_SEAT, OF_KIND, 0, 25, 1, "what its standing offer gives")                   \
    X("offer_get", OF_SEAT, OF_KIND, 0, 25, 1, "what it asks for")                                 \
    X("offer_to", OF_SEAT, OF_ANSWER, 0, 1, 1, "the offer is to this seat; it accepted; declined") \
    X("answers", OF_SEAT, OF_ANSWER, 0, 1, 1, "own offer: to that seat; it accepted; declined")    \
    X("offers_made", OF_ONE, OF_ONE, 0, 127, 1, "by this seat in this turn")                       \
    X("draft", OF_DRAFT, OF_ONE, 0, 1, 0, "begun: an offer, and asking; William; Louis; Candamir") \
    X("draft_give", OF_KIND, OF_ONE, 0, 25, 0, "cards in it to give or to pay")                    \
    X("draft_get", OF_KIND, OF_ONE, 0, 25, 1, "cards in it to ask for")                            \
    X("draft_to", OF_SEAT, OF_ONE, 0, 1, 1, "whom it will be sent to")                             \
    X("draft_path", OF_PATH, OF_ONE, 0, 1, 2, "William's path; the road that Louis takes up")      \
    X("helper", OF_SEAT, OF_HELPER, 0, 1, 2, "who helps the seat")                                 \
    X("helper_side", OF_SEAT, OF_SIDE, 0, 1, 2, "shows its B side; came this turn; used in it")    \
    X("helper_acts", OF_SEAT, OF_ONE, 0, 1, 2, "who acts by a helper now")                         \
    X("helper_target", OF_SEAT, OF_ONE, 0, 1, 2, "Hilde: whose hand is open")                      \
    X("open_hand", OF_KIND, OF_ONE, 0, 25, 2, "Hilde: the cards in it, if this seat looks")        \
    X("open_cards", OF_CARD, OF_ONE, 0, 60, 2, "Candamir: the cards to choose from")               \
    X("repay", OF_SEAT, OF_ONE, 0, 1, 2, "Nassir: who is owed a card")                             \
    X("jean", OF_KIND, OF_ONE, 0, 1, 2, "this turn's 2:1 kind")
enum { FIXED = 5 };

static const struct { struct space_block b; uint8_t row, column, when; } blocks[] = {
#define X(name_, row_, column_, low_, high_, when_, what_)                                      \
    { { .name = name_, .low = low_, .high = high_, .what = what_ }, row_, column_, when_ },
    FEATURES(X)
#undef X
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };
_Static_assert((int)BLOCKS <= SPACE_BLOCKS_MAX, "every block has its place in the shape");

static int size_of(const struct space_shape *s, int what) {
    const struct catan_board *b = &catan_boards[s->rules.value[OPT_MAP]];
    switch (what) {
    case OF_HEX: return b->hexes;
    case OF_CORNER: return b->corners;
    case OF_PATH: return b->paths;
    case OF_SEAT: return s->rules.seats;
    default: return things[what].n;
    }
}

void catan__shape_features(struct space_shape *s) {
    for (int i = 0; i < BLOCKS; i++) {
        struct space_block b = blocks[i].b;
        b.row = things[blocks[i].row].word;
        b.column = things[blocks[i].column].word;
        if (blocks[i].when == 0 || s->rules.value[blocks[i].when == 1 ? OPT_OFFERS : OPT_HELPERS])
            space_add_block(s, &b, size_of(s, blocks[i].row), size_of(s, blocks[i].column));
        if (i + 1 == FIXED)
            s->fixed = s->features;
    }
}

/* ---- writing ---- */

/* Rows are written from start to end, millions of times a second. So functions marked "with
 * slack" write whole words and may write up to SLACK bytes past their own part; the next block
 * overwrites them. The last blocks of a row are written exactly. */
enum { SLACK = 15 };

/* What the loops depend on. For the common games these are constants and cost nothing. */
struct sizes { int seats, hexes, corners, paths; };

static int8_t small(int value) { return (int8_t)(value > 127 ? 127 : value); }

/* Eight bytes, the lowest first. With slack. */
static ALWAYS_INLINE void put_word(int8_t *out, uint64_t word) {
    if (BITS_LITTLE)
        memcpy(out, &word, sizeof word);
    else
        for (int i = 0; i < 8; i++)
            out[i] = (int8_t)(word >> 8 * i);
}

/* With slack. */
static ALWAYS_INLINE int8_t *put_kinds(int8_t *out, uint64_t bundle) {
    put_word(out, bundle);
    return out + KINDS;
}

static int8_t *put_counts(int8_t *out, const uint8_t count[KINDS]) {
    memcpy(out, count, KINDS);
    return out + KINDS;
}

/* A one among n zeros; only zeros if `at` is out of range. */
static int8_t *put_one(int8_t *out, int n, int at) {
    memset(out, 0, (size_t)n);
    if (at >= 0 && at < n)
        out[at] = 1;
    return out + n;
}

/* The same with slack. */
static ALWAYS_INLINE int8_t *put_one_of(int8_t *out, int n, int at) {
    for (int i = 0; i < n; i += 8)
        put_word(out + i, 0);
    if (at < n)
        out[at] = 1;
    return out + n;
}

/* 1 where `ones` has the place, 2 where `twos` has it. With slack. */
static ALWAYS_INLINE int8_t *put_places(int8_t *out, struct places ones, struct places twos,
                                        int n) {
    for (int i = 0; i < n; i += 16)
        spread_bits((unsigned)(ones.w[i >> 6] >> (i & 63)) & 0xffff,
                    (unsigned)(twos.w[i >> 6] >> (i & 63)) & 0xffff, out + i);
    return out + n;
}

static NOINLINE void put_fixed(const struct catan *g, int8_t *out) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        out = put_one(out, TERRAIN_N, g->terrain[h]);
    memcpy(out, g->number, b->hexes);
    out += b->hexes;
    for (int h = 0; h < b->hexes; h++) {
        int number = g->number[h];
        *out++ = (int8_t)(number ? 6 - (number < 7 ? 7 - number : number - 7) : 0);
    }
    for (int c = 0; c < b->corners; c++, out += HARBOR_N) {
        memset(out, 0, HARBOR_N);
        for (int i = 0; i < 2; i++) {
            int at = b->corner_coast[c][i];
            if (at >= 0 && g->harbor[at] < HARBOR_N)
                out[g->harbor[at]] = 1;
        }
    }
    *out = (int8_t)catan_option(g, OPT_POINTS);
}

static ALWAYS_INLINE int seat_behind(struct sizes z, int p) {
    return z.seats == 4 ? (p + 1) & 3 : p + 1 == z.seats ? 0 : p + 1;
}

/* For every seat p, starting with the viewing one. */
#define EACH_SEAT(z, seat, p) \
    for (int i_ = 0, p = (seat); i_ < (z).seats; i_++, p = seat_behind(z, p))

/* One byte per seat, seat 0's the lowest. */
static ALWAYS_INLINE uint64_t bytes_of(struct sizes z, const uint8_t of[SEATS_MAX]) {
    uint64_t bytes = 0;
    if (BITS_LITTLE)
        memcpy(&bytes, of, (size_t)z.seats);
    for (int p = 0; !BITS_LITTLE && p < z.seats; p++)
        bytes |= (uint64_t)of[p] << 8 * p;
    return bytes;
}

/* Such bytes in the order of play from `seat`. With slack. */
static ALWAYS_INLINE int8_t *put_turned(struct sizes z, int seat, uint64_t bytes, int8_t *out) {
    unsigned by = 8 * (unsigned)seat;
    if (z.seats == 4)               /* half a word, rotated in one instruction */
        put_word(out, (uint32_t)bytes >> (by & 31) | (uint32_t)bytes << (-by & 31));
    else
        put_word(out, bytes >> by | bytes << (8 * (unsigned)z.seats - by));
    return out + z.seats;
}

/* A stamp of the pieces on the board: a road takes a free path, a settlement a free corner, and
 * a city reduces its owner's stock. */
static ALWAYS_INLINE void stamp_of(const struct catan *g, struct sizes z, uint64_t stamp[5]) {
    stamp[0] = g->free_paths.w[0];
    stamp[1] = g->free_paths.w[1];
    stamp[2] = g->built.w[0];
    stamp[3] = g->built.w[1];
    stamp[4] = bytes_of(z, g->cities_left);
}

static ALWAYS_INLINE bool same_pieces(struct sizes z, const uint64_t a[5], const uint64_t b[5]) {
    return !((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[4] ^ b[4]) |
             (z.corners > 64 ? a[3] ^ b[3] : 0));
}

static void put_pieces(const struct catan *g, struct sizes z, int seat, int8_t *out) {
    const struct places none = { { 0, 0 } };
    EACH_SEAT(z, seat, p)
        out = put_places(out, g->settlements[p], g->cities[p], z.corners);
    EACH_SEAT(z, seat, p)
        out = put_places(out, g->roads[p], none, z.paths);
}

/* Each kind at most 127. */
static uint64_t bundle_capped(uint64_t bundle) {
    uint64_t over = (bundle & BUNDLE_TOP) >> 7;
    return (bundle | over * 127) & ~BUNDLE_TOP;
}

/* Cards in 36 rolls. Numbers at the same distance from seven are equally likely: the pairs are
 * added up, once for the farthest, twice for the next, and so on. No byte exceeds 255: a seat
 * has at most three hexes per corner. */
static void find_income(const struct catan *g, uint64_t income[SEATS_MAX]) {
    uint64_t running[SEATS_MAX] = { 0 };
    for (int p = 0; p < SEATS_MAX; p++)
        income[p] = 0;
    for (int far = 1; far <= 5; far++)
        for (int p = 0; p < SEATS_MAX; p++) {
            running[p] += g->production[5 - far][p] + g->production[5 + far][p];
            income[p] += running[p];
        }
}

/* Values that depend on the pieces: pieces left, rates, income. With slack. */
static void put_economy(const struct catan *g, struct sizes z, int seat, int8_t *out) {
    uint64_t income[SEATS_MAX];
    find_income(g, income);
    EACH_SEAT(z, seat, p) {
        *out++ = (int8_t)g->roads_left[p];
        *out++ = (int8_t)g->settlements_left[p];
        *out++ = (int8_t)g->cities_left[p];
    }
    EACH_SEAT(z, seat, p)
        out = put_kinds(out, g->rate[p]);
    EACH_SEAT(z, seat, p)
        out = put_kinds(out, bundle_capped(income[p]));
}

/* Rotate the rows so that they begin with the next seat. Wide rows move sixteen bytes at a time,
 * the first of them through registers: in memory, a load that spans two recent stores would wait
 * for both. Narrow rows, with 8 to 16 bytes after the first, move as two overlapping words. */
static ALWAYS_INLINE void turn_wide_rows(int8_t *rows, int n, int width) {
    bytes_16 first[(CATAN_PATHS_MAX + 15) / 16];
    int rest = (n - 1) * width, last = (width + 15) / 16 - 1;
    for (int k = 0; k < last; k++)
        first[k] = load_16(rows + 16 * k);
    first[last] = load_16(rows + width - 16);
    for (int k = 0; k + 16 <= rest; k += 16)
        copy_16(rows + k, rows + width + k);
    copy_16(rows + rest - 16, rows + width + rest - 16);
    for (int k = 0; k < last; k++)
        store_16(rows + rest + 16 * k, first[k]);
    store_16(rows + rest + width - 16, first[last]);
}

static ALWAYS_INLINE void turn_narrow_rows(int8_t *rows, int n, int width) {
    int8_t first[16];
    size_t front = (size_t)width, rest = (size_t)((n - 1) * width);
    memcpy(first, rows, front);
    if (rest >= 8 && rest <= 16) {
        uint64_t words[2];
        memcpy(&words[0], rows + front, 8);
        memcpy(&words[1], rows + front + rest - 8, 8);
        memcpy(rows, &words[0], 8);
        memcpy(rows + rest - 8, &words[1], 8);
    } else {
        memmove(rows, rows + front, rest);
    }
    memcpy(rows + rest, first, front);
}

/* The same board from another seat's view, from the buildings to the income. Usually it is the
 * next seat. */
static ALWAYS_INLINE void turn_board(struct sizes z, int by, int8_t *out) {
    int8_t *roads = out + z.seats * z.corners, *left = roads + z.seats * z.paths;
    for (; by; by--) {
        turn_wide_rows(out, z.seats, z.corners);
        turn_wide_rows(roads, z.seats, z.paths);
        turn_narrow_rows(left, z.seats, 3);
        turn_narrow_rows(left + z.seats * 3, z.seats, KINDS);
        turn_narrow_rows(left + z.seats * (3 + KINDS), z.seats, KINDS);
    }
}

/* The most common change: the viewing seat has laid roads, and nothing else was built. Roads do
 * not move unless there are helpers. */
static ALWAYS_INLINE bool only_roads(const struct catan *g, const struct space_look *look,
                                     const uint64_t stamp[5], int seat) {
    const uint64_t *was = look->stamp;
    return seat == look->seat && !catan_option(g, OPT_HELPERS) &&
           !((was[2] ^ stamp[2]) | (was[3] ^ stamp[3]) | (was[4] ^ stamp[4]));
}

static void put_new_roads(const struct catan *g, struct sizes z, int seat, struct places new_ones,
                          int8_t *roads, int8_t *left) {
    while (places_any(new_ones)) {
        int path = places_pop(&new_ones);
        int8_t *row = roads;
        EACH_SEAT(z, seat, p) {
            row[path] = (int8_t)places_has(g->roads[p], path);
            row += z.paths;
        }
    }
    EACH_SEAT(z, seat, p) {
        *left = (int8_t)g->roads_left[p];
        left += 3;
    }
}

/* Pieces are slow to write and seldom change; usually another seat looks at the same board. */
static ALWAYS_INLINE int8_t *put_board(const struct catan *g, struct sizes z, int seat,
                                       struct space_look *look, int8_t *out) {
    int8_t *roads = out + z.seats * z.corners, *left = roads + z.seats * z.paths;
    uint64_t stamp[5];
    stamp_of(g, z, stamp);
    if (LIKELY(look->known && same_pieces(z, stamp, look->stamp))) {
        if (seat == look->seat)
            look->from += z.seats * (z.corners + z.paths + 3 + 2 * KINDS);
        else
            turn_board(z, seat_from(z.seats, look->seat, seat), out);
    } else if (look->known && only_roads(g, look, stamp, seat)) {
        put_new_roads(g, z, seat, (struct places){ { look->stamp[0] ^ stamp[0],
                      look->stamp[1] ^ stamp[1] } }, roads, left);
        memcpy(look->stamp, stamp, sizeof stamp);
    } else {
        put_pieces(g, z, seat, out);
        put_economy(g, z, seat, left);
        memcpy(look->stamp, stamp, sizeof stamp);
    }
    return put_one_of(left + z.seats * (3 + 2 * KINDS), z.hexes, g->robber);
}

static ALWAYS_INLINE int8_t *put_own(const struct catan *g, int seat, int8_t *out) {
    uint64_t all = (uint64_t)catan_option(g, OPT_BANK) * BUNDLE_EACH;
    out = put_kinds(out, g->hand[seat]);
    out = put_kinds(out, all - (g->bank & BUNDLE_KINDS) - (g->hand[seat] & BUNDLE_KINDS));
    out = put_kinds(out, g->bank);
    out = put_kinds(out, g->dev[seat]);
    out = put_kinds(out, g->dev_new[seat]);
    *out++ = (int8_t)bundle_total(g->deck);
    return out;
}

/* Point cards of a seat in its byte; those of others are known only at the end. */
static ALWAYS_INLINE uint64_t point_cards(const struct catan *g, int p) {
    return (uint64_t)bundle_count(g->dev[p] + g->dev_new[p], DEV_POINT) << 8 * p;
}

/* The cards of each seat, in its byte. */
static ALWAYS_INLINE uint64_t totals_of(struct sizes z, const uint64_t bundle[SEATS_MAX]) {
    uint64_t bytes = 0;
    for (int p = 0; p < z.seats; p++)
        bytes |= (uint64_t)bundle_total(bundle[p]) << 8 * p;
    return bytes;
}

_Static_assert((int)DEV_POINT == 4, "each seat's played cards are half a word");
static ALWAYS_INLINE int8_t *put_played(const struct catan *g, struct sizes z, int seat,
                                        int8_t *out) {
    EACH_SEAT(z, seat, p) {
        memcpy(out, g->played[p], DEV_POINT);
        out += DEV_POINT;
    }
    return out;
}

/* hand_size, card_count, played, points, owes. */
static ALWAYS_INLINE int8_t *put_seats(const struct catan *g, struct sizes z, int seat,
                                       int8_t *out) {
    uint64_t points = bytes_of(z, g->points) + point_cards(g, seat);
    uint64_t owes = bytes_of(z, g->owes_cards);
    for (int p = 0; UNLIKELY(g->phase == PH_OVER) && p < z.seats; p++)
        points += p == seat ? 0 : point_cards(g, p);
    if (z.seats == 4) {
        put_played(g, z, seat, out + 8);
        store_halves(out, out + 24, turn_rows(four_rows(g->hand, g->dev, g->dev_new,
                                                        (uint32_t)points, (uint32_t)owes), seat));
        return out + 32;
    }
    out = put_turned(z, seat, totals_of(z, g->hand), out);
    out = put_turned(z, seat, totals_of(z, g->dev) + totals_of(z, g->dev_new), out);
    out = put_played(g, z, seat, out);
    out = put_turned(z, seat, points, out);
    return put_turned(z, seat, owes, out);
}

/* A one in a seat's byte; nobody has a byte. */
static const uint64_t one_seat[8] = { 1, 1u << 8, 1u << 16, 1u << 24, (uint64_t)1 << 32,
    (uint64_t)1 << 40 };
_Static_assert(((int)CATAN_NONE & 7) >= SEATS_MAX, "nobody is no seat in one_seat[]");

/* A one for that seat among zeros; CATAN_NONE is nobody. With slack. */
static ALWAYS_INLINE int8_t *put_seat(struct sizes z, int seat, int other, int8_t *out) {
    return put_turned(z, seat, one_seat[other & 7], out);
}

static ALWAYS_INLINE int8_t *put_holders(const struct catan *g, struct sizes z, int seat,
                                         int8_t *out) {
    if (z.seats == 4) {
        store_16(out, turn_rows(rows_of((uint32_t)one_seat[g->turn & 7],
            (uint32_t)one_seat[g->special & 7], (uint32_t)one_seat[g->longest_road & 7],
            (uint32_t)one_seat[g->largest_army & 7]), seat));
        return out + 16;
    }
    out = put_seat(z, seat, g->turn, out);
    out = put_seat(z, seat, g->special, out);
    out = put_seat(z, seat, g->longest_road, out);
    return put_seat(z, seat, g->largest_army, out);
}

static ALWAYS_INLINE int8_t *put_turn(const struct catan *g, struct sizes z, int seat,
                                      int8_t *out) {
    out = put_holders(g, z, seat, out);
    *out++ = (int8_t)g->longest_length;
    out = put_one_of(out, PH_N, g->phase);
    *out++ = (int8_t)g->rolled;
    *out++ = (int8_t)(g->dice[0] + g->dice[1]);
    *out++ = (int8_t)g->card_played;
    *out++ = (int8_t)g->trade_over;
    *out++ = (int8_t)g->free_roads;
    *out++ = (int8_t)(g->turns < 127 ? g->turns : 127);
    return out;
}

static int8_t *put_answer(int8_t *out, const struct catan_offer *o, int seat) {
    *out++ = (int8_t)(o->to >> seat & 1);
    *out++ = (int8_t)(o->accepted >> seat & 1);
    *out++ = (int8_t)(o->declined >> seat & 1);
    return out;
}

static int8_t *put_offers(const struct catan *g, struct sizes z, int seat, int8_t *out) {
    if (!g->offers_made) {          /* the common case */
        memset(out, 0, (size_t)(16 * z.seats + 1));
        return out + 16 * z.seats + 1;
    }
    EACH_SEAT(z, seat, p)
        out = put_counts(out, g->offer[p].give);
    EACH_SEAT(z, seat, p)
        out = put_counts(out, g->offer[p].get);
    EACH_SEAT(z, seat, p)
        out = put_answer(out, &g->offer[p], seat);
    EACH_SEAT(z, seat, p)
        out = put_answer(out, &g->offer[seat], p);
    *out++ = small(g->offers_by[seat]);
    return out;
}

/* Written exactly, since this may be the end of the row. */
static int8_t *put_draft(const struct catan *g, struct sizes z, int seat, const struct draft *d,
                         int8_t *out) {
    const struct action *a = &d->a;
    bool offering = a->type == ACT_OFFER;
    bool laying = a->type == ACT_WILLIAM || a->type == ACT_LOUIS;
    *out++ = (int8_t)offering;
    *out++ = (int8_t)(offering && d->asking);
    *out++ = (int8_t)(a->type == ACT_WILLIAM);
    *out++ = (int8_t)(a->type == ACT_LOUIS);
    *out++ = (int8_t)(a->type == ACT_CANDAMIR);
    out = put_counts(out, a->give);
    if (catan_option(g, OPT_OFFERS)) {
        out = put_counts(out, a->get);
        EACH_SEAT(z, seat, p)
            *out++ = (int8_t)(offering && a->target >> p & 1);
    }
    if (catan_option(g, OPT_HELPERS))
        out = put_one(out, z.paths, laying ? a->place : -1);
    return out;
}

static int8_t *put_helpers(const struct catan *g, struct sizes z, int seat, int8_t *out) {
    bool looks = g->phase == PH_TAKE && seat == g->helper_seat && g->helper_target != CATAN_NONE;
    EACH_SEAT(z, seat, p)
        out = put_one(out, HELPER_N, g->helper[p] == CATAN_NONE ? -1 : g->helper[p]);
    EACH_SEAT(z, seat, p) {
        *out++ = (int8_t)(g->helper_b >> p & 1);
        *out++ = (int8_t)(g->helper_fresh >> p & 1);
        *out++ = (int8_t)(g->helper_used >> p & 1);
    }
    out = put_seat(z, seat, g->helper_seat, out);
    out = put_seat(z, seat, g->helper_target, out);
    out = put_kinds(out, looks ? g->hand[g->helper_target] : 0);
    out = put_kinds(out, seat == g->helper_seat ? g->look : 0);
    EACH_SEAT(z, seat, p)
        *out++ = (int8_t)(g->repay >> p & 1);
    /* exactly: the end of the row */
    return put_one(out, KIND_N, g->jean == CATAN_NONE ? -1 : g->jean);
}

static NOINLINE int8_t *put_trading(const struct catan *g, struct sizes z, int seat,
                                    const struct draft *draft, int8_t *at) {
    if (catan_option(g, OPT_OFFERS))
        at = put_offers(g, z, seat, at);
    at = put_draft(g, z, seat, draft, at);
    return catan_option(g, OPT_HELPERS) ? put_helpers(g, z, seat, at) : at;
}

/* Without offers and helpers nothing is put together in steps. */
static ALWAYS_INLINE int8_t *put_rest(const struct catan *g, struct sizes z, int seat,
                                      const struct draft *draft, int8_t *at) {
    if (catan_option(g, OPT_OFFERS) || catan_option(g, OPT_HELPERS))
        return put_trading(g, z, seat, draft, at);
    memset(at, 0, 5 + KINDS);
    return at + 5 + KINDS;
}

static ALWAYS_INLINE int8_t *put_all(const struct catan *g, struct sizes z, int seat,
                                     const struct draft *draft, struct space_look *look,
                                     int8_t *at) {
    at = put_board(g, z, seat, look, at);
    at = put_own(g, seat, at);
    at = put_seats(g, z, seat, at);
    at = put_turn(g, z, seat, at);
    return put_rest(g, z, seat, draft, at);
}

static NOINLINE int8_t *put_unusual(const struct catan *g, int seat, const struct draft *draft,
                                    struct space_look *look, int8_t *at) {
    const struct catan_board *b = catan_board(g);
    const struct sizes z = { catan_seats(g), b->hexes, b->corners, b->paths };
    return put_all(g, z, seat, draft, look, at);
}

void catan__observe(const struct space_shape *shape, const void *state, int seat,
                    const struct draft *draft, struct space_look *look, int8_t *out) {
    const struct catan *g = state;
    const struct sizes usual = { 4, 19, 54, 72 };
    CHECK(seat >= 0 && seat < catan_seats(g));
    look->from = shape->fixed;
    int8_t *at = out + shape->fixed;
    if (UNLIKELY(!look->known)) {
        look->from = 0;
        put_fixed(g, out);
    }
    if (LIKELY(catan_seats(g) == usual.seats && catan_option(g, OPT_MAP) == MAP_BASE))
        at = put_all(g, usual, seat, draft, look, at);
    else
        at = put_unusual(g, seat, draft, look, at);
    CHECK(at - out == shape->features);
    look->seat = seat;
    look->known = 1;
}
