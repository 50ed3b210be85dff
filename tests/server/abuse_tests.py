"""What no guest can do to the server and to other people: stop the process, exceed a limit, damage a stored game,
stay at a table after being removed. And nothing of a guest is kept after they asked for deletion."""
import os
import socket
import sqlite3

from skerry import Client, Server, eventually
from storing_tests import answer
from tables import page_folder, play_on, returned, table, test, until, until_own_turn


def bearer(token):
    return {"Authorization": "Bearer " + token}


@test
def strange_names_to_mute_are_refused():
    s = Server()
    c = s.client("Ada")
    c.ok("create", rules="fifth")
    for i in range(64):
        c.refused("bad-value", "mute", user="%02d" % i + "\x01" * 13, on=True)
    for i in range(64):
        c.ok("mute", user="u%02dabcdefghi" % i, on=True)
    c.refused("too-many", "mute", user="uonetoomany", on=True)
    assert len(c.table["you"]["mutes"]) == 64
    d = s.client("Ben")                         # one person's many mutes do not use up other people's
    d.ok("join", table=c.table["id"])
    d.ok("mute", user=c.table["you"]["user"], on=True)
    d.ok("mute", user=c.table["you"]["user"], on=False)
    assert d.table["you"]["mutes"] == []
    c.close()
    d.close()
    assert s.close() == 0


@test
def two_windows_share_one_chat_limit():
    s = Server()
    a, other = table(s, 2, 1, start=False)
    b = Client(s, a.token, table=a.table["id"])
    ids = ["s%d" % i for i in range(6)]
    for c in (a, b):
        c.burst([{"type": "chat", "id": i, "text": "spam"} for i in ids[1:]] + [{"type": "phrase", "id": "s0", "phrase": "hello"}])
    for c in (a, b):
        until(c, lambda: all(answer(c, i) for i in ids))
    answers = [answer(c, i) for c in (a, b) for i in ids]
    assert sorted(x.get("error", "ok") for x in answers) == ["ok"] * 5 + ["too-fast"] * 7, answers
    other.ok("chat", text="I may still speak")          # by person ...
    a.ok("create", rules="fifth")
    a.ok("chat", text="and so may I, elsewhere")        # ... and by table
    for c in (a, b, other):
        c.close()
    assert s.close() == 0


@test
def an_export_may_be_large():
    s = Server()
    a, = table(s, 1, 2)
    a.ok("chat", text="x")
    user, name = a.welcome["user"], a.table["id"]
    s.kill()
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    line = '{"name":"P0","seat":0,"text":"%s"}' % ("\U0001f40d" * 240)
    game, = db.execute("SELECT number FROM game WHERE id=?", (name,)).fetchone()
    db.executemany("INSERT INTO chat(game,user,at,body) VALUES(?,?,?,?)",
                   ((game, user, 1, line.encode()) for _ in range(6000)))
    db.commit()
    db.close()
    s.start()
    status, data, _ = s.request("GET", "/api/export", headers=bearer(a.token))
    assert status == 200 and len(data["chat"]) == 6001 and data["games"][0]["table"] == name
    assert s.close() == 0


@test
def tables_on_their_way_to_the_store_count():
    s = Server("--tables", "3")
    c = s.client("Ada")
    for i in range(12):
        c.send({"type": "create", "rules": "fifth", "id": i})
    answers = []
    while len(answers) < 12:
        m = c.receive()
        if m["type"] in ("ok", "error"):
            answers.append(m)
    assert sum(m["type"] == "ok" for m in answers) == 3
    assert {m["error"] for m in answers if m["type"] == "error"} == {"too-many"}
    c.close()
    assert s.close() == 0


