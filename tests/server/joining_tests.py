"""Joining a table: twice, at the same moment as others, late."""
import threading

from skerry import Client, updated
from tables import play_on, play_to_rest, returned, server, table, test, until


def seats_of(c):
    return [(x["kind"], x["name"], x["online"]) for x in c.table["seats"]]


# --- twice ---

@test
def a_table_joined_again_is_joined_once():
    s = server()
    a, b = table(s, 2, 0, "fifth", start=False, players=2)
    a.catch_up()
    seated = seats_of(a)
    for c in (a, b):                    # on the same connection, as a double click sends it
        c.send({"type": "join", "id": "x", "table": a.table["id"]})
        c.send({"type": "join", "id": "y", "table": a.table["id"]})
        for name in "xy":
            c.expect("ok", id=name)
    assert a.table["you"]["host"] and not b.table["you"]["host"], "the host is still the host"
    again = Client(s, b.token)          # and in a second tab of the same person
    again.ok("join", table=a.table["id"])
    assert again.seat == 1 and again.table["you"]["host"] is False
    a.catch_up()
    assert seats_of(a) == seats_of(again) == seated and again.table["watchers"] == 0
    assert again.ok("sit", seat=1) and again.seat == 1, "one's own seat, taken again"
    again.close()
    a.drain(0.1)
    assert seats_of(a) == seated, "the other tab is still there"
    for c in (a, b):
        c.close()


@test
def a_host_who_reloads_stays_the_host_and_one_who_is_gone_hands_over():
    s = server()
    a, b = table(s, 2, 0, "fifth", start=False, players=3, hold=3600)
    a.close()
    until(b, lambda: not b.table["seats"][0]["online"])
    b.refused("not-host", "bot", seat=2, level="random")
    a = Client(s, a.token)              # the page, opened again
    a.ok("join", table=b.table["id"])
    assert a.table["you"]["host"] and not b.table["you"]["host"]
    a.ok("bot", seat=2, level="random")
    a.ok("settings", hold=1)
    a.close()                           # and not again
    until(b, lambda: b.table["you"]["host"])
    b.ok("bot", seat=2, level=None)
    c = s.client("Cleo")
    c.ok("join", table=b.table["id"])
    b.ok("leave")                       # on purpose: at once
    until(c, lambda: c.table["you"]["host"])
    c.close()


@test
def a_watcher_who_joins_twice_counts_once_and_hears_everything_once():
    s = server()
    a, = table(s, 1, 2, "fifth", start=False)
    w = s.client("Wil")
    for _ in range(3):
        w.ok("join", table=a.table["id"])
    assert w.table["watchers"] == 1
    a.ok("chat", text="once", id="hello")
    w.catch_up()
    assert [m["text"] for m in w.inbox if m["type"] == "chat"] == ["once"]
    a.ok("ready", ready=True)
    a.ok("start")
    w.expect("game")
    before = len(w.events)
    w.ok("join", table=a.table["id"], last_seq=before)
    play_on([a], before + 4)
    w.catch_up()
    assert [e["seq"] for e in w.events] == list(range(1, len(w.events) + 1))
    assert len(w.events) >= before + 4
    for c in (a, w):
        c.close()


@test
def the_number_of_watchers_follows_who_comes_and_goes():
    a, b = table(server(), 2, 1)
    watchers = [server().client("W%d" % i, table=a.table["id"]) for i in range(5)]
    until(a, lambda: a.table["watchers"] == 5)
    until(b, lambda: b.table["watchers"] == 5)
    watchers[0].close()                                 # gone without a word
    watchers[1].ok("leave")
    watchers[2].ok("create", rules="fifth")             # at another table now
    until(a, lambda: a.table["watchers"] == 2)
    left = watchers[3]
    until(left, lambda: left.table and left.table["watchers"] == 2)
    for c in [a, b] + watchers[1:]:
        c.close()


