"""A server to test against and a client to test it with; Python's standard library only."""
import base64
import contextlib
import http.client
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SKERRY", str(ROOT / "build/skerry"))
PATIENCE = 120  # seconds without any news before a test gives up; a busy machine is slow at times


@contextlib.contextmanager
def reserved_port():
    """A port that the system gives to nobody else, except to a server that asks for exactly this one."""
    with socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind(("127.0.0.1", 0))
        yield own.getsockname()[1]


def eventually(holds, seconds=PATIENCE):
    """Wait for something that the server does without telling anybody."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


class Closed(Exception):
    """The server closed the connection; args: code, reason."""


running = []  # servers that have not ended: a test that fails leaves its own


def run_tests(tests):
    """Run the tests whose name contains a word of the command line, one after another; returns whether all have passed."""
    good, chosen = 0, [f for f in tests if not sys.argv[1:] or any(w in f.__name__ for w in sys.argv[1:])]
    for f in chosen:
        start = time.monotonic()
        try:
            f()
            good += 1
            print("ok   %-70s %5.1fs" % (f.__name__, time.monotonic() - start), flush=True)
        except Exception:
            print("FAIL %s\n%s" % (f.__name__, traceback.format_exc()), flush=True)
        for p in running:
            if p.poll() is None:
                p.kill()
                p.wait()
        running.clear()
    print("%d passed, %d failed" % (good, len(chosen) - good))
    return good == len(chosen)


class Server:
    """`skerry serve` with its own data folder, on a port that the system chooses and the server prints."""

    def __init__(self, *flags, data=None, page=None, program=PROGRAM):
        self.program = program
        self.data = data or tempfile.mkdtemp(prefix="skerry-test-")
        self.own_data = data is None
        self.flags = list(flags)
        self.clients = []
        if page:
            self.flags += ["--page", str(page)]
        self.start()

    def launch(self):
        """Start it without waiting for anything."""
        self.log = open(os.path.join(self.data, "log"), "ab")
        command = [self.program, "serve", "--data", self.data, "--bot-pace", "0", "--messages", "100000",
                   "--connections", "100000", "--port", "0"]
        self.process = subprocess.Popen(command + self.flags, stdout=subprocess.PIPE, stderr=self.log)
        running.append(self.process)

    def start(self, wait=True):
        self.launch()
        line = self.process.stdout.readline().decode()
        if not line.startswith("Open http://"):
            raise RuntimeError("the server did not start: " + open(os.path.join(self.data, "log")).read()[-2000:])
        self.port = int(line.strip().rsplit(":", 1)[1])
        if wait:
            eventually(self.ready)

    def ready(self):
        return self.get("/readyz")[0] == 200

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        """SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self):
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = -99
        self.process.stdout.close()
        self.log.close()
        return status

    def restart(self):
        self.kill()
        self.start()

    def close(self):
        """Stop it, after everybody has gone; returns the exit status."""
        for c in self.clients:
            c.close()
        status = self.stop() if self.process.poll() is None else self.process.returncode
        if status != 0:
            print("the server ended with %d:\n%s" % (status, open(os.path.join(self.data, "log")).read()[-6000:]))
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)
        return status

    def request(self, method, path, body=None, headers=()):
        return self.ask_one(self.port, method, path, body, headers)

    def ask_one(self, port, method, path, body=None, headers=()):
        c = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        head = dict(headers)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            head.setdefault("Content-Type", "application/json")
        c.request(method, path, body, head)
        r = c.getresponse()
        data = r.read()
        c.close()
        try:
            return r.status, json.loads(data), r
        except ValueError:
            return r.status, data, r

    def get(self, path, **headers):
        return self.request("GET", path, headers=headers)

    def post(self, path, body, **headers):
        return self.request("POST", path, body, headers)

    def session(self, name):
        status, answer, _ = self.post("/api/session", {"name": name, "token": True})
        assert status == 200, answer
        return answer

    def client(self, name="Ada", token=None, **more):
        token = token or self.session(name)["token"]
        return Client(self, token, **more)


