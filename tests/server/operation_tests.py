"""What an operator deals with: limits, slow readers, full disks, locks, backups, metrics."""
import http.client
import itertools
import json
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.request

from skerry import PATIENCE, PROGRAM, Client, Closed, Server, eventually, reserved_port
from storing_tests import full_disk, locked
from tables import play_on, play_to_rest, returned, table, test, until, wanted


@test
def too_many_messages_close_with_1008():
    s = Server("--messages", "50")
    c = s.client("Fast")        # a program may send ten times as many
    try:
        for _ in range(600):
            c.send({"type": "ping"})
        while True:
            c.receive()
    except Closed as e:
        assert e.args[0] == 1008, e.args
    except ConnectionError:
        pass
    assert sum(m["type"] == "pong" for m in c.inbox) in range(400, 500)
    assert s.close() == 0


@test
def every_action_of_a_play_counts_as_a_message():
    """The rules set no limit to offers: here is what keeps a person from flooding a table with them."""
    s = Server("--messages", "6")       # sixty for a program
    c, = table(s, 1, 1, "fifth,first=0", players=2)
    flood = ["0 offer wool ore", "0 withdraw"] * 12
    taken = 0
    try:
        while taken < 10:
            taken += c.play(*flood)["error"] != "too-fast"
    except Closed as e:
        assert e.args[0] == 1008, e.args
    assert taken == 3, taken            # the third began below the limit
    assert s.close() == 0


def is_hung_up(c):
    """Does the server close this connection without sending anything?"""
    c.settimeout(PATIENCE)
    try:
        return c.recv(10) == b""
    except ConnectionError:
        return True


@test
def caps_per_address_and_per_person():
    s = Server("--connections", "5", "--tables", "2")
    c = s.client("Ada")
    c.ok("create", rules="fifth")
    c.ok("create", rules="fifth")
    c.refused("too-many", "create", rules="fifth")
    held = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(4)]
    refused = socket.create_connection(("127.0.0.1", s.port))   # connections are accepted in the order they came
    assert is_hung_up(refused), "a sixth connection was let in"
    for h in held:
        h.close()

    def let_in():
        try:
            return s.get("/livez")[0] == 200
        except (ConnectionError, http.client.HTTPException):
            return False
    eventually(let_in)                              # once it has seen that they are gone
    c.close()
    assert s.close() == 0


@test
def behind_a_proxy_the_named_address_counts():
    s = Server("--proxy", "--connections", "3", "--origin", "https://skerry.example")
    held = []
    def connect(ip):
        c = socket.create_connection(("127.0.0.1", s.port))
        c.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9, %s\r\n\r\n" % ip.encode())
        held.append(c)
        return c.recv(100)
    assert all(b"200 OK" in connect("1.2.3.4") for _ in range(3))
    assert b"429" in connect("1.2.3.4")
    assert b"200 OK" in connect("2001:db8::1") and b"200 OK" in connect("5.6.7.8")
    status, r, answer = s.post("/api/session", {}, Origin="https://skerry.example")
    assert status == 200 and answer.getheader("Set-Cookie").startswith("__Host-skerry=") and "Secure" in answer.getheader("Set-Cookie")
    for c in held:
        c.close()
    assert s.close() == 0


@test
def without_a_proxy_nobody_is_believed_about_an_address():
    s = Server("--connections", "3")
    held = []
    for i in range(3):
        held.append(socket.create_connection(("127.0.0.1", s.port)))
        held[-1].sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.%d\r\n\r\n" % i)
        assert b"200 OK" in held[-1].recv(100)
    refused = socket.create_connection(("127.0.0.1", s.port))
    assert is_hung_up(refused), "a fourth connection was let in"
    for c in held + [refused]:
        c.close()
    assert s.close() == 0


@test
def a_slow_reader_goes_and_the_room_stays():
    s = Server()
    a, = table(s, 1, 2)
    slow = s.client("Slow", table=a.table["id"])
    slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    until(a, lambda: a.table["watchers"] == 1)
    patience = time.monotonic() + PATIENCE
    for i in itertools.count():                     # asks for much and reads nothing, until it is cut off
        assert time.monotonic() < patience, "a reader who does not read was kept"
        try:
            slow.send({"type": "history", "since": 0})
        except (ConnectionError, OSError):
            break
        a.drain()                                   # answers pings too, however long this takes
        if i % 50 == 0 and wanted(a):
            a.play(random.choice(a.menu()))
    until(a, lambda: a.table["watchers"] == 0)
    play_on([a], a.game["seq"] + 5)
    again = Client(s, slow.token, table=a.table["id"])      # and may come back
    until(again, lambda: again.game)
    assert again.game["seq"] >= a.game["seq"] - 1
    for c in (a, slow, again):
        c.close()
    assert s.close() == 0


