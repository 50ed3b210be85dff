/* catan_outlook.c -- further features: what each seat can build next and when, harbors and the
 * production behind them, the risk of a seven, the deck, pieces left, helpers, rivals.
 *
 * Like catan_features.c, it is part of every leaf, and the weights are fitted to exactly these
 * numbers. */
#include "catan_ai.h"

#include "core/bits.h"

static int clamp(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}

/* --- hand, harbors, earnings ----------------------------------------------------------------- */

static void put_kinds(const struct catan *g, int s, const struct seat_info *i, int16_t *f) {
    int total = 0, best = 0;
    for (int k = 0; k < KIND_N; k++) {
        f[FEAT_HAND_BRICK + k] = (int16_t)(8 * clamp(i->hand[k], 0, 7));
        f[FEAT_FEED_BRICK + k] = (int16_t)(i->e.kind[k] * (4 - i->rate[k]));
        total += i->e.kind[k];
    }
    for (int n = 2; n <= 12; n++) {
        int brings = ai__ways[n] * bundle_total(g->production[n - 2][s]);
        best = brings > best ? brings : best;
    }
    f[FEAT_TOTAL] = (int16_t)total;
    if (i->e.robbed)
        f[FEAT_BLOCK_BRICK + i->e.robbed_kind] = (int16_t)i->e.robbed;
    f[FEAT_ONE_NUMBER] = (int16_t)best;
}

/* A place's earnings by kind, times 2, into five features. */
static void put_place(const struct catan_info *info, int corner, int16_t *f) {
    for (int k = 0; k < KIND_N && corner >= 0; k++)
        f[k] = (int16_t)(2 * bundle_count(info->earns[corner], k));
}

/* What upgrading a settlement would add: the two best. */
static void put_upgrades(const struct catan_info *info, const struct catan *g, int s, int16_t *f) {
    int first = 0, second = 0, best = -1;
    for (int w = 0; w < 2; w++)
        for (uint64_t m = g->settlements[s].w[w]; m; m &= m - 1) {
            int v = bundle_total(info->earns[64 * w + bits_first(m)]);
            if (v > first) {
                best = 64 * w + bits_first(m);
                second = first;
                first = v;
            } else if (v > second) {
                second = v;
            }
        }
    f[FEAT_CITY_BEST] = (int16_t)(2 * first);
    f[FEAT_CITY_NEXT] = (int16_t)(2 * second);
    put_place(info, best, f + FEAT_UP_BRICK);
}

/* --- how soon -------------------------------------------------------------------------------- */

static int16_t eta(const struct seat_info *i, int roads, int houses, int cities, int cards) {
    const int cost[KIND_N] = { roads + houses, roads + houses, houses + cards,
                               houses + 2 * cities + cards, 3 * cities + cards };
    return (int16_t)ai__nearness(ai__rolls_for(cost, i->hand, i->e.kind, i->rate, 160));
}

static void put_plans(const struct catan *g, int s, const struct seat_info *i, int16_t *f) {
    int roads = i->sites.best[0] ? 0 : i->sites.best[1] ? 1 : 2;
    f[FEAT_ETA_BOTH] = eta(i, roads, 1, 1, 0);
    f[FEAT_ETA_CITIES] = eta(i, 0, 0, 2, 0);
    f[FEAT_ETA_LONGEST] = g->longest_road == s ? 64
        : eta(i, clamp(g->longest_length + 1 - i->length, 1, 9), 0, 0, 0);
}

/* --- places and roads ------------------------------------------------------------------------ */

static void put_races(struct catan_info *info, const struct catan *g, int s,
                      const struct seat_info *i, int16_t *f) {
    struct places open = catan_road_places(g, s);
    int rival = 0;
    for (int o = 0; o < info->seats; o++)
        if (o != s) {
            int n = ai__road_length(info, g, o);
            rival = n > rival ? n : rival;
        }
    put_place(info, i->sites.now, f + FEAT_NOW_BRICK);
    put_place(info, i->sites.soon, f + FEAT_SOON_BRICK);
    if (i->sites.soon >= 0) {
        f[FEAT_SOON_FAR] = (int16_t)(16 * i->sites.far);
        f[FEAT_ETA_SOON] = eta(i, i->sites.far, 1, 0, 0);
    }
    f[FEAT_HARBOR_NEAR] = (int16_t)i->sites.harbor;
    f[FEAT_SITE_SAFE] = (int16_t)i->sites.safe;
    f[FEAT_SITES_SAFE] = (int16_t)(4 * clamp(i->sites.safe_count, 0, 12));
    f[FEAT_SITE_THIRD] = (int16_t)i->sites.third;
    f[FEAT_SITE_LOST] = (int16_t)i->sites.lost;
    f[FEAT_ROAD_OPEN] = (int16_t)(2 * (bits_count(open.w[0]) + bits_count(open.w[1])));
    f[FEAT_ROAD_RIVAL] = (int16_t)(4 * rival);
    f[FEAT_ROADS_LEFT] = (int16_t)(8 * clamp(5 - g->roads_left[s], 0, 5));
    f[FEAT_HOUSES_LEFT] = (int16_t)(8 * g->settlements_left[s]);
    f[FEAT_CITIES_LEFT] = (int16_t)(8 * g->cities_left[s]);
}

