"""Messages, frames and requests that make no sense: each gets its answer, and the table continues."""
import gzip
import json
import os
import random
import re
import socket

from skerry import PATIENCE, ROOT, Client, Closed, Server
from tables import server, table, test, until_own_turn


@test
def messages_that_make_no_sense_are_refused_and_nothing_else_happens():
    s = server()
    a, = table(s, 1, 2)
    seq = a.game["seq"]
    for text, error in (("{", "bad-json"), ("[]", "bad-message"), ("{}", "bad-message"), ('{"type":"fly"}', "bad-type"),
                        ('{"type":"ping","id":[]}', "bad-value"), ('{"type":"ping","id":"%s"}' % ("x" * 40), "bad-value"),
                        ('{"type":"ping","type":"ping"}', "bad-json"), ('{"type":"play","id":"p"}', "bad-value"),
                        ('{"type":"play","actions":["0 roll"]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":[]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":[1]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":["0 fly"]}', "bad-action"),
                        ('{"type":"play","id":"p","actions":["0 roll\\u0000"]}', "bad-value"),
                        ('{"type":"play","id":"p","actions":["1 roll"]}', "not-your-seat"),
                        ('{"type":"play","id":"p","actions":["* dice 1 1"]}', "not-your-seat"),
                        ('{"type":"play","id":"p","seq":9999,"actions":["0 roll"]}', "stale"),
                        ('{"type":"join","table":"nowhere"}', "no-such-table"), ('{"type":"undo","id":"p","to":0}', "bad-value"),
                        ('{"type":"create","rules":"monopoly"}', "bad-rules"), ('{"type":"create"}', "bad-value"),
                        ('{"type":"create","rules":"fifth","players":9}', "bad-value"),
                        ('{"type":"create","rules":"fifth","seats":[{"level":"god"}]}', "bad-value"),
                        ('{"type":"create","rules":"fifth","clock":{"bank":-1,"increment":0}}', "bad-value"),
                        ('{"type":"hello","v":1}', "bad-value"), ('{"type":"ask","id":"p","ask":"money"}', "bad-value"),
                        ('{"type":"answer","id":"p","yes":true}', "no-ask"), ('{"type":"start"}', "not-open")):
        a.send(text)
        while True:
            m = a.receive()
            if m["type"] == "error":
                break
        assert m["error"] == error, (text, m)
    assert s.get("/api/game/" + a.table["id"])[0] == 200
    a.catch_up()
    assert not any(e["seat"] == a.seat for e in a.events if e["seq"] > seq)
    a.close()


def rows_of_the_protocol():
    """The table of messages in docs/protocol.md: name, when, the keys, and those that are needed."""
    text = (ROOT / "docs/protocol.md").read_text()
    for line in re.search(r"<!-- messages: .*?<!-- end messages", text, re.S)[0].splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if line.startswith("| `"):
            while (outer := re.sub(r" \([^()]*\)", "", cells[4])) != cells[4]:
                cells[4] = outer                       # the part in brackets does not matter here
            keys = re.findall(r"`(\w+)`", cells[4])
            yield cells[0].strip("|` "), cells[3], [k for k in keys if k != "id"], re.findall(r"\*\*`(\w+)`", cells[4])


@test
def every_message_is_judged_by_its_row():
    """As host of a table that has not started: a message that may not be sent now is refused, and any other for each wrong value."""
    a, = table(server(), 1, 2, start=False)
    rows, good = list(rows_of_the_protocol()), {"seat": 1, "on": True, "ready": True}
    assert len(rows) > 25 and {"play", "create", "silence"} <= {row[0] for row in rows}
    for name, when, keys, needed in rows:
        if when in ("after the start", "while the game runs", "after the end"):
            a.refused("not-open" if when == "after the end" else "not-playing", name)
            continue
        for key in keys:
            if name == "hello":                 # hello has been said before; its handler checks that first
                continue
            given = {k: good.get(k, "u1" if k == "user" else "fifth") for k in needed if k != key}
            assert a.refused("bad-value", name, **dict(given, **{key: {"no": []}}))["message"] == key, (name, key)
            if key in needed:
                assert a.refused("bad-value", name, **given)["message"] == key, (name, key)
    a.catch_up()
    assert a.table["state"] == "open" and a.seat == 0
    a.close()


@test
def a_message_may_say_more_than_we_ask_for_and_spell_its_keys_as_it_likes():
    a, = table(server(), 1, 2)
    more = "".join('"more%d":%d,' % (i, i) for i in range(40))
    for text in ('{%s"type":"ping","id":"last"}' % more, '{"type":"ping",%s"id":"last"}' % more,
                 '{"\\u0074ype":"p\\u0069ng","i\\u0064":"last"}', ' { "type" : "ping" , "id" : "last" } '):
        a.send(text)
        while True:
            m = a.receive()
            assert m["type"] != "error", (text, m)
            if m.get("id") == "last":
                break
    a.close()


