/* analyse.h -- between analyse.c and its report as a page. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include <stdio.h>

#include "analysis.h"

struct report_names {
    char name[SEATS_MAX][96];       /* as the record has them */
    char json[SEATS_MAX][96];       /* without what JSON would escape */
};

/* One HTML file with plots as SVG; nothing is fetched from anywhere. */
void report_html(const struct analysis *a, const struct report_names *names, FILE *to);

#endif
