/* dataset.c -- `skerry dataset`: positions, moves and results of recorded games as one .npy
 * file.
 *
 * docs/dataset.md describes the format. A row is a decision: what the moving seat could see,
 * what it did, and how the game ended. All games of a file have the same game and number of
 * seats. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "commands.h"
#include "flags.h"
#include "foreign.h"
#include "progress.h"
#include "record_file.h"
#include "whole_file.h"

enum { RECORD_SIZE = 4 << 20, HEADER_SIZE = 512 };

/* The fields before the view; little-endian and packed. */
struct dataset_row {
    uint32_t game, ply;         /* number of the file; actions before this one */
    int8_t seat, winner;        /* winner -1: nobody */
    uint8_t seats, choices;     /* legal actions in the menu, 255 for more */
    uint8_t points[SEATS_MAX];  /* at the end */
    uint8_t owes;               /* 1: the game waited for the seat; 0: it acted out of turn */
    uint8_t spare;              /* 0 */
    struct action action;
};
_Static_assert(sizeof(struct dataset_row) == 36, "as the header of the file says");

struct dataset {
    const struct game *game;            /* of the first record */
    uint64_t rows;
    uint32_t games, skipped;
    struct session *s;
    char *text;
    struct output out;
    FILE *to;                           /* the output, or a temporary file if it is a pipe */
};

/* The header of a .npy file of version 1.0: a padded Python dict. The number of rows is known
 * only at the end, so it is written twice. */
static void write_header(struct dataset *d) {
    char text[HEADER_SIZE];
    memset(text, ' ', sizeof text);
    int n = snprintf(text + 10, sizeof text - 10,
                     "{'descr': [('game', '<u4'), ('ply', '<u4'), ('seat', 'i1'), ('winner', 'i1'), "
                     "('seats', 'u1'), ('choices', 'u1'), ('points', 'u1', (6,)), ('owes', 'u1'), "
                     "('spare', 'u1'), ('action', 'u1', (16,)), ('view', 'u1', (%zu,))], "
                     "'fortran_order': False, 'shape': (%" PRIu64 ",), }",
                     d->game ? d->game->state_size : 1, d->rows);
    text[10 + n] = ' ';
    memcpy(text, "\x93NUMPY\x01\x00", 8);
    text[8] = (char)((HEADER_SIZE - 10) & 255);
    text[9] = (char)((HEADER_SIZE - 10) >> 8);
    text[HEADER_SIZE - 1] = '\n';
    fwrite(text, 1, sizeof text, d->to);
}

/* Every decision of the game in d->s. */
static void write_rows(struct dataset *d, uint32_t number) {
    _Alignas(16) static unsigned char state[STATE_MAX], view[STATE_MAX];
    static struct action menu[MENU_MAX];
    const struct game *game = d->game;
    struct dataset_row row = { .game = number, .seats = d->s->rules.seats };
    struct session_walk walk;
    const struct action *a;
    int winner = -1;
    for (int i = 0; i < row.seats; i++)
        row.points[i] = (uint8_t)game->points(d->s->state, i, &winner);
    row.winner = (int8_t)winner;
    memcpy(state, d->s->start, sizeof state);
    session_walk(&walk, d->s);
    while ((a = session_walk_next(&walk)) != NULL) {
        if (a->seat != SEAT_CHANCE) {
            int n = game->legal(state, a->seat, menu);
            row.seat = a->seat;
            row.choices = (uint8_t)(n < 255 ? n : 255);
            row.owes = game->owes(state) >> a->seat & 1;
            row.action = *a;
            game->view(state, a->seat, view);
            fwrite(&row, sizeof row, 1, d->to);
            fwrite(view, 1, game->state_size, d->to);
            d->rows++;
        }
        row.ply++;
        game->apply(state, a);
    }
}

