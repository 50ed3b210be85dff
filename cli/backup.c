/* backup.c -- `skerry backup`: copies a server's store to a file, even while the server runs.
 *
 * Other ways of copying skerry.db may tear a transaction apart; this copy is consistent. */
#include <stdio.h>

#include "flags.h"
#include "host.h"

#ifdef SKERRY_SERVER

#include "../server/server.h"

/* SQLite's own backup, which takes the server's writes into account. */
int cli_backup(int argc, char **argv) {
    const char *data = ".skerry", *to = NULL;
    const struct flag flags[] = {
        { "--data", FLAG_FOLDER, &data, "the server's data folder (.skerry)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] FILE -- copy a server's store, also while it runs\n"
                             "To restore, stop the server and put FILE into a data folder as "
                             "skerry.db.", &to, 1);
    if (status != FLAGS_OK)
        return status;
    return to ? server_backup(data, to) : complain(argv[0], "into which FILE?");
}

#else

int cli_backup(int argc, char **argv) {
    return without_server(argc, argv, "FILE -- copy a server's store");
}

#endif
