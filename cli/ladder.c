/* ladder.c -- `skerry ladder`: play the levels against each other and write down what came out.
 *
 * The result replaces the part of the document between the game's two marker lines, so the words
 * around it stay. Ratings hold only within one ladder: they are shares of winning against those who
 * were there. */
#include "arena.h"

#include <string.h>
#include <unistd.h>

#include "flags.h"
#include "tournament.h"

enum { LINEUPS_MAX = 24, DOCUMENT_MAX = 1 << 18 };

static const char usage[] =
    "[flags] -- measure the bots' levels against each other\n"
    "Without --lineups neighbouring levels play two against two.";

/* All line-ups of one run. Bots are numbered as they are met; the same number in every array. */
struct ladder {
    const char *game, *ruleset, *lineups, *out, *rows;
    int games, threads;
    uint64_t seed;
    char name[RATED_MAX][TOURNAMENT_NAME_MAX];      /* every bot met */
    int bots;
    struct lineup lineup[LINEUPS_MAX];
    char text[LINEUPS_MAX][256];                    /* the row of each line-up */
    int done;
    uint64_t us[RATED_MAX], moves[RATED_MAX];       /* of each bot, over all line-ups */
    char rules[256];                                /* as resolved, of the last line-up */
};

/* Bots of one text are one bot, in whichever line-up; -1 when there are too many. */
static int bot_index(struct ladder *l, const char *name) {
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], name) == 0)
            return b;
    if (l->bots == RATED_MAX)
        return -1;
    snprintf(l->name[l->bots], TOURNAMENT_NAME_MAX, "%s", name);
    return l->bots++;
}

/* The row of a line-up: how its first bot did, per seat. */
static void describe(const struct tournament *t, const char *bots, char *out, size_t size) {
    const struct tally *b = &t->tally[0];
    double low, high, n = b->games ? (double)b->games : 1;
    wilson((double)b->wins, (double)b->games, &low, &high);
    snprintf(out, size, "| `%s` | %d | %s | %.1f %% | [%.1f, %.1f] | %.1f | %.3f |", bots, t->done,
             b->name, 100 * (double)b->wins / n, 100 * low, 100 * high, (double)b->points / n,
             b->moves ? (double)b->us / 1000 / (double)b->moves : 0);
}

/* A file of rows for this line-up. What is there already is counted, so a ladder that was
 * broken off goes on, and a longer one only plays what is missing. */
static int keep_rows(const struct ladder *l, struct tournament *t, const char *bots) {
    char path[512];
    if (!l->rows)
        return 0;
    snprintf(path, sizeof path, "%s/%s-%s.csv", l->rows, t->game->name, bots);
    if (access(path, F_OK) == 0 && tournament_resume(t, path))
        return -1;
    return tournament_rows(t, path);
}

/* Play one line-up and keep what the ratings need. 0, or -1 with words on stderr. */
static int play_lineup(struct ladder *l, const char *bots) {
    struct tournament t = { .games = l->games, .seed = l->seed, .threads = l->threads };
    if (l->done == LINEUPS_MAX || tournament_setup(&t, l->game, l->ruleset, bots))
        return -1;
    int status = keep_rows(l, &t, bots);
    if (status == 0)
        status = tournament_run(&t);
    if (status == 0 && t.done > 0) {
        struct lineup own;
        struct lineup *to = &l->lineup[l->done];
        tournament_lineup(&t, &own);
        memset(to, 0, sizeof *to);
        for (int b = 0; b < t.tallies; b++) {
            int i = bot_index(l, t.tally[b].name);
            if (i < 0)
                continue;
            to->seats[i] = own.seats[b];
            to->wins[i] = own.wins[b];
            l->us[i] += t.tally[b].us;
            l->moves[i] += t.tally[b].moves;
        }
        describe(&t, bots, l->text[l->done], sizeof l->text[0]);
        fprintf(stderr, "%s\n", l->text[l->done++]);
    }
    snprintf(l->rules, sizeof l->rules, "%s", t.rules_text);
    tournament_free(&t);
    return status;
}

/* Neighbouring levels, two against two: the line-up that tells two strengths apart best, and a
 * chain of them ties all levels together. The baseline is left out: it is a fixed point, not a
 * level. */
static int play_all(struct ladder *l) {
    static const int order[] = { BOT_RANDOM, BOT_BEGINNER, BOT_CASUAL, BOT_CLUB, BOT_STRONG,
                                 BOT_MASTER };
    char bots[256];
    int status = 0;
    for (int i = 0; !l->lineups && i < 5 && status == 0 && !tournament_interrupted(); i++) {
        const char *a = bot_level_name(order[i + 1]), *b = bot_level_name(order[i]);
        snprintf(bots, sizeof bots, "%s,%s,%s,%s", a, b, a, b);
        status = play_lineup(l, bots);
    }
    for (const char *p = l->lineups; p && *p && status == 0 && !tournament_interrupted();) {
        size_t n = strcspn(p, "/");
        snprintf(bots, sizeof bots, "%.*s", (int)(n < sizeof bots ? n : sizeof bots - 1), p);
        status = play_lineup(l, bots);
        p += n + (p[n] == '/');
    }
    return status;
}

