/* catan_reasons.c -- why a move is good, in terms a person knows and can check on the board.
 *
 * A term is a group of features. Its worth is the winning share lost when these features are
 * those of the other position. It is a reason only for moves that it can belong to, and only if
 * what its words claim is true of the move itself, not of what may follow. */
#include "catan_ai.h"

#include <string.h>

enum {
    WORTH = BOT_VALUE_ONE / 1000,   /* a term worth less is no reason */
    FRACTION = 5,                   /* nor is one worth less than this part of the first */
};

/* The position after the move and the other, as `me` sees them. */
struct sides {
    const struct catan *a, *b;
    int16_t own[FEAT_PAD], other[FEAT_PAD];             /* features of `me` in a, and in b */
    int16_t rival[SEATS_MAX][FEAT_PAD], was[SEATS_MAX][FEAT_PAD];
    int32_t strength[SEATS_MAX], before[SEATS_MAX];     /* every seat's in a, and in b */
    int seats, me, limit;
};

static void look(struct catan_info *info, const struct catan *a, const struct catan *b, int me,
                 struct sides *x) {
    *x = (struct sides){ .a = a, .b = b, .seats = info->seats, .me = me, .limit = info->limit };
    ai__features(info, a, me, x->rival);
    ai__features(info, b, me, x->was);
    memcpy(x->own, x->rival[me], sizeof x->own);
    memcpy(x->other, x->was[me], sizeof x->other);
    for (int s = 0; s < info->seats; s++) {
        x->strength[s] = ai__strength(x->rival[s]);
        x->before[s] = ai__strength(x->was[s]);
    }
}

/* The winning share in a that is lost if a term is taken from b. If the robber moved, that
 * explains changed earnings. */
static int32_t worth(const struct sides *x, int term) {
    int16_t left[FEAT_PAD];
    int32_t strength[SEATS_MAX];
    bool robber_moved = x->a->robber != x->b->robber;
    memcpy(left, x->own, sizeof left);
    for (int i = 0; i < FEAT_N; i++) {
        int of = ai__feature_term[i];
        if ((of == BOT_TERM_PRODUCTION && robber_moved ? BOT_TERM_ROBBER : of) == term)
            left[i] = x->other[i];
    }
    memcpy(strength, term == BOT_TERM_RIVALS ? x->before : x->strength, sizeof strength);
    strength[x->me] = ai__strength(left);
    int32_t lost = ai__share(x->strength, x->seats, x->me) - ai__share(strength, x->seats, x->me);
    return (int32_t)((int64_t)lost * BOT_VALUE_ONE >> 20);
}

/* --- what the words claim -------------------------------------------------------------------- */

static bool more(const struct sides *x, int feature) {
    return x->own[feature] > x->other[feature];
}

static int nearest_building(const int16_t *f) {
    return f[FEAT_ETA_SETTLE] > f[FEAT_ETA_CITY] ? f[FEAT_ETA_SETTLE] : f[FEAT_ETA_CITY];
}

static int cards_to_play(const struct catan *g, int seat) {
    return bundle_total(g->dev[seat]) + bundle_total(g->dev_new[seat]);
}

static bool has_points(const struct sides *x) {
    return more(x, FEAT_POINTS);
}

static bool earns_more(const struct sides *x) {
    return more(x, FEAT_TOTAL);
}

/* More of one, and not fewer of the other. */
static bool covers_more(const struct sides *x) {
    return x->own[FEAT_KINDS] >= x->other[FEAT_KINDS] &&
           x->own[FEAT_NUMBERS] >= x->other[FEAT_NUMBERS] &&
           (more(x, FEAT_KINDS) || more(x, FEAT_NUMBERS));
}

/* One building is nearer, and the nearest is not further away. */
static bool builds_sooner(const struct sides *x) {
    return nearest_building(x->own) >= nearest_building(x->other) &&
           (more(x, FEAT_ETA_SETTLE) || more(x, FEAT_ETA_CITY) || more(x, FEAT_ETA_ROAD));
}

static bool leads_to_places(const struct sides *x) {
    return more(x, FEAT_SITE0) || more(x, FEAT_SITE1) || more(x, FEAT_SITE2) || more(x, FEAT_SITES);
}

static bool trades_better(const struct sides *x) {
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(x->a->rate[x->me], k) < bundle_count(x->b->rate[x->me], k))
            return true;
    return false;
}

static bool lengthens_road(const struct sides *x) {
    return more(x, FEAT_ROAD_LENGTH) || more(x, FEAT_ROAD_HELD);
}

static bool plays_knight(const struct sides *x) {
    return more(x, FEAT_KNIGHTS);
}

