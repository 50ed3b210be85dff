/* analyse_html.c -- an analysis as one HTML file: see analyse.h. */
#include "analyse.h"

#include "../ai/bot.h"

enum { WIDTH = 860, HEIGHT = 300 };

static const char *const colours[SEATS_MAX] = { "#c0392b", "#2f6fb0", "#9aa0a6", "#e08a1e",
                                                "#3c8d40", "#8a5a3b" };

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>Skerry: a game analysed</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; "
    "padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .6rem; "
    "text-align: right; border-bottom: 1px solid #8884; } th:first-child, td:first-child, .text "
    "{ text-align: left; }\n"
    "svg { width: 100%; height: auto; } i { display: inline-block; width: .8em; height: .8em; "
    "margin-right: .4em; }\n"
    "</style>\n";

/* Names are other people's words. */
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
    fprintf(to, "<h2>Chances of winning</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Chances of winning of every seat through the game, as bands\">\n", WIDTH,
            HEIGHT);
    for (int s = 0; s < a->seats && n > 1; s++) {
        fprintf(to, "<polygon fill=\"%s\" points=\"", colours[s]);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < n; k++) {
                int i = pass ? n - 1 - k : k;
                double below = 0;
                for (int t = 0; t < s + pass; t++)
                    below += (double)a->point[i].chance[t];
                fprintf(to, "%.1f,%.1f ", (double)i * WIDTH / (n - 1), below * HEIGHT);
            }
        fprintf(to, "\"><title>");
        put_escaped(names->name[s], to);
        fprintf(to, "</title></polygon>\n");
    }
    fprintf(to, "</svg>\n");
}

/* Two bars per seat from a line in the middle, each with its words: luck, and play. */
static void put_bars(const struct analysis *a, FILE *to) {
    int row = 44, height = a->seats * row;
    fprintf(to, "<h2>Luck and play</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Luck above, play below, for every seat\">\n<line x1=\"%d\" y1=\"0\" "
            "x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>\n", WIDTH, height, WIDTH / 2, WIDTH / 2, height);
    for (int s = 0; s < a->seats; s++)
        for (int k = 0; k < 2; k++) {
            double share = (double)(k ? a->play[s] : a->luck[s]), wide = share * WIDTH / 2;
            fprintf(to, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"16\" fill=\"%s\"%s>"
                    "<title>%s %+.1f %%</title></rect>\n",
                    wide < 0 ? WIDTH / 2 + wide : (double)WIDTH / 2, s * row + 4 + 18 * k,
                    wide < 0 ? -wide : wide, colours[s], k ? " opacity=\".6\"" : "",
                    k ? "play" : "luck", 100 * share);
            fprintf(to, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"currentColor\" "
                    "text-anchor=\"%s\">%s %+.1f</text>\n",
                    wide < 0 ? WIDTH / 2 + 6 : WIDTH / 2 - 6, s * row + 17 + 18 * k,
                    wide < 0 ? "start" : "end", k ? "play" : "luck", 100 * share);
        }
    fprintf(to, "</svg>\n");
}

static void put_seats(const struct analysis *a, const struct report_names *names, FILE *to) {
    fprintf(to, "<table><tr><th>Seat</th><th>Start</th><th>Luck</th><th>Play</th><th>Result</th>"
            "<th>Given up</th></tr>\n");
    for (int s = 0; s < a->seats; s++) {
        fprintf(to, "<tr><td><i style=\"background:%s\"></i>", colours[s]);
        put_escaped(names->name[s], to);
        fprintf(to, "</td><td>%.1f %%</td><td>%+.1f</td><td>%+.1f</td><td>%s</td>"
                "<td>%.1f</td></tr>\n", 100 * (double)a->start[s], 100 * (double)a->luck[s],
                100 * (double)a->play[s], s == a->winner ? "won" : "",
                100 * (double)a->given_away[s]);
    }
    fprintf(to, "</table>\n<p>Start, luck and play add up to 100 for who won and to 0 for the "
            "others. Play is what mistakes cost the seat and what the others’ mistakes gave it. "
            "Luck is the rest: dice, cards, and what others did without a mistake. "
            "Given up is how much the seat's own decisions lost against the best the bot saw."
            "</p>\n");
}

static void put_keys(const struct analysis *a, const struct report_names *names, FILE *to) {
    char text[REPORT_TEXT];
    fprintf(to, "<h2>Key decisions</h2>\n<table><tr><th>Entry</th><th class=\"text\">Seat</th>"
            "<th class=\"text\">Played</th><th class=\"text\">Better</th><th>Given up</th>"
            "<th class=\"text\">For</th></tr>\n");
    for (int k = 0; k < a->keys_n; k++) {
        const struct analysis_key *key = &a->key[k];
        fprintf(to, "<tr><td>%d</td><td class=\"text\">", key->entry);
        put_escaped(names->name[key->seat], to);
        fprintf(to, "</td><td class=\"text\">");
        put_escaped(report_move(a, names, key->played, text), to);
        fprintf(to, "</td><td class=\"text\">");
        put_escaped(report_move(a, names, key->better, text), to);
        fprintf(to, "</td><td>%.1f</td><td class=\"text\">", 100 * (double)key->lost);
        put_escaped(report_reasons(key, text), to);
        fprintf(to, "</td></tr>\n");
    }
    fprintf(to, "</table>\n");
}

void report_html(const struct analysis *a, const struct report_names *names, FILE *to) {
    fprintf(to, "%s<h1>A game of %s</h1>\n", head, a->game->name);
    if (!a->whole)
        fprintf(to, "<p>Interrupted: this is the beginning of the game.</p>\n");
    put_seats(a, names, to);
    put_curve(a, names, to);
    put_bars(a, to);
    put_keys(a, names, to);
    fprintf(to, "</html>\n");
}
