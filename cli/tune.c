/* tune.c -- `skerry tune`: fit the CATAN evaluation to the outcomes of games between bots.
 *
 * Bots play; at each end of a turn the features of all seats are kept with the game's winner.
 * The model is the one of ai/catan_value.c in floating point: a seat's strength is a weighted sum
 * of its features plus some hidden units, the shares of winning are the strengths' softmax. Adam
 * minimises the cross-entropy; a tenth of the games is held back to report how well it predicts.
 * The result is written as whole numbers, and the run is added to the log. */
#include "arena.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../ai/learn.h"
#include "flags.h"
#include "output.h"
#include "progress.h"
#include "tournament.h"

enum { F = LEARN_FEATURES, H_MAX = LEARN_HIDDEN_MAX, BATCH = 128, THREADS_MAX = 16 };

/* A position: every seat's features, and who won in the end. tools/fit.py reads these bytes. */
struct sample {
    int16_t row[SEATS_MAX][F];
    uint8_t seats;
    int8_t winner;
};
_Static_assert(sizeof(struct sample) == 2 * SEATS_MAX * F + 2, "a sample as fit.py reads it");

struct data {                   /* positions of whole games, one game after the other */
    struct sample *s;
    size_t n, room;
};

/* Only floats, so that Adam can walk over all of it as one array. */
struct model {
    float direct[F], hidden[H_MAX][F], out[H_MAX];
};

struct options {                /* what the flags say */
    const char *rulesets, *bots, *out, *log, *samples;
    int games, epochs, hidden, threads;
    uint64_t seed;
};

/* --- games ----------------------------------------------------------------------------------- */

/* Called before each action of a game; the winner is filled in when the game is over. */
static void watch(void *arg, const void *state, const struct action *a) {
    struct data *d = arg;
    if (!learn_is_sample(state, a))
        return;
    if (d->n == d->room) {
        d->room = d->room ? 2 * d->room : 1 << 14;
        d->s = realloc(d->s, d->room * sizeof *d->s);
        if (!d->s) {
            perror("tune");
            exit(1);
        }
    }
    struct sample *s = &d->s[d->n++];
    s->seats = (uint8_t)learn_features(state, a->seat, s->row);
}

struct job {                    /* one thread's games, and its own positions: no lock */
    const struct options *o;
    const char *ruleset;
    int from, to;
    struct data data;
    atomic_int *played;         /* of all threads, for the line of progress */
};

static void *play(void *arg) {
    struct job *j = arg;
    struct tournament t = { .games = 1, .seed = j->o->seed };
    struct arena_result r;
    if (tournament_setup(&t, "catan", j->ruleset, j->o->bots))
        exit(2);
    void *mem = malloc(arena_size(t.game));
    for (int i = j->from; mem && i < j->to && !interrupted(); i++) {
        struct arena_match m = { .game = t.game, .rules = t.rules, .watch = watch,
                                 .watch_data = &j->data,
                                 .seed = j->o->seed * 1000003 + (uint64_t)i,
                                 .bot_seed = j->o->seed * 7777 + (uint64_t)i };
        for (int s = 0; s < t.seats; s++)
            m.bot[s] = t.tally[t.lineup[(s + i) % t.seats]].bot;
        size_t first = j->data.n;
        if (arena_play(&m, mem, &r) || r.winner < 0)    /* nothing to learn from */
            j->data.n = first;
        for (size_t k = first; k < j->data.n; k++)
            j->data.s[k].winner = (int8_t)r.winner;
        atomic_fetch_add(j->played, 1);
    }
    free(mem);
    tournament_free(&t);
    return NULL;
}

/* Takes over what `from` holds, and frees it. */
static void add_all(struct data *to, struct data *from) {
    to->s = realloc(to->s, (to->n + from->n + 1) * sizeof *to->s);
    if (!to->s)
        exit(1);
    memcpy(to->s + to->n, from->s, from->n * sizeof *from->s);
    to->n += from->n;
    free(from->s);
}

