"""helper_rulings.py -- the rulings on the ten helpers, judged from outside.

On the printed map with seat 0 first, seat 3 starts with Nassir, 2 William, 1 Marianne, 0 Louis."""
from catan_rulings import before_the_roll, rolled
from table import Table

RULES = "fifth+helpers,first=0,phases=combined"
STRICT = "fifth+helpers,first=0"


def has(name, side="A", **more):
    return {"name": name, "side": side, "fresh": False, "used": False, **more}


def helped(name, seats=(), ruleset=RULES, when=rolled, side="A", **keys):
    """Seat 0 has this helper; the others have ones that stay quiet."""
    quiet = [n for n in ("candamir", "vincent", "jean", "lin") if n != name]
    helpers = {0: has(name, side)}
    helpers.update({p: has(quiet[p - 1]) for p in (1, 2, 3)})
    merged = {p: dict({"helper": helpers[p]}, **dict(seats).get(p, {})) for p in range(4)}
    return when(ruleset, merged, **keys)


def ruling_40_once_a_turn_not_when_received_not_between_turns():
    table = helped("lin", {0: {"cards": "2ore"}}, robber="B2").play("0 lin; 0 exchange nassir")
    assert table.hand(0) == {"ore": 2, "brick": 1}
    assert table.seat(0)["helper"]["fresh"] and table.refused("0 nassir wool 1") == "helper-fresh"
    assert table.refused("0 lin") == "no-helper"
    table = helped("lin", robber="B2").play("0 lin; 0 flip").change(robber="B3")
    assert table.refused("0 lin") == "helper-used"
    table.play("0 end")
    assert not table.seat(0)["helper"]["used"]
    assert table.refused("0 lin") == "not-your-turn"


def ruling_40_none_in_special_building():
    table = Table("fifth-56+helpers,first=0,harbors=fixed", 6, chance="auto", seed=3)
    while table.state()["phase"] in ("settle", "settle-road"):
        table.play(table.menu()[0])
    state = table.position()
    state.update(phase="special", rolled=True, special=1, dice=[1, 1])
    state["seats"][1]["helper"] = has("lin")
    state["seats"][1]["cards"] = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 2)
    table.set(state)
    for line in ("1 lin A1", "1 nassir wool 2", "1 jean ore", "1 candamir wool+grain+ore"):
        assert table.refused(line) == "special-building", line
    assert not table.verbs() & {"lin", "nassir", "jean", "candamir"}


def ruling_41_the_first_helper_works_in_the_first_turn():
    table = Table(RULES)
    assert table.seat(0)["helper"] == has("louis")
    assert any(line.startswith("0 louis") for line in table.menu()), "before the first roll"


def ruling_42_flip_or_exchange_at_once():
    table = helped("lin", robber="B2").play("0 lin")
    assert table.verbs() == {"flip", "exchange"} and table.refused("0 end") == "finish-first"
    assert table.refused("0 exchange lin") == "not-on-display", "never the same one"
    display = set(table.state()["display"])
    assert {line.split()[2] for line in table.menu() if "exchange" in line} == display
    table.play("0 flip")
    assert table.seat(0)["helper"]["side"] == "B"
    table = helped("lin", side="B", robber="B2").play("0 lin")
    assert table.refused("0 flip") == "helper-b-side" and table.verbs() == {"exchange"}
    table.play("0 exchange hilde")
    assert table.seat(0)["helper"] == has("hilde", fresh=True, used=True)
    assert "lin" in table.state()["display"]


def marianne(cards=(), **keys):
    """Seat 1 holds Marianne, seat 0 is about to roll."""
    seats = {p: {"cards": text} for p, text in enumerate(cards)}
    return before_the_roll(RULES, seats, **keys)


