"""What surrounds a game: undo, clocks, held seats, the lobby, seats, chat, records, people."""
import os
import sqlite3
import time

from skerry import Client, Server
from tables import play_on, play_to_rest, returned, server, table, test, until, until_own_turn, wanted


# --- undo, take-back, pause ---

@test
def own_steps_are_undone_until_something_shows():
    a, = table(server(), 1, 2, "fifth,board=random")
    settle = until_own_turn(a, " settle ")
    assert a.play(settle)["type"] == "ok"
    assert a.game["undo"] == a.game["seq"]
    road = a.menu()[0]
    assert a.play(road)["type"] == "ok"
    roll = until_own_turn(a, " roll")
    a.play(roll)
    a.refused("no-undo", "undo", id="u-roll")
    a.close()
    a, b = table(server(), 2, 1, "fifth,board=random,first=0")
    until(a, lambda: wanted(a))
    view = a.game["view"]
    assert a.play(a.menu()[0])["type"] == "ok"
    assert a.ok("undo", id="u1")["seq"] == a.game["seq"]
    assert a.game["view"] == view and a.events[-1].get("undo") == a.game["seq"] - 1
    b.refused("no-undo", "undo", id="u2")
    a.refused("no-undo", "undo", id="u3", to=1)
    for c in (a, b):
        c.close()


@test
def a_take_back_needs_everybody():
    me, other = table(server(), 2, 0, "fifth,board=random,first=0", players=2)
    for c, times in ((me, 2), (other, 1)):          # a settlement, its road, the other's
        until(c, lambda: wanted(c))
        for _ in range(times):
            assert c.play(c.menu()[0])["type"] == "ok"
    me.catch_up()
    first = [e["seq"] for e in me.events if e["seat"] == me.seat and "undo" not in e][0]
    view_seq = me.game["seq"]
    me.ok("ask", id="t1", ask="take-back", to=first)
    until(other, lambda: other.table["ask"])
    assert other.table["ask"]["ask"] == "take-back" and other.table["ask"]["to"] == first
    other.refused("ask-open", "ask", ask="pause")       # one question at a time
    other.ok("answer", id="t2", yes=False)
    assert other.table["ask"] is None and other.game["seq"] == view_seq
    me.ok("ask", id="t3", ask="take-back", to=first)
    until(other, lambda: other.table["ask"])
    other.ok("answer", id="t4", yes=True)
    until(me, lambda: "undo" in me.events[-1])
    assert me.events[-1]["undo"] == first
    other.refused("no-ask", "answer", id="t5", yes=True)
    for c in (me, other):
        c.close()


@test
def a_take_back_that_the_game_has_passed_is_asked_no_more():
    me, other = table(server(), 2, 0, "fifth,board=random,first=0", players=2)
    until(me, lambda: wanted(me))
    assert me.play(me.menu()[0])["type"] == "ok"
    me.ok("ask", ask="take-back", to=me.game["seq"])
    last = ""
    while not last.endswith(" roll"):               # the first, which nobody can take back
        for c in (me, other):
            c.catch_up()
            assert c.table["ask"], last
        c = me if wanted(me) else other
        last = c.menu()[0]
        assert c.play(last)["type"] == "ok"
    for c in (me, other):
        c.catch_up()
        assert not c.table["ask"]
    other.refused("no-ask", "answer", yes=True)
    for c in (me, other):
        c.close()


@test
def a_pause_by_consent_stops_everything():
    a, b = table(server(), 2, 1, clock={"bank": 100, "increment": 5})
    a.ok("ask", id="p1", ask="pause")
    until(b, lambda: b.table["ask"])
    b.ok("answer", id="p2", yes=True)
    until(a, lambda: a.table["paused"])
    seq = a.game["seq"]
    a.refused("paused", "play", actions=["%d roll" % a.seat], id="p3")
    a.drain(0.3)
    assert a.game["seq"] == seq
    a.ok("ask", id="p4", ask="resume")
    until(b, lambda: b.table["ask"])
    b.ok("answer", id="p5", yes=True)
    until(a, lambda: not a.table["paused"])
    for c in (a, b):
        c.close()


