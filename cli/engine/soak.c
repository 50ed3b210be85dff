/* soak.c -- `skerry soak`: random games of every ruleset, with every invariant checked after
 * every action.
 *
 * Half of the games use the rulesets as they are, the others random options. At the first
 * violation or failed CHECK, the game so far is printed as a record that replays to it. It looks
 * for a violated invariant (docs/invariants.md), an action that the menu lists and the check
 * refuses, and a seat that the game waits for and that can do nothing. --fault shows that
 * violations are noticed. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "commands.h"
#include "flags.h"
#include "progress.h"
#include "record_file.h"

/* Actions a session holds, and a game gets before the next begins (random play need not end);
 * bytes of a record; how often progress is shown. */
enum { SOAK_MAX = 50000, STEPS_MAX = 12000, RECORD_MAX = 4 << 20, SHOW_EVERY = 1 << 14 };

/* Global, since the handler of SIGABRT must find the game. */
static struct soak {
    uint64_t actions, seed, fault;      /* from the flags */
    uint64_t done, games, refused;      /* actions and games played; rules that make no game */
    const char *ruleset, *file;
    struct rng rng;
    struct session *s;
    struct action menu[MENU_MAX];
    char problem[128];
    bool dumped, json;
    struct progress progress;
} soak = { .actions = 1000000, .seed = 1 };

/* Print the game as a record, with the problem in a header. */
static void dump(const char *problem) {
    static char text[RECORD_MAX];
    if (soak.dumped || !soak.s->game)
        return;
    soak.dumped = true;
    bool own = soak.file && strcmp(soak.file, "-") != 0;
    FILE *to = own ? fopen(soak.file, "w") : stdout;
    record_set_header(soak.s, "Violation", problem);
    struct text out = text_begin(text, sizeof text);
    record_write(soak.s, SEAT_ALL, &out);
    fprintf(stderr, "\nskerry soak: %s after %" PRIu64 " actions; the record %s%s\n", problem,
            soak.done, to && own ? "is in " : "follows", to && own ? soak.file : "");
    fputs(text, to ? to : stdout);
    if (to && to != stdout)
        fclose(to);
}

/* A CHECK has failed: the last entry may be half played, everything before it replays. The
 * signal comes from our own call, so printing is safe; a second failure here ends the process. */
static void on_abort(int signal_number) {
    signal(signal_number, SIG_DFL);
    dump("a check failed");
    fflush(NULL);
    abort();
}

static uint32_t below(uint32_t n) {
    return rng_below(&soak.rng, n);
}

/* The name of a ruleset of any game, with equal probability: the k-th seen replaces the pick
 * once in k. */
static const char *any_ruleset(void) {
    const char *picked = NULL;
    uint32_t seen = 0;
    for (int i = 0; games[i]; i++)
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            if (below(++seen) == 0)
                picked = set->name;
    return picked;
}

/* The given ruleset, or any; then half of the games have random options. */
static const struct game *choose_rules(struct rules *rules) {
    const char *text = soak.ruleset ? soak.ruleset : any_ruleset();
    const struct game *game = rules_game(text);
    int at;
    rules_parse(game, text, 0, rules, &at);
    const struct ruleset *set = &game->rulesets[rules->ruleset];
    uint32_t span = (uint32_t)(set->seats_max - set->seats_min + 1);
    rules->seats = (uint8_t)(set->seats_min + below(span));
    bool vary = !soak.ruleset && below(2);
    for (int i = 0; vary && game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        if (below(4) == 0)
            rules->value[i] = (uint8_t)(o->min + below((uint32_t)(o->max - o->min + 1)));
    }
    return game;
}

/* An action of somebody who owes or may act, or of chance; false if nobody can. */
static bool choose_action(const struct game *game, const void *state, struct action *out) {
    unsigned owes = game->owes(state), may = game->may(state);
    if (owes & OWES_CHANCE) {
        chance_draw(game, state, &soak.rng.source, out);
        return true;
    }
    /* Seats that may act but need not do so only now and then; otherwise no turn would ever end. */
    unsigned able = owes | (below(8) ? 0 : may);
    int from = (int)below(SEATS_MAX);
    for (int i = 0; i < SEATS_MAX; i++) {
        int seat = (from + i) % SEATS_MAX;
        int n = able >> seat & 1 ? game->legal(state, seat, soak.menu) : 0;
        if (n == 0 && owes >> seat & 1)
            return false;
        if (n > 0) {
            *out = soak.menu[below((uint32_t)n)];
            return true;
        }
    }
    return false;
}

