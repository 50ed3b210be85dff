/* store_test.c -- the contract of a store: every implementation of store.h must pass it.
 *
 * Every test of the contract runs once for each store: SQLite, PostgreSQL (if there is a
 * SKERRY_TEST_DATABASE, which may be wiped), and one in plain memory. Tests for a single store
 * follow. */
#include "server/store/store.h"

#include <libpq-fe.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory_store.h"
#include "tests/test.h"

static struct store *store, *other; /* other: a second server on the same data */
static enum { SQLITE, MEMORY, POSTGRES } where; /* which store this test is about */
#define in_memory (where == MEMORY)
static const char *database; /* of POSTGRES: an empty one that may be wiped */
static char folder[64], path[96];

static void *open_pg(const char *url, bool alone, const char **why) {
    return store_pg_open(&(struct store_pg_options){ .url = url, .alone = alone }, why, NULL);
}

/* Open what is there; `small`: with room for little more. */
static struct store *open_store(bool small, void (*wake)(void *)) {
    const char *why;
    if (in_memory)
        return store_new(&memory_store, NULL, wake, NULL);
    if (where == POSTGRES) {
        void *pg = open_pg(database, false, &why);
        EXPECT(pg != NULL);
        if (!pg)
            test_skip(why);
        return store_new(&store_pg, pg, wake, NULL);
    }
    void *backend = store_sqlite_open(
        &(struct store_sqlite_options){ .path = path, .pages = small ? 40 : 0 }, &why);
    EXPECT(backend != NULL);
    if (!backend)
        test_skip(why);
    return store_new(&store_sqlite, backend, wake, NULL);
}

static void open_again(bool small) {
    mem_limit = small ? 150000 : 0;
    store = open_store(small, NULL);
}

/* tools/postgres starts one and names it here. */
static void wipe_database(void) {
    database = getenv("SKERRY_TEST_DATABASE");
    if (!database)
        test_skip("no PostgreSQL (tools/postgres COMMAND starts one for it)");
    PGconn *conn = PQconnectdb(database);
    PGresult *res = PQexec(conn, "SET client_min_messages=error;DROP SCHEMA IF EXISTS public CASCADE;"
                                 "CREATE SCHEMA public");
    EXPECT_EQ(PQresultStatus(res), PGRES_COMMAND_OK);
    PQclear(res);
    PQfinish(conn);
}

static void fresh(void) {
    if (in_memory) {
        mem_wipe(&mem_now);
    } else if (where == POSTGRES) {
        wipe_database();
    } else {
        snprintf(folder, sizeof folder, "/tmp/skerry-store-XXXXXX");
        EXPECT(mkdtemp(folder) != NULL);
        snprintf(path, sizeof path, "%s/s.db", folder);
    }
    open_again(false);
}

static void done(void) {
    static const char *const ends[] = { "", "-wal", "-shm" };
    char name[128];
    store_close(store);
    if (other)
        store_close(other);
    other = NULL;
    if (in_memory)
        mem_wipe(&mem_now);
    if (where != SQLITE)
        return;
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    rmdir(folder);
}

/* --- requests, in short --- */

static int64_t epoch; /* of the last create or take */

static enum store_result finish(struct store_request *r) {
    store_do(store, r);
    enum store_result result = r->result;
    if (result == STORE_OK && (r->op == STORE_CREATE || r->op == STORE_TAKE))
        epoch = r->epoch;
    store_request_free(r);
    return result;
}

static enum store_result create(const char *game) {
    struct store_request *r = store_request(STORE_CREATE, game);
    r->at = 100;
    store_set_meta(r, "meta", 4);
    return finish(r);
}

static enum store_result append(const char *game, int64_t at_epoch, int64_t seq, const char *body) {
    struct store_request *r = store_request(STORE_APPEND, game);
    r->epoch = at_epoch;
    r->seq = seq;
    r->at = 1000 + seq;
    store_set_body(r, body, strlen(body));
    return finish(r);
}

static enum store_result meta(const char *game, int64_t at, const char *text, const char *user) {
    struct store_request *r = store_request(STORE_META, game);
    r->epoch = epoch;
    r->at = at;
    store_set_meta(r, text, strlen(text));
    store_set_players(r, 2);
    snprintf(r->player[0].user, sizeof r->player[0].user, "%s", user);
    snprintf(r->player[0].name, sizeof r->player[0].name, "name of %s", user);
    return finish(r);
}

static struct store_request *get(enum store_op op, const char *game) {
    return store_do(store, store_request(op, game));
}

static int entries(const struct store_request *r) {
    int n = 0;
    for (int i = 0; i < r->rows_n; i++)
        n += r->rows[i].kind == ROW_ENTRY;
    return n;
}

/* --- the contract --- */

static void a_game_is_created_once(void) {
    fresh();
    EXPECT_EQ(create("g1"), STORE_OK);
    EXPECT_EQ(epoch, 1);
    EXPECT_EQ(create("g1"), STORE_CONFLICT);
    EXPECT_EQ(create("g2"), STORE_OK);
    struct store_request *r = get(STORE_LIVE, NULL);
    EXPECT_EQ(r->rows_n, 2);
    EXPECT_STR(r->rows[0].id, "g1");
    store_request_free(r);
    done();
}

static void entries_come_back_in_order(void) {
    fresh();
    create("g1");
    create("g2");
    for (int i = 1; i <= 20; i++) {
        char body[16];
        snprintf(body, sizeof body, "entry %d", i);
        EXPECT_EQ(append("g1", 1, i, body), STORE_OK);
        if (i % 3 == 0)
            EXPECT_EQ(append("g2", 1, i / 3, "x"), STORE_OK);
    }
    struct store_request *r = get(STORE_LOAD, "g1");
    EXPECT_EQ(r->result, STORE_OK);
    EXPECT_EQ(entries(r), 20);
    for (int i = 0, n = 0; i < r->rows_n; i++)
        if (r->rows[i].kind == ROW_ENTRY)
            EXPECT_EQ(r->rows[i].number, ++n);
    EXPECT_STR(r->rows[r->rows_n - 1].body, "entry 20");
    EXPECT_EQ(r->rows[r->rows_n - 1].at, 1020);
    store_request_free(r);
    done();
}

