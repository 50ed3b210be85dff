/* catan_features.c -- the features of every seat: earnings, places to settle, rolls until things
 * can be built, awards, cards. Whole numbers, no floating point.
 *
 * Called for every leaf of every search, so it reads the tables that the rules keep anyway. The
 * weights are fitted to exactly these numbers: if a feature is computed differently, even
 * better, all weights are wrong until the next fit (docs/strength.md). */
#include "catan_ai.h"

#include <string.h>

#include "core/bits.h"

const uint8_t ai__feature_term[FEAT_N] = {
#define X(name, term) term,
    CATAN_FEATURES(X)
#undef X
};

const uint8_t ai__ways[13] = { 0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 };

/* --- once per choice ------------------------------------------------------------------------- */

/* Cards in the deck or in the others' hands: all cards except the seat's own and those played.
 * Point cards are never played; they are shown at the end. */
void ai__count_unseen(struct catan_info *info, const struct catan *view, int seat) {
    static const uint8_t option[DEV_N] = { OPT_KNIGHTS, OPT_ROAD_BUILDING, OPT_PLENTY, OPT_MONOPOLY,
                                           OPT_POINT_CARDS };
    info->unseen_n = 0;
    for (int k = 0; k < DEV_N; k++) {
        uint64_t own = view->dev[seat] + view->dev_new[seat];
        int n = view->rules.value[option[k]] - bundle_count(own, k);
        for (int s = 0; s < info->seats && k < DEV_POINT; s++)
            n -= view->played[s][k];
        if (k == DEV_KNIGHT)
            n -= view->knights_gone;
        info->unseen[k] = n > 0 ? n : 0;
        info->unseen_n += info->unseen[k];
    }
}

void ai__info(struct catan_info *info, const struct catan *view, int seat) {
    const struct catan_board *board = catan_board(view);
    memset(info, 0, sizeof *info);
    memset(info->harbor, CATAN_NONE, sizeof info->harbor);
    info->seats = catan_seats(view);
    info->target = catan_option(view, OPT_POINTS);
    info->limit = catan_option(view, OPT_HAND_LIMIT);
    for (int c = 0; c < board->corners; c++) {
        for (int i = 0; i < 3 && board->corner_hex[c][i] >= 0; i++) {
            int h = board->corner_hex[c][i], t = view->terrain[h];
            if (t < KIND_N && view->number[h] <= 12)
                info->earns[c] += ai__ways[view->number[h]] * BUNDLE_CARD(t);
        }
        for (int i = 0; i < 2; i++) {
            int e = board->corner_coast[c][i];
            if (e >= 0 && view->harbor[e] < HARBOR_N)
                info->harbor[c] = view->harbor[e];
        }
    }
    ai__count_unseen(info, view, seat);
}

/* --- earnings -------------------------------------------------------------------------------- */

static struct earnings earnings_of(const struct catan *g, int s) {
    struct earnings e = { { 0 }, 0, 0, 0 };
    uint64_t sum = 0;
    for (int n = 2; n <= 12; n++) {
        uint64_t p = g->production[n - 2][s];
        sum += p * ai__ways[n];
        e.numbers += p ? ai__ways[n] : 0;
    }
    for (int k = 0; k < KIND_N; k++)
        e.kind[k] = bundle_count(sum, k);
    if (g->robber < CATAN_HEXES_MAX && g->terrain[g->robber] < KIND_N) {
        const struct places *at = &catan_board(g)->hex_corners[g->robber];
        int cards = 0;
        for (int w = 0; w < 2; w++)
            cards += bits_count(at->w[w] & g->settlements[s].w[w]) +
                     2 * bits_count(at->w[w] & g->cities[s].w[w]);
        e.robbed = cards * ai__ways[g->number[g->robber] <= 12 ? g->number[g->robber] : 0];
        e.robbed_kind = g->terrain[g->robber];
        e.kind[g->terrain[g->robber]] -= e.robbed;
        if (e.kind[g->terrain[g->robber]] < 0)
            e.kind[g->terrain[g->robber]] = 0;
    }
    return e;
}

/* --- rolls until ----------------------------------------------------------------------------- */

/* The missing cards minus what the surplus buys are a convex, piecewise linear, falling function of
 * time, with a bend where a kind is no longer missing. So Newton's steps never overshoot, and each
 * passes a bend. Cards are counted in 1/144 of 1/256. */
