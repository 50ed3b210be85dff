"""Nothing is shown to anybody before it is stored. While the file is locked from outside, a person who asks for
a change waits and nobody sees it; if the store refuses the change, it has not happened."""
import contextlib
import json
import os
import random
import resource
import shutil
import socket
import sqlite3
import subprocess
import tempfile

import many_games
from skerry import PATIENCE, PROGRAM, Client, Server, eventually
from tables import play_on, returned, table, test, until


@contextlib.contextmanager
def locked(s):
    """The server waits two seconds for the file, then refuses."""
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"), timeout=PATIENCE)
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        db.rollback()
        db.close()


@contextlib.contextmanager
def full_disk(s):
    soft, hard = resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (soft, hard))


def plain(c):
    """The stored part of a table as this client knows it; presence is not stored."""
    t = {k: v for k, v in c.table.items() if k not in ("you", "watchers", "ask")}
    t["seats"] = [{k: v for k, v in seat.items() if k not in ("online", "hold_at", "held")} for seat in t["seats"]]
    return t


def answer(c, id):
    found = [m for m in c.inbox if m["type"] in ("ok", "error") and m.get("id") == id]
    assert len(found) < 2, found
    return found[0] if found else None


def change(s, who, others, kind, **keys):
    """Send one message: nobody sees its effect while the file is locked, everybody does once it is stored. If the machine
    is so slow that the server gives up waiting, nothing may have happened."""
    everybody = [who] + others
    for c in everybody:
        c.catch_up()
    name, before, views = who.table["id"], plain(who), [c.game and c.game["view"]["viewer"] for c in everybody]
    while True:
        look = s.client("Look")
        id = "%x" % random.getrandbits(60)
        with locked(s):
            who.send(dict(keys, type=kind, id=id))
            who.catch_up()                          # it has been heard
            came = look.ask("join", table=name)
            for c in everybody:
                c.catch_up()
            given_up = answer(who, id)
            assert given_up is None or given_up["error"] == "not-stored", (kind, given_up)
            for c in everybody + ([look] if came["type"] == "ok" else []):
                assert plain(c) == before, (kind, before, plain(c))
            assert [c.game and c.game["view"]["viewer"] for c in everybody] == views, "a seat's view was shown"
        until(who, lambda: answer(who, id))
        look.close()
        if answer(who, id)["type"] == "ok":
            break
        assert answer(who, id)["error"] == "not-stored", answer(who, id)
        if kind == "leave":                         # they are gone anyway, but the seat is still theirs
            who.ok("join", table=name)
        for c in everybody:
            c.catch_up()
            assert plain(c) == before, (kind, before, plain(c))
    if kind not in ("leave", "close"):
        assert plain(who) != before or kind == "sit", kind
    for c in others:
        until(c, lambda: plain(c) != before)


@test
def no_change_of_an_open_table_is_shown_before_it_is_stored():
    s = Server()
    a, b = table(s, 2, 0, start=False, players=3)
    for kind, keys in (("bot", {"seat": 2, "level": "club"}), ("bot", {"seat": 2, "level": None}),
                       ("settings", {"rules": "fifth,points=12", "name": "Later"})):
        change(s, a, [b], kind, **keys)
    for kind, keys in (("color", {"color": "green"}), ("ready", {"ready": True, "seed": "luck"}),
                       ("sit", {"seat": 2}), ("stand", {})):
        change(s, b, [a], kind, **keys)
    b.ok("sit", seat=1)
    change(s, a, [b], "kick", seat=1)
    b.refused("kicked", "sit", seat=1)
    c = s.client("Cleo")
    c.ok("join", table=a.table["id"])
    c.ok("sit", seat=1)
    change(s, a, [c], "leave")                     # the host: another who sits takes over
    assert c.table["host"] == c.table["you"]["user"] and c.table["seats"][0]["kind"] == "empty"
    change(s, c, [b], "close")
    assert b.table["state"] == "closed"
    for x in (a, b, c):
        x.close()
    assert s.close() == 0


