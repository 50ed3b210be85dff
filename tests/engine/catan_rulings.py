"""catan_rulings.py -- every ruling on the base game, judged from outside.

A function is named after the number of its ruling in docs/rulings.md. The printed map of the 5th
edition: red is seat 0 (B2.N, D1.N), blue 1 (E3.N, E1.N), orange 2 (A3.S, E2.N), white 3 (C2.N,
D4.N)."""
from table import KINDS, Table, cards

PLAIN = "fifth,first=0"
COMBINED = "fifth,first=0,phases=combined"
NONE = {"cards": ""}


def rolled(ruleset=PLAIN, seats=(), players=None, **keys):
    """Seat 0 has rolled a two; all hands are empty except for what `seats` gives them."""
    table = Table(ruleset, players)
    n = len(table.state()["seats"])
    table.play("0 roll; * dice 1 1")
    if table.state()["phase"] == "marianne":
        table.play("%d pass" % table.status["owes"][0])
    return table.change({p: dict(NONE, **dict(seats).get(p, {})) for p in range(n)}, **keys)


def before_the_roll(ruleset=PLAIN, seats=(), players=None, **keys):
    table = Table(ruleset, players)
    n = len(table.state()["seats"])
    return table.change({p: dict(NONE, **dict(seats).get(p, {})) for p in range(n)}, **keys)


def seven(ruleset=PLAIN, seats=(), **keys):
    return before_the_roll(ruleset, seats, **keys).play("0 roll; * dice 3 4")


def held(*texts):
    return {p: {"cards": text} for p, text in enumerate(texts)}


# ---- the robber ---------------------------------------------------------------------------

def ruling_1_an_empty_hand_loses_nothing():
    table = seven(seats=held("", "", "wool", "wool"))
    assert table.refused("0 robber E3") == "must-rob"
    table.play("0 robber E3 1")
    assert not table.status["chance"] and table.state()["phase"] == "trade"
    assert table.hand(0) == {} and table.refused("0 robber D3 2") in ("wrong-phase", "trade-over")


def ruling_2_the_victim_is_chosen_freely():
    table = seven(seats=held("", "", "wool", ""))
    assert {"0 robber D3 1", "0 robber D3 2"} <= set(table.menu())
    table.play("0 robber D3 1")
    assert table.hand(2) == {"wool": 1} and not table.status["chance"]
    table = seven(PLAIN + ",rob_empty=off", held("", "", "wool", ""))
    assert table.refused("0 robber D3 1") == "bad-victim"
    assert table.allowed("0 robber E3"), "nobody there has a card"
    table.play("0 robber D3 2")
    assert table.menu() == ["* steal 2 wool"]


def ruling_3_the_desert_is_robbed_like_any_hex():
    table = Table(PLAIN).play("0 roll; * dice 6 1; 0 robber B4 2; * steal 2 ore")
    table.play("0 end").change({3: {"roads": ["C2.NW", "C4.E", "C3.E"],
                                    "settlements": ["C2.N", "D4.N", "C3.NE"]},
                                1: {"cards": ""}}, rolled=False)
    table.play("1 roll; * dice 6 1")
    assert table.refused("1 robber C3") == "must-rob"
    table.play("1 robber C3 3; * steal 3 wool")
    assert table.hand(1) == {"wool": 1}


def ruling_4_the_robber_never_stays():
    table = seven()
    assert table.refused("0 robber C3") == "robber-stays"
    assert not any("C3" in line for line in table.menu())


def ruling_5_only_opponents_are_robbed():
    table = seven(seats=held("wool", "", "", "wool"))
    assert table.refused("0 robber B2 0") == "bad-victim"
    assert table.refused("0 robber B2 1") == "bad-victim", "blue does not live there"
    assert [line for line in table.menu() if " B2" in line] == ["0 robber B2 3"]


def ruling_6_a_knight_makes_nobody_discard():
    table = rolled(seats={0: {"dev": "knight"}, 1: {"cards": "9wool"}})
    table.play("0 knight")
    assert table.status["owes"] == [0] and table.verbs() == {"robber"}


def ruling_7_a_knight_before_a_seven():
    table = before_the_roll(seats={0: {"dev": "knight"}, 1: {"cards": "8wool"}})
    table.play("0 knight; 0 robber E3 1; * steal 1 wool; 0 roll; * dice 1 6")
    assert table.status["owes"] == [0], "seven cards are not too many"
    table.play("0 robber D3 1; * steal 1 wool")
    assert table.hand(0) == {"wool": 2} and table.seat(0)["played"] == {"knight": 1}