int ai__rolls_for(const int *cost, const int *hand, const int *earns, const int *rate, int max) {
    static const int swap[5] = { 256, 256, 128, 85, 64 };       /* by rate */
    int t = 0;
    for (;;) {
        int lack = 0, slope = 0;
        for (int k = 0; k < KIND_N; k++) {
            int d = (hand[k] - cost[k]) * 144 + earns[k] * t;
            int worth = d < 0 ? 256 : swap[rate[k]];
            lack -= d * worth;
            slope += earns[k] * worth;
        }
        if (lack <= 0)
            return t;
        if (slope == 0 || lack > slope * (max - t))
            return max;
        t += (lack + slope - 1) / slope;
    }
}

/* --- all together ---------------------------------------------------------------------------- */

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int clamp(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}

/* Times 8. Hidden point cards of others count by their share of the unseen cards. */
static int points_of(const struct catan_info *info, const struct catan *g, int s, int me) {
    int hidden = 0;
    if (s == me)
        return 8 * (g->points[s] + bundle_count(g->dev[s] + g->dev_new[s], DEV_POINT));
    if (info->unseen_n)
        hidden = 8 * info->unseen[DEV_POINT] *
                 (bundle_total(g->dev[s]) + bundle_total(g->dev_new[s])) /
                 info->unseen_n;
    return 8 * g->points[s] + hidden;
}

static void look_at(struct catan_info *info, const struct catan *g, int s, int me,
                    struct seat_info *i) {
    i->cards = bundle_total(g->hand[s]);
    for (int k = 0; k < KIND_N; k++) {
        i->hand[k] = bundle_count(g->hand[s], k);
        i->rate[k] = bundle_count(g->rate[s], k);
    }
    i->points = points_of(info, g, s, me);
    i->houses = bits_count(g->settlements[s].w[0]) + bits_count(g->settlements[s].w[1]);
    i->cities = bits_count(g->cities[s].w[0]) + bits_count(g->cities[s].w[1]);
    i->length = ai__road_length(info, g, s);
}

static void put_points(const struct catan_info *info, const struct seat_info *i, int16_t *f) {
    int need = 8 * info->target - i->points;
    f[FEAT_POINTS] = (int16_t)i->points;
    f[FEAT_NEAR4] = (int16_t)clamp(32 - need, 0, 64);
    f[FEAT_NEAR2] = (int16_t)clamp(16 - need, 0, 64);
    f[FEAT_CITIES] = (int16_t)(8 * i->cities);
    f[FEAT_SETTLEMENTS] = (int16_t)(8 * i->houses);
}

static void put_earnings(const struct seat_info *i, int16_t *f) {
    const int *k = i->e.kind;
    int harbor = 0, kinds = 0;
    bool any = true;
    for (int n = 0; n < KIND_N; n++) {
        f[FEAT_BRICK + n] = (int16_t)k[n];
        harbor += k[n] * (4 - i->rate[n]);
        kinds += k[n] > 0;
        any = any && i->rate[n] <= 3;
    }
    f[FEAT_ROBBED] = (int16_t)i->e.robbed;
    f[FEAT_ROAD_PAIR] = (int16_t)smaller(k[BRICK], k[LUMBER]);
    f[FEAT_CITY_PAIR] = (int16_t)smaller(k[GRAIN], k[ORE]);
    f[FEAT_CARD_TRIO] = (int16_t)smaller(k[WOOL], smaller(k[GRAIN], k[ORE]));
    f[FEAT_KINDS] = (int16_t)(8 * kinds);
    f[FEAT_NUMBERS] = (int16_t)i->e.numbers;
    f[FEAT_HARBOR] = (int16_t)harbor;
    f[FEAT_HARBOR_ANY] = any ? 16 : 0;
}

static void put_sites(const struct catan *g, int s, const struct seat_info *i, int16_t *f) {
    f[FEAT_SITE0] = (int16_t)i->sites.best[0];
    f[FEAT_SITE1] = (int16_t)i->sites.best[1];
    f[FEAT_SITE2] = (int16_t)i->sites.best[2];
    f[FEAT_SITE_NEXT] = (int16_t)i->sites.next;
    f[FEAT_SITE_RACE] = (int16_t)i->sites.race;
    f[FEAT_SITES] = (int16_t)(4 * smaller(i->sites.count, 12));
    f[FEAT_STUCK] = i->sites.count ? 0 : 16;
    f[FEAT_NO_SETTLEMENT] = g->settlements_left[s] ? 0 : 16;
}