static void only_the_next_entry_is_taken(void) {
    fresh();
    create("g1");
    EXPECT_EQ(append("g1", 1, 2, "too far"), STORE_CONFLICT);
    EXPECT_EQ(append("g1", 1, 1, "right"), STORE_OK);
    EXPECT_EQ(append("g1", 1, 1, "again"), STORE_CONFLICT);
    EXPECT_EQ(append("g9", 1, 1, "nowhere"), STORE_MISSING);
    done();
}

static void who_took_the_game_last_owns_it(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_OK);
    EXPECT_EQ(epoch, 2);
    EXPECT_EQ(append("g1", 1, 2, "the old owner"), STORE_FENCED);
    EXPECT_EQ(append("g1", 2, 2, "the new one"), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_TAKE, "none")), STORE_MISSING);
    done();
}

static void everything_is_there_after_opening_again(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    append("g1", 1, 2, "b");
    store_close(store);
    open_again(false);
    struct store_request *r = get(STORE_TAKE, "g1");
    EXPECT_EQ(r->epoch, 2);
    EXPECT_EQ(entries(r), 2);
    store_request_free(r);
    EXPECT_EQ(append("g1", 2, 3, "c"), STORE_OK);
    EXPECT_EQ(append("g1", 1, 4, "old"), STORE_FENCED);
    done();
}

static void an_archive_replaces_the_log(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    append("g1", 1, 2, "b");
    struct store_request *r = store_request(STORE_ARCHIVE, "g1");
    r->epoch = 1;
    store_set_meta(r, "over", 4);
    store_set_body(r, "a\nb\n", 4);
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(append("g1", 1, 3, "late"), STORE_MISSING);
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_MISSING);
    r = get(STORE_LOAD, "g1");
    EXPECT_EQ(entries(r), 0);
    EXPECT_EQ(r->rows[0].number, 0);
    EXPECT_STR(r->rows[r->rows_n - 1].body, "a\nb\n");
    store_request_free(r);
    r = get(STORE_LIVE, NULL);
    EXPECT_EQ(r->rows_n, 0);
    store_request_free(r);
    done();
}

static void my_games_are_listed_newest_first(void) {
    fresh();
    for (int i = 1; i <= 5; i++) {
        char id[8];
        snprintf(id, sizeof id, "g%d", i);
        create(id);
        EXPECT_EQ(meta(id, 1000 + i, "m", i == 3 ? "ben" : "ada"), STORE_OK);
    }
    struct store_request *r = store_request(STORE_LIST, NULL);
    strcpy(r->user, "ada");
    r->limit = 3;
    store_do(store, r);
    int games = 0;
    for (int i = 0; i < r->rows_n; i++)
        games += r->rows[i].kind == ROW_META;
    EXPECT_EQ(games, 3);
    EXPECT_STR(r->rows[0].id, "g5");
    EXPECT_EQ(r->rows[1].kind, ROW_PLAYER);
    EXPECT_STR(r->rows[1].id, "ada");
    store_request_free(r);
    r = store_request(STORE_LIST, NULL);
    strcpy(r->user, "ada");
    r->at = 1004;
    r->limit = 3;
    store_do(store, r);
    EXPECT_STR(r->rows[0].id, "g2");
    store_request_free(r);
    done();
}

static enum store_result put(const char *kind, const char *key, const char *owner,
                             enum store_put how) {
    struct store_request *r = store_request(STORE_PUT, NULL);
    strcpy(r->kind, kind);
    strcpy(r->key, key);
    strcpy(r->user, owner);
    r->at = 50;
    r->put = how;
    store_set_body(r, key, strlen(key));
    return finish(r);
}

static void person(const char *user) {
    EXPECT_EQ(put("user", user, user, PUT_ANY), STORE_OK);
}

static enum store_result item(enum store_op op, const char *kind, const char *key) {
    struct store_request *r = store_request(op, NULL);
    strcpy(r->kind, kind);
    strcpy(r->key, key);
    return finish(r);
}

static enum store_result expire(const char *kind, int64_t before) {
    struct store_request *r = store_request(STORE_EXPIRE, NULL);
    strcpy(r->kind, kind);
    r->at = before;
    return finish(r);
}

/* The keys of an answer's ITEM rows except the person's, each followed by a blank; frees the
 * answer. */
static const char *items(struct store_request *r) {
    static char text[512];
    text[0] = '\0';
    for (int i = 0; i < r->rows_n; i++)
        if (r->rows[i].kind == ROW_ITEM && strcmp(r->rows[i].id, "user") != 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", r->rows[i].key);
    store_request_free(r);
    return text;
}

static struct store_request *export(const char *user) {
    struct store_request *r = store_request(STORE_EXPORT, NULL);
    strcpy(r->user, user);
    return store_do(store, r);
}

static void items_are_put_got_and_dropped(void) {
    fresh();
    person("ada");
    EXPECT_EQ(put("session", "s1", "ada", PUT_ANY), STORE_OK);
    EXPECT_EQ(put("session", "s1", "ada", PUT_FRESH), STORE_CONFLICT);
    EXPECT_EQ(put("session", "s2", "ada", PUT_FRESH), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "session", "s1"), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "account", "s1"), STORE_MISSING);
    EXPECT_EQ(item(STORE_DROP, "session", "s1"), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "session", "s1"), STORE_MISSING);
    EXPECT_EQ(expire("session", 51), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "session", "s2"), STORE_MISSING);
    done();
}

