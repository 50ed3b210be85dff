#!/usr/bin/env python3
"""`skerry migrate` from outside: moves a site into PostgreSQL and back, with interruptions, refusals and a comparison.
`tools/postgres python3 tests/server/migrate_tests.py`; with a number it moves that many games there and back.
Ends with "N passed, M failed"."""
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

from many_games import copy_game
from postgres_tests import DATABASE, serve, sql
from skerry import PATIENCE, PROGRAM, Server, eventually, run_tests
from tables import play_on, returned, table


def wiped():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def migrate(source, target, *more, timeout=PATIENCE):
    return subprocess.run([PROGRAM, "migrate", "--from", source, "--to", target, "--json", *more],
                          capture_output=True, text=True, timeout=timeout)


def moved(source, target, **more):
    done = migrate(source, target, **more)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return json.loads(done.stdout)


def refused(words, source, target, status=3):
    done = migrate(source, target)
    assert done.returncode == status and words in done.stderr and not done.stdout, (words, done)


def site(games=30, finished=0, entries=12, archive=300):
    """A stopped server whose folder has games in play, some finished, accounts, mutes and chat."""
    s = Server()
    a, b = table(s, 2, 1)
    play_on([a, b], entries)
    a.ok("chat", text="good luck \u2013 \U0001F3B2")
    b.ok("mute", user=a.table["seats"][a.seat]["user"], on=True)
    status, answer, _ = s.post("/api/account", {"account": "ada", "passphrase": "three little words"},
                               Authorization="Bearer " + a.token)
    assert status == 200, answer
    tokens, ids = (a.token, b.token), [a.table["id"]]
    a.close(), b.close()
    assert s.stop() == 0
    path = os.path.join(s.data, "skerry.db")
    ids += copy_game(path, games)
    if finished:
        copies = sqlite3.connect(path)
        copies.execute("UPDATE game SET live=0,archive=randomblob(?) WHERE number>1 AND number<=1+?", (archive, finished))
        copies.execute("DELETE FROM tip WHERE game NOT IN (SELECT number FROM game WHERE live)")
        copies.execute("DELETE FROM log WHERE game NOT IN (SELECT number FROM game WHERE live)")
        copies.commit()
        copies.close()
    return s, path, ids, tokens


def files(folder):
    """What is in a folder, byte for byte; SQLite's index of the -wal is not data."""
    return {name: hashlib.sha256(open(os.path.join(folder, name), "rb").read()).hexdigest()
            for name in os.listdir(folder) if not name.endswith("-shm")}


def contents(path):
    """All rows, except for the positions of the log's rows."""
    db = sqlite3.connect(path)
    rows = {"game": db.execute("SELECT g.number,g.id,COALESCE(t.epoch,g.epoch),live,changed,meta,archive,t.seq FROM "
                               "game g LEFT JOIN tip t ON t.game=g.number ORDER BY 1").fetchall(),
            "player": db.execute("SELECT * FROM player ORDER BY game,seat").fetchall(),
            "log": db.execute("SELECT game,seq,at,body FROM log ORDER BY 1,2").fetchall(),
            "chat": db.execute("SELECT * FROM chat ORDER BY id").fetchall(),
            "item": db.execute("SELECT kind,key,owner,at,value FROM item ORDER BY 1,2").fetchall(),
            "next": db.execute("SELECT seq FROM sqlite_sequence WHERE name='game'").fetchall()}
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    return rows


def a_site_goes_there_and_back_and_is_played_on():
    wiped()
    s, path, ids, tokens = site(30, finished=10)
    before, rows = files(s.data), contents(path)
    there = moved(s.data, DATABASE)
    assert there["games"] == 31 and there["items"] > 3 and there["chat"] == 1 and not there["resumed"], there
    assert files(s.data) == before
    again = Server("--store", DATABASE)  # people come back to their games there, by their old sessions
    a, b = returned(again, tokens[0], ids[0]), returned(again, tokens[1], ids[0])
    seq = a.game["seq"]
    assert seq >= 12
    play_on([a, b], seq + 5)
    c, = table(again, 1, 2)  # and a new game gets a new number
    play_on([c], 4)
    assert again.close() == 0
    wiped()
    assert moved(path, DATABASE)["hash"] == there["hash"]
    back = os.path.join(s.data, "back.db")
    assert moved(DATABASE, back)["hash"] == there["hash"]
    assert contents(back) == rows
    assert not os.path.exists(back + ".part") and os.stat(back).st_mode & 0o777 == 0o600
    os.rename(back, path)
    s.start()
    a = returned(s, tokens[0], ids[3 + 10])
    play_on([a, returned(s, tokens[1], ids[3 + 10])], a.game["seq"] + 3)
    assert s.close() == 0


