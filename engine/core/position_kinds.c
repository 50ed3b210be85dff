/* position_kinds.c -- the kinds of members a position can have: how each is written, read and
 * described.
 *
 * Values are integers of up to 64 bits: a number, a seat, an index into a list of words, a set
 * of bits, a bundle of cards. Kinds that only one game needs are beside its rows. */
#include <string.h>

#include "bundle.h"
#include "cards.h"
#include "position.h"

void member_says(const struct member *row, struct text *t) {
    if (row->kind->words)
        text_add(t, row->kind->words);
    else
        row->kind->says(row, t);
    if (row->flags & MEMBER_NULL || row->secret || (row->has && !(row->flags & MEMBER_OMIT_HAS)) ||
        (row->when && !(row->flags & MEMBER_OMIT_WHEN)))
        text_add(t, " or null");
}

/* ---- how a position begins ---- */

static void write_version(const struct members *m, const struct member *row, struct json_out *o) {
    (void)m;
    json_int(o, row->key, 1);
}

static bool read_version(const struct members *m, const struct member *row, struct json_in v) {
    int64_t version;
    (void)m, (void)row;
    return json_to_int(v, 1, 1, &version);
}

static void write_game(const struct members *m, const struct member *row, struct json_out *o) {
    json_text(o, row->key, m->game->name);
}

static bool read_game(const struct members *m, const struct member *row, struct json_in v) {
    return json_equals(v, m->game->name) || member_refuse(m, row, "not the one of these rules");
}

static void say_game(const struct member *row, struct text *t) {
    text_add(t, row->means);
}

static void write_rules(const struct members *m, const struct member *row, struct json_out *o) {
    rules_write(m->game, members_rules(m), o, row->key);
}

/* rules_read() looks keys up by name, so it would take a misspelt key for one left out. */
static bool read_rules(const struct members *m, const struct member *row, struct json_in v) {
    static const char *const keys[] = { "text", "ruleset", "players", "options" };
    struct json_in key, value;
    struct rules rules;
    for (size_t at = 0; m->strict && json_is_object(v) && json_next(v, &at, &key, &value);)
        if (member_word_of(key, keys, sizeof keys / sizeof *keys) < 0)
            return members_refuse_key(m, row, key);
    const struct game *game = rules_read(v, &rules, m->why);
    if (!game)
        return false;
    if (game != m->game)
        return member_refuse(m, row, "of another game");
    memcpy(member_place(m, row), &rules, sizeof rules);
    text_cut(m->why, 0);
    return true;
}

static void write_viewer(const struct members *m, const struct member *row, struct json_out *o) {
    int viewer = members_viewer(m);
    if (viewer >= 0)
        json_int(o, row->key, viewer);
    else
        json_text(o, row->key, viewer == SEAT_SPECTATOR ? "spectator" : NULL);
}

static bool read_viewer(const struct members *m, const struct member *row, struct json_in v) {
    int64_t seat = SEAT_SPECTATOR;
    if (!json_equals(v, "spectator") && !json_to_int(v, 0, members_rules(m)->seats - 1, &seat))
        return false;
    return member_set_value(m, row, (uint64_t)seat);
}

const struct member_kind
    member_version = { write_version, read_version, "this version knows positions of version 1",
                       NULL },
    member_game = { write_game, read_game, NULL, say_game },
    member_rules = { write_rules, read_rules,
                     "an object as {\"text\":\"fifth,points=12\",\"players\":4}", NULL },
    member_viewer = { write_viewer, read_viewer, "a seat, \"spectator\" or null", NULL };

/* ---- numbers, flags, words ---- */

static void write_int(const struct members *m, const struct member *row, struct json_out *o) {
    json_int(o, row->key, (int64_t)member_get(m, row));
}

static bool read_int(const struct members *m, const struct member *row, struct json_in v) {
    int64_t n;
    return json_to_int(v, row->min, row->max, &n) &&
           (member_set_value(m, row, (uint64_t)n) || member_refuse(m, row, "contradicts the rest"));
}

static void say_int(const struct member *row, struct text *t) {
    if (row->value && !row->store) {
        text_add(t, "a number");
    } else {
        text_int(t, row->min);
        text_add(t, " to ");
        text_int(t, row->max);
    }
}

static bool read_seat(const struct members *m, const struct member *row, struct json_in v) {
    int64_t n;
    return json_to_int(v, 0, members_rules(m)->seats - 1, &n) &&
           member_set_value(m, row, (uint64_t)n);
}

