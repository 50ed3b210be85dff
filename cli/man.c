/* man.c -- `skerry man`: the man pages, made from the tables that --help prints. `make man` writes
 * them all. */
#include <stdio.h>

#include "commands.h"
#include "flags.h"
#include "help.h"
#include "whole_file.h"

static void list_command(void *to, const char *command, const struct flag *flags,
                         const char *usage) {
    struct usage u;
    (void)flags;
    usage_split(usage, &u);
    fputs(".TP\n.BR skerry\\-", to);
    fprintf(to, "%s (1)\n", command);
    roff_text(to, u.summary);
    fputc('\n', to);
}

/* skerry(1): what the program is, and its commands. */
static void overview(FILE *to) {
    roff_head(to, "skerry", "board games of an island: play, host, measure, embed");
    fputs(".SH SYNOPSIS\n.B skerry\n.I COMMAND\n[flags]\n.SH DESCRIPTION\n", to);
    roff_text(to, "Skerry plays by the rules of CATAN and of the card game Struggle for Catan: in the "
                  "terminal, on a server with a page for browsers, between bots, and for other "
                  "programs. A flag's value follows it or is joined by an equals sign; - as a file "
                  "is standard input or output; -- ends the flags.");
    fputs("\n.SH COMMANDS\n", to);
    for (const struct subcommand *c = subcommands; c->name; c++)
        flags_visit(c->run, c->name, list_command, to);
    roff_statuses(to);
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nset: no colours on the terminal\n"
          ".TP\n.B SKERRY_HISTORY\nthe file where skerry play keeps typed lines\n", to);
}

static void page(void *to, const char *command, const struct flag *flags, const char *usage) {
    help_roff(to, command, flags, usage);
}

/* `c` NULL: the overview. */
static void print_page(const struct subcommand *c, FILE *to) {
    if (c)
        flags_visit(c->run, c->name, page, to);
    else
        overview(to);
}

/* One page into a file of `dir`. */
static int write_page(const char *dir, const struct subcommand *c) {
    struct output o;
    char path[512];
    snprintf(path, sizeof path, "%s/skerry%s%s.1", dir, c ? "-" : "", c ? c->name : "");
    if (!output_open(&o, "man", path))
        return STATUS_FILE;
    print_page(c, o.to);
    return output_keep(&o, "man") ? STATUS_OK : STATUS_FILE;
}

static int write_all(const char *dir) {
    int status = write_page(dir, NULL);
    for (const struct subcommand *c = subcommands; c->name && status == STATUS_OK; c++)
        status = write_page(dir, c);
    return status;
}

int cli_man(int argc, char **argv) {
    const char *name = NULL, *dir = NULL;
    const struct flag flags[] = {
        { "--all", FLAG_FOLDER, &dir, "write every page into this folder" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[COMMAND] [flags] -- print a man page\n"
                             "The page is roff: skerry man play | man -l -", &name, 1);
    if (status != FLAGS_OK)
        return status;
    if (dir)
        return write_all(dir);
    const struct subcommand *c = name ? subcommand_find(name) : NULL;
    if (name && !c)
        return complain(argv[0], "there is no command '%s'", name);
    print_page(c, stdout);
    return STATUS_OK;
}
