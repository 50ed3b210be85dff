/* record_fuzz.c -- any text is refused as a game record, or replays, and writes back to one that
 * replays to the same position. */
#include <stdlib.h>

#include "core/record.h"
#include "fuzz.h"

enum { ACTIONS = 4000, TEXT_SIZE = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct session *s, *again;
    static char *written;
    struct record_fault fault;
    if (!s) {
        s = session_new(malloc(session_size(ACTIONS)), ACTIONS);
        again = session_new(malloc(session_size(ACTIONS)), ACTIONS);
        written = malloc(TEXT_SIZE);
    }
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    bool ok = record_read(s, text, size, &fault);
    free(text);
    if (!ok) {
        CHECK(*fault.what && !s->game);
        return 0;
    }
    CHECK(s->is_view || s->game->sound(s->state) == 0);
    struct text out = text_begin(written, TEXT_SIZE);
    record_write(s, SEAT_ALL, &out);
    CHECK(text_fits(&out));
    CHECK(record_read(again, written, out.len, &fault));
    CHECK(memcmp(s->state, again->state, s->game->state_size) == 0);
    for (int seat = SEAT_SPECTATOR; !s->is_view && seat < s->rules.seats; seat++) {
        out = text_begin(written, TEXT_SIZE);
        if (seat != SEAT_CHANCE)
            record_write(s, seat, &out);
    }
    return 0;
}