def running(c):
    return [i for i, clock in enumerate(c.game["clock"]["seats"]) if clock["runs"]]


@test
def everybody_is_told_when_a_clock_stops_and_goes_on():
    """A page counts down on its own, so it would count through a pause if it were not told."""
    rules = "fifth,board=random,start=draft,first=0"
    a, b = table(server(), 2, 0, rules, players=2, clock={"bank": 100, "increment": 5})
    for c in (a, b):                                # the first that is shown is a board
        assert [m["seq"] for m in c.inbox if m["type"] == "game"][0] == 1
    until(a, lambda: running(a) == [0])
    a.ok("ask", ask="pause")
    until(b, lambda: b.table["ask"])
    b.ok("answer", yes=True)
    for c in (a, b):
        until(c, lambda: c.game["clock"]["paused"] and running(c) == [])
    b.ok("ask", ask="resume")
    until(a, lambda: a.table["ask"])
    a.ok("answer", yes=True)
    for c in (a, b):
        until(c, lambda: not c.game["clock"]["paused"] and running(c) == [0])
    for c in (a, b):
        c.close()


@test
def nobody_waits_for_the_answer_of_a_person_who_left():
    a, b, c = table(server(), 3, 0, hold=None)
    a.ok("ask", ask="pause")
    until(b, lambda: b.table["ask"])
    b.ok("answer", yes=True)
    a.catch_up()
    assert a.table["ask"]["yes"] == [0, 1] and not a.table["paused"]
    c.close()
    until(a, lambda: a.table["paused"] and not a.table["ask"])
    d = returned(server(), c.token, a.table["id"])          # people who come back are asked like the others
    a.ok("ask", ask="resume")
    until(d, lambda: d.table["ask"])
    b.ok("answer", yes=True)
    a.catch_up()
    assert a.table["paused"]
    d.ok("answer", yes=True)
    until(a, lambda: not a.table["paused"])
    for x in (a, b, d):
        x.close()


# --- clocks, held seats ---

@test
def when_time_runs_out_the_least_harmful_move_is_played():
    a, = table(server(), 1, 1, "fifth,first=0", players=2, clock={"bank": 1, "increment": 0})
    clock = a.game["clock"]
    assert clock["seats"][a.seat]["bank_ms"] <= 1000
    until(a, lambda: any(e["seat"] == a.seat for e in a.events))
    own = [e for e in a.events if e["seat"] == a.seat]
    assert own[0]["actions"][0].split()[1] in ("roll", "settle", "end"), own
    a.close()


@test
def a_clock_gives_the_turn_anew_and_keeps_the_bank():
    a, = table(server(), 1, 1, "fifth,board=random,start=draft,first=0", players=2, clock={"bank": 40, "increment": 30})
    mine = lambda: a.game["clock"]["seats"][a.seat]
    until(a, lambda: wanted(a))
    assert mine()["bank_ms"] == 40000 and mine()["runs"] and 0 < mine()["turn_ms"] <= 30000
    while mine()["turn_ms"] > 29800:                # some of it goes by
        a.ok("view")
    left = mine()["turn_ms"]
    assert a.play(a.menu()[0])["type"] == "ok"      # a settlement; its road belongs to the same turn
    assert mine()["bank_ms"] == 40000 and mine()["turn_ms"] <= left, (left, mine())
    assert a.play(a.menu()[0])["type"] == "ok"
    until(a, lambda: wanted(a))                     # the bot has had its turns: one's own comes back whole
    assert mine()["bank_ms"] == 40000 and mine()["turn_ms"] == 30000, mine()
    assert not a.game["clock"]["seats"][1]["runs"]
    a.close()


@test
def a_turn_that_runs_out_eats_the_bank_and_both_end_in_the_least_harmful():
    a, b = table(server(), 2, 0, "fifth,first=0", players=2, start=False, clock={"bank": 1, "increment": 1})
    for c in (a, b):
        c.ok("ready", ready=True)
    begun = time.monotonic()
    a.ok("start")
    until(a, lambda: any(e["seat"] == a.seat for e in a.events))
    assert time.monotonic() - begun > 1.9, "it did not wait for turn and bank"
    own = [e for e in a.events if e["seat"] == a.seat][0]
    assert own["actions"][0] == "0 roll", own       # rolling costs nothing
    assert a.game["clock"]["seats"][a.seat]["bank_ms"] == 0
    for c in (a, b):
        c.close()


