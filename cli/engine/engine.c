/* engine.c -- `skerry engine`: the engine protocol on stdin and stdout.
 *
 * One line in, one line out, flushed at once, until `quit` or the end of input. A line that is
 * too long is refused and skipped. The protocol itself is core/protocol.h and does no I/O; this
 * file has the bytes, the memory and the clock. While a bot thinks, it watches the input for a
 * `stop` and, with `info`, reports progress. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/go_request.h"
#include "core/protocol.h"
#include "review/lines.h"
#include "commands.h"
#include "flags.h"
#include "progress.h"

enum { INPUT_SIZE = 2 * PROTOCOL_LINE_MAX, INFO_EVERY_US = 100000 };

/* Input that has arrived and was not read yet. */
struct input {
    char *bytes;                    /* INPUT_SIZE */
    size_t n;
    bool ended;
};

/* The engine while it answers. */
struct engine {
    struct input in;
    struct bot_host bots;
    uint64_t asked, told;           /* when the request came, when progress was last reported */
};

/* Read more bytes; false if there is no room or no more input. */
static bool fill(struct input *in) {
    ssize_t k = in->n < INPUT_SIZE ? read(STDIN_FILENO, in->bytes + in->n, INPUT_SIZE - in->n) : 0;
    in->ended = in->ended || (k <= 0 && in->n < INPUT_SIZE);
    in->n += k > 0 ? (size_t)k : 0;
    return k > 0;
}

static void use(struct input *in, size_t n) {
    in->n -= n;
    memmove(in->bytes, in->bytes + n, in->n);
}

/* Read a line into `line`; its length without the newline, or -1 at the end. Only
 * PROTOCOL_LINE_MAX bytes of a longer line are kept, which the protocol then refuses. */
static long read_line(struct input *in, char *line) {
    size_t n = 0;
    for (;;) {
        char *eol = memchr(in->bytes, '\n', in->n);
        size_t take = eol ? (size_t)(eol - in->bytes) : in->n;
        size_t kept = take < PROTOCOL_LINE_MAX - n ? take : PROTOCOL_LINE_MAX - n;
        memcpy(line + n, in->bytes, kept);
        n += kept;
        bool any = n > 0 || take > 0;
        use(in, take + (eol != NULL));
        if (eol)
            return (long)n;
        if (!fill(in))
            return any ? (long)n : -1;
    }
}

/* Is this line a `stop`? */
static bool is_stop(const char *line, size_t n) {
    struct json_in request;
    return n < 256 && json_check(line, n, &request) == 0 && json_is_object(request) &&
           json_equals(json_get(request, "cmd"), "stop");
}

/* While a bot thinks, a `stop` anywhere in the input ends it. The `stop` line itself is answered
 * later, in order. */
static bool watch(void *data, uint32_t nodes) {
    struct engine *e = data;
    uint64_t now = progress_now();
    if (e->bots.info && now - e->told >= INFO_EVERY_US) {
        e->told = now;
        printf("{\"info\":{\"nodes\":%u,\"ms\":%u}}\n", nodes,
               (unsigned)((now - e->asked) / 1000));
        fflush(stdout);
    }
    struct pollfd p = { STDIN_FILENO, POLLIN, 0 };
    if (!e->in.ended && poll(&p, 1, 0) > 0)
        fill(&e->in);
    for (const char *at = e->in.bytes, *end = at + e->in.n, *eol;
         at < end && (eol = memchr(at, '\n', (size_t)(end - at))) != NULL; at = eol + 1)
        if (is_stop(at, (size_t)(eol - at)))
            return true;
    return false;
}

static void serve(struct engine *e, struct protocol *p, char *line, char *answer, size_t size) {
    for (long n; !p->quit && (n = read_line(&e->in, line)) >= 0;) {
        e->asked = e->told = progress_now();
        size_t len = protocol_line(p, line, (size_t)n, answer, size);
        answer[len] = '\n';
        fwrite(answer, 1, len + 1, stdout);
        if (fflush(stdout) != 0)
            return;                 /* nobody reads the answers */
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
    void *memory = malloc(protocol_size()), *desk = malloc(review_lines_size());
    struct engine e = { .in.bytes = malloc(INPUT_SIZE) };
    e.bots = (struct bot_host){ .memory = calloc(1, bot_host_size()),
                                .work = malloc(bot_work_size()), .clock = progress_clock,
                                .watch = watch, .watch_data = &e };
    if (!line || !answer || !memory || !desk || !e.in.bytes || !e.bots.memory ||
        !e.bots.work) {
        status = fail_memory(argv[0]);
    } else {
        struct protocol *p = protocol_new(memory);
        p->go = bot_go;
        p->see = bot_see;
        p->host = &e.bots;
        review_lines(p, desk, e.bots.work);
        serve(&e, p, line, answer, size);
        status = 0;
    }
    free(e.bots.work);
    free(e.bots.memory);
    free(e.in.bytes);
    free(desk);
    free(memory);
    free(answer);
    free(line);
    return status;
}
