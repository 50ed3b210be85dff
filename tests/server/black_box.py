#!/usr/bin/env python3
"""The server from outside, over real sockets. `black_box.py [WORD…]` runs the tests whose name
holds a word. Ends with "N passed, M failed"."""
import concurrent.futures
import gzip
import json
import os
import pathlib
import random
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from skerry import PROGRAM, ROOT, Client, Closed, Server

TESTS = []


def test(f):
    TESTS.append(f)
    return f


shared = None


def server():
    global shared
    if not shared:
        shared = Server("--admin-token", "open sesame", page=page_folder())
    return shared


folder = None


def page_folder():
    global folder
    if not folder:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="skerry-page-"))
        (folder / "assets").mkdir()
        (folder / "index.html").write_text("<!doctype html><title>Skerry</title>" + "x" * 5000)
        (folder / "assets/app-0123abcd.js").write_text("let a = 1;" * 500)
        (folder / "secret").write_text("none")
    return folder


def table(s, people=1, bots=2, rules="fifth", start=True, **more):
    """A table with so many people (the first is the host) and bots; returns the clients."""
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


def play_on(clients, entries=None, rng=random):
    """Let everybody play at random until the end, or until so many entries are there."""
    while True:
        for c in clients:
            c.drain(0)
        host = clients[0]
        if host.table["state"] != "playing" or (entries and host.game["seq"] >= entries):
            return
        movers = [c for c in clients if wanted(c)]
        if movers:
            c = rng.choice(movers)
            answer = c.play(rng.choice(c.menu()), seq=c.game["seq"])
            assert answer["type"] == "ok" or answer["error"] == "stale", answer
        else:
            host.receive(20)


def until(c, holds, seconds=20):
    """Read until something holds; machines are slow at times."""
    end = time.time() + seconds
    while not holds():
        c.receive(max(0.1, end - time.time()))


# --- the protocol's own example ---

def matches(expected, got):
    if expected == "*":
        return got is not None
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(matches(v, got.get(k)) for k, v in expected.items())
    if isinstance(expected, list):
        return isinstance(got, list) and len(got) == len(expected) and all(map(matches, expected, got))
    return expected == got


@test
def the_documents_examples_run():
    blocks = re.findall(r"```example\n(.*?)```", (ROOT / "docs/protocol.md").read_text(), re.S)
    assert len(blocks) >= 2
    for block in blocks:
        run_example(block)


def run_example(block):
    c = Client(server(), server().session("Doc")["token"], hello=False)
    for line in block.strip().splitlines():
        message = json.loads(line[2:])
        if line[0] == ">":
            if message["type"] == "hello":
                message["token"] = c.token
            c.send(message)
            continue
        seen = []
        while not seen or not matches(message, seen[-1]):
            assert not seen or seen[-1]["type"] != "error", (line, seen[-1])
            try:
                seen.append(c.receive(10))
            except TimeoutError:
                raise AssertionError((line, seen)) from None
    c.close()


# --- whole games ---

@test
def whole_games_of_every_ruleset_with_people_and_bots():
    s = server()
    for rules, people, bots in (("fifth", 2, 2), ("3d", 1, 2), ("sixth+helpers", 2, 1), ("fifth-56", 2, 4),
                                ("fifth,board=random,start=draft,points=6", 3, 0), ("struggle", 2, 1), ("struggle", 4, 0)):
        clients = table(s, people, bots, rules)
        play_on(clients)
        for c in clients:
            c.expect("over") if not any(m["type"] == "over" for m in c.inbox) else None
            assert c.table["winner"] is not None and c.table["fair"]["server_seed"]
            assert [e["seq"] for e in c.events] == list(range(1, c.game["seq"] + 1))
        over = [m for m in clients[0].inbox if m["type"] == "over"][0]
        assert over["position"]["viewer"] is None and over["winner"] == clients[0].table["winner"]
        status, record, _ = s.get("/api/game/%s/record" % clients[0].table["id"])
        assert status == 200
        check = subprocess.run([PROGRAM, "verify", "-"], input=record, capture_output=True)
        assert check.returncode == 0, check.stdout
        bad = re.sub(rb"Server-Seed: (.)", lambda m: b"Server-Seed: " + (b"0" if m[1] != b"0" else b"1"), record)
        assert subprocess.run([PROGRAM, "verify", "-"], input=bad, capture_output=True).returncode == 1
        for c in clients:
            c.close()


@test
def bots_of_the_real_levels_finish_a_game():
    c = server().client("Ada")
    c.ok("create", rules="fifth,points=5", players=3, seats=[None, {"level": "beginner"}, {"level": "casual", "style": "trader"}])
    c.ok("ready", ready=True)
    c.ok("start")
    play_on([c])
    assert c.table["winner"] is not None
    c.close()


@test
def our_bot_and_a_bot_in_python_play_over_the_socket():
    s = server()
    a = s.client("Host")
    name = a.ok("create", rules="fifth,points=4", players=3, sit=0)["table"]
    url = "http://127.0.0.1:%d" % s.port
    guests = [subprocess.Popen([PROGRAM, "bot", "--url", url, "--table", name, "--level", "casual"], stdout=subprocess.PIPE),
              subprocess.Popen([sys.executable, str(ROOT / "bindings/python/bot.py"), url, name])]
    a.ok("ready", ready=True)
    while sum(x["ready"] for x in a.table["seats"]) < 3:
        a.receive(10)
    a.ok("start")
    play_on([a])
    assert a.table["winner"] is not None
    assert all(any(e["seat"] == i for e in a.events) for i in range(3))
    assert [g.wait(10) for g in guests] == [0, 0]
    guests[0].stdout.close()
    a.close()


@test
def four_tables_at_once():
    def one(i):
        clients = table(server(), 2, 1, "fifth,points=4" if i % 2 else "struggle,points=5")
        play_on(clients, rng=random.Random(i))
        for c in clients:
            c.close()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(4)))


# --- connections ---

