/* arena_records.c -- records of arena games: see arena_records.h.
 *
 * A session with manual chance takes the actions as they were played; chance's answers belong to
 * the entry of the seat that acted. */
#include "arena_records.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/record.h"
#include "flags.h"
#include "record_file.h"
#include "whole_file.h"

enum { ACTIONS_MAX = 50000, RECORD_SIZE = 4 << 20 };

struct keeper {
    struct session *s;
    char *text;
    bool open, full;
};

struct keeper *keeper_new(void) {
    struct keeper *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->s = session_allocate(ACTIONS_MAX);
    k->text = malloc(RECORD_SIZE);
    if (k->s && k->text)
        return k;
    keeper_free(k);
    return NULL;
}

void keeper_free(struct keeper *k) {
    if (!k)
        return;
    free(k->s);
    free(k->text);
    free(k);
}

void keeper_begin(struct keeper *k, const struct game *game, const struct rules *rules) {
    session_start(k->s, game, rules, 0, true);
    k->open = k->full = false;
}

void keeper_watch(void *keeper, const void *state, const struct action *a) {
    struct keeper *k = keeper;
    (void)state;
    if (k->open && a->seat != SEAT_CHANCE) {
        k->full = session_close(k->s) != 0 || k->full;
        k->open = false;
    }
    if (!k->open && !k->full) {
        session_open(k->s);
        k->open = true;
    }
    if (!k->full && session_step(k->s, a) != 0) {
        session_abort(k->s);
        k->open = false;
        k->full = true;
    }
}

bool keeper_write(struct keeper *k, const char *folder, int game, const char *names) {
    char path[600];
    struct output file;
    if (k->open)
        session_close(k->s);
    k->open = false;
    record_set_header(k->s, "Names", names);
    struct text out = text_begin(k->text, RECORD_SIZE);
    record_write(k->s, SEAT_ALL, &out);
    snprintf(path, sizeof path, "%s/%06d.skerry", folder, game);
    if (!text_fits(&out))
        return fail(STATUS_FILE, "arena", "%s would be too long", path), false;
    if (!output_open(&file, "arena", path))
        return false;
    fputs(k->text, file.to);
    return output_keep(&file, "arena");
}
