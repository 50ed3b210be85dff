/* replay.c -- `skerry replay`: a recorded game on the screen, entry by entry.
 *
 * On a terminal the person goes forward and back; otherwise every entry is a line, followed by
 * the final table. Everything is shown, because the game is over. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "flags.h"
#include "progress.h"
#include "play/prompt.h"
#include "record_file.h"
#include "play/screen.h"
#include "terminal.h"
#include "words.h"

struct replay {
    struct session *s;
    struct screen screen;
    int at;                         /* the entry shown */
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* Sentences of the entries up to `at`; going back starts again. */
static void tell(struct replay *r) {
    r->screen.log_n = 0;
    r->screen.turn = -1;
    screen_tell_log(&r->screen, &r->s->log, 0, r->at, SEAT_ALL);
}

static void go_to(struct replay *r, int entry) {
    int last = r->s->log.entries_n;
    r->at = entry < 0 ? 0 : entry > last ? last : entry;
    session_at(r->s, r->at, r->state);
    tell(r);
    screen_note(&r->screen, "%d/%d  %s", r->at, last, words("terminal.replay"));
}

static const char *candidate(void *data, int i) {
    static const char *const all[] = { "next", "back", "start", "end", "quit" };
    (void)data;
    return i < 5 ? all[i] : NULL;
}

/* False: leave. Enter goes forward, a number jumps there. */
static bool obey(struct replay *r, const char *line) {
    int64_t n;
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
        return false;
    if (text_number(line, strlen(line), 0, 1 << 30, &n))
        go_to(r, (int)n);
    else if (line[0] == 'b')
        go_to(r, r->at - 1);
    else if (line[0] == 's')
        go_to(r, 0);
    else if (line[0] == 'e')
        go_to(r, r->s->log.entries_n);
    else
        go_to(r, r->at + 1);
    return true;
}

static void on_terminal(struct replay *r) {
    struct prompt_host host = { &r->screen, r, candidate, NULL, -1 };
    char line[PROMPT_SIZE];
    r->screen.colours = terminal_has_colours();
    interrupt_catch();
    prompt_open(&host);
    while (prompt_ask("> ", line) && obey(r, line))
        continue;
    prompt_close();
}

/* {"seq":7,"actions":["0 roll","* dice 3 4"]}, action by action. */
static void print_action(const struct log_line *line) {
    if (line->first)
        printf("{\"seq\":%d,\"actions\":[", line->seq);
    printf("%s\"%s\"%s", line->first ? "" : ",", line->text, line->last ? "]}\n" : "");
}

/* Every action as a line: a sentence, or in our notation. */
static void print_lines(struct replay *r, bool json) {
    static struct log_reader reader;
    struct log_line line;
    const char *told;
    r->screen.turn = -1;
    log_read(&reader, &r->s->log, 0, SEAT_ALL, NULL);
    while (log_next(&reader, &line) && line.seq <= r->at) {
        if (json && line.undo)
            printf("{\"seq\":%d,\"undo\":%d}\n", line.seq, line.undo);
        else if (json)
            print_action(&line);
        if (!json && !line.undo && (told = screen_tell(&r->screen, line.text)) != NULL)
            printf("%5d  %s\n", line.seq, told);
    }
}

/* On a pipe: all lines up to there, then the table as it is. */
static void on_pipe(struct replay *r, bool json) {
    print_lines(r, json);
    r->screen.log_n = 0;
    r->screen.note[0] = '\0';
    if (!json)
        screen_draw(&r->screen, 80, 0, stdout);
}

static void set_screen(struct replay *r) {
    words_ruleset(r->s->game->rulesets[r->s->rules.ruleset].name);
    for (int i = 0; i < SEATS_MAX; i++)
        record_seat_name(r->s, i, r->screen.name[i], NAME_SIZE);
    screen_pieces(&r->screen, r->s->game, r->s->state);
    r->screen.game = r->s->game;
    r->screen.view = r->state;
    r->screen.seat = SEAT_SPECTATOR;
}

int cli_replay(int argc, char **argv) {
    static struct replay r;
    const char *path = NULL, *language = NULL;
    uint64_t at = UINT64_MAX;
    bool json = false;
    const struct flag flags[] = {
        { "--at", FLAG_NUMBER, &at, "begin (or, on a pipe, end) after this entry" },
        { "--json", FLAG_ON, &json, "one line of JSON per entry" },
        { "--language", FLAG_LANGUAGE, &language, "of the texts (from the environment)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "FILE [flags] -- go through a recorded game\n"
                             "On a terminal: Enter goes forward, `back` back, a number to that entry, "
                             "`end`, `quit`.", &path, 1);
    if (status != FLAGS_OK)
        return status;
    if (!path)
        return complain(argv[0], "which FILE? (- for standard input)");
    if (!words_choose(language) && language)
        return complain(argv[0], "there is no language '%s'", language);
    r.s = record_open(argv[0], path, &status);
    if (!r.s)
        return status;
    set_screen(&r);
    bool terminal = terminal_is_there() && !json && strcmp(path, "-") != 0;
    int last = r.s->log.entries_n;
    go_to(&r, at != UINT64_MAX ? (int)(at < (uint64_t)last ? at : (uint64_t)last) :
              terminal ? 0 : last);
    if (terminal)
        on_terminal(&r);
    else
        on_pipe(&r, json);
    free(r.s);
    return STATUS_OK;
}
