/* position.c -- writes, reads, checks and hides the members of a position, driven by the rows of
 * position.h. */
#include "position.h"

#include <string.h>

#include "bundle.h"

enum { ROWS_MAX = 64, VALUE_MAX = 1024 };

/* ---- one value ---- */

static const uint8_t *place(const void *state, int index, const struct member *row) {
    return (const uint8_t *)state + row->at + row->step * (size_t)index;
}

uint8_t *member_place(const struct members *m, const struct member *row) {
    return (uint8_t *)m->state + row->at + row->step * (size_t)m->index;
}

/* A field of one, two, four or eight bytes. */
static uint64_t load(const uint8_t *from, size_t size) {
    uint64_t eight;
    uint32_t four;
    uint16_t two;
    if (size == 1)
        return *from;
    if (size == 2)
        return memcpy(&two, from, 2), two;
    if (size == 4)
        return memcpy(&four, from, 4), four;
    return memcpy(&eight, from, 8), eight;
}

static bool is_derived(const struct member *row) {
    return row->value && !row->store;
}

static bool applies(const void *state, int index, const struct member *row) {
    return !row->when || row->when(state, index);
}

static bool is_there(const void *state, int index, const struct member *row) {
    return applies(state, index, row) && (!row->has || row->has(state, index));
}

static uint64_t get(const void *state, int index, const struct member *row) {
    if (row->value)
        return row->value(state, index);
    if (row->flags & MEMBER_BIT)
        return ((const uint8_t *)state)[row->at] >> (row->bit + index) & 1;
    return load(place(state, index, row), row->size);
}

uint64_t member_get(const struct members *m, const struct member *row) {
    return get(m->state, m->index, row);
}

bool member_set_value(const struct members *m, const struct member *row, uint64_t value) {
    uint8_t *to = member_place(m, row), *byte = (uint8_t *)m->state + row->at;
    uint32_t four = (uint32_t)value;
    uint16_t two = (uint16_t)value;
    if (row->store)
        return row->store(m->state, m->index, value);
    if (row->flags & MEMBER_BIT)
        *byte = (uint8_t)((*byte & ~(1u << (row->bit + m->index))) |
                          (unsigned)value << (row->bit + m->index));
    else if (row->size == 1)
        *to = (uint8_t)value;
    else
        memcpy(to, row->size == 2 ? (void *)&two : row->size == 4 ? (void *)&four : &value,
               row->size);
    return true;
}

const struct rules *members_rules(const struct members *m) {
    return (const struct rules *)((const uint8_t *)m->state + m->rows[2].at);
}

int members_viewer(const struct members *m) {
    return ((const int8_t *)m->state)[m->rows[3].at];
}

/* ---- writing ---- */

static inline bool differs(const void *state, const void *was, int index,
                           const struct member *row);

/* Any element, or any member of an object. */
static bool any_differs(const void *state, const void *was, int index, const struct member *row) {
    int n = row->list ? row->list->count(state) : 1;
    for (int i = 0; i < n; i++)
        for (const struct member *in = row->in; in->kind; in++)
            if (differs(state, was, row->list ? index * n + i : index, in))
                return true;
    return false;
}

/* If the stored bytes are the same, nothing has changed. */
static inline bool same_bytes(const void *state, const void *was, int index,
                              const struct member *row) {
    const uint8_t *now = place(state, index, row), *then = place(was, index, row);
    if (row->size == 1)
        return *now == *then;
    if (row->size == 4)
        return load(now, 4) == load(then, 4);
    return row->size == 8 ? load(now, 8) == load(then, 8) : memcmp(now, then, row->size) == 0;
}

static inline bool content_differs(const void *state, const void *was, int index,
                                   const struct member *row) {
    if (row->value || row->flags & MEMBER_BIT)
        return get(state, index, row) != get(was, index, row);
    return row->size || (row->in && any_differs(state, was, index, row));
}

/* For a row that is not always there. */
static bool comes_or_differs(const void *state, const void *was, int index,
                             const struct member *row) {
    bool is = is_there(state, index, row), did = is_there(was, index, row);
    return is != did || (is && content_differs(state, was, index, row));
}

