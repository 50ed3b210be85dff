/* serve.c -- `skerry serve`: host tables. Its flags are the server's own (server/server.h). */
#include <stdio.h>

#include "host.h"

#ifdef SKERRY_SERVER

#include "../server/server.h"

int cli_serve(int argc, char **argv) {
    struct server_config config;
    int stop = server_configure(&config, argc - 1, argv + 1);   /* 0: go on; else status + 1 */
    return stop ? stop - 1 : server_run(&config);
}

#else

int cli_serve(int argc, char **argv) {
    (void)argc, (void)argv;
    fputs("skerry serve: built without the server's libraries (tools/setup play lists them).\n",
          stderr);
    return 2;
}

#endif
