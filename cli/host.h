/* host.h -- the commands around the server: as in cli.h, argv[0] is the command's name, and
 * each returns its exit status. serve, backup, doctor, migrate and admin say so when built without
 * the server's libraries. */
#ifndef CLI_HOST_H
#define CLI_HOST_H

int cli_serve(int argc, char **argv);       /* the server itself */
int cli_backup(int argc, char **argv);      /* its store, copied */
int cli_doctor(int argc, char **argv);      /* recovers what is intact */
int cli_migrate(int argc, char **argv);     /* a whole site, into another store */
int cli_admin(int argc, char **argv);       /* an operator's questions and orders */
int cli_verify(int argc, char **argv);      /* the dice of a record, drawn again */
int cli_bot(int argc, char **argv);         /* a guest at one of its tables */

#ifndef SKERRY_SERVER
int without_server(int argc, char **argv, const char *usage); /* --help, or a refusal */
#endif

#endif
