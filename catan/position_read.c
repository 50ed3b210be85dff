/* position_read.c -- a position or view from JSON (docs/schema.md).
 *
 * Fills what is not derived, lets catan_derive() do the rest, compares what the
 * text says of it, and asks catan_sound() whether such a position can be. Any
 * position that is sound can be set, also one that no game reaches. */
#include <string.h>

#include "../core/cards.h"
#include "internal.h"
#include "position.h"

/* ---- the table ---- */

/* One row of catan_scalars: what is absent becomes none, false or 0 by its sort. */
static bool read_scalar(struct position *p, const struct catan_scalar *s) {
    struct catan *g = p->g;
    struct json_in v = json_get(p->in, s->key);
    uint8_t *out = (uint8_t *)g + s->at;
    bool flag = false;
    int place = CATAN_NONE;
    if (s->sort == SCALAR_COUNT)
        return position_read_count(v, 255, out);
    if (s->sort == SCALAR_SEAT)
        return position_read_seat(g, v, out);
    if (s->sort == SCALAR_FLAG) {
        bool ok = !json_is_given(v) || json_to_bool(v, &flag);
        *out = flag;
        return ok;
    }
    if (json_is_given(v) && s->sort == SCALAR_KIND)
        place = position_read_word(v, catan_kind_words, KIND_N);
    else if (json_is_given(v))
        place = position_read_place(g, v, s->sort == SCALAR_HEX ? catan_read_hex
                                                                : catan_read_corner);
    *out = (uint8_t)place;
    return place >= 0;
}

/* What a position leaves out and its phase says. */
static void fill_in(struct position *p) {
    struct catan *g = p->g;
    uint32_t phase = PHASE(g->phase), seven = PHASE(PH_DISCARD) | PHASE(PH_ROBBER);
    if (!json_get(p->in, "first").len)
        g->first = g->turn;
    if (!json_get(p->in, "rolled").len)
        g->rolled = (WHEN_BUILDING | seven | PHASE(PH_OFFER) | PHASE(PH_SPECIAL)) & phase ? 1 : 0;
    if (!json_get(p->in, "robber_due").len)
        g->robber_due = (seven & phase) != 0;
    if (!json_get(p->in, "trade_over").len)
        g->trade_over = g->phase == PH_BUILD;
}

/* Turns and phase are read apart: one is four bytes, the other a word. */
static bool read_scalars(struct position *p) {
    for (const struct catan_scalar *s = catan_scalars; s->key; s++)
        if (!read_scalar(p, s))
            return position_fail(p, s->key);
    int64_t turns = 0;
    struct json_in v = json_get(p->in, "turns");
    if (v.len && !json_to_int(v, 0, UINT32_MAX, &turns))
        return position_fail(p, "turns");
    p->g->turns = (uint32_t)turns;
    int phase = position_read_word(json_get(p->in, "phase"), catan_phase_words, PH_N);
    if (phase < 0)
        return position_fail(p, "phase: no such phase");
    p->g->phase = (uint8_t)phase;
    fill_in(p);
    return true;
}

static bool read_dice(struct position *p) {
    struct catan *g = p->g;
    struct json_in dice = json_get(p->in, "dice"), left = json_get(p->in, "dice_left"), v;
    char text[40];
    size_t at = 0;
    int64_t n;
    int count = 0;
    for (; json_next(dice, &at, NULL, &v); count++) {
        if (count == 2 || !json_to_int(v, 1, 6, &n))
            return position_fail(p, "dice: two numbers of 1 to 6");
        g->dice[count] = (uint8_t)n;
    }
    if (json_is_given(dice) && (count != 2 || !json_is_array(dice)))
        return position_fail(p, "dice: two numbers of 1 to 6");
    if (catan_option(g, OPT_DICE) != DICE_DECK)
        return true;
    g->dice_left = ((uint64_t)1 << 36) - 1;
    if (!left.len)
        return true;
    if (json_to_text(left, text, sizeof text) != 36)
        return position_fail(p, "dice_left: 36 digits 0 or 1");
    for (int i = 0; i < 36; i++) {
        if (text[i] != '0' && text[i] != '1')
            return position_fail(p, "dice_left: 36 digits 0 or 1");
        if (text[i] == '0')
            g->dice_left &= ~((uint64_t)1 << i);
    }
    return true;
}

