/* table_stored_log.c -- the log of a table as the store keeps it, entry by entry.
 *
 * SEAT COMMAND(16 hex digits) AT FLAGS(f: fixed, -: not) BANKS(ms joined by ',', or '-') TEXT
 * where TEXT is the entry as in a record: actions joined by "; ", or "undo N". */
#include <string.h>

#include "core/check.h"
#include "core/record.h"
#include "table.h"

/* Everything before BANKS. */
static void encode_note(int seat, uint64_t command, int64_t at, bool fixed, struct text *out) {
    if (seat == SEAT_CHANCE)
        text_char(out, '*');
    else
        text_int(out, seat);
    text_char(out, ' ');
    text_hex(out, command);
    text_char(out, ' ');
    text_int(out, at);
    text_add(out, fixed ? " f " : " - ");
}

/* The state is advanced on a copy, because an action's text depends on it. */
int table_encode(const struct table *t, const struct step *step, char *text, size_t size) {
    struct text out = text_begin(text, size);
    encode_note(step->seat, step->command, step->at, step->fixed, &out);
    if (!table_has_clock(t))
        text_char(&out, '-');
    for (int i = 0; table_has_clock(t) && i < t->settings.players; i++) {
        if (i)
            text_char(&out, ',');
        text_int(&out, t->clock[i].bank > 0 ? t->clock[i].bank : 0);
    }
    text_char(&out, ' ');
    if (step->undo)
        text_format(&out, "undo %d", step->undo);
    _Alignas(16) unsigned char state[STATE_MAX];
    if (step->n > 1)
        memcpy(state, t->now, t->game->state_size);
    for (int i = 0; i < step->n; i++) {
        char action[160];
        if (i)
            text_add(&out, "; ");
        t->game->format(i ? state : t->now, &step->action[i], action, sizeof action);
        text_add(&out, action);
        if (i + 1 < step->n)
            t->game->apply(state, &step->action[i]);
    }
    CHECK(text_fits(&out));
    return (int)out.len;
}

/* Without the banks: they only matter to a running game. */
void table_encode_log(const struct table *t, struct table_scratch *s, struct text *out) {
    log_read(&s->reader, &t->log, 0, SEAT_ALL, NULL);
    for (int seq; (seq = log_coming(&s->reader)) != 0;) {
        const struct log_entry *e = &t->log.entry[seq - 1];
        encode_note(e->seat, t->note[seq - 1].command, t->note[seq - 1].at, e->fixed, out);
        text_add(out, "- ");
        record_write_actions(&s->reader, out);
        text_char(out, '\n');
    }
}

/* Lower case only, as text_hex() writes it: each entry has one text. */
static bool hex16(const char *p, size_t n, uint64_t *out) {
    uint64_t v = 0;
    for (size_t i = 0; i < n; i++) {
        int d = p[i] >= '0' && p[i] <= '9'   ? p[i] - '0'
                : p[i] >= 'a' && p[i] <= 'f' ? p[i] - 'a' + 10
                                             : -1;
        if (d < 0)
            return false;
        v = v << 4 | (uint64_t)d;
    }
    *out = v;
    return n == 16;
}

/* The "; " after an action, or NULL. */
static char *end_of_action(char *text) {
    while ((text = strchr(text, ';')) != NULL && text[1] != ' ')
        text++;
    return text;
}

/* The actions of an entry, each judged in turn. */
static int decode_actions(const struct table *t, char *text, struct step *step) {
    _Alignas(16) unsigned char state[STATE_MAX];
    memcpy(state, t->now, t->game->state_size);
    int rc = 0;
    for (char *part = text; part && rc == 0;) {
        char *end = end_of_action(part);
        if (end)
            *end = '\0';
        struct action *a = &step->action[step->n];
        if (step->n == STEP_MAX) {
            rc = -3;
            break;
        }
        memset(a, 0, sizeof *a);
        if (t->game->parse(state, part, a) != 0 || t->game->check(state, a) != 0)
            rc = -3;
        else if (a->seat != step->seat && a->seat != SEAT_CHANCE)
            rc = -4;
        else {
            t->game->apply(state, a);
            step->n++;
        }
        part = end ? end + 2 : NULL;
    }
    return rc;
}

/* The banks when the entry was stored; only those of the last one matter. */
static bool decode_banks(const struct table *t, const char *p, size_t n, struct step *step) {
    step->banks = !(n == 1 && *p == '-');
    if (!step->banks)
        return true;
    for (int i = 0; i < t->settings.players; i++) {
        size_t len = 0;
        int64_t ms;
        while (len < n && p[len] != ',')
            len++;
        if (!text_number(p, len, 0, INT64_C(1) << 40, &ms))
            return false;
        step->bank[i] = ms;
        bool last = len == n;
        if (last != (i == t->settings.players - 1))
            return false;
        p += len + !last;
        n -= len + !last;
    }
    return true;
}

/* The rules judge every action again: a log that was damaged, or written by other rules, does
 * not load by accident. */
int table_decode(const struct table *t, const char *text, size_t len, struct step *step) {
    char copy[STEP_TEXT_MAX];
    if (len >= sizeof copy || memchr(text, '\0', len))
        return -1;
    memcpy(copy, text, len);
    copy[len] = '\0';
    const char *at = copy, *word[5];
    size_t n[5];
    for (int i = 0; i < 5; i++)
        if (!text_word(&at, &word[i], &n[i]))
            return -1;
    int64_t seat = SEAT_CHANCE, undo = 0;
    table_step_begin(SEAT_CHANCE, step);
    if (!text_is(word[0], n[0], "*") &&
        !text_number(word[0], n[0], 0, t->settings.players - 1, &seat))
        return -1;
    step->seat = (int)seat;
    if (!hex16(word[1], n[1], &step->command) ||
        !text_number(word[2], n[2], 0, INT64_C(1) << 52, &step->at))
        return -1;
    if (n[3] != 1 || (*word[3] != 'f' && *word[3] != '-') || !decode_banks(t, word[4], n[4], step))
        return -1;
    step->fixed = *word[3] == 'f';
    if (strncmp(at, "undo ", 5) == 0) {
        if (!text_number(at + 5, strlen(at + 5), 1, t->log.entries_n, &undo) ||
            !undo_allowed(&t->log, (int)undo))
            return -2;
        step->undo = (uint32_t)undo;
        return 0;
    }
    return decode_actions(t, copy + (at - copy), step);
}
