/* go_request.c -- a bot made for one question, with what its seat has seen: see go_request.h.
 *
 * A request may name any level, so each answer uses a new bot. One watcher per seat persists: it
 * has seen every action of the session, and its memory is copied into the new bot. */
#include "go_request.h"

#include <string.h>

#include "internal.h"

enum { MINDS = SEATS_MAX };     /* watchers kept: a table of bots asks for every seat in turn */

/* What one seat of one session has seen so far. */
struct seen {
    const struct session *session;      /* NULL: free */
    int seat, actions;                  /* how many of the session's actions */
    uint64_t hash;                      /* of the start and of them */
    struct bot bot;                     /* the watcher: only its memory is used */
    _Alignas(16) unsigned char state[STATE_MAX];    /* the whole state after them */
};

struct host_memory {
    struct seen seen[MINDS];
    int next;                           /* the next slot to be replaced */
    struct bot bot;                     /* the bot that answers */
};

size_t bot_host_size(void) {
    return sizeof(struct host_memory);
}

/* Not cryptographic: it only tells our own games apart. */
static uint64_t mixed(uint64_t h, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t w = 0;
        memcpy(&w, p + i, n - i < 8 ? n - i : 8);
        h = (h ^ w) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h;
}

static uint64_t hash_of_start(const struct session *s) {
    return mixed(0x243f6a8885a308d3u, s->start, s->game->state_size);
}

/* The watcher of this seat, or the slot of the oldest one. still_true() detects a new session at
 * the address of a freed one. */
static struct seen *find_seen(struct host_memory *m, const struct session *s, int seat) {
    for (int i = 0; i < MINDS; i++)
        if (m->seen[i].session == s && m->seen[i].seat == seat)
            return &m->seen[i];
    struct seen *one = &m->seen[m->next];
    m->next = (m->next + 1) % MINDS;
    memset(one, 0, sizeof *one);
    one->session = s;
    one->seat = seat;
    return one;
}

/* Does the session still begin with what was seen? There may have been another game or an undo. */
static bool still_true(const struct seen *one, struct session *s) {
    struct session_walk w;
    uint64_t h = hash_of_start(s);
    session_walk(&w, s);
    for (int i = 0; i < one->actions; i++) {
        const struct action *a = session_walk_next(&w);
        if (!a)
            return false;
        h = mixed(h, a, sizeof *a);
    }
    return h == one->hash;
}

/* Start again at the session's beginning. Level and seed do not matter to a watcher, only the
 * brain: all CATAN levels above the baseline share one. */
static void forget(struct seen *one, const struct protocol_go *ask) {
    bot_new(&one->bot, ask->game, ask->rules->seats, BOT_CLUB, BOT_PLAIN, ask->seat, 0);
    memcpy(one->state, ask->session->start, ask->game->state_size);
    one->hash = hash_of_start(ask->session);
    one->actions = 0;
}

/* Catch up with the session. The watcher is shown what its seat may see, from the true state. */
static void see_more(struct seen *one, const struct protocol_go *ask) {
    struct session_walk w;
    const struct action *a;
    session_walk(&w, ask->session);
    for (int i = 0; i < one->actions; i++)
        session_walk_next(&w);
    while ((a = session_walk_next(&w)) != NULL) {
        bot_witness(&one->bot, one->state, a);
        ask->game->apply(one->state, a);
        one->hash = mixed(one->hash, a, sizeof *a);
        one->actions++;
    }
}

/* --- a seat elsewhere ------------------------------------------------------------------------ */

static uint64_t hash_of_view(const struct game *game, const void *view) {
    return mixed(0x13198a2e03707344u, view, game->state_size);
}

/* What the seat has seen up to this view; nothing, if the last action it saw leads elsewhere. */
static struct seen *follow(struct host_memory *m, const struct session *s, const struct game *game,
                           int seats, int seat, const void *view) {
    struct seen *one = find_seen(m, s, seat);
    uint64_t hash = hash_of_view(game, view);
    if (one->bot.game != game || one->bot.seats != seats || one->hash != hash) {
        bot_new(&one->bot, game, seats, BOT_CLUB, BOT_PLAIN, seat, 0);
        one->hash = hash;
        one->actions = 0;
    }
    return one;
}

