"""Sessions, logins and people who leave: whose sockets are closed, what becomes of seats and chat, who may watch a table."""
import concurrent.futures
import contextlib
import hashlib
import itertools
import os
import re
import sqlite3
import time
import urllib.request

from skerry import PATIENCE, Client, Server, eventually, reserved_port
from storing_tests import full_disk, locked, plain
from tables import play_on, returned, server, table, test, until


def bearer(token):
    return {"Authorization": "Bearer " + token}


@test
def a_logout_ends_the_sockets_of_its_session_alone():
    s = Server()
    a, b = table(s, 2, 1)
    second = s.post("/api/session", {"token": True}, **bearer(a.token))[1]["token"]
    tab, other = Client(s, a.token, table=a.table["id"]), Client(s, second, table=a.table["id"])
    assert s.post("/api/logout", {}, **bearer(a.token))[0] == 200
    assert a.close_code() == 1008 and tab.close_code() == 1008
    other.ok("ping")
    assert other.welcome["user"] == a.welcome["user"]
    c = Client(s, hello=False)
    c.send({"type": "hello", "v": 1, "token": a.token})
    assert c.expect("error")["error"] == "no-session"
    for x in (a, b, tab, other, c):
        x.close()
    assert s.close() == 0


def session_item(s, token, age_days=None):
    """When a session was stored, or None; first makes it older if asked to."""
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"), timeout=PATIENCE)
    key = hashlib.sha256(token.encode()).hexdigest()
    with db:
        if age_days:
            db.execute("UPDATE item SET at=at-? WHERE kind='session' AND key=?", (age_days * 86400000, key))
        row = db.execute("SELECT at FROM item WHERE kind='session' AND key=?", (key,)).fetchone()
    db.close()
    return row and row[0]


@test
def a_session_that_is_used_stays_for_another_half_year():
    s = Server()
    ada = s.session("Ada")
    began = session_item(s, ada["token"])
    assert session_item(s, ada["token"], age_days=179) < began
    assert s.get("/api/session", **bearer(ada["token"]))[1]["user"] == ada["user"]
    s.session("Ben")                                            # stored behind it
    renewed = session_item(s, ada["token"])
    assert renewed >= began, (began, renewed)
    assert s.get("/api/session", **bearer(ada["token"]))[0] == 200
    s.session("Cleo")
    assert session_item(s, ada["token"]) == renewed, "a write for each request"
    assert s.close() == 0


@test
def a_session_that_is_ended_while_it_is_used_does_not_come_back():
    """The look-up of a session waits for the locked file. Behind it a new passphrase ends all sessions, and only then does the
    answer to the look-up renew the session. Tried again if the hashing was done before the file was locked."""
    with reserved_port() as port:
        s = Server("--metrics-port", str(port), "--proxy")      # each try from another address: there are ten a minute
        ends_while_it_is_used(s, port)
        assert s.close() == 0


def ends_while_it_is_used(s, port):
    ada, words = s.session("Ada"), "correct horse"
    assert s.post("/api/account", {"account": "ada", "passphrase": words}, **bearer(ada["token"]))[0] == 200
    mine, ended = ada["token"], False

    def hashed():
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port) as metrics:
            return int(re.search(rb"skerry_logins_total (\d+)", metrics.read())[1])

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for i in itertools.count(1):
            if ended:
                break
            old = s.post("/api/session", {"token": True}, **bearer(mine))[1]["token"]
            session_item(s, old, age_days=2)
            before, new = hashed(), words + " again"
            change = pool.submit(s.post, "/api/passphrase", {"old": words, "new": new},
                                 **bearer(mine), **{"X-Forwarded-For": "10.0.%d.%d" % (i >> 8, i & 255)})
            while hashed() == before and not change.done():
                pass
            with locked(s):
                ended = not change.done()
                use = pool.submit(s.get, "/api/session", **bearer(old))
                time.sleep(0.4)
            status, answer, response = change.result()
            if status == 503:                                   # so slow that the server gave up waiting
                ended = False
                continue
            assert status == 200, answer
            mine, words = re.search("skerry=([^;]+)", response.headers["Set-Cookie"])[1], new
            use.result()
            s.session("Ben")                                    # stored behind all of it
            assert session_item(s, old) is None, "it came back"
            assert s.get("/api/session", **bearer(old))[0] == 401


@test
def a_login_keeps_the_guests_seat_and_removes_the_guest():
    s = Server()
    ada = s.session("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(ada["token"]))[0] == 200
    a, b = table(s, 2, 1)
    c, = table(s, 1, 0, start=False, players=2)                 # a guest's table, to which nobody else came
    status, r, answer = s.post("/api/login", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))
    assert status == 200 and r["user"] == ada["user"]
    assert a.close_code() == 1008
    until(b, lambda: b.table["seats"][0]["user"] == ada["user"])
    s.restart()
    me = returned(s, ada["token"], a.table["id"])
    assert me.seat == 0 and me.table["host"] == ada["user"] and me.welcome["games"][0]["table"] == a.table["id"]
    for x in (a, b, c, me):
        x.close()
    assert s.close() == 0


