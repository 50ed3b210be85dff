/* rules.c -- the text of a ruleset with its options, to numbers and back.
 *
 * The tables come from the games; this file does not know what an option means. */
#include "rules.h"

#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "text.h"

const char *const rules_module[] = { "off", "on", NULL };
const char *const seat_colors[SEATS_MAX] = { "red", "blue", "orange", "white", "green", "brown" };

/* The length of the word that starts here: up to a '+', a ',', a '=' or the end. */
static size_t word_length(const char *s) {
    return strcspn(s, "+,=");
}

static int find_ruleset(const struct game *game, const char *name, size_t n) {
    for (int i = 0; game->rulesets[i].name; i++)
        if (text_is(name, n, game->rulesets[i].name))
            return i;
    return -1;
}

static int find_option(const struct game *game, const char *name, size_t n) {
    for (int i = 0; game->options[i].name; i++)
        if (text_is(name, n, game->options[i].name))
            return i;
    return -1;
}

/* Read the value of an option: a number, or one of its words. */
static bool read_value(const struct option *o, const char *s, size_t n, uint8_t *out) {
    if (!o->words) {
        int64_t number = o->max + 1;
        if (o->unlimited && text_is(s, n, o->unlimited))
            return *out = (uint8_t)number, true;
        if (!text_number(s, n, o->min, o->max, &number))
            return false;
        *out = (uint8_t)number;
        return true;
    }
    for (int i = o->min; i <= o->max; i++)
        if (text_is(s, n, o->words[i])) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

/* One "+module" or ",option=value" that starts at *at; moves *at past it. */
static enum rules_error read_change(const struct game *game, const char *text, size_t *at,
                                    bool *given, struct rules *out) {
    bool module = text[*at] == '+';
    size_t name = *at + 1, n = word_length(text + name);
    *at = name;
    int option = find_option(game, text + name, n);
    if (option < 0)
        return RULES_NO_SUCH_OPTION;
    if (given && given[option])
        return RULES_GIVEN_TWICE;
    if (given)
        given[option] = true;
    if (module) {
        *at = name + n;
        if (text[*at] == '=')
            return RULES_BAD_VALUE;
        return read_value(&game->options[option], "on", 2, &out->value[option])
                   ? RULES_OK : (*at = name, RULES_NO_SUCH_OPTION);
    }
    *at = name + n;
    if (text[*at] != '=')
        return RULES_BAD_VALUE;
    size_t value = ++*at, len = word_length(text + value);
    if (!read_value(&game->options[option], text + value, len, &out->value[option]))
        return RULES_BAD_VALUE;
    *at = value + len;
    return text[*at] == '=' ? RULES_BAD_VALUE : RULES_OK;
}

/* The changes from text[*at] to its end. `given`: the options met, each at most once; or NULL. */
static enum rules_error read_changes(const struct game *game, const char *text, size_t *at,
                                     bool *given, struct rules *out) {
    enum rules_error error = RULES_OK;
    while (text[*at] != '\0' && !error)
        error = read_change(game, text, at, given, out);
    return error;
}

enum rules_error rules_parse(const struct game *game, const char *text, int seats,
                             struct rules *out, int *at) {
    return rules_parse_over(game, NULL, text, seats, out, at);
}

/* Read `first`, in which later changes win, then the text over it. */
enum rules_error rules_parse_over(const struct game *game, const char *first, const char *text,
                                  int seats, struct rules *out, int *at) {
    char before[RULES_TEXT_MAX] = "";
    struct text t = text_begin(before, sizeof before);
    bool given[OPTIONS_MAX] = { false };
    size_t from = 0;
    memset(out, 0, sizeof *out);
    *at = 0;
    size_t here = word_length(text);
    int ruleset = find_ruleset(game, text, here);
    if (ruleset < 0 || text[here] == '=')
        return RULES_NO_SUCH_RULESET;
    const struct ruleset *base = &game->rulesets[ruleset];
    out->ruleset = (uint8_t)ruleset;
    memcpy(out->value, base->value, sizeof out->value);
    if (first)
        text_format(&t, ",%s", first);
    CHECK(text_fits(&t));
    enum rules_error error = read_changes(game, before, &from, NULL, out);
    if (!error && (error = read_changes(game, text, &here, given, out)) != RULES_OK)
        *at = (int)here;
    if (error)
        return error;
    if (seats == 0)
        seats = base->seats;
    if (seats < base->seats_min || seats > base->seats_max)
        return RULES_BAD_SEATS;
    out->seats = (uint8_t)seats;
    return RULES_OK;
}

void option_print(const struct option *o, int value, struct text *out) {
    const char *word = option_word(o, value);
    if (word)
        text_add(out, word);
    else
        text_int(out, value);
}

void option_write(const struct option *o, int value, struct json_out *out) {
    const char *word = option_word(o, value);
    if (word)
        json_text(out, o->name, word);
    else
        json_int(out, o->name, value);
}

/* Modules first, then options, each in table order: equal rules give equal text. */
int rules_format(const struct game *game, const struct rules *rules, char *text, int size) {
    const struct ruleset *base = &game->rulesets[rules->ruleset];
    struct text t = text_begin(text, (size_t)size);
    text_add(&t, base->name);
    for (int modules = 1; modules >= 0; modules--)
        for (int i = 0; game->options[i].name; i++) {
            const struct option *o = &game->options[i];
            bool is_module = o->words == rules_module && rules->value[i];
            if (rules->value[i] == base->value[i] || is_module != modules)
                continue;
            text_format(&t, is_module ? "+%s" : ",%s=", o->name);
            if (!is_module)
                option_print(o, rules->value[i], &t);
        }
    return (int)t.len;
}

const char *rules_error_id(enum rules_error error) {
    static const char *const id[RULES_ERROR_N] = {
        "ok", "no-such-ruleset", "no-such-option", "bad-value", "bad-players", "bad-value",
    };
    return id[error];
}

/* Keeps the word nearest to what was written, if it is near. */
struct guess { const char *written; size_t n; const char *word; int distance; };

static void guess_word(struct guess *g, const char *word) {
    int distance = text_distance(g->written, g->n, word);
    if (distance < g->distance) {
        g->distance = distance;
        g->word = word;
    }
}

static void explain_guess(const struct guess *g, struct text *out) {
    if (g->word)
        text_format(out, "; did you mean %s? There are", g->word);
    else
        text_add(out, "; there are");
}

static void explain_rulesets(const struct game *only, const char *text, struct text *out) {
    struct guess g = { text, word_length(text), NULL, 3 };
    text_add(out, "no such ruleset");
    for (int i = 0; games[i]; i++)
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            if (!only || only == games[i])
                guess_word(&g, set->name);
    explain_guess(&g, out);
    for (int i = 0; games[i]; i++)
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            if (!only || only == games[i])
                text_format(out, " %s", set->name);
}

/* The option named around offset `at`; -1: none. */
static int option_around(const struct game *game, const char *text, int at) {
    while (at > 0 && text[at - 1] != ',' && text[at - 1] != '+')
        at--;
    return find_option(game, text + at, word_length(text + at));
}

/* "points: 3 to 30", or its words. */
static void explain_option(const struct option *o, struct text *out) {
    text_format(out, "%s:", o->name);
    for (int k = o->min; o->words && k <= o->max; k++)
        text_format(out, k == o->min ? " %s" : ", %s", o->words[k]);
    if (o->words)
        return;
    text_format(out, " %d to %d", o->min, o->max);
    if (o->unlimited)
        text_format(out, ", %s", o->unlimited);
}

static void explain_value(const struct game *game, const char *text, int at, struct text *out) {
    int i = option_around(game, text, at);
    if (i >= 0)
        explain_option(&game->options[i], out);
}

static void explain_options(const struct game *game, const char *word, struct text *out) {
    struct guess g = { word, word_length(word), NULL, 3 };
    text_add_n(out, word, g.n);
    text_add(out, ": no such option");
    for (int i = 0; game->options[i].name; i++)
        guess_word(&g, game->options[i].name);
    explain_guess(&g, out);
    for (int i = 0; game->options[i].name; i++)
        text_format(out, " %s", game->options[i].name);
}

void rules_explain(const struct game *game, const char *text, enum rules_error error, int at,
                   struct text *out) {
    if (error == RULES_NO_SUCH_RULESET || !game) {
        explain_rulesets(game, text, out);
    } else if (error == RULES_NO_SUCH_OPTION) {
        explain_options(game, text + at, out);
    } else if (error == RULES_GIVEN_TWICE) {
        text_add_n(out, text + at, word_length(text + at));
        text_add(out, ": given twice");
    } else if (error == RULES_BAD_VALUE) {
        explain_value(game, text, at, out);
    } else if (error == RULES_BAD_SEATS) {
        const struct ruleset *set = &game->rulesets[find_ruleset(game, text, word_length(text))];
        text_format(out, "%d to %d players", set->seats_min, set->seats_max);
    }
}

void rules_write_options(const struct game *game, const uint8_t *value, struct json_out *out) {
    json_object(out, "options");
    for (int i = 0; game->options[i].name; i++)
        option_write(&game->options[i], value[i], out);
    json_object_end(out);
}

void rules_write(const struct game *game, const struct rules *rules, struct json_out *out,
                 const char *key) {
    char text[RULES_TEXT_MAX];
    rules_format(game, rules, text, sizeof text);
    json_object(out, key);
    json_text(out, "text", text);
    json_text(out, "ruleset", game->rulesets[rules->ruleset].name);
    json_int(out, "players", rules->seats);
    rules_write_options(game, rules->value, out);
    json_object_end(out);
}

/* One member of "options": a number or a word, depending on the option. */
static bool read_option(const struct game *game, struct json_in key, struct json_in value,
                        struct rules *out, struct text *why) {
    char name[32] = "(a long name)", word[32];
    int n = json_to_text(key, name, sizeof name), len;
    int option = n < 0 ? -1 : find_option(game, name, (size_t)n);
    int64_t number;
    text_set(why, "rules.options.");
    if (option < 0) {
        text_format(why, "%s: no such option", name);
        return false;
    }
    const struct option *o = &game->options[option];
    explain_option(o, why);
    if (o->words || json_is_text(value)) {
        len = json_to_text(value, word, sizeof word);
        return len >= 0 && read_value(o, word, (size_t)len, &out->value[option]);
    }
    if (!json_to_int(value, o->min, o->max, &number))
        return false;
    out->value[option] = (uint8_t)number;
    return true;
}

static const struct game *refuse(struct text *why, const char *words) {
    text_set(why, words);
    return NULL;
}

/* What is wrong with the text; a long list of words is cut. */
static const struct game *refuse_text(const struct game *game, const char *text,
                                      enum rules_error error, int at, struct text *why) {
    if (error == RULES_BAD_SEATS)
        return refuse(why, "rules.players: not a number of seats this ruleset knows");
    text_set(why, "rules.text: ");
    rules_explain(game, text, error, at, why);
    return NULL;
}

/* The text may be short and the options complete, or only one of them present. init() decides
 * whether they make a game together. */
const struct game *rules_read(struct json_in object, struct rules *out, struct text *why) {
    char text[RULES_TEXT_MAX];
    struct json_in name = json_get(object, "text"), seats = json_get(object, "players");
    struct json_in options = json_get(object, "options"), ruleset = json_get(object, "ruleset");
    struct json_in key, value;
    int64_t players = 0;
    size_t walk = 0;
    int at;
    if (json_to_text(name.len ? name : ruleset, text, sizeof text) < 0)
        return refuse(why, "rules: an object as {\"text\":\"fifth,points=12\",\"players\":4}");
    const struct game *game = rules_game(text);
    if (!game)
        return refuse(why, "rules: no such ruleset");
    if (seats.len && !json_to_int(seats, 1, SEATS_MAX, &players))
        return refuse_text(game, text, RULES_BAD_SEATS, 0, why);
    enum rules_error error = rules_parse(game, text, (int)players, out, &at);
    if (error)
        return refuse_text(game, text, error, at, why);
    if (ruleset.len && !json_equals(ruleset, game->rulesets[out->ruleset].name) && name.len)
        return refuse(why, "rules.ruleset: not the one that rules.text begins with");
    if (options.len && !json_is_object(options))
        return refuse(why, "rules.options: an object");
    while (json_next(options, &walk, &key, &value))
        if (!read_option(game, key, value, out, why))
            return NULL;
    return game;
}

const struct game *rules_game(const char *text) {
    for (int i = 0; games[i]; i++)
        if (find_ruleset(games[i], text, word_length(text)) >= 0)
            return games[i];
    return NULL;
}
