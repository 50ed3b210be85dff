"""Finding a game: a table where somebody is waiting, or a new one that fills up with bots."""
import time

from skerry import PATIENCE, Server
from tables import test, until

RULES = "fifth,board=random"


def close(*clients):
    for c in clients:
        c.close()


@test
def find_opens_a_table_that_starts_by_itself():
    s = Server()
    a = s.client("Ada")
    made = a.ok("find", rules=RULES, players=3)
    assert a.table["id"] == made["table"] and a.table["public"] and a.table["fill"] == 20, a.table
    assert a.table["you"]["seat"] == 0 and a.table["fill_at"], a.table
    a.ok("ready", ready=True)
    a.ok("settings", fill=1)                        # nobody waits twenty seconds in a test; it may start at once
    until(a, lambda: a.table["state"] == "playing")
    assert [x["kind"] for x in a.table["seats"]] == ["human", "bot", "bot"]
    close(a)
    s.close()


@test
def find_leads_to_the_table_that_begins_soonest():
    s = Server()
    hosts = [s.client("H%d" % i) for i in range(5)]
    bots = [{"level": "random"}]
    hidden = hosts[0].ok("create", rules=RULES, players=4, seats=[None] + bots * 2)["table"]
    slow = hosts[1].ok("create", rules=RULES, players=4, seats=[None] + bots * 2, public=True)["table"]
    cards = hosts[2].ok("create", rules="struggle", players=4, public=True, fill=600)["table"]
    soon = hosts[3].ok("create", rules=RULES, players=4, public=True, fill=600)["table"]
    fuller = hosts[4].ok("create", rules=RULES, players=4, seats=[None] + bots, public=True, fill=600)["table"]
    b = s.client("Ben")
    assert b.ok("find", rules=RULES)["table"] == fuller
    assert b.ok("find", rules="struggle")["table"] == cards
    hosts[4].ok("settings", public=False)
    assert b.ok("find", rules="fifth,points=8")["table"] == soon
    b.ok("join", table=soon)                        # people who already have a seat are sent back to it
    b.ok("sit", seat=1)
    assert b.ok("find", rules=RULES)["table"] == soon
    hosts[3].ok("kick", seat=1)
    assert b.ok("find", rules=RULES)["table"] == slow
    hosts[1].ok("bot", seat=3, level="random")      # no seat left there, so a new one
    new = b.ok("find", rules=RULES)["table"]
    assert new not in (hidden, slow, soon, fuller, cards)
    close(b, *hosts)
    s.close()


@test
def people_who_look_at_the_same_moment_meet():
    s = Server()
    for rules, players in ((RULES, 4), ("struggle", 4)):
        people = [s.client("P%d" % i) for i in range(players)]
        for c in people:
            c.send({"type": "find", "id": 1, "rules": rules, "players": players})
        tables = {c.expect("ok", id=1)["table"] for c in people}
        assert len(tables) == 1, tables
        for seat, c in enumerate(people[1:], 1):
            c.ok("join", table=min(tables))
            if c.seat is None:
                c.ask("sit", seat=seat)
        assert all(c.table["id"] in tables for c in people)
        close(*people)
    s.close()


@test
def a_table_that_everybody_has_left_is_not_found():
    s = Server()
    a, b = s.client("Ada"), s.client("Ben")
    left = a.ok("create", rules=RULES, players=3, public=True)["table"]
    a.close()
    end = time.monotonic() + PATIENCE               # the server has yet to notice
    while b.ok("find", rules=RULES)["table"] == left and time.monotonic() < end:
        time.sleep(0.2)
    assert b.table["id"] != left
    close(b)
    s.close()


@test
def looking_for_a_game_is_judged_like_opening_a_table():
    s = Server("--tables", "1")
    a = s.client("Ada")
    a.refused("bad-value", "find")
    a.refused("bad-rules", "find", rules="chess")
    a.refused("bad-value", "find", rules=RULES, players="many")
    a.ok("create", rules=RULES)
    a.refused("too-many", "find", rules=RULES)
    close(a)
    s.close()