@test
def two_who_want_a_rematch_at_once_meet():
    s = Server()
    a, b = table(s, 2, 1, "fifth,points=3")
    play_on([a, b])
    for c in (a, b):
        until(c, lambda: c.table["state"] == "over")
        c.send({"type": "rematch", "id": "again"})
    made = []
    for c in (a, b):
        while not any(m.get("id") == "again" for m in c.inbox):
            c.receive()
        made += [m["table"] for m in c.inbox if m.get("id") == "again"]
    assert len(set(made)) == 1, made
    b.ok("join", table=made[0])
    b.ok("sit", seat=1)
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def a_quarantined_log_is_left_as_it_is():
    s = Server("--admin-token", "open sesame")
    a, = table(s, 1, 2)
    play_on([a], 8)
    s.kill()

    def rows(change=None):
        db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
        if change:
            db.execute(change)
            db.commit()
        found = db.execute("SELECT seq,body FROM log ORDER BY id").fetchall(), db.execute("SELECT live FROM game").fetchall()
        db.close()
        return found
    damaged = rows("UPDATE log SET body='0 0000000000000000 1 - - 0 fly' WHERE seq=3")
    s.start()
    c = Client(s, a.token, table=a.table["id"])
    c.expect("table")
    assert c.table["state"] == "broken"
    c.refused("broken", "close")
    status, _, _ = s.request("POST", "/api/admin/close", {"table": a.table["id"]}, bearer("open sesame"))
    assert status == 200
    assert s.stop() == 0
    assert rows() == damaged, "closing a quarantined table changed what is stored"
    s.start()
    c = Client(s, a.token, table=a.table["id"])
    c.expect("table")
    assert c.table["state"] == "broken"
    c.close()
    assert s.close() == 0


@test
def a_seat_taken_with_the_making_survives_a_kill():
    s = Server()
    a = s.client("Ada")
    name = a.ok("create", rules="fifth")["table"]
    s.restart()
    b = Client(s, a.token, table=name)
    b.expect("table")
    assert b.seat == 0 and b.table["seats"][0]["name"] == "Ada", b.table["seats"][0]
    assert [g["table"] for g in s.request("GET", "/api/games", headers=bearer(a.token))[1]["games"]] == [name]
    b.close()
    assert s.close() == 0


@test
def passphrases_accounts_and_tokens_have_separate_limits():
    s = Server("--connections", "8")                # 40 sessions a minute, 10 passphrases
    first = s.session("Ada")
    for i in range(15):
        s.session("Guest")
    tried = [s.post("/api/login", {"account": "nobody", "passphrase": "x"})[0] for _ in range(11)]
    assert tried == [400] * 10 + [429], "guests took the logins' turns"
    status, r, _ = s.post("/api/account", {"account": "taken", "passphrase": "long enough"}, **bearer(first["token"]))
    assert status == 429 and r["error"] == "too-many", (status, r)
    status, r, _ = s.post("/api/passphrase", {"old": "x", "new": "long enough"}, **bearer(first["token"]))
    assert status == 429 and r["error"] == "too-many", (status, r)
    more = [s.post("/api/session", {"token": True}, **bearer(first["token"]))[0] for _ in range(40)]
    assert more.count(429) == 16, "tokens for who has a session are not counted"
    assert s.close() == 0


@test
def an_ipv6_network_counts_as_one_address():
    s = Server("--proxy")
    login = lambda ip: s.post("/api/login", {"account": "nobody", "passphrase": "x"}, **{"X-Forwarded-For": ip})[0]
    assert all(login("2001:db8:0:1::%x" % i) == 400 for i in range(1, 11))
    assert login("2001:db8:0:1:ffff::1") == 429, "a subscriber has 2^64 addresses, and as many tries"
    assert login("2001:db8:0:2::1") == 400
    assert s.close() == 0


@test
def the_lobby_forgets_a_table_that_is_deleted():
    s = Server("--admin-token", "open sesame")
    a, b = s.client("Ada"), s.client("Ben")
    b.ok("lobby", on=True)
    name = a.ok("create", rules="fifth", public=True)["table"]
    until(b, lambda: any(m["type"] == "lobby-change" and m.get("entry", {}).get("table") == name for m in b.inbox))
    assert s.request("POST", "/api/admin/delete", {"game": name}, bearer("open sesame"))[0] == 200
    b.expect("lobby-change", gone=name)
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def a_deleted_person_is_no_longer_quoted():
    s = Server()
    a, b = table(s, 2, 1)
    a.ok("chat", text="my words")
    b.ok("chat", text="your words")
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, bearer(a.token))[0] == 200
    c = s.client("Cleo", table=b.table["id"])
    said = c.expect("chats")["chats"]
    assert [m["text"] for m in said] == ["your words"], said
    for x in (a, b, c):
        x.close()
    assert s.close() == 0


@test
def what_a_guest_said_goes_with_the_account_it_became():
    s = Server()
    ada = s.session("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(ada["token"]))[0] == 200
    a, = table(s, 1, 2)
    a.ok("chat", text="guest words")
    status, r, answer = s.post("/api/login", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))
    assert status == 200 and r["user"] == ada["user"]
    head = {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}
    data = s.request("GET", "/api/export", headers=head)[1]
    assert [m["line"]["text"] for m in data["chat"]] == ["guest words"]
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, head)[0] == 200
    assert s.stop() == 0
    everything = open(os.path.join(s.data, "skerry.db"), "rb").read()
    assert b"guest words" not in everything and a.welcome["user"].encode() not in everything


