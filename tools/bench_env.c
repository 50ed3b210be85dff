/* bench_env.c -- a batch of random games stepped by the library: what an environment costs without
 * a learner. For tools/instructions and a profiler; `make bench-env` is what prints speeds.
 *
 *     bench_env FILL BATCH STEPS [RULES]      FILL: the sum of SKERRY_FILL_ (include/skerry.h) */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../include/skerry.h"

int main(int argc, char **argv) {
    skerry_env_options o = { .rules = "fifth,board=random,phases=combined,offers=0", .seed = 1,
        .autoreset = SKERRY_RESET_SAME };
    if (argc < 4 || argc > 5)
        return fprintf(stderr, "bench_env FILL BATCH STEPS [RULES]\n"), 2;
    o.fill = (uint32_t)atoi(argv[1]);
    o.batch = atoi(argv[2]);
    long steps = atol(argv[3]);
    if (argc == 5)
        o.rules = argv[4];
    size_t size = skerry_env_size(&o);
    skerry_env *e = size ? skerry_env_new(malloc(size), &o) : NULL;
    int32_t *choice = malloc((size_t)o.batch * sizeof *choice);
    if (!e || !choice)
        return fprintf(stderr, "bench_env: no such batch\n"), 2;
    for (int i = 0; i < o.batch; i++)
        choice[i] = SKERRY_RANDOM;
    clock_t start = clock();
    for (long i = 0; i < steps; i++)
        skerry_env_step(e, choice);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("{\"actions\":%ld,\"seconds\":%.3f}\n", steps * o.batch, seconds);
    skerry_env_close(e);
    free(e);
    free(choice);
    return 0;
}