static bool has_more_to_play(const struct sides *x) {
    return cards_to_play(x->a, x->me) > cards_to_play(x->b, x->me);
}

static bool changes_hand(const struct sides *x) {
    return x->a->hand[x->me] != x->b->hand[x->me];
}

static bool holds_fewer(const struct sides *x) {
    int before = bundle_total(x->b->hand[x->me]);
    return before > x->limit && bundle_total(x->a->hand[x->me]) < before;
}

static bool frees_own_hex(const struct sides *x) {
    return x->own[FEAT_ROBBED] < x->other[FEAT_ROBBED];
}

/* A rival has lost cards, earnings, points or a place to settle. In the set-up every place takes
 * one from the others. */
static bool slows_a_rival(const struct sides *x) {
    if (x->b->phase <= PH_SETTLE_ROAD)
        return false;
    for (int s = 0; s < x->seats; s++)
        if (s != x->me && (x->rival[s][FEAT_TOTAL] < x->was[s][FEAT_TOTAL] ||
                           bundle_total(x->a->hand[s]) < bundle_total(x->b->hand[s]) ||
                           x->a->points[s] < x->b->points[s] ||
                           x->rival[s][FEAT_SITES] < x->was[s][FEAT_SITES]))
            return true;
    return false;
}

#define ONE(act) (UINT64_C(1) << ACT_##act)
#define DEALS (ONE(BANK) | ONE(OFFER) | ONE(CONFIRM) | ONE(ACCEPT) | ONE(PLENTY) | ONE(MONOPOLY))
#define BUILDS (ONE(SETTLE) | ONE(CITY) | ONE(ROAD) | ONE(VINCENT_SETTLE) | ONE(VINCENT_CITY))
#define WAITS (ONE(END) | ONE(PASS))

/* To which moves a term can belong, and what must be true then. What simulated games showed
 * (BOT_TERM_PLAYOUT) is added by ai__explain(). */
static const struct claim {
    uint64_t moves;
    bool (*holds)(const struct sides *x);
} claims[BOT_TERM_N] = {
    [BOT_TERM_POINTS] = { BUILDS | ONE(KNIGHT), has_points },
    [BOT_TERM_PRODUCTION] = { ONE(SETTLE) | ONE(CITY), earns_more },
    [BOT_TERM_BALANCE] = { ONE(SETTLE), covers_more },
    [BOT_TERM_SPEED] = { DEALS | WAITS | ONE(DISCARD), builds_sooner },
    [BOT_TERM_SITES] = { ONE(ROAD) | ONE(ROAD_BUILDING), leads_to_places },
    [BOT_TERM_HARBORS] = { ONE(SETTLE), trades_better },
    [BOT_TERM_ROAD] = { ONE(ROAD) | ONE(ROAD_BUILDING), lengthens_road },
    [BOT_TERM_ARMY] = { ONE(KNIGHT), plays_knight },
    [BOT_TERM_CARDS] = { ONE(BUY) | ONE(ROLL), has_more_to_play },
    [BOT_TERM_HAND] = { DEALS | WAITS | ONE(DISCARD), changes_hand },
    [BOT_TERM_RISK] = { BUILDS | ONE(BUY), holds_fewer },
    [BOT_TERM_ROBBER] = { ONE(KNIGHT) | ONE(ROBBER), frees_own_hex },
    [BOT_TERM_RIVALS] = { ONE(KNIGHT) | ONE(ROBBER) | BUILDS | ONE(MONOPOLY), slows_a_rival },
};

/* --- all terms ------------------------------------------------------------------------------- */

/* Into a list of at most `n` others, largest first. */
static int insert(struct bot_reason *list, int n, struct bot_reason r) {
    int i = n < BOT_REASONS_MAX ? n++ : BOT_REASONS_MAX - 1;
    if (i == BOT_REASONS_MAX - 1 && n == BOT_REASONS_MAX && list[i].difference >= r.difference)
        return n;
    for (; i > 0 && list[i - 1].difference < r.difference; i--)
        list[i] = list[i - 1];
    list[i] = r;
    return n;
}

int ai__reasons(struct catan_info *info, const struct action *move, const struct catan *a,
                const struct catan *b, int me, struct bot_reason out[BOT_REASONS_MAX]) {
    struct sides x;
    int n = 0;
    look(info, a, b, me, &x);
    for (int t = 0; t < BOT_TERM_N; t++) {
        if (!(claims[t].moves >> move->type & 1) || !claims[t].holds(&x))
            continue;
        struct bot_reason r = { t, worth(&x, t) };
        if (r.difference >= WORTH)
            n = insert(out, n, r);
    }
    while (n > 1 && out[n - 1].difference * FRACTION < out[0].difference)
        n--;
    return n;
}
