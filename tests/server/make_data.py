#!/usr/bin/env python3
"""make_data.py VERSION -- write tests/server/data/VERSION.sql.gz and .json for upgrade_tests.py: the data folder of
a server (the program that SKERRY names), and what that server said about its games. Run it with the last version
before the format of the store changes.

The folder has a finished and a running game of every ruleset, with a step taken back where the game allowed it,
and open tables with a bot of every level in every style."""
import gzip
import itertools
import json
import os
import pathlib
import sqlite3
import sys

from skerry import Server
from tables import play_on, play_to_rest, table

RULES = [name + more for name in ("fifth", "3d", "sixth", "fifth-56") for more in ("", "+helpers")] + ["struggle", "struggle-56"]
LEVELS = ["random", "baseline", "beginner", "casual", "club", "strong", "master"]
STYLES = ["plain", "builder", "trader", "soldier"]
COLORS = ["red", "blue", "orange", "white", "green", "brown"]
QUICK = [{"level": level, "style": style} for level in ("beginner", "casual", "club") for style in STYLES]


def seats_of(c):
    return [{key: seat[key] for key in ("kind", "name", "color", "level", "style")} for seat in c.table["seats"]]


def take_back(c):
    """Play until something can be taken back, and do so."""
    play_on([c], enough=lambda: c.game.get("undo"))
    if c.table["state"] == "playing":
        c.ask("undo", id="back")


def finished(s, rules):
    players = 5 if "56" in rules else 3
    c, = table(s, 1, players - 1, rules + (",points=3" if "struggle" in rules else ",points=4"))
    take_back(c)
    play_on([c])
    assert c.table["state"] == "over", rules
    c.ok("chat", text="well played")
    return {"table": c.table["id"], "rules": c.table["rules"], "kind": "over", "token": c.token,
            "seats": seats_of(c), "winner": c.table["winner"], "entries": c.game["seq"]}


def running(s, rules, bots, color, clock):
    players = 5 if "56" in rules else 3
    c, = table(s, 1, 0, rules, start=False, players=players, clock=clock)
    for seat in range(1, players):
        c.ok("bot", seat=seat, **next(bots))
    c.ok("color", color=color)
    c.ok("ready", ready=True)
    c.ok("start")
    take_back(c)
    play_on([c], entries=40)
    play_to_rest([c])
    assert c.table["state"] == "playing", rules
    view = c.game["view"]
    return {"table": c.table["id"], "rules": c.table["rules"], "kind": "playing", "token": c.token, "seats": seats_of(c),
            "entries": c.game["seq"], "view": view["seats"], "owes": view["owes"]}


def opened(s, bots):
    c, = table(s, 1, 0, "fifth-56", start=False, players=len(bots) + 1)
    for seat, bot in enumerate(bots, 1):
        c.ok("bot", seat=seat, **bot)
    return {"table": c.table["id"], "rules": c.table["rules"], "kind": "open", "token": c.token, "seats": seats_of(c)}


def main(version):
    s, games, bots = Server("--tables", "100"), [], itertools.cycle(QUICK)
    for i, rules in enumerate(RULES):
        games.append(finished(s, rules))
        clock = {"bank": 86400, "increment": 60} if i % 2 else None
        games.append(running(s, rules, bots, COLORS[i % len(COLORS)], clock))
    every = [{"level": level, "style": style} for level in LEVELS for style in STYLES]
    games += [opened(s, every[at:at + 4]) for at in range(0, len(every), 4)]
    assert s.stop() == 0
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    dump = "\n".join(db.iterdump()) + "\nPRAGMA user_version=%d;\n" % db.execute("PRAGMA user_version").fetchone()
    dump += "PRAGMA application_id=%d;\n" % db.execute("PRAGMA application_id").fetchone()
    folder = pathlib.Path(__file__).parent / "data"
    (folder / (version + ".sql.gz")).write_bytes(gzip.compress(dump.encode(), mtime=0))
    (folder / (version + ".json")).write_text(json.dumps(games) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
