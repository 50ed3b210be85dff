/* host.h -- the commands around the server; argv[0] is the command's name. */
#ifndef CLI_HOST_H
#define CLI_HOST_H

int cli_serve(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_bot(int argc, char **argv);

#endif
