/* deal_board.c -- the board: printed, given, or dealt by chance, one piece per action, from what is
 * left in the box.
 *
 * Hexes come in reading order, then frame pieces or harbor markers, then the corner where the
 * spiral of tokens starts or the tokens one by one, then the robber's desert if there are two.
 * Pieces without a choice are laid at once. */
#include <string.h>

#include "internal.h"

/* The printed harbors of the larger frame, by site. */
static const uint8_t large_harbors[11] = { HARBOR_ANY, WOOL, HARBOR_ANY, HARBOR_ANY, BRICK, WOOL,
                                           LUMBER, HARBOR_ANY, GRAIN, HARBOR_ANY, ORE };

/* ---- what is to be dealt ----------------------------------------------------------- */

static bool lays_frame(const struct catan *g) {
    int harbors = catan_option(g, OPT_HARBORS);
    return catan_board(g)->frames && (harbors == HARBORS_FRAME || harbors == HARBORS_COVES);
}

/* The progress of the deal is not stored: the pieces on the board show it. So a half-dealt board
 * is a position like any other. */

/* What chance deals next, and where; ACT_NONE when the board is complete. */
static int next_deal(const struct catan *g, int *place) {
    const struct catan_board *b = catan_board(g);
    if ((*place = first_of(g->terrain, b->hexes, CATAN_NONE)) < b->hexes)
        return ACT_DEAL_HEX;
    if (lays_frame(g) && (*place = first_of(g->frame, b->frames, CATAN_NONE)) < b->frames)
        return ACT_DEAL_FRAME;
    uint8_t site[CATAN_SITES_MAX];
    int sites = catan_harbor_sites(g, site);
    for (*place = 0; *place < sites; ++*place)
        if (g->harbor[site[*place]] == CATAN_HIDDEN)
            return ACT_DEAL_HARBOR;
    *place = 0;
    if (catan__tokens_laid(g) < b->tokens)
        return catan_option(g, OPT_TOKENS) == TOKENS_SPIRAL ? ACT_DEAL_CORNER : ACT_DEAL_TOKEN;
    return g->robber == CATAN_NONE ? ACT_DEAL_ROBBER : ACT_NONE;
}

/* Do everything that needs no chance, up to the next deal or to the first seat. */
void catan__deal_on(struct catan *g) {
    int place, type;
    while ((type = next_deal(g, &place)) != ACT_NONE) {
        if (type == ACT_DEAL_CORNER && catan_option(g, OPT_SPIRAL_CORNER)) {
            catan__lay_spiral(g, catan_option(g, OPT_SPIRAL_CORNER) - 1);
        } else if (type == ACT_DEAL_ROBBER && catan_board(g)->terrain[DESERT] == 1) {
            g->robber = (uint8_t)first_of(g->terrain, catan_board(g)->hexes, DESERT);
        } else {
            g->phase = PH_BOARD;
            return;
        }
    }
    catan__board_done(g);
}

/* ---- chance deals ------------------------------------------------------------------ */

/* Add an outcome, unless its weight is 0. */
static int deal(struct action *menu, uint32_t *weight, int n, int type, int place, int target,
                int w) {
    if (w == 0)
        return n;
    menu[n] = (struct action){ .type = (uint8_t)type, .seat = SEAT_CHANCE, .place = (uint8_t)place,
                               .target = (uint8_t)target };
    weight[n] = (uint32_t)w;
    return n + 1;
}

static int hexes_of(const struct catan *g, int terrain) {
    int n = 0;
    for (int h = 0; h < catan_board(g)->hexes; h++)
        n += g->terrain[h] == terrain;
    return n;
}

/* Negative only on a board that was given or typed in. */
static int markers_left(const struct catan *g, int sort) {
    int n = catan_board(g)->marker[sort];
    for (int i = 0; i < catan_board(g)->coast; i++)
        n -= g->harbor[i] == sort;
    return n;
}

/* 3D: pieces with one cove and with two coves alternate; the table orders them by parity. */
static bool piece_fits(const struct catan *g, int section, int piece) {
    if (memchr(g->frame, piece, 6))
        return false;
    return catan_option(g, OPT_HARBORS) != HARBORS_COVES || section == 0 ||
           (g->frame[section - 1] & 1) != (piece & 1);
}

