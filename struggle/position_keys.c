/* position_keys.c -- every key that a position may have (docs/schema.md).
 *
 * A misspelt one would be read as left out. */
#include "internal.h"

#define PLAIN(key) { key, NULL }
#define SHAPE static const struct json_shape
#define END { NULL, NULL }

SHAPE cards[] = {
    PLAIN("brick"), PLAIN("lumber"), PLAIN("wool"), PLAIN("grain"), PLAIN("ore"), END,
};
SHAPE supply[] = {
    PLAIN("road"), PLAIN("settlement"), PLAIN("knight"), PLAIN("expansions"), END,
};
SHAPE events[] = { PLAIN("brigands"), PLAIN("market-day"), END };
SHAPE taking[] = { PLAIN("from"), PLAIN("coming"), PLAIN("owed"), END };
SHAPE looking[] = { PLAIN("seat"), PLAIN("hand_of"), { "cards", cards }, END };
SHAPE seat[] = {
    PLAIN("seat"), PLAIN("count"), { "cards", cards }, PLAIN("roads"), PLAIN("knights"),
    PLAIN("settlements"), PLAIN("cities"), PLAIN("expansions"), PLAIN("owes_cards"),
    PLAIN("points"), PLAIN("points_public"), END,
};

const struct json_shape struggle__position_shape[] = {
    PLAIN("v"), PLAIN("game"), { "rules", rules_shape }, PLAIN("viewer"), PLAIN("phase"),
    PLAIN("turn"), PLAIN("round"), PLAIN("owes"), PLAIN("may"), PLAIN("chance"), PLAIN("winner"),
    PLAIN("first"), PLAIN("market"), PLAIN("stack"), { "discard", cards }, { "unseen", cards },
    { "supply", supply }, { "events", events }, PLAIN("destiny"), PLAIN("trades_left"),
    PLAIN("built"), PLAIN("library_used"), PLAIN("guild_used"), { "taking", taking },
    PLAIN("coming"), PLAIN("asked"), { "looking", looking }, { "seats", seat }, END,
};
