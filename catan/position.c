/* position.c -- a position or view as JSON (docs/schema.md), or what of it has changed.
 *
 * Everything that is not derived is written, so that reading it back gives the
 * same bytes; much of what is derived is written too, for those who only look.
 * Keys are part of the wire: docs/schema.md lists them, the page reads them. */
#include "position.h"

#include <string.h>


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
        position_write_place(g, o, s->key, value,
                    s->sort == SCALAR_HEX ? catan_print_hex : catan_print_corner);
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
        position_write_seats(o, "to", offer->to);
        position_write_some(o, "give", catan_kind_words, bundle_pack(offer->give));
        position_write_some(o, "get", catan_kind_words, bundle_pack(offer->get));
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
        position_write_some(o, NULL, catan_kind_words, g->gains[i]);
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
        position_write_cards(o, "cards", g->hand[g->helper_target]);
    } else {
        position_write_some(o, "deck", catan_dev_words, g->look);
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
    position_write_seats(o, "repay", g->repay);
    write_looking(g, o);
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
        position_write_seats(o, "owes", catan_owes(g));
    if (NEWS_OF(catan_may))
        position_write_seats(o, "may", catan_may(g));
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
        position_write_board(g, o);
    if (NEWS(bank))
        position_write_cards(o, "bank", g->bank);
    if (NEWS(deck)) {
        json_object(o, "deck");
        json_int(o, "count", bundle_total(g->deck));
        position_write_some(o, "cards", catan_dev_words, g->deck);
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
    position_write_table_seats(g, was, o);
    json_object_end(o);
}

/* A seat alone knows its cards, and with them its points; with helpers, and once the game is over,
 * there is more to know. */
bool catan_own_news(const struct catan *was, const struct catan *g, int seat) {
    return NEWS(hand[seat]) || NEWS(dev[seat]) || NEWS(dev_new[seat]) || NEWS(points[seat]) ||
           g->phase == PH_OVER || was->phase == PH_OVER || catan_option(g, OPT_HELPERS);
}
