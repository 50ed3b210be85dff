/* asking.c -- what is played for a seat that gives no answer: see asking.h. */
#include "asking.h"

#include <string.h>

#include "text.h"

/* By the verb of its notation: the game lists those that give nothing away. */
int asking_least_harmful(const struct game *game, const void *state, int seat,
                         struct action menu[MENU_MAX], struct action *out) {
    int n = game->legal(state, seat, menu), best = -1, rank = 99;
    for (int i = 0; i < n; i++) {
        char text[ACTION_TEXT_MAX], *verb;
        game->format(state, &menu[i], text, sizeof text);
        verb = strchr(text, ' ');
        size_t len = verb ? strcspn(++verb, " ") : 0;
        for (int k = 0; verb && game->harmless[k]; k++)
            if (k < rank && text_is(verb, len, game->harmless[k]))
                best = i, rank = k;
    }
    if (n > 0)
        *out = menu[best >= 0 ? best : 0];
    return n == 0 ? 0 : best >= 0 ? 2 : 1;
}