def ruling_8_all_discard_at_once_and_once():
    table = seven(seats=held("7ore", "8wool", "", "19grain"))
    assert table.status["owes"] == [1, 3]
    assert [table.seat(p)["owes_cards"] for p in range(4)] == [0, 4, 0, 9]
    assert table.refused("0 robber E3 1") == "finish-first"
    assert table.refused("0 discard ore") == "owes-nothing"
    assert table.refused("1 discard ore") == "not-held"
    for _ in range(4):
        table.play("3 discard grain; 1 discard wool")
    assert table.status["owes"] == [3]
    for _ in range(5):
        table.play("3 discard grain")
    assert table.hand(3) == {"grain": 10} and table.status["owes"] == [0]
    assert table.verbs() == {"robber"}


def ruling_9_nothing_between_a_seven_and_the_robber():
    table = seven(COMBINED, held("brick+lumber+4wool", "8wool"))
    for line in ("0 road D1.W", "0 bank 4wool ore", "0 offer wool ore", "0 buy", "0 end"):
        assert table.refused(line) == "finish-first", line
    for _ in range(4):
        table.play("1 discard wool")
    for line in ("0 road D1.W", "0 bank 4wool ore", "0 offer wool ore", "1 offer wool ore",
                 "0 end"):
        assert table.refused(line) == "finish-first", line


def ruling_10_no_card_in_the_middle_of_a_roll():
    table = seven(seats={0: {"dev": "knight+monopoly"}, 1: {"cards": "8wool"}})
    assert table.refused("0 knight") == "finish-first"
    for _ in range(4):
        table.play("1 discard wool")
    assert table.refused("0 monopoly wool") == "finish-first"
    table.play("0 robber E3 1; * steal 1 wool")
    assert table.allowed("0 knight")


def closed_in(*foreign):
    """Seat 0 has one settlement and one road at A1.N, seat 1 roads around it."""
    table = before_the_roll(seats={
        0: {"dev": "road-building", "settlements": ["A1.N"], "roads": ["A1.NE"]},
        1: {"roads": list(foreign), "settlements": ["E3.N", "E1.N"]}})
    return table


def ruling_11_as_many_free_roads_as_are_possible():
    table = before_the_roll(PLAIN + ",roads=3", {0: {"dev": "road-building"}})
    table.play("0 road-building; 0 road D1.NW")
    assert table.state()["phase"] == "roll" and table.seat(0)["left"]["road"] == 0
    table = before_the_roll(PLAIN + ",roads=2", {0: {"dev": "road-building"}})
    assert table.refused("0 road-building") == "no-pieces"
    table = closed_in("A1.E", "A2.NW", "A1.W")
    table.play("0 road-building")
    assert table.menu() == ["0 road A1.NW"]
    table.play("0 road A1.NW")
    assert table.state()["phase"] == "roll", "no place for the second"
    table = closed_in("A1.E", "A2.NW", "A1.NW")
    assert table.refused("0 road-building") == "no-road-place"
    table = closed_in("A1.E", "A2.NW").play("0 road-building; 0 road A1.NW")
    assert table.verbs() == {"road"} and table.refused("0 roll") == "finish-first"


def ruling_12_road_building_before_the_roll():
    table = before_the_roll(seats={0: {"dev": "road-building"}})
    table.play("0 road-building; 0 road D1.NW; 0 road D1.W; 0 roll")
    assert table.status["chance"]


def ruling_13_the_second_free_road_may_follow_the_first():
    table = rolled(seats={0: {"dev": "road-building"}})
    assert not table.allowed("0 road D1.SW")
    table.play("0 road-building; 0 road D1.NW; 0 road D1.W")
    assert table.seat(0)["road_length"] == 3


