/* tournament.c -- many games of one line-up, in threads: see tournament.h. */
#include "tournament.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig) {
    (void)sig;
    if (interrupted)
        _exit(130);
    interrupted = 1;
}

bool tournament_interrupted(void) {
    return interrupted != 0;
}

static uint64_t microseconds(clockid_t id) {
    struct timespec ts;
    clock_gettime(id, &ts);
    return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

static uint64_t thread_clock(void *data) {
    (void)data;
    return microseconds(CLOCK_THREAD_CPUTIME_ID);
}

/* --- set-up ---------------------------------------------------------------------------------- */

static bool parse_bot(const char *text, struct arena_bot *bot) {
    char name[TOURNAMENT_NAME_MAX];
    enum bot_level level;
    enum bot_style style;
    size_t n = strcspn(text, "@");
    if (n >= sizeof name)
        return false;
    memcpy(name, text, n);
    name[n] = '\0';
    if (!bot_parse(name, &level, &style))
        return false;
    *bot = (struct arena_bot){ (uint8_t)level, (uint8_t)style, 0, 0 };
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

static int add_bot(struct tournament *t, const char *text) {
    struct arena_bot bot;
    int i = 0;
    if (t->seats == SEATS_MAX) {
        fprintf(stderr, "arena: at most %d bots\n", SEATS_MAX);
        return -1;
    }
    if (!parse_bot(text, &bot)) {
        fprintf(stderr, "arena: no such bot: %s (levels: random baseline beginner "
                "casual club strong "
                "master; styles: -builder -trader -soldier; budget: @nodes or @20ms)\n", text);
        return -1;
    }
    while (i < t->tallies && strcmp(t->tally[i].name, text) != 0)
        i++;
    if (i == t->tallies) {
        snprintf(t->tally[i].name, sizeof t->tally[i].name, "%s", text);
        t->tally[i].bot = bot;
        t->tallies++;
    }
    t->tally[i].seats++;
    t->lineup[t->seats++] = (uint8_t)i;
    return 0;
}

static const struct game *find_game(const char *name, const char *ruleset) {
    for (int i = 0; games[i]; i++)
        if (name && strcmp(games[i]->name, name) == 0)
            return games[i];
    return name ? NULL : ruleset ? rules_game(ruleset) : games[0];
}

int tournament_setup(struct tournament *t, const char *game, const char *ruleset,
                     const char *bots) {
    static const char *const wrong[] = { "", "no such ruleset", "no such option", "bad value",
                                         "not for so many players" };
    char text[TOURNAMENT_NAME_MAX];
    int at = 0;
    t->game = find_game(game, ruleset);
    if (!t->game) {
        fprintf(stderr, "arena: no such game: %s\n", game ? game : ruleset);
        return -1;
    }
    for (const char *p = bots; *p; p += strspn(p, ",")) {
        size_t n = strcspn(p, ",");
        snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text - 1), p);
        if (add_bot(t, text))
            return -1;
        p += n;
    }
    if (t->seats < 1) {
        fprintf(stderr, "arena: --bots names nobody\n");
        return -1;
    }
    const char *name = ruleset ? ruleset : t->game->rulesets[0].name;
    enum rules_error e = rules_parse(t->game, name, t->seats, &t->rules, &at);
    if (e) {
        fprintf(stderr, "arena: %s: %s, at character %d (%d players)\n", name, wrong[e], at + 1,
                t->seats);
        return -1;
    }
    rules_format(t->game, &t->rules, t->rules_text, (int)sizeof t->rules_text);
    pthread_mutex_init(&t->lock, NULL);
    t->played = calloc((size_t)(t->games > 0 ? t->games : 1), 1);
    return t->played ? 0 : -1;
}

void tournament_free(struct tournament *t) {
    free(t->played);
    t->played = NULL;
    if (t->rows)
        fclose(t->rows);
    t->rows = NULL;
    pthread_mutex_destroy(&t->lock);
}

