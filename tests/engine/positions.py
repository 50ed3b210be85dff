"""positions.py -- writing and setting positions: what may be left out, and what is refused."""
import json
import os
import re

from catan_rulings import COMBINED, PLAIN, rolled
from helper_rulings import helped
from table import ROOT, Table

FIVE = ["A2.SW", "A2.SE", "A2.E", "A2.NE", "A2.NW"]


def left_out(table, *keys):
    state = table.position()
    for key in keys:
        state.pop(key)
    return state


def wander(table, steps, stride):
    """Play into a game with choices from all over the menus; yields after every step."""
    for step in range(steps):
        owes = table.status["owes"]
        if not owes:
            return
        menu = table.menu(owes[0])
        table.play(menu[(stride * step) % len(menu)])
        yield


def test_awards_that_are_left_out_are_judged():
    table = rolled()
    state = left_out(table, "longest_road", "road_to_beat", "largest_army")
    state["seats"][0]["roads"] = FIVE + ["D1.NE"]
    state["seats"][2]["played"] = {"knight": 3}
    table.set(state)
    assert table.state()["longest_road"] == {"seat": 0, "length": 5} and table.points(0) == 4
    assert table.state()["largest_army"] == {"seat": 2, "knights": 3} and table.points(2) == 4
    state["seats"][1]["roads"] = ["E1.NE", "E1.E", "E1.SE", "E1.SW", "E1.W"]
    state["seats"][3]["played"] = {"knight": 3}
    table.set(state)
    assert table.state()["longest_road"] is None and table.state()["largest_army"] is None
    assert table.state()["road_to_beat"] == 5
    said = dict(state, longest_road={"seat": 1, "length": 5}, largest_army={"seat": 3})
    table.set(said)
    assert table.points(1) == 4 and table.points(3) == 4, "a tie: the position says whose"
    answer = table.ask("set", state=dict(state, longest_road={"seat": 2, "length": 5}))
    assert answer["error"] == "bad-position" and "longest-road" in answer["message"]


def test_a_position_needs_little():
    table = rolled()
    board = table.state()["board"]
    state = {"v": 1, "game": "catan", "rules": {"text": "fifth", "players": 2}, "phase": "trade",
             "turn": 1, "board": board,
             "seats": [{"settlements": ["B2.N"], "roads": ["B2.NE"], "cards": {"wool": 4}},
                       {"settlements": ["D1.N"], "cities": ["E3.N"], "dev": {"knight": 1}}]}
    table.set(state)
    whole = table.state()
    assert whole["robber"] == "C3" and whole["rolled"] and whole["bank"]["wool"] == 15
    assert table.status["owes"] == [1] and table.points(1) == 3
    table.play("1 knight; 1 robber B2 0; * steal 0 wool; 1 end")
    table.set(dict(state, phase="robber"))
    assert table.verbs() == {"robber"}
    table.set(dict(state, phase="build"))
    assert table.refused("1 offer wool ore") == "trade-over"
    for broken, word in ((dict(state, phase="main"), "phase"), (dict(state, turn=None), "phase"),
                         (dict(state, rules="fifth"), "text"), (dict(state, v=2), "version"),
                         (dict(state, robber="Z1"), "robber"), (dict(state, game="go"), "game")):
        answer = table.ask("set", state=broken)
        assert answer["error"] == "bad-position" and word in answer["message"], answer


def test_a_look_at_cards_can_be_set():
    table = helped("candamir", {0: {"cards": "wool+grain+ore"}})
    table.play("0 candamir wool+grain+ore; * look knight+2point")
    state, whole = table.position(), table.state()
    table.set(state)
    assert table.state() == whole, "the deck was left out, the cards shown are in it"
    table.play("0 keep knight; 0 flip")


def test_a_position_of_every_moment_goes_out_and_in():
    for ruleset in ("fifth", "3d+helpers", "sixth", "fifth-56+helpers", "struggle", "struggle-56",
                    "fifth,board=random,harbors=frame,tokens=random,menu=trades,dice=deck"):
        table = Table(ruleset, chance="auto", seed=5)
        for _ in wander(table, 150, 7):
            state = table.state()
            other = table.ok("set", state=state, session=1)
            assert other["owes"] == table.status["owes"]
            assert table.ok("state", session=1)["state"] == state, ruleset


def refuse(table, word, seats=(), whole=False, **keys):
    state = table.state() if whole else table.position()
    state.update(keys)
    for number, changes in dict(seats).items():
        state["seats"][number].update(changes)
    answer = table.ask("set", state=state)
    assert not answer["ok"] and answer["error"] == "bad-position", (word, answer)
    assert word in answer["message"], (word, answer["message"])


def test_an_unsound_position_is_refused_and_named():
    table = rolled(COMBINED, {0: {"cards": "4wool"}})
    before = table.state()
    wool = {"brick": 0, "lumber": 0, "wool": 20, "grain": 0, "ore": 0}
    refuse(table, "resource-cards", {0: {"cards": wool}}, whole=True)
    refuse(table, "resource-cards", bank=dict.fromkeys(wool, 19))
    refuse(table, "development-cards", {1: {"dev": {"knight": 1}}}, deck=table.state()["deck"])
    refuse(table, "distance", {1: {"settlements": ["E3.N", "E1.N", "D1.NW"]}})
    refuse(table, "roads", {1: {"roads": table.seat(0)["roads"]}})
    refuse(table, "phase", phase="discard")
    refuse(table, "phase", phase="steal")
    refuse(table, "winner", winner=0)
    refuse(table, "robber", robber="Z9")
    refuse(table, "turn", turn=7)
    refuse(table, "largest-army", largest_army={"seat": 0})
    refuse(table, "points", {0: {"points": 9}}, whole=True)
    refuse(table, "left", {0: {"left": {"road": 15, "settlement": 5, "city": 4}}}, whole=True)
    state = table.state()
    for broken in (dict(state, seats=[]), dict(state, seats=None), dict(state, board=None),
                   dict(state, v=2), dict(state, rules="fifth"), dict(state, phase="x"),
                   dict(state, game="chess"), {}):
        assert table.ask("set", state=broken)["error"] == "bad-position"
    assert table.state() == before


