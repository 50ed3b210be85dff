/* go.c -- a bot made for one question: from the view alone, without a memory of the game. */
#include "go.h"

#include <string.h>

static bool find(const char *(*name)(int), int n, const char *word, int *out) {
    for (int i = 0; word[0] && i < n; i++)
        if (strcmp(name(i), word) == 0) {
            *out = i;
            return true;
        }
    return word[0] == '\0';
}

const char *bot_go(void *host, const struct protocol_go *ask, struct json_out *out) {
    struct bot_host *h = host;
    struct bot_budget budget = { .nodes = ask->nodes, .ms = ask->ms, .clock = h->clock,
                                 .work = h->work };
    struct bot_answer answer;
    int level = BOT_CLUB, style = BOT_PLAIN;
    if (!find(bot_level_name, BOT_LEVEL_N, ask->level, &level))
        return "no-such-level";
    if (!find(bot_style_name, BOT_STYLE_N, ask->style, &style))
        return "no-such-style";
    memset(&answer, 0, sizeof answer);
    struct bot *bot = bot_new(h->bot, ask->game, ask->rules->seats, (enum bot_level)level,
                              (enum bot_style)style, ask->seat, ask->seed);
    if (bot_choose(bot, ask->view, &budget, &answer))
        bot_write(ask->game, ask->view, &answer, out, "choice");
    else
        json_null(out, "choice");
    return NULL;
}
