#!/usr/bin/env python3
"""`skerry admin` from outside, on the folder of a running server and on a database:
`tools/postgres python3 tests/server/admin_tests.py`. Ends with "N passed, M failed"."""
import json
import os
import re
import subprocess
import sys
import urllib.request

from nodes_tests import LEASE, come_to, node, owner
from postgres_tests import DATABASE, sql
from skerry import PATIENCE, PROGRAM, Closed, Server, eventually, reserved_port, run_tests
from tables import play_on, play_to_rest, table

TOKEN = "an operator's secret"


def admin(s, *words, status=0, token=TOKEN):
    """The rows as JSON, or the command's output if its exit status is not 0."""
    store = ["--store", DATABASE] if "--store" in s.flags else ["--data", s.data, "--server", "http://127.0.0.1:%d" % s.port]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SKERRY_")}
    done = subprocess.run([PROGRAM, "admin", *store, "--json", *words], capture_output=True, text=True, timeout=PATIENCE,
                          env=dict(environment, SKERRY_ADMIN_TOKEN=token))
    assert done.returncode == status, (words, done)
    return done.stderr if status else [json.loads(line) for line in done.stdout.splitlines()]


def folder():
    return Server("--admin-token", TOKEN)


def node_alone():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return node("a")


def bearer(token):
    return {"Authorization": "Bearer " + token}


def people_are_found(s):
    a, b = table(s, 2, 1)
    play_on([a, b], 8)
    a.ok("chat", text="where \u2013 here?")
    assert s.post("/api/account", {"account": "ada", "passphrase": "three little words"}, **bearer(a.token))[0] == 200
    user, name = a.welcome["user"], a.welcome["name"]
    found, = admin(s, "find", "ADA")
    assert (found["user"], found["account"], found["sessions"], found["games"], found["chat"], found["banned"]) == \
        (user, "ada", 1, 1, 1, 0), found
    assert user in [p["user"] for p in admin(s, "find", name)] and admin(s, "find", user) == [found]
    assert "no person" in admin(s, "find", "nobody at all", status=1)
    data = admin(s, "data", user)
    assert sorted({row["kind"] for row in data}) == ["account", "chat", "game", "session", "user"], data
    assert "where \u2013 here?" in json.dumps(data, ensure_ascii=False) and "argon2" not in json.dumps(data)
    assert "no person" in admin(s, "data", "ada", status=1)
    row, = [t for t in admin(s, "tables") if t["table"] == a.table["id"]]
    assert row["entries"] >= 8 and name in row["players"], row
    assert s.close() == 0


def a_banned_person_is_out_and_stays_out(s):
    a, b = table(s, 2, 1)
    play_on([a, b], 5)
    user = a.welcome["user"]
    words = {"account": "ada", "passphrase": "three little words"}
    assert s.post("/api/account", words, **bearer(a.token))[0] == 200
    assert admin(s, "ban", user) == []
    assert a.close_code() == 1008
    try:
        s.client(token=a.token)
        raise AssertionError("a session outlived the ban")
    except (Closed, AssertionError) as e:
        assert "outlived" not in str(e)
    status, answer, _ = s.post("/api/login", words)
    assert (status, answer["error"]) == (403, "banned"), answer
    assert s.post("/api/login", dict(words, passphrase="quite another"))[1]["error"] == "bad-passphrase"
    assert [x["user"] for x in admin(s, "bans")] == [user] and admin(s, "find", user)[0]["banned"] == 1
    b.ok("ping")
    assert admin(s, "unban", user) == [] and admin(s, "bans") == []
    assert s.post("/api/login", dict(words, token=True))[0] == 200
    assert admin(s, "ban", "nosuchuser", status=1)
    assert s.close() == 0


def tables_are_closed_and_deleted(s):
    a, = table(s, 1, 2)
    play_on([a], 6)
    b, = table(s, 1, 2)
    play_on([b], 6)
    first, second = a.table["id"], b.table["id"]
    admin(s, "close", first)
    eventually(lambda: first not in [t["table"] for t in admin(s, "tables")])
    assert s.get("/api/game/" + first, **bearer(a.token))[0] == 200
    admin(s, "delete", second)
    eventually(lambda: second not in [t["table"] for t in admin(s, "tables")])
    eventually(lambda: s.get("/api/game/" + second, **bearer(b.token))[0] == 404)
    assert admin(s, "delete", second, status=1) and admin(s, "close", "nosuchtable", status=1)
    assert s.close() == 0


def what_is_not_understood_is_reported():
    s = folder()
    assert "token" in admin(s, "close", "x", status=3, token="wrong")
    assert "share a database" in admin(s, "drain", "a", status=2) and "share a database" in admin(s, "nodes", status=2)
    for words, said in ((["find"], "find needs a word"), (["move", "x"], "move needs two words"),
                        (["dance"], "dance is no command"), (["dance", "x"], "dance is no command")):
        answer = admin(s, *words, status=2)
        assert said in answer and "--help lists the commands" in answer, answer
    assert s.stop() == 0
    assert "no server answers" in admin(s, "close", "x", status=3)
    s.start()
    assert s.close() == 0


