/* cli.h -- the commands of `skerry`. argv[0] is the command's name; the answer is the
 * exit status: 0 fine, 1 it failed or found something, 2 it was asked wrongly. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

int cli_engine(int argc, char **argv);      /* the engine protocol, for other programs */
int cli_rules(int argc, char **argv);       /* rulesets and options */
int cli_bench(int argc, char **argv);       /* speed and signature of random games */
int cli_soak(int argc, char **argv);        /* invariants under random play */
int cli_play(int argc, char **argv);        /* a game in the terminal */
int cli_board(int argc, char **argv);       /* a board, dealt and drawn */

#endif
