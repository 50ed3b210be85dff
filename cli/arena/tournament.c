/* tournament.c -- many games of one line-up, in threads: see tournament.h.
 *
 * A game is determined by its number (seating, chance, the bots' seeds), so threads only decide
 * when it is played. t->lock guards everything they share, except what setup wrote and nobody
 * changes; games are played outside the lock. */
#include "tournament.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena_records.h"
#include "flags.h"
#include "foreign.h"
#include "progress.h"
#include "whole_file.h"

static uint64_t microseconds(clockid_t id) {
    struct timespec ts;
    clock_gettime(id, &ts);
    return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

/* Processor time of the playing thread: the cost of a move, independent of other threads. */
static uint64_t thread_clock(void *data) {
    (void)data;
    return microseconds(CLOCK_THREAD_CPUTIME_ID);
}

/* --- set-up ---------------------------------------------------------------------------------- */

/* A program is a path, or several words: "python3 bot.py". */
static bool parse_program(const char *text, struct tally *tally) {
    size_t n = strcspn(text, " ");
    if (!memchr(text, '/', n) && (n == 0 || text[n] == '\0'))
        return false;
    tally->outside = true;
    tally->bot = (struct match_bot){ BOT_RANDOM, BOT_PLAIN, 0, 0 };
    return true;
}

static bool is_file(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

/* Is a name without a slash in one of the folders of PATH? */
static bool in_path(const char *name, size_t n) {
    char path[PATH_MAX];
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t folder = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%.*s", (int)folder, at, (int)n, name);
        if (is_file(path) && access(path, X_OK) == 0)
            return true;
        at += folder + (at[folder] == ':');
    }
    return false;
}

/* Can the program be started? Words that only the shell understands are left to it. */
static bool check_program(const char *command) {
    char path[PATH_MAX];
    size_t n = strcspn(command, " ");
    bool slash = memchr(command, '/', n);
    if (strcspn(command, "'\"\\$~*?[;&|<>(") < n || (!slash && in_path(command, n)))
        return true;
    snprintf(path, sizeof path, "%.*s", (int)n, command);
    if (!slash || n >= sizeof path || !is_file(path))
        fprintf(stderr, "arena: no such program: %.*s\n", (int)n, command);
    else if (access(path, X_OK) != 0)
        fprintf(stderr, "arena: %s is not executable (chmod +x)\n", path);
    else
        return true;
    return false;
}

/* LEVEL[-STYLE][@NODES|@Nms]; a budget of 0 would mean the level's own, so it is refused. */
static bool parse_bot(const char *text, struct match_bot *bot) {
    char name[64];
    enum bot_level level;
    enum bot_style style;
    size_t n = strcspn(text, "@");
    if (n >= sizeof name)
        return false;
    memcpy(name, text, n);
    name[n] = '\0';
    if (!bot_parse(name, &level, &style))
        return false;
    *bot = (struct match_bot){ (uint8_t)level, (uint8_t)style, 0, 0 };
    if (text[n] == '\0')
        return true;
    char *end;
    unsigned long v = strtoul(text + n + 1, &end, 10);
    if (end == text + n + 1 || v == 0 || v > 1000000000)
        return false;
    if (strcmp(end, "ms") == 0)
        bot->ms = (uint32_t)v;
    else if (*end == '\0')
        bot->nodes = (uint32_t)v;
    else
        return false;
    return true;
}

/* The next seat's bot. Bots with the same text share a tally: "club" twice is one row. */
static int add_bot(struct tournament *t, const char *text) {
    struct tally own = { .seats = 0 };
    int i = 0;
    if (t->seats == SEATS_MAX) {
        fprintf(stderr, "arena: at most %d bots\n", SEATS_MAX);
        return -1;
    }
    if (!parse_program(text, &own) && !parse_bot(text, &own.bot)) {
        fprintf(stderr, "arena: no such bot: %s (levels: random baseline beginner casual "
                "club strong master grandmaster; styles: -builder -trader -soldier; budget: @nodes or @20ms; or a program: ./mybot)\n", text);
        return -1;
    }
    if (own.outside && !check_program(text))
        return -1;
    while (i < t->tallies && strcmp(t->tally[i].name, text) != 0)
        i++;
    if (i == t->tallies) {
        t->tally[i] = own;
        t->tally[i].name = text;
        t->tallies++;
    }
    t->tally[i].seats++;
    t->lineup[t->seats++] = (uint8_t)i;
    return 0;
}

static const struct game *find_game(const char *name) {
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

/* The bots of "club,baseline,…", whose commas become ends of names. */
static int add_bots(struct tournament *t) {
    for (char *p = t->names; *p;) {
        size_t n = strcspn(p, ",");
        bool more = p[n] == ',';
        p[n] = '\0';
        if (add_bot(t, p))
            return -1;
        p += n + more;
    }
    if (t->seats < 1)
        fprintf(stderr, "arena: --bots names nobody\n");
    return t->seats < 1 ? -1 : 0;
}

static int understand(struct tournament *t, const char *game, const char *ruleset) {
    const struct game *asked = game ? find_game(game) : NULL;
    if (game && !asked) {
        fprintf(stderr, "arena: no such game: %s\n", game);
        return -1;
    }
    const char *name = ruleset ? ruleset : (asked ? asked : games[0])->rulesets[0].name;
    if (add_bots(t) || !flags_rules("arena", name, (uint64_t)t->seats, &t->game, &t->rules))
        return -1;
    if (asked && asked != t->game) {
        fprintf(stderr, "arena: %s has no ruleset %s\n", game, name);
        return -1;
    }
    rules_format(t->game, &t->rules, t->rules_text, (int)sizeof t->rules_text);
    return 0;
}

int tournament_setup(struct tournament *t, const char *game, const char *ruleset,
                     const char *bots) {
    t->names = strdup(bots);
    t->played = calloc((size_t)(t->games > 0 ? t->games : 1), 1);
    if (t->names && t->played && understand(t, game, ruleset) == 0) {
        pthread_mutex_init(&t->lock, NULL);
        return 0;
    }
    free(t->names);
    free(t->played);
    return -1;
}

void tournament_free(struct tournament *t) {
    free(t->names);
    free(t->played);
    t->names = NULL;
    t->played = NULL;
    if (t->rows && t->rows != stdout)
        fclose(t->rows);
    t->rows = NULL;
    pthread_mutex_destroy(&t->lock);
}

/* --- one game -------------------------------------------------------------------------------- */

/* Which tally sits where in game i: rotated by i, and for every other seed also reversed,
 * because it matters whom one follows. */
static void seating(const struct tournament *t, int i, uint8_t *who, uint8_t *chair) {
    int turn = i % t->seats;
    bool reversed = i / t->seats & 1;
    for (int k = 0; k < t->seats; k++) {
        int s = (turn + (reversed ? t->seats - k : k)) % t->seats;
        who[s] = t->lineup[k];
        chair[s] = (uint8_t)k;
    }
}

/* Neighbouring seeds must not give similar games. */
static uint64_t mix(uint64_t a, uint64_t b) {
    struct rng r;
    rng_seed(&r, a * 0x9e3779b97f4a7c15u ^ b);
    rng_next(&r);
    return rng_next(&r);
}

/* Add a game to the results; under the lock, or before any thread runs. */
static void count(struct tournament *t, const uint8_t *who, const struct match_result *r) {
    t->done++;
    t->turns += r->turns;
    t->actions += r->actions;
    t->drawn += r->winner < 0;
    for (int s = 0; s < t->seats; s++) {
        struct tally *b = &t->tally[who[s]];
        b->games++;
        b->wins += r->winner == s;
        b->points += (uint64_t)r->points[s];
        b->moves += r->moves[s];
        b->us += r->us[s];
    }
}

/* Under the lock, and flushed: a killed run keeps every finished game. */
static bool write_row(struct tournament *t, int i, const uint8_t *who,
                      const struct match_result *r) {
    if (!t->rows)
        return true;
    fprintf(t->rows, "%d,%d,%u,%u", i, r->winner, r->turns, r->actions);
    for (int s = 0; s < t->seats; s++)
        fprintf(t->rows, ",%s:%d:%u:%llu", t->tally[who[s]].name, r->points[s], r->moves[s],
                (unsigned long long)r->us[s]);
    fputc('\n', t->rows);
    if (fflush(t->rows) == 0)
        return true;
    fail_file("arena", "the rows");
    return false;
}

/* What one thread plays with. Programs keep running from game to game, one for each chair that a
 * program has in the line-up. */
struct worker {
    struct tournament *t;
    void *mem;
    struct outside program[SEATS_MAX];      /* by chair; of other chairs unused */
    struct keeper *keeper;                  /* NULL: no records */
    const uint8_t *chair;                   /* by seat, in the game being played */
};

static void tell_program(void *data, int seat, const void *view, const struct action *seen) {
    struct worker *w = data;
    outside_tell(&w->program[w->chair[seat]], view, seen);
}

static enum match_outside ask_program(void *data, int seat, const void *view, bool owes,
                                      struct action *move) {
    struct worker *w = data;
    return outside_ask(&w->program[w->chair[seat]], view, owes, move);
}

/* Under the lock: what the programs did wrong in this game. */
static void count_faults(struct tournament *t, struct worker *w) {
    for (int k = 0; k < t->seats; k++) {
        struct tally *b = &t->tally[t->lineup[k]];
        struct outside *o = &w->program[k];
        for (int f = 1; b->outside && f < FAULT_N; f++) {
            b->faults[f] += o->faults[f];
            o->faults[f] = 0;
        }
        if (b->outside && o->failed)
            snprintf(b->why, sizeof b->why, "%s", o->why);
    }
}

static bool keep_record(struct worker *w, int i, const uint8_t *who) {
    char names[SEATS_MAX * 96] = "";        /* a header has an end: long names lose theirs */
    size_t len = 0;
    for (int s = 0; s < w->t->seats; s++)
        len += (size_t)snprintf(names + len, sizeof names - len, "%s%.94s", s ? "|" : "",
                                w->t->tally[who[s]].name);
    return keeper_write(w->keeper, w->t->records, i, names);
}

/* One thread at a time counts. */
static void count_game(struct worker *w, int i, const uint8_t *who, int error,
                       const struct match_result *r) {
    bool kept = error || !w->keeper || keep_record(w, i, who);
    struct tournament *t = w->t;
    pthread_mutex_lock(&t->lock);
    if (error) {
        t->error = error;
        t->error_game = i;
    } else {
        count(t, who, r);
        count_faults(t, w);
        t->unwritten = !write_row(t, i, who, r) || !kept || t->unwritten;
    }
    pthread_mutex_unlock(&t->lock);
}

/* The programs hear how the game ended. One that failed has forfeited it: `random` has played its
 * seat to the end, but wins nothing for it. */
static void end_programs(struct worker *w, unsigned outside, struct match_result *r) {
    const struct tournament *t = w->t;
    for (int s = 0; s < t->seats; s++) {
        struct outside *o = &w->program[w->chair[s]];
        if (!(outside >> s & 1))
            continue;
        r->us[s] = o->us;               /* its own time, not this thread's */
        if (!o->failed || t->no_forfeit)
            continue;
        r->points[s] = 0;
        r->winner = r->winner == s ? -1 : r->winner;
    }
    for (int s = 0; s < t->seats; s++)
        if (outside >> s & 1)
            outside_end(&w->program[w->chair[s]], r, t->seats);
}

static void play_game(struct worker *w, int i) {
    struct tournament *t = w->t;
    struct match m = { .game = t->game, .rules = t->rules, .clock = thread_clock,
                       .tell = tell_program, .ask = ask_program, .outside_data = w };
    struct match_result r;
    uint8_t who[SEATS_MAX], chair[SEATS_MAX];
    seating(t, i, who, chair);
    w->chair = chair;
    /* The seed determines chance, the same for every seating; the bots' thinking is seeded by
     * the game. */
    m.seed = mix(t->seed, (uint64_t)(i / t->seats));
    m.bot_seed = mix(t->seed ^ 0x626f74u, (uint64_t)i);
    for (int s = 0; s < t->seats; s++) {
        m.bot[s] = t->tally[who[s]].bot;
        m.outside |= (unsigned)t->tally[who[s]].outside << s;
        if (m.outside >> s & 1)
            outside_begin(&w->program[chair[s]], t->game, &t->rules, s, m.bot_seed + (uint64_t)s);
    }
    if (w->keeper) {
        keeper_begin(w->keeper, t->game, &t->rules);
        m.watch = keeper_watch;
        m.watch_data = w->keeper;
    }
    int error = match_play(&m, w->mem, &r);
    if (!error)
        end_programs(w, m.outside, &r);
    count_game(w, i, who, error, &r);
}

/* --- threads --------------------------------------------------------------------------------- */

/* Under the lock. */
static bool stopped(const struct tournament *t) {
    return interrupted() || t->error || t->verdict || t->starved || t->unwritten;
}

/* The next game to play, or -1. The sequential test waits for forty seats' games: before that
 * one lucky game could end it. */
static int take(struct tournament *t) {
    int i = -1;
    pthread_mutex_lock(&t->lock);
    if (t->sprt && t->tally[0].games >= 40) {
        double p = 1.0 / t->seats, n = (double)t->tally[0].games, w = (double)t->tally[0].wins;
        t->verdict = sprt_verdict(sprt_llr(w, n, p, p + 0.01));
    }
    while (t->next < t->games && t->played[t->next])
        t->next++;
    if (t->next < t->games && !stopped(t))
        i = t->next++;
    pthread_mutex_unlock(&t->lock);
    return i;
}

static bool worker_open(struct worker *w, struct tournament *t) {
    bool enough = true;
    memset(w, 0, sizeof *w);
    w->t = t;
    w->mem = malloc(match_size(t->game));
    w->keeper = t->records ? keeper_new() : NULL;
    for (int k = 0; k < t->seats; k++)
        if (t->tally[t->lineup[k]].outside)
            enough = outside_init(&w->program[k], t->tally[t->lineup[k]].name,
                                  (uint32_t)t->outside_ms) && enough;
    return enough && w->mem && (w->keeper || !t->records);
}

static void worker_close(struct worker *w) {
    for (int k = 0; k < w->t->seats; k++)
        if (w->t->tally[w->t->lineup[k]].outside)
            outside_free(&w->program[k]);
    keeper_free(w->keeper);
    free(w->mem);
}

/* One thread: a table of its own (some megabytes), used for one game after another. */
static void *work(void *arg) {
    struct tournament *t = arg;
    struct worker w;
    bool open = worker_open(&w, t);
    int i;
    pthread_mutex_lock(&t->lock);
    t->starved = t->starved || !open;
    pthread_mutex_unlock(&t->lock);
    while (open && (i = take(t)) >= 0)
        play_game(&w, i);
    worker_close(&w);
    return NULL;
}

/* One line on a terminal, redrawn in place. */
static void show(struct tournament *t, struct progress *p) {
    char note[128];
    double low, high;
    /* Numbers are copied under the lock and printed outside, so that a slow terminal stops no
     * game. */
    pthread_mutex_lock(&t->lock);
    const struct tally *b = &t->tally[0];
    int done = t->done;
    double n = (double)b->games, w = (double)b->wins;
    pthread_mutex_unlock(&t->lock);
    wilson(w, n, &low, &high);
    snprintf(note, sizeof note, "%s %.1f %% [%.1f, %.1f]", b->name, n > 0 ? 100 * w / n : 0,
             100 * low, 100 * high);
    progress_show(p, (uint64_t)done, (uint64_t)t->games, "games", note);
}

/* Nothing is left to take; the last games may still be running, but this does not wait for them. */
static bool finished(struct tournament *t) {
    pthread_mutex_lock(&t->lock);
    bool over = t->next >= t->games || stopped(t);
    pthread_mutex_unlock(&t->lock);
    return over;
}

int tournament_run(struct tournament *t) {
    pthread_t id[64];
    int n = t->threads < 1 ? 1 : t->threads > 64 ? 64 : t->threads, started = 0;
    struct progress p = { 0 };
    uint64_t cpu = microseconds(CLOCK_PROCESS_CPUTIME_ID);
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN);           /* a program that exits must not end the arena */
    while (started < n && pthread_create(&id[started], NULL, work, t) == 0)
        started++;
    /* This thread plays nothing; it only shows progress. */
    while (!t->quiet && isatty(STDERR_FILENO) && started && !finished(t)) {
        show(t, &p);
        nanosleep(&(struct timespec){ 0, 250000000 }, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(id[i], NULL);
    progress_end(&p);
    t->cpu_s = (double)(microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e6;
    if (t->starved || !started)
        fprintf(stderr, "arena: not enough memory or threads\n");
    if (t->error)
        fprintf(stderr, "arena: game %d: a bot's move was refused: %s\n", t->error_game,
                t->error < t->game->reasons_n ? t->game->reasons[t->error].id : "unknown");
    return t->error ? STATUS_FOUND : t->starved || !started ? STATUS_MEMORY :
           t->unwritten ? STATUS_FILE : STATUS_OK;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* What identifies a tournament: rows are only resumed under the same line. The caller frees it. */
static char *first_line(const struct tournament *t) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    bool programs = false;
    if (!f)
        return NULL;
    fprintf(f, "# skerry arena 1 game=%s rules=%s seed=%llu bots=", t->game->name, t->rules_text,
            (unsigned long long)t->seed);
    for (int k = 0; k < t->seats; k++)
        fprintf(f, "%s%s", k ? "," : "", t->tally[t->lineup[k]].name);
    for (int b = 0; b < t->tallies; b++)
        programs = programs || t->tally[b].outside;
    if (programs && !t->no_forfeit)     /* rows from before forfeits lack the word */
        fputs(" forfeits", f);
    return fclose(f) == 0 ? text : NULL;
}

/* Is this the first line of our own rows? Complains if not. */
static bool is_ours(const struct tournament *t, const char *path, char *line) {
    char *want = first_line(t);
    line[strcspn(line, "\n")] = '\0';
    bool ours = want && strcmp(line, want) == 0;
    if (!ours)
        fprintf(stderr, "arena: %s belongs to another tournament:\n  %s\n  %s\n", path,
                foreign(line), want ? want : "");
    free(want);
    return ours;
}

/* Room for the longest line of our rows: every name, and the numbers. A file that is not ours may
 * have longer ones, or no end at all, like /dev/full. The caller frees it. */
static char *line_buffer(const struct tournament *t, int *size) {
    size_t n = 2048;
    for (int k = 0; k < t->seats; k++)
        n += strlen(t->tally[t->lineup[k]].name);
    *size = n <= INT_MAX ? (int)n : 0;
    return *size ? malloc(n) : NULL;
}

/* The first line of a file of rows, read or written; false if it is of other rows. */
static bool begin_rows(const struct tournament *t, const char *path, FILE *f) {
    int size;
    char *line = line_buffer(t, &size);
    bool good = line;
    if (good && fgets(line, size, f)) {
        good = is_ours(t, path, line);
        fseek(f, 0, SEEK_END);          /* C requires a seek between reading and writing */
    } else if (good) {
        char *own = first_line(t);
        fprintf(f, "%s\n# game,winner,turns,actions,seat0,… (bot:points:moves:us)\n",
                own ? own : "");
        free(own);
    }
    free(line);
    return good;
}

int tournament_rows(struct tournament *t, const char *path) {
    if (strcmp(path, "-") == 0) {
        t->rows = stdout;
        return 0;
    }
    FILE *f = fopen(path, "a+");        /* read from the start, written at the end */
    if (!f) {
        perror(path);
        return -1;
    }
    rewind(f);
    if (!begin_rows(t, path, f)) {
        fclose(f);
        return -1;
    }
    t->rows = f;
    if (output_has_room(fileno(f)) && fflush(f) == 0)
        return 0;
    perror(path);
    return -1;
}

/* Count a game that was played before; false if the line is invalid. Rows beyond --games are
 * left alone, so a longer file may be used for a shorter run. */
static bool read_row(struct tournament *t, char *line) {
    struct match_result r = { 0 };
    uint8_t who[SEATS_MAX], chair[SEATS_MAX];
    int i, at;
    if (sscanf(line, "%d,%d,%u,%u%n", &i, &r.winner, &r.turns, &r.actions, &at) != 4 || i < 0)
        return false;
    if (i >= t->games || t->played[i])
        return true;
    seating(t, i, who, chair);
    for (int s = 0; s < t->seats; s++) {
        unsigned long long us;
        const char *name = t->tally[who[s]].name;
        int n = 0, len = (int)strlen(name);     /* a name may have colons of its own */
        if (line[at] != ',' || strncmp(line + at + 1, name, (size_t)len) != 0 ||
            sscanf(line + at + 1 + len, ":%d:%u:%llu%n", &r.points[s], &r.moves[s], &us, &n) != 3)
            return false;
        r.us[s] = us;
        at += 1 + len + n;
    }
    t->played[i] = 1;
    count(t, who, &r);
    return true;
}

/* Before any thread runs, so without the lock. The times of the old rows are added to the new
 * ones; they may come from another machine. */
int tournament_resume(struct tournament *t, const char *path) {
    int size, number = 0, result = 0;
    char *line = line_buffer(t, &size);
    FILE *f = line ? fopen(path, "r") : NULL;
    if (!f) {
        free(line);
        perror(path);
        return -1;
    }
    while (result == 0 && fgets(line, size, f)) {
        if (number++ == 0 && !is_ours(t, path, line)) {
            result = -1;
        } else if (line[0] != '#' && !read_row(t, line)) {
            fprintf(stderr, "arena: %s:%d is not a row\n", path, number);
            result = -1;
        }
    }
    fclose(f);
    free(line);
    return result;
}
