#!/usr/bin/env python3
"""many_games.py GAMES ENTRIES -- makes a data folder with this many live games of about this many entries each, and
measures what a server needs to start on it. The games are copies of one that was played; their entries are mixed in
the log as if all had been played at the same time.

many_games.py finished GAMES -- gives one person this many finished games, and measures how long a line of chat takes
at another table while four connections of that person ask for their lists."""
import os
import sqlite3
import sys
import time

from skerry import Server
from tables import play_on, returned, table


def copy_game(path, games):
    """Copy the one game of the store this many times; returns the ids."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous=OFF")
    number, epoch, changed, meta = db.execute("SELECT number,epoch,changed,meta FROM game").fetchone()
    players = db.execute("SELECT seat,user,name FROM player WHERE game=?", (number,)).fetchall()
    log = db.execute("SELECT seq,at,body FROM log WHERE game=? ORDER BY seq", (number,)).fetchall()
    first = number + 1
    ids = ["copy%08d" % i for i in range(games)]
    for i, name in enumerate(ids):
        db.execute("INSERT INTO game(number,id,epoch,live,changed,meta) VALUES(?,?,?,1,?,?)",
                   (first + i, name, epoch, changed, meta))
        db.executemany("INSERT INTO player(game,seat,user,name,changed) VALUES(?,?,?,?,?)",
                       [(first + i, *player, changed) for player in players])
    row, = db.execute("SELECT MAX(id) FROM log").fetchone()
    for k, (seq, at, body) in enumerate(log):
        db.executemany("INSERT INTO log(id,prev,game,seq,at,body) VALUES(?,?,?,?,?,?)",
                       ((row + 1 + i, row + 1 + i - games if k else 0, first + i, seq, at, body) for i in range(games)))
        row += games
    db.executemany("INSERT INTO tip(game,epoch,seq,row) VALUES(?,?,?,?)",
                   ((first + i, epoch, log[-1][0], row - games + 1 + i) for i in range(games)))
    db.commit()
    db.close()
    return ids


def finish_copies(path):
    """Each copy becomes a finished game, with 30 kB of archive, changed a second after the one before."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous=OFF")
    db.execute("DELETE FROM tip WHERE game>1")
    db.execute("DELETE FROM log WHERE game>1")
    db.execute("UPDATE game SET live=0,archive=zeroblob(30000),changed=changed+1000*number WHERE number>1")
    db.execute("UPDATE player SET changed=(SELECT changed FROM game WHERE number=game)")
    db.commit()
    db.close()


def list_and_chat(games):
    s, _, token = folder(games, 10)
    finish_copies(os.path.join(s.data, "skerry.db"))
    s.start()
    a, b = table(s, 2, 0, start=False, players=2)
    lists = [s.client(token=token) for _ in range(4)]
    for k in range(5):
        begin = time.monotonic()
        a.ok("chat", text="alone")
        alone = time.monotonic() - begin
        for c in lists:
            for i in range(5):
                c.send({"type": "games", "id": "%d.%d" % (k, i), "limit": 100})
        begin = time.monotonic()
        a.ok("chat", text="beside")
        print("a line of chat: %.1f ms alone, %.1f ms behind twenty lists of %d games" %
              (1000 * alone, 1000 * (time.monotonic() - begin), games))
        begin = time.monotonic()
        for c in lists:
            while not any(m.get("id") == "%d.4" % k for m in c.inbox):
                c.catch_up()
        print("  all lists there after %.1f ms" % (1000 * (time.monotonic() - begin)))
        time.sleep(5)  # five lines in ten seconds are allowed
    s.close()


def folder(games, entries):
    """A stopped server with such a data folder, the ids of its games, and the token of the person who plays in all of them."""
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], entries)
    a.close()
    s.stop()
    ids = copy_game(os.path.join(s.data, "skerry.db"), games)
    return s, ids, a.token


def used(process):
    """Seconds of CPU, and bytes read from files, by a process that runs."""
    fields = open("/proc/%d/stat" % process.pid).read().rsplit(")", 1)[1].split()
    read = next(int(line.split()[1]) for line in open("/proc/%d/io" % process.pid) if line.startswith("rchar"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), read


def main():
    if sys.argv[1] == "finished":
        list_and_chat(int(sys.argv[2]))
        return
    games, entries = int(sys.argv[1]), int(sys.argv[2])
    s, ids, token = folder(games, entries)
    size = os.path.getsize(os.path.join(s.data, "skerry.db"))
    begin = time.monotonic()
    s.start()
    cpu, read = used(s.process)
    print("%d live games of %d entries, %.0f MB: ready after %.2f s, %.2f s of CPU, %.1f MB read" %
          (games, entries, size / 1e6, time.monotonic() - begin, cpu, read / 1e6))
    begin = time.monotonic()
    c = returned(s, token, ids[len(ids) // 2])
    print("one of them joined after %.3f s, at entry %d" % (time.monotonic() - begin, c.game["seq"]))
    c.close()
    s.close()


if __name__ == "__main__":
    main()
