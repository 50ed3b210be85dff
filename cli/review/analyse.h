/* analyse.h -- what analyse.c shares with analyse_html.c, which writes its report as a page. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include <stdio.h>

#include "analyse_luck.h"

enum { REPORT_TEXT = 160 };

struct report_names {
    char name[SEATS_MAX][96];       /* as the record has them */
    char rules[64];                 /* the id of the ruleset's name in text/ */
};

/* A share in percentage points, with the language's decimal sign; `sign`: with + or -. Returns
 * `out`, which has NUMBER_TEXT bytes. */
enum { NUMBER_TEXT = 24 };
char *report_points(float share, bool sign, char *out);
/* "Fifth edition, 3 seats, 120 judgements". `out` has REPORT_TEXT bytes. */
char *report_head(const struct analysis *a, const struct report_names *names, char *out);

/* A move of a key decision, and what speaks for the better one, in words. `out` has REPORT_TEXT
 * bytes. */
char *report_move(const struct analysis *a, const struct report_names *names, const char *action,
                  char *out);
char *report_reasons(const struct analysis_key *key, char *out);

typedef void report(const struct analysis *a, const struct report_names *names, FILE *to);
/* One HTML file with plots as SVG; nothing is fetched from anywhere. */
report report_html;

#endif