static void guests_who_can_never_return_expire(void) {
    fresh();
    static const char *const all[] = { "gone", "here", "member" };
    for (int i = 0; i < 3; i++) {
        char key[64];
        person(all[i]);
        snprintf(key, sizeof key, "t1.%s.ben", all[i]);
        EXPECT_EQ(put("mute", key, all[i], PUT_ANY), STORE_OK);
    }
    put("session", "s1", "here", PUT_ANY);
    put("account", "m1", "member", PUT_ANY);
    EXPECT_EQ(expire("user", 50), STORE_OK); /* as they were put at 50: not yet */
    EXPECT_EQ(item(STORE_GET, "user", "gone"), STORE_OK);
    EXPECT_EQ(expire("user", 51), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "user", "gone"), STORE_MISSING);
    EXPECT_EQ(item(STORE_GET, "mute", "t1.gone.ben"), STORE_MISSING);
    EXPECT_EQ(item(STORE_GET, "user", "here"), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "mute", "t1.here.ben"), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "user", "member"), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "mute", "t1.member.ben"), STORE_OK);
    done();
}

static void what_was_dropped_is_not_renewed(void) {
    fresh();
    person("ada");
    person("ben");
    EXPECT_EQ(put("session", "s1", "ada", PUT_THERE), STORE_MISSING);
    EXPECT_EQ(item(STORE_GET, "session", "s1"), STORE_MISSING);
    put("session", "s1", "ada", PUT_ANY);
    put("session", "s2", "ada", PUT_ANY);
    EXPECT_EQ(item(STORE_DROP, "session", "s1"), STORE_OK);
    EXPECT_EQ(put("session", "s1", "ada", PUT_THERE), STORE_MISSING);
    EXPECT_EQ(put("account", "s2", "ada", PUT_THERE), STORE_MISSING);
    EXPECT_EQ(item(STORE_GET, "session", "s1"), STORE_MISSING);
    EXPECT_EQ(item(STORE_GET, "account", "s2"), STORE_MISSING);
    struct store_request *r = store_request(STORE_PUT, NULL);
    strcpy(r->kind, "session");
    strcpy(r->key, "s2");
    strcpy(r->user, "ben");
    r->at = 90;
    r->put = PUT_THERE;
    store_set_body(r, "new", 3);
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(expire("session", 90), STORE_OK);
    r = store_request(STORE_GET, NULL);
    strcpy(r->kind, "session");
    strcpy(r->key, "s2");
    store_do(store, r);
    EXPECT_STR(r->rows_n == 1 ? r->rows[0].body : "", "new");
    store_request_free(r);
    EXPECT_STR(items(export("ben")), "s2 ");
    EXPECT_EQ(expire("session", 91), STORE_OK);
    EXPECT_EQ(item(STORE_GET, "session", "s2"), STORE_MISSING);
    done();
}

static void nothing_comes_behind_a_deletion(void) {
    fresh();
    EXPECT_EQ(put("session", "s1", "ada", PUT_ANY), STORE_MISSING);
    EXPECT_EQ(put("account", "ada", "ada", PUT_FRESH), STORE_MISSING);
    person("ada");
    EXPECT_EQ(put("account", "ada", "ada", PUT_FRESH), STORE_OK);
    struct store_request *r = store_request(STORE_FORGET, NULL);
    strcpy(r->user, "ada");
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(put("session", "s1", "ada", PUT_ANY), STORE_MISSING);
    EXPECT_EQ(put("mute", "g1.ada.ben", "ada", PUT_ANY), STORE_MISSING);
    EXPECT_EQ(put("user", "ada", "ada", PUT_THERE), STORE_MISSING);
    EXPECT_STR(items(export("ada")), "");
    EXPECT_EQ(put("probe", "probe", "", PUT_ANY), STORE_OK); /* nobody's */
    done();
}

static enum store_result chat(const char *game, const char *user, const char *text) {
    struct store_request *r = store_request(STORE_CHAT, game);
    strcpy(r->user, user);
    store_set_body(r, text, strlen(text));
    return finish(r);
}

static void chat_keeps_its_order(void) {
    fresh();
    create("g1");
    person("ada");
    person("ben");
    EXPECT_EQ(chat("g1", "ada", "one"), STORE_OK);
    EXPECT_EQ(chat("g1", "ben", "two"), STORE_OK);
    EXPECT_EQ(chat("g1", "ada", "three"), STORE_OK);
    EXPECT_EQ(chat("g9", "ada", "nowhere"), STORE_MISSING);
    struct store_request *r = store_request(STORE_CHATS, "g1");
    r->limit = 2;
    store_do(store, r);
    EXPECT_EQ(r->rows_n, 2);
    EXPECT_STR(r->rows[0].body, "two");
    EXPECT_STR(r->rows[1].body, "three");
    store_request_free(r);
    done();
}

static void a_user_is_exported_and_forgotten(void) {
    fresh();
    create("g1");
    meta("g1", 7, "m", "ada");
    person("ada");
    person("ben");
    EXPECT_EQ(chat("g1", "ada", "hello"), STORE_OK);
    EXPECT_EQ(chat("g1", "ben", "hi"), STORE_OK);
    struct store_request *r = store_request(STORE_EXPORT, NULL);
    strcpy(r->user, "ada");
    store_do(store, r);
    EXPECT_EQ(r->rows[0].kind, ROW_ITEM);
    EXPECT_EQ(r->rows[1].kind, ROW_CHAT);
    EXPECT_EQ(r->rows[2].kind, ROW_META);
    store_request_free(r);
    r = store_request(STORE_FORGET, NULL);
    strcpy(r->user, "ada");
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(chat("g1", "ada", "said as she went"), STORE_MISSING);
    r = store_request(STORE_EXPORT, NULL);
    strcpy(r->user, "ada");
    store_do(store, r);
    EXPECT_EQ(r->rows_n, 0);
    store_request_free(r);
    r = get(STORE_LOAD, "g1");
    EXPECT_STR(r->rows[1].id, "");
    EXPECT_STR(r->rows[1].key, "\xe2\x80\x93");
    store_request_free(r);
    done();
}

