/* room_test.c -- a room on its own loop with a store in memory, without sockets: what happens to
 * the other games if the store refuses one, and who sits where. */
#include <stdlib.h>

#include "core/asking.h"
#include "memory_store.h"
#include "server/rooms/play.h"
#include "tests/test.h"

static struct server *s;
static struct room *r;

/* A game of people in which it is seat 0's turn, stored under the epoch that the room has. */
static void given_a_game_in(const struct store_backend *ops, void *backend) {
    uint8_t seed[FAIR_SEED] = { 7 };
    int at;
    s = calloc(1, sizeof *s);
    EXPECT(uv_loop_init(&s->loop) == 0);
    s->store = store_new(ops, backend, NULL, NULL);
    s->store_ok = s->ready = true;
    lobby_begin(s);
    struct table *t = heap_table("roomtest", seed, 1);
    EXPECT(table_set_rules(t, "fifth,board=random,start=draft,first=0", 2, &at));
    for (int i = 0; i < 2; i++) {
        strcpy(t->seat[i].seed, "x");
        t->seat[i].kind = SEAT_HUMAN;
    }
    t->state = TABLE_PLAYING;
    t->started = 1;
    EXPECT(heap_room(t, 0) && table_begin(t));
    r = room_new(s, t);
    struct store_request *q = store_do(s->store, room_meta_request(s, t, 0, STORE_CREATE));
    EXPECT_EQ(q->result, STORE_OK);
    r->epoch = q->epoch;
    store_request_free(q);
}

static void given_a_running_game(void) {
    mem_wipe(&mem_now);
    mem_limit = 0;
    given_a_game_in(&memory_store, NULL);
}

