/* play.c -- `skerry play`: a game in the terminal, against bots or with people around one keyboard.
 *
 * The screen is plain text; moves are typed in the notation of docs/notation.md or by their
 * number in the menu. With one person the screen shows what that seat may know; with several
 * around one keyboard it shows each its own table when it is asked, so the others look away.
 * The game is a session: chance acts by itself, steps can be taken back, and it can be saved. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../ai/bot.h"
#include "../core/record.h"
#include "cli.h"
#include "flags.h"
#include "show.h"

/* Actions of a game, bytes of a typed line, menu entries worth printing, bytes of a record. */
enum { PLAY_MAX = 30000, LINE_SIZE = 256, MENU_SHOWN = 60, RECORD_SIZE = 2 << 20 };

struct terminal {
    struct session *s;
    struct bot *bot[SEATS_MAX];         /* NULL: a person */
    void *work;
    unsigned people;                    /* seats, as bits */
    int shown;                          /* entries that were told already */
    struct action menu[MENU_MAX];
    _Alignas(16) unsigned char view[STATE_MAX];
};

/* Whose eyes the screen is for: the only person's, else everybody's. */
static int viewer(const struct terminal *t) {
    for (int i = 0; i < SEATS_MAX; i++)
        if (t->people == 1u << i)
            return i;
    return SEAT_SPECTATOR;
}

/* What has happened since the last time, one line an entry, as the viewer may see it. */
static void tell_events(struct terminal *t) {
    struct log_reader reader;
    struct log_line line;
    log_read(&reader, &t->s->log, t->shown, viewer(t), NULL);
    while (log_next(&reader, &line)) {
        if (line.undo)
            printf("  (taken back from %d on)\n", line.undo);
        else
            printf("%s%s", line.first ? "  " : "; ", line.text);
        if (line.last && !line.undo)
            printf("\n");
    }
    t->shown = t->s->log.entries_n;
}

/* Tell every bot of an action before it is applied. A step taken back later is not untold: a belief
 * that no longer fits the view starts again by itself. */
static void observe(struct terminal *t, const struct action *a) {
    const struct game *game = t->s->game;
    for (int i = 0; i < t->s->rules.seats; i++) {
        struct action seen;
        if (!t->bot[i])
            continue;
        memset(t->view, 0, sizeof t->view);
        game->view(t->s->state, i, t->view);
        game->see(t->s->state, a, i, &seen);
        bot_observe(t->bot[i], t->view, &seen);
    }
}

/* Checked first, so that bots never see an action that is then refused. 0, a reason of the
 * game, or a refusal of the session (below 0). */
static int play(struct terminal *t, const struct action *a) {
    int refused = t->s->game->check(t->s->state, a);
    if (refused)
        return refused;
    observe(t, a);
    session_open(t->s);
    refused = session_step(t->s, a);
    if (refused)
        session_abort(t->s);
    else
        refused = session_close(t->s);
    return refused;
}

/* False when the bot does not care to act. Its view is taken from the state, as a server would. */
static bool ask_bot(struct terminal *t, int seat) {
    struct bot_budget budget = { .work = t->work };
    struct bot_answer answer;
    memset(t->view, 0, sizeof t->view);
    t->s->game->view(t->s->state, seat, t->view);
    if (!bot_choose(t->bot[seat], t->view, &budget, &answer))
        return false;
    return play(t, &answer.action) == 0;
}

/* Four to a line. Offers are not in it: there are too many, they are typed. */
static void show_menu(struct terminal *t, int seat) {
    const struct game *game = t->s->game;
    char text[ACTION_TEXT_MAX];
    int n = game->legal(t->s->state, seat, t->menu);
    for (int i = 0; i < n && i < MENU_SHOWN; i++) {
        game->format(t->s->state, &t->menu[i], text, sizeof text);
        /* without the seat in front */
        printf("%4d %-24s%s", i + 1, text + 2, i % 4 == 3 || i + 1 == n ? "\n" : "");
    }
    if (n > MENU_SHOWN)
        printf("\n     and %d more: type the move itself\n", n - MENU_SHOWN);
}

/* The whole game, secrets and all: it is the person's own machine. */
static void save(struct terminal *t, const char *path) {
    char *text = malloc(RECORD_SIZE);
    struct text out;
    FILE *to = text ? fopen(path, "w") : NULL;
    if (!to) {
        printf("%s cannot be written\n", path);
        free(text);
        return;
    }
    text_begin(&out, text, RECORD_SIZE);
    record_write(t->s, SEAT_ALL, &out);
    fputs(text, to);
    printf(fclose(to) == 0 ? "saved\n" : "it could not be saved\n");
    free(text);
}

/* A move by number or in notation, with or without the seat in front. A move of another seat is not
 * understood: at one keyboard it would be a slip, not a move. */
static bool read_move(struct terminal *t, int seat, const char *line, struct action *a) {
    const struct game *game = t->s->game;
    char text[LINE_SIZE + 8];
    int64_t number;
    int n = game->legal(t->s->state, seat, t->menu);
    if (text_number(line, strlen(line), 1, n, &number)) {
        *a = t->menu[number - 1];
        return true;
    }
    snprintf(text, sizeof text, "%d %s", seat, line);
    if (game->parse(t->s->state, text, a) == 0)
        return true;
    return game->parse(t->s->state, line, a) == 0 && a->seat == seat;
}

