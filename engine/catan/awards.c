/* awards.c -- the Longest Road and the Largest Army.
 *
 * A trail uses each road once and may pass a corner twice; another seat's building ends it. A
 * new road only matters through itself, a new building only if it cuts the holder's road. No
 * other action affects the Longest Road. */
#include "internal.h"

/* ---- trails ------------------------------------------------------------------------ */

/* The state of a walk along one seat's roads; cheap to set up. */
struct walk {
    const struct catan *g;
    const struct catan_board *board;
    struct places left;         /* roads not yet used */
    struct places foreign;      /* corners where others have built */
};

static struct walk walk_of(const struct catan *g, int seat) {
    struct places own = places_or(g->settlements[seat], g->cities[seat]);
    return (struct walk){ g, catan_board(g), g->roads[seat], places_minus(g->built, own) };
}

/* The longest trail that continues from a corner. Each road is removed while it is walked, so a
 * ring is walked once and a corner may be passed again (ruling 22). */
static int longest_from(struct walk *w, int corner) {
    int best = 0;
    if (places_has(w->foreign, corner))
        return 0;
    for (int i = 0; i < 3; i++) {
        int path = w->board->corner_path[corner][i];
        if (path < 0 || !places_has(w->left, path))
            continue;
        places_del(&w->left, path);
        int length = 1 + longest_from(w, w->board->corner_corner[corner][i]);
        places_add(&w->left, path);
        if (length > best)
            best = length;
    }
    return best;
}

/* The longest trail from `corner`, plus the longest from `other` over the remaining roads: the
 * two arms of a new road may need the same roads. */
static int longest_both(struct walk *w, int corner, int other) {
    int best = longest_from(w, other);
    if (places_has(w->foreign, corner))
        return best;
    for (int i = 0; i < 3; i++) {
        int path = w->board->corner_path[corner][i];
        if (path < 0 || !places_has(w->left, path))
            continue;
        places_del(&w->left, path);
        int length = 1 + longest_both(w, w->board->corner_corner[corner][i], other);
        places_add(&w->left, path);
        if (length > best)
            best = length;
    }
    return best;
}

/* The seat's roads that meet at a corner, except the one that led there. */
static struct places roads_on(const struct walk *w, int corner, int from) {
    struct places at = places_and(w->left, w->board->corner_paths[corner]);
    uint64_t bit = bits_one(from & 63);
    at.w[0] &= ~(from < 64 ? bit : 0);
    at.w[1] &= ~(from < 64 ? 0 : bit);
    return at;
}

/* A path's corners xored with one of them leave the other. */
static int far_end(const struct walk *w, int path, int corner) {
    return w->board->path_corner[path][0] ^ w->board->path_corner[path][1] ^ corner;
}

/* The longest arm beyond `corner`, reached over `from`, if no corner is visited twice; otherwise
 * *loop is set and the result is meaningless. Straight stretches need no recursion. */
static int arm(const struct walk *w, int corner, int from, struct places *seen, bool *loop) {
    int length = 0;
    while (!places_has(w->foreign, corner)) {
        if (places_has(*seen, corner)) {
            *loop = true;
            break;
        }
        places_add(seen, corner);
        struct places at = roads_on(w, corner, from);
        if (!places_any(at))
            break;
        length++;
        from = places_pop(&at);
        if (places_any(at)) {
            int other = places_pop(&at);
            int a = arm(w, far_end(w, other, corner), other, seen, loop);
            int b = arm(w, far_end(w, from, corner), from, seen, loop);
            return length + (a > b ? a : b);
        }
        corner = far_end(w, from, corner);
    }
    return length;
}

/* An upper bound on the seat's trails: all but two of the corners where an odd number of roads
 * meet leave a road out; another seat's building separates the roads that meet there. */
static int trail_bound(const struct walk *w, const struct catan *g, int seat) {
    int odd = 0;
    for (struct places corners = g->network[seat]; places_any(corners);) {
        int corner = places_pop(&corners);
        int roads = places_count(places_and(w->left, w->board->corner_paths[corner]));
        odd += places_has(w->foreign, corner) ? roads : roads & 1;
    }
    return places_count(w->left) - (odd > 2 ? (odd - 2) / 2 : 0);
}

/* The longest trail through this road. It may be too small only if even the bound does not beat
 * the record. */
int catan__trail_through(const struct catan *g, int seat, int path) {
    CHECK(places_has(g->roads[seat], path));
    struct walk w = walk_of(g, seat);
    int a = w.board->path_corner[path][0], b = w.board->path_corner[path][1];
    struct places seen = { { 0, 0 } };
    bool loop = false;
    int length = 1 + arm(&w, a, path, &seen, &loop) + arm(&w, b, path, &seen, &loop);
    if (!loop)
        return length;
    if (trail_bound(&w, g, seat) <= g->longest_length)
        return 0;
    places_del(&w.left, path);
    return 1 + longest_both(&w, a, b);
}

/* The longest trail between two ends of a network without rings. An end is a corner with a
 * single road, or another seat's building. -1: there is a ring, or a part without ends. */