@test
def clocks_are_as_they_were_after_a_kill():
    s = Server()
    a, b = table(s, 2, 0, "fifth,first=0", players=2, clock={"bank": 50, "increment": 0})
    until(a, lambda: wanted(a))
    time.sleep(0.3)
    begun = time.monotonic()
    assert a.play(a.menu()[0])["type"] == "ok"
    before = a.game["clock"]["seats"][0]["bank_ms"]
    assert before < 49900
    b.close()
    s.restart()
    a = Client(s, a.token, table=a.table["id"])
    until(a, lambda: a.game)
    after = a.game["clock"]["seats"][0]["bank_ms"]
    since = 1000 * (time.monotonic() - begun) + 1000            # it may have run all the time; both clocks are rounded
    assert before - since < after < 49900, (before, after, since)
    owes = a.game["view"]["owes"]
    assert [i for i, c in enumerate(a.game["clock"]["seats"]) if c["runs"]] == owes, a.game["clock"]
    a.close()
    assert s.close() == 0


def times(c):
    return [s["bank_ms"] + s["turn_ms"] for s in c.game["clock"]["seats"]]


@test
def a_kill_neither_takes_nor_gives_time():
    """Not to those who wait, not to the seat in turn, and not during a pause."""
    s = Server()
    a, b = table(s, 2, 0, "fifth,first=0", players=2, clock={"bank": 3000, "increment": 600})
    name = a.table["id"]
    until(a, lambda: wanted(a))
    assert times(a)[1] == 3600000, "those who wait have the time of their next turn"
    time.sleep(0.6)
    begun = time.monotonic()
    assert a.play("0 roll")["type"] == "ok"         # still a's turn
    used = 3600000 - times(a)[0]
    assert used >= 600, used

    def back():
        s.restart()
        return [returned(s, c.token, name) for c in (a, b)]

    a, b = back()
    since = 1000 * (time.monotonic() - begun) + 50
    assert times(a)[1] == 3600000, times(a)
    assert used - 50 <= 3600000 - times(a)[0] <= used + since, (used, times(a))   # storing takes a moment too
    time.sleep(0.6)
    a.ok("ask", ask="pause")
    until(b, lambda: b.table["ask"])
    b.ok("answer", yes=True)
    until(a, lambda: a.game["clock"]["paused"])
    paused = times(a)
    assert paused[0] <= 3600000 - used - 500, (used, paused)
    a, b = back()
    assert a.table["paused"] and abs(paused[0] - times(a)[0]) < 100 and times(a)[1] == 3600000, (paused, times(a))
    a.ok("ask", ask="resume")                       # which gives no new time for the turn
    until(b, lambda: b.table["ask"])
    b.ok("answer", yes=True)
    until(a, lambda: not a.game["clock"]["paused"])
    left = times(a)[0]
    assert -100 < paused[0] - left < 1000, (paused, left)
    time.sleep(0.3)
    for c in (a, b):
        c.close()                                   # nobody is there: no clock runs
    time.sleep(0.5)
    a, b = back()
    assert left - 1000 < times(a)[0] <= left - 300, (left, times(a))
    for c in (a, b):
        c.close()
    assert s.close() == 0


@test
def a_bot_holds_a_lost_seat_and_hands_it_back():
    s = server()
    a, b = table(s, 2, 1, hold=1)
    a.close()
    lost = lambda: b.table["seats"][a.seat]
    until(b, lambda: not lost()["online"])
    assert lost()["hold_at"] and not lost()["held"]
    play_on([b], enough=lambda: lost()["held"])
    assert lost()["held"]
    seq = b.game["seq"]
    play_on([b], enough=lambda: any(e["seat"] == a.seat and e["seq"] > seq for e in b.events))
    assert b.table["state"] == "playing", "a whole game, and the bot did not play"
    a = Client(s, a.token, table=b.table["id"])
    until(a, lambda: a.table and not a.table["seats"][a.seat]["held"] and a.table["seats"][a.seat]["online"])
    for c in (a, b):
        c.close()


