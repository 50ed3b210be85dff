/* bot.c -- `skerry bot`: one of our bots as a guest at a table, over the socket like any other
 * program. It knows only what the server sends its seat.
 *
 * It answers whenever its seat owes an action and keeps no history: it judges each view by
 * itself. It proposes nothing out of turn. With --wait it watches the lobby and sits down at
 * each open table whose name contains its name, one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/json.h"
#include "commands.h"
#include "flags.h"
#include "foreign.h"
#include "progress.h"
#include "server_guest.h"

/* A level uses its node budget, but on a slow machine it thinks no longer than this. */
enum { THINK_MS = 2000 };

struct visitor {
    struct guest guest;
    enum bot_level level;
    enum bot_style style;
    struct bot *bot;                /* made when the first view names the game */
    void *memory, *work;
    bool wait;
};

/* Our seat owes an action: let the bot choose from the view, and play it. A late choice is
 * refused as stale, and the next view asks again. Returns false if the view is invalid. */
static bool choose(struct visitor *v) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    char words[WHY_MAX], text[ACTION_TEXT_MAX];
    int players;
    struct text why = text_begin(words, sizeof words);
    const struct game *game = guest_state(&v->guest, state, &players, &why);
    if (!game)
        return fail(STATUS_FOUND, "bot", "the view cannot be read: %s", words) == 0;
    if (!v->bot)        /* two guests at one table should not think alike */
        v->bot = bot_new(v->memory, game, players, v->level, v->style, v->guest.seat,
                         progress_now());
    struct bot_budget budget = { .ms = THINK_MS, .clock = progress_clock, .work = v->work };
    struct bot_answer answer;
    if (!bot_choose(v->bot, state, &budget, &answer))
        return true;
    game->format(state, &answer.action, text, sizeof text);
    return guest_play(&v->guest, text);
}

/* A table for us: open, with a free seat, and our name in its name. */
static bool is_challenge(struct visitor *v, struct json_in entry) {
    char name[128], table[GUEST_ID_MAX];
    int64_t players, taken;
    if (!json_equals(json_get(entry, "state"), "open") ||
        json_to_text(json_get(entry, "name"), name, sizeof name) < 0 ||
        json_to_text(json_get(entry, "table"), table, sizeof table) < 0 ||
        !json_to_int(json_get(entry, "players"), 1, SEATS_MAX, &players) ||
        !json_to_int(json_get(entry, "taken"), 0, SEATS_MAX, &taken) ||
        taken >= players || !strcasestr(name, v->guest.name))
        return false;
    v->bot = NULL;
    bool joined = guest_join(&v->guest, table);
    fprintf(stderr, "skerry bot: challenged at %s (%s)\n", foreign(table), foreign(name));
    return joined;
}

static void on_lobby(struct visitor *v) {
    struct json_in entry;
    size_t at = 0;
    if (v->guest.table[0])          /* one game at a time */
        return;
    if (json_is_object(v->guest.entry))
        is_challenge(v, v->guest.entry);
    else
        while (json_is_array(v->guest.entry) && json_next(v->guest.entry, &at, NULL, &entry) &&
               !is_challenge(v, entry))
            continue;
}

/* A refusal that ends the wait: the exit status, or STATUS_OK to continue. */
static int on_refusal(struct visitor *v) {
    const char *error = v->guest.error;
    if (strcmp(error, "stale") == 0)
        return STATUS_OK;
    bool no_table = strcmp(error, "no-such-table") == 0 || strcmp(error, "no-spectators") == 0 ||
                    strcmp(error, "kicked") == 0;
    if (!no_table)
        return fprintf(stderr, "skerry bot: the server says %s\n", error) < 0;
    if (v->wait)
        return guest_join(&v->guest, "") ? STATUS_OK : STATUS_FILE;
    return fail(STATUS_FILE, "bot", "table %s: %s", v->guest.table, error);
}

/* Until the game is over, or forever with --wait. */
static int converse(struct visitor *v) {
    for (;;) {
        enum guest_news news = guest_next(&v->guest);
        int status = STATUS_OK;
        if (interrupted())
            return STATUS_INTERRUPTED;
        if (news == GUEST_GONE)
            return fail(STATUS_FILE, "bot", "the connection has ended");
        if (news == GUEST_GAME && guest_owes(&v->guest) && !choose(v))
            return STATUS_FOUND;
        if (news == GUEST_REFUSED)
            status = on_refusal(v);
        if (news == GUEST_LOBBY)
            on_lobby(v);
        if (status != STATUS_OK)
            return status;
        if (!v->guest.over)
            continue;
        printf("the game is over\n");
        fflush(stdout);
        if (!v->wait || !guest_join(&v->guest, ""))
            return v->wait ? STATUS_FILE : STATUS_OK;
    }
}

static const char usage[] =
    "--table ID|--wait [flags] -- a bot that sits down at a server's table\n"
    "With --wait it stays in the lobby and sits down at every open public table whose name contains\n"
    "the bot's name, one after the other.";

int cli_bot(int argc, char **argv) {
    const char *url = "http://localhost:8080", *level = "club", *table = NULL, *name = "skerry bot";
    struct visitor v = { .guest.wire.fd = -1 };
    struct wire parsed;
    const struct flag flags[] = {
        { "--url", FLAG_TEXT, &url, "the server, or the link of the table (http://localhost:8080)" },
        { "--table", FLAG_TEXT, &table, "the table's id, as in its link" },
        { "--wait", FLAG_ON, &v.wait, "sit down at tables named after the bot" },
        { "--level", FLAG_BOT, &level, "as the bots of tables: club, master-trader ... (club)" },
        { "--name", FLAG_TEXT, &name, "what it is called (skerry bot)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, usage, NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!table && !v.wait && !strstr(url, "/t/"))
        return complain("bot", "which --table? (the end of its link)");
    if (!bot_parse(level, &v.level, &v.style))
        return complain_of_bot("bot", level);
    if (!wire_url(&parsed, url))
        return complain("bot", "--url is like http://localhost:8080");
    v.memory = malloc(bot_size());
    v.work = malloc(bot_work_size());
    interrupt_catch();
    if (!v.memory || !v.work)
        status = fail_memory("bot");
    else if (!guest_open(&v.guest, url, table, name))
        status = fail(STATUS_FILE, "bot", "cannot talk to %s", url);
    else
        status = converse(&v);
    guest_close(&v.guest);
    free(v.memory);
    free(v.work);
    return status;
}
