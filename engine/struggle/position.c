/* position.c -- every member of a position (docs/schema.md): its name, its place in the state, its
 * values and who may see it. core/position.c writes, reads and hides by these rows.
 *
 * Keys are part of the wire: the page and the bots of others read them. */
#include "position.h"

#include <string.h>

#include "core/cards.h"
#include "internal.h"

#define VALUE(name, what) MEMBER_VALUE(struct struggle, name, what)
#define TEST(name, what) MEMBER_TEST(struct struggle, name, what)
#define AT(field) MEMBER_AT(struct struggle, field)
#define EACH(field) MEMBER_EACH(struct struggle, field)
#define OF_SEAT(field) MEMBER_OF_EACH(struct struggle, seat, field)
#define NONE 255        /* -1 in a byte */
#define NEEDED .flags = MEMBER_NEEDED
#define NUMBER &member_int, .max = UINT8_MAX, NEEDED
#define SEAT(field) &member_seat, AT(field), .none = NONE, NEEDED
#define CARDS &member_cards, .words = kind_names, .max = UINT8_MAX, NEEDED | MEMBER_EVERY

/* ---- a name for each card ---- */

_Static_assert((int)SX_N == KINDS, "expansions are counted as a bundle");

static void write_names(const struct members *m, const struct member *row, struct json_out *o) {
    uint64_t cards = member_get(m, row);
    json_array(o, row->key);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < bundle_count(cards, kind); i++)
            json_text(o, NULL, row->words[kind]);
    json_array_end(o);
}

static bool read_names(const struct members *m, const struct member *row, struct json_in v) {
    struct json_in one;
    uint64_t cards = 0;
    for (size_t at = 0; json_next(v, &at, NULL, &one);) {
        int kind = member_word_of(one, row->words, KINDS);
        if (kind < 0 || bundle_total(cards) == (int)row->max)
            return false;
        cards += BUNDLE_CARD(kind);
    }
    return json_is_array(v) && member_set_value(m, row, cards);
}

static void say_names(const struct member *row, struct text *t) {
    text_add(t, "an array of names, one for each card: \"");
    text_add(t, row->words[0]);
    text_add(t, "\", …");
}

static const struct member_kind names_kind = { write_names, read_names, NULL, say_names };
#define NAMES(names) &names_kind, .words = names, .max = 127, NEEDED

/* ---- a row of cards: the sides that show, from the bottom ---- */

static void write_sides(const struct members *m, const struct member *row, struct json_out *o) {
    json_array(o, row->key);
    for (uint64_t i = 0; i < member_get(m, row); i++)
        json_text(o, NULL, i % 2 ? "B" : "A");
    json_array_end(o);
}

static bool read_sides(const struct members *m, const struct member *row, struct json_in v) {
    struct json_in one;
    uint64_t n = 0;
    for (size_t at = 0; json_next(v, &at, NULL, &one); n++)
        if (n == UINT8_MAX || !json_equals(one, n % 2 ? "B" : "A"))
            return false;
    return json_is_array(v) && member_set_value(m, row, n);
}

static const struct member_kind sides_kind = {
    write_sides, read_sides, "an array of \"A\", \"B\", \"A\", \"B\", …", NULL,
};

/* ---- who sees it ---- */

static uint64_t seen_hand(const void *state, int viewer, int seat, uint64_t cards) {
    return struggle__sees_hand(state, viewer, seat) ? cards : bundle_hidden(cards);
}

static uint64_t seen_stack(const void *state, int viewer, int index, uint64_t cards) {
    (void)state, (void)viewer, (void)index;
    return bundle_hidden(cards);
}

enum { HAND, STACK };
const struct member_secret struggle_secrets[] = {
    [HAND] = { "its seat, and who looks by the library", seen_hand, EACH(hand) },
    [STACK] = { "nobody", seen_stack, AT(stack) },
    { 0 },
};
#define SECRET(which) .secret = &struggle_secrets[which]

/* ---- derived values, and values stored in another form ---- */

static int count_seats(const void *state) { return seats_of(state); }
static const struct member_list seat_list = { .words = "one object per seat",
                                              .count = count_seats };

VALUE(own_index, i)
VALUE(owes, struggle__owes(g))
VALUE(may, struggle__may(g))
VALUE(chance, struggle__owes(g) == OWES_CHANCE)
VALUE(winner, g->phase == SP_OVER ? g->turn : NONE)
VALUE(expansions, bundle_pack(g->expansion))
VALUE(trades, struggle_trades_left(g))
VALUE(coming, PHASES_COMING & PHASE(g->phase) ? g->pending : 0)
VALUE(active, g->turn)
VALUE(looked_into, g->hand[g->target])
VALUE(points, struggle_points(g, i))

