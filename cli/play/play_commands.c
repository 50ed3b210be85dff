/* play_commands.c -- commands that a person can type in `skerry play` besides moves: see play.h. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/undo.h"
#include "play.h"
#include "progress.h"
#include "words.h"

/* --- advice ---------------------------------------------------------------------------------- */

static size_t explain(char *out, size_t size, const struct screen *screen, const char *action,
                      int why, const struct bot_reason *reason, int n) {
    char move[LABEL_SIZE];
    tell_choice(screen->game, action, (const char (*)[NAME_SIZE])screen->name, move, sizeof move);
    size_t len = (size_t)snprintf(out, size, "%s%s%s", move, words("terminal.colon"),
                                  words_in("why", bot_why_name(why)));
    for (int i = 0; i < n && i < 3 && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, "\n  + %s",
                                words_in("why", bot_term_name(reason[i].term)));
    return len;
}

/* A bot that has seen what the seat has seen. */
static struct bot *advisor(struct screen *screen, struct session *s, void *memory) {
    int seats = s ? s->rules.seats : screen->seats;
    struct bot *bot = bot_new_adviser(memory, screen->game, seats, screen->seat);
    if (s)
        terminal_catch_up(bot, s);
    return bot;
}

void terminal_hint(struct screen *screen, struct session *s, const uint8_t level[SEATS_MAX],
                   void *memory, void *work) {
    struct bot_budget budget = { .work = work };
    struct bot_answer answer;
    char move[ACTION_TEXT_MAX], why[1024], win[32], line[128];
    struct bot *bot = memory && work ? advisor(screen, s, memory) : NULL;
    if (bot)
        bot_levels(bot, level);
    if (!bot || !bot_choose(bot, screen->view, &budget, &answer)) {
        screen_note(screen, "%s", words("hint.none"));
        return;
    }
    screen->game->format(screen->view, &answer.action, move, sizeof move);
    explain(why, sizeof why, screen, move, answer.why, answer.reason, answer.reasons_n);
    snprintf(win, sizeof win, "%d %%", answer.move[0].value / 100);
    words_fill(line, sizeof line, "hint.win", (const char *const[]){ "n", win, NULL });
    screen_note(screen, "%s%s%s", why, answer.moves_n ? "\n  " : "", answer.moves_n ? line : "");
}

void terminal_almanac(struct screen *screen, const char *entry) {
    char begin[96], out[NOTE_SIZE] = "";
    const char *id;
    size_t len = 0;
    snprintf(begin, sizeof begin, "helper.%s.does", entry);
    if (entry[0] && words_or(begin, NULL)) {
        screen_note(screen, "%s", words(begin));
        return;
    }
    snprintf(begin, sizeof begin, "almanac.%s", entry);
    for (int i = 0; (id = words_id(begin, i)) != NULL && len < sizeof out; i++) {
        const char *dot = strrchr(id, '.');
        char name[64], text[96];
        if (strcmp(dot, ".title") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(dot - id - 8), id + 8);
        snprintf(text, sizeof text, "almanac.%s.text", name);
        if (strcmp(name, entry) == 0) {
            screen_note(screen, "%s\n%s", words(id), words(text));
            return;
        }
        len += (size_t)snprintf(out + len, sizeof out - len, "%s%s", len ? "  " : "", name);
    }
    screen_note(screen, "%s%s%s", len ? words("terminal.almanac") : words("terminal.no-entry"),
                len ? "\n" : "", out);
}

/* --- the commands ---------------------------------------------------------------------------- */

static void cmd_undo(struct terminal *t, int seat, const char *rest) {
    (void)rest;
    const struct log *log = &t->s->log;
    int own = undo_own(log, seat), to = undo_last(log, seat, t->people == 1u << seat);
    if (to && session_undo(t->s, to, false) == 0)
        terminal_seat_bots(t);
    else
        screen_note(&t->screen, "%s", words(own && own < log->floor ? "terminal.undo-shown"
                                                                    : "terminal.undo-not-yours"));
}

static void cmd_help(struct terminal *t, int seat, const char *rest) {
    (void)seat, (void)rest;
    screen_help(&t->screen);
}

