/* tokens.c -- the number tokens: in letter order along a spiral, or at random with restrictions
 * on neighbours. */
#include <string.h>

#include "internal.h"

int catan__tokens_laid(const struct catan *g) {
    int n = 0;
    for (int h = 0; h < catan_board(g)->hexes; h++)
        n += g->number[h] != 0;
    return n;
}

/* Tokens in letter order along the spiral; the desert is skipped. */
void catan__lay_spiral(struct catan *g, int corner) {
    const struct catan_board *b = catan_board(g);
    for (int i = 0, n = 0; i < b->hexes; i++) {
        int hex = b->spiral[corner][i];
        if (g->terrain[hex] != DESERT)
            g->number[hex] = b->token[n++];
        CHECK(n <= b->tokens);
    }
}

/* The n-th token to be laid: red ones first, then the most frequent. The most restricted choices
 * come first, which keeps the look-ahead short. */
int catan__token_in_order(const struct catan_board *b, int n) {
    CHECK(n < b->tokens);
    static const uint8_t reds[2] = { 6, 8 };
    for (int i = 0; i < 2; i++) {
        if (n < b->number[reds[i]])
            return reds[i];
        n -= b->number[reds[i]];
    }
    for (int count = 4; count > 0; count--)
        for (int number = 2; number <= 12; number++) {
            if (number == 6 || number == 8 || b->number[number] != count)
                continue;
            if (n < count)
                return number;
            n -= count;
        }
    return 0;
}

/* Red numbers: never side by side. */
static bool is_red(int number) {
    return number == 6 || number == 8;
}

/* May this number lie here, next to its neighbours? */
static bool token_fits(const struct catan *g, const uint8_t *number, int hex, int n) {
    if (number[hex] || g->terrain[hex] == DESERT)
        return false;
    bool equal = catan_option(g, OPT_NEIGHBORS) == NEIGHBORS_EQUAL;
    uint64_t near = catan_board(g)->hex_near[hex];
    while (near) {
        int other = number[bits_pop(&near)];
        if ((is_red(n) && is_red(other)) || (equal && n == other))
            return false;
    }
    return true;
}

/* Can the tokens from the n-th on be laid? Equal tokens are tried in ascending places only. */
static bool rest_fits(const struct catan *g, uint8_t *number, int n, int from) {
    const struct catan_board *b = catan_board(g);
    if (n == b->tokens)
        return true;
    int token = catan__token_in_order(b, n);
    if (catan_option(g, OPT_NEIGHBORS) == NEIGHBORS_RED && !is_red(token))
        return true;
    int next = n + 1 < b->tokens ? catan__token_in_order(b, n + 1) : 0;
    for (int hex = from; hex < b->hexes; hex++) {
        if (!token_fits(g, number, hex, token))
            continue;
        number[hex] = (uint8_t)token;
        bool fits = rest_fits(g, number, n + 1, next == token ? hex + 1 : 0);
        number[hex] = 0;
        if (fits)
            return true;
    }
    return false;
}

/* A token may lie only where all later ones still find a place, so chance never reaches a dead
 * end. */
bool catan__token_leaves_room(const struct catan *g, int hex, int n, int token) {
    uint8_t number[CATAN_HEXES_MAX];
    if (!token_fits(g, g->number, hex, token))
        return false;
    memcpy(number, g->number, sizeof number);
    number[hex] = (uint8_t)token;
    return rest_fits(g, number, n + 1, 0);
}

/* Tokens come after all hexes. The spiral lays all at once; random tokens are laid in order, and
 * the rest must have room. */
bool catan__tokens_can_go_on(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    int laid = catan__tokens_laid(g), more[13] = { 0 };
    uint8_t number[CATAN_HEXES_MAX];
    if (laid == 0 || laid == b->tokens)
        return true;
    if (first_of(g->terrain, b->hexes, CATAN_NONE) < b->hexes ||
        catan_option(g, OPT_TOKENS) == TOKENS_SPIRAL)
        return false;
    for (int i = 0; i < laid; i++)
        more[catan__token_in_order(b, i)]++;
    for (int hex = 0; hex < b->hexes; hex++)
        if (g->number[hex] && more[g->number[hex]]-- == 0)
            return false;
    memcpy(number, g->number, sizeof number);
    return rest_fits(g, number, laid, 0);
}
