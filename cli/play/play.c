/* play.c -- `skerry play`: a game in the terminal, against bots or with people around one
 * keyboard.
 *
 * Moves are typed in the notation of docs/notation.md, by their number on the screen, or by
 * their verb, which lists them. With one person the screen shows what that seat may know. With
 * several people it shows each their own view in their turn, and the others look away. The game
 * is a session: chance acts by itself, steps can be taken back, and it can be saved. On a
 * terminal the screen is redrawn before each line; otherwise lines follow each other. */
#include "play.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "commands.h"
#include "core/record.h"
#include "flags.h"
#include "join.h"
#include "progress.h"
#include "prompt.h"
#include "record_file.h"
#include "terminal.h"
#include "words.h"

/* Whose view the screen shows while nobody is asked: the only person's, or else the public one. */
static int viewer(const struct terminal *t) {
    for (int i = 0; i < SEATS_MAX; i++)
        if (t->people == 1u << i)
            return i;
    return SEAT_SPECTATOR;
}

static void look(struct terminal *t, int seat) {
    t->s->game->view(t->s->state, seat, t->view);
    t->screen.view = t->view;
    t->screen.seat = seat;
}

static void tell(struct terminal *t) {
    int last = t->s->log.entries_n;
    t->screen.game = t->s->game;
    screen_tell_log(&t->screen, &t->s->log, t->told, last, viewer(t));
    t->told = last;
}

/* --- bots ------------------------------------------------------------------------------------ */

/* Tell every bot of an action before it is applied to `state`. */
static void observe(struct terminal *t, const void *state, const struct action *a) {
    for (int i = 0; i < t->s->rules.seats; i++)
        if (t->bot[i])
            bot_witness(t->bot[i], state, a);
}

void terminal_levels(const struct terminal *t, uint8_t level[SEATS_MAX]) {
    for (int i = 0; i < SEATS_MAX; i++)
        level[i] = t->people >> i & 1 ? BOT_PERSON : (uint8_t)t->level;
}

void terminal_catch_up(struct bot *bot, struct session *s) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    struct session_walk walk;
    const struct action *a;
    memcpy(state, s->start, sizeof state);
    session_walk(&walk, s);
    while ((a = session_walk_next(&walk)) != NULL) {
        bot_witness(bot, state, a);
        s->game->apply(state, a);
    }
}

void terminal_seat_bots(struct terminal *t) {
    uint8_t level[SEATS_MAX];
    terminal_levels(t, level);
    for (int i = 0; i < SEATS_MAX; i++) {
        bool is_bot = i < t->s->rules.seats && !(t->people >> i & 1);
        t->bot[i] = is_bot ? bot_new(t->bot_memory[i], t->s->game, t->s->rules.seats, t->level,
                                     t->style, i, t->seed + (uint64_t)i) : NULL;
        if (is_bot) {
            bot_humans(t->bot[i], t->people);
            bot_levels(t->bot[i], level);
            terminal_catch_up(t->bot[i], t->s);
        }
    }
}

/* Checked first, so that bots never see an action that is then refused. 0, a reason of the game,
 * or a refusal of the session (below 0). */
static int play(struct terminal *t, const struct action *a) {
    int refused = t->s->game->check(t->s->state, a);
    if (refused)
        return refused;
    session_open(t->s);
    observe(t, t->s->state, a);
    refused = session_step(t->s, a);
    if (refused) {
        session_abort(t->s);
        return refused;
    }
    return session_close(t->s);
}

/* It gets its view, as on a server. A free bot may do nothing; for one that owes a move and gives
 * no legal one, the least harmful is played. False: nothing can be played. */
