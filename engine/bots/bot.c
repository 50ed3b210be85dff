/* bot.c -- names, memory and dispatch: which brain answers for which game and level.
 *
 * The brains are random.c, tree_search.c, catan_baseline.c and catan_bot.c. */
#include "catan_ai.h"

#include <string.h>

#include "core/check.h"

static const char *const styles[BOT_STYLE_N] = { "plain", "builder", "trader", "soldier" };

static const char *const whys[BOT_WHY_N] = {
#define X(name, id) [name] = id,
    BOT_WHYS(X)
#undef X
};

static const char *const terms[BOT_TERM_N] = {
#define X(name, id) [name] = id,
    BOT_TERMS(X)
#undef X
};

const char *bot_level_name(int level) {
    return level >= 0 && level < BOT_LEVEL_N ? ai__level[level].name : NULL;
}

const char *bot_style_name(int style) {
    return style >= 0 && style < BOT_STYLE_N ? styles[style] : NULL;
}

const char *bot_why_name(int why) {
    return why >= 0 && why < BOT_WHY_N ? whys[why] : NULL;
}

const char *bot_term_name(int term) {
    return term >= 0 && term < BOT_TERM_N ? terms[term] : NULL;
}

bool bot_parse(const char *text, enum bot_level *level, enum bot_style *style) {
    size_t n = strcspn(text, "-:");
    int l = 0, s = BOT_PLAIN;
    while (l < BOT_LEVEL_N &&
           (strlen(ai__level[l].name) != n || memcmp(ai__level[l].name, text, n)))
        l++;
    if (l == BOT_LEVEL_N)
        return false;
    if (text[n] != '\0') {
        for (s = 0; s < BOT_STYLE_N && strcmp(styles[s], text + n + 1) != 0; s++)
            ;
        if (s == BOT_STYLE_N)
            return false;
    }
    *level = (enum bot_level)l;
    *style = (enum bot_style)s;
    return true;
}

size_t bot_size(void) {
    return sizeof(struct bot);
}

size_t bot_work_size(void) {
    return AI_WORK_BYTES;
}

/* The baseline exists only for CATAN; in other games the name is a level of the tree search. */
static const struct brain *brain_of(const struct game *game, enum bot_level level) {
    if (level == BOT_RANDOM)
        return &ai__random;
    if (game != &catan_game)
        return &ai__tree_search;
    return level == BOT_BASELINE ? &ai__baseline : &ai__catan;
}

struct bot *bot_new(void *mem, const struct game *game, int seats, enum bot_level level,
                    enum bot_style style, int seat, uint64_t seed) {
    struct bot *b = mem;
    CHECK(seats >= 1 && seats <= SEATS_MAX && seat >= 0 && seat < seats && level < BOT_LEVEL_N &&
          style < BOT_STYLE_N);
    CHECK(game->state_size <= AI_STATE_MAX && game->menu_max <= AI_MENU_MAX);
    memset(b, 0, sizeof *b);
    level = bot_level_in(game, level);
    b->game = game;
    b->brain = brain_of(game, level);
    b->level = (uint8_t)level;
    b->style = (uint8_t)style;
    b->seat = (uint8_t)seat;
    b->seats = (uint8_t)seats;
    memset(b->table, level, sizeof b->table);
    /* Seats with the same seed still get different streams. */
    rng_seed(&b->rng, seed * 0x9e3779b97f4a7c15u + (uint64_t)seat + 1);
    return b;
}

/* Strong, and quick enough that nobody waits for a hint. */
struct bot *bot_new_adviser(void *mem, const struct game *game, int seats, int seat) {
    struct bot *b = bot_new(mem, game, seats, BOT_MASTER, BOT_PLAIN, seat, 1);
    bot_advise(b);
    return b;
}

void bot_advise(struct bot *bot) {
    bot->advises = true;
}

void bot_humans(struct bot *bot, unsigned seats) {
    bot->humans = seats;
}

void bot_levels(struct bot *bot, const uint8_t level[SEATS_MAX]) {
    for (int s = 0; s < bot->seats; s++)
        bot->table[s] = (uint8_t)bot_level_in(bot->game, level[s]);
}

void bot_observe(struct bot *bot, const void *view, const struct action *seen) {
    ai__record_seen(bot, view, seen);
    if (bot->brain->observe)
        bot->brain->observe(bot, view, seen);
}

void bot_witness(struct bot *bot, const void *state, const struct action *a) {
    _Alignas(16) unsigned char view[STATE_MAX];
    struct action seen;
    bot->game->view(state, bot->seat, view);
    bot->game->see(state, a, bot->seat, &seen);
    bot_observe(bot, view, &seen);
}

bool bot_choose(struct bot *bot, const void *view, const struct bot_budget *budget,
                struct bot_answer *answer) {
    memset(answer, 0, sizeof *answer);
    CHECK(budget->work != NULL);
    bool acts = bot->brain->choose(bot, view, budget, answer);
    CHECK(!acts || !bot->advises ||
          memcmp(&answer->action, &answer->move[0].action, sizeof answer->action) == 0);
    if (acts && !budget->silent)
        ai__record_chosen(bot, answer);
    return acts;
}

int ai__menu(const struct game *game, const void *view, int seat, struct action *menu) {
    int n = game->legal(view, seat, menu);
    CHECK(n <= AI_MENU_MAX);
    return n;
}

void ai__answer(struct bot_answer *answer, const struct bot *b, const struct action *a,
                enum bot_why why) {
    answer->seats = b->seats;
    answer->action = *a;
    answer->why = (uint8_t)why;
    answer->moves_n = 1;
    answer->move[0].action = *a;
}

/* The seat whose turn it is; in the set-up, before the first turn, the seat that places. */
int ai__active(const struct game *game, const void *view) {
    unsigned owes = game->owes(view);
    int turn = game->turn(view);
    return turn >= 0 || !owes || owes & OWES_CHANCE ? turn : bits_first(owes);
}

void ai__clock_start(struct ai_clock *c, const struct bot_budget *budget) {
    c->budget = budget;
    c->end = 0;
    if (budget->ms && budget->clock)
        c->end = budget->clock(budget->clock_data) + (uint64_t)budget->ms * 1000 + 1;  /* never 0 */
}

bool ai__clock_over(const struct ai_clock *c, uint32_t nodes) {
    const struct bot_budget *b = c->budget;
    if (b && b->watch && b->watch(b->watch_data, nodes))
        return true;
    return c->end && c->budget->clock(c->budget->clock_data) >= c->end;
}
