/* cli.h -- the commands of `skerry`. argv[0] is the command's name; each returns its exit status
 * (exit_status.h lists them). */
#ifndef CLI_CLI_H
#define CLI_CLI_H

int cli_engine(int argc, char **argv);      /* the engine protocol, for other programs */
int cli_rules(int argc, char **argv);       /* rulesets and options */
int cli_bench(int argc, char **argv);       /* speed and signature of random games */
int cli_soak(int argc, char **argv);        /* invariants under random play */
int cli_play(int argc, char **argv);        /* a game in the terminal */
int cli_board(int argc, char **argv);       /* a board, dealt and drawn */
int cli_dataset(int argc, char **argv);     /* recorded games as rows for numpy */
int cli_replay(int argc, char **argv);      /* a recorded game, step by step */
int cli_analyse(int argc, char **argv);     /* chances, key decisions, luck and play of one */
int cli_man(int argc, char **argv);         /* man pages, from the commands' own tables */
int cli_completion(int argc, char **argv);  /* the same for shells */
int cli_version(int argc, char **argv);

#endif
