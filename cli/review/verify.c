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

/* Programs read this line; the keys stay. */
static void tell_json(const struct verification *v, const char *note) {
    char line[4096];
    struct json_out out = json_begin_object(line, sizeof line);
    json_bool(&out, "verified", !v->fault);
    if (!v->fault) {
        json_int(&out, "outcomes", v->outcomes);
        json_int(&out, "entries", v->entries);
    } else {
        json_text(&out, "fault", verify_fault_name(v->fault));
        json_text(&out, "why", v->why);
    }
    if (note)
        json_text(&out, "note", note);
    json_object_end(&out);
    puts(json_fits(&out) ? line : "{}");
}

static void tell(const struct verification *v, bool json) {
    const char *note = NULL;
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
        printf("%s\n", v->why);
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
    foreign(v.why);
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
