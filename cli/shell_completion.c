/* shell_completion.c -- `skerry completion SHELL`: what bash, zsh or fish needs to complete our
 * commands, flags and their values, made from the tables that --help prints.
 *
 *     eval "$(skerry completion bash)"
 */
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "core/game.h"
#include "commands.h"
#include "flags.h"
#include "help.h"
#include "words.h"

/* What may be typed in a place, as words between spaces. */
static void print_rulesets(void) {
    for (int i = 0; games[i]; i++)
        for (const struct ruleset *r = games[i]->rulesets; r->name; r++)
            printf("%s ", r->name);
}

static void print_games(void) {
    for (int i = 0; games[i]; i++)
        printf("%s ", games[i]->name);
}

static void print_levels(void) {
    for (int i = 0; bot_level_name(i); i++)
        printf("%s ", bot_level_name(i));
}

static void print_languages(void) {
    for (int i = 0; words_language(i); i++)
        printf("%s ", words_language(i));
}

static void print_commands(void) {
    for (const struct subcommand *c = subcommands; c->name; c++)
        printf("%s ", c->name);
}

static void print_shells(void) { printf("bash zsh fish"); }

/* The values of a flag, if they can be listed. */
static void print_values(enum flag_sort sort) {
    static void (*const print[])(void) = {
        [FLAG_RULES] = print_rulesets, [FLAG_BOT] = print_levels, [FLAG_BOTS] = print_levels,
        [FLAG_GAME] = print_games, [FLAG_LANGUAGE] = print_languages,
    };
    if (print[sort])
        print[sort]();
}

/* Commands that take one of these words instead of a file. */
static const struct {
    const char *command;
    void (*print)(void);
} with_words[] = {
    { "completion", print_shells }, { "rules", print_rulesets }, { "man", print_commands },
    { "help", print_commands },
};
enum { WITH_WORDS_N = sizeof with_words / sizeof *with_words };

/* Single quotes end a quoted word in all three shells. */
static void print_quoted(const char *text) {
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (char[]){ *text, 0 }, stdout);
}

/* --- bash ------------------------------------------------------------------------------------ */

static void bash_flags(void *unused, const char *command, const struct flag *flags,
                       const char *usage) {
    (void)unused, (void)usage;
    printf("    %s) flags='--help", command);
    for (const struct flag *f = flags; f->name; f++)
        printf(" %s", f->name);
    printf("' ;;\n");
}

/* "play --level) values=..." for each flag whose values are known. */
static void bash_values(void *unused, const char *command, const struct flag *flags,
                        const char *usage) {
    (void)unused, (void)usage;
    for (const struct flag *f = flags; f->name; f++) {
        if (f->sort == FLAG_ON)
            continue;
        printf("    '%s %s') ", command, f->name);
        if (f->sort == FLAG_FILE)
            printf("COMPREPLY=($(compgen -f -- \"$word\")); return");
        else if (f->sort == FLAG_FOLDER)
            printf("COMPREPLY=($(compgen -d -- \"$word\")); return");
        else {
            printf("COMPREPLY=($(compgen -P \"$list\" -W '");
            print_values(f->sort);
            printf("' -- \"${word##*,}\")); return");
        }
        printf(" ;;\n");
    }
}

static void each(flags_seen *see) {
    for (const struct subcommand *c = subcommands; c->name; c++)
        flags_visit(c->run, c->name, see, NULL);
}

static void bash(void) {
    printf("# bash completion for skerry; made by `skerry completion bash`\n"
           "_skerry() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= list=\n"
           "    COMPREPLY=()\n"
           "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}     # --flag=val\n"
           "    [ \"$word\" != = ] || word=\n"
           "    case $word in *,*) list=${word%%,*}, ;; esac\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W 'help");
    for (const struct subcommand *c = subcommands; c->name; c++)
        printf(" %s", c->name);
    printf("' -- \"$word\"))\n        return\n    fi\n    case \"${COMP_WORDS[1]} $before\" in\n");
    each(bash_values);
    printf("    esac\n    case ${COMP_WORDS[1]} in\n");
    each(bash_flags);
    printf("    esac\n"
           "    case \"${COMP_WORDS[1]} $word\" in\n"
           "    *' -'*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n");
    for (int i = 0; i < WITH_WORDS_N; i++) {
        printf("    '%s '*) COMPREPLY=($(compgen -W '", with_words[i].command);
        with_words[i].print();
        printf("' -- \"$word\")) ;;\n");
    }
    printf("    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
           "    esac\n}\ncomplete -o filenames -F _skerry skerry\n");
}