static bool ask_bot(struct terminal *t, int seat) {
    static struct action menu[MENU_MAX];
    struct session *s = t->s;
    struct bot_budget budget = { .work = t->work };
    struct bot_answer answer;
    s->game->view(s->state, seat, t->view);
    if (bot_choose(t->bot[seat], t->view, &budget, &answer) && play(t, &answer.action) == 0) {
        t->last_bot = seat;
        return true;
    }
    asking_waits(&s->asking, seat);
    return !(s->game->owes(s->state) >> seat & 1) ||
           (asking_least_harmful(s->game, s->state, seat, menu, &answer.action) > 0 &&
            play(t, &answer.action) == 0);
}

/* --- people ---------------------------------------------------------------------------------- */

/* A move in notation, with or without the seat in front. A move of another seat is not understood:
 * at one keyboard it would be a slip, not a move. */
static bool read_move(struct terminal *t, int seat, const char *line, struct action *a) {
    const struct game *game = t->s->game;
    char text[2 * PROMPT_SIZE + 8], notation[2 * PROMPT_SIZE];
    tell_back(line, notation, sizeof notation);
    snprintf(text, sizeof text, "%d %s", seat, notation);
    if (game->parse(t->s->state, text, a) == 0)
        return true;
    return game->parse(t->s->state, line, a) == 0 && a->seat == seat;
}

/* A refusal says why in words and where the almanac explains it. */
static void refuse(struct screen *s, const struct game *game, int reason) {
    if (reason <= 0 || reason >= game->reasons_n) {
        screen_note(s, "%s", words("terminal.full"));
        return;
    }
    screen_note(s, "%s (almanac %s)", words_in("reason", game->reasons[reason].id),
                game->reasons[reason].rule);
}

static void try_move(struct terminal *t, const struct action *a) {
    int refused = play(t, a);
    if (refused)
        refuse(&t->screen, t->s->game, refused);
}

/* A line that is not a command: a move, a number on the screen, or how several moves begin. */
static void choose(struct terminal *t, int seat, const char *line) {
    struct menu *m = &t->screen.menu;
    struct action a;
    if (read_move(t, seat, line, &a)) {
        try_move(t, &a);
        return;
    }
    int picked = menu_choose(m, line);
    if (picked >= 0)
        try_move(t, &m->action[picked]);
    else if (picked == MENU_NOTHING)
        screen_unknown(&t->screen);
}

/* An empty line: the next page, the only move, or back to the verbs. What it does twice in a row
 * is no move: a person who turns pages or is fast would end a turn. */
static void obey_enter(struct terminal *t) {
    struct screen *s = &t->screen;
    t->in_doubt = false;
    if (screen_page(s, "")) {
        t->entered = true;
    } else if (!screen_one_move(s)) {
        screen_note(s, "%s", "");
        menu_list(&s->menu, "");
        t->entered = false;
    } else if (t->entered) {
        words_fill(s->note, sizeof s->note, "terminal.enter-twice",
                   (const char *const[]){ "move", s->menu.label[0], NULL });
    } else {
        screen_note(s, "%s", "");
        try_move(t, &s->menu.action[0]);
        t->entered = true;
    }
}

/* One line typed by a person. */
static void obey(struct terminal *t, int seat, const char *line) {
    if (!line[0]) {
        obey_enter(t);
        return;
    }
    t->entered = false;
    screen_note(&t->screen, "%s", "");
    if (!terminal_command(t, seat, line))
        choose(t, seat, line);
}

/* For completion: the moves, then the commands. */
static const char *candidate(void *data, int i) {
    struct terminal *t = data;
    const struct menu *m = &t->screen.menu;
    return i < m->n ? menu_typed(m, i) : terminal_command_name(i - m->n);
}

