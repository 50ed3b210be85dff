/* cli.h -- the commands of `skerry`. argv[0] is the command's name; the answer is the
 * exit status: 0 fine, 1 it failed or found something, 2 it was asked wrongly. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

int cli_engine(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_soak(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_board(int argc, char **argv);

#endif
