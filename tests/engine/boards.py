"""boards.py -- the printed maps, the pieces and cards they start with, and dealt boards."""
from table import Table

HEX = {name: (q, r) for r, row, first, n in
       ((-2, "A", 0, 3), (-1, "B", -1, 4), (0, "C", -2, 5), (1, "D", -2, 4), (2, "E", -2, 3))
       for name, q in (("%s%d" % (row, i + 1), first + i) for i in range(n))}
LARGE = {name: (q, r) for r, row, first, n in
         ((-3, "A", 1, 3), (-2, "B", 0, 4), (-1, "C", -1, 5), (0, "D", -2, 6), (1, "E", -2, 5),
          (2, "F", -2, 4), (3, "G", -2, 3))
         for name, q in (("%s%d" % (row, i + 1), first + i) for i in range(n))}
FIFTH = """mountains10 pasture2 forest9 fields12 hills6 pasture4 hills10 fields9 forest11 desert
 forest3 mountains8 forest8 mountains3 fields4 pasture5 hills5 fields6 pasture11"""
SIXTH = """desert fields8 pasture11 hills6 pasture3 forest4 mountains9 forest10 fields5 hills12
 forest11 pasture5 fields2 hills9 mountains4 forest8 mountains6 fields3 pasture10"""
SITES = ["A1 NW", "A2 NE", "B4 NE", "C5 E", "D4 SE", "E2 SE", "E1 SW", "D1 W", "B1 W"]
FIFTH_HARBORS = "3:1 grain ore 3:1 wool 3:1 3:1 brick lumber".split()
GERMAN_HARBORS = "3:1 grain lumber 3:1 wool 3:1 3:1 brick ore".split()
SIXTH_HARBORS = "3:1 wool 3:1 3:1 brick lumber 3:1 grain ore".split()
LARGE_SITES = ["A1 NW", "A2 NE", "B4 NE", "D6 E", "E5 SE", "G3 E", "G2 SE", "G1 SW", "F1 W",
               "D1 SW", "C1 W"]
LARGE_HARBORS = "3:1 wool 3:1 3:1 brick wool lumber 3:1 grain 3:1 ore".split()
# colour: settlement, road, settlement that brings cards, road, cards
FIFTH_START = {
    "red": ("B2.N", "B2.NE", "D1.N", "D1.NE", {"grain": 1, "lumber": 2}),
    "blue": ("E3.N", "D3.E", "E1.N", "E1.NE", {"brick": 1, "lumber": 1, "ore": 1}),
    "orange": ("A3.S", "A3.SW", "E2.N", "E2.NE", {"ore": 1, "grain": 2}),
    "white": ("C2.N", "C2.NW", "D4.N", "C4.E", {"lumber": 1, "ore": 1, "wool": 1}),
}
SIXTH_START = {
    "red": ("E1.N", "E1.NW", "B3.N", "B3.NW", {"grain": 1, "wool": 1, "lumber": 1}),
    "blue": ("D4.N", "D4.NW", "E2.N", "E2.NW", {"brick": 1, "ore": 1, "grain": 1}),
    "orange": ("C4.N", "B3.E", "C2.N", "C2.NW", {"brick": 1, "wool": 1, "grain": 1}),
    "white": ("E3.N", "E3.NW", "D2.N", "D2.NW", {"grain": 1, "brick": 2}),
}
LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
LARGE_LETTERS = [2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12,
                 3, 2, 6]
