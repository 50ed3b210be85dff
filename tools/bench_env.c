/* bench_env.c -- steps a batch of random games with the library: the cost of an environment without
 * a learner. For tools/instructions, a profiler, and `make bench-env`.
 *
 *     bench_env FILL BATCH STEPS [RULES [THREADS]]      FILL: the sum of SKERRY_FILL_ (skerry.h)
 *
 * `best` is measured in wall time, in the fastest slice of at least 4,096 decisions. Slices are so
 * short that even a busy machine leaves a few of them undisturbed. The first WARM steps
 * are not measured: while all games are being set up a decision costs less. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../library/include/skerry.h"

enum { WARM = 600 };

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Make this many steps; returns the most decisions per second. */
static double run(skerry_env *e, const int32_t *choice, int batch, long steps) {
    long slice = batch < 4096 ? 4096 / batch : 1;
    double best = 0;
    while (steps > 0) {
        long n = steps < slice ? steps : slice;
        double start = now();
        for (long i = 0; i < n; i++)
            skerry_env_step(e, choice);
        double rate = (double)(n * batch) / (now() - start);
        best = n == slice && rate > best ? rate : best;
        steps -= n;
    }
    return best;
}

int main(int argc, char **argv) {
    skerry_env_options o = { .rules = "fifth,board=random,phases=combined,offers=0", .seed = 1,
        .autoreset = SKERRY_RESET_SAME };
    if (argc < 4 || argc > 6)
        return fprintf(stderr, "bench_env FILL BATCH STEPS [RULES [THREADS]]\n"), 2;
    o.fill = (uint32_t)atoi(argv[1]);
    o.batch = atoi(argv[2]);
    long steps = atol(argv[3]);
    if (argc > 4)
        o.rules = argv[4];
    if (argc > 5)
        o.threads = atoi(argv[5]);
    size_t size = skerry_env_size(&o);
    skerry_env *e = size ? skerry_env_new(malloc(size), &o) : NULL;
    int32_t *choice = malloc((size_t)(o.batch > 0 ? o.batch : 1) * sizeof *choice);
    if (!e || !choice)
        return fprintf(stderr, "bench_env: no such batch\n"), 2;
    for (int i = 0; i < o.batch; i++)
        choice[i] = SKERRY_RANDOM;
    run(e, choice, o.batch, WARM);
    double best = run(e, choice, o.batch, steps);
    printf("{\"actions\":%ld,\"best\":%.0f}\n", steps * o.batch, best);
    skerry_env_close(e);
    free(e);
    free(choice);
    return 0;
}
