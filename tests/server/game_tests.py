"""Whole games: the document's examples, tables of people and bots, reconnecting, secrets, repeated commands."""
import concurrent.futures
import json
import random
import re
import subprocess
import sys

from skerry import PATIENCE, PROGRAM, ROOT, Client, Closed, Server
from tables import play_on, returned, server, table, test, until, wanted

sys.path.append(str(ROOT / "tests"))
import offers  # noqa: E402


# --- the protocol's own example ---

def matches(expected, got):
    if expected == "*":
        return got is not None
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(matches(v, got.get(k)) for k, v in expected.items())
    if isinstance(expected, list):
        return isinstance(got, list) and len(got) == len(expected) and all(map(matches, expected, got))
    return expected == got


@test
def the_documents_examples_run():
    blocks = re.findall(r"```example\n(.*?)```", (ROOT / "docs/protocol.md").read_text(), re.S)
    assert len(blocks) >= 2
    for block in blocks:
        run_example(block)


def run_example(block):
    c = Client(server(), server().session("Doc")["token"], hello=False)
    for line in block.strip().splitlines():
        message = json.loads(line[2:])
        if line[0] == ">":
            if message["type"] == "hello":
                message["token"] = c.token
            c.send(message)
            continue
        seen = []
        while not seen or not matches(message, seen[-1]):
            assert not seen or seen[-1]["type"] != "error", (line, seen[-1])
            try:
                seen.append(c.receive())
            except TimeoutError:
                raise AssertionError((line, seen)) from None
    c.close()


# --- whole games ---

def verify(record):
    done = subprocess.run([PROGRAM, "verify", "-"], input=record, capture_output=True)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def without_seal(record):
    """A record in the old form, without its number of entries."""
    return re.sub(rb"Entries: .*\nCheck: .*\n", b"", record)


def spoilt_records_are_refused(record):
    other_result = re.sub(rb"Result: (.)", lambda m: b"Result: " + (b"0" if m[1] != b"0" else b"1"), record)
    other_seed = re.sub(rb"Server-Seed: (.)", lambda m: b"Server-Seed: " + (b"0" if m[1] != b"0" else b"1"), record)
    short = record[:record.rstrip().rindex(b"\n") + 1]
    code, words = verify(short)
    assert code == 1 and "incomplete" in words, words
    for bad in (other_result, other_seed, record[:-4], record.replace(b"Date: 2", b"Date: 1"),
                re.sub(rb"Result: .\n", b"", record), record.replace(b"Names: ", b"Names: x")):
        code, words = verify(bad)
        assert code == 1 and "Check header" in words, words
    code, words = verify(without_seal(record))
    assert code == 0 and "note: an older record" in words, words
    for bad, why in ((other_result, "has won"), (other_seed, "commitment"), (short, "cut short"),
                     (re.sub(rb"Result: .\n", b"", record), "has won")):
        code, words = verify(without_seal(bad))
        assert code == 1 and why in words, words


def whole_game(rules, people, bots):
    s = server()
    clients = table(s, people, bots, rules)
    play_on(clients)
    for c in clients:
        c.expect("over") if not any(m["type"] == "over" for m in c.inbox) else None
        assert c.table["winner"] is not None and c.table["fair"]["server_seed"]
        assert [e["seq"] for e in c.events] == list(range(1, c.game["seq"] + 1))
    over = [m for m in clients[0].inbox if m["type"] == "over"][0]
    assert over["position"]["viewer"] is None and over["winner"] == clients[0].table["winner"]
    status, record, _ = s.get("/api/game/%s/record" % clients[0].table["id"])
    assert status == 200
    check = subprocess.run([PROGRAM, "verify", "--json", "-"], input=record, capture_output=True)
    told = json.loads(check.stdout)
    assert check.returncode == 0 and told["verified"] and told["outcomes"] > 0 and told["entries"] > 0, told
    spoilt_records_are_refused(record)
    for c in clients:
        c.close()


