/* page_files.c -- the built page, read once at the start into a table of exact paths.
 *
 * No request ever becomes a file name. What compresses well is kept gzipped as well. Where the
 * build left NAME.br or NAME.gz beside NAME, that is sent to whoever takes it. The page's own
 * routes (/t/ID, /r/ID) get the index, and so does a request for a page that does not exist, with
 * 404. Files with a hash in their name may be cached for ever; the rest is checked by its ETag. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "core/check.h"
#include "core/sha256.h"
#include "conn.h"
#include "core/copy_text.h"

enum { FILE_MAX = 32 << 20, FILES_MAX = 4096 };

/* The best last. */
enum encoding { PLAIN, GZIP, BROTLI, ENCODINGS };
static const char *const encoding_name[ENCODINGS] = { "", "gzip", "br" };

struct page_bytes {
    unsigned char *at;
    size_t n;
};

struct page_file {
    char path[256];
    const char *type;
    struct page_bytes body[ENCODINGS]; /* .at is NULL if it would not help */
    char etag[ETAG_SIZE];
    bool forever;
};

/* Sorted by path once it is loaded. */
struct pages {
    struct page_file *file;
    int n, cap;
    int index;
};

/* With nosniff a browser trusts our content type, so unknown files are served as bytes. */
static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".wasm", "application/wasm" },
        { ".json", "application/json" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".woff2", "font/woff2" },
        { ".webmanifest", "application/manifest+json" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".webp", "image/webp" },
        { ".mp3", "audio/mpeg" },
        { ".map", "application/json" },
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* Vite writes name-HASH.js into assets/; such a file never changes. Other files there have no
 * dash before the dot, or only a short word after it. */
static bool has_hash(const char *path) {
    const char *dash = strrchr(path, '-'), *dot = strrchr(path, '.');
    return strncmp(path, "/assets/", 8) == 0 && dash && dot && dot - dash >= 8;
}

/* At zlib's highest level, since it is done once. Kept only if it saves a tenth. */
static void pack(struct page_file *f) {
    z_stream z = { 0 };
    const struct page_bytes *plain = &f->body[PLAIN];
    uLong bound = compressBound(plain->n) + 64;
    if (plain->n < 512 || deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    unsigned char *out = malloc(bound);
    CHECK(out);
    z.next_in = plain->at;
    z.avail_in = (uInt)plain->n;
    z.next_out = out;
    z.avail_out = (uInt)bound;
    int rc = deflate(&z, Z_FINISH);
    deflateEnd(&z);
    if (rc == Z_STREAM_END && z.total_out < plain->n * 9 / 10)
        f->body[GZIP] = (struct page_bytes){ realloc(out, z.total_out), z.total_out };
    else
        free(out);
}

/* A file that shrinks while it is read is served with the bytes that were found. */
static bool read_file(const char *name, struct page_bytes *to) {
    FILE *in = fopen(name, "rb");
    struct stat st;
    if (!in || fstat(fileno(in), &st) != 0 || st.st_size > FILE_MAX) {
        if (in)
            fclose(in);
        return false;
    }
    to->at = malloc((size_t)st.st_size + 1);
    CHECK(to->at);
    to->n = fread(to->at, 1, (size_t)st.st_size, in);
    to->at[to->n] = '\0';
    fclose(in);
    return true;
}

/* NAME.br or NAME.gz, as web/vite.config.ts writes them; one that is older than NAME belongs to
 * another build. */
static bool read_packed(const char *name, enum encoding encoding, struct page_file *f) {
    char packed[1024 + 4];
    struct stat of, st;
    snprintf(packed, sizeof packed, "%s%s", name, encoding == GZIP ? ".gz" : ".br");
    return stat(name, &of) == 0 && stat(packed, &st) == 0 && st.st_mtime >= of.st_mtime &&
           read_file(packed, &f->body[encoding]);
}

void pages_etag(const void *bytes, size_t len, char out[ETAG_SIZE]) {
    uint8_t hash[SHA256_SIZE];
    sha256(bytes, len, hash);
    out[0] = '"';
    hex_format(hash, 16, out + 1);
    strcat(out, "\"");
}

/* Unreadable or too large files are skipped silently and give 404. */
static void add(struct pages *p, const char *name, const char *path) {
    struct page_file f = { .type = type_of(path), .forever = has_hash(path) };
    if (p->n == FILES_MAX || strlen(path) >= sizeof f.path || !read_file(name, &f.body[PLAIN]))
        return;
    KEEP(f.path, path);
    pages_etag(f.body[PLAIN].at, f.body[PLAIN].n, f.etag);
    read_packed(name, BROTLI, &f);
    if (!read_packed(name, GZIP, &f))
        pack(&f);
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 64;
        p->file = realloc(p->file, (size_t)p->cap * sizeof *p->file);
        CHECK(p->file);
    }
    p->file[p->n++] = f;
}

