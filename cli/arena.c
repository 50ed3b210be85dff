/* arena.c -- `skerry arena`: measure bots against each other. */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

#include "tournament.h"

static const char usage[] =
    "skerry arena --bots A,B,C,D [options]\n"
    "  --bots LIST      one bot per seat: LEVEL[-STYLE][@NODES|@Nms]\n"
    "                   levels random baseline beginner casual club strong master\n"
    "                   styles builder trader soldier\n"
    "  --game G         catan or struggle\n"
    "  --ruleset R      e.g. fifth,phases=combined\n"
    "  --games N        in all (100); a multiple of the seats plays every seed from each\n"
    "  --seed S         (1)\n"
    "  --threads T      (1)\n"
    "  --json           one line of JSON instead of the table\n"
    "  --rows FILE      add a line per game\n"
    "  --resume FILE    take up where these rows end, and add to them\n"
    "  --sprt           stop when the first bot is better than parity by a point, or is not\n";

struct flags {
    const char *game, *ruleset, *bots, *rows, *resume;
    bool json, help;
};

static bool number(const char *text, unsigned long long max, unsigned long long *out) {
    char *end;
    if (!text || *text < '0' || *text > '9')
        return false;
    *out = strtoull(text, &end, 10);
    return *end == '\0' && *out <= max;
}

/* One flag with a value; false when it is none of ours or its value is wrong. */
static bool valued(struct tournament *t, struct flags *f, const char *flag, const char *value) {
    const struct { const char *name; const char **to; } texts[] = {
        { "--game", &f->game }, { "--ruleset", &f->ruleset }, { "--bots", &f->bots },
        { "--rows", &f->rows }, { "--resume", &f->resume },
    };
    unsigned long long n;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(flag, texts[i].name) == 0) {
            *texts[i].to = value;
            return value != NULL;
        }
    if (strcmp(flag, "--games") == 0 && number(value, 100000000, &n) && n > 0)
        t->games = (int)n;
    else if (strcmp(flag, "--seed") == 0 && number(value, ~0ull, &n))
        t->seed = n;
    else if (strcmp(flag, "--threads") == 0 && number(value, 64, &n) && n > 0)
        t->threads = (int)n;
    else
        return false;
    return true;
}

static int parse(struct tournament *t, struct flags *f, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            f->json = true;
        else if (strcmp(argv[i], "--sprt") == 0)
            t->sprt = true;
        else if (strcmp(argv[i], "--help") == 0)
            f->help = true;
        else if (valued(t, f, argv[i], i + 1 < argc ? argv[i + 1] : NULL))
            i++;
        else {
            fprintf(stderr, "arena: %s%s%s?\n%s", argv[i], i + 1 < argc ? " " : "",
                    i + 1 < argc ? argv[i + 1] : "", usage);
            return -1;
        }
    }
    return 0;
}

int cli_arena(int argc, char **argv) {
    struct tournament t = { .games = 100, .seed = 1, .threads = 1 };
    struct flags f = { 0 };
    if (parse(&t, &f, argc, argv))
        return 2;
    if (f.help || !f.bots) {
        fputs(usage, f.help ? stdout : stderr);
        return f.help ? 0 : 2;
    }
    if (tournament_setup(&t, f.game, f.ruleset, f.bots))
        return 2;
    const char *rows = f.rows ? f.rows : f.resume;
    int status = f.resume && tournament_resume(&t, f.resume) ? 2 : 0;
    if (status == 0 && rows && tournament_rows(&t, rows))
        status = 2;
    if (status == 0) {
        status = tournament_run(&t) ? 1 : 0;
        (f.json ? tournament_json : tournament_print)(&t, stdout);
    }
    tournament_free(&t);
    return status;
}
