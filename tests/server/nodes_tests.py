#!/usr/bin/env python3
"""Several nodes on one PostgreSQL, from outside: `tools/postgres python3 tests/server/nodes_tests.py [WORD…]`.
Ends with "N passed, M failed"."""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from skerry import PATIENCE, PROGRAM, ROOT, Client, Closed, Server, eventually, reserved_port, run_tests, running
from wire import Wire, new_loop
from tables import play_on, play_to_rest, table, until

DATABASE = os.environ.get("SKERRY_TEST_DATABASE", "")
LEASE = 1500    # milliseconds
TESTS = []


def test(f):
    TESTS.append(f)
    return f


def sql(text):
    done = subprocess.run(["psql", "-XqAt", DATABASE, "-c", text], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def pg_ctl(*flags):
    log = ["-l", "/dev/null"] if "start" in flags else []
    subprocess.run(os.environ["SKERRY_TEST_PG_CTL"].split() + log + list(flags), check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, cwd="/", timeout=PATIENCE)


def node(name, *flags, **more):
    return Server("--store", DATABASE, "--node", name, "--lease", str(LEASE), "--drain", "1", *flags, **more)


def nodes(*names, flags=()):
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return [node(name, *flags) for name in names]


def owner(game):
    return sql("SELECT n.name FROM skerry_game g JOIN skerry_node n ON n.number=g.owner WHERE g.id='%s'" % game)


def by_port(servers, url):
    return next((s for s in servers if url.endswith(":%d" % s.port)), servers[0])


def come_to(servers, s, token, name, seconds=PATIENCE):
    """Connect to a table as a page does: through any node, following `goto`, and again after a moment if no node has it."""
    end = time.monotonic() + seconds
    while True:
        try:
            c = Client(s, token, table=name, id="hello")
            while True:
                m = c.receive()
                if m["type"] == "goto":
                    s = by_port(servers, m["url"])
                    c.close()
                    break
                if m["type"] == "ok" and m.get("id") == "hello":
                    return c
                assert m["type"] != "error" or m["error"] in ("not-stored", "draining"), m
        except (Closed, OSError):
            pass
        assert time.monotonic() < end, "nobody has the table"
        live = [x for x in servers if x.process.poll() is None]
        s = s if s in live else live[0]
        time.sleep(0.1)


@test
def an_address_has_its_limits_once_for_all_nodes():
    a, b = nodes("a", "b", flags=("--proxy", "--connections", "4", "--tables", "100"))
    held = []

    def at(ip):
        return {"X-Forwarded-For": ip}

    def connect(s, ip):
        c = socket.create_connection(("127.0.0.1", s.port), PATIENCE)
        c.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n" % ip.encode())
        status = int(c.recv(100).split()[1])
        if status == 200:
            held.append(c)
        else:
            c.close()
        return status
    for ip in ("192.0.2.1", "2001:db8:1:2::3"):
        assert all(a.post("/api/session", {"name": "Ada"}, **at(ip))[0] == 200 for _ in range(20))
        eventually(lambda: b.post("/api/session", {"name": "Ada"}, **at(ip))[0] == 429)
        for _ in range(4):
            eventually(lambda: connect(a, ip) == 200)
        eventually(lambda: connect(b, ip) == 429)
    assert b.post("/api/session", {"name": "Ben"}, **at("192.0.2.9"))[0] == 200
    assert connect(b, "192.0.2.9") == 200
    for c in held:
        c.close()
    eventually(lambda: connect(b, "192.0.2.1") == 200)      # people who have left do not count for long
    for c in held:
        c.close()
    # tables: 64, all made from here
    p, q = Client(a, a.session("P")["token"]), Client(b, b.session("Q")["token"])
    for _ in range(64):
        p.ok("create", rules="fifth", players=2)

    def refused():
        try:
            q.ok("create", rules="fifth", players=2)
        except AssertionError as why:
            assert "too-many" in str(why), why
            return True
        time.sleep(0.5)                                     # otherwise q would have 64 before b hears of p's
        return False
    eventually(refused)
    assert a.close() == 0                                   # what it had is free again
    eventually(lambda: not refused())
    assert b.close() == 0


@test
def a_table_is_found_from_every_node():
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_on([p, q], 8)
    c = Client(b, q.token)
    c.send({"type": "join", "id": 1, "table": name})
    m = c.expect("goto")
    assert m["table"] == name and m["id"] == 1 and by_port([a, b], m["url"]) is a, m
    c.ok("ping")                             # the connection goes on
    q = come_to([a, b], b, q.token, name)
    assert q.server is a and q.game["seq"] >= 8
    play_on([p, q], 16)
    assert a.close() == 0 and b.close() == 0


@test
def a_killed_nodes_games_go_on_at_another():
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    name, seen = p.table["id"], None
    play_on([p, q], 20)
    seen = p.game["seq"]
    a.kill()
    start = time.monotonic()
    p = come_to([b], b, p.token, name)
    q = come_to([b], b, q.token, name)
    assert time.monotonic() - start < PATIENCE and p.game["seq"] >= seen and owner(name) == "b"
    play_on([p, q], seen + 10)
    assert sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    assert b.close() == 0


@test
def a_drained_nodes_games_go_on_at_once():
    a, b = nodes("a", "b")
    sql("UPDATE skerry_node SET expires=expires+interval '1 hour'")    # no lease helps here
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_to_rest([p, q])
    seen = p.game["seq"]
    a.process.send_signal(signal.SIGTERM)
    assert p.close_code() == 1012
    p = come_to([b], b, p.token, name)
    assert p.server is b and p.game["seq"] == seen
    assert a.process.wait(PATIENCE) == 0 and b.close() == 0
    assert sql("SELECT count(*) FROM skerry_node") == "0"


@test
def a_node_that_wakes_up_is_fenced():
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_to_rest([p, q])
    mover = next(c for c in (p, q) if c.seat in c.game["view"]["owes"])
    a.process.send_signal(signal.SIGSTOP)
    p2 = come_to([b], b, p.token, name)
    q2 = come_to([b], b, q.token, name)
    play_on([p2, q2], p2.game["seq"] + 6)
    mover.send({"type": "play", "id": "late", "actions": [mover.menu()[0]]})
    a.process.send_signal(signal.SIGCONT)
    try:
        while True:
            m = mover.receive()
            assert not (m["type"] in ("ok", "error") and m.get("id") == "late"), m
    except Closed as closed:
        assert closed.args[0] == 1012, closed
    assert owner(name) == "b" and sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    play_on([p2, q2], p2.game["seq"] + 6)
    assert a.close() == 0 and b.close() == 0


@test
def bots_follow_their_table():
    """One bot of each kind is sent from the node it knows to the node that has the table, and back when that node stops."""
    a, b = nodes("a", "b")
    host = a.client("Host")
    name = host.ok("create", rules="fifth", players=3)["table"]
    eventually(lambda: owner(name) == "a")
    url = "http://localhost:%d" % b.port
    bots = [subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for command in (
        [PROGRAM, "bot", "--url", url, "--table", name, "--level", "random"],
        [sys.executable, str(ROOT / "examples/bot.py"), url, name])]
    running.extend(bots)
    until(host, lambda: all(s["ready"] for s in host.table["seats"][1:]))
    host.ok("ready", ready=True)
    host.ok("start")
    play_on([host], 30)
    a.process.send_signal(signal.SIGTERM)
    assert host.close_code() == 1012
    host.close()
    host = come_to([b], b, host.token, name)
    play_on([host], host.game["seq"] + 30)
    assert all(bot.poll() is None for bot in bots)
    assert b.close() == 0


@test
def a_page_may_talk_to_every_node():
    a, b = nodes("a", "b")
    origin = "http://localhost:%d" % a.port
    eventually(lambda: ("ws://localhost:%d" % a.port) in b.get("/livez")[2].getheader("Content-Security-Policy"))
    assert b.post("/api/session", {}, Origin=origin)[0] == 200
    assert b.post("/api/session", {}, Origin="http://elsewhere.example")[0] == 403
    assert a.close() == 0 and b.close() == 0


@test
def after_the_end_everybody_is_at_one_node():
    """People chat there and get the same rematch; somebody who comes through another node later finds it too."""
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_on([p, q])
    assert p.table["state"] == "over"
    eventually(lambda: sql("SELECT count(*) FROM skerry_log") == "0")       # it is in the archive
    r = come_to([a, b], b, q.token, name)
    assert r.server is a
    r.ok("chat", text="well played")
    p.expect("chat", text="well played")
    again = p.ok("rematch")["table"]
    until(r, lambda: r.table["rematch"] == again)
    assert come_to([a, b], b, q.token, again).server is a
    a.kill()
    r = come_to([b], b, q.token, name)
    until(r, lambda: r.table["rematch"] == again)
    until(r, lambda: "well played" in str(r.inbox))
    assert r.ok("rematch")["table"] == again
    assert b.close() == 0


@test
def clocks_go_on_when_their_node_is_lost():
    """Nobody comes back, but another node plays for the seat whose time is up."""
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1, clock={"bank": 2, "increment": 0})
    name = p.table["id"]
    eventually(lambda: sql("SELECT runs FROM skerry_game") == "t")
    a.kill()
    p.close(), q.close()
    seq = int(sql("SELECT count(*) FROM skerry_log"))
    eventually(lambda: int(sql("SELECT count(*) FROM skerry_log")) > seq + 3)
    assert owner(name) == "b"
    assert b.close() == 0