static void ended(void) {
    room_free(r);
    store_close(s->store);
    play_end(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    EXPECT(uv_loop_close(&s->loop) == 0);
    lobby_end(s);
    free(s);
}

static void wait_for_store(void) {
    store_send(s->store);
    while (store_waiting(s->store) > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        store_wait(s->store, &until);
        store_collect(s->store);
    }
}

/* Let the table continue until the store has answered everything. */
static void go_on(void) {
    play_next(r);
    wait_for_store();
}

static void a_game_that_another_took_is_quarantined_and_the_store_stays_healthy(void) {
    given_a_running_game();
    store_request_free(store_do(s->store, store_request(STORE_TAKE, "roomtest")));
    go_on(); /* the board is to be laid, and that cannot be stored */
    EXPECT_EQ(r->t->state, TABLE_BROKEN);
    EXPECT_EQ(r->t->log.entries_n, 0);
    EXPECT_EQ(s->metric[M_BROKEN], 1);
    EXPECT(s->store_ok);
    ended();
}

static void a_full_store_is_unhealthy_until_a_write_succeeds(void) {
    given_a_running_game();
    mem_limit = 1;
    go_on();
    EXPECT_EQ(r->t->state, TABLE_PLAYING);
    EXPECT_EQ(r->t->log.entries_n, 0);
    EXPECT(!s->store_ok);
    health_probe_store(s);
    r->retry_at = INT64_MAX; /* the table itself waits */
    go_on();
    EXPECT(!s->store_ok);
    mem_limit = 0;
    health_probe_store(s);
    go_on();
    EXPECT(s->store_ok);
    ended();
}

/* Somebody who owes a move makes the least harmful one. */
static void somebody_plays(void) {
    int seat = table_owes(r->t) & 1 ? 0 : 1;
    struct command *c = play_command(r, seat, 0);
    EXPECT(asking_least_harmful(r->t->game, r->t->now, seat, heap_scratch()->menu, &c->given) > 0);
    play_queue(r, c);
    go_on();
}

/* Out of memory: the command is refused, and goes through when there is some again. */
static void a_table_without_memory_waits(void) {
    given_a_running_game();
    heap_most = 0;
    go_on();
    while (!r->retry_at && r->t->log.entries_n < 200)
        somebody_plays();
    int full = r->t->log.entries_n;
    EXPECT(full < 200);
    EXPECT_EQ(r->t->state, TABLE_PLAYING);
    heap_most = SIZE_MAX;
    somebody_plays();
    EXPECT_EQ(r->t->log.entries_n, full + 1);
    ended();
}

static bool answer_lost;

static enum store_result commit_unheard(void *backend) {
    enum store_result result = memory_store.commit(backend);
    return answer_lost ? STORE_UNKNOWN : result;
}

/* The connection to the database broke while the game was being taken. */
static void a_take_whose_answer_is_lost_is_tried_again(void) {
    struct store_backend lossy = memory_store;
    lossy.commit = commit_unheard;
    mem_wipe(&mem_now);
    mem_limit = 0;
    given_a_game_in(&lossy, NULL);
    r->asleep = answer_lost = true;
    EXPECT(room_wake(r));
    wait_for_store();
    EXPECT_EQ(r->t->state, TABLE_PLAYING);
    EXPECT(r->asleep && !r->waking);
    answer_lost = false;
    r->retry_at = 0;
    EXPECT(room_wake(r));
    wait_for_store();
    EXPECT_EQ(r->t->state, TABLE_PLAYING);
    EXPECT(!r->asleep);
    ended();
}

/* Two people who only roll and end their turns forever: at the limit the game is closed. */
static void a_game_that_is_too_long_is_closed_and_kept(void) {
    const char *why;
    struct store_sqlite_options file = { .path = ":memory:", .synchronous = "OFF" };
    given_a_game_in(&store_sqlite, store_sqlite_open(&file, &why));
    room_pin(r);
    go_on();
    while (!r->gone && r->t->depth < ENTRIES_MAX && !test_failures) {
        int before = r->t->log.entries_n;
        somebody_plays();
        EXPECT(r->t->log.entries_n > before);
    }
    EXPECT(r->gone);
    EXPECT_EQ(r->t->state, TABLE_CLOSED);
    struct store_request *q = store_do(s->store, store_request(STORE_LOAD, "roomtest"));
    EXPECT_EQ(q->rows[0].number, 0); /* archived */
    struct table *kept = table_from_rows("roomtest", q->rows, q->rows_n);
    EXPECT_EQ(kept->log.entries_n, ENTRIES_MAX);
    EXPECT_EQ(kept->state, TABLE_CLOSED);
    heap_free(kept);
    store_request_free(q);
    room_unpin(r);
    ended();
}

/* One of five people sits down, or nobody; at a table each sits once. */
static void sit_somewhere(struct room *room, unsigned *rng) {
    int seat = (int)(*rng >> 8 & 3), person = (int)(*rng >> 16) % 6;
    char user[] = "u?";
    user[1] = (char)('0' + person);
    *rng = *rng * 1664525u + 1013904223u;
    if (person < 5 && table_seat_of(room->t, user) >= 0)
        return;
    room->t->seat[seat].kind = person < 5 ? SEAT_HUMAN : SEAT_EMPTY;
    KEEP(room->t->seat[seat].user, person < 5 ? user : "");
    person_tables_update(room);
}

/* The index finds the same as looking at every table. */
static bool index_agrees(struct room *const *rooms, int n) {
    for (char user[] = "u0"; user[1] < '5'; user[1]++) {
        int there = 0, found = 0;
        for (int i = 0; i < n; i++)
            there += rooms[i] && table_seat_of(rooms[i]->t, user) >= 0;
        for (struct room *at = NULL; (at = person_tables_next(s, user, at)) && found <= n; found++)
            if (table_seat_of(at->t, user) < 0)
                return false;
        if (there != found)
            return false;
    }
    return true;
}

static void the_tables_of_a_person_are_found_without_a_walk(void) {
    enum { ROOMS = 12 };
    struct room *rooms[ROOMS];
    unsigned rng = 1;
    given_a_running_game();
    for (int i = 0; i < ROOMS; i++) {
        uint8_t seed[FAIR_SEED] = { 0 };
        char id[] = "seated?";
        int at;
        id[6] = (char)('a' + i);
        struct table *t = heap_table(id, seed, 1);
        EXPECT(table_set_rules(t, "fifth", 4, &at));
        rooms[i] = room_new(s, t);
    }
    for (int i = 0; i < 3000; i++) {
        sit_somewhere(rooms[(rng >> 20) % ROOMS], &rng);
        EXPECT(index_agrees(rooms, ROOMS));
    }
    for (int i = 0; i < ROOMS; i++) {
        room_free(rooms[i]);
        rooms[i] = NULL;
        EXPECT(index_agrees(rooms, ROOMS));
    }
    ended();
}

const struct test room_tests[] = {
    TEST(the_tables_of_a_person_are_found_without_a_walk),
    TEST(a_game_that_another_took_is_quarantined_and_the_store_stays_healthy),
    TEST(a_full_store_is_unhealthy_until_a_write_succeeds),
                                   TEST(a_table_without_memory_waits),
    TEST(a_take_whose_answer_is_lost_is_tried_again),
    TEST(a_game_that_is_too_long_is_closed_and_kept), TESTS_END
};
