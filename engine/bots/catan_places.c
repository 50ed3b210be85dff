/* catan_places.c -- where a seat can go: the corners it may still settle, and its longest road.
 *
 * Part of every leaf of every search, like catan_features.c. Sets of corners are two words of
 * bits, so a step over the whole board is a handful of operations. */
#include "catan_ai.h"

#include <string.h>

#include "core/bits.h"

/* --- places to settle ------------------------------------------------------------------------ */

/* The corners one free path beyond `from`, except those seen before. Another seat's building
 * stops the way (base rules: no road goes past it). */
static struct places beyond(const struct catan *g, const struct catan_board *board,
                            struct places from,
                            struct places seen, struct places foreign) {
    struct places out = { { 0, 0 } };
    for (int w = 0; w < 2; w++)
        for (uint64_t m = from.w[w] & ~foreign.w[w]; m; m &= m - 1) {
            int c = 64 * w + bits_first(m);
            for (int i = 0; i < 3; i++) {
                int p = board->corner_path[c][i];
                if (p < 0 || !places_has(g->free_paths, p))
                    continue;
                int to = board->corner_corner[c][i];
                out.w[to >> 6] |= bits_one(to & 63);
            }
        }
    for (int w = 0; w < 2; w++)
        out.w[w] &= ~seen.w[w];
    return out;
}

static struct places without(struct places a, struct places b) {
    return (struct places){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1] } };
}

void ai__reach(const struct catan *g, int s, int seats, struct reach *r) {
    const struct catan_board *board = catan_board(g);
    struct places foreign = { { 0, 0 } }, near = g->network[s], seen = near;
    for (int o = 0; o < seats; o++)
        for (int w = 0; w < 2 && o != s; w++)
            foreign.w[w] |= g->settlements[o].w[w] | g->cities[o].w[w];
    r->at[0] = without(near, g->blocked);
    for (int d = 1; d < 3; d++) {
        near = beyond(g, board, near, seen, foreign);
        for (int w = 0; w < 2; w++)
            seen.w[w] |= near.w[w];
        r->at[d] = without(near, g->blocked);
    }
}

/* What a place is worth to this seat: earnings, more for a kind it lacks, a harbor by what it
 * sells. */
static int site_value(const struct catan_info *info, const struct earnings *e, int c) {
    uint64_t b = info->earns[c];
    int v = 2 * bundle_total(b);
    for (int k = 0; k < KIND_N; k++)
        if (e->kind[k] == 0 && bundle_count(b, k))
            v += 3;
    if (info->harbor[c] != CATAN_NONE)
        v += info->harbor[c] == HARBOR_ANY ? 3 : 1 + e->kind[info->harbor[c]] / 3;
    return v;
}

/* What a harbor saves on what the seat earns. */
static int harbor_saves(const struct catan_info *info, const struct earnings *e, uint64_t rate,
                        int c) {
    int sort = info->harbor[c], saved = 0;
    if (sort == CATAN_NONE)
        return 0;
    if (sort != HARBOR_ANY)
        return e->kind[sort] * (bundle_count(rate, sort) - 2);
    for (int k = 0; k < KIND_N; k++)
        saved += bundle_count(rate, k) > 3 ? e->kind[k] : 0;
    return saved;
}

/* Keep the best worth at each distance, and the corners of the best places. */
static void note_best(struct sites *out, int c, int d, int v) {
    if (v <= out->best[d])
        return;
    if (d == 0) {
        out->now = c;
    } else if (v > out->best[3 - d]) {
        out->soon = c;
        out->far = d;
    }
    out->best[d] = v;
}

/* Places that no rival reaches as soon, and places that a rival can take before us. */
static void note_race(struct sites *out, const struct reach *r, int seats, int s, int c, int d,
                      int v, bool race) {
    if (!race) {
        out->safe_count++;
        if (v > out->safe)
            out->safe = v;
    }
    for (int o = 0; o < seats && d > 0; o++)
        if (o != s && places_has(r[o].at[0], c) && v > out->lost)
            out->lost = v;
}

/* The `n` best values so far, the best first. */
static void keep_best(int *best, int n, int v) {
    for (int i = 0; i < n; i++)
        if (v > best[i]) {
            int t = best[i];
            best[i] = v;
            v = t;
        }
}

/* A place that another seat can reach as soon counts half. */
struct sites ai__sites(const struct catan_info *info, const struct earnings *e, uint64_t rate,
                       int s) {
    const struct reach *r = info->reach;
    struct sites out = { .now = -1, .soon = -1 };
    struct places rivals = { { 0, 0 } };
    int near[2] = { 0 }, top[3] = { 0 };
    for (int d = 0; d < 3; d++) {
        for (int o = 0; o < info->seats; o++)
            for (int w = 0; w < 2 && o != s; w++)
                rivals.w[w] |= r[o].at[d].w[w];
        for (int w = 0; w < 2; w++)
            for (uint64_t m = r[s].at[d].w[w]; m; m &= m - 1) {
                int c = 64 * w + bits_first(m), v = site_value(info, e, c);
                bool race = places_has(rivals, c);
                if (race && d < 2 && v > out.race)
                    out.race = v;
                note_race(&out, r, info->seats, s, c, d, v, race);
                if (d > 0 && race)
                    v /= 2;
                out.count++;
                keep_best(top, 3, v);
                note_best(&out, c, d, v);
                int saved = harbor_saves(info, e, rate, c);
                out.harbor = saved > out.harbor ? saved : out.harbor;
                if (d < 2)
                    keep_best(near, 2, v);
            }
    }
    out.next = near[1];
    out.third = top[2];
    return out;
}

/* --- roads ----------------------------------------------------------------------------------- */

/* The rules compute it exactly, which is expensive; eight results per seat are cached, the
 * oldest is replaced. */
int ai__road_length(struct catan_info *info, const struct catan *g, int s) {
    struct places others = { { 0, 0 } };
    for (int o = 0; o < info->seats; o++)
        for (int w = 0; w < 2 && o != s; w++)
            others.w[w] |= g->settlements[o].w[w] | g->cities[o].w[w];
    for (int i = 0; i < 8; i++) {
        struct road_memo *m = &info->memo[s][i];
        if (memcmp(&m->roads, &g->roads[s], sizeof m->roads) == 0 &&
            memcmp(&m->others, &others, sizeof others) == 0 && m->length)
            return m->length - 1;
    }
    struct road_memo *m = &info->memo[s][info->memo_next[s]++ & 7];
    m->roads = g->roads[s];
    m->others = others;
    m->length = catan_road_length(g, s) + 1;
    return m->length - 1;
}
