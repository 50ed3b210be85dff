/* view.c -- what a seat may know.
 *
 * Hands and the draw stack are secret except for their size. Backs of settlements are not: they
 * are drawn from a public multiset when turned. Cards that pass between two seats are known to
 * both. */
#include "internal.h"
#include "position.h"

/* The Library opens one hand to the active seat while it chooses. */
bool struggle__sees_hand(const struct struggle *g, int viewer, int seat) {
    return viewer == seat || (g->phase == SP_LIBRARY && viewer == g->turn && seat == g->target);
}

/* A copy without the secrets; position.c says who sees what. */
void struggle__view(const void *state, int seat, void *out) {
    struct struggle *v = out;
    *v = *(const struct struggle *)state;
    v->viewer = (int8_t)seat;
    if (seat != SEAT_ALL)
        members_hide(struggle_secrets, v, seats_of(v), seat);
}

static void hide(uint8_t cards[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        cards[kind] = 0;
}

/* `state` is the state before the action. A hidden card is an empty bundle. */
void struggle__see(const void *state, const struct action *a, int seat, struct action *out) {
    const struct struggle *g = state;
    *out = *a;
    bool between = seat == g->turn || seat == g->target;
    if (seat == SEAT_ALL)
        return;
    if (a->type == SA_DEAL && seat != a->target)
        hide(out->get);
    if ((a->type == SA_STEAL || a->type == SA_PICK) && !between)
        hide(out->get);
    if (a->type == SA_GIVE_BACK && !between)
        hide(out->give);
}

/* Only hands and the draw stack are hidden; these actions touch no other hand. */
bool struggle__plain(const void *state, const struct action *a) {
    (void)state;
    switch (a->type) {
    case SA_SWAP_MARKET: case SA_GIVE_BACK: case SA_BUILD: case SA_TURN: case SA_LEAVE:
    case SA_DISCARD: case SA_PASS:
        return true;
    default:
        return false;
    }
}

/* n cards from a pool, each equally likely. */
static uint64_t draw_cards(uint64_t *pool, int n, struct source *src) {
    uint64_t drawn = 0;
    CHECK(n <= bundle_total(*pool));
    for (; n > 0; n--) {
        int kind = bundle_nth(*pool, (int)source_below(src, (uint32_t)bundle_total(*pool)));
        *pool -= BUNDLE_CARD(kind);
        drawn += BUNDLE_CARD(kind);
    }
    return drawn;
}

/* Cards in no known place are dealt to the unknown ones. */
void struggle__guess(const void *view, struct source *src, void *state) {
    struct struggle *g = state;
    *g = *(const struct struggle *)view;
    if (g->viewer == SEAT_ALL)
        return;
    uint64_t pool = struggle__all_cards(&g->rules) - g->market - g->discard;
    for (int seat = 0; seat < seats_of(g); seat++)
        if (bundle_known(g->hand[seat]))
            pool -= g->hand[seat];
    for (int seat = 0; seat < seats_of(g); seat++)
        if (!bundle_known(g->hand[seat]))
            g->hand[seat] = draw_cards(&pool, bundle_total(g->hand[seat]), src);
    g->stack = pool;
    g->viewer = SEAT_ALL;
}
