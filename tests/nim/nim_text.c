/* nim_text.c -- Nim's actions as text and its positions as JSON. */
#include <string.h>

#include "../core/json_keys.h"
#include "nim.h"

static const char *const verbs[NIM_ACT_N] = { "?", "deal", "roll", "die", "card", "take" };
static const char *const phases[NIM_PHASE_N] = { "deal", "roll", "die", "take", "over" };

int nim__format(const void *state, const struct action *a, char *text, int size) {
    (void)state;
    struct text t = text_begin(text, (size_t)size);
    if (a->seat == SEAT_CHANCE)
        text_char(&t, '*');
    else
        text_int(&t, a->seat);
    text_char(&t, ' ');
    text_add(&t, a->type < NIM_ACT_N ? verbs[a->type] : "?");
    if (a->type == NIM_DEAL) {
        text_char(&t, ' ');
        text_int(&t, a->target);
    }
    if (a->type != NIM_ROLL) {
        text_char(&t, ' ');
        if (a->place)
            text_int(&t, a->place);
        else
            text_char(&t, '?');
    }
    return (int)t.len;
}

/* A number up to `max`; a hidden card ("?") is 0. */
static bool read_number(const char **at, int max, uint8_t *out) {
    const char *word;
    size_t n;
    int64_t number = 0;
    if (!text_word(at, &word, &n) ||
        (!text_is(word, n, "?") && !text_number(word, n, 0, max, &number)))
        return false;
    *out = (uint8_t)number;
    return true;
}

int nim__parse(const void *state, const char *text, struct action *a) {
    const char *word;
    size_t n;
    int64_t seat = SEAT_CHANCE;
    (void)state;
    memset(a, 0, sizeof *a);
    if (!text_word(&text, &word, &n) ||
        (!text_is(word, n, "*") && !text_number(word, n, 0, SEATS_MAX - 1, &seat)))
        return NIM_BAD_ACTION;
    a->seat = (int8_t)seat;
    if (!text_word(&text, &word, &n))
        return NIM_BAD_ACTION;
    for (int type = NIM_DEAL; type < NIM_ACT_N; type++)
        if (text_is(word, n, verbs[type]))
            a->type = (uint8_t)type;
    if (a->type == NIM_NONE ||
        (a->type == NIM_DEAL && !read_number(&text, SEATS_MAX, &a->target)) ||
        (a->type != NIM_ROLL && !read_number(&text, 99, &a->place)) || *text)
        return NIM_BAD_ACTION;
    return NIM_OK;
}

/* ---- positions ---- */

static void write_card(struct json_out *o, int card) {
    if (card == NIM_HIDDEN)
        json_text(o, "card", "?");
    else
        json_int(o, "card", card);
}

static void write_seats(const struct nim *g, const struct nim *was, struct json_out *o) {
    struct json_out before = *o;
    bool told = false;
    json_array(o, "seats");
    for (int s = 0; s < g->rules.seats; s++) {
        if (was && was->card[s] == g->card[s] && was->taken[s] == g->taken[s])
            continue;
        told = true;
        json_object(o, NULL);
        json_int(o, "seat", s);
        write_card(o, g->card[s]);
        json_int(o, "points", g->taken[s]);
        json_int(o, "points_public", g->taken[s]);
        json_object_end(o);
    }
    json_array_end(o);
    if (!told)
        *o = before;
}

static void write_start(const struct nim *g, struct json_out *o) {
    json_int(o, "v", 1);
    json_text(o, "game", nim_game.name);
    rules_write(&nim_game, &g->rules, o, "rules");
    if (g->viewer >= 0)
        json_int(o, "viewer", g->viewer);
    else
        json_text(o, "viewer", g->viewer == SEAT_SPECTATOR ? "spectator" : NULL);
}

static void write_turn(const struct nim *g, struct json_out *o) {
    unsigned owes = nim__owes(g);
    json_text(o, "phase", phases[g->phase]);
    json_int(o, "turn", g->turn);
    json_array(o, "owes");
    if (owes && owes != OWES_CHANCE)
        json_int(o, NULL, g->turn);
    json_array_end(o);
    json_array(o, "may");
    json_array_end(o);
    json_bool(o, "chance", owes == OWES_CHANCE);
    if (g->phase == NIM_OVER)
        json_int(o, "winner", g->turn);
    else
        json_null(o, "winner");
    json_int(o, "heap", g->heap);
    json_int(o, "limit", g->limit);
}

void nim__write(const void *state, const void *earlier, struct json_out *o) {
    const struct nim *g = state, *was = earlier;
    json_object(o, NULL);
    if (!was)
        write_start(g, o);
    if (!was || was->phase != g->phase || was->turn != g->turn || was->heap != g->heap ||
        was->limit != g->limit)
        write_turn(g, o);
    write_seats(g, was, o);
    json_object_end(o);
}

