/* help.c -- a command's help as lines and as a man page: see help.h. */
#include "help.h"

#include <ctype.h>
#include <string.h>

#include "version.h"

static const struct {
    int number;
    const char *meaning;
} statuses[] = {
#define X(name, number, meaning) { number, meaning },
    STATUSES(X)
#undef X
};
enum { STATUSES_N = sizeof statuses / sizeof *statuses };

void usage_split(const char *usage, struct usage *out) {
    const char *end = usage + strcspn(usage, "\n"), *dashes = strstr(usage, "-- ");
    /* a mistake of the author; the test of all commands finds it */
    if (!dashes || dashes > end)
        dashes = end;
    int n = (int)(dashes - usage);
    while (n > 0 && usage[n - 1] == ' ')
        n--;
    snprintf(out->arguments, sizeof out->arguments, "%.*s", n, usage);
    const char *summary = dashes < end ? dashes + 3 : end;
    snprintf(out->summary, sizeof out->summary, "%.*s", (int)(end - summary), summary);
    out->description = *end ? end + 1 : end;
}

void help_text(FILE *to, const char *command, const struct flag *flags, const char *usage) {
    struct usage u;
    usage_split(usage, &u);
    fprintf(to, "skerry %s%s%s -- %s\n", command, u.arguments[0] ? " " : "", u.arguments,
            u.summary);
    if (u.description[0])
        fprintf(to, "\n%s\n", u.description);
    if (flags->name)
        fputc('\n', to);
    for (; flags->name; flags++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", flags->name, flag_value_word(flags->sort));
        fprintf(to, "  %-22s %s\n", left, flags->help);
    }
}

void help_statuses(FILE *to) {
    for (int i = 0; i < STATUSES_N; i++)
        fprintf(to, "  %3d  %s\n", statuses[i].number, statuses[i].meaning);
}

/* --- man pages ------------------------------------------------------------------------------- */

void roff_text(FILE *to, const char *text) {
    for (const char *p = text; *p; p++) {
        bool first = p == text || p[-1] == '\n';
        if (first && (*p == '.' || *p == '\''))
            fputs("\\&", to);
        if (*p == '\\')
            fputs("\\e", to);
        else if (*p == '-')
            fputs("\\-", to);
        else
            fputc(*p, to);
    }
}

void roff_head(FILE *to, const char *name, const char *summary) {
    fprintf(to, ".\\\" Made by `skerry man`; change the command's table instead.\n.TH ");
    for (const char *p = name; *p; p++)
        fputc(toupper((unsigned char)*p), to);
    fprintf(to, " 1 \"\" \"Skerry %s\" \"Skerry\"\n.SH NAME\n", skerry_version);
    roff_text(to, name);
    fputs(" \\- ", to);
    roff_text(to, summary);
    fputc('\n', to);
}

void roff_statuses(FILE *to) {
    fputs(".SH EXIT STATUS\n", to);
    for (int i = 0; i < STATUSES_N; i++) {
        fprintf(to, ".TP\n%d\n", statuses[i].number);
        roff_text(to, statuses[i].meaning);
        fputc('\n', to);
    }
}

void help_roff(FILE *to, const char *command, const struct flag *flags, const char *usage) {
    struct usage u;
    char name[64];
    usage_split(usage, &u);
    snprintf(name, sizeof name, "skerry-%s", command);
    roff_head(to, name, u.summary);
    fprintf(to, ".SH SYNOPSIS\n.B skerry %s\n", command);
    roff_text(to, u.arguments);
    fputs("\n.SH DESCRIPTION\n", to);
    roff_text(to, u.description[0] ? u.description : u.summary);
    fputc('\n', to);
    if (flags->name)
        fputs(".SH OPTIONS\n", to);
    for (; flags->name; flags++) {
        fputs(".TP\n.B ", to);
        roff_text(to, flags->name);
        if (flags->sort != FLAG_ON)
            fprintf(to, " \\fI%s\\fR", flag_value_word(flags->sort));
        fputc('\n', to);
        roff_text(to, flags->help);
        fputc('\n', to);
    }
    roff_statuses(to);
    fputs(".SH SEE ALSO\n.BR skerry (1)\n", to);
}