/* A number without its commit says nothing a year later. */
static void commit_name(char *out, size_t size) {
    FILE *p = popen("git rev-parse --short HEAD 2>/dev/null", "r");
    out[0] = '\0';
    if (p && fgets(out, (int)size, p))
        out[strcspn(out, "\n")] = '\0';
    if (p)
        pclose(p);
    if (!out[0])
        snprintf(out, size, "unknown");
}

/* Strongest first. */
static void by_elo(const struct ladder *l, const double *elo, int *order) {
    for (int b = 0; b < l->bots; b++) {
        int i = b;
        for (; i > 0 && elo[order[i - 1]] < elo[b]; i--)
            order[i] = order[i - 1];
        order[i] = b;
    }
}

/* Two tables: the ratings of all bots from all line-ups together, `club` at 0, and each line-up. */
static void write_ladder(const struct ladder *l, const char *game, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    int order[RATED_MAX], zero = 0;
    char commit[64];
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], "club") == 0)
            zero = b;
    /* All line-ups at once: a bot that never met `club` is rated through those it did meet. */
    rate(l->lineup, l->done, l->bots, zero, elo, error);
    by_elo(l, elo, order);
    commit_name(commit, sizeof commit);
    fprintf(to, "Commit %s, rules `%s`, %d games a line-up, seed %llu: "
            "`skerry ladder --game %s --ruleset %s --games %d --seed %llu%s%s`.\n\n", commit,
            l->rules, l->games, (unsigned long long)l->seed, game, l->rules, l->games,
            (unsigned long long)l->seed, l->lineups ? " --lineups " : "",
            l->lineups ? l->lineups : "");
    fprintf(to, "| bot | Elo | ± 95 %% | ms a move |\n|---|---|---|---|\n");
    for (int i = 0; i < l->bots; i++) {
        int b = order[i];
        fprintf(to, "| %s | %+.0f | %.0f | %.3f |\n", l->name[b], elo[b], 1.96 * error[b],
                l->moves[b] ? (double)l->us[b] / 1000 / (double)l->moves[b] : 0);
    }
    fprintf(to, "\n| line-up | games | of it | win rate per seat | 95 %% | points | ms a move |\n"
            "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < l->done; i++)
        fprintf(to, "%s\n", l->text[i]);
}

/* Copy the document, with the part between the markers replaced (added at the end if absent).
 * All of it is read before it is opened for writing; each game has markers of its own. */
static int write_document(const struct ladder *l, const char *game) {
    static char old[DOCUMENT_MAX];
    char begin[64], end[64];
    size_t n = 0;
    if (strcmp(l->out, "-") == 0) {
        write_ladder(l, game, stdout);
        return 0;
    }
    FILE *f = fopen(l->out, "r");
    if (f) {
        n = fread(old, 1, sizeof old - 1, f);
        fclose(f);
    }
    if (n == sizeof old - 1) {      /* the rest would be lost */
        fprintf(stderr, "ladder: %s is too long to be rewritten\n", l->out);
        return -1;
    }
    old[n] = '\0';
    snprintf(begin, sizeof begin, "<!-- ladder %s -->\n", game);
    snprintf(end, sizeof end, "<!-- end of ladder %s -->\n", game);
    char *from = strstr(old, begin), *to = from ? strstr(from, end) : NULL;
    f = fopen(l->out, "w");
    if (!f) {
        perror(l->out);
        return -1;
    }
    fwrite(old, 1, to ? (size_t)(from - old) : n, f);
    fprintf(f, "%s%s", !to && n ? "\n" : "", begin);
    write_ladder(l, game, f);
    fprintf(f, "%s", end);
    if (to)
        fputs(to + strlen(end), f);
    return fclose(f) ? -1 : 0;
}

int cli_ladder(int argc, char **argv) {
    static struct ladder l;
    uint64_t games_n = 400, threads = 1;
    l = (struct ladder){ .out = "docs/strength.md", .seed = 1, .game = "catan" };
    const struct flag flags[] = {
        { "--game", FLAG_TEXT, &l.game, "(catan)" },
        { "--ruleset", FLAG_TEXT, &l.ruleset, "(the game's first)" },
        { "--games", FLAG_NUMBER, &games_n, "(400) a line-up" },
        { "--lineups", FLAG_TEXT, &l.lineups, "A/B/...: each as --bots of arena" },
        { "--seed", FLAG_NUMBER, &l.seed, "(1)" },
        { "--threads", FLAG_NUMBER, &threads, "(1)" },
        { "--out", FLAG_TEXT, &l.out, "(docs/strength.md) the document; - for standard output" },
        { "--rows", FLAG_TEXT, &l.rows, "a folder for rows; old ones are taken up" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!flags_within(argv[0], "--games", games_n, 1, 10000000, &l.games) ||
        !flags_within(argv[0], "--threads", threads, 1, 64, &l.threads))
        return 2;
    if (play_all(&l) || l.done == 0)
        return 1;
    return write_document(&l, l.game) ? 1 : 0;
}
