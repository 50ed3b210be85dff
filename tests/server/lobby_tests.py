"""The list of public tables: short, gathered, complete in what a person needs, and no more expensive with more tables or people."""
import json
import time

from skerry import Server, eventually
from tables import test, until

ROWS, RATE, LONGEST = 40, 2000, 16 * 1024     # server/process/limits.h: LOBBY_MAX, LOBBY_RATE a second, LOBBY_BYTES


class Watcher:
    """Somebody who has the lobby open, with the list as the messages make it."""

    def __init__(self, s, **more):
        self.c, self.rows, self.counts, self.bytes, self.messages = s.client("Looker"), {}, {}, 0, 0
        note = self.c.note
        self.c.note = lambda m: (self.take(m), note(m))[1]
        self.c.ok("lobby", on=True, **more)

    def take(self, m):
        if not m["type"].startswith("lobby"):
            return
        self.bytes += len(json.dumps(m, separators=(",", ":"), ensure_ascii=False))
        self.messages += 1
        self.counts = m.get("counts", self.counts)
        if m["type"] == "lobby":
            self.rows = {e["table"]: e for e in m["tables"]}
        elif "gone" in m:
            self.rows.pop(m["gone"], None)
        elif "entry" in m:
            self.rows[m["entry"]["table"]] = m["entry"]

    def until(self, holds):
        until(self.c, holds)


def hosts(s, n, **more):
    """People who wait at public tables of their own."""
    all_ = [s.client("Host") for _ in range(n)]
    for i, c in enumerate(all_):
        c.ok("create", **dict(dict(rules="fifth", players=4, public=True, name="Table %d" % i), **more))
    return all_


@test
def many_tables_and_listeners_cost_the_lobby_a_bounded_amount():
    s = Server()
    all_ = hosts(s, 100)
    watchers = [Watcher(s) for _ in range(10)]
    for w in watchers:
        w.until(lambda: len(w.rows) == ROWS and w.counts["listed"] == w.counts["tables"] == 100)
        w.before, w.messages = w.bytes, 0
    begun = time.monotonic()
    for round_ in range(8):                     # 800 changes
        for c in all_:
            c.ok("bot", seat=1 + round_ % 3, level="random" if round_ % 2 else None)
    for w in watchers:
        w.c.catch_up()
        spent = time.monotonic() - begun
        assert w.bytes - w.before <= RATE * spent + LONGEST + 1000, (w.bytes - w.before, spent)
        assert w.messages <= 8 * 4 * (spent + 1), (w.messages, spent)
    assert s.close() == 0


@test
def the_first_tables_of_many_have_a_free_seat_and_are_the_fullest():
    s = Server()
    all_ = hosts(s, ROWS + 5)
    w = Watcher(s)
    late, = hosts(s, 1, players=2, name="Late")     # one free seat, the others have three
    w.until(lambda: late.table["id"] in w.rows and len(w.rows) == ROWS)
    late.ok("bot", seat=1, level="random")          # full: others can be joined
    w.until(lambda: late.table["id"] not in w.rows)
    late.ok("ready", ready=True)
    late.ok("start")
    w.until(lambda: w.counts["games"] == 1)
    for c in all_[:6]:
        c.ok("close")
    w.until(lambda: late.table["id"] in w.rows)     # there is room for games again
    assert w.rows[late.table["id"]]["state"] == "playing" and len(w.rows) == ROWS
    all_[-1].close()                                # nobody waits there any more: behind the game
    eventually(lambda: list(Watcher(s).rows)[-2:] == [late.table["id"], all_[-1].table["id"]])
    assert s.close() == 0


@test
def a_table_is_found_by_its_name_however_many_there_are():
    s = Server()
    hosts(s, ROWS)
    quiet = Watcher(s, named="Sheep")
    quiet.until(lambda: quiet.counts)
    assert not quiet.rows
    wanted, = hosts(s, 1, name="Deep SHEEP, come", players=6, rules="fifth-56")     # the last of all
    quiet.until(lambda: wanted.table["id"] in quiet.rows)
    assert quiet.messages == 2, "tables with other names are none of its business"
    w = Watcher(s)
    assert wanted.table["id"] not in w.rows
    w.c.ok("lobby", on=True, named="deep sheep")
    w.until(lambda: list(w.rows) == [wanted.table["id"]])
    wanted.ok("close")
    quiet.until(lambda: not quiet.rows)
    w.until(lambda: not w.rows)
    w.c.ok("lobby", on=True)
    assert len(w.rows) == ROWS
    w.c.refused("bad-value", "lobby", on=True, named="x" * 200)
    assert s.close() == 0


@test
def the_lobby_counts_people_tables_and_games():
    s = Server()
    w = Watcher(s)
    assert w.counts == {"people": 1, "tables": 0, "games": 0, "listed": 0}, w.counts
    a, = hosts(s, 1, players=2, public=False)
    w.until(lambda: w.counts == {"people": 2, "tables": 1, "games": 0, "listed": 0})
    a.ok("bot", seat=1, level="random")
    a.ok("ready", ready=True)
    a.ok("start")
    w.until(lambda: w.counts["games"] == 1 and w.counts["tables"] == 1)
    assert not w.rows, "it is private"
    assert s.close() == 0
