/* doctor.c -- `skerry doctor`: finds what can still be read in a damaged store and copies it to a
 * new file. */
#include "commands.h"
#include "flags.h"

#ifndef SKERRY_SERVER

WITHOUT_SERVER(doctor, "FILE -- check a server's store")

#else

#include "server/server.h"

int cli_doctor(int argc, char **argv) {
    const char *file = NULL, *salvage = NULL;
    bool json = false;
    const struct flag flags[] = {
        { "--salvage", FLAG_FILE, &salvage, "write all that is intact into this new file" },
        { "--json", FLAG_ON, &json, "one JSON object per line: damage, lost games, then the counts" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] FILE -- check a server's skerry.db and say what is lost\n"
                             "FILE is never changed; stop the server first. Ends with 0 if all is "
                             "well, with 1 if something is lost.", &file, 1);
    if (status != FLAGS_OK)
        return status;
    return file ? server_doctor(file, salvage, json) : complain(argv[0], "which FILE?");
}

#endif