def ruling_14_year_of_plenty_takes_what_there_is():
    small = "fifth,first=0,bank=5"
    table = rolled(small, {0: {"dev": "plenty"}, 1: {"cards": "5wool+4ore"}})
    assert table.refused("0 plenty wool+ore") == "bank-short"
    assert table.refused("0 plenty 2ore") == "bank-short"
    assert table.refused("0 plenty brick") == "wrong-cards"
    assert table.allowed("0 plenty ore+brick") and table.allowed("0 plenty 2grain")
    table = rolled(small, {0: {"dev": "plenty"}, 1: {"cards": "5wool+4ore+5brick"},
                           2: {"cards": "5lumber+5grain"}})
    assert table.refused("0 plenty 2ore") in ("bank-short", "wrong-cards")
    table.play("0 plenty ore")
    assert table.hand(0) == {"ore": 1}
    table = rolled(small, {0: {"dev": "plenty"}, 1: {"cards": "5wool+5ore+5brick"},
                           2: {"cards": "5lumber+5grain"}})
    assert table.refused("0 plenty ore") == "bank-short" and "plenty" not in table.verbs()


def ruling_15_year_of_plenty_before_the_roll():
    table = before_the_roll(seats={0: {"dev": "plenty"}}).play("0 plenty 2ore")
    assert table.hand(0) == {"ore": 2} and table.menu() == ["0 roll"]


def ruling_16_monopoly_may_get_nothing():
    table = rolled(seats={0: {"dev": "2monopoly"}, 1: {"cards": "2wool"}, 3: {"cards": "wool+ore"}})
    table.play("0 monopoly brick")
    assert table.hand(0) == {} and table.seat(0)["played"] == {"monopoly": 1}
    assert table.refused("0 monopoly wool") == "card-played"
    table = rolled(seats={0: {"dev": "monopoly"}, 1: {"cards": "2wool"}, 3: {"cards": "wool+ore"}})
    table.play("0 monopoly wool")
    assert table.hand(0) == {"wool": 3} and table.hand(3) == {"ore": 1} and table.hand(1) == {}


def ruling_17_a_short_supply():
    two = before_the_roll(seats=held("", "", "", "18grain")).play("0 roll; * dice 1 3")
    assert two.hand(1) == {} and two.hand(2) == {"wool": 1}, "two are owed grain, one is there"
    enough = before_the_roll(seats=held("", "", "", "17grain")).play("0 roll; * dice 1 3")
    assert enough.hand(1) == {"grain": 1} and enough.hand(2) == {"grain": 1, "wool": 1}
    one = before_the_roll(seats={0: {"cards": "18grain"},
                                 3: {"settlements": ["D4.N"], "cities": ["C2.N"]}})
    one.play("0 roll; * dice 6 6")
    assert one.hand(3) == {"grain": 1}, "the only one who is owed takes the rest"
    other = before_the_roll(seats=held("18grain+19wool")).play("0 roll; * dice 1 3")
    assert other.hand(2) == {}, "each kind is judged by itself"


def ruling_18_production_is_not_refused():
    table = before_the_roll().play("0 roll; * dice 1 3")
    assert table.hand(2) == {"wool": 1, "grain": 1} and table.state()["phase"] == "trade"
    assert table.menu(2) == []


# ---- trade --------------------------------------------------------------------------------

def ruling_19_the_supply_gives_only_what_it_has():
    table = rolled(seats=held("4wool", "19ore"))
    assert table.refused("0 bank 4wool ore") == "bank-short"
    assert "0 bank 4wool brick" in table.menu() and "0 bank 4wool ore" not in table.menu()


def at_the_harbor(ruleset):
    """Seat 0 has a road to the lumber harbor at B1 W and can build a settlement there."""
    return rolled(ruleset, {0: {"cards": "brick+3lumber+wool+grain",
                                "roads": ["D1.NE", "B2.NE", "C1.E", "C1.NE", "B1.W"]}})


def ruling_20_a_harbor_built_this_turn():
    table = at_the_harbor(PLAIN).play("0 settle B1.NW")
    assert table.refused("0 bank 2lumber ore") == "trade-over"
    for ruleset in (COMBINED, "sixth,first=0,layout=fifth"):
        table = at_the_harbor(ruleset).play("0 settle B1.NW; 0 bank 2lumber ore")
        assert table.hand(0) == {"ore": 1}


def ruling_21_a_city_keeps_its_harbor_and_the_robber_does_not_close_it():
    table = rolled(seats={0: {"cards": "2lumber", "cities": ["B1.NW"], "roads": ["B1.W"],
                              "settlements": ["D1.N"]}}, robber="B1")
    assert table.seat(0)["rates"]["lumber"] == 2
    table.play("0 bank 2lumber ore")


