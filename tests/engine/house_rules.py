"""house_rules.py -- house rules: points, hand limit, a friendly robber, a deck of dice, quiet rounds."""
from catan_rulings import PLAIN, held, rolled, seven
from table import Table


def test_points_to_win():
    table = rolled(PLAIN + ",points=4", {0: {"cards": "3ore+2grain", "dev": "point"}})
    assert table.points(0) == 3
    table.play("0 city B2.N")
    assert table.status["winner"] == 0


def test_the_hand_limit():
    table = seven(PLAIN + ",hand_limit=9", held("", "9wool", "10ore", ""))
    assert table.status["owes"] == [2] and table.seat(2)["owes_cards"] == 5


def test_a_friendly_robber_spares_those_with_few_points():
    # red and orange have two points, blue and white three
    three = {p: {"cards": "wool", "cities": [city], "settlements": [other]}
             for p, city, other in ((1, "E1.N", "E3.N"), (3, "C2.N", "D4.N"))}
    table = seven(PLAIN + ",friendly=2", three)
    assert table.refused("0 robber D3 1") == "friendly-robber", "orange lives there too"
    assert table.refused("0 robber A3 2") == "friendly-robber"
    hexes = {line.split()[2] for line in table.menu()}
    assert "E3" in hexes and not hexes & {"D2", "D3", "E2", "A3", "B3", "B4"}
    assert "B2" in hexes, "the buildings of the seat that moves it do not matter"
    table = seven(PLAIN + ",friendly=10", held("", "wool", "wool", "wool"))
    occupied = {"B2", "D3", "E3", "A3", "C2", "D4"}
    assert not occupied & {line.split()[2] for line in table.menu()}


def test_dice_from_a_deck():
    table = Table(PLAIN + ",dice=deck", 2)
    seen = []
    for turn in range(36):
        table.play("%d roll" % (turn % 2))
        menu = table.menu("*")
        assert len(menu) == 36 - turn and not set(menu) & set(seen)
        pick = next((m for m in menu if sum(map(int, m.split()[2:])) != 7), menu[0])
        seen.append(pick)
        table.play(pick)
        while table.state()["phase"] == "discard":
            table.play(table.menu()[0])
        if table.state()["phase"] == "robber":
            table.play(table.menu()[0])
        if table.status["chance"]:
            table.play(table.menu("*")[0])
        table.play("%d end" % (turn % 2))
    assert table.play("0 roll") and len(table.menu("*")) == 36, "shuffled anew"


def test_no_seven_in_the_quiet_rounds():
    table = Table(PLAIN + ",quiet_rounds=2", 2)
    for turn in range(4):
        table.play("%d roll" % (turn % 2))
        assert len(table.menu("*")) == 30 and table.refused("* dice 3 4") == "impossible"
        table.play("* dice 1 1; %d end" % (turn % 2))
    assert len(table.play("0 roll").menu("*")) == 36


def test_two_players_play_by_the_plain_rules():
    table = Table("fifth,first=0,start=draft", 2)
    table.play("0 settle B2.N; 0 road B2.NE; 1 settle E3.S; 1 road E3.SE; 1 settle A1.N")
    table.play("1 road A1.NE; 0 settle C3.N; 0 road C3.NE")
    assert table.menu() == ["0 roll"] and len(table.state()["seats"]) == 2
    table.play("0 roll; * dice 1 1; 0 end; 1 roll; * dice 1 1; 1 end")
    assert table.state()["turn"] == 0 and table.state()["round"] == 1