static inline bool looks_different(const void *state, const void *was, int index,
                                   const struct member *row) {
    if (row->news)
        return row->news(state, was, index);
    if (row->when || row->has)
        return comes_or_differs(state, was, index, row);
    return content_differs(state, was, index, row);
}

/* Compare the bytes first: usually they are the same. */
static inline bool differs(const void *state, const void *was, int index,
                           const struct member *row) {
    return !(row->size && same_bytes(state, was, index, row)) &&
           looks_different(state, was, index, row);
}

void members_write_row(const struct members *m, const struct member *row, struct json_out *o) {
    bool when = applies(m->state, m->index, row);
    bool has = !row->has || row->has(m->state, m->index);
    if ((!when && row->flags & MEMBER_OMIT_WHEN) || (!has && row->flags & MEMBER_OMIT_HAS))
        return;
    if (!has || !when ||
        (row->flags & MEMBER_NULL && member_get(m, row) == (uint64_t)row->none))
        json_null(o, row->key);
    else
        row->kind->write(m, row, o);
}

/* Must a row be written for a reader who knows `was`? */
static inline bool is_news(const void *state, const void *was, int index,
                           const struct member *row) {
    if (row->size && same_bytes(state, was, index, row))
        return false;
    return row->flags & (MEMBER_ALWAYS | MEMBER_CHANGES) ||
           (!(row->flags & MEMBER_FIXED) && looks_different(state, was, index, row));
}

/* Was anything written besides the rows that always are? */
bool members_write_in(const struct members *m, const struct member *rows, struct json_out *o) {
    const void *state = m->state, *was = m->was;
    int index = m->index;
    size_t bare = o->len;
    for (const struct member *row = rows; row->kind; row++) {
        if (was && !is_news(state, was, index, row))
            continue;
        members_write_row(m, row, o);
        if (row->flags & MEMBER_ALWAYS)
            bare = o->len;
    }
    return o->len > bare;
}

void members_write(const struct game *game, const struct member *rows, const void *state,
                   const void *was, struct json_out *o) {
    struct members m = { .game = game, .rows = rows, .state = (void *)(uintptr_t)state,
                         .was = was };
    json_object(o, NULL);
    members_write_in(&m, rows, o);
    json_object_end(o);
}

/* ---- refusing ---- */

static void add_path(const struct members *m, struct text *t) {
    if (!m->up)
        return;
    add_path(m->up, t);
    if (!m->row->key) {
        text_format(t, "[%d]", m->nth);
        return;
    }
    if (t->len)
        text_char(t, '.');
    text_add(t, m->row->key);
}

bool member_refuse(const struct members *m, const struct member *row, const char *words) {
    struct text *t = m->why;
    text_cut(t, 0);
    add_path(row && row->key ? &(struct members){ .up = m, .row = row } : m, t);
    text_format(t, ": %s", words);
    return false;
}

/* Say which values are allowed. A list of words too long for a sentence is left to the docs. */
static bool refuse_value(const struct members *m, const struct member *row) {
    char words[WHY_MAX / 2];
    struct text t = text_begin(words, sizeof words);
    member_says(row, &t);
    return member_refuse(m, row, text_fits(&t) ? words : "no such word");
}

/* The path of a key in the object of `row`, or of `m` if `row` is NULL. */
bool members_refuse_key(const struct members *m, const struct member *row, struct json_in key) {
    char name[40];
    bool shown = json_to_text(key, name, sizeof name) >= 0;
    struct member stray = { .key = shown ? name : "(a long key)" };
    struct members in = *m;
    if (row && row->key) {
        in.up = m;
        in.row = row;
    }
    return member_refuse(&in, &stray, "no such key");
}

/* ---- reading ---- */

/* Find each row's value in one pass over the object. */
static bool collect(const struct members *m, const struct member *rows, struct json_in object,
                    struct json_in value[ROWS_MAX]) {
    struct json_in key, v;
    size_t at = 0;
    int next = 0;
    for (int i = 0; rows[i].kind; i++)
        value[i].len = 0;
    while (json_next(object, &at, &key, &v)) {
        int i = rows[next].kind && json_equals(key, rows[next].key) ? next : 0;
        while (rows[i].kind && !json_equals(key, rows[i].key))
            i++;
        if (rows[i].kind) {
            value[i] = v;
            next = i + 1;
        } else if (m->strict) {
            return members_refuse_key(m, NULL, key);
        }
    }
    return true;
}

