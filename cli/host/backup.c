/* backup.c -- `skerry backup`: copies a server's store to a file, even while the server runs.
 *
 * Other ways of copying skerry.db may tear a transaction apart; this copy is consistent. */
#include <stdio.h>

#include "commands.h"
#include "flags.h"

#ifndef SKERRY_SERVER

WITHOUT_SERVER(backup, "FILE -- copy a server's store")

#else

#include <limits.h>
#include <sys/stat.h>

#include "core/check.h"
#include "core/json.h"
#include "server/server.h"

static void print_json(const char *file) {
    static char text[6 * PATH_MAX + 64]; /* each character may need an escape */
    struct stat s;
    struct json_out out = json_begin_object(text, sizeof text);
    json_text(&out, "file", file);
    if (stat(file, &s) == 0)
        json_int(&out, "bytes", (int64_t)s.st_size);
    json_object_end(&out);
    CHECK(json_fits(&out));
    puts(text);
}

/* SQLite's own backup, which takes the server's writes into account. */
int cli_backup(int argc, char **argv) {
    const char *data = ".skerry", *to = NULL;
    bool json = false;
    const struct flag flags[] = {
        { "--data", FLAG_FOLDER, &data, "the server's data folder (.skerry)" },
        { "--json", FLAG_ON, &json, "say as JSON which file was written, and how long it is" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] FILE -- copy a server's store, also while it runs\n"
                             "To restore, stop the server and put FILE into a data folder as "
                             "skerry.db.", &to, 1);
    if (status != FLAGS_OK)
        return status;
    if (!to)
        return complain(argv[0], "into which FILE?");
    status = server_backup(data, to);
    if (status == 0 && json)
        print_json(to);
    return status;
}

#endif