/* Ask the person until an entry is added or taken back; false to leave the game. */
static bool ask_person(struct terminal *t, int seat) {
    char line[PROMPT_SIZE], prompt[64];
    struct session *before = t->s;
    int entries = t->s->log.entries_n;
    tell(t);
    look(t, seat);
    t->screen.asked = true;
    menu_make(&t->screen.menu, t->s->game, t->view, seat,
              (const char (*)[NAME_SIZE])t->screen.name);
    snprintf(prompt, sizeof prompt, "%s> ", t->screen.name[seat]);
    prompt_forget();
    terminal_keep(t);
    if (!t->greeted && !t->screen.note[0])
        screen_note(&t->screen, "%s", words("terminal.first"));
    t->greeted = true;
    if (!terminal_is_there())
        screen_show(&t->screen);
    while (t->s == before && t->s->log.entries_n == entries && !t->leave) {
        if (!prompt_ask(prompt, line))
            return false;
        obey(t, seat, line);
        if (!terminal_is_there() && t->screen.note[0])
            printf("%s\n", t->screen.note);
        else if (!terminal_is_there() && t->s == before && t->s->log.entries_n == entries)
            screen_menu(&t->screen, stdout);
    }
    t->screen.asked = false;
    terminal_keep(t);
    return !t->leave;
}

/* --- the game -------------------------------------------------------------------------------- */

/* Bots do not wait for people, so a person sees everything before deciding. Returns false if
 * nobody can act or the person has left. */
static bool turn(struct terminal *t) {
    int seat = asking_next(&t->s->asking, t->s->game, t->s->state, ~t->people);
    return seat >= 0 && (t->bot[seat] ? ask_bot(t, seat) : ask_person(t, seat));
}

/* "You", or the colour of the pieces, or the seat's number. */
static void name_seats(struct terminal *t) {
    screen_pieces(&t->screen, t->s->game, t->s->state);
    for (int i = 0; i < SEATS_MAX; i++) {
        if (t->people == 1u << i)
            snprintf(t->screen.name[i], NAME_SIZE, "%s", words("seat.you.name"));
        else
            snprintf(t->screen.name[i], NAME_SIZE, "%d %s", i,
                     words_in("color", seat_colors[t->screen.piece[i]]));
    }
}

/* When only bots play, slow down so that a person can follow. */
static void show_watcher(struct terminal *t) {
    if (t->people || !terminal_is_there())
        return;
    tell(t);
    look(t, SEAT_SPECTATOR);
    screen_show(&t->screen);
    nanosleep(&(struct timespec){ 0, 120000000 }, NULL);
}

/* The game is over: it can still be saved and looked at. Enter leaves; true if a step was
 * taken back or another game loaded, so that play goes on. */
static bool ask_after(struct terminal *t) {
    char line[PROMPT_SIZE], won[sizeof t->screen.note];
    memcpy(won, t->screen.note, sizeof won);
    t->screen.menu.n = t->screen.menu.listed_n = 0;
    screen_note(&t->screen, "%s\n%s", won, words("terminal.end"));
    prompt_forget();
    while (!t->leave && !t->s->game->owes(t->s->state) && prompt_ask("> ", line) &&
           (line[0] || t->screen.note_more)) {
        if (!screen_page(&t->screen, line) && !terminal_command(t, viewer(t), line))
            screen_note(&t->screen, "%s", words("terminal.end"));
        if (!terminal_is_there())
            printf("%s\n", t->screen.note);
    }
    return !t->leave && t->s->game->owes(t->s->state);
}

/* The table as it stands, and who has won; false if nobody has. */
static bool show_end(struct terminal *t) {
    int winner = -1;
    tell(t);
    look(t, viewer(t));
    t->s->game->points(t->s->state, 0, &winner);
    if (winner >= 0) {
        bool own = t->people == 1u << winner;
        words_fill(t->screen.note, sizeof t->screen.note, own ? "now.won.you" : "now.won",
                   (const char *const[]){ "who", t->screen.name[winner], NULL });
    }
    screen_show(&t->screen);
    terminal_keep(t);
    return winner >= 0;
}

/* To the end of the game, or until the person leaves. */
static void run(struct terminal *t) {
    do {
        while (t->s->game->owes(t->s->state) && !interrupted() && turn(t))
            show_watcher(t);
    } while (show_end(t) && !interrupted() && ask_after(t));
}

