/* position.c -- a position or view as JSON (docs/schema.md), or what of it has changed.
 *
 * Everything that is not derived is written, so that reading it back gives the
 * same bytes; much of what is derived is written too, for those who only look.
 * Keys are part of the wire: docs/schema.md lists them, the page reads them. */
#include "position.h"

#include <string.h>

#include "../core/cards.h"

/* Only fields of one byte; position_read.c reads the same rows. */
#define SCALAR(key, field, sort) { key, offsetof(struct catan, field), sort }
const struct catan_scalar catan_scalars[] = {
    SCALAR("turn", turn, SCALAR_SEAT),
    SCALAR("first", first, SCALAR_SEAT),
    SCALAR("special", special, SCALAR_SEAT),
    SCALAR("winner", winner, SCALAR_SEAT),
    SCALAR("victim", victim, SCALAR_SEAT),
    SCALAR("helper_seat", helper_seat, SCALAR_SEAT),
    SCALAR("helper_target", helper_target, SCALAR_SEAT),
    SCALAR("rolled", rolled, SCALAR_FLAG),
    SCALAR("card_played", card_played, SCALAR_FLAG),
    SCALAR("trade_over", trade_over, SCALAR_FLAG),
    SCALAR("robber_due", robber_due, SCALAR_FLAG),
    SCALAR("free_roads", free_roads, SCALAR_COUNT),
    SCALAR("placed", placed, SCALAR_COUNT),
    SCALAR("knights_gone", knights_gone, SCALAR_COUNT),
    SCALAR("offers_made", offers_made, SCALAR_COUNT),
    SCALAR("road_to_beat", longest_length, SCALAR_COUNT),
    SCALAR("robber", robber, SCALAR_HEX),
    SCALAR("last_corner", last_corner, SCALAR_CORNER),
    SCALAR("jean", jean, SCALAR_KIND),
    { NULL, 0, SCALAR_SEAT },
};

/* ---- small things ---- */

enum { NAME_MAX = 16 };

static void write_place(const struct catan *g, struct json_out *o, const char *key, int place,
                        void (*print)(const struct catan *, int, struct text *)) {
    char name[NAME_MAX];
    struct text t;
    text_begin(&t, name, sizeof name);
    print(g, place, &t);
    json_text(o, key, name);
}

static void write_seat(struct json_out *o, const char *key, int seat) {
    if (seat == CATAN_NONE)
        json_null(o, key);
    else
        json_int(o, key, seat);
}

/* A set of seats as their numbers, ascending; bits above the seats, as OWES_CHANCE, are not. */
static void write_seats(struct json_out *o, const char *key, unsigned seats) {
    json_array(o, key);
    for (int i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1)
            json_int(o, NULL, i);
    json_array_end(o);
}

/* {"knight":1}: what there is of each; null where only the total is known. */
static void write_some(struct json_out *o, const char *key, const char *const *words,
                       uint64_t bundle) {
    if (!bundle_known(bundle)) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    for (int k = 0; k < KINDS; k++)
        if (bundle_count(bundle, k))
            json_int(o, words[k], bundle_count(bundle, k));
    json_object_end(o);
}

/* {"brick":1,"lumber":0,…}: every kind; null where only the total is known. */
static void write_cards(struct json_out *o, const char *key, uint64_t bundle) {
    if (!bundle_known(bundle)) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    for (int k = 0; k < KINDS; k++)
        json_int(o, kind_names[k], bundle_count(bundle, k));
    json_object_end(o);
}

static void write_scalar(const struct catan *g, const struct catan_scalar *s, struct json_out *o) {
    int value = ((const uint8_t *)g)[s->at];
    if (s->sort == SCALAR_FLAG)
        json_bool(o, s->key, value);
    else if (s->sort == SCALAR_COUNT)
        json_int(o, s->key, value);
    else if (value == CATAN_NONE)
        json_null(o, s->key);
    else if (s->sort == SCALAR_SEAT)
        json_int(o, s->key, value);
    else if (s->sort == SCALAR_KIND)
        json_text(o, s->key, catan_kind_words[value]);
    else
        write_place(g, o, s->key, value,
                    s->sort == SCALAR_HEX ? catan_print_hex : catan_print_corner);
}

/* ---- the board ---- */

/* q and r are axial coordinates, for those who draw; `name` is what the notation says. */
static void write_hex(const struct catan *g, int h, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    json_object(o, NULL);
    write_place(g, o, "name", h, catan_print_hex);
    json_int(o, "q", b->hex_q[h]);
    json_int(o, "r", b->hex_r[h]);
    json_text(o, "terrain", g->terrain[h] < TERRAIN_N ? catan_terrain_words[g->terrain[h]] : NULL);
    if (g->number[h])
        json_int(o, "number", g->number[h]);
    else
        json_null(o, "number");
    json_object_end(o);
}