/* Not derived: what a roll gave cannot be told from the hands afterwards. */
static bool read_gains(struct position *p) {
    struct json_in gains = json_get(p->in, "gains"), v;
    size_t at = 0;
    if (json_is_given(gains) && !json_is_array(gains))
        return position_fail(p, "gains: a bundle of cards per seat");
    for (int i = 0; json_next(gains, &at, NULL, &v); i++) {
        if (i >= catan_seats(p->g) || !position_read_bundle(v, catan_kind_words, &p->g->gains[i]))
            return position_fail(p, "gains: a bundle of cards per seat");
        if (p->g->gains[i] && !p->g->dice[0])
            return position_fail(p, "gains: of a roll, and dice has none");
    }
    return true;
}

static bool read_answers(const struct catan *g, struct json_in answers, struct catan_offer *offer) {
    struct json_in v;
    size_t at = 0;
    uint8_t seat;
    if (json_is_given(answers) && !json_is_array(answers))
        return false;
    while (json_next(answers, &at, NULL, &v)) {
        struct json_in answer = json_get(v, "answer");
        bool accept = json_equals(answer, "accept");
        if (!position_read_seat(g, json_get(v, "seat"), &seat) || seat == CATAN_NONE ||
            (!accept && !json_equals(answer, "decline")))
            return false;
        uint8_t *set = accept ? &offer->accepted : &offer->declined;
        *set = (uint8_t)(*set | 1 << seat);
    }
    return true;
}

static bool read_offer(const struct catan *g, struct json_in v, struct catan_offer *offer) {
    return position_read_count(json_get(v, "number"), 255, &offer->number) && offer->number &&
           position_read_seat_set(g, json_get(v, "to"), &offer->to) &&
           cards_read(json_get(v, "give"), offer->give) &&
           cards_read(json_get(v, "get"), offer->get) &&
           read_answers(g, json_get(v, "answers"), offer);
}

static bool read_offers(struct position *p) {
    struct json_in offers = json_get(p->in, "offers"), v;
    size_t at = 0;
    uint8_t from;
    if (json_is_given(offers) && !json_is_array(offers))
        return position_fail(p, "offers: an array");
    while (json_next(offers, &at, NULL, &v)) {
        if (!position_read_seat(p->g, json_get(v, "from"), &from) || from == CATAN_NONE)
            return position_fail(p, "offers: from is no seat");
        if (p->g->offer[from].number)
            return position_fail(p, "offers: a seat has one at most");
        if (!read_offer(p->g, v, &p->g->offer[from]))
            return position_fail(p, "offers: number, to, give, get and answers");
    }
    return true;
}

/* Holders, and the length to beat where it is not said: the holder's own, or one less than the
 * minimum. Awards that are not spoken of at all are judged later (judge_awards). */
static bool read_awards(struct position *p) {
    struct json_in road = json_get(p->in, "longest_road"), army = json_get(p->in, "largest_army");
    uint8_t length;
    if (!position_read_seat(p->g, json_get(road, "seat"), &p->g->longest_road) ||
        (json_is_given(road) && p->g->longest_road == CATAN_NONE))
        return position_fail(p, "longest_road: null or an object with its seat");
    if (!position_read_seat(p->g, json_get(army, "seat"), &p->g->largest_army) ||
        (json_is_given(army) && p->g->largest_army == CATAN_NONE))
        return position_fail(p, "largest_army: null or an object with its seat");
    if (!json_is_given(json_get(p->in, "road_to_beat"))) {
        if (!position_read_count(json_get(road, "length"), 127, &length))
            return position_fail(p, "longest_road.length");
        int least = catan_option(p->g, OPT_LONGEST_ROAD_MIN) - 1;
        p->g->longest_length = (uint8_t)(json_is_given(road) ? length : least);
    }
    return true;
}

