/* golden_test.c -- one complete game per ruleset and module, kept as a record.
 *
 * The game is played again from its seed and must give the same text; the text must
 * replay to the same position. `make golden` writes the files anew: read the diff
 * before committing it, since it says which rule moved. tests/records/ holds games of
 * every revision of the rules; all of them must replay for ever. */
#include <dirent.h>
#include <stdlib.h>

#include "../core/game.h"
#include "../core/hash.h"
#include "../core/record.h"
#include "test.h"

enum { ACTIONS_MAX = 30000, TEXT_MAX = 4 << 20, DECISIONS_MAX = 1500 };

static struct session *session, *replayed;
static char *fresh, *kept;

static void make_room(void) {
    if (fresh)
        return;
    session = session_new(malloc(session_size(ACTIONS_MAX)), ACTIONS_MAX);
    replayed = session_new(malloc(session_size(ACTIONS_MAX)), ACTIONS_MAX);
    fresh = malloc(TEXT_MAX);
    kept = malloc(TEXT_MAX);
}

/* The rules stand in the record's own headers, and an option added later must not change the hash
 * of an old game. points_public follows from the rest. */
static void position_hash(struct session *s, char *digits) {
    static char json[1 << 16];
    struct json_out out;
    struct text text;
    json_begin(&out, json, sizeof json);
    s->game->write(s->state, NULL, &out);
    EXPECT(json_fits(&out));
    test_drop_member(json, "rules");
    while (strstr(json, "\"points_public\":"))
        test_drop_member(json, "points_public");
    text_begin(&text, digits, 20);
    text_hex(&text, hash_bytes(HASH_START, json, strlen(json)));
}

/* A trade now and then, so that golden games show offers and answers. */
static void maybe_an_offer(struct rng *rng, int seat, struct action *a) {
    static const char *const kinds[] = { "brick", "lumber", "wool", "grain", "ore" };
    char text[ACTION_TEXT_MAX];
    struct action offer;
    if (rng_below(rng, 10))
        return;
    int give = (int)rng_below(rng, KINDS), get = (int)rng_below(rng, KINDS);
    snprintf(text, sizeof text, "%d offer %s %s", seat, kinds[give], kinds[get]);
    if (session->game->parse(session->state, text, &offer) == 0 &&
        session->game->check(session->state, &offer) == 0)
        *a = offer;
}

static bool play_entry(struct rng *rng) {
    static struct action menu[MENU_MAX];
    unsigned owes = session->game->owes(session->state);
    int seat = 0;
    session_open(session);
    if (owes & OWES_CHANCE)
        return session_close(session) == 0;
    while (!(owes >> seat & 1))
        seat++;
    int n = session->game->legal(session->state, seat, menu);
    struct action a = menu[rng_below(rng, (uint32_t)n)];
    maybe_an_offer(rng, seat, &a);
    return n > 0 && session_step(session, &a) == 0 && session_close(session) == 0;
}

static void play_golden(const char *rules_text, uint64_t seed) {
    const struct game *game = rules_game(rules_text);
    struct rules rules;
    struct rng rng;
    char digits[20];
    int at;
    rng_seed(&rng, seed);
    EXPECT_EQ(rules_parse(game, rules_text, 0, &rules, &at), RULES_OK);
    EXPECT_EQ(session_start(session, game, &rules, seed, false), 0);
    for (int i = 0; i < DECISIONS_MAX && game->owes(session->state); i++)
        if (!play_entry(&rng)) {
            test_fail(__FILE__, __LINE__, "%s stops at entry %d", rules_text, i);
            break;
        }
    position_hash(session, digits);
    EXPECT(record_set_header(session, "Final-Position", digits));
}

static size_t read_whole(const char *path, char *text) {
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, TEXT_MAX - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    return n;
}

/* Where two texts part, for the reader of a failure. */
static void show_difference(const char *path) {
    int line = 1;
    const char *a = kept, *b = fresh;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    while (a > kept && a[-1] != '\n')
        a--, b--;
    test_fail(path, line, "expected \"%.*s\", is \"%.*s\"", (int)strcspn(a, "\n"), a,
              (int)strcspn(b, "\n"), b);
}

static void replays(const char *path, const char *text, size_t n) {
    struct record_fault fault = { 0, "", 0 };
    if (!record_read(replayed, text, n, &fault)) {
        test_fail(path, fault.line, "does not replay: %s", fault.what);
        return;
    }
    EXPECT_EQ(replayed->game->sound(replayed->state), 0);
    char digits[20];
    const char *header = strstr(text, "\nFinal-Position: ");
    position_hash(replayed, digits);
    if (header && strncmp(header + 17, digits, 16))
        test_fail(path, 1, "replays to another position: %s", digits);
}

static void golden(const char *rules_text) {
    char path[160];
    struct text text;
    snprintf(path, sizeof path, "tests/golden/%s.txt", rules_text);
    play_golden(rules_text, 2026);
    text_begin(&text, fresh, TEXT_MAX);
    record_write(session, SEAT_ALL, &text);
    EXPECT(text_fits(&text));
    if (test_golden) {
        FILE *f = fopen(path, "w");
        EXPECT(f && fwrite(fresh, 1, text.len, f) == text.len);
        if (f)
            fclose(f);
        return;
    }
    size_t n = read_whole(path, kept);
    if (n != text.len || strcmp(fresh, kept))
        show_difference(path);
    replays(path, kept, n);
}

static void golden_games_are_played_again(void) {
    char text[128];
    make_room();
    for (const struct game *const *g = games; *g; g++)
        for (const struct ruleset *r = (*g)->rulesets; r->name; r++) {
            golden(r->name);
            for (const struct option *o = (*g)->options; o->name; o++)
                if (o->words == rules_module) {
                    snprintf(text, sizeof text, "%s+%s", r->name, o->name);
                    golden(text);
                }
        }
}

static void records_of_every_revision_replay(void) {
    int found = 0;
    char path[512];
    DIR *dir = opendir("tests/records");
    EXPECT(dir != NULL);
    make_room();
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "tests/records/%s", e->d_name);
        replays(path, kept, read_whole(path, kept));
        found++;
    }
    if (dir)
        closedir(dir);
    EXPECT(found > 0);
}

const struct test golden_tests[] = {
    TEST(golden_games_are_played_again),
    TEST(records_of_every_revision_replay),
    TESTS_END,
};
