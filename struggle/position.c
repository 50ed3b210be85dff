/* position.c -- a whole state or a view as JSON (docs/schema.md).
 *
 * Keys are part of the wire: the page and the bots of others read them. What follows from the
 * rest is written too, for those who only look; position_read.c compares it. */
#include <string.h>

#include "../core/cards.h"
#include "internal.h"

const char *const struggle__phase_names[SP_N] = {
    [SP_MARKET] = "market", [SP_DEAL] = "deal", [SP_FIRST] = "first", [SP_TRADE] = "trade",
    [SP_BUILD] = "build", [SP_SWAP] = "swap", [SP_TAKE] = "take", [SP_GIVE_BACK] = "give-back",
    [SP_LIBRARY] = "library", [SP_SETTLED] = "settled", [SP_EVENT] = "event",
        [SP_DISCARD] = "discard",
    [SP_MARKET_DAY] = "market-day", [SP_DRAW] = "draw", [SP_OVER] = "over",
};

static void write_cards(struct json_out *o, const char *key, uint64_t cards) {
    uint8_t count[KINDS];
    if (!bundle_known(cards)) {
        json_null(o, key);
        return;
    }
    bundle_unpack(cards, count);
    cards_write(o, key, count);
}

static void write_seat_or_null(struct json_out *o, const char *key, int seat) {
    if (seat < 0)
        json_null(o, key);
    else
        json_int(o, key, seat);
}

/* Bits as names, in the order of `names`. */
static void write_set(struct json_out *o, const char *key, unsigned set, const char *const *names) {
    json_array(o, key);
    for (uint64_t left = set; left;)
        json_text(o, NULL, names[bits_pop(&left)]);
    json_array_end(o);
}

/* Names with repeats: a name per card. */
static void write_names(struct json_out *o, const char *key, const uint8_t *count, int n,
                        const char *const *names) {
    json_array(o, key);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count[i]; k++)
            json_text(o, NULL, names[i]);
    json_array_end(o);
}

/* The sides that show, from the bottom of the row. */
static void write_row(struct json_out *o, const char *key, int row) {
    json_array(o, key);
    for (int i = 0; i < row; i++)
        json_text(o, NULL, i % 2 ? "B" : "A");
    json_array_end(o);
}

static void write_seats(struct json_out *o, const char *key, unsigned seats) {
    json_array(o, key);
    for (uint64_t left = seats & ~OWES_CHANCE; left;)
        json_int(o, NULL, bits_pop(&left));
    json_array_end(o);
}

/* Is there anything to say? `was` is what the reader knows; NULL: nothing yet. */
#define NEWS(field) (!was || memcmp(&was->field, &g->field, sizeof g->field) != 0)

static void write_start(const struct struggle *g, struct json_out *o) {
    json_int(o, "v", 1);
    json_text(o, "game", struggle_game.name);
    rules_write(&struggle_game, &g->rules, o, "rules");
    if (g->viewer == SEAT_SPECTATOR)
        json_text(o, "viewer", "spectator");
    else
        write_seat_or_null(o, "viewer", g->viewer);
}

static void write_common(const struct struggle *g, const struct struggle *was,
                         struct json_out *o) {
    unsigned owes = struggle__owes(g);
    bool moved = !was || struggle__owes(was) != owes;
    if (NEWS(phase))
        json_text(o, "phase", struggle__phase_names[g->phase]);
    if (NEWS(turn))
        write_seat_or_null(o, "turn", g->turn);
    if (NEWS(round))
        json_int(o, "round", g->round);
    if (moved)
        write_seats(o, "owes", owes);
    if (!was)
        write_seats(o, "may", 0);
    if (moved)
        json_bool(o, "chance", owes == OWES_CHANCE);
    if (NEWS(phase))
        write_seat_or_null(o, "winner", g->phase == SP_OVER ? g->turn : -1);
    if (NEWS(first))
        write_seat_or_null(o, "first", g->first);
}

static void write_supply(const struct struggle *g, struct json_out *o) {
    json_object(o, "supply");
    json_int(o, "road", g->supply[SB_ROAD]);
    json_int(o, "settlement", g->supply[SB_SETTLEMENT]);
    json_int(o, "knight", g->supply[SB_KNIGHT]);
    write_names(o, "expansions", g->expansion, SX_N, struggle__expansion_names);
    json_object_end(o);
}