/* Read one record. A file that is no record, or of another game, is skipped with a message. */
static void add_file(struct dataset *d, const char *path) {
    struct record_fault fault = { 0 };
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(d->text, 1, RECORD_SIZE, f) : 0;
    if (f)
        fclose(f);
    if (!f || n == RECORD_SIZE || !record_read(d->s, d->text, n, &fault) || d->s->is_view) {
        fprintf(stderr, "skerry dataset: %s is left out: line %d: %s\n", path, fault.line,
                f ? foreign(fault.what) : strerror(errno));
        d->skipped++;
        return;
    }
    if (d->game && d->s->game != d->game) {
        fprintf(stderr, "skerry dataset: %s is left out: a game of %s\n", path, d->s->game->name);
        d->skipped++;
        return;
    }
    if (!d->game) {
        d->game = d->s->game;
        write_header(d);
    }
    write_rows(d, d->games++);
}

static int is_record(const struct dirent *e) {
    const char *end = strrchr(e->d_name, '.');
    return end && end > e->d_name && strcmp(end, ".skerry") == 0;
}

/* The count in the header comes last, so output that cannot seek goes to a file first. */
static bool open_rows(struct dataset *d) {
    bool pipe = strcmp(d->out.path, "-") == 0 || !d->out.temporary[0];
    d->to = pipe ? tmpfile() : d->out.to;
    return d->to != NULL;
}

static bool keep_rows(struct dataset *d) {
    static char block[1 << 16];
    size_t n;
    rewind(d->to);
    write_header(d);
    bool whole = !ferror(d->to);
    if (d->to != d->out.to) {
        rewind(d->to);
        while ((n = fread(block, 1, sizeof block, d->to)) > 0)
            fwrite(block, 1, n, d->out.to);
        whole = whole && !ferror(d->to);
        fclose(d->to);
    }
    if (!whole)
        return fail_file("dataset", d->out.path), false;
    return output_keep(&d->out, "dataset");
}

static int write_all(struct dataset *d, const char *folder, bool json) {
    struct progress progress = { 0 };
    char path[1024];
    struct dirent **list;
    int n = scandir(folder, &list, is_record, alphasort);       /* by name */
    if (n < 0)
        return fail_file("dataset", folder);
    interrupt_catch();
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        if (!interrupted())
            add_file(d, path);
        progress_show(&progress, (uint64_t)i + 1, (uint64_t)n, "records", "");
        free(list[i]);
    }
    free(list);
    progress_end(&progress);
    if (!d->game)
        return fail(STATUS_FOUND, "dataset", "%s has no record that can be read", folder);
    FILE *say = strcmp(d->out.path, "-") == 0 ? stderr : stdout;
    if (!keep_rows(d))
        return STATUS_FILE;
    fprintf(say, json ? "{\"games\":%u,\"rows\":%" PRIu64 ",\"skipped\":%u,\"row_bytes\":%zu}\n" :
                  "%u games, %" PRIu64 " rows; %u files left out; %zu bytes a row\n",
           d->games, d->rows, d->skipped, sizeof(struct dataset_row) + d->game->state_size);
    return interrupted() ? STATUS_INTERRUPTED : STATUS_OK;
}

int cli_dataset(int argc, char **argv) {
    static struct dataset d;
    const char *words[2] = { NULL, NULL };
    bool json = false;
    const struct flag flags[] = {
        { "--json", FLAG_ON, &json, "what was written, as one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "DIR FILE.npy [flags] -- positions, moves and results of recorded games\n"
                             "DIR holds records (*.skerry), as `skerry arena --records DIR` writes\n"
                             "them; FILE - is standard output. numpy.load() reads the file; docs/dataset.md\n"
                             "describes it.",
                             words, 2);
    if (status != FLAGS_OK)
        return status;
    if (!words[0] || !words[1])
        return complain(argv[0], "from which DIR into which FILE?");
    d.s = session_allocate(SESSION_MAX);
    d.text = malloc(RECORD_SIZE);
    if (!d.s || !d.text) {
        status = fail_memory(argv[0]);
    } else if (!output_open(&d.out, argv[0], words[1])) {
        status = STATUS_FILE;
    } else if (!open_rows(&d)) {
        status = fail(STATUS_FILE, argv[0], "no temporary file: %s", strerror(errno));
    } else {
        status = write_all(&d, words[0], json);
    }
    output_drop(&d.out);
    free(d.s);
    free(d.text);
    return status;
}