@test
def an_empty_table_does_nothing():
    s = server()
    a, = table(s, 1, 2, hold=1)
    play_on([a], 8)
    play_to_rest([a])
    token, name, seq = a.token, a.table["id"], a.game["seq"]
    a.close()
    time.sleep(1.6)                                 # longer than a bot waits while somebody watches
    a = returned(s, token, name)
    assert a.game["seq"] == seq, (a.game["seq"], seq)
    a.close()


@test
def a_bot_plays_on_for_a_person_who_resigned():
    a, b = table(server(), 2, 1)
    a.ok("resign", id=1)
    a.refused("no-seat", "play", id="r", actions=["0 roll"])
    assert a.table["seats"][a.seat]["resigned"]
    play_on([b], enough=lambda: any(e["seat"] == a.seat for e in b.events))
    assert b.table["state"] == "playing", "a whole game, and the bot did not play"
    for c in (a, b):
        c.close()


# --- around the game ---

@test
def the_lobby_shows_public_tables_live():
    s = server()
    eve = s.client("Eve")
    eve.ok("lobby", on=True)
    a, = table(s, 1, 1, players=3, start=False, public=True, name="Friday")
    name = a.table["id"]

    def shown():
        """The table as the lobby showed it last."""
        told = [m.get("entry", {}) for m in eve.inbox if m["type"] == "lobby-change"]
        return [entry for entry in told if entry.get("table") == name][-1:]

    until(eve, shown)
    entry = shown()[0]
    assert entry["taken"] == 2 and entry["bots"] == 1 and entry["host"] == "P0"
    hidden, = table(s, 1, 1, start=False)
    a.ok("bot", seat=2, level="casual")
    until(eve, lambda: shown()[0]["taken"] == 3)
    a.ok("leave")
    eve.expect("lobby-change", gone=name)
    assert not any(m.get("entry", {}).get("table") == hidden.table["id"] for m in eve.inbox)
    eve.ok("lobby", on=False)
    for c in (a, eve, hidden):
        c.close()


@test
def seats_colors_kicks_and_settings():
    s = server()
    host, guest = s.client("Host"), s.client("Guest")
    made = host.ok("create", rules="fifth", players=3)
    guest.ok("join", table=made["table"])
    guest.refused("seat-taken", "sit", seat=0)
    guest.refused("no-such-seat", "sit", seat=3)
    guest.refused("bad-value", "sit", seat="one")
    guest.ok("sit", seat=2)
    guest.ok("sit", seat=1)
    assert [x["kind"] for x in guest.table["seats"]] == ["human", "human", "empty"]
    guest.refused("not-host", "start")
    guest.refused("not-host", "kick", seat=0)
    guest.refused("not-host", "settings", rules="sixth")
    guest.refused("color-taken", "color", color="red")
    guest.refused("bad-value", "color", color="mauve")
    guest.ok("color", color="brown")
    assert guest.table["seats"][1]["color"] == "brown"
    guest.ok("ready", ready=True, seed="my luck")
    guest.refused("bad-value", "ready", ready=True, seed="a|b")
    host.refused("not-ready", "start")
    host.refused("bad-rules", "settings", rules="fifth,points=banana")
    assert host.table["rules"] == "fifth"
    host.ok("settings", rules="fifth,points=12", clock={"bank": 60, "increment": 10})
    assert host.table["rules"] == "fifth,points=12" and not host.table["seats"][1]["ready"]
    host.ok("settings", clock=None)
    assert host.table["clock"] is None
    host.ok("kick", seat=1)
    until(guest, lambda: guest.seat is None)
    guest.refused("kicked", "sit", seat=1)
    host.refused("bad-value", "bot", seat=1, level="genius")
    host.ok("bot", seat=1, level="random")
    host.ok("bot", seat=2, level="random")
    host.ok("bot", seat=2, level=None)
    host.ok("bot", seat=2, level="random")
    host.ok("ready", ready=True)
    host.ok("start")
    host.refused("not-open", "settings", rules="sixth")
    host.refused("not-open", "bot", seat=1, level="random")
    host.refused("not-open", "close")
    for c in (host, guest):
        c.close()


