/* go_request_test.c -- the `go` request: the bot has seen the session from its seat, whatever
 * happened to the session between two requests; it also works from a position or a bare view. */
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/go_request.h"
#include "bots/internal.h"

enum { NODES = 60, SAID = 4096 };

struct desk {
    struct session *session;
    struct bot_host host;
    struct bot watching[SEATS_MAX];         /* one that observed every action as it was played */
    int watched;                            /* actions of the log shown to them */
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char view[STATE_MAX];
};

static void open_desk(struct desk *d, const char *text, int seats) {
    struct rules rules;
    const struct game *game = rules_game(text);
    int at;
    EXPECT_EQ(rules_parse(game, text, seats, &rules, &at), RULES_OK);
    memset(d, 0, sizeof *d);
    d->session = session_new(malloc(session_size(4000)), 4000);
    d->host = (struct bot_host){ .memory = calloc(1, bot_host_size()),
                                   .work = malloc(bot_work_size()) };
    EXPECT_EQ(session_start(d->session, game, &rules, 17, false), 0);
    session_open(d->session);
    EXPECT_EQ(session_close(d->session), 0);
    memcpy(d->state, d->session->start, game->state_size);
    for (int s = 0; s < seats; s++)
        bot_new(&d->watching[s], game, seats, BOT_MASTER, BOT_PLAIN, s, 1);
}

static void close_desk(struct desk *d) {
    free(d->host.memory);
    free(d->host.work);
    free(d->session);
}

/* Show the watching bots what was played since the last time. */
static void watch(struct desk *d) {
    const struct game *game = d->session->game;
    for (; d->watched < d->session->log.actions_n; d->watched++) {
        const struct action *a = &d->session->log.action[d->watched];
        for (int s = 0; s < d->session->rules.seats; s++) {
            struct action seen;
            game->view(d->state, s, d->view);
            game->see(d->state, a, s, &seen);
            bot_observe(&d->watching[s], d->view, &seen);
        }
        game->apply(d->state, a);
    }
}

static void ask(struct bot_host *host, struct session *s, struct session *past, int seat,
                const char *level, char *said) {
    _Alignas(16) unsigned char view[STATE_MAX] = { 0 };
    struct protocol_go go = { .game = s->game, .rules = &s->rules, .view = view, .session = past,
                              .seat = seat, .nodes = NODES, .seed = 1 };
    strcpy(go.level, level);
    s->game->view(s->state, seat, view);
    struct json_out out = json_begin_object(said, SAID);
    EXPECT(bot_go(host, &go, &out) == NULL);
    json_object_end(&out);
    EXPECT(json_fits(&out));
}

/* What the bot that watched answers; afterwards it is as it was before the question. */
static struct action ask_watching(struct desk *d, int seat, char *said) {
    struct bot_budget budget = { .nodes = NODES, .work = d->host.work };
    struct bot_answer answer;
    struct bot one;
    bot_new(&one, d->session->game, d->session->rules.seats, BOT_MASTER, BOT_PLAIN, seat, 1);
    memcpy(one.mind, d->watching[seat].mind, sizeof one.mind);
    d->session->game->view(d->state, seat, d->view);
    one.record = d->watching[seat].record;
    EXPECT(bot_choose(&one, d->view, &budget, &answer));
    struct json_out out = json_begin_object(said, SAID);
    bot_write(d->session->game, d->view, &answer, &out, "choice");
    bot_write_turn(&one, &out, "turn");
    d->watching[seat].record = one.record;
    json_object_end(&out);
    EXPECT(json_fits(&out));
    return answer.action;
}

static int owing(const struct session *s) {
    unsigned owes = s->game->owes(s->state);
    for (int i = 0; i < SEATS_MAX; i++)
        if (owes >> i & 1)
            return i;
    return -1;
}

static void step(struct session *s, const struct action *a) {
    session_open(s);
    EXPECT_EQ(session_step(s, a), 0);
    EXPECT_EQ(session_close(s), 0);
}

