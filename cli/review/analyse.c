/* analyse.c -- `skerry analyse`: the seats' chances over time, decisions that mattered, luck and
 * play.
 *
 * engine/review/luck.h explains the numbers. Output as text, as JSON or as one HTML file. */
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

char *report_points(int32_t share, bool sign, char *out) {
    char number[NUMBER_TEXT], *point;
    snprintf(number, sizeof number, sign ? "%+.1f" : "%.1f", 100.0 * share / REVIEW_ONE);
    point = strchr(number, '.');
    snprintf(out, NUMBER_TEXT, "%.*s%s%s", (int)(point - number), number,
             words("terminal.report-decimal"), point + 1);
    return out;
}

char *report_head(const struct analysis *a, const struct report_names *names, char *out) {
    char seats[12], n[12];
    snprintf(seats, sizeof seats, "%d", a->r->seats);
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
        int tenth = 10 * a->point[at].chance[seat] / REVIEW_ONE;
        out[i] = (char)('0' + (tenth > 9 ? 9 : tenth));
    }
    out[width] = '\0';
}

char *report_move(const struct analysis *a, const struct report_names *names, const char *action,
                  char *out) {
    char name[SEATS_MAX][NAME_SIZE];
    for (int i = 0; i < SEATS_MAX; i++)
        snprintf(name[i], NAME_SIZE, "%.*s", NAME_SIZE - 1, names->name[i]);
    tell_choice(a->r->game, action, (const char (*)[NAME_SIZE])name, out, REPORT_TEXT);
    return out;
}

char *report_reasons(const struct review_key *key, char *out) {
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
    for (int k = 0; k < a->r->keys_n; k++) {
        const struct review_key *key = &a->r->key[k];
        fprintf(to, "  %5s%%  %s %d, %s%s%s\n", report_points(key->lost, false, lost),
                words("after.entry"), key->entry, names->name[key->seat], words("terminal.colon"),
                report_move(a, names, key->played, move));
        report_move(a, names, key->better, move);
        fprintf(to, "          %s\n", words_fill(line, sizeof line, "terminal.report-better",
                                               (const char *const[]){ "move", move, NULL }));
        if (report_reasons(key, move)[0])
            fprintf(to, "          %s\n", move);
    }
    if (a->r->keys_n == 0)
        fprintf(to, "  %s\n", words("terminal.report-none"));
}

/* Pad a column of the table by characters, not bytes. A negative width aligns to the left. */
static void put_cell(const char *text, int width, FILE *to) {
    int blanks = (width < 0 ? -width : width) - text_columns(text);
    fprintf(to, "%*s%s%*s", width > 0 && blanks > 0 ? blanks : 0, "", text,
            width < 0 && blanks > 0 ? blanks : 0, "");
}

enum { NAME_COLUMN = -24, NUMBER_COLUMN = 8, WIDE_COLUMN = 11 };

static void put_share(int32_t share, bool sign, int width, FILE *to) {
    char number[NUMBER_TEXT + 1];
    strcat(report_points(share, sign, number), "%");
    put_cell(number, width, to);
}

static void print_seat(const struct analysis *a, const struct report_names *names, int seat,
                       FILE *to) {
    char line[64];
    put_cell(names->name[seat], NAME_COLUMN, to);
    put_share(a->r->start[seat], false, NUMBER_COLUMN, to);
    put_share(a->r->luck[seat], true, NUMBER_COLUMN, to);
    put_share(a->r->play[seat], true, NUMBER_COLUMN, to);
    fprintf(to, "%*d", WIDE_COLUMN, a->r->decisions[seat]);
    put_share(a->r->given_away[seat], false, WIDE_COLUMN, to);
    curve(a, seat, line, 40);
    fprintf(to, "  %s%s%s\n", line, seat == a->r->winner ? "  " : "",
            seat == a->r->winner ? words("terminal.report-won") : "");
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
    for (int i = 0; i < a->r->seats; i++)
        print_seat(a, names, i, to);
    print_keys(a, names, to);
}

/* For programs, shares are numbers from 0 to 1. */
static double number(int32_t share) {
    return (double)share / REVIEW_ONE;
}

static void print_json_keys(const struct review *r, FILE *to) {
    fprintf(to, "\"keys\":[");
    for (int k = 0; k < r->keys_n; k++) {
        const struct review_key *key = &r->key[k];
        fprintf(to, "%s{\"entry\":%d,\"seat\":%d,\"played\":\"%s\",\"better\":\"%s\",\"lost\":%.4f,"
                "\"reasons\":[", k ? "," : "", key->entry, key->seat, key->played, key->better,
                number(key->lost));
        for (int i = 0; i < key->answer.reasons_n; i++)
            fprintf(to, "%s\"%s\"", i ? "," : "", bot_term_name(key->answer.reason[i].term));
        fprintf(to, "]}");
    }
    fprintf(to, "]");
}