static void write_flag(const struct members *m, const struct member *row, struct json_out *o) {
    json_bool(o, row->key, member_get(m, row));
}

static bool read_flag(const struct members *m, const struct member *row, struct json_in v) {
    bool flag;
    return json_to_bool(v, &flag) && member_set_value(m, row, flag);
}

static void write_word(const struct members *m, const struct member *row, struct json_out *o) {
    json_text(o, row->key, row->words[member_get(m, row)]);
}

int member_word_of(struct json_in v, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (json_equals(v, words[i]))
            return i;
    return -1;
}

static bool read_word(const struct members *m, const struct member *row, struct json_in v) {
    int word = member_word_of(v, row->words, (int)row->max);
    return word >= 0 && member_set_value(m, row, (uint64_t)word);
}

static void say_words(const struct member *row, struct text *t) {
    for (uint32_t i = 0; i < row->max; i++) {
        bool last = i && i + 1 == row->max && !(row->flags & MEMBER_NULL);
        text_format(t, "%s\"%s\"", !i ? "" : last ? " or " : ", ", row->words[i]);
    }
}

const struct member_kind
    member_int = { write_int, read_int, NULL, say_int },
    member_seat = { write_int, read_seat, "a seat", NULL },
    member_flag = { write_flag, read_flag, "true or false", NULL },
    member_word = { write_word, read_word, NULL, say_words };

/* ---- sets ---- */

/* Bits above the seats, such as OWES_CHANCE, are ignored. */
static void write_seats(const struct members *m, const struct member *row, struct json_out *o) {
    json_bits(o, row->key, (unsigned)member_get(m, row) & ((1u << SEATS_MAX) - 1));
}

static bool read_seats(const struct members *m, const struct member *row, struct json_in v) {
    struct json_in one;
    uint64_t set = 0;
    int64_t seat;
    for (size_t at = 0; json_next(v, &at, NULL, &one); set |= (uint64_t)1 << seat)
        if (!json_to_int(one, 0, members_rules(m)->seats - 1, &seat))
            return false;
    return json_is_array(v) && member_set_value(m, row, set);
}

static void write_set(const struct members *m, const struct member *row, struct json_out *o) {
    json_array(o, row->key);
    for (uint64_t left = member_get(m, row); left;)
        json_text(o, NULL, row->words[bits_pop(&left)]);
    json_array_end(o);
}

static bool read_set(const struct members *m, const struct member *row, struct json_in v) {
    struct json_in one;
    uint64_t set = 0;
    for (size_t at = 0; json_next(v, &at, NULL, &one);) {
        int word = member_word_of(one, row->words, (int)row->max);
        if (word < 0 || set >> word & 1)
            return false;
        set |= (uint64_t)1 << word;
    }
    return json_is_array(v) && member_set_value(m, row, set);
}

static void say_set(const struct member *row, struct text *t) {
    text_add(t, "an array of ");
    say_words(row, t);
}

const struct member_kind
    member_seats = { write_seats, read_seats, "an array of seats", NULL },
    member_set = { write_set, read_set, NULL, say_set };

/* ---- cards ---- */

static void write_bundle(const struct member *row, uint64_t cards, struct json_out *o) {
    if (!bundle_known(cards)) {
        json_null(o, row->key);
        return;
    }
    json_object(o, row->key);
    for (int kind = 0; kind < KINDS; kind++) {
        int n = bundle_count(cards, kind);
        if (n || row->flags & MEMBER_EVERY)
            json_int(o, row->words[kind], n);
    }
    json_object_end(o);
}

/* An unknown kind of card is refused, in a view too. */
static bool read_bundle(const struct members *m, const struct member *row, struct json_in v,
                        uint64_t *cards) {
    struct json_in key, value;
    int64_t n, total = 0;
    *cards = 0;
    if (!json_is_object(v))
        return false;
    for (size_t at = 0; json_next(v, &at, &key, &value); total += n) {
        int kind = member_word_of(key, row->words, KINDS);
        if (kind < 0)
            return members_refuse_key(m, row, key);
        if (!json_to_int(value, 0, 127, &n))
            return false;
        *cards += (uint64_t)n << 8 * kind;
    }
    *cards += (uint64_t)total * BUNDLE_TOTAL;
    return total <= row->max;
}

static void write_cards(const struct members *m, const struct member *row, struct json_out *o) {
    write_bundle(row, member_get(m, row), o);
}