static void a_guests_games_move_to_the_account(void) {
    fresh();
    create("g1");
    meta("g1", 7, "m", "guest");
    person("guest");
    EXPECT_EQ(chat("g1", "guest", "x"), STORE_OK);
    struct store_request *r = store_request(STORE_MERGE, NULL);
    strcpy(r->user, "ada");
    strcpy(r->key, "guest");
    EXPECT_EQ(finish(r), STORE_OK);
    r = get(STORE_LOAD, "g1");
    EXPECT_STR(r->rows[1].id, "ada");
    store_request_free(r);
    r = store_request(STORE_CHATS, "g1");
    r->limit = 9;
    store_do(store, r);
    EXPECT_EQ(r->rows_n, 1);
    EXPECT_STR(r->rows_n == 1 ? r->rows[0].key : "", "ada");
    store_request_free(r);
    done();
}

static void a_mute_comes_and_goes_with_its_game(void) {
    fresh();
    create("g1");
    create("g10");
    person("ada");
    person("cleo");
    put("mute", "g1.ada.ben", "ada", PUT_ANY);
    put("mute", "g1.cleo.ben", "cleo", PUT_ANY);
    put("mute", "g10.ada.ben", "ada", PUT_ANY);
    put("other", "g1.ada.ben", "ada", PUT_ANY);
    append("g1", 1, 1, "a");
    struct store_request *r = get(STORE_TAKE, "g1");
    EXPECT_EQ(r->rows_n, 4);
    EXPECT_EQ(r->rows_n == 4 ? r->rows[3].kind : ROW_META, ROW_ENTRY);
    EXPECT_STR(r->rows_n == 4 ? r->rows[1].id : "", "mute");
    EXPECT_STR(items(r), "g1.ada.ben g1.cleo.ben ");
    r = store_request(STORE_ARCHIVE, "g1");
    r->epoch = 2;
    store_set_meta(r, "over", 4);
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_STR(items(get(STORE_LOAD, "g1")), "g1.ada.ben g1.cleo.ben ");
    EXPECT_EQ(finish(store_request(STORE_REMOVE, "g1")), STORE_OK);
    create("g1");
    EXPECT_STR(items(get(STORE_LOAD, "g1")), "");
    EXPECT_STR(items(get(STORE_LOAD, "g10")), "g10.ada.ben ");
    EXPECT_STR(items(export("ada")), "g10.ada.ben g1.ada.ben ");
    done();
}

static void a_mute_follows_both_its_people(void) {
    fresh();
    create("g1");
    person("ada");
    person("ben");
    person("guest");
    put("mute", "g1.guest.ben", "guest", PUT_ANY);
    put("mute", "g1.guest.cleo", "guest", PUT_ANY);
    put("mute", "g1.ada.cleo", "ada", PUT_ANY);
    put("mute", "g1.guest.ada", "guest", PUT_ANY);
    put("mute", "g1.ada.guest", "ada", PUT_ANY);
    put("mute", "g1.ben.guest", "ben", PUT_ANY);
    put("mute", "g1.ben.ada", "ben", PUT_ANY);
    put("mute", "g2.ben.guest", "ben", PUT_ANY);
    put("mute", "g1.ben.aguest", "ben", PUT_ANY);
    put("session", "s1", "guest", PUT_ANY);
    struct store_request *r = store_request(STORE_MERGE, NULL);
    strcpy(r->user, "ada");
    strcpy(r->key, "guest");
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_STR(items(export("guest")), "");
    EXPECT_STR(items(get(STORE_LOAD, "g1")),
               "g1.ada.ben g1.ada.cleo g1.ben.ada g1.ben.aguest ");
    EXPECT_EQ(item(STORE_GET, "mute", "g2.ben.ada"), STORE_OK);
    r = store_request(STORE_FORGET, NULL);
    strcpy(r->user, "ada");
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_STR(items(export("ada")), "");
    EXPECT_STR(items(get(STORE_LOAD, "g1")), "g1.ben.ada g1.ben.aguest ");
    done();
}

static void whom_a_game_was_made_with_is_kept(void) {
    fresh();
    struct store_request *r = store_request(STORE_CREATE, "g1");
    store_set_meta(r, "meta", 4);
    store_set_players(r, 2);
    strcpy(r->player[1].user, "ada");
    strcpy(r->player[1].name, "Ada");
    EXPECT_EQ(finish(r), STORE_OK);
    r = get(STORE_LOAD, "g1");
    EXPECT_EQ(r->rows_n, 3);
    EXPECT_EQ(r->rows[2].kind, ROW_PLAYER);
    EXPECT_STR(r->rows[2].id, "ada");
    EXPECT_STR(r->rows[2].key, "Ada");
    store_request_free(r);
    done();
}

static void a_removed_game_is_gone(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    person("ada");
    EXPECT_EQ(chat("g1", "ada", "x"), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_REMOVE, "g1")), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_REMOVE, "g1")), STORE_MISSING);
    EXPECT_EQ(finish(store_request(STORE_LOAD, "g1")), STORE_MISSING);
    EXPECT_EQ(create("g1"), STORE_OK);
    EXPECT_EQ(append("g1", 1, 1, "a new life"), STORE_OK);
    done();
}

/* --- two servers on one store --- */

/* From here on the other one is asked. */
static void at_the_other(void) {
    struct store *first = store;
    if (!other)
        other = open_store(false, NULL);
    store = other;
    other = first;
}

