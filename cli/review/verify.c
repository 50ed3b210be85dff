/* verify.c -- `skerry verify`: is a recorded game whole, and do its dice follow from the committed
 * seed? (engine/review/verify.h) */
#include <stdio.h>
#include <stdlib.h>

#include "core/json.h"
#include "review/verify.h"
#include "commands.h"
#include "flags.h"
#include "foreign.h"
#include "record_file.h"

enum { WHY_SIZE = 640 };

/* The fault in a sentence. */
static const char *explain(const struct verification *v, char why[WHY_SIZE]) {
    static const char *const sentence[] = {
        [VERIFY_CHANGED] = "the record was changed after it was written: its Check header does "
                           "not fit",
        [VERIFY_NO_PROMISE] = "the record has no fairness headers, or the game is not over",
        [VERIFY_BAD_PROMISE] = "Commitment and Server-Seed must be 64 hex digits",
        [VERIFY_OTHER_SEED] = "the server seed does not hash to the commitment",
    };
    if (v->fault == VERIFY_CUT)
        snprintf(why, WHY_SIZE, "the record is incomplete: it claims %d entries and has %d",
                 v->stated, v->found);
    else if (v->fault == VERIFY_UNREADABLE)
        snprintf(why, WHY_SIZE, "line %d: %s", v->unread.line, v->unread.what);
    else if (v->fault == VERIFY_RESULT)
        snprintf(why, WHY_SIZE, "the record says that %s has won, but after its last entry %s has%s",
                 v->result, v->winner, v->decided ? "" : ": it is cut short or changed");
    else if (v->fault == VERIFY_DRAW)
        snprintf(why, WHY_SIZE, "entry %d: %s, but the seed gives %s", v->other.entry, v->other.was,
                 v->other.drawn);
    else
        snprintf(why, WHY_SIZE, "%s", sentence[v->fault]);
    return foreign(why);
}

/* Programs read this line; the keys stay. */
static void tell_json(const struct verification *v, const char *note) {
    char line[6 * WHY_SIZE + 512], why[WHY_SIZE];
    struct json_out out = json_begin_object(line, sizeof line);
    json_bool(&out, "verified", !v->fault);
    if (!v->fault) {
        json_int(&out, "outcomes", v->outcomes);
        json_int(&out, "entries", v->entries);
    } else {
        json_text(&out, "fault", verify_fault_name(v->fault));
        json_text(&out, "why", explain(v, why));
    }
    if (note)
        json_text(&out, "note", note);
    json_object_end(&out);
    puts(json_fits(&out) ? line : "{}");
}

static void tell(const struct verification *v, bool json) {
    const char *note = NULL;
    char why[WHY_SIZE];
    if (!v->sealed)
        note = "an older record without Entries and Check: whether names, date or number of "
               "entries were changed is not known";
    else if (!v->fault && !v->decided)
        note = "the game ended before it was won";
    if (json) {
        tell_json(v, note);
        return;
    }
    if (note)
        printf("note: %s\n", note);
    if (v->fault)
        puts(explain(v, why));
    else
        printf("verified: %d outcomes of chance in %d entries are those of the committed seed\n",
               v->outcomes, v->entries);
}

/* Judge the record and say what was found; returns the exit status. */
static int verify(const char *command, const char *text, size_t len, bool json) {
    struct verification v;
    struct verify_draw draw;
    struct session *s = session_allocate(SESSION_MAX);
    if (!s)
        return fail_memory(command);
    verify_begin(&v, s, text, len);
    while (verify_next(&v, &draw))
        ;
    tell(&v, json);
    free(s);
    return v.fault ? STATUS_FOUND : STATUS_OK;
}

int cli_verify(int argc, char **argv) {
    const char *name = NULL;
    bool json = false;
    const struct flag flags[] = {
        { "--json", FLAG_ON, &json, "one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int stop = flags_parse(argc, argv, flags,
                           "FILE [flags] -- check the dice and cards of a recorded game by drawing "
                           "them again", &name, 1);
    size_t len = 0;
    if (stop != FLAGS_OK)
        return stop;
    if (!name)
        return complain("verify", "which FILE? (- for stdin)");
    int status;
    char *text = record_text("verify", name, &len, &status);
    if (!text)
        return status;
    status = verify(argv[0], text, len, json);
    free(text);
    return status;
}