static bool is_packed(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".br") == 0 || strcmp(dot, ".gz") == 0);
}

static void add_folder(struct pages *p, const char *folder, const char *path, int depth) {
    DIR *dir = depth < 8 ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char name[1024], below[512];
        struct stat st;
        if (e->d_name[0] == '.')
            continue;
        if (snprintf(name, sizeof name, "%s/%s", folder, e->d_name) >= (int)sizeof name ||
            snprintf(below, sizeof below, "%s/%s", path, e->d_name) >= (int)sizeof below ||
            lstat(name, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode))
            add_folder(p, name, below, depth + 1);
        else if (S_ISREG(st.st_mode) && !is_packed(e->d_name))
            add(p, name, below);
    }
    if (dir)
        closedir(dir);
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct page_file *)a)->path, ((const struct page_file *)b)->path);
}

struct pages *pages_load(const char *folder) {
    struct pages *p = calloc(1, sizeof *p);
    CHECK(p);
    p->index = -1;
    add_folder(p, folder, "", 0);
    if (p->n > 0)
        qsort(p->file, (size_t)p->n, sizeof *p->file, by_path);
    for (int i = 0; i < p->n; i++)
        if (strcmp(p->file[i].path, "/index.html") == 0)
            p->index = i;
    if (p->index >= 0)
        return p;
    pages_free(p);
    return NULL;
}

void pages_free(struct pages *p) {
    for (int i = 0; p && i < p->n; i++) {
        for (int e = 0; e < ENCODINGS; e++)
            free(p->file[i].body[e].at);
    }
    if (p)
        free(p->file);
    free(p);
}

/* A path is only compared, never opened, so dots and slashes in it are harmless. */
static const struct page_file *find(const struct pages *p, const char *path) {
    struct page_file key;
    if (strlen(path) >= sizeof key.path)
        return NULL;
    KEEP(key.path, path);
    return bsearch(&key, p->file, (size_t)p->n, sizeof *p->file, by_path);
}

const char *pages_text(const struct pages *p, const char *path, size_t *len) {
    const struct page_file *f = p ? find(p, path) : NULL;
    *len = f ? f->body[PLAIN].n : 0;
    return f ? (const char *)f->body[PLAIN].at : NULL;
}

/* Links to a table and to a game are addresses of the page. */
static bool is_route(const char *path) {
    return strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0 || strncmp(path, "/r/", 3) == 0;
}

/* An unknown address without a dot gets the page, which says that there is nothing there;
 * anything else is 404. */
static const struct page_file *find_or_index(const struct pages *p, const char *path, int *status) {
    const struct page_file *f = find(p, path);
    *status = f || is_route(path) ? 200 : 404;
    return f || strchr(path, '.') ? f : &p->file[p->index];
}

/* Deliberately simple: weights are ignored, which is correct too. */
static bool takes(const char *accept, enum encoding encoding) {
    size_t n = strlen(encoding_name[encoding]);
    for (const char *at = accept; n && (at = strstr(at, encoding_name[encoding])); at += n)
        if ((at == accept || strchr(", ", at[-1])) && strchr(",; ", at[n]))
            return strncmp(at + n, ";q=0", 4) != 0;
    return n == 0;
}

static enum encoding encoding_for(const struct page_file *f, const char *accept) {
    for (int e = ENCODINGS - 1; e > PLAIN; e--)
        if (f->body[e].at && takes(accept, (enum encoding)e))
            return (enum encoding)e;
    return PLAIN;
}

/* The bytes live as long as the server, so they are queued without a copy (conn_answer_static). */
bool pages_answer(struct conn *c) {
    const struct pages *p = c->server->pages;
    int status = 404;
    const struct page_file *f = p ? find_or_index(p, c->head->path, &status) : NULL;
    char headers[256];
    if (!f)
        return false;
    enum encoding e = encoding_for(f, c->head->accept_encoding);
    snprintf(headers, sizeof headers, "ETag: %s\r\nCache-Control: %s\r\n%s%s%s%s", f->etag,
             f->forever ? "public, max-age=31536000, immutable" : "no-cache",
             f->body[GZIP].at || f->body[BROTLI].at ? "Vary: Accept-Encoding\r\n" : "",
             e == PLAIN ? "" : "Content-Encoding: ", encoding_name[e], e == PLAIN ? "" : "\r\n");
    if (status == 200 && strcmp(c->head->if_none_match, f->etag) == 0)
        conn_answer(c, 304, NULL, headers, NULL, 0);
    else
        conn_answer_static(c, status, f->type, headers, f->body[e].at, f->body[e].n);
    return true;
}
