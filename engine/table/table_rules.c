/* table_rules.c -- the rules of a table: chosen by text, and stored with every option by name.
 *
 * A ruleset's defaults may change between versions; a started game's rules must not. So a stored
 * game has the value of each option. Games stored before that (up to commit 6e91e46) have only
 * the text; the defaults of that time are below and never change. */
#include <string.h>

#include "core/record.h"
#include "core/text.h"
#include "table.h"

enum { OLD_REVISION = 2 };

#define OLD_CATAN \
    "points=10,hand_limit=7,map=base,board=fixed,layout=fifth,start=pieces,harbors=fixed," \
    "harbor_map=english,tokens=spiral,spiral_corner=random,neighbors=red,first=roll," \
    "phases=strict,special_building=off,helpers=off,friendly=0,rob_empty=on,dice=fair," \
    "quiet_rounds=0,offers=16,menu=plain,bank=19,knights=14,road_building=2,plenty=2," \
    "monopoly=2,point_cards=5,roads=15,settlements=5,cities=4,longest_road_min=5," \
    "largest_army_min=3,award_points=2,army_aside=off"
#define OLD_STRUGGLE \
    "points=10,first=chance,copies=1,brick=11,lumber=11,wool=15,grain=14,ore=16,market=5," \
    "start_cards=3,draw=2,hand_limit=7,brigand_loss=half,market_day=replace," \
    "white_arrow=clockwise,roads=5,roads_3=2,roads_4=2,knights=2,knights_3=2,knights_4=1," \
    "settlements=7,settlements_3=4,settlements_4=4,brigands=5,brigands_3=2,brigands_4=3," \
    "library=1,library_3=0,library_4=0,guild=0,guild_3=1,guild_4=1,church=1,church_3=1," \
    "church_4=0,castle=1,castle_3=0,castle_4=1,town_hall=2,town_hall_3=0,town_hall_4=0," \
    "library_points=3,guild_points=3,church_points=3,castle_points=3,town_hall_points=4," \
    "church_knights=1,castle_roads=3"

/* Later changes win over earlier ones. */
static const struct {
    const char *ruleset, *options;
} old_rules[] = {
    { "fifth", OLD_CATAN },
    { "3d", OLD_CATAN ",neighbors=equal" },
    { "sixth", OLD_CATAN ",layout=sixth,phases=combined" },
    { "fifth-56", OLD_CATAN ",map=large,board=random,start=draft,harbors=markers,phases=combined,"
                            "special_building=on,bank=24,knights=20,road_building=3,plenty=3,"
                            "monopoly=3" },
    { "struggle", OLD_STRUGGLE },
    { "struggle-56", OLD_STRUGGLE ",copies=2" },
};

static bool set_rules(struct table *t, const struct game *game, const struct rules *rules) {
    char canonical[RULES_TEXT_MAX];
    if (rules_format(game, rules, canonical, sizeof canonical) >= (int)sizeof canonical)
        return false;
    t->now = NULL; /* of a start that was not stored */
    t->game = game;
    t->rules = *rules;
    t->revision = RULES_REVISION;
    memcpy(t->settings.rules, canonical, sizeof canonical);
    t->settings.players = rules->seats;
    for (int i = rules->seats; i < SEATS_MAX; i++)
        table_empty_seat(&t->seat[i]);
    return true;
}

/* All or nothing. Only before the start: a running game keeps its rules. */
bool table_set_rules(struct table *t, const char *text, int players, int *at) {
    const struct game *game = rules_game(text);
    struct rules rules;
    *at = 0;
    return game && rules_parse(game, text, players, &rules, at) == RULES_OK &&
           set_rules(t, game, &rules);
}

void table_write_rules(const struct table *t, struct json_out *o) {
    json_int(o, "revision", t->revision);
    json_object(o, "played_by");
    json_text(o, "ruleset", t->game->rulesets[t->rules.ruleset].name);
    json_int(o, "players", t->rules.seats);
    rules_write_options(t->game, t->rules.value, o);
    json_object_end(o);
}

/* The ruleset's options at that time, then the changes of the text. */
bool table_old_rules(const struct game *game, const char *text, int players, struct rules *out) {
    size_t n = strcspn(text, "+,"), i = 0, rows = sizeof old_rules / sizeof *old_rules;
    int at;
    while (i < rows && !text_is(text, n, old_rules[i].ruleset))
        i++;
    const char *then = i < rows ? old_rules[i].options : NULL;
    return rules_parse_over(game, then, text, players, out, &at) == RULES_OK;
}

bool table_read_rules(struct table *t, struct json_in o) {
    struct json_in by = json_get(o, "played_by");
    char text[RULES_TEXT_MAX], words[WHY_MAX];
    struct rules rules;
    const struct game *game;
    int64_t players = 0, revision = OLD_REVISION;
    struct text why = text_begin(words, sizeof words);
    if (json_is_object(by)) {
        game = rules_read(by, &rules, &why);
        if (!game || !json_to_int(json_get(o, "revision"), 1, RULES_REVISION, &revision))
            return false;
    } else {
        json_to_int(json_get(o, "players"), 1, SEATS_MAX, &players);
        if (json_to_text(json_get(o, "rules"), text, sizeof text) < 0)
            return false;
        game = rules_game(text);
        if (!game || !table_old_rules(game, text, (int)players, &rules))
            return false;
    }
    if (!set_rules(t, game, &rules))
        return false;
    t->revision = (int)revision;
    return true;
}