def ring(ruleset=COMBINED, length=5, **more):
    """Five sides of A2 are red roads, hanging on red's settlement B2.N and its road A2.SW."""
    return rolled(ruleset, {0: dict({"cards": "brick+lumber", "settlements": ["B2.N", "D1.N"],
                                     "roads": ["A2.SW", "D1.NE", "A2.SE", "A2.E", "A2.NE",
                                               "A2.NW"]}, **more)},
                  longest_road={"seat": 0, "length": length}, road_to_beat=length)


def ruling_22_loops_forks_and_own_settlements():
    table = ring()
    assert table.seat(0)["road_length"] == 5
    table.play("0 road A2.W")
    assert table.seat(0)["road_length"] == 6, "a ring counts each road once"
    tail = ring(roads=["A2.SW", "A2.SE", "A2.E", "A2.NE", "A2.NW", "A1.SE", "A1.SW"],
                settlements=["B2.N", "A2.NE", "D1.N"], length=7)
    assert tail.seat(0)["road_length"] == 7, "own settlements do not break it"
    tail.play("0 road A2.W")
    assert tail.seat(0)["road_length"] == 8, "a ring with a tail, passing a corner twice"


def test_a_foreign_building_ends_a_trail():
    table = ring()
    before = table.position()
    before["seats"][3]["settlements"] = ["D4.N", "A2.NE"]
    before["longest_road"], before["road_to_beat"] = None, 4
    table.set(before)
    assert table.seat(0)["road_length"] == 3


def behind_white(*roads):
    """Two red roads lead from D1.N to C3.SW, where white has built."""
    return rolled(seats={0: {"cards": "brick+lumber", "roads": ["D1.NE", "C2.SE"] + list(roads)},
                         3: {"settlements": ["D4.N", "C3.SW"]}})


def ruling_23_no_road_past_a_foreign_building():
    table = behind_white()
    assert table.refused("0 road C3.W") == "not-connected"
    assert table.refused("0 road C3.SW") == "not-connected"
    assert table.allowed("0 road D1.E"), "before it the road goes on"
    assert behind_white("B2.SE").allowed("0 road C3.W"), "another own road leads there"


# ---- winning ------------------------------------------------------------------------------

def cut_position(points_of_cutter):
    """Red holds Longest Road with A2's ring side; white can cut it at A2.NE."""
    table = rolled(COMBINED, {
        0: {"settlements": ["B2.N", "D1.N"], "roads": ["A2.SW", "D1.NE", "A2.SE", "A2.E", "A2.NE",
                                                       "A2.NW"]},
        3: dict({"cards": "brick+lumber+wool+grain", "roads": ["C4.E", "A3.NW", "A3.NE"]},
                **points_of_cutter)},
        longest_road={"seat": 0, "length": 5}, road_to_beat=5, turn=3)
    assert table.points(0) == 4
    return table


def ruling_24_longest_road_is_judged_at_once():
    table = cut_position({}).play("3 settle A2.NE")
    assert table.state()["longest_road"] is None and table.points(0) == 2
    # the cutter is next in length and takes it: only the active seat wins
    own = cut_position({"settlements": ["D4.N"], "cities": ["C2.N", "E3.SE", "E1.SW"],
                        "roads": ["A3.NW", "A3.NE", "A3.E", "B4.NE", "B4.E", "C4.E"]})
    assert own.points(3) == 7
    own.play("3 settle A2.NE")
    assert own.status["winner"] == 3 and own.status["over"], "eight points and the Longest Road"


def ruling_25_ten_points_in_anothers_turn_wait():
    table = rolled(seats={1: {"settlements": ["E3.N"], "cities": ["E1.N", "C5.SE", "A1.N", "A3.NE"],
                              "dev": "point"}})
    assert table.points(1) == 10 and table.status["winner"] is None
    table.play("0 end")
    assert table.status["winner"] == 1 and table.status["over"] and table.menu(1) == []
    assert table.refused("1 roll") == "game-over"


def nine(**more):
    return dict({"settlements": ["B2.N"], "cities": ["D1.N", "C5.SE", "A3.NE", "E3.S"]}, **more)


def ruling_26_a_bought_point_wins_at_once():
    table = rolled(seats={0: nine(cards="wool+grain+ore")}).play("0 buy")
    assert table.status["chance"] and "* draw point" in table.menu()
    table.play("* draw point")
    assert table.status["winner"] == 0


