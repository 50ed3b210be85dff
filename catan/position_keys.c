/* position_keys.c -- every key that a position may have (docs/schema.md).
 *
 * What is misspelt would be read as left out, and a key that is left out means something. */
#include "../core/cards.h"
#include "position.h"

#define SHAPE static const struct json_shape

SHAPE developments[] = {
    KEY("knight"), KEY("road-building"), KEY("plenty"), KEY("monopoly"), KEY("point"),
    KEYS_END,
};
SHAPE hex[] = {
    KEY("name"), KEY("q"), KEY("r"), KEY("terrain"), KEY("number"), KEYS_END,
};
SHAPE harbor[] = { KEY("q"), KEY("r"), KEY("side"), KEY("type"), KEYS_END };
SHAPE board[] = { { "hexes", hex }, { "harbors", harbor }, KEY("frame"), KEYS_END };
SHAPE deck[] = { KEY("count"), { "cards", developments }, KEYS_END };
SHAPE longest_road[] = { KEY("seat"), KEY("length"), KEYS_END };
SHAPE largest_army[] = { KEY("seat"), KEY("knights"), KEYS_END };
SHAPE answer[] = { KEY("seat"), KEY("answer"), KEYS_END };
SHAPE offer[] = {
    KEY("number"), KEY("from"), KEY("to"), { "give", cards_shape }, { "get", cards_shape },
    { "answers", answer }, KEYS_END,
};
SHAPE looking[] = {
    KEY("seat"), KEY("hand_of"), { "cards", cards_shape }, { "deck", developments }, KEYS_END,
};
SHAPE left[] = { KEY("road"), KEY("settlement"), KEY("city"), KEYS_END };
SHAPE helper[] = { KEY("name"), KEY("side"), KEY("fresh"), KEY("used"), KEYS_END };
SHAPE seat[] = {
    KEY("seat"), KEY("color"), KEY("count"), { "cards", cards_shape },
    KEY("dev_count"), KEY("dev_new_count"), { "dev", developments },
    { "dev_new", developments }, KEY("dev_points"), KEY("dev_new_points"),
    { "played", developments }, KEY("settlements"), KEY("cities"), KEY("roads"),
    { "left", left }, { "rates", cards_shape }, KEY("owes_cards"), KEY("offers_made"),
    KEY("first_roll"), KEY("road_length"), KEY("points"), KEY("points_public"),
    { "helper", helper }, KEYS_END,
};
SHAPE position[] = {
    KEY("v"), KEY("game"), { "rules", rules_shape }, KEY("viewer"), { "board", board },
    KEY("phase"), KEY("turn"), KEY("turns"), KEY("round"), KEY("first"),
    KEY("special"), KEY("placed"), KEY("last_corner"), KEY("winner"), KEY("owes"),
    KEY("may"), KEY("chance"), KEY("rolled"), KEY("dice"), KEY("dice_left"),
    { "gains", cards_shape }, KEY("robber"), KEY("robber_due"), KEY("victim"),
    { "bank", cards_shape }, { "deck", deck }, KEY("card_played"), KEY("free_roads"),
    KEY("knights_gone"),
    { "longest_road", longest_road }, KEY("road_to_beat"), { "largest_army", largest_army },
    KEY("trade_over"), { "offers", offer }, KEY("offers_made"), KEY("display"),
    KEY("jean"), KEY("helper_seat"), KEY("helper_target"), KEY("repay"),
    KEY("look_count"), { "looking", looking }, { "seats", seat }, KEYS_END,
};

bool position_has_stray_key(struct json_in in, struct text *why) {
    text_cut(why, 0);
    return json_stray_key(in, position, why);
}

/* Without a phase a position is a board to start on: what else it says would mean nothing. */
bool position_is_only_a_board(struct json_in in) {
    static const char *const few[] = { "v", "game", "rules", "board" };
    struct json_in key, value;
    size_t at = 0;
    while (json_next(in, &at, &key, &value))
        if (position_read_word(key, few, 4) < 0)
            return false;
    return true;
}
