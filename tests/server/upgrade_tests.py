"""A data folder of an earlier version is opened, replayed, played on, and opened again.

tests/server/data/6e91e46.sql.gz is the dump of a skerry.db that the server of commit 6e91e46 wrote
(make_data.py): for every ruleset a finished game and one that runs, with undos and clocks, and open
tables with bots of every level and style. The .json file next to it has what that server said about them."""
import gzip
import itertools
import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import time

from make_data import LEVELS, RULES, STYLES
from skerry import PROGRAM, Client, Server
from tables import play_on, returned, table, test

DATA = pathlib.Path(__file__).parent / "data"


def upgraded(version):
    """A server on a copy of that version's data, and what the data contained."""
    folder = tempfile.mkdtemp(prefix="skerry-upgrade-")
    db = sqlite3.connect(os.path.join(folder, "skerry.db"))
    db.executescript(gzip.decompress((DATA / (version + ".sql.gz")).read_bytes()).decode())
    db.execute("UPDATE item SET at=?", (int(time.time() * 1000),))     # its people were here just now
    db.commit()
    db.close()
    return Server(data=folder), json.loads((DATA / (version + ".json")).read_text())


def descriptions(s):
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    rows = {name: json.loads(meta) for name, meta in db.execute("SELECT id,meta FROM game")}
    db.close()
    return rows


def check_finished(s, game):
    head = {"Authorization": "Bearer " + game["token"]}
    status, record, _ = s.get("/api/game/%s/record" % game["table"])
    assert status == 200, (game["rules"], status, record)
    record = record.decode() if isinstance(record, bytes) else record
    assert "\nResult: %s\n" % game["winner"] in record
    assert record.rstrip().split("\n")[-1].startswith("%d " % game["entries"])
    verified = subprocess.run([PROGRAM, "verify", "-"], input=record, text=True, capture_output=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    for ply in (0, game["entries"] // 2, game["entries"]):
        status, answer, _ = s.get("/api/game/%s/replay?ply=%d" % (game["table"], ply), **head)
        assert status == 200 and answer["seq"] == ply and answer["last"] == game["entries"]


def same_seats(c, game):
    """People, colours, and bots by the names of their level and style."""
    for was, now in zip(game["seats"], c.table["seats"]):
        assert all(now[key] == value for key, value in was.items()), (game["rules"], was, now)


def play_more(s, game):
    """The game is unchanged and can continue; returns how far it got. It waits for its person, so no bot has moved it."""
    c = returned(s, game["token"], game["table"])
    assert c.table["state"] == "playing" and c.game["seq"] == game["entries"]
    for was, now in zip(game["view"], c.game["view"]["seats"]):
        assert all(now[key] == value for key, value in was.items() if key in now), (was, now)
    assert c.game["view"]["owes"] == game["owes"]
    same_seats(c, game)
    play_on([c], entries=game["entries"] + 60)
    seq = c.game["seq"]
    assert seq > game["entries"]
    c.close()
    return seq


@test
def games_of_6e91e46_open_replay_and_continue():
    s, games = upgraded("6e91e46")
    for kind in ("over", "playing"):
        assert {game["rules"].split(",")[0] for game in games if game["kind"] == kind} == set(RULES)
    reached = {}
    for game in games:
        if game["kind"] == "over":
            check_finished(s, game)
        elif game["kind"] == "playing":
            reached[game["table"]] = play_more(s, game)
    s.restart()
    for game in games:
        if game["table"] in reached:
            c = returned(s, game["token"], game["table"])
            assert c.table["state"] in ("playing", "over") and c.game["seq"] >= reached[game["table"]]
            c.close()
    assert s.close() == 0


@test
def a_grandmaster_of_catan_goes_on_as_a_master():
    for rules, level in (("fifth,points=3", "master"), ("struggle", "grandmaster")):
        s = Server()
        host, = table(s, bots=0, players=3, rules=rules, start=False)
        for seat in (1, 2):
            host.ok("bot", seat=seat, level="grandmaster")
        host.ok("ready", ready=True)
        host.ok("start")
        play_on([host], entries=12)
        token, name = host.token, host.table["id"]
        assert descriptions(s)[name]["seats"][1]["level"] == "grandmaster"     # as earlier versions stored it
        s.restart()
        c = returned(s, token, name)
        assert [seat["level"] for seat in c.table["seats"][1:]] == [level, level]
        play_on([c], entries=c.game["seq"] + 12)
        status, record, _ = s.get("/api/game/%s/record" % name)
        assert status == 200 and ("|%s|%s\n" % (level, level)).encode() in record
        assert s.close() == 0


@test
def what_6e91e46_stored_by_number_is_read_by_name():
    s, games = upgraded("6e91e46")
    seen = set()
    for game in (g for g in games if g["kind"] == "open"):
        c = Client(s, game["token"], table=game["table"])
        while not c.table:
            c.receive()
        same_seats(c, game)
        c.ok("ready", ready=True)                                      # now it is stored as today's are
        stored = descriptions(s)[game["table"]]
        assert stored["played_by"]["options"]["hand_limit"] == 7 and stored["revision"] >= 2
        for was, now in zip(game["seats"][1:], stored["seats"][1:]):
            assert [was[key] for key in ("level", "style", "color")] == [now[key] for key in ("level", "style", "color")]
            seen.add((now["level"], now["style"]))
        c.close()
    assert seen == set(itertools.product(LEVELS, STYLES))
    assert s.close() == 0