def ruling_43_marianne_and_the_supply():
    table = marianne(["19wool"]).play("0 roll; * dice 6 6")
    assert table.status["owes"] == [1] and table.refused("1 marianne wool") == "bank-short"
    table.play("1 marianne ore; 1 flip")
    assert table.hand(1) == {"ore": 1}
    # a hex under the robber yields nothing, and so does a short supply
    table = marianne(robber="E1").play("0 roll; * dice 2 3")
    assert table.status["owes"] == [0], "blue also has the pasture with a five"
    table = marianne(["19wool"], robber="E1").play("0 roll; * dice 2 3")
    assert table.status["owes"] == [1]
    small = RULES + ",bank=5"
    empty = before_the_roll(small, {0: {"cards": "5wool+5ore+5brick+5lumber+5grain"}})
    assert empty.play("0 roll; * dice 6 6").status["owes"] == [0], "an empty supply"


def sean(cards, seat=1):
    quiet = iter(["candamir", "vincent", "jean"])
    return before_the_roll(RULES, {p: {"cards": text, "helper": has("sean") if p == seat
                                       else has(next(quiet))} for p, text in enumerate(cards)})


def ruling_44_sean_comes_before_the_discards():
    table = sean(["8wool", "8ore", "", ""]).play("0 roll; * dice 3 4")
    assert table.status["owes"] == [1] and table.verbs() == {"sean", "pass"}
    assert table.refused("0 discard wool") == "finish-first"
    table.play("1 pass")
    assert table.status["owes"] == [0, 1], "declined: seat 1 discards like all"
    assert not table.seat(1)["helper"]["used"]
    kept = sean(["8wool", "8ore", "", ""]).play("0 roll; * dice 3 4; 1 sean; 1 flip")
    assert kept.status["owes"] == [0] and kept.hand(1) == {"ore": 8}


def ruling_68_seans_card_never_causes_a_discard():
    table = sean(["", "7ore", "", ""]).play("0 roll; * dice 3 4")
    assert table.refused("1 sean") == "owes-nothing", "with seven cards there is nothing to keep"
    table.play("1 sean ore; 1 flip")
    assert table.hand(1) == {"ore": 8} and table.status["owes"] == [0]
    assert table.verbs() == {"robber"}
    eight = sean(["", "8ore", "", ""]).play("0 roll; * dice 3 4")
    assert eight.refused("1 sean ore") == "owes-cards", "with eight cards none is taken"


def ruling_g2_marianne_and_sean_owe_use_or_decline():
    table = marianne().play("0 roll; * dice 6 6")
    assert table.status["owes"] == [1] and table.status["may"] == []
    for line in ("0 louis A2.SW A1.E", "0 end", "0 offer wool ore", "2 marianne ore"):
        assert table.refused(line) in ("finish-first", "not-your-turn", "bad-action"), line
    table.play("1 pass")
    assert table.status["owes"] == [0] and not table.seat(1)["helper"]["used"]
    assert marianne().play("0 roll; * dice 3 4").status["owes"] == [0], "not after a seven"
    own = before_the_roll(RULES, turn=1).play("1 roll; * dice 6 6")
    assert own.status["owes"] == [1] and own.verbs() == {"marianne", "pass"}, "in one's own turn too"


def ruling_45_candamir():
    table = helped("candamir", {0: {"cards": "2wool+grain+ore"}})
    table.play("0 candamir 2wool+grain; * look knight+2point")
    assert table.menu() == ["0 keep knight", "0 keep point"]
    table.play("0 keep knight; 0 flip")
    assert table.hand(0) == {"ore": 1} and table.seat(0)["dev_new"] == {"knight": 1}
    assert table.state()["deck"]["count"] == 24 and table.refused("0 knight") == "card-new"
    two = helped("candamir", {0: {"cards": "wool+grain+ore"}, 1: {"dev": "14knight+4point"},
                              2: {"dev": "2plenty+2monopoly+road-building"}})
    two.play("0 candamir wool+grain+ore")
    assert two.menu() == ["* look road-building+point"]
    none = helped("candamir", {0: {"cards": "wool+grain+ore"}, 1: {"dev": "14knight+5point"},
                               2: {"dev": "2plenty+2monopoly+2road-building"}})
    assert none.refused("0 candamir wool+grain+ore") == "deck-empty"


