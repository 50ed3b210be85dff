/* siblings.c -- `skerry siblings`: training positions, with the results of playing on from them.
 *
 * Bots play; now and then the candidate moves are played on (bots/fit_inputs.h) and stored. The
 * same games give outcomes: features at the end of a turn, with who won. The tools/fit_*.py read
 * both files. It runs for a given number of seconds, because more data is always better. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "bots/fit_inputs.h"
#include "flags.h"
#include "progress.h"
#include "tournament.h"
#include "whole_file.h"

enum { KEPT_MAX = 2000 };           /* positions of one game */

struct maker {
    struct output siblings, outcomes;
    struct rng rng;
    void *work;
    int seats, samples, rounds, every;
    uint64_t groups, positions;
    struct learn_sibling list[LEARN_SIBLINGS];
    int16_t row[SEATS_MAX][LEARN_FEATURES], small[SEATS_MAX][LEARN_STRUGGLE];
    bool struggle;                  /* the other game: only outcomes */
    int features;                   /* of a row */
    int16_t *kept;                  /* of this game, until its winner is known */
    uint8_t mover[KEPT_MAX];        /* who judged each */
    uint8_t level[SEATS_MAX];       /* who plays this game */
    int kept_n;
};

/* A group: how many, whose move, then LEARN_SIBLINGS rows of every seat and their shares. */
static void write_group(struct maker *m, int n, int seat) {
    const uint8_t head[4] = { (uint8_t)n, (uint8_t)seat, (uint8_t)m->samples, 0 };
    fwrite(head, 1, sizeof head, m->siblings.to);
    for (int i = 0; i < LEARN_SIBLINGS; i++) {
        fwrite(m->list[i].row, sizeof m->list[i].row[0], (size_t)m->seats, m->siblings.to);
        fwrite(m->list[i].share, sizeof m->list[i].share[0], (size_t)m->seats, m->siblings.to);
    }
    m->groups++;
}

static void keep_outcome(struct maker *m, const void *state, int seat) {
    size_t one = (size_t)m->seats * (size_t)m->features;
    if (m->kept_n == KEPT_MAX)
        return;
    if (m->struggle)
        learn_struggle(state, seat, m->small);
    else
        learn_features(state, seat, m->row);
    m->mover[m->kept_n] = (uint8_t)seat;
    memcpy(m->kept + (size_t)m->kept_n++ * one, m->struggle ? m->small[0] : m->row[0],
           one * sizeof *m->kept);
}

/* Called before each action. Uses a third of the ends of turns, and one in `every` of the moves. */
static void watch(void *arg, const void *state, const struct action *a) {
    struct maker *m = arg;
    if (a->seat < 0)
        return;
    if (m->struggle) {              /* any decision, judged by any seat */
        if (source_below(&m->rng.source, 3) == 0)
            keep_outcome(m, state, (int)source_below(&m->rng.source, (uint32_t)m->seats));
        return;
    }
    if (learn_is_sample(state, a) && source_below(&m->rng.source, 3) == 0)
        keep_outcome(m, state, a->seat);
    if (m->every == 0 || source_below(&m->rng.source, (uint32_t)m->every))
        return;
    int n = learn_siblings(m->work, state, a->seat, rng_next(&m->rng) >> 20, m->samples, m->rounds,
                           m->list);
    if (n > 1)
        write_group(m, n, a->seat);
}

static void write_outcomes(struct maker *m, int winner) {
    size_t one = (size_t)m->seats * (size_t)m->features;
    for (int i = 0; i < m->kept_n; i++) {
        uint8_t head[8] = { (uint8_t)winner, m->mover[i] };
        for (int s = 0; s < m->seats; s++)
            head[2 + s] = m->level[s];
        fwrite(head, 1, sizeof head, m->outcomes.to);
        fwrite(m->kept + (size_t)i * one, sizeof *m->kept, one, m->outcomes.to);
    }
    m->positions += (uint64_t)m->kept_n;
}

