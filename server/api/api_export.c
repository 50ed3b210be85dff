/* api_export.c -- everything that is stored about a person, for them, over HTTP. */
#include <limits.h>
#include <string.h>

#include "api.h"
#include "rooms/room.h"

/* Items contain JSON that we wrote, so they are exported as they are; the key of a mute says
 * everything. */
static void write_item(const struct store_row *row, struct json_out *o) {
    bool secret = strcmp(row->id, "account") == 0 || strcmp(row->id, "session") == 0;
    json_object(o, NULL);
    json_text(o, "kind", row->id);
    json_int(o, "at", row->at);
    if (secret) /* hashes are useful only to a thief */
        json_text(o, "note", "a hash of a secret is stored");
    else if (strcmp(row->id, "mute") == 0)
        mute_write(row->key, o);
    else
        json_raw(o, "value", row->body, row->len);
    json_object_end(o);
}

static void write_export(struct json_out *o, const void *arg) {
    const struct store_request *q = arg;
    const struct asking *a = q->arg;
    json_text(o, "user", a->who.user);
    json_array(o, "items");
    for (int i = 0; i < q->rows_n; i++)
        if (q->rows[i].kind == ROW_ITEM)
            write_item(&q->rows[i], o);
    json_array_end(o);
    json_array(o, "chat");
    for (int i = 0; i < q->rows_n; i++)
        if (q->rows[i].kind == ROW_CHAT) {
            json_object(o, NULL);
            json_int(o, "at", q->rows[i].at);
            json_raw(o, "line", q->rows[i].body, q->rows[i].len);
            json_object_end(o);
        }
    json_array_end(o);
    api__write_games(a->conn->server, q, a->who.user, INT_MAX, o);
}

static void exported(struct store_request *q) {
    struct asking *a = q->arg;
    if (q->result == STORE_OK)
        api__answer_any_size(a->conn,
                             "Cache-Control: no-store\r\nContent-Disposition: attachment; "
                             "filename=\"skerry-export.json\"\r\n",
                             write_export, q);
    else
        api_unavailable(a->conn);
    api__asking_free(a);
}

void api__get_export(struct conn *c, const struct identity *who) {
    if (!who->ok) {
        api_error(c, 401, "no-session", "There is no session.");
        return;
    }
    struct store_request *q = store_request(STORE_EXPORT, NULL);
    KEEP(q->user, who->user);
    store_ask(c->server->store, q, exported, api__asking(c, who));
}