/* Look on until the threads have played what they shall. */
static void watch_progress(struct progress *p, atomic_int *played, int until, int total) {
    while (isatty(STDERR_FILENO) && atomic_load(played) < until && !interrupted()) {
        progress_show(p, (uint64_t)atomic_load(played), (uint64_t)total, "games", "");
        nanosleep(&(struct timespec){ 0, 100000000 }, NULL);
    }
}

/* All games of all rulesets. Threads end before the next ruleset begins, so the positions lie
 * in the same order for the same numbers. */
static void collect(const struct options *o, struct data *all) {
    char text[512];
    int kinds = 1, k = 0;
    atomic_int played = 0;
    struct progress progress = { 0 };
    for (const char *p = o->rulesets; *p; p++)
        kinds += *p == '/';
    snprintf(text, sizeof text, "%s", o->rulesets);
    for (char *r = strtok(text, "/"); r; r = strtok(NULL, "/"), k++) {
        struct job job[THREADS_MAX];
        pthread_t id[THREADS_MAX];
        int each = o->games / kinds / o->threads;
        for (int i = 0; i < o->threads; i++) {
            int from = k * (o->games / kinds) + i * each;
            job[i] = (struct job){ .o = o, .ruleset = r, .from = from, .to = from + each,
                                    .played = &played };
            if (pthread_create(&id[i], NULL, play, &job[i]))
                exit(1);
        }
        watch_progress(&progress, &played, (k + 1) * each * o->threads, o->games);
        for (int i = 0; i < o->threads; i++) {
            pthread_join(id[i], NULL);
            add_all(all, &job[i].data);
        }
        progress_end(&progress);
        fprintf(stderr, "%s: %zu positions so far\n", r, all->n);
    }
}

/* --- the fit --------------------------------------------------------------------------------- */

/* As ai__strength(), in floating point; h[] keeps the hidden units for the gradient. */
static float strength(const struct model *m, int hidden, const float *x, float *h) {
    float s = 0;
    for (int i = 0; i < F; i++)
        s += m->direct[i] * x[i];
    for (int j = 0; j < hidden; j++) {
        float v = 0;
        for (int i = 0; i < F; i++)
            v += m->hidden[j][i] * x[i];
        h[j] = v > 0 ? v : 0;
        s += m->out[j] * h[j];
    }
    return s;
}

/* Cross-entropy of one position; adds its gradient to g unless NULL. */
static float judge(const struct model *m, int hidden, const struct sample *s, struct model *g) {
    float x[SEATS_MAX][F], h[SEATS_MAX][H_MAX], p[SEATS_MAX] = { 0 }, top = -1e9f, sum = 0;
    for (int i = 0; i < s->seats; i++) {
        for (int k = 0; k < F; k++)
            x[i][k] = (float)s->row[i][k] / 32;     /* catan_value.c's unit; near 1 for Adam */
        p[i] = strength(m, hidden, x[i], h[i]);
        top = p[i] > top ? p[i] : top;
    }
    for (int i = 0; i < s->seats; i++)
        sum += p[i] = expf(p[i] - top);
    float loss = logf(sum) - logf(p[s->winner] > 1e-12f ? p[s->winner] : 1e-12f);
    for (int i = 0; g && i < s->seats; i++) {
        float d = p[i] / sum - (i == s->winner);    /* softmax with cross-entropy */
        for (int k = 0; k < F; k++)
            g->direct[k] += d * x[i][k];
        for (int j = 0; j < hidden; j++) {
            if (h[i][j] <= 0)
                continue;
            g->out[j] += d * h[i][j];
            for (int k = 0; k < F; k++)
                g->hidden[j][k] += d * m->out[j] * x[i][k];
        }
    }
    return loss;
}

/* One step of Adam over all numbers of the model, which is nothing but floats. The last term
 * shrinks weights that nothing holds up. */