def ruling_46_lin():
    table = helped("lin", robber="C3")
    assert table.refused("0 lin") == "robber-home"
    short = helped("lin", {1: {"cards": "19brick"}}, robber="B2").play("0 lin; 0 flip")
    assert short.hand(0) == {} and short.state()["robber"] == "C3"
    home = helped("lin", {3: {"settlements": ["C2.N", "C3.NE"], "cards": "wool"},
                          0: {"played": "2knight"}}, robber="B2").play("0 lin; 0 flip")
    assert home.hand(0) == {"brick": 1} and home.hand(3) == {"wool": 1}, "no theft at the desert"
    assert home.seat(0)["played"] == {"knight": 2}, "and no knight"


def ruling_47_lin_chooses_between_two_deserts():
    table = Table("fifth-56+helpers,first=0,harbors=fixed", 6, chance="auto", seed=3)
    while table.state()["phase"] in ("settle", "settle-road"):
        table.play(table.menu()[0])
    state = table.position()
    hexes = {h["name"]: h["terrain"] for h in state["board"]["hexes"]}
    deserts = {name for name, terrain in hexes.items() if terrain == "desert"}
    state["robber"] = next(name for name in hexes if name not in deserts)
    for seat in state["seats"]:
        if seat["helper"]["name"] == "lin":
            seat["helper"] = state["seats"][0]["helper"]
    state["seats"][0]["helper"] = has("lin")
    table.set(state)
    assert {line.split()[2] for line in table.menu() if " lin" in line} == deserts
    table.play("0 lin " + sorted(deserts)[1])
    assert table.state()["robber"] == sorted(deserts)[1]
    assert len(deserts) == 2


ARMY = {"largest_army": {"seat": 0, "knights": 3}}


def ruling_48_vincents_knight_leaves_the_game():
    table = helped("vincent", {0: {"played": "3knight", "cards": "2ore+grain"},
                               1: {"played": "3knight"}}, **ARMY)
    table.play("0 vincent-city D1.N; 0 flip")
    assert table.seat(0)["played"] == {"knight": 2} and table.state()["knights_gone"] == 1
    assert table.state()["largest_army"] == {"seat": 1, "knights": 3}, "the only one with more"
    assert table.points(0) == 3 and table.points(1) == 4


def ruling_g8_a_holder_who_drops_keeps_the_army():
    two = {0: {"played": "3knight", "cards": "2ore+grain"}, 1: {"played": "2knight"}}
    table = helped("vincent", two, **ARMY).play("0 vincent-city D1.N; 0 flip")
    assert table.state()["largest_army"]["seat"] == 0, "though with two knights only"
    fewer = {**two, 0: {"played": "2knight", "cards": "2ore+grain"}}
    table = helped("vincent", fewer, knights_gone=1, largest_army={"seat": 0})
    table.play("0 vincent-city D1.N; 0 flip")
    assert table.state()["largest_army"]["seat"] == 1, "two are more than one"
    aside = helped("vincent", two, RULES + ",army_aside=on", **ARMY)
    aside.play("0 vincent-city D1.N; 0 flip")
    assert aside.state()["largest_army"] is None


def ruling_49_nassir():
    table = helped("nassir", {1: {"cards": "wool"}, 2: {"cards": "ore"}})
    table.play("0 nassir wool 1 2")
    assert table.menu() == ["0 repay 1 wool"], "the card just received may go back"
    table.play("0 repay 1 wool; 0 flip")
    nothing = helped("nassir", {1: {"cards": "wool"}}).play("0 nassir ore 1")
    assert nothing.verbs() == {"flip", "exchange"} and nothing.hand(0) == {}
    both = helped("nassir", {0: {"cards": "brick"}, 1: {"cards": "wool"}, 2: {"cards": "2wool"}})
    assert both.refused("0 nassir wool 0") == "bad-partner"
    assert both.refused("0 nassir wool 1 2 3") in ("bad-partner", "bad-action")
    both.play("0 nassir wool 1 2; 0 repay 2 brick; 0 repay 1 wool")
    assert both.hand(0) == {"wool": 1} and both.hand(2) == {"wool": 1, "brick": 1}