@test
def a_login_that_the_disk_refuses_moves_nothing():
    s = Server()
    ada = s.session("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(ada["token"]))[0] == 200
    a, b = table(s, 2, 1)
    b.catch_up()
    before = plain(b)
    with full_disk(s):
        assert s.post("/api/login", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))[0] == 503
        assert s.post("/api/delete", {"confirm": "delete"}, **bearer(b.token))[0] == 503
        for c in (a, b):
            c.catch_up()
            assert plain(c) == before
    a.ok("ping")
    b.ok("ping")
    assert s.get("/api/session", **bearer(a.token))[0] == 200
    assert s.post("/api/delete", {"confirm": "delete"}, **bearer(b.token))[0] == 200
    until(a, lambda: a.table["seats"][1]["user"] is None and a.table["seats"][1]["resigned"])
    for x in (a, b):
        x.close()
    assert s.close() == 0


@test
def a_bot_that_tries_in_vain_keeps_nobody_waiting():
    s = Server("--bot-pace", "100")
    a, b = table(s, 2, 1)
    on_the_move = lambda: a.game["view"]["owes"] == [2]
    in_vain = False
    while not in_vain:                                          # until the disk was full before it had moved
        play_on([a, b], enough=on_the_move)
        assert a.table["state"] == "playing"
        with full_disk(s):
            time.sleep(0.5)
            a.catch_up()
            in_vain = on_the_move()
            if in_vain:
                assert s.post("/api/delete", {"confirm": "delete"}, **bearer(b.token))[0] == 503
    assert s.post("/api/delete", {"confirm": "delete"}, **bearer(b.token))[0] == 200
    play_on([a], enough=lambda: not on_the_move())              # it goes on by itself
    for x in (a, b):
        x.close()
    assert s.close() == 0


@test
def chat_of_a_deleted_spectator_is_deleted_too():
    s = Server()
    a, = table(s, 1, 2)
    eve = s.client("Eve", table=a.table["id"])
    eve.ok("chat", text="I was here")
    assert s.post("/api/delete", {"confirm": "delete"}, **bearer(eve.token))[0] == 200
    assert eve.close_code() == 1000
    late = s.client("Late")
    late.ok("join", table=a.table["id"])
    assert not any(m["type"] == "chats" and m["chats"] for m in late.inbox), late.inbox
    for x in (a, eve, late):
        x.close()
    assert s.close() == 0


@test
def closing_a_table_to_spectators_removes_them():
    s = server()
    a, b = table(s, 2, 1, start=False, spectators=False)
    eve = s.client("Eve", table=a.table["id"])
    until(eve, lambda: eve.table)
    for c in (a, b):
        c.ok("ready", ready=True)
    a.ok("start")
    assert eve.expect("error")["error"] == "no-spectators"
    eve.refused("not-at-table", "view")
    play_on([a, b], a.game["seq"] + 6)
    eve.catch_up()
    assert not eve.game, "a game without spectators was shown to one"
    b.ok("resign")                                              # people who have no seat any more cannot watch either
    late = s.client("Late")
    late.refused("no-spectators", "join", table=a.table["id"])
    for c in (a, b, eve, late):
        c.close()


@test
def the_host_may_watch_a_table_without_spectators():
    """A shared screen that watches: it has no seat and shows only what everybody may see."""
    s = server()
    screen, a, b = (s.client(name) for name in ("Screen", "Ann", "Ben"))
    made = screen.ok("create", rules="fifth", players=2, sit=None, spectators=False)
    for seat, c in enumerate((a, b)):
        c.ok("join", table=made["table"])
        c.ok("sit", seat=seat)
        c.ok("ready", ready=True)
    screen.ok("start")
    until(screen, lambda: screen.game)
    assert screen.game["view"]["viewer"] == "spectator"
    again = returned(s, screen.token, made["table"])
    assert s.get("/api/game/%s/record" % made["table"], **bearer(screen.token))[0] == 200
    for c in (screen, a, b, again):
        c.close()


@test
def a_rematch_that_was_closed_can_be_asked_for_again():
    s = server()
    a, b = table(s, 2, 0, "fifth,points=3", players=2)
    play_on([a, b])
    first, old = a.ok("rematch")["table"], b.table["id"]
    assert b.ok("rematch")["table"] == first
    a.ok("leave")                                               # the only one there: it closes
    second = b.ok("rematch")["table"]
    assert second != first
    a.ok("join", table=old)
    assert a.ok("rematch")["table"] == second
    a.ok("join", table=second)
    for c in (a, b):
        c.close()