static void two_servers_cannot_both_have_a_number(void) {
    fresh();
    create("g1");
    at_the_other();
    EXPECT_EQ(append("g1", 1, 1, "the second server's"), STORE_OK);
    at_the_other();
    EXPECT_EQ(append("g1", 1, 1, "the first one's"), STORE_CONFLICT);
    EXPECT_EQ(append("g1", 1, 2, "the next"), STORE_OK);
    at_the_other();
    EXPECT_EQ(append("g1", 1, 2, "too late"), STORE_CONFLICT);
    struct store_request *r = get(STORE_LOAD, "g1");
    EXPECT_EQ(entries(r), 2);
    EXPECT_STR(r->rows[r->rows_n - 1].body, "the next");
    store_request_free(r);
    done();
}

static void a_take_fences_the_other_server(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    at_the_other();
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_OK);
    EXPECT_EQ(epoch, 2);
    at_the_other();
    EXPECT_EQ(append("g1", 1, 2, "the old owner"), STORE_FENCED);
    epoch = 1;
    EXPECT_EQ(meta("g1", 5, "the old owner", "ada"), STORE_FENCED);
    struct store_request *r = store_request(STORE_ARCHIVE, "g1");
    r->epoch = 1;
    EXPECT_EQ(finish(r), STORE_FENCED);
    at_the_other();
    EXPECT_EQ(append("g1", 2, 2, "the new one"), STORE_OK);
    done();
}

static void what_ends_at_one_server_has_ended_at_the_other(void) {
    fresh();
    create("g1");
    create("g2");
    append("g2", 1, 1, "a");
    at_the_other();
    EXPECT_EQ(create("g1"), STORE_CONFLICT);
    EXPECT_EQ(finish(store_request(STORE_REMOVE, "g1")), STORE_OK);
    struct store_request *r = store_request(STORE_ARCHIVE, "g2");
    r->epoch = 1;
    store_set_meta(r, "over", 4);
    EXPECT_EQ(finish(r), STORE_OK);
    at_the_other();
    EXPECT_EQ(append("g1", 1, 1, "x"), STORE_MISSING);
    EXPECT_EQ(append("g2", 1, 2, "x"), STORE_MISSING);
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g2")), STORE_MISSING);
    done();
}

static void who_is_forgotten_at_one_server_is_gone_at_the_other(void) {
    fresh();
    create("g1");
    person("ada");
    at_the_other();
    EXPECT_EQ(put("session", "s1", "ada", PUT_ANY), STORE_OK);
    at_the_other();
    struct store_request *r = store_request(STORE_FORGET, NULL);
    strcpy(r->user, "ada");
    EXPECT_EQ(finish(r), STORE_OK);
    at_the_other();
    EXPECT_EQ(item(STORE_GET, "session", "s1"), STORE_MISSING);
    EXPECT_EQ(put("session", "s1", "ada", PUT_ANY), STORE_MISSING);
    EXPECT_EQ(chat("g1", "ada", "x"), STORE_MISSING);
    done();
}

/* Both at once, with requests in flight: every number has one owner, and the other is refused. */
static int taken_numbers;
static void count_taken(struct store_request *r) {
    taken_numbers += r->result == STORE_OK;
    EXPECT(r->result == STORE_OK || r->result == STORE_CONFLICT);
}

static void two_servers_racing_share_the_numbers(void) {
    fresh();
    create("g1");
    at_the_other();
    struct store *both[2] = { store, other };
    taken_numbers = 0;
    for (int i = 1; i <= 200; i++)
        for (int k = 0; k < 2; k++) {
            struct store_request *r = store_request(STORE_APPEND, "g1");
            r->epoch = 1;
            r->seq = i;
            r->done = count_taken;
            store_set_body(r, "x", 1);
            store_submit(both[k], r);
            store_collect(both[k]);
        }
    while (store_waiting(both[0]) + store_waiting(both[1]) > 0) {
        store_collect(both[0]);
        store_collect(both[1]);
        usleep(100);
    }
    struct store_request *r = get(STORE_LOAD, "g1");
    EXPECT_EQ(r->result, STORE_OK);
    EXPECT_EQ(entries(r), taken_numbers);
    EXPECT(taken_numbers > 0);
    store_request_free(r);
    done();
}

/* Many requests at once share commits, and each is answered, in order. */
static int answers, order_broken;
static void count(struct store_request *r) {
    answers++;
    order_broken += r->result != STORE_OK || r->seq != answers;
}

static enum store_result judged[16];

static void note_result(struct store_request *r) {
    judged[(intptr_t)r->arg] = r->result;
}

/* Carried out one by one or together: a refused request harms nobody else. */
static void entries_sent_together_are_judged_one_by_one(void) {
    static const struct {
        const char *game;
        int64_t epoch, seq;
        enum store_result result;
    } sent[] = {
        { "g1", 1, 1, STORE_OK },       { "g2", 2, 1, STORE_OK },       { "g1", 1, 2, STORE_OK },
        { "g2", 1, 2, STORE_FENCED },   { "g1", 1, 2, STORE_CONFLICT }, { "", 1, 1, STORE_MISSING },
        { "g1", 1, 4, STORE_CONFLICT }, { "g1", 1, 3, STORE_OK },       { "g2", 2, 2, STORE_OK },
    };
    enum { N = sizeof sent / sizeof *sent };
    fresh();
    create("g1");
    create("g2");
    store_request_free(get(STORE_TAKE, "g2"));
    for (int i = 0; i < N; i++) {
        struct store_request *r = store_request(STORE_APPEND, sent[i].game);
        r->epoch = sent[i].epoch;
        r->seq = sent[i].seq;
        store_set_body(r, "entry", 5);
        r->done = note_result;
        r->arg = (void *)(intptr_t)i;
        store_submit(store, r);
    }
    while (store_waiting(store) > 0)
        store_collect(store);
    for (int i = 0; i < N; i++)
        EXPECT_EQ(judged[i], sent[i].result);
    struct store_request *r = get(STORE_LOAD, "g1");
    EXPECT_EQ(entries(r), 3);
    store_request_free(r);
    done();
}

