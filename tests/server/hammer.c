/* hammer.c -- many sockets against a server, from one thread.
 *
 *     hammer load PORT SOCKETS SECONDS PID DATA [events|view [RATE]]
 *                                                    rooms of four, an action a room and second, or
 *                                                    as often as RATE says
 *     hammer relay PORT SOCKETS SECONDS PID DATA BYTES
 *                                                    the same traffic through a bare relay
 *     hammer kill PROGRAM DATA KILLS ROOMS [SEED [SECONDS]]
 *                                                    kill -9 again and again; nothing may be
 *                                                    lost */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hammer.h"

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc >= 7 && strcmp(argv[1], "load") == 0)
        return load(argv, argc > 7 && strcmp(argv[7], "events") == 0, argc > 8 ? atof(argv[8]) : 1);
    if (argc >= 8 && strcmp(argv[1], "relay") == 0) {
        relay = atoi(argv[7]);
        return load(argv, false, 1);
    }
    if (argc >= 6 && strcmp(argv[1], "kill") == 0)
        return kill_loop(argv);
    fputs("usage: hammer load|relay|kill ... (see the file)\n", stderr);
    return 2;
}