/* The harbor at coast index c: by its hex and side, as every coastal path has one hex. */
static void write_harbor(const struct catan *g, int c, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            if (b->hex_path[h][side] == b->coast_path[c]) {
                json_object(o, NULL);
                json_int(o, "q", b->hex_q[h]);
                json_int(o, "r", b->hex_r[h]);
                json_text(o, "side", catan_side_words[side]);
                json_text(o, "type",
                          g->harbor[c] < HARBOR_N ? catan_harbor_words[g->harbor[c]] : NULL);
                json_object_end(o);
                return;
            }
}

static void write_board(const struct catan *g, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    bool framed = false;
    json_object(o, "board");
    json_array(o, "hexes");
    for (int h = 0; h < b->hexes; h++)
        write_hex(g, h, o);
    json_array_end(o);
    json_array(o, "harbors");
    for (int c = 0; c < b->coast; c++)
        if (g->harbor[c] != CATAN_NONE)
            write_harbor(g, c, o);
    json_array_end(o);
    for (int i = 0; i < 6; i++)
        framed |= g->frame[i] != CATAN_NONE;
    if (framed) {
        json_array(o, "frame");
        for (int i = 0; i < 6; i++)
            write_seat(o, NULL, g->frame[i]);
        json_array_end(o);
    }
    json_object_end(o);
}

/* ---- the table ---- */

/* Standing offers by seat, each seen from its maker's side: `give` is what the maker gives. */
static void write_offers(const struct catan *g, struct json_out *o) {
    json_array(o, "offers");
    for (int seat = 0; seat < catan_seats(g); seat++) {
        const struct catan_offer *offer = &g->offer[seat];
        if (!offer->number)
            continue;
        json_object(o, NULL);
        json_int(o, "number", offer->number);
        json_int(o, "from", seat);
        write_seats(o, "to", offer->to);
        write_some(o, "give", catan_kind_words, bundle_pack(offer->give));
        write_some(o, "get", catan_kind_words, bundle_pack(offer->get));
        json_array(o, "answers");
        for (int i = 0; i < SEATS_MAX; i++)
            if ((offer->accepted | offer->declined) >> i & 1) {
                json_object(o, NULL);
                json_int(o, "seat", i);
                json_text(o, "answer", offer->accepted >> i & 1 ? "accept" : "decline");
                json_object_end(o);
            }
        json_array_end(o);
        json_object_end(o);
    }
    json_array_end(o);
}

static void write_awards(const struct catan *g, struct json_out *o) {
    if (g->longest_road == CATAN_NONE) {
        json_null(o, "longest_road");
    } else {
        json_object(o, "longest_road");
        json_int(o, "seat", g->longest_road);
        json_int(o, "length", g->longest_length);
        json_object_end(o);
    }
    if (g->largest_army == CATAN_NONE) {
        json_null(o, "largest_army");
    } else {
        json_object(o, "largest_army");
        json_int(o, "seat", g->largest_army);
        json_int(o, "knights", g->played[g->largest_army][DEV_KNIGHT]);
        json_object_end(o);
    }
}

/* What the last roll was and gave; of a deck of dice also what is left in it, which is public. */
static void write_dice(const struct catan *g, struct json_out *o) {
    char left[37] = "";
    if (g->dice[0] == 0) {
        json_null(o, "dice");
    } else {
        json_array(o, "dice");
        json_int(o, NULL, g->dice[0]);
        json_int(o, NULL, g->dice[1]);
        json_array_end(o);
    }
    if (catan_option(g, OPT_DICE) == DICE_DECK) {
        for (int i = 0; i < 36; i++)
            left[i] = g->dice_left >> i & 1 ? '1' : '0';
        json_text(o, "dice_left", left);
    }
    if (g->dice[0] == 0) {
        json_null(o, "gains");
        return;
    }
    json_array(o, "gains");
    for (int i = 0; i < catan_seats(g); i++)
        write_some(o, NULL, catan_kind_words, g->gains[i]);
    json_array_end(o);
}

/* What one seat is being shown, in its own view and in whole positions. */
static void write_looking(const struct catan *g, struct json_out *o) {
    bool hilde = g->phase == PH_TAKE && g->helper_target < SEATS_MAX &&
                 bundle_known(g->hand[g->helper_target]);
    bool candamir = bundle_total(g->look) > 0 && bundle_known(g->look);
    json_int(o, "look_count", bundle_total(g->look));
    if (!hilde && !candamir) {
        json_null(o, "looking");
        return;
    }
    json_object(o, "looking");
    json_int(o, "seat", g->helper_seat);
    if (hilde) {
        json_int(o, "hand_of", g->helper_target);
        write_cards(o, "cards", g->hand[g->helper_target]);
    } else {
        write_some(o, "deck", catan_dev_words, g->look);
    }
    json_object_end(o);
}

