/* engine.c -- `skerry engine`: the engine protocol on stdin and stdout.
 *
 * One line in, one line out, flushed at once, until `quit` or the end of input.
 * A line that is too long is answered, and skipped to its end. */
#include <stdio.h>
#include <stdlib.h>

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

int cli_engine(int argc, char **argv) {
    static const struct flag flags[] = { { NULL, FLAG_ON, NULL, NULL } };
    int status = flags_parse(argc, argv, flags,
                             "-- JSON lines on stdin and stdout (docs/engine-protocol.md)", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    size_t size = PROTOCOL_LINE_MAX + 4096;
    char *line = malloc(PROTOCOL_LINE_MAX + 1), *answer = malloc(size);
    void *memory = malloc(protocol_size());
    if (!line || !answer || !memory) {
        status = complain(argv[0], "not enough memory");
    } else {
        struct protocol *p = protocol_new(memory);
        for (long n; !p->quit && (n = read_line(line)) >= 0;) {
            size_t len = protocol_line(p, line, (size_t)n, answer, size);
            answer[len] = '\n';
            fwrite(answer, 1, len + 1, stdout);
            fflush(stdout);
        }
        status = 0;
    }
    free(memory);
    free(answer);
    free(line);
    return status;
}
