"""Everything at once: people send any message at any time, several in a row, come and go and are deleted,
while an admin closes tables and the file is locked now and then. Each message is answered once."""
import collections
import random
import time

from skerry import PATIENCE, Closed, Server
from storing_tests import locked
from tables import test

WORDS = ("play join sit ready start bot create undo ask answer chat phrase view history name settings color stand "
         "kick leave resign rematch close mute games lobby ping").split()
SENSE = {None: ["join", "join", "create"], "open": ["sit", "ready", "ready", "start", "start", "bot"],
         "playing": ["play"] * 8 + ["undo", "ask", "answer", "answer"], "over": ["rematch", "join", "leave"]}
COLORS = ["red", "blue", "orange", "white", "green", "brown"]


class Talker:
    """Somebody who remembers which of their messages wait for an answer."""

    def __init__(self, s, rng, tables):
        self.s, self.rng, self.tables, self.said, self.answers = s, rng, tables, 0, collections.Counter()
        self.come()

    def come(self):
        self.c, self.waits, self.at = self.s.client("Storm"), {}, None

    def message(self, kind):
        rng, c = self.rng, self.c
        some = rng.choice(self.tables) if self.tables and rng.random() < 0.95 else "nosuchtable"
        seats = [None] + [{"level": "random"}] * rng.randrange(3)
        more = {
            "create": lambda: dict(rules=rng.choice(["fifth,points=3", "fifth", "struggle", "nonsense"]), players=rng.choice([2, 3]),
                                   seats=seats, spectators=rng.random() < 0.7, public=rng.random() < 0.5,
                                   hold=rng.choice([1, None]), clock=rng.choice([None, {"bank": 1, "increment": 1}])),
            "join": lambda: dict(table=some),
            "settings": lambda: dict(name="T%d" % rng.randrange(9), players=rng.choice([2, 3]), spectators=rng.random() < 0.7),
            "sit": lambda: dict(seat=rng.randrange(3)),
            "bot": lambda: dict(seat=rng.randrange(4), level=rng.choice(["random", "random", None, "x"])),
            "kick": lambda: dict(seat=rng.randrange(3)),
            "color": lambda: dict(color=rng.choice(COLORS)),
            "ready": lambda: dict(ready=rng.random() < 0.95),
            "play": lambda: dict(actions=[rng.choice(c.menu() or ["0 roll"])]),
            "undo": lambda: dict(to=rng.randrange(1, 20)) if rng.random() < 0.5 else {},
            "ask": lambda: dict(ask=rng.choice(["pause", "resume", "resume", "take-back"])),
            "answer": lambda: dict(yes=rng.random() < 0.9),
            "chat": lambda: dict(text="hello"),
            "phrase": lambda: dict(phrase="hello"),
            "mute": lambda: dict(user="uabc", on=rng.random() < 0.5),
            "name": lambda: dict(name="N%d" % rng.randrange(99)),
            "lobby": lambda: dict(on=rng.random() < 0.5),
        }
        return dict(type=kind, **more.get(kind, dict)())

    def talk(self, times):
        for _ in range(times):
            sense = self.rng.random() < 0.7
            m = self.message(self.rng.choice(SENSE.get(self.at, WORDS) if sense else WORDS))
            self.said += 1
            m["id"] = "s%d" % self.said
            self.waits[m["id"]] = m
            self.c.events = []                      # it may be at another table by then
            try:
                self.c.send(m)
            except OSError:
                return

    def listen(self, seconds=0, enough=lambda: False):
        """Read what has arrived; false if the server has closed the connection."""
        while not enough():
            try:
                m = self.c.receive(seconds)
            except TimeoutError:
                return True
            except (Closed, OSError):
                return False
            self.c.events = []
            if m["type"] == "table":
                self.at = m["table"]["state"]
            if m.get("error") in ("not-at-table", "no-spectators"):
                self.at = None
            if m["type"] in ("ok", "error") and "id" in m:
                asked = self.waits.pop(m["id"], None)
                assert asked, ("answered twice, or without being asked", m)
                self.answers[asked["type"], m.get("error", "ok")] += 1
                if m["type"] == "ok" and "table" in m:
                    self.tables.append(m["table"])
                    del self.tables[:-4]
        return True


def storm(seed, steps):
    rng, tables, head = random.Random(seed), [], {"Authorization": "Bearer sesame"}
    s = Server("--expire-over", "1", "--expire-open", "2", "--admin-token", "sesame")
    people = [Talker(s, rng, tables) for _ in range(7)]

    def strike():
        """A random mishap: something that happens to this person."""
        p, what = rng.choice(people), rng.random()
        own = {"Authorization": "Bearer " + p.c.token}
        if what < 0.3:
            p.c.close()
            p.come()
        elif what < 0.5:
            assert s.post("/api/delete", {"confirm": "delete"}, **own)[0] in (200, 401)
        elif what < 0.7:
            assert s.post("/api/logout", {}, **own)[0] in (200, 401)
        elif what < 0.85 and tables:
            name = rng.choice(tables)
            path = rng.choice(["close", "delete"])
            assert s.post("/api/admin/" + path, {"table": name, "game": name}, **head)[0] in (200, 404, 503)
        else:
            with locked(s):
                p.talk(4)
                time.sleep(0.02)

    for _ in range(steps):
        rng.choice(people).talk(rng.choice([1, 1, 1, 2, 5]))
        if rng.random() < 0.03:
            strike()
        for p in people:
            if not p.listen():
                p.c.close()
                p.come()
    for p in people:
        assert not p.listen(PATIENCE, lambda: not p.waits) or not p.waits, ("never answered", p.waits)
    for p in people:
        p.c.close()
    sums = sum((p.answers for p in people), collections.Counter())
    assert s.close() == 0
    return sums


@test
def every_message_in_a_storm_is_answered_once():
    sums = collections.Counter()
    for seed in (1, 2, 3):
        sums += storm(seed, 1500)
    for word in ("create", "join", "sit", "ready", "start", "play", "leave", "chat", "name"):
        assert sums[word, "ok"] > 5, (word, sums)
