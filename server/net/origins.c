/* origins.c -- which pages may talk to us, and which addresses others can use to reach us. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "conn.h"

/* Append "http://HOST:PORT " to `text`. */
static void add_page(const struct server *s, char **text, const char *host) {
    char page[300];
    size_t n = strlen(*text);
    int len = s->port == 80 ? snprintf(page, sizeof page, "http://%s ", host)
                            : snprintf(page, sizeof page, "http://%s:%d ", host, s->port);
    *text = realloc(*text, n + (size_t)len + 1);
    CHECK(*text);
    memcpy(*text + n, page, (size_t)len + 1);
}

/* Separated by spaces, so that strstr() of " ORIGIN " finds exactly it (origin_ok). */
static void add_origin(struct server *s, const char *host) {
    add_page(s, &s->origins, host);
}

/* The address with which this machine reaches the world, which its neighbours most likely know
 * too. Nothing is sent: connecting a datagram socket only looks up the route. */
static void outward_address(char out[INET_ADDRSTRLEN]) {
    struct sockaddr_in far = { .sin_family = AF_INET, .sin_port = htons(9) }, own;
    socklen_t len = sizeof own;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    out[0] = '\0';
    inet_pton(AF_INET, "198.51.100.1", &far.sin_addr); /* reserved for examples */
    if (fd >= 0 && connect(fd, (struct sockaddr *)&far, sizeof far) == 0 &&
        getsockname(fd, (struct sockaddr *)&own, &len) == 0)
        inet_ntop(AF_INET, &own.sin_addr, out, INET_ADDRSTRLEN);
    if (fd >= 0)
        close(fd);
}

/* Every address of this machine. Those that others can use (IPv4, not loopback) are kept for
 * invitations, the one towards the world first. */
static void lan_addresses(struct server *s) {
    struct ifaddrs *list = NULL;
    char first[INET_ADDRSTRLEN];
    outward_address(first);
    if (first[0] && strncmp(first, "127.", 4) != 0)
        add_page(s, &s->reachable, first);
    if (getifaddrs(&list) != 0)
        return;
    for (struct ifaddrs *i = list; i; i = i->ifa_next) {
        if (!i->ifa_addr ||
            (i->ifa_addr->sa_family != AF_INET && i->ifa_addr->sa_family != AF_INET6))
            continue;
        bool v6 = i->ifa_addr->sa_family == AF_INET6;
        char text[INET6_ADDRSTRLEN + 4], bare[INET6_ADDRSTRLEN];
        inet_ntop(i->ifa_addr->sa_family,
                  v6 ? (void *)&((struct sockaddr_in6 *)(void *)i->ifa_addr)->sin6_addr
                     : (void *)&((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr,
                  bare, sizeof bare);
        snprintf(text, sizeof text, v6 ? "[%s]" : "%s", bare);
        add_origin(s, text);
        if (!v6 && strncmp(bare, "127.", 4) != 0 && strcmp(bare, first) != 0)
            add_page(s, &s->reachable, bare);
    }
    freeifaddrs(list);
}

/* People also type the machine's name. */
static void lan_names(struct server *s) {
    char host[256];
    if (gethostname(host, sizeof host) != 0)
        return;
    host[sizeof host - 1] = '\0';
    add_origin(s, host);
    size_t n = strlen(host);
    if (n + 7 < sizeof host && !strchr(host, '.')) {
        memcpy(host + n, ".local", 7);
        add_origin(s, host);
    }
}

/* After listening, because the port is part of an Origin. Behind a proxy the public name must be
 * given (--origin): no client header is trusted for it. */
void origins_allow(struct server *s) {
    const char *more = s->config.origins ? s->config.origins : "";
    s->origins = malloc(strlen(more) + 3);
    s->reachable = calloc(1, 1);
    CHECK(s->origins && s->reachable);
    sprintf(s->origins, " %s%s", more, more[0] ? " " : "");
    add_origin(s, "localhost");
    add_origin(s, "127.0.0.1");
    add_origin(s, "[::1]");
    if (s->config.lan) {
        lan_addresses(s);
        lan_names(s);
    } else if (strcmp(s->config.address, "127.0.0.1") != 0) {
        add_origin(s, s->config.address);
        if (strcmp(s->config.address, "0.0.0.0") != 0 && strcmp(s->config.address, "::") != 0)
            add_page(s, &s->reachable, s->config.address);
    }
}

/* Browsers send an Origin with every WebSocket and POST; a program without one has no cookie to
 * be abused. */
bool origin_ok(const struct server *s, const struct http_head *head) {
    char wanted[264];
    if (!head->origin[0])
        return true; /* not a browser */
    snprintf(wanted, sizeof wanted, " %s ", head->origin);
    return strchr(head->origin, ' ') == NULL &&
           (strstr(s->origins, wanted) != NULL || (s->peers && strstr(s->peers, wanted) != NULL));
}

/* --- where others reach us --- */

static void write_words(const char *words, struct json_out *o) {
    for (size_t n; words += strspn(words, " "), (n = strcspn(words, " ")) > 0; words += n)
        json_text_n(o, NULL, words, n);
}

/* Names given by --origin are for everybody. Addresses on the local network are only shown to
 * people on this machine: all others already use one of them. */
void origins_write_reachable(const struct server *s, const struct in6_addr *asker,
                             struct json_out *o, const char *key) {
    static const uint8_t loop4[13] = { [10] = 0xff, [11] = 0xff, [12] = 127 };
    static const struct in6_addr loop6; /* ::1; address_ip() keeps only its network */
    bool here = memcmp(asker, loop4, sizeof loop4) == 0 || memcmp(asker, &loop6, 16) == 0;
    json_array(o, key);
    write_words(s->config.origins ? s->config.origins : "", o);
    if (here)
        write_words(s->reachable, o);
    json_array_end(o);
}
