#!/usr/bin/env python3
"""Backups of a site in PostgreSQL with PostgreSQL's own tools, as docs/hosting.md describes: going back to a moment before a
mistake (pg_basebackup and archived WAL), and failing over to a synchronous standby made by deploy/postgres-standby.sh.
Run by `make recovery-proof`.
Ends with "N passed, M failed"."""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "server"))
from skerry import PATIENCE, Closed, Server, eventually, run_tests, running  # noqa: E402
from tables import play_on, play_to_rest, returned, table  # noqa: E402

BIN = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
NOBODY = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
work = tempfile.mkdtemp(prefix="skerry-recovery-")
os.chmod(work, 0o777)
started = []


def pg(*words, **more):
    done = subprocess.run([os.path.join(BIN, words[0]), *words[1:]], capture_output=True, text=True, timeout=PATIENCE,
                          cwd=work, **NOBODY, **more)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout.strip()


def folder(name):
    path = os.path.join(work, name)
    os.makedirs(path)
    if NOBODY:
        os.chown(path, 65534, 65534)
    return path


backups = folder("backups")


class Database:
    def __init__(self, name, make=True):
        self.name, self.data, self.socket = name, os.path.join(work, name), folder(name + ".socket")
        self.url = "postgres://skerry@/postgres?host=" + self.socket
        if make:
            pg("initdb", "-D", self.data, "-U", "skerry", "-A", "trust", "-E", "UTF8", "--no-locale")

    def start(self, **settings):
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as f:
            for key, value in dict(settings, listen_addresses="", unix_socket_directories=self.socket).items():
                f.write("%s='%s'\n" % (key, value))
        subprocess.run([os.path.join(BIN, "pg_ctl"), "-D", self.data, "-w", "-l", self.data + ".log", "start"],
                       stdout=subprocess.DEVNULL, timeout=PATIENCE, check=True, cwd=work, **NOBODY)
        started.append(self)

    def sql(self, text):
        return pg("psql", "-XqAt", self.url, "-c", text)

    def stop(self, how="immediate"):
        subprocess.run([os.path.join(BIN, "pg_ctl"), "-D", self.data, "-m", how, "-w", "stop"], capture_output=True,
                       timeout=PATIENCE, cwd=work, **NOBODY)


def documented(word):
    """The lines of docs/hosting.md that have this word, with our folder for backups."""
    text = open(os.path.join(HERE, "..", "..", "docs", "hosting.md")).read().replace("/backups", backups)
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ") and word in line]
    assert lines, word
    return lines


def as_documented(database, word):
    for line in documented(word):
        subprocess.run(["bash", "-c", line], check=True, timeout=PATIENCE, cwd=work, stdout=subprocess.DEVNULL, **NOBODY,
                       env=dict(os.environ, PGHOST=database.socket, PGUSER="skerry", PGDATABASE="postgres"))


def back_to_a_moment_before_a_mistake():
    primary = Database("primary")
    primary.start()
    as_documented(primary, "mkdir -m 700")
    as_documented(primary, "ALTER SYSTEM SET archive_")
    primary.stop("fast")
    primary.start()
    s = Server("--store", primary.url)
    a, b = table(s, 2, 1)
    play_on([a, b], 10)
    as_documented(primary, "pg_basebackup -D")
    play_on([a, b], 25)
    seq, game, events = a.game["seq"], a.table["id"], list(a.events)
    moment = primary.sql("SELECT clock_timestamp()")
    primary.sql("DELETE FROM skerry_game; DELETE FROM skerry_log; DELETE FROM skerry_item")  # the mistake
    eventually(lambda: primary.sql("SELECT archived_count>0 AND failed_count=0 FROM pg_stat_archiver") == "t")
    s.stop()
    primary.stop("fast")
    again = Database("base", make=False)
    shutil.move(glob.glob(backups + "/base-*")[0], again.data)
    open(os.path.join(again.data, "recovery.signal"), "w").close()
    with open(os.path.join(again.data, "postgresql.auto.conf"), "a") as f:
        for line in documented("restore_command =") + documented("recovery_target_"):
            f.write(line.replace("2026-01-31 20:14:00+00", moment) + "\n")
    again.start(archive_mode="off")
    eventually(lambda: again.sql("SELECT pg_is_in_recovery()") == "f")
    s = Server("--store", again.url)
    c = returned(s, a.token, game)
    assert c.game["seq"] >= seq and c.events[:len(events)] == events
    play_on([c, returned(s, b.token, game)], seq + 5)
    assert s.close() == 0