@test
def no_change_of_a_running_table_is_shown_before_it_is_stored():
    s = Server()
    a, b = table(s, 2, 1, start=False, hold=None)
    for c in (a, b):
        c.ok("ready", ready=True)
    change(s, a, [b], "start")
    for c in (a, b):
        until(c, lambda: c.game)
    a.ok("ask", ask="pause")
    until(b, lambda: b.table["ask"])
    change(s, b, [a], "answer", yes=True)
    assert a.table["paused"]
    b.ok("ask", ask="resume")
    until(a, lambda: a.table["ask"])
    change(s, a, [b], "answer", yes=True)
    change(s, b, [a], "resign")
    late = s.client("Late")
    late.ok("join", table=a.table["id"])
    assert late.game["view"]["viewer"] == "spectator"
    late.ok("sit", seat=1)
    until(a, lambda: a.table["ask"])
    change(s, a, [late, b], "answer", yes=True)    # takes over: the seat's cards are seen only now
    late.catch_up()
    assert late.seat == 1 and late.game["view"]["viewer"] == 1 and late.game["legal"]["seat"] == 1
    s.restart()
    for old, seat in ((a, 0), (late, 1)):
        c = returned(s, old.token, a.table["id"])
        assert c.seat == seat and not c.table["seats"][1]["resigned"] and not c.table["paused"]
        c.close()
    for c in (a, b, late):
        c.close()
    assert s.close() == 0


@test
def a_question_whose_answer_is_not_stored_stands():
    s = Server()
    a, b = table(s, 2, 1, hold=None)
    a.ok("ask", ask="pause")
    until(b, lambda: b.table["ask"])
    with full_disk(s):
        b.refused("not-stored", "answer", yes=True)
        a.catch_up()
        assert a.table["ask"]["yes"] == [0] and not a.table["paused"]
    b.ok("answer", yes=True)
    until(a, lambda: a.table["paused"] and not a.table["ask"])
    b.close()
    until(a, lambda: not a.table["seats"][1]["online"])
    with full_disk(s):
        a.refused("not-stored", "ask", ask="resume")            # alone: nobody else is asked
        assert not a.table["ask"] and a.table["paused"]
    a.ok("ask", ask="resume")
    assert not a.table["paused"] and not a.table["ask"]
    a.close()
    assert s.close() == 0


@contextlib.contextmanager
def unreadable(s, name):
    """A table of the database file is missing for a while."""
    with contextlib.closing(sqlite3.connect(os.path.join(s.data, "skerry.db"), timeout=PATIENCE)) as db:
        db.execute("ALTER TABLE %s RENAME TO away" % name)
        try:
            yield
        finally:
            db.execute("ALTER TABLE away RENAME TO %s" % name)


@test
def unreadable_chat_is_read_again_when_somebody_joins():
    s = Server()
    a, = table(s, 1, 2, "struggle,points=3")
    play_on([a])
    name = a.table["id"]
    a.ok("chat", text="well played")
    s.restart()                                     # unloaded from memory: the first person who comes loads it again
    with unreadable(s, "chat"):
        b = Client(s, a.token)
        b.ok("join", table=name)
        b.catch_up()
        assert b.table["state"] == "over" and not any(m["type"] in ("chat", "chats") for m in b.inbox)
        b.refused("not-stored", "chat", text="lost")
    b.ok("chat", text="and you")                    # not twice, when all is read
    c = s.client("Cleo", table=name)
    for x in (b, c):
        until(x, lambda: any(m["type"] == "chats" and len(m["chats"]) == 2 for m in x.inbox))
        told = [m for m in x.inbox if m["type"] == "chats"][-1]["chats"]
        assert [line["text"] for line in told] == ["well played", "and you"], told
    for x in (a, b, c):
        x.close()
    assert s.close() == 0


