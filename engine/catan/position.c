/* position.c -- every member of a position (docs/schema.md): its name, its place in the state,
 * its values and who may see it. core/position.c writes, reads and hides by these rows.
 *
 * The rows include everything that is not derived, so reading restores the same bytes, and many
 * derived values for the reader's convenience. The keys are part of the protocol: the page reads
 * them. */
#include "position.h"

#include <string.h>

#include "core/cards.h"
#include "position_parts.h"

#define SEAT(field) &member_seat, AT(field), .flags = MEMBER_NULL, .none = CATAN_NONE
#define COUNT(field) &member_int, AT(field), .max = 255
#define FLAG(field) &member_flag, AT(field)

/* ---- a deck of dice ---- */

enum { ROLLS = 36 };

static void write_rolls(const struct members *m, const struct member *row, struct json_out *o) {
    char left[ROLLS + 1] = "";
    for (int i = 0; i < ROLLS; i++)
        left[i] = member_get(m, row) >> i & 1 ? '1' : '0';
    json_text(o, row->key, left);
}

static bool read_rolls(const struct members *m, const struct member *row, struct json_in v) {
    char text[ROLLS + 1];
    uint64_t left = 0;
    if (json_to_text(v, text, sizeof text) != ROLLS)
        return false;
    for (int i = 0; i < ROLLS; i++) {
        if (text[i] != '0' && text[i] != '1')
            return false;
        left |= (uint64_t)(text[i] == '1') << i;
    }
    return member_set_value(m, row, left);
}

static const struct member_kind rolls_kind = { write_rolls, read_rolls, "36 digits 0 or 1", NULL };

/* ---- who sees it ---- */

static uint64_t seen_hand(const void *state, int viewer, int seat, uint64_t cards) {
    const struct catan *g = state;
    bool hilde = g->phase == PH_TAKE && viewer == g->helper_seat && seat == g->helper_target;
    return viewer == seat || hilde ? cards : bundle_hidden(cards);
}

/* At the end victory points are shown (ruling 84). */
static uint64_t seen_dev(const void *state, int viewer, int seat, uint64_t cards) {
    const struct catan *g = state;
    uint64_t points = cards & (uint64_t)255 << 8 * DEV_POINT;
    if (viewer == seat)
        return cards;
    return bundle_hidden(cards) | (g->phase == PH_OVER ? points : 0);
}

static uint64_t seen_deck(const void *state, int viewer, int index, uint64_t cards) {
    (void)state, (void)viewer, (void)index;
    return bundle_hidden(cards);
}

static uint64_t seen_look(const void *state, int viewer, int index, uint64_t cards) {
    (void)index;
    return viewer == ((const struct catan *)state)->helper_seat ? cards : bundle_hidden(cards);
}

const struct member_secret catan_secrets[] = {
    [HAND] = { "its seat, and who looks by Hilde", seen_hand, EACH(hand) },
    [DEV] = { "its seat; at the end all see points", seen_dev, EACH(dev) },
    [DEV_NEW] = { "its seat; at the end all see points", seen_dev, EACH(dev_new) },
    [DECK] = { "nobody", seen_deck, AT(deck) },
    [LOOK] = { "who looks by Candamir", seen_look, AT(look) },
    { 0 },
};

/* ---- what lists there are ---- */

static int two(const void *state) { return (void)state, 2; }
static int six(const void *state) { return (void)state, 6; }
static int count_seats(const void *state) { return catan_seats(state); }

static int seat_in(const void *state, struct json_in v, const char *key) {
    int64_t seat;
    return json_to_int(json_get(v, key), 0, catan_seats(state) - 1, &seat) ? (int)seat : -1;
}
static int find_from(const void *state, struct json_in v) { return seat_in(state, v, "from"); }
static int find_seat(const void *state, struct json_in v) { return seat_in(state, v, "seat"); }

TEST(has_offer, g->offer[i].number)
TEST(has_answer, (g->offer[i / 6].accepted | g->offer[i / 6].declined) >> i % 6 & 1)

static const struct member_list
    dice_list = { .words = "two numbers of 1 to 6", .count = two },
    gain_list = { .words = "cards as {\"ore\":1} for each seat", .count = count_seats },
    offer_list = { "an array of objects", count_seats, has_offer, find_from, "from is no seat" },
    answer_list = { "an array of objects", six, has_answer, find_seat, "seat is no seat" };

/* ---- derived values, and values stored in another form ---- */

VALUE(own_index, i)
VALUE(round_of, catan_round(g))
VALUE(owes, catan_owes(g))
VALUE(may, catan_may(g))
VALUE(chance, (catan_owes(g) & OWES_CHANCE) != 0)
VALUE(longest_length, g->longest_length)
VALUE(army_knights, g->largest_army < SEATS_MAX ? g->played[g->largest_army][DEV_KNIGHT] : 0)
VALUE(display, catan_display(g))
VALUE(answering, i % 6)
VALUE(answer, g->offer[i / 6].declined >> i % 6 & 1)
VALUE(looker, g->helper_seat)
VALUE(looked_at, g->helper_target)
VALUE(looked_into, g->helper_target < SEATS_MAX ? g->hand[g->helper_target] : 0)