def ruling_27_a_knight_before_the_roll_may_win():
    table = before_the_roll(seats={0: {"settlements": ["B2.N", "D1.N"],
                                       "cities": ["C5.SE", "A3.NE", "E3.S"], "dev": "knight",
                                       "played": "2knight"}})
    assert table.points(0) == 8
    table.play("0 knight")
    assert table.status["winner"] == 0 and table.state()["largest_army"]["seat"] == 0


def ruling_28_hidden_points_count_by_themselves():
    table = rolled(seats={0: {"settlements": ["B2.N", "D1.N"], "cities": ["C5.SE", "A3.NE"],
                              "dev": "3point", "cards": "3ore+2grain"}})
    assert table.points(0) == 9 and table.seat(0)["points_public"] == 6
    table.play("0 city D1.N")
    assert table.status["winner"] == 0
    assert table.points(0) == 10 and table.seat(0)["points_public"] == 10, "the end shows them"


def ruling_29_largest_army_stays_on_a_tie():
    table = before_the_roll(seats={0: {"played": "3knight", "dev": "knight"},
                                   1: {"played": "3knight"}},
                            largest_army={"seat": 1, "knights": 3})
    assert table.points(1) == 4
    table.play("0 knight")
    assert table.state()["largest_army"] == {"seat": 0, "knights": 4}
    tie = before_the_roll(seats={0: {"played": "2knight", "dev": "knight"},
                                 1: {"played": "3knight"}},
                          largest_army={"seat": 1, "knights": 3})
    tie.play("0 knight")
    assert tie.state()["largest_army"]["seat"] == 1 and tie.points(0) == 2


# ---- building -----------------------------------------------------------------------------

def ruling_30_a_city_gives_its_settlement_back():
    table = rolled(seats={0: {"settlements": ["B2.N", "D1.N", "C5.SE", "A3.NE", "E3.S"],
                              "roads": ["A2.SW", "A2.SE", "A2.E", "D1.NE"],
                              "cards": "brick+lumber+wool+3grain+3ore"}})
    assert table.refused("0 settle A2.NE") == "no-pieces"
    table.play("0 city D1.N; 0 settle A2.NE")
    assert table.seat(0)["left"] == {"road": 11, "settlement": 0, "city": 3}


def ruling_31_a_settlement_may_become_a_city_in_the_same_turn():
    table = rolled(seats={0: {"roads": ["A2.SW", "A2.SE", "A2.E", "D1.NE"],
                              "cards": "brick+lumber+wool+3grain+3ore"}})
    table.play("0 settle A2.NE; 0 city A2.NE")
    assert table.points(0) == 4


def ruling_32_an_empty_deck_sells_nothing():
    table = rolled(seats={0: {"cards": "wool+grain+ore"}, 1: {"dev": "14knight+5point"},
                          2: {"dev": "2plenty+2monopoly+2road-building"}})
    assert table.refused("0 buy") == "deck-empty"


def six(seats=(), **keys):
    """Six players with their first pieces placed automatically; seat 0 has rolled."""
    table = Table("fifth-56,first=0,harbors=fixed", 6, chance="auto", seed=3)
    while table.state()["phase"] in ("settle", "settle-road"):
        table.play(table.menu()[0])
    table.play("0 roll")
    state = table.position()
    keys = dict({"phase": "main", "rolled": True, "dice": [1, 1], "robber_due": False,
                 "victim": None}, **keys)
    for seat in state["seats"]:
        seat["owes_cards"] = 0
    table.set(state) if state["phase"] == "main" else table.set(dict(state, **keys))
    return table.change({p: dict(NONE, **dict(seats).get(p, {})) for p in range(6)}, **keys)


def ruling_33_a_card_bought_between_turns_works_in_ones_next_turn():
    table = six({1: {"cards": "wool+grain+ore"}}).play("0 end; 1 buy; * draw knight")
    assert table.refused("1 knight") == "special-building"
    table.play("1 pass; 2 pass; 3 pass; 4 pass; 5 pass")
    assert table.state()["turn"] == 1 and table.allowed("1 knight")


