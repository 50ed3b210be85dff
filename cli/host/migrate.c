/* migrate.c -- `skerry migrate`: moves a whole site from a file into a database, or back. */
#include "commands.h"
#include "flags.h"

#ifndef SKERRY_SERVER

WITHOUT_SERVER(migrate, "-- move a site into another store")

#else

#include "server/server.h"
#include "progress.h"

static const char usage[] =
    "[flags] -- move a whole site into another store, and compare the two\n"
    "A store is a data folder, its skerry.db, or a PostgreSQL database (postgres://...). Stop the\n"
    "server first. --from is only read; --to must be empty. If the move is interrupted, run the same\n"
    "command again and it continues. No server starts on --to before every game was read back from\n"
    "both and the hashes are equal. Put a password into PGPASSWORD or ~/.pgpass, not here.";

/* NULL: clear the line, something else will be printed. */
static bool go_on(const char *what, int64_t done, int64_t of) {
    static struct progress progress;
    if (what)
        progress_show(&progress, (uint64_t)done, (uint64_t)of, what, "");
    else
        progress_end(&progress);
    return !interrupted();
}

int cli_migrate(int argc, char **argv) {
    const char *from = NULL, *to = NULL;
    bool json = false;
    const struct flag flags[] = {
        { "--from", FLAG_FILE, &from, "the store to read" },
        { "--to", FLAG_FILE, &to, "the empty store to write, or one where this was interrupted" },
        { "--json", FLAG_ON, &json, "print the counts and the hash as JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!from || !to)
        return complain(argv[0], from ? "--to which store?" : "--from which store?");
    interrupt_catch();
    return server_migrate(from, to, json, go_on);
}

#endif
