/* move_menu.c -- a menu for a person: see move_menu.h. */
#include "move_menu.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "catan/catan.h"
#include "words.h"

/* About an offer that stands: an answer, or what becomes of one's own. */
static bool is_answer(const struct game *game, const struct action *a) {
    return game == &catan_game && (a->type == ACT_ACCEPT || a->type == ACT_DECLINE ||
                                   a->type == ACT_CONFIRM || a->type == ACT_WITHDRAW);
}

/* Somebody waits for an answer: it comes before what can be done besides. */
static int answers_first(const struct game *game, struct action *action, int n) {
    int answers = 0;
    for (int i = 0; i < n; i++) {
        struct action a = action[i];
        if (!is_answer(game, &a))
            continue;
        memmove(&action[answers + 1], &action[answers], (size_t)(i - answers) * sizeof a);
        action[answers++] = a;
    }
    return n;
}

/* "Accept the offer from 2 Orange", if several offers wait for an answer. */
static void name_offer(struct menu *m, int i, const struct catan *g,
                       const char names[][NAME_SIZE]) {
    const struct action *a = &m->action[i];
    int from = -1, others = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        from = g->offer[p].number == a->place ? p : from;
        others += g->offer[p].number && p != a->seat;
    }
    if (others > 1 && from >= 0 && (a->type == ACT_ACCEPT || a->type == ACT_DECLINE))
        words_fill(m->label[i], LABEL_SIZE,
                   a->type == ACT_ACCEPT ? "do.accept.from" : "do.decline.from",
                   (const char *const[]){ "whom", names[from], NULL });
}

void menu_make(struct menu *m, const struct game *game, const void *state, int seat,
               const char names[][NAME_SIZE]) {
    char text[ACTION_TEXT_MAX];
    m->game = game;
    m->n = answers_first(game, m->action, game->legal(state, seat, m->action));
    for (int i = 0; i < m->n; i++) {
        game->format(state, &m->action[i], text, sizeof text);
        const char *space = strchr(text, ' ');
        snprintf(m->text[i], sizeof m->text[i], "%s", space ? space + 1 : text);
        tell_choice(game, text, names, m->label[i], LABEL_SIZE);
        if (is_answer(game, &m->action[i]))
            name_offer(m, i, state, names);
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

/* The choice of a verb that has one. */
static int only(const struct menu *m, const char *verb) {
    int i = 0;
    while (!same_verb(m->text[i], verb))
        i++;
    return i;
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
    m->listed_n = m->from = m->lines = 0;
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
    if (count > 1)
        snprintf(out, size, "%d %s (%d)", i + 1, tell_verb(m->game, verb), count);
    else
        snprintf(out, size, "%d %s", i + 1, m->label[only(m, verb)]);
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