@test
def a_list_of_actions_is_all_or_nothing():
    a, = table(server(), 1, 2, "fifth,board=random,first=0")
    until_own_turn(a, " settle ")
    before, seq = a.game["view"], a.game["seq"]
    r = a.play(a.menu()[0], "%d road A1.NE" % a.seat, "%d fly" % a.seat)
    assert r["type"] == "error" and r["action"] in (1, 2), r
    assert a.game["seq"] == seq and a.game["view"] == before
    a.close()


def opens_nothing(s, token):
    c = Client(s, hello=False)
    c.send({"type": "hello", "v": 1, "token": token})
    assert c.receive()["error"] == "no-session"
    try:
        c.receive()
        raise AssertionError("it stayed open")
    except Closed as e:
        assert e.args[0] == 1008
    c.close()


@test
def hello_comes_first_and_needs_a_session():
    s = server()
    c = Client(s, hello=False)
    c.send({"type": "lobby", "on": True})
    assert c.receive()["error"] == "no-hello"
    c.send({"type": "hello", "v": 2})
    assert c.receive()["error"] == "bad-version"
    for token in ("", "x" * 32, "short"):
        opens_nothing(s, token)
    c.close()


@test
def a_stale_token_opens_nothing():
    s = server()
    token = s.session("Gone")["token"]
    bearer = {"Authorization": "Bearer " + token}
    Client(s, token).close()                        # it is good
    assert s.request("POST", "/api/logout", {}, bearer)[0] == 200
    for path in ("/api/session", "/api/games", "/api/export"):
        assert s.request("GET", path, headers=bearer)[0] == 401, path
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, bearer)[0] == 401
    opens_nothing(s, token)


@test
def without_a_session_one_is_told_so_and_unknown_routes_are_unknown():
    s = server()
    status, answer, _ = s.get("/api/session")
    assert (status, answer["error"], answer["message"]) == (401, "no-session", "There is no session."), answer
    for status, answer, _ in (s.get("/api/nothing"), s.post("/api/nothing", {})):
        assert (status, answer["error"]) == (404, "no-such-page"), answer


@test
def frames_out_of_order_are_closed_with_the_right_code():
    s = server()
    token = s.session("Frames")["token"]
    f = lambda *a, **k: c.frame(*a, **k)
    text = b'{"type":"ping"}'
    good = [("fragments", lambda: f(1, text[:5], fin=False) + f(0, text[5:])),
            ("a ping between fragments", lambda: f(1, text[:5], fin=False) + f(9, b"p") + f(0, text[5:])),
            ("a pong nobody asked for", lambda: f(10, b"zz") + f(1, text)),
            ("an empty ping", lambda: f(9, b"") + f(1, text)),
            ("ten pings", lambda: b"".join(f(9, b"%d" % i) for i in range(10)) + f(1, text))]
    bad = [("unmasked", {1002}, lambda: f(1, text, mask=False)), ("rsv1", {1002}, lambda: f(1, text, rsv=4)),
           ("rsv2", {1002}, lambda: f(1, text, rsv=2)), ("opcode 3", {1002}, lambda: f(3, text)),
           ("opcode 11", {1002}, lambda: f(11, text)), ("fragmented ping", {1002}, lambda: f(9, b"x", fin=False)),
           ("large ping", {1002}, lambda: f(9, b"x" * 126)), ("lonely continuation", {1002}, lambda: f(0, text)),
           ("text inside fragments", {1002}, lambda: f(1, b"{", fin=False) + f(1, text)),
           ("bad UTF-8", {1007}, lambda: f(1, b'{"type":"\xff"}')), ("surrogate", {1007}, lambda: f(1, b"\xed\xa0\x80")),
           ("overlong", {1007}, lambda: f(1, b"\xc0\xaf")), ("binary", {1003}, lambda: f(2, text)),
           ("too large", {1009, 1002}, lambda: f(1, b"a" * 9000)),
           ("64-bit length", {1009, 1002}, lambda: b"\x82\xff\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00abc"),
           ("not the shortest length", {1002}, lambda: bytes([0x81, 0xfe, 0, 5, 0, 0, 0, 0]) + b"hello"),
           ("fragments beyond the limit", {1009, 1002}, lambda: f(1, b"a" * 5000, fin=False) + f(0, b"b" * 5000)),
           ("one-byte close", {1002, 1005}, lambda: f(8, b"x")), ("close code 999", {1002}, lambda: f(8, b"\x03\xe7")),
           ("close code 1005", {1002}, lambda: f(8, b"\x03\xed")), ("plain close", {1000}, lambda: f(8, b"\x03\xe8")),
           ("empty close", {1000, 1005}, lambda: f(8, b""))]
    for name, make in good:
        c = Client(s, token)
        c.raw(make())
        assert c.expect("pong"), name
        c.close()
    c = Client(s, token)
    for byte in f(1, text):
        c.raw(bytes([byte]))
    c.expect("pong")
    c.close()
    for name, codes, make in bad:
        c = Client(s, token)
        c.raw(make())
        try:
            while True:
                m = c.receive()
                assert m["type"] != "pong", name
        except Closed as e:
            assert e.args[0] in codes, (name, e.args)
        except ConnectionError:
            pass
        c.close()
    assert s.get("/livez")[0] == 200


