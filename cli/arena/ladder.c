/* ladder.c -- `skerry ladder`: plays the levels against each other and writes the results.
 *
 * The result replaces the part of the document between the game's two marker lines; the text
 * around it stays. Ratings are only comparable within one ladder. */
#include "commands.h"

#include <string.h>
#include <unistd.h>

#include "flags.h"
#include "progress.h"
#include "tournament.h"
#include "version.h"
#include "whole_file.h"

enum { LINEUPS_MAX = 24, DOCUMENT_MAX = 1 << 18 };

static const char usage[] =
    "[flags] -- measure the bots' levels against each other\n"
    "Without --lineups neighbouring levels play two against two. With --out FILE the part of FILE\n"
    "between the game's two marker lines is replaced when all games are played; an interrupted run\n"
    "prints what it has and leaves FILE as it was.";

/* All line-ups of one run. Bots are numbered as they appear, with the same number in every
 * array. */
struct ladder {
    const char *game, *ruleset, *lineups, *out, *rows;
    int games, threads;
    uint64_t seed;
    char name[RATED_MAX][64];                       /* every bot met */
    int bots;
    struct lineup lineup[LINEUPS_MAX];
    char text[LINEUPS_MAX][256];                    /* the row of each line-up */
    int done;
    uint64_t us[RATED_MAX], moves[RATED_MAX];       /* of each bot, over all line-ups */
    char rules[256];                                /* as resolved, of the last line-up */
};

/* Bots with the same text are one bot, in every line-up; -1 if there are too many. */
static int bot_index(struct ladder *l, const char *name) {
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], name) == 0)
            return b;
    if (l->bots == RATED_MAX)
        return -1;
    snprintf(l->name[l->bots], sizeof l->name[0], "%s", name);
    return l->bots++;
}

/* The row of a line-up: the result of its first bot, per seat. */
static void describe(const struct tournament *t, const char *bots, char *out, size_t size) {
    const struct tally *b = &t->tally[0];
    struct tally_rates r = tally_rates(b);
    snprintf(out, size, "| `%s` | %d | %s | %.1f %% | [%.1f, %.1f] | %.1f | %.3f |", bots, t->done,
             b->name, 100 * r.rate, 100 * r.low, 100 * r.high, r.points, r.ms);
}

/* A file of rows for this line-up. Existing rows are counted, so an interrupted ladder
 * continues, and a longer one plays only what is missing. */
static int keep_rows(const struct ladder *l, struct tournament *t, const char *bots) {
    char path[512];
    if (!l->rows)
        return 0;
    snprintf(path, sizeof path, "%s/%s-%s.csv", l->rows, t->game->name, bots);
    if (access(path, F_OK) == 0 && tournament_resume(t, path))
        return -1;
    return tournament_rows(t, path);
}

