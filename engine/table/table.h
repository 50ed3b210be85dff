/* table.h -- a table: who sits there, its rules, and the game's log. Pure: no sockets, no store,
 * no clock except the times it is given.
 *
 * A command becomes a step (judged against the state, chance already drawn); the host stores the
 * step's text; only then table_apply() makes it an entry. Loading a table applies the stored
 * texts again. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/played.h"
#include "core/text.h"
#include "core/undo.h"
#include "limits.h"

enum {
    TABLE_ID = 12,
    USER_ID = 12,
    NAME_MAX_BYTES = NAME_CHARS * 4 + 1,
    STEP_MAX = 256,
    STEP_TEXT_MAX = STEP_MAX * 48,
    LOG_MAX = ENTRIES_MAX + 2 * TAKEN_BACK_MAX * SEATS_MAX /* plus what was taken back, and undos */
};

enum table_state { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED, TABLE_BROKEN };
extern const char *const table_state_name[];

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };
extern const char *const seat_kind_name[];

struct seat {
    _Alignas(LINE) char user[USER_ID + 4]; /* of a human; empty: nobody owns it any more */
    enum seat_kind kind;
    int color;
    int level, style; /* of the bot that plays or holds it */
    bool ready, resigned;
    bool held;    /* a bot plays for a human who is away */
    int64_t away; /* since when there is no connection; 0: there is one */
    char name[NAME_MAX_BYTES];
    char seed[FAIR_SEAT_SEED_MAX + 1];
};

/* The clock of one seat. While it runs, first `turn` and then `bank` goes down. */
struct seat_clock {
    int64_t bank, turn; /* milliseconds left at table.clock_at */
    bool runs;
};

/* The clocks as a stored description has them. */
struct clocks {
    struct seat_clock clock[SEATS_MAX];
    int64_t at;
    int entries; /* of the log, then; -1: it has none */
};

/* What the table keeps of an entry besides the log. */
struct entry_note {
    uint64_t command; /* hash of user and command id, 0: none */
    int64_t at;
};

struct settings {
    int players;
    int bank, increment; /* seconds; both 0: no clock */
    int fill;            /* seconds until it starts by itself with bots on free seats; 0: never */
    int hold;            /* seconds before a bot holds a lost seat; -1: never */
    bool is_public, spectators, resign, memory, chat;
    bool hints; /* even if several people play */
    char name[NAME_MAX_BYTES];
    char rules[RULES_TEXT_MAX]; /* canonical */
};

enum ask_kind { ASK_NONE, ASK_TAKE_BACK, ASK_PAUSE, ASK_RESUME, ASK_BOT, ASK_SIT };
extern const char *const table_ask_name[];
/* How a question ended. VOID: there is nothing to agree to any more. */
enum ask_end { ASK_AGREED, ASK_REFUSED, ASK_WITHDRAWN, ASK_UNANSWERED, ASK_VOID };
extern const char *const table_ask_end_name[];
struct ask {
    enum ask_kind kind;
    int seat;    /* whose question it is; -1: a spectator's (SIT) */
    uint32_t to; /* TAKE_BACK: from this entry on */
    int target;  /* BOT: the seat it would play; SIT: the seat somebody wants */
    char user[USER_ID + 4], name[NAME_MAX_BYTES]; /* SIT: who does */
    unsigned yes, no; /* seats as bits */
    int64_t until;
};

struct table {
    char id[TABLE_ID + 4];
    enum table_state state;
    bool paused;
    const struct game *game;
    void *now;           /* the state after the last entry; NULL before the start */
    void *before;        /* the state before it: lent by a caller that tells changes, or NULL */
    uint32_t before_seq; /* the number of entries then; UINT32_MAX: unknown */
    struct log log;
    struct log_marks marks;  /* one state: after the last entry that cannot be undone */
    struct entry_note *note; /* of each entry */
    int depth;                 /* entries in force */
    int taken_back[SEATS_MAX]; /* entries that each seat has undone */
    void *memory;   /* the host's, for everything a game needs; NULL: none yet */
    size_t lent;    /* its bytes */
    uint32_t *slot; /* entries by command, a hash table at most half full; 0: free */
    struct dice *dice;
    struct to_ask asking; /* who is asked next */
    struct ask ask;
    struct settings settings;
    struct seat seat[SEATS_MAX];
    struct seat_clock clock[SEATS_MAX];
    int64_t clock_at;