@test
def a_rematch_brings_everybody_to_a_new_table():
    a, b = table(server(), 2, 1, "fifth,points=3")
    play_on([a, b])
    old = a.table["id"]
    new = a.ok("rematch")["table"]
    until(b, lambda: b.table["rematch"])
    assert b.table["rematch"] == new and new != old
    assert b.table["rematch_by"] == "P0", "the button says who waits"
    b.ok("join", table=new)
    b.ok("sit", seat=1)
    assert b.table["rules"] == "fifth,points=3" and b.table["seats"][2]["kind"] == "bot"
    assert b.table["fair"]["commitment"]
    for c in (a, b):
        c.close()


@test
def a_rematch_keeps_the_seats_of_those_who_are_still_reading():
    a, b, c = table(server(), 3, 0, "fifth,points=3")
    play_on([a, b, c])
    new = a.ok("rematch")["table"]
    until(b, lambda: b.table["rematch"] == new)
    assert [s["kept"] for s in a.table["seats"]] == [None, "P1", "P2"], a.table["seats"]
    eve = server().client("Eve", table=new)
    eve.refused("seat-kept", "sit", seat=1)
    c.ok("join", table=new)
    c.refused("seat-kept", "sit", seat=1)
    c.ok("sit", seat=2)
    a.ok("bot", seat=1, level="random")
    a.ok("bot", seat=1, level=None)
    b.close()
    until(a, lambda: [s["kept"] for s in a.table["seats"]] == [None, None, None])
    eve.ok("sit", seat=1)
    for x in (a, c, eve):
        x.close()


@test
def bots_take_the_free_seats_when_the_host_says_so():
    host, guest = table(server(), 2, 0, start=False, players=4)
    host.refused("not-ready", "start")
    host.refused("bad-value", "start", fill="genius")
    host.refused("not-ready", "start", fill="random")       # the guest has not said so
    guest.ok("ready", ready=True)
    host.refused("not-ready", "start")
    host.ok("start", fill="random")
    assert [s["kind"] for s in host.table["seats"]] == ["human", "human", "bot", "bot"]
    for c in (host, guest):
        c.close()


@test
def a_table_that_fills_by_itself_starts_when_its_time_has_come():
    host, = table(server(), 1, 0, start=False, players=3, fill=600)
    assert host.table["fill_at"] and host.table["fill"] == 600
    host.ok("settings", fill=1)                     # counted from when it was made; nobody waits ten minutes in a test
    until(host, lambda: host.table["state"] == "playing")
    assert [s["kind"] for s in host.table["seats"]] == ["human", "bot", "bot"]
    assert host.table["fill_at"] is None
    host.refused("not-open", "settings", fill=None)
    waiting, guest = table(server(), 2, 0, start=False, players=3, fill=600)
    waiting.ok("settings", fill=1)                  # not before the guest sits, or it would start without them
    time.sleep(2.5)
    waiting.catch_up()
    assert waiting.table["state"] == "open", "not before the guest is ready"
    waiting.ok("settings", fill=None)
    guest.ok("ready", ready=True)
    assert waiting.table["fill_at"] is None
    for c in (host, waiting, guest):
        c.close()


@test
def a_kicked_person_is_told_so():
    host, guest = table(server(), 2, 0, start=False)
    assert guest.table["you"]["kicked"] is False
    host.ok("kick", seat=1)
    until(guest, lambda: guest.table["you"]["kicked"])
    assert guest.seat is None and host.table["you"]["kicked"] is False
    for c in (host, guest):
        c.close()


@test
def an_invitation_has_addresses_that_others_reach():
    for flags, expected in ((("--origin", "https://tables.example"), ["https://tables.example"]), ((), [])):
        s = Server(*flags)
        c = s.client("Ada")
        assert c.welcome["reachable"] == expected, c.welcome
        c.close()
        assert s.close() == 0
    s = Server("--lan")
    c = s.client("Ada")
    assert not [x for x in c.welcome["reachable"] if "127.0.0.1" in x or "localhost" in x], c.welcome
    c.close()
    assert s.close() == 0