/* How far the holder of an award is ahead of the next: in road, and in knights. */
static void put_leads(struct catan_info *info, const struct catan *g, int s,
                      const struct seat_info *i, int16_t *f) {
    int length = 0, knights = 0;
    for (int o = 0; o < info->seats; o++) {
        if (o != s && g->longest_road == s) {
            int n = ai__road_length(info, g, o);
            length = n > length ? n : length;
        }
        if (o != s && g->played[o][DEV_KNIGHT] > knights)
            knights = g->played[o][DEV_KNIGHT];
    }
    if (g->longest_road == s)
        f[FEAT_ROAD_LEAD] = (int16_t)(4 * clamp(i->length - length, 0, 6));
    if (g->largest_army == s)
        f[FEAT_ARMY_LEAD] = (int16_t)(8 * clamp(g->played[s][DEV_KNIGHT] - knights, 0, 5));
}

/* From the view of `me`: its own point cards are known, those of others are estimated. */
static void put_leader(const struct catan_info *info, const struct catan *g, int s, int me,
                       int16_t *f) {
    int best = 0;
    for (int o = 0; o < info->seats; o++)
        if (o != s && points_of(info, g, o, me) > best)
            best = points_of(info, g, o, me);
    f[FEAT_LEADER] = (int16_t)best;
}

static void put_awards(const struct catan *g, int s, const struct seat_info *i, int16_t *f) {
    bool road = g->longest_road == s, army = g->largest_army == s;
    int knights = g->played[s][DEV_KNIGHT], record = catan_option(g, OPT_LARGEST_ARMY_MIN) - 1;
    if (g->largest_army < SEATS_MAX && !army)
        record = g->played[g->largest_army][DEV_KNIGHT];
    f[FEAT_ROAD_HELD] = road ? 16 : 0;
    f[FEAT_ROAD_LENGTH] = (int16_t)(4 * i->length);
    f[FEAT_ROAD_GAP] = (int16_t)(road ? 0 : 4 * clamp(g->longest_length + 1 - i->length, 0, 6));
    f[FEAT_ARMY_HELD] = army ? 16 : 0;
    f[FEAT_KNIGHTS] = (int16_t)(8 * knights);
    f[FEAT_ARMY_GAP] = (int16_t)(army ? 0 : 8 * clamp(record + 1 - knights, 0, 5));
}

/* Known for oneself; for others the average of the unseen cards. */
static void put_cards(const struct catan_info *info, const struct catan *g, int s, int me,
                      int16_t *f) {
    uint64_t own = g->dev[s] + g->dev_new[s];
    int n = bundle_total(own), all = info->unseen_n ? info->unseen_n : 1;
    if (s == me) {
        int knights = bundle_count(own, DEV_KNIGHT);
        f[FEAT_CARD_KNIGHT] = (int16_t)(16 * knights);
        f[FEAT_CARD_OTHER] = (int16_t)(16 * (n - knights - bundle_count(own, DEV_POINT)));
    } else {
        int other = info->unseen[DEV_ROAD_BUILDING] + info->unseen[DEV_PLENTY] +
            info->unseen[DEV_MONOPOLY];
        f[FEAT_CARD_KNIGHT] = (int16_t)(16 * n * info->unseen[DEV_KNIGHT] / all);
        f[FEAT_CARD_OTHER] = (int16_t)(16 * n * other / all);
    }
}

/* Everything still to be paid for on a simple way to the goal: cities on existing settlements,
 * then settlements with one and a half roads each, then development cards. */
static void way_to_goal(const struct catan_info *info, const struct catan *g, int s,
                        const struct seat_info *i, int *cost) {
    int need = (8 * info->target - i->points + 7) / 8;
    int cities = smaller(smaller(need, i->houses), g->cities_left[s]);
    need = need > cities ? need - cities : 0;
    int houses = smaller(need, g->settlements_left[s] + cities);
    int cards = (need > houses ? need - houses : 0) * 3;
    int roads = houses + houses / 2 - (i->sites.best[0] > 0 && houses > 0);
    cost[BRICK] = houses + roads;
    cost[LUMBER] = houses + roads;
    cost[WOOL] = houses + cards;
    cost[GRAIN] = houses + 2 * cities + cards;
    cost[ORE] = 3 * cities + cards;
}

