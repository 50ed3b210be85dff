/* version.c -- `skerry version` (also `skerry --version`): version, commit, rules revision.
 *
 * Records depend on the revision of the rules: a record with a higher revision than the
 * program's cannot be replayed. */
#include "version.h"

#include <stdio.h>

#include "core/protocol.h"
#include "core/record.h"
#include "commands.h"
#include "flags.h"

const char skerry_version[] = SKERRY_VERSION;       /* both are set by the Makefile */
const char skerry_commit[] = SKERRY_COMMIT;

int cli_version(int argc, char **argv) {
    bool json = false;
    const struct flag flags[] = {
        { "--json", FLAG_ON, &json, "one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] -- version, commit and revision of the rules", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    printf(json ? "{\"version\":\"%s\",\"commit\":\"%s\",\"rules_revision\":%d,"
                  "\"record_version\":%d}\n" :
                  "skerry %s\ncommit %s\nrules revision %d, record version %d\n",
           skerry_version, skerry_commit, RULES_REVISION, RECORD_VERSION);
    return STATUS_OK;
}