static void play(struct maker *m, const struct tournament *t, void *mem, uint64_t seconds) {
    uint64_t begun = progress_now(), past = 0;
    struct progress progress = { 0 };
    struct match_result r;
    for (uint64_t i = 0; past < seconds && !interrupted(); i++) {
        progress_show(&progress, past, seconds, "seconds", "");
        struct match x = { .game = t->game, .rules = t->rules, .watch = watch,
                           .watch_data = m, .seed = t->seed * 1000003 + i,
                           .bot_seed = t->seed * 7777 + i };
        for (int s = 0; s < t->seats; s++) {
            x.bot[s] = t->tally[t->lineup[((uint64_t)s + i) % (uint64_t)t->seats]].bot;
            m->level[s] = x.bot[s].level;
        }
        m->kept_n = 0;
        if (match_play(&x, mem, &r) == 0 && r.winner >= 0)
            write_outcomes(m, r.winner);
        past = (progress_now() - begun) / 1000000;
    }
    progress_end(&progress);
}

/* Both files are opened before the first game; an interrupted run leaves the old ones. */
static int make(struct maker *m, const struct tournament *t, const char *prefix, uint64_t seconds) {
    const char *command = "siblings";
    char path[2][512];
    int status = STATUS_FILE;
    snprintf(path[0], sizeof path[0], "%s.siblings", prefix);
    snprintf(path[1], sizeof path[1], "%s.outcomes", prefix);
    m->work = malloc(bot_work_size());
    m->kept = malloc((size_t)KEPT_MAX * SEATS_MAX * LEARN_FEATURES * sizeof *m->kept);
    void *mem = malloc(match_size(t->game));
    if (!m->work || !m->kept || !mem) {
        status = fail_memory(command);
    } else if (output_open(&m->siblings, command, path[0]) &&
               output_open(&m->outcomes, command, path[1])) {
        play(m, t, mem, seconds);
        if (interrupted())
            status = fail(STATUS_INTERRUPTED, command, "interrupted; no file changed");
        else if (output_keep(&m->siblings, command) && output_keep(&m->outcomes, command))
            status = STATUS_OK;
        fprintf(stderr, "%s: %llu groups, %llu positions\n", prefix,
                (unsigned long long)m->groups, (unsigned long long)m->positions);
    }
    output_drop(&m->siblings);
    output_drop(&m->outcomes);
    free(mem);
    free(m->kept);
    free(m->work);
    return status;
}

int cli_siblings(int argc, char **argv) {
    const char *ruleset = "fifth,board=random,phases=combined", *bots = "club,club,club,club";
    const char *out = "siblings";
    struct tournament t = { .games = 1, .seed = 1 };
    static struct maker m;
    uint64_t seconds = 60;
    m = (struct maker){ .samples = 8, .rounds = 2, .every = 12 };
    const struct flag flags[] = {
        { "--ruleset", FLAG_TEXT, &ruleset, "(fifth,board=random,phases=combined)" },
        { "--bots", FLAG_TEXT, &bots, "(club,club,club,club) who plays" },
        { "--seed", FLAG_NUMBER, &t.seed, "(1)" },
        { "--seconds", FLAG_NUMBER, &seconds, "(60)" },
        { "--samples", FLAG_INT, &(struct flag_int){ &m.samples, 1, 200 },
          "(8) games played on for each move" },
        { "--rounds", FLAG_INT, &(struct flag_int){ &m.rounds, 1, 200 },
          "(2) how far" },
        { "--every", FLAG_INT, &(struct flag_int){ &m.every, 0, 10000 },
          "(12) one in so many moves; 0: outcomes only" },
        { "--out", FLAG_TEXT, &out, "(siblings) writes PREFIX.siblings and PREFIX.outcomes" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, "[flags] -- positions for tools/fit_catan.py\n"
                             "An interrupted run changes no file.", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (tournament_setup(&t, NULL, ruleset, bots))
        return STATUS_USAGE;
    m.struggle = strcmp(t.game->name, "struggle") == 0;
    m.features = m.struggle ? LEARN_STRUGGLE : LEARN_FEATURES;
    m.seats = t.seats;
    rng_seed(&m.rng, t.seed);
    interrupt_catch();
    status = make(&m, &t, out, seconds);
    tournament_free(&t);
    return status;
}