@test
def a_database_that_goes_away_is_waited_for():
    """Commands are refused, the sockets stay open, /readyz reports it, and play continues when the database is back."""
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    play_to_rest([p, q])
    mover = next(c for c in (p, q) if c.seat in c.game["view"]["owes"])
    pg_ctl("-m", "immediate", "stop")
    try:
        assert mover.play(mover.menu()[0])["error"] == "not-stored"
        eventually(lambda: a.get("/readyz")[0] == 503)
        assert a.get("/livez")[0] == 200
        mover.ok("ping")
    finally:
        pg_ctl("-w", "start")
    eventually(a.ready)
    name = p.table["id"]
    p, q = [come_to([a, b], a, c.token, name) for c in (p, q)]
    play_on([p, q], p.game["seq"] + 6)
    assert sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    assert a.close() == 0 and b.close() == 0


WRONG_CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int r = real(id, t);
    if (id == CLOCK_REALTIME) t->tv_sec += 5 * 3600;
    return r;
}
int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec, t->tv_usec = now.tv_nsec / 1000;
    return 0;
}
"""


@test
def people_at_a_node_that_is_cut_off_are_sent_to_another():
    """Such a node still answers its sockets while a bot's move hangs, so nobody would notice. It waits for a database that refuses."""
    nodes()
    with tempfile.TemporaryDirectory() as folder:
        wire = Wire(new_loop(), folder, re.search(r"host=([^&]+)", DATABASE)[1])
        a = Server("--store", DATABASE.replace(wire.to, folder), "--node", "a", "--lease", str(LEASE), "--drain", "1")
        b = node("b")
        p, = table(a, 1, 2)
        play_on([p], 5)
        wire.cut()
        try:
            while True:
                p.receive()
        except Closed as why:
            assert why.args[0] == 1012, why
        assert a.get("/readyz")[0] == 503
        try:
            Client(a, p.token)
            assert False, "it lets people in"
        except Closed:
            pass
        c = come_to([b], b, p.token, p.table["id"])
        play_on([c], c.game["seq"] + 5)
        assert owner(p.table["id"]) == "b"
        wire.heal()
        eventually(a.ready)
        assert come_to([a, b], a, p.token, p.table["id"]).game["seq"] >= c.game["seq"]
        assert a.close() == 0 and b.close() == 0


