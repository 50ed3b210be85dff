/* ladder.c -- `skerry ladder`: play the levels against each other and write down what came out.
 *
 * The result replaces the part of the document between the game's two marker lines, so
 * the words around it stay. */
#include "arena.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tournament.h"

enum { LINEUPS_MAX = 24, DOCUMENT_MAX = 1 << 18 };

static const char usage[] =
    "skerry ladder [options]\n"
    "  --game G --ruleset R   (catan, its first ruleset)\n"
    "  --games N              a line-up (400)\n"
    "  --lineups A/B/…        other line-ups than neighbouring levels two against two\n"
    "  --seed S --threads T   (1, 1)\n"
    "  --out FILE             the document (docs/strength.md); - for standard output\n"
    "  --rows DIR             keep the rows of each line-up in DIR/GAME-LINEUP.csv, and take\n"
    "                         up where those already there end\n";

struct ladder {
    const char *game, *ruleset, *lineups, *out, *rows;
    int games, threads;
    uint64_t seed;
    char name[RATED_MAX][TOURNAMENT_NAME_MAX];      /* every bot met */
    int bots;
    struct lineup lineup[LINEUPS_MAX];
    char text[LINEUPS_MAX][256];                    /* the row of each line-up */
    int done;
    uint64_t us[RATED_MAX], moves[RATED_MAX];
    char rules[256];
};

static int bot_index(struct ladder *l, const char *name) {
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], name) == 0)
            return b;
    if (l->bots == RATED_MAX)
        return -1;
    snprintf(l->name[l->bots], TOURNAMENT_NAME_MAX, "%s", name);
    return l->bots++;
}

static void describe(const struct ladder *l, const struct tournament *t, const char *bots,
                     char *out,
                     size_t size) {
    const struct tally *b = &t->tally[0];
    double low, high, n = b->games ? (double)b->games : 1;
    (void)l;
    wilson((double)b->wins, (double)b->games, &low, &high);
    snprintf(out, size, "| `%s` | %d | %s | %.1f %% | [%.1f, %.1f] | %.1f | %.3f |", bots, t->done,
             b->name,
             100 * (double)b->wins / n, 100 * low, 100 * high, (double)b->points / n,
             b->moves ? (double)b->us / 1000 / (double)b->moves : 0);
}

static int keep_rows(const struct ladder *l, struct tournament *t, const char *bots) {
    char path[512];
    if (!l->rows)
        return 0;
    snprintf(path, sizeof path, "%s/%s-%s.csv", l->rows, t->game->name, bots);
    if (access(path, F_OK) == 0 && tournament_resume(t, path))
        return -1;
    return tournament_rows(t, path);
}

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
        describe(l, &t, bots, l->text[l->done], sizeof l->text[0]);
        fprintf(stderr, "%s\n", l->text[l->done++]);
    }
    snprintf(l->rules, sizeof l->rules, "%s", t.rules_text);
    tournament_free(&t);
    return status;
}

/* Neighbouring levels, two against two: the line-up that tells two strengths apart best. */
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

static void by_elo(const struct ladder *l, const double *elo, int *order) {
    for (int b = 0; b < l->bots; b++) {
        int i = b;
        for (; i > 0 && elo[order[i - 1]] < elo[b]; i--)
            order[i] = order[i - 1];
        order[i] = b;
    }
}

static void write_ladder(const struct ladder *l, const char *game, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    int order[RATED_MAX], zero = 0;
    char commit[64];
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], "club") == 0)
            zero = b;
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

/* Copy the document, with the part between the markers replaced (added at the end if absent). */
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

static bool flag(struct ladder *l, const char *name, const char *value) {
    char *end;
    if (!value)
        return false;
    if (strcmp(name, "--game") == 0)
        l->game = value;
    else if (strcmp(name, "--ruleset") == 0)
        l->ruleset = value;
    else if (strcmp(name, "--lineups") == 0)
        l->lineups = value;
    else if (strcmp(name, "--out") == 0)
        l->out = value;
    else if (strcmp(name, "--rows") == 0)
        l->rows = value;
    else {
        unsigned long long n = strtoull(value, &end, 10);
        if (*value < '0' || *value > '9' || *end)
            return false;
        if (strcmp(name, "--games") == 0 && n > 0 && n < 10000000)
            l->games = (int)n;
        else if (strcmp(name, "--threads") == 0 && n > 0 && n <= 64)
            l->threads = (int)n;
        else if (strcmp(name, "--seed") == 0)
            l->seed = n;
        else
            return false;
    }
    return true;
}

int cli_ladder(int argc, char **argv) {
    static struct ladder l;
    l = (struct ladder){ .out = "docs/strength.md", .games = 400, .threads = 1, .seed = 1,
                         .game = "catan" };
    for (int i = 1; i < argc; i += 2)
        if (!flag(&l, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            bool help = strcmp(argv[i], "--help") == 0;
            if (!help)
                fprintf(stderr, "ladder: %s?\n", argv[i]);
            fputs(usage, help ? stdout : stderr);
            return help ? 0 : 2;
        }
    if (play_all(&l) || l.done == 0)
        return 1;
    return write_document(&l, l.game) ? 1 : 0;
}
