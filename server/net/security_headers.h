/* security_headers.h -- security headers for browsers. */
#ifndef SERVER_SECURITY_HEADERS_H
#define SERVER_SECURITY_HEADERS_H

/* Sent with every answer of the page and the API. The page may load itself, wasm and inline
 * pictures; its socket may go to another node; no other site may frame, embed or read it. */
#define SECURITY_HEADERS                                                                           \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: "                                         \
    "no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n"                                   \
    "X-Frame-Options: DENY\r\n"                                                                    \
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "          \
    "style-src 'self'; img-src 'self' data:; connect-src 'self'%s; font-src 'self'; "              \
    "manifest-src 'self'; worker-src 'self'; "                                                     \
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"

#endif