@test
def a_seat_comes_back_at_every_ply_and_sees_the_same():
    s = server()
    a, b = table(s, 2, 1, "fifth,points=4")
    twin = Client(s, a.token, table=a.table["id"])           # stays connected all along
    twin.drain(0.1)
    plies = 0
    while True:
        for c in (a, b, twin):
            c.drain(0.02)
        if a.table["state"] != "playing" or plies > 150:
            break
        seq, events, token = a.game["seq"], a.events, a.token
        a.close()
        mover = b if wanted(b) else None
        if mover:
            mover.play(random.choice(mover.menu()))
        a = Client(s, token, table=b.table["id"], last_seq=seq)
        while not a.game:
            a.receive()
        assert all(e["seq"] > seq for e in a.events), "an event twice"
        a.events = events + a.events
        if wanted(a) and not mover:
            a.play(random.choice(a.menu()))
        for c in (a, twin):
            while c.game["seq"] < max(a.game["seq"], twin.game["seq"]):
                c.receive()
        plies += 1
        if a.game["seq"] == twin.game["seq"]:
            assert a.events == twin.events, "events differ"
            assert a.game["view"] == twin.game["view"] and a.game["legal"] == twin.game["legal"]
    assert plies > 20
    for c in (a, b, twin):
        c.close()


@test
def two_tabs_of_one_seat_agree_and_a_repeat_counts_once():
    s = server()
    a, = table(s, 1, 2)
    tab = Client(s, a.token, table=a.table["id"])
    while not tab.game:
        tab.receive()
    for _ in range(12):
        for c in (a, tab):
            c.drain(0.05)
        if not wanted(a):
            a.receive()
            continue
        move, seq = random.choice(a.menu()), a.game["seq"]
        first = a.play(move, id="same-%d" % seq)
        again = tab.play(move, id="same-%d" % seq)
        assert first["type"] == "ok" and again["type"] == "ok", (first, again)
        assert again["seq"] == first["seq"] and again["again"]
    a.close()
    tab.close()


@test
def a_repeat_is_recognised_after_a_kill():
    s = Server()
    a, = table(s, 1, 2)
    while not wanted(a):
        a.receive()
    move = a.menu()[0]
    first = a.play(move, id="once")
    s.restart()
    a = Client(s, a.token, table=a.table["id"])
    again = a.play(move, id="once")
    assert again["type"] == "ok" and again["seq"] == first["seq"] and again["again"], again
    a.close()
    assert s.close() == 0


@test
def a_killed_server_goes_on_with_the_same_game():
    s = Server()
    clients = table(s, 2, 1, "sixth+helpers")
    for _ in range(4):
        play_on(clients, clients[0].game["seq"] + 25)
        before = [(c.game["seq"], c.game["view"], c.events) for c in clients]
        s.restart()
        again = []
        for c, (seq, view, events) in zip(clients, before):
            d = Client(s, c.token, table=c.table["id"])
            while not d.game:
                d.receive()
            assert d.game["seq"] >= seq and d.events[:len(events)] == events, "the log has changed"
            if d.game["seq"] == seq:
                assert d.game["view"] == view
            again.append(d)
        clients = again
    assert any(g["table"] == clients[0].table["id"] for g in clients[0].welcome["games"])
    for c in clients:
        c.close()
    assert s.close() == 0


@test
def sigterm_drains_with_1012_and_nothing_is_lost():
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 12)
    seq = a.game["seq"]
    s.process.terminate()
    try:
        while True:
            a.receive(5)
    except Closed as e:
        assert e.args[0] == 1012, e.args
    assert any(m["type"] == "bye" for m in a.inbox)
    assert s.process.wait(10) == 0
    s.log.close()
    s.start()
    b = Client(s, a.token, table=a.table["id"])
    while not b.game:
        b.receive()
    assert b.game["seq"] >= seq
    b.close()
    assert s.close() == 0


# --- what others may see ---

@test
def spectators_and_others_see_no_hidden_card():
    s = server()
    clients = table(s, 2, 1, "fifth")
    watcher = s.client("Eve", table=clients[0].table["id"])
    watcher.drain(0.1)
    for _ in range(6):
        play_on(clients + [watcher], clients[0].game["seq"] + 15)
        for c in clients + [watcher]:
            c.drain(0.1)
            v = c.game["view"]
            own = c.seat
            assert v["viewer"] == ("spectator" if own is None else own)
            for seat in v["seats"]:
                if seat["seat"] != own:         # an empty hand is no secret
                    assert (seat["cards"] is None or seat["count"] == 0) and not seat["dev"] and not seat["dev_new"], seat
            assert v["deck"]["cards"] is None
    hidden = [x for e in watcher.events for x in e.get("actions", []) if x.startswith(("* steal", "* draw"))]
    assert all(x.endswith("?") for x in hidden), hidden
    assert watcher.game["legal"] is None
    watcher.refused("no-seat", "play", actions=["0 roll"], id="spy")
    status, record, _ = s.get("/api/game/%s/record" % clients[0].table["id"])
    assert status == 200 and b"Server-Seed" not in record
    assert not re.search(rb"\* (steal \d|draw) [a-z]", record), "a running game's record leaks"
    for c in clients + [watcher]:
        c.close()


@test
def a_table_without_spectators_refuses_strangers():
    clients = table(server(), 1, 2, spectators=False)
    eve = server().client("Eve")
    eve.refused("no-spectators", "join", table=clients[0].table["id"])
    assert server().get("/api/game/%s/record" % clients[0].table["id"])[0] == 403
    eve.close()
    clients[0].close()


# --- undo, take-back, pause ---

def until_own_turn(c, text):
    """Play until the menu holds an action with this text; returns it."""
    for _ in range(600):
        c.drain(0)
        found = [a for a in c.menu() if text in a] if wanted(c) else []
        if found:
            return found[0]
        if wanted(c):
            c.play(random.choice(c.menu()))
        else:
            c.receive()
    raise AssertionError("no " + text)


