/* turn_decisions.c -- what mattered in a bot's turn: the decisions that were choices, kept until
 * its next turn.
 *
 * A decision counts when it is seen played: a bot may be asked without its advice being taken. */
#include "internal.h"

#include <string.h>

enum { MATTERS = BOT_VALUE_ONE / 400 };     /* a smaller margin is a toss-up and not told */

/* Was it a choice worth telling? Winning and trading are; doing nothing more is not, nor is a
 * toss-up unless the move changed much: a settlement that could have waited for a card. A slip is
 * only if it cost something, or nobody knows what it cost. */
static bool matters(const struct bot_decision *d, bool compared, bool rests) {
    if (rests && d->why != BOT_WHY_SLIP)
        return false;
    switch (d->why) {
    case BOT_WHY_ONLY: case BOT_WHY_RANDOM: case BOT_WHY_NOTHING: case BOT_WHY_CANNOT:
        return false;
    case BOT_WHY_BEST: case BOT_WHY_SEARCH: case BOT_WHY_OPENING:
        return d->margin >= MATTERS || d->gain >= MATTERS;
    case BOT_WHY_SLIP:
        return !compared || d->margin <= -MATTERS;
    default:
        return true;
    }
}

/* What the move improved tells more than what sets it apart from the next best, which may be the
 * same move a step later. Both are the best move's; a slip has none. */
static void give_reasons(struct bot_decision *d, const struct bot_answer *answer) {
    if (memcmp(&answer->move[0].action, &answer->action, sizeof d->action) != 0)
        return;
    for (int i = 0; i < answer->effects_n; i++)
        d->gain += answer->effect[i].difference;
    bool effects = d->gain >= MATTERS;
    d->reasons_n = effects ? answer->effects_n : answer->reasons_n;
    memcpy(d->reason, effects ? answer->effect : answer->reason, sizeof d->reason);
}

void ai__record_chosen(struct bot *b, const struct bot_answer *answer) {
    struct bot_decision *d = &b->record.last;
    bool compared = false;
    memset(d, 0, sizeof *d);
    d->action = answer->action;
    d->why = answer->why;
    d->value = answer->win;
    for (int i = 0; i < answer->moves_n; i++)
        if (memcmp(&answer->move[i].action, &answer->action, sizeof d->action) != 0) {
            d->margin = answer->win - answer->move[i].value;
            compared = true;
            break;
        }
    give_reasons(d, answer);
    b->record.due = 1;
    b->record.told = matters(d, compared, answer->rests);
}

static int32_t weight(const struct bot_decision *d) {
    return d->margin > d->gain ? d->margin : d->gain;
}

/* If there is no room, the decision that mattered least is dropped. */
static void add(struct record *r, const struct bot_decision *d) {
    if (r->n == BOT_TURN_MAX) {
        int least = 0;
        for (int i = 1; i < r->n; i++)
            if (weight(&r->decision[i]) < weight(&r->decision[least]))
                least = i;
        memmove(&r->decision[least], &r->decision[least + 1],
                sizeof *d * (size_t)(r->n - least - 1));
        r->n--;
    }
    r->decision[r->n++] = *d;
}

void ai__record_seen(struct bot *b, const void *view, const struct action *seen) {
    struct record *r = &b->record;
    int active = ai__active(b->game, view);
    if (active != b->seat)
        r->active = 0;
    if (seen->seat != b->seat)
        return;
    if (active == b->seat && !r->active) {      /* the first action of a new turn */
        r->active = 1;
        r->n = 0;
        r->known = 0;
    }
    bool chosen = r->due && memcmp(&r->last.action, seen, sizeof *seen) == 0;
    r->due = 0;
    r->known |= chosen;
    if (!chosen || !r->told)
        return;
    b->game->see(view, seen, SEAT_SPECTATOR, &r->last.action);
    /* The reason for choosing a hidden card would tell which card it is. */
    if (memcmp(&r->last.action, seen, sizeof *seen) != 0)
        r->last.reasons_n = 0;
    if (b->game->format(view, &r->last.action, r->last.text, sizeof r->last.text) < 0)
        r->last.text[0] = '\0';
    add(r, &r->last);
}

int bot_turn(const struct bot *bot, const struct bot_decision **list) {
    *list = bot->record.decision;
    return bot->record.known ? bot->record.n : -1;
}
