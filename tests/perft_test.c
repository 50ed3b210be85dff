/* perft_test.c -- count every line of play to a depth and compare with tests/perft.txt.
 *
 * The numbers were agreed with tests/oracle.py, which shares no code with the engine. */
#include <stdlib.h>

#include "core/game.h"
#include "test.h"

enum { DEPTH_MAX = 40 };

static unsigned long long perft(const struct game *game, const void *state, int depth) {
    static struct action menus[DEPTH_MAX][MENU_MAX];
    static _Alignas(16) unsigned char next[DEPTH_MAX][STATE_MAX];
    unsigned owes = game->owes(state);
    int seat = SEAT_CHANCE;
    if (!owes)
        return 0;
    if (!(owes & OWES_CHANCE))
        for (seat = 0; !(owes >> seat & 1);)
            seat++;
    struct action *menu = menus[depth];
    int n = game->legal(state, seat, menu);
    if (depth == 1)
        return (unsigned long long)n;
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++) {
        memcpy(next[depth], state, game->state_size);
        game->apply(next[depth], &menu[i]);
        sum += perft(game, next[depth], depth - 1);
    }
    return sum;
}

static void count_line(const char *rules_text, int players, int depth, unsigned long long known) {
    static _Alignas(16) unsigned char state[STATE_MAX];
    const struct game *game = rules_game(rules_text);
    struct rules rules;
    int at;
    if (!game || rules_parse(game, rules_text, players, &rules, &at) != RULES_OK ||
        game->init(state, &rules) != 0) {
        test_fail(__FILE__, __LINE__, "%s does not start with %d players", rules_text, players);
        return;
    }
    unsigned long long count = perft(game, state, depth);
    if (count != known)
        test_fail(__FILE__, __LINE__, "%s, %d players, depth %d: %llu, expected %llu", rules_text,
                  players, depth, count, known);
}

static void every_line_of_play_is_counted(void) {
    char line[256], rules_text[128];
    int players, depth, lines = 0;
    unsigned long long known;
    FILE *f = fopen("tests/perft.txt", "r");
    EXPECT(f != NULL);
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%127[^# \n] %d %d %llu", rules_text, &players, &depth, &known) == 4) {
            count_line(rules_text, players, depth, known);
            lines++;
        }
    if (f)
        fclose(f);
    EXPECT(lines > 0);
}

const struct test perft_tests[] = { TEST(every_line_of_play_is_counted), TESTS_END };
