/* answer_json.c -- an answer as JSON, for the engine protocol and the page.
 *
 * {"action":"0 end","why":"best","win":2750,"value":[2700,…],"nodes":412,
 *  "moves":[{"action":…,"value":…},…],"reasons":[{"term":"speed","difference":37},…]} */
#include "internal.h"

/* In the notation of docs/notation.md; the view names the places. */
static void write_action(const struct game *game, const void *view, const struct action *a,
                         struct json_out *out) {
    char text[160];
    int n = game->format(view, a, text, (int)sizeof text);
    json_text_n(out, "action", text, n < 0 ? 0 : (size_t)n);
}

static void write_reasons(const struct bot_reason *reason, int n, struct json_out *out) {
    json_array(out, "reasons");
    for (int i = 0; i < n; i++) {
        json_object(out, NULL);
        json_text(out, "term", bot_term_name(reason[i].term));
        json_int(out, "difference", reason[i].difference);
        json_object_end(out);
    }
    json_array_end(out);
}

void bot_write_turn(const struct bot *bot, struct json_out *out, const char *key) {
    const struct bot_decision *d;
    int n = bot_turn(bot, &d);
    if (n < 0) {
        json_null(out, key);
        return;
    }
    json_array(out, key);
    for (int i = 0; i < n; i++) {
        json_object(out, NULL);
        json_text(out, "action", d[i].text);
        json_text(out, "why", bot_why_name(d[i].why));
        json_int(out, "win", d[i].value);
        json_int(out, "margin", d[i].margin);
        write_reasons(d[i].reason, d[i].reasons_n, out);
        json_object_end(out);
    }
    json_array_end(out);
}

void bot_write(const struct game *game, const void *view, const struct bot_answer *answer,
               struct json_out *out, const char *key) {
    json_object(out, key);
    write_action(game, view, &answer->action, out);
    json_text(out, "why", bot_why_name(answer->why));
    json_int(out, "win", answer->win);
    json_array(out, "value");
    for (int s = 0; s < answer->seats; s++)
        json_int(out, NULL, answer->value[s]);
    json_array_end(out);
    json_int(out, "nodes", answer->nodes);
    json_array(out, "moves");
    for (int i = 0; i < answer->moves_n; i++) {
        json_object(out, NULL);
        write_action(game, view, &answer->move[i].action, out);
        json_int(out, "value", answer->move[i].value);
        json_object_end(out);
    }
    json_array_end(out);
    write_reasons(answer->reason, answer->reasons_n, out);
    json_object_end(out);
}