class Nodes(Server):
    """The same as two nodes on a PostgreSQL (SKERRY_TEST_DATABASE), in its own schema. Connections and HTTP requests go to one
    or the other node."""

    def start(self, wait=True):
        self.schema = "t%08x" % zlib.crc32(self.data.encode())
        url = os.environ["SKERRY_TEST_DATABASE"]
        subprocess.run(["psql", "-XqAt", url, "-c", "CREATE SCHEMA IF NOT EXISTS " + self.schema], check=True,
                       stderr=subprocess.DEVNULL)
        flags = self.flags
        self.all = []
        for name in "ab":
            self.flags = flags + ["--store", url + "&options=-csearch_path%3D" + self.schema, "--node", name,
                                  "--lease", "3000"]
            super().start(wait=False)
            self.all.append((self.process, self.port))
        self.flags = flags
        if wait:
            eventually(self.ready)

    @property
    def port(self):
        return random.choice(self.ports)

    @port.setter
    def port(self, port):
        self.ports = self.ports + [port] if len(self.all) else [port]

    def ready(self):
        return all(self.ask_one(port, "GET", "/readyz")[0] == 200 for port in self.ports)

    def each(self, do):
        statuses = []
        for self.process, _ in self.all:
            statuses.append(do())
        return next((s for s in statuses if s), 0)

    def kill(self):
        self.each(super().kill)

    def stop(self):
        for process, _ in self.all:
            process.send_signal(signal.SIGTERM)
        return self.each(self.ended)


if os.environ.get("SKERRY_NODES"):
    Server, ONE = Nodes, Server


def updated(view, change):
    """A view with a change applied, as in docs/protocol.md; the old view is not modified."""
    seats = [dict(seat) for seat in view["seats"]]
    for seat in change.get("seats", []):
        seats[seat["seat"]].update(seat)
    return {**view, **change, "seats": seats}