void bot_see(void *host, const struct protocol_see *what) {
    struct host_memory *m = ((struct bot_host *)host)->memory;
    struct seen *one = follow(m, what->session, what->game, what->rules->seats, what->seat,
                              what->before);
    bot_observe(&one->bot, what->before, what->seen);
    one->hash = hash_of_view(what->game, what->after);
}

/* --- asking ---------------------------------------------------------------------------------- */

static struct seen *lend_mind(struct host_memory *m, struct seen *one) {
    if (one->bot.brain == m->bot.brain)
        memcpy(m->bot.mind, one->bot.mind, sizeof m->bot.mind);
    m->bot.record = one->bot.record;
    return one;
}

/* Give the new bot what its seat has seen, and what mattered in its turn so far. */
static struct seen *recall(struct host_memory *m, const struct protocol_go *ask) {
    if (ask->followed)
        return lend_mind(m, follow(m, ask->followed, ask->game, ask->rules->seats, ask->seat,
                                   ask->view));
    if (!ask->session)
        return NULL;
    struct seen *one = find_seen(m, ask->session, ask->seat);
    if (one->bot.game != ask->game || one->bot.seats != ask->rules->seats ||
        !still_true(one, ask->session))
        forget(one, ask);
    see_more(one, ask);
    return lend_mind(m, one);
}

/* An empty word leaves *out unchanged; false for an unknown name. */
static bool find(const char *(*name)(int), int n, const char *word, int *out) {
    for (int i = 0; word[0] && i < n; i++)
        if (strcmp(name(i), word) == 0) {
            *out = i;
            return true;
        }
    return word[0] == '\0';
}

static const char *refuse(const struct protocol_go *ask, const char *id, const char *what,
                          const char *(*name)(int), int n) {
    text_add(ask->why, what);
    for (int i = 0; i < n; i++) {
        text_add(ask->why, i ? ", " : " ");
        text_add(ask->why, name(i));
    }
    return id;
}

/* "club,person,master": who plays, seat by seat. False for an unknown level. */
static bool find_levels(const char *text, int seats, uint8_t *level) {
    for (int s = 0; s < seats && *text; s++) {
        char word[24];
        size_t n = strcspn(text, ",");
        int found = BOT_PERSON;
        if (n == 0 || n >= sizeof word)
            return false;
        memcpy(word, text, n);
        word[n] = '\0';
        if (strcmp(word, "person") != 0 && !find(bot_level_name, BOT_LEVEL_N, word, &found))
            return false;
        level[s] = (uint8_t)found;
        text += n + (text[n] == ',');
    }
    return *text == '\0';
}

const char *bot_go(void *host, const struct protocol_go *ask, struct json_out *out) {
    struct bot_host *h = host;
    struct host_memory *m = h->memory;
    struct bot_budget budget = { .nodes = ask->nodes, .ms = ask->ms, .clock = h->clock,
                                 .work = h->work, .watch = h->watch,
                                 .watch_data = h->watch_data };
    struct bot_answer answer;
    uint8_t table[SEATS_MAX];
    int level = BOT_CLUB, style = BOT_PLAIN;
    if (!find(bot_level_name, BOT_LEVEL_N, ask->level, &level))
        return refuse(ask, "no-such-level", "level is one of", bot_level_name, BOT_LEVEL_N);
    if (!find(bot_style_name, BOT_STYLE_N, ask->style, &style))
        return refuse(ask, "no-such-style", "style is one of", bot_style_name, BOT_STYLE_N);
    memset(table, level, sizeof table);
    if (!find_levels(ask->levels, ask->rules->seats, table))
        return refuse(ask, "no-such-level", "levels names, seat by seat, person or one of",
                      bot_level_name, BOT_LEVEL_N);
    memset(&answer, 0, sizeof answer);
    h->info = ask->info;
    if (ask->advise && !ask->level[0])
        bot_new_adviser(&m->bot, ask->game, ask->rules->seats, ask->seat);
    else
        bot_new(&m->bot, ask->game, ask->rules->seats, (enum bot_level)level,
                (enum bot_style)style, ask->seat, ask->seed);
    if (ask->advise)
        bot_advise(&m->bot);
    bot_levels(&m->bot, table);
    struct seen *one = recall(m, ask);
    if (!ask->decided && bot_choose(&m->bot, ask->view, &budget, &answer))
        bot_write(ask->game, ask->view, &answer, out, "choice");
    else
        json_null(out, "choice");
    bot_write_turn(&m->bot, out, "turn");
    if (one)
        one->bot.record = m->bot.record;
    return NULL;
}