static void help(void) {
    puts("a number from the menu, or a move as in docs/notation.md: road B2.NE, offer 2wool ore\n"
         "menu    what you may do          undo    take back your last step, if nothing was shown\n"
         "show    the table again          save FILE    the game so far as a record\n"
         "quit    leave the game");
}

/* One line typed by a person; false at the end. A refusal names the rule's id and its entry in the
 * almanac, as everywhere. */
static bool obey(struct terminal *t, int seat, char *line) {
    struct action a;
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        help();
    else if (strcmp(line, "menu") == 0)
        show_menu(t, seat);
    else if (strcmp(line, "show") == 0)
        show_table(t->s, viewer(t) == SEAT_SPECTATOR ? seat : viewer(t));
    else if (strncmp(line, "save ", 5) == 0)
        save(t, line + 5);
    else if (strcmp(line, "undo") == 0) {
        int to = session_undoable(t->s) ? log_tip(&t->s->log, t->s->log.entries_n) : 0;
        if (!to || session_undo(t->s, to, false))
            puts("nothing can be taken back");
    } else if (!read_move(t, seat, line, &a))
        puts("not understood; help shows how moves are written, menu what you may do");
    else {
        int refused = play(t, &a);
        if (refused > 0)
            printf("not allowed: %s (see %s)\n", t->s->game->reasons[refused].id,
                   t->s->game->reasons[refused].rule);
    }
    return true;
}

/* Until an entry is added (or taken back), the person is asked again; false to leave the game. */
static bool ask_person(struct terminal *t, int seat) {
    char line[LINE_SIZE];
    tell_events(t);
    show_table(t->s, seat);
    show_menu(t, seat);
    int before = t->s->log.entries_n;
    while (t->s->log.entries_n == before) {
        printf("seat %d> ", seat);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || !obey(t, seat, line))
            return false;
    }
    return true;
}

/* Let somebody act: a bot that owes, then a bot that wants to, then a person. Bots go first so
 * that a person decides with everything on the table. False: nobody can, or the person has
 * left. */
static bool turn(struct terminal *t) {
    unsigned owes = t->s->game->owes(t->s->state), may = t->s->game->may(t->s->state);
    for (int i = 0; i < SEATS_MAX; i++)
        if (owes >> i & 1 && t->bot[i])
            return ask_bot(t, i);
    for (int i = 0; i < SEATS_MAX; i++)
        if (may >> i & 1 && !(owes >> i & 1) && t->bot[i] && ask_bot(t, i))
            return true;
    for (int i = 0; i < SEATS_MAX; i++)
        if (owes >> i & 1)
            return ask_person(t, i);
    return false;
}

/* False when memory is short; cli_play() frees what was made. */
static bool seat_bots(struct terminal *t, enum bot_level level, enum bot_style style,
                      uint64_t seed) {
    t->work = malloc(bot_work_size());
    for (int i = 0; i < t->s->rules.seats; i++) {
        if (t->people >> i & 1)
            continue;
        void *memory = malloc(bot_size());
        if (!memory || !t->work)
            return false;
        t->bot[i] = bot_new(memory, t->s->game, t->s->rules.seats, level, style, i,
                            seed + (uint64_t)i);
        bot_humans(t->bot[i], t->people);
    }
    return true;
}

/* To the end of the game, or until the person leaves. */
static void run(struct terminal *t) {
    int winner = -1;
    /* An entry without a step: chance deals the board before anybody is asked. */
    session_open(t->s);
    session_close(t->s);
    while (t->s->game->owes(t->s->state) && turn(t))
        continue;
    tell_events(t);
    show_table(t->s, viewer(t));
    t->s->game->points(t->s->state, 0, &winner);
    if (winner >= 0)
        printf("Seat %d has won.\n", winner);
}

int cli_play(int argc, char **argv) {
    static struct terminal t;
    const char *ruleset = NULL, *level_text = "casual";
    uint64_t players = 0, seed = (uint64_t)time(NULL), people = 1;
    enum bot_level level;
    enum bot_style style;
    const struct game *game;
    struct rules rules;
    const struct flag flags[] = {
        { "--ruleset", FLAG_RULES, &ruleset, "(the first; `skerry rules` lists them)" },
        { "--players", FLAG_NUMBER, &players, "(the ruleset's)" },
        { "--people", FLAG_NUMBER, &people, "(1) seats from 0 on that are people; 0: watch" },
        { "--level", FLAG_BOT, &level_text, "(casual) of the bots" },
        { "--seed", FLAG_NUMBER, &seed, "(by the clock)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, "[flags] -- a game in the terminal", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!flags_rules(argv[0], ruleset, players, &game, &rules))
        return 2;
    if (!bot_parse(level_text, &level, &style))
        return complain(argv[0], "no bot is called '%s'", level_text);
    if (people > rules.seats)
        return complain(argv[0], "there are %d seats", rules.seats);
    void *memory = malloc(session_size(PLAY_MAX));
    if (!memory)
        return complain(argv[0], "not enough memory");
    t.s = session_new(memory, PLAY_MAX);
    t.people = (1u << people) - 1;
    int reason = session_start(t.s, game, &rules, seed, false);
    if (reason)
        status = complain(argv[0], "these rules cannot be played: %s", game->reasons[reason].id);
    else if (!seat_bots(&t, level, style, seed))
        status = complain(argv[0], "not enough memory");
    else
        run(&t), status = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        free(t.bot[i]);
    free(t.work);
    free(memory);
    return status;
}