@test
def whole_games_of_every_ruleset_with_people_and_bots():
    games = (("fifth", 2, 2), ("3d", 1, 2), ("sixth+helpers", 2, 1), ("fifth-56", 2, 4),
             ("fifth,board=random,start=draft,points=6", 3, 0), ("struggle", 2, 1), ("struggle", 4, 0), ("struggle-56", 1, 5))
    with concurrent.futures.ThreadPoolExecutor(len(games)) as pool:
        list(pool.map(lambda game: whole_game(*game), games))


@test
def bots_of_the_real_levels_finish_a_game():
    c = server().client("Ada")
    c.ok("create", rules="fifth,points=5", players=3, seats=[None, {"level": "beginner"}, {"level": "casual", "style": "trader"}])
    c.ok("ready", ready=True)
    c.ok("start")
    play_on([c])
    assert c.table["winner"] is not None
    c.close()


def acts_of_last_turn(events, seat):
    """What the seat did since it ended the turn before its last, as this client saw it."""
    acts, before = [], 0
    for a in (a for e in events for a in e.get("actions", []) if a.startswith("%d " % seat)):
        acts.append(a)
        if a == "%d end" % seat:
            acts, before = acts[before:], len(acts) - before
    return acts


@test
def a_bot_says_why_for_its_whole_turn():
    c, told, longest = server().client("Ada"), 0, 0
    c.ok("create", rules="fifth,points=5,first=0", players=3, seats=[None, {"level": "club"}, {"level": "casual"}])
    assert c.ask("why", seat=1)["error"] == "not-playing"
    c.ok("ready", ready=True)
    c.ok("start")
    assert c.ask("why", seat=9)["error"] == "bad-value"
    while c.table["state"] == "playing":
        c.drain()
        if not wanted(c):
            if c.table["state"] == "playing":
                c.receive()
            continue
        for seat in 1, 2:
            turn = c.ok("why", seat=seat)["turn"]
            acts = acts_of_last_turn(c.events, seat)
            for d in turn or []:
                assert set(d) == {"action", "why", "reasons"} and d["action"] in acts, (d, acts)
                told += 1
            longest = max(longest, len(turn or []))
        assert c.ok("why", seat=0)["turn"] == []
        c.play(random.choice(c.menu()), seq=c.game["seq"])
    assert told > 5 and longest > 1, (told, longest)
    c.close()


def proposals_out_of_turn(events):
    """Offers right after the dice, by somebody who did not roll them."""
    return [later for before, later in zip(events, events[1:])
            if before.get("actions", [""])[-1].startswith("* dice") and " offer " in later.get("actions", [""])[0]
            and later["seat"] != before["seat"]]


def a_bot_proposes_on_somebody_elses_turn():
    c = server().client("Ada")
    c.ok("create", rules="fifth,phases=combined", players=3, seats=[None, {"level": "master"}, {"level": "master"}])
    c.ok("ready", ready=True)
    c.ok("start")
    while c.table["state"] == "playing" and not proposals_out_of_turn(c.events):
        c.drain()
        quick = [a for a in c.menu() if a.split()[1] in ("end", "roll", "decline")] or c.menu()
        if wanted(c):
            c.play(quick[0], seq=c.game["seq"])
        elif c.table["state"] == "playing":
            c.receive()
    assert proposals_out_of_turn(c.events), "a whole game, and nobody proposed anything"
    c.close()


def free_bots_propose_as_often_as_in_the_arena():
    s = server()
    watchers = [s.client("Watcher") for _ in range(offers.GAMES)]
    for c in watchers:
        c.ok("create", rules=offers.RULES, players=4, seats=[{"level": "master"}] * 4, sit=None)
        c.ok("start")
    for c in watchers:
        until(c, lambda: c.table["state"] == "over")
    records = [s.get("/api/game/%s/record" % c.table["id"])[1].decode() for c in watchers]
    offers.expect_as_many(records)
    for c in watchers:
        c.close()


if "san-" not in PROGRAM:       # their thinking is too slow under sanitizers
    test(a_bot_proposes_on_somebody_elses_turn)
    test(free_bots_propose_as_often_as_in_the_arena)