/* Play one line-up and keep what the ratings need; the exit status. */
static int play_lineup(struct ladder *l, const char *bots) {
    struct tournament t = { .games = l->games, .seed = l->seed, .threads = l->threads };
    if (l->done == LINEUPS_MAX || tournament_setup(&t, l->game, l->ruleset, bots))
        return STATUS_USAGE;
    int status = keep_rows(l, &t, bots) ? STATUS_FILE : tournament_run(&t);
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

/* Neighbouring levels, two against two: the line-up that separates two strengths best; a chain
 * of them connects all levels. The baseline is left out: it is a reference, not a level. */
static int play_all(struct ladder *l) {
    static const int order[] = { BOT_RANDOM, BOT_BEGINNER, BOT_CASUAL, BOT_CLUB, BOT_STRONG,
                                 BOT_MASTER };
    char bots[256];
    int status = 0;
    for (int i = 0; !l->lineups && i < 5 && status == 0 && !interrupted(); i++) {
        const char *a = bot_level_name(order[i + 1]), *b = bot_level_name(order[i]);
        snprintf(bots, sizeof bots, "%s,%s,%s,%s", a, b, a, b);
        status = play_lineup(l, bots);
    }
    for (const char *p = l->lineups; p && *p && status == 0 && !interrupted();) {
        size_t n = strcspn(p, "/");
        snprintf(bots, sizeof bots, "%.*s", (int)(n < sizeof bots ? n : sizeof bots - 1), p);
        status = play_lineup(l, bots);
        p += n + (p[n] == '/');
    }
    return status;
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

/* The bot rated 0. */
static int club_of(const struct ladder *l) {
    for (int b = 0; b < l->bots; b++)
        if (strcmp(l->name[b], "club") == 0)
            return b;
    return 0;
}

/* Two tables: the ratings of all bots from all line-ups together, `club` at 0, and each line-up. */
static void write_ladder(const struct ladder *l, const char *game, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    int order[RATED_MAX];
    /* All line-ups at once: a bot that never met `club` is rated through those it did meet. */
    rate(l->lineup, l->done, l->bots, club_of(l), elo, error);
    by_elo(l, elo, order);
    fprintf(to, "Commit %s, rules `%s`, %d games a line-up, seed %llu: "
            "`skerry ladder --game %s --ruleset %s --games %d --seed %llu%s%s`.\n\n", skerry_commit,
            l->rules, l->games, (unsigned long long)l->seed, game, l->rules, l->games,
            (unsigned long long)l->seed, l->lineups ? " --lineups " : "",
            l->lineups ? l->lineups : "");
    fprintf(to, "| bot | Elo | ± 95 %% | ms a move |\n|---|---|---|---|\n");
    for (int i = 0; i < l->bots; i++) {
        int b = order[i];
        fprintf(to, "| %s | %+.0f | %.0f | %.3f |\n", l->name[b], elo[b], 1.96 * error[b],
                ms_per_move(l->us[b], l->moves[b]));
    }
    fprintf(to, "\n| line-up | games | of it | win rate per seat | 95 %% | points | ms a move |\n"
            "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < l->done; i++)
        fprintf(to, "%s\n", l->text[i]);
}

/* Read the document to be changed; false if it is too long. A missing document counts as empty. */
static bool read_document(const char *path, char *old, size_t size) {
    size_t n;
    file_read(path, old, size - 1, &n);
    old[n] = '\0';
    return n < size - 1 || fail(STATUS_FILE, "ladder", "%s is too long to be changed", path) == 0;
}

/* The document with the part between the game's markers replaced, or added at its end. */
static void write_document(const struct ladder *l, const char *old, FILE *f) {
    char begin[64], end[64];
    snprintf(begin, sizeof begin, "<!-- ladder %s -->\n", l->game);
    snprintf(end, sizeof end, "<!-- end of ladder %s -->\n", l->game);
    const char *from = strstr(old, begin), *to = from ? strstr(from, end) : NULL;
    size_t kept = to ? (size_t)(from - old) : strlen(old);
    fwrite(old, 1, kept, f);
    fprintf(f, "%s%s", !to && kept ? "\n" : "", begin);
    write_ladder(l, l->game, f);
    fprintf(f, "%s", end);
    if (to)
        fputs(to + strlen(end), f);
}

/* Numbers that a program reads: each bot's rating and each line-up's result. */
static void write_json(const struct ladder *l) {
    double elo[RATED_MAX], error[RATED_MAX];
    rate(l->lineup, l->done, l->bots, club_of(l), elo, error);
    printf("{\"game\":\"%s\",\"rules\":\"%s\",\"games\":%d,\"seed\":%llu,\"bots\":[", l->game,
           l->rules, l->games, (unsigned long long)l->seed);
    for (int b = 0; b < l->bots; b++)
        printf("%s{\"bot\":\"%s\",\"elo\":%.1f,\"elo_error\":%.1f,\"ms_per_move\":%.4f}",
               b ? "," : "", l->name[b], elo[b], 1.96 * error[b],
               ms_per_move(l->us[b], l->moves[b]));
    printf("],\"lineups\":%d%s}\n", l->done, interrupted() ? ",\"interrupted\":true" : "");
}

/* Play, then write. An interrupted ladder prints what it has and leaves the document alone. */
static int climb(struct ladder *l, bool json) {
    static char old[DOCUMENT_MAX];
    struct output o = { 0 };
    bool document = strcmp(l->out, "-") != 0;
    if (document && (!read_document(l->out, old, sizeof old) ||
                     !output_open(&o, "ladder", l->out)))
        return STATUS_FILE;
    int status = play_all(l);
    bool whole = status == STATUS_OK && l->done > 0 && !interrupted();
    if (document && whole) {
        write_document(l, old, o.to);
        status = output_keep(&o, "ladder") ? STATUS_OK : STATUS_FILE;
    } else if (l->done > 0 && !json) {
        write_ladder(l, l->game, stdout);
    }
    if (json)
        write_json(l);
    if (document && !whole)
        fprintf(stderr, "skerry ladder: %s is left as it was\n", l->out);
    output_drop(&o);
    return status == STATUS_OK && interrupted() ? STATUS_INTERRUPTED : status;
}

int cli_ladder(int argc, char **argv) {
    static struct ladder l;
    bool json = false;
    l = (struct ladder){ .out = "-", .seed = 1, .game = games[0]->name, .games = 400,
                         .threads = 1 };
    const struct flag flags[] = {
        { "--game", FLAG_GAME, &l.game, "which one (the first that `skerry rules` lists)" },
        { "--ruleset", FLAG_RULES, &l.ruleset, "what is played (the game's first)" },
        { "--games", FLAG_INT, &(struct flag_int){ &l.games, 1, 10000000 },
          "per line-up (400)" },
        { "--lineups", FLAG_TEXT, &l.lineups, "A/B/...: each as --bots of arena" },
        { "--seed", FLAG_NUMBER, &l.seed, "of the games' chance (1)" },
        { "--threads", FLAG_INT, &(struct flag_int){ &l.threads, 1, 64 },
          "games played at the same time (1)" },
        { "--out", FLAG_FILE, &l.out,
          "the document that gets the tables, e.g. docs/strength.md (-)" },
        { "--rows", FLAG_FOLDER, &l.rows,
          "keep a row per game here; an interrupted run continues" },
        { "--json", FLAG_ON, &json, "one line of JSON at the end" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    return status == FLAGS_OK ? climb(&l, json) : status;
}
