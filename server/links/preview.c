/* preview.c -- links as messengers fetch them: /t/ID and /r/ID with tags, /p/ID.png with the
 * result.
 *
 * Nobody has to log in for these, so their cost is bounded: requests are limited by address as
 * in the API, workers make only a few pictures at a time, requests for the same picture share
 * it, and the last ones are cached. A game that must not be shown, and any other link, gets the
 * general picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "api/api.h"
#include "preview.h"

enum { KEPT = 32, MAKING_MAX = 2 };
#define GENERAL "skerry"

/* A picture, by the game and the language of its words. */
struct kept {
    char id[TABLE_ID + 4], language[LANGUAGE_MAX];
    unsigned forgotten; /* server.forgotten when it was made */
    uint8_t *png;
    size_t len;
    uint64_t used;
};

struct waiting {
    struct waiting *next;
    struct conn *conn; /* pinned */
};

struct picture_job {
    uv_work_t work;
    struct server *server;
    struct picture_job *next;
    char id[TABLE_ID + 4], language[LANGUAGE_MAX];
    unsigned forgotten;
    struct picture picture;
    struct chances *chances; /* or NULL */
    uint8_t *png;
    size_t len;
    struct waiting *waiting;
};

struct previews {
    struct kept kept[KEPT];
    uint64_t uses;
    struct picture_job *jobs;
    int making;
};

void previews_begin(struct server *s) {
    s->previews = calloc(1, sizeof *s->previews);
    CHECK(s->previews);
}

void previews_end(struct server *s) {
    for (int i = 0; i < KEPT; i++)
        free(s->previews->kept[i].png);
    free(s->previews);
}

/* --- pictures that are there --- */

static struct kept *find_kept(struct server *s, const char *id, const char *language) {
    for (int i = 0; i < KEPT; i++) {
        struct kept *k = &s->previews->kept[i];
        if (k->png && k->forgotten == s->forgotten && strcmp(k->id, id) == 0 &&
            strcmp(k->language, language) == 0)
            return k;
    }
    return NULL;
}

/* Replaces the least recently used one. */
static void keep(struct server *s, struct picture_job *j) {
    struct kept *oldest = &s->previews->kept[0];
    for (int i = 1; i < KEPT; i++)
        if (s->previews->kept[i].used < oldest->used)
            oldest = &s->previews->kept[i];
    free(oldest->png);
    *oldest = (struct kept){ .forgotten = j->forgotten, .png = j->png, .len = j->len };
    oldest->used = ++s->previews->uses;
    KEEP(oldest->id, j->id);
    KEEP(oldest->language, j->language);
    j->png = NULL;
}

static void send_png(struct conn *c, const uint8_t *png, size_t len) {
    conn_answer(c, 200, "image/png",
                "Cache-Control: public, max-age=3600\r\n"
                "Cross-Origin-Resource-Policy: cross-origin\r\n", png, len);
}

static bool send_kept(struct conn *c, const char *id, const char *language) {
    struct kept *k = find_kept(c->server, id, language);
    if (!k)
        return false;
    k->used = ++c->server->previews->uses;
    send_png(c, k->png, k->len);
    return true;
}

/* --- pictures to be made --- */

static void make_on_worker(uv_work_t *work) {
    struct picture_job *j = work->data;
    if (j->chances)
        chances_work(j->chances, &j->picture);
    j->png = picture_make(&j->picture, &j->len);
}

static void answer_all(struct picture_job *j) {
    while (j->waiting) {
        struct waiting *w = j->waiting;
        j->waiting = w->next;
        if (j->png)
            send_png(w->conn, j->png, j->len);
        else
            api_unavailable(w->conn);
        conn_unpin(w->conn);
        free(w);
    }
}

/* If something was deleted meanwhile, the picture is not kept. */
static void picture_made(uv_work_t *work, int status) {
    struct picture_job *j = work->data, **at = &j->server->previews->jobs;
    (void)status;
    while (*at != j)
        at = &(*at)->next;
    *at = j->next;
    j->server->reading--;
    j->server->previews->making--;
    answer_all(j);
    if (j->png && j->forgotten == j->server->forgotten)
        keep(j->server, j);
    free(j->png);
    free(j->chances);
    free(j);
}

static void wait_for(struct picture_job *j, struct conn *c) {
    struct waiting *w = malloc(sizeof *w);
    CHECK(w);
    *w = (struct waiting){ j->waiting, c };
    j->waiting = w;
    conn_pin(c);
}