static void submit_entry(int seq) {
    struct store_request *r = store_request(STORE_APPEND, "g1");
    r->epoch = 1;
    r->seq = seq;
    r->done = count;
    store_set_body(r, "x", 1);
    store_submit(store, r);
}

static void a_thousand_requests_are_answered_in_order(void) {
    fresh();
    create("g1");
    answers = order_broken = 0;
    for (int i = 1; i <= 1000; i++)
        submit_entry(i);
    while (store_waiting(store) > 0) {
        store_collect(store);
        usleep(100);
    }
    EXPECT_EQ(answers, 1000);
    EXPECT_EQ(order_broken, 0);
    done();
}

/* A slow read: requests submitted after it are answered first. */
static int read_answers;
static void count_read(struct store_request *r) {
    read_answers++;
    EXPECT_EQ(entries(r), 1);
}

static void a_write_does_not_wait_for_a_read(void) {
    where = MEMORY;
    fresh();
    create("g1");
    answers = order_broken = read_answers = 0;
    atomic_store(&mem_reads_wait, true);
    for (int i = 1; i <= 3; i++)
        submit_entry(i);
    store_submit(store, store_request(STORE_LOAD, "g1"));
    struct timespec late;
    for (int i = 0; i < 100 && answers < 3; i++) {
        clock_gettime(CLOCK_MONOTONIC, &late);
        late.tv_sec++;
        store_send(store);
        store_wait(store, &late);
        store_collect(store);
    }
    EXPECT_EQ(answers, 3);
    EXPECT_EQ(store_waiting(store), 1);
    atomic_store(&mem_reads_wait, false);
    done();
    where = SQLITE;
}

/* But it sees everything that was submitted before it. */
static void a_read_sees_what_was_submitted_before_it(void) {
    fresh();
    read_answers = 0;
    for (int i = 0; i < 50; i++) {
        char id[8];
        snprintf(id, sizeof id, "g%d", i % 10);
        struct store_request *r = store_request(STORE_CREATE, id);
        store_set_meta(r, "m", 1);
        store_submit(store, r);
        r = store_request(STORE_APPEND, id);
        r->epoch = r->seq = 1;
        store_set_body(r, "x", 1);
        store_submit(store, r);
        r = store_request(STORE_LOAD, id);
        r->done = count_read;
        store_submit(store, r);
        if (i % 10 == 9)
            while (store_waiting(store) > 0)
                store_collect(store);
        if (i % 10 == 9)
            for (int k = 0; k < 10; k++) {
                snprintf(id, sizeof id, "g%d", k);
                EXPECT_EQ(finish(store_request(STORE_REMOVE, id)), STORE_OK);
            }
    }
    EXPECT_EQ(read_answers, 50);
    done();
}

static atomic_int woken;
static void wake(void *arg) {
    (void)arg;
    atomic_fetch_add(&woken, 1);
}

static struct timespec in_microseconds(long us) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += us * 1000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Nothing is missed: a wait that is still on reports it, otherwise the wake-up call does. */
static void an_owner_that_waits_now_and_then_misses_nothing(void) {
    fresh();
    create("g1");
    store_close(store);
    answers = order_broken = 0;
    atomic_store(&woken, 0);
    store = open_store(false, wake);
    long quiet = 0;
    for (int sent = 0, heard = 0; answers < 500 && quiet < 100000; quiet++) {
        for (int i = 0; i < 3 && sent < 500 && sent - answers < 5; i++) {
            struct store_request *r = store_request(STORE_APPEND, "g1");
            r->epoch = 1;
            r->seq = ++sent;
            r->done = count;
            store_set_body(r, "x", 1);
            store_submit(store, r);
        }
        store_send(store);
        struct timespec until = in_microseconds(quiet % 4 * 100);
        bool came = store_wait(store, &until);
        int calls = atomic_load(&woken);
        if (came || calls != heard) {
            heard = calls;
            quiet = store_collect(store) ? 0 : quiet;
        }
    }
    EXPECT_EQ(answers, 500);
    EXPECT_EQ(order_broken, 0);
    done();
}

static void send_entry(int seq) {
    int before = atomic_load(&woken);
    submit_entry(seq);
    store_send(store);
    for (int ms = 0; atomic_load(&woken) == before && ms < 120000; ms++)
        usleep(1000);
}

/* Fewer than requested means that there are no more, even if some were left over from the last
 * time. Otherwise an owner that is woken once would wait forever. */
static void what_was_left_hides_nothing_that_came_since(void) {
    fresh();
    create("g1");
    store_close(store);
    answers = order_broken = 0;
    store = open_store(false, wake);
    send_entry(1);
    send_entry(2);
    EXPECT_EQ(store_collect_some(store, 1), 1);
    send_entry(3);
    EXPECT_EQ(store_collect_some(store, 8), 2);
    EXPECT_EQ(answers, 3);
    EXPECT_EQ(order_broken, 0);
    done();
}

/* A batch that could not be committed leaves no trace, on disk or in the store's cache. */
static void a_full_disk_loses_nothing_and_recovers(void) {
    fresh();
    create("g1");
    EXPECT_EQ(append("g1", 1, 1, "a"), STORE_OK);
    store_close(store);
    open_again(true);
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_OK);
    static char big[40000];
    memset(big, 'x', sizeof big - 1);
    int seq = 2;
    enum store_result result;
    while ((result = append("g1", epoch, seq, big)) == STORE_OK)
        seq++;
    EXPECT_EQ(result, STORE_FULL);
    EXPECT_EQ(append("g1", epoch, seq, big), STORE_FULL);
    EXPECT_EQ(append("g1", epoch, seq, "small"), STORE_OK);
    struct store_request *r = get(STORE_LOAD, "g1");
    EXPECT_EQ(entries(r), seq);
    store_request_free(r);
    done();
}