/* What lies on display, and what a helper under way owes or shows. */
static void write_helpers(const struct catan *g, struct json_out *o) {
    unsigned display = catan_display(g);
    json_array(o, "display");
    for (int i = 0; i < HELPER_N; i++)
        if (display >> i & 1)
            json_text(o, NULL, catan_helper_words[i]);
    json_array_end(o);
    write_seats(o, "repay", g->repay);
    write_looking(g, o);
}

/* ---- the seats ---- */

static void write_pieces(const struct catan *g, struct json_out *o, const char *key,
                         struct places set, int n,
                         void (*print)(const struct catan *, int, struct text *)) {
    json_array(o, key);
    for (int i = 0; i < n; i++)
        if (places_has(set, i))
            write_place(g, o, NULL, i, print);
    json_array_end(o);
}

/* Point cards that the end of the game shows of cards that are hidden otherwise. */
static void write_shown(struct json_out *o, const char *key, uint64_t bundle) {
    if (!bundle_known(bundle) && bundle_count(bundle, DEV_POINT))
        json_int(o, key, bundle_count(bundle, DEV_POINT));
}

static void write_played(const struct catan *g, int seat, struct json_out *o) {
    json_object(o, "played");
    for (int i = 0; i < DEV_POINT; i++)
        if (g->played[seat][i])
            json_int(o, catan_dev_words[i], g->played[seat][i]);
    json_object_end(o);
}

static void write_helper(const struct catan *g, int seat, struct json_out *o) {
    if (g->helper[seat] >= HELPER_N)
        return;
    json_object(o, "helper");
    json_text(o, "name", catan_helper_words[g->helper[seat]]);
    json_text(o, "side", g->helper_b >> seat & 1 ? "B" : "A");
    json_bool(o, "fresh", g->helper_fresh >> seat & 1);
    json_bool(o, "used", g->helper_used >> seat & 1);
    json_object_end(o);
}

static void write_rates(const struct catan *g, int seat, struct json_out *o) {
    uint64_t rates = catan_rates(g, seat);
    json_object(o, "rates");
    for (int k = 0; k < KINDS; k++)
        json_int(o, kind_names[k], bundle_count(rates, k));
    json_object_end(o);
}

/* Is there anything to say? `was` is what the reader knows; NULL: nothing yet. */
#define NEWS(field) (!was || memcmp(&was->field, &g->field, sizeof g->field) != 0)
#define NEWS_OF(call) (!was || call(was) != call(g))
#define NEWS_OF_SEAT(call) (!was || call(was, seat) != call(g, seat))

static void write_seat_cards(const struct catan *g, const struct catan *was, int seat,
                             struct json_out *o) {
    if (NEWS(hand[seat])) {
        json_int(o, "count", bundle_total(g->hand[seat]));
        write_cards(o, "cards", g->hand[seat]);
    }
    if (NEWS(dev[seat]) || NEWS(dev_new[seat])) {
        json_int(o, "dev_count", bundle_total(g->dev[seat]) + bundle_total(g->dev_new[seat]));
        json_int(o, "dev_new_count", bundle_total(g->dev_new[seat]));
        write_some(o, "dev", catan_dev_words, g->dev[seat]);
        write_some(o, "dev_new", catan_dev_words, g->dev_new[seat]);
        write_shown(o, "dev_points", g->dev[seat]);
        write_shown(o, "dev_new_points", g->dev_new[seat]);
    }
    if (NEWS(played[seat]))
        write_played(g, seat, o);
}

static void write_seat_pieces(const struct catan *g, const struct catan *was, int seat,
                              struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    if (NEWS(settlements[seat]))
        write_pieces(g, o, "settlements", g->settlements[seat], b->corners, catan_print_corner);
    if (NEWS(cities[seat]))
        write_pieces(g, o, "cities", g->cities[seat], b->corners, catan_print_corner);
    if (NEWS(roads[seat]))
        write_pieces(g, o, "roads", g->roads[seat], b->paths, catan_print_path);
    if (NEWS(roads_left[seat]) || NEWS(settlements_left[seat]) || NEWS(cities_left[seat])) {
        json_object(o, "left");
        json_int(o, "road", g->roads_left[seat]);
        json_int(o, "settlement", g->settlements_left[seat]);
        json_int(o, "city", g->cities_left[seat]);
        json_object_end(o);
    }
}

