/* commands_fuzz.c -- any actions sent by a client are accepted whole or refused with a reason,
 * and the stored text of an accepted command reads back to the same.
 *
 * Input: a ruleset, then for each command a seat, a number of actions and lines of text. If a
 * command is refused, one of the menu is played instead, so that games progress. */
#include "tests/table/lent.h"

#include <stdlib.h>

#include "fuzz.h"

static struct table *begin(unsigned pick) {
    static const uint8_t seed[FAIR_SEED] = { 1 };
    struct table *t = lent_table("fuzz", seed, 1);
    int at;
    CHECK(table_set_rules(t, fuzz_rules[pick % FUZZ_RULES], 0, &at));
    for (int i = 0; i < t->settings.players; i++)
        strcpy(t->seat[i].seed, "x");
    t->state = TABLE_PLAYING;
    CHECK(lent_begin(t));
    return t;
}

/* Store it, read it back, apply it. */
static void take(struct table *t, struct step *step) {
    static char text[STEP_TEXT_MAX], again[STEP_TEXT_MAX];
    static struct step back;
    int n = table_encode(t, step, text, sizeof text);
    CHECK(table_decode(t, text, (size_t)n, &back) == 0);
    CHECK(back.n == step->n && back.seat == step->seat && back.undo == step->undo);
    CHECK(memcmp(back.action, step->action, (size_t)step->n * sizeof step->action[0]) == 0);
    CHECK(table_encode(t, &back, again, sizeof again) == n && memcmp(text, again, (size_t)n) == 0);
    lent_apply(t, step);
    CHECK(t->game->sound(t->now) == 0);
}

static bool play_something(struct table *t, unsigned pick) {
    static struct action menu[MENU_MAX];
    static struct step step;
    struct refusal why;
    unsigned owes = table_owes(t);
    int seat = 0;
    if (table_owes(t) & OWES_CHANCE) {
        CHECK(table_judge_chance(t, &step));
    } else {
        while (seat < SEATS_MAX && !(owes >> seat & 1))
            seat++;
        if (seat == SEATS_MAX)
            return false;
        int n = t->game->legal(t->now, seat, menu);
        CHECK(n > 0 && table_judge_action(t, &menu[pick % (unsigned)n], &step, &why));
    }
    take(t, &step);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct step step;
    if (size < 2)
        return 0;
    struct table *t = begin(data[0]);
    size_t at = 1;
    for (int i = 0; i < 200 && at + 2 < size && t->state == TABLE_PLAYING; i++) {
        int seat = data[at] % t->settings.players, n = data[at + 1] % 3 + 1;
        char lines[3][ACTION_TEXT_MAX];
        const char *texts[3] = { lines[0], lines[1], lines[2] };
        unsigned pick = data[at];
        at += 2;
        for (int k = 0; k < n; k++) {
            size_t len = 0;
            while (at < size && data[at] && data[at] != '\n' && len < ACTION_TEXT_MAX - 1)
                lines[k][len++] = (char)data[at++];
            lines[k][len] = '\0';
            at += at < size;
        }
        struct refusal why = { NULL, NULL, 0 };
        uint32_t undo = pick % 7 == 0 ? (uint32_t)undo_from(&t->log, seat) : 0;
        if (undo) {
            table_undo_step(seat, undo, &step);
            take(t, &step);
        } else if (table_judge(t, seat, texts, n, &step, &why)) {
            take(t, &step);
        } else {
            CHECK(why.error && why.action >= 0 && why.action < n);
            if (!play_something(t, pick))
                break;
        }
    }
    lent_free(t);
    return 0;
}
