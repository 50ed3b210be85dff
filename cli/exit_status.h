/* exit_status.h -- what the exit status of a command means. */
#ifndef CLI_EXIT_STATUS_H
#define CLI_EXIT_STATUS_H

/* The exit statuses of every command. X(enumerator, number, meaning) */
#define STATUSES(X)                                                                               \
    X(STATUS_OK, 0, "it did what was asked")                                                      \
    X(STATUS_FOUND, 1, "it ran and found a fault: a broken rule, wrong dice, a bad record")       \
    X(STATUS_USAGE, 2, "the command line or the rules it names were not understood")              \
    X(STATUS_FILE, 3, "a file, a folder or a server could not be used")                           \
    X(STATUS_MEMORY, 4, "memory or threads ran out")                                              \
    X(STATUS_INTERRUPTED, 130, "interrupted; what was finished by then has been printed")
enum status {
#define X(name, number, meaning) name = number,
    STATUSES(X)
#undef X
};

#endif
