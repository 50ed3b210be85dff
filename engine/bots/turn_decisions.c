/* turn_decisions.c -- what mattered in a bot's turn: the decisions that were choices, kept until
 * its next turn.
 *
 * A decision counts when it is seen played: a bot may be asked without its advice being taken. */
#include "internal.h"

#include <string.h>

enum { MATTERS = BOT_VALUE_ONE / 400 };     /* a smaller margin is a toss-up and not told */

enum telling { NO_CHOICE, LESSER, TOLD };

/* Was it a choice worth telling? Winning and trading are; doing nothing more is not, nor is a
 * toss-up unless the move changed much: a settlement that could have waited for a card. A slip is
 * only if it cost something, or nobody knows what it cost. A lesser choice is told if the turn
 * had no other. */
static enum telling matters(const struct bot_decision *d, bool compared, bool rests) {
    enum telling lesser = compared ? LESSER : NO_CHOICE;
    switch (d->why) {
    case BOT_WHY_ONLY: case BOT_WHY_RANDOM: case BOT_WHY_NOTHING: case BOT_WHY_CANNOT:
        return NO_CHOICE;
    case BOT_WHY_BEST: case BOT_WHY_SEARCH: case BOT_WHY_OPENING:
        return !rests && (d->margin >= MATTERS || d->gain >= MATTERS) ? TOLD : lesser;
    case BOT_WHY_SLIP:
        return !compared || d->margin <= -MATTERS ? TOLD : LESSER;
    default:
        return rests ? lesser : TOLD;
    }
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
    d->reasons_n = answer->reasons_n;
    memcpy(d->reason, answer->reason, sizeof d->reason);
    for (int i = 0; i < answer->reasons_n; i++)
        d->gain += answer->reason[i].difference;
    b->record.due = 1;
    b->record.told = (uint8_t)matters(d, compared, answer->rests);
    if (d->why == BOT_WHY_SLIP && b->record.told == LESSER)
        d->why = BOT_WHY_EVEN;
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
        r->n = r->lesser_n = 0;
        r->known = 0;
    }
    bool chosen = r->due && memcmp(&r->last.action, seen, sizeof *seen) == 0;
    r->due = 0;
    r->known |= chosen;
    if (!chosen || r->told == NO_CHOICE)
        return;
    b->game->see(view, seen, SEAT_SPECTATOR, &r->last.action);
    /* The reason for choosing a hidden card would tell which card it is. */
    if (memcmp(&r->last.action, seen, sizeof *seen) != 0)
        r->last.reasons_n = 0;
    if (b->game->format(view, &r->last.action, r->last.text, sizeof r->last.text) < 0)
        r->last.text[0] = '\0';
    if (r->told == TOLD) {
        add(r, &r->last);
    } else if (!r->lesser_n || weight(&r->last) > weight(&r->lesser)) {
        r->lesser = r->last;
        r->lesser_n = 1;
    }
}

int bot_turn(const struct bot *bot, const struct bot_decision **list) {
    const struct record *r = &bot->record;
    *list = r->n ? r->decision : &r->lesser;
    return !r->known ? -1 : r->n ? r->n : r->lesser_n;
}