@test
def own_steps_are_undone_until_something_shows():
    a, = table(server(), 1, 2, "fifth,board=random")
    settle = until_own_turn(a, " settle ")
    view = a.game["view"]
    assert a.play(settle)["type"] == "ok"
    assert a.game["undo"] == a.game["seq"]
    road = a.menu()[0]
    a.play(road)
    a.drain(0.1)
    roll = until_own_turn(a, " roll")
    a.play(roll)
    a.refused("no-undo", "undo", id="u-roll")
    a.close()
    a, b = table(server(), 2, 1, "fifth,board=random,first=0")
    while not (wanted(a) or wanted(b)):
        a.receive()
        b.drain(0.05)
    me, other = (a, b) if wanted(a) else (b, a)
    view = me.game["view"]
    me.play(me.menu()[0])
    assert me.ok("undo", id="u1")["seq"] == me.game["seq"]
    assert me.game["view"] == view and me.events[-1].get("undo") == me.game["seq"] - 1
    other.refused("no-undo", "undo", id="u2")
    me.refused("no-undo", "undo", id="u3", to=1)
    for c in (a, b):
        c.close()


@test
def a_take_back_needs_everybody():
    a, b = table(server(), 2, 0, "fifth,board=random,first=0", players=2)
    a.drain(0.1)
    me, other = (a, b) if wanted(a) else (b, a)
    for _ in range(2):
        me.play(me.menu()[0])
    other.drain(0.1)
    if wanted(other):
        other.play(other.menu()[0])
    me.drain(0.1)
    first = [e["seq"] for e in me.events if e["seat"] == me.seat and "undo" not in e][0]
    view_seq = me.game["seq"]
    me.ok("ask", id="t1", ask="take-back", to=first)
    other.expect("table")
    assert other.table["ask"]["ask"] == "take-back" and other.table["ask"]["to"] == first
    other.ok("answer", id="t2", yes=False)
    assert other.table["ask"] is None and other.game["seq"] == view_seq
    me.drain(0.1)
    me.ok("ask", id="t3", ask="take-back", to=first)
    until(other, lambda: other.table["ask"])
    other.ok("answer", id="t4", yes=True)
    until(me, lambda: "undo" in me.events[-1])
    assert me.events[-1]["undo"] == first
    other.refused("no-ask", "answer", id="t5", yes=True)
    for c in (a, b):
        c.close()


@test
def a_pause_by_consent_stops_everything():
    a, b = table(server(), 2, 1, clock={"bank": 100, "increment": 5})
    a.ok("ask", id="p1", ask="pause")
    until(b, lambda: b.table["ask"])
    b.ok("answer", id="p2", yes=True)
    until(a, lambda: a.table["paused"])
    seq = a.game["seq"]
    a.refused("paused", "play", actions=["%d roll" % a.seat], id="p3")
    a.drain(0.3)
    assert a.game["seq"] == seq
    a.ok("ask", id="p4", ask="resume")
    until(b, lambda: b.table["ask"])
    b.ok("answer", id="p5", yes=True)
    until(a, lambda: not a.table["paused"])
    for c in (a, b):
        c.close()


# --- clocks, held seats ---

@test
def time_runs_out_and_the_least_harmful_is_played():
    a, = table(server(), 1, 1, "fifth,first=0", players=2, clock={"bank": 1, "increment": 0})
    clock = a.game["clock"]
    assert clock["seats"][a.seat]["bank_ms"] <= 1000
    end = time.time() + 8
    while not any(e["seat"] == a.seat for e in a.events) and time.time() < end:
        a.receive(8)
    own = [e for e in a.events if e["seat"] == a.seat]
    assert own, "nothing was played"
    assert own[0]["actions"][0].split()[1] in ("roll", "settle", "end"), own
    a.close()


@test
def a_bot_holds_a_lost_seat_and_hands_it_back():
    s = server()
    a, b = table(s, 2, 1, hold=1)
    a.close()
    b.expect("table")
    seat = [x for x in b.table["seats"] if x["seat"] != b.seat and x["kind"] == "human"][0]
    assert not seat["online"] and seat["hold_at"]
    end = time.time() + 6
    while not b.table["seats"][seat["seat"]]["held"] and time.time() < end:
        if wanted(b):
            b.play(random.choice(b.menu()))
        else:
            b.receive(6)
    assert b.table["seats"][seat["seat"]]["held"]
    seq = b.game["seq"]
    play_on([b], seq + 20)
    assert any(e["seat"] == seat["seat"] and e["seq"] > seq for e in b.events), "the bot did not play"
    a = Client(s, a.token, table=b.table["id"])
    until(a, lambda: a.table and not a.table["seats"][a.seat]["held"] and a.table["seats"][a.seat]["online"])
    for c in (a, b):
        c.close()


@test
def nobody_there_nothing_moves():
    s = server()
    a, = table(s, 1, 2, hold=1)
    play_on([a], 8)
    token, name = a.token, a.table["id"]
    a.drain(0.3)
    seq = a.game["seq"]
    a.close()
    time.sleep(1.6)
    a = Client(s, token, table=name)
    while not a.game:
        a.receive()
    assert a.game["seq"] <= seq + 3, (a.game["seq"], seq)
    a.close()


@test
def who_resigns_is_played_on_by_a_bot():
    a, b = table(server(), 2, 1)
    a.ok("resign", id=1)
    a.refused("no-seat", "play", id="r", actions=["0 roll"])
    assert a.table["seats"][a.seat]["resigned"]
    play_on([b], b.game["seq"] + 20)
    assert any(e["seat"] == a.seat for e in b.events)
    for c in (a, b):
        c.close()


# --- around the game ---

@test
def the_lobby_shows_public_tables_live():
    s = server()
    eve = s.client("Eve")
    eve.ok("lobby", on=True)
    a, = table(s, 1, 1, players=3, start=False, public=True, name="Friday")
    entry = eve.expect("lobby-change")["entry"]
    assert entry["table"] == a.table["id"] and entry["taken"] == 2 and entry["bots"] == 1 and entry["host"] == "P0"
    hidden, = table(s, 1, 1, start=False)
    a.ok("bot", seat=2, level="casual")
    assert eve.expect("lobby-change")["entry"]["taken"] == 3
    a.ok("leave")
    assert eve.expect("lobby-change")["gone"] == entry["table"]
    assert not any(m.get("entry", {}).get("table") == hidden.table["id"] for m in eve.inbox)
    eve.ok("lobby", on=False)
    for c in (a, eve, hidden):
        c.close()