static void go_answers_as_a_bot_that_watched(void) {
    static const char *const rules[] = { "fifth,board=random,phases=combined", "struggle" };
    for (int r = 0; r < 2; r++) {
        struct desk *d = malloc(sizeof *d);
        char one[SAID], two[SAID], again[SAID];
        int asked = 0, seat;
        open_desk(d, rules[r], 4);
        while ((seat = owing(d->session)) >= 0 && asked < 150) {
            watch(d);
            struct action a = ask_watching(d, seat, one);
            ask(&d->host, d->session, d->session, seat, "master", two);
            ask(&d->host, d->session, d->session, seat, "master", again);
            EXPECT_STR(two, one);
            EXPECT_STR(again, one);
            step(d->session, &a);
            asked++;
        }
        EXPECT_EQ(asked, 150);
        close_desk(d);
        free(d);
    }
}

/* A host that was asked before an undo, or about another game in the same place, answers like a
 * new one. */
static void go_forgets_what_was_taken_back(void) {
    struct desk *d = malloc(sizeof *d);
    struct bot_host fresh;
    char one[SAID], two[SAID];
    int seat;
    open_desk(d, "fifth,board=random,phases=combined", 3);
    for (int i = 0; i < 90 && (seat = owing(d->session)) >= 0; i++) {
        struct action menu[MENU_MAX];
        int n = d->session->game->legal(d->session->state, seat, menu);
        ask(&d->host, d->session, d->session, seat, "strong", one);
        if (i % 30 == 29)
            EXPECT_EQ(session_undo(d->session, d->session->log.entries_n - 3, true), 0);
        else
            step(d->session, &menu[i % n]);
        if (i % 30 > 1 && i % 30 < 29)
            continue;
        seat = owing(d->session);
        fresh = (struct bot_host){ .memory = calloc(1, bot_host_size()), .work = d->host.work };
        ask(&d->host, d->session, d->session, seat, "master", one);
        ask(&fresh, d->session, d->session, seat, "master", two);
        *strstr(one, ",\"turn\"") = *strstr(two, ",\"turn\"") = '\0';   /* what each was asked */
        EXPECT_STR(one, two);
        free(fresh.memory);
    }
    struct rules rules = d->session->rules;
    EXPECT_EQ(session_start(d->session, d->session->game, &rules, 18, false), 0);
    session_open(d->session);
    EXPECT_EQ(session_close(d->session), 0);
    fresh = (struct bot_host){ .memory = calloc(1, bot_host_size()), .work = d->host.work };
    seat = owing(d->session);
    ask(&d->host, d->session, d->session, seat, "master", one);
    ask(&fresh, d->session, d->session, seat, "master", two);
    EXPECT_STR(one, two);
    free(fresh.memory);
    close_desk(d);
    free(d);
}

static void go_needs_no_past(void) {
    struct desk *d = malloc(sizeof *d);
    char said[SAID];
    open_desk(d, "fifth,phases=combined", 4);
    for (int i = 0; i < 60; i++) {
        struct action menu[MENU_MAX];
        int seat = owing(d->session);
        ask(&d->host, d->session, NULL, seat, i % 2 ? "master" : "casual", said);
        EXPECT(strstr(said, "\"action\":\"") != NULL);
        int n = d->session->game->legal(d->session->state, seat, menu);
        step(d->session, &menu[i % n]);
    }
    close_desk(d);
    free(d);
}