static int longest_between_ends(const struct walk *w) {
    struct places roads = w->left, corners = { { 0, 0 } }, covered = { { 0, 0 } };
    int best = 0;
    bool loop = false;
    while (places_any(roads))
        corners = places_or(corners, w->board->path_corners[places_pop(&roads)]);
    for (struct places left = corners; places_any(left);) {
        int corner = places_pop(&left);
        struct places at = places_and(w->left, w->board->corner_paths[corner]);
        bool foreign = places_has(w->foreign, corner);
        if (foreign || places_count(at) == 1)
            places_add(&covered, corner);
        else
            continue;
        for (int i = 0; i < 3; i++) {
            int path = w->board->corner_path[corner][i];
            if (path < 0 || !places_has(at, path))
                continue;
            struct places seen = { { 0, 0 } };
            int length = 1 + arm(w, w->board->corner_corner[corner][i], path, &seen, &loop);
            covered = places_or(covered, seen);
            best = length > best ? length : best;
        }
    }
    return loop || places_any(places_minus(corners, covered)) ? -1 : best;
}

/* Networks are nearly always trees, and walks between ends are enough. Only a ring needs the
 * exhaustive search. */
int catan_road_length(const struct catan *g, int seat) {
    struct walk w = walk_of(g, seat);
    struct places roads = g->roads[seat];
    int best = longest_between_ends(&w);
    if (best >= 0)
        return best;
    best = 0;
    while (places_any(roads)) {     /* with rings: try every road as the first, both ways */
        int path = places_pop(&roads);
        for (int end = 0; end < 2; end++) {
            places_del(&w.left, path);
            int length = 1 + longest_from(&w, w.board->path_corner[path][end]);
            places_add(&w.left, path);
            if (length > best)
                best = length;
        }
    }
    return best;
}

/* ---- who has them ------------------------------------------------------------------ */

/* An award and its points always change together, here. */
static void move_award(struct catan *g, uint8_t *award, int seat) {
    int points = catan_option(g, OPT_AWARD_POINTS);
    CHECK(seat == CATAN_NONE || seat < catan_seats(g));
    if (*award == seat)
        return;
    CHECK(*award == CATAN_NONE || g->points[*award] >= points);
    if (*award != CATAN_NONE)
        g->points[*award] = (uint8_t)(g->points[*award] - points);
    if (seat != CATAN_NONE)
        g->points[seat] = (uint8_t)(g->points[seat] + points);
    *award = (uint8_t)seat;
}

void catan__take_longest(struct catan *g, int seat, int length) {
    move_award(g, &g->longest_road, seat);
    g->longest_length = (uint8_t)length;
}

/* The holder keeps it on a tie, a single leader takes it, otherwise it is set aside.
 * `longest_length` stays the length that must be exceeded. */
void catan__judge_all_roads(struct catan *g) {
    int best = catan_option(g, OPT_LONGEST_ROAD_MIN) - 1, leaders = 0, leader = CATAN_NONE;
    bool holder_leads = false;
    for (int p = 0; p < catan_seats(g); p++) {
        int length = catan_road_length(g, p);
        if (length > best) {
            best = length;
            leaders = 0;
            holder_leads = false;
        }
        if (length == best && length >= catan_option(g, OPT_LONGEST_ROAD_MIN)) {
            leaders++;
            leader = p;
            holder_leads |= g->longest_road == p;
        }
    }
    if (holder_leads)
        leader = g->longest_road;
    else if (leaders != 1)
        leader = CATAN_NONE;
    catan__take_longest(g, leader, best);
}

/* A road was cut or moved. A holder who is no shorter than before keeps the award, because
 * nobody else became longer. */
void catan__judge_road(struct catan *g) {
    if (g->longest_road != CATAN_NONE) {
        int length = catan_road_length(g, g->longest_road);
        if (length >= g->longest_length) {
            g->longest_length = (uint8_t)length;
            return;
        }
    }
    catan__judge_all_roads(g);
}

/* Knights make the army grow; Vincent makes it shrink. The minimum applies only to the first
 * holder. A holder keeps the award until one other seat alone has the most knights, more than
 * the holder, however few (G8). army_aside=on sets it aside below the minimum, or behind several
 * tied seats (ruling 48 instead). */
void catan__judge_army(struct catan *g) {
    int min = catan_option(g, OPT_LARGEST_ARMY_MIN), holder = g->largest_army;
    int most = min - 1, leaders = 0, leader = CATAN_NONE;
    if (holder != CATAN_NONE)
        most = g->played[holder][DEV_KNIGHT];
    for (int p = 0; p < catan_seats(g); p++) {
        int knights = g->played[p][DEV_KNIGHT];
        if (p == holder || knights < most || (knights == most && leaders == 0))
            continue;
        leaders = knights > most ? 1 : leaders + 1;
        most = knights;
        leader = p;
    }
    bool aside = catan_option(g, OPT_ARMY_ASIDE) && holder != CATAN_NONE &&
                 (g->played[holder][DEV_KNIGHT] < min || leaders > 1);
    if (leaders == 1)
        move_award(g, &g->largest_army, leader);
    else if (aside)
        move_award(g, &g->largest_army, CATAN_NONE);
}
