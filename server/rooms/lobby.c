/* lobby.c -- the list of public tables, live, at a bounded cost for everybody who has it open.
 *
 * The list is short (LOBBY_MAX): tables with a free seat, the fullest first, then games that
 * people may watch. Every public table is in the chain of its rank, so a change costs the same
 * however many tables there are. Changes are collected for a moment, written once and sent to
 * everybody in one piece. The more was sent, the later the next moment comes, so that nobody gets
 * more than LOBBY_RATE. The number of watchers is sent to the table at the same pace.
 *
 * Somebody who searches by name gets a separate list, no more often than that. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
#include "room.h"

enum {
    FEW = 8,         /* changes; if there are more, the whole list is shorter to send */
    MOMENT_MS = 250, /* as often as lobby_flush() is called */
    COUNTS_MS = 5000 /* between two messages that bring only new counts */
};

/* From 1: open tables by the number of free seats. */
enum { WATCHED = SEATS_MAX + 1, UNATTENDED, CLOSED_DOORS, RANKS };

struct counts {
    int people, tables, games, listed;
};

/* A list as it was written. */
struct lobby_list {
    int n;
    size_t len;
    struct {
        char table[TABLE_ID + 4];
        const char *text;
        size_t len;
    } row[LOBBY_MAX];
    char text[LOBBY_BYTES];
};

struct lobby {
    struct client *watching, *searching;
    struct room *dirty, *first[RANKS];
    bool changed; /* since the list was written */
    int64_t next; /* when the next change may be sent */
    int64_t counts_at;
    struct counts counts, told_counts;
    struct lobby_list *told, *spare; /* what everybody knows; the next one is written beside it */
};

struct lobby_search {
    char named[NAME_MAX_BYTES * 2];
    bool due; /* a table with this name has changed */
    int64_t next;
    uint64_t told; /* the hash of what was sent */
};

void lobby_begin(struct server *s) {
    struct lobby *l = s->lobby = calloc(1, sizeof *s->lobby);
    CHECK(l);
    l->told = calloc(1, sizeof *l->told);
    l->spare = calloc(1, sizeof *l->spare);
    CHECK(l->told && l->spare);
}

void lobby_end(struct server *s) {
    free(s->lobby->told);
    free(s->lobby->spare);
    free(s->lobby);
}

/* --- where a table is --- */

/* Private tables are found only by their link. Tables that nobody can sit down at or watch come
 * last. */
static int rank_of(const struct room *r) {
    const struct table *t = r->t;
    if (!t->settings.is_public || r->gone)
        return 0;
    if (t->state == TABLE_PLAYING)
        return t->settings.spectators ? WATCHED : CLOSED_DOORS;
    if (t->state != TABLE_OPEN)
        return 0;
    int free_seats = t->settings.players - table_seats_taken(t);
    return free_seats && room_has_people(r) ? free_seats : UNATTENDED;
}

static void unlink_room(struct lobby *l, struct room *r) {
    struct lobby_place *at = &r->lobby;
    if (at->prev)
        at->prev->lobby.next = at->next;
    else
        l->first[at->rank] = at->next;
    if (at->next)
        at->next->lobby.prev = at->prev;
    at->next = at->prev = NULL;
}

/* The newest in front. */
static void link_room(struct lobby *l, struct room *r) {
    struct lobby_place *at = &r->lobby;
    at->next = l->first[at->rank];
    if (at->next)
        at->next->lobby.prev = r;
    l->first[at->rank] = r;
}

static void rank(struct lobby *l, struct room *r, int to) {
    int was = r->lobby.rank;
    l->changed = l->changed || was || to;
    if (was == to)
        return;
    if (was)
        unlink_room(l, r);
    r->lobby.rank = to;
    if (to)
        link_room(l, r);
    l->counts.listed += (to > 0) - (was > 0);
}

static void count(struct lobby *l, struct room *r) {
    struct lobby_place *at = &r->lobby;
    bool open = !r->gone && r->t->state == TABLE_OPEN;
    bool runs = !r->gone && r->t->state == TABLE_PLAYING;
    l->counts.tables += (open || runs) - (at->open || at->runs);
    l->counts.games += runs - at->runs;
    at->open = open;
    at->runs = runs;
}

/* --- searching --- */

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_named(const struct room *r, const char *word) {
    for (const char *text = r->t->settings.name; *text; text++) {
        size_t i = 0;
        while (word[i] && small(text[i]) == small(word[i]))
            i++;
        if (!word[i])
            return true;
    }
    return false;
}

