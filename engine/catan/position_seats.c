/* position_seats.c -- the rows of a seat in a position. */
#include <string.h>

#include "position_parts.h"

static int count_seats(const void *state) { return catan_seats(state); }
const struct member_list catan_seat_list = { .words = "one object per seat",
                                             .count = count_seats };

VALUE(own_index, i)
VALUE(color, catan_color(g, i))
VALUE(dev_count, bundle_total(g->dev[i]) + bundle_total(g->dev_new[i]))
VALUE(dev_new_count, bundle_total(g->dev_new[i]))
VALUE(dev_points, bundle_count(g->dev[i], DEV_POINT))
VALUE(dev_new_points, bundle_count(g->dev_new[i], DEV_POINT))
VALUE(road_length, catan_road_length(g, i))
VALUE(points, catan_points(g, i))
VALUE(points_public, catan_public_points(g, i))

TEST(has_helper, g->helper[i] < HELPER_N)
TEST(shows_points, !bundle_known(g->dev[i]) && bundle_count(g->dev[i], DEV_POINT))
TEST(shows_new_points, !bundle_known(g->dev_new[i]) && bundle_count(g->dev_new[i], DEV_POINT))

/* As a known bundle, with its total. */
static uint64_t rates(const void *state, int i) {
    uint8_t count[KINDS];
    bundle_unpack(catan_rates(state, i), count);
    return bundle_pack(count);
}
static bool rates_news(const void *state, const void *was, int i) {
    return catan_rates(state, i) != catan_rates(was, i);
}

#define NEW(field) (memcmp(&g->field, &w->field, sizeof g->field) != 0)

/* Did a building appear on, or leave, a corner of the seat's network? It may cut a road. */
static bool network_news(const struct catan *g, const struct catan *w, int i) {
    uint64_t news = 0;
    for (int k = 0; k < 2; k++)
        news |= (g->built.w[k] ^ w->built.w[k]) & (g->network[i].w[k] | w->network[i].w[k]);
    return news != 0;
}

static bool road_news(const void *state, const void *was, int i) {
    const struct catan *g = state, *w = was;
    return (NEW(roads[i]) || network_news(g, w, i)) &&
           catan_road_length(g, i) != catan_road_length(w, i);
}

static bool left_news(const void *state, const void *was, int i) {
    const struct catan *g = state, *w = was;
    return NEW(roads_left[i]) || NEW(settlements_left[i]) || NEW(cities_left[i]);
}

/* Might anything about a seat be new? These are all the bytes that seat_rows depend on. */
static bool seat_news(const void *state, const void *was, int i) {
    const struct catan *g = state, *w = was;
    return NEW(hand[i]) || NEW(dev[i]) || NEW(dev_new[i]) || NEW(played[i]) || NEW(points[i]) ||
           NEW(settlements[i]) || NEW(cities[i]) || NEW(roads[i]) || network_news(g, w, i) ||
           NEW(owes_cards[i]) || NEW(offers_by[i]) || NEW(first_roll[i]) || rates_news(g, w, i) ||
           NEW(helper[i]) || NEW(helper_b) || NEW(helper_fresh) || NEW(helper_used) ||
           (g->phase == PH_OVER) != (w->phase == PH_OVER);
}

/* A view may know one pile of development cards and only the size of the other; dev_count is the
 * size of both together. */
static bool set_dev_count(void *state, int i, uint64_t value) {
    struct catan *g = state;
    if (g->viewer != SEAT_ALL)
        g->dev[i] = value * BUNDLE_TOTAL;
    return true;
}

static bool set_dev_new_count(void *state, int i, uint64_t value) {
    struct catan *g = state;
    if (g->viewer == SEAT_ALL)
        return true;
    if (value > (uint64_t)bundle_total(g->dev[i]))
        return false;
    g->dev_new[i] = value * BUNDLE_TOTAL;
    g->dev[i] -= value * BUNDLE_TOTAL;
    return true;
}

