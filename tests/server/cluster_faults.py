#!/usr/bin/env python3
"""Kills, stops and cuts off nodes and restarts the database while people and bots play.

    tools/postgres python3 tests/server/cluster_faults.py [--faults 500] [--nodes 3] [--games 8] [--seed N]
                                                          [--within LEASES] [--control] [--failover]

Each game has two people and one of the server's bots. Each person keeps every entry they were shown, asks for all of them
again after a reconnect, and compares. A command without an answer is sent again with the same id until it is answered. At
the end the entries of a seat must be exactly the commands that were acknowledged to its person: none lost, doubled or changed.
--control runs a program without the fence (`make unfenced`), which must fail. --failover ends with the promotion of a
real synchronous standby. Ends with "N passed, M failed"."""
import argparse
import base64
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import skerry
from skerry import PATIENCE, ROOT, Client, Closed, reserved_port
from wire import Wire, new_loop

parser = argparse.ArgumentParser()
parser.add_argument("--faults", type=int, default=500)
parser.add_argument("--nodes", type=int, default=3)
parser.add_argument("--games", type=int, default=8)
parser.add_argument("--lease", type=int, default=1000)
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--within", type=float, help="fail if a game stands still for more leases than that")
parser.add_argument("--control", action="store_true")
parser.add_argument("--failover", action="store_true")
args = parser.parse_args()
LEASE = args.lease / 1000
PROGRAM = str(ROOT / "build/server/skerry-unfenced") if args.control else skerry.PROGRAM
HOME = re.search(r"host=([^&]+)", os.environ["SKERRY_TEST_DATABASE"])[1]      # of the database's socket
PG_CTL = os.environ["SKERRY_TEST_PG_CTL"].split()                            # with the data folder
rng = random.Random(args.seed)
stopping = threading.Event()
lock = threading.Lock()
trouble = []        # what must not be
counts = {}


def count(what, n=1):
    with lock:
        counts[what] = counts.get(what, 0) + n


def wrong(kind, words):
    with lock:
        trouble.append((kind, words))


def sql(text, host=HOME):
    done = subprocess.run(["psql", "-XqAt", "postgres://skerry@/postgres?host=" + host, "-c", text],
                          capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- nodes --------------------------------------------------------------------------------------------------------

class Node:
    def __init__(self, name, loop, hosts):
        self.name, self.folder = name, tempfile.mkdtemp(prefix="skerry-node-")
        self.wires = []
        for i, to in enumerate(hosts):
            os.mkdir(self.folder + "/%d" % i)
            self.wires.append(Wire(loop, self.folder + "/%d" % i, to))
        with reserved_port() as self.port:
            pass
        self.process = None
        self.wanted = True
        self.busy = threading.Lock()
        self.start()

    def start(self):
        database = "postgres:///postgres?user=skerry&host=" + ",".join(w.folder for w in self.wires)
        if len(self.wires) > 1:
            database += "&target_session_attrs=read-write"
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--store", database, "--node", self.name, "--port", str(self.port), "--exact-port",
             "--public", "http://localhost:%d" % self.port, "--lease", str(args.lease), "--drain", "1", "--quiet",
             "--bot-pace", "0", "--messages", "1000000", "--connections", "10000",
             "--tables", "100000"],
            stdout=subprocess.DEVNULL, stderr=open(self.folder + "/log", "ab"))

    def keep(self):
        """Start it again when it has ended, as systemd does."""
        if self.wanted and self.process.poll() is not None:
            count("restarts")
            self.start()

    def signal(self, number):
        try:
            self.process.send_signal(number)
        except OSError:
            pass

    def end(self):
        self.wanted = False
        for w in self.wires:
            w.heal()
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return -9


# --- people -------------------------------------------------------------------------------------------------------