int catan__deal_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    const struct catan_board *b = catan_board(g);
    int place, type = next_deal(g, &place), n = 0, laid = catan__tokens_laid(g);
    switch (type) {
    case ACT_DEAL_HEX:
        for (int t = 0; t < TERRAIN_N; t++)
            n = deal(menu, weight, n, type, place, t, b->terrain[t] - hexes_of(g, t));
        break;
    case ACT_DEAL_FRAME:
        for (int piece = 0; piece < b->frames; piece++)
            n = deal(menu, weight, n, type, place, piece, piece_fits(g, place, piece));
        break;
    case ACT_DEAL_HARBOR:
        for (int sort = 0; sort < HARBOR_N; sort++)
            n = deal(menu, weight, n, type, place, sort, markers_left(g, sort));
        break;
    case ACT_DEAL_CORNER:
        for (int i = 0; i < 6; i++)
            n = deal(menu, weight, n, type, b->spiral[i][0], 0, 1);
        break;
    case ACT_DEAL_TOKEN:
        for (int hex = 0; hex < b->hexes; hex++) {
            int token = catan__token_in_order(b, laid);
            bool room = catan__token_leaves_room(g, hex, laid, token);
            n = deal(menu, weight, n, type, hex, token, room);
        }
        break;
    default:
        for (int hex = 0; hex < b->hexes; hex++)
            n = deal(menu, weight, n, ACT_DEAL_ROBBER, hex, 0, g->terrain[hex] == DESERT);
    }
    return n;
}

/* ---- a board half dealt ------------------------------------------------------------ */

/* Pieces are laid from the first section on, each once, and bring the harbors of their edges.
 * Sections without a piece have no harbor yet. */
static bool frame_can_go_on(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    int laid = first_of(g->frame, b->frames, CATAN_NONE);
    bool coves = catan_option(g, OPT_HARBORS) == HARBORS_COVES;
    for (int i = 0; i < b->frames; i++) {
        int piece = g->frame[i];
        if (i >= laid ? piece != CATAN_NONE
                      : piece >= b->frames || memchr(g->frame, piece, (size_t)i) ||
                        (coves && i && (g->frame[i - 1] & 1) == (piece & 1)))
            return false;
        for (int k = 0; k < 5; k++) {
            bool there = i < laid && b->frame_harbor[piece][k] != CATAN_NONE;
            if ((g->harbor[5 * i + k] != CATAN_NONE) != there)
                return false;
        }
    }
    return true;
}

static bool harbors_can_go_on(const struct catan *g) {
    int left = 0, to_lay = 0;
    for (int sort = 0; sort < HARBOR_N; sort++) {
        if (markers_left(g, sort) < 0)
            return false;
        left += markers_left(g, sort);
    }
    for (int i = 0; i < catan_board(g)->coast; i++)
        to_lay += g->harbor[i] == CATAN_HIDDEN;
    return to_lay <= left && (!lays_frame(g) || frame_can_go_on(g));
}

/* Can chance complete the board from here? For catan_sound(): a position may be typed in, and
 * chance must never be without a choice. */
bool catan__deal_can_go_on(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    int place;
    for (int t = 0; t < TERRAIN_N; t++)
        if (hexes_of(g, t) > b->terrain[t])
            return false;
    return harbors_can_go_on(g) && catan__tokens_can_go_on(g) && next_deal(g, &place) != ACT_NONE;
}

/* ---- dealing ----------------------------------------------------------------------- */

enum { DEALS_MAX = CATAN_HEXES_MAX };   /* a deal has at most one outcome per hex */
_Static_assert((int)TERRAIN_N <= DEALS_MAX && (int)HARBOR_N <= DEALS_MAX, "every deal fits");

/* A deal is legal if it is in the list of possible deals; the list is short, and deals are rare. */
enum catan_error catan__check_deal(const struct catan *g, const struct action *a) {
    struct action menu[DEALS_MAX];
    uint32_t weight[DEALS_MAX];
    int n = catan__deal_menu(g, menu, weight);
    CHECK(0 < n && n <= DEALS_MAX);
    for (int i = 0; i < n; i++)
        if (menu[i].type == a->type && menu[i].place == a->place && menu[i].target == a->target)
            return CATAN_OK;
    return ERR_IMPOSSIBLE;
}

void catan__do_deal_hex(struct catan *g, const struct action *a) {
    CHECK(a->place < catan_board(g)->hexes && a->target < TERRAIN_N);
    CHECK(g->terrain[a->place] == CATAN_NONE);
    g->terrain[a->place] = a->target;
    catan__deal_on(g);
}