static void look_for(struct lobby *l, const struct room *r) {
    for (struct client *c = l->searching; c; c = c->lobby_next)
        c->search->due = c->search->due || is_named(r, c->search->named);
}

/* --- the list --- */

/* False: it is full. */
static bool add_row(struct lobby_list *list, const struct room *r) {
    if (list->n == LOBBY_MAX)
        return false;
    struct json_out o = json_begin(list->text + list->len, sizeof list->text - list->len);
    table_write_lobby(r->t, r->watchers, &o, NULL);
    if (!json_fits(&o))
        return false;
    KEEP(list->row[list->n].table, r->t->id);
    list->row[list->n].text = list->text + list->len;
    list->row[list->n].len = o.len;
    list->len += o.len;
    list->n++;
    return true;
}

/* NULL: of any name. */
static void fill(const struct lobby *l, struct lobby_list *list, const char *named) {
    list->n = 0;
    list->len = 0;
    for (int i = 1; i < RANKS; i++)
        for (const struct room *r = l->first[i]; r; r = r->lobby.next)
            if ((!named || is_named(r, named)) && !add_row(list, r))
                return;
}

static int find_row(const struct lobby_list *list, const char *table) {
    int i = list->n - 1;
    while (i >= 0 && strcmp(list->row[i].table, table) != 0)
        i--;
    return i;
}

/* --- telling --- */

static void count_people(struct server *s) {
    s->lobby->counts.people = s->clients_n + address_people_elsewhere(s);
}

static void write_counts(const struct counts *c, struct json_out *o) {
    json_object(o, "counts");
    json_int(o, "people", c->people);
    json_int(o, "tables", c->tables);
    json_int(o, "games", c->games);
    json_int(o, "listed", c->listed);
    json_object_end(o);
}

static void write_list(struct server *s, const struct lobby_list *list, const struct counts *counts,
                       struct frame *f) {
    struct json_out *o = frame_begin(s, f, "lobby");
    json_array(o, "tables");
    for (int i = 0; i < list->n; i++)
        json_raw(o, NULL, list->row[i].text, list->row[i].len);
    json_array_end(o);
    write_counts(counts, o);
    frame_end(s, f);
}

static struct json_out *one_more(struct server *s, struct frame *f) {
    return f->messages ? frame_also(s, f, "lobby-change") : frame_begin(s, f, "lobby-change");
}

/* Writes up to FEW messages, one for each row that is new, changed or gone; returns how many there
 * would be. */
static int write_changes(struct server *s, const struct lobby_list *was,
                         const struct lobby_list *is, struct frame *f) {
    int n = 0;
    for (int i = 0; i < was->n; i++)
        if (find_row(is, was->row[i].table) < 0 && ++n <= FEW) {
            json_text(one_more(s, f), "gone", was->row[i].table);
            frame_end(s, f);
        }
    for (int i = 0; i < is->n; i++) {
        int at = find_row(was, is->row[i].table);
        if (at >= 0 && was->row[at].len == is->row[i].len &&
            memcmp(was->row[at].text, is->row[i].text, is->row[i].len) == 0)
            continue;
        if (++n <= FEW) {
            json_raw(one_more(s, f), "entry", is->row[i].text, is->row[i].len);
            frame_end(s, f);
        }
    }
    return n;
}

/* What is new in this moment, in one frame; it is empty if nothing is. */
static void write_news(struct server *s, struct frame *f) {
    struct lobby *l = s->lobby;
    int64_t now = now_ms(s);
    f->messages = 0;
    int n = l->changed ? write_changes(s, l->told, l->spare, f) : 0;
    bool counts = memcmp(&l->counts, &l->told_counts, sizeof l->counts) != 0 &&
                  (n > 0 || now - l->counts_at >= COUNTS_MS);
    if (n > FEW) {
        write_list(s, l->spare, &l->counts, f);
    } else if (counts) {
        write_counts(&l->counts, one_more(s, f));
        frame_end(s, f);
    }
    if (n <= FEW && !counts)
        return;
    l->told_counts = l->counts;
    l->counts_at = now;
}

static void tell_watching(struct server *s) {
    struct lobby *l = s->lobby;
    struct frame f;
    if (!l->watching || now_ms(s) < l->next)
        return;
    count_people(s);
    if (l->changed)
        fill(l, l->spare, NULL);
    write_news(s, &f);
    if (l->changed) {
        struct lobby_list *was = l->told;
        l->told = l->spare;
        l->spare = was;
    }
    l->changed = false;
    if (!f.messages)
        return;
    l->next = now_ms(s) + (int64_t)(f.len / LOBBY_RATE);
    for (struct client *c = l->watching; c; c = c->lobby_next)
        frame_send(&f, c);
}