@test
def seats_colors_kicks_and_settings():
    s = server()
    host, guest = s.client("Host"), s.client("Guest")
    made = host.ok("create", rules="fifth", players=3)
    guest.ok("join", table=made["table"])
    guest.refused("seat-taken", "sit", seat=0)
    guest.refused("no-such-seat", "sit", seat=3)
    guest.refused("bad-value", "sit", seat="one")
    guest.ok("sit", seat=2)
    guest.ok("sit", seat=1)
    assert [x["kind"] for x in guest.table["seats"]] == ["human", "human", "empty"]
    guest.refused("not-host", "start")
    guest.refused("not-host", "kick", seat=0)
    guest.refused("not-host", "settings", rules="sixth")
    guest.refused("color-taken", "color", color="red")
    guest.refused("bad-value", "color", color="mauve")
    guest.ok("color", color="brown")
    assert guest.table["seats"][1]["color"] == "brown"
    guest.ok("ready", ready=True, seed="my luck")
    guest.refused("bad-value", "ready", ready=True, seed="a|b")
    host.refused("not-ready", "start")
    host.refused("bad-rules", "settings", rules="fifth,points=banana")
    assert host.table["rules"] == "fifth"
    host.ok("settings", rules="fifth,points=12", clock={"bank": 60, "increment": 10})
    assert host.table["rules"] == "fifth,points=12" and not host.table["seats"][1]["ready"]
    host.ok("settings", clock=None)
    assert host.table["clock"] is None
    host.ok("kick", seat=1)
    until(guest, lambda: guest.seat is None)
    guest.refused("kicked", "sit", seat=1)
    host.refused("bad-value", "bot", seat=1, level="genius")
    host.ok("bot", seat=1, level="random")
    host.ok("bot", seat=2, level="random")
    host.ok("bot", seat=2, level=None)
    host.ok("bot", seat=2, level="random")
    host.ok("ready", ready=True)
    host.ok("start")
    host.refused("not-open", "settings", rules="sixth")
    host.refused("not-open", "bot", seat=1, level="random")
    host.refused("not-open", "close")
    for c in (host, guest):
        c.close()


@test
def a_rematch_brings_everybody_to_a_new_table():
    a, b = table(server(), 2, 1, "fifth,points=3")
    play_on([a, b])
    a.drain(0.1)
    b.drain(0.1)
    old = a.table["id"]
    new = a.ok("rematch")["table"]
    while not b.table["rematch"]:
        b.receive(5)
    assert b.table["rematch"] == new and new != old
    b.ok("join", table=new)
    b.ok("sit", seat=1)
    assert b.table["rules"] == "fifth,points=3" and b.table["seats"][2]["kind"] == "bot"
    assert b.table["fair"]["commitment"]
    for c in (a, b):
        c.close()


@test
def chat_phrases_and_mute():
    a, b = table(server(), 2, 1, start=False)
    a.ok("chat", id=1, text="  hello\u202e \u0007 there ")
    got = b.expect("chat")
    assert got["text"] == "hello there" and got["seat"] == 0 and got["name"] == "P0", got
    a.ok("phrase", id=2, phrase="good-luck")
    assert b.expect("chat")["phrase"] == "good-luck"
    a.refused("bad-value", "phrase", id=3, phrase="rude")
    a.refused("bad-value", "chat", id=4, text="\u200b\u200b")
    b.ok("mute", id=5, user=a.table["you"]["user"], on=True)
    assert b.table["you"]["mutes"] == [a.table["you"]["user"]]
    a.ok("chat", id=6, text="can you hear me")
    b.drain(0.2)
    assert not any(m["type"] == "chat" and m.get("text") == "can you hear me" for m in b.inbox)
    for i in range(10):
        last = a.ask("chat", id=100 + i, text="spam")
    assert last["error"] == "too-fast"
    late = server().client("Late", table=a.table["id"])
    late.expect("chats")
    assert late.inbox[-1]["chats"][0]["text"] == "hello there"
    quiet, = table(server(), 1, 1, start=False, chat=False)
    quiet.refused("no-chat", "chat", id=7, text="hello")
    for c in (a, b, late, quiet):
        c.close()


@test
def chat_and_settings_survive_a_kill():
    s = Server()
    a, = table(s, 1, 1, start=False, players=3, name="Club")
    a.ok("chat", id=1, text="remember me")
    a.ok("color", color="green")
    s.restart()
    b = Client(s, a.token, table=a.table["id"])
    b.expect("chats")
    assert b.inbox[-1]["chats"][0]["text"] == "remember me"
    assert b.table["name"] == "Club" and b.table["seats"][0]["color"] == "green" and b.seat == 0
    b.close()
    assert s.close() == 0


# --- records and people ---

@test
def my_games_records_and_replays():
    s = server()
    a, b = table(s, 2, 1, "fifth,points=4")
    play_on([a, b], 5)
    bearer = {"Authorization": "Bearer " + a.token}
    status, mine, _ = s.request("GET", "/api/games", headers=bearer)
    assert status == 200 and mine["games"][0]["state"] == "playing" and mine["games"][0]["seat"] == 0
    status, now, _ = s.request("GET", "/api/game/%s/replay?ply=3" % a.table["id"], headers=bearer)
    assert now["seq"] == 3 and now["view"]["viewer"] == 0
    play_on([a, b])
    a.drain(0.1)
    mine = a.ask("games") and [m for m in a.inbox if m["type"] == "games"][-1]
    game = mine["games"][0]
    assert game["state"] == "over" and game["winner"] == a.table["winner"] and game["names"][:2] == ["P0", "P1"]
    status, r, _ = s.get("/api/game/%s/replay?ply=5" % a.table["id"])
    assert r["view"]["viewer"] is None and r["seq"] == 5 and r["last"] == a.game["seq"]
    assert all(x["cards"] is not None for x in r["view"]["seats"])
    assert s.get("/api/game/nonsense")[0] == 404
    assert s.get("/api/games")[0] == 401
    for c in (a, b):
        c.close()


