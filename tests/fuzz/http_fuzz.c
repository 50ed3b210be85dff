/* http_fuzz.c -- any bytes are a request's head, incomplete, or refused with a status. */
#include "server/net/http.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct http_head head;
    char value[40], accept[29];
    int status = http_read((const char *)data, size, &head);
    CHECK(status == 0 || status == 1 || (status >= 400 && status < 600));
    if (status != 0)
        return 0;
    CHECK(head.head_len <= size && head.body_len <= HTTP_BODY_MAX && head.path[0] == '/');
    CHECK(strlen(head.path) < sizeof head.path && strlen(head.cookie) < sizeof head.cookie);
    if (http_cookie(head.cookie, "skerry", value, sizeof value))
        CHECK(strlen(value) < sizeof value);
    http_query(head.query, "ply", value, sizeof value);
    if (head.upgrade && strlen(head.ws_key) == 24)
        http_ws_accept(head.ws_key, accept);
    /* The same head in two pieces is the same head. */
    struct http_head again;
    CHECK(http_read((const char *)data, head.head_len, &again) == 0);
    CHECK(memcmp(&again, &head, sizeof head) == 0);
    return 0;
}
