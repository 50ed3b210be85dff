/* protocol_fuzz.c -- any lines are answered by JSON, and no game is corrupted by them.
 *
 * Input: lines of the engine protocol. */
#include <stdlib.h>

#include "core/protocol.h"
#include "bots/bot.h"
#include "review/lines.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void *memory, *desk, *work;
    static char *answer;
    enum { ANSWER_SIZE = PROTOCOL_LINE_MAX + 4096 };
    if (!memory) {
        memory = malloc(protocol_size());
        desk = malloc(review_lines_size());
        work = malloc(bot_work_size());
        answer = malloc(ANSWER_SIZE);
    }
    struct protocol *p = protocol_new(memory);
    review_lines(p, desk, work);
    for (size_t from = 0, to; from < size; from = to + 1) {
        struct json_in in;
        for (to = from; to < size && data[to] != '\n';)
            to++;
        char *line = malloc(to - from + 1);
        memcpy(line, data + from, to - from);
        size_t n = protocol_line(p, line, to - from, answer, ANSWER_SIZE);
        free(line);
        CHECK(json_check(answer, n, &in) == 0 && json_is_object(in));
        for (int i = 0; i < PROTOCOL_SESSIONS; i++) {
            const struct session *s = p->session[i];
            CHECK(!s->game || s->is_view || s->game->sound(s->state) == 0);
        }
    }
    return 0;
}
