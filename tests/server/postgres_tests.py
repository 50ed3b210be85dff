#!/usr/bin/env python3
"""The server with its games in PostgreSQL, from outside: `tools/postgres python3 tests/server/postgres_tests.py`.
Ends with "N passed, M failed"."""
import os
import subprocess
import sys
import traceback

from skerry import PATIENCE, PROGRAM, Server, eventually, running
from tables import play_on, returned, table

DATABASE = os.environ.get("SKERRY_TEST_DATABASE", "")


def sql(text):
    done = subprocess.run(["psql", "-XqAt", DATABASE, "-c", text], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def server():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return Server("--store", DATABASE)


def a_game_outlives_the_server():
    s = server()
    a, b = table(s, 2, 1)
    play_on([a, b], 12)
    a.ok("chat", text="still here")
    seq = a.game["seq"]
    s.restart()
    c = returned(s, a.token, a.table["id"])
    assert c.game["seq"] >= seq
    assert sql("SELECT count(*) FROM skerry_chat") == "1"
    play_on([c, returned(s, b.token, a.table["id"])], seq + 6)
    assert not os.path.exists(os.path.join(s.data, "skerry.db"))
    assert int(sql("SELECT max(seq) FROM skerry_log")) >= seq + 6
    assert s.close() == 0


def cut_off_from_the_database_it_goes_on():
    """Every connection is broken, again and again: what was acknowledged is there, and play goes on."""
    s = server()
    a, = table(s, 1, 2)
    for i in range(10):
        play_on([a], a.game["seq"] + 2)
        seq = a.game["seq"]
        sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid<>pg_backend_pid() "
            "AND datname=current_database()")
        if i % 3 == 0:
            a = returned(s, a.token, a.table["id"])
            assert a.game["seq"] >= seq
    assert sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    eventually(s.ready)
    assert s.close() == 0


def one_server_at_a_time_has_the_database():
    s = server()
    second = subprocess.run([PROGRAM, "serve", "--store", DATABASE, "--port", "0"], capture_output=True, timeout=PATIENCE)
    assert second.returncode == 1 and b"in use by another server" in second.stderr, second
    assert s.close() == 0


def a_wrong_address_and_a_newer_schema_are_said():
    s = server()
    assert s.stop() == 0
    wrong = subprocess.run([PROGRAM, "serve", "--store", "postgres://u:secret@127.0.0.1:1/none", "--port", "0"],
                           capture_output=True, timeout=PATIENCE)
    assert wrong.returncode == 1 and b"--store" in wrong.stderr and b"secret" not in wrong.stderr, wrong
    sql("UPDATE skerry_version SET version=99")
    newer = subprocess.run([PROGRAM, "serve", "--store", DATABASE, "--port", "0"], capture_output=True, timeout=PATIENCE)
    assert newer.returncode == 1 and b"newer Skerry" in newer.stderr, newer


TESTS = [a_game_outlives_the_server, cut_off_from_the_database_it_goes_on, one_server_at_a_time_has_the_database,
         a_wrong_address_and_a_newer_schema_are_said]


def main():
    good = 0
    for f in TESTS:
        try:
            f()
            good += 1
            print("ok   " + f.__name__, flush=True)
        except Exception:
            for p in running:
                if p.poll() is None:
                    p.kill()
            print("FAIL %s\n%s" % (f.__name__, traceback.format_exc()), flush=True)
    print("%d passed, %d failed" % (good, len(TESTS) - good))
    return 0 if good == len(TESTS) else 1


if __name__ == "__main__":
    sys.exit(main())
