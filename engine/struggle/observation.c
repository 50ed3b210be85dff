/* observation.c -- what a seat knows of a game of Struggle, as a vector of small numbers.
 *
 * Seats come in order of their numbers, the viewing seat first. Destiny may turn; `counter` says
 * which way it points. */
#include "core/simd.h"
#include "space.h"

/* What a block's rows and columns are: how many, and their word. */
enum { OF_ONE, OF_SEAT, OF_KIND, OF_EXPANSION, OF_STACK, OF_EVENT, OF_PHASE, OF_BUILDING,
    OF_USED, OF_BUILD };
static const struct { const char *word; int n; } of[] = {
    { "", 1 }, { "seat", 0 }, { "kind", KINDS }, { "expansion", SX_N }, { "stack", SB_CITY },
    { "event", SV_N }, { "phase", SP_N }, { "building", SB_N }, { "helper", 2 },
    { "build", BUILDS },
};

/* The blocks in their order: X(name, row, column, high, what). */
#define FEATURES(X)                                                                              \
    X("goal", OF_ONE, OF_ONE, 40, "points that win")                                             \
    X("hand", OF_KIND, OF_ONE, 50, "own resource cards")                                         \
    X("elsewhere", OF_KIND, OF_ONE, 100, "cards in the other hands and the draw stack together") \
    X("market", OF_KIND, OF_ONE, 9, "cards in the market")                                       \
    X("discards", OF_KIND, OF_ONE, 100, "cards on the discard pile")                             \
    X("stack", OF_ONE, OF_ONE, 127, "cards in the draw stack")                                   \
    X("open_hand", OF_KIND, OF_ONE, 50, "the Library: the hand that this seat looks into")       \
    X("hand_size", OF_SEAT, OF_ONE, 127, "resource cards")                                       \
    X("roads", OF_SEAT, OF_ONE, 60, "cards in the row; odd places show A")                       \
    X("knights", OF_SEAT, OF_ONE, 60, "cards in the row; odd places show A")                     \
    X("settlements", OF_SEAT, OF_ONE, 60, "not turned yet")                                      \
    X("cities", OF_SEAT, OF_ONE, 60, "without an expansion")                                     \
    X("expansions", OF_SEAT, OF_EXPANSION, 1, "library, guild, church, castle, town hall")       \
    X("points", OF_SEAT, OF_ONE, 127, "all points lie open")                                     \
    X("owes", OF_SEAT, OF_ONE, 127, "cards to discard")                                          \
    X("turn", OF_SEAT, OF_ONE, 1, "whose turn it is")                                            \
    X("target", OF_SEAT, OF_ONE, 1, "whom the active seat trades with, or who is asked")         \
    X("supply", OF_STACK, OF_ONE, 60, "roads, knights, settlements that nobody has")             \
    X("supply_expansions", OF_EXPANSION, OF_ONE, 18, "expansions that nobody has")               \
    X("backs", OF_EVENT, OF_ONE, 60, "brigands and market days not yet turned")                  \
    X("phase", OF_PHASE, OF_ONE, 1, "what the game waits for, as in docs/schema.md")             \
    X("built", OF_BUILDING, OF_ONE, 1, "built in this turn")                                     \
    X("used", OF_USED, OF_ONE, 1, "library and guild, in this turn")                             \
    X("counter", OF_ONE, OF_ONE, 1, "the destiny card points counter-clockwise")                 \
    X("trades_left", OF_ONE, OF_ONE, 60, "cards the active seat may still trade")                \
    X("owed", OF_ONE, OF_ONE, 60, "cards to give back to the target")                            \
    X("round", OF_ONE, OF_ONE, 127, "rounds completed, at most 127")                             \
    X("draft", OF_BUILD, OF_ONE, 1, "the building being paid for")                               \
    X("draft_give", OF_KIND, OF_ONE, 50, "cards paid so far")
enum { FIXED = 1 };

static const struct { const char *name, *what; uint8_t row, column; int16_t high; } blocks[] = {
#define X(name, row, column, high, what) { name, what, row, column, high },
    FEATURES(X)
#undef X
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };
_Static_assert((int)BLOCKS <= SPACE_BLOCKS_MAX, "every block has its place in the shape");

static int size_of(const struct space_shape *s, int what) {
    return what == OF_SEAT ? s->rules.seats : of[what].n;
}

void struggle__shape_features(struct space_shape *s) {
    for (int i = 0; i < BLOCKS; i++) {
        struct space_block b = { .name = blocks[i].name, .row = of[blocks[i].row].word,
            .column = of[blocks[i].column].word, .what = blocks[i].what, .high = blocks[i].high };
        space_add_block(s, &b, size_of(s, blocks[i].row), size_of(s, blocks[i].column));
        if (i + 1 == FIXED)
            s->fixed = s->features;
    }
}