TERRAIN = {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
LARGE_TERRAIN = {"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2}
NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
# joints and harbors of the frame pieces: on which of its five coastal edges, and what
PIECES = {"1-2": {3: "3:1"}, "2-3": {1: "3:1", 4: "brick"}, "3-4": {3: "lumber"},
          "4-5": {1: "3:1", 4: "grain"}, "5-6": {3: "ore"}, "6-1": {1: "3:1", 4: "wool"}}
# corners and sides as offsets on a grid: (2q + r, 3r) is the centre of a hex
CORNER = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
SIDE = {"NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"),
        "W": ("SW", "NW"), "NW": ("NW", "N")}


def point(name, names=HEX):
    place, corner = name.split(".")
    q, r = names[place]
    return (2 * q + r + CORNER[corner][0], 3 * r + CORNER[corner][1])


def path(name, names=HEX):
    place, side = name.split(".")
    return frozenset(point(place + "." + end, names) for end in SIDE[side])


def hexes_of(table):
    return {h["name"]: (h["terrain"], h["number"]) for h in table.state()["board"]["hexes"]}


def harbors_of(table, names=HEX):
    back = {place: name for name, place in names.items()}
    return {back[h["q"], h["r"]] + " " + h["side"]: h["type"]
            for h in table.state()["board"]["harbors"]}


def printed(text):
    names = iter(HEX)
    for word in text.split():
        terrain = word.rstrip("0123456789")
        yield next(names), (terrain, int(word[len(terrain):]) if terrain != "desert" else None)


def test_printed_maps():
    for ruleset, text, harbors in (("fifth", FIFTH, FIFTH_HARBORS), ("3d", FIFTH, FIFTH_HARBORS),
                                   ("sixth", SIXTH, SIXTH_HARBORS),
                                   ("fifth,harbor_map=german", FIFTH, GERMAN_HARBORS)):
        table = Table(ruleset, first=0)
        assert hexes_of(table) == dict(printed(text)), ruleset
        assert harbors_of(table) == dict(zip(SITES, harbors)), ruleset
        for h in table.state()["board"]["hexes"]:
            assert HEX[h["name"]] == (h["q"], h["r"])
        desert = [name for name, (terrain, _) in printed(text) if terrain == "desert"]
        assert table.state()["robber"] == desert[0]


def check_start(table, start, colors):
    seats = table.state()["seats"]
    assert [seat["color"] for seat in seats] == colors
    for seat in seats:
        one, road, two, other, cards = start[seat["color"]]
        assert {point(c) for c in seat["settlements"]} == {point(one), point(two)}, seat["color"]
        assert {path(p) for p in seat["roads"]} == {path(road), path(other)}, seat["color"]
        assert {k: n for k, n in seat["cards"].items() if n} == cards, seat["color"]


def test_printed_pieces_and_cards_for_three_and_four():
    for ruleset in ("fifth", "3d"):
        check_start(Table(ruleset, 4, first=0), FIFTH_START, ["red", "blue", "orange", "white"])
        check_start(Table(ruleset, 3, first=0), FIFTH_START, ["blue", "orange", "white"])
    check_start(Table("sixth", 4, first=0), SIXTH_START, ["red", "blue", "orange", "white"])
    check_start(Table("sixth", 3, first=0), SIXTH_START, ["red", "blue", "orange"])


def test_a_board_given_in_full():
    hexes = [{"q": HEX[name][0], "r": HEX[name][1], "terrain": t, "number": n}
             for name, (t, n) in printed(SIXTH)]
    harbors = [{"q": HEX[site.split()[0]][0], "r": HEX[site.split()[0]][1],
                "side": site.split()[1], "type": sort} for site, sort in zip(SITES, GERMAN_HARBORS)]
    board = {"hexes": hexes[::-1], "harbors": harbors}
    table = Table("fifth", 3, first=1, board=board)
    assert hexes_of(table) == dict(printed(SIXTH))
    assert harbors_of(table) == dict(zip(SITES, GERMAN_HARBORS))
    assert table.status["owes"] == [1] and table.verbs() == {"settle"} and len(table.menu()) == 54
    before = table.state()
    wrong = [("hexes", hexes[1:]), ("hexes", hexes + hexes[:1]),
             ("hexes", [dict(hexes[0], q=9)] + hexes[1:]),
             ("hexes", [dict(hexes[0], terrain="sea")] + hexes[1:]),
             ("hexes", [hexes[0], dict(hexes[1], number=7)] + hexes[2:]),
             ("hexes", [hexes[0], dict(hexes[1], number=None)] + hexes[2:]),
             ("hexes", [dict(hexes[0], number=5)] + hexes[1:]),
             ("hexes", "all"), ("harbors", 5), ("harbors", harbors + harbors[:1]),
             ("harbors", [dict(harbors[0], side="E")]), ("harbors", [dict(harbors[0], side="N")]),
             ("harbors", [dict(harbors[0], type="2:1")])]
    for key, value in wrong:
        answer = table.ask("new", board=dict(board, **{key: value}))
        assert answer["error"] == "bad-board", (key, answer)
        assert table.state() == before


def neighbours(names):
    back = {place: name for name, place in names.items()}
    return {name: [back[q + dq, r + dr] for dq, dr in NEAR if (q + dq, r + dr) in back]
            for name, (q, r) in names.items()}


def ring_spiral(names, corner):
    """Hexes counter-clockwise inward from a corner: walked, not looked up."""
    turn = [(-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)]     # SW SE E NE NW W
    left, back = set(names.values()), {place: name for name, place in names.items()}
    at = names[corner]
    # start along the coast, counter-clockwise: the direction whose left side is outside
    way = next(i for i in range(6) if (at[0] + turn[i][0], at[1] + turn[i][1]) in left and
               (at[0] + turn[i - 1][0], at[1] + turn[i - 1][1]) not in left)
    order = []
    while True:
        order.append(back[at])
        left.discard(at)
        for step in range(6):
            q, r = at[0] + turn[(way + step) % 6][0], at[1] + turn[(way + step) % 6][1]
            if (q, r) in left:
                at, way = (q, r), (way + step) % 6
                break
        else:
            return order


def test_letters_lie_in_a_spiral_from_each_corner():
    for ruleset, names, letters, corners in (
            ("fifth", HEX, LETTERS, ["A1", "A3", "C1", "C5", "E1", "E3"]),
            ("sixth", HEX, LETTERS, ["A1", "A3", "C1", "C5", "E1", "E3"]),
            ("fifth-56", LARGE, LARGE_LETTERS, ["A1", "A3", "D1", "D6", "G1", "G3"])):
        for corner in corners:
            table = Table(ruleset + ",board=random,harbors=fixed,first=0")
            while table.verbs("*") != {"corner"}:
                table.play(table.menu("*")[-1])
            assert {line.split()[2] for line in table.menu("*")} == set(corners)
            table.play("* corner " + corner)
            hexes = hexes_of(table)
            order = [h for h in ring_spiral(names, corner) if hexes[h][0] != "desert"]
            assert len(order) == len(letters)
            assert [hexes[h][1] for h in order] == letters, (ruleset, corner)


def count(values):
    values = list(values)
    return {v: values.count(v) for v in values}


def test_random_tokens_keep_their_neighbours():
    for ruleset, equal in (("fifth", False), ("3d", True), ("sixth", False),
                           ("fifth-56", False), ("fifth-56,neighbors=equal", True)):
        names = LARGE if "56" in ruleset else HEX
        near, seen_equal = neighbours(names), 0
        for seed in range(60):
            table = Table(ruleset + ",tokens=random", board="random", seed=seed, first=0,
                          chance="auto")
            hexes = hexes_of(table)
            number = {h: n for h, (_, n) in hexes.items()}
            assert count(t for t, _ in hexes.values()) == (LARGE_TERRAIN if "56" in ruleset
                                                           else TERRAIN)
            tokens = LARGE_LETTERS if "56" in ruleset else LETTERS
            assert sorted(n for n in number.values() if n) == sorted(tokens)
            for h in names:
                for other in near[h]:
                    assert not (number[h] in (6, 8) and number[other] in (6, 8)), (ruleset, seed)
                    same = number[h] is not None and number[h] == number[other]
                    assert not (equal and same), (ruleset, seed)
                    seen_equal += same
        assert equal or seen_equal, "the 5th edition lets equal numbers touch"


def test_harbors_fixed_markers_frame_and_coves():
    seen = set()
    for seed in range(12):
        table = Table("fifth", board="random", seed=seed, first=0, chance="auto")
        assert harbors_of(table) == dict(zip(SITES, FIFTH_HARBORS))
        table = Table("fifth,harbors=markers", board="random", seed=seed, first=0, chance="auto")
        assert set(harbors_of(table)) == set(SITES)
        assert count(harbors_of(table).values()) == count(FIFTH_HARBORS)
        seen.add(tuple(harbors_of(table).values()))
        table = Table("fifth-56", seed=seed, first=0, chance="auto")
        assert set(harbors_of(table, LARGE)) == set(LARGE_SITES)
        assert count(harbors_of(table, LARGE).values()) == count(LARGE_HARBORS)
    assert len(seen) > 6, "markers are shuffled"
    table = Table("fifth-56,harbors=fixed", seed=1, first=0, chance="auto")
    assert harbors_of(table, LARGE) == dict(zip(LARGE_SITES, LARGE_HARBORS))


def coast():
    """The thirty coastal edges clockwise from A1 NW, as 'hex side'."""
    land = {}
    for name in HEX:
        for side in SIDE:
            land.setdefault(path(name + "." + side), []).append((name, side))
    edges = {edge: owners[0] for edge, owners in land.items() if len(owners) == 1}
    here = path("A1.NW")
    at = point("A1.N")
    order = [here]
    while len(order) < len(edges):
        here = next(e for e in edges if at in e and e != here)
        at = next(p for p in here if p != at)
        order.append(here)
    return ["%s %s" % edges[e] for e in order]


def test_frame_pieces_carry_their_harbors():
    edges = coast()
    printed_order = ["4-5", "5-6", "6-1", "1-2", "2-3", "3-4"]
    orders = set()
    for seed in range(12):
        table = Table("sixth,harbors=frame", board="random", seed=seed, first=0, chance="auto")
        laid = [line.split()[3] for line in table.status["events"][0]["actions"]
                if line.startswith("* frame")]
        assert sorted(laid) == sorted(PIECES)
        wanted = {edges[5 * i + edge - 1]: sort for i, piece in enumerate(laid)
                  for edge, sort in PIECES[piece].items()}
        assert harbors_of(table) == wanted
        orders.add(tuple(laid))
    assert len(orders) > 6
    by_hand = Table("fifth,harbors=frame,first=0", board="fixed")
    for i, piece in enumerate(printed_order):
        by_hand.play("* frame %d %s" % (i + 1, piece))
    assert harbors_of(by_hand) == dict(zip(SITES, FIFTH_HARBORS)), "as printed"
    for seed in range(12):
        table = Table("3d,harbors=coves", board="random", seed=seed, first=0, chance="auto")
        laid = [line.split()[3] for line in table.status["events"][0]["actions"]
                if line.startswith("* frame")]
        coves = [len(PIECES[piece]) for piece in laid]
        assert all(a != b for a, b in zip(coves, coves[1:] + coves[:1])), "1 and 2 alternate"
        assert count(harbors_of(table).values()) == count(FIFTH_HARBORS)


def test_first_seat_by_the_highest_roll():
    table = Table("fifth", 4)
    assert table.status["chance"] and table.menu()[0] == "* dice 1 1"
    table.play("* dice 3 4; * dice 6 3; * dice 1 1; * dice 4 5")
    assert [s["first_roll"] for s in table.state()["seats"]] == [None, 0, None, 0]
    table.play("* dice 2 2; * dice 1 3")
    assert [s["first_roll"] for s in table.state()["seats"]] == [None, 0, None, 0]
    table.play("* dice 2 2; * dice 1 4")
    assert table.state()["first"] == 3 and table.status["owes"] == [3]
    assert Table("fifth", 4, first=2).status["owes"] == [2]
    assert Table("sixth", 3, first=2).status["owes"] == [2]
    assert table.ask("new", players=3, first=3)["error"] == "first-seat"