def raw_http(s, data, wait=PATIENCE):
    """The head of the answer, or as much as came before the server hung up (or the wait was over)."""
    c = socket.create_connection(("127.0.0.1", s.port), PATIENCE)
    c.settimeout(wait)
    c.sendall(data)
    got = b""
    try:
        while b"\r\n\r\n" not in got and (chunk := c.recv(65536)):
            got += chunk
    except (TimeoutError, ConnectionError):
        pass
    c.close()
    return got


@test
def strange_requests_get_the_right_status():
    s = server()
    ok = b"Host: x\r\nConnection: close\r\n\r\n"
    for data, status in ((b"GET /livez HTTP/1.1\r\n" + ok, 200), (b"GET /livez HTTP/1.0\r\n\r\n", 200),
                         (b"HEAD /livez HTTP/1.1\r\n" + ok, 200), (b"GET /livez HTTP/1.1\r\n\r\n", 400),
                         (b"GET /livez HTTP/2.0\r\n" + ok, 505), (b"BREW /pot HTTP/1.1\r\n" + ok, 400),
                         (b"DELETE / HTTP/1.1\r\n" + ok, 405), (b"GET livez HTTP/1.1\r\n" + ok, 400),
                         (b"GET http://x/livez HTTP/1.1\r\n" + ok, 400), (b"GET / HTTP/1.1\nHost: x\n\n", 400),
                         (b"\r\n\r\n", 400), (b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
                         (b"GET /livez HTTP/1.1\r\nHost : x\r\n\r\n", 400), (b"GET /livez HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
                         (b"GET /livez HTTP/1.1\r\nHost: x\x00\r\n\r\n", 400),
                         (b"POST /api/session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + ok, 501),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n" + ok, 400),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 99999\r\n" + ok, 413),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: -1\r\n" + ok, 400),
                         (b"POST /api/session HTTP/1.1\r\nContent-Length: 2\r\n" + ok + b"{}", 415),
                         (b"POST /api/session HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n" + ok + b"{", 400),
                         (b"GET /livez HTTP/1.1\r\nContent-Length: 2\r\n" + ok + b"{}", 400),
                         (b"GET /%s HTTP/1.1\r\n" % (b"a" * 3000) + ok, 431), (b"GET / HTTP/1.1\r\nX: %s\r\n" % (b"a" * 9000) + ok, 431),
                         (b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: x\r\n\r\n", 426),
                         (b"GET /../etc/passwd HTTP/1.1\r\n" + ok, 404), (b"GET /assets/../secret.x HTTP/1.1\r\n" + ok, 404),
                         (b"GET /%2e%2e/x.y HTTP/1.1\r\n" + ok, 404), (b"POST / HTTP/1.1\r\nContent-Length: 0\r\n" + ok, 405)):
        got = raw_http(s, data)
        assert got.startswith(b"HTTP/1.1 %d " % status), (data[:80], got[:60])
    assert raw_http(s, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(200)).startswith(b"HTTP/1.1 400")
    assert s.get("/livez")[0] == 200


@test
def only_pages_from_here_may_talk():
    s = server()
    head = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: %s\r\n\r\n"
    got = raw_http(s, (head % ("http://localhost:%d" % s.port)).encode())
    assert got.startswith(b"HTTP/1.1 101") and b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in got
    for origin in ("http://evil.example", "http://localhost", "null", "http://localhost:%d.evil.example" % s.port,
                   "https://localhost:%d" % s.port):
        assert raw_http(s, (head % origin).encode()).startswith(b"HTTP/1.1 403"), origin
    assert s.post("/api/session", {}, Origin="http://evil.example")[0] == 403
    assert s.post("/api/session", {}, Origin="http://127.0.0.1:%d" % s.port)[0] == 200


@test
def a_page_from_elsewhere_that_tries_again_and_again_fills_no_log():
    s = Server()
    for _ in range(30):
        answer = raw_http(s, b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://evil.example\r\n"
                             b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        assert b" 403 " in answer, answer
    log = open(os.path.join(s.data, "log")).read()
    assert log.count("evil.example") == 1, log
    assert s.close() == 0


@test
def the_page_is_served_compressed_with_its_policy():
    s = server()
    status, body, r = s.request("GET", "/", headers={"Accept-Encoding": "gzip"})
    assert status == 200 and gzip.decompress(body).startswith(b"<!doctype html>")
    assert "default-src 'none'" in r.getheader("Content-Security-Policy") and r.getheader("X-Content-Type-Options") == "nosniff"
    assert s.get("/t/abc")[1].startswith(b"<!doctype html>") and s.get("/nothing.js")[0] == 404
    status, body, r = s.get("/assets/app-0123abcd.js")
    assert "immutable" in r.getheader("Cache-Control") and r.getheader("Content-Type").startswith("text/javascript")
    etag = s.get("/")[2].getheader("ETag")
    assert s.request("GET", "/", headers={"If-None-Match": etag})[0] == 304


@test
def browsers_that_accept_brotli_get_the_builds_brotli_files():
    s = server()
    path = "/assets/app-0123abcd.js"
    for accept, encoding in (("gzip, deflate, br, zstd", "br"), ("br;q=0, gzip", "gzip"), ("gzip", "gzip"),
                             ("brotli", None), ("", None), ("gzip;q=0,br", "br")):
        status, body, r = s.request("GET", path, headers={"Accept-Encoding": accept})
        assert status == 200 and r.getheader("Content-Encoding") == encoding, (accept, r.getheader("Content-Encoding"))
        assert r.getheader("Vary") == "Accept-Encoding"
        assert (body == b"packed by the build") == (encoding == "br")
    assert s.get(path + ".br")[0] == 404
    large = "/assets/large-0123abcd.js"
    assert s.request("GET", large, headers={"Accept-Encoding": "gzip, br"})[1] == b"gzipped by the build"
    assert s.request("GET", large, headers={"Accept-Encoding": ""})[1].startswith(b"let b") and s.get(large + ".gz")[0] == 404
    assert s.request("GET", "/", headers={"Accept-Encoding": "br"})[2].getheader("Content-Encoding") is None


@test
def garbage_never_stops_it():
    s = server()
    rng = random.Random(7)
    token = s.session("Noise")["token"]
    for i in range(150):
        try:
            if i % 3 == 0:
                raw_http(s, bytes(rng.randrange(256) for _ in range(rng.randrange(400))), 0.02)
                continue
            c = Client(s, token)
            for _ in range(rng.randrange(1, 5)):
                payload = bytearray(json.dumps({"type": rng.choice(["play", "create", "join", "chat"]), "id": 1,
                                                "rules": "fifth", "actions": ["0 roll"]}).encode())
                for _ in range(rng.randrange(4)):
                    payload[rng.randrange(len(payload))] = rng.randrange(32, 127)
                c.raw(c.frame(rng.choice([1, 1, 1, 2, 0, 9]), bytes(payload)))
            c.drain(0.01)
            c.close()
        except (Closed, OSError, ConnectionError, AssertionError):
            pass
    assert s.get("/livez")[0] == 200 and s.process.poll() is None


@test
def ten_thousand_malformed_messages_lose_nothing():
    """Each message that was broken at random is refused once and changes nothing, and the game continues."""
    s = Server("--messages", "100000")
    a, = table(s, 1, 2, "fifth,first=0")
    rng = random.Random(17)
    whole = [b'{"type":"play","id":"p","actions":["0 roll"]}', b'{"type":"chat","text":"hello"}', b'{"type":"ping","id":1}',
             b'{"type":"create","rules":"fifth","players":3}', b'{"type":"undo","id":"u","to":1}', b'{"type":"leave"}']
    before = s.get("/api/game/" + a.table["id"])[1]
    for _ in range(100):
        frames = []
        for _ in range(100):
            line = bytearray(rng.choice(whole))
            for _ in range(rng.randrange(4)):
                at = rng.randrange(len(line))
                line[at:at + rng.randrange(3)] = bytes(rng.choice(b'{}[]":,\\0x\x01\x7f ') for _ in range(rng.randrange(3)))
            # Without its first brace it is no message, whatever else it is.
            frames.append(a.frame(1, bytes(line).lstrip(b"{ ")))
        a.raw(b"".join(frames))
        for _ in frames:
            m = a.receive()
            assert m["type"] == "error" and m["error"] in ("bad-json", "bad-message"), m
    assert s.get("/api/game/" + a.table["id"])[1] == before
    assert a.play(a.menu()[0])["type"] == "ok"
    a.close()
    assert s.close() == 0