class Client:
    """One socket: sends messages, keeps what arrives."""

    def __init__(self, server, token=None, hello=True, path="/ws", **more):
        self.server, self.token, self.path, self.wanted, self.asked = server, token, path, None, None
        self.inbox, self.events = [], []
        self.table = self.game = None
        self.next_id = 0
        self.connect(server.port)
        server.clients.append(self)
        if hello:
            self.send(dict({"type": "hello", "v": 1, "token": token}, **more))
            self.welcome = self.expect("welcome")

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: skerry.1\r\n"
                             "\r\n" % (self.path, port, key)).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill(PATIENCE)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise Closed(0, head.decode())

    def follow(self, m):
        """The table is at another node: send the same message there (tests on two nodes)."""
        self.socket.close()
        wanted = self.wanted
        self.connect(int(m["url"].rsplit(":", 1)[1]))
        if wanted["type"] != "hello":
            self.send({"type": "hello", "v": 1, "token": self.token})
            while json.loads(self.read_frame(time.monotonic() + PATIENCE)[1])["type"] != "welcome":
                pass
        self.send(wanted)
        if self.asked and self.asked is not wanted:     # sent before the goto was read: its answer is lost
            self.send(self.asked)

    def fill(self, timeout):
        ready, _, _ = select.select([self.socket], [], [], timeout)
        if not ready:
            raise TimeoutError
        data = self.socket.recv(65536)
        if not data:
            raise Closed(1006, "")
        self.buffer += data

    def frame(self, opcode, payload, fin=True, mask=True, rsv=0):
        n = len(payload)
        head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
        m = 0x80 if mask else 0
        head += bytes([m | n]) if n < 126 else bytes([m | 126]) + struct.pack(">H", n) if n < 65536 else \
            bytes([m | 127]) + struct.pack(">Q", n)
        if not mask:
            return head + payload
        k = os.urandom(4)
        return head + k + bytes(b ^ k[i & 3] for i, b in enumerate(payload))

    def raw(self, data):
        self.socket.sendall(data)

    def send(self, message):
        text = message if isinstance(message, (bytes, str)) else json.dumps(message)
        if isinstance(message, dict) and message.get("table"):
            self.wanted = message
        self.raw(self.frame(1, text.encode() if isinstance(text, str) else text))

    def burst(self, messages):
        """Send all of them together, so that they arrive at the same moment."""
        self.raw(b"".join(self.frame(1, json.dumps(m).encode()) for m in messages))

    def read_frame(self, end):
        while True:
            b = self.buffer
            if len(b) >= 2:
                n, h = b[1] & 127, 2
                if n == 126:
                    n, h = (struct.unpack(">H", b[2:4])[0], 4) if len(b) >= 4 else (1 << 40, 4)
                elif n == 127:
                    n, h = (struct.unpack(">Q", b[2:10])[0], 10) if len(b) >= 10 else (1 << 40, 10)
                if len(b) >= h + n:
                    self.buffer = b[h + n:]
                    return b[0] & 15, b[h:h + n]
            self.fill(max(0, end - time.monotonic()))

    def receive(self, timeout=PATIENCE):
        """The next message. Answers control frames meanwhile, which do not extend the timeout."""
        end = time.monotonic() + timeout
        while True:
            op, payload = self.read_frame(end)
            if op == 9:
                self.raw(self.frame(10, payload))
            elif op == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode())
            elif op == 1:
                m = json.loads(payload)
                if m["type"] != "goto" or not os.environ.get("SKERRY_NODES"):
                    return self.note(m)
                self.follow(m)

    def note(self, m):
        if m["type"] == "table":
            self.table = m["table"]
        if m["type"] == "game":
            if m["events"] and self.events and m["events"][0]["seq"] > self.events[-1]["seq"] + 1:
                raise AssertionError("a gap in the events")
            known = self.events[-1]["seq"] if self.events else 0
            self.events += [e for e in m["events"] if e["seq"] > known]
            if "change" in m:
                m = dict(m, view=updated(self.game["view"], m["change"]))
            if "view" in m or not self.game:
                self.game = m
            else:
                self.game = dict(self.game, seq=m["seq"], clock=m["clock"])
        self.inbox.append(m)
        return m

    def expect(self, kind, **keys):
        """Read until a message of this type (and these values) arrives."""
        while True:
            m = self.receive()
            if m["type"] == kind and all(m.get(k) == v for k, v in keys.items()):
                return m
            if m["type"] == "error" and "id" not in m and kind != "error":
                raise AssertionError(m)

    def ask(self, kind, **keys):
        """Send with an id and return its answer, ok or error."""
        if "id" not in keys:
            self.next_id += 1
            keys["id"] = self.next_id
        self.asked = dict({"type": kind}, **keys)
        self.send(self.asked)
        while True:
            m = self.receive()
            if m["type"] in ("ok", "error") and m.get("id") == keys["id"]:
                self.asked = None
                return m

    def ok(self, kind, **keys):
        m = self.ask(kind, **keys)
        assert m["type"] == "ok", m
        return m

    def refused(self, error, kind, **keys):
        m = self.ask(kind, **keys)
        assert m["type"] == "error" and m["error"] == error, (error, m)
        return m

    def play(self, *actions, **keys):
        return self.ask("play", actions=list(actions), id=keys.pop("id", "c%x" % random.getrandbits(60)), **keys)

    def catch_up(self):
        """Read everything that the server has sent to this client so far, including news that others caused."""
        self.ok("ping")

    def drain(self, seconds=0):
        """Read until nothing has arrived for this long; how much that is depends on the machine."""
        try:
            while True:
                self.receive(seconds)
        except TimeoutError:
            pass

    @property
    def seat(self):
        return self.table["you"]["seat"]

    def menu(self):
        return self.game["legal"]["actions"] if self.game and self.game.get("legal") else []

    def close_code(self):
        """Read until the server closes; its code."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed.args[0]

    def close(self):
        self.socket.close()