@test
def a_silent_peer_is_dropped_and_its_seat_stays():
    s = Server("--idle", "5")
    a, b = table(s, 2, 1)
    seat = b.seat
    begun = time.monotonic()
    b.catch_up()                                    # its last word
    until(a, lambda: not a.table["seats"][seat]["online"])      # a reads, and so answers pings; b does neither
    assert 4.9 < time.monotonic() - begun, "it was dropped too early"
    assert a.table["seats"][seat]["user"] == b.table["you"]["user"], "the seat is gone"
    assert a.socket.fileno() >= 0 and a.ok("ping")
    opcode = 0
    while opcode != 8:                              # what b finds on waking up
        opcode, payload = b.read_frame(time.monotonic() + PATIENCE)
    assert payload[:2] == (1001).to_bytes(2, "big"), payload
    back = Client(s, b.token, table=a.table["id"])
    until(back, lambda: back.game)
    assert back.seat == seat
    half = socket.create_connection(("127.0.0.1", s.port))  # half a request, and then nothing
    half.sendall(b"GET /livez HTTP/1.1\r\nHost: x")
    assert is_hung_up(half)
    for c in (a, b, back, half):
        c.close()
    assert s.close() == 0


@test
def empty_tables_close_by_themselves():
    s = Server("--expire-open", "1", "--expire-over", "1", "--expire-playing", "1")
    opened, = table(s, 1, 1, start=False, players=3)
    running, = table(s, 1, 2)
    ended, = table(s, 1, 2, "struggle,points=3")
    play_on([ended])
    token = ended.token
    names = [c.table["id"] for c in (opened, running, ended)]
    for c in (opened, running, ended):
        c.close()
    eventually(lambda: s.get("/api/game/" + names[0])[0] == 404)
    eventually(lambda: s.get("/api/game/" + names[1])[1]["game"]["state"] == "closed")
    eve = s.client("Eve")
    eve.refused("no-such-table", "join", table=names[0])
    assert s.get("/api/game/%s/record" % names[1])[0] == 200       # a closed game is kept
    back = Client(s, token, table=names[2])                         # and so is one that was won
    until(back, lambda: back.game)
    assert back.table["state"] == "over" and back.events == ended.events
    for c in (eve, back):
        c.close()
    assert s.close() == 0


@test
def a_full_disk_refuses_and_recovers():
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0", players=2)
    play_on([a], 10)
    play_to_rest([a])
    seq, view = a.game["seq"], a.game["view"]
    move = a.menu()[0]
    with full_disk(s):
        refused = a.play(move, id="full")
        assert refused["type"] == "error" and refused["error"] == "not-stored", refused
        assert refused["retry_ms"] and "store" in refused["message"]
        a.refused("not-stored", "chat", text="hello", id="chat-full")
        a.refused("not-stored", "create", rules="fifth")
        assert s.post("/api/session", {"name": "Late"})[0] == 503
        a.catch_up()
        assert a.game["seq"] == seq and a.game["view"] == view, "something was shown that was not stored"
        assert s.get("/livez")[0] == 200 and not s.ready()
    assert a.play(move, id="full")["type"] == "ok"
    assert s.ready()
    play_on([a], a.game["seq"] + 6)
    seq = a.game["seq"]
    s.restart()
    b = returned(s, a.token, a.table["id"])
    assert b.game["seq"] >= seq
    b.close()
    assert s.close() == 0


@test
def a_server_without_visitors_notices_that_it_can_write_again():
    """A proxy that asks /readyz keeps people away while it says 503, so the server must not wait for visitors to recover."""
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0", players=2)
    until(a, lambda: wanted(a))
    with full_disk(s):
        assert a.play(a.menu()[0])["error"] == "not-stored"
        assert not s.ready()
    eventually(s.ready)
    a.close()
    assert s.close() == 0


@test
def a_locked_database_refuses_and_recovers():
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0", players=2)
    until(a, lambda: wanted(a))
    with locked(s):
        refused = a.play(a.menu()[0], id="locked")
        assert refused["type"] == "error" and refused["error"] == "not-stored", refused
    assert a.play(a.menu()[0], id="locked")["type"] == "ok"
    a.close()
    assert s.close() == 0


@test
def a_broken_log_quarantines_its_table_only():
    s = Server()
    a, = table(s, 1, 2)
    b, = table(s, 1, 2)
    play_on([a], 8)
    play_on([b], 8)
    s.kill()
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    db.execute("UPDATE log SET body='0 0000000000000000 1 - - 0 fly' WHERE seq=3 AND game=(SELECT number FROM game WHERE id=?)",
               (a.table["id"],))
    db.commit()
    db.close()
    s.start()
    c = Client(s, a.token, table=a.table["id"])
    c.expect("table")
    assert c.table["state"] == "broken"
    c.refused("broken", "view")
    d = returned(s, b.token, b.table["id"])
    play_on([d], d.game["seq"] + 3)
    for x in (c, d):
        x.close()
    assert s.close() == 0


