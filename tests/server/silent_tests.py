"""A running game stays playable in spite of silent players, spammers, spectators and abandoned seats."""
from skerry import Server, eventually
from tables import play_on, returned, table, test, until, wanted


def three(s, **more):
    """Three people, the first of whom owes the first move and says nothing."""
    a, b, c = table(s, 3, 0, "fifth,first=0", **more)
    until(a, lambda: wanted(a))
    return a, b, c


def asks_for_a_bot(c, seat):
    """Ask for a bot once the game has waited long enough."""
    eventually(lambda: c.ask("ask", ask="bot", seat=seat)["type"] == "ok")


@test
def the_others_vote_a_bot_into_the_seat_of_a_silent_player():
    s = Server("--vote-after", "1")
    a, b, c = three(s)
    asks_for_a_bot(b, 0)
    until(c, lambda: c.table["ask"])
    ask = c.table["ask"]
    assert (ask["ask"], ask["seat"], ask["target"], ask["yes"]) == ("bot", 1, 0, [1]), ask
    seq = c.game["seq"]
    assert not c.table["seats"][0]["held"], "one vote of two is not enough"
    c.ok("answer", yes=True)
    until(c, lambda: c.game["seq"] > seq)                       # the bot has moved
    until(a, lambda: a.table["seats"][0]["held"] and not a.table["ask"])
    assert a.table["seats"][0]["online"]
    a.play("0 end")                                             # even if the rules refuse the move, they are back
    until(b, lambda: not b.table["seats"][0]["held"])
    for x in (a, b, c):
        x.close()
    assert s.close() == 0


@test
def nobody_who_answers_is_voted_out():
    s = Server("--vote-after", "86400")
    a, b, c = three(s)
    b.refused("not-silent", "ask", ask="bot", seat=0)
    s.close()
    s = Server("--vote-after", "1")
    a, b, c = three(s)
    b.refused("no-such-seat", "ask", ask="bot", seat=1)
    b.refused("no-such-seat", "ask", ask="bot", seat=5)
    b.refused("bad-value", "ask", ask="bot")
    asks_for_a_bot(b, 0)
    until(a, lambda: a.table["ask"])
    a.ok("answer", yes=False)                                   # somebody who answers no is not silent
    until(b, lambda: not b.table["ask"])
    b.refused("not-silent", "ask", ask="bot", seat=2)           # the game does not wait for them
    asks_for_a_bot(b, 0)
    until(c, lambda: c.table["ask"])
    assert a.play(a.menu()[0])["type"] == "ok"                  # nor is somebody who plays
    until(c, lambda: not c.table["ask"])
    assert not c.table["seats"][0]["held"]
    for x in (a, b, c):
        x.close()
    assert s.close() == 0


@test
def a_person_alone_with_bots_waits_for_nobody():
    s = Server("--vote-after", "1")
    a, b = table(s, 2, 1, "fifth,first=0")
    until(a, lambda: wanted(a))
    asks_for_a_bot(b, 0)                                        # nobody else is there to be asked
    until(b, lambda: b.table["seats"][0]["held"] and not b.table["ask"])
    for x in (a, b):
        x.close()
    assert s.close() == 0


@test
def the_host_starts_a_clock_in_a_game_that_runs():
    s = Server()
    a, b, c = three(s)
    clock = {"bank": 600, "increment": 60}
    assert a.game["clock"] is None
    b.refused("not-host", "settings", clock=clock)
    a.refused("not-open", "settings", clock=clock, rules="sixth")
    a.refused("not-open", "settings", hold=5)
    a.refused("bad-value", "settings", clock={"bank": 0, "increment": 5})
    a.ok("settings", clock=None)                                # as it is
    assert a.table["clock"] is None
    a.ok("settings", clock=clock)
    until(b, lambda: b.table["clock"] == clock and b.game["clock"])
    seats = b.game["clock"]["seats"]
    assert [x["runs"] for x in seats] == [True, False, False] and 0 < seats[0]["bank_ms"] <= 600000
    a.refused("not-open", "settings", clock={"bank": 86400, "increment": 60})
    assert a.play(a.menu()[0])["type"] == "ok"
    s.restart()
    d = returned(s, b.token, b.table["id"])
    until(d, lambda: d.game and d.game["clock"])
    assert d.table["clock"] == clock and d.game["clock"]["seats"][0]["bank_ms"] <= 600000
    for x in (a, b, c, d):
        x.close()
    assert s.close() == 0


