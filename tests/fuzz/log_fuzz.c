/* log_fuzz.c -- a stored description and log are read or refused, entry by entry; the result is
 * always sound. Input: description, NUL, lines of the log. */
#include "tests/table/lent.h"

#include <stdlib.h>

#include "fuzz.h"

static struct table *described(const char *text, size_t len) {
    static const uint8_t none[FAIR_SEED];
    struct table *t = lent_table("fuzz", none, 1);
    int at;
    if (!table_read_meta(t, text, len)) {
        lent_free(t);
        t = lent_table("fuzz", none, 1);
        CHECK(table_set_rules(t, fuzz_rules[len % FUZZ_RULES], 0, &at));
    }
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct step step;
    const char *text = (const char *)data, *end = text + size;
    const char *nul = size ? memchr(text, '\0', size) : NULL;
    struct table *t = described(text, nul ? (size_t)(nul - text) : 0);
    text = nul ? nul + 1 : text;
    t->state = TABLE_PLAYING;
    if (lent_begin(t))
        while (text < end && t->state == TABLE_PLAYING) {
            const char *eol = memchr(text, '\n', (size_t)(end - text));
            size_t len = (size_t)((eol ? eol : end) - text);
            if (table_decode(t, text, len, &step) == 0) {
                lent_apply(t, &step);
                CHECK(t->game->sound(t->now) == 0);
            }
            text += len + 1;
        }
    lent_free(t);
    return 0;
}
