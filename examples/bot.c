/* bot.c -- a bot for `skerry arena --bots ./bot,club,club,club` over docs/bot-protocol.md.
 *
 *     cc bot.c -o bot $(pkg-config --cflags --libs skerry)
 *
 * It makes the view in each question a game and asks one of Skerry's own bots; put your idea where
 * skerry_advice() stands. The view is the last member of a question, so it needs no JSON reader. */
#include <skerry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18];

/* The move for a question, or NULL. */
static const char *choose(skerry_game *g) {
    char *view = strstr(line, "\"view\":"), *end = strrchr(line, '}');
    if (!view || !end)
        return NULL;
    *end = '\0';                            /* the question's own brace */
    if (skerry_set(g, view + 7, 1) != NULL)
        return NULL;
    return skerry_advice(g, skerry_waits_for(g), "casual", 0);
}

int main(void) {
    skerry_game *g = skerry_new("fifth", 0, 1);
    while (g && fgets(line, sizeof line, stdin)) {
        if (strstr(line, "{\"type\":\"hello\"") == line) {
            printf("{\"type\":\"hello\",\"v\":1,\"name\":\"a bot in C\"}\n");
        } else if (strstr(line, "{\"type\":\"choose\"") == line) {
            const char *move = choose(g);
            if (!move)
                return EXIT_FAILURE;
            printf("{\"type\":\"play\",\"action\":\"%s\"}\n", move);
        }
        fflush(stdout);
    }
    skerry_free(g);
    return 0;
}
