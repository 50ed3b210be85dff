/* table.c -- judges commands, and keeps the log of a game. */
#include "table.h"

#include <string.h>

#include "bots/bot.h"
#include "core/check.h"
#include "core/copy_text.h"

const char *const table_state_name[] = { "open", "playing", "over", "closed", "broken" };
const char *const seat_kind_name[] = { "empty", "human", "bot" };

/* The default settings. */
struct table *table_new(void *memory, const char *id, const uint8_t seed[FAIR_SEED],
                        int64_t now) {
    struct table *t = memory;
    CHECK((uintptr_t)memory % LINE == 0);
    memset(t, 0, sizeof *t);
    KEEP(t->id, id);
    memcpy(t->server_seed, seed, FAIR_SEED);
    t->made = now;
    t->winner = -1;
    t->settings.spectators = t->settings.resign = t->settings.chat = true;
    t->settings.hold = HOLD_SECONDS;
    for (int i = 0; i < SEATS_MAX; i++)
        t->seat[i].color = i;
    return t;
}

int table_seat_of(const struct table *t, const char *user) {
    for (int i = 0; i < t->settings.players; i++)
        if (t->seat[i].kind == SEAT_HUMAN && user[0] && strcmp(t->seat[i].user, user) == 0)
            return i;
    return -1;
}

/* The level chosen may be one that this game does not have. */
const char *table_level_name(const struct table *t, int seat) {
    return bot_level_name(bot_level_in(t->game, t->seat[seat].level));
}

const char *table_seat_name(const struct table *t, int seat) {
    return t->seat[seat].kind == SEAT_BOT ? table_level_name(t, seat) : t->seat[seat].name;
}

/* Colours belong to seats, so there are always enough. */
void table_empty_seat(struct seat *s) {
    *s = (struct seat){ .color = s->color };
}

int table_seats_taken(const struct table *t) {
    int n = 0;
    for (int i = 0; i < t->settings.players; i++)
        n += t->seat[i].kind != SEAT_EMPTY;
    return n;
}

int64_t table_fill_at(const struct table *t) {
    bool waits = t->state == TABLE_OPEN && t->settings.fill > 0;
    return waits ? t->made + (int64_t)t->settings.fill * 1000 : 0;
}

bool table_was_kicked(const struct table *t, const char *user) {
    for (int i = 0; i < t->kicks; i++)
        if (strcmp(t->kicked[i], user) == 0)
            return true;
    return false;
}

int table_find_silenced(const struct table *t, const char *user) {
    for (int i = 0; i < t->silences; i++)
        if (strcmp(t->silenced[i], user) == 0)
            return i;
    return -1;
}

/* Seats whose consent and presence count; held seats too. */
unsigned table_people(const struct table *t) {
    unsigned people = 0;
    for (int i = 0; i < t->settings.players; i++)
        if (t->seat[i].kind == SEAT_HUMAN && !t->seat[i].resigned && t->seat[i].user[0])
            people |= 1u << i;
    return people;
}

unsigned table_owes(const struct table *t) {
    return t->state == TABLE_PLAYING && t->now ? t->game->owes(t->now) : 0;
}

/* The dice depend on the server's seed, the table's id and all seats' seeds: replaying the log
 * later (room_load) gives the same. */
bool table_begin(struct table *t) {
    char seeds[SEATS_MAX * (FAIR_SEAT_SEED_MAX + 1)];
    struct text joined = text_begin(seeds, sizeof seeds);
    table_join_seeds(t, &joined);
    CHECK(!table_wants(t, 0));
    t->now = t->memory;
    memset(t->now, 0, 2 * t->game->state_size); /* including the state kept for undos */
    t->log.marks = &t->marks;
    t->marks.slots = 1;
    memset(t->slot, 0, 2 * (size_t)t->log.entries_max * sizeof *t->slot);
    log_begin(&t->log, t->game, &t->rules, NULL);
    t->depth = 0;
    memset(t->taken_back, 0, sizeof t->taken_back);
    *t->dice = (struct dice){ .kind = CHANCE_FAIR };
    fair_begin(&t->dice->fair, t->server_seed, t->id, seeds);
    return t->game->init(t->now, &t->rules) == 0;
}

/* --- judging --- */

/* A reason of the game; never zero. */
static void refuse(const struct table *t, int reason, int index, struct refusal *why) {
    CHECK(reason > 0 && reason < t->game->reasons_n);
    *why = (struct refusal){ t->game->reasons[reason].id, t->game->reasons[reason].rule, index };
}

void table_step_begin(int seat, struct step *step) {
    memset(step, 0, offsetof(struct step, bank));
    step->seat = seat;
}