static void write_stacks(const struct struggle *g, const struct struggle *was,
                         struct json_out *o) {
    uint8_t market[KINDS];
    bundle_unpack(g->market, market);
    if (NEWS(market))
        write_names(o, "market", market, KINDS, kind_names);
    if (NEWS(stack))
        json_int(o, "stack", bundle_total(g->stack));
    if (NEWS(discard))
        write_cards(o, "discard", g->discard);
    if (NEWS(stack))
        write_cards(o, "unseen", g->stack);
    if (NEWS(supply) || NEWS(expansion))
        write_supply(g, o);
    if (NEWS(back)) {
        json_object(o, "events");
        for (int event = 0; event < SV_N; event++)
            json_int(o, struggle__event_names[event], g->back[event]);
        json_object_end(o);
    }
    if (NEWS(counter))
        json_text(o, "destiny",
                  seats_of(g) == 2 ? NULL : g->counter ? "counter" : "clockwise");
}

static void write_taking(const struct struggle *g, struct json_out *o) {
    if (PHASES_TAKING & PHASE(g->phase)) {
        json_object(o, "taking");
        json_int(o, "from", g->target);
        json_int(o, "coming", g->pending);
        json_int(o, "owed", g->owed);
        json_object_end(o);
    } else {
        json_null(o, "taking");
    }
    json_int(o, "coming", PHASES_COMING & PHASE(g->phase) ? g->pending : 0);
    write_seat_or_null(o, "asked", g->phase == SP_MARKET_DAY ? g->target : -1);
}

static void write_looking(const struct struggle *g, struct json_out *o) {
    if (g->phase == SP_LIBRARY) {
        json_object(o, "looking");
        json_int(o, "seat", g->turn);
        json_int(o, "hand_of", g->target);
        write_cards(o, "cards", g->hand[g->target]);
        json_object_end(o);
    } else {
        json_null(o, "looking");
    }
}

static void write_turn(const struct struggle *g, const struct struggle *was, struct json_out *o) {
    if (!was || struggle_trades_left(was) != struggle_trades_left(g))
        json_int(o, "trades_left", struggle_trades_left(g));
    if (NEWS(built))
        write_set(o, "built", g->built, struggle__building_names);
    if (NEWS(used)) {
        json_bool(o, "library_used", g->used & SU_LIBRARY);
        json_bool(o, "guild_used", g->used & SU_GUILD);
    }
    if (NEWS(phase) || NEWS(target) || NEWS(pending) || NEWS(owed))
        write_taking(g, o);
    if (NEWS(phase) || NEWS(turn) || NEWS(target) || NEWS(hand))
        write_looking(g, o);
}

static void write_seat(const struct struggle *g, int seat, struct json_out *o) {
    const struct struggle_seat *s = &g->seat[seat];
    json_object(o, NULL);
    json_int(o, "seat", seat);
    json_int(o, "count", bundle_total(g->hand[seat]));
    write_cards(o, "cards", g->hand[seat]);
    write_row(o, "roads", s->roads);
    write_row(o, "knights", s->knights);
    json_int(o, "settlements", s->settlements);
    json_int(o, "cities", s->cities);
    write_set(o, "expansions", s->expansions, struggle__expansion_names);
    json_int(o, "owes_cards", s->owes);
    json_int(o, "points", struggle_points(g, seat));
    json_int(o, "points_public", struggle_points(g, seat));
    json_object_end(o);
}

/* Seats with anything new; such a seat is written whole. */
static bool seat_news(const struct struggle *g, const struct struggle *was, int seat) {
    return NEWS(hand[seat]) || NEWS(seat[seat]) ||
           struggle_points(was, seat) != struggle_points(g, seat);
}

static void write_the_seats(const struct struggle *g, const struct struggle *was,
                            struct json_out *o) {
    struct json_out before = *o;
    int told = 0;
    json_array(o, "seats");
    for (int seat = 0; seat < seats_of(g); seat++)
        if (seat_news(g, was, seat)) {
            write_seat(g, seat, o);
            told++;
        }
    json_array_end(o);
    if (!told)
        *o = before;
}

void struggle__write(const void *state, const void *earlier, struct json_out *o) {
    const struct struggle *g = state, *was = earlier;
    json_object(o, NULL);
    if (!was)
        write_start(g, o);
    write_common(g, was, o);
    write_stacks(g, was, o);
    write_turn(g, was, o);
    write_the_seats(g, was, o);
    json_object_end(o);
}

/* A seat alone knows its hand, which is told whenever anything is new of the seat; in the library
 * one looks into another's. */
bool struggle__own_news(const void *earlier, const void *state, int seat) {
    const struct struggle *g = state, *was = earlier;
    return seat_news(g, was, seat) || g->phase == SP_LIBRARY || was->phase == SP_LIBRARY;
}
