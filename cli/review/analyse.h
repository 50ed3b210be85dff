/* analyse.h -- what analyse.c shares with analyse_html.c, which writes its report as a page. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include <stdio.h>

#include "review/luck.h"

enum { REPORT_TEXT = 160 };

/* A whole game, or as far as somebody waited. */
struct analysis {
    const struct review *r;
    struct review_point *point;
    int points_n;
    bool whole;                     /* false: interrupted */
};

struct report_names {
    char name[SEATS_MAX][96];       /* as the record has them */
    char rules[64];                 /* the id of the ruleset's name in text/ */
};

/* A share of REVIEW_ONE in percentage points, with the language's decimal sign; `sign`: with + or
 * -. Returns `out`, which has NUMBER_TEXT bytes. */
enum { NUMBER_TEXT = 24 };
char *report_points(int32_t share, bool sign, char *out);
/* "Fifth edition, 3 seats, 120 judgements". `out` has REPORT_TEXT bytes. */
char *report_head(const struct analysis *a, const struct report_names *names, char *out);

/* A move of a key decision, and what speaks for the better one, in words. `out` has REPORT_TEXT
 * bytes. */
char *report_move(const struct analysis *a, const struct report_names *names, const char *action,
                  char *out);
char *report_reasons(const struct review_key *key, char *out);

typedef void report(const struct analysis *a, const struct report_names *names, FILE *to);
/* One HTML file with plots as SVG; nothing is fetched from anywhere. */
report report_html;

#endif
