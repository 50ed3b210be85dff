/* sentences.c -- actions as sentences: see sentences.h.
 *
 * The sentence of a verb is text/'s "GAME.log.VERB" or "log.VERB". The game's rows (struct
 * sentence) name the words after the verb, if the sentence needs them. An action without a
 * sentence is printed in our notation. */
#include "sentences.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "words.h"

enum { FIELDS_MAX = 4, FIELD_SIZE = 64, SENTENCE_SIZE = 240 };

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

/* To whom something is done: "you" is not "You" there. */
static const char *name_of_whom(const char *seat, const char names[][NAME_SIZE]) {
    const char *name = name_of(seat, names);
    return strcmp(name, words("seat.you.name")) == 0 ? words("terminal.you-whom") : name;
}

/* One word of the action under the name the row gives it. */
static void take_field(struct values *v, const struct game *game, const char *field,
                       const char *word, const char names[][NAME_SIZE]) {
    static const char *const known[] = { "place", "whom", "cards", "give", "get", "card", "what",
                                         "n", "a", "b", "event", "first" };
    char id[FIELD_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(field, known[i]) == 0)
            field = known[i];           /* a static text */
    char *to = add(v, field);
    if (strcmp(field, "whom") == 0)
        snprintf(to, FIELD_SIZE, "%s", name_of_whom(word, names));
    else if (strcmp(field, "first") == 0)
        snprintf(to, FIELD_SIZE, "%s", name_of(word, names));
    else if (strcmp(field, "cards") == 0 || strcmp(field, "give") == 0 || strcmp(field, "get") == 0)
        tell_cards(word, to, FIELD_SIZE);
    else if (strcmp(field, "card") == 0) {
        const char *helper = words_in("helper", word);
        snprintf(id, sizeof id, "dev.%s", word);
        snprintf(to, FIELD_SIZE, "%s", words_or(id, helper));
    } else if (strcmp(field, "what") == 0) {
        snprintf(id, sizeof id, "%s.b", game->name);
        snprintf(to, FIELD_SIZE, "%s", words_in(id, word));
    } else {
        snprintf(to, FIELD_SIZE, "%s", word);
    }
}

static const char *fields_of(const struct sentence *row) { return row->fields ? row->fields : ""; }

/* The words behind the verb, as the row names them; *rest is what strtok_r() has left. */
static void take_fields(struct values *v, const struct game *game, const struct sentence *row,
                        char **rest, const char names[][NAME_SIZE]) {
    char fields[48], *field_rest = NULL;
    snprintf(fields, sizeof fields, "%s", fields_of(row));
    for (char *f = strtok_r(fields, " ", &field_rest); f; f = strtok_r(NULL, " ", &field_rest)) {
        char *word = strtok_r(NULL, " ", rest), *missing = strchr(f, '=');
        if (missing)
            *missing++ = '\0';
        /* "build expansion church ...": which one is what counts. */
        if (word && strcmp(word, "expansion") == 0)
            word = strtok_r(NULL, " ", rest);
        if (word || missing)
            take_field(v, game, f, word ? word : missing, names);
    }
}

static int count_words(const char *text) {
    int n = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        n++;
    }
    return n;
}

/* The row of the verb that fits the words behind it. */
static const struct sentence *find_row(const struct game *game, const char *verb,
                                       const char *rest) {
    static const struct sentence plain = { .verb = NULL };
    const struct sentence *found = &plain;
    int n = count_words(rest);
    for (const struct sentence *r = game->sentences; r && r->verb; r++)
        if (strcmp(r->verb, verb) == 0) {
            found = r;
            if (n >= count_words(fields_of(r)))
                break;
        }
    return found;
}

static const char *value_of(const struct values *v, const char *name) {
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->list[2 * i], name) == 0)
            return v->store[i];
    return NULL;
}

/* Which sentence, and what it says besides the words of the action. */
static void sentence_id(const struct game *game, const char *name, struct values *v, char *id,
                        size_t size) {
    if (value_of(v, "event"))
        name = value_of(v, "event");
    if (value_of(v, "first"))
        snprintf(v->store[0], FIELD_SIZE, "%s", value_of(v, "first"));  /* {who} */
    if (value_of(v, "a") && value_of(v, "b"))
        snprintf(add(v, "n"), FIELD_SIZE, "%d",
                 atoi(value_of(v, "a")) + atoi(value_of(v, "b")));
    snprintf(id, size, "%s.log.%s", game->name, name);
    if (!words_or(id, NULL))
        snprintf(id, size, "log.%s", name);
}

