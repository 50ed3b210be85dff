/* golden_test.c -- one complete game per ruleset and module, kept as a record.
 *
 * The game is played again from its seed and must give the same text; the text must replay to
 * the same position. `make golden` rewrites the files: read the diff before committing it, since
 * it shows which rule changed. tests/records/ has games of every revision of the rules, each
 * with its final position; all of them must replay forever. */
#include <dirent.h>
#include <stdlib.h>

#include "core/game.h"
#include "core/hash.h"
#include "core/record.h"
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

/* The rules are in the record's own headers, and an option added later must not change the hash
 * of an old game. points_public follows from the rest. */
static void position_hash(struct session *s, char *digits) {
    static char json[1 << 16];
    struct json_out out = json_begin(json, sizeof json);
    s->game->write(s->state, NULL, &out);
    EXPECT(json_fits(&out));
    test_drop_member(json, "rules");
    while (strstr(json, "\"points_public\":"))
        test_drop_member(json, "points_public");
    struct text text = text_begin(digits, 20);
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

/* Where two texts begin to differ, for the message of a failed test. */
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
    snprintf(path, sizeof path, "tests/golden/%s.txt", rules_text);
    play_golden(rules_text, 2026);
    struct text text = text_begin(fresh, TEXT_MAX);
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

/* ---- records of every revision ---- */

/* Does `is` contain everything in `was`? Additions since (an option, a key) are ignored. So is
 * the short text of the rules, which leaves out today's defaults: the options beside it count. */
static bool holds(struct json_in was, struct json_in is) {
    struct json_in key, value, other, more;
    size_t at = 0, along = 0;
    char name[64];
    if (json_is_object(was)) {
        while (json_next(was, &at, &key, &value)) {
            if (json_to_text(key, name, sizeof name) < 0 || json_get(is, name).len == 0)
                return false;
            if (strcmp(name, "text") != 0 && !holds(value, json_get(is, name)))
                return false;
        }
        return true;
    }
    if (!json_is_array(was))
        return was.len == is.len && memcmp(was.text, is.text, was.len) == 0;
    while (json_next(was, &at, NULL, &value))
        if (!json_next(is, &along, NULL, &other) || !holds(value, other))
            return false;
    return !json_next(is, &along, NULL, &more);
}

/* Replay a record; it must end in the position in which its game ended. */
static void comes_to(const char *path, const char *record, const char *position) {
    static char json[1 << 16];
    struct record_fault fault;
    struct json_in was, is;
    if (!record_read(replayed, record, strlen(record), &fault)) {
        test_fail(path, fault.line, "does not replay: %s", fault.what);
        return;
    }
    EXPECT_EQ(replayed->game->sound(replayed->state), 0);
    struct json_out out = json_begin(json, sizeof json);
    replayed->game->write(replayed->state, NULL, &out);
    EXPECT(json_fits(&out));
    EXPECT_EQ(json_check(position, strlen(position), &was), 0);
    EXPECT_EQ(json_check(json, out.len, &is), 0);
    if (!holds(was, is))
        test_fail(path, 1, "replays to another position");
}

/* Cut `n` bytes and the comma before or behind them. */
static void cut_item(char *item, size_t n) {
    char *from = item[-1] == ',' ? item - 1 : item, *to = item + n;
    to += from == item && *to == ',';
    memmove(from, to, strlen(to) + 1);
}

/* As if this option did not exist yet: neither in the record nor in the position. */
static bool without_option(const struct option *o, char *record, char *position) {
    char name[80], *options = strstr(record, "\nOptions: "), *item;
    snprintf(name, sizeof name, ",%s=", o->name);
    item = options ? strstr(options, name) : NULL;
    if (!item || item > strchr(options + 1, '\n'))
        return false;
    cut_item(item + 1, strcspn(item + 1, ",\n"));
    snprintf(name, sizeof name, "\"%s\":", o->name);
    options = strstr(position, "\"options\":{");
    item = options ? strstr(options, name) : NULL;
    if (!item)
        return false;
    cut_item(item, strcspn(item, ",}"));
    return true;
}

static void each_record(void (*look)(const char *path, char *record, char *position)) {
    static char position[1 << 16];
    int found = 0;
    char path[512];
    DIR *dir = opendir("tests/records");
    EXPECT(dir != NULL);
    make_room();
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (n < 5 || strcmp(e->d_name + n - 4, ".txt") != 0)
            continue;
        snprintf(path, sizeof path, "tests/records/%.*s.json", (int)n - 4, e->d_name);
        EXPECT(read_whole(path, fresh) > 0 && strlen(fresh) < sizeof position);
        strcpy(position, fresh);
        snprintf(path, sizeof path, "tests/records/%s", e->d_name);
        EXPECT(read_whole(path, kept) > 0);
        look(path, kept, position);
        found++;
    }
    if (dir)
        closedir(dir);
    EXPECT(found > 0);
}

static void look_as_it_is(const char *path, char *record, char *position) {
    comes_to(path, record, position);
}

static void records_of_every_revision_replay(void) {
    each_record(look_as_it_is);
}

/* Each option is treated in turn as if it had been added later. */
static void look_before_each_option(const char *path, char *record, char *position) {
    static char less[1 << 16];
    comes_to(path, record, position);
    const struct game *game = replayed->game;
    struct rules rules = replayed->rules;
    char *shorter = malloc(strlen(record) + 1);
    int tried = 0;
    for (int i = 1; game->options[i].name; i++) {
        strcpy(shorter, record);
        strcpy(less, position);
        bool stated = rules.value[i] != game->rulesets[rules.ruleset].value[i];
        if (stated || !without_option(&game->options[i], shorter, less))
            continue;
        comes_to(path, shorter, less);
        tried++;
    }
    EXPECT(tried > 20);
    free(shorter);
}

static void records_replay_when_an_option_is_added(void) {
    each_record(look_before_each_option);
}

const struct test golden_tests[] = {
    TEST(golden_games_are_played_again),
    TEST(records_of_every_revision_replay),
    TEST(records_replay_when_an_option_is_added),
    TESTS_END,
};