def finished(s):
    """Two people at the end of a short game that is completely stored; returns them and the table's id."""
    a, b = table(s, 2, 1, "fifth,points=3")
    play_on([a, b])
    name = a.table["id"]
    with contextlib.closing(sqlite3.connect(os.path.join(s.data, "skerry.db"))) as db:
        eventually(lambda: not db.execute("SELECT live FROM game WHERE id=?", (name,)).fetchone()[0])
    return a, b, name


@test
def a_rematch_is_found_again_after_a_kill():
    s = Server()
    a, b, old = finished(s)
    new = a.ok("rematch")["table"]
    until(b, lambda: b.table["rematch"] == new)
    s.restart()
    b = Client(s, b.token)                                      # only the old one is asked for
    b.ok("join", table=old)
    assert b.table["state"] == "over" and b.table["rematch"] == new, b.table
    assert b.ok("rematch")["table"] == new
    a = Client(s, a.token, table=old)
    until(a, lambda: a.table)
    a.ok("close")                                               # unloaded from memory, then loaded again
    until(b, lambda: b.table["state"] == "closed")
    b.ok("join", table=old)
    assert b.table["state"] == "over" and b.table["rematch"] == new
    eve = s.client("Eve", table=old)                            # spectators are led to the rematch but cannot ask for one
    assert eve.ok("rematch")["table"] == new
    eve.ok("join", table=new)
    eve.refused("not-open", "rematch")
    for c in (a, b):
        c.ok("join", table=new)
    b.ok("sit", seat=1)
    for c in (a, b):
        c.ok("ready", ready=True)
    a.ok("start")
    s.restart()                                                 # and while it is played
    c = Client(s, b.token)
    c.ok("join", table=old)
    assert c.ok("rematch")["table"] == new == c.table["rematch"]
    for x in (a, b, c, eve):
        x.close()
    assert s.close() == 0


@test
def a_rematch_that_came_to_nothing_is_not_found_again():
    s = Server()
    a, b, old = finished(s)
    first = a.ok("rematch")["table"]
    a.ok("close")
    s.restart()
    a = Client(s, a.token)
    a.ok("join", table=old)
    assert a.table["rematch"] is None
    second = a.ok("rematch")["table"]
    assert second != first
    b = Client(s, b.token)
    b.ok("join", table=old)
    assert b.table["rematch"] == second
    for x in (a, b):
        x.close()
    assert s.close() == 0


@test
def after_a_rematch_that_is_long_over_there_can_be_another():
    """Somebody who comes back to the first game the next day wants to play, not to see how the second one went."""
    s = Server("--expire-over", "1", "--admin-token", "open sesame")
    a, b, old = finished(s)
    first = a.ok("rematch")["table"]
    b.ok("join", table=first)
    b.ok("sit", seat=1)
    for c in (a, b):
        c.ok("ready", ready=True)
    a.ok("start")
    until(b, lambda: b.game and b.game["table"] == first)
    play_on([a, b])
    a.ok("join", table=old)
    assert a.table["rematch"] == first and a.ok("rematch")["table"] == first, "while somebody is at it"
    b.ok("join", table=old)
    eventually(lambda: first not in [t["table"] for t in s.get("/api/admin/tables", **bearer("open sesame"))[1]["tables"]])
    second = a.ok("rematch")["table"]
    assert second != first
    until(b, lambda: b.table["rematch"] == second)
    b.ok("join", table=first)                                   # its result can still be seen
    assert b.table["state"] == "over"
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def requests_are_limited_by_address():
    s = Server("--connections", "4")
    a = s.session("Ada")
    answers = [s.get("/api/session", **bearer(a["token"]))[0] for _ in range(90)]
    assert answers == [200] * 79 + [429] * 11, answers
    assert s.get("/livez")[0] == 200 and s.get("/")[0] == 404
    assert s.close() == 0


@test
def tables_are_limited_by_address_too():
    """Otherwise somebody could open tables without end by using a new guest for every twenty."""
    s = Server("--connections", "3")
    made = []
    for name in ("Ada", "Ben", "Cleo"):
        c = s.client(name)
        while len(made) < 48 and (answer := c.ask("create", rules="fifth"))["type"] == "ok":
            made.append(answer["table"])
        if len(made) == 48:
            c.refused("too-many", "create", rules="fifth")
            c.ok("close")                                       # one less
            c.ok("create", rules="fifth")
            c.refused("too-many", "create", rules="fifth")
        c.close()
    assert len(set(made)) == 48, len(made)
    assert s.close() == 0
