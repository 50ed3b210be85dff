/* position_keys.c -- every key that a position may have (docs/schema.md).
 *
 * What is misspelt would be read as left out, and a key that is left out means something. */
#include "../core/shape.h"
#include "position.h"

#define PLAIN(key) { key, NULL }
#define SHAPE static const struct json_shape
#define END { NULL, NULL }

SHAPE cards[] = {
    PLAIN("brick"), PLAIN("lumber"), PLAIN("wool"), PLAIN("grain"), PLAIN("ore"), END,
};
SHAPE developments[] = {
    PLAIN("knight"), PLAIN("road-building"), PLAIN("plenty"), PLAIN("monopoly"), PLAIN("point"),
    END,
};
SHAPE hex[] = {
    PLAIN("name"), PLAIN("q"), PLAIN("r"), PLAIN("terrain"), PLAIN("number"), END,
};
SHAPE harbor[] = { PLAIN("q"), PLAIN("r"), PLAIN("side"), PLAIN("type"), END };
SHAPE board[] = { { "hexes", hex }, { "harbors", harbor }, PLAIN("frame"), END };
SHAPE deck[] = { PLAIN("count"), { "cards", developments }, END };
SHAPE longest_road[] = { PLAIN("seat"), PLAIN("length"), END };
SHAPE largest_army[] = { PLAIN("seat"), PLAIN("knights"), END };
SHAPE answer[] = { PLAIN("seat"), PLAIN("answer"), END };
SHAPE offer[] = {
    PLAIN("number"), PLAIN("from"), PLAIN("to"), { "give", cards }, { "get", cards },
    { "answers", answer }, END,
};
SHAPE looking[] = {
    PLAIN("seat"), PLAIN("hand_of"), { "cards", cards }, { "deck", developments }, END,
};
SHAPE left[] = { PLAIN("road"), PLAIN("settlement"), PLAIN("city"), END };
SHAPE helper[] = { PLAIN("name"), PLAIN("side"), PLAIN("fresh"), PLAIN("used"), END };
SHAPE seat[] = {
    PLAIN("seat"), PLAIN("color"), PLAIN("count"), { "cards", cards },
    PLAIN("dev_count"), PLAIN("dev_new_count"), { "dev", developments },
    { "dev_new", developments }, PLAIN("dev_points"), PLAIN("dev_new_points"),
    { "played", developments }, PLAIN("settlements"), PLAIN("cities"), PLAIN("roads"),
    { "left", left }, { "rates", cards }, PLAIN("owes_cards"), PLAIN("offers_made"),
    PLAIN("first_roll"), PLAIN("road_length"), PLAIN("points"), PLAIN("points_public"),
    { "helper", helper }, END,
};
SHAPE position[] = {
    PLAIN("v"), PLAIN("game"), { "rules", rules_shape }, PLAIN("viewer"), { "board", board },
    PLAIN("phase"), PLAIN("turn"), PLAIN("turns"), PLAIN("round"), PLAIN("first"),
    PLAIN("special"), PLAIN("placed"), PLAIN("last_corner"), PLAIN("winner"), PLAIN("owes"),
    PLAIN("may"), PLAIN("chance"), PLAIN("rolled"), PLAIN("dice"), PLAIN("dice_left"),
    { "gains", cards }, PLAIN("robber"), PLAIN("robber_due"), PLAIN("victim"), { "bank", cards },
    { "deck", deck }, PLAIN("card_played"), PLAIN("free_roads"), PLAIN("knights_gone"),
    { "longest_road", longest_road }, PLAIN("road_to_beat"), { "largest_army", largest_army },
    PLAIN("trade_over"), { "offers", offer }, PLAIN("offers_made"), PLAIN("display"),
    PLAIN("jean"), PLAIN("helper_seat"), PLAIN("helper_target"), PLAIN("repay"),
    PLAIN("look_count"), { "looking", looking }, { "seats", seat }, END,
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