class Link(Client):
    """A connection with a short timeout: a stopped node never answers."""

    def __init__(self, port, token, table):
        self.socket = socket.create_connection(("127.0.0.1", port), LEASE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.inbox, self.events, self.table, self.game, self.next_id = b"", [], [], None, None, 0
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(("GET /ws?table=%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
                             % (table or "", key)).encode())
        end = time.monotonic() + LEASE
        while b"\r\n\r\n" not in self.buffer:
            self.fill(max(0.01, end - time.monotonic()))
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise Closed(0, "no socket")
        self.send({"type": "hello", "v": 1, "token": token, "id": "hello", **({"table": table} if table else {})})


class Person:
    def __init__(self, site, name):
        self.site, self.name, self.link, self.table = site, name, None, None
        self.heard = self.pinged = 0
        self.port = self.silent = None      # where this person is, and which node did not answer the last time
        self.token = site.session(name)
        self.forget()

    def forget(self):
        """A new table."""
        self.shown, self.done, self.pending, self.sent_at, self.last = {}, {}, None, 0, 0

    # coming to the table

    def connect(self):
        """Connect to the table, following `goto` as often as needed; or give up for now."""
        self.leave()
        port = self.site.some_port(self.silent)
        for _ in range(4):
            self.port = port
            try:
                self.link = Link(port, self.token, self.table)
                end = time.monotonic() + 2 * LEASE
                while True:
                    m = self.take(self.link.receive(max(0.01, end - time.monotonic())))
                    if m["type"] == "goto":
                        count("goto")
                        port = int(m["url"].rsplit(":", 1)[1])
                        break
                    if m["type"] == "ok" and m.get("id") == "hello":
                        self.heard = time.monotonic()
                        self.again()
                        return True
                    if m["type"] == "error" and m.get("id") == "hello":
                        if m["error"] == "no-such-table":
                            wrong("lost", "table %s is gone" % self.table)
                        raise Closed(0, m["error"])
            except (OSError, TimeoutError, Closed):
                self.give_up()
                return False
            self.leave()
        return False

    def give_up(self):
        """This node does not answer: next time try another one, as a proxy would."""
        self.leave()
        self.silent = self.port

    def leave(self):
        if self.link:
            self.link.close()
        self.link = None

    # what is told

    def take(self, m):
        if m["type"] == "game" and m["table"] == self.table:
            for e in m["events"]:
                entry = json.dumps({k: e[k] for k in sorted(e) if k != "at"})
                before = self.shown.setdefault(e["seq"], entry)
                if before != entry:
                    wrong("changed", "%s entry %d: %s, then %s" % (self.table, e["seq"], before, entry))
                self.last = max(self.last, e["seq"])
            if self.last > m["seq"]:
                wrong("lost", "%s was at %d, now at %d" % (self.table, self.last, m["seq"]))
        if self.pending and m["type"] in ("ok", "error") and m.get("id") == self.pending["id"]:
            self.answered(m)
        return m

    def answered(self, m):
        if m["type"] == "ok":
            count("acknowledged")
            if m["seq"] in self.done:
                wrong("twice", "%s: two commands are entry %d" % (self.table, m["seq"]))
            self.done[m["seq"]] = self.pending["actions"][0]
            self.pending = None
        elif m["error"] in ("not-stored", "not-at-table", "draining", "too-fast"):
            count("refused for now")
            self.refusals += 1
            self.sent_at = 0
        else:
            count("refused: " + m["error"])
            self.pending = None

    # what is done

    def again(self):
        self.refusals = 0
        if self.pending:
            self.send()

    def send(self):
        self.sent_at = time.monotonic()
        try:
            self.link.send(self.pending)
        except OSError:
            self.leave()

    def play(self, action, seq):
        self.refusals = 0
        self.pending = {"type": "play", "id": "%032x" % random.getrandbits(128), "seq": seq, "actions": [action]}
        self.send()

    def read(self, seconds):
        """Read what has arrived; false if the connection is gone."""
        try:
            while True:
                self.take(self.link.receive(seconds))
                self.heard = time.monotonic()
                seconds = 0
        except TimeoutError:
            return True
        except (OSError, Closed):
            self.leave()
            return False

    def ping(self, now):
        """As the page does, only faster: ping a silent server, and leave if there is no answer."""
        if now - self.heard > 1.5 * LEASE:
            self.give_up()
        elif now - max(self.heard, self.pinged) > LEASE / 2:
            self.pinged = now
            try:
                self.link.send({"type": "ping"})
            except OSError:
                self.leave()

    def step(self):
        """A moment at the table: come back, listen, play if it is our turn."""
        if not self.link and not self.connect():
            time.sleep(0.05 + random.random() * 0.1)
            return
        if not self.read(0.02):
            return
        now, link = time.monotonic(), self.link
        if not self.pending:
            self.ping(now)
        if not self.link:
            return
        if self.pending and self.sent_at and now - self.sent_at > 1.5 * LEASE:
            self.give_up()
        elif self.pending and not self.sent_at:
            time.sleep(0.1)
            if self.refusals * 0.1 > LEASE:
                self.give_up()                               # not here, for too long
            else:
                self.send()
        elif not self.pending and link.table and link.table["state"] == "playing" and link.game:
            menu = link.game.get("legal") or {"actions": []}
            if link.table["you"]["seat"] in link.game["view"]["owes"] and menu["actions"]:
                self.play(random.choice(menu["actions"]), link.game["seq"])


class Game(threading.Thread):
    """Two people who play one table after another."""

    def __init__(self, site, n):
        super().__init__(daemon=True)
        self.people = [Person(site, "P%d-%d" % (n, i)) for i in range(2)]
        self.site = site
        self.n, self.moved, self.failed = n, time.monotonic(), None
        self.longest = {}       # pause, by the fault that it came after

    def make(self):
        a, b = self.people
        for p in self.people:
            p.leave()
            p.table = None
            p.forget()
        a.connect(), b.connect()
        clock = {"bank": 86400, "increment": 0} if self.n % 2 else None
        table = a.link.ok("create", rules="fifth", players=3, seats=[None, None, {"level": "random"}], hold=None,
                          clock=clock, name="game %d" % self.n)["table"]
        a.table = b.table = table
        while not b.connect():
            pass
        b.link.ok("sit", seat=1)
        b.link.ok("ready", ready=True)
        a.link.ok("ready", ready=True)
        a.link.ok("start")
        for p in self.people:
            for m in p.link.inbox:
                p.take(m)

    def run(self):
        try:
            while not stopping.is_set():
                try:
                    self.make()
                except (OSError, Closed, TimeoutError, AssertionError, AttributeError):
                    count("tables begun anew")               # a fault in the middle of setting it up
                    continue
                self.play()
        except Exception as why:                             # a bug in this program
            self.failed = why
            wrong("program", repr(why))
            raise

    def play(self):
        """Each person in a thread, so that one who waits for a silent node does not keep the other from playing."""
        self.moved, self.ended = time.monotonic(), False
        both = [threading.Thread(target=self.sit, args=(p,), daemon=True) for p in self.people]
        for t in both:
            t.start()
        seq = 0
        while any(t.is_alive() for t in both):
            time.sleep(0.01)
            if max(p.last for p in self.people) > seq:
                seq, now = max(p.last for p in self.people), time.monotonic()
                pause, kind = now - max(self.moved, self.site.hit), self.site.kind
                self.longest[kind] = max(self.longest.get(kind, 0), pause)
                self.moved = now
        self.settle()

    def sit(self, p):
        try:
            while not stopping.is_set() and not self.ended:
                p.step()
                if p.link and p.link.table and p.link.table["state"] in ("over", "closed"):
                    self.ended = True
        except Exception as why:                             # a bug in this program
            self.failed, self.ended = why, True
            wrong("program", repr(why))
            raise

    def settle(self):
        """Wait until every command has its answer; then compare what each person was shown with what is stored."""
        end = time.monotonic() + PATIENCE
        for p in self.people:
            while p.pending and time.monotonic() < end:
                if p.link or p.connect():
                    p.read(0.05)
                    if p.pending and (not p.sent_at or time.monotonic() - p.sent_at > 3 * LEASE):
                        p.leave()
            while not p.connect() and time.monotonic() < end:
                time.sleep(0.1)
            if time.monotonic() >= end:
                wrong("stands", "%s does not go on" % p.table)
                return
            self.compare(p)
        count("games looked at")

    def compare(self, p):
        seat = self.people.index(p)
        count("entries shown", len(p.shown))
        last = p.last
        missing = [i for i in range(1, last + 1) if i not in p.shown]
        if missing:
            wrong("lost", "%s: no entries %s of %d" % (p.table, missing[:5], last))
        own = {n for n, e in p.shown.items() if json.loads(e).get("seat") == seat and json.loads(e).get("actions")}
        for n in sorted(own - set(p.done))[:3]:
            wrong("twice", "%s entry %d was never acknowledged: %s" % (p.table, n, p.shown[n]))
        for n in sorted(set(p.done) - own)[:3]:
            wrong("lost", "%s entry %d was acknowledged: %s" % (p.table, n, p.done[n]))
        for n in own & set(p.done):
            if p.done[n] not in p.shown[n]:
                wrong("changed", "%s entry %d: %s was told to be done, %s is" % (p.table, n, p.done[n], p.shown[n]))


# --- the site and its faults --------------------------------------------------------------------------------------

class Site:
    def __init__(self, n, hosts):
        self.hit = time.monotonic()      # the last fault; of the database, when it was over
        self.kind = "start"              # which it was
        self.loop = new_loop()
        self.nodes = [Node("n%d" % i, self.loop, hosts) for i in range(n)]
        for node in self.nodes:
            skerry.eventually(lambda: self.is_ready(node))

    def is_ready(self, node):
        try:
            c = http.client.HTTPConnection("127.0.0.1", node.port, timeout=2)
            c.request("GET", "/readyz")
            return c.getresponse().status == 200
        except OSError:
            return False

    def session(self, name):
        c = http.client.HTTPConnection("127.0.0.1", self.nodes[0].port, timeout=PATIENCE)
        c.request("POST", "/api/session", json.dumps({"name": name, "token": True}), {"Content-Type": "application/json"})
        return json.load(c.getresponse())["token"]

    def some_port(self, silent=None):
        return random.choice([n.port for n in self.nodes if n.port != silent])

    # each: what happens, and its end

    def kill(self, node):
        node.signal(signal.SIGKILL)
        node.process.wait()
        time.sleep(rng.random() * 2 * LEASE)

    def drain(self, node):
        node.signal(signal.SIGTERM)
        try:
            node.process.wait(5 + 5 * LEASE)
        except subprocess.TimeoutExpired:
            node.signal(signal.SIGKILL)
            node.process.wait()

    def stop(self, node):
        node.signal(signal.SIGSTOP)
        time.sleep((0.2 + rng.random() * 2.5) * LEASE)
        node.signal(signal.SIGCONT)

    def cut(self, node):
        """Bytes under way arrive late, when others may have moved on."""
        for w in node.wires:
            w.cut()
        time.sleep((0.2 + rng.random() * 2.5) * LEASE)
        for w in node.wires:
            w.heal()

    def tear(self, node):
        for w in node.wires:
            w.drop()

    def restart(self, node):
        subprocess.run(PG_CTL + ["-m", rng.choice(["fast", "immediate"]), "-w", "restart"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def faults(self, n):
        kinds = [self.kill] * 5 + [self.stop] * 6 + [self.cut] * 5 + [self.tear] * 2 + [self.drain] * 1 + [self.restart] * 2
        if args.control:
            kinds = [self.stop, self.cut]
        done = {}
        for i in range(n):
            kind, node = rng.choice(kinds), rng.choice(self.nodes)
            done[kind.__name__] = done.get(kind.__name__, 0) + 1
            others = [x for x in self.nodes if x is not node]
            also = rng.choice(others) if rng.random() < 0.15 else None
            side = threading.Thread(target=rng.choice([self.stop, self.cut]), args=(also,)) if also else None
            if side:                                         # two at once
                done["at the same time"] = done.get("at the same time", 0) + 1
                side.start()
            self.kind = kind.__name__ + (" +" if side else "")
            self.hit = time.monotonic() if kind != self.restart else float("inf")    # until it is over
            kind(node)
            if kind == self.restart:
                self.hit = time.monotonic()
            if side:
                side.join()
            for x in self.nodes:
                x.keep()
            time.sleep(rng.random() * LEASE)
            if i % 25 == 24:
                print("%d faults, %s, %s" % (i + 1, counts, trouble[:2]), flush=True)
            if args.control and trouble:
                break
        return done


def go_on(games, words):
    """Every game must move again."""
    start = {g: g.moved for g in games}
    end = time.monotonic() + PATIENCE
    while any(g.moved == start[g] and not g.failed for g in games):
        if time.monotonic() > end:
            wrong("stands", "%d games stand still after %s" % (sum(g.moved == start[g] for g in games), words))
            return
        time.sleep(0.1)


# --- a standby ----------------------------------------------------------------------------------------------------

def make_standby():
    """A synchronous standby: every commit waits for it."""
    folder = HOME + "/standby"
    run = dict(check=True, stdout=subprocess.DEVNULL, cwd="/")
    subprocess.run(PG_CTL[:-3] + ["pg_basebackup", "-h", HOME, "-U", "skerry", "-D", folder,
                                  "-R", "-X", "stream", "-C", "-S", "standby"], **run)
    subprocess.run(PG_CTL[:-3] + ["sed", "-i", "s/user=skerry/user=skerry application_name=standby/",
                                  folder + "/postgresql.auto.conf"], **run)
    subprocess.run(PG_CTL[:-1] + [folder, "-w", "-l", folder + "/log", "-o", "-k %s/second" % HOME, "start"], **run)
    sql("ALTER SYSTEM SET synchronous_standby_names='standby'")
    sql("SELECT pg_reload_conf()")
    skerry.eventually(lambda: sql("SELECT sync_state FROM pg_stat_replication") == "sync")
    return folder


def fail_over(folder, site):
    site.kind, site.hit = "failover", float("inf")
    for node in site.nodes:
        node.wires[0].end()
    subprocess.run(PG_CTL + ["-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL, cwd="/")
    subprocess.run(PG_CTL[:-1] + [folder, "-w", "promote"], check=True, stdout=subprocess.DEVNULL, cwd="/")
    site.hit = time.monotonic()
    sql("ALTER SYSTEM RESET synchronous_standby_names", HOME + "/second")
    sql("SELECT pg_reload_conf()", HOME + "/second")


def main():
    print("seed %d" % args.seed)
    hosts, standby = [HOME], None
    if args.failover:
        subprocess.run(PG_CTL[:-3] + ["mkdir", HOME + "/second"], check=True)
        hosts.append(HOME + "/second")
        standby = make_standby()
    began = time.monotonic()
    site = Site(args.nodes, hosts)
    games = [Game(site, n) for n in range(args.games)]
    for g in games:
        g.start()
    go_on(games, "the start")
    done = site.faults(args.faults)
    if not (args.control and trouble):
        go_on(games, "the faults")
    if standby:
        fail_over(standby, site)
        go_on(games, "the failover")
    stopping.set()
    for g in games:
        g.join(PATIENCE)
    if not args.control:
        host = HOME + "/second" if standby else HOME
        if sql("SELECT count(*) FROM (SELECT game FROM skerry_log GROUP BY game HAVING count(*)<>max(seq)) x", host) != "0":
            wrong("lost", "there are gaps in the database")
    statuses = [node.end() for node in site.nodes]
    if any(s != 0 for s in statuses):
        wrong("program", "nodes ended with %s" % statuses)
    if standby:
        subprocess.run(PG_CTL[:-1] + [standby, "-m", "immediate", "stop"], stdout=subprocess.DEVNULL, cwd="/")
    kinds = {k: sum(t[0] == k for t in trouble) for k in ("lost", "twice", "changed", "stands", "program")}
    print("%d nodes, %d games, lease %d ms, %.0f s: %d faults %s" % (
        args.nodes, args.games, args.lease, time.monotonic() - began, sum(done.values()) - done.get("at the same time", 0), done))
    pauses = {k: max(g.longest.get(k, 0) for g in games) / LEASE for g in games for k in g.longest}
    print("%d entries shown, %s; longest pause of a game %.1f leases (%s; + means two nodes at once); %s" % (
        counts.get("entries shown", 0), ", ".join("%d %s" % (n, k) for k, n in kinds.items()), max(pauses.values()),
        ", ".join("%s %.1f" % k for k in sorted(pauses.items(), key=lambda k: -k[1])), counts))
    if args.within and max(pauses.values()) > args.within:
        wrong("stands", "a game stood still for longer than %.1f leases" % args.within)
    for kind, words in trouble[:10]:
        print(kind, words)
    for node in site.nodes:
        if trouble and not args.control:
            print(node.name, "log:", open(node.folder + "/log").read()[-1500:])
        shutil.rmtree(node.folder, ignore_errors=True)
    bad = (not trouble) if args.control else bool(trouble)
    print("%d passed, %d failed" % (not bad, bad))
    return bad


if __name__ == "__main__":
    sys.exit(main())