@test
def a_change_that_the_disk_refuses_has_not_happened():
    s = Server()
    a, b = table(s, 2, 1)
    c, d = table(s, 2, 1, start=False)
    for x in (a, b, c, d):
        x.catch_up()
    before, open_before = plain(a), plain(c)
    with full_disk(s):
        b.refused("not-stored", "resign")
        for kind, keys in (("bot", {"seat": 2, "level": None}), ("settings", {"name": "Other"}), ("kick", {"seat": 1}),
                           ("ready", {"ready": True}), ("close", {})):
            c.refused("not-stored", kind, **keys)
        for x in (a, b, c, d):
            x.catch_up()
        assert plain(a) == before and plain(b) == before and plain(c) == open_before and plain(d) == open_before
    b.ok("resign")
    until(a, lambda: a.table["seats"][1]["resigned"])
    c.ok("close")
    until(d, lambda: d.table["state"] == "closed")
    s.restart()
    e = returned(s, a.token, a.table["id"])
    assert e.table["seats"][1]["resigned"]
    e.refused("no-such-table", "join", table=c.table["id"])
    for x in (a, b, c, d, e):
        x.close()
    assert s.close() == 0


@test
def a_locked_file_turns_nobody_into_a_stranger():
    """A page that is told it has no session would make a new one and lose its seat."""
    s = Server()
    a, b = table(s, 2, 1)
    with locked(s):
        c = Client(s, hello=False)
        c.send({"type": "hello", "v": 1, "token": a.token})
        status, said, _ = s.post("/api/session", {}, Authorization="Bearer " + a.token)
        m = c.expect("error")
        assert m["error"] == "not-stored" and status == 503 and said["error"] == "not-stored", (m, status, said)
        code = c.close_code()
        assert code == 1013, code
        assert s.post("/api/login", {"account": "nobody", "passphrase": "long enough"})[0] == 503
        b.refused("no-such-table", "join", table="abcdefghijkm")     # reading still works
    d = returned(s, a.token, a.table["id"])
    assert d.seat == 0
    for x in (a, b, c, d):
        x.close()
    assert s.close() == 0


@test
def a_game_that_cannot_be_taken_now_is_taken_later():
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 8)
    s.kill()
    with locked(s):
        s.start()                                   # running games can be read, though nothing can be written
    b = s.client(token=a.token)
    assert len(b.welcome["games"]) == 1
    with locked(s):
        b.refused("not-stored", "join", table=a.table["id"])
        assert not s.ready() and s.get("/livez")[0] == 200
    eventually(s.ready)
    eventually(lambda: b.ask("join", table=a.table["id"])["type"] == "ok")
    assert b.table["state"] == "playing" and b.game["seq"] >= 8
    b.close()
    assert s.close() == 0


@test
def many_changes_at_once_are_made_one_after_the_other():
    """Several people send without waiting for answers: all are answered in order and agree with the store."""
    s = Server()
    a, b, c, d = table(s, 4, 0, start=False)
    colors = ["red", "blue", "orange", "white", "green", "brown"]
    rng = random.Random(5)
    sent = {x: [] for x in (a, b, c, d)}
    with locked(s):
        for i in range(28):
            x = rng.choice((a, b, c, d))
            if len(sent[x]) >= 8:
                continue
            sent[x].append("m%d" % i)
            x.send(rng.choice([{"type": "color", "color": rng.choice(colors)}, {"type": "ready", "ready": True},
                               {"type": "sit", "seat": rng.randrange(4)}]) | {"id": "m%d" % i})
    for x in (a, b, c, d):
        until(x, lambda: all(answer(x, i) for i in sent[x]))
        assert [m["id"] for m in x.inbox if m["type"] in ("ok", "error") and m.get("id") in sent[x]] == sent[x]
    for x in (a, b, c, d):
        x.catch_up()
    now = plain(a)
    assert len({seat["color"] for seat in now["seats"]}) == 4
    assert all(plain(x) == now for x in (b, c, d))
    s.restart()
    e = Client(s, a.token, table=now["id"])
    e.expect("table")
    assert plain(e) == now
    for x in (a, b, c, d, e):
        x.close()
    assert s.close() == 0


@test
def a_link_to_the_file_does_not_lead_past_the_lock():
    s = Server()
    for link in (os.symlink, os.link):
        with tempfile.TemporaryDirectory(prefix="skerry-test-") as folder:
            link(os.path.join(s.data, "skerry.db"), os.path.join(folder, "skerry.db"))
            second = subprocess.run([PROGRAM, "serve", "--data", folder, "--port", "0"], capture_output=True,
                                    timeout=PATIENCE)
            assert second.returncode == 1 and b"in use by another server" in second.stderr, second
    mode = os.stat(os.path.join(s.data, "skerry.db")).st_mode & 0o777
    assert mode == 0o600, oct(mode)
    assert s.close() == 0


