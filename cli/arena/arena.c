/* arena.c -- `skerry arena`: measures bots against each other.
 *
 * One line-up, many games; tournament.h says how they are seated and seeded. With rows in a
 * file, a long run can be interrupted and resumed.
 *
 * For each bot the table shows the share of its seats' games that it won with the 95 % interval
 * (parity is one over the seats), its points, its processor time per move, and an Elo from this
 * line-up alone. To compare two bots, seat two of each: then every game compares them. A claim
 * of strength needs the number of games and the interval; --sprt plays no more games than
 * necessary. */
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flags.h"
#include "progress.h"
#include "tournament.h"
#include "whole_file.h"

static const char usage[] =
    "--bots A,B,C,D [flags] -- measure bots against each other\n"
    "A bot is LEVEL[-STYLE][@NODES|@Nms], one for each seat; levels are random baseline beginner\n"
    "casual club strong master grandmaster, styles builder trader soldier. If --games is a\n"
    "multiple of the seats, every seed is played from each seat. A path like ./mybot, or several\n"
    "words like \"python3 bot.py\", is a program that speaks docs/bot-protocol.md. One that crashes,\n"
    "hangs or answers nonsense forfeits that game, and random plays on so that the others can\n"
    "finish. --sprt stops as soon as it is clear whether the first bot is better than parity by a\n"
    "point.";

/* Exit status 1 means that a bot made an illegal move: a bug, not a lost match. */
static int measure(struct tournament *t, const char *rows, const char *resume, bool json) {
    if (resume && tournament_resume(t, resume))
        return STATUS_FILE;
    if ((rows || resume) && tournament_rows(t, rows ? rows : resume))
        return STATUS_FILE;
    int status = tournament_run(t);
    (json ? tournament_json : tournament_print)(t, stdout);
    return status == STATUS_OK && interrupted() ? STATUS_INTERRUPTED : status;
}

/* Made if missing, and there is room for a record. */
static bool folder_ready(const char *path) {
    if (mkdir(path, 0777) != 0 && (errno != EEXIST || access(path, W_OK) != 0))
        return false;
    int fd = open(path, O_RDONLY | O_DIRECTORY);
    bool room = fd >= 0 && output_has_room(fd);
    if (fd >= 0)
        close(fd);
    return room;
}

int cli_arena(int argc, char **argv) {
    const char *game = NULL, *ruleset = NULL, *bots = NULL, *rows = NULL, *resume = NULL;
    bool json = false;
    struct tournament t = { .seed = 1, .games = 100, .threads = 1, .outside_ms = 1000 };
    const struct flag flags[] = {
        { "--bots", FLAG_BOTS, &bots, "one for each seat" },
        { "--game", FLAG_GAME, &game, "which one; `skerry rules` lists them" },
        { "--ruleset", FLAG_RULES, &ruleset, "e.g. fifth,phases=combined" },
        { "--games", FLAG_INT, &(struct flag_int){ &t.games, 1, 100000000 },
          "in all (100)" },
        { "--seed", FLAG_NUMBER, &t.seed, "of the games' chance (1)" },
        { "--threads", FLAG_INT, &(struct flag_int){ &t.threads, 1, 64 },
          "games played at the same time (1)" },
        { "--json", FLAG_ON, &json, "one line of JSON instead of the table" },
        { "--rows", FLAG_FILE, &rows, "add a line per game to this file" },
        { "--resume", FLAG_FILE, &resume, "continue where these rows end, and add to them" },
        { "--records", FLAG_FOLDER, &t.records, "keep the record of every game in this folder" },
        { "--move-time", FLAG_INT, &(struct flag_int){ &t.outside_ms, 1, 3600000 },
          "milliseconds a program has for a move (1000)" },
        { "--no-forfeit", FLAG_ON, &t.no_forfeit,
          "a program that fails gets what random then wins in its seat" },
        { "--sprt", FLAG_ON, &t.sprt, "the sequential test" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!bots)
        return complain(argv[0], "which --bots? --help shows how they are named");
    if (t.records && !folder_ready(t.records))
        return fail_file(argv[0], t.records);
    if (tournament_setup(&t, game, ruleset, bots))
        return 2;
    status = measure(&t, rows, resume, json);
    tournament_free(&t);
    return status;
}