TEST(has_destiny, seats_of(g) > 2)
TEST(is_taking, PHASES_TAKING & PHASE(g->phase))
TEST(is_market_day, g->phase == SP_MARKET_DAY)
TEST(is_looking, g->phase == SP_LIBRARY)

static bool set_expansions(void *state, int i, uint64_t value) {
    (void)i;
    bundle_unpack(value, ((struct struggle *)state)->expansion);
    return true;
}

/* How much was traded follows from the roads, which are read later: see struggle__read(). */
static bool set_trades(void *state, int i, uint64_t value) {
    (void)i;
    ((struct struggle *)state)->traded = (uint8_t)value;
    return true;
}

static bool set_coming(void *state, int i, uint64_t value) {
    struct struggle *g = state;
    (void)i;
    if (!(PHASES_COMING & PHASE(g->phase)))
        return !value;
    g->pending = (uint8_t)value;
    return true;
}

/* ---- the rows ---- */

static const char *const phase_words[SP_N] = {
    [SP_MARKET] = "market", [SP_DEAL] = "deal", [SP_FIRST] = "first", [SP_TRADE] = "trade",
    [SP_BUILD] = "build", [SP_SWAP] = "swap", [SP_TAKE] = "take", [SP_GIVE_BACK] = "give-back",
    [SP_LIBRARY] = "library", [SP_SETTLED] = "settled", [SP_EVENT] = "event",
    [SP_DISCARD] = "discard", [SP_MARKET_DAY] = "market-day", [SP_DRAW] = "draw",
    [SP_OVER] = "over",
};
static const char *const destiny_words[] = { "clockwise", "counter" };

static const struct member supply_rows[] = {
    { "road", NUMBER, AT(supply[SB_ROAD]) },
    { "settlement", NUMBER, AT(supply[SB_SETTLEMENT]) },
    { "knight", NUMBER, AT(supply[SB_KNIGHT]) },
    { "expansions", NAMES(struggle__expansion_names), .value = expansions,
      .store = set_expansions },
    { 0 },
};

static const struct member event_rows[] = {
    { "brigands", NUMBER, AT(back[SV_BRIGANDS]) },
    { "market-day", NUMBER, AT(back[SV_MARKET_DAY]) },
    { 0 },
};

static const struct member taking_rows[] = {
    { "from", SEAT(target) },
    { "coming", NUMBER, AT(pending), MEANS("cards that chance still moves") },
    { "owed", NUMBER, AT(owed), MEANS("cards owed back") },
    { "more", &member_flag, AT(used), .flags = MEMBER_BIT, .bit = 2,
      MEANS("after the Library's card: others may be taken before one goes back") },
    { 0 },
};

static const struct member looking_rows[] = {
    { "seat", &member_seat, .value = active },
    { "hand_of", SEAT(target) },
    { "cards", &member_cards, .words = kind_names, .value = looked_into, .flags = MEMBER_EVERY,
      SECRET(HAND) },
    { 0 },
};

static const struct member seat_rows[] = {
    { "seat", &member_int, .value = own_index, .flags = MEMBER_ALWAYS },
    { "count", &member_total, EACH(hand), .max = UINT8_MAX, .flags = MEMBER_FOLLOWS },
    { "cards", CARDS, EACH(hand), SECRET(HAND) },
    { "roads", &sides_kind, OF_SEAT(roads), NEEDED },
    { "knights", &sides_kind, OF_SEAT(knights), NEEDED },
    { "settlements", NUMBER, OF_SEAT(settlements) },
    { "cities", NUMBER, OF_SEAT(cities), MEANS("without an expansion on them") },
    { "expansions", &member_set, OF_SEAT(expansions), .words = struggle__expansion_names,
      .max = SX_N, NEEDED },
    { "owes_cards", NUMBER, OF_SEAT(owes), MEANS("to discard") },
    { "points", &member_int, .value = points },
    { "points_public", &member_int, .value = points },
    { 0 },
};

/* Might anything about a seat be new? These are all the bytes that seat_rows depend on. */
static bool seat_news(const void *state, const void *was, int i) {
    const struct struggle *g = state, *w = was;
    return g->hand[i] != w->hand[i] || memcmp(&g->seat[i], &w->seat[i], sizeof g->seat[i]) != 0;
}