@test
def operators_see_numbers_and_health():
    with reserved_port() as port:
        s = Server("--metrics-port", str(port))
        a, = table(s, 1, 2)
        play_on([a], 6)
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port) as answer:
            body = answer.read().decode()
        assert "skerry_entries_total" in body and "skerry_commit_seconds_bucket" in body
        number = {name: float(value) for name, value in re.findall(r"^(\w+) ([\d.]+)$", body, re.M)}
        assert number["skerry_entries_total"] >= 6 and number["skerry_tables_owned"] == 1
        assert number["skerry_store_seconds_count"] > 0 and number["skerry_fenced_total"] == 0
        assert number["skerry_store_longest_seconds"] <= number["skerry_store_seconds_sum"]
        assert s.get("/metrics")[0] == 404
        a.close()
        assert s.stop() == 0
    log = open(os.path.join(s.data, "log")).read()
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert {"no-page", "ready", "draining", "stopped"} <= set(events) and a.token not in log, log
    s.close()


@test
def a_backup_is_taken_while_it_runs():
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 10)
    seq = a.game["seq"]
    copy = tempfile.mkdtemp(prefix="skerry-backup-")
    done = subprocess.run([PROGRAM, "backup", "--data", s.data, "--json", copy + "/skerry.db"], capture_output=True)
    assert done.returncode == 0, done.stderr
    size = os.stat(copy + "/skerry.db").st_size
    assert json.loads(done.stdout) == {"file": copy + "/skerry.db", "bytes": size}, done.stdout
    assert os.stat(copy + "/skerry.db").st_mode & 0o077 == 0
    assert subprocess.run([PROGRAM, "backup", "--data", s.data, copy + "/skerry.db"], capture_output=True).returncode == 3
    t = Server(data=copy)
    b = returned(t, a.token, a.table["id"])
    assert b.game["seq"] >= seq and b.events[:seq] == a.events[:seq]
    for x in (a, b):
        x.close()
    assert s.close() == 0 and t.close() == 0
    shutil.rmtree(copy)


@test
def a_data_folder_of_a_newer_program_is_refused():
    s = Server()
    assert s.stop() == 0
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    known = db.execute("PRAGMA user_version").fetchone()[0]
    db.execute("PRAGMA user_version=%d" % (known + 1))
    db.commit()
    db.close()
    late = subprocess.run([PROGRAM, "serve", "--data", s.data, "--port", "0"], capture_output=True, timeout=60)
    assert late.returncode == 1 and b"from a newer Skerry" in late.stderr and not late.stdout, late
    shutil.rmtree(s.data)


@test
def a_data_file_that_cannot_be_written_is_refused():
    s = Server()
    assert s.stop() == 0
    file = os.path.join(s.data, "skerry.db")
    os.chmod(file, 0o444)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}  # root may write anything
    if nobody:
        for name in os.listdir(s.data):
            if name != "skerry.db":
                os.chown(os.path.join(s.data, name), 65534, 65534)
        os.chown(s.data, 65534, 65534)
    program = shutil.copy(PROGRAM, os.path.join(s.data, "program"))  # where nobody may read it
    late = subprocess.run([program, "serve", "--data", s.data, "--port", "0"], capture_output=True, timeout=60, **nobody)
    assert late.returncode == 1 and b"cannot be written" in late.stderr and not late.stdout, late
    shutil.rmtree(s.data)


@test
def one_data_folder_has_one_server():
    s = Server()
    second = subprocess.run([PROGRAM, "serve", "--data", s.data, "--port", "0"], capture_output=True)
    assert second.returncode == 1 and b"in use" in second.stderr
    wrong = subprocess.run([PROGRAM, "serve", "--port", "banana"], capture_output=True)
    assert wrong.returncode != 0 and b"number" in wrong.stderr
    assert s.close() == 0


@test
def a_missing_page_is_reported_at_once():
    empty = tempfile.mkdtemp(prefix="skerry-test-")
    for folder in (empty, empty + "/nowhere"):
        wrong = subprocess.run([PROGRAM, "serve", "--data", empty + "/data", "--port", "0", "--page", folder],
                               capture_output=True)
        assert wrong.returncode == 1 and b"there is no page in" in wrong.stderr and not wrong.stdout, wrong
    s = Server()
    status, body, _ = s.get("/")
    assert status == 404 and b"started without --page" in body
    assert '"no-page"' in open(os.path.join(s.data, "log")).read()
    assert s.close() == 0
    shutil.rmtree(empty)
