/* version.h -- which Skerry this is. The version is the file VERSION; the commit comes from git,
 * or from SKERRY_COMMIT if a package is built without a repository. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

extern const char skerry_version[], skerry_commit[];

#endif