@test
def nodes_whose_clocks_are_hours_apart_use_the_databases_clock():
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/late.c", "w") as f:
            f.write(WRONG_CLOCK)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", folder + "/late.so", folder + "/late.c", "-ldl"], check=True)
        a, = nodes("a")
        os.environ["LD_PRELOAD"] = folder + "/late.so"
        try:
            b = node("b")
        finally:
            del os.environ["LD_PRELOAD"]
    p, q = table(b, 2, 1, clock={"bank": 600, "increment": 0})
    name = p.table["id"]
    play_on([p, q], 10)
    assert abs(int(sql("SELECT max(at) FROM skerry_log")) / 1000 - float(sql("SELECT extract(epoch FROM now())"))) < 600
    assert '"at":"%s' % time.strftime("%Y-%m-%dT%H", time.gmtime(time.time() + 5 * 3600)) in \
        open(os.path.join(b.data, "log")).read()             # its own clock really is wrong
    b.kill()
    p = come_to([a], a, p.token, name)
    assert all(s["bank_ms"] > 300000 for s in p.game["clock"]["seats"]), p.game["clock"]
    assert a.close() == 0


@test
def the_lobby_shows_the_tables_of_all_nodes():
    a, b = nodes("a", "b")
    c = b.client("Looker")
    c.ok("lobby", on=True)
    p = a.client("Host")
    made = p.ok("create", rules="fifth", players=3, name="Far away", public=True)["table"]
    while "entry" not in c.expect("lobby-change"):              # new counts may come before it
        pass
    d = b.client("Second")
    d.ok("lobby", on=True)
    assert [t["table"] for t in next(m for m in d.inbox if m["type"] == "lobby")["tables"]] == [made]
    while c.expect("lobby-change").get("counts") != {"people": 3, "tables": 1, "games": 0, "listed": 1}:
        pass                                                    # people of both nodes
    p.ok("close")
    while c.expect("lobby-change").get("gone") != made:
        pass
    assert a.close() == 0 and b.close() == 0