def ruling_50_hilde():
    table = helped("hilde", {1: {"cards": "wool+ore", "cities": ["E1.N"], "settlements": ["E3.N"]},
                             2: {"cards": "wool", "dev": "point"},
                             3: {"cities": ["C2.N"], "settlements": ["D4.N"]}})
    assert table.refused("0 hilde 2") == "not-ahead", "hidden points do not show"
    assert table.refused("0 hilde 3") == "empty-hand"
    table.play("0 hilde 1; 0 take ore")
    assert table.hand(0) == {"ore": 1} and table.hand(1) == {"wool": 1}
    early = helped("hilde", {1: {"cards": "wool", "cities": ["E1.N"], "settlements": ["E3.N"]}},
                   when=before_the_roll)
    assert early.refused("0 hilde 1") == "not-rolled"


def ruling_51_louis():
    table = helped("louis", {0: {"roads": ["A2.SW", "D1.NE", "D1.E"]}})
    assert table.refused("0 louis D1.NE D1.NW") == "road-not-loose", "both its ends are connected"
    assert table.refused("0 louis D1.E D1.E") == "same-path"
    assert table.refused("0 louis D1.E E3.E") == "not-connected"
    assert table.refused("0 louis D1.E D1.SE") == "not-connected", "only the road itself led there"
    table.play("0 louis D1.E D1.NW; 0 flip")
    assert table.seat(0)["road_length"] == 2
    holder = helped("louis", {0: {"roads": ["A2.SW", "A2.SE", "A2.E", "A2.NE", "A2.NW"]}},
                    longest_road={"seat": 0, "length": 5}, road_to_beat=5)
    holder.play("0 louis A2.NW D1.NW; 0 flip")
    assert holder.state()["longest_road"] is None and holder.points(0) == 2


def ruling_70_louis_is_one_act():
    table = helped("louis", {0: {"roads": ["A2.SW", "A2.SE", "A2.E", "A2.NE", "A2.NW"]},
                             1: {"roads": ["E1.NE", "E1.E", "E1.SE", "E1.SW", "E1.W"]}},
                   longest_road={"seat": 0, "length": 5}, road_to_beat=5)
    table.play("0 louis A2.NW A2.W; 0 flip")
    assert table.state()["longest_road"] == {"seat": 0, "length": 5}, "never lost in between"


def ruling_52_jean():
    table = helped("jean", {0: {"cards": "6ore"}}, STRICT)
    assert table.refused("0 bank 2ore wool") == "bad-rate"
    table.play("0 jean ore; 0 flip; 0 bank 2ore wool; 0 bank 2ore grain")
    assert table.refused("0 bank 2ore ore") == "like-for-like"
    assert table.hand(0) == {"ore": 2, "wool": 1, "grain": 1}
    table.play("0 end")
    assert table.state()["jean"] is None and table.seat(0)["rates"]["ore"] == 4


def ruling_71_jeans_rate_stays_when_she_goes():
    table = helped("jean", {0: {"cards": "2ore"}}).play("0 jean ore; 0 exchange nassir")
    assert table.refused("0 nassir wool 1") == "helper-fresh"
    table.play("0 bank 2ore wool")
    assert table.hand(0) == {"wool": 1}


def ruling_53_william_pays_for_a_paid_road_only():
    table = helped("william", {0: {"cards": "wool+lumber", "dev": "road-building"}})
    table.play("0 road-building")
    assert table.refused("0 william D1.NW wool+lumber") == "finish-first"
    table.play("0 road D1.NW; 0 road D1.W; 0 william D1.SW wool+lumber; 0 flip")
    assert table.hand(0) == {}


def ruling_78_exactly_one_card_is_replaced():
    table = helped("william", {0: {"cards": "2wool+2lumber+2brick"}})
    assert table.refused("0 william D1.NW 2wool") == "wrong-payment"
    assert table.refused("0 william D1.NW brick+lumber") == "wrong-payment", "nothing is replaced"
    assert table.refused("0 william D1.NW brick+lumber+wool") == "wrong-payment"
    for pay in ("2lumber", "2brick", "wool+lumber", "brick+wool"):
        assert table.allowed("0 william D1.NW " + pay), pay
    table = helped("candamir", {0: {"cards": "3wool+2grain+2ore"}})
    assert table.allowed("0 candamir 2wool+grain") and table.allowed("0 candamir wool+grain+ore")
    assert table.refused("0 candamir 3wool") == "wrong-payment"