@test
def our_bot_and_a_bot_in_python_play_over_the_socket():
    s = server()
    a = s.client("Host")
    name = a.ok("create", rules="fifth,points=4", players=3, sit=0)["table"]
    url = "http://127.0.0.1:%d" % s.port
    guests = [subprocess.Popen([PROGRAM, "bot", "--url", url, "--table", name, "--level", "casual"], stdout=subprocess.PIPE),
              subprocess.Popen([sys.executable, str(ROOT / "examples/bot.py"), url, name])]
    a.ok("ready", ready=True)
    until(a, lambda: sum(x["ready"] for x in a.table["seats"]) == 3)
    a.ok("start")
    play_on([a])
    assert a.table["winner"] is not None
    assert all(any(e["seat"] == i for e in a.events) for i in range(3))
    assert [g.wait(PATIENCE) for g in guests] == [0, 0]
    guests[0].stdout.close()
    a.close()


@test
def four_tables_at_once():
    def one(i):
        clients = table(server(), 2, 1, "fifth,points=4" if i % 2 else "struggle,points=5")
        play_on(clients, rng=random.Random(i))
        assert clients[0].table["state"] == "over" and clients[0].table["winner"] is not None
        for c in clients:
            c.close()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(4)))


# --- connections ---

def come_back_at_every_ply(rules):
    """Seat 0 hangs up after every entry and comes back; its second tab stays and keeps every view."""
    s = server()
    a, b = table(s, 2, 1, rules)
    twin = Client(s, a.token, table=a.table["id"])
    token, name, events, seen = a.token, a.table["id"], [], {}

    def watch(seq):
        """What the tab that stayed was told, up to this entry."""
        while not twin.game or twin.game["seq"] < seq:
            if twin.receive()["type"] == "game":
                seen[twin.game["seq"]] = (twin.game["view"], twin.game["legal"])

    while True:
        a.close()
        last = events[-1]["seq"] if events else 0
        a = returned(s, token, name, last_seq=last)
        assert [e["seq"] for e in a.events] == list(range(last + 1, a.game["seq"] + 1)), "a gap, or an event twice"
        events += a.events
        watch(a.game["seq"])
        assert events == twin.events[:len(events)], "events differ"
        if a.game["seq"] in seen:       # the tab that stayed was sent this very entry
            assert (a.game["view"], a.game["legal"]) == seen[a.game["seq"]], "views differ"
        b.drain()
        if a.table["state"] != "playing" or b.table["state"] != "playing":
            break
        mover = a if wanted(a) else b if wanted(b) else None
        answer = mover.play(random.choice(mover.menu()), seq=mover.game["seq"]) if mover else {}
        assert answer.get("error", "stale") == "stale", answer
    assert len(seen) > a.game["seq"] / 2 > 10, (a.game["seq"], len(seen))      # short games are some sixty entries
    for c in (a, b, twin):
        c.close()


@test
def a_seat_comes_back_at_every_ply_of_both_games_and_sees_the_same():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(come_back_at_every_ply, ("sixth+helpers,points=6", "struggle,points=6")))


@test
def two_tabs_of_one_seat_agree_and_a_repeat_counts_once():
    s = server()
    a, = table(s, 1, 2)
    tab = returned(s, a.token, a.table["id"])
    for _ in range(5):
        until(a, lambda: wanted(a))
        move, seq = random.choice(a.menu()), a.game["seq"]
        first = a.play(move, id="same-%d" % seq)
        again = tab.play(move, id="same-%d" % seq)
        assert first["type"] == "ok" and again["type"] == "ok", (first, again)
        assert again["seq"] == first["seq"] and again["again"]
    a.close()
    tab.close()


@test
def a_command_id_counts_once_for_its_person_whatever_comes_with_it():
    a, b = table(server(), 2, 1, "fifth,board=random,start=draft,first=0")
    until(a, lambda: wanted(a))
    first = a.play(a.menu()[0], id="mine")
    view = a.game["view"]
    again = a.play(a.menu()[-1], id="mine")         # another move under the same id: the old answer, nothing else
    assert again == {"type": "ok", "id": "mine", "seq": first["seq"], "again": True}, again
    assert a.game["view"] == view and a.game["seq"] == first["seq"]
    theirs = b.play("%d roll" % b.seat, id="mine")  # somebody else's id is another id
    assert theirs["type"] == "error" and "again" not in theirs, theirs
    refused = a.play("%d fly" % a.seat, id="later")
    assert refused["error"] == "bad-action"
    assert a.play(a.menu()[0], id="later")["type"] == "ok"      # a refused command does not use up its id
    for c in (a, b):
        c.close()