@test
def two_joins_and_sits_that_race_leave_one_in_each_seat():
    s = server()
    for _ in range(5):
        host, = table(s, 1, 0, "fifth", start=False, players=3)
        name, token = host.table["id"], s.session("Twin")["token"]
        tabs = [Client(s, token) for _ in range(3)]             # one person, three tabs
        others = [s.client("O%d" % i) for i in range(3)]        # and three who want the same seat
        answers, gate = [], threading.Barrier(6)

        def come(c, seat):
            gate.wait()
            c.send({"type": "join", "id": "j", "table": name})
            c.send({"type": "sit", "id": "s", "seat": seat})
            c.expect("ok", id="j")
            while True:
                m = c.receive()
                if m.get("id") == "s":
                    answers.append((seat, m["type"], m.get("error")))
                    return

        crowd = [threading.Thread(target=come, args=(c, 1)) for c in tabs] + \
                [threading.Thread(target=come, args=(c, 2)) for c in others]
        for x in crowd:
            x.start()
        for x in crowd:
            x.join()
        assert answers.count((1, "ok", None)) == 3, answers     # again and again the same person
        assert answers.count((2, "ok", None)) == 1 and answers.count((2, "error", "seat-taken")) == 2, answers
        host.catch_up()
        assert [x["kind"] for x in host.table["seats"]] == ["human"] * 3
        assert len({x["user"] for x in host.table["seats"]}) == 3 and host.table["seats"][1]["name"] == "Twin"
        for c in [host] + tabs + others:
            c.close()


# --- late ---

def history(s, name, token=None, since=0):
    """What each entry left behind: views by number."""
    views, view = {}, None
    while True:
        status, a, _ = s.request("GET", "/api/game/%s/history?since=%d" % (name, since),
                                 headers={"Authorization": "Bearer " + token} if token else {})
        assert status == 200, a
        for h in a["history"]:
            view = h["view"] if "view" in h else updated(view, h["change"])
            views[h["seq"]] = view
        if a["seq"] == a["last"]:
            return views
        assert a["seq"] > since
        since = a["seq"]


def late(rules):
    s = server()
    a, b = table(s, 2, 1, rules)
    w = returned(s, s.session("Wil")["token"], a.table["id"])
    play_on([a, b], enough=lambda: a.game["undo"] and a.game["view"]["owes"] == [a.seat])
    a.ok("undo", id="back")             # an entry is taken back, with nobody else to act: it left nothing
    play_on([a, b], a.game["seq"] + 40)
    play_to_rest([a, b])
    w.catch_up()
    seen = {m["seq"]: m["view"] for m in w.inbox if m["type"] == "game"}
    gone = {n for e in w.events if "undo" in e for n in range(e["undo"], e["seq"] + 1)}
    views = history(s, a.table["id"])
    assert gone and sorted(views) == [n for n in range(1, len(w.events) + 1) if n not in gone]
    for n, view in seen.items():
        assert n in gone or views[n] == view, n
    assert len(set(seen) - gone) > 20
    assert history(s, a.table["id"], a.token) == views, "nobody is told more than a spectator"
    some = history(s, a.table["id"], since=25)
    assert some == {n: v for n, v in views.items() if n > 25}
    for c in (a, b, w):
        c.close()


@test
def a_late_joiner_gets_the_view_after_each_entry():
    late("fifth,board=random,offers=0")     # or a bot might still propose something
    late("struggle")


@test
def the_history_is_refused_like_the_record():
    s = server()
    a, = table(s, 1, 2, "fifth", spectators=False)
    path = "/api/game/%s/history" % a.table["id"]
    assert s.get(path)[0] == 403
    assert s.request("GET", path, headers={"Authorization": "Bearer " + a.token})[0] == 200
    assert s.get("/api/game/nonsense/history")[0] == 404
    b, = table(s, 1, 2, "fifth", start=False)
    assert s.get("/api/game/%s/history" % b.table["id"])[0] == 409
    for c in (a, b):
        c.close()
