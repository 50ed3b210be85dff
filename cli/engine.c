/* engine.c -- `skerry engine`: the engine protocol on stdin and stdout.
 *
 * One line in, one line out, flushed at once, until `quit` or the end of input.
 * A line that is too long is answered, and skipped to its end. The protocol itself is
 * core/protocol.h and does no I/O; here are the bytes, the memory and the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../ai/go.h"
#include "../core/protocol.h"
#include "cli.h"
#include "flags.h"

/* Read a line into `line`; its length without the newline, or -1 at the end. Of a line that
 * is too long PROTOCOL_LINE_MAX bytes are kept, which the protocol then refuses. */
static long read_line(char *line) {
    long n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < PROTOCOL_LINE_MAX)
            line[n++] = (char)c;
    return c == EOF && n == 0 ? -1 : n;
}

static uint64_t microseconds(void *unused) {
    struct timespec t;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void serve(struct protocol *p, char *line, char *answer, size_t size) {
    for (long n; !p->quit && (n = read_line(line)) >= 0;) {
        size_t len = protocol_line(p, line, (size_t)n, answer, size);
        answer[len] = '\n';
        fwrite(answer, 1, len + 1, stdout);
        fflush(stdout);
    }
}

int cli_engine(int argc, char **argv) {
    static const struct flag flags[] = { { NULL, FLAG_ON, NULL, NULL } };
    int status = flags_parse(argc, argv, flags,
                             "-- JSON lines on stdin and stdout, for other programs\n"
                             "docs/engine-protocol.md says what the lines mean.",
                             NULL, 0);
    if (status != FLAGS_OK)
        return status;
    size_t size = PROTOCOL_LINE_MAX + 4096;
    char *line = malloc(PROTOCOL_LINE_MAX + 1), *answer = malloc(size);
    void *memory = malloc(protocol_size());
    struct bot_host bots = { calloc(1, bot_host_size()), malloc(bot_work_size()), microseconds };
    if (!line || !answer || !memory || !bots.memory || !bots.work) {
        status = fail(STATUS_MEMORY, argv[0], "not enough memory");
    } else {
        struct protocol *p = protocol_new(memory);
        p->go = bot_go;
        p->see = bot_see;
        p->host = &bots;
        serve(p, line, answer, size);
        status = 0;
    }
    free(bots.work);
    free(bots.memory);
    free(memory);
    free(answer);
    free(line);
    return status;
}