/* A piece brings five coastal edges. In 3D it shows only coves; markers are laid there later. */
void catan__do_deal_frame(struct catan *g, const struct action *a) {
    CHECK(a->place < catan_board(g)->frames && a->target < catan_board(g)->frames);
    CHECK(g->frame[a->place] == CATAN_NONE);
    const uint8_t *edge = catan_board(g)->frame_harbor[a->target];
    bool coves = catan_option(g, OPT_HARBORS) == HARBORS_COVES;
    g->frame[a->place] = a->target;
    for (int i = 0; i < 5; i++)
        g->harbor[5 * a->place + i] = coves && edge[i] != CATAN_NONE ? CATAN_HIDDEN : edge[i];
    catan__deal_on(g);
}

void catan__do_deal_harbor(struct catan *g, const struct action *a) {
    uint8_t site[CATAN_SITES_MAX];
    int sites = catan_harbor_sites(g, site);
    CHECK(a->place < sites && a->target < HARBOR_N);
    CHECK(g->harbor[site[a->place]] == CATAN_HIDDEN);
    (void)sites;
    g->harbor[site[a->place]] = a->target;
    catan__deal_on(g);
}

void catan__do_deal_corner(struct catan *g, const struct action *a) {
    int corner = 0;
    while (corner < 5 && catan_board(g)->spiral[corner][0] != a->place)
        corner++;
    CHECK(catan_board(g)->spiral[corner][0] == a->place);
    catan__lay_spiral(g, corner);
    catan__deal_on(g);
}

void catan__do_deal_token(struct catan *g, const struct action *a) {
    CHECK(a->place < catan_board(g)->hexes);
    CHECK(!g->number[a->place] && g->terrain[a->place] < DESERT);
    g->number[a->place] = a->target;
    catan__deal_on(g);
}

void catan__do_deal_robber(struct catan *g, const struct action *a) {
    CHECK(g->terrain[a->place] == DESERT);
    g->robber = a->place;
    catan__deal_on(g);
}

/* ---- printed and given boards ------------------------------------------------------ */

static void printed_board(struct catan *g) {
    const struct catan_layout *layout = &catan_layouts[catan_option(g, OPT_LAYOUT)];
    memcpy(g->terrain, layout->terrain, sizeof layout->terrain);
    memcpy(g->number, layout->number, sizeof layout->number);
}

/* CATAN_HIDDEN marks sites where markers will be dealt; frame pieces bring their own harbors. */
static void printed_harbors(struct catan *g) {
    const struct catan_board *b = catan_board(g);
    const struct catan_layout *layout = &catan_layouts[catan_option(g, OPT_LAYOUT)];
    const uint8_t *sort = layout->harbor;
    if (catan_option(g, OPT_MAP) == MAP_LARGE)
        sort = large_harbors;
    else if (catan_option(g, OPT_HARBOR_MAP) == HARBOR_MAP_GERMAN)
        sort = layout->harbor_german;
    if (lays_frame(g))
        return;
    for (int i = 0; i < b->sites; i++)
        g->harbor[b->site[i]] = catan_option(g, OPT_HARBORS) == HARBORS_FIXED
            ? sort[i] : CATAN_HIDDEN;
}

/* What is printed is laid at once; chance deals the rest. */
void catan__lay_board(struct catan *g) {
    if (catan_option(g, OPT_BOARD) == BOARD_FIXED)
        printed_board(g);
    printed_harbors(g);
    catan__deal_on(g);
}

/* A given board may have any number of hexes and tokens. Only the robber needs a desert, and
 * every hex that yields needs a number. */
enum catan_error catan_give_board(struct catan *g, const uint8_t *terrain, const uint8_t *number,
                                  const uint8_t *harbor) {
    const struct catan_board *b = catan_board(g);
    if (g->phase != PH_BOARD)
        return ERR_WRONG_PHASE;
    int robber = first_of(terrain, b->hexes, DESERT);
    for (int h = 0; h < b->hexes; h++) {
        bool bare = terrain[h] == DESERT;
        if (terrain[h] > DESERT || number[h] > 12 || number[h] == 7 || number[h] == 1 ||
            bare != !number[h])
            return ERR_IMPOSSIBLE;
    }
    for (int i = 0; i < b->coast; i++)
        if (harbor[i] != CATAN_NONE && harbor[i] > HARBOR_ANY)
            return ERR_IMPOSSIBLE;
    if (robber == b->hexes)
        return ERR_IMPOSSIBLE;
    memcpy(g->terrain, terrain, b->hexes);
    memcpy(g->number, number, b->hexes);
    memcpy(g->harbor, harbor, b->coast);
    memset(g->frame, CATAN_NONE, sizeof g->frame);
    g->robber = (uint8_t)robber;
    catan__board_done(g);
    return CATAN_OK;
}
