"""struggle_rulings.py -- the rulings on Struggle, and what its cards show, judged from outside."""
from table import KINDS, Table, cards

TOTAL = {"brick": 11, "lumber": 11, "wool": 15, "grain": 14, "ore": 16}


def sides(n):
    return ["A", "B"] * (n // 2) + ["A"] * (n % 2)


class Struggle(Table):
    def __init__(self, hands=(), players=4, rules="", seats=(), market="2wool+grain+lumber+ore",
                 discard=0, stack=None, **keys):
        """Seat 0 is about to trade. Cards that are not in hands or the market are in the draw stack.
        `discard` puts cards on the discard pile; `stack` leaves only these cards in the draw stack
        and gives the rest to the last seat."""
        super().__init__("struggle,first=0" + rules, players, chance="auto", seed=1)
        state = self.state()
        for key in ("stack", "owes", "may", "chance"):
            state.pop(key)
        left = dict(TOTAL)
        for p, seat in enumerate(state["seats"]):
            hand = cards(hands[p] if p < len(hands) else "")
            seat["cards"] = {k: hand.get(k, 0) for k in KINDS}
            for key in ("count", "points", "points_public"):
                seat.pop(key)
            for key, value in dict(seats).get(p, {}).items():
                seat[key] = sides(value) if key in ("roads", "knights") else value
        piles = [seat["cards"] for seat in state["seats"]] + [cards(market)]
        state["market"] = [k for k in KINDS for _ in range(cards(market).get(k, 0))]
        state["discard"] = {k: cards(discard or "").get(k, 0) for k in KINDS}
        for pile in piles + [state["discard"]]:
            for k, n in pile.items():
                left[k] -= n
        if stack is not None:
            kept = cards(stack)
            for k in KINDS:
                state["seats"][-1]["cards"][k] += left[k] - kept.get(k, 0)
                left[k] = kept.get(k, 0)
        state["unseen"] = left
        on_table = state["seats"]
        supply = state["supply"]
        for what, row in (("road", "roads"), ("knight", "knights")):
            supply[what] = self.in_play(what, players) - sum(len(s[row]) for s in on_table)
        own = [name for s in on_table for name in s["expansions"]]
        used = sum(s["settlements"] + s["cities"] + len(s["expansions"]) for s in on_table)
        supply["settlement"] = self.in_play("settlement", players) - used
        for name in own:
            supply["expansions"].remove(name)
        cities = sum(s["cities"] + len(s["expansions"]) for s in on_table)
        state["events"]["brigands"] -= cities
        state["trades_left"] = max(1, (len(on_table[0]["roads"]) + 1) // 2)
        state.update(keys)
        self.set(state)

    @staticmethod
    def in_play(what, players):
        table = {"road": (5, 7, 9), "knight": (2, 4, 5), "settlement": (7, 11, 15)}
        return table[what][players - 2]


def test_stacks_by_number_of_players():
    for players, want in ((2, (5, 7, 2, 5)), (3, (7, 11, 4, 7)), (4, (9, 15, 5, 9)),
                          (5, (11, 19, 7, 11)), (6, (13, 23, 8, 13))):
        ruleset = "struggle" if players < 5 else "struggle-56"
        table = Table(ruleset, players, chance="auto", seed=3)
        state = table.state()
        supply = state["supply"]
        have = (supply["road"] + players, supply["settlement"] + players, supply["knight"],
                len(supply["expansions"]))
        assert have == want, (players, have)
        assert state["events"]["brigands"] + state["events"]["market-day"] == want[1]
        assert len(state["market"]) == 5 and [s["count"] for s in state["seats"]] == [3] * players
        assert state["stack"] + 5 + 3 * players == (67 if players < 5 else 134)
        assert state["destiny"] == (None if players == 2 else "clockwise")
        for seat in state["seats"]:
            assert seat["roads"] == ["A"] and seat["settlements"] == 1 and seat["points"] == 1
    four = Table("struggle", 4, chance="auto").state()
    names = four["supply"]["expansions"]
    assert {n: names.count(n) for n in names} == {"library": 1, "guild": 2, "church": 2,
                                                  "castle": 2, "town-hall": 2}
    assert four["events"] == {"brigands": 10, "market-day": 5}
    for players, guild, castle, events in ((5, 3, 2, (12, 7)), (6, 4, 3, (15, 8))):
        more = Table("struggle-56", players, chance="auto").state()
        names = more["supply"]["expansions"]
        assert (names.count("guild"), names.count("castle")) == (guild, castle)
        assert tuple(more["events"].values()) == events
    assert "guild" not in Table("struggle", 2, chance="auto").state()["supply"]["expansions"]
    assert table.ask("new", ruleset="struggle", players=5)["error"] == "bad-players"
    assert table.ask("new", ruleset="struggle-56", players=4)["error"] == "bad-players"
    answer = table.ask("new", game="struggle")
    assert answer["ok"] and answer["rules"] == "struggle" and answer["players"] == 4
    assert table.ask("new", game="catan", ruleset="struggle")["error"] == "no-such-ruleset"


def test_prices_and_three_of_a_kind():
    for what, price in (("road", "brick+lumber"), ("knight", "wool+grain+ore"),
                        ("settlement", "brick+lumber+wool+grain")):
        table = Struggle([price])
        table.play("0 build %s %s" % (what, price))
        assert table.hand(0) == {}
    city = Struggle(["2grain+3ore"]).play("0 build city 2grain+3ore")
    assert city.status["chance"] and set(city.menu()) == {"* event brigands", "* event market-day"}
    expansion = Struggle(["3wool+ore"], seats={0: {"settlements": 0, "cities": 1}})
    expansion.play("0 build expansion library 3wool+ore")
    assert expansion.points(0) == 3
    table = Struggle(["6wool+brick"])
    assert table.allowed("0 build road 6wool") and table.allowed("0 build road brick+3wool")
    assert table.refused("0 build road 2wool+brick") == "wrong-payment"
    assert table.refused("0 build road brick+lumber") == "cannot-pay"
    assert {line for line in table.menu() if " road " in line} == {"0 build road brick+3wool",
                                                                  "0 build road 6wool"}
    mixed = Struggle(["3wool+3ore+brick+lumber"])
    ways = {line.split()[3] for line in mixed.menu() if " road " in line}
    assert ways == {"brick+lumber", "brick+3wool", "brick+3ore", "lumber+3wool", "lumber+3ore",
                    "3wool+3ore"}


def ruling_54_what_there_is_is_drawn():
    table = Struggle([""], stack="wool").play("0 draw 2; * deal 0 wool")
    assert table.hand(0) == {"wool": 1} and table.state()["turn"] == 1, "then nothing is left"


def ruling_g9_the_discards_are_shuffled_when_the_last_card_leaves():
    table = Struggle([""], stack="wool", discard="2ore").play("0 draw 2; * deal 0 wool")
    state = table.state()
    assert state["unseen"]["ore"] == 2 and sum(state["discard"].values()) == 0
    table.play("* deal 0 ore")
    later = Struggle(["brick+lumber"], stack="wool")
    later.play("0 build road brick+lumber; 0 draw 2")
    assert "* deal 0 wool" in later.menu()
    later.play("* deal 0 wool")
    assert later.state()["unseen"] == {"brick": 1, "lumber": 1, "wool": 0, "grain": 0, "ore": 0}


def ruling_55_the_card_put_down_may_come_back():
    table = Struggle(["brick"], stack="").play("0 swap-stack brick")
    assert table.menu() == ["* deal 0 brick"]
    table.play("* deal 0 brick")
    assert table.refused("0 swap-stack brick") == "no-trades-left"


def ruling_56_the_market_stays_five():
    table = Struggle(["brick"]).play("0 swap-market wool brick")
    assert table.hand(0) == {"wool": 1} and len(table.state()["market"]) == 5
    assert sorted(table.state()["market"]) == ["brick", "grain", "lumber", "ore", "wool"]
    assert Struggle(["brick"]).refused("0 swap-market brick brick") == "not-in-market"
    assert Struggle([""]).refused("0 swap-market wool brick") == "not-in-hand"


def ruling_57_no_trade_with_an_empty_hand():
    table = Struggle(["brick", "", "ore"])
    assert table.refused("0 take-from 1") == "too-few-cards"
    assert table.refused("0 take-from 0") == "not-an-opponent"
    assert {line for line in table.menu() if "take-from" in line} == {"0 take-from 2"}


def ruling_58_a_card_goes_back_at_once():
    table = Struggle(["brick", "wool"]).play("0 take-from 1; * steal 1 wool")
    assert set(table.menu()) == {"0 give-back brick", "0 give-back wool"}
    for line in ("0 draw 2", "0 swap-stack brick", "0 build road brick+lumber"):
        assert table.refused(line) == "wrong-phase", line
    table.play("0 give-back brick")
    assert table.hand(0) == {"wool": 1} and table.hand(1) == {"brick": 1}


def ruling_g10_several_cards_at_once_from_one_opponent():
    table = Struggle(["brick", "wool+ore+grain"], seats={0: {"roads": 5}})
    assert table.state()["trades_left"] == 3
    assert table.refused("0 take-from 1 4") == "no-trades-left"
    table.play("0 take-from 1 2; * steal 1 wool; * steal 1 ore")
    table.play("0 give-back brick; 0 give-back wool")
    assert table.hand(0) == {"ore": 1} and table.hand(1) == {"grain": 1, "wool": 1, "brick": 1}
    assert table.state()["trades_left"] == 1
    table.play("0 take-from 1; * steal 1 grain; 0 give-back ore")
    assert table.refused("0 swap-stack grain") == "no-trades-left"
    assert Struggle(["brick", "wool"], seats={0: {"roads": 5}}).refused("0 take-from 1 2") == \
        "too-few-cards"


def test_without_an_a_side_road_one_card_with_the_stack():
    table = Struggle(["2brick", "ore"], seats={0: {"roads": 0}})
    assert table.refused("0 swap-market wool brick") == "stack-only"
    assert table.refused("0 take-from 1") == "stack-only"
    table.play("0 swap-stack brick; * deal 0 ore")
    assert table.refused("0 swap-stack brick") == "no-trades-left"


def test_the_library_opens_one_hand_once():
    own = {0: {"roads": 3, "settlements": 0, "expansions": ["library"]}}
    table = Struggle(["brick", "wool+ore"], seats=own).play("0 library 1")
    assert table.view(0)["looking"]["cards"]["ore"] == 1
    for other in (2, 3, "spectator"):
        assert not (table.view(other)["looking"] or {}).get("cards")
    table.play("0 pick ore; 0 give-back brick")
    assert table.ok("events", seat=2)["events"][-2]["actions"] == ["0 pick ?"]
    assert table.ok("events", seat=2)["events"][-1]["actions"] == ["0 give-back ?"]
    assert table.refused("0 library 1") == "library-used"
    table.play("0 take-from 1; * steal 1 wool; 0 give-back ore")
    assert table.refused("0 take-from 1") == "no-trades-left", "it was one of two trades"
    assert Struggle(["brick", "wool"]).refused("0 library 1") == "no-library"
    built = Struggle(["brick+lumber", "wool"], seats=own).play("0 build road brick+lumber")
    assert built.refused("0 library 1") == "trading-over", "the Library works in the trade phase"


def ruling_g14_more_cards_after_the_librarys():
    own = {0: {"roads": 5, "settlements": 0, "expansions": ["library"]}}
    table = Struggle(["brick", "2wool+ore", "grain"], seats=own).play("0 library 1; 0 pick ore")
    assert sorted(table.menu()) == ["0 give-back brick", "0 give-back ore", "0 take-from 1", "0 take-from 1 2"]
    assert table.position()["taking"]["more"]
    assert table.refused("0 take-from 2") == "wrong-phase", "another trade waits until this one is over"
    table.set(table.state())        # a position keeps what is still allowed
    table.play("0 take-from 1; * steal 1 wool")
    assert table.position()["taking"] == {"from": 1, "coming": 0, "owed": 2, "more": False}
    assert sorted(table.menu()) == ["0 give-back brick", "0 give-back ore", "0 give-back wool"]
    table.play("0 give-back wool; 0 give-back brick")
    assert table.hand(0) == {"ore": 1} and table.state()["trades_left"] == 1


def guild(hands, seats=()):
    own = {0: {"settlements": 0, "expansions": ["guild"]}}
    own.update(dict(seats))
    return Struggle(hands, seats=own)


def ruling_67_the_guild_steals_once_unseen():
    table = guild(["", "wool"], {1: {"settlements": 3}})
    assert table.refused("0 guild 2") == "fewer-points"
    table.play("0 guild 1; * steal 1 wool")
    assert table.hand(0) == {"wool": 1} and table.hand(1) == {}
    assert table.refused("0 guild 1") == "guild-used"
    assert table.state()["trades_left"] == 1, "it is no trade, nothing goes back"
    assert table.ok("events", seat=2)["events"][-1]["actions"] == ["* steal 1 ?"]


def ruling_g12_the_guild_works_while_building_and_at_once():
    table = guild(["brick+lumber", "wool"], {1: {"settlements": 4}})
    table.play("0 build road brick+lumber; 0 guild 1; * steal 1 wool")
    new = Struggle(["3wool+ore", "brick"], seats={0: {"settlements": 0, "cities": 1},
                                                  1: {"settlements": 3}})
    new.play("0 build expansion guild 3wool+ore; 0 guild 1; * steal 1 brick")
    assert new.hand(0) == {"brick": 1}


EMPTY = {"roads": 0}


def ruling_59_two_players_take_from_each_other():
    table = Struggle(["brick+lumber", ""], 2, market="2wool+grain+2ore",
                     seats={0: {"roads": 2}, 1: {"roads": 3}})
    assert table.state()["destiny"] is None and table.state()["supply"]["road"] == 0
    table.play("0 build road brick+lumber")
    assert len(table.seat(0)["roads"]) == 3 and len(table.seat(1)["roads"]) == 2


def taking(destiny, seats, what="road"):
    price = {"road": "brick+lumber", "knight": "wool+grain+ore"}[what]
    return Struggle([price], seats=seats, destiny=destiny), "0 build %s %s" % (what, price)


def ruling_60_with_nothing_to_take_nothing_is_built():
    table, line = taking("clockwise", {0: {"roads": 9}, 1: EMPTY, 2: EMPTY, 3: EMPTY})
    assert table.refused(line) == "nothing-to-take" and table.hand(0) == {"brick": 1, "lumber": 1}


def test_the_destiny_card_points_to_the_neighbour():
    rows = {0: {"roads": 3}, 1: {"roads": 2}, 2: {"roads": 2}, 3: {"roads": 2}}
    for destiny, victim in (("clockwise", 1), ("counter", 3)):
        table, line = taking(destiny, rows)
        table.play(line)
        assert len(table.seat(victim)["roads"]) == 1 and len(table.seat(0)["roads"]) == 4
    table, line = taking("clockwise", {0: {"roads": 3}, 1: EMPTY, 2: {"roads": 4}, 3: {"roads": 2}})
    table.play(line)
    assert len(table.seat(2)["roads"]) == 3, "who has none is passed over"
    assert table.state()["turn"] == 0
    table.play("0 draw 2; * deal 0 wool; * deal 0 wool")
    assert table.state()["turn"] == 1, "the destiny card does not change the order of play"


def ruling_61_the_lowest_cards_are_protected():
    castle = {"expansions": ["castle"], "settlements": 0}
    table, line = taking("clockwise", {0: {"roads": 3}, 1: dict(castle, roads=4), 2: {"roads": 2},
                                       3: EMPTY})
    table.play(line)
    assert len(table.seat(1)["roads"]) == 3, "the fourth road can be taken"


def ruling_g11_who_has_only_protected_cards_is_passed_over():
    castle = {"expansions": ["castle"], "settlements": 0, "roads": 3}
    table, line = taking("clockwise", {0: {"roads": 3}, 1: castle, 2: {"roads": 3}, 3: EMPTY})
    table.play(line)
    assert len(table.seat(1)["roads"]) == 3 and len(table.seat(2)["roads"]) == 2
    church = {"expansions": ["church"], "settlements": 0, "knights": 1}
    table, line = taking("clockwise", {0: {"knights": 2}, 1: church, 2: {"knights": 2}}, "knight")
    table.play(line)
    assert len(table.seat(1)["knights"]) == 1 and len(table.seat(2)["knights"]) == 1


def ruling_62_the_side_follows_from_the_place_in_the_row():
    table = Struggle(["brick+lumber"], seats={0: {"roads": 0}}).play("0 build road brick+lumber")
    assert table.seat(0)["roads"] == ["A"]
    table = Struggle(["brick+lumber"]).play("0 build road brick+lumber")
    assert table.seat(0)["roads"] == ["A", "B"] and table.points(0) == 2
    table = Struggle(["wool+grain+ore"], seats={0: {"knights": 1}})
    table.play("0 build knight wool+grain+ore")
    assert table.seat(0)["knights"] == ["A", "B"]


def ruling_63_an_expansion_needs_a_city_of_its_own():
    assert Struggle(["3wool+ore"]).refused("0 build expansion library 3wool+ore") == "no-city"
    table = Struggle(["3wool+ore"], seats={0: {"settlements": 0, "cities": 1}})
    assert table.points(0) == 2
    table.play("0 build expansion town-hall 3wool+ore")
    assert table.points(0) == 4, "the city's points count no more"
    full = Struggle(["3wool+ore"], seats={0: {"settlements": 1, "expansions": ["library"]}})
    assert full.refused("0 build expansion church 3wool+ore") == "no-city"
    twice = Struggle(["3wool+ore"], seats={0: {"settlements": 0, "cities": 1,
                                               "expansions": ["town-hall"]}})
    assert twice.refused("0 build expansion town-hall 3wool+ore") == "expansion-owned"


def ruling_64_no_settlement_left_and_the_destiny_card():
    table = Struggle(["brick+lumber+wool+grain"]).play("0 build settlement brick+lumber+wool+grain")
    assert set(table.menu()) == {"0 turn", "0 leave"}
    table.play("0 turn")
    assert table.state()["destiny"] == "counter"
    gone = Struggle(["brick+lumber+wool+grain"], seats={1: {"settlements": 12}})
    assert gone.refused("0 build settlement brick+lumber+wool+grain") == "none-left"


def ruling_65_the_event_comes_before_the_win():
    nine = {"settlements": 1, "cities": 0, "roads": 4, "expansions": ["library", "castle"]}
    table = Struggle(["2grain+3ore", "8wool"], seats={0: nine}, market="5brick")
    assert table.points(0) == 9
    table.play("0 build city 2grain+3ore; * event brigands")
    assert table.status["winner"] is None and table.status["owes"] == [1]
    table.play("1 discard wool; 1 discard wool; 1 discard wool; 1 discard wool")
    assert table.status["winner"] == 0 and table.status["over"]


def ruling_66_ten_points_on_ones_own_turn():
    table = Struggle([""], seats={1: {"settlements": 10}})
    assert table.points(1) == 10 and table.status["winner"] is None
    table.play("0 draw 2; * deal 0 wool; * deal 0 wool")
    assert table.status["winner"] == 1


def city(rules="", hands=("2grain+3ore", "", "", "")):
    return Struggle(list(hands), rules=rules, market="5brick").play("0 build city 2grain+3ore")


def test_brigands_turn_the_card_and_take_half():
    table = city(hands=("2grain+3ore", "8wool", "7ore", "9grain")).play("* event brigands")
    assert table.state()["destiny"] == "counter" and table.status["owes"] == [1, 3]
    assert [s["owes_cards"] for s in table.state()["seats"]] == [0, 4, 0, 4]
    assert table.refused("2 discard ore") == "nothing-owed"
    for rules, owed in ((",brigand_loss=half-up", 5), (",brigand_loss=excess", 2),
                        (",hand_limit=9", 0)):
        table = city(rules, ("2grain+3ore", "", "", "9grain")).play("* event brigands")
        assert table.seat(3)["owes_cards"] == owed, rules


def test_market_day_replaces_the_market_or_lets_all_swap():
    table = city().play("* event market-day")
    assert table.state()["market"] == [] and table.state()["discard"]["brick"] == 5
    table.play("; ".join(["* market wool"] * 5))
    assert table.state()["market"] == ["wool"] * 5 and table.status["owes"] == [0]
    table = city(",market_day=swap", ("2grain+3ore+lumber", "wool", "", "ore"))
    table.play("* event market-day")
    assert table.status["owes"] == [0]
    table.play("0 swap-market brick lumber; 1 pass")
    assert table.status["owes"] == [3], "who has no cards is not asked"
    table.play("3 swap-market lumber ore")
    assert table.status["owes"] == [0]
    assert sorted(table.state()["market"]) == ["brick"] * 4 + ["ore"]


def ruling_80_each_type_once_a_turn():
    table = Struggle(["3brick+3lumber+wool+3grain+3ore"])
    table.play("0 build road brick+lumber")
    assert table.refused("0 build road brick+lumber") == "built-already"
    table.play("0 build settlement brick+lumber+wool+grain; 0 leave; 0 build city 2grain+3ore")
    assert table.status["chance"], "a settlement and a city in one turn"


def ruling_81_the_knights_cards_are_optional():
    table = Struggle([""], seats={0: {"knights": 3}})
    assert [line for line in table.menu() if "draw" in line] == ["0 draw 2", "0 draw 3", "0 draw 4"]
    for line in ("0 draw 1", "0 draw 5"):
        assert table.refused(line) == "wrong-number"


def ruling_82_the_first_seat_is_given_or_drawn():
    assert Table("struggle", 3, first=2, chance="auto").status["owes"] == [2]
    table = Table("struggle", 3)
    while table.verbs("*") != {"first"}:
        table.play(table.menu()[0])
    assert table.menu() == ["* first 0", "* first 1", "* first 2"]
    assert table.ask("new", ruleset="struggle", players=3, first=3)["ok"] is False


def test_the_reconstructed_facts_are_options():
    own = {0: {"settlements": 0, "expansions": ["castle"]}}
    assert Struggle([""], rules=",castle_points=4", seats=own).points(0) == 4
    own = {0: {"settlements": 0, "expansions": ["town-hall"]}}
    assert Struggle([""], rules=",town_hall_points=3", seats=own).points(0) == 3
    table = Table("struggle,white_arrow=counter", chance="auto")
    assert table.state()["destiny"] == "counter"
    table = Table("struggle,castle=2,town_hall=1", 2, chance="auto")
    names = table.state()["supply"]["expansions"]
    assert names.count("castle") == 2 and names.count("town-hall") == 1
    table = Table("struggle,brigands=7", 2, chance="auto")
    assert table.state()["events"] == {"brigands": 7, "market-day": 0}


def ruling_75_what_is_public_in_struggle():
    table = Struggle(["brick", "wool+ore"])
    view = table.view(0)
    assert view["seats"][1]["cards"] is None and view["seats"][1]["count"] == 2
    assert view["market"] and view["discard"] is not None and view["unseen"] is None
    table.play("0 take-from 1; * steal 1 wool; 0 give-back brick")
    lines = {seat: [a for e in table.ok("events", seat=seat)["events"] for a in e["actions"]]
             for seat in (0, 1, 2)}
    assert lines[0] == lines[1] == ["0 take-from 1", "* steal 1 wool", "0 give-back brick"]
    assert lines[2] == ["0 take-from 1", "* steal 1 ?", "0 give-back ?"]
    table.play("0 draw 2; * deal 0 wool; * deal 0 ore")
    assert table.ok("events", seat=1)["events"][-1]["actions"] == ["* deal 0 ?"]