static const struct member seat_object[] = {
    { NULL, &member_object, .in = seat_rows, .news = seat_news, NEEDED },
    { 0 },
};

const struct member struggle_rows[] = {
    MEMBERS_START(struct struggle, "\"struggle\"", NULL),
    { "phase", &member_word, AT(phase), .words = phase_words, .max = SP_N, NEEDED },
    { "turn", SEAT(turn) | MEMBER_NULL, MEANS("the active seat") },
    { "round", &member_int, AT(round), .max = UINT16_MAX, NEEDED, MEANS("rounds completed") },
    { "owes", &member_seats, .value = owes, MEANS("for whom the game waits") },
    { "may", &member_seats, .value = may, MEANS("who else is free to act: nobody") },
    { "chance", &member_flag, .value = chance, MEANS("chance must act") },
    { "winner", &member_seat, .value = winner, .flags = MEMBER_NULL, .none = NONE },
    { "first", SEAT(first) | MEMBER_NULL, MEANS("who began; null: chance has not said") },
    { "market", NAMES(kind_names), AT(market) },
    { "stack", &member_total, AT(stack), .max = UINT8_MAX, .flags = MEMBER_FOLLOWS },
    { "discard", CARDS, AT(discard) },
    { "unseen", CARDS, AT(stack), SECRET(STACK), MEANS("the draw stack") },
    { "supply", &member_object, .in = supply_rows, NEEDED, MEANS("what nobody has") },
    { "events", &member_object, .in = event_rows, NEEDED,
      MEANS("backs of settlements that are not turned yet") },
    { "destiny", &member_word, AT(counter), .words = destiny_words, .max = 2, NEEDED,
      .when = has_destiny, MEANS("null with two players") },
    { "trades_left", NUMBER, .value = trades, .store = set_trades,
      MEANS("cards the active seat may still trade; 0 once it has built") },
    { "built", &member_set, AT(built), .words = struggle__building_names, .max = SB_N, NEEDED,
      MEANS("in this turn") },
    { "library_used", &member_flag, AT(used), NEEDED | MEMBER_BIT, MEANS("in this turn") },
    { "guild_used", &member_flag, AT(used), NEEDED | MEMBER_BIT, .bit = 1,
      MEANS("in this turn") },
    { "taking", &member_object, .in = taking_rows, NEEDED, .when = is_taking,
      MEANS("null but in the phases take and give-back") },
    { "coming", &member_int, .value = coming, .store = set_coming, .max = UINT8_MAX,
      MEANS("cards that chance still lays or deals, in the phases market, deal, swap and draw") },
    { "asked", SEAT(target), .when = is_market_day,
      MEANS("who may swap; null but in the phase market-day") },
    { "looking", &member_object, .in = looking_rows, NEEDED, .when = is_looking,
      MEANS("null but in the phase library") },
    { "seats", &member_list, .list = &seat_list, .in = seat_object, NEEDED | MEMBER_CHANGES },
    { 0 },
};

/* With `earlier`: only what differs from it. */
void struggle__write(const void *state, const void *earlier, struct json_out *o) {
    members_write(&struggle_game, struggle_rows, state, earlier, o);
}

/* Only a seat itself knows its hand; with the library it sees another one. */
bool struggle__own_news(const void *earlier, const void *state, int seat) {
    const struct struggle *g = state, *was = earlier;
    return g->hand[seat] != was->hand[seat] || g->phase == SP_LIBRARY || was->phase == SP_LIBRARY;
}

/* Values that are stored in another form than they are written. */
static const char *complete(struct struggle *g) {
    int left = g->traded;
    g->traded = 0;
    if (left > struggle_trades_left(g))
        return "trades_left: more than the roads allow";
    g->traded = (uint8_t)(struggle_trades_left(g) - left);
    g->owed = g->phase == SP_LIBRARY ? 1 : g->owed;
    int broken = struggle__sound(g);
    return broken ? struggle__invariant(broken) : NULL;
}

/* `state` is written only if everything read was right. */
int struggle__read(void *state, const char *text, size_t len, struct text *why) {
    struct struggle g;
    struct members m;
    struct json_in in;
    memset(&g, 0, sizeof g);
    if (json_check(text, len, &in) != 0 || !json_is_object(in))
        return text_set(why, "a position is one JSON object"), -1;
    if (!members_read(&m, &struggle_game, struggle_rows, &g, in, why))
        return -1;
    const char *wrong = complete(&g);
    if (wrong)
        return text_set(why, wrong), -1;
    if (!members_agree(&m, in))
        return -1;
    *(struct struggle *)state = g;
    return 0;
}