/* --- one game -------------------------------------------------------------------------------- */

/* Which tally sits where in game i. */
static void seating(const struct tournament *t, int i, uint8_t *who) {
    int turn = i % t->seats;
    bool reversed = i / t->seats & 1;
    for (int k = 0; k < t->seats; k++) {
        int s = (turn + (reversed ? t->seats - k : k)) % t->seats;
        who[s] = t->lineup[k];
    }
}

static uint64_t mix(uint64_t a, uint64_t b) {
    struct rng r;
    rng_seed(&r, a * 0x9e3779b97f4a7c15u ^ b);
    rng_next(&r);
    return rng_next(&r);
}

static void count(struct tournament *t, const uint8_t *who, const struct arena_result *r) {
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

static void write_row(struct tournament *t, int i, const uint8_t *who,
                      const struct arena_result *r) {
    if (!t->rows)
        return;
    fprintf(t->rows, "%d,%d,%u,%u", i, r->winner, r->turns, r->actions);
    for (int s = 0; s < t->seats; s++)
        fprintf(t->rows, ",%s:%d:%u:%llu", t->tally[who[s]].name, r->points[s], r->moves[s],
                (unsigned long long)r->us[s]);
    fputc('\n', t->rows);
    fflush(t->rows);
}

static void play_game(struct tournament *t, int i, void *mem) {
    struct arena_match m = { .game = t->game, .rules = t->rules, .clock = thread_clock };
    struct arena_result r;
    uint8_t who[SEATS_MAX];
    seating(t, i, who);
    for (int s = 0; s < t->seats; s++)
        m.bot[s] = t->tally[who[s]].bot;
    m.seed = mix(t->seed, (uint64_t)(i / t->seats));
    m.bot_seed = mix(t->seed ^ 0x626f74u, (uint64_t)i);
    int error = arena_play(&m, mem, &r);
    pthread_mutex_lock(&t->lock);
    if (error) {
        t->error = error;
        t->error_game = i;
    } else {
        count(t, who, &r);
        write_row(t, i, who, &r);
    }
    pthread_mutex_unlock(&t->lock);
}

/* --- threads --------------------------------------------------------------------------------- */

static bool stopped(const struct tournament *t) {
    return interrupted || t->error || t->verdict;
}

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

static void *worker(void *arg) {
    struct tournament *t = arg;
    void *mem = malloc(arena_size(t->game));
    int i;
    if (!mem)
        return NULL;
    while ((i = take(t)) >= 0)
        play_game(t, i, mem);
    free(mem);
    return NULL;
}

static void progress(struct tournament *t, uint64_t since) {
    char bar[25];
    double low, high, s = (double)(microseconds(CLOCK_MONOTONIC) - since) / 1e6;
    pthread_mutex_lock(&t->lock);
    const struct tally *b = &t->tally[0];
    int done = t->done, fill = t->games ? 24 * done / t->games : 24;
    double n = (double)b->games, w = (double)b->wins;
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < 24; i++)
        bar[i] = i < fill ? '#' : '.';
    bar[24] = '\0';
    wilson(w, n, &low, &high);
    fprintf(stderr, "\r[%s] %d/%d  %s %.1f %% [%.1f, %.1f]  %.0f s \033[K", bar, done, t->games,
            b->name,
            n > 0 ? 100 * w / n : 0, 100 * low, 100 * high, s);
}

static bool finished(struct tournament *t) {
    pthread_mutex_lock(&t->lock);
    bool over = t->next >= t->games || stopped(t);
    pthread_mutex_unlock(&t->lock);
    return over;
}