def ruling_34_nobody_wins_between_turns():
    table = six({2: {"cards": "wool+grain+ore"}})
    position = table.position()
    position["seats"][2]["dev"] = {"point": 4}
    position["rules"] = {"text": "fifth-56,first=0,harbors=fixed,points=7", "players": 6}
    table.set(position).play("0 end; 1 pass; 2 buy; * draw point")
    assert table.points(2) == 7 and table.status["winner"] is None
    table.play("2 pass; 3 pass; 4 pass; 5 pass")
    assert table.state()["turn"] == 1
    table.change(rolled=True, phase="main").play("1 end; 2 pass; 3 pass; 4 pass; 5 pass; 0 pass")
    assert table.status["winner"] == 2


def ruling_35_no_special_building_after_a_win():
    table = six({0: {"cards": "wool+grain+ore", "dev": "4point"}})
    position = table.position()
    position["rules"] = {"text": "fifth-56,first=0,harbors=fixed,points=7", "players": 6}
    table.set(position).play("0 buy; * draw point")
    assert table.status["winner"] == 0 and table.status["owes"] == [] and not table.status["may"]


def ruling_36_no_kind_on_both_sides():
    table = rolled(seats=held("2wool+ore", "2wool+ore"))
    assert table.refused("0 offer 2wool wool") == "like-for-like"
    assert table.refused("0 offer wool+ore wool+brick") == "like-for-like"
    assert table.refused("1 offer wool wool") == "like-for-like"


def ruling_37_two_sides_and_open_terms():
    table = rolled(seats=held("2wool", "2ore", "2brick", ""))
    assert table.refused("1 offer ore brick to 2") == "bad-partner"
    assert table.refused("0 offer wool ?") in ("bad-action", "no-gifts"), "no gifts, no credit"
    assert table.refused("0 offer 3wool ore") == "not-held", "nothing on credit"
    table.play("0 offer wool ore to 1 2")
    assert table.status["owes"] == [1, 2] and table.refused("3 accept 1") == "not-addressed"
    assert table.refused("2 accept 1") == "not-held"
    table.play("1 accept 1; 2 decline 1")
    assert table.status["owes"] == [0] and table.refused("0 confirm 2") == "not-accepted"
    table.play("0 confirm 1")
    assert table.hand(0) == {"wool": 1, "ore": 1} and table.hand(1) == {"wool": 1, "ore": 1}


# ---- set-up -------------------------------------------------------------------------------

def ruling_38_those_who_tie_roll_again():
    table = Table("fifth", 3).play("* dice 6 6; * dice 6 6; * dice 1 1")
    assert table.status["chance"] and table.state()["first"] is None
    table.play("* dice 1 1; * dice 1 2")
    assert table.state()["first"] == 1


def draft(players=2):
    return Table("fifth,first=0,start=draft", players)


def ruling_39_the_coast_and_the_desert_bring_fewer_cards():
    table = draft().play("0 settle B2.N; 0 road B2.NE; 1 settle E3.S; 1 road E3.SE")
    table.play("1 settle A1.N; 1 road A1.NE; 0 settle C3.N; 0 road C3.NE")
    assert table.hand(1) == {"ore": 1} and table.hand(0) == {"brick": 1, "wool": 1}


def ruling_77_the_second_road_touches_the_second_settlement():
    table = draft().play("0 settle B2.N")
    assert table.refused("0 road D1.N") in ("bad-action", "no-such-place")
    assert table.refused("0 road D1.NE") == "not-at-settlement"
    table.play("0 road B2.NE; 1 settle E3.S; 1 road E3.SE; 1 settle A1.N")
    assert table.refused("1 road E3.SW") == "not-at-settlement"
    table.play("1 road A1.NW; 0 settle C4.S")
    assert table.refused("0 road A2.SE") == "not-at-settlement", "though it joins the first road"
    assert sorted(table.menu()) == sorted("0 road " + p for p in ("C4.SE", "C4.SW", "D3.E"))


# ---- the second reading -------------------------------------------------------------------

def ruling_g1_special_building_goes_round_one_at_a_time():
    table = six({p: {"cards": "wool+grain+ore+4brick"} for p in range(6)}).play("0 end")
    for p in (1, 2, 3, 4, 5):
        assert table.status["owes"] == [p] and table.status["may"] == []
        assert table.refused("%d bank 4brick ore" % p) == "special-building"
        assert table.refused("%d offer brick ore" % p) == "special-building"
        other = p % 5 + 1
        assert table.refused("%d buy" % other) == "not-your-turn"
        assert "buy" in table.verbs() and "bank" not in table.verbs()
        table.play("%d pass" % p)
    assert table.state()["turn"] == 1 and table.menu() == ["1 roll"]