/* ---- what is left out, and what is derived ---- */

/* The supply and the deck, or, where they are left out, what is not in anybody's hands. Cards
 * that Candamir shows are still in the deck. */
static bool read_stocks(struct position *p) {
    struct catan *g = p->g;
    struct json_in bank = json_get(p->in, "bank"), deck = json_get(p->in, "deck");
    uint64_t all = catan__full_deck(g);
    g->bank = g->deck = 0;
    for (int k = 0; k < KINDS; k++) {
        int cards = catan_option(g, OPT_BANK), devs = bundle_count(all, k);
        devs -= k == DEV_KNIGHT ? g->knights_gone : 0;
        for (int i = 0; i < catan_seats(g); i++) {
            cards -= bundle_count(g->hand[i], k);
            devs -= bundle_count(g->dev[i], k) + bundle_count(g->dev_new[i], k);
            devs -= k < DEV_POINT ? g->played[i][k] : 0;
        }
        if ((cards < 0 && !bank.len) || (devs < 0 && !deck.len))
            return position_fail(p, "more cards in hand than the game has");
        g->bank += (uint64_t)(cards > 0 ? cards : 0) * BUNDLE_CARD(k);
        g->deck += (uint64_t)(devs > 0 ? devs : 0) * BUNDLE_CARD(k);
    }
    if (bank.len && !position_read_bundle(bank, catan_kind_words, &g->bank))
        return position_fail(p, "bank");
    return !deck.len ||
           position_read_secret(g, json_get(deck, "cards"), json_get(deck, "count"),
                                catan_dev_words, &g->deck) ||
           position_fail(p, "deck");
}

/* ---- the whole ---- */

static bool read_viewer(struct position *p) {
    struct json_in v = json_get(p->in, "viewer");
    uint8_t seat;
    p->g->viewer = SEAT_ALL;
    if (!json_is_given(v))
        return true;
    if (json_equals(v, "spectator")) {
        p->g->viewer = SEAT_SPECTATOR;
        return true;
    }
    if (!position_read_seat(p->g, v, &seat))
        return position_fail(p, "viewer: a seat, \"spectator\" or null");
    p->g->viewer = (int8_t)seat;
    return true;
}

/* A fresh game on the board that is given: only rules and board are said. */
static bool read_start(struct position *p) {
    struct catan given = *p->g;
    struct position board = { &given, p->in, NULL };
    memset(given.frame, CATAN_NONE, sizeof given.frame);
    if (!position_is_only_a_board(p->in))
        return position_fail(p, "phase: without it only v, game, rules and board are given");
    if (!position_read_board(&board))
        return position_fail(p, board.why);
    if (p->g->phase != PH_BOARD)
        return position_fail(p, "rules: a board can be given with board=random only");
    for (int h = 0; h < catan_board(p->g)->hexes; h++)
        if (given.terrain[h] == CATAN_NONE || !given.number[h] != (given.terrain[h] == DESERT))
            return position_fail(p, "board.hexes: all but the desert have a terrain and a number");
    for (int c = 0; c < catan_board(p->g)->coast; c++)
        if (given.harbor[c] == CATAN_HIDDEN)
            return position_fail(p, "board.harbors: type is \"3:1\" or a resource");
    if (catan_give_board(p->g, given.terrain, given.number, given.harbor) != CATAN_OK)
        return position_fail(p, "board: there is no desert for the robber");
    return true;
}

/* An empty table: nothing dealt, nobody's turn. */
static void clear(struct catan *g, const struct rules *rules) {
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    g->viewer = SEAT_ALL;
    memset(g->terrain, CATAN_NONE, sizeof g->terrain);
    memset(g->harbor, CATAN_NONE, sizeof g->harbor);
    memset(g->frame, CATAN_NONE, sizeof g->frame);
    memset(g->helper, CATAN_NONE, sizeof g->helper);
}