@test
def an_archived_game_is_replayed_after_a_restart():
    s = Server()
    a, = table(s, 1, 2, "struggle,points=4")
    play_on([a])
    a.drain(0.2)
    record = s.get("/api/game/%s/record" % a.table["id"])[1]
    s.restart()
    assert s.get("/api/game/%s/record" % a.table["id"])[1] == record
    b = Client(s, a.token, table=a.table["id"], last_seq=0)
    while not b.game:
        b.receive()
    assert b.events == a.events and b.table["state"] == "over" and b.table["fair"]["server_seed"]
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    assert db.execute("SELECT count(*) FROM log").fetchone()[0] == 0, "the log was not archived"
    db.close()
    b.close()
    assert s.close() == 0


@test
def an_account_keeps_games_across_devices():
    s = Server()
    a, = table(s, 1, 2)
    bearer = {"Authorization": "Bearer " + a.token}
    post = lambda path, body, **h: s.request("POST", path, body, h)
    status, r, _ = post("/api/account", {"account": "ada", "passphrase": "short"}, **bearer)
    assert status == 400 and r["error"] == "bad-passphrase"
    status, r, _ = post("/api/account", {"account": "Ada-1", "passphrase": "correct horse"}, **bearer)
    assert status == 200 and r["account"] == "ada-1"
    other = s.session("Other")
    status, r, _ = post("/api/account", {"account": "ada-1", "passphrase": "battery staple"},
                        Authorization="Bearer " + other["token"])
    assert status == 409 and r["error"] == "name-taken"
    assert post("/api/login", {"account": "ada-1", "passphrase": "wrong wrong"})[0] == 403
    assert post("/api/login", {"account": "nobody", "passphrase": "wrong wrong"})[0] == 403
    status, r, answer = post("/api/login", {"account": "ada-1", "passphrase": "correct horse"})
    assert status == 200 and r["user"] == a.welcome["user"]
    cookie = answer.getheader("Set-Cookie")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    head = {"Cookie": cookie.split(";")[0]}
    status, mine, _ = s.request("GET", "/api/games", headers=head)
    assert mine["games"][0]["table"] == a.table["id"]
    status, r, answer = s.request("POST", "/api/passphrase", {"old": "correct horse", "new": "another one"}, head)
    assert status == 200
    assert s.request("GET", "/api/session", headers=head)[0] == 401, "the old session is still good"
    head = {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}
    assert s.request("GET", "/api/session", headers=head)[1]["account"] == "ada-1"
    assert s.request("POST", "/api/logout", {}, head)[0] == 200
    assert s.request("GET", "/api/session", headers=head)[0] == 401
    a.close()
    assert s.close() == 0


@test
def a_person_can_take_and_delete_what_is_stored():
    s = Server()
    a, b = table(s, 2, 1, "fifth,points=3")
    a.ok("chat", id="x", text="my words")
    bearer = {"Authorization": "Bearer " + a.token}
    play_on([a, b])
    status, data, _ = s.request("GET", "/api/export", headers=bearer)
    assert status == 200 and data["chat"][0]["line"]["text"] == "my words" and data["games"]
    assert s.request("POST", "/api/delete", {}, bearer)[0] == 400
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, bearer)[0] == 200
    assert s.request("GET", "/api/session", headers=bearer)[0] == 401
    s.restart()
    status, record, _ = s.get("/api/game/%s/record" % b.table["id"])
    assert "Names: \u2013|P1" in record.decode()
    everything = open(os.path.join(s.data, "skerry.db"), "rb").read()
    assert b"my words" not in everything
    b.close()
    assert s.close() == 0


@test
def an_admin_closes_and_deletes():
    s = server()
    a, = table(s, 1, 2)
    name = a.table["id"]
    assert s.request("POST", "/api/admin/close", {"table": name})[0] == 403
    assert s.request("POST", "/api/admin/close", {"table": name}, {"Authorization": "Bearer wrong"})[0] == 403
    head = {"Authorization": "Bearer open sesame"}
    assert any(t["table"] == name for t in s.request("GET", "/api/admin/tables", headers=head)[1]["tables"])
    assert s.request("POST", "/api/admin/close", {"table": name}, head)[0] == 200
    while a.table["state"] != "closed":
        a.receive()
    assert s.get("/api/game/" + name)[1]["game"]["state"] == "closed"
    assert s.request("POST", "/api/admin/delete", {"game": name}, head)[0] == 200
    assert s.get("/api/game/" + name)[0] == 404
    a.close()


# --- bad input ---

@test
def messages_that_make_no_sense_are_refused_and_nothing_else_happens():
    s = server()
    a, = table(s, 1, 2)
    seq = a.game["seq"]
    for text, error in (("{", "bad-json"), ("[]", "bad-message"), ("{}", "bad-message"), ('{"type":"fly"}', "bad-type"),
                        ('{"type":"ping","id":[]}', "bad-value"), ('{"type":"ping","id":"%s"}' % ("x" * 40), "bad-value"),
                        ('{"type":"ping","type":"ping"}', "bad-json"), ('{"type":"play","id":"p"}', "bad-value"),
                        ('{"type":"play","actions":["0 roll"]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":[]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":[1]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":["0 fly"]}', "bad-action"),
                        ('{"type":"play","id":"p","actions":["0 roll\\u0000"]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":["1 roll"]}', "not-your-seat"),
                        ('{"type":"play","id":"p","actions":["* dice 1 1"]}', "not-your-seat"),
                        ('{"type":"play","id":"p","seq":9999,"actions":["0 roll"]}', "stale"),
                        ('{"type":"join","table":"nowhere"}', "no-such-table"), ('{"type":"undo","id":"p","to":0}', "bad-value"),
                        ('{"type":"create","rules":"monopoly"}', "bad-rules"), ('{"type":"create"}', "bad-value"),
                        ('{"type":"create","rules":"fifth","players":9}', "bad-value"),
                        ('{"type":"create","rules":"fifth","seats":[{"level":"god"}]}', "bad-value"),
                        ('{"type":"create","rules":"fifth","clock":{"bank":-1,"increment":0}}', "bad-value"),
                        ('{"type":"hello","v":1}', "bad-value"), ('{"type":"ask","id":"p","ask":"money"}', "bad-value"),
                        ('{"type":"answer","id":"p","yes":true}', "no-ask"), ('{"type":"start"}', "not-open")):
        a.send(text)
        while True:
            m = a.receive()
            if m["type"] == "error":
                break
        assert m["error"] == error, (text, m)
    assert s.get("/api/game/" + a.table["id"])[0] == 200
    for c in (a,):
        c.drain(0.1)
        assert not any(e["seat"] == c.seat for e in c.events if e["seq"] > seq)
        c.close()