/* Given a position or a view that somebody wrote down, it answers with a move of the game. */
static void go_works_from_what_was_set(void) {
    static char text[1 << 16];
    static const char *const rules[] = { "fifth,phases=combined", "sixth+helpers", "struggle" };
    for (int r = 0; r < 3; r++) {
        struct desk *d = malloc(sizeof *d);
        struct session *other = session_new(malloc(session_size(4000)), 4000);
        char said[SAID];
        open_desk(d, rules[r], 4);
        const struct game *game = d->session->game;
        for (int i = 0; i < 80 && owing(d->session) >= 0; i++) {
            struct action menu[MENU_MAX], a;
            char words[WHY_MAX];
            struct text why = text_begin(words, sizeof words);
            int seat = owing(d->session), n = game->legal(d->session->state, seat, menu);
            memset(d->view, 0, sizeof d->view);
            game->view(d->session->state, seat, d->view);
            struct json_out out = json_begin(text, sizeof text);
            game->write(i % 2 ? d->view : d->session->state, NULL, &out);
            EXPECT(json_fits(&out));
            EXPECT_EQ(session_set(other, text, strlen(text), 1, true, &why), 0);
            ask(&d->host, other, other->is_view ? NULL : other, seat, "master", said);
            const char *action = strstr(said, "\"action\":\"");
            EXPECT(action != NULL);
            if (action) {
                char word[ACTION_TEXT_MAX];
                snprintf(word, sizeof word, "%.*s", (int)strcspn(action + 10, "\""), action + 10);
                EXPECT_EQ(game->parse(d->session->state, word, &a), 0);
                EXPECT_EQ(game->check(d->session->state, &a), 0);
            }
            step(d->session, &menu[(i * 7) % n]);
        }
        free(other);
        close_desk(d);
        free(d);
    }
}

/* A bot elsewhere that is told each action its seat may see, and the view after it, answers like a
 * bot that was there. */
static void go_follows_a_seat_elsewhere(void) {
    static const char *const rules[] = { "fifth,board=random,phases=combined", "struggle" };
    for (int r = 0; r < 2; r++) {
        struct desk *d = malloc(sizeof *d);
        struct session there;           /* only an address: the host tells sessions apart by it */
        char one[SAID], two[SAID];
        int told = 0, asked = 0, seat;
        open_desk(d, rules[r], 4);
        const struct game *game = d->session->game;
        _Alignas(16) unsigned char before[STATE_MAX], after[STATE_MAX], state[STATE_MAX];
        memcpy(state, d->session->start, game->state_size);
        for (int i = 0; i < 260 && (seat = owing(d->session)) >= 0; i++) {
            struct action menu[MENU_MAX];
            const struct action *a;
            struct session_walk w;
            session_walk(&w, d->session);
            for (int k = 0; k < told; k++)
                session_walk_next(&w);
            while ((a = session_walk_next(&w)) != NULL) {
                struct action seen;
                memset(before, 0, sizeof before);
                memset(after, 0, sizeof after);
                game->view(state, 0, before);
                game->see(state, a, 0, &seen);
                game->apply(state, a);
                game->view(state, 0, after);
                bot_see(&d->host, &(struct protocol_see){ game, &d->session->rules, &there, 0,
                                                          before, after, &seen });
                told++;
            }
            if (seat == 0) {
                struct protocol_go go = { .game = game, .rules = &d->session->rules, .view = after,
                                          .followed = &there, .nodes = NODES, .seed = 1,
                                          .level = "master" };
                struct json_out out = json_begin_object(two, SAID);
                EXPECT(bot_go(&d->host, &go, &out) == NULL);
                json_object_end(&out);
                EXPECT(json_fits(&out));
                ask(&d->host, d->session, d->session, 0, "master", one);
                EXPECT_STR(two, one);
                asked++;
            }
            int n = game->legal(d->session->state, seat, menu);
            step(d->session, &menu[(i * 7) % n]);
        }
        EXPECT(asked > 20);
        close_desk(d);
        free(d);
    }
}

/* The first place of a game: two moves and what separates them. */
static void a_choice_says_why(void) {
    struct desk *d = malloc(sizeof *d);
    char said[SAID];
    open_desk(d, "fifth,board=random,phases=combined", 4);
    ask(&d->host, d->session, d->session, owing(d->session), "master", said);
    EXPECT(strstr(said, "\"why\":\"opening\"") != NULL);
    EXPECT(strstr(said, "\"reasons\":[{\"term\":\"") != NULL);
    EXPECT(strstr(said, "\"moves\":[{\"action\":\"") != NULL);
    close_desk(d);
    free(d);
}

const struct test go_request_tests[] = {
    TEST(go_answers_as_a_bot_that_watched),
    TEST(go_forgets_what_was_taken_back),
    TEST(go_needs_no_past),
    TEST(go_works_from_what_was_set),
    TEST(go_follows_a_seat_elsewhere),
    TEST(a_choice_says_why),
    TESTS_END,
};
