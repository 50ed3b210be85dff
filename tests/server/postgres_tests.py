#!/usr/bin/env python3
"""The server with its games in PostgreSQL, from outside: `tools/postgres python3 tests/server/postgres_tests.py`.
Ends with "N passed, M failed"."""
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from skerry import PATIENCE, PROGRAM, ROOT, Server, eventually, run_tests
from tables import play_on, play_to_rest, returned, table, wanted

DATABASE = os.environ.get("SKERRY_TEST_DATABASE", "")
FOLDER = DATABASE.partition("host=")[2].partition("&")[0]


def sql(text):
    done = subprocess.run(["psql", "-XqAt", DATABASE, "-c", text], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def server():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return Server("--store", DATABASE)


def serve(database=DATABASE, flags=("--store-wait", "86400")):
    """Run a server that is expected to end by itself, before it gives up waiting for the database."""
    return subprocess.run([PROGRAM, "serve", "--store", database, "--port", "0", *flags], capture_output=True,
                          timeout=PATIENCE)


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
    """Break every connection again and again: nothing acknowledged is lost, and play goes on."""
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
    second = serve()
    assert second.returncode == 1 and b"in use by another server" in second.stderr, second
    assert s.close() == 0


def a_wrong_address_is_reported():
    s = server()
    assert s.stop() == 0
    for wait in "0", "1":
        wrong = serve("postgres://u:secret@127.0.0.1:1/none", flags=("--store-wait", wait))
        assert wrong.returncode == 1 and b"--store" in wrong.stderr and b"secret" not in wrong.stderr, wrong
        assert (b"store-wait" in wrong.stderr) == (wait == "1"), wrong
    wrong = serve("postgres://skerry@/postgres?hast=x")
    assert wrong.returncode == 1 and b"hast" in wrong.stderr, wrong


def a_wrong_password_and_a_missing_database_are_reported():
    """Connect as a role that needs a password, in a database server that otherwise trusts everybody."""
    rules = sql("SHOW hba_file")
    before = open(rules).read()
    sql("DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'")
    try:
        open(rules, "w").write("local all locked scram-sha-256\n" + before)
        sql("SELECT pg_reload_conf()")
        address = DATABASE.replace("skerry@", "locked:%s@")
        eventually(lambda: b"authentication failed" in serve(address % "sesame").stderr)
        wrong = serve(address % "sesame")
        assert wrong.returncode == 1 and b"locked" in wrong.stderr and b"sesame" not in wrong.stderr, wrong
        asked = serve(address.replace(":%s", ""), flags=("--store-wait", "600"))    # waiting does not help
        assert asked.returncode == 1 and b"asks for a password" in asked.stderr and b"PGPASSWORD" in asked.stderr, asked
        both = serve((address % "sesame").replace("host=", "host=/nowhere,"), flags=("--store-wait", "0"))
        assert b"/nowhere" in both.stderr and b"authentication failed" in both.stderr, both     # a word on each host
        for words in (["migrate", "--from", DATABASE, "--to", address % "sesame"], ["admin", "--store", address % "sesame", "bans"]):
            done = subprocess.run([PROGRAM, *words], capture_output=True, timeout=PATIENCE)
            assert done.returncode == 3 and b"authentication failed" in done.stderr and b"sesame" not in done.stderr, done
    finally:
        open(rules, "w").write(before)
        sql("SELECT pg_reload_conf()")
        sql("DROP ROLE locked")
    gone = serve(DATABASE.replace("/postgres", "/nosuch"))
    assert gone.returncode == 1 and b"nosuch" in gone.stderr, gone


def a_role_that_may_make_no_tables_is_told_so():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN;"
        "GRANT USAGE ON SCHEMA public TO poor")
    done = serve(DATABASE.replace("skerry@", "poor@"))
    assert done.returncode == 1 and b"cannot be made there (permission denied for schema public); let" in done.stderr, done
    sql("REVOKE ALL ON SCHEMA public FROM poor; DROP ROLE poor")


