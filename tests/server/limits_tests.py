"""Limits per address, network and account; what the operator reads about them; how a server ends."""
import json
import os
import re
import signal
import socket
import urllib.request

from skerry import PATIENCE, Client, Server, eventually, reserved_port
from storing_tests import full_disk
from tables import table, test, until, wanted


def log_of(s, event):
    lines = open(os.path.join(s.data, "log")).read().splitlines()
    return [m for m in map(json.loads, lines) if m["event"] == event]


def numbers(port):
    with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=PATIENCE) as answer:
        text = answer.read().decode()
    return text, {k: float(v) for k, v in re.findall(r"^([a-z_]+) ([0-9.]+)$", text, re.M)}


@test
def other_programs_cookies_shut_nobody_out():
    s = Server()
    token = s.session("Ada")["token"]
    junk = "; ".join("other%d=%s" % (i, "x" * 190) for i in range(30))
    for cookie in ("skerry=%s; %s" % (token, junk), "%s; skerry=%s" % (junk, token), "skerry=" + token):
        status, answer, _ = s.get("/api/session", Cookie=cookie)
        assert status == 200 and answer["name"] == "Ada", (status, answer)
    for cookie in (junk, "notskerry=" + token, "skerry=" + token * 20, "skerry=", "skerry", "; ;skerry"):
        assert s.get("/api/session", Cookie=cookie)[0] == 401, cookie
    assert s.get("/api/session", Cookie="a=" + "x" * 8200)[0] == 431
    assert s.close() == 0


@test
def readyz_says_that_the_server_drains():
    s = Server("--drain", "3600")
    held = Client(s, s.session("Ada")["token"])         # does not hang up when asked to
    s.process.send_signal(signal.SIGTERM)
    eventually(lambda: s.get("/readyz")[0] == 503)
    status, why, answer = s.get("/readyz")
    assert (status, why) == (503, b"draining") and answer.getheader("Connection") == "close"
    assert s.get("/livez")[0] == 200
    status, answer, _ = s.get("/api/session")
    assert status == 503 and answer["error"] == "draining", answer
    c = socket.create_connection(("127.0.0.1", s.port), PATIENCE)
    c.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    assert c.recv(100).startswith(b"HTTP/1.1 503")
    c.close()
    assert s.close() == 0                               # the second SIGTERM: now
    held.socket.close()


@test
def metrics_describe_the_process_the_build_and_the_store():
    with reserved_port() as port:
        s = Server("--metrics-port", str(port))
        a, = table(s, 1, 1, "fifth,first=0", players=2)
        until(a, lambda: wanted(a))
        text, n = numbers(port)
        assert n["skerry_ready"] == 1
        assert n["process_resident_memory_bytes"] > 1e6 and n["process_cpu_seconds_total"] > 0
        assert 5 < n["process_open_fds"] < n["process_max_fds"] and n["process_start_time_seconds"] > 1e9
        assert 0 < n["skerry_longest_turn_seconds"] < PATIENCE
        assert re.search(r'^skerry_build_info\{version="[^"]+",commit="[^"]+",rules_revision="\d+"\} 1$', text, re.M)
        fds = n["process_open_fds"]
        with full_disk(s):
            assert a.play(a.menu()[0])["error"] == "not-stored"
            assert numbers(port)[1]["skerry_ready"] == 0 and not s.ready()
        eventually(lambda: numbers(port)[1]["skerry_ready"] == 1)
        more = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(5)]
        eventually(lambda: numbers(port)[1]["process_open_fds"] >= fds + 5)
        for c in more:
            c.close()
        a.close()
        assert s.close() == 0


@test
def wrong_passphrases_are_limited_per_account_from_any_address():
    s = Server("--proxy")
    own = s.session("Ada")
    bearer = {"Authorization": "Bearer " + own["token"]}
    assert s.post("/api/account", {"account": "ada", "passphrase": "long enough"}, **bearer)[0] == 200

    def login(account, passphrase, n):
        while True:                                     # two are hashed at a time
            status, answer, _ = s.post("/api/login", {"account": account, "passphrase": passphrase},
                                       **{"X-Forwarded-For": "10.%d.0.1" % n})
            if status != 429 or "busy" not in answer["message"]:
                return status
    assert [login("ada", "not this one", n) for n in range(20)] == [403] * 20
    assert login("ada", "not this one", 20) == 429
    assert login("ada", "long enough", 21) == 429, "a limit that the right guess passes stops no guessing"
    assert login("ben", "not this one", 22) == 403, "another account is not touched"
    assert s.get("/api/session", **bearer)[0] == 200, "who is logged in stays so"
    status, answer, _ = s.post("/api/passphrase", {"old": "not this one", "new": "longer still"}, **bearer)
    assert status == 429, answer
    assert [m["what"] for m in log_of(s, "limit")] == ["passphrases of an account"]
    assert s.close() == 0


@test
def neighbouring_networks_share_a_larger_limit():
    s = Server("--proxy", "--connections", "2")
    login = lambda ip: s.post("/api/login", {"account": "nobody", "passphrase": "x"}, **{"X-Forwarded-For": ip})[0]
    for n in range(8):
        assert all(login("2001:db8:7:%x::1" % n) == 400 for _ in range(10))
    assert login("2001:db8:7:ffff::1") == 429, "65,536 networks have as many tries"
    assert login("2001:db8:8::1") == 400
    held = []

    def connect(ip):
        c = socket.create_connection(("127.0.0.1", s.port), PATIENCE)
        c.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n" % ip.encode())
        held.append(c)
        return int(c.recv(100).split()[1])
    assert all(connect("2001:db8:9:%x::1" % (n // 2)) == 200 for n in range(16))
    assert connect("2001:db8:9:ff::1") == 429
    assert connect("2001:db8:a::1") == 200
    for c in held:
        c.close()
    eventually(lambda: connect("2001:db8:9:ff::1") == 200)
    for c in held:
        c.close()
    assert s.close() == 0


@test
def wrong_admin_tokens_and_limits_are_logged_once_a_minute():
    s = Server("--admin-token", "open sesame", "--proxy", "--connections", "3", "--messages", "50")
    ask = lambda ip, **h: s.get("/api/admin/tables", **{"X-Forwarded-For": ip}, **h)[0]
    for _ in range(5):
        assert ask("192.0.2.77", Authorization="Bearer guess") == 403
    assert ask("198.51.100.9") == 403
    assert ask("192.0.2.77", Authorization="Bearer open sesame") == 200
    lines = [(m["level"], m["what"], m["network"]) for m in log_of(s, "not-admin")]
    assert lines == [("warn", "wrong token", "192.0.2.0/24"), ("warn", "no token", "198.51.100.0/24")], lines
    for _ in range(12):
        s.post("/api/login", {"account": "nobody", "passphrase": "x"}, **{"X-Forwarded-For": "2001:db8:1:2::3"})
    assert [(m["what"], m["network"]) for m in log_of(s, "limit")] == [("passphrases", "2001:db8:1::/48")]
    log = open(os.path.join(s.data, "log")).read()
    assert "guess" not in log and "192.0.2.77" not in log
    assert s.close() == 0
