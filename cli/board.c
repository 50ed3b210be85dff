/* board.c -- `skerry board`: a board in the terminal or as a picture.
 *
 * The board is what chance deals for a seed, as in a game begun with it: nobody has acted yet. */
#include "board.h"

#include <errno.h>
#include <string.h>

#include "cli.h"
#include "flags.h"

/* Deal the board: what chance does before the first seat acts. */
static void deal(struct catan *g, uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    while (catan_owes(g) & OWES_CHANCE) {
        struct action a;
        chance_draw(&catan_game, g, &rng.source, &a);
        catan_apply(g, &a);
    }
}

/* Whether all was written shows at fclose(): a full disk may take the start. */
static int write_picture(const char *command, const struct catan *g, const char *path) {
    FILE *to = fopen(path, "w");
    if (!to)
        return complain(command, "%s: %s", path, strerror(errno));
    board_svg(g, to);
    if (fclose(to) != 0)
        return complain(command, "%s: %s", path, strerror(errno));
    return 0;
}

int cli_board(int argc, char **argv) {
    const char *ruleset = "fifth,board=random", *svg = NULL;
    uint64_t seed = 1, players = 0;
    const struct game *game;
    struct rules rules;
    struct catan g;
    const struct flag flags[] = {
        { "--ruleset", FLAG_TEXT, &ruleset, "(fifth,board=random)" },
        { "--players", FLAG_NUMBER, &players, "(the ruleset's)" },
        { "--seed", FLAG_NUMBER, &seed, "(1)" },
        { "--svg", FLAG_TEXT, &svg, "write a picture to this file instead" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, "[flags] -- show a board", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!flags_rules(argv[0], ruleset, players, &game, &rules))
        return 2;
    if (game != &catan_game)
        return complain(argv[0], "%s is played without a board", game->name);
    enum catan_error error = catan_init(&g, &rules);
    if (error != CATAN_OK)
        return complain(argv[0], "these rules cannot be played: %s", game->reasons[error].id);
    deal(&g, seed);
    if (svg)
        return write_picture(argv[0], &g, svg);
    board_text(&g, stdout);
    return 0;
}