def ruling_69_vincent_in_his_order():
    seats = {0: {"played": "3knight", "cards": "lumber+brick", "settlements": ["B2.N"],
                 "cities": ["C5.SE", "A3.NE", "E3.S"], "roads": ["D1.NE", "D1.NW", "C1.W"]},
             1: {"played": "3knight"}}
    table = helped("vincent", seats, **ARMY)
    assert table.points(0) == 9
    table.play("0 vincent-settle D1.N; 0 flip")
    assert table.status["winner"] is None and table.points(0) == 8, "the army left before the win"
    alone = helped("vincent", {0: seats[0]}, **ARMY).play("0 vincent-settle D1.N")
    assert alone.status["winner"] == 0


def ruling_72_when_helpers_work():
    for name, line in (("nassir", "0 nassir wool 1"), ("louis", "0 louis A2.SW A1.E"),
                       ("lin", "0 lin")):
        early = helped(name, ruleset=STRICT, when=before_the_roll, robber="B2")
        assert early.allowed(line), name
        seven = early.play("0 roll; * dice 3 4")
        assert seven.refused(line) == "finish-first", name
    cards = {0: {"cards": "2wool+2lumber+2grain+2ore+brick", "played": "2knight"}}
    for name, line in (("jean", "0 jean ore"), ("william", "0 william D1.NW wool+lumber"),
                       ("candamir", "0 candamir wool+grain+ore"),
                       ("vincent", "0 vincent-city D1.N")):
        early = helped(name, cards, STRICT, before_the_roll)
        assert early.refused(line) == "not-rolled", name
        assert helped(name, cards, STRICT).allowed(line), name
    built = helped("jean", {0: {"cards": "brick+lumber+2ore"}}, STRICT).play("0 road D1.NW")
    assert built.refused("0 jean ore") == "trade-over"


def ruling_73_helpers_with_the_printed_pieces():
    for first in range(4):
        table = Table("fifth+helpers", first=first)
        names = [table.seat((first - 1 - i) % 4)["helper"]["name"] for i in range(4)]
        assert names == ["nassir", "william", "marianne", "louis"]
        assert set(table.state()["display"]) == {"sean", "candamir", "hilde", "vincent", "jean",
                                                 "lin"}
    table = Table("fifth+helpers,start=draft,first=0", 3, chance="auto")
    while table.state()["phase"] in ("settle", "settle-road"):
        table.play(table.menu()[0])
    assert [table.seat(p)["helper"]["name"] for p in range(3)] == ["marianne", "william", "nassir"]


def ruling_74_what_a_helper_shows_is_for_one_seat():
    table = helped("hilde", {1: {"cards": "wool+ore", "cities": ["E1.N"],
                                 "settlements": ["E3.N"]}}).play("0 hilde 1")
    shown = table.view(0)["looking"]
    assert shown["hand_of"] == 1 and {k for k, n in shown["cards"].items() if n} == {"wool", "ore"}
    for other in (2, 3, "spectator"):
        assert not (table.view(other)["looking"] or {}).get("cards"), other
    table = helped("candamir", {0: {"cards": "wool+grain+ore"}})
    table.play("0 candamir wool+grain+ore; * look knight+2point")
    assert table.view(0)["looking"]["deck"] == {"knight": 1, "point": 2}
    for other in (1, 2, 3, "spectator"):
        assert not (table.view(other)["looking"] or {}).get("deck"), other
        assert table.ok("events", seat=other)["events"][-1]["actions"] == ["* look ?"]
    # no undo across it, where the engine plays chance
    ahead = {1: {"cards": "wool", "cities": ["E1.N"], "settlements": ["E3.N"]},
             2: {"cards": "ore"}}
    for seed in range(20):
        position = helped("hilde", ahead).position()
        assert table.ok("set", state=position, chance="auto", seed=seed)["undo"] is None
        table.ok("play", action="0 hilde 1")
        assert table.ask("undo")["error"] == "undo-reveals"
