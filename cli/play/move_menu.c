/* move_menu.c -- a menu for a person: see move_menu.h. */
#include "move_menu.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "words.h"

void menu_make(struct menu *m, const struct game *game, const void *state, int seat,
               const char names[][NAME_SIZE]) {
    char text[ACTION_TEXT_MAX];
    m->game = game;
    m->n = game->legal(state, seat, m->action);
    for (int i = 0; i < m->n; i++) {
        game->format(state, &m->action[i], text, sizeof text);
        const char *space = strchr(text, ' ');
        snprintf(m->text[i], sizeof m->text[i], "%s", space ? space + 1 : text);
        tell_choice(game, text, names, m->label[i], LABEL_SIZE);
    }
    menu_list(m, "");
}

/* --- verbs ----------------------------------------------------------------------------------- */

/* Length of the first word. */
static size_t verb_length(const char *text) {
    return strcspn(text, " ");
}

static bool same_verb(const char *a, const char *b) {
    return verb_length(a) == verb_length(b) && memcmp(a, b, verb_length(a)) == 0;
}

/* The i-th verb, in the order in which the menu first has them, and how many choices it has; false
 * past the end. */
static bool find_verb(const struct menu *m, int i, char verb[ACTION_TEXT_MAX], int *count) {
    for (int k = 0; k < m->n; k++) {
        bool seen = false;
        for (int j = 0; j < k && !seen; j++)
            seen = same_verb(m->text[j], m->text[k]);
        if (seen || i-- > 0)
            continue;
        *count = 0;
        for (int j = k; j < m->n; j++)
            *count += same_verb(m->text[j], m->text[k]);
        snprintf(verb, ACTION_TEXT_MAX, "%.*s", (int)verb_length(m->text[k]), m->text[k]);
        return true;
    }
    return false;
}

/* With one verb alone, its choices are shown as long as they are few enough to find one's way. */
static bool shows_verbs(const struct menu *m) {
    bool one = m->n > 0 && same_verb(m->text[0], m->text[m->n - 1]);
    return !m->narrowed && m->n > (one ? MENU_ONE_VERB : MENU_SHORT);
}

/* --- what was asked for ---------------------------------------------------------------------- */

/* Whole words; "Road" begins "Road: ...", too. */
static bool begins(const char *text, const char *begin, size_t n) {
    return strncasecmp(text, begin, n) == 0 &&
           (n == 0 || strchr(" :", text[n]) || begin[n - 1] == ' ');
}

int menu_list(struct menu *m, const char *begin) {
    size_t n = strlen(begin);
    char verb[ACTION_TEXT_MAX];
    int count;
    m->listed_n = 0;
    m->narrowed = n > 0;
    for (int i = 0; i < m->n; i++)
        if (begins(m->text[i], begin, n))
            m->listed[m->listed_n++] = i;
    bool in_words = m->listed_n == 0;
    for (int i = 0; i < m->n && in_words; i++)
        if (begins(m->label[i], begin, n))
            m->listed[m->listed_n++] = i;
    for (int i = 0; !m->listed_n && find_verb(m, i, verb, &count); i++)
        if (begins(tell_verb(m->game, verb), begin, n))
            return menu_list(m, verb);
    return m->listed_n;
}

const char *menu_typed(const struct menu *m, int i) {
    bool english = strcmp(words("language"), "English") == 0;
    return i >= m->n ? NULL : english ? m->text[i] : m->label[i];
}

/* Choices listed under one verb do not repeat it. */
static const char *without_verb(const struct menu *m, int i) {
    char verb[ACTION_TEXT_MAX];
    snprintf(verb, sizeof verb, "%.*s", (int)verb_length(m->text[i]), m->text[i]);
    const char *name = tell_verb(m->game, verb);
    size_t n = strlen(name);
    bool same = m->narrowed && m->listed_n > 1 && same_verb(m->text[m->listed[0]], m->text[i]) &&
                strncmp(m->label[i], name, n) == 0;
    if (same && m->label[i][n] == ':' && m->label[i][n + 1] == ' ')
        return m->label[i] + n + 2;
    return same && m->label[i][n] == ' ' ? m->label[i] + n + 1 : m->label[i];
}

bool menu_entry(const struct menu *m, int i, char *out, size_t size) {
    char verb[ACTION_TEXT_MAX];
    int count;
    if (!shows_verbs(m)) {
        if (i < m->listed_n)
            snprintf(out, size, "%d %s", i + 1, without_verb(m, m->listed[i]));
        return i < m->listed_n;
    }
    if (!find_verb(m, i, verb, &count))
        return false;
    size_t n = (size_t)snprintf(out, size, "%d %s", i + 1, tell_verb(m->game, verb));
    if (count > 1 && n < size)
        snprintf(out + n, size - n, " (%d)", count);
    return true;
}

int menu_choose(struct menu *m, const char *line) {
    char verb[ACTION_TEXT_MAX];
    int count;
    int64_t number;
    if (text_number(line, strlen(line), 0, MENU_MAX, &number)) {
        if (number < 1 || number > (shows_verbs(m) ? m->n : m->listed_n))
            return MENU_NOTHING;
        if (!shows_verbs(m))
            return m->listed[number - 1];
        if (!find_verb(m, (int)number - 1, verb, &count))
            return MENU_NOTHING;
        line = verb;
    }
    int n = menu_list(m, line);
    return n == 1 ? m->listed[0] : n ? MENU_SEVERAL : MENU_NOTHING;
}
