/* data_folder.c -- the folder of a server's store, and its lock.
 *
 * A store belongs to one server at a time. Two things are locked: the folder's file `lock`, and
 * the store itself. The second lock is on the inode, so a link to the file from another folder
 * does not bypass it. (flock() does not affect the locks that SQLite takes for each
 * transaction.) */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server_state.h"

static int lock_file(const char *data, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", data, name);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    fprintf(stderr, "skerry serve: %s is in use by another server, or cannot be written.\n", path);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The file contains the seeds of running games: nobody else may read it, whatever its old mode. */
static void keep_to_ourselves(int fd) {
    struct stat is;
    if (fstat(fd, &is) == 0 && (is.st_mode & 077))
        (void)!fchmod(fd, 0600);
}

/* The lock ends with the process, however it ends. */
bool data_folder_lock(const char *data, struct data_lock *lock) {
    if (mkdir(data, 0700) != 0 && errno != EEXIST) {
        fprintf(stderr, "skerry serve: cannot make %s: %s\n", data, strerror(errno));
        return false;
    }
    lock->folder = lock_file(data, "lock");
    lock->store = lock->folder < 0 ? -1 : lock_file(data, "skerry.db");
    if (lock->store >= 0) {
        keep_to_ourselves(lock->store);
        return true;
    }
    if (lock->folder >= 0)
        close(lock->folder);
    return false;
}

/* Only after the store is closed: closing any descriptor of the file drops all of SQLite's
 * locks. */
void data_folder_unlock(const struct data_lock *lock) {
    close(lock->store);
    close(lock->folder);
}
