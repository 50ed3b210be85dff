#!/usr/bin/env python3
"""A bot in fifty lines: python3 bot.py http://localhost:8080 TABLE. It plays any legal move."""
import base64, http.client, json, os, random, socket, struct, sys, urllib.parse

url, table = urllib.parse.urlparse(sys.argv[1]), sys.argv[2]
host, port = url.hostname, url.port or 80

http_ = http.client.HTTPConnection(host, port)
http_.request("POST", "/api/session", json.dumps({"name": "python bot", "token": True}),
              {"Content-Type": "application/json"})
token = json.load(http_.getresponse())["token"]

sock = socket.create_connection((host, port))
key = base64.b64encode(os.urandom(16)).decode()
sock.sendall(("GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: skerry.1\r\n\r\n" % (host, port, key)).encode())
stream = sock.makefile("rb")
while stream.readline() != b"\r\n":
    pass

def send(opcode, payload):
    mask = os.urandom(4)
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    sock.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

def say(**message):
    send(1, json.dumps(message).encode())

say(type="hello", v=1, token=token, table=table)
seat, view = None, {}
while head := stream.read(2):
    size = head[1] & 127
    size = struct.unpack(">H", stream.read(2))[0] if size == 126 else struct.unpack(">Q", stream.read(8))[0] if size == 127 else size
    payload = stream.read(size)
    if head[0] & 15 == 9:                       # ping
        send(10, payload)
    if head[0] & 15 != 1:
        continue
    m = json.loads(payload)
    if m["type"] == "table":
        t = m["table"]
        free = [s["seat"] for s in t["seats"] if s["kind"] == "empty"]
        if t["state"] in ("over", "closed"):
            break
        if t["you"]["seat"] is None and free:
            say(type="sit", seat=free[0])
        elif seat is None and t["you"]["seat"] is not None:
            seat = t["you"]["seat"]
            say(type="ready", ready=True)
    if m["type"] == "game":                     # the whole view, or what has changed in it
        view, change = m.get("view") or view, m.get("change", {})
        for part in change.pop("seats", []):
            view["seats"][part["seat"]].update(part)
        view.update(change)
        if seat in view["owes"] and m["legal"]["actions"]:
            say(type="play", id="p%d" % m["seq"], seq=m["seq"], actions=[random.choice(m["legal"]["actions"])])
