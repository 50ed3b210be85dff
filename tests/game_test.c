/* game_test.c -- what must hold for every game, by random play in every ruleset.
 *
 * Every game in games[] goes through this, and so does every new ruleset and option. A seeded
 * generator drives the play, so a failure names the rules, the seat count, the seed and the
 * step, and can be repeated. */
#include <stdlib.h>

#include "core/game.h"
#include "core/undo.h"
#include "test.h"

enum { JSON_MAX = 1 << 16, STEPS_MAX = 4000 };

/* One random game under inspection. */
static struct probe {
    const struct game *game;
    char rules_text[128];
    int seats;
    uint64_t seed;
    int step;
    struct rng rng;
    _Alignas(16) unsigned char state[STATE_MAX];
    struct action menu[MENU_MAX];
    int menu_n;
} p;

#define HOLDS(x) do { if (!(x)) \
    test_fail(__FILE__, __LINE__, "%s (%d seats, seed %llu, step %d): expected %s", \
              p.rules_text, p.seats, (unsigned long long)p.seed, p.step, #x); } while (0)
#define HOLDS_FOR(x, words) do { if (!(x)) \
    test_fail(__FILE__, __LINE__, "%s (%d seats, seed %llu, step %d): expected %s: %s", \
              p.rules_text, p.seats, (unsigned long long)p.seed, p.step, #x, words); } while (0)

static int below(int n) {
    return (int)rng_below(&p.rng, (uint32_t)n);
}

static bool same(const struct action *a, const struct action *b) {
    return !memcmp(a, b, sizeof *a);
}

static bool listed(const struct action *a, const struct action *menu, int n) {
    for (int i = 0; i < n; i++)
        if (same(a, &menu[i]))
            return true;
    return false;
}

static const char *text_of(const void *state, const struct action *a) {
    static char text[ACTION_TEXT_MAX + 1];
    text[0] = 0;
    if (p.game->format(state, a, text, sizeof text) < 0)
        snprintf(text, sizeof text, "(type %d)", a->type);
    return text;
}

/* There are too many possible offers to list, and a menu has trades with the supply at the best
 * rate only; every other type of action is listed. */
static bool open_ended(const struct action *a) {
    const char *verb = strchr(text_of(p.state, a), ' ');
    return verb && (!strncmp(verb, " offer ", 7) || !strncmp(verb, " bank ", 6));
}

static int position(const void *state, char *text) {
    struct json_out out = json_begin(text, JSON_MAX);
    p.game->write(state, NULL, &out);
    HOLDS(json_fits(&out));
    return (int)out.len;
}

/* How often the random games reached a case that a property is about. */
static struct {
    int spoilt, refused;        /* positions with a fault; most must be refused */
    int alike;                  /* different outcomes that a seat cannot tell apart */
    int plain;                  /* actions that a game declares plain */
    int told;                   /* seats without news of their own */
} luck;

/* ---- the properties ---------------------------------------------------------------------- */

/* Everything in a menu is legal, once, and its text reads back as the same action. */
static void menus_are_legal_and_read_back(int seat) {
    static struct action menu[MENU_MAX];
    unsigned owes = p.game->owes(p.state), may = p.game->may(p.state);
    int n = p.game->legal(p.state, seat, menu);
    HOLDS(n >= 0 && n <= p.game->menu_max);
    if (seat == SEAT_CHANCE) {
        HOLDS((n > 0) == !!(owes & OWES_CHANCE));
    } else {
        HOLDS(n == 0 || ((owes | may) >> seat & 1));
        HOLDS(n > 0 || !(owes >> seat & 1));
    }
    for (int i = 0; i < n; i++) {
        struct action again;
        const char *text = text_of(p.state, &menu[i]);
        HOLDS_FOR(menu[i].seat == seat, text);
        HOLDS_FOR(p.game->check(p.state, &menu[i]) == 0, text);
        HOLDS_FOR(p.game->parse(p.state, text, &again) == 0, text);
        HOLDS_FOR(same(&menu[i], &again), text);
        if (n < 200)
            HOLDS_FOR(!listed(&menu[i], menu, i), text);
    }
}

/* A small change to a legal action: another place, seat, type or card. */
static struct action mutated(struct action a) {
    unsigned char bytes[sizeof a];
    for (int n = 1 + below(2); n > 0; n--) {
        switch (below(6)) {
        case 0: a.type = (uint8_t)below(64); break;
        case 1: a.place = (uint8_t)(below(4) ? below(110) : 254 + below(2)); break;
        case 2: a.target = (uint8_t)(below(4) ? below(8) : below(256)); break;
        case 3: a.give[below(KINDS)] = (uint8_t)below(5); break;
        case 4: a.get[below(KINDS)] = (uint8_t)below(3); break;
        default:
            memcpy(bytes, &a, sizeof a);
            bytes[below((int)sizeof a)] = (uint8_t)below(256);
            memcpy(&a, bytes, sizeof a);
        }
    }
    return a;
}

/* Nothing outside the menu is legal, and a refusal always has a reason. */
static void nothing_else_is_legal(int seat) {
    static struct action menu[MENU_MAX];
    int n = p.game->legal(p.state, seat, menu);
    for (int i = 0; i < 60; i++) {
        struct action a = { .seat = (int8_t)seat };
        if (n)
            a = menu[below(n)];
        a = mutated(a);
        int reason = p.game->check(p.state, &a);
        HOLDS(reason >= 0 && reason < p.game->reasons_n);
        if (reason == 0 && a.seat == seat && !open_ended(&a))
            HOLDS_FOR(listed(&a, menu, n), text_of(p.state, &a));
    }
}

static void chance_weighs_what_it_lists(void) {
    static struct action menu[MENU_MAX];
    static uint32_t weight[MENU_MAX];
    int n = p.game->legal(p.state, SEAT_CHANCE, menu);
    HOLDS(n <= OUTCOMES_MAX);
    HOLDS(p.game->weights(p.state, weight) == n);
    for (int i = 0; i < n; i++)
        HOLDS(weight[i] > 0);
}

static void positions_read_back(void) {
    static char first[JSON_MAX], second[JSON_MAX];
    static _Alignas(16) unsigned char back[STATE_MAX];
    char words[WHY_MAX];
    struct text why = text_begin(words, sizeof words);
    int n = position(p.state, first);
    int error = p.game->read(back, first, (size_t)n, &why);
    HOLDS_FOR(error == 0, words);
    if (error)
        return;
    position(back, second);
    HOLDS(!strcmp(first, second));
    HOLDS(!memcmp(p.state, back, p.game->state_size));
}

/* Where the `n`-th scalar of a JSON text starts and how long it is; false if there are fewer. */
static bool scalar(const char *text, int n, size_t *at, size_t *len) {
    for (size_t i = 0; text[i];) {
        size_t size = strcspn(text + i, "{}[],:");
        if (text[i] == '"')
            size = 2 + strcspn(text + i + 1, "\"");
        if (size == 0) {
            i++;
            continue;
        }
        if (n-- == 0) {
            *at = i;
            *len = size;
            return true;
        }
        i += size;
    }
    return false;
}

/* Replace one scalar of `text` (a value or a key) by another JSON scalar; `where` gets the text
 * around it. */
static bool spoilt(const char *text, char *out, char where[60]) {
    static const char *const others[] = { "null", "-1", "0", "1", "2", "3", "7", "20", "255", "300",
        "true", "\"\"", "\"wool\"", "\"A1\"", "\"B2.N\"", "\"B2.NE\"", "\"hilde\"", "\"roll\"",
            "[]",
        "[1]", "{}", "{\"ore\":1}", "1.5", "\"main\"", "\"over\"", "4", "5", "\"discard\"", "99" };
    size_t at, len;
    if (!scalar(text, below(1 + (int)strlen(text) / 8), &at, &len))
        return false;
    const char *other = others[below((int)(sizeof others / sizeof *others))];
    memcpy(out, text, at);
    strcpy(out + at, other);
    strcat(out, text + at + len);
    snprintf(where, 60, "%s", out + (at < 30 ? 0 : at - 30));
    return true;
}

/* A faulty position is refused with a reason, or it is sound after all; an accepted one is
 * written in a form that is accepted again. */
static void spoilt_positions_are_refused_or_sound(const void *state, bool is_view) {
    static char text[JSON_MAX], bad[JSON_MAX + 64], again[JSON_MAX];
    static _Alignas(16) unsigned char back[STATE_MAX];
    char where[60], words[WHY_MAX];
    position(state, text);
    for (int i = 0; i < 12; i++) {
        luck.spoilt++;
        struct text why = text_begin(words, sizeof words);
        if (!spoilt(text, bad, where))
            continue;
        if (p.game->read(back, bad, strlen(bad), &why) < 0) {
            HOLDS_FOR(*words && text_fits(&why), where);
            luck.refused++;
            continue;
        }
        HOLDS_FOR(is_view || p.game->sound(back) == 0, where);
        int n = position(back, again);
        HOLDS_FOR(p.game->read(back, again, (size_t)n, &why) == 0, where);
    }
}

/* A damaged text is refused, or it is the text of some action and reads back. */
static void spoilt_texts_are_refused_or_read_back(const struct action *a) {
    static const char letters[] = "0123456789*?+. -ABCDEGNSWabcdeghiklmnoprstuvwxy";
    char text[ACTION_TEXT_MAX + 1];
    for (int i = 0; i < 20; i++) {
        struct action read, again;
        snprintf(text, sizeof text, "%s", text_of(p.state, a));
        size_t n = strlen(text), at = (size_t)below((int)n);
        if (below(2))
            text[at] = letters[below((int)sizeof letters - 1)];
        else
            memmove(text + at, text + at + 1, n - at);
        int reason = p.game->parse(p.state, text, &read);
        HOLDS_FOR(reason >= 0 && reason < p.game->reasons_n, text);
        if (reason)
            continue;
        HOLDS_FOR(p.game->parse(p.state, text_of(p.state, &read), &again) == 0, text);
        HOLDS_FOR(same(&read, &again), text);
    }
}

/* A seat's menu and refusals are the same from its own view: they leak nothing. */
static void a_view_answers_as_the_state(int seat) {
    static _Alignas(16) unsigned char view[STATE_MAX], again[STATE_MAX];
    static struct action full[MENU_MAX], seen[MENU_MAX];
    p.game->view(p.state, seat, view);
    p.game->view(view, seat, again);
    HOLDS(!memcmp(view, again, p.game->state_size));
    HOLDS(p.game->owes(view) == p.game->owes(p.state) && p.game->may(view) == p.game->may(p.state));
    if (seat < 0)
        return;
    int n = p.game->legal(p.state, seat, full);
    HOLDS(p.game->legal(view, seat, seen) == n && !memcmp(full, seen, (size_t)n * sizeof *full));
    for (int i = 0; i < 40; i++) {
        struct action a = { .seat = (int8_t)seat };
        a = mutated(n ? full[below(n)] : a);
        a.seat = (int8_t)seat;
        HOLDS_FOR(p.game->check(view, &a) == p.game->check(p.state, &a), text_of(p.state, &a));
    }
}

/* The hidden part of a view can be filled in, to a sound state that gives the same view. */
static void a_guess_fits_its_view(int seat) {
    static _Alignas(16) unsigned char view[STATE_MAX], full[STATE_MAX], again[STATE_MAX];
    p.game->view(p.state, seat, view);
    p.game->guess(view, &p.rng.source, full);
    HOLDS(p.game->sound(full) == 0);
    p.game->view(full, seat, again);
    HOLDS(!memcmp(view, again, p.game->state_size));
}

/* Two outcomes that look the same to a seat leave it with the same view (unless one of
 * them ends the game, which shows everything). */
static void events_hide_what_views_hide(int actor, int seat) {
    static struct action menu[MENU_MAX];
    static _Alignas(16) unsigned char one[STATE_MAX], two[STATE_MAX], a[STATE_MAX], b[STATE_MAX];
    int n = p.game->legal(p.state, actor, menu);
    for (int tries = 0; n > 1 && tries < 8; tries++) {
        struct action x = menu[below(n)], y = menu[below(n)], seen_x, seen_y;
        p.game->see(p.state, &x, seat, &seen_x);
        p.game->see(p.state, &y, seat, &seen_y);
        if (same(&x, &y) || !same(&seen_x, &seen_y))
            continue;
        memcpy(one, p.state, p.game->state_size);
        memcpy(two, p.state, p.game->state_size);
        p.game->apply(one, &x);
        p.game->apply(two, &y);
        if (!p.game->owes(one) || !p.game->owes(two))
            continue;
        p.game->view(one, seat, a);
        p.game->view(two, seat, b);
        HOLDS_FOR(!memcmp(a, b, p.game->state_size), text_of(p.state, &x));
        luck.alike++;
    }
}

/* What a seat sees of an action has a text that reads back, in the seat's own view. */
static void seen_events_read_back(const struct action *a, int seat) {
    static _Alignas(16) unsigned char view[STATE_MAX];
    struct action seen, again;
    p.game->view(p.state, seat, view);
    p.game->see(p.state, a, seat, &seen);
    char text[ACTION_TEXT_MAX + 1];
    snprintf(text, sizeof text, "%s", text_of(view, &seen));
    HOLDS_FOR(p.game->parse(view, text, &again) == 0, text);
    HOLDS_FOR(same(&seen, &again), text);
    if (a->seat == seat && seat >= 0)
        HOLDS_FOR(same(&seen, a), text);
}

/* What an object says of `key` once the change is laid over it. */
static struct json_in updated(struct json_in was, struct json_in change, const char *key) {
    struct json_in news = json_get(change, key);
    return news.len ? news : json_get(was, key);
}

static bool every_key_agrees(struct json_in was, struct json_in change, struct json_in now,
                             const char *but) {
    struct json_in key, value;
    char name[32];
    for (size_t at = 0; json_next(now, &at, &key, &value);) {
        struct json_in told;
        if (json_to_text(key, name, sizeof name) < 0)
            return false;
        told = updated(was, change, name);
        if (strcmp(name, but) &&
            (told.len != value.len || memcmp(told.text, value.text, value.len)))
            return false;
    }
    for (size_t at = 0; json_next(was, &at, &key, &value);)  /* a key is never removed */
        if (json_to_text(key, name, sizeof name) < 0 || !json_get(now, name).len)
            return false;
    return true;
}

/* The seat's object in a list of changes; an empty one if the list does not mention it. */
static struct json_in change_of(struct json_in list, int seat) {
    struct json_in value;
    int64_t n;
    for (size_t at = 0; list.len && json_next(list, &at, NULL, &value);)
        if (json_to_int(json_get(value, "seat"), 0, SEATS_MAX, &n) && n == seat)
            return value;
    return (struct json_in){ "{}", 2 };
}

/* A view with its change applied (docs/protocol.md) equals the next view. */
static void a_change_brings_a_view_up_to_date(const struct action *next, int seat) {
    static _Alignas(16) unsigned char after[STATE_MAX], was[STATE_MAX], now[STATE_MAX];
    static char text[3][JSON_MAX];
    struct json_in in[3], a, b;
    size_t at_a = 0, at_b = 0;
    memcpy(after, p.state, p.game->state_size);
    p.game->apply(after, next);
    p.game->view(p.state, seat, was);
    p.game->view(after, seat, now);
    HOLDS(json_check(text[0], (size_t)position(was, text[0]), &in[0]) == 0);
    HOLDS(json_check(text[1], (size_t)position(now, text[1]), &in[1]) == 0);
    struct json_out out = json_begin(text[2], JSON_MAX);
    p.game->write(now, was, &out);
    HOLDS(json_fits(&out) && json_check(text[2], out.len, &in[2]) == 0);
    HOLDS_FOR(every_key_agrees(in[0], in[2], in[1], "seats"), text[2]);
    struct json_in seats[2] = { json_get(in[0], "seats"), json_get(in[1], "seats") };
    for (int i = 0; i < p.seats; i++) {
        HOLDS(json_next(seats[0], &at_a, NULL, &a) && json_next(seats[1], &at_b, NULL, &b));
        HOLDS_FOR(every_key_agrees(a, change_of(json_get(in[2], "seats"), i), b, ""), text[2]);
    }
}

static bool never(const void *state, const struct action *a) {
    (void)state, (void)a;
    return false;
}

/* What a game calls plain shows its seat nothing, whatever the hidden cards are. */
static void plain_actions_reveal_nothing(const struct action *a) {
    static _Alignas(16) unsigned char after[STATE_MAX];
    struct game careful = *p.game;
    careful.plain = never;
    if (a->seat < 0 || !p.game->plain(p.state, a))
        return;
    memcpy(after, p.state, p.game->state_size);
    p.game->apply(after, a);
    HOLDS_FOR(!p.game->owes(after) || !reveals(&careful, p.state, a, rng_next(&p.rng)),
              text_of(p.state, a));
    luck.plain++;
}

/* A seat without news of its own gets the same bytes as a spectator. */
static void without_own_news_all_are_told_the_same(const void *earlier) {
    static _Alignas(16) unsigned char was[STATE_MAX], now[STATE_MAX];
    static char text[2][JSON_MAX];
    size_t len[2];
    for (int seat = 0; seat < p.seats; seat++) {
        if (p.game->own_news(earlier, p.state, seat))
            continue;
        for (int i = 0; i < 2; i++) {
            p.game->view(earlier, i ? SEAT_SPECTATOR : seat, was);
            p.game->view(p.state, i ? SEAT_SPECTATOR : seat, now);
            struct json_out out = json_begin(text[i], JSON_MAX);
            p.game->write(now, was, &out);
            HOLDS(json_fits(&out));
            len[i] = out.len;
        }
        HOLDS_FOR(len[0] == len[1] && !memcmp(text[0], text[1], len[0]), text[0]);
        luck.told++;
    }
}

static void copies_agree(const struct action *a) {
    static _Alignas(16) unsigned char copy[STATE_MAX];
    memcpy(copy, p.state, p.game->state_size);
    p.game->apply(copy, a);
    static _Alignas(16) unsigned char other[STATE_MAX];
    memcpy(other, p.state, p.game->state_size);
    p.game->apply(other, a);
    HOLDS(!memcmp(copy, other, p.game->state_size));
}

static void the_winner_ends_the_game(void) {
    int winner = -1;
    for (int seat = 0; seat < p.seats; seat++) {
        int now;
        HOLDS(p.game->points(p.state, seat, &now) >= 0);
        HOLDS(seat == 0 || now == winner);
        winner = now;
    }
    HOLDS(winner >= -1 && winner < p.seats);
    HOLDS((winner >= 0) == (p.game->owes(p.state) == 0));
}

/* ---- random play ------------------------------------------------------------------------ */

/* A random trade offer, if the game has offers. */
static bool random_offer(struct action *a) {
    static const char *const kinds[] = { "brick", "lumber", "wool", "grain", "ore" };
    char text[ACTION_TEXT_MAX];
    snprintf(text, sizeof text, "%d offer %s%s %s", below(p.seats), below(3) ? "" : "2",
             kinds[below(KINDS)], kinds[below(KINDS)]);
    return p.game->parse(p.state, text, a) == 0 && p.game->check(p.state, a) == 0;
}

static bool choose(struct action *a) {
    unsigned owes = p.game->owes(p.state);
    if (owes & OWES_CHANCE) {
        chance_draw(p.game, p.state, &p.rng.source, a);
        return true;
    }
    if (below(8) == 0 && random_offer(a))
        return true;
    unsigned free = below(4) ? owes : owes | p.game->may(p.state);
    for (int tries = 0; tries < 1000; tries++) {
        int seat = below(p.seats);
        if (!(free >> seat & 1))
            continue;
        p.menu_n = p.game->legal(p.state, seat, p.menu);
        if (p.menu_n) {
            *a = p.menu[below(p.menu_n)];
            return true;
        }
    }
    return false;
}

static void inspect(const struct action *next) {
    int actor = next->seat;
    menus_are_legal_and_read_back(SEAT_CHANCE);
    for (int seat = 0; seat < p.seats; seat++) {
        menus_are_legal_and_read_back(seat);
        nothing_else_is_legal(seat);
        a_view_answers_as_the_state(seat);
        a_guess_fits_its_view(seat);
        events_hide_what_views_hide(actor, seat);
        seen_events_read_back(next, seat);
        a_change_brings_a_view_up_to_date(next, seat);
    }
    if (actor == SEAT_CHANCE)
        chance_weighs_what_it_lists();
    a_view_answers_as_the_state(SEAT_SPECTATOR);
    a_guess_fits_its_view(SEAT_SPECTATOR);
    events_hide_what_views_hide(actor, SEAT_SPECTATOR);
    seen_events_read_back(next, SEAT_SPECTATOR);
    a_change_brings_a_view_up_to_date(next, SEAT_SPECTATOR);
    positions_read_back();
    spoilt_positions_are_refused_or_sound(p.state, false);
    spoilt_texts_are_refused_or_read_back(next);
    static _Alignas(16) unsigned char view[STATE_MAX];
    p.game->view(p.state, below(p.seats), view);
    spoilt_positions_are_refused_or_sound(view, true);
    copies_agree(next);
    plain_actions_reveal_nothing(next);
    the_winner_ends_the_game();
}

/* Play one game to its end (or STEPS_MAX), checking about `looks` of its states closely. Returns
 * the number of actions, 0 if the rules make no game. */
static int play(const char *rules_text, int seats, uint64_t seed, int looks) {
    struct rules rules;
    int at;
    snprintf(p.rules_text, sizeof p.rules_text, "%s", rules_text);
    p.seats = seats;
    p.seed = seed;
    p.step = 0;
    rng_seed(&p.rng, seed * 0x9e3779b97f4a7c15u + (uint64_t)seats);
    p.game = rules_game(rules_text);
    HOLDS(p.game != NULL);
    if (!p.game || rules_parse(p.game, rules_text, seats, &rules, &at) != RULES_OK ||
        p.game->init(p.state, &rules) != 0)
        return 0;
    static _Alignas(16) unsigned char earlier[STATE_MAX];
    memcpy(earlier, p.state, p.game->state_size);
    for (p.step = 0; p.step < STEPS_MAX && p.game->owes(p.state); p.step++) {
        struct action a;
        bool found = choose(&a);
        HOLDS(found);
        if (!found)
            return p.step;
        int reason = p.game->check(p.state, &a);
        HOLDS_FOR(reason == 0, text_of(p.state, &a));
        if (reason)
            return p.step;
        if (below(700) < looks)
            inspect(&a);
        p.game->apply(p.state, &a);
        if (p.step % 8 < 3) {       /* single steps, and several at once */
            without_own_news_all_are_told_the_same(earlier);
            memcpy(earlier, p.state, p.game->state_size);
        }
        int broken = p.game->sound(p.state);
        HOLDS_FOR(broken == 0, text_of(p.state, &a));
        if (broken)
            return p.step;
    }
    positions_read_back();
    the_winner_ends_the_game();
    return p.step;
}

static bool rules_start(const char *text, int seats) {
    static _Alignas(16) unsigned char state[STATE_MAX];
    struct rules rules;
    int at;
    const struct game *game = rules_game(text);
    return game && rules_parse(game, text, seats, &rules, &at) == RULES_OK &&
           game->init(state, &rules) == 0;
}

static int play_seeds(const char *text, int seats, int looks) {
    int played = 0;
    EXPECT(rules_start(text, seats));
    for (int seed = 1; seed <= 2 * test_effort; seed++)
        played += play(text, seats, (uint64_t)seed, looks) > 0;
    return played;
}

/* Every ruleset and number of seats, with and without each module. */
static void every_ruleset_keeps_the_promises(void) {
    char text[128];
    int played = 0;
    for (const struct game *const *g = games; *g; g++)
        for (const struct ruleset *r = (*g)->rulesets; r->name; r++)
            for (int seats = r->seats_min; seats <= r->seats_max; seats++) {
                played += play_seeds(r->name, seats, 12);
                for (const struct option *o = (*g)->options; o->name; o++)
                    if (o->words == rules_module) {
                        snprintf(text, sizeof text, "%s+%s", r->name, o->name);
                        played += play_seeds(text, seats, 12);
                    }
            }
    EXPECT(played > 0);
    EXPECT(luck.told > 1000);
    EXPECT(luck.alike > 100);
    EXPECT(luck.plain > 100);
    EXPECT(luck.refused > luck.spoilt / 2 && luck.refused < luck.spoilt);
}

/* Every word of every option, alone, in every ruleset where it can be. */
static void every_option_keeps_the_promises(void) {
    int played = 0, refused = 0;
    for (const struct game *const *g = games; *g; g++)
        for (const struct ruleset *r = (*g)->rulesets; r->name; r++)
            for (int i = 0; (*g)->options[i].name; i++) {
                const struct option *o = &(*g)->options[i];
                for (int v = o->min; o->words && v <= o->max; v++) {
                    char text[128];
                    snprintf(text, sizeof text, "%s,%s=%s", r->name, o->name, o->words[v]);
                    if (v == r->value[i])
                        continue;
                    if (rules_start(text, 0))
                        played += play(text, r->seats, 7u + (uint64_t)test_effort, 4) > 0;
                    else
                        refused++;
                }
            }
    EXPECT(played > 8 * refused);       /* few options make no game by themselves */
}

/* The smallest and largest value of every number, and no limit where the option allows it, in the
 * first ruleset of each game. */
static void every_number_keeps_the_promises(void) {
    int played = 0, refused = 0;
    for (const struct game *const *g = games; *g; g++)
        for (int i = 0; (*g)->options[i].name; i++) {
            const struct option *o = &(*g)->options[i];
            for (int end = 0; !o->words && end < (o->unlimited ? 3 : 2); end++) {
                char text[128];
                snprintf(text, sizeof text, "%s,%s=%d", (*g)->rulesets->name, o->name,
                         end ? o->max : o->min);
                if (end == 2)
                    snprintf(text, sizeof text, "%s,%s=%s", (*g)->rulesets->name, o->name,
                             o->unlimited);
                if (rules_start(text, 0))
                    played += play(text, (*g)->rulesets->seats, 3, 3) > 0;
                else
                    refused++;
            }
        }
    EXPECT(played > 8 * refused);
}

const struct test game_tests[] = {
    TEST(every_ruleset_keeps_the_promises),
    TEST(every_option_keeps_the_promises),
    TEST(every_number_keeps_the_promises),
    TESTS_END,
};
