/* words.c -- texts by id: see words.h.
 *
 * The files of text/ are embedded in the program; the Makefile lists them in LANGUAGES as X(en)
 * X(de). A language is indexed when it is chosen: its ids sorted, the texts unescaped. */
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "plural.h"

#define X(name)                                                                                   \
    __asm__(".section .rodata\nwords_" #name ":\n.incbin \"text/" #name ".json\"\nwords_" #name   \
            "_end:\n.byte 0\n.previous\n");                                                       \
    extern const char words_##name[], words_##name##_end[];
LANGUAGES
#undef X

static const struct language {
    const char *name, *start, *end;
} languages[] = {
#define X(name) { #name, words_##name, words_##name##_end },
    LANGUAGES
#undef X
};
enum { LANGUAGES_N = sizeof languages / sizeof *languages };

struct word {
    const char *id, *text;
};
static struct word *index_of;       /* sorted by id */
static size_t words_n;
static char ruleset[32];
static const char *chosen = "en";    /* its plural rules apply */

static int by_id(const void *a, const void *b) {
    return strcmp(((const struct word *)a)->id, ((const struct word *)b)->id);
}

/* The page's checks have validated the file; here it is only parsed. The memory is kept until
 * the program ends: a language is chosen once. */
static bool load(const struct language *language) {
    size_t size = (size_t)(language->end - language->start), at = 0, n = 0, room = 0;
    struct json_in all = { language->start, size }, key, value;
    while (all.len && all.text[all.len - 1] != '}')
        all.len--;
    char *text = malloc(size + 1), *to = text;
    struct word *list = NULL;
    while (text && json_next(all, &at, &key, &value)) {
        if (n == room) {
            room = room ? 2 * room : 1024;
            list = realloc(list, room * sizeof *list);
            if (!list)
                return false;
        }
        size_t left = size + 1 - (size_t)(to - text);
        list[n].id = to;
        int len = json_to_text(key, to, left);
        to += len + 1;
        list[n++].text = to;
        len = len < 0 ? -1 : json_to_text(value, to, left - (size_t)len - 1);
        if (len < 0)
            return false;
        to += len + 1;
    }
    if (!text)
        return false;
    qsort(list, n, sizeof *list, by_id);
    index_of = list;
    words_n = n;
    chosen = language->name;
    return true;
}

bool words_choose(const char *language) {
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    bool asked = language != NULL;
    for (int i = 0; !language && i < 3; i++) {
        language = getenv(variables[i]);
        if (language && !language[0])
            language = NULL;
    }
    for (int i = 0; language && i < LANGUAGES_N; i++)
        if (strncmp(language, languages[i].name, 2) == 0)
            return load(&languages[i]);
    for (int i = 0; !asked && i < LANGUAGES_N; i++)
        if (strcmp(languages[i].name, "en") == 0)
            return load(&languages[i]);
    return false;
}

const char *words_language(int i) {
    return i < LANGUAGES_N ? languages[i].name : NULL;
}

const char *words_chosen(void) { return chosen; }

void words_ruleset(const char *name) {
    snprintf(ruleset, sizeof ruleset, "%s", name);
}

const char *words_or(const char *id, const char *other) {
    char special[96];
    if (!index_of && !words_choose("en"))
        return other;
    snprintf(special, sizeof special, "@%s.%s", ruleset, id);
    struct word want = { special, NULL }, plain = { id, NULL };
    const struct word *found = bsearch(&want, index_of, words_n, sizeof want, by_id);
    if (!found)
        found = bsearch(&plain, index_of, words_n, sizeof plain, by_id);
    return found ? found->text : other;
}

const char *words(const char *id) {
    return words_or(id, id);
}

const char *words_in(const char *family, const char *name) {
    char id[96];
    snprintf(id, sizeof id, "%s.%s", family, name);
    return words_or(id, name);
}

/* The replacement for "{name}" or "{n|card|cards}", between the braces; *n is its length.
 * `*number` is the value of a '#' in it, or NULL. */
static const char *hole(const char *at, size_t len, const char *const *values, size_t *n,
                        const char **number) {
    const char *bar = memchr(at, '|', len);
    size_t name = bar ? (size_t)(bar - at) : len;
    const char *value = "";
    for (const char *const *v = values; v[0]; v += 2)
        if (strlen(v[0]) == name && memcmp(v[0], at, name) == 0)
            value = v[1];
    if (!bar) {
        *n = strlen(value);
        return value;
    }
    *number = value;
    return plural_form(chosen, strtoul(value, NULL, 10), bar + 1, (size_t)(at + len - bar - 1), n);
}

char *words_fill(char *out, size_t size, const char *id, const char *const *values) {
    size_t len = 0;
    for (const char *p = words(id); *p;) {
        const char *close = *p == '{' ? strchr(p, '}') : NULL;
        size_t n = 1;
        const char *number = NULL;
        const char *part = close ? hole(p + 1, (size_t)(close - p) - 1, values, &n, &number) : p;
        for (size_t i = 0; i < n && len + 1 < size; i++)
            if (number && part[i] == '#')
                for (const char *c = number; *c && len + 1 < size; c++)
                    out[len++] = *c;
            else
                out[len++] = part[i];
        p = close ? close + 1 : p + 1;
    }
    out[len] = '\0';
    return out;
}

const char *words_id(const char *begin, int i) {
    size_t n = strlen(begin);
    if (!index_of && !words_choose("en"))
        return NULL;
    for (size_t k = 0; k < words_n; k++)
        if (strncmp(index_of[k].id, begin, n) == 0 && i-- == 0)
            return index_of[k].id;
    return NULL;
}
