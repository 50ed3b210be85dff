/* board.c -- `skerry board`: a board in the terminal or as a picture.
 *
 * The board is what chance deals for a seed, as in a game begun with it: nobody has acted yet. */
#include "board.h"

#include "commands.h"
#include "flags.h"
#include "whole_file.h"

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

static int write_picture(const char *command, const struct catan *g, const char *path) {
    struct output o;
    if (!output_open(&o, command, path))
        return STATUS_FILE;
    board_svg(g, o.to);
    return output_keep(&o, command) ? STATUS_OK : STATUS_FILE;
}

/* The position as docs/schema.md has it. */
static void print_json(const struct catan *g) {
    static char text[1 << 16];
    struct json_out out = json_begin(text, sizeof text);
    catan_game.write(g, NULL, &out);
    puts(text);
}

int cli_board(int argc, char **argv) {
    const char *ruleset = "fifth,board=random", *svg = NULL;
    uint64_t seed = 1, players = 0;
    bool json = false;
    const struct game *game;
    struct rules rules;
    struct catan g;
    const struct flag flags[] = {
        { "--ruleset", FLAG_RULES, &ruleset, "what is played (fifth,board=random)" },
        { "--players", FLAG_NUMBER, &players, "how many (the ruleset's usual number)" },
        { "--seed", FLAG_NUMBER, &seed, "of the deal (1)" },
        { "--svg", FLAG_FILE, &svg, "write a picture to this file instead; - for standard output" },
        { "--json", FLAG_ON, &json, "the position as JSON instead" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
        "[flags] -- show a board, in the terminal or as a picture", NULL, 0);
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
    if (json)
        print_json(&g);
    else
        board_text(&g, stdout);
    return STATUS_OK;
}