    int entries_stored; /* from the description, if the log was not read */
    int winner;
    struct rules rules;
    int revision; /* of the rules, when the game began */
    char host[USER_ID + 4];
    char kicked[KICKS_MAX][USER_ID + 4];
    int kicks;
    char silenced[SILENCED_MAX][USER_ID + 4]; /* people whom the host has muted for everybody */
    int silences;
    char follows[TABLE_ID + 4];      /* the table whose rematch it is; empty: none */
    char rematch[TABLE_ID + 4];      /* found through the rematch's `follows`; not stored */
    char rematch_by[NAME_MAX_BYTES]; /* who waits there */
    int64_t made, started, ended;
    uint8_t server_seed[FAIR_SEED];
};

/* One command on its way to the store. */
struct step {
    int seat;
    uint64_t command;
    int64_t at;
    uint32_t undo;
    bool fixed;
    bool banks; /* read from the store: the clocks at that time */
    int n;
    int64_t bank[SEATS_MAX];
    struct action action[STEP_MAX];
};

struct refusal {
    const char *error; /* id; NULL: none */
    const char *rule;  /* of the game, or NULL */
    int action;        /* which of the list */
};

/* What a table needs for a moment: one for each thread, the host's. */
struct table_scratch {
    struct action menu[MENU_MAX];
    struct log_reader reader;
};

/* In sizeof(struct table) bytes at the start of a cache line. */
struct table *table_new(void *memory, const char *id, const uint8_t seed[FAIR_SEED], int64_t now);
/* The memory of a game, before table_begin() and before table_apply() of a step of `actions`
 * actions: 0, or how large a block must be lent. */
size_t table_wants(const struct table *t, int actions);
/* Moves the game into a block of that size, aligned as by malloc. Returns the one that it had,
 * which is the host's again. */
void *table_lend(struct table *t, int actions, void *memory);

/* Resolve rules text for a number of players (0: usual); false with *at where it is wrong. Seats
 * beyond the new number are emptied. */
bool table_set_rules(struct table *t, const char *rules, int players, int *at);
/* Rules as stored, by name: keys of an open object, and back. */
void table_write_rules(const struct table *t, struct json_out *o);
bool table_read_rules(struct table *t, struct json_in o);
/* What the text of a game stored without its options meant; for table_read_rules() and its test. */
bool table_old_rules(const struct game *game, const char *text, int players, struct rules *out);
int table_seat_of(const struct table *t, const char *user); /* -1: none */
/* Of the bot that plays or holds the seat; and what the seat is called, a bot by its level. */
const char *table_level_name(const struct table *t, int seat);
const char *table_seat_name(const struct table *t, int seat);
void table_empty_seat(struct seat *s); /* everything except its colour */
int table_seats_taken(const struct table *t); /* by people and bots */
/* When it starts by itself, 0: never. */
int64_t table_fill_at(const struct table *t);
bool table_was_kicked(const struct table *t, const char *user);
int table_find_silenced(const struct table *t, const char *user); /* -1: they may talk */
unsigned table_people(const struct table *t); /* seats owned by people, as bits */
unsigned table_owes(const struct table *t);   /* as game->owes, 0 unless playing */

/* The state before the first entry. Seeds must be in; false if the game refuses. */
bool table_begin(struct table *t);

/* An empty step of `seat`. */
void table_step_begin(int seat, struct step *step);
/* Judge a list of actions of `seat` and draw what chance answers. False with *why. */
bool table_judge(const struct table *t, int seat, const char *const *texts, int n,
                 struct step *step, struct refusal *why);
/* The same for a parsed action (a bot's). */
bool table_judge_action(const struct table *t, const struct action *a, struct step *step,
                        struct refusal *why);
/* What chance owes now, if anything: at the start, or after very long draws. */
bool table_judge_chance(const struct table *t, struct step *step);
/* May this seat take back from entry `to` on, or has it taken back too much? What may be taken back
 * at all: core/undo.h. */
bool table_has_undos(const struct table *t, int seat, uint32_t to);
void table_undo_step(int seat, uint32_t to, struct step *step);
/* How many entries may still come, if few; else -1. */
int table_entries_left(const struct table *t);

/* Make a stored step the next entry. Keeps the state before it in `before`. */
void table_apply(struct table *t, const struct step *step);
/* Remember the command of an entry; which entry a command id became, 0: none. */
void table_remember_command(struct table *t, int seq);
uint32_t table_find_command(const struct table *t, uint64_t command);

