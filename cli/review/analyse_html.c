/* analyse_html.c -- an analysis as one HTML file: see analyse.h. */
#include "analyse.h"

#include "bots/bot.h"
#include "words.h"

enum { WIDTH = 860, HEIGHT = 300 };

static const char *const colours[SEATS_MAX] = { "#c0392b", "#2f6fb0", "#9aa0a6", "#e08a1e",
                                                "#3c8d40", "#8a5a3b" };

static const char head[] =
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; "
    "padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .6rem; "
    "text-align: right; border-bottom: 1px solid #8884; } th:first-child, td:first-child, "
    ".keys :is(th, td):not(:nth-child(5)) { text-align: left; } "
    "th::first-letter { text-transform: uppercase; }\n"
    ".seats td, .keys td:nth-child(2) { white-space: nowrap; } div { overflow-x: auto; }\n"
    "svg { width: 100%; height: auto; } i { display: inline-block; width: .8em; height: .8em; "
    "margin-right: .4em; }\n"
    "</style>\n";

/* Names come from other people, so they are escaped. */
static void put_escaped(const char *text, FILE *to) {
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            fprintf(to, "&#%d;", *text);
        else
            fputc(*text, to);
    }
}

/* Bands that fill the height: at each judgement the seats' shares are stacked. */
static void put_curve(const struct analysis *a, const struct report_names *names, FILE *to) {
    int n = a->points_n;
    fprintf(to, "<h2>%s</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            words("after.curve"), WIDTH, HEIGHT, words("after.curve.label"));
    for (int s = 0; s < a->r->seats && n > 1; s++) {
        fprintf(to, "<polygon fill=\"%s\" points=\"", colours[s]);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < n; k++) {
                int i = pass ? n - 1 - k : k;
                double below = 0;
                for (int t = 0; t < s + pass; t++)
                    below += (double)a->point[i].chance[t] / REVIEW_ONE;
                fprintf(to, "%.1f,%.1f ", (double)i * WIDTH / (n - 1), below * HEIGHT);
            }
        fprintf(to, "\"><title>");
        put_escaped(names->name[s], to);
        fprintf(to, "</title></polygon>\n");
    }
    fprintf(to, "</svg>\n");
}

/* One bar from the line in the middle, with its words on the other side of the line. */
static void put_bar(const char *word, int32_t share, int y, const char *style, FILE *to) {
    char number[NUMBER_TEXT];
    double wide = (double)share / REVIEW_ONE * WIDTH / 2;
    report_points(share, true, number);
    fprintf(to, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"16\" %s><title>%s %s %%</title>"
            "</rect>\n", wide < 0 ? WIDTH / 2 + wide : (double)WIDTH / 2, y,
            wide < 0 ? -wide : wide, style, word, number);
    fprintf(to, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"currentColor\" "
            "text-anchor=\"%s\">%s %s</text>\n", wide < 0 ? WIDTH / 2 + 6 : WIDTH / 2 - 6, y + 13,
            wide < 0 ? "start" : "end", word, number);
}

/* Two bars per seat: luck, and play. */
static void put_bars(const struct analysis *a, FILE *to) {
    int row = 44, height = a->r->seats * row;
    char style[64];
    fprintf(to, "<h2>%s</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            "<line x1=\"%d\" y1=\"0\" x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>\n", words("after.luck"),
            WIDTH, height, words("terminal.report-luck-label"), WIDTH / 2, WIDTH / 2, height);
    for (int s = 0; s < a->r->seats; s++) {
        snprintf(style, sizeof style, "fill=\"%s\"", colours[s]);
        put_bar(words("terminal.report-luck"), a->r->luck[s], s * row + 4, style, to);
        snprintf(style, sizeof style, "fill=\"%s\" opacity=\".6\"", colours[s]);
        put_bar(words("terminal.report-play"), a->r->play[s], s * row + 22, style, to);
    }
    fprintf(to, "</svg>\n");
}

/* A table scrolls by itself where the page is narrow. */
static void put_head(const char *class, const char *const *ids, FILE *to) {
    fprintf(to, "<div><table class=\"%s\"><tr>", class);
    for (; *ids; ids++)
        fprintf(to, "<th>%s</th>", words(*ids));
    fprintf(to, "</tr>\n");
}

static void put_seats(const struct analysis *a, const struct report_names *names, FILE *to) {
    char start[NUMBER_TEXT], luck[NUMBER_TEXT], play[NUMBER_TEXT], given[NUMBER_TEXT];
    put_head("seats", (const char *const[]){ "terminal.report-seat", "terminal.report-start",
             "terminal.report-luck", "terminal.report-play", "terminal.report-result",
             "terminal.report-given", NULL }, to);
    for (int s = 0; s < a->r->seats; s++) {
        fprintf(to, "<tr><td><i style=\"background:%s\"></i>", colours[s]);
        put_escaped(names->name[s], to);
        fprintf(to, "</td><td>%s %%</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
                report_points(a->r->start[s], false, start),
                report_points(a->r->luck[s], true, luck), report_points(a->r->play[s], true, play),
                s == a->r->winner ? words("terminal.report-won") : "",
                report_points(a->r->given_away[s], false, given));
    }
    fprintf(to, "</table></div>\n<p>%s</p>\n", words("terminal.report-explained"));
}

static void put_keys(const struct analysis *a, const struct report_names *names, FILE *to) {
    char text[REPORT_TEXT], lost[NUMBER_TEXT];
    fprintf(to, "<h2>%s</h2>\n", words("terminal.report-keys"));
    put_head("keys", (const char *const[]){ "after.entry", "terminal.report-seat",
             "terminal.report-played", "terminal.report-preferred", "terminal.report-given",
             "terminal.report-for", NULL }, to);
    for (int k = 0; k < a->r->keys_n; k++) {
        const struct review_key *key = &a->r->key[k];
        fprintf(to, "<tr><td>%d</td><td>", key->entry);
        put_escaped(names->name[key->seat], to);
        fprintf(to, "</td><td>");
        put_escaped(report_move(a, names, key->played, text), to);
        fprintf(to, "</td><td>");
        put_escaped(report_move(a, names, key->better, text), to);
        fprintf(to, "</td><td>%s</td><td>",
                report_points(key->lost, false, lost));
        put_escaped(report_reasons(key, text), to);
        fprintf(to, "</td></tr>\n");
    }
    fprintf(to, "</table></div>\n");
}

void report_html(const struct analysis *a, const struct report_names *names, FILE *to) {
    char text[REPORT_TEXT];
    const char *title = words("terminal.report-title");
    fprintf(to, "<!doctype html>\n<html lang=\"%s\">\n%s<title>%s</title>\n<h1>%s</h1>\n",
            words_chosen(), head, title, title);
    fprintf(to, "<p>%s</p>\n", report_head(a, names, text));
    if (!a->whole)
        fprintf(to, "<p>%s</p>\n", words("terminal.report-interrupted"));
    put_seats(a, names, to);
    put_curve(a, names, to);
    put_bars(a, to);
    put_keys(a, names, to);
    fprintf(to, "</html>\n");
}
