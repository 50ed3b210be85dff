/* luck.c -- judges a recorded game action by action: see luck.h. */
#include "luck.h"

#include <string.h>

#include "core/record.h"

enum { ALIGN = 16 };

static size_t aligned(size_t n) {
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

struct review_ask review_usual(const uint8_t table[SEATS_MAX]) {
    struct review_ask ask = { .level = BOT_CLUB, .nodes = REVIEW_NODES, .seed = 1 };
    memcpy(ask.table, table, sizeof ask.table);
    return ask;
}

uint8_t review_player(const char *name) {
    enum bot_level level;
    enum bot_style style;
    return bot_parse(name, &level, &style) ? (uint8_t)level : BOT_PERSON;
}

void review_table(const struct session *s, uint8_t table[SEATS_MAX]) {
    char names[SESSION_HEADERS_MAX] = "", *at = names;
    record_header(s->headers, strlen(s->headers), "Names", names, sizeof names);
    for (int i = 0; i < SEATS_MAX; i++) {
        size_t n = strcspn(at, "|");
        bool more = at[n] == '|';
        at[n] = '\0';
        table[i] = review_player(at);
        at += n + more;
    }
}

size_t review_size(void) {
    return aligned(sizeof(struct review)) + SEATS_MAX * aligned(bot_size());
}

struct review_game review_of(const struct session *s) {
    struct review_game g = { s->game, s->start, s->rules.seats, -1 };
    s->game->points(s->state, 0, &g.winner);
    return g;
}

struct review *review_begin(void *memory, const struct review_game *g,
                            const struct review_ask *ask, void *work) {
    struct review *r = memory;
    unsigned char *at = (unsigned char *)memory + aligned(sizeof *r);
    memset(memory, 0, review_size());
    r->seats = g->seats;
    r->winner = g->winner;
    r->thinker = r->actor = -1;
    r->game = g->game;
    r->ask = *ask;
    r->work = work;
    memcpy(r->state, g->start, g->game->state_size);
    for (int i = 0; i < g->seats; i++, at += aligned(bot_size())) {
        r->bot[i] = bot_new(at, g->game, g->seats, ask->level, ask->style, i,
                            ask->seed + (uint64_t)i);
        bot_advise(r->bot[i]);
        bot_levels(r->bot[i], ask->table);
    }
    return r;
}

/* Shares of `whole`, so that they add up to REVIEW_ONE. */
static void share_out(const int64_t *part, int64_t whole, int n, int32_t *share) {
    int32_t rest = REVIEW_ONE;
    for (int i = 0; i < n; i++) {
        share[i] = (int32_t)(part[i] * REVIEW_ONE / whole);
        rest -= share[i];
    }
    share[n - 1] += rest;
}

/* What a bot thinks of everybody's chances; false if it has no opinion. */
static bool opinion(const struct review *r, const struct bot_answer *answer, int32_t *share) {
    int64_t part[SEATS_MAX], sum = 0;
    for (int i = 0; i < r->seats; i++) {
        part[i] = answer->value[i] > 0 ? answer->value[i] : 0;
        sum += part[i];
    }
    if (sum > 0)
        share_out(part, sum, r->seats, share);
    return sum > 0;
}

/* The mean of what each seat thought last. */
static void consensus(const struct review *r, int32_t *chance) {
    int64_t part[SEATS_MAX] = { 0 }, sum = 0;
    for (int by = 0; by < r->seats; by++)
        for (int i = 0; i < r->seats; i++)
            part[i] += r->thought[by][i];
    for (int i = 0; i < r->seats; i++)
        sum += part[i];
    share_out(part, sum, r->seats, chance);
}

/* What the actor's mistake did: the actor loses it, the others gain it in proportion to their
 * chances. So play and luck each add up to nothing over the table. */
static void share_mistake(const struct review *r, int32_t *play) {
    memset(play, 0, SEATS_MAX * sizeof *play);
    if (r->actor < 0)
        return;
    const int32_t *chance = r->point.chance;
    int32_t own = chance[r->actor], lost = r->lost < own ? r->lost : own;
    for (int i = 0; i < r->seats && own < REVIEW_ONE; i++)
        if (i != r->actor) {
            play[i] = (int32_t)((int64_t)lost * chance[i] / (REVIEW_ONE - own));
            play[r->actor] -= play[i];
        }
}

/* The next point. The change since the last one: a mistake is play, the rest is luck. */
static void move_to(struct review *r, int entry, const int32_t *chance) {
    int32_t play[SEATS_MAX];
    if (r->points_n++ == 0)             /* where everybody starts */
        memcpy(r->start, chance, sizeof r->start);
    else
        share_mistake(r, play);
    for (int i = 0; i < r->seats && r->points_n > 1; i++) {
        r->play[i] += play[i];
        r->luck[i] += chance[i] - r->point.chance[i] - play[i];
    }
    memcpy(r->point.chance, chance, sizeof r->point.chance);
    r->point.entry = entry;
    r->lost = 0;
    r->actor = -1;
}

static int32_t size_of(const struct review_swing *s) {
    return s->after > s->before ? s->after - s->before : s->before - s->after;
}

/* Keep it if it is among the largest. */
static void keep_swing(struct review *r, const struct review_swing *swing) {
    int least = 0;
    if (r->swings_n < REVIEW_SWINGS) {
        r->swing[r->swings_n++] = *swing;
        return;
    }
    for (int i = 1; i < REVIEW_SWINGS; i++)
        if (size_of(&r->swing[i]) < size_of(&r->swing[least]))
            least = i;
    if (size_of(swing) <= size_of(&r->swing[least]))
        return;
    memmove(&r->swing[least], &r->swing[least + 1],
            (size_t)(REVIEW_SWINGS - 1 - least) * sizeof *swing);
    r->swing[REVIEW_SWINGS - 1] = *swing;
}

/* Whose chances the last entry changed most. Only thoughts of the same seat are compared, because
 * another seat knows other things. */
static void look_for_swing(struct review *r, int seat, const int32_t *share) {
    struct review_swing most = { 0 };
    for (int i = 0; i < r->seats; i++) {
        struct review_swing s = { r->entry, i, r->thought[seat][i], share[i] };
        if (size_of(&s) > size_of(&most))
            most = s;
    }
    if (r->thinker == seat && size_of(&most) >= REVIEW_SWING_MIN)
        keep_swing(r, &most);
}

/* Largest first; the list is short. */
static void keep_key(struct review *r, const struct review_key *key) {
    int i = r->keys_n < REVIEW_KEYS ? r->keys_n++ : REVIEW_KEYS;
    for (; i > 0 && r->key[i - 1].lost < key->lost; i--)
        if (i < REVIEW_KEYS)
            r->key[i] = r->key[i - 1];
    if (i < REVIEW_KEYS)
        r->key[i] = *key;
}

/* Compare what was played with the best that the bot sees. A move that is not among its best is
 * worth at most as much as the last of them. */
static void compare(struct review *r, int entry, const struct action *played,
                    const struct bot_answer *answer) {
    int32_t value = answer->move[answer->moves_n - 1].value;
    for (int i = 0; i < answer->moves_n; i++)
        if (memcmp(&answer->move[i].action, played, sizeof *played) == 0)
            value = answer->move[i].value;
    r->decisions[played->seat]++;
    if (answer->move[0].value <= value)
        return;
    r->lost = (answer->move[0].value - value) * (REVIEW_ONE / BOT_VALUE_ONE);
    r->given_away[played->seat] += r->lost;
    struct review_key key = { .entry = entry, .seat = played->seat, .lost = r->lost,
                              .answer = *answer };
    r->game->format(r->state, played, key.played, sizeof key.played);
    r->game->format(r->state, &answer->move[0].action, key.better, sizeof key.better);
    keep_key(r, &key);
}

/* Before a seat's action: judge, and look at the decision. */
static bool judge(struct review *r, int entry, const struct action *played) {
    struct bot_budget budget = { .nodes = r->ask.nodes, .work = r->work };
    struct bot_answer answer;
    int32_t share[SEATS_MAX] = { 0 }, chance[SEATS_MAX] = { 0 };
    int seat = played->seat;
    if (!(r->game->owes(r->state) >> seat & 1))
        return false;
    memset(&answer, 0, sizeof answer);
    r->game->view(r->state, seat, r->view);
    if (!bot_choose(r->bot[seat], r->view, &budget, &answer) || !opinion(r, &answer, share))
        return false;
    look_for_swing(r, seat, share);
    memcpy(r->thought[seat], share, sizeof share);
    r->thinker = seat;
    consensus(r, chance);
    move_to(r, entry, chance);
    r->actor = seat;
    if (answer.moves_n >= 2)
        compare(r, entry, played, &answer);
    return true;
}

bool review_step(struct review *r, int entry, const struct action *a) {
    bool judged = a->seat >= 0 && judge(r, entry, a);
    for (int i = 0; i < r->seats; i++)
        bot_witness(r->bot[i], r->state, a);
    r->game->apply(r->state, a);
    r->entry = entry;
    return judged;
}

bool review_end(struct review *r, int entries) {
    int32_t last[SEATS_MAX] = { 0 };
    if (r->winner < 0 || r->points_n == 0)
        return false;
    last[r->winner] = REVIEW_ONE;
    move_to(r, entries + 1, last);
    return true;
}
