/* analyse.c -- `skerry analyse`: the seats' chances over time, decisions that mattered, luck and
 * play.
 *
 * analyse_luck.h explains the numbers. Output as text, as JSON or as one HTML file. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "analyse.h"
#include "commands.h"
#include "flags.h"
#include "progress.h"
#include "record_file.h"
#include "play/screen_parts.h"
#include "sentences.h"
#include "whole_file.h"
#include "words.h"

char *report_points(float share, bool sign, char *out) {
    char number[NUMBER_TEXT], *point;
    snprintf(number, sizeof number, sign ? "%+.1f" : "%.1f", 100 * (double)share);
    point = strchr(number, '.');
    snprintf(out, NUMBER_TEXT, "%.*s%s%s", (int)(point - number), number,
             words("terminal.report-decimal"), point + 1);
    return out;
}

char *report_head(const struct analysis *a, const struct report_names *names, char *out) {
    char seats[12], n[12];
    snprintf(seats, sizeof seats, "%d", a->seats);
    snprintf(n, sizeof n, "%d", a->points_n);
    return words_fill(out, REPORT_TEXT, "terminal.report-head",
                      (const char *const[]){ "rules", words(names->rules), "seats", seats, "n", n,
                                             NULL });
}

/* A seat's chance from the start to the end, each digit a number of tenths. Any font has digits,
 * but not every font has "▁▃▇". */
static void curve(const struct analysis *a, int seat, char *out, int width) {
    for (int i = 0; i < width; i++) {
        int at = a->points_n > 1 ? i * (a->points_n - 1) / (width - 1) : 0;
        int tenth = (int)(10 * a->point[at].chance[seat]);
        out[i] = (char)('0' + (tenth > 9 ? 9 : tenth));
    }
    out[width] = '\0';
}

char *report_move(const struct analysis *a, const struct report_names *names, const char *action,
                  char *out) {
    char name[SEATS_MAX][NAME_SIZE];
    for (int i = 0; i < SEATS_MAX; i++)
        snprintf(name[i], NAME_SIZE, "%.*s", NAME_SIZE - 1, names->name[i]);
    tell_choice(a->game, action, (const char (*)[NAME_SIZE])name, out, REPORT_TEXT);
    return out;
}

char *report_reasons(const struct analysis_key *key, char *out) {
    size_t len = 0;
    out[0] = '\0';
    for (int r = 0; r < key->answer.reasons_n && r < 3 && len < REPORT_TEXT; r++)
        len += (size_t)snprintf(out + len, REPORT_TEXT - len, "%s%s", r ? " · " : "",
                                words_in("why", bot_term_name(key->answer.reason[r].term)));
    return out;
}

static void print_keys(const struct analysis *a, const struct report_names *names, FILE *to) {
    char move[REPORT_TEXT], line[REPORT_TEXT + 32], lost[NUMBER_TEXT];
    fprintf(to, "\n%s\n", words("terminal.report-keys"));
    for (int k = 0; k < a->keys_n; k++) {
        const struct analysis_key *key = &a->key[k];
        fprintf(to, "  %5s%%  %s %d, %s%s%s\n", report_points(key->lost, false, lost),
                words("after.entry"), key->entry, names->name[key->seat], words("terminal.colon"),
                report_move(a, names, key->played, move));
        report_move(a, names, key->better, move);
        fprintf(to, "          %s\n", words_fill(line, sizeof line, "terminal.report-better",
                                               (const char *const[]){ "move", move, NULL }));
        if (report_reasons(key, move)[0])
            fprintf(to, "          %s\n", move);
    }
    if (a->keys_n == 0)
        fprintf(to, "  %s\n", words("terminal.report-none"));
}

/* Pad a column of the table by characters, not bytes. A negative width aligns to the left. */
static void put_cell(const char *text, int width, FILE *to) {
    int blanks = (width < 0 ? -width : width) - text_columns(text);
    fprintf(to, "%*s%s%*s", width > 0 && blanks > 0 ? blanks : 0, "", text,
            width < 0 && blanks > 0 ? blanks : 0, "");
}

enum { NAME_COLUMN = -24, NUMBER_COLUMN = 8, WIDE_COLUMN = 11 };

static void put_share(float share, bool sign, int width, FILE *to) {
    char number[NUMBER_TEXT + 1];
    strcat(report_points(share, sign, number), "%");
    put_cell(number, width, to);
}

static void print_seat(const struct analysis *a, const struct report_names *names, int seat,
                       FILE *to) {
    char line[64];
    put_cell(names->name[seat], NAME_COLUMN, to);
    put_share(a->start[seat], false, NUMBER_COLUMN, to);
    put_share(a->luck[seat], true, NUMBER_COLUMN, to);
    put_share(a->play[seat], true, NUMBER_COLUMN, to);
    fprintf(to, "%*d", WIDE_COLUMN, a->decisions[seat]);
    put_share(a->given_away[seat], false, WIDE_COLUMN, to);
    curve(a, seat, line, 40);
    fprintf(to, "  %s%s%s\n", line, seat == a->winner ? "  " : "",
            seat == a->winner ? words("terminal.report-won") : "");
}