def data_of_a_killed_server_is_moved_too():
    """The newest entries are in the -wal file only."""
    wiped()
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 9)
    seq = a.game["seq"]
    s.kill()
    before = files(s.data)
    assert before.keys() >= {"skerry.db", "skerry.db-wal"}
    moved(s.data, DATABASE)
    assert files(s.data) == before
    assert int(sql("SELECT max(seq) FROM skerry_log")) >= seq
    s.start()
    assert s.close() == 0


def hang_up():
    """Cut every connection to the database, including those whose program is gone."""
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid<>pg_backend_pid() "
        "AND datname=current_database()")


def waits_at_gate(p):
    """Wait until the move has come as far as the gate lets it."""
    eventually(lambda: p.poll() is not None or sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event='PgSleep'") != "0")
    assert p.poll() is None, p.communicate()


def an_interrupted_move_goes_on():
    """After a kill, an interrupt or a restart of the database the same command continues, and the result is the same. A gate
    in the database stops the move where the test wants to interrupt it."""
    wiped()
    s, path, _, _ = site(2000, finished=500)
    rows = contents(path)
    assert Server("--store", DATABASE).close() == 0     # the tables are there
    sql("CREATE TABLE gate(n bigint); INSERT INTO gate VALUES(0);"
        "CREATE FUNCTION gate(bigint) RETURNS boolean LANGUAGE plpgsql AS "
        "'BEGIN WHILE $1>(SELECT n FROM gate) LOOP PERFORM pg_sleep(0.05); END LOOP; RETURN true; END';"
        "CREATE FUNCTION games_gate() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM gate((SELECT count(*) FROM skerry_game)); RETURN NULL; END';"
        "CREATE TRIGGER gate BEFORE INSERT ON skerry_game FOR EACH STATEMENT EXECUTE FUNCTION games_gate()")
    for kill in (signal.SIGKILL, signal.SIGINT, None):
        sql("UPDATE gate SET n=(SELECT count(*) FROM skerry_game)")     # one more batch
        p = subprocess.Popen([PROGRAM, "migrate", "--from", path, "--to", DATABASE], stderr=subprocess.PIPE)
        waits_at_gate(p)
        if kill:
            p.send_signal(kill)
        if kill == signal.SIGINT:
            sql("UPDATE gate SET n=1<<30")              # what was begun is finished first
        else:
            hang_up()
        words = p.communicate(timeout=PATIENCE)[1]
        assert p.returncode == {signal.SIGKILL: -9, signal.SIGINT: 130, None: 3}[kill], (kill, p.returncode, words)
        half = serve()
        assert half.returncode == 1 and b"not finished" in half.stderr, half
    sql("DROP TRIGGER gate ON skerry_game")
    there = moved(path, DATABASE)
    assert there["resumed"] and there["games"] == 2001, there
    back = os.path.join(s.data, "back.db")
    sql("UPDATE gate SET n=(SELECT max(game)-1 FROM skerry_log); ALTER TABLE skerry_log RENAME TO whole_log;"
        "CREATE VIEW skerry_log AS SELECT * FROM whole_log WHERE gate(game)")
    p = subprocess.Popen([PROGRAM, "migrate", "--from", DATABASE, "--to", back], stderr=subprocess.PIPE)
    waits_at_gate(p)
    p.kill()
    p.communicate()
    hang_up()
    sql("DROP VIEW skerry_log; ALTER TABLE whole_log RENAME TO skerry_log; DROP TABLE gate")
    assert not os.path.exists(back)
    went_on = moved(DATABASE, back)
    assert went_on["resumed"] and went_on["hash"] == there["hash"]
    assert contents(back) == rows
    s.close()


def an_impossible_move_is_refused():
    wiped()
    s, path, _, _ = site(5)
    refused("No such file", path + ".none", DATABASE)
    refused("Connection refused", path, "postgres://u:secret@127.0.0.1:1/none")
    assert "secret" not in migrate(path, "postgres://u:secret@127.0.0.1:1/none").stderr
    refused("there are no tables", DATABASE, path + ".new")
    open(path + ".text", "w").write("no database at all, but some bytes\n" * 99)
    refused("", path + ".text", DATABASE)
    s.start()
    refused("in use", path, DATABASE)
    assert s.stop() == 0
    running_there = Server("--store", DATABASE)
    refused("in use", path, DATABASE)
    refused("stop it first", DATABASE, path + ".new")
    running_there.post("/api/session", {"name": "Eve", "token": True})
    assert running_there.close() == 0
    refused("empty it first", path, DATABASE)
    refused("move it away or name another", DATABASE, path)
    refused("No such file or directory", DATABASE, path + ".none/skerry.db")
    sql("UPDATE skerry_version SET min_reader=99")
    refused("newer Skerry", DATABASE, path + ".new")
    refused("newer Skerry", path, DATABASE)
    wiped()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.commit()
    refused("newer Skerry", path, DATABASE)
    db.execute("PRAGMA user_version=2")
    db.commit()
    refused("older Skerry", path, DATABASE)
    db.close()
    done = subprocess.run([PROGRAM, "migrate", "--from", path], capture_output=True, timeout=PATIENCE)
    assert done.returncode == 2 and b"--to which" in done.stderr
    assert not os.path.exists(path + ".new") and not os.path.exists(path + ".new.part")
    s.close()


def a_change_in_between_is_found():
    """Another source, a source that was played on, a changed target and a log with a gap are all refused."""
    wiped()
    s, path, ids, _ = site(5)
    moved(path, DATABASE)
    sql("CREATE TABLE skerry_migration AS SELECT (SELECT count(*) FROM skerry_game) AS games,"
        "(SELECT count(*) FROM skerry_item) AS items,(SELECT max(changed) FROM skerry_game) AS changed,"
        "(SELECT max(id) FROM skerry_chat) AS chat,(SELECT last_value FROM skerry_game_number_seq) AS next,"
        "(SELECT max(number) FROM skerry_game) AS number,kind,key,1::bigint AS min_reader FROM skerry_item "
        "ORDER BY kind DESC,key DESC LIMIT 1; UPDATE skerry_version SET min_reader=1<<30")
    sql("UPDATE skerry_log SET body=body||'x' WHERE game=3 AND seq=7")
    refused("game %s is not the same" % ids[2], path, DATABASE, 1)
    sql("UPDATE skerry_log SET body=substring(body,1,length(body)-1) WHERE game=3 AND seq=7; "
        "UPDATE skerry_item SET value=value||'x' WHERE kind='user'")
    refused("item of people", path, DATABASE, 1)
    db = sqlite3.connect(path)
    db.execute("UPDATE game SET changed=changed+1 WHERE number=2")
    db.commit()
    refused("another source, or the source has changed", path, DATABASE)
    wiped()
    db.execute("DELETE FROM log WHERE game=3 AND seq=7")
    db.commit()
    db.close()
    refused("skerry doctor", path, DATABASE, 1)
    s.close()


def there_and_back(games):
    """The large proof: this many games, a tenth of them in play, and as many people with a session each."""
    wiped()
    s, path, _, _ = site(games - 1, games * 9 // 10, 60, 20000)
    db = sqlite3.connect(path)
    for kind in "user", "session":
        db.executemany("INSERT INTO item(kind,key,owner,at,value) VALUES(?,?,?,?,randomblob(80))",
                       ((kind, "%s%06d" % (kind[0], i), "u%06d" % i, i) for i in range(games)))
    db.commit()
    db.close()
    rows, begin = contents(path), time.monotonic()
    there = moved(path, DATABASE, timeout=3600)
    middle = time.monotonic()
    back = moved(DATABASE, path + ".back", timeout=3600)
    assert there["hash"] == back["hash"] and there["games"] == games, (there, back)
    assert contents(path + ".back") == rows
    print("%(games)d games, %(entries)d entries, %(items)d items, hash %(hash)s" % there)
    print("there %.1f s, back %.1f s, every row equal" % (middle - begin, time.monotonic() - middle))
    s.close()


TESTS = [a_site_goes_there_and_back_and_is_played_on, data_of_a_killed_server_is_moved_too, an_interrupted_move_goes_on,
         an_impossible_move_is_refused, a_change_in_between_is_found]


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].isdigit():
        sys.exit(there_and_back(int(sys.argv[1])))
    sys.exit(not run_tests(TESTS))
