/* sentences.c -- the text that tells each action in a terminal (struct sentence in core/game.h). */
#include "internal.h"

const struct sentence struggle__sentences[] = {
    { .verb = "swap-stack", .fields = "cards", .group = "terminal.group-swap-stack" },
    { .verb = "swap-market", .fields = "get give", .group = "terminal.group-swap-market" },
    { .verb = "take-from", .fields = "whom n=1", .group = "terminal.group-take-from" },
    { .verb = "library", .fields = "whom", .group = "struggle.b.library" },
    { .verb = "pick", .fields = "cards" },
    { .verb = "give-back", .fields = "cards" },
    { .verb = "discard", .fields = "cards" },
    { .verb = "guild", .fields = "whom", .group = "struggle.b.guild" },
    { .verb = "build", .fields = "what cards", .group = "terminal.group-build" },
    { .verb = "draw", .fields = "n", .group = "terminal.group-draw" },
    { .verb = "event", .fields = "event" },
    { .verb = "first", .fields = "first" },
    { .verb = "steal", .id = "" },
    { .verb = "leave", .id = "" },
    { .verb = "pass", .id = "" },
    { .verb = "market", .id = "" },
    { .verb = "deal", .id = "" },
    { .verb = NULL },
};
