"""Very long games, some made long on purpose: nobody can use up a game, and a long game does not delay others."""
import json
import os
import pathlib
import sqlite3
import subprocess
import threading
import time

from preview_tests import page
from skerry import PROGRAM, ROOT, Client, Server
from tables import play_on, returned, table, test, until

DRAFT = "fifth,start=draft,first=0"


def settle(c):
    """The seat's first settlement: it shows nothing, so it may be taken back."""
    until(c, lambda: any(" settle " in a for a in c.menu()))
    return next(a for a in c.menu() if " settle " in a)


def lengthened(s, name, pairs):
    """Append this many entries, each with its undo, to a stored game while its server is stopped."""
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    game, = db.execute("SELECT number FROM game WHERE id=?", (name,)).fetchone()
    seq, last = db.execute("SELECT seq,id FROM log WHERE game=? ORDER BY id DESC LIMIT 1", (game,)).fetchone() or (0, 0)
    for _ in range(pairs):
        for text in ("0 settle B2.S", "undo %d" % (seq + 1)):
            seq += 1
            last = db.execute("INSERT INTO log(prev,game,seq,at,body) VALUES(?,?,?,1,?)",
                              (last, game, seq, "0 0000000000000000 1 - - " + text)).lastrowid
    db.execute("UPDATE tip SET seq=?,row=? WHERE game=?", (seq, last, game))
    db.commit()
    db.close()
    return seq


def given_a_long_game(pairs):
    """Two people; seat 0 is about to place its first settlement and has placed and taken it back many times."""
    s = Server("--connections", "1000")
    a, b = table(s, 2, 0, DRAFT)
    if a.game["seq"] == 0:
        a.drain(0.2)
    name, tokens = a.table["id"], (a.token, b.token)
    s.kill()
    seq = lengthened(s, name, pairs)
    s.start()
    return s, name, tokens, seq


@test
def settling_and_undoing_does_not_use_up_a_game():
    s, name, tokens, seq = given_a_long_game(9998)
    a, b = (returned(s, token, name) for token in tokens)
    assert a.game["seq"] == seq >= 19996 and a.table["state"] == "playing"
    play_on([a, b], entries=seq + 30)
    a.drain(0.2)
    assert a.table["state"] == "playing" and a.game["seq"] >= seq + 30
    s.restart()
    again = returned(s, tokens[0], name)
    assert again.table["state"] == "playing" and again.game["seq"] >= seq + 30
    again.close()
    assert s.close() == 0


@test
def undos_are_limited_per_seat_over_all_connections():
    s = Server("--connections", "1000")
    a, b = table(s, 2, 0, DRAFT)
    name, done = a.table["id"], 0
    refusal = None
    while not refusal and done < 1100:
        if done % 200 == 199:
            a.close()
            a = returned(s, a.token, name)
            a.next_id = 10 * done                               # a command id that was used does nothing
        a.ok("play", actions=[settle(a)])
        answer = a.ask("undo")
        if answer["type"] == "ok":
            done += 1
        else:
            refusal = answer["error"]
    assert refusal == "too-many-undos" and done == 1000, (refusal, done)
    until(a, lambda: a.game["view"]["owes"])
    play_on([a, b], entries=a.game["seq"] + 10)                 # the settlement stands, the game goes on
    assert a.table["state"] == "playing"
    b.drain()
    for c in (a, b):
        c.close()
    assert s.close() == 0


def pages(c, since, upto):
    """All events after `since`, a page at a time."""
    events, n = [], 0
    while upto > since:
        answer = c.ok("history", since=since, upto=upto)
        assert answer["events"][-1]["seq"] == upto and len(json.dumps(answer)) < 200 * 1024
        events = answer["events"] + events
        upto = events[0]["seq"] - 1
        n += 1
    return events, n


@test
def a_long_game_is_joined_and_its_past_comes_in_pages():
    s, name, tokens, seq = given_a_long_game(4000)
    a = returned(s, tokens[0], name)
    told = next(m for m in a.inbox if m["type"] == "game")
    assert len(json.dumps(told)) < 200 * 1024, len(json.dumps(told))
    assert told["seq"] == seq and told["view"] and told["legal"]["actions"] and 0 < len(told["events"]) < seq
    older, n = pages(a, 0, told["events"][0]["seq"] - 1)
    assert [e["seq"] for e in older + told["events"]] == list(range(1, seq + 1)) and n > 1
    late = Client(s, tokens[1], table=name, last_seq=seq - 5)
    while not late.game:
        late.receive()
    assert [e["seq"] for e in late.game["events"]] == list(range(seq - 4, seq + 1))
    assert a.ask("history", since=0, upto=-1)["error"] == "bad-value"
    assert a.ok("history", since=seq, upto=seq + 5)["events"] == []
    assert a.ok("history", since=7, upto=3)["events"] == []
    for c in (a, late):
        c.close()
    assert s.close() == 0




@test
def records_of_a_long_game_keep_nobody_waiting():
    s, name, tokens, seq = given_a_long_game(9900)
    a = returned(s, tokens[0], name)
    found, worst, over = [], [0.0], threading.Event()

    def download():
        status, record, _ = s.get("/api/game/%s/record" % name, Authorization="Bearer " + tokens[0])
        found.append((status, record.count(b"\n%d undo" % seq)))

    def look():
        while not over.is_set():
            begun = time.monotonic()
            assert s.get("/livez")[0] == 200
            worst[0] = max(worst[0], time.monotonic() - begun)

    looker, started = threading.Thread(target=look), time.monotonic()
    looker.start()
    loaders = [threading.Thread(target=download) for _ in range(8)]
    for t in loaders:
        t.start()
    for t in loaders:
        t.join()
    over.set()
    looker.join()
    whole = time.monotonic() - started
    assert found == [(200, 1)] * 8, found
    assert worst[0] < max(3, whole / 4), (worst, whole)         # one after the other took a minute, as long as all
    a.close()
    assert s.close() == 0


@test
def a_request_too_large_for_memory_fails_alone():
    """If memory runs out for a long record or a picture, only that request is refused, and everybody else plays on."""
    if "san-" in PROGRAM:                   # they have an allocator of their own
        return
    s, name, tokens, seq = given_a_long_game(4000)
    s.stop()
    library, flag, s.program = (os.path.join(s.data, f) for f in ("scarce.so", "scarce", "skerry"))
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, ROOT / "tests/server/out_of_memory.c"], check=True)
    with open(s.program, "w") as f:
        f.write("#!/bin/sh\nexec env LD_PRELOAD=%s SKERRY_SCARCE=%s %s \"$@\"\n" % (library, flag, PROGRAM))
    os.chmod(s.program, 0o700)
    s.flags += ["--page", str(page())]
    s.start()
    a, b = (returned(s, token, name) for token in tokens)
    short = table(s, 1, 2, "fifth,points=3")[0]
    play_on([short])
    asked = {"/api/game/%s/record" % name: a.token, "/p/%s.png?l=en" % short.table["id"]: a.token}
    pathlib.Path(flag).touch()
    for path, token in asked.items():
        assert s.get(path, Authorization="Bearer " + token)[0] == 503, path
    play_on([a, b], entries=seq + 6)        # and so do the games
    os.unlink(flag)
    for path, token in asked.items():
        assert s.get(path, Authorization="Bearer " + token)[0] == 200, path
    assert s.close() == 0
