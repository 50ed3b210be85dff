/* arena.h -- the commands that measure bots: as in cli.h, argv[0] is the command's name, and
 * each returns its exit status. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

int cli_arena(int argc, char **argv);       /* one line-up, many games */
int cli_ladder(int argc, char **argv);      /* all levels, written into docs/strength.md */
int cli_siblings(int argc, char **argv);    /* positions to fit the evaluations to */

#endif