/* Rates, dues, points and the helper: what changes without a piece or card being moved. */
static void write_seat_numbers(const struct catan *g, const struct catan *was, int seat,
                               struct json_out *o) {
    if (NEWS_OF_SEAT(catan_rates))
        write_rates(g, seat, o);
    if (NEWS(owes_cards[seat]))
        json_int(o, "owes_cards", g->owes_cards[seat]);
    if (NEWS(offers_by[seat]))
        json_int(o, "offers_made", g->offers_by[seat]);
    if (NEWS(first_roll[seat]))
        write_seat(o, "first_roll", g->first_roll[seat]);
    /* A road is measured only after something was built: anybody may have cut it. */
    if ((NEWS(roads[seat]) || NEWS(settlements)) && NEWS_OF_SEAT(catan_road_length))
        json_int(o, "road_length", catan_road_length(g, seat));
    if (NEWS_OF_SEAT(catan_points))
        json_int(o, "points", catan_points(g, seat));
    if (NEWS(points[seat]))
        json_int(o, "points_public", g->points[seat]);
    if (NEWS(helper[seat]) || NEWS(helper_b) || NEWS(helper_fresh) || NEWS(helper_used))
        write_helper(g, seat, o);
}

/* One object a seat; of those of whom nothing is new, none. */
static void write_the_seats(const struct catan *g, const struct catan *was, struct json_out *o) {
    struct json_out before = *o;        /* a writer is plain bytes: going back is a copy */
    int told = 0;
    json_array(o, "seats");
    for (int seat = 0; seat < catan_seats(g); seat++) {
        struct json_out start = *o;
        json_object(o, NULL);
        json_int(o, "seat", seat);
        size_t bare = o->len;
        if (!was)
            json_text(o, "color", catan_color(g, seat));
        write_seat_cards(g, was, seat, o);
        write_seat_pieces(g, was, seat, o);
        write_seat_numbers(g, was, seat, o);
        if (o->len == bare) {
            *o = start;
            continue;
        }
        json_object_end(o);
        told++;
    }
    json_array_end(o);
    if (!told)
        *o = before;
}

/* ---- all of it ---- */

/* Readers go by the names of members, never by their order. */
static void write_turn(const struct catan *g, const struct catan *was, struct json_out *o) {
    if (NEWS(phase))
        json_text(o, "phase", catan_phase_words[g->phase]);
    if (NEWS_OF(catan_round))
        json_int(o, "round", catan_round(g));
    if (NEWS(turns))
        json_int(o, "turns", g->turns);
    if (NEWS_OF(catan_owes))
        write_seats(o, "owes", catan_owes(g));
    if (NEWS_OF(catan_may))
        write_seats(o, "may", catan_may(g));
    if (NEWS_OF(catan_owes))
        json_bool(o, "chance", catan_owes(g) & OWES_CHANCE);
    for (const struct catan_scalar *s = catan_scalars; s->key; s++)
        if (!was || ((const uint8_t *)was)[s->at] != ((const uint8_t *)g)[s->at])
            write_scalar(g, s, o);
    if (NEWS(dice) || NEWS(gains) || NEWS(dice_left))
        write_dice(g, o);
}

static void write_start(const struct catan *g, struct json_out *o) {
    json_int(o, "v", 1);
    json_text(o, "game", catan_game.name);
    rules_write(&catan_game, &g->rules, o, "rules");
    if (g->viewer == SEAT_ALL)
        json_null(o, "viewer");
    else if (g->viewer == SEAT_SPECTATOR)
        json_text(o, "viewer", "spectator");
    else
        json_int(o, "viewer", g->viewer);
}

/* With `was` only what differs from it. Both must be views of the same seat of the same game. */
void catan_write(const struct catan *g, const struct catan *was, struct json_out *o) {
    json_object(o, NULL);
    if (!was)
        write_start(g, o);
    write_turn(g, was, o);
    if (NEWS(terrain) || NEWS(number) || NEWS(harbor) || NEWS(frame))
        write_board(g, o);
    if (NEWS(bank))
        write_cards(o, "bank", g->bank);
    if (NEWS(deck)) {
        json_object(o, "deck");
        json_int(o, "count", bundle_total(g->deck));
        write_some(o, "cards", catan_dev_words, g->deck);
        json_object_end(o);
    }
    if (NEWS(longest_road) || NEWS(longest_length) || NEWS(largest_army) || NEWS(played))
        write_awards(g, o);
    if (NEWS(offer))
        write_offers(g, o);
    if (catan_option(g, OPT_HELPERS) &&
        (NEWS(helper) || NEWS(helper_seat) || NEWS(helper_target) || NEWS(repay) || NEWS(look) ||
         NEWS(phase) || NEWS(hand)))
        write_helpers(g, o);
    write_the_seats(g, was, o);
    json_object_end(o);
}

/* A seat alone knows its cards, and with them its points; with helpers, and once the game is over,
 * there is more to know. */
bool catan_own_news(const struct catan *was, const struct catan *g, int seat) {
    return NEWS(hand[seat]) || NEWS(dev[seat]) || NEWS(dev_new[seat]) || NEWS(points[seat]) ||
           g->phase == PH_OVER || was->phase == PH_OVER || catan_option(g, OPT_HELPERS);
}