static const struct json_shape seat_keys[] = {
    KEY("seat"), KEY("card"), KEY("points"), KEY("points_public"), KEYS_END
};
static const struct json_shape keys[] = {
    KEY("v"), KEY("game"), { "rules", rules_shape }, KEY("viewer"), KEY("phase"), KEY("turn"),
    KEY("owes"), KEY("may"), KEY("chance"), KEY("winner"), KEY("heap"), KEY("limit"),
    { "seats", seat_keys }, KEYS_END
};

static bool read_byte(struct json_in object, const char *key, int max, uint8_t *out) {
    int64_t number;
    if (!json_to_int(json_get(object, key), 0, max, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

static const char *read_seats(struct json_in array, struct nim *g) {
    struct json_in seat;
    int n = 0;
    for (size_t at = 0; json_is_array(array) && json_next(array, &at, NULL, &seat); n++) {
        uint8_t number;
        if (n == g->rules.seats || !read_byte(seat, "seat", SEATS_MAX - 1, &number) || number != n)
            return "seats: each once, in order";
        if (json_equals(json_get(seat, "card"), "?") && g->viewer != SEAT_ALL && g->viewer != n)
            g->card[n] = NIM_HIDDEN;
        else if (!read_byte(seat, "card", NIM_SIDES, &g->card[n]) ||
                 (g->card[n] && g->viewer != SEAT_ALL && g->viewer != n))
            return "seats.card: 0 to 3, or \"?\" in a view";
        if (!read_byte(seat, "points", 99, &g->taken[n]) ||
            !read_byte(seat, "points_public", 99, &number) || number != g->taken[n])
            return "seats.points: stones taken";
    }
    return n == g->rules.seats ? NULL : "seats: one for each player";
}

static const char *read_viewer(struct json_in viewer, struct nim *g) {
    int64_t seat = json_equals(viewer, "spectator") ? SEAT_SPECTATOR : SEAT_ALL;
    if (json_is_given(viewer) && seat == SEAT_ALL &&
        !json_to_int(viewer, 0, g->rules.seats - 1, &seat))
        return "viewer: a seat, spectator or null";
    g->viewer = (int8_t)seat;
    return NULL;
}

/* The other members that write_turn() writes must follow from the rest. */
static bool derived_agrees(struct json_in json, const struct nim *g) {
    char text[512];
    struct json_in again, key, value;
    struct json_out o = json_begin_object(text, sizeof text);
    write_turn(g, &o);
    json_object_end(&o);
    if (!json_fits(&o) || json_check(text, o.len, &again))
        return false;
    for (size_t at = 0; json_next(again, &at, &key, &value);) {
        char name[16];
        json_to_text(key, name, sizeof name);
        struct json_in said = json_get(json, name);
        if (said.len != value.len || memcmp(said.text, value.text, said.len) != 0)
            return false;
    }
    return true;
}

static const char *read_position(struct json_in json, struct nim *g) {
    struct json_in phase = json_get(json, "phase");
    int p = 0;
    while (p < NIM_PHASE_N && !json_equals(phase, phases[p]))
        p++;
    g->phase = (uint8_t)p;
    const char *wrong = read_viewer(json_get(json, "viewer"), g);
    if (wrong)
        return wrong;
    if (p == NIM_PHASE_N || !read_byte(json, "turn", g->rules.seats - 1, &g->turn) ||
        !read_byte(json, "heap", 99, &g->heap) || !read_byte(json, "limit", 9, &g->limit))
        return "phase, turn, heap or limit: no such value";
    if ((wrong = read_seats(json_get(json, "seats"), g)))
        return wrong;
    struct nim full = *g;
    for (int s = 0; s < SEATS_MAX; s++)
        if (full.card[s] == NIM_HIDDEN)
            full.card[s] = 1;
    return nim__sound(&full) ? "no such position" :
           derived_agrees(json, g) ? NULL : "owes, chance or winner: contradicts the rest";
}

int nim__read(void *state, const char *text, size_t len, struct text *why) {
    struct json_in json;
    struct nim g;
    const char *wrong = NULL;
    memset(&g, 0, sizeof g);
    text_cut(why, 0);
    if (json_check(text, len, &json) || !json_is_object(json))
        wrong = "no JSON object";
    else if (!json_equals(json_get(json, "game"), nim_game.name))
        wrong = "game: not \"nim\"";
    else if (!json_is_given(json_get(json, "viewer")) && json_stray_key(json, keys, why))
        return -1;
    else if (rules_read(json_get(json, "rules"), &g.rules, why) != &nim_game)
        wrong = why->len ? why->start : "rules: of another game";
    if (!wrong)
        wrong = read_position(json, &g);
    if (!wrong) {
        *(struct nim *)state = g;
        return 0;
    }
    if (wrong != why->start)
        text_set(why, wrong);
    return -1;
}