def ruling_g3_never_like_for_like():
    for hand, rate in (("4wool", 4), ("3wool", 3), ("2wool", 2)):
        table = rolled(seats={0: {"cards": hand, "settlements": ["D4.SE", "C5.NE"],
                                  "roads": ["D4.SE"]}, 3: {"settlements": ["C2.N"]}})
        assert table.refused("0 bank %s wool" % hand) == "like-for-like"
        table.play("0 bank %s ore" % hand)


def ruling_g4_a_worse_rate_on_purpose():
    both = {"cards": "4wool", "settlements": ["D4.SE", "C5.NE"], "roads": ["D4.SE"]}
    for n in (2, 3, 4):
        table = rolled(seats={0: both, 3: {"settlements": ["C2.N"]}})
        table.play("0 bank %dwool ore" % n)
        assert table.hand(0).get("wool", 0) == 4 - n
    listed = {line for line in table.ask("legal", seat=0)["actions"] if " bank " in line}
    assert not listed, "no wool is left"
    table = rolled(seats={0: both, 3: {"settlements": ["C2.N"]}})
    listed = {line.split()[2] for line in table.menu() if " bank " in line}
    assert listed == {"2wool"}, "the menu names the best rate; worse ones are legal all the same"
    only = dict(both, settlements=["D4.SE", "B2.N"])
    table = rolled(seats={0: only, 3: {"settlements": ["C2.N"]}})
    assert table.refused("0 bank 3wool ore") == "bad-rate", "no 3:1 harbor"
    assert table.allowed("0 bank 2wool ore") and table.allowed("0 bank 4wool ore")
    table = rolled(seats=held("4wool"))
    assert table.refused("0 bank 2wool ore") == "bad-rate"
    assert table.refused("0 bank 3wool ore") == "bad-rate"
    assert table.refused("0 bank 4wool 2ore") == "bad-rate"


def ruling_g5_the_larger_game():
    table = Table("fifth-56,first=0", 5)
    options = table.state()["rules"]["options"]
    assert options["phases"] == "combined" and options["harbors"] == "markers"
    assert options["special_building"] == "on" and options["bank"] == 24
    assert table.ask("new", ruleset="fifth-56", board="fixed")["error"] == "no-fixed-board"
    assert table.ask("new", ruleset="fifth-56", players=4)["error"] == "bad-players"


def ruling_g6_coves_alternate_in_3d():
    table = Table("3d,harbors=coves,board=random,first=0")
    while table.verbs("*") != {"frame"}:
        table.play(table.menu()[0])
    assert len(table.menu()) == 6
    table.play("* frame 1 4-5")
    assert {line.split()[3] for line in table.menu()} == {"1-2", "3-4", "5-6"}


def ruling_g7_a_new_road_needs_an_open_end():
    table = behind_white()
    roads = {line for line in table.menu() if line.startswith("0 road")}
    assert roads == {"0 road " + p for p in ("A1.E", "A1.SE", "A2.SW", "C1.SE", "C1.E", "D1.E")}
    assert table.refused("0 road D4.SW") == "not-connected"
    assert table.refused("0 road D1.NE") == "occupied"


def ruling_76_the_first_building_ends_the_trading():
    table = rolled(seats={0: {"cards": "brick+lumber+4wool+ore+grain", "dev": "plenty"}})
    table.play("0 plenty 2ore; 0 bank 4wool ore")
    table = rolled(seats={0: {"cards": "brick+lumber+4wool"}}).play("0 road D1.NW")
    assert table.refused("0 bank 4wool ore") == "trade-over"
    assert table.refused("0 offer wool ore") == "trade-over"
    assert table.refused("1 offer wool ore") == "trade-over"
    table = rolled(seats={0: {"cards": "5wool+grain+ore"}}).play("0 buy; * draw knight")
    assert table.refused("0 bank 4wool ore") == "trade-over"
    table = rolled(COMBINED, {0: {"cards": "brick+lumber+4wool"}})
    table.play("0 road D1.NW; 0 bank 4wool ore")