static bool read_cards(const struct members *m, const struct member *row, struct json_in v) {
    uint64_t cards;
    return read_bundle(m, row, v, &cards) && member_set_value(m, row, cards);
}

/* Counts in bytes, perhaps fewer than there are kinds. */
static void write_counts(const struct members *m, const struct member *row, struct json_out *o) {
    uint8_t count[KINDS] = { 0 };
    memcpy(count, member_place(m, row), row->size);
    write_bundle(row, bundle_pack(count), o);
}

static bool read_counts(const struct members *m, const struct member *row, struct json_in v) {
    uint8_t count[KINDS];
    uint64_t cards;
    if (!read_bundle(m, row, v, &cards))
        return false;
    bundle_unpack(cards, count);
    memcpy(member_place(m, row), count, row->size);
    return row->size == KINDS || !count[KINDS - 1];
}

static void say_cards(const struct member *row, struct text *t) {
    text_format(t, "cards as {\"%s\":1}", row->words[0]);
}

static void write_total(const struct members *m, const struct member *row, struct json_out *o) {
    json_int(o, row->key, bundle_total(member_get(m, row)));
}

/* Read before the cards: in a view they may be hidden, and only this number is known. */
static bool read_total(const struct members *m, const struct member *row, struct json_in v) {
    int64_t n;
    if (!json_to_int(v, 0, row->max, &n))
        return false;
    return members_viewer(m) == SEAT_ALL ||
           member_set_value(m, row, (uint64_t)n * BUNDLE_TOTAL);
}

const struct member_kind
    member_cards = { write_cards, read_cards, NULL, say_cards },
    member_counts = { write_counts, read_counts, NULL, say_cards },
    member_total = { write_total, read_total, NULL, say_int };

/* ---- objects and lists ---- */

static void write_object(const struct members *m, const struct member *row, struct json_out *o) {
    struct members in = *m;
    struct json_out before = *o;        /* a writer is plain bytes, so a copy can undo it */
    if (row->key)
        in.was = NULL;                  /* a changed object is written whole */
    json_object(o, row->key);
    if (!members_write_in(&in, row->in, o) && in.was)
        *o = before;
    else
        json_object_end(o);
}

static bool read_object(const struct members *m, const struct member *row, struct json_in v) {
    struct members in = *m;
    if (json_is_given(v) && !json_is_object(v))
        return false;
    if (row->key) {                     /* an element's key is already known */
        in.up = m;
        in.row = row;
    }
    return members_read_in(&in, row->in, json_is_given(v) ? v : (struct json_in){ NULL, 0 });
}

static void write_list(const struct members *m, const struct member *row, struct json_out *o) {
    struct members in = *m;
    struct json_out before = *o;
    int n = row->list->count(m->state);
    json_array(o, row->key);
    size_t bare = o->len;
    if (!(row->flags & MEMBER_CHANGES))
        in.was = NULL;
    for (int i = 0; i < n; i++) {
        in.index = m->index * n + i;
        if (in.was && row->in->news && !row->in->news(m->state, in.was, in.index))
            continue;
        if (!row->list->has || row->list->has(m->state, in.index))
            members_write_row(&in, row->in, o);
    }
    if (in.was && o->len == bare)
        *o = before;
    else
        json_array_end(o);
}

/* Each element once; if the list has no choice, all of them. */
static bool read_list(const struct members *m, const struct member *row, struct json_in v) {
    const struct member_list *list = row->list;
    struct members around = *m, in = *m;
    struct json_in element;
    uint64_t seen = 0;
    int n = list->count(m->state), count = 0;
    around.up = m;
    around.row = row;
    in.up = &around;
    in.row = row->in;
    for (size_t at = 0; json_next(v, &at, NULL, &element); count++) {
        int i = list->find ? list->find(m->state, element) : count;
        in.nth = count;
        if (i < 0 && !members_known_keys(&in, row->in->in, element))
            return false;
        if (i < 0)
            return member_refuse(&in, NULL, list->unknown);
        if (i >= n)
            return false;
        if (seen >> i & 1)
            return member_refuse(&in, NULL, "given twice");
        seen |= (uint64_t)1 << i;
        in.index = m->index * n + i;
        if (!members_read_row(&in, row->in, element))
            return false;
    }
    return json_is_array(v) && (list->has || count == n);
}

static void say_list(const struct member *row, struct text *t) {
    text_add(t, row->list->words);
}

const struct member_kind
    member_object = { write_object, read_object, "an object", NULL },
    member_list = { write_list, read_list, NULL, say_list };