static void cmd_hint(struct terminal *t, int seat, const char *rest) {
    (void)seat, (void)rest;
    uint8_t level[SEATS_MAX];
    terminal_levels(t, level);
    terminal_hint(&t->screen, t->s, level, t->advisor, t->work);
}

/* What mattered in the last bot's turn. */
static void cmd_why(struct terminal *t, int seat, const char *rest) {
    char why[NOTE_SIZE];
    const struct bot_decision *d;
    int n = t->last_bot < 0 ? 0 : bot_turn(t->bot[t->last_bot], &d);
    size_t len = 0;
    (void)seat, (void)rest;
    for (int i = 0; i < n && len + 1 < sizeof why; i++) {
        if (i)
            why[len++] = '\n';
        len += explain(why + len, sizeof why - len, &t->screen, d[i].text, d[i].why, d[i].reason,
                       d[i].reasons_n);
    }
    if (n <= 0)
        screen_note(&t->screen, "%s", words(n < 0 ? "why.unknown" : "why.nothing"));
    else
        screen_note(&t->screen, "%s, %s", t->screen.name[t->last_bot], why);
}

static void cmd_almanac(struct terminal *t, int seat, const char *rest) {
    (void)seat;
    terminal_almanac(&t->screen, rest);
}

/* A line that would lose something does so when it is typed again; true if it was. */
static bool sure(struct terminal *t, const char *id, const char *path) {
    if (t->sure)
        return true;
    words_fill(t->screen.note, sizeof t->screen.note, id,
               (const char *const[]){ "file", path, NULL });
    t->in_doubt = true;
    return false;
}

static const char *path_or_default(const char *rest) { return rest[0] ? rest : "game.skerry"; }

static void cmd_save(struct terminal *t, int seat, const char *rest) {
    const char *path = path_or_default(rest);
    (void)seat;
    if (access(path, F_OK) != 0 || sure(t, "terminal.save-over", path))
        terminal_save(t, path);
}

static void cmd_load(struct terminal *t, int seat, const char *rest) {
    const char *path = path_or_default(rest);
    bool running = t->s->game->owes(t->s->state) != 0;
    (void)seat;
    struct session *s = terminal_read(t, path);
    if (!s)
        return;
    if (running && !sure(t, "terminal.load-over", path)) {
        free(s);
        return;
    }
    terminal_take(t, s);
    terminal_seat_bots(t);
}

static void cmd_log(struct terminal *t, int seat, const char *rest) {
    (void)seat, (void)rest;
    screen_note_log(&t->screen);
}

static void cmd_menu(struct terminal *t, int seat, const char *rest) {
    (void)seat;
    menu_list(&t->screen.menu, rest);
}

static void cmd_quit(struct terminal *t, int seat, const char *rest) {
    (void)seat, (void)rest;
    t->leave = true;
}

static const struct {
    const char *name;
    void (*run)(struct terminal *t, int seat, const char *rest);
} commands[] = {
    { "help", cmd_help }, { "hint", cmd_hint }, { "why", cmd_why }, { "almanac", cmd_almanac },
    { "undo", cmd_undo }, { "save", cmd_save }, { "load", cmd_load }, { "log", cmd_log },
    { "menu", cmd_menu }, { "quit", cmd_quit }, { "?", cmd_help },
};
enum { COMMANDS_N = sizeof commands / sizeof *commands };

const char *terminal_command_name(int i) {
    return i < COMMANDS_N ? commands[i].name : NULL;
}

bool terminal_command(struct terminal *t, int seat, const char *line) {
    size_t n = strcspn(line, " ");
    t->sure = t->in_doubt && strcmp(t->doubted, line) == 0;
    t->in_doubt = false;
    snprintf(t->doubted, sizeof t->doubted, "%s", line);
    for (int i = 0; i < COMMANDS_N; i++)
        if (strlen(commands[i].name) == n && memcmp(commands[i].name, line, n) == 0) {
            commands[i].run(t, seat, line + n + (line[n] == ' '));
            return true;
        }
    return false;
}
