/* whole_file.c -- files read and written as a whole: see whole_file.h. */
#include "whole_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "flags.h"

/* Some systems open a folder as if it were a file. */
bool file_read(const char *path, char *text, size_t size, size_t *len) {
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    *len = 0;
    if (!f)
        return false;
    errno = 0;
    *len = fread(text, 1, size, f);
    int why = ferror(f) ? errno ? errno : EIO : 0;
    if (f != stdin)
        fclose(f);
    errno = why;
    return why == 0;
}

/* A device or a pipe is written in place: it cannot be replaced. */
static bool is_special(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

/* A full device says so to a write of nothing; a file system has to be asked. */
bool output_has_room(int fd) {
    struct statvfs disk;
    struct stat s;
    errno = 0;
    if (write(fd, "", 0) != 0 && errno == ENOSPC)
        return false;
    bool file = fstat(fd, &s) == 0 && (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode));
    if (!file || fstatvfs(fd, &disk) != 0 || disk.f_blocks == 0)
        return true;
    errno = ENOSPC;
    return (geteuid() == 0 ? disk.f_bfree : disk.f_bavail) > 0;
}

/* Whoever closed it and printed nothing has lost nothing. */
int output_close(const char *command, int status) {
    errno = 0;
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    int why = errno;
    if (fclose(stdout) != 0 && errno != EBADF) {
        lost = true;
        why = errno;
    }
    if (!lost || status > STATUS_FOUND)
        return status;
    return fail(STATUS_FILE, command, "standard output: %s", why ? strerror(why) : "not written");
}

static void tell_why(const struct output *o, const char *command) {
    if (command)
        fail_file(command, o->path);
}

bool output_open(struct output *o, const char *command, const char *path) {
    memset(o, 0, sizeof *o);
    o->path = path;
    if (strcmp(path, "-") == 0) {
        o->to = stdout;
        return true;
    }
    /* A file that we may not write must not be replaced either. */
    bool special = is_special(path), refused = access(path, F_OK) == 0 && access(path, W_OK) != 0;
    if (!special && !refused && strlen(path) + 10 < sizeof o->temporary) {
        snprintf(o->temporary, sizeof o->temporary, "%s.part", path);
        o->to = fopen(o->temporary, "w");
    } else if (special) {
        o->to = fopen(path, "w");
    }
    if (o->to && !output_has_room(fileno(o->to))) {
        int why = errno;
        output_drop(o);
        errno = why;
    }
    if (!o->to) {
        tell_why(o, command);
        o->temporary[0] = '\0';
    }
    return o->to != NULL;
}

bool output_keep(struct output *o, const char *command) {
    bool own = o->to && o->to != stdout;
    bool whole = o->to && !ferror(o->to) && fflush(o->to) == 0;
    if (whole && o->temporary[0])           /* on the disk before it takes the other's place */
        whole = fsync(fileno(o->to)) == 0;
    if (own)
        whole = fclose(o->to) == 0 && whole;
    o->to = NULL;
    if (whole && o->temporary[0])
        whole = rename(o->temporary, o->path) == 0;
    if (!whole) {
        tell_why(o, command);
        output_drop(o);
    }
    o->temporary[0] = '\0';
    return whole;
}

void output_drop(struct output *o) {
    if (o->to && o->to != stdout)
        fclose(o->to);
    if (o->temporary[0])
        unlink(o->temporary);
    o->to = NULL;
    o->temporary[0] = '\0';
}
