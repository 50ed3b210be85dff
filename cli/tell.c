/* tell.c -- actions as sentences: see tell.h.
 *
 * The sentence of a verb is text/'s "GAME.log.VERB" or "log.VERB". A row says what the words behind
 * the verb are, where the sentence needs them. An action without a sentence is told in our
 * notation. */
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { FIELDS_MAX = 4, FIELD_SIZE = 64, SENTENCE_SIZE = 240 };

static const struct row {
    const char *game, *verb, *id;       /* id NULL: the verb; "": not worth a line */
    const char *fields;                 /* names of the words behind the verb */
} rows[] = {
    { "catan", "settle", NULL, "place" },
    { "catan", "road", NULL, "place" },
    { "catan", "city", NULL, "place" },
    { "catan", "robber", NULL, "place whom" },
    { "catan", "discard", NULL, "cards" },
    { "catan", "plenty", NULL, "cards" },
    { "catan", "monopoly", NULL, "cards" },
    { "catan", "bank", NULL, "give get" },
    { "catan", "offer", NULL, "give get" },
    { "catan", "confirm", NULL, "whom" },
    { "catan", "nassir", NULL, "cards" },
    { "catan", "repay", NULL, "whom cards" },
    { "catan", "william", NULL, "place" },
    { "catan", "marianne", NULL, "cards" },
    { "catan", "sean", NULL, "cards" },
    { "catan", "hilde", NULL, "whom" },
    { "catan", "take", NULL, "cards" },
    { "catan", "jean", NULL, "cards" },
    { "catan", "exchange", NULL, "card" },
    { "catan", "vincent-settle", NULL, "place" },
    { "catan", "vincent-city", NULL, "place" },
    { "catan", "dice", NULL, "a b" },
    { "catan", "steal", "stolen", "whom cards" },
    { "catan", "draw", "drawn", "card" },
    { "catan", "roll", "", "" },
    { "catan", "end", "", "" },
    { "catan", "pass", "", "" },
    { "catan", "hex", "", "" },
    { "catan", "frame", "", "" },
    { "catan", "harbor", "", "" },
    { "catan", "corner", "", "" },
    { "catan", "token", "", "" },
    { "catan", "look", "", "" },
    { "struggle", "swap-stack", NULL, "cards" },
    { "struggle", "swap-market", NULL, "get give" },
    { "struggle", "take-from", NULL, "whom n" },
    { "struggle", "library", NULL, "whom" },
    { "struggle", "pick", NULL, "cards" },
    { "struggle", "give-back", NULL, "cards" },
    { "struggle", "discard", NULL, "cards" },
    { "struggle", "guild", NULL, "whom" },
    { "struggle", "build", NULL, "what cards" },
    { "struggle", "draw", NULL, "n" },
    { "struggle", "event", NULL, "event" },
    { "struggle", "first", NULL, "first" },
    { "struggle", "steal", "", "" },
    { "struggle", "leave", "", "" },
    { "struggle", "pass", "", "" },
    { "struggle", "market", "", "" },
    { "struggle", "deal", "", "" },
    { NULL, NULL, NULL, NULL },
};

/* "2wool+ore" as "2 wool, ore". */
static void tell_cards(const char *bundle, char *out, size_t size) {
    size_t len = 0;
    out[0] = '\0';
    for (const char *p = bundle; *p && len < size;) {
        int digits = (int)strspn(p, "0123456789"), n = (int)strcspn(p + digits, "+");
        char id[48] = "card.unknown";
        if (p[digits] != '?')
            snprintf(id, sizeof id, "kind.%.*s", n, p + digits);
        len += (size_t)snprintf(out + len, size - len, "%s%.*s%s%s", len ? ", " : "", digits, p,
                                digits ? " " : "", words_or(id, id + 5));
        p += digits + n + (p[digits + n] == '+');
    }
}

/* The values of a sentence: name, value, name, value ..., NULL. */
struct values {
    const char *list[2 * (FIELDS_MAX + 3) + 1];
    char store[FIELDS_MAX + 3][FIELD_SIZE];
    int n;
};

static char *add(struct values *v, const char *name) {
    if (v->n == FIELDS_MAX + 3)
        v->n--;
    v->list[2 * v->n] = name;
    v->list[2 * v->n + 1] = v->store[v->n];
    v->list[2 * v->n + 2] = NULL;
    return v->store[v->n++];
}

static const char *name_of(const char *seat, const char names[][NAME_SIZE]) {
    int i = atoi(seat);
    return i >= 0 && i < SEATS_MAX ? names[i] : seat;
}