/* --- development cards ----------------------------------------------------------------------- */

/* How many of a kind the seat holds, times 16: known for oneself, the average for others. */
static int holds(const struct catan_info *info, uint64_t own, int n, int kind, bool known) {
    if (known)
        return 16 * bundle_count(own, kind);
    return info->unseen_n ? 16 * n * info->unseen[kind] / info->unseen_n : 0;
}

static void put_army(const struct catan_info *info, const struct catan *g, int s,
                     const struct seat_info *i, int knights, int16_t *f) {
    int rival = 0, played = g->played[s][DEV_KNIGHT];
    int least = catan_option(g, OPT_LARGEST_ARMY_MIN);
    for (int o = 0; o < info->seats; o++)
        if (o != s && g->played[o][DEV_KNIGHT] > rival)
            rival = g->played[o][DEV_KNIGHT];
    int goal = rival + 1 > least ? rival + 1 : least;
    int missing = clamp(goal - played - knights / 16, 0, 6);
    f[FEAT_ARMY_RIVAL] = (int16_t)(8 * rival);
    f[FEAT_ARMY_READY] = g->largest_army != s && missing == 0 ? 16 : 0;
    f[FEAT_ETA_ARMY] = g->largest_army == s ? 64 : eta(i, 0, 0, 0, missing + missing / 2);
}

static void put_deck(const struct catan_info *info, const struct catan *g, int s, int me,
                     const struct seat_info *i, int16_t *f) {
    uint64_t own = g->dev[s] + g->dev_new[s];
    int n = bundle_total(own), knights = holds(info, own, n, DEV_KNIGHT, s == me);
    f[FEAT_CARD_MONOPOLY] = (int16_t)holds(info, own, n, DEV_MONOPOLY, s == me);
    f[FEAT_CARD_PLENTY] = (int16_t)holds(info, own, n, DEV_PLENTY, s == me);
    f[FEAT_CARD_ROADS] = (int16_t)holds(info, own, n, DEV_ROAD_BUILDING, s == me);
    f[FEAT_CARD_NEW] = (int16_t)(16 * bundle_total(g->dev_new[s]));
    f[FEAT_DECK] = (int16_t)(2 * clamp(bundle_total(g->deck), 0, 32));
    f[FEAT_UNROB] = (int16_t)(knights >= 8 ? i->e.robbed : 0);
    put_army(info, g, s, i, knights, f);
}

/* --- sevens, time, helpers ------------------------------------------------------------------- */

static void put_rest(const struct catan_info *info, const struct catan *g, int s,
                     const struct seat_info *i, int16_t *f) {
    int turns = f[FEAT_WAIT] * info->seats / 48 + 1;
    int soon = i->cards + f[FEAT_TOTAL] * turns / 36;
    f[FEAT_SEVEN] = (int16_t)(i->cards > info->limit ? 8 * clamp(i->cards / 2, 0, 10) : 0);
    f[FEAT_SEVEN_SOON] = (int16_t)(4 * clamp(soon - info->limit, 0, 16));
    f[FEAT_ROUND] = (int16_t)clamp((int)g->turns / info->seats, 0, 64);
    f[FEAT_SEATS] = (int16_t)(16 * (info->seats - 3));
    if (g->helper[s] < HELPER_N) {
        f[FEAT_HELPER_0 + g->helper[s]] = 16;
        f[FEAT_HELPER_B] = g->helper_b >> s & 1 ? 16 : 0;
    }
}

void ai__outlook(struct catan_info *info, const struct catan *g, int s, int me,
                 const struct seat_info *i, int16_t *f) {
    put_kinds(g, s, i, f);
    put_upgrades(info, g, s, f);
    put_plans(g, s, i, f);
    put_races(info, g, s, i, f);
    put_deck(info, g, s, me, i, f);
    put_rest(info, g, s, i, f);
}

/* Seats that move before this one can win before it. */
void ai__rivals(const struct catan_info *info, const struct catan *g, int s, int16_t *f) {
    int pace = 0, next = 0, points = 0, cards = 0, turn = g->turn < info->seats ? g->turn : 0;
    int first = turn + (g->phase != PH_ROLL);
    int own = (s - first + 2 * info->seats) % info->seats;
    for (int o = 0; o < info->seats; o++) {
        if (o == s)
            continue;
        int wait = (o - first + 2 * info->seats) % info->seats;
        pace = info->pace[o] > pace ? info->pace[o] : pace;
        if (wait < own && info->pace[o] > next)
            next = info->pace[o];
        points += g->points[o];
        cards += bundle_total(g->hand[o]);
    }
    f[FEAT_LEAD] = (int16_t)(f[FEAT_POINTS] - f[FEAT_LEADER]);
    f[FEAT_RIVAL_PACE] = (int16_t)pace;
    f[FEAT_RIVAL_NEXT] = (int16_t)next;
    f[FEAT_TABLE] = (int16_t)(2 * points);
    f[FEAT_OTHERS_HAND] = (int16_t)(2 * clamp(cards, 0, 40));
}