def ruling_79_nothing_between_two_free_roads_but_a_win():
    table = rolled(COMBINED, {0: {"dev": "road-building", "cards": "4wool"}})
    table.play("0 road-building; 0 road D1.NW")
    for line in ("0 end", "0 bank 4wool ore", "0 offer wool ore", "0 road-building", "0 roll"):
        assert table.refused(line) == "finish-first", line
    four = {"settlements": ["B2.N", "D1.N"], "cities": ["C5.SE", "A3.NE", "E3.S"],
            "roads": ["A2.SW", "A2.SE", "A2.E", "A2.NE"], "dev": "road-building"}
    table = rolled(COMBINED, {0: four}).play("0 road-building; 0 road A2.NW")
    assert table.status["winner"] == 0 and table.points(0) == 10


def ruling_83_the_sixth_editions_cards():
    table = before_the_roll("sixth,first=0", {0: {"dev": "knight+monopoly"}})
    assert {"knight", "monopoly", "roll"} == table.verbs()
    table.play("0 roll; * dice 3 4")
    assert table.refused("0 knight") == "finish-first"


def ruling_84_at_the_end_all_points_are_shown():
    table = rolled(seats={0: nine(cards="wool+grain+ore"), 2: {"dev": "point+knight"}})
    assert table.view(1)["seats"][2]["points"] == 2
    table.play("0 buy; * draw point")
    for viewer in (1, 3, "spectator"):
        seats = table.view(viewer)["seats"]
        assert seats[2]["points"] == 3 and seats[2]["dev_points"] == 1, viewer
        assert seats[2]["dev"] is None and seats[0]["points"] == 10


def ruling_85_in_the_sixth_the_awards_follow_what_is_in_play():
    table = rolled("sixth,first=0,layout=fifth", {
        0: {"settlements": ["B2.N", "D1.N"], "roads": ["A2.SW", "D1.NE", "A2.SE", "A2.E", "A2.NE",
                                                       "A2.NW"]},
        1: {"roads": ["E1.NE", "E1.E", "E1.SE", "E1.SW", "E1.W"]},
        3: {"cards": "brick+lumber+wool+grain", "roads": ["C4.E", "A3.NW", "A3.NE"]}},
        longest_road={"seat": 0, "length": 5}, road_to_beat=5, turn=3)
    table.play("3 settle A2.NE")
    assert table.state()["longest_road"] == {"seat": 1, "length": 5}, "the only leader takes it"
    assert table.status["winner"] is None


def ruling_g13_offers_in_a_turn():
    table = rolled(PLAIN + ",offers=16", held("wool", "ore"))
    for _ in range(16):
        table.play("0 offer wool ore to 1; 1 decline %d" % (table.state()["offers_made"] + 1))
    assert table.refused("0 offer wool ore") == "too-many-offers"
    table = rolled(seats=held("wool", "ore"))
    assert table.state()["rules"]["options"]["offers"] == "unlimited"
    for _ in range(260):
        table.play("0 offer wool ore to 1; 0 withdraw")
    table.play("0 offer wool ore to 1")
    assert table.state()["offers"][0]["number"] == 261 - 255


def ruling_75_what_is_public():
    table = rolled(seats={0: {"cards": "3wool", "dev": "knight"},
                          1: {"cards": "2ore", "dev": "point"}})
    view = table.view(0)
    assert view["seats"][1]["cards"] is None and view["seats"][1]["count"] == 2
    assert view["seats"][1]["dev"] is None and view["seats"][1]["dev_count"] == 1
    assert view["seats"][1]["points"] == 2 and table.view(1)["seats"][1]["points"] == 3
    assert view["bank"]["wool"] == 16 and view["deck"]["cards"] is None
    assert view["deck"]["count"] == 23
    table.play("0 knight; 0 robber E3 1; * steal 1 ore")
    steal = {seat: table.ok("events", seat=seat)["events"][-1]["actions"][-1]
             for seat in (0, 1, 2, "spectator")}
    assert steal == {0: "* steal 1 ore", 1: "* steal 1 ore", 2: "* steal 1 ?",
                     "spectator": "* steal 1 ?"}
    table = rolled(seats={0: {"cards": "wool+grain+ore"}}).play("0 buy; * draw monopoly")
    assert table.ok("events", seat=1)["events"][-1]["actions"] == ["* draw ?"]
    assert table.ok("events", seat=0)["events"][-1]["actions"] == ["* draw monopoly"]