static void step(struct model *m, const struct model *g, struct model *one, struct model *two,
                 int t,
                 float rate) {
    float *w = (float *)m, *a = (float *)one, *b = (float *)two;
    const float *d = (const float *)g;
    float fix1 = 1 - powf(0.9f, (float)t), fix2 = 1 - powf(0.999f, (float)t);
    for (size_t i = 0; i < sizeof *m / sizeof(float); i++) {
        float v = d[i] / BATCH;
        a[i] = 0.9f * a[i] + 0.1f * v;
        b[i] = 0.999f * b[i] + 0.001f * v * v;
        w[i] -= rate * (a[i] / fix1 / (sqrtf(b[i] / fix2) + 1e-8f) + 1e-4f * w[i]);
    }
}

/* The mean cross-entropy of what was held back: what the log compares. */
static double test_loss(const struct model *m, int hidden, const struct data *d, size_t from) {
    double sum = 0;
    for (size_t i = from; i < d->n; i++)
        sum += judge(m, hidden, &d->s[i], NULL);
    return d->n > from ? sum / (double)(d->n - from) : 0;
}

/* The last tenth is held back. Games stay on one side, but for the one the border cuts:
 * positions of a game are neighbours, and only what lies before the border is drawn from. */
static double fit(const struct options *o, struct data *d, struct model *m) {
    static struct model g, one, two;
    struct rng r;
    size_t train = d->n - d->n / 10;
    int t = 0;
    rng_seed(&r, o->seed);
    memset(m, 0, sizeof *m);
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    for (int j = 0; j < o->hidden; j++) {
        /* Half of the hidden units speak for a seat, half against; their inputs start at
         * random, since units that start alike stay alike. */
        m->out[j] = (j & 1 ? 0.2f : -0.2f);
        for (int i = 0; i < F; i++)
            m->hidden[j][i] = ((float)source_below(&r.source, 2001) / 1000 - 1) * 0.15f;
    }
    for (int e = 0; e < o->epochs && !interrupted(); e++) {
        double loss = 0;
        for (size_t i = 0; i + BATCH <= train && !interrupted(); i += BATCH) {
            double done = ((double)e + (double)i / (double)train) / o->epochs;
            memset(&g, 0, sizeof g);
            for (int k = 0; k < BATCH; k++)
                loss += judge(m, o->hidden, &d->s[source_below(&r.source, (uint32_t)train)], &g);
            /* The rate falls to a fortieth: large steps first, then the fine ones. */
            step(m, &g, &one, &two, ++t, 0.002f * (float)(1 - done) + 0.00005f);
        }
        fprintf(stderr, "epoch %d: %.4f, held back %.4f\n", e + 1, loss / (double)train,
                test_loss(m, o->hidden, d, train));
    }
    return test_loss(m, o->hidden, d, train);
}

/* --- the result ------------------------------------------------------------------------------ */

/* Rounded, and within int16_t: a weight beyond it would be a fit gone wrong. */
static int whole(float v) {
    float r = v < 0 ? v - 0.5f : v + 0.5f;
    return r > 32767 ? 32767 : r < -32767 ? -32767 : (int)r;
}

static void write_row(FILE *f, const float *w, float scale, const char *before) {
    fprintf(f, "%s", before);
    for (int i = 0; i < F; i++)
        fprintf(f, "%s%d,", i % 12 ? " " : "\n        ", whole(w[i] * scale));
}

static void write_weights(const struct options *o, const struct model *m, FILE *f) {
    fprintf(f, "/* Made by `skerry tune`; docs/tuning.md says from which games. */\n"
            "enum { HIDDEN = %d };\n",
            o->hidden);
    /* The scales that ai__strength() shifts away again. */
    write_row(f, m->direct, 8 * 256, "static const int16_t weight_direct[FEAT_PAD] = {");
    fprintf(f, "\n};\nstatic const int16_t weight_hidden[HIDDEN][FEAT_PAD] = {");
    for (int j = 0; j < o->hidden; j++) {
        write_row(f, m->hidden[j], 1024, "\n    {");
        fprintf(f, "\n    },");
    }
    fprintf(f, "\n};\nstatic const int16_t weight_out[HIDDEN] = {");
    for (int j = 0; j < o->hidden; j++)
        fprintf(f, "%s%d,", j % 12 ? " " : "\n    ", whole(m->out[j] * 1024));
    fprintf(f, "\n};\n");
}