/* Keys are stable: programs read them. */
static void print_json(const struct analysis *a, const struct report_names *names, FILE *to) {
    char name[6 * sizeof names->name[0] + 3];
    const struct review *r = a->r;
    fprintf(to, "{\"game\":\"%s\",\"winner\":%d,\"whole\":%s,\"seats\":[", r->game->name,
            r->winner, a->whole ? "true" : "false");
    for (int i = 0; i < r->seats; i++)
        fprintf(to, "%s{\"seat\":%d,\"name\":%s,\"start\":%.4f,\"luck\":%.4f,\"play\":%.4f,"
                "\"given_away\":%.4f,\"decisions\":%d}", i ? "," : "", i,
                json_quote(names->name[i], name, sizeof name), number(r->start[i]),
                number(r->luck[i]), number(r->play[i]), number(r->given_away[i]),
                r->decisions[i]);
    fprintf(to, "],");
    print_json_keys(r, to);
    fprintf(to, ",\"curve\":[");
    for (int i = 0; i < a->points_n; i++) {
        fprintf(to, "%s[%d", i ? "," : "", a->point[i].entry);
        for (int s = 0; s < r->seats; s++)
            fprintf(to, ",%.4f", number(a->point[i].chance[s]));
        fprintf(to, "]");
    }
    fprintf(to, "]}\n");
}

static const char usage[] =
    "FILE [flags] -- chances, key decisions, luck and play of a recorded game\n"
    "FILE is a whole record (- for standard input). A bot judges every position as the seat saw it;\n"
    "play is what mistakes cost a seat and what the others' mistakes gave it, luck is the rest; a\n"
    "key decision names the move the bot prefers. The same flags give the same numbers.";

/* Judge every action in force. `memory` and `work` are a review's. */
static void judge(struct analysis *a, struct session *s, const struct review_ask *ask,
                  void *memory, void *work) {
    struct review_game game = review_of(s);
    struct review *r = review_begin(memory, &game, ask, work);
    struct session_walk walk;
    struct progress progress = { 0 };
    const struct action *action;
    uint64_t done = 0;
    a->r = r;
    a->whole = true;
    session_walk(&walk, s);
    while (a->whole && (action = session_walk_next(&walk)) != NULL) {
        if (review_step(r, walk.entry, action))
            a->point[a->points_n++] = r->point;
        progress_show(&progress, ++done, (uint64_t)s->log.actions_n, "actions", "");
        a->whole = !interrupted();
    }
    if (a->whole && review_end(r, s->log.entries_n))
        a->point[a->points_n++] = r->point;
    progress_end(&progress);
}

static void name_seats(struct report_names *names, const struct session *s) {
    const char *ruleset = s->game->rulesets[s->rules.ruleset].name;
    snprintf(names->rules, sizeof names->rules, "ruleset.%s", ruleset);
    words_ruleset(ruleset);
    for (int i = 0; i < SEATS_MAX; i++)
        record_seat_name(s, i, names->name[i], sizeof names->name[i]);
}

/* Judge the game and write the report; returns the exit status. */
static int analyse(const char *command, struct session *s, const struct review_ask *ask,
                   const char *out, report *print) {
    static struct report_names names;
    struct analysis a = { .point = malloc((size_t)(s->log.actions_n + 1) * sizeof *a.point) };
    void *memory = malloc(review_size()), *work = malloc(bot_work_size());
    struct output o;
    int status = STATUS_OK;
    name_seats(&names, s);
    interrupt_catch();
    if (!output_open(&o, command, out))
        status = STATUS_FILE;
    else if (!a.point || !memory || !work)
        status = fail_memory(command);
    if (status == STATUS_OK) {
        judge(&a, s, ask, memory, work);
        print(&a, &names, o.to);
        status = !output_keep(&o, command) ? STATUS_FILE :
                 a.whole ? STATUS_OK : STATUS_INTERRUPTED;
    }
    output_drop(&o);
    free(work);
    free(memory);
    free(a.point);
    return status;
}

int cli_analyse(int argc, char **argv) {
    struct review_ask ask = { .seed = 1 };
    const char *path = NULL, *level = NULL, *out = "-", *language = NULL;
    bool json = false, html = false;
    uint64_t nodes = 0;
    const struct flag flags[] = {
        { "--level", FLAG_BOT, &level, "the bot that judges (club)" },
        { "--nodes", FLAG_NUMBER, &nodes, "how much it may think about a move (240; with "
                                         "--level, the level's)" },
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
    if (!level && !nodes)
        nodes = REVIEW_NODES;
    if (!bot_parse(level ? level : "club", &ask.level, &ask.style))
        return complain_of_bot(argv[0], level);
    if (nodes > UINT32_MAX)
        return complain(argv[0], "--nodes wants a smaller number");
    ask.nodes = (uint32_t)nodes;
    struct session *s = record_open(argv[0], path, &status);
    if (!s)
        return status;
    review_table(s, ask.table);
    status = analyse(argv[0], s, &ask, out, html ? report_html : json ? print_json : print_text);
    free(s);
    return status;
}