@test
def a_repeat_is_recognised_after_a_kill():
    s = Server()
    a, = table(s, 1, 2)
    until(a, lambda: wanted(a))
    move = a.menu()[0]
    first = a.play(move, id="once")
    s.restart()
    a = Client(s, a.token, table=a.table["id"])
    again = a.play(move, id="once")
    assert again["type"] == "ok" and again["seq"] == first["seq"] and again["again"], again
    a.close()
    assert s.close() == 0


@test
def a_killed_server_goes_on_with_the_same_game():
    s = Server()
    clients = table(s, 2, 1, "sixth+helpers")
    for _ in range(4):
        play_on(clients, clients[0].game["seq"] + 25)
        before = [(c.game["seq"], c.game["view"], c.events) for c in clients]
        s.restart()
        again = []
        for c, (seq, view, events) in zip(clients, before):
            d = returned(s, c.token, c.table["id"])
            assert d.game["seq"] >= seq and d.events[:len(events)] == events, "the log has changed"
            if d.game["seq"] == seq:
                assert d.game["view"] == view
            again.append(d)
        clients = again
    assert any(g["table"] == clients[0].table["id"] for g in clients[0].welcome["games"])
    for c in clients:
        c.close()
    assert s.close() == 0


@test
def sigterm_drains_with_1012_and_nothing_is_lost():
    s = Server()
    a, = table(s, 1, 2)
    play_on([a], 12)
    seq = a.game["seq"]
    s.process.terminate()
    assert a.close_code() == 1012
    assert any(m["type"] == "bye" for m in a.inbox)
    assert s.process.wait(PATIENCE) == 0
    s.log.close()
    s.start()
    b = returned(s, a.token, a.table["id"])
    assert b.game["seq"] >= seq
    b.close()
    assert s.close() == 0


# --- what others may see ---

@test
def spectators_and_others_see_no_hidden_card():
    s = server()
    clients = table(s, 2, 1, "fifth")
    watcher = returned(s, s.session("Eve")["token"], clients[0].table["id"])
    hidden = lambda: [x for e in watcher.events for x in e.get("actions", []) if x.startswith(("* steal", "* draw"))]
    for _ in range(6):
        play_on(clients + [watcher], clients[0].game["seq"] + 15)
        for c in clients + [watcher]:
            c.catch_up()
            v = c.game["view"]
            own = c.seat
            assert v["viewer"] == ("spectator" if own is None else own)
            for seat in v["seats"]:
                if seat["seat"] != own:         # an empty hand is no secret
                    assert (seat["cards"] is None or seat["count"] == 0) and not seat["dev"] and not seat["dev_new"], seat
            assert v["deck"]["cards"] is None
    play_on(clients + [watcher], enough=hidden)
    assert hidden() and all(x.endswith("?") for x in hidden()), hidden()
    assert watcher.game["legal"] is None
    watcher.refused("no-seat", "play", actions=["0 roll"], id="spy")
    status, record, _ = s.get("/api/game/%s/record" % clients[0].table["id"])
    assert status == 200 and b"Server-Seed" not in record
    assert "no fairness headers" in verify(record)[1] and "changed" in verify(record.replace(b"Names: ", b"Names: x"))[1]
    assert not re.search(rb"\* (steal \d|draw) [a-z]", record), "a running game's record leaks"
    for c in clients + [watcher]:
        c.close()


@test
def a_table_without_spectators_refuses_strangers():
    clients = table(server(), 1, 2, spectators=False)
    eve = server().client("Eve")
    eve.refused("no-spectators", "join", table=clients[0].table["id"])
    assert server().get("/api/game/%s/record" % clients[0].table["id"])[0] == 403
    eve.close()
    clients[0].close()