@test
def a_list_of_actions_is_all_or_nothing():
    a, = table(server(), 1, 2, "fifth,board=random,first=0")
    until_own_turn(a, " settle ")
    before, seq = a.game["view"], a.game["seq"]
    r = a.play(a.menu()[0], "%d road A1.NE" % a.seat, "%d fly" % a.seat)
    assert r["type"] == "error" and r["action"] in (1, 2), r
    assert a.game["seq"] == seq and a.game["view"] == before
    a.close()


@test
def hello_comes_first_and_needs_a_session():
    s = server()
    c = Client(s, hello=False)
    c.send({"type": "lobby", "on": True})
    assert c.receive()["error"] == "no-hello"
    c.send({"type": "hello", "v": 2})
    assert c.receive()["error"] == "bad-version"
    for token in ("", "x" * 32, "short"):
        c = Client(s, hello=False)
        c.send({"type": "hello", "v": 1, "token": token})
        assert c.receive()["error"] == "no-session"
        try:
            c.receive()
            raise AssertionError("it stayed open")
        except Closed as e:
            assert e.args[0] == 1008
    c.close()


@test
def frames_out_of_order_are_closed_with_the_right_code():
    s = server()
    token = s.session("Frames")["token"]
    f = lambda *a, **k: c.frame(*a, **k)
    text = b'{"type":"ping"}'
    good = [("fragments", lambda: f(1, text[:5], fin=False) + f(0, text[5:])),
            ("a ping between fragments", lambda: f(1, text[:5], fin=False) + f(9, b"p") + f(0, text[5:])),
            ("a pong nobody asked for", lambda: f(10, b"zz") + f(1, text)),
            ("an empty ping", lambda: f(9, b"") + f(1, text)),
            ("ten pings", lambda: b"".join(f(9, b"%d" % i) for i in range(10)) + f(1, text))]
    bad = [("unmasked", {1002}, lambda: f(1, text, mask=False)), ("rsv1", {1002}, lambda: f(1, text, rsv=4)),
           ("rsv2", {1002}, lambda: f(1, text, rsv=2)), ("opcode 3", {1002}, lambda: f(3, text)),
           ("opcode 11", {1002}, lambda: f(11, text)), ("fragmented ping", {1002}, lambda: f(9, b"x", fin=False)),
           ("large ping", {1002}, lambda: f(9, b"x" * 126)), ("lonely continuation", {1002}, lambda: f(0, text)),
           ("text inside fragments", {1002}, lambda: f(1, b"{", fin=False) + f(1, text)),
           ("bad UTF-8", {1007}, lambda: f(1, b'{"type":"\xff"}')), ("surrogate", {1007}, lambda: f(1, b"\xed\xa0\x80")),
           ("overlong", {1007}, lambda: f(1, b"\xc0\xaf")), ("binary", {1003}, lambda: f(2, text)),
           ("too large", {1009, 1002}, lambda: f(1, b"a" * 9000)),
           ("64-bit length", {1009, 1002}, lambda: b"\x82\xff\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00abc"),
           ("not the shortest length", {1002}, lambda: bytes([0x81, 0xfe, 0, 5, 0, 0, 0, 0]) + b"hello"),
           ("fragments beyond the limit", {1009, 1002}, lambda: f(1, b"a" * 5000, fin=False) + f(0, b"b" * 5000)),
           ("one-byte close", {1002, 1005}, lambda: f(8, b"x")), ("close code 999", {1002}, lambda: f(8, b"\x03\xe7")),
           ("close code 1005", {1002}, lambda: f(8, b"\x03\xed")), ("plain close", {1000}, lambda: f(8, b"\x03\xe8")),
           ("empty close", {1000, 1005}, lambda: f(8, b""))]
    for name, make in good:
        c = Client(s, token)
        c.raw(make())
        assert c.expect("pong", timeout=5), name
        c.close()
    c = Client(s, token)
    for byte in f(1, text):
        c.raw(bytes([byte]))
    c.expect("pong", timeout=5)
    c.close()
    for name, codes, make in bad:
        c = Client(s, token)
        c.raw(make())
        try:
            while True:
                m = c.receive(5)
                assert m["type"] != "pong", name
        except Closed as e:
            assert e.args[0] in codes, (name, e.args)
        except ConnectionError:
            pass
        c.close()
    assert s.get("/livez")[0] == 200


def raw_http(s, data, wait=2):
    c = socket.create_connection(("127.0.0.1", s.port), 5)
    c.settimeout(wait)
    c.sendall(data)
    got = b""
    try:
        while chunk := c.recv(65536):
            got += chunk
    except (TimeoutError, ConnectionError):
        pass
    c.close()
    return got