static void print_text(const struct analysis *a, const struct report_names *names, FILE *to) {
    char line[REPORT_TEXT];
    fprintf(to, "%s\n", report_head(a, names, line));
    if (!a->whole)
        fprintf(to, "%s\n", words("terminal.report-interrupted"));
    fputc('\n', to);
    put_cell(words("terminal.report-seat"), NAME_COLUMN, to);
    put_cell(words("terminal.report-start"), NUMBER_COLUMN, to);
    put_cell(words("terminal.report-luck"), NUMBER_COLUMN, to);
    put_cell(words("terminal.report-play"), NUMBER_COLUMN, to);
    put_cell(words("terminal.report-decisions"), WIDE_COLUMN, to);
    put_cell(words("terminal.report-given"), WIDE_COLUMN, to);
    fprintf(to, "  %s\n", words("terminal.report-tenths"));
    for (int i = 0; i < a->seats; i++)
        print_seat(a, names, i, to);
    print_keys(a, names, to);
}

/* Keys are stable: programs read them. Shares are numbers from 0 to 1. */
static void print_json(const struct analysis *a, const struct report_names *names, FILE *to) {
    char name[6 * sizeof names->name[0] + 3];
    fprintf(to, "{\"game\":\"%s\",\"winner\":%d,\"whole\":%s,\"seats\":[", a->game->name, a->winner,
            a->whole ? "true" : "false");
    for (int i = 0; i < a->seats; i++)
        fprintf(to, "%s{\"seat\":%d,\"name\":%s,\"start\":%.4f,\"luck\":%.4f,\"play\":%.4f,"
                "\"given_away\":%.4f,\"decisions\":%d}", i ? "," : "", i,
                json_quote(names->name[i], name, sizeof name),
                (double)a->start[i], (double)a->luck[i], (double)a->play[i],
                (double)a->given_away[i], a->decisions[i]);
    fprintf(to, "],\"keys\":[");
    for (int k = 0; k < a->keys_n; k++) {
        const struct analysis_key *key = &a->key[k];
        fprintf(to, "%s{\"entry\":%d,\"seat\":%d,\"played\":\"%s\",\"better\":\"%s\",\"lost\":%.4f,"
                "\"reasons\":[", k ? "," : "", key->entry, key->seat, key->played, key->better,
                (double)key->lost);
        for (int r = 0; r < key->answer.reasons_n; r++)
            fprintf(to, "%s\"%s\"", r ? "," : "", bot_term_name(key->answer.reason[r].term));
        fprintf(to, "]}");
    }
    fprintf(to, "],\"curve\":[");
    for (int i = 0; i < a->points_n; i++) {
        fprintf(to, "%s[%d", i ? "," : "", a->point[i].entry);
        for (int s = 0; s < a->seats; s++)
            fprintf(to, ",%.4f", (double)a->point[i].chance[s]);
        fprintf(to, "]");
    }
    fprintf(to, "]}\n");
}

static const char usage[] =
    "FILE [flags] -- chances, key decisions, luck and play of a recorded game\n"
    "FILE is a whole record (- for standard input). A bot judges every position as the seat saw it;\n"
    "play is what mistakes cost a seat and what the others' mistakes gave it, luck is the rest; a\n"
    "key decision names the move the bot prefers. The same flags give the same numbers.";

/* Judge the game and write the report; returns the exit status. */
static int judge(const char *command, struct session *s, struct analysis_ask *ask, const char *out,
                 report *print) {
    static struct analysis a;
    static struct report_names names;
    struct output o;
    int status = STATUS_OK;
    snprintf(names.rules, sizeof names.rules, "ruleset.%s",
             s->game->rulesets[s->rules.ruleset].name);
    words_ruleset(s->game->rulesets[s->rules.ruleset].name);
    for (int i = 0; i < SEATS_MAX; i++)
        record_seat_name(s, i, names.name[i], sizeof names.name[i]);
    record_levels(s, ask->table);
    interrupt_catch();
    if (!output_open(&o, command, out))
        status = STATUS_FILE;
    else if (!analysis_run(&a, s, ask))
        status = fail_memory(command);
    if (status == STATUS_OK) {
        print(&a, &names, o.to);
        status = !output_keep(&o, command) ? STATUS_FILE :
                 a.whole ? STATUS_OK : STATUS_INTERRUPTED;
    }
    output_drop(&o);
    return status;
}

int cli_analyse(int argc, char **argv) {
    struct analysis_ask ask = { .seed = 1 };
    const char *path = NULL, *level = "club", *out = "-", *language = NULL;
    bool json = false, html = false;
    uint64_t nodes = 0;
    const struct flag flags[] = {
        { "--level", FLAG_BOT, &level, "the bot that judges (club)" },
        { "--nodes", FLAG_NUMBER, &nodes, "how much it may think about a move (the level's)" },
        { "--seed", FLAG_NUMBER, &ask.seed, "of the bot's own dice (1)" },
        { "--json", FLAG_ON, &json, "as JSON" },
        { "--html", FLAG_ON, &html, "as one HTML file with plots" },
        { "--out", FLAG_FILE, &out, "write it there (-)" },
        { "--language", FLAG_LANGUAGE, &language, "of the texts (from the environment)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, &path, 1);
    if (status != FLAGS_OK)
        return status;
    if (!path)
        return complain(argv[0], "which FILE? (- for standard input)");
    if (!words_choose(language) && language)
        return complain(argv[0], "there is no language '%s'", language);
    if (!bot_parse(level, &ask.level, &ask.style))
        return complain_of_bot(argv[0], level);
    if (nodes > UINT32_MAX)
        return complain(argv[0], "--nodes wants a smaller number");
    ask.nodes = (uint32_t)nodes;
    struct session *s = record_open(argv[0], path, &status);
    if (!s)
        return status;
    status = judge(argv[0], s, &ask, out, html ? report_html : json ? print_json : print_text);
    free(s);
    return status;
}