/* Change one bit so that the state is no longer sound, to test that the check notices it. */
static void spoil(const struct game *game, unsigned char *state) {
    for (size_t i = 0; i < game->state_size; i++) {
        state[i] ^= 1;
        if (game->sound(state))
            return;
        state[i] ^= 1;
    }
}

/* Play one action and check the result; false with soak.problem. Every action is its own entry,
 * so that the record ends exactly at the problem. */
static bool step(void) {
    struct session *s = soak.s;
    struct action a;
    if (!choose_action(s->game, s->state, &a)) {
        snprintf(soak.problem, sizeof soak.problem, "a seat owes an action and has none");
        return false;
    }
    session_open(s);
    int refused = session_step(s, &a);
    session_close(s);
    if (refused) {
        snprintf(soak.problem, sizeof soak.problem, "a listed action is refused: %s",
                 refused > 0 ? s->game->reasons[refused].id : "game too long");
        return false;
    }
    if (soak.fault && soak.done + 1 >= soak.fault)
        spoil(s->game, s->state);
    int broken = s->game->sound(s->state);
    if (broken)
        snprintf(soak.problem, sizeof soak.problem, "invariant %d of %s is broken", broken,
                 s->game->name);
    return broken == 0;
}

static void show_progress(void) {
    char note[40];
    snprintf(note, sizeof note, "%" PRIu64 " games", soak.games);
    progress_show(&soak.progress, soak.done, soak.actions, "actions", note);
}

/* One game from start to end, or until enough actions are done. */
static bool play_game(void) {
    struct rules rules;
    const struct game *game = choose_rules(&rules);
    /* Random options may be incompatible; then try the next game. */
    if (session_start(soak.s, game, &rules, 0, true)) {
        soak.refused++;
        return true;
    }
    soak.games++;
    for (int n = 0; n < STEPS_MAX && soak.done < soak.actions && game->owes(soak.s->state) &&
                    !interrupted(); n++) {
        if (!step())
            return false;
        if (++soak.done % SHOW_EVERY == 0)
            show_progress();
    }
    return true;
}

static void print_result(bool clean) {
    if (!clean)
        dump(soak.problem);
    if (soak.json)
        printf("{\"actions\":%" PRIu64 ",\"games\":%" PRIu64 ",\"sound\":%s,\"problem\":\"%s\"}\n",
               soak.done, soak.games, clean ? "true" : "false", soak.problem);
    else if (clean)
        printf("%" PRIu64 " actions in %" PRIu64 " games, every invariant holds\n", soak.done,
               soak.games);
}

int cli_soak(int argc, char **argv) {
    const struct game *game;
    struct rules rules;
    const struct flag flags[] = {
        { "--actions", FLAG_NUMBER, &soak.actions, "how many, of seats and chance (1000000)" },
        { "--ruleset", FLAG_RULES, &soak.ruleset, "(all, and options at random)" },
        { "--seed", FLAG_NUMBER, &soak.seed, "of the games (1)" },
        { "--file", FLAG_FILE, &soak.file,
          "write the record of a violation there (standard output)" },
        { "--fault", FLAG_NUMBER, &soak.fault, "spoil the state after so many actions (never)" },
        { "--json", FLAG_ON, &soak.json, "the result as one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
                             "[flags] -- random games with every invariant checked", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (soak.ruleset && !flags_rules(argv[0], soak.ruleset, 0, &game, &rules))
        return 2;
    soak.s = session_allocate(SOAK_MAX);
    if (!soak.s)
        return fail_memory(argv[0]);
    rng_seed(&soak.rng, soak.seed);
    signal(SIGABRT, on_abort);
    bool clean = true;
    interrupt_catch();
    while (clean && soak.done < soak.actions && soak.refused < 100000 + soak.games &&
           !interrupted())
        clean = play_game();
    progress_end(&soak.progress);
    print_result(clean);
    signal(SIGABRT, SIG_DFL);
    free(soak.s);
    return !clean ? STATUS_FOUND : interrupted() ? STATUS_INTERRUPTED : STATUS_OK;
}