@test
def the_host_closes_chat_and_watching_during_the_game():
    s = Server()
    a, b, c = three(s)
    w = s.client("Watcher")
    w.ok("join", table=a.table["id"])
    w.ok("chat", text="hello")
    b.refused("not-host", "settings", chat=False)
    a.ok("settings", chat=False)
    for x in (b, w):
        x.refused("no-chat", "chat", text="hello")
        x.refused("no-chat", "phrase", phrase="hello")
    a.ok("settings", chat=True, spectators=False)
    b.ok("chat", text="hello")
    w.expect("error", error="no-spectators")
    w.refused("no-spectators", "join", table=a.table["id"])
    s.restart()
    d = returned(s, b.token, b.table["id"])
    assert d.table["chat"] and not d.table["spectators"]
    for x in (a, b, c, d, w):
        x.close()
    assert s.close() == 0


@test
def nobody_hears_a_person_whom_the_host_silenced():
    s = Server()
    a, b, c = three(s)
    b.refused("not-host", "silence", user=c.table["you"]["user"], on=True)
    a.refused("bad-value", "silence", user=a.table["you"]["user"], on=True)
    a.refused("bad-value", "silence", user="no such/user", on=True)
    loud = b.table["you"]["user"]
    a.ok("silence", user=loud, on=True)
    until(c, lambda: c.table["silenced"] == [loud])
    b.refused("silenced", "chat", text="hello")
    b.refused("silenced", "phrase", phrase="hello")
    c.ok("chat", text="hello")
    # Neither a restart nor a login ends it.
    first = s.session("Ben")
    head = {"Authorization": "Bearer " + first["token"]}
    assert s.post("/api/account", {"account": "ben", "passphrase": "long enough"}, **head)[0] == 200
    guest = {"Authorization": "Bearer " + b.token}
    status, answer, r = s.post("/api/login", {"account": "ben", "passphrase": "long enough"}, **guest)
    assert status == 200, answer
    until(c, lambda: c.table["silenced"] == [answer["user"]])
    s.restart()
    d = returned(s, a.token, a.table["id"])
    assert d.table["silenced"] == [answer["user"]]
    e = returned(s, first["token"], a.table["id"])
    e.refused("silenced", "chat", text="hello")
    d.ok("silence", user=answer["user"], on=False)
    e.ok("chat", text="hello")
    for x in (a, b, c, d, e):
        x.close()
    assert s.close() == 0


@test
def a_seat_that_was_given_up_is_taken_only_if_those_who_play_agree():
    s = Server()
    a, b, c = three(s)
    b.ok("resign")
    second = s.client("Another window")                 # of a's, perhaps
    second.ok("join", table=a.table["id"])
    second.ok("sit", seat=1)
    second.catch_up()
    assert second.seat is None and second.game["view"]["viewer"] == "spectator", "the cards are shown"
    until(c, lambda: c.table["ask"])
    ask = c.table["ask"]
    assert (ask["ask"], ask["seat"], ask["target"], ask["name"]) == ("sit", None, 1, "Another window"), ask
    second.refused("no-seat", "answer", yes=True)
    b.refused("no-seat", "answer", yes=True)
    a.ok("answer", yes=True)
    second.catch_up()
    assert second.seat is None
    c.ok("answer", yes=False)
    until(second, lambda: not second.table["ask"])
    assert second.seat is None
    second.ok("sit", seat=1)
    until(a, lambda: a.table["ask"])
    a.ok("ask", ask="pause")                            # players can still ask
    until(c, lambda: c.table["ask"] and c.table["ask"]["ask"] == "pause")
    c.ok("answer", yes=False)
    until(second, lambda: not second.table["ask"])
    second.ok("sit", seat=1)
    for x in (a, c):
        until(x, lambda: x.table["ask"])
        x.ok("answer", yes=True)
    until(second, lambda: second.seat == 1 and second.game["view"]["viewer"] == 1)
    until(a, lambda: not a.table["ask"] and a.table["seats"][1]["name"] == "Another window")
    for x in (a, b, c, second):
        x.close()
    assert s.close() == 0