@test
def a_new_passphrase_closes_every_socket():
    s = Server()
    a = s.client("Ada")
    head = bearer(a.token)
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **head)[0] == 200
    other = s.client("Other")
    status, _, answer = s.post("/api/passphrase", {"old": "correct horse", "new": "another one"}, **head)
    assert status == 200
    assert a.close_code() == 1008
    other.ok("ping")
    assert s.request("GET", "/api/session", headers={"Cookie": answer.getheader("Set-Cookie").split(";")[0]})[0] == 200
    other.close()
    assert s.close() == 0


@test
def a_game_longer_than_a_frame_is_told_and_recorded():
    """Makes and withdraws offers and takes it all back, over and over."""
    s = Server()
    a, = table(s, 1, 1, "fifth,first=0,offers=40", players=2)
    until_own_turn(a, " end")
    while not any(a.game["view"]["seats"][0]["cards"].values()):
        a.play("0 end")
        until_own_turn(a, " end")
    name, seq = a.table["id"], a.game["seq"]
    mine = next(k for k, n in a.game["view"]["seats"][0]["cards"].items() if n)
    other = "ore" if mine != "ore" else "wool"
    s.kill()
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    game, = db.execute("SELECT number FROM game WHERE id=?", (name,)).fetchone()
    seq, last = db.execute("SELECT seq,id FROM log WHERE game=? ORDER BY id DESC LIMIT 1", (game,)).fetchone()
    offers = "; ".join(["0 offer %s %s to 1; 0 withdraw" % (mine, other)] * 40)
    for _ in range(4000):
        for text in (offers, "undo %d" % (seq + 1)):
            seq += 1
            last = db.execute("INSERT INTO log(prev,game,seq,at,body) VALUES(?,?,?,1,?)",
                              (last, game, seq, "0 0000000000000000 1 - - " + text)).lastrowid
    db.execute("UPDATE tip SET seq=?,row=? WHERE game=?", (seq, last, game))
    db.commit()
    db.close()
    s.start()
    b = returned(s, a.token, name)
    assert b.table["state"] == "playing" and b.game["seq"] >= seq and b.game["view"]["seats"]
    assert 10 < len(b.events) < seq and b.events[-1]["seq"] == b.game["seq"]
    status, record, _ = s.get("/api/game/%s/record" % name)
    assert status == 200 and len(record) > 4 << 20, (status, len(record))
    b.ok("history", since=0)
    b.close()
    assert s.close() == 0


@test
def a_client_that_keeps_talking_after_a_close_is_cut_off():
    s = Server("--idle", "2", "--messages", "5")    # fifty for a program
    a, = table(s, 1, 1, "fifth,first=0", players=2, start=False)
    b = s.client("Loud", table=a.table["id"])
    b.burst([{"type": "ping"}] * 60)

    def cut_off():
        try:
            b.send({"type": "ping"})
            return False
        except OSError:
            return True
    eventually(cut_off)
    a.close()
    assert s.close() == 0


@test
def a_client_that_does_not_read_its_page_is_cut_off():
    page = page_folder()
    (page / "large.bin").write_bytes(os.urandom(8 << 20))
    s = Server("--idle", "2", page=page)
    c = socket.socket()
    c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    c.connect(("127.0.0.1", s.port))
    c.sendall(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
    ends = "0100007F:%04X 0100007F:%04X" % (s.port, c.getsockname()[1])

    def held():
        """Does a process have this connection open? After it is closed, the system may still try to send the rest."""
        rows = [line.split() for line in open("/proc/net/tcp")]
        return any(" ".join(row[1:3]) == ends and row[9] != "0" for row in rows)
    eventually(held)
    eventually(lambda: not held())
    c.close()
    assert s.close() == 0


@test
def a_name_given_over_the_socket_leaves_the_account():
    s = Server()
    a = s.client("Ada")
    assert s.post("/api/account", {"account": "ada", "passphrase": "correct horse"}, **bearer(a.token))[0] == 200
    a.ok("name", name="Countess")
    who = s.get("/api/session", **bearer(a.token))[1]
    assert who["name"] == "Countess" and who["account"] == "ada", who
    a.close()
    assert s.close() == 0