/* One word of the action under the name the row gives it. */
static void take_field(struct values *v, const char *field, const char *word,
                       const char names[][NAME_SIZE]) {
    static const char *const known[] = { "place", "whom", "cards", "give", "get", "card", "what",
                                         "n", "a", "b", "event", "first" };
    char id[FIELD_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(field, known[i]) == 0)
            field = known[i];           /* a text that stays */
    char *to = add(v, field);
    if (strcmp(field, "whom") == 0 || strcmp(field, "first") == 0)
        snprintf(to, FIELD_SIZE, "%s", name_of(word, names));
    else if (strcmp(field, "cards") == 0 || strcmp(field, "give") == 0 || strcmp(field, "get") == 0)
        tell_cards(word, to, FIELD_SIZE);
    else if (strcmp(field, "card") == 0) {
        snprintf(id, sizeof id, "helper.%s", word);
        const char *helper = words_or(id, word);
        snprintf(id, sizeof id, "dev.%s", word);
        snprintf(to, FIELD_SIZE, "%s", words_or(id, helper));
    } else if (strcmp(field, "what") == 0) {
        snprintf(id, sizeof id, "struggle.b.%s", word);
        snprintf(to, FIELD_SIZE, "%s", words_or(id, word));
    } else {
        snprintf(to, FIELD_SIZE, "%s", word);
    }
}

static const struct row *find_row(const struct game *game, const char *verb) {
    static const struct row plain = { NULL, NULL, NULL, "" };
    for (const struct row *r = rows; r->game; r++)
        if (strcmp(r->game, game->name) == 0 && strcmp(r->verb, verb) == 0)
            return r;
    return &plain;
}

static const char *value_of(const struct values *v, const char *name) {
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->list[2 * i], name) == 0)
            return v->store[i];
    return NULL;
}

/* Which sentence: a few verbs have another one by what follows them. */
static void sentence_id(const struct game *game, const char *name, struct values *v, char *id,
                        size_t size) {
    bool catan = strcmp(game->name, "catan") == 0;
    if (catan && strcmp(name, "robber") == 0 && value_of(v, "whom"))
        name = "rob";
    if (catan && strcmp(name, "sean") == 0 && value_of(v, "cards"))
        name = "sean.take";
    if (value_of(v, "event"))
        name = value_of(v, "event");
    if (value_of(v, "first"))
        snprintf(v->store[0], FIELD_SIZE, "%s", value_of(v, "first"));  /* {who} */
    if (value_of(v, "a") && value_of(v, "b"))
        snprintf(add(v, "n"), FIELD_SIZE, "%d",
                 atoi(value_of(v, "a")) + atoi(value_of(v, "b")));
    if (strcmp(name, "take-from") == 0 && !value_of(v, "n"))
        snprintf(add(v, "n"), FIELD_SIZE, "1");
    snprintf(id, size, "%s.log.%s", game->name, name);
    if (!words_or(id, NULL))
        snprintf(id, size, "log.%s", name);
}

bool tell_action(const struct game *game, const char *text, const char names[][NAME_SIZE], int turn,
                 char *out, size_t size) {
    struct values v = { .n = 0 };
    char copy[ACTION_TEXT_MAX], id[64], *rest = NULL, *field_rest = NULL, fields[48];
    snprintf(copy, sizeof copy, "%s", text);
    char *seat = strtok_r(copy, " ", &rest), *verb = strtok_r(NULL, " ", &rest);
    const struct row *row = find_row(game, verb ? verb : "");
    snprintf(out, size, "%s", text);
    if (!verb)
        return true;
    const char *name = row->id ? row->id : verb;
    /* Before anybody has acted, dice only say who begins; the turn shows that. */
    if (!name[0] || (seat[0] == '*' && turn < 0 && strcmp(verb, "first") != 0))
        return false;
    snprintf(add(&v, "who"), FIELD_SIZE, "%s",
             seat[0] != '*' ? name_of(seat, names) : turn >= 0 ? names[turn] : "");
    snprintf(fields, sizeof fields, "%s", row->fields);
    for (char *f = strtok_r(fields, " ", &field_rest); f; f = strtok_r(NULL, " ", &field_rest)) {
        char *word = strtok_r(NULL, " ", &rest);
        /* "build expansion church ...": which one is what counts. */
        if (word && strcmp(word, "expansion") == 0)
            word = strtok_r(NULL, " ", &rest);
        if (word)
            take_field(&v, f, word, names);
    }
    if (value_of(&v, "card") && strcmp(value_of(&v, "card"), "?") == 0)
        return false;           /* a card was bought, which has its line */
    sentence_id(game, name, &v, id, sizeof id);
    if (!words_or(id, NULL))
        return true;
    words_fill(out, size, id, v.list);
    if (value_of(&v, "place")) {
        char what[SENTENCE_SIZE];
        snprintf(what, sizeof what, "%s", out);
        words_fill(out, size, "log.at",
                   (const char *[]){ "what", what, "place", value_of(&v, "place"), NULL });
    }
    return true;
}