@test
def chat_phrases_and_mute():
    a, b = table(server(), 2, 1, start=False)
    a.ok("chat", id=1, text="  hello\u202e \u0007 there ")
    got = b.expect("chat")
    assert got["text"] == "hello there" and got["seat"] == 0 and got["name"] == "P0", got
    a.ok("phrase", id=2, phrase="good-luck")
    assert b.expect("chat")["phrase"] == "good-luck"
    a.refused("bad-value", "phrase", id=3, phrase="rude")
    a.refused("bad-value", "chat", id=4, text="\u200b\u200b")
    b.ok("mute", id=5, user=a.table["you"]["user"], on=True)
    assert b.table["you"]["mutes"] == [a.table["you"]["user"]]
    a.ok("chat", id=6, text="can you hear me")
    b.catch_up()
    assert not any(m["type"] == "chat" and m.get("text") == "can you hear me" for m in b.inbox)
    a.burst([{"type": "chat", "id": 100 + i, "text": "spam"} for i in range(10)])
    a.expect("error", id=109, error="too-fast")
    late = server().client("Late", table=a.table["id"])
    late.expect("chats")
    assert late.inbox[-1]["chats"][0]["text"] == "hello there"
    quiet, = table(server(), 1, 1, start=False, chat=False)
    quiet.refused("no-chat", "chat", id=7, text="hello")
    for c in (a, b, late, quiet):
        c.close()


@test
def chat_and_settings_survive_a_kill():
    s = Server()
    a, = table(s, 1, 1, start=False, players=3, name="Club")
    a.ok("chat", id=1, text="remember me")
    a.ok("color", color="green")
    s.restart()
    b = Client(s, a.token, table=a.table["id"])
    b.expect("chats")
    assert b.inbox[-1]["chats"][0]["text"] == "remember me"
    assert b.table["name"] == "Club" and b.table["seats"][0]["color"] == "green" and b.seat == 0
    b.close()
    assert s.close() == 0


# --- records and people ---

@test
def my_games_records_and_replays():
    s = server()
    a, b = table(s, 2, 1, "fifth,points=4")
    play_on([a, b], 5)
    bearer = {"Authorization": "Bearer " + a.token}
    status, mine, _ = s.request("GET", "/api/games", headers=bearer)
    assert status == 200 and mine["games"][0]["state"] == "playing" and mine["games"][0]["seat"] == 0
    status, now, _ = s.request("GET", "/api/game/%s/replay?ply=3" % a.table["id"], headers=bearer)
    assert now["seq"] == 3 and now["view"]["viewer"] == 0
    play_on([a, b])
    mine = a.ask("games") and [m for m in a.inbox if m["type"] == "games"][-1]
    game = mine["games"][0]
    assert game["state"] == "over" and game["winner"] == a.table["winner"] and game["names"][:2] == ["P0", "P1"]
    status, r, _ = s.get("/api/game/%s/replay?ply=5" % a.table["id"])
    assert r["view"]["viewer"] is None and r["seq"] == 5 and r["last"] == a.game["seq"]
    assert all(x["cards"] is not None for x in r["view"]["seats"])
    assert s.get("/api/game/nonsense")[0] == 404
    assert s.get("/api/games")[0] == 401
    for c in (a, b):
        c.close()


@test
def an_archived_game_is_replayed_after_a_restart():
    s = Server()
    a, = table(s, 1, 2, "struggle,points=4")
    play_on([a])
    a.ok("chat", text="once more")
    record = s.get("/api/game/%s/record" % a.table["id"])[1]
    s.restart()
    assert s.get("/api/game/%s/record" % a.table["id"])[1] == record
    b = returned(s, a.token, a.table["id"], last_seq=0)
    assert b.events == a.events and b.table["state"] == "over" and b.table["fair"]["server_seed"]
    until(b, lambda: b.inbox[-1]["type"] == "chats")            # to the first who comes, too
    assert [line["text"] for line in b.inbox[-1]["chats"]] == ["once more"]
    db = sqlite3.connect(os.path.join(s.data, "skerry.db"))
    assert db.execute("SELECT count(*) FROM log").fetchone()[0] == 0, "the log was not archived"
    db.close()
    b.close()
    assert s.close() == 0


