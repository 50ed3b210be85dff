#!/usr/bin/env python3
"""A bot in about a hundred lines, using only Python's standard library. It plays any legal move.

    python3 bot.py http://localhost:8080 TABLE          sit down at one table
    python3 bot.py http://localhost:8080 --wait --name "Deep Sheep"
                                        sit down at every open public table with that name in its own

Exit status 3: there is no such server or table."""
import argparse, base64, http.client, json, os, random, socket, struct, sys, time, urllib.parse

parser = argparse.ArgumentParser(description="A bot that plays any legal move.")
parser.add_argument("url")
parser.add_argument("table", nargs="?")
parser.add_argument("--wait", action="store_true", help="wait in the lobby for tables named after the bot")
parser.add_argument("--name", default="python bot")
args = parser.parse_args()
if not args.table and not args.wait:
    parser.error("which TABLE? (the end of its link), or --wait")


if "choose" not in globals():           # a program that runs this one may bring its own: examples/server_bot.py
    def choose(view, seat, actions):
        return random.choice(actions)


def fail(why):
    print("bot.py: %s" % why, file=sys.stderr)
    sys.exit(3)


def connect(url, table):
    """A WebSocket to this address, and where to read from it."""
    global sock, stream
    to = urllib.parse.urlparse(url)
    sock = socket.create_connection((to.hostname, to.port or 80))
    key = base64.b64encode(os.urandom(16)).decode()
    sock.sendall(("GET %s/ws%s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: skerry.1\r\n\r\n" %
                  (to.path.rstrip("/"), "?table=" + table if table else "", to.hostname, to.port or 80, key)).encode())
    stream = sock.makefile("rb")
    if b" 101 " not in stream.readline():
        raise OSError("it does not speak WebSocket now")
    while stream.readline() not in (b"\r\n", b""):
        pass


home = urllib.parse.urlparse(args.url)
try:
    http_ = http.client.HTTPConnection(home.hostname, home.port or 80)
    http_.request("POST", "/api/session", json.dumps({"name": args.name, "token": True}),
                  {"Content-Type": "application/json"})
    token = json.load(http_.getresponse())["token"]
    connect(args.url, args.table)
except (OSError, ValueError, KeyError) as why:
    fail("cannot talk to %s: %s" % (args.url, why))


def send(opcode, payload):
    mask = os.urandom(4)
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    sock.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))


def say(**message):
    send(1, json.dumps(message).encode())


def messages():
    """What the server says, one message after another; pings are answered."""
    while head := stream.read(2):
        size = head[1] & 127
        size = (struct.unpack(">H", stream.read(2))[0] if size == 126 else
                struct.unpack(">Q", stream.read(8))[0] if size == 127 else size)
        payload = stream.read(size)
        if head[0] & 15 == 8:
            return
        if head[0] & 15 == 9:
            send(10, payload)
        elif head[0] & 15 == 1:
            yield json.loads(payload)


def begin():
    say(type="hello", v=1, token=token)
    say(type="join", id="join", table=table) if table else say(type="lobby", on=True, named=args.name)


def come_back(url):
    """Connect again: to the node that has the table if it is another one, otherwise to the same address after a moment."""
    global tries
    while tries < 40:
        time.sleep(min(0.5, 0.1 * tries))
        tries += 1
        try:
            connect(url, table)
            return begin()
        except OSError:
            url = args.url
    fail("the connection has ended")


def told():
    """Yield messages, over as many connections as it takes."""
    while True:
        try:
            yield from messages()
        except OSError:
            pass
        come_back(args.url)


table, seat, view, tries = args.table, None, {}, 0
begin()
for m in told():
    if m["type"] == "goto":
        come_back(m["url"])
    elif m["type"] == "error" and m["error"] in ("not-stored", "draining"):
        time.sleep(0.3)                         # the same again, a little later
        come_back(args.url) if m.get("id") == "join" else say(type="view")
    elif m["type"] == "error" and m.get("id") == "join":
        if not args.wait:
            fail("table %s: %s" % (table, m["error"]))
        table = None
    elif m["type"] in ("lobby", "lobby-change") and not table:
        for entry in m.get("tables", [m.get("entry")]):
            if (entry and not table and entry["state"] == "open" and entry["taken"] < entry["players"]
                    and args.name.lower() in entry["name"].lower()):
                table, seat, view = entry["table"], None, {}
                say(type="join", id="join", table=table)
    elif m["type"] == "table" and table:
        t, tries = m["table"], 0
        free = [s["seat"] for s in t["seats"] if s["kind"] == "empty"]
        if t["state"] in ("over", "closed"):
            if not args.wait:
                break
            table = None
            say(type="leave")
            say(type="lobby", on=True, named=args.name)
        elif t["you"]["seat"] is None and free:
            say(type="sit", seat=free[0])
        elif seat is None and t["you"]["seat"] is not None:
            seat = t["you"]["seat"]
            say(type="ready", ready=True)
    elif m["type"] == "game":                   # the whole view, or what has changed in it
        view, change = m.get("view") or view, m.get("change", {})
        for part in change.pop("seats", []):
            view["seats"][part["seat"]].update(part)
        view.update(change)
        if seat in view["owes"] and m["legal"]["actions"]:
            say(type="play", id="p%d" % m["seq"], seq=m["seq"], actions=[choose(view, seat, m["legal"]["actions"])])