static bool take_memory(struct terminal *t) {
    bool enough = true;
    t->work = malloc(bot_work_size());
    t->advisor = malloc(bot_size());
    for (int i = 0; i < SEATS_MAX; i++) {
        t->bot_memory[i] = malloc(bot_size());
        enough = enough && t->bot_memory[i];
    }
    t->s = session_allocate(PLAY_ACTIONS_MAX);
    return enough && t->work && t->advisor && t->s;
}

static void free_memory(struct terminal *t) {
    for (int i = 0; i < SEATS_MAX; i++)
        free(t->bot_memory[i]);
    free(t->advisor);
    free(t->work);
    free(t->s);
}

/* People and bots sit where the kept game has them. */
static void sit_as_before(struct terminal *t) {
    t->people = 0;
    for (int i = 0; i < t->s->rules.seats; i++) {
        char name[64];
        record_seat_name(t->s, i, name, sizeof name);
        const char *bot = strchr(name, ' ');
        if (!bot || !bot_parse(bot + 1, &t->level, &t->style))
            t->people |= 1u << i;
    }
}

/* The game that was left. True if the person goes on with it; otherwise it is out of the way, and
 * the note says so if it cannot be read. */
static bool go_on_with_kept(struct terminal *t) {
    char line[PROMPT_SIZE], why[sizeof t->screen.note];
    if (!terminal_load(t, t->kept)) {
        memcpy(why, t->screen.note, sizeof why);
        words_fill(t->screen.note, sizeof t->screen.note, "terminal.left-broken",
                   (const char *const[]){ "why", why, "file", terminal_put_aside(t), NULL });
        return false;
    }
    terminal_tell_kept(t);
    do
        t->leave = !prompt_ask("> ", line) || strcmp(line, "quit") == 0;
    while (!t->leave && strcmp(line, "1") != 0 && strcmp(line, "2") != 0);
    screen_note(&t->screen, "%s", "");
    if (!t->leave && line[0] == '2')
        terminal_put_aside(t);
    else if (!t->leave)
        sit_as_before(t);
    return !t->leave && line[0] == '1';
}

/* Dice that `skerry verify` draws again from the record, as a server's. False: no random bytes. */
static bool promise_dice(struct session *s) {
    uint8_t words[FAIR_SEED], id[8];
    char hex[2 * FAIR_SEED + 1], seats[2 * SEATS_MAX + 1] = "";
    struct text joined = text_begin(seats, sizeof seats);
    if (getrandom(words, sizeof words, 0) != sizeof words ||
        getrandom(id, sizeof id, 0) != sizeof id)
        return false;
    for (int i = 0; i < s->rules.seats; i++)
        text_format(&joined, i ? "|%d" : "%d", i);
    hex_format(words, sizeof words, hex);
    record_set_header(s, "Server-Seed", hex);
    record_set_header(s, "Seat-Seeds", seats);
    hex_format(id, sizeof id, hex);
    record_set_header(s, "Game-Id", hex);
    return record_fair(s);
}

/* Chance deals the board in an entry without a step, before anybody is asked. */
static int begin_new(struct terminal *t, const char *ruleset, uint64_t players) {
    const struct game *game;
    struct rules rules;
    if (!flags_rules("play", ruleset, players, &game, &rules))
        return STATUS_USAGE;
    int reason = session_start(t->s, game, &rules, t->seed, false);
    if (reason)
        return complain("play", "these rules cannot be played: %s", game->reasons[reason].id);
    if (t->fair && !promise_dice(t->s))
        return fail(STATUS_FILE, "play", "no random bytes: %s", strerror(errno));
    session_open(t->s);
    session_close(t->s);
    return FLAGS_OK;
}

/* A new game, one from a file, or the one that was left; the exit status if there is none. From
 * seat 0 on, `people` are persons. */
