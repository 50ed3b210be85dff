/* backup.c -- `skerry backup`: copy a server's store to a file, also while it runs. */
#include <stdio.h>
#include <string.h>

#include "host.h"

#ifdef SKERRY_SERVER

#include "../server/server.h"

int cli_backup(int argc, char **argv) {
    const char *data = ".skerry", *to = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--data") == 0 && i + 1 < argc)
            data = argv[++i];
        else if (argv[i][0] != '-' && !to)
            to = argv[i];
        else
            to = NULL, i = argc;
    }
    if (!to) {
        fputs("usage: skerry backup [--data DIR] FILE\n"
              "Copies the store of a data folder into FILE, also while a server uses it. To "
              "restore,\n"
              "stop the server and put FILE into a data folder as skerry.db.\n",
              argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
        return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    return server_backup(data, to);
}

#else

int cli_backup(int argc, char **argv) {
    (void)argc, (void)argv;
    fputs("skerry backup: built without the server's libraries.\n", stderr);
    return 2;
}

#endif
