"""random_games.py -- whole random games through the protocol, for every number of players.

Counts cards, pieces and points in the position's JSON and checks that they add up, that the winner
is right, and that a view shows nothing it must hide."""
import random

from table import KINDS, Table

DECK = {"knight": 14, "road-building": 2, "plenty": 2, "monopoly": 2, "point": 5}
LARGE_DECK = {"knight": 20, "road-building": 3, "plenty": 3, "monopoly": 3, "point": 5}


def count_catan(state, large):
    seats = state["seats"]
    for kind in KINDS:
        there = state["bank"][kind] + sum(seat["cards"][kind] for seat in seats)
        assert there == (24 if large else 19), kind
    for card, n in (LARGE_DECK if large else DECK).items():
        held = sum(seat[key].get(card, 0) for seat in seats for key in ("dev", "dev_new", "played"))
        gone = state["knights_gone"] if card == "knight" else 0
        assert state["deck"]["cards"].get(card, 0) + held + gone == n, card
    places = [corner for seat in seats for corner in seat["settlements"] + seat["cities"]]
    roads = [path for seat in seats for path in seat["roads"]]
    assert len(set(places)) == len(places) and len(set(roads)) == len(roads)
    for number, seat in enumerate(seats):
        assert len(seat["settlements"]) <= 5 and len(seat["cities"]) <= 4
        assert len(seat["roads"]) <= 15
        public = len(seat["settlements"]) + 2 * len(seat["cities"])
        for award in ("longest_road", "largest_army"):
            public += 2 * bool(state[award] and state[award]["seat"] == number)
        hidden = seat["dev"].get("point", 0) + seat["dev_new"].get("point", 0)
        assert seat["points"] == public + hidden
        shown = hidden if state["phase"] == "over" else 0
        assert seat["points_public"] == public + shown
        assert seat["count"] == sum(seat["cards"].values())
    road = state["longest_road"]
    if road:
        assert road["length"] == seats[road["seat"]]["road_length"] >= 5
        assert road["length"] == max(seat["road_length"] for seat in seats)


def count_struggle(state, copies):
    total = {"brick": 11, "lumber": 11, "wool": 15, "grain": 14, "ore": 16}
    for kind in KINDS:
        there = state["unseen"][kind] + state["discard"][kind] + state["market"].count(kind)
        there += sum(seat["cards"][kind] for seat in state["seats"])
        assert there == copies * total[kind], kind
    for seat in state["seats"]:
        points = seat["settlements"] + 2 * seat["cities"]
        points += seat["roads"].count("B") + seat["knights"].count("B")
        points += sum(4 if name == "town-hall" else 3 for name in seat["expansions"])
        assert seat["points"] == points and len(set(seat["expansions"])) == len(seat["expansions"])
        for row in (seat["roads"], seat["knights"]):
            assert row == (["A", "B"] * len(row))[:len(row)]


def look_through_views(table, state):
    """A view has the seat's own cards, the number of everybody else's, and points that all can count."""
    for viewer in list(range(len(state["seats"]))) + ["spectator"]:
        for seat, seen in zip(state["seats"], table.view(viewer)["seats"]):
            own = seat["seat"] == viewer
            assert seen["cards"] == (seat["cards"] if own or not seat["count"] else None)
            assert seen["count"] == seat["count"]
            if "dev" in seat and not own:
                assert not seen["dev"] and not seen["dev_new"]
                assert seen["points"] == seat["points_public"]


def play_whole(ruleset, players, seed):
    rng = random.Random(seed)
    table = Table(ruleset, players, chance="auto", seed=seed)
    struggle = ruleset.startswith("struggle")
    for step in range(4000):
        status = table.status
        if status["over"]:
            break
        seat = rng.choice(status["owes"])
        menu = table.menu(seat)
        assert menu and len(set(menu)) == len(menu)
        line = rng.choice(menu)
        assert table.allowed(line)
        table.play(line)
        if step % 9 == 0 or table.status["over"]:
            state = table.state()
            if struggle:
                count_struggle(state, 2 if "56" in ruleset else 1)
            else:
                count_catan(state, "56" in ruleset)
            if step % 45 == 0 and not table.status["over"]:
                look_through_views(table, state)
    state = table.state()
    assert table.status["over"], "unfinished after 4000 decisions"
    assert state["winner"] == state["turn"] and state["seats"][state["turn"]]["points"] >= 10
    assert all(table.menu(p) == [] for p in range(players))
    record = table.ok("record")["record"]
    assert "\nResult: %d\n" % state["winner"] in record
    table.ok("load", record=record, session=1)
    assert table.ok("state", session=1)["state"] == state


def test_whole_games_of_catan():
    for seed, (ruleset, players) in enumerate((
            ("fifth", 2), ("fifth", 3), ("fifth", 4), ("3d,board=random,tokens=random", 4),
            ("sixth", 3), ("sixth+helpers,board=random,harbors=frame", 4), ("fifth+helpers", 2),
            ("fifth-56", 5), ("fifth-56+helpers", 6), ("fifth,dice=deck,friendly=2", 4))):
        play_whole(ruleset, players, seed + 1)


def test_whole_games_of_struggle():
    for players in (2, 3, 4, 5, 6):
        play_whole("struggle" if players < 5 else "struggle-56", players, players)