/* A step as stored text, and back (0, or negative: it cannot be the next entry). */
int table_encode(const struct table *t, const struct step *step, char *text, size_t size);
int table_decode(const struct table *t, const char *text, size_t len, struct step *step);
/* The whole log in that form, one entry per line; text_fits() says whether there was room. */
void table_encode_log(const struct table *t, struct table_scratch *s, struct text *out);

/* Can a client that has seen the entries up to `since` be told only the change? */
bool table_knows_change(const struct table *t, uint32_t since);

/* The state after entry `seq` (0: before the first) into `state`. */
void table_state_at(const struct table *t, uint32_t seq, void *state);
int table_points(const struct table *t, int seat);

/* --- the clock --- */

bool table_has_clock(const struct table *t);
void table_clock_start(struct table *t, int64_t now);
/* Charge the time since the last call; then let the clocks of `timed` run (bits). A seat for which
 * the game does not wait has the time of its next turn. */
void table_clock_run(struct table *t, unsigned timed, int64_t now);
void table_clock_spend(struct seat_clock *c, int64_t ms); /* of the turn, then of the bank */
/* After the start (no step) or a step that was read from the store. */
void table_clock_replay(struct table *t, const struct step *step, const struct clocks *kept);
/* When the first running clock ends, 0: none runs. */
int64_t table_clock_deadline(const struct table *t);
/* The seats whose time is up. */
unsigned table_clock_out(const struct table *t, int64_t now);

/* --- as JSON and as a record (table_json.c, table_view.c, table_description.c) --- */

struct json_out;
void table_write_settings(const struct table *t, struct json_out *o); /* keys of an open object */
void table_write_users(struct json_out *o, const char *key, const char (*user)[USER_ID + 4],
                       int n);
void table_write_number(struct json_out *o, const char *key, int value); /* negative: null */
void table_write_hash(struct json_out *o, const char *key, const uint8_t *bytes);
/* The stored description: everything except the log. */
void table_write_meta(const struct table *t, struct json_out *o);
bool table_read_meta(struct table *t, const char *text, size_t len);

/* What people at the table are told: members of an open object. `kept`: for whom an empty seat
 * is kept, or NULL; `mutes`: a JSON array. */
void table_write(const struct table *t, int watchers, const char *const kept[SEATS_MAX],
                 struct json_out *o);
void table_write_you(const struct table *t, const char *user, const char *mutes,
                     struct json_out *o);
void table_write_ask(const struct table *t, struct json_out *o);
void table_write_clock(const struct table *t, struct json_out *o, const char *key, int64_t now);
/* Entries after `since` as `seat` sees them, SEAT_ALL: everything; the array's content. */
void table_write_events(const struct table *t, int seat, uint32_t since, uint32_t upto,
                        struct table_scratch *s, struct json_out *o);
bool table_may_watch(const struct table *t, const char *user);
int table_viewer(const struct table *t, const char *user); /* the seat whose view they get */
void table_write_view(const struct table *t, int seat, uint32_t seq, struct json_out *o,
                      const char *key);
/* What the last entry has changed in a seat's view; only if table_knows_change() holds. */
void table_write_change(const struct table *t, int seat, struct json_out *o, const char *key);
/* For the last entry, if table_knows_change(): the seats that may see one of its actions, or its
 * change, differently from a spectator; all others get the same bytes. */
unsigned table_own_events(const struct table *t);
unsigned table_own_change(const struct table *t);
/* The spectators' view after each entry in force after `since`, as the content of an array: the
 * first is a whole view, each other one what has changed. Ends after about `enough` bytes and
 * returns the entry reached (table_past_views.c). */
uint32_t table_write_history(const struct table *t, uint32_t since, size_t enough,
                             struct json_out *o);
void table_write_menu(const struct table *t, int seat, struct table_scratch *s,
                      struct json_out *o, const char *key);
void table_write_game(const struct table *t, const char *user, struct json_out *o, const char *key);
void table_write_lobby(const struct table *t, int watchers, struct json_out *o, const char *key);

struct record_writer;
/* The seats' seeds, joined by '|'. */
void table_join_seeds(const struct table *t, struct text *out);
/* The game record for a seat, SEAT_SPECTATOR, or SEAT_ALL after the end: everything except the
 * entries, which record_write_some() continues. */
void table_begin_record(const struct table *t, int seat, struct text *out,
                        struct record_writer *w);

uint64_t table_command_hash(const char *user, const char *id);

#endif