@test
def strange_requests_get_the_right_status():
    s = server()
    ok = b"Host: x\r\nConnection: close\r\n\r\n"
    for data, status in ((b"GET /livez HTTP/1.1\r\n" + ok, 200), (b"GET /livez HTTP/1.0\r\n\r\n", 200),
                         (b"HEAD /livez HTTP/1.1\r\n" + ok, 200), (b"GET /livez HTTP/1.1\r\n\r\n", 400),
                         (b"GET /livez HTTP/2.0\r\n" + ok, 505), (b"BREW /pot HTTP/1.1\r\n" + ok, 400),
                         (b"DELETE / HTTP/1.1\r\n" + ok, 405), (b"GET livez HTTP/1.1\r\n" + ok, 400),
                         (b"GET http://x/livez HTTP/1.1\r\n" + ok, 400), (b"GET / HTTP/1.1\nHost: x\n\n", 400),
                         (b"\r\n\r\n", 400), (b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
                         (b"GET /livez HTTP/1.1\r\nHost : x\r\n\r\n", 400), (b"GET /livez HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
                         (b"GET /livez HTTP/1.1\r\nHost: x\x00\r\n\r\n", 400),
                         (b"POST /api/session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + ok, 501),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n" + ok, 400),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 99999\r\n" + ok, 413),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: -1\r\n" + ok, 400),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 2\r\n" + ok + b"{}", 415),
                         (b"POST /api/session HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n" + ok + b"{", 400),
                         (b"GET /livez HTTP/1.1\r\nContent-Length: 2\r\n" + ok + b"{}", 400),
                         (b"GET /%s HTTP/1.1\r\n" % (b"a" * 3000) + ok, 431), (b"GET / HTTP/1.1\r\nX: %s\r\n" % (b"a" * 9000) + ok, 431),
                         (b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: x\r\n\r\n", 426),
                         (b"GET /../etc/passwd HTTP/1.1\r\n" + ok, 404), (b"GET /assets/../secret.x HTTP/1.1\r\n" + ok, 404),
                         (b"GET /%2e%2e/x.y HTTP/1.1\r\n" + ok, 404), (b"POST / HTTP/1.1\r\nContent-Length: 0\r\n" + ok, 405)):
        got = raw_http(s, data)
        assert got.startswith(b"HTTP/1.1 %d " % status), (data[:80], got[:60])
    assert raw_http(s, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(200)).startswith(b"HTTP/1.1 400")
    assert s.get("/livez")[0] == 200


@test
def only_pages_from_here_may_talk():
    s = server()
    head = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: %s\r\n\r\n"
    got = raw_http(s, (head % ("http://localhost:%d" % s.port)).encode(), 0.3)
    assert got.startswith(b"HTTP/1.1 101") and b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in got
    for origin in ("http://evil.example", "http://localhost", "null", "http://localhost:%d.evil.example" % s.port,
                   "https://localhost:%d" % s.port):
        assert raw_http(s, (head % origin).encode()).startswith(b"HTTP/1.1 403"), origin
    assert s.post("/api/session", {}, Origin="http://evil.example")[0] == 403
    assert s.post("/api/session", {}, Origin="http://127.0.0.1:%d" % s.port)[0] == 200


@test
def the_page_is_served_compressed_with_its_policy():
    s = server()
    status, body, r = s.request("GET", "/", headers={"Accept-Encoding": "gzip"})
    assert status == 200 and gzip.decompress(body).startswith(b"<!doctype html>")
    assert "default-src 'none'" in r.getheader("Content-Security-Policy") and r.getheader("X-Content-Type-Options") == "nosniff"
    assert s.get("/t/abc")[1].startswith(b"<!doctype html>") and s.get("/nothing.js")[0] == 404
    status, body, r = s.get("/assets/app-0123abcd.js")
    assert "immutable" in r.getheader("Cache-Control") and r.getheader("Content-Type").startswith("text/javascript")
    etag = s.get("/")[2].getheader("ETag")
    assert s.request("GET", "/", headers={"If-None-Match": etag})[0] == 304


@test
def too_many_messages_close_with_1008():
    s = Server("--messages", "50")
    c = s.client("Fast")        # a program may send ten times as many
    try:
        for _ in range(600):
            c.send({"type": "ping"})
        while True:
            c.receive(5)
    except Closed as e:
        assert e.args[0] == 1008, e.args
    except ConnectionError:
        pass
    assert sum(m["type"] == "pong" for m in c.inbox) in range(400, 500)
    assert s.close() == 0


@test
def caps_per_address_and_per_person():
    s = Server("--connections", "5", "--tables", "2")
    c = s.client("Ada")
    c.ok("create", rules="fifth")
    c.ok("create", rules="fifth")
    c.refused("too-many", "create", rules="fifth")
    held = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(4)]
    time.sleep(0.1)
    refused = socket.create_connection(("127.0.0.1", s.port))
    refused.settimeout(2)
    try:
        assert refused.recv(10) == b""
    except ConnectionError:
        pass
    for h in held:
        h.close()
    time.sleep(0.1)
    assert s.get("/livez")[0] == 200
    c.close()
    assert s.close() == 0


@test
def behind_a_proxy_the_named_address_counts():
    s = Server("--proxy", "--connections", "3", "--origin", "https://skerry.example")
    held = []
    def connect(ip):
        c = socket.create_connection(("127.0.0.1", s.port))
        c.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9, %s\r\n\r\n" % ip.encode())
        held.append(c)
        return c.recv(100)
    assert all(b"200 OK" in connect("1.2.3.4") for _ in range(3))
    assert b"429" in connect("1.2.3.4")
    assert b"200 OK" in connect("2001:db8::1") and b"200 OK" in connect("5.6.7.8")
    status, r, answer = s.post("/api/session", {}, Origin="https://skerry.example")
    assert status == 200 and answer.getheader("Set-Cookie").startswith("__Host-skerry=") and "Secure" in answer.getheader("Set-Cookie")
    for c in held:
        c.close()
    assert s.close() == 0


@test
def a_slow_reader_goes_and_the_room_stays():
    s = Server()
    a, = table(s, 1, 2)
    slow = s.client("Slow", table=a.table["id"])
    slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for i in range(3000):                       # asks for much and reads nothing
        try:
            slow.send({"type": "history", "since": 0})
        except (ConnectionError, OSError):
            break
        if i % 50 == 0:
            a.drain(0)
            if wanted(a):
                a.play(random.choice(a.menu()))
    play_on([a], a.game["seq"] + 5)
    a.close()
    slow.close()
    assert s.close() == 0


@test
def a_full_disk_refuses_and_recovers():
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0", players=2)
    play_on([a], 10)
    while not wanted(a):
        a.receive()
    soft, hard = resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (1024, hard))
    seq, view = a.game["seq"], a.game["view"]
    move = a.menu()[0]
    refused = a.play(move, id="full")
    assert refused["type"] == "error" and refused["error"] == "not-stored", refused
    assert refused["retry_ms"]
    a.drain(0.2)
    assert a.game["seq"] == seq and a.game["view"] == view, "something was shown that was not stored"
    assert s.get("/livez")[0] == 200 and s.get("/readyz")[0] == 503
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    assert a.play(move, id="full")["type"] == "ok"
    assert s.get("/readyz")[0] == 200
    play_on([a], a.game["seq"] + 6)
    seq = a.game["seq"]
    s.restart()
    b = Client(s, a.token, table=a.table["id"])
    while not b.game:
        b.receive()
    assert b.game["seq"] >= seq
    b.close()
    assert s.close() == 0


