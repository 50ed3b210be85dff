/* space.c -- code that all action spaces share, and the generic one for games without their own. */
#include "space.h"

#include <string.h>

#include "check.h"
#include "hash.h"

void space_shape_for(const struct game *game, const struct rules *rules, struct space_shape *out) {
    memset(out, 0, sizeof *out);
    out->game = game;
    out->rules = *rules;
    space_of(game)->shape(out);
    out->ids = out->start[out->groups_n];
    CHECK(out->ids <= SPACE_IDS_MAX);
}

void space_add_group(struct space_shape *shape, int n) {
    CHECK(shape->groups_n < SPACE_GROUPS_MAX);
    int32_t *start = &shape->start[shape->groups_n];
    start[1] = start[0] + n;
    CHECK(start[1] <= SPACE_IDS_MAX);
    memset(shape->group + start[0], shape->groups_n++, (size_t)n);
}

void space_add_block(struct space_shape *shape, const struct space_block *block, int rows,
                     int columns) {
    CHECK(shape->blocks_n < SPACE_BLOCKS_MAX);
    struct space_block *b = &shape->block[shape->blocks_n++];
    *b = *block;
    b->first = shape->features;
    b->rows = rows;
    b->columns = columns;
    shape->features += rows * columns;
}

int space_next_card(const struct draft *draft, const uint8_t give[KINDS]) {
    const uint8_t *paid = draft->a.give;
    int last = draft->last;
    for (int k = 0; k < last; k++)
        if (paid[k] != give[k])
            return -1;
    if (paid[last] != give[last])
        return paid[last] < give[last] ? last : -1;
    while (++last < KINDS && !give[last])
        ;
    return last;
}

/* ---- text ---- */

static void describe_block(struct text *t, const struct space_block *b) {
    text_format(t, "feature %d\t%s\t%d %s\t%d %s\t%d..%d\t%s\n", b->first, b->name, b->rows,
                b->row, b->columns, b->column, b->low, b->high, b->what);
}

size_t space_describe(const struct space_shape *shape, char *text, size_t size) {
    char name[SPACE_NAME_MAX];
    struct text t = text_begin(text, size);
    text_format(&t, "space %s version %d\n", shape->game->name, space_of(shape->game)->version);
    for (int id = 0; id < shape->ids; id++) {
        space_of(shape->game)->name(shape, id, name, sizeof name);
        text_format(&t, "id %d\t%s\n", id, name);
    }
    for (int i = 0; i < shape->blocks_n; i++)
        describe_block(&t, &shape->block[i]);
    return t.len;
}

/* Descriptions for people are left out, so that they can be improved without a new version. */
uint64_t space_hash(const struct space_shape *shape) {
    char line[256];
    uint64_t h = hash_mix((uint64_t)space_of(shape->game)->version);
    for (int id = 0; id < shape->ids; id++) {
        int n = space_of(shape->game)->name(shape, id, line, sizeof line);
        h = hash_bytes(h, line, (size_t)n);
    }
    for (int i = 0; i < shape->blocks_n; i++) {
        struct space_block b = shape->block[i];
        b.what = "";
        struct text t = text_begin(line, sizeof line);
        describe_block(&t, &b);
        h = hash_bytes(h, line, t.len);
    }
    return h;
}

/* ---- any game ---- */

static void shape_generic(struct space_shape *shape) {
    static const struct space_block bytes = { .name = "view", .row = "byte", .column = "half",
        .what = "the seat's view, each byte as its upper and its lower half", .high = 15 };
    space_add_group(shape, shape->game->menu_max);
    space_add_block(shape, &bytes, (int)shape->game->state_size, 2);
}

static int legal_generic(const struct space_shape *shape, const void *state, int seat,
                         const struct draft *draft, struct action *scratch, uint16_t *ids,
                         uint8_t *mask) {
    (void)draft;
    int n = shape->game->legal(state, seat, scratch);
    for (int i = 0; i < n; i++)
        ids[i] = (uint16_t)i;
    return space_mark(ids, n, mask);
}

static bool choose_generic(const struct space_shape *shape, const void *state, int seat,
                           struct draft *draft, int id) {
    struct action menu[MENU_MAX];
    int n = shape->game->legal(state, seat, menu);
    CHECK(id >= 0 && id < n);
    draft->a = menu[id];
    return true;
}

static int steps_generic(const struct space_shape *shape, const void *state, const struct action *a,
                         uint16_t ids[SPACE_STEPS_MAX]) {
    struct action menu[MENU_MAX];
    int n = shape->game->legal(state, a->seat, menu);
    for (int i = 0; i < n; i++)
        if (memcmp(&menu[i], a, sizeof *a) == 0) {
            ids[0] = (uint16_t)i;
            return 1;
        }
    return 0;
}

static int name_generic(const struct space_shape *shape, int id, char *text, int size) {
    (void)shape;
    struct text t = text_begin(text, (size_t)size);
    text_add(&t, "menu ");
    text_int(&t, id);
    return (int)t.len;
}

static void observe_generic(const struct space_shape *shape, const void *state, int seat,
                            const struct draft *draft, struct space_look *look, int8_t *out) {
    _Alignas(16) unsigned char view[STATE_MAX];
    (void)draft;
    (void)look;
    memset(view, 0, shape->game->state_size);
    shape->game->view(state, seat, view);
    for (size_t i = 0; i < shape->game->state_size; i++) {
        out[2 * i] = (int8_t)(view[i] >> 4);
        out[2 * i + 1] = (int8_t)(view[i] & 15);
    }
}

const struct space space_generic = {
    .version = 1, .shape = shape_generic, .legal = legal_generic, .choose = choose_generic,
    .steps = steps_generic, .name = name_generic, .observe = observe_generic,
};
