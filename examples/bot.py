#!/usr/bin/env python3
"""A bot in about a hundred lines, using only Python's standard library. It plays any legal move.

    python3 bot.py http://localhost:8080 TABLE          sit down at one table
    python3 bot.py http://localhost:8080 --wait --name "Deep Sheep"
                                        sit down at every open public table with that name in its own

Another program passes its own choose() to main(): examples/server_bot.py. Exit status 3: there is no such server or
table."""
import argparse, base64, http.client, json, os, random, socket, struct, sys, time, urllib.parse


def choose(view, seat, actions):
    """One of `actions` for `seat`, which knows `view` (docs/schema.md)."""
    return random.choice(actions)


def fail(why):
    print("%s: %s" % (os.path.basename(sys.argv[0]), why), file=sys.stderr)
    sys.exit(3)


class Guest:
    """A connection to the server that comes back when it breaks."""

    def __init__(self, url, table, name):
        self.url, self.table, self.name, self.tries = url, table, name, 0
        home = urllib.parse.urlparse(url)
        try:
            http_ = http.client.HTTPConnection(home.hostname, home.port or 80)
            http_.request("POST", "/api/session", json.dumps({"name": name, "token": True}),
                          {"Content-Type": "application/json"})
            self.token = json.load(http_.getresponse())["token"]
            self.connect(url)
        except (OSError, ValueError, KeyError) as why:
            fail("cannot talk to %s: %s" % (url, why))
        self.begin()

    def connect(self, url):
        """A WebSocket to this address, and where to read from it."""
        to = urllib.parse.urlparse(url)
        self.sock = socket.create_connection((to.hostname, to.port or 80))
        key = base64.b64encode(os.urandom(16)).decode()
        self.sock.sendall(("GET %s/ws%s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: skerry.1\r\n\r\n" %
                           (to.path.rstrip("/"), "?table=" + self.table if self.table else "", to.hostname, to.port or 80,
                            key)).encode())
        self.stream = self.sock.makefile("rb")
        if b" 101 " not in self.stream.readline():
            raise OSError("it does not speak WebSocket now")
        while self.stream.readline() not in (b"\r\n", b""):
            pass

    def send(self, opcode, payload):
        mask = os.urandom(4)
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        self.sock.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

    def say(self, **message):
        self.send(1, json.dumps(message).encode())

    def begin(self):
        self.say(type="hello", v=1, token=self.token)
        if self.table:
            self.say(type="join", id="join", table=self.table)
        else:
            self.say(type="lobby", on=True, named=self.name)

    def come_back(self, url):
        """Connect again: to the node that has the table if it is another one, otherwise to the same address after a moment."""
        while self.tries < 40:
            time.sleep(min(0.5, 0.1 * self.tries))
            self.tries += 1
            try:
                self.connect(url)
                return self.begin()
            except OSError:
                url = self.url
        fail("the connection has ended")

    def messages(self):
        """What the server says, one message after another; pings are answered."""
        while head := self.stream.read(2):
            size = head[1] & 127
            size = (struct.unpack(">H", self.stream.read(2))[0] if size == 126 else
                    struct.unpack(">Q", self.stream.read(8))[0] if size == 127 else size)
            payload = self.stream.read(size)
            if head[0] & 15 == 8:
                return
            if head[0] & 15 == 9:
                self.send(10, payload)
            elif head[0] & 15 == 1:
                yield json.loads(payload)

    def told(self):
        """Yield messages, over as many connections as it takes."""
        while True:
            try:
                yield from self.messages()
            except OSError:
                pass
            self.come_back(self.url)


def play(guest, choose, wait):
    """Sit down and play: one table, or with `wait` one after another."""
    seat, view = None, {}
    for m in guest.told():
        if m["type"] == "goto":
            guest.come_back(m["url"])
        elif m["type"] == "error" and m["error"] in ("not-stored", "draining"):
            time.sleep(0.3)                         # the same again, a little later
            guest.come_back(guest.url) if m.get("id") == "join" else guest.say(type="view")
        elif m["type"] == "error" and m.get("id") == "join":
            if not wait:
                fail("table %s: %s" % (guest.table, m["error"]))
            guest.table = None
        elif m["type"] in ("lobby", "lobby-change") and not guest.table:
            for entry in m.get("tables", [m.get("entry")]):
                if (entry and not guest.table and entry["state"] == "open" and entry["taken"] < entry["players"]
                        and guest.name.lower() in entry["name"].lower()):
                    guest.table, seat, view = entry["table"], None, {}
                    guest.say(type="join", id="join", table=guest.table)
        elif m["type"] == "table" and guest.table:
            t, guest.tries = m["table"], 0
            free = [s["seat"] for s in t["seats"] if s["kind"] == "empty"]
            if t["state"] in ("over", "closed"):
                if not wait:
                    break
                guest.table = None
                guest.say(type="leave")
                guest.say(type="lobby", on=True, named=guest.name)
            elif t["you"]["seat"] is None and free:
                guest.say(type="sit", seat=free[0])
            elif seat is None and t["you"]["seat"] is not None:
                seat = t["you"]["seat"]
                guest.say(type="ready", ready=True)
        elif m["type"] == "game":                   # the whole view, or what has changed in it
            view, change = m.get("view") or view, m.get("change", {})
            for part in change.pop("seats", []):
                view["seats"][part["seat"]].update(part)
            view.update(change)
            if seat in view["owes"] and m["legal"]["actions"]:
                guest.say(type="play", id="p%d" % m["seq"], seq=m["seq"], actions=[choose(view, seat, m["legal"]["actions"])])


def main(choose):
    parser = argparse.ArgumentParser(description="A bot that plays at a server's table.")
    parser.add_argument("url")
    parser.add_argument("table", nargs="?")
    parser.add_argument("--wait", action="store_true", help="wait in the lobby for tables named after the bot")
    parser.add_argument("--name", default="python bot")
    args = parser.parse_args()
    if not args.table and not args.wait:
        parser.error("which TABLE? (the end of its link), or --wait")
    play(Guest(args.url, args.table, args.name), choose, args.wait)


if __name__ == "__main__":
    main(choose)