static void a_broken_log_is_refused_and_the_others_live(void) {
    where = SQLITE;
    fresh();
    create("g1");
    create("g2");
    append("g1", 1, 1, "a");
    append("g1", 1, 2, "b");
    append("g2", 1, 1, "a");
    store_close(store);
    char command[256];
    snprintf(command, sizeof command,
             "python3 -c \"import sqlite3;c=sqlite3.connect('%s');c.execute('DELETE FROM log WHERE "
             "id=1');"
             "c.commit()\"",
             path);
    EXPECT_EQ(system(command), 0);
    open_again(false);
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_CONFLICT);
    struct store_request *r = get(STORE_TAKE, "g2");
    EXPECT_EQ(r->result, STORE_OK);
    EXPECT_EQ(entries(r), 1);
    store_request_free(r);
    done();
}

/* Anybody can take a released game, and no write comes after the release, in every store. */
static void what_is_released_is_nobodys(void) {
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    struct store_request *r = store_request(STORE_RELEASE, "g1");
    r->epoch = 7;
    EXPECT_EQ(finish(r), STORE_FENCED);
    r = store_request(STORE_RELEASE, "g1");
    r->epoch = 1;
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(append("g1", 1, 2, "late"), STORE_FENCED);
    r = store_request(STORE_DUE, "g1");
    r->epoch = 1;
    EXPECT_EQ(finish(r), STORE_FENCED);
    at_the_other();
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_OK);
    EXPECT_EQ(append("g1", epoch, 2, "b"), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_RELEASE, NULL)), STORE_OK);
    r = store_request(STORE_REMOVE, "g1");
    r->epoch = 1;
    EXPECT_EQ(finish(r), STORE_FENCED);
    EXPECT_EQ(finish(store_request(STORE_CLAIM, "g1")), STORE_MISSING);
    r = store_request(STORE_ARCHIVE, "g1");
    EXPECT_EQ(finish(store_request(STORE_TAKE, "g1")), STORE_OK);
    r->epoch = epoch;
    EXPECT_EQ(finish(r), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_CLAIM, "g1")), STORE_OK);
    EXPECT_EQ(finish(store_request(STORE_CLAIM, "g2")), STORE_MISSING);
    EXPECT_EQ(finish(store_request(STORE_NOTE, NULL)), STORE_OK);
    done();
}

/* --- nodes --- */

enum { LEASE_MS = 600 };

static struct store *open_node(const char *name) {
    const char *why = NULL;
    struct store_pg_options o = {
        .url = database, .node = name, .address = "http://there", .lease = LEASE_MS
    };
    void *pg = store_pg_open(&o, &why, NULL);
    return pg ? store_new(&store_pg, pg, NULL, NULL) : NULL;
}

/* Two nodes: `store` is a, `other` is b. A node that does not watch loses its lease. */
static void fresh_nodes(void) {
    where = POSTGRES;
    fresh();
    store_close(store);
    store = open_node("a");
    other = open_node("b");
    EXPECT(store && other);
}

static struct store_request *watch(const char *look) {
    struct store_request *r = store_request(STORE_WATCH, NULL);
    r->limit = 10;
    store_set_body(r, look, strlen(look));
    return store_do(store, r);
}

static int rows_of(const struct store_request *r, enum store_row_kind kind, const char *key) {
    int n = 0;
    for (int i = 0; i < r->rows_n; i++)
        n += r->rows[i].kind == kind &&
             (strcmp(r->rows[i].key, key) == 0 || strcmp(r->rows[i].id, key) == 0);
    return n;
}

static void a_game_is_taken_when_the_lease_of_its_node_has_run_out(void) {
    fresh_nodes();
    create("g1");
    append("g1", 1, 1, "a");
    at_the_other();
    struct store_request *r = get(STORE_TAKE, "g1");
    EXPECT_EQ(r->result, STORE_ELSEWHERE);
    EXPECT_EQ(rows_of(r, ROW_NODE, "http://there"), 1);
    store_request_free(r);
    usleep((LEASE_MS + 100) * 1000);
    for (int had = 0; had < 2; had++) { /* the first time it was the other's */
        r = get(STORE_TAKE, "g1");
        EXPECT_EQ(r->result, STORE_OK);
        EXPECT_EQ(r->limit, had);
        store_request_free(r);
    }
    EXPECT_EQ(append("g1", 3, 2, "b"), STORE_OK);
    at_the_other();
    EXPECT_EQ(append("g1", 1, 2, "late"), STORE_FENCED);
    store_request_free(watch(""));
    at_the_other();
    store_request_free(watch("")); /* b has a lease again, and a may not take it back */
    at_the_other();
    r = get(STORE_TAKE, "g1");
    EXPECT_EQ(r->result, STORE_ELSEWHERE);
    store_request_free(r);
    done();
    where = SQLITE;
}

static void a_node_hears_what_the_other_did(void) {
    fresh_nodes();
    store_request_free(watch("")); /* from here on */
    at_the_other();
    create("g1");
    struct store_request *r = store_request(STORE_NOTE, NULL);
    strcpy(r->kind, "out");
    strcpy(r->key, "ada");
    EXPECT_EQ(finish(r), STORE_OK);
    at_the_other();
    r = watch("no-such-game");
    EXPECT_EQ(r->result, STORE_OK);
    EXPECT_EQ(rows_of(r, ROW_META, "g1"), 1);
    EXPECT_EQ(rows_of(r, ROW_NOTE, "ada"), 1);
    bool known = false; /* a note may speak of a table: that comes first */
    for (int i = 0; i < r->rows_n; i++) {
        known = known || r->rows[i].kind == ROW_META;
        EXPECT(r->rows[i].kind != ROW_NOTE || strcmp(r->rows[i].key, "ada") || known);
    }
    EXPECT_EQ(rows_of(r, ROW_NOTE, "no-such-game"), 1);
    store_request_free(r);
    done();
    where = SQLITE;
}