/* Shown to one seat; every other view knows how many they are. */
static bool read_look(struct position *p) {
    struct json_in looking = json_get(p->in, "looking"), deck = json_get(looking, "deck");
    if (json_is_given(looking) && !json_is_object(looking))
        return position_fail(p, "looking: null or an object");
    return position_read_secret(p->g, deck, json_get(p->in, "look_count"), catan_dev_words,
                                &p->g->look) ||
           position_fail(p, "looking.deck");
}

/* Where the position does not say it, the robber is on the first desert. */
static void place_robber(struct position *p) {
    const uint8_t *desert = memchr(p->g->terrain, DESERT, (size_t)catan_board(p->g)->hexes);
    if (!json_get(p->in, "robber").len && desert)
        p->g->robber = (uint8_t)(desert - p->g->terrain);
}

static bool read_position(struct position *p, const struct rules *rules) {
    clear(p->g, rules);
    if (!read_viewer(p) || !read_scalars(p) || !position_read_board(p) || !read_dice(p) ||
        !read_gains(p) || !read_look(p) || !position_read_seats(p) || !read_stocks(p) ||
        !read_awards(p) || !read_offers(p))
        return false;
    place_robber(p);
    if (!position_read_seat_set(p->g, json_get(p->in, "repay"), &p->g->repay))
        return position_fail(p, "repay: an array of seats");
    return true;
}

/* Awards that the position does not mention go to the seat that has earned them. */
static void judge_awards(struct position *p) {
    if (!json_get(p->in, "longest_road").len && !json_get(p->in, "road_to_beat").len)
        catan__judge_all_roads(p->g);
    if (!json_get(p->in, "largest_army").len)
        catan__judge_army(p->g);
}

static const char *broken_invariant(const struct catan *g) {
    int broken = catan_sound(g);
    return broken ? catan_invariant_words(broken) : NULL;
}

/* Ranges are judged while reading, the whole by catan_sound() at the end; in between only what
 * catan_derive() relies on, such as pieces on places that the board has. */
static bool read_whole(struct position *p, const struct rules *rules) {
    if (!read_position(p, rules))
        return false;
    catan_derive(p->g);
    judge_awards(p);
    return position_check_derived(p);
}

/* NULL, or what is wrong with the position as a whole. */
static const char *fault(struct position *p, bool whole) {
    const char *why = p->g->viewer == SEAT_ALL ? broken_invariant(p->g) : catan_view_fault(p->g);
    if (!why && whole && !position_check_turn(p))
        why = p->why;
    return why;
}

static int refuse(struct text *why, const char *words) {
    text_set(why, words);
    return -1;
}

/* `g` is written at the very end, once nothing can be refused any more. */
int catan_read(struct catan *g, const char *text, size_t len, struct text *why) {
    struct catan start;
    struct position p = { &start, { NULL, 0 }, NULL };
    struct rules rules;
    int64_t version = 0;
    if (json_check(text, len, &p.in) != 0 || !json_is_object(p.in))
        return refuse(why, "a position is one JSON object");
    if (!json_to_int(json_get(p.in, "v"), 1, 1, &version))
        return refuse(why, "v: this version knows positions of version 1");
    if (!json_is_given(json_get(p.in, "viewer")) && position_has_stray_key(p.in, why))
        return -1;
    if (rules_read(json_get(p.in, "rules"), &rules, why) != &catan_game)
        return -1;
    if (catan_init(&start, &rules) != CATAN_OK)
        return refuse(why, "rules: options that do not go together");
    bool whole = json_get(p.in, "phase").len > 0;
    if (!(whole ? read_whole(&p, &rules) : read_start(&p)))
        return refuse(why, p.why);
    const char *wrong = fault(&p, whole);
    if (wrong)
        return refuse(why, wrong);
    *g = start;
    return 0;
}