/* Prices by kind: brick, lumber, wool, grain, ore. If no place is ready, a settlement needs a
 * road first. */
static void put_speed(const struct catan_info *info, const struct catan *g, int s,
                      const struct seat_info *i, int16_t *f) {
    static const int road[KIND_N] = { 1, 1, 0, 0, 0 }, house[KIND_N] = { 1, 1, 1, 1, 0 };
    static const int city[KIND_N] = { 0, 0, 0, 2, 3 }, card[KIND_N] = { 0, 0, 1, 1, 1 };
    static const int house_road[KIND_N] = { 2, 2, 1, 1, 0 };
    int all[KIND_N], win;
    const int *e = i->e.kind;
    way_to_goal(info, g, s, i, all);
    f[FEAT_ETA_ROAD] = (int16_t)ai__nearness(ai__rolls_for(road, i->hand, e, i->rate, 160));
    f[FEAT_ETA_SETTLE] = (int16_t)ai__nearness(
        ai__rolls_for(i->sites.best[0] ? house : house_road, i->hand, e, i->rate, 160));
    f[FEAT_ETA_CITY] = (int16_t)(i->houses && g->cities_left[s]
        ? ai__nearness(ai__rolls_for(city, i->hand, e, i->rate, 160)) : 0);
    f[FEAT_ETA_CARD] = (int16_t)ai__nearness(ai__rolls_for(card, i->hand, e, i->rate, 160));
    win = ai__rolls_for(all, i->hand, e, i->rate, 508);
    f[FEAT_ETA_WIN] = (int16_t)(64 * 128 / (128 + win));
    f[FEAT_ROLLS_WIN] = (int16_t)(win / 4);
}

static void put_hand(const struct catan_info *info, const struct seat_info *i, int16_t *f) {
    int kinds = 0;
    for (int k = 0; k < KIND_N; k++)
        kinds += i->hand[k] > 0;
    f[FEAT_HAND] = (int16_t)(4 * smaller(i->cards, 20));
    f[FEAT_HAND_OVER] = (int16_t)(4 * clamp(i->cards - info->limit, 0, 20));
    f[FEAT_HAND_KINDS] = (int16_t)(4 * kinds);
}

/* Turns until `s` moves again after the current turn; a turn before its roll has not begun. */
static int wait_of(const struct catan *g, int s, int seats) {
    int turn = g->turn < seats ? g->turn : 0;
    int d = (s - turn - (g->phase != PH_ROLL) + seats) % seats;
    return 48 * d / seats;
}

static void features_of(struct catan_info *info, const struct catan *g, int s, int me, int16_t *f) {
    struct seat_info i;
    memset(f, 0, FEAT_PAD * sizeof *f);
    i.e = earnings_of(g, s);
    i.sites = ai__sites(info, &i.e, g->rate[s], s);
    look_at(info, g, s, me, &i);
    f[FEAT_ONE] = 16;
    f[FEAT_WAIT] = (int16_t)wait_of(g, s, info->seats);
    put_points(info, &i, f);
    put_earnings(&i, f);
    put_sites(g, s, &i, f);
    put_awards(g, s, &i, f);
    put_leads(info, g, s, &i, f);
    put_leader(info, g, s, me, f);
    put_cards(info, g, s, me, f);
    put_speed(info, g, s, &i, f);
    put_hand(info, &i, f);
    ai__outlook(info, g, s, me, &i, f);
    info->pace[s] = f[FEAT_ETA_WIN];
}

void ai__features(struct catan_info *info, const struct catan *g, int me, int16_t f[][FEAT_PAD]) {
    for (int s = 0; s < info->seats; s++)
        ai__reach(g, s, info->seats, &info->reach[s]);
    for (int s = 0; s < info->seats; s++)
        features_of(info, g, s, me, f[s]);
    for (int s = 0; s < info->seats; s++)
        ai__rivals(info, g, s, f[s]);
}

void ai__features_own(struct catan_info *info, const struct catan *g, int me, int16_t f[FEAT_PAD]) {
    ai__reach(g, me, info->seats, &info->reach[me]);
    features_of(info, g, me, me, f);
    ai__rivals(info, g, me, f);
}