/* --- zsh ------------------------------------------------------------------------------------- */

static void zsh_command(void *unused, const char *command, const struct flag *flags,
                        const char *usage) {
    struct usage u;
    (void)unused, (void)flags;
    usage_split(usage, &u);
    printf("        '%s:", command);
    print_quoted(u.summary);
    printf("'\n");
}

/* In a specification, colons and brackets are zsh's own. */
static void zsh_help(const char *text) {
    for (; *text; text++) {
        if (strchr(":[]\\", *text))
            putchar('\\');
        print_quoted((char[]){ *text, 0 });
    }
}

static void zsh_flags(void *unused, const char *command, const struct flag *flags,
                      const char *usage) {
    (void)unused, (void)usage;
    printf("    %s) _arguments '--help[show the flags]'", command);
    for (const struct flag *f = flags; f->name; f++) {
        printf(" \\\n        '%s%s[", f->name, f->sort == FLAG_ON ? "" : "=");
        zsh_help(f->help);
        printf("]");
        if (f->sort == FLAG_FILE)
            printf(":file:_files");
        else if (f->sort == FLAG_FOLDER)
            printf(":folder:_files -/");
        else if (f->sort != FLAG_ON) {
            printf(":%s:(", flag_value_word(f->sort));
            print_values(f->sort);
            printf(")");
        }
        printf("'");
    }
    printf(" '*:");
    int i = 0;
    while (i < WITH_WORDS_N && strcmp(command, with_words[i].command) != 0)
        i++;
    printf(i < WITH_WORDS_N ? "word:(" : "file:_files");
    if (i < WITH_WORDS_N) {
        with_words[i].print();
        printf(")");
    }
    printf("' ;;\n");
}

static void zsh(void) {
    printf("#compdef skerry\n# made by `skerry completion zsh`\n"
           "_skerry() {\n    local -a commands\n    commands=(\n");
    each(zsh_command);
    printf("    )\n    if (( CURRENT == 2 )); then\n"
           "        _describe command commands\n        return\n    fi\n"
           "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
           "    case $command in\n");
    each(zsh_flags);
    printf("    help) _describe command commands ;;\n    esac\n}\n"
           "if [ \"$funcstack[1]\" = _skerry ]; then _skerry \"$@\"; "
           "else compdef _skerry skerry; fi\n");
}

/* --- fish ------------------------------------------------------------------------------------ */

static void fish_command(void *unused, const char *command, const struct flag *flags,
                         const char *usage) {
    struct usage u;
    (void)unused;
    usage_split(usage, &u);
    printf("complete -c skerry -n __fish_use_subcommand -f -a %s -d '", command);
    print_quoted(u.summary);
    printf("'\n");
    for (const struct flag *f = flags; f->name; f++) {
        printf("complete -c skerry -n '__fish_seen_subcommand_from %s' -l %s", command,
               f->name + 2);
        if (f->sort == FLAG_FILE || f->sort == FLAG_FOLDER) {
            printf(" -r -F");
        } else if (f->sort != FLAG_ON) {
            printf(" -x -a '");
            print_values(f->sort);
            printf("'");
        }
        printf(" -d '");
        print_quoted(f->help);
        printf("'\n");
    }
}

static void fish(void) {
    printf("# fish completion for skerry; made by `skerry completion fish`\n");
    each(fish_command);
    printf("complete -c skerry -n __fish_use_subcommand -f -a help -d 'the commands'\n");
    for (int i = 0; i < WITH_WORDS_N; i++) {
        printf("complete -c skerry -n '__fish_seen_subcommand_from %s' -f -a '",
               with_words[i].command);
        with_words[i].print();
        printf("'\n");
    }
}

int cli_completion(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };
    static const struct flag flags[] = { { NULL, FLAG_ON, NULL, NULL } };
    const char *shell = NULL;
    int status = flags_parse(argc, argv, flags,
                             "SHELL -- completion for bash, zsh or fish\n"
                             "bash and zsh: eval \"$(skerry completion bash)\"; "
                             "fish: skerry completion fish | source", &shell, 1);
    if (status != FLAGS_OK)
        return status;
    for (int i = 0; i < 3; i++)
        if (shell && strcmp(shell, shells[i].name) == 0) {
            shells[i].print();
            return STATUS_OK;
        }
    return complain(argv[0], "which shell: bash, zsh or fish?");
}