int tournament_run(struct tournament *t) {
    pthread_t id[64];
    int n = t->threads < 1 ? 1 : t->threads > 64 ? 64 : t->threads, started = 0;
    struct sigaction act = { .sa_handler = on_interrupt }, old;
    uint64_t since = microseconds(CLOCK_MONOTONIC), cpu = microseconds(CLOCK_PROCESS_CPUTIME_ID);
    sigaction(SIGINT, &act, &old);
    while (started < n && pthread_create(&id[started], NULL, worker, t) == 0)
        started++;
    while (!t->quiet && isatty(2) && started && !finished(t)) {
        progress(t, since);
        nanosleep(&(struct timespec){ 0, 250000000 }, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(id[i], NULL);
    if (!t->quiet && isatty(2))
        fprintf(stderr, "\r\033[K");
    sigaction(SIGINT, &old, NULL);
    t->wall_s = (double)(microseconds(CLOCK_MONOTONIC) - since) / 1e6;
    t->cpu_s = (double)(microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e6;
    if (t->error)
        fprintf(stderr, "arena: game %d: a bot's move was refused: %s\n", t->error_game,
                t->error < t->game->reasons_n ? t->game->reasons[t->error].id : "unknown");
    return t->error || !started ? -1 : 0;
}

/* --- rows ------------------------------------------------------------------------------------ */

static void first_line(const struct tournament *t, char *text, size_t size) {
    int n = snprintf(text, size, "# skerry arena 1 game=%s rules=%s seed=%llu bots=", t->game->name,
                     t->rules_text, (unsigned long long)t->seed);
    for (int k = 0; k < t->seats && n < (int)size; k++)
        n += snprintf(text + n, size - (size_t)n, "%s%s", k ? "," : "",
                      t->tally[t->lineup[k]].name);
}

int tournament_rows(struct tournament *t, const char *path) {
    char line[1024];
    t->rows = fopen(path, "a");
    if (!t->rows) {
        perror(path);
        return -1;
    }
    first_line(t, line, sizeof line);
    if (ftell(t->rows) == 0)
        fprintf(t->rows, "%s\n# game,winner,turns,actions,seat0,… (bot:points:moves:us)\n", line);
    return 0;
}

static bool read_row(struct tournament *t, char *line) {
    struct arena_result r = { 0 };
    uint8_t who[SEATS_MAX];
    int i, at;
    if (sscanf(line, "%d,%d,%u,%u%n", &i, &r.winner, &r.turns, &r.actions, &at) != 4 || i < 0)
        return false;
    if (i >= t->games || t->played[i])
        return true;
    seating(t, i, who);
    for (int s = 0; s < t->seats; s++) {
        unsigned long long us;
        int n = 0;
        char *colon = strchr(line + at, ':');
        if (line[at] != ',' || !colon ||
            sscanf(colon, ":%d:%u:%llu%n", &r.points[s], &r.moves[s], &us, &n) != 3)
            return false;
        r.us[s] = us;
        at = (int)(colon - line) + n;
    }
    t->played[i] = 1;
    count(t, who, &r);
    return true;
}

int tournament_resume(struct tournament *t, const char *path) {
    char line[2048], want[1024];
    int number = 0, result = 0;
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        return -1;
    }
    first_line(t, want, sizeof want);
    while (fgets(line, sizeof line, f) && result == 0) {
        line[strcspn(line, "\n")] = '\0';
        if (number++ == 0 && strcmp(line, want) != 0) {
            fprintf(stderr, "arena: %s is of another tournament:\n  %s\n  %s\n", path, line, want);
            result = -1;
        } else if (line[0] != '#' && !read_row(t, line)) {
            fprintf(stderr, "arena: %s:%d is no row\n", path, number);
            result = -1;
        }
    }
    fclose(f);
    return result;
}

/* --- what was measured ----------------------------------------------------------------------- */

void tournament_lineup(const struct tournament *t, struct lineup *out) {
    memset(out, 0, sizeof *out);
    for (int b = 0; b < t->tallies; b++) {
        out->seats[b] = (uint8_t)t->tally[b].seats;
        out->wins[b] = (double)t->tally[b].wins;
    }
}

struct shown {
    double rate, low, high, points, ms;
};

static struct shown shown(const struct tally *b) {
    double n = b->games ? (double)b->games : 1;
    struct shown s = { (double)b->wins / n, 0, 1, (double)b->points / n, 0 };
    wilson((double)b->wins, (double)b->games, &s.low, &s.high);
    s.ms = b->moves ? (double)b->us / 1000 / (double)b->moves : 0;
    return s;
}

static void ratings(const struct tournament *t, double *elo, double *error) {
    struct lineup l;
    int zero = t->tallies - 1;
    tournament_lineup(t, &l);
    for (int b = 0; b < t->tallies; b++)
        if (t->tally[b].bot.level == BOT_BASELINE)
            zero = b;
    rate(&l, 1, t->tallies, zero, elo, error);
}

static const char *verdict_name(const struct tournament *t) {
    return t->verdict > 0 ? "better by a point" : t->verdict < 0 ? "not better" : "undecided";
}

void tournament_print(const struct tournament *t, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    double n = t->done ? t->done : 1;
    ratings(t, elo, error);
    fprintf(to, "%s %s, seed %llu: %d of %d games, %d without a winner; %.1f turns, "
            "%.0f actions a game; "
            "%.1f games a CPU-second\n", t->game->name, t->rules_text, (unsigned long long)t->seed,
                t->done,
            t->games, t->drawn, (double)t->turns / n, (double)t->actions / n,
            t->cpu_s > 0 ? t->done / t->cpu_s : 0);
    fprintf(to, "%-20s %7s %7s %8s %17s %7s %9s %12s\n", "bot", "games", "wins", "rate", "95 %",
            "points",
            "ms/move", "Elo");
    for (int b = 0; b < t->tallies; b++) {
        struct shown s = shown(&t->tally[b]);
        fprintf(to, "%-20s %7llu %7llu %6.1f %%   [%5.1f, %5.1f] %% %7.2f %9.4f %+6.0f ±%.0f\n",
                t->tally[b].name, (unsigned long long)t->tally[b].games,
                (unsigned long long)t->tally[b].wins, 100 * s.rate, 100 * s.low, 100 * s.high,
                    s.points,
                s.ms, elo[b], 1.96 * error[b]);
    }
    if (t->sprt)
        fprintf(to, "sequential test, %s: %s\n", t->tally[0].name, verdict_name(t));
}

void tournament_json(const struct tournament *t, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    double n = t->done ? t->done : 1;
    ratings(t, elo, error);
    fprintf(to, "{\"games\":%d,\"bots\":[", t->done);
    for (int b = 0; b < t->tallies; b++) {
        struct shown s = shown(&t->tally[b]);
        fprintf(to, "%s{\"bot\":\"%s\",\"games\":%llu,\"wins\":%llu,\"win_rate\":%.4f,\"low\":%.4f,"
                "\"high\":%.4f,\"ms_per_move\":%.4f,\"seats\":%d,\"points\":%.2f,\"elo\":%.1f,"
                "\"elo_error\":%.1f}", b ? "," : "", t->tally[b].name,
                (unsigned long long)t->tally[b].games, (unsigned long long)t->tally[b].wins, s.rate,
                s.low, s.high, s.ms, t->tally[b].seats, s.points, elo[b], 1.96 * error[b]);
    }
    fprintf(to, "],\"game\":\"%s\",\"rules\":\"%s\",\"seed\":%llu,\"turns\":%.1f,\"actions\":%.1f,"
            "\"drawn\":%d,\"cpu_s\":%.2f,\"games_per_cpu_s\":%.2f", t->game->name, t->rules_text,
            (unsigned long long)t->seed, (double)t->turns / n, (double)t->actions / n, t->drawn,
                t->cpu_s,
            t->cpu_s > 0 ? t->done / t->cpu_s : 0);
    if (t->sprt)
        fprintf(to, ",\"sprt\":\"%s\"", verdict_name(t));
    fprintf(to, "%s}\n", interrupted ? ",\"interrupted\":true" : "");
}