bool tell_action(const struct game *game, const char *text, const char names[][NAME_SIZE], int turn,
                 char *out, size_t size) {
    struct values v = { .n = 0 };
    char copy[ACTION_TEXT_MAX], id[64], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    char *seat = strtok_r(copy, " ", &rest), *verb = strtok_r(NULL, " ", &rest);
    const struct sentence *row = find_row(game, verb ? verb : "", verb ? rest : "");
    snprintf(out, size, "%s", text);
    if (!verb)
        return true;
    const char *name = row->id ? row->id : verb;
    /* Before anybody has acted, dice only decide who begins; the turn shows that. */
    if (!name[0] || (seat[0] == '*' && turn < 0 && strcmp(verb, "first") != 0))
        return false;
    snprintf(add(&v, "who"), FIELD_SIZE, "%s",
             seat[0] != '*' ? name_of(seat, names) : turn >= 0 ? names[turn] : "");
    take_fields(&v, game, row, &rest, names);
    if (value_of(&v, "card") && strcmp(value_of(&v, "card"), "?") == 0)
        return false;           /* a bought card, which has its own line */
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

/* --- menus ----------------------------------------------------------------------------------- */

/* The text of a choice; NULL: none. Texts without a game's name are those of the first game. */
static const char *choice_id(const struct game *game, const char *verb, char *id, size_t size) {
    bool first = game == games[0];
    snprintf(id, size, "%s%sdo.%s", first ? "" : game->name, first ? "" : ".", verb);
    return words_or(id, NULL);
}

const char *tell_verb(const struct game *game, const char *verb) {
    char id[64];
    const char *text = choice_id(game, verb, id, sizeof id);
    const char *group = find_row(game, verb, "")->group;
    if (text && group)
        return words(group);
    return text && !strchr(text, '{') ? text : verb;
}

/* A word behind the verb as a person reads it: cards, a card's or a helper's name, a place. */
static void tell_word(const char *word, char *out, size_t size) {
    static const char *const families[] = { "dev", "helper" };
    char id[FIELD_SIZE];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        snprintf(id, sizeof id, "%s.%s", families[i], word);
        if (words_or(id, NULL)) {
            snprintf(out, size, "%s", words(id));
            return;
        }
    }
    const char *kind = word + strspn(word, "0123456789");
    snprintf(id, sizeof id, "kind.%.*s", (int)strcspn(kind, "+"), kind);
    if (words_or(id, NULL))
        tell_cards(word, out, size);
    else
        snprintf(out, size, "%s", word);
}

/* "Road A1.NE", "Robber C3, 2 White", "Trade with the supply: 4 wool -> ore". */
static void tell_arguments(const struct sentence *row, char *rest, const char names[][NAME_SIZE],
                           const char *label, char *out, size_t size) {
    size_t len = (size_t)snprintf(out, size, "%s", label);
    char fields[48], *field_rest = NULL, *word, *word_rest = NULL, told[FIELD_SIZE];
    bool trade = strcmp(fields_of(row), "give get") == 0;
    snprintf(fields, sizeof fields, "%s", fields_of(row));
    char *field = strtok_r(fields, " ", &field_rest);
    bool some = false;                  /* "to 1 3": an offer to these seats alone */
    for (int n = 0; (word = strtok_r(n ? NULL : rest, " ", &word_rest)) && len < size; n++) {
        if (trade && strcmp(word, "to") == 0) {
            some = true;
            len += (size_t)snprintf(out + len, size - len, " (");
            continue;
        }
        if (some || (field && strcmp(field, "whom") == 0))
            snprintf(told, sizeof told, "%s", name_of_whom(word, names));
        else
            tell_word(word, told, sizeof told);
        const char *between = !trade ? (n ? ", " : " ") :
                              n == 0 ? words("terminal.colon") : n == 1 ? " -> " : ", ";
        between = len > 0 && out[len - 1] == '(' ? "" : between;
        len += (size_t)snprintf(out + len, size - len, "%s%s", between, told);
        field = field ? strtok_r(NULL, " ", &field_rest) : NULL;
    }
    if (some && len < size)
        snprintf(out + len, size - len, ")");
}

void tell_choice(const struct game *game, const char *text, const char names[][NAME_SIZE],
                 char *out, size_t size) {
    struct values v = { .n = 0 };
    char copy[ACTION_TEXT_MAX], id[64], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    strtok_r(copy, " ", &rest);
    char *verb = strtok_r(NULL, " ", &rest);
    const char *label = verb ? choice_id(game, verb, id, sizeof id) : NULL;
    snprintf(out, size, "%s", strchr(text, ' ') ? strchr(text, ' ') + 1 : text);
    if (!label)
        return;
    const struct sentence *row = find_row(game, verb, rest);
    if (!strchr(label, '{')) {
        bool answer = strcmp(verb, "accept") == 0 || strcmp(verb, "decline") == 0;
        tell_arguments(row, answer ? &copy[strlen(copy)] : rest, names, label, out, size);
        return;
    }
    take_fields(&v, game, row, &rest, names);
    if (value_of(&v, "cards"))
        snprintf(add(&v, "card"), FIELD_SIZE, "%s", value_of(&v, "cards"));
    words_fill(out, size, id, v.list);
}

/* The id under "family." whose text is these n letters, without the family; NULL: none. */
static const char *id_of(const char *family, const char *word, size_t n) {
    const char *id;
    for (int i = 0; (id = words_id(family, i)) != NULL; i++) {
        const char *name = id + strlen(family), *text = words(id);
        if (!strchr(name, '.') && strlen(text) == n && strncasecmp(text, word, n) == 0)
            return name;
    }
    return NULL;
}

void tell_back(const char *line, char *out, size_t size) {
    size_t len = 0;
    for (const char *p = line; *p && len + 1 < size;) {
        size_t number = strspn(p, "0123456789"), n = strcspn(p + number, " +");
        const char *id = n ? id_of("kind.", p + number, n) : NULL;
        if (!id && p == line && !number)
            id = id_of("do.", p, n);
        bool place = !number && n > 1 && p[1] >= '1' && p[1] <= '9';    /* "b2.ne" */
        size_t from = len;
        len += (size_t)snprintf(out + len, size - len, "%.*s%.*s%.*s", (int)number, p,
                                id ? (int)strlen(id) : (int)n, id ? id : p + number,
                                p[number + n] ? 1 : 0, p + number + n);
        for (size_t i = from; place && i < len && i + 1 < size; i++)
            out[i] = (char)toupper((unsigned char)out[i]);
        p += number + n + (p[number + n] != '\0');
    }
    if (!line[0])
        snprintf(out, size, "%s", "");
}
