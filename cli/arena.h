/* arena.h -- the commands that measure bots; argv[0] is the command's name. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

int cli_arena(int argc, char **argv);
int cli_ladder(int argc, char **argv);
int cli_tune(int argc, char **argv);

#endif