def a_newer_schema_is_used_while_it_allows_that():
    """A newer node has extended the schema: an older node can use it until the schema requires a newer one."""
    s = server()
    a, = table(s, 1, 2)
    play_on([a], 5)
    version = int(sql("SELECT version FROM skerry_version"))
    sql("ALTER TABLE skerry_game ADD COLUMN later text NOT NULL DEFAULT 'x'; UPDATE skerry_version SET version=version+3")
    s.restart()
    a = returned(s, a.token, a.table["id"])
    play_on([a], a.game["seq"] + 5)
    b, = table(s, 1, 2)
    play_on([b], 5)
    assert sql("SELECT version,min_reader<=%d FROM skerry_version" % version) == "%d|t" % (version + 3)
    sql("UPDATE skerry_version SET min_reader=%d" % (version + 1))
    play_on([b], b.game["seq"] + 2)  # who is connected goes on; the step that breaks it must wait for that
    play_to_rest([b])
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid<>pg_backend_pid() "
        "AND datname=current_database()")
    assert b.play(b.menu()[0])["error"] == "not-stored"
    assert s.stop() == 0
    newer = serve()
    assert newer.returncode == 1 and b"from a newer Skerry" in newer.stderr and b"version %d" % (version + 3) in newer.stderr
    sql("UPDATE skerry_version SET min_reader=1<<30")
    half = serve()
    assert half.returncode == 1 and b"migration into this database is not finished" in half.stderr, half


def old_postgres(listener):
    """A fake server that greets like PostgreSQL 12 and answers every query with success."""
    def message(kind, body):
        return kind + struct.pack(">I", len(body) + 4) + body
    c, _ = listener.accept()
    head = c.recv(4096)
    while head[4:8] in (b"\x04\xd2\x16\x2f", b"\x04\xd2\x16\x30"):  # TLS or GSS?
        c.sendall(b"N")
        head = c.recv(4096)
    c.sendall(message(b"R", struct.pack(">I", 0)) + message(b"S", b"server_version\x0012.22\0") +
              message(b"Z", b"I"))
    while c.recv(4096)[:1] == b"Q":
        c.sendall(message(b"C", b"SET\0") + message(b"Z", b"I"))
    c.close()


def too_old_a_postgres_is_refused():
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=old_postgres, args=(listener,), daemon=True).start()
    old = serve("postgres://skerry@127.0.0.1:%d/skerry" % listener.getsockname()[1])
    assert old.returncode == 1 and b"PostgreSQL 13 or newer is needed, this is 12.22" in old.stderr, old
    listener.close()


class Torn:
    """A way to the database on which the first connection breaks after so many bytes of answers."""

    def __init__(self, after):
        self.after, self.folder = after, tempfile.mkdtemp(prefix="skerry-torn-")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.folder + "/.s.PGSQL.5432")
        self.listener.listen()
        self.database = DATABASE.replace(FOLDER, self.folder)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        left = self.after
        while True:
            near, far = self.listener.accept()[0], socket.socket(socket.AF_UNIX)
            far.connect(FOLDER + "/.s.PGSQL.5432")
            threading.Thread(target=self.pass_on, args=(near, far, None), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(far, near, left), daemon=True).start()
            left = None

    def pass_on(self, source, to, left):
        try:
            while data := source.recv(65536):
                to.sendall(data[:left])
                left = left and max(0, left - len(data))
                if left == 0:
                    break
        except OSError:
            pass
        for end in source, to:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Starting(Torn):
    """A way to a database that is still starting when the first connection comes, and ready right after."""

    def accept(self):
        first = self.listener.accept()[0]
        first.recv(65536)
        fields = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
        first.sendall(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        first.close()
        super().accept()


def a_start_while_the_database_starts_is_tried_again():
    s = Server("--store", Starting(None).database)
    assert "starting up" in open(os.path.join(s.data, "log")).read()
    assert s.close() == 0


def a_start_whose_connection_is_torn_is_tried_again():
    """Wherever it breaks: while it greets, asks for the version, makes the tables or joins the other nodes."""
    for node in (), ("--node", "n1", "--public", "http://127.0.0.1"):
        for after in (1, 300, 600, 1000):
            sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            s = Server("--store", Torn(after).database, *node)
            assert '"event":"store-wait"' in open(os.path.join(s.data, "log")).read(), (node, after)
            assert s.close() == 0


def pg_ctl(*words, **env):
    subprocess.run(os.environ["SKERRY_TEST_PG_CTL"].split() + ["-w", "-l", "/dev/null", *words], check=True, cwd="/",
                   env=dict(os.environ, **env), stdout=subprocess.DEVNULL, timeout=PATIENCE)


def played_until_refused(people):
    """Everybody plays at random; returns what they are told at the end."""
    for _ in range(5000):
        for c in people:
            c.drain()
            if wanted(c):
                answer = c.play(random.choice(c.menu()), seq=c.game["seq"])
                if answer["type"] == "error" and answer["error"] != "stale":
                    return answer["error"]
        assert people[0].table["state"] == "playing", "the game ended before the disk was full"
        time.sleep(0.01)
    raise AssertionError("it was never full")


def with_a_disk_that_fills(part):
    """Restart the database on it; returns the file that makes it full while it exists."""
    folder = tempfile.mkdtemp(prefix="skerry-full-")
    os.chmod(folder, 0o755)
    library, full = folder + "/full_disk.so", folder + "/full"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "tests/server/full_disk.c", "-ldl"], check=True)
    pg_ctl("restart", LD_PRELOAD=library, SKERRY_FULL_DISK=full, SKERRY_FULL_PART=part)
    return full