@test
def people_who_look_for_a_game_at_several_nodes_meet():
    a, b = nodes("a", "b")
    rules = "fifth,board=random"
    people = [Client(s, s.session("P")["token"]) for s in (a, b, a, b)]
    for c in people:                                # at the same moment, on an empty site
        c.send({"type": "find", "id": 1, "rules": rules, "players": 4})
    tables = {c.expect("ok", id=1)["table"] for c in people}
    assert len(tables) == 1, tables
    late = b.client("Late")
    name = late.ok("find", rules=rules)["table"]    # it has free seats still
    assert {name} == tables
    eventually(lambda: sql("SELECT count(*) FROM skerry_item WHERE kind='turn'") == "0")     # dropped after the answer
    for c in people:
        c.close()                                   # nobody waits there any more
    eventually(lambda: late.ok("find", rules=rules)["table"] != name)
    sql("INSERT INTO skerry_item(kind,key,owner,at,value) VALUES('turn','find','',0,'{}')")     # a node died in its turn
    first = b.client("First")
    assert first.ok("find", rules="struggle")["table"] not in tables
    assert a.close() == 0 and b.close() == 0


@test
def a_logout_ends_the_sockets_at_every_node():
    a, b = nodes("a", "b")
    who = a.session("Ada")
    p, q = Client(a, who["token"]), Client(b, who["token"])
    status, _, _ = a.post("/api/logout", {}, Authorization="Bearer " + who["token"])
    assert status == 200 and p.close_code() == 1008 and q.close_code() == 1008
    assert a.close() == 0 and b.close() == 0


@test
def a_deletion_reaches_the_owner_of_the_table():
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_to_rest([p, q])
    status, _, _ = b.post("/api/delete", {"confirm": "delete"}, Authorization="Bearer " + q.token)
    assert status == 200
    q.close_code()
    until(p, lambda: p.table["seats"][1]["user"] is None)       # and nobody else is disconnected
    p.ok("chat", text="still here")          # a change of the owner's does not bring the name back
    p.ok("silence", user="u22222222222", on=True)
    assert sql("SELECT count(*) FROM skerry_player WHERE name='P1'") == "0"
    assert a.close() == 0 and b.close() == 0


@test
def a_login_elsewhere_disturbs_nobody_at_the_table():
    """A guest plays at one node and logs in at the other: the account gets the seat, and the others play on."""
    a, b = nodes("a", "b")
    ada = b.session("Ada")
    words = {"account": "ada", "passphrase": "three little words"}
    assert b.post("/api/account", words, Authorization="Bearer " + ada["token"])[0] == 200
    p, guest = table(a, 2, 1)
    name = p.table["id"]
    play_to_rest([p, guest])
    before = p.game["seq"]
    status, _, answer = b.post("/api/login", words, Authorization="Bearer " + guest.token)
    assert status == 200
    token = re.match("[^=]*=([^;]*)", answer.getheader("Set-Cookie"))[1]
    until(p, lambda: p.table["seats"][1]["user"] == ada["user"])       # over the connection that it had before
    back = come_to([a, b], b, token, name)
    assert back.table["you"]["seat"] == 1
    play_on([p, back], before + 8)
    p.ok("silence", user="u22222222222", on=True)                      # what the owner writes keeps the account
    assert sql("SELECT person FROM skerry_player WHERE seat=1") == ada["user"]
    a.restart()
    assert come_to([a, b], b, token, name).table["you"]["seat"] == 1
    assert a.close() == 0 and b.close() == 0


@test
def people_who_play_are_not_disturbed_when_others_log_in_and_go():
    """A move under way when the epoch ends is made once, under the next epoch."""
    a, b = nodes("a", "b", flags=("--lease", "20000"))     # a slow machine must not look cut off
    p, = table(a, 1, 2)

    def others():
        for _ in range(12):                      # what a login or a deletion does to tables of other nodes
            sql("UPDATE skerry_game SET epoch=epoch+1;"
                "INSERT INTO skerry_notice(node,what,key) SELECT 0,'table',id FROM skerry_game")

    side = threading.Thread(target=others)
    side.start()
    while side.is_alive():
        play_on([p], p.game["seq"] + 1)
    side.join()
    play_on([p], p.game["seq"] + 3)
    assert sql("SELECT count(*)=COALESCE(max(seq),0) FROM skerry_log") == "t"     # none, if it is over by now
    assert int(sql("SELECT epoch FROM skerry_game")) > 12
    assert a.close() == 0 and b.close() == 0