/* Point cards that are shown at the end, of cards that are otherwise hidden. */
static bool add_points(uint64_t *cards, uint64_t points) {
    if (points > (uint64_t)(bundle_known(*cards) ? 0 : bundle_total(*cards)))
        return false;
    *cards += points << 8 * DEV_POINT;
    return true;
}
static bool set_dev_points(void *state, int i, uint64_t value) {
    return add_points(&((struct catan *)state)->dev[i], value);
}
static bool set_dev_new_points(void *state, int i, uint64_t value) {
    return add_points(&((struct catan *)state)->dev_new[i], value);
}

static const struct member left_rows[] = {
    { "road", &member_int, EACH(roads_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { "settlement", &member_int, EACH(settlements_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { "city", &member_int, EACH(cities_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { 0 },
};

#define SEAT_BIT(field) .at = offsetof(struct catan, field), .flags = MEMBER_BIT
static const char *const card_sides[] = { "A", "B" };
static const struct member helper_rows[] = {
    { "name", &member_word, EACH(helper), .words = catan_helper_words, .max = HELPER_N,
      .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "side", &member_word, SEAT_BIT(helper_b) | MEMBER_NEEDED, .words = card_sides, .max = 2 },
    { "fresh", &member_flag, SEAT_BIT(helper_fresh), MEANS("received in this turn") },
    { "used", &member_flag, SEAT_BIT(helper_used), MEANS("in this turn") },
    { 0 },
};

static const struct member seat_rows[] = {
    { "seat", &member_int, .value = own_index, .flags = MEMBER_ALWAYS },
    { "color", &member_word, .value = color, .words = seat_colors, .max = SEATS_MAX,
      .flags = MEMBER_FIXED },
    { "count", &member_total, EACH(hand), .max = 127, .flags = MEMBER_FOLLOWS },
    { "cards", CARDS(catan_kind_words), EACH(hand), SECRET(HAND), .flags = MEMBER_EVERY },
    { "dev_count", &member_int, .value = dev_count, .store = set_dev_count, .max = 127,
      .flags = MEMBER_FOLLOWS, MEANS("`dev` and `dev_new` together") },
    { "dev_new_count", &member_int, EACH(dev_new), .value = dev_new_count,
      .store = set_dev_new_count, .max = 127, .flags = MEMBER_FOLLOWS },
    { "dev", CARDS(catan_dev_words), EACH(dev), SECRET(DEV) },
    { "dev_new", CARDS(catan_dev_words), EACH(dev_new), SECRET(DEV_NEW),
      MEANS("bought since the seat's last turn began") },
    { "dev_points", &member_int, EACH(dev), .value = dev_points,
      .store = set_dev_points, .max = 127, .has = shows_points, .flags = MEMBER_OMIT_HAS,
      MEANS("point cards that the end shows, where the rest is hidden") },
    { "dev_new_points", &member_int, EACH(dev_new), .value = dev_new_points,
      .store = set_dev_new_points, .max = 127, .has = shows_new_points,
      .flags = MEMBER_OMIT_HAS },
    { "played", &member_counts, EACH(played), .words = catan_dev_words, .max = 127,
      MEANS("no point cards") },
    { "settlements", PIECES(settlements, CORNER) },
    { "cities", PIECES(cities, CORNER) },
    { "roads", PIECES(roads, PATH) },
    { "left", &member_object, .in = left_rows, .news = left_news, MEANS("pieces not yet built") },
    { "rates", CARDS(catan_kind_words), .value = rates, .news = rates_news,
      .flags = MEMBER_EVERY,
      MEANS("cards for one from the supply") },
    { "owes_cards", &member_int, EACH(owes_cards), .max = 127, MEANS("to discard") },
    { "offers_made", &member_int, EACH(offers_by), .max = 255, MEANS("in this turn") },
    { "first_roll", &member_int, EACH(first_roll), .max = 12, .flags = MEMBER_NULL,
      .none = CATAN_NONE, MEANS("for who begins; 0: still to roll, null: out of it") },
    { "road_length", &member_int, .value = road_length, .news = road_news },
    { "points", &member_int, .value = points, MEANS("as this viewer knows them") },
    { "points_public", &member_int, .value = points_public,
      MEANS("as everybody knows them; the end shows point cards") },
    { "helper", &member_object, .in = helper_rows, .has = has_helper, .flags = MEMBER_OMIT_HAS },
    { 0 },
};

const struct member catan_seat_object[] = { { OBJECT(seat_rows), .news = seat_news }, { 0 } };
