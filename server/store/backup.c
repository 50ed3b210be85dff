/* backup.c -- `skerry backup`: copies a store's file while a server may use it. */
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server.h"

static int complain(const char *file, const char *why) {
    fprintf(stderr, "skerry backup: %s%s.\n", file, why);
    return 3;
}

/* All pages in one step: otherwise a writer could make it start over forever. */
static int copy_pages(sqlite3 *from, sqlite3 *to) {
    sqlite3_busy_timeout(from, 5000);
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int rc = copy ? sqlite3_backup_step(copy, -1) : SQLITE_ERROR;
    return copy && sqlite3_backup_finish(copy) != SQLITE_OK ? SQLITE_ERROR : rc;
}

/* Never overwrites a file: a typo must not cost yesterday's backup. The copy needs no WAL. */
int server_backup(const char *data, const char *to) {
    char path[1024];
    sqlite3 *a = NULL, *b = NULL;
    const char *why = ": the data file cannot be read";
    snprintf(path, sizeof path, "%s/skerry.db", data);
    umask(077); /* it contains the seeds of running games */
    if (access(to, F_OK) == 0)
        return complain(to, " already exists");
    int rc = sqlite3_open_v2(path, &a, SQLITE_OPEN_READONLY, NULL);
    if (rc == SQLITE_OK) {
        why = ": the copy cannot be written";
        rc = sqlite3_open_v2(to, &b, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    }
    if (rc == SQLITE_OK)
        rc = copy_pages(a, b);
    sqlite3_close(a);
    if (sqlite3_close(b) != SQLITE_OK)
        rc = SQLITE_ERROR;
    return rc == SQLITE_DONE ? 0 : complain(path, why);
}
