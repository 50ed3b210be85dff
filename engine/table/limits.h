/* limits.h -- limits of a table that are the same for all hosts. */
#ifndef TABLE_LIMITS_H
#define TABLE_LIMITS_H

enum {
    LINE = 64, /* bytes of a cache line */
    NAME_CHARS = 24,
    HOLD_SECONDS = 60, /* until a bot plays for somebody who is away, unless the table says else */
    KICKS_MAX = 16,
    SILENCED_MAX = 32,
    ENTRIES_MAX = 20000,   /* entries in force; then the table closes */
    ENTRIES_WARN = 2000,   /* people are warned when this many are left */
    TAKEN_BACK_MAX = 1000, /* entries that one seat may take back in a game */
};

#endif