def nothing_is_lost(s, people, seen):
    """After a restart everybody has what they were shown before the disk was full, and since."""
    s.restart()
    for c, before in zip(people, seen):
        kept = returned(s, c.token, c.table["id"]).events
        assert kept[:len(before)] == before and len(kept) >= len(c.events), (before, kept)
    assert sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    assert s.close() == 0


def a_full_disk_of_the_database_loses_nothing():
    """While no table file can grow, moves are refused and nothing acknowledged is lost; play continues when there is room."""
    full = with_a_disk_that_fills("/base/")
    try:
        s = server()
        people = table(s, 3, 0)
        play_on(people, 10)
        open(full, "w").close()
        assert played_until_refused(people) == "not-stored"
        seen = [list(c.events) for c in people]
        eventually(lambda: s.get("/readyz")[0] == 503)
        assert '"result":"full"' in open(os.path.join(s.data, "log")).read()
        os.remove(full)
        eventually(s.ready)
        play_on(people, people[0].game["seq"] + 5)
        nothing_is_lost(s, people, seen)
    finally:
        pg_ctl("restart")


def a_full_disk_of_the_wal_loses_nothing():
    """The database itself gives up (PANIC) when its log cannot grow. Moves are refused; when there is room and it is started
    again, the same server continues."""
    full = with_a_disk_that_fills("/pg_wal/")
    try:
        s = server()
        people = table(s, 3, 0)
        play_on(people, 10)
        seen = [list(c.events) for c in people]
        open(full, "w").close()
        for _ in range(40):                     # past the files that it made in advance
            subprocess.run(["psql", "-XqAt", DATABASE, "-c", "SELECT pg_logical_emit_message(true,'a','b'); SELECT pg_switch_wal()"],
                           capture_output=True, timeout=PATIENCE)
        eventually(lambda: s.get("/readyz")[0] == 503)
        mover = next(c for c in people if wanted(c))
        assert mover.refused("not-stored", "play", id="full", actions=[mover.menu()[0]])
        os.remove(full)
        if subprocess.run(os.environ["SKERRY_TEST_PG_CTL"].split() + ["status"], cwd="/", stdout=subprocess.DEVNULL).returncode:
            pg_ctl("start")
        eventually(s.ready)
        play_on(people, people[0].game["seq"] + 5)
        nothing_is_lost(s, people, seen)
    finally:
        pg_ctl("restart")


TESTS = [a_game_outlives_the_server, cut_off_from_the_database_it_goes_on, one_server_at_a_time_has_the_database,
         a_wrong_address_is_reported,
         a_wrong_password_and_a_missing_database_are_reported, a_newer_schema_is_used_while_it_allows_that,
         too_old_a_postgres_is_refused, a_full_disk_of_the_database_loses_nothing,
         a_full_disk_of_the_wal_loses_nothing,
         a_role_that_may_make_no_tables_is_told_so, a_start_whose_connection_is_torn_is_tried_again,
         a_start_while_the_database_starts_is_tried_again]


if __name__ == "__main__":
    sys.exit(not run_tests(TESTS))