def a_node_has_its_own_numbers():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with reserved_port() as port:
        a, b = node("a", "--metrics-port", str(port)), node("b")

        def number(name):
            with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port) as answer:
                return float(re.search(r"^skerry_%s(?:{.*})? ([\d.]+)$" % name, answer.read().decode(), re.M)[1])
        p, = table(a, 1, 2)
        play_on([p], 5)
        assert number("node_info") == 1 and number("tables_owned") == 1 and number("fenced_total") == 0
        assert number("lease_age_seconds") < PATIENCE and number("store_seconds_count") > 0
        admin(a, "move", p.table["id"], "b")
        eventually(lambda: number("tables_owned") == 0)
        q = come_to([a, b], b, p.token, p.table["id"])
        admin(a, "move", p.table["id"], "a")
        assert q.close_code() == 1012
        come_to([a, b], b, p.token, p.table["id"])
        assert number("takes_total") >= 1 and number("tables_owned") == 1
        assert a.close() == 0 and b.close() == 0


def two_nodes():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return [node(name, "--admin-token", TOKEN) for name in "ab"]


def a_node_is_drained_and_a_game_moved():
    a, b = servers = two_nodes()
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_to_rest([p, q])
    listed = {row["node"]: row for row in admin(a, "nodes")}
    assert (listed["a"]["state"], listed["a"]["games"], listed["b"]["games"], listed["-"]["games"]) == ("up", 1, 0, 0), listed
    assert 0 < listed["a"]["lease_ms"] <= LEASE and listed["b"]["address"].endswith(":%d" % b.port)
    assert [t["node"] for t in admin(a, "tables")] == ["a"] and admin(a, "tables", "b") == []
    admin(a, "move", name, "b")
    assert p.close_code() == q.close_code() == 1012 and owner(name) == "b"
    p, q = come_to(servers, a, p.token, name), come_to(servers, a, q.token, name)
    assert p.server is b and q.server is b
    play_on([p, q], p.game["seq"] + 5)
    play_to_rest([p, q])
    assert [t["table"] for t in admin(a, "tables", "b")] == [name]
    assert admin(a, "move", name, "c", status=1) and admin(a, "move", "nosuch", "a", status=1)
    assert "skerry admin nodes" in admin(a, "drain", "c", status=1) and "no node of that name" in admin(a, "tables", "c", status=1)
    admin(a, "drain", "b")
    assert b.process.wait(PATIENCE) == 0
    p = come_to([a], a, p.token, name)
    q = come_to([a], a, q.token, name)
    play_on([p, q], p.game["seq"] + 5)
    assert [row["node"] for row in admin(a, "nodes") if row["state"] == "up"] == ["a"]
    assert sql("SELECT count(*)=max(seq) FROM skerry_log") == "t"
    assert a.close() == 0
    b.log.close()


def a_table_is_closed_wherever_it_is():
    """The node that has a table closes it; if no node has it, any node does."""
    a, b = two_nodes()
    p, = table(a, 1, 2)
    play_on([p], 5)
    q, = table(b, 1, 2)
    play_on([q], 5)
    first, second = p.table["id"], q.table["id"]
    admin(a, "close", first)
    eventually(lambda: sql("SELECT live FROM skerry_game WHERE id='%s'" % first) == "f")
    r, = table(a, 1, 2)                                     # by HTTP at the other node, too
    third = r.table["id"]
    said = []

    def close():
        said.append(b.post("/api/admin/close", {"table": third}, **bearer(TOKEN))[0])
        return said[-1] != 404
    eventually(close)                                       # b has heard of it
    assert said[-1] == 200, said
    eventually(lambda: sql("SELECT live FROM skerry_game WHERE id='%s'" % third) == "f")
    eventually(lambda: not close())
    assert b.stop() == 0
    assert owner(second) == ""
    admin(a, "close", second)
    eventually(lambda: sql("SELECT live FROM skerry_game WHERE id='%s'" % second) == "f")
    assert a.get("/api/game/" + second, **bearer(q.token))[0] == 200
    assert admin(a, "close", second, status=1)
    admin(a, "delete", second)
    eventually(lambda: a.get("/api/game/" + second, **bearer(q.token))[0] == 404)
    assert a.close() == 0


def a_banned_person_is_out_at_every_node():
    a, b = two_nodes()
    p, q = table(a, 1, 2)[0], b.client("Eve")
    admin(a, "ban", q.welcome["user"])
    assert q.close_code() == 1008
    admin(a, "ban", p.welcome["user"])
    assert p.close_code() == 1008
    assert len(admin(b, "bans")) == 2
    assert a.close() == 0 and b.close() == 0


def at(place, f):
    def test():
        f(place())
    test.__name__ = "%s_%s" % (place.__name__, f.__name__)
    return test


TESTS = [at(place, f) for place in (folder, node_alone)
         for f in (people_are_found, a_banned_person_is_out_and_stays_out, tables_are_closed_and_deleted)]
TESTS += [a_node_has_its_own_numbers, a_node_is_drained_and_a_game_moved, a_table_is_closed_wherever_it_is,
          a_banned_person_is_out_at_every_node, what_is_not_understood_is_reported]

if __name__ == "__main__":
    sys.exit(not run_tests(TESTS))
