/* systemd.c -- notifies systemd, if it started us: progress of the start, and readiness. One
 * datagram to the socket named in the environment; no library is needed. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/copy_text.h"
#include "server_state.h"

/* A name in the abstract namespace is written with @ and sent with a NUL. */
void systemd_tell(const char *text) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof to.sun_path)
        return;
    KEEP(to.sun_path, path);
    size_t len = offsetof(struct sockaddr_un, sun_path) + strlen(path);
    if (to.sun_path[0] == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    sendto(fd, text, strlen(text), MSG_NOSIGNAL, (struct sockaddr *)&to, (socklen_t)len);
    close(fd);
}