def follow(primary, name):
    """A synchronous standby, as deploy/ makes it."""
    standby = Database(name, make=False)
    folder(name)
    environment = dict(os.environ, PGDATA=standby.data, PRIMARY=primary.socket, PATH=BIN + ":" + os.environ["PATH"])
    script = open(os.path.join(HERE, "..", "..", "deploy", "postgres-standby.sh")).read()
    script = script.replace("listen_addresses='*'", "listen_addresses= -c unix_socket_directories=" + standby.socket)
    process = subprocess.Popen(["bash", "-c", script], env=environment, cwd=work, stdout=subprocess.DEVNULL,
                               stderr=open(standby.data + ".log", "w"), **NOBODY)
    running.append(process)
    primary.sql("ALTER SYSTEM SET synchronous_standby_names='standby'")
    primary.sql("SELECT pg_reload_conf()")
    eventually(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication WHERE application_name='standby'") == "sync")
    return standby, process


def a_commit_that_the_standby_has_not_is_not_acknowledged():
    """The standby is stopped, and the connection breaks while a commit waits for it. The primary then reports the commit as
    done, but it could still be lost with the primary, so the server acknowledges it only when the standby has it too."""
    primary = Database("third")
    primary.start(synchronous_commit="on")
    primary.sql("SELECT pg_create_physical_replication_slot('standby')")
    standby, process = follow(primary, "fourth")
    s = Server("--store", primary.url)
    a, = table(s, 1, 2)
    play_on([a], 6)
    play_to_rest([a])
    action = next(x for x in a.menu() if not x.startswith("resign"))
    receivers = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and is_child(pid, process.pid)]
    for pid in receivers + [process.pid]:
        os.kill(pid, signal.SIGSTOP)
    try:
        a.send({"type": "play", "id": "late", "actions": [action]})
        eventually(lambda: "SyncRep" in primary.sql("SELECT wait_event FROM pg_stat_activity"))
        primary.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event='SyncRep'")
        try:
            while True:
                m = a.receive(10)
                assert m.get("id") != "late" or m["type"] != "ok", "acknowledged, and only the primary has it"
        except (TimeoutError, Closed):
            pass
    finally:
        for pid in receivers + [process.pid]:
            os.kill(pid, signal.SIGCONT)
    eventually(s.ready)
    b = returned(s, a.token, a.table["id"])
    play_on([b], b.game["seq"] + 3)
    assert s.close() == 0
    primary.stop()
    process.terminate()


def is_child(pid, of):
    try:
        return open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()[1] == str(of)
    except OSError:
        return False


def notices(s, client):
    """Does a server that is cut off from its database show it, by an error, its health or a closed socket?"""
    try:
        return client.ask("chat", text="anybody?")["type"] == "error" or not s.ready()
    except Closed:
        return True


def over_to_the_standby():
    primary = Database("first")
    primary.start(synchronous_commit="on")
    primary.sql("SELECT pg_create_physical_replication_slot('standby')")
    standby, process = follow(primary, "second")
    both = "postgres://skerry@/postgres?host=%s,%s&target_session_attrs=read-write" % (primary.socket, standby.socket)
    s = Server("--store", both)
    a, b = table(s, 2, 1)
    play_on([a, b], 20)
    seq, game, events = a.game["seq"], a.table["id"], list(a.events)
    primary.stop("immediate")
    eventually(lambda: notices(s, a))
    pg("pg_ctl", "-D", standby.data, "promote")
    eventually(s.ready)
    c = returned(s, a.token, game)
    assert c.game["seq"] >= seq and c.events[:len(events)] == events
    play_on([c, returned(s, b.token, game)], seq + 5)
    assert s.close() == 0
    process.terminate()


def main():
    good = run_tests([back_to_a_moment_before_a_mistake, over_to_the_standby,
                      a_commit_that_the_standby_has_not_is_not_acknowledged])
    for database in started:
        database.stop()
    shutil.rmtree(work, ignore_errors=True)
    return not good


if __name__ == "__main__":
    sys.exit(main())
