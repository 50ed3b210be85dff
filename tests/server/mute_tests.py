"""Mutes: private to a person, stored, exported, deleted, and gone with the table."""
import concurrent.futures
import contextlib
import os
import sqlite3
import threading

from session_tests import bearer, finished
from skerry import Client, Server
from storing_tests import answer, full_disk
from tables import table, test, until


def stored(s):
    """The pairs in the file, as (who, whom)."""
    with contextlib.closing(sqlite3.connect(os.path.join(s.data, "skerry.db"))) as db:
        keys = [row[0].split(".") for row in db.execute("SELECT key FROM item WHERE kind='mute' ORDER BY key")]
    return [(who, whom) for _, who, whom in keys]


def came(s, token, name):
    c = Client(s, token)
    c.ok("join", table=name)
    return c


def mutes(c):
    return c.table["you"]["mutes"]


def said(c):
    """The chat lines that this client was sent, on joining and since."""
    lines = [m for m in c.inbox if m["type"] == "chat"] + [x for m in c.inbox if m["type"] == "chats" for x in m["chats"]]
    return {line["text"] for line in lines}


@test
def a_mute_survives_a_kill_and_so_does_its_end():
    s = Server()
    a, b = table(s, 2, 1, start=False)
    name, ann, ben = a.table["id"], a.welcome["user"], b.welcome["user"]
    eve = s.client("Eve", table=name)
    a.ok("chat", text="before")
    b.ok("mute", user=ann, on=True)
    assert mutes(b) == [ann] and stored(s) == [(ben, ann)]
    s.restart()
    a, b, eve = (came(s, c.token, name) for c in (a, b, eve))
    assert mutes(b) == [ann] and mutes(a) == mutes(eve) == []
    a.ok("chat", text="after")
    until(eve, lambda: "after" in said(eve))
    b.ok("ping")
    assert said(eve) == {"before", "after"} and not said(b), (said(eve), said(b))
    b.ok("mute", user=ann, on=False)
    assert mutes(b) == [] and stored(s) == []
    s.restart()
    a, b = (came(s, c.token, name) for c in (a, b))
    assert mutes(b) == [] and said(b) == {"before", "after"}
    a.ok("chat", text="again")
    until(b, lambda: "again" in said(b))
    for c in (a, b, eve):
        c.close()
    assert s.close() == 0


@test
def nobody_else_is_told_of_a_mute():
    s = Server()
    a, b = table(s, 2, 1)
    eve = s.client("Eve", table=a.table["id"])
    until(eve, lambda: eve.game)
    until(a, lambda: a.table["watchers"] == 1)
    for c in (a, b, eve):
        c.catch_up()                                            # all three were told of her at once
        c.inbox.clear()
    b.ok("mute", user=a.welcome["user"], on=True)
    eve.ok("mute", user=b.welcome["user"], on=True)
    b.ok("mute", user=a.welcome["user"], on=False)
    for c in (a, b, eve):
        c.ok("ping")
    assert not [m for m in a.inbox if m["type"] == "table"], a.inbox
    told = [[m["table"]["you"]["mutes"] for m in c.inbox if m["type"] == "table"] for c in (b, eve)]
    assert told == [[[a.welcome["user"]], []], [[b.welcome["user"]]]], told
    for c in (a, b, eve):
        c.close()
    assert s.close() == 0


@test
def a_finished_game_keeps_its_mutes_and_a_closed_table_has_none():
    s = Server()
    a, b, _ = finished(s)
    a.ok("chat", text="well played")
    b.ok("mute", user=a.welcome["user"], on=True)
    c, d = table(s, 2, 0, start=False, players=2)
    d.ok("mute", user=c.welcome["user"], on=True)
    assert len(stored(s)) == 2
    c.ok("close")
    assert stored(s) == [(b.welcome["user"], a.welcome["user"])]
    s.restart()
    e = came(s, b.token, a.table["id"])
    assert e.table["state"] == "over" and mutes(e) == [a.welcome["user"]]
    f = came(s, a.token, a.table["id"])
    f.ok("chat", text="still here")
    until(f, lambda: "still here" in said(f))
    e.ok("ping")
    assert said(f) == {"well played", "still here"} and not said(e)
    for x in (a, b, c, d, e, f):
        x.close()
    assert s.close() == 0