def test_a_misspelt_key_is_refused_and_named():
    for ruleset, stray in (("fifth+helpers,board=random", "free_road"), ("struggle", "library")):
        table = Table(ruleset, chance="auto", seed=3)
        for _ in wander(table, 90, 5):
            pass
        before = table.state()
        refuse(table, stray + ": no such key", whole=True, **{stray: 0})
        refuse(table, "seats[1].card: no such key", {1: {"card": {}}}, whole=True)
        refuse(table, "rules.option: no such key", whole=True,
               rules=dict(before["rules"], option={}))
        refuse(table, "rules.options.pionts: no such option", whole=True,
               rules=dict(before["rules"], options={"pionts": 12}))
        refuse(table, "rules.text: pionts: no such option", whole=True,
               rules={"text": before["rules"]["ruleset"] + ",pionts=12"})
        assert table.state() == before
        view = dict(table.view(0), later={"than": "this version"})
        view["seats"][1]["later"] = 1
        table.ok("set", state=view, session=2)
    answer = table.ask("new", ruleset="fifth", pionts=12)
    assert answer["error"] == "bad-request" and answer["key"] == "pionts"
    answer = table.ask("new", ruleset="fifth,pionts=12")
    assert answer["error"] == "no-such-option" and answer["message"].startswith("pionts:")


def test_a_board_with_a_misspelt_key_is_refused():
    table = Table("fifth,board=random", chance="auto", seed=3)
    board = table.state()["board"]
    table.ok("new", ruleset="fifth", board=board)
    for broken, where in ((dict(board, hexs=[]), "board.hexs"),
                          (dict(board, harbors=[dict(board["harbors"][0], kind="ore")]),
                           "board.harbors[0].kind"),
                          (dict(board, hexes=[dict(board["hexes"][0], num=3)]),
                           "board.hexes[0].num")):
        answer = table.ask("new", ruleset="fifth", board=broken)
        assert answer["error"] == "bad-board" and answer["message"] == where + ": no such key"


def keys_of(value):
    if isinstance(value, list):
        return set().union(*[keys_of(v) for v in value]) if value else set()
    if not isinstance(value, dict):
        return set()
    return set(value) | keys_of(list(v for k, v in value.items() if k != "options"))


def test_every_key_is_in_the_schema():
    with open(os.path.join(ROOT, "docs", "schema.md")) as file:
        words = set(re.findall(r"[a-z_0-9-]+", file.read()))
    for ruleset in ("fifth+helpers,board=random,harbors=frame,dice=deck,menu=trades", "struggle"):
        table = Table(ruleset, chance="auto", seed=4)
        for _ in wander(table, 300, 7):
            assert not keys_of(table.state()) - words


def test_a_view_can_be_set_and_shows_the_same():
    table = rolled(PLAIN, {0: {"cards": "4wool"}, 1: {"cards": "2ore", "dev": "knight"}})
    menu, view = table.menu(0), table.view(0)
    table.ok("set", state=view, session=2)
    assert table.ok("view", seat=0, session=2)["view"] == view
    assert table.ok("legal", seat=0, session=2)["actions"] == menu
    assert table.ask("play", action=menu[0], session=2)["error"] == "only-a-view"


def test_who_has_nothing_to_offer_is_not_told_to_offer():
    """A seat without a chance: no deal is worth anything to it."""
    table = Table("fifth")
    with open(os.path.join(ROOT, "tests/engine/hopeless.json")) as f:
        table.ok("set", state=json.load(f))
    for asked in ({"level": "club", "nodes": 1}, {"level": "club"}, {}):
        choice = table.ok("go", advise=True, **asked)["choice"]
        assert table.ok("check", action=choice["action"]) and choice["action"] == choice["moves"][0]["action"], choice


def test_undo_everywhere():
    """Every entry of a game played by hand can be taken back, to the state it started from."""
    for ruleset in ("fifth,board=random", "fifth-56+helpers", "struggle"):
        table, states = Table(ruleset), []
        for step in range(120):
            states.append(table.state())
            seat = table.status["owes"][0] if table.status["owes"] else "*"
            menu = table.menu(seat)
            table.play(menu[(5 * step) % len(menu)])
        for state in reversed(states):
            table.status = table.ok("undo")
            assert table.state() == state
        assert table.ask("undo")["error"] == "no-such-entry"


def test_records_read_back():
    for ruleset in ("fifth+helpers,board=random", "struggle"):
        table = Table(ruleset, chance="auto", seed=9)
        for _ in wander(table, 200, 11):
            pass
        record = table.ok("record")["record"]
        table.ok("load", record=record, session=3)
        assert table.ok("state", session=3)["state"] == table.state()
        assert table.ok("record", session=3)["record"] == record
        half = table.status["seq"] // 2
        table.ok("load", record=record, upto=half, session=3)
        assert table.ok("state", session=3)["state"] != table.state()
        lines = record.splitlines(True)
        broken = "".join(lines[:-3] + ["%s 0 nonsense\n" % lines[-3].split()[0]] + lines[-2:])
        answer = table.ask("load", record=broken, session=3)
        assert answer["error"] == "bad-record" and answer["line"] == len(lines) - 2