@test
def a_name_is_changed_at_every_node():
    a, b = nodes("a", "b")
    p, q = table(a, 2, 1)
    b.post("/api/session", {"name": "Grace"}, Authorization="Bearer " + q.token)
    until(p, lambda: p.table["seats"][1]["name"] == "Grace")
    assert a.close() == 0 and b.close() == 0


@test
def limits_count_the_tables_of_all_nodes():
    a, b = nodes("a", "b", flags=("--tables", "3"))
    who = a.session("Ada")
    p, q = Client(a, who["token"]), Client(b, who["token"])
    for _ in range(3):
        p.ok("create", rules="fifth", players=3, sit=None)
    eventually(lambda: int(sql("SELECT count(*) FROM skerry_game")) == 3)
    end = time.monotonic() + PATIENCE
    while q.ask("create", rules="fifth", players=3, sit=None)["type"] == "ok":
        assert time.monotonic() < end
    assert int(sql("SELECT count(*) FROM skerry_game")) <= 6
    assert a.close() == 0 and b.close() == 0


def started(*flags):
    return subprocess.run([PROGRAM, "serve", "--port", "0", *flags], capture_output=True, timeout=PATIENCE, text=True)


@test
def settings_that_cannot_work_are_reported():
    a, = nodes("a")
    for flags, words in (
            (["--node", "a"], "--node needs --store"),
            (["--public", "http://x"], "--public goes with --node"),
            (["--store", "mysql://host/name"], "the address of a PostgreSQL database"),
            (["--store", "skerry.db"], "the address of a PostgreSQL database"),
            (["--store", DATABASE, "--node", "A b"], "small letters"),
            (["--store", DATABASE, "--node", "b", "--public", "ftp://x"], "--public takes an address"),
            (["--store", DATABASE, "--node", "a", "--lease", "300"], "another node of this name is running"),
            (["--store", DATABASE], "in use by another server")):
        done = started(*flags)
        assert done.returncode == 1 and words in done.stderr, (flags, done)
    assert a.close() == 0
    alone = Server("--store", DATABASE)
    done = started("--store", DATABASE, "--node", "a")
    assert done.returncode == 1 and "without --node" in done.stderr, done
    assert alone.close() == 0


def wait_for_line(server, words):
    log = os.path.join(server.data, "log")
    eventually(lambda: words in open(log).read())


def connects(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def node_with_a_port():
    """A node on a fixed port, which it keeps after a restart."""
    with reserved_port() as port:
        pass
    a, = nodes("a", flags=("--port", str(port), "--exact-port"))
    return a


@test
def a_node_that_is_started_without_a_database_waits_for_it():
    """After a power cut the nodes start before the database does. Until it is there nobody can connect to them, so that a
    proxy chooses a node that works."""
    a = node_with_a_port()
    a.kill()
    pg_ctl("-m", "fast", "-w", "stop")
    a.launch()
    wait_for_line(a, '"event":"store-wait"')
    assert not connects(a.port)
    a.process.send_signal(signal.SIGTERM)      # an operator who does not want to wait can stop it
    assert a.process.wait(PATIENCE) == -signal.SIGTERM
    a.launch()
    pg_ctl("-w", "start")
    eventually(lambda: connects(a.port) and a.ready())
    assert a.close() == 0


@test
def a_node_without_visitors_says_that_its_database_has_gone():
    a, = nodes("a")
    pg_ctl("-m", "fast", "-w", "stop")
    try:
        eventually(lambda: a.get("/readyz")[0] == 503)
    finally:
        pg_ctl("-w", "start")
    eventually(a.ready)
    assert a.close() == 0


@test
def a_node_that_finds_only_a_standby_waits_until_it_is_promoted():
    a = node_with_a_port()
    assert a.stop() == 0
    folder = sql("SHOW data_directory")
    pg_ctl("-m", "fast", "-w", "stop")
    as_owner = os.environ["SKERRY_TEST_PG_CTL"].split()[:-3]
    subprocess.run(as_owner + ["touch", folder + "/standby.signal"], check=True)
    pg_ctl("-w", "start")
    a.launch()
    wait_for_line(a, "a standby, which can only be read")
    assert not connects(a.port)
    pg_ctl("-w", "promote")
    eventually(lambda: connects(a.port) and a.ready())
    assert a.close() == 0


@test
def a_node_whose_name_was_taken_stops():
    a, = nodes("a")
    a.process.send_signal(signal.SIGSTOP)
    second = node("a")
    a.process.send_signal(signal.SIGCONT)
    assert a.process.wait(PATIENCE) == 1
    assert "another process runs as node a" in open(os.path.join(a.data, "log")).read()
    assert second.ready() and second.close() == 0


if __name__ == "__main__":
    sys.exit(not run_tests(TESTS))