TEST(with_deck, catan_option(g, OPT_DICE) == DICE_DECK)
TEST(with_helpers, catan_option(g, OPT_HELPERS))
TEST(has_dice, g->dice[0])
TEST(has_longest_road, g->longest_road != CATAN_NONE)
TEST(has_largest_army, g->largest_army != CATAN_NONE)
TEST(looks_at_hand, g->phase == PH_TAKE && g->helper_target < SEATS_MAX &&
     bundle_known(g->hand[g->helper_target]))
TEST(looks_at_deck, !looks_at_hand(g, 0) && bundle_total(g->look) && bundle_known(g->look))
TEST(looks, looks_at_hand(g, 0) || looks_at_deck(g, 0))

/* If the position says what must be beaten, that counts; both are compared afterwards. */
static bool set_length(void *state, int i, uint64_t value) {
    struct catan *g = state;
    (void)i;
    if (value)
        g->longest_length = (uint8_t)value;
    return true;
}

static bool set_answer(void *state, int i, uint64_t value) {
    struct catan_offer *offer = &((struct catan *)state)->offer[i / 6];
    uint8_t *set = value ? &offer->declined : &offer->accepted;
    *set = (uint8_t)(*set | 1 << i % 6);
    return true;
}

static const char *check_rules(const void *state, int i) {
    struct catan g;
    (void)i;
    return catan_init(&g, &((const struct catan *)state)->rules) == CATAN_OK
               ? NULL : "options that do not go together";
}

/* ---- the rows ---- */

static const struct member deck_rows[] = {
    { "count", &member_total, AT(deck), .max = 127, .flags = MEMBER_FOLLOWS },
    { "cards", CARDS(catan_dev_words), AT(deck), SECRET(DECK) },
    { 0 },
};

static const struct member road_rows[] = {
    { "seat", &member_seat, AT(longest_road), .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "length", &member_int, .value = longest_length, .store = set_length, .max = 127,
      .flags = MEMBER_FOLLOWS },
    { 0 },
};

static const struct member army_rows[] = {
    { "seat", &member_seat, AT(largest_army), .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "knights", &member_int, .value = army_knights },
    { 0 },
};

static const char *const answer_words[] = { "accept", "decline" };
static const struct member answer_rows[] = {
    { "seat", &member_int, .value = answering },
    { "answer", &member_word, .value = answer, .store = set_answer, .words = answer_words,
      .max = 2, .flags = MEMBER_NEEDED },
    { 0 },
};

#define OFFER(field) MEMBER_OF_EACH(struct catan, offer, field)
#define PROMISE &member_counts, .words = catan_kind_words, .max = 127, .flags = MEMBER_NEEDED
static const struct member answer_object[] = { { OBJECT(answer_rows) }, { 0 } };
static const struct member offer_rows[] = {
    { "number", &member_int, OFFER(number), .min = 1, .max = 255, .flags = MEMBER_NEEDED },
    { "from", &member_seat, .value = own_index },
    { "to", &member_seats, OFFER(to) },
    { "give", PROMISE, OFFER(give), MEANS("what `from` gives") },
    { "get", PROMISE, OFFER(get) },
    { "answers", &member_list, .list = &answer_list, .in = answer_object },
    { 0 },
};

static const struct member offer_object[] = { { OBJECT(offer_rows) }, { 0 } };
static const struct member looking_rows[] = {
    { "seat", &member_seat, .value = looker, .has = looks },
    { "hand_of", &member_seat, .value = looked_at, .has = looks_at_hand,
      .flags = MEMBER_OMIT_HAS },
    { "cards", CARDS(catan_kind_words), .value = looked_into, .has = looks_at_hand,
      .flags = MEMBER_OMIT_HAS | MEMBER_EVERY },
    { "deck", CARDS(catan_dev_words), AT(look), .has = looks_at_deck,
      SECRET(LOOK), .flags = MEMBER_OMIT_HAS },
    { 0 },
};

static const struct member one_die[] = {
    { NULL, &member_int, EACH(dice), .min = 1, .max = 6, .flags = MEMBER_NEEDED },
    { 0 },
};
static const struct member one_gain[] = {
    { NULL, CARDS(catan_kind_words), EACH(gains), .flags = MEMBER_NEEDED },
    { 0 },
};

#define START MEMBERS_START(struct catan, "\"catan\"", check_rules)
#define BOARD { "board", &member_object, .in = catan_board_rows, .flags = MEMBER_NEEDED, \
    SPAN(terrain, robber) }

/* A game starts on the board that is given. */
const struct member catan_start_rows[] = { START, BOARD, { 0 } };