bool members_known_keys(const struct members *m, const struct member *rows,
                        struct json_in object) {
    struct json_in value[ROWS_MAX];
    return collect(m, rows, object, value);
}

/* Null and missing mean the same, except that a missing number is 0. Of cards hidden in a view the
 * total is known; it was read before them. */
static bool read_nothing(const struct members *m, const struct member *row, struct json_in v) {
    bool hidden = row->secret && members_viewer(m) != SEAT_ALL;
    if (row->in && (!v.len || !(row->flags & MEMBER_NEEDED)))
        return row->list || row->kind->read(m, row, v);
    if (hidden)
        return v.len || !(row->flags & MEMBER_NEEDED) || refuse_value(m, row);
    if (row->secret && v.len)
        return member_refuse(m, row, "null in a whole position");
    if (row->size > sizeof(uint64_t))
        return memset(member_place(m, row), 0, row->size), true;
    bool zero = !v.len && row->kind == &member_int;
    return member_set_value(m, row, zero ? 0 : (uint64_t)row->none) || refuse_value(m, row);
}

bool members_read_row(const struct members *m, const struct member *row, struct json_in v) {
    if (is_derived(row) || !applies(m->state, m->index, row))
        return true;
    bool lacks = !v.len || (json_is_null(v) && !(row->flags & MEMBER_NULL) && !row->secret);
    if (row->flags & MEMBER_NEEDED && lacks)
        return refuse_value(m, row);
    size_t before = m->why->len;
    if (!json_is_given(v)) {
        if (!read_nothing(m, row, v))
            return false;
    } else if (!row->kind->read(m, row, v)) {
        return m->why->len > before ? false : refuse_value(m, row);
    }
    const char *fault = row->check ? row->check(m->state, m->index) : NULL;
    return !fault || member_refuse(m, row, fault);
}

bool members_read_in(struct members *m, const struct member *rows, struct json_in object) {
    struct json_in value[ROWS_MAX];
    if (!collect(m, rows, object, value))
        return false;
    m->given = 0;
    for (int i = 0; rows[i].kind; i++)
        m->given |= (uint64_t)(value[i].len > 0) << i;
    for (int i = 0; rows[i].kind; i++)
        if (object.len ? !members_read_row(m, &rows[i], value[i])
                       : !is_derived(&rows[i]) && !read_nothing(m, &rows[i], value[i]))
            return false;
    return true;
}

bool members_read(struct members *m, const struct game *game, const struct member *rows,
                  void *state, struct json_in position, struct text *why) {
    *m = (struct members){ .game = game, .rows = rows, .state = state, .why = why,
                           .strict = !json_is_given(json_get(position, "viewer")) };
    text_cut(why, 0);
    return members_read_in(m, rows, position);
}

bool members_given(const struct members *m, const char *key) {
    int i = 0;
    while (strcmp(m->rows[i].key, key) != 0)
        i++;
    return m->given >> i & 1;
}

/* ---- comparing ---- */

/* Is it null, false, or a list or object of nothing else? */
static bool says_nothing(struct json_in v) {
    struct json_in in;
    size_t at = 0;
    if (!json_is_object(v) && !json_is_array(v))
        return !json_is_given(v) || v.text[0] == 'f';
    while (json_next(v, &at, NULL, &in))
        if (!says_nothing(in))
            return false;
    return true;
}

static bool same(struct json_in said, struct json_in meant);

static bool all_in(struct json_in these, struct json_in those) {
    struct json_in one, other;
    for (size_t at = 0; json_next(these, &at, NULL, &one);) {
        bool found = false;
        for (size_t i = 0; !found && json_next(those, &i, NULL, &other);)
            found = same(one, other);
        if (!found)
            return false;
    }
    return true;
}

static bool same_members(struct json_in said, struct json_in meant) {
    struct json_in key, value;
    char name[40];
    for (size_t at = 0; json_next(said, &at, &key, &value);)
        if (json_to_text(key, name, sizeof name) < 0 || !same(value, json_get(meant, name)))
            return false;
    return true;
}

