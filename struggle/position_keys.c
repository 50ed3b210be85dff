/* position_keys.c -- every key that a position may have (docs/schema.md).
 *
 * A misspelt one would be read as left out. */
#include "../core/cards.h"
#include "internal.h"

#define SHAPE static const struct json_shape

SHAPE supply[] = {
    KEY("road"), KEY("settlement"), KEY("knight"), KEY("expansions"), KEYS_END,
};
SHAPE events[] = { KEY("brigands"), KEY("market-day"), KEYS_END };
SHAPE taking[] = { KEY("from"), KEY("coming"), KEY("owed"), KEYS_END };
SHAPE looking[] = { KEY("seat"), KEY("hand_of"), { "cards", cards_shape }, KEYS_END };
SHAPE seat[] = {
    KEY("seat"), KEY("count"), { "cards", cards_shape }, KEY("roads"), KEY("knights"),
    KEY("settlements"), KEY("cities"), KEY("expansions"), KEY("owes_cards"),
    KEY("points"), KEY("points_public"), KEYS_END,
};

const struct json_shape struggle__position_shape[] = {
    KEY("v"), KEY("game"), { "rules", rules_shape }, KEY("viewer"), KEY("phase"),
    KEY("turn"), KEY("round"), KEY("owes"), KEY("may"), KEY("chance"), KEY("winner"),
    KEY("first"), KEY("market"), KEY("stack"), { "discard", cards_shape },
    { "unseen", cards_shape }, { "supply", supply }, { "events", events }, KEY("destiny"),
    KEY("trades_left"),
    KEY("built"), KEY("library_used"), KEY("guild_used"), { "taking", taking },
    KEY("coming"), KEY("asked"), { "looking", looking }, { "seats", seat }, KEYS_END,
};