/* ---- writing ---- */

static int8_t small(int value) { return (int8_t)(value > 127 ? 127 : value); }

/* No kind passes 127. */
static ALWAYS_INLINE int8_t *put_kinds(int8_t *out, uint64_t cards) {
    bundle_unpack(cards, (uint8_t *)out);
    return out + KINDS;
}

static ALWAYS_INLINE int8_t *put_bytes(int8_t *out, const uint8_t *byte, int n) {
    for (int i = 0; i < n; i++)
        *out++ = small(byte[i]);
    return out;
}

/* At most 16 values; always writes 16 bytes, so another block must follow. */
static ALWAYS_INLINE int8_t *put_set(int8_t *out, unsigned set, int n) {
    spread_bits(set & ((1u << n) - 1), 0, out);
    return out + n;
}

static ALWAYS_INLINE int8_t *put_cards(const struct struggle *g, int seat, int8_t *out) {
    uint64_t elsewhere = g->stack;
    if (g->viewer == SEAT_ALL)
        for (int p = 0; p < seats_of(g); p++)
            elsewhere += p == seat ? 0 : g->hand[p];
    else                            /* in a view: the cards that are in no known place */
        elsewhere = struggle__all_cards(&g->rules) - g->hand[seat] - g->market - g->discard;
    bool looks = g->phase == SP_LIBRARY && seat == g->turn;
    out = put_kinds(out, g->hand[seat]);
    out = put_kinds(out, elsewhere);
    out = put_kinds(out, g->market);
    out = put_kinds(out, g->discard);
    *out++ = small(bundle_total(g->stack));
    return put_kinds(out, looks ? g->hand[g->target] : 0);
}

/* Blocks with one row per seat, the viewing seat first. */
static ALWAYS_INLINE int8_t *put_seats(const struct struggle *g, int n, int seat, int8_t *out) {
    bool aimed = (PHASES_TAKING | PHASE(SP_LIBRARY) | PHASE(SP_MARKET_DAY)) >> g->phase & 1;
    int8_t *expansions = out + 5 * n, *rest = expansions + SX_N * n;
    for (int i = 0, p = seat; i < n; i++, p = p + 1 == n ? 0 : p + 1)
        put_set(expansions + SX_N * i, g->seat[p].expansions, SX_N);
    for (int i = 0, p = seat; i < n; i++, p = p + 1 == n ? 0 : p + 1) {
        out[i] = small(bundle_total(g->hand[p]));
        out[n + i] = small(g->seat[p].roads);
        out[2 * n + i] = small(g->seat[p].knights);
        out[3 * n + i] = small(g->seat[p].settlements);
        out[4 * n + i] = small(g->seat[p].cities);
        rest[i] = small(struggle_points(g, p));
        rest[n + i] = small(g->seat[p].owes);
        rest[2 * n + i] = (int8_t)(p == g->turn);
        rest[3 * n + i] = (int8_t)(aimed && p == g->target);
    }
    return rest + 4 * n;
}

static int8_t *put_draft(const struct draft *draft, int8_t *out) {
    memset(out, 0, BUILDS);
    if (draft->a.type == SA_BUILD)
        out[build_index(&draft->a)] = 1;
    return put_bytes(out + BUILDS, draft->a.give, KINDS);
}

static ALWAYS_INLINE int8_t *put_table(const struct struggle *g, int8_t *out) {
    int left = struggle_trades_left(g);
    out = put_bytes(out, g->supply, SB_CITY);
    out = put_bytes(out, g->expansion, SX_N);
    out = put_bytes(out, g->back, SV_N);
    out = put_set(out, 1u << g->phase, SP_N);
    out = put_set(out, g->built, SB_N);
    out = put_set(out, g->used, 2);
    *out++ = (int8_t)g->counter;
    *out++ = small(left > 0 ? left : 0);
    *out++ = small(g->owed);
    *out++ = small(g->round);
    return out;
}

void struggle__observe(const struct space_shape *shape, const void *state, int seat,
                       const struct draft *draft, struct space_look *look, int8_t *out) {
    const struct struggle *g = state;
    int8_t *at = out;
    (void)look;                     /* a row is short, so all of it is written */
    CHECK(seat >= 0 && seat < seats_of(g));
    *at++ = (int8_t)option_of(g, SO_POINTS);
    at = put_cards(g, seat, at);
    at = seats_of(g) == 4 ? put_seats(g, 4, seat, at) : put_seats(g, seats_of(g), seat, at);
    at = put_table(g, at);
    at = put_draft(draft, at);
    CHECK(at - out == shape->features);
}