/* Objects may leave out keys; arrays are sets, so their order does not matter. */
static bool same(struct json_in said, struct json_in meant) {
    char word[VALUE_MAX];
    int64_t a, b;
    if (!json_is_given(meant))
        return says_nothing(said);
    if (json_is_object(meant))
        return json_is_object(said) && same_members(said, meant);
    if (json_is_array(meant))
        return json_is_array(said) && all_in(said, meant) && all_in(meant, said);
    if (json_is_text(meant))
        return json_to_text(meant, word, sizeof word) >= 0 && json_equals(said, word);
    if (json_to_int(meant, INT64_MIN, INT64_MAX, &a))
        return json_to_int(said, INT64_MIN, INT64_MAX, &b) && a == b;
    return said.len == meant.len && said.text[0] == meant.text[0];
}

/* Write the row and compare: a position may say only what would be written. */
static bool agrees(const struct members *m, const struct member *row, struct json_in said) {
    char text[VALUE_MAX];
    struct json_in meant;
    struct json_out o = json_begin_object(text, sizeof text);
    members_write_row(m, row, &o);
    json_object_end(&o);
    return json_fits(&o) && json_check(text, o.len, &meant) == 0 &&
           same(said, json_get(meant, row->key));
}

static bool agree_in(const struct members *m, const struct member *rows, struct json_in object);

/* The members of an object, or of each object of a list. */
static bool agree_inside(const struct members *m, const struct member *row, struct json_in v) {
    struct members list = *m, in = *m;
    struct json_in element;
    list.up = m;
    list.row = row;
    if (!row->list)
        return agree_in(&list, row->in, v);
    if (row->in->kind != &member_object)
        return true;
    in.up = &list;
    in.row = row->in;
    in.nth = 0;
    int n = row->list->count(m->state);
    for (size_t at = 0; json_next(v, &at, NULL, &element); in.nth++) {
        in.index = m->index * n + (row->list->find ? row->list->find(m->state, element) : in.nth);
        if (!agree_in(&in, row->in->in, element))
            return false;
    }
    return true;
}

static bool agree_in(const struct members *m, const struct member *rows, struct json_in object) {
    struct json_in value[ROWS_MAX];
    if (!collect(m, rows, object, value))
        return false;
    for (int i = 0; rows[i].kind; i++) {
        const struct member *row = &rows[i];
        bool apart = !applies(m->state, m->index, row);
        bool follows = apart || row->flags & MEMBER_FOLLOWS || is_derived(row);
        if (!value[i].len)
            continue;
        if (follows && !agrees(m, row, value[i]))
            return member_refuse(m, row, apart ? "nothing in this position"
                                               : "contradicts the rest");
        if (row->in && !apart && !agree_inside(m, row, value[i]))
            return false;
    }
    return true;
}

bool members_agree(const struct members *m, struct json_in position) {
    return agree_in(m, m->rows, position);
}

/* ---- hiding ---- */

/* A bundle of cards takes 64 bits. Many are empty, and then there is nothing to hide. */
void members_hide(const struct member_secret *secrets, void *state, int seats, int viewer) {
    for (const struct member_secret *s = secrets; s->seen; s++) {
        uint64_t *cards = (uint64_t *)(void *)((uint8_t *)state + s->at);
        int n = s->step ? seats : 1;
        for (int i = 0; i < n; i++)
            if (cards[i])
                cards[i] = s->seen(state, viewer, i, cards[i]);
    }
}

bool members_hidden(const struct member_secret *secrets, const void *view, int seats,
                    int viewer) {
    const uint64_t card = BUNDLE_CARD(0);
    for (const struct member_secret *s = secrets; s->seen; s++) {
        const uint64_t *cards = (const uint64_t *)(const void *)((const uint8_t *)view + s->at);
        for (int i = 0; i < (s->step ? seats : 1); i++) {
            bool known = s->seen(view, viewer, i, card) == card;
            if (s->seen(view, viewer, i, cards[i]) != cards[i] ||
                (known && !bundle_known(cards[i])))
                return false;
        }
    }
    return true;
}