static void tell_search(struct server *s, struct client *c) {
    struct lobby *l = s->lobby;
    struct lobby_search *q = c->search;
    struct frame f;
    fill(l, l->spare, q->named);
    uint64_t hash = hash_bytes(HASH_START, l->spare->text, l->spare->len);
    q->due = false;
    if (hash == q->told)
        return;
    q->told = hash;
    count_people(s);
    write_list(s, l->spare, &l->counts, &f);
    q->next = now_ms(s) + (int64_t)(f.len / LOBBY_RATE) + MOMENT_MS;
    frame_send(&f, c);
}

/* False: the turn is long; the others are still due. */
static bool tell_searching(struct server *s) {
    int64_t now = now_ms(s);
    for (struct client *c = s->lobby->searching; c; c = c->lobby_next)
        if (c->search->due && now >= c->search->next) {
            tell_search(s, c);
            if (turn_is_long(s))
                return false;
        }
    return true;
}

/* --- changes --- */

/* Cheap enough to call whenever something might have changed: a room is in the list once, and
 * its state at the end of the moment is sent. */
void lobby_touch(struct room *r) {
    struct lobby *l = r->server->lobby;
    if (r->lobby.dirty || r->gone)
        return;
    r->lobby.dirty = true;
    r->lobby.next_dirty = l->dirty;
    l->dirty = r;
}

/* Settings may change what is shown: a table that becomes private leaves the lobby. */
static void flush_room(struct lobby *l, struct room *r) {
    r->lobby.dirty = false;
    if (r->watchers_told != r->watchers) /* collected too: a crowd may come at once */
        room_tell_table(r);
    if (r->lobby.rank || r->t->settings.is_public)
        look_for(l, r);
    rank(l, r, rank_of(r));
    count(l, r);
}

void lobby_forget(struct room *r) {
    struct lobby *l = r->server->lobby;
    struct room **at = &l->dirty;
    while (r->lobby.dirty && *at != r)
        at = &(*at)->lobby.next_dirty;
    if (r->lobby.dirty)
        *at = r->lobby.next_dirty;
    r->lobby.dirty = false;
    if (r->lobby.rank)
        look_for(l, r);
    rank(l, r, 0);
    count(l, r);
}

/* As many as one turn has time for. */
bool lobby_flush(struct server *s) {
    struct lobby *l = s->lobby;
    while (l->dirty) {
        struct room *r = l->dirty;
        l->dirty = r->lobby.next_dirty;
        flush_room(l, r);
        if (turn_is_long(s))
            break;
    }
    if (l->dirty)
        return false;
    tell_watching(s);
    return tell_searching(s);
}

/* --- who watches --- */

static struct client **list_of(struct client *c) {
    struct lobby *l = c->conn->server->lobby;
    return c->search ? &l->searching : &l->watching;
}

/* Does nothing for a client that does not watch. */
void lobby_leave(struct client *c) {
    if (!c->lobby)
        return;
    c->lobby = false;
    if (c->lobby_prev)
        c->lobby_prev->lobby_next = c->lobby_next;
    else
        *list_of(c) = c->lobby_next;
    if (c->lobby_next)
        c->lobby_next->lobby_prev = c->lobby_prev;
    c->lobby_next = c->lobby_prev = NULL;
    free(c->search);
    c->search = NULL;
}

/* The list as everybody has it: only what changes after it is sent. */
static void tell_first(struct client *c) {
    struct server *s = c->conn->server;
    struct lobby *l = s->lobby;
    struct frame f;
    if (!l->watching) {
        fill(l, l->told, NULL);
        l->changed = false;
    }
    count_people(s);
    write_list(s, l->told, &l->counts, &f);
    frame_send(&f, c);
}

/* Answered at the next moment, so that asking often costs no more. */
static void begin_search(struct message *m) {
    struct lobby_search *q = m->c->search = calloc(1, sizeof *q);
    CHECK(q);
    message_text(m, "named", q->named, sizeof q->named);
    q->due = true;
}

void do_lobby(struct message *m) {
    struct client *c = m->c;
    lobby_leave(c);
    if (message_flag(m, "on", false)) {
        if (message_has(m, "named"))
            begin_search(m);
        else
            tell_first(c);
        struct client **list = list_of(c);
        c->lobby = true;
        c->lobby_next = *list;
        if (*list)
            (*list)->lobby_prev = c;
        *list = c;
    }
    reply_ok(&m->reply);
}