@test
def a_start_reads_no_logs_and_a_game_is_loaded_when_somebody_comes():
    s, ids, token = many_games.folder(400, 60)
    size = os.path.getsize(os.path.join(s.data, "skerry.db"))
    s.start()
    read = many_games.used(s.process)[1]
    assert read < size / 2, "%d bytes read of a file of %d" % (read, size)
    assert len(s.client(token=token).welcome["games"]) > 400     # listed, though none is loaded
    head = {"Authorization": "Bearer " + token}
    for name in ids[:2]:                                          # read, but not woken
        status, game, _ = s.request("GET", "/api/game/%s/replay" % name, headers=head)
        assert status == 200 and game["last"] >= 60, game
    watcher = s.client("Watcher")
    watcher.send({"type": "join", "id": "j", "table": ids[7]})
    watcher.send({"type": "chat", "id": "c", "text": "said before the table was there"})
    until(watcher, lambda: answer(watcher, "c"))
    assert answer(watcher, "j")["type"] == answer(watcher, "c")["type"] == "ok", watcher.inbox
    a = returned(s, token, ids[7])
    seq = a.game["seq"]
    play_on([a], seq + 3)
    s.restart()
    assert returned(s, token, ids[7]).game["seq"] >= seq + 3
    assert s.close() == 0


@test
def messages_behind_a_hello_wait_until_the_table_is_read():
    """A page that comes back sends what was pressed meanwhile behind its hello. That must not be refused because the
    server has only just started, or because the game ended long ago."""
    s, ids, token = many_games.folder(4000, 5)
    with contextlib.closing(sqlite3.connect(os.path.join(s.data, "skerry.db"))) as db:
        number, = db.execute("SELECT number FROM game WHERE id=?", (ids[0],)).fetchone()
        log = db.execute("SELECT body FROM log WHERE game=? ORDER BY seq", (number,)).fetchall()
        db.execute("UPDATE game SET live=0,archive=? WHERE number=?", ("".join("%s\n" % body for body, in log), number))
        db.commit()
    s.start(wait=False)
    for name in (ids[-1], ids[0]):              # one that is listed last, and one that is not listed at all
        c = Client(s, hello=False)
        c.burst([{"type": "hello", "v": 1, "token": token, "table": name, "id": "h"},
                 {"type": "chat", "id": "c", "text": "Here I am."}])
        until(c, lambda: answer(c, "h") and answer(c, "c"))
        assert answer(c, "h")["type"] == answer(c, "c")["type"] == "ok", c.inbox
    assert s.close() == 0


@test
def systemd_is_told_when_the_server_is_ready():
    with tempfile.TemporaryDirectory(prefix="skerry-test-") as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(os.path.join(folder, "notify"))
        ear.settimeout(PATIENCE)
        os.environ["NOTIFY_SOCKET"] = os.path.join(folder, "notify")
        try:
            s = Server()
        finally:
            del os.environ["NOTIFY_SOCKET"]
        heard = ear.recv(4096).decode()
        assert "READY=1" in heard and "STATUS=" in heard, heard
        assert s.close() == 0


def doctor(path, *flags):
    done = subprocess.run([PROGRAM, "doctor", path, *flags], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, 1, 3), (done.returncode, done.stdout, done.stderr)
    return done


def games_of(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute("SELECT id FROM game")}