@test
def an_account_keeps_games_across_devices():
    s = Server()
    a, = table(s, 1, 2)
    bearer = {"Authorization": "Bearer " + a.token}
    post = lambda path, body, **h: s.request("POST", path, body, h)
    status, r, _ = post("/api/account", {"account": "ada", "passphrase": "short"}, **bearer)
    assert status == 400 and r["error"] == "bad-passphrase"
    status, r, _ = post("/api/account", {"account": "Ada-1", "passphrase": "correct horse"}, **bearer)
    assert status == 200 and r["account"] == "ada-1"
    other = s.session("Other")
    status, r, _ = post("/api/account", {"account": "ada-1", "passphrase": "battery staple"},
                        Authorization="Bearer " + other["token"])
    assert status == 409 and r["error"] == "name-taken"
    assert post("/api/login", {"account": "ada-1", "passphrase": "wrong wrong"})[0] == 403
    assert post("/api/login", {"account": "nobody", "passphrase": "wrong wrong"})[0] == 403
    status, r, answer = post("/api/login", {"account": "ada-1", "passphrase": "correct horse"})
    assert status == 200 and r["user"] == a.welcome["user"]
    cookie = answer.getheader("Set-Cookie")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    head = {"Cookie": cookie.split(";")[0]}
    status, mine, _ = s.request("GET", "/api/games", headers=head)
    assert mine["games"][0]["table"] == a.table["id"]
    status, r, answer = s.request("POST", "/api/passphrase", {"old": "correct horse", "new": "another one"}, head)
    assert status == 200
    assert s.request("GET", "/api/session", headers=head)[0] == 401, "the old session is still good"
    head = {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}
    assert s.request("GET", "/api/session", headers=head)[1]["account"] == "ada-1"
    assert s.request("POST", "/api/logout", {}, head)[0] == 200
    assert s.request("GET", "/api/session", headers=head)[0] == 401
    a.close()
    assert s.close() == 0


@test
def a_person_can_take_and_delete_what_is_stored():
    s = Server()
    a, b = table(s, 2, 1, "fifth,points=3")
    a.ok("chat", id="x", text="my words")
    bearer = {"Authorization": "Bearer " + a.token}
    play_on([a, b])
    status, data, _ = s.request("GET", "/api/export", headers=bearer)
    assert status == 200 and data["chat"][0]["line"]["text"] == "my words" and data["games"]
    assert s.request("POST", "/api/delete", {}, bearer)[0] == 400
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, bearer)[0] == 200
    assert s.request("GET", "/api/session", headers=bearer)[0] == 401
    s.restart()
    status, record, _ = s.get("/api/game/%s/record" % b.table["id"])
    assert "Names: \u2013|P1" in record.decode()
    b.close()
    assert s.stop() == 0
    for name in os.listdir(s.data):
        assert b"my words" not in open(os.path.join(s.data, name), "rb").read(), name
    s.close()


@test
def an_admin_closes_and_deletes():
    s = server()
    a, = table(s, 1, 2)
    name = a.table["id"]
    assert s.request("POST", "/api/admin/close", {"table": name})[0] == 403
    assert s.request("POST", "/api/admin/close", {"table": name}, {"Authorization": "Bearer wrong"})[0] == 403
    head = {"Authorization": "Bearer open sesame"}
    assert any(t["table"] == name for t in s.request("GET", "/api/admin/tables", headers=head)[1]["tables"])
    assert s.request("POST", "/api/admin/close", {"table": name}, head)[0] == 200
    until(a, lambda: a.table["state"] == "closed")
    assert s.get("/api/game/" + name)[1]["game"]["state"] == "closed"
    assert s.request("POST", "/api/admin/delete", {"game": name}, head)[0] == 200
    assert s.get("/api/game/" + name)[0] == 404
    a.close()