static struct picture_job *find_job(const struct server *s, const char *id, const char *language) {
    for (struct picture_job *j = s->previews->jobs; j; j = j->next)
        if (j->forgotten == s->forgotten && strcmp(j->id, id) == 0 &&
            strcmp(j->language, language) == 0)
            return j;
    return NULL;
}

/* The default island, before any game. */
static void general_picture(const struct server *s, const char *language, struct picture *p) {
    _Alignas(16) unsigned char state[STATE_MAX];
    struct rules rules;
    int at;
    p->winner = -1;
    KEEP(p->title, "Skerry");
    preview_word(s, language, "home.lead", p->note, sizeof p->note, NULL);
    for (const struct game *const *g = games; *g && !p->has_board; g++)
        if ((*g)->picture && rules_parse(*g, (*g)->rulesets[0].name, 0, &rules, &at) == RULES_OK) {
            p->has_board = (*g)->init(state, &rules) == 0;
            if (p->has_board)
                (*g)->picture(state, &p->board);
        }
}

/* `t` NULL: the general one. */
static void make_picture(struct conn *c, const struct table *t, const char *language) {
    struct server *s = c->server;
    const char *id = t ? t->id : GENERAL;
    if (send_kept(c, id, language))
        return;
    struct picture_job *j = find_job(s, id, language);
    if (j) {
        wait_for(j, c);
        return;
    }
    if (s->previews->making >= MAKING_MAX) {
        conn_answer(c, 503, NULL, "Retry-After: 5\r\n", NULL, 0);
        return;
    }
    j = calloc(1, sizeof *j);
    CHECK(j);
    j->server = s;
    j->forgotten = s->forgotten;
    KEEP(j->id, id);
    KEEP(j->language, language);
    if (t) {
        preview_result(s, t, language, true, &j->picture);
        j->chances = chances_begin(t);
    } else {
        general_picture(s, language, &j->picture);
    }
    wait_for(j, c);
    j->next = s->previews->jobs;
    s->previews->jobs = j;
    s->previews->making++;
    s->reading++;
    j->work.data = j;
    CHECK(uv_queue_work(&s->loop, &j->work, make_on_worker, picture_made) == 0);
}

/* --- requests --- */

static void found(struct asking *a, struct room *r, struct table *own, enum store_result result) {
    const struct table *t = r ? r->t : own;
    char language[LANGUAGE_MAX];
    (void)result; /* a missing or unavailable game is treated like any other link */
    if (!a->conn->dead) {
        preview_language(a->conn, language);
        if (strcmp(a->what, "picture") == 0)
            make_picture(a->conn, preview_has_result(t) ? t : NULL, language);
        else
            CHECK(preview_page(a->conn, t, language));
    }
    heap_free(own);
    api__asking_free(a);
}

static void ask(struct conn *c, const char *what, const char *id) {
    static const struct identity nobody;
    struct asking *a = api__asking(c, &nobody);
    KEEP(a->what, what);
    a->then = found;
    api__load_game(a, id);
}

/* /PREFIX/ID and what follows; false: another path. */
static bool read_id(const char *path, const char *prefix, const char *suffix, char *id,
                    size_t size) {
    size_t n = strlen(prefix), len = strlen(path), tail = strlen(suffix);
    if (strncmp(path, prefix, n) != 0 || len <= n + tail || len - n - tail >= size ||
        strcmp(path + len - tail, suffix) != 0)
        return false;
    memcpy(id, path + n, len - n - tail);
    id[len - n - tail] = '\0';
    return strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == strlen(id);
}

static bool has_head(const struct server *s) {
    size_t len;
    const char *page = pages_text(s->pages, "/index.html", &len);
    return pages_text(s->pages, "/preview.json", &len) && page && strstr(page, "</head>");
}

bool preview_answer(struct conn *c) {
    char id[TABLE_ID + 4], language[LANGUAGE_MAX];
    const char *path = c->head->path;
    if (!has_head(c->server))
        return false;
    preview_language(c, language);
    if (strcmp(path, "/") == 0)
        return preview_page(c, NULL, language);
    if (read_id(path, "/p/", ".png", id, sizeof id)) {
        if (send_kept(c, id, language) || api__too_many_requests(c))
            return true;
        if (strcmp(id, GENERAL) == 0)
            make_picture(c, NULL, language);
        else
            ask(c, "picture", id);
        return true;
    }
    if (!read_id(path, "/t/", "", id, sizeof id) && !read_id(path, "/r/", "", id, sizeof id))
        return false;
    if (!api__too_many_requests(c))
        ask(c, "page", id);
    return true;
}
