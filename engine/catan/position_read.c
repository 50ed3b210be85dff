/* position_read.c -- reads a position or view from JSON (docs/schema.md).
 *
 * core/position.c reads the rows of position.c. This file fills in what a position may leave out;
 * catan_derive() computes the rest and catan_sound() judges the whole. Any sound position can be
 * set, even one that no game reaches. */
#include <string.h>

#include "internal.h"
#include "position.h"

/* Values that a position leaves out and its phase implies. */
static void fill_turn(const struct members *m, struct catan *g) {
    uint32_t phase = PHASE(g->phase), seven = PHASE(PH_DISCARD) | PHASE(PH_ROBBER);
    if (!members_given(m, "first"))
        g->first = g->turn;
    if (!members_given(m, "rolled"))
        g->rolled = (WHEN_BUILDING | seven | PHASE(PH_OFFER) | PHASE(PH_SPECIAL)) & phase ? 1 : 0;
    if (!members_given(m, "robber_due"))
        g->robber_due = (seven & phase) != 0;
    if (!members_given(m, "trade_over"))
        g->trade_over = g->phase == PH_BUILD;
}

/* The robber is on the first desert, a deck of dice is full, and nobody has the longest road. */
static void fill_table(const struct members *m, struct catan *g) {
    const uint8_t *desert = memchr(g->terrain, DESERT, (size_t)catan_board(g)->hexes);
    if (!members_given(m, "robber") && desert)
        g->robber = (uint8_t)(desert - g->terrain);
    if (!members_given(m, "dice_left") && catan_option(g, OPT_DICE) == DICE_DECK)
        g->dice_left = ((uint64_t)1 << 36) - 1;
    if (!members_given(m, "road_to_beat") && g->longest_road == CATAN_NONE)
        g->longest_length = (uint8_t)(catan_option(g, OPT_LONGEST_ROAD_MIN) - 1);
}

/* The supply and the deck hold what nobody else holds. Cards that Candamir shows are still in
 * the deck. */
static bool fill_stocks(const struct members *m, struct catan *g) {
    bool bank = members_given(m, "bank"), deck = members_given(m, "deck");
    uint64_t all = catan__full_deck(g);
    for (int k = 0; k < KINDS; k++) {
        int cards = catan_option(g, OPT_BANK), devs = bundle_count(all, k);
        devs -= k == DEV_KNIGHT ? g->knights_gone : 0;
        for (int i = 0; i < catan_seats(g); i++) {
            cards -= bundle_count(g->hand[i], k);
            devs -= bundle_count(g->dev[i], k) + bundle_count(g->dev_new[i], k);
            devs -= k < DEV_POINT ? g->played[i][k] : 0;
        }
        if ((cards < 0 && !bank) || (devs < 0 && !deck))
            return false;
        g->bank += bank ? 0 : (uint64_t)cards * BUNDLE_CARD(k);
        g->deck += deck ? 0 : (uint64_t)devs * BUNDLE_CARD(k);
    }
    return true;
}

/* Awards that the position does not mention go to the seat that earned them. */
static void judge_awards(const struct members *m, struct catan *g) {
    if (!members_given(m, "longest_road") && !members_given(m, "road_to_beat"))
        catan__judge_all_roads(g);
    if (!members_given(m, "largest_army"))
        catan__judge_army(g);
}

/* Checked before anything is derived: the longest road on a full board takes forever. */
static bool pieces_fit_the_box(const struct catan *g) {
    for (int i = 0; i < catan_seats(g); i++)
        if (places_count(g->settlements[i]) > catan_option(g, OPT_SETTLEMENTS) ||
            places_count(g->cities[i]) > catan_option(g, OPT_CITIES) ||
            places_count(g->roads[i]) > catan_option(g, OPT_ROADS))
            return false;
    return true;
}

/* Ranges are checked while reading, the whole by catan_sound() at the end. This checks only what
 * catan_derive() relies on, such as pieces on places that the board has. */
static const char *fault_of_whole(const struct members *m, struct catan *g) {
    fill_turn(m, g);
    fill_table(m, g);
    if (!pieces_fit_the_box(g))
        return "pieces";
    if (!fill_stocks(m, g))
        return "more cards in hand than the game has";
    catan_derive(g);
    judge_awards(m, g);
    if (g->viewer != SEAT_ALL)
        return catan_view_fault(g);
    int broken = catan_sound(g);
    return broken ? catan_invariant_words(broken) : NULL;
}

/* A new game on the given board: only rules and board are set. */
static const char *fault_of_start(struct catan *g) {
    struct catan given = *g;
    catan_init(g, &given.rules);
    if (g->phase != PH_BOARD)
        return "rules: a board can be given with board=random only";
    for (int h = 0; h < catan_board(g)->hexes; h++)
        if (given.terrain[h] == CATAN_NONE || !given.number[h] != (given.terrain[h] == DESERT))
            return "board.hexes: all but the desert have a terrain and a number";
    for (int c = 0; c < catan_board(g)->coast; c++)
        if (given.harbor[c] == CATAN_HIDDEN)
            return "board.harbors: type is \"3:1\" or a resource";
    return catan_give_board(g, given.terrain, given.number, given.harbor) == CATAN_OK
               ? NULL : "board: there is no desert for the robber";
}

/* A position without a phase is a board to start on; other members would mean nothing. */
static bool is_only_a_board(struct json_in in) {
    static const char *const few[] = { "v", "game", "rules", "board" };
    struct json_in key, value;
    for (size_t at = 0; json_next(in, &at, &key, &value);)
        if (member_word_of(key, few, 4) < 0)
            return false;
    return true;
}

static int refuse(struct text *why, const char *words) {
    text_set(why, words);
    return -1;
}

/* `g` is written last, when nothing can be refused any more. */
int catan_read(struct catan *g, const char *text, size_t len, struct text *why) {
    struct catan fresh;
    struct members m;
    struct json_in in;
    if (json_check(text, len, &in) != 0 || !json_is_object(in))
        return refuse(why, "a position is one JSON object");
    memset(&fresh, 0, sizeof fresh);
    memset(fresh.terrain, CATAN_NONE, sizeof fresh.terrain);
    memset(fresh.harbor, CATAN_NONE, sizeof fresh.harbor);
    memset(fresh.frame, CATAN_NONE, sizeof fresh.frame);
    memset(fresh.helper, CATAN_NONE, sizeof fresh.helper);
    bool whole = json_get(in, "phase").len > 0;
    if (!whole && !is_only_a_board(in))
        return refuse(why, "phase: without it only v, game, rules and board are given");
    if (!members_read(&m, &catan_game, whole ? catan_rows : catan_start_rows, &fresh, in, why))
        return -1;
    const char *wrong = whole ? fault_of_whole(&m, &fresh) : fault_of_start(&fresh);
    if (wrong)
        return refuse(why, wrong);
    if (!members_agree(&m, in))
        return -1;
    *g = fresh;
    return 0;
}