@test
def mutes_are_exported_and_deleted_with_the_person_who_mutes():
    s = Server()
    a, b = table(s, 2, 1)
    name, ann, ben = a.table["id"], a.welcome["user"], b.welcome["user"]
    b.ok("mute", user=ann, on=True)
    a.ok("mute", user=ben, on=True)
    export = s.get("/api/export", **bearer(b.token))[1]
    assert [i["value"] for i in export["items"] if i["kind"] == "mute"] == [{"table": name, "user": ann}], export
    assert s.post("/api/delete", {"confirm": "delete"}, **bearer(b.token))[0] == 200
    assert stored(s) == [(ann, ben)]
    a.ok("mute", user=ben, on=False)                            # whoever that was
    assert stored(s) == [] and mutes(a) == []
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def a_person_deleted_while_muting_leaves_nothing_behind():
    s = Server()
    a, = table(s, 1, 2)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for _ in range(5):
            c = s.client("Ben", table=a.table["id"])
            gone = pool.submit(s.post, "/api/delete", {"confirm": "delete"}, **bearer(c.token))
            with contextlib.suppress(OSError):                  # told to go, it talks on
                for i in range(2000):
                    c.send({"type": "mute", "user": "u%d" % (i % 40), "on": i // 40 % 2 == 0})
            assert gone.result()[0] == 200
            for _ in range(2):
                s.session("Cleo")                               # stored behind what it said last
            assert stored(s) == []
            c.close()
    a.close()
    assert s.close() == 0


@test
def a_person_deleted_while_talking_leaves_no_chat():
    s = Server()
    names = [c.table["id"] for c in (table(s, 1, 2)[0] for _ in range(40))]     # five lines at each are not too many
    for _ in range(3):
        token = s.session("Ben")["token"]
        talkers = [came(s, token, name) for name in names]
        go = threading.Event()

        def talk():
            go.wait()
            with contextlib.suppress(OSError):                  # told to go, it talks on
                for i in range(5):
                    for c in talkers:
                        c.send({"type": "chat", "text": "word %d" % i})

        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            talking = pool.submit(talk)
            go.set()
            assert s.post("/api/delete", {"confirm": "delete"}, **bearer(token))[0] == 200
            talking.result()
        for _ in range(2):
            s.session("Cleo")                                   # stored behind what was said last
        with contextlib.closing(sqlite3.connect(os.path.join(s.data, "skerry.db"))) as db:
            assert db.execute("SELECT count(*) FROM chat").fetchone()[0] == 0
        for c in talkers:
            c.close()
    assert s.close() == 0


@test
def a_guests_mutes_go_along_to_the_account():
    s = Server()
    ada = s.session("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(ada["token"]))[0] == 200
    a, b = table(s, 2, 1)
    name = a.table["id"]
    me = came(s, ada["token"], name)                            # the account looks on, and has muted one of them too
    me.ok("mute", user=b.welcome["user"], on=True)
    for whom in (b.welcome["user"], "usomebodyels"):
        a.ok("mute", user=whom, on=True)
    assert s.post("/api/login", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))[0] == 200
    assert a.close_code() == 1008
    expected = sorted([b.welcome["user"], "usomebodyels"])
    assert stored(s) == [(ada["user"], whom) for whom in expected]
    me = came(s, ada["token"], name)
    assert sorted(mutes(me)) == expected
    s.restart()
    me = came(s, ada["token"], name)
    assert sorted(mutes(me)) == expected and me.seat == 0
    for c in (a, b, me):
        c.close()
    assert s.close() == 0


@test
def a_guest_who_is_muted_stays_so_after_logging_in():
    s = Server()
    ada = s.session("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(ada["token"]))[0] == 200
    a, b = table(s, 2, 1)                                       # a will turn out to be Ada
    name, guest, ben = a.table["id"], a.welcome["user"], b.welcome["user"]
    me, eve = came(s, ada["token"], name), s.client("Eve", table=name)
    b.ok("mute", user=guest, on=True)
    eve.ok("mute", user=guest, on=True)
    eve.ok("mute", user=ada["user"], on=True)                   # knows both: one of them remains
    me.ok("mute", user=guest, on=True)                          # and nobody can mute themselves
    a.ok("mute", user=ada["user"], on=True)
    assert s.post("/api/login", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))[0] == 200
    assert a.close_code() == 1008
    for _ in range(2):
        expected = sorted((x.welcome["user"], ada["user"]) for x in (b, eve))
        assert stored(s) == expected, stored(s)
        for x in (b, eve):
            until(x, lambda: mutes(x) == [ada["user"]])
        me.catch_up()
        assert mutes(me) == []
        me.ok("chat", text="can you hear me")
        for x in (b, eve, me):
            x.catch_up()
        assert said(me) == {"can you hear me"} and not said(b) and not said(eve)
        export = s.get("/api/export", **bearer(b.token))[1]
        assert [i["value"] for i in export["items"] if i["kind"] == "mute"] == [{"table": name, "user": ada["user"]}]
        s.restart()                                             # the file says the same
        b, eve, me = (came(s, x.token, name) for x in (b, eve, me))
    b.ok("mute", user=ada["user"], on=False)
    assert stored(s) == [(eve.welcome["user"], ada["user"])] and ben == b.welcome["user"]
    for x in (a, b, eve, me):
        x.close()
    assert s.close() == 0


@test
def a_mute_that_the_disk_refuses_has_no_effect():
    s = Server()
    a, b = table(s, 2, 1)
    ann = a.welcome["user"]
    with full_disk(s):
        b.refused("not-stored", "mute", user=ann, on=True)
        b.ok("mute", user="unobody", on=False)                  # was not muted before either: nothing to store
        assert mutes(b) == []
        a.refused("not-stored", "chat", text="lost")
    a.ok("chat", text="heard")
    until(b, lambda: "heard" in said(b))
    b.ok("mute", user=ann, on=True)
    with full_disk(s):
        b.refused("not-stored", "mute", user=ann, on=False)
        b.ok("mute", user=ann, on=True)                         # it is
        assert mutes(b) == [ann]
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def mutes_that_come_all_at_once_keep_their_order_and_the_limit():
    s = Server()
    a, b = table(s, 2, 1, start=False)
    ann, name = a.welcome["user"], a.table["id"]
    burst = [{"type": "mute", "id": "m%d" % i, "user": "u%d" % i, "on": True} for i in range(80)]
    b.burst(burst)
    for i in range(80):
        until(b, lambda: answer(b, "m%d" % i))
    answers = [answer(b, "m%d" % i) for i in range(80)]
    assert [m.get("error") for m in answers] == [None] * 64 + ["too-many"] * 16, answers
    assert len(stored(s)) == len(mutes(b)) == 64
    for i in range(64):
        b.ok("mute", user="u%d" % i, on=False)
    last = [True, False, True, False, True]
    burst = [{"type": "mute", "id": "l%d" % i, "user": ann, "on": on} for i, on in enumerate(last)]
    b.burst(burst)
    until(b, lambda: answer(b, "l4"))
    assert [answer(b, "l%d" % i)["type"] for i in range(5)] == ["ok"] * 5 and mutes(b) == [ann]
    s.restart()
    c = came(s, b.token, name)
    assert mutes(c) == [ann]
    for x in (a, b, c):
        x.close()
    assert s.close() == 0