/* Parse texts (or take `given`) and play one after the other. */
static bool take(const struct table *t, struct played *p, int seat, const char *const *texts,
                 const struct action *given, int n, struct refusal *why) {
    for (int i = 0; i < n; i++) {
        struct action a;
        memset(&a, 0, sizeof a);
        if (t->game->owes(p->state) & OWES_CHANCE) { /* the list continues past a draw */
            *why = (struct refusal){ "bad-value", NULL, i };
            return false;
        }
        if (!given && t->game->parse(p->state, texts[i], &a) != 0) {
            *why = (struct refusal){ "bad-action", NULL, i };
            return false;
        }
        if (given)
            a = given[i];
        if (a.seat != seat) {
            *why = (struct refusal){ "not-your-seat", NULL, i };
            return false;
        }
        int reason = played_add(p, &a);
        if (reason) {
            refuse(t, reason, i, why);
            return false;
        }
    }
    return true;
}

/* Chance answers up to the limit of one entry. The rest is drawn in an entry of chance's own. */
static bool judge(const struct table *t, int seat, const char *const *texts,
                  const struct action *given, int n, struct step *step, struct refusal *why) {
    _Alignas(16) unsigned char state[STATE_MAX];
    memcpy(state, t->now, t->game->state_size);
    table_step_begin(seat, step);
    struct played p = played_begin(&t->log, t->dice, state, step->action, STEP_MAX);
    if (!take(t, &p, seat, texts, given, n, why))
        return false;
    played_draw(&p);
    step->n = p.n;
    step->fixed = p.fixed;
    return true;
}

bool table_judge(const struct table *t, int seat, const char *const *texts, int n,
                 struct step *step, struct refusal *why) {
    return judge(t, seat, texts, NULL, n, step, why);
}

bool table_judge_action(const struct table *t, const struct action *a, struct step *step,
                        struct refusal *why) {
    return judge(t, a->seat, NULL, a, 1, step, why);
}

/* False: chance owes nothing. */
bool table_judge_chance(const struct table *t, struct step *step) {
    return (t->game->owes(t->now) & OWES_CHANCE) &&
           judge(t, SEAT_CHANCE, NULL, NULL, 0, step, NULL);
}

/* Undone entries do not count towards the length of a game, so they have their own limit;
 * otherwise one seat could fill the disk. */
bool table_has_undos(const struct table *t, int seat, uint32_t to) {
    return t->taken_back[seat] + undo_span(&t->log, (int)to) <= TAKEN_BACK_MAX;
}

void table_undo_step(int seat, uint32_t to, struct step *step) {
    table_step_begin(seat, step);
    step->undo = to;
}

/* --- the log --- */

void table_state_at(const struct table *t, uint32_t seq, void *state) {
    log_state(&t->log, t->log.marks, (int)seq, state);
}

/* `before` is the state before the last entry, unless that was an undo. */
bool table_knows_change(const struct table *t, uint32_t since) {
    return t->before && t->log.entries_n > 0 && t->before_seq == since &&
           since == (uint32_t)t->log.entries_n - 1;
}

/* A game is over when nobody owes anything, not even chance. */
static void finish_if_over(struct table *t) {
    if (t->state != TABLE_PLAYING || t->game->owes(t->now) != 0)
        return;
    t->state = TABLE_OVER;
    t->ended = t->note[t->log.entries_n - 1].at;
    t->game->points(t->now, 0, &t->winner);
}

/* Already judged, so not judged again. The same code applies new steps and steps read back, so
 * memory always equals what loading would give. */
void table_apply(struct table *t, const struct step *step) {
    struct log *l = &t->log;
    CHECK(t->now && l->entries_n < LOG_MAX && step->n <= STEP_MAX);
    CHECK((step->undo != 0) != (step->n > 0));
    CHECK(!table_wants(t, step->n));
    if (t->before)
        memcpy(t->before, t->now, t->game->state_size);
    t->before_seq = t->before && !step->undo ? (uint32_t)l->entries_n : UINT32_MAX;
    for (int i = 0; i < step->n; i++) {
        t->game->apply(t->now, &step->action[i]);
        asking_saw(&t->asking, t->game, t->now, &step->action[i]);
        log_add(l, &step->action[i]);
    }
    if (step->undo) {
        int n = undo_span(&t->log, (int)step->undo);
        t->depth -= n;
        if (step->seat >= 0)
            t->taken_back[step->seat] += n;
        log_undo(l, step->seat, (int)step->undo);
    } else {
        t->depth++;
        log_close(l, step->seat, step->fixed);
    }
    t->note[l->entries_n - 1] = (struct entry_note){ step->command, step->at };
    table_remember_command(t, l->entries_n);
    if (step->undo)
        table_state_at(t, (uint32_t)l->entries_n, t->now);
    else if (step->fixed)
        log_keep(l, l->marks, l->entries_n, 1, t->now);
    for (int i = 0; step->banks && i < t->settings.players; i++)
        t->clock[i].bank = step->bank[i];
    finish_if_over(t);
}

int table_entries_left(const struct table *t) {
    int left = ENTRIES_MAX - t->depth;
    return left <= ENTRIES_WARN ? left : -1;
}

int table_points(const struct table *t, int seat) {
    int winner;
    return t->game->points(t->now, seat, &winner);
}
