/* game.c -- catan.h behind the shared game interface.
 *
 * Each function has a wrapper, because the host passes the state as opaque bytes, and
 * WebAssembly traps on a call through a pointer cast to another type. */
#include "position.h"
#include "space.h"

_Static_assert(sizeof(struct catan) <= STATE_MAX && (int)CATAN_MENU_MAX <= (int)MENU_MAX,
               "hosts set this much aside once for every game");

static const struct reason reasons[CATAN_ERROR_N] = {
#define X(id, name, rule) [id] = { name, rule },
    CATAN_ERRORS(X)
#undef X
};

static int init(void *s, const struct rules *rules) { return (int)catan_init(s, rules); }
static unsigned owes(const void *s) { return catan_owes(s); }
static unsigned may(const void *s) { return catan_may(s); }
static int legal(const void *s, int seat, struct action *menu) {
    return catan_legal(s, seat, menu);
}
static int weights(const void *s, uint32_t *weight) { return catan_weights(s, weight); }
static int check(const void *s, const struct action *a) { return (int)catan_check(s, a); }
static void apply(void *s, const struct action *a) { catan_apply(s, a); }
static void view(const void *s, int seat, void *out) { catan_view(s, seat, out); }
static void see(const void *s, const struct action *a, int seat, struct action *out) {
    catan_see(s, a, seat, out);
}
static bool plain(const void *s, const struct action *a) { return catan_plain(s, a); }
static void guess(const void *v, struct source *src, void *s) { catan_guess(v, src, s); }
static int format(const void *s, const struct action *a, char *text, int size) {
    return catan_format(s, a, text, size);
}
static int parse(const void *s, const char *text, struct action *a) {
    return catan_parse(s, text, a);
}
static void write(const void *s, const void *was, struct json_out *out) {
    catan_write(s, was, out);
}
static int read(void *s, const char *text, size_t len, struct text *why) {
    return catan_read(s, text, len, why);
}
static bool own_news(const void *was, const void *s, int seat) {
    return catan_own_news(was, s, seat);
}
static void draw(const void *s, struct source *src, struct action *a) { catan_draw(s, src, a); }
/* The page does not play thousands of random games. It uses the plain way, which plays the same
 * games and saves a sixth of the engine's download. */
#ifdef SKERRY_WASM
#define play_out NULL
#define SPACE NULL
#define SENTENCES NULL
#define island NULL /* the page draws the island itself */
#else
#define SPACE &catan_space
#define SENTENCES catan__sentences
static void island(const void *s, struct drawing *d) { catan_picture(s, d); }
static uint32_t play_out(void *s, struct rng *rng, uint32_t max, bool list) {
    return list ? catan_playout_list(s, rng, max) : catan_playout(s, rng, max);
}
#endif
static int sound(const void *s) { return catan_sound(s); }

static int points(const void *s, int seat, int *winner) {
    const struct catan *g = s;
    *winner = g->winner == CATAN_NONE ? -1 : g->winner;
    return catan_points(g, seat);
}

static int turn(const void *s) {
    const struct catan *g = s;
    return g->phase <= PH_SETTLE_ROAD ? -1 : g->turn;
}

static const char *const harmless[] = { "decline", "pass", "roll", "withdraw", "end", NULL };

const struct game catan_game = {
    .name = "catan", .rulesets = catan__rulesets, .options = catan__options,
    .reasons = reasons, .reasons_n = CATAN_ERROR_N,
    .state_size = sizeof(struct catan), .menu_max = CATAN_MENU_MAX,
    .init = init, .owes = owes, .may = may, .legal = legal, .weights = weights, .check = check,
    .apply = apply, .view = view, .see = see, .plain = plain, .guess = guess, .format = format,
    .parse = parse, .write = write, .read = read, .own_news = own_news, .sound = sound,
    .points = points, .draw = draw, .playout = play_out, .turn = turn, .space = SPACE,
    .picture = island, .harmless = harmless, .sentences = SENTENCES, .members = catan_rows,
    .bench = "board=random,phases=combined",
    .bench_trades = "board=random,phases=combined,menu=trades,offers=1", .training = "offers=16",
};