@test
def a_locked_database_refuses_and_recovers():
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0", players=2)
    while not wanted(a):
        a.receive()
    lock = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    lock.execute("BEGIN IMMEDIATE")
    refused = a.play(a.menu()[0], id="locked", timeout=10)
    assert refused["type"] == "error" and refused["error"] == "not-stored", refused
    lock.rollback()
    lock.close()
    assert a.play(a.menu()[0], id="locked", timeout=10)["type"] == "ok"
    a.close()
    assert s.close() == 0


@test
def a_broken_log_quarantines_its_table_only():
    s = Server()
    a, = table(s, 1, 2)
    b, = table(s, 1, 2)
    play_on([a], 8)
    play_on([b], 8)
    s.kill()
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    db.execute("UPDATE log SET body='0 0000000000000000 1 - - 0 fly' WHERE seq=3 AND game=(SELECT number FROM game WHERE id=?)",
               (a.table["id"],))
    db.commit()
    db.close()
    s.start()
    c = Client(s, a.token, table=a.table["id"])
    c.expect("table")
    assert c.table["state"] == "broken"
    c.refused("not-playing", "view")
    d = Client(s, b.token, table=b.table["id"])
    while not d.game:
        d.receive()
    play_on([d], d.game["seq"] + 3)
    for x in (c, d):
        x.close()
    assert s.close() == 0


@test
def operators_see_numbers_and_health():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    s = Server("--metrics-port", str(port))
    a, = table(s, 1, 2)
    play_on([a], 6)
    body = subprocess.run(["python3", "-c", "import urllib.request as u;print(u.urlopen('http://127.0.0.1:%d/metrics').read().decode())" % port],
                          capture_output=True, text=True).stdout
    assert "skerry_entries_total" in body and "skerry_commit_seconds_bucket" in body
    assert int(re.search(r"skerry_entries_total (\d+)", body)[1]) >= 6
    assert s.get("/metrics")[0] in (200, 404)
    log = open(os.path.join(s.data, "log")).read()
    for line in log.splitlines():
        json.loads(line)
    assert a.token not in log
    a.close()
    assert s.close() == 0


@test
def a_backup_is_taken_while_it_runs():
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 10)
    seq = a.game["seq"]
    copy = tempfile.mkdtemp(prefix="skerry-backup-")
    done = subprocess.run([PROGRAM, "backup", "--data", s.data, copy + "/skerry.db"], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([PROGRAM, "backup", "--data", s.data, copy + "/skerry.db"], capture_output=True).returncode == 1
    t = Server(data=copy)
    b = Client(t, a.token, table=a.table["id"])
    while not b.game:
        b.receive()
    assert b.game["seq"] >= seq - 1 and b.events[:5] == a.events[:5]
    for x in (a, b):
        x.close()
    assert s.close() == 0 and t.close() == 0
    shutil.rmtree(copy)


@test
def one_data_folder_has_one_server():
    s = Server()
    second = subprocess.run([PROGRAM, "serve", "--data", s.data, "--port", "1234"], capture_output=True, timeout=10)
    assert second.returncode == 1 and b"in use" in second.stderr
    wrong = subprocess.run([PROGRAM, "serve", "--port", "banana"], capture_output=True, timeout=10)
    assert wrong.returncode != 0 and b"number" in wrong.stderr
    assert s.close() == 0


@test
def garbage_never_stops_it():
    s = server()
    rng = random.Random(7)
    token = s.session("Noise")["token"]
    for i in range(150):
        try:
            if i % 3 == 0:
                raw_http(s, bytes(rng.randrange(256) for _ in range(rng.randrange(400))), 0.02)
                continue
            c = Client(s, token)
            for _ in range(rng.randrange(1, 5)):
                payload = bytearray(json.dumps({"type": rng.choice(["play", "create", "join", "chat"]), "id": 1,
                                                "rules": "fifth", "actions": ["0 roll"]}).encode())
                for _ in range(rng.randrange(4)):
                    payload[rng.randrange(len(payload))] = rng.randrange(32, 127)
                c.raw(c.frame(rng.choice([1, 1, 1, 2, 0, 9]), bytes(payload)))
            c.drain(0.01)
            c.close()
        except (Closed, OSError, ConnectionError, AssertionError):
            pass
    assert s.get("/livez")[0] == 200 and s.process.poll() is None


def main():
    words = sys.argv[1:]
    passed = failed = 0
    for f in TESTS:
        if words and not any(w in f.__name__ for w in words):
            continue
        start = time.time()
        try:
            f()
            passed += 1
            print("ok   %-70s %5.1fs" % (f.__name__, time.time() - start), flush=True)
        except Exception:
            failed += 1
            print("FAIL %s" % f.__name__)
            traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
    if shared:
        status = shared.close()
        if status != 0:
            failed += 1
            print("FAIL the server ended with", status)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