static int begin(struct terminal *t, const char *ruleset, uint64_t players, uint64_t people,
                 const char *load) {
    int status = FLAGS_OK;
    bool kept = people > 0 && terminal_is_there() && terminal_find_kept(t);
    if (kept && load)
        terminal_put_aside(t);
    else if (kept && go_on_with_kept(t))
        return FLAGS_OK;
    if (t->leave)
        return STATUS_OK;
    if (!load)
        status = begin_new(t, ruleset, players);
    else if (!terminal_load(t, load))
        status = fail(STATUS_FILE, "play", "%s", t->screen.note);
    if (status == FLAGS_OK && people > t->s->rules.seats)
        status = complain("play", "there are %d seats", t->s->rules.seats);
    t->people = (1u << people) - 1;
    return status;
}

static void play_game(struct terminal *t) {
    words_ruleset(t->s->game->rulesets[t->s->rules.ruleset].name);
    name_seats(t);
    terminal_seat_bots(t);
    run(t);
    bool kept = terminal_keep(t);
    prompt_close();
    if (kept)
        printf("%s\n", words("terminal.kept"));
}

/* A game on this machine; the exit status. */
static int play_here(struct terminal *t, const char *ruleset, uint64_t players, uint64_t people,
                     const char *load) {
    struct prompt_host host = { &t->screen, t, candidate, NULL, -1 };
    int status = STATUS_MEMORY;
    if (take_memory(t)) {
        t->screen.colours = terminal_has_colours();
        interrupt_catch();
        prompt_open(&host);
        status = begin(t, ruleset, players, people, load);
        if (status == FLAGS_OK) {
            play_game(t);
            status = interrupted() ? STATUS_INTERRUPTED : STATUS_OK;
        }
        prompt_close();
    } else {
        fail_memory("play");
    }
    free_memory(t);
    return status;
}

static const char usage[] =
    "[flags] -- a game in the terminal, against bots or with people at one keyboard\n"
    "Type a move, its number, or its verb to see the places; Tab completes, the arrow keys bring\n"
    "back earlier lines, `help` lists the rest: hint, why, undo, almanac, save, load. With --join\n"
    "the seat is at a table of a server. Bots are beginner, casual, club, strong, master and,\n"
    "in Struggle, grandmaster.";

int cli_play(int argc, char **argv) {
    static struct terminal t;
    const char *ruleset = NULL, *level_text = "casual", *language = NULL, *load = NULL, *url = NULL,
               *name = "terminal";
    uint64_t players = 0, people = 1, seed = UINT64_MAX;
    t.last_bot = t.screen.turn = -1;
    const struct flag flags[] = {
        { "--ruleset", FLAG_RULES, &ruleset, "what is played; `skerry rules` lists all (fifth)" },
        { "--players", FLAG_NUMBER, &players, "how many (the ruleset's usual number)" },
        { "--people", FLAG_NUMBER, &people, "how many people, from seat 0 on; 0: watch (1)" },
        { "--level", FLAG_BOT, &level_text, "of the bots (casual)" },
        { "--seed", FLAG_NUMBER, &seed, "of the dice (none: fair dice, see `skerry verify`)" },
        { "--load", FLAG_FILE, &load, "continue a saved game" },
        { "--join", FLAG_TEXT, &url, "take a seat at a server's table: the link of the table" },
        { "--name", FLAG_TEXT, &name, "yours, with --join (terminal)" },
        { "--language", FLAG_LANGUAGE, &language, "of the texts (from the environment)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    t.fair = seed == UINT64_MAX;
    t.seed = t.fair ? (uint64_t)time(NULL) ^ progress_now() << 20 : seed;
    if (!words_choose(language) && language)
        return complain(argv[0], "there is no language '%s'", language);
    if (url)
        return play_join(url, name);
    if (!bot_parse(level_text, &t.level, &t.style))
        return complain_of_bot(argv[0], level_text);
    return play_here(&t, ruleset, players, people, load);
}