/* A log that cannot be written is no reason to lose the weights. */
static void write_log(const struct options *o, size_t positions, double loss,
                      const struct model *m) {
    FILE *f = o->log ? fopen(o->log, "a") : NULL;
    if (!f)
        return;
    fprintf(f, "\n## tune --rulesets %s --bots %s --games %d --seed %llu --hidden %d "
            "--epochs %d\n\n"
            "%zu positions; cross-entropy on the tenth held back %.4f. Direct weights:",
            o->rulesets, o->bots, o->games, (unsigned long long)o->seed, o->hidden, o->epochs,
                positions, loss);
    for (int i = 0; learn_feature_name(i); i++)
        fprintf(f, " %s %.2f", learn_feature_name(i), (double)m->direct[i]);
    fprintf(f, ".\n");
    fclose(f);
}

/* The file is opened before the first game; after an interrupt the old one stays. */
static int learn(const struct options *o, struct data *d, struct model *m) {
    struct output out;
    if (!output_open(&out, "tune", o->samples ? o->samples : o->out))
        return STATUS_FILE;
    collect(o, d);
    if (!interrupted() && d->n < 1000) {
        output_drop(&out);
        return fail(STATUS_FOUND, "tune", "too few positions: %zu of at least 1000", d->n);
    }
    /* The positions as they lie in memory: rows of features per seat, seats, winner. */
    if (o->samples && !interrupted())
        fwrite(d->s, sizeof *d->s, d->n, out.to);
    double loss = o->samples || interrupted() ? 0 : fit(o, d, m);
    if (interrupted()) {
        output_drop(&out);
        return fail(STATUS_INTERRUPTED, "tune", "interrupted after %zu positions; no file changed",
                    d->n);
    }
    if (!o->samples) {
        write_weights(o, m, out.to);
        write_log(o, d->n, loss, m);
    }
    return output_keep(&out, "tune") ? STATUS_OK : STATUS_FILE;
}

int cli_tune(int argc, char **argv) {
    static struct model m;
    struct options o = { .rulesets = "fifth,phases=combined/fifth,board=random,phases=combined",
                         .bots = "club,club,club,club", .out = "-", .seed = 1 };
    uint64_t games_n = 2000, epochs = 6, hidden = 16, threads = 1;
    struct data d = { 0 };
    const struct flag flags[] = {
        { "--rulesets", FLAG_TEXT, &o.rulesets, "A/B: games are split evenly (fifth, two boards)" },
        { "--bots", FLAG_BOTS, &o.bots, "who plays (club,club,club,club)" },
        { "--games", FLAG_NUMBER, &games_n, "how many (2000)" },
        { "--seed", FLAG_NUMBER, &o.seed, "of games and fit (1)" },
        { "--threads", FLAG_NUMBER, &threads, "that play at the same time (1)" },
        { "--hidden", FLAG_NUMBER, &hidden, "hidden units (16)" },
        { "--epochs", FLAG_NUMBER, &epochs, "passes over the positions (6)" },
        { "--out", FLAG_FILE, &o.out, "the weights, e.g. ai/catan_weights.inc (-)" },
        { "--log", FLAG_FILE, &o.log, "add the run to this document, e.g. docs/tuning.md (none)" },
        { "--samples", FLAG_FILE, &o.samples, "only write the positions here, for tools/fit.py" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] -- fit the CATAN bots' evaluation to games\n"
                             "An interrupted run changes no file.", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!flags_within(argv[0], "--games", games_n, 1, 10000000, &o.games) ||
        !flags_within(argv[0], "--threads", threads, 1, THREADS_MAX, &o.threads) ||
        !flags_within(argv[0], "--hidden", hidden, 1, H_MAX, &o.hidden) ||
        !flags_within(argv[0], "--epochs", epochs, 1, 1000, &o.epochs))
        return 2;
    if (o.log && access(o.log, W_OK) != 0)
        return fail(STATUS_FILE, argv[0], "%s: %s", o.log, strerror(errno));
    interrupt_catch();
    status = learn(&o, &d, &m);
    free(d.s);
    return status;
}