@test
def a_damaged_page_costs_what_was_on_it():
    """Twenty times one page of the file is overwritten: the server starts, the doctor names what is lost and saves
    the rest, and what it saved is intact."""
    s, ids, token = many_games.folder(60, 40)
    path = os.path.join(s.data, "skerry.db")
    with contextlib.closing(sqlite3.connect(path)) as db:               # half of them finished
        for number, in db.execute("SELECT number FROM game WHERE id<? AND id LIKE 'copy%'", (ids[30],)).fetchall():
            log = db.execute("SELECT body FROM log WHERE game=? ORDER BY seq", (number,)).fetchall()
            archive = b"".join(body if isinstance(body, bytes) else body.encode() for line in log for body in (line[0], b"\n"))
            db.execute("UPDATE game SET live=0,archive=? WHERE number=?", (archive, number))
            db.execute("DELETE FROM log WHERE game=?", (number,))
            db.execute("DELETE FROM tip WHERE game=?", (number,))
        db.commit()
        db.execute("VACUUM")
    assert doctor(path).returncode == 0
    everything, size, rng = games_of(path), os.path.getsize(path), random.Random(11)
    whole = open(path, "rb").read()
    kept = 0
    for page in rng.sample(range(1, size // 4096), 20):
        new = os.path.join(s.data, "new.db")
        damaged = whole[:4096 * page] + rng.choice((bytes(4096), rng.randbytes(4096))) + whole[4096 * (page + 1):]
        open(path, "wb").write(damaged)
        done = doctor(path, "--salvage", new)
        assert open(path, "rb").read() == damaged and not os.path.exists(path + "-wal"), "the old file was touched"
        assert done.returncode < 2, (page, done)
        saved = games_of(new)
        told = [json.loads(line) for line in doctor(path, "--json").stdout.splitlines()]
        lost = {line.split()[2].rstrip(":") for line in done.stdout.splitlines() if line.startswith("  lost: game")}
        assert saved | lost >= everything and not saved & lost, (page, everything - saved - lost, done.stdout)
        assert {row["lost"] for row in told if "lost" in row} == lost - {"of"}, (told, lost)
        assert (told[-1]["games"], told[-1]["games_lost"] >= len(lost)) == (len(saved), True), told
        assert doctor(new).returncode == 0, doctor(new).stdout
        kept += len(saved)
        s.start()                                                       # it is ready, whatever is lost
        assert s.get("/livez")[0] == 200
        s.kill()
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.unlink(path + end)
        os.replace(new, path)
        s.start()
        for name in sorted(saved)[:: max(1, len(saved) // 5)]:
            status, game, _ = s.request("GET", "/api/game/%s/replay" % name, headers={"Authorization": "Bearer " + token})
            assert status == 200 and game["last"] >= 40, (page, name, game)
        assert s.stop() == 0
    assert kept > 20 * len(everything) * 0.5, kept
    assert doctor(os.path.join(s.data, "nothing.db")).returncode == 3
    shutil.rmtree(s.data)


@test
def a_file_that_ends_early_costs_what_was_behind_its_end():
    """A copy that broke off: SQLite opens no file that is shorter than its header says, but the doctor reads it."""
    s, ids, token = many_games.folder(60, 40)
    path, new = os.path.join(s.data, "skerry.db"), os.path.join(s.data, "new.db")
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    everything, whole = games_of(path), open(path, "rb").read()
    for cut in (4096, 4097, 2 * 4096):
        open(path, "wb").write(whole[:-cut])
        done = doctor(path, "--salvage", new)
        assert done.returncode == 1 and not done.stderr and "damage" in done.stdout, (cut, done)
        saved = games_of(new)
        lost = {line.split()[2].rstrip(":") for line in done.stdout.splitlines() if line.startswith("  lost: game")}
        assert saved and saved | lost == everything and not saved & lost, (cut, done.stdout)
        assert doctor(new).returncode == 0, doctor(new).stdout
        os.unlink(new)
    open(path, "wb").write(whole[:4096])                                # and nothing behind the first page
    done = doctor(path)
    assert done.returncode == 1 and "0 games intact" in done.stdout, done
    os.unlink(path)
    shutil.rmtree(s.data)


@test
def a_doctor_waits_until_the_server_is_gone():
    s = Server()
    path = os.path.join(s.data, "skerry.db")
    done = doctor(path)
    assert done.returncode == 3 and "in use" in done.stderr, done
    s.stop()
    new = os.path.join(s.data, "new.db")
    assert doctor(path, "--salvage", new).returncode == 0
    again = doctor(path, "--salvage", new)
    assert again.returncode == 3 and "already exists" in again.stderr, again
    shutil.rmtree(s.data)