const struct member catan_rows[] = {
    START,
    { "phase", &member_word, AT(phase), .words = catan_phase_words, .max = PH_N,
      .flags = MEMBER_NEEDED },
    { "round", &member_int, AT(turns), .value = round_of, MEANS("rounds completed") },
    { "turns", &member_int, AT(turns), .max = UINT32_MAX, MEANS("turns ended") },
    { "owes", &member_seats, .value = owes, MEANS("for whom the game waits") },
    { "may", &member_seats, .value = may, MEANS("who else is free to act") },
    { "chance", &member_flag, .value = chance, MEANS("chance must act") },
    { "turn", SEAT(turn), MEANS("the active seat") },
    { "first", SEAT(first), MEANS("the seat that began") },
    { "special", SEAT(special), MEANS("who builds between turns") },
    { "winner", SEAT(winner) },
    { "victim", SEAT(victim), MEANS("whose card is being stolen") },
    { "helper_seat", SEAT(helper_seat), MEANS("who acts by a helper") },
    { "helper_target", SEAT(helper_target), MEANS("whose hand Hilde opens") },
    { "rolled", FLAG(rolled), MEANS("the dice of this turn") },
    { "card_played", FLAG(card_played), MEANS("a development card in this turn") },
    { "trade_over", FLAG(trade_over), MEANS("strict phases: something was built this turn") },
    { "robber_due", FLAG(robber_due), MEANS("the robber must still move") },
    { "free_roads", COUNT(free_roads), MEANS("still to place by Road Building") },
    { "placed", COUNT(placed), MEANS("settlements placed in the set-up") },
    { "knights_gone", COUNT(knights_gone), MEANS("knights that Vincent took out of the game") },
    { "offers_made", COUNT(offers_made), MEANS("in this turn, by number") },
    { "road_to_beat", COUNT(longest_length), .flags = MEMBER_FOLLOWS,
      MEANS("what a road must exceed to take Longest Road") },
    { "robber", PLACE(HEX), AT(robber), .flags = MEMBER_NULL, .none = CATAN_NONE },
    { "last_corner", PLACE(CORNER), AT(last_corner), .flags = MEMBER_NULL, .none = CATAN_NONE,
      MEANS("the last settlement of the set-up") },
    { "jean", &member_word, AT(jean), .words = catan_kind_words, .max = KIND_N,
      .flags = MEMBER_NULL, .none = CATAN_NONE, MEANS("this turn's 2:1") },
    { "dice", &member_list, AT(dice), .list = &dice_list, .in = one_die, .has = has_dice,
      MEANS("the last roll") },
    { "dice_left", &rolls_kind, AT(dice_left), .when = with_deck, .flags = MEMBER_OMIT_WHEN,
      MEANS("only with dice=deck: 1 for each roll (1 1, 1 2, … 6 6) still in it") },
    { "gains", &member_list, .list = &gain_list, .in = one_gain, .has = has_dice,
      .flags = MEMBER_FOLLOWS, MEANS("what the last roll gave each seat") },
    BOARD,
    { "bank", CARDS(catan_kind_words), AT(bank), .flags = MEMBER_EVERY },
    { "deck", &member_object, AT(deck), .in = deck_rows },
    { "longest_road", &member_object, SPAN(longest_road, largest_army), .in = road_rows,
      .has = has_longest_road },
    { "largest_army", &member_object, .in = army_rows, .has = has_largest_army },
    { "offers", &member_list, .list = &offer_list, .in = offer_object, AT(offer) },
    { "display", &member_set, AT(helper), .value = display, .words = catan_helper_words,
      .max = HELPER_N, .when = with_helpers, .flags = MEMBER_OMIT_WHEN,
      MEANS("only with helpers") },
    { "repay", &member_seats, AT(repay), .when = with_helpers, .flags = MEMBER_OMIT_WHEN,
      MEANS("whom Nassir owes a card") },
    { "look_count", &member_total, AT(look), .max = 127, .when = with_helpers,
      .flags = MEMBER_OMIT_WHEN | MEMBER_FOLLOWS, MEANS("cards that Candamir shows") },
    { "looking", &member_object, .in = looking_rows, .when = with_helpers, .has = looks,
      .flags = MEMBER_OMIT_WHEN, MEANS("for that seat's view alone") },
    { "seats", &member_list, .list = &catan_seat_list, .in = catan_seat_object,
      .flags = MEMBER_NEEDED | MEMBER_CHANGES },
    { 0 },
};

/* With `was`: only what differs from it. Both must be views of the same seat of the same game. */
void catan_write(const struct catan *g, const struct catan *was, struct json_out *o) {
    members_write(&catan_game, catan_rows, g, was, o);
}

/* Only a seat itself knows its cards, and so its points. With helpers, and after the end of the
 * game, it may know more. */
bool catan_own_news(const struct catan *was, const struct catan *g, int seat) {
    return was->hand[seat] != g->hand[seat] || was->dev[seat] != g->dev[seat] ||
           was->dev_new[seat] != g->dev_new[seat] || was->points[seat] != g->points[seat] ||
           g->phase == PH_OVER || was->phase == PH_OVER || catan_option(g, OPT_HELPERS);
}