@test
def a_person_who_leaves_does_not_get_the_seat():
    s = Server()
    a, b, c = three(s, hold=None)
    b.ok("resign")
    second = s.client("Late")
    second.ok("join", table=a.table["id"])
    second.ok("sit", seat=1)
    until(a, lambda: a.table["ask"])
    second.close()
    until(a, lambda: not a.table["ask"])
    third = s.client("Later")
    third.ok("join", table=a.table["id"])
    for x in (a, b, c):
        x.close()
    until(third, lambda: not any(seat["online"] for seat in third.table["seats"]))
    third.refused("nobody-to-ask", "sit", seat=1)              # nobody is there to agree
    third.close()
    assert s.close() == 0


def end_of(c):
    """How the last question ended, and who said no."""
    m = c.expect("ask-end")
    assert m["table"] == c.table["id"] and c.expect("table")["table"]["ask"] is None
    return m["ask"]["ask"], m["how"], m["ask"]["no"]


@test
def everybody_hears_how_a_question_ended_and_who_refused():
    s = Server("--vote-after", "1")
    a, b, c = three(s)
    w = s.client("Watcher")
    w.ok("join", table=a.table["id"])
    everybody = (a, b, c, w)
    b.ok("ask", ask="pause")
    until(c, lambda: c.table["ask"])
    c.send({"type": "answer", "yes": False})
    assert [end_of(x) for x in everybody] == [("pause", "refused", [2])] * 4
    b.ok("ask", ask="pause")
    b.send({"type": "answer", "yes": False})
    assert [end_of(x) for x in everybody] == [("pause", "withdrawn", [])] * 4
    b.ok("ask", ask="pause")
    for x in (a, c):
        until(x, lambda: x.table["ask"])
        x.send({"type": "answer", "yes": True})
    assert [end_of(x) for x in everybody] == [("pause", "agreed", [])] * 4
    a.ok("ask", ask="resume")
    for x in (b, c):
        until(x, lambda: x.table["ask"])
        x.send({"type": "answer", "yes": True})
    assert [end_of(x) for x in everybody] == [("resume", "agreed", [])] * 4
    assert w.table["vote_after"] == 1
    asks_for_a_bot(b, 0)
    until(c, lambda: c.table["ask"])
    assert a.play(a.menu()[0])["type"] == "ok"
    assert [end_of(x) for x in (b, c, w)] == [("bot", "void", [])] * 3
    for x in everybody:
        x.close()
    assert s.close() == 0


@test
def who_asks_for_a_seat_can_withdraw():
    s = Server()
    a, b, c = three(s)
    b.ok("resign")
    w, other = s.client("Watcher"), s.client("Another")
    for x in (w, other):
        x.ok("join", table=a.table["id"])
    w.ok("sit", seat=1)
    other.refused("no-seat", "answer", yes=False)
    w.refused("no-seat", "answer", yes=True)
    w.send({"type": "answer", "yes": False})
    assert end_of(w) == end_of(a) == ("sit", "withdrawn", [])
    w.refused("no-seat", "answer", yes=False)
    w.ok("sit", seat=1)
    a.ok("ask", ask="pause")                                    # gives way to the players' questions
    assert end_of(w) == ("sit", "void", [])
    for x in (a, b, c, w, other):
        x.close()
    assert s.close() == 0


@test
def no_question_outlives_the_game():
    s = Server()
    a, b = table(s, 2, 0, "fifth,points=3,board=random,start=draft")
    a.ok("ask", ask="pause")
    play_on([a, b])
    until(b, lambda: b.table["state"] == "over")
    assert b.table["ask"] is None
    b.refused("no-ask", "answer", yes=True)
    for x in (a, b):
        x.close()
    assert s.close() == 0
