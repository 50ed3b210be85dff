"""table.py -- a table driven from outside: `skerry engine`, one line of JSON each way.

Shares no code with the engine. `given` starts a game with chance played by hand, `change` edits
the position and sets it, `play` plays lines, `refused` says with which reason one is refused."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = ["brick", "lumber", "wool", "grain", "ore"]
# What follows from the rest of a position, and is left out when one is set.
DERIVED = {"count", "left", "rates", "points", "points_public", "road_length", "dev_count",
           "dev_new_count"}


def cards(text):
    """'2wool+ore' as an object."""
    found = {}
    for part in text.split("+") if text else []:
        kind = part.lstrip("0123456789")
        found[kind] = found.get(kind, 0) + int(part[:len(part) - len(kind)] or 1)
    return found


class Engine:
    def __init__(self, program=None):
        program = program or os.environ.get("SKERRY") or os.path.join(ROOT, "build", "skerry")
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def line(self, raw):
        self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "the engine is gone after %r" % raw[:200]
        return json.loads(answer)

    def ask(self, cmd, **keys):
        return self.line(json.dumps(dict(keys, cmd=cmd)).encode())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait()


class Table:
    """A game on one engine. Chance is played by hand unless `chance` says otherwise."""
    engine = None

    def __init__(self, ruleset, players=None, chance="manual", **keys):
        if Table.engine is None:
            Table.engine = Engine()
        if players:
            keys["players"] = players
        self.status = self.ok("new", ruleset=ruleset, chance=chance, **keys)

    def ask(self, cmd, **keys):
        return Table.engine.ask(cmd, **keys)

    def ok(self, cmd, **keys):
        answer = self.ask(cmd, **keys)
        assert answer["ok"], "%s %s: %s" % (cmd, str(keys)[:300], answer)
        return answer

    def play(self, lines):
        for line in lines.split(";"):
            self.status = self.ok("play", action=line.strip())
        return self

    def refused(self, line):
        """Why this action is refused. Asserts that play and check agree and that nothing changes."""
        before = self.state()
        answer, judged = self.ask("play", action=line), self.ask("check", action=line)
        assert not answer["ok"], "%s was played" % line
        assert judged == answer, "check and play differ for %s: %s, %s" % (line, judged, answer)
        assert self.state() == before, "%s was refused and changed the game" % line
        return answer["error"]

    def allowed(self, line):
        return self.ask("check", action=line)["ok"]

    def menu(self, seat=None):
        keys = {} if seat is None else {"seat": seat}
        return self.ok("legal", **keys)["actions"]

    def verbs(self, seat=None):
        return {line.split()[1] for line in self.menu(seat)}

    def state(self):
        return self.ok("state")["state"]

    def view(self, seat):
        return self.ok("view", seat=seat)["view"]

    def seat(self, seat):
        return self.state()["seats"][seat]

    def hand(self, seat):
        return {k: n for k, n in self.seat(seat)["cards"].items() if n}

    def points(self, seat):
        return self.seat(seat)["points"]

    def position(self):
        """The position without what follows from it: the supply, the deck, counts, points."""
        state = self.state()
        for key in ("bank", "deck", "owes", "may", "chance", "round", "gains", "display"):
            state.pop(key, None)
        for seat in state["seats"]:
            for key in DERIVED:
                seat.pop(key, None)
        return state

    def set(self, state):
        self.status = self.ok("set", state=state, chance="manual")
        return self

    def change(self, seats=(), **keys):
        """Set the position with these keys changed; `seats` maps a seat to its changes. Hands are
        written as bundles: change({0: {"cards": "2wool"}}, robber="C3")."""
        state = self.position()
        state.update(keys)
        for number, changes in dict(seats).items():
            for key, value in changes.items():
                if key in ("cards", "dev", "dev_new", "played") and isinstance(value, str):
                    value = cards(value)
                if key == "cards":
                    value = {k: value.get(k, 0) for k in KINDS}
                state["seats"][number][key] = value
        return self.set(state)