static void two_nodes_cannot_share_a_name(void) {
    fresh_nodes();
    struct store *second = open_node("a"); /* waits until the lease has run out */
    EXPECT(second != NULL);
    struct store_request *r = watch("");
    EXPECT_EQ(r->result, STORE_FENCED);
    store_request_free(r);
    if (second)
        store_close(second);
    done();
    where = SQLITE;
}

static void a_database_that_is_not_there_is_refused(void) {
    const char *why = NULL;
    EXPECT(open_pg("host=/nowhere/at/all dbname=none", false, &why) == NULL);
    EXPECT(why != NULL && strlen(why) > 10);
    EXPECT(open_pg("postgres://%zz", false, &why) == NULL);
}

static void a_second_server_that_wants_a_database_alone_is_refused(void) {
    const char *why;
    where = POSTGRES;
    fresh();
    void *first = open_pg(database, true, &why), *second;
    EXPECT(first != NULL);
    second = open_pg(database, true, &why);
    EXPECT(second == NULL);
    EXPECT(strstr(why, "in use") != NULL);
    store_pg.close(first);
    for (int i = 0; i < 100 && !second; i++, usleep(10000)) /* until it has noticed */
        second = open_pg(database, true, &why);
    EXPECT(second != NULL);
    if (second)
        store_pg.close(second);
    done();
    where = SQLITE;
}

/* A request that is cut off in the middle gets BUSY, and the store continues with a new
 * connection. */
static void a_connection_that_breaks_is_made_anew(void) {
    where = POSTGRES;
    fresh();
    create("g1");
    append("g1", 1, 1, "a");
    PGconn *conn = PQconnectdb(database);
    PGresult *res = PQexec(conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                                 "pid<>pg_backend_pid() AND datname=current_database()");
    EXPECT_EQ(PQresultStatus(res), PGRES_TUPLES_OK);
    PQclear(res);
    PQfinish(conn);
    enum store_result result = append("g1", 1, 2, "b");
    EXPECT(result == STORE_OK || result == STORE_BUSY);
    if (result == STORE_BUSY)
        EXPECT_EQ(append("g1", 1, 2, "b"), STORE_OK);
    struct store_request *r = get(STORE_LOAD, "g1");
    if (r->result == STORE_BUSY) {
        store_request_free(r);
        r = get(STORE_LOAD, "g1");
    }
    EXPECT_EQ(entries(r), 2);
    store_request_free(r);
    done();
    where = SQLITE;
}

static void a_file_that_is_no_store_is_refused(void) {
    where = SQLITE;
    fresh();
    done();
    const char *why;
    snprintf(path, sizeof path, "/tmp/skerry-no-store-%d", (int)getpid());
    FILE *out = fopen(path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("this is no database", out);
    fclose(out);
    EXPECT(store_sqlite_open(&(struct store_sqlite_options){ .path = path }, &why) == NULL);
    EXPECT(why != NULL);
    unlink(path);
}

#define CONTRACT(X)                                \
    X(a_game_is_created_once) \
    X(entries_come_back_in_order) \
    X(only_the_next_entry_is_taken) \
    X(who_took_the_game_last_owns_it) \
    X(everything_is_there_after_opening_again) \
    X(an_archive_replaces_the_log) \
    X(my_games_are_listed_newest_first) \
    X(items_are_put_got_and_dropped) \
    X(guests_who_can_never_return_expire) \
    X(what_was_dropped_is_not_renewed) \
    X(nothing_comes_behind_a_deletion) \
    X(chat_keeps_its_order) \
    X(a_user_is_exported_and_forgotten) \
    X(a_guests_games_move_to_the_account) \
    X(a_mute_comes_and_goes_with_its_game) \
    X(a_mute_follows_both_its_people) \
    X(whom_a_game_was_made_with_is_kept)  \
    X(a_removed_game_is_gone) \
    X(two_servers_cannot_both_have_a_number) \
    X(a_take_fences_the_other_server) \
    X(what_ends_at_one_server_has_ended_at_the_other) \
    X(who_is_forgotten_at_one_server_is_gone_at_the_other) \
    X(two_servers_racing_share_the_numbers) \
    X(what_is_released_is_nobodys) \
    X(entries_sent_together_are_judged_one_by_one) \
    X(a_thousand_requests_are_answered_in_order) \
    X(a_read_sees_what_was_submitted_before_it) \
    X(an_owner_that_waits_now_and_then_misses_nothing) \
    X(what_was_left_hides_nothing_that_came_since)

/* What a test cannot make happen in a database. */
#define FULL_DISK(X) X(a_full_disk_loses_nothing_and_recovers)

#define X(name)                          \
    static void sqlite_##name(void) {    \
        where = SQLITE;                  \
        name();                          \
    }                                    \
    static void memory_##name(void) {    \
        where = MEMORY;                  \
        name();                          \
        where = SQLITE;                  \
    }
CONTRACT(X)
FULL_DISK(X)
#undef X

/* A test that is skipped leaves in the middle, so `where` is set by each that follows. */
#define X(name)                          \
    static void postgres_##name(void) {  \
        where = POSTGRES;                \
        name();                          \
        where = SQLITE;                  \
    }
CONTRACT(X)
#undef X

const struct test store_tests[] = {
#define X(name) TEST(sqlite_##name), TEST(memory_##name),
    CONTRACT(X) FULL_DISK(X)
#undef X
#define X(name) TEST(postgres_##name),
    CONTRACT(X)
#undef X
    TEST(a_game_is_taken_when_the_lease_of_its_node_has_run_out),
    TEST(a_node_hears_what_the_other_did),
    TEST(two_nodes_cannot_share_a_name),
    TEST(a_database_that_is_not_there_is_refused),
    TEST(a_second_server_that_wants_a_database_alone_is_refused),
    TEST(a_connection_that_breaks_is_made_anew),
    TEST(a_write_does_not_wait_for_a_read),
    TEST(a_broken_log_is_refused_and_the_others_live),
    TEST(a_file_that_is_no_store_is_refused),
    TESTS_END
};
