"""Helpers that make tables, play at random and wait; and the list of tests."""
import pathlib
import random
import select
import tempfile
import threading
import time

from skerry import PATIENCE, Client, Server

TESTS = []


def test(f):
    TESTS.append(f)
    return f


shared = None
making = threading.Lock()


def server():
    """One server shared by all tests that do not change it."""
    global shared
    with making:
        if not shared:
            shared = Server("--admin-token", "open sesame", page=page_folder())
    return shared


def page_folder():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="skerry-page-"))
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Skerry</title>" + "x" * 5000)
    (folder / "assets/app-0123abcd.js").write_text("let a = 1;" * 500)
    (folder / "assets/app-0123abcd.js.br").write_bytes(b"packed by the build")
    (folder / "assets/large-0123abcd.js").write_text("let b = 2;" * 500)
    (folder / "assets/large-0123abcd.js.gz").write_bytes(b"gzipped by the build")
    (folder / "secret").write_text("none")
    return folder


def table(s, people=1, bots=2, rules="fifth", start=True, **more):
    """A table with this many people (the first is the host) and bots; returns the clients."""
    clients = [s.client("P%d" % i) for i in range(people)]
    seats = [None] * people + [{"level": "random"}] * bots
    host = clients[0]
    made = host.ok("create", rules=rules, players=more.pop("players", people + bots), seats=seats, **more)
    for i, c in enumerate(clients[1:], 1):
        c.ok("join", table=made["table"])
        c.ok("sit", seat=i)
    if start:
        for c in clients:
            c.ok("ready", ready=True)
        host.ok("start")
        for c in clients[1:]:
            while not c.game:
                c.receive()
    return clients


def wanted(c):
    """Does the game wait for this client?"""
    return c.table["state"] == "playing" and c.game and c.seat in c.game["view"]["owes"] and c.menu()


def play_on(clients, entries=None, rng=random, enough=lambda: False):
    """Let everybody play at random until the end, until there are `entries` entries, or until `enough()`."""
    while True:
        for c in clients:
            c.drain()
        host = clients[0]
        if host.table["state"] != "playing" or (entries and host.game["seq"] >= entries) or enough():
            return
        movers = [c for c in clients if wanted(c)]
        if movers:
            c = rng.choice(movers)
            answer = c.play(rng.choice(c.menu()), seq=c.game["seq"])
            assert answer["type"] == "ok" or answer["error"] == "stale", answer
        else:                               # the first of them that hears something
            assert select.select([c.socket for c in clients], [], [], PATIENCE)[0], "the game stands still"


def play_to_rest(clients):
    """Play on until the game waits for one of these and for nobody else: then nothing moves by itself. All of them must have
    heard it: the first one may still wait for a move of the others that a bot has to answer."""
    own = {c.seat for c in clients}

    def rests():
        owes = set(clients[0].game["view"]["owes"])
        return len({c.game["seq"] for c in clients}) == 1 and owes and owes <= own

    play_on(clients, enough=rests)


def returned(s, token, name, **more):
    """Somebody comes (back) to a table; returns when they have received its game."""
    c = Client(s, token, table=name, **more)
    while not c.game:
        c.receive()
    return c


def until(c, holds):
    """Read until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not holds():
        c.receive(max(0.1, end - time.monotonic()))


def until_own_turn(c, text):
    """Play until the menu holds an action with this text; returns it."""
    for _ in range(600):
        c.drain()
        found = [a for a in c.menu() if text in a] if wanted(c) else []
        if found:
            return found[0]
        if wanted(c):
            c.play(random.choice(c.menu()))
        else:
            c.receive()
    raise AssertionError("no " + text)
