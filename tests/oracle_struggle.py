"""A second, slow implementation of Struggle: written from the rulebook, sharing no code with struggle/.
Rows of roads are lists of sides, stacks are lists of cards, payments are tried out card by card.
tests/oracle.py plays it against the engine."""
import functools
import itertools
from collections import Counter

KINDS = ["brick", "lumber", "wool", "grain", "ore"]
EXPANSIONS = ["library", "guild", "church", "castle", "town-hall"]
PRICE = {
    "road": ["brick", "lumber"],
    "knight": ["wool", "grain", "ore"],
    "settlement": ["brick", "lumber", "wool", "grain"],
    "city": ["grain", "grain", "ore", "ore", "ore"],
    "expansion": ["wool", "wool", "wool", "ore"],
}
# How many of each: without a symbol, with three, with four.
SYMBOLS = {
    "roads": (5, 2, 2), "knights": (2, 2, 1), "settlements": (7, 4, 4), "brigands": (5, 2, 3),
    "library": (1, 0, 0), "guild": (0, 1, 1), "church": (1, 1, 0), "castle": (1, 0, 1), "town_hall": (2, 0, 0),
}
NUMBERS = {
    "points": 10, "copies": 1, "brick": 11, "lumber": 11, "wool": 15, "grain": 14, "ore": 16, "market": 5,
    "start_cards": 3, "draw": 2, "hand_limit": 7, "library_points": 3, "guild_points": 3, "church_points": 3,
    "castle_points": 3, "town_hall_points": 4, "church_knights": 1, "castle_roads": 3,
    "first": "chance", "brigand_loss": "half", "market_day": "replace", "white_arrow": "clockwise",
}
# What is tried of each ruleset, with how many players.
VARIANTS = {
    "struggle": [("struggle", 2), ("struggle", 3), ("struggle", 4), ("struggle,market_day=swap", 4),
                 ("struggle,brigand_loss=half-up,hand_limit=4,white_arrow=counter", 3),
                 ("struggle,brigand_loss=excess,hand_limit=3,brigands=7", 2),
                 ("struggle,points=16,library_3=2,guild=2,draw=4", 4),
                 ("struggle,brick=5,lumber=5,wool=5,grain=5,ore=6,draw=4", 4)],
    "struggle-56": [("struggle-56", 5), ("struggle-56", 6), ("struggle-56,market_day=swap", 5),
                    ("struggle-56,brigand_loss=half-up,white_arrow=counter", 6),
                    ("struggle-56,castle_roads=1,church_knights=2,points=12", 6)],
}
DULL = ("swap-stack", "swap-market", "take-from", "draw", "pass")


def options_of(text):
    """Every option of a ruleset named in one line."""
    options = dict(NUMBERS)
    for name, numbers in SYMBOLS.items():
        for suffix, number in zip(("", "_3", "_4"), numbers):
            options[name + suffix] = number
    base, *changes = text.split(",")
    if base == "struggle-56":
        options["copies"] = 2
    for change in changes:
        name, value = change.split("=")
        options[name] = int(value) if value.isdigit() and name != "first" else value
    return options


def bundle(cards):
    count = Counter(cards)
    return "+".join((str(count[k]) if count[k] > 1 else "") + k for k in KINDS if count[k])


def unbundle(text):
    cards = []
    for part in text.split("+"):
        digits = "".join(c for c in part if c.isdigit())
        cards += [part[len(digits):]] * int(digits or 1)
    return cards


def payments(price, hand):
    """Each required card is paid with itself or with three of some kind."""
    return every_payment(tuple(price), tuple(hand.count(k) for k in KINDS))


@functools.lru_cache(maxsize=100000)
def every_payment(price, counts):
    found = set()
    have = dict(zip(KINDS, counts))
    threes = [k for k in KINDS if have[k] >= 3]
    for choice in itertools.product([None] + threes, repeat=len(price)):
        paid = Counter()
        for card, kind in zip(price, choice):
            paid[kind or card] += 3 if kind else 1
        if all(have[k] >= n for k, n in paid.items()):
            found.add(bundle(paid.elements()))
    return found


class Game:
    def __init__(self, options, seats):
        self.o, self.n = options, seats
        self.stack = [k for k in KINDS for _ in range(options[k] * options["copies"])]
        self.discard, self.market = [], []
        self.hands = [[] for _ in range(seats)]
        self.roads = [["A"] for _ in range(seats)]
        self.knights = [[] for _ in range(seats)]
        self.settlements, self.cities = [1] * seats, [0] * seats
        self.expansions = [[] for _ in range(seats)]
        self.supply = {"road": self.cards("roads") - seats, "knight": self.cards("knights"),
                       "settlement": self.cards("settlements") - seats}
        self.left = {e: self.cards(e.replace("-", "_")) for e in EXPANSIONS}
        self.backs = {"brigands": self.cards("brigands"),
                      "market-day": self.cards("settlements") - self.cards("brigands")}
        self.arrow = options["white_arrow"] if seats > 2 else None
        self.turn, self.round = None, 0
        self.first = None if options["first"] == "chance" else int(options["first"])
        self.debts = [0] * seats
        self.phase = "market"
        self.coming = options["market"]
        self.new_turn_facts()
        self.taking = self.asked = self.looking = None

    def cards(self, name):
        """Cards in play: the third and fourth seat each add theirs; five and six players add a second copy."""
        o, n = self.o, self.n
        return (o[name] + o[name + "_3"] * ((n >= 3) + (n >= 5)) + o[name + "_4"] * ((n >= 4) + (n >= 6)))

    def new_turn_facts(self):
        self.traded, self.built, self.library_used, self.guild_used = 0, [], False, False

    # ---- what all can see ----

    def points(self, seat):
        return (self.settlements[seat] + 2 * self.cities[seat] + self.roads[seat].count("B")
                + self.knights[seat].count("B")
                + sum(self.o[e.replace("-", "_") + "_points"] for e in self.expansions[seat]))

    def chance(self):
        return self.phase in ("market", "deal", "first", "swap", "take", "event", "draw")

    def owes(self):
        if self.chance() or self.phase == "over":
            return []
        if self.phase == "discard":
            return [s for s in range(self.n) if self.debts[s]]
        return [self.asked if self.phase == "market-day" else self.turn]

    def trades_allowed(self):
        return max(1, self.roads[self.turn].count("A"))

    def trades_left(self):
        if self.turn is None or self.built or self.phase in ("draw", "over"):
            return 0
        return self.trades_allowed() - self.traded

    def loser(self, seat, what):
        """Who loses a road or knight to `seat` when the stack is empty."""
        step = -1 if self.arrow == "counter" else 1
        for distance in range(1, self.n):
            other = (seat + step * distance) % self.n
            if what == "road":
                safe = self.o["castle_roads"] if "castle" in self.expansions[other] else 0
                takeable = self.roads[other][safe:]
            else:
                safe = self.o["church_knights"] if "church" in self.expansions[other] else 0
                takeable = self.knights[other][safe:]
            if takeable:
                return other
        return None

    # ---- menus ----

    def may_build(self, seat, what):
        if what in self.built:
            return False
        if what in ("road", "knight"):
            return self.supply[what] > 0 or self.loser(seat, what) is not None
        if what == "settlement":
            return self.supply[what] > 0
        if what == "city":
            return self.settlements[seat] > 0
        return self.cities[seat] > 0

    def builds(self, seat):
        menu = []
        for what, price in PRICE.items():
            if not self.may_build(seat, what):
                continue
            names = [what]
            if what == "expansion":
                names = ["expansion " + e for e in EXPANSIONS if self.left[e] and e not in self.expansions[seat]]
            ways = payments(price, self.hands[seat]) if names else []
            menu += ["build %s %s" % (name, way) for name in names for way in ways]
        return menu

    def trades(self, seat):
        left, hand = self.trades_left(), set(self.hands[seat])
        if self.phase != "trade" or left < 1:
            return []
        menu = ["swap-stack " + k for k in hand]
        if "A" not in self.roads[seat]:
            return menu
        menu += self.market_swaps(seat)
        for other in range(self.n):
            if other == seat:
                continue
            for n in range(1, min(left, len(self.hands[other])) + 1):
                menu.append("take-from %d" % other + (" %d" % n if n > 1 else ""))
            if "library" in self.expansions[seat] and not self.library_used and self.hands[other]:
                menu.append("library %d" % other)
        return menu

    def market_swaps(self, seat):
        return ["swap-market %s %s" % (get, give) for get in set(self.market) for give in set(self.hands[seat])
                if get != give]

    def thefts(self, seat):
        if "guild" not in self.expansions[seat] or self.guild_used:
            return []
        return ["guild %d" % s for s in range(self.n)
                if s != seat and self.hands[s] and self.points(s) >= self.points(seat)]

    def draws(self, seat):
        least = self.o["draw"]
        return ["draw %d" % n for n in range(least, least + self.knights[seat].count("A") + 1)]

    def menu(self, seat):
        if seat not in self.owes():
            return []
        if self.phase in ("trade", "build"):
            menu = self.trades(seat) + self.thefts(seat) + self.builds(seat) + self.draws(seat)
        elif self.phase == "give-back":
            menu = ["give-back " + k for k in set(self.hands[seat])]
            if self.taking[3]:      # after the Library's card others may follow, unseen, from the same hand
                most = min(self.trades_left(), len(self.hands[self.taking[0]]))
                menu += ["take-from %d" % self.taking[0] + (" %d" % n if n > 1 else "") for n in range(1, most + 1)]
        elif self.phase == "library":
            menu = ["pick " + k for k in set(self.hands[self.looking])]
        elif self.phase == "settled":
            menu = ["turn", "leave"]
        elif self.phase == "discard":
            menu = ["discard " + k for k in set(self.hands[seat])]
        else:
            menu = self.market_swaps(seat) + ["pass"]
        return ["%d %s" % (seat, m) for m in menu]

    def outcomes(self):
        """The outcomes of chance, each with the number of cards that lead to it."""
        if self.phase == "first":
            return {"* first %d" % s: 1 for s in range(self.n)}
        if self.phase == "event":
            return {"* event " + e: n for e, n in self.backs.items() if n}
        if self.phase == "take":
            return {"* steal %d %s" % (self.taking[0], k): n for k, n in Counter(self.hands[self.taking[0]]).items()}
        prefix = "* market " if self.phase == "market" else "* deal %d " % self.dealt_to()
        return {prefix + k: n for k, n in Counter(self.stack).items()}

    def dealt_to(self):
        if self.phase == "deal":
            return next(s for s in range(self.n) if len(self.hands[s]) < self.o["start_cards"])
        return self.turn

    # ---- play ----

    def play(self, text):
        seat, verb, *words = text.split()
        getattr(self, "do_" + verb.replace("-", "_"))(None if seat == "*" else int(seat), *words)
        self.settle()

    def settle(self):
        """Do what follows without a choice."""
        if self.phase == "market" and self.coming == 0:
            if self.turn is None:
                self.phase, self.coming = "deal", self.o["start_cards"] * self.n
            else:
                self.back()
        if self.phase == "deal" and self.coming == 0:
            self.phase = "first"
        if self.phase == "first" and self.first is not None:
            self.begin(self.first)
        if self.phase == "draw" and (self.coming == 0 or not self.stack):
            self.coming = 0
            if (self.turn + 1) % self.n == self.first:
                self.round += 1
            self.begin((self.turn + 1) % self.n)

    def begin(self, seat):
        self.turn = seat
        self.new_turn_facts()
        self.back()

    def back(self):
        """The active seat goes on, unless it has won."""
        self.taking = self.asked = self.looking = None
        self.phase = "build" if self.built else "trade"
        if self.points(self.turn) >= self.o["points"]:
            self.phase = "over"

    def reshuffle(self):
        if not self.stack:
            self.stack, self.discard = self.discard, []

    def off_stack(self, kind):
        self.stack.remove(kind)
        self.reshuffle()
        self.coming -= 1

    def do_market(self, _, kind):
        self.market.append(kind)
        self.off_stack(kind)

    def do_deal(self, _, seat, kind):
        self.hands[int(seat)].append(kind)
        self.off_stack(kind)
        if self.phase == "swap":
            self.back()

    def do_first(self, _, seat):
        self.first = int(seat)

    def do_swap_stack(self, seat, kind):
        self.hands[seat].remove(kind)
        self.discard.append(kind)
        self.traded += 1
        self.reshuffle()
        self.phase, self.coming = "swap", 1

    def do_swap_market(self, seat, get, give):
        self.market.remove(get)
        self.hands[seat].append(get)
        self.hands[seat].remove(give)
        self.market.append(give)
        if self.phase == "market-day":
            self.ask_next()
        else:
            self.traded += 1

    def do_take_from(self, seat, other, number="1"):
        self.traded += int(number)
        owed = self.taking[2] if self.phase == "give-back" else 0
        self.phase, self.taking = "take", [int(other), int(number), owed + int(number), False]

    def do_guild(self, seat, other):
        self.guild_used = True
        self.phase, self.taking = "take", [int(other), 1, 0, False]

    def do_steal(self, _, other, kind):
        self.hands[int(other)].remove(kind)
        self.hands[self.turn].append(kind)
        self.taking[1] -= 1
        if self.taking[1] == 0:
            if self.taking[2]:
                self.phase = "give-back"
            else:
                self.back()

    def do_library(self, seat, other):
        self.library_used = True
        self.traded += 1
        self.phase, self.looking = "library", int(other)

    def do_pick(self, seat, kind):
        self.hands[self.looking].remove(kind)
        self.hands[seat].append(kind)
        self.taking, self.looking = [self.looking, 0, 1, True], None
        self.phase = "give-back"

    def do_give_back(self, seat, kind):
        self.hands[seat].remove(kind)
        self.hands[self.taking[0]].append(kind)
        self.taking[2] -= 1
        self.taking[3] = False
        if self.taking[2] == 0:
            self.back()

    def do_build(self, seat, what, *words):
        for kind in unbundle(words[-1]):
            self.hands[seat].remove(kind)
            self.discard.append(kind)
        self.built = [b for b in PRICE if b in self.built or b == what]
        if what in ("road", "knight"):
            self.lay(seat, what)
            self.back()
        elif what == "settlement":
            self.supply[what] -= 1
            self.settlements[seat] += 1
            self.back()
            if self.phase != "over" and self.arrow:
                self.phase = "settled"
        elif what == "city":
            self.settlements[seat] -= 1
            self.cities[seat] += 1
            self.phase = "event"
        else:
            self.left[words[0]] -= 1
            self.cities[seat] -= 1
            self.expansions[seat].append(words[0])
            self.back()

    def lay(self, seat, what):
        rows = self.roads if what == "road" else self.knights
        if self.supply[what]:
            self.supply[what] -= 1
        else:
            rows[self.loser(seat, what)].pop()
        rows[seat].append("B" if rows[seat] and rows[seat][-1] == "A" else "A")

    def do_turn(self, _):
        self.arrow = "counter" if self.arrow == "clockwise" else "clockwise"
        self.back()

    def do_leave(self, _):
        self.back()

    def do_event(self, _, event):
        self.backs[event] -= 1
        if event == "brigands":
            if self.arrow:
                self.do_turn(None)
            self.back()
            for seat in range(self.n):
                self.debts[seat] = self.loss(len(self.hands[seat]))
            if any(self.debts):
                self.phase = "discard"
        elif self.o["market_day"] == "replace":
            self.coming = len(self.market)
            self.discard += self.market
            self.market = []
            self.reshuffle()
            self.phase = "market"
        else:
            self.phase, self.asked = "market-day", self.turn - 1
            self.ask_next(start=True)

    def loss(self, cards):
        if cards <= self.o["hand_limit"]:
            return 0
        return {"half": cards // 2, "half-up": cards - cards // 2,
                "excess": cards - self.o["hand_limit"]}[self.o["brigand_loss"]]

    def do_discard(self, seat, kind):
        self.hands[seat].remove(kind)
        self.discard.append(kind)
        self.debts[seat] -= 1
        if not any(self.debts):
            self.back()

    def ask_next(self, start=False):
        """Clockwise from the builder, ask each seat that has cards once."""
        order = [(self.turn + i) % self.n for i in range(self.n)]
        rest = order if start else order[order.index(self.asked) + 1:]
        rest = [s for s in rest if self.hands[s]] if self.market else []
        if rest:
            self.asked = rest[0]
        else:
            self.back()

    def do_pass(self, _):
        self.ask_next()

    def do_draw(self, seat, number):
        self.phase, self.coming = "draw", int(number)
        if self.coming:
            self.reshuffle()

    # ---- the position, as docs/schema.md has it ----

    def position(self):
        def cards(list_of):
            return {k: list_of.count(k) for k in KINDS}
        over, taking = self.phase == "over", self.phase in ("take", "give-back")
        return {
            "v": 1, "game": "struggle", "viewer": None, "phase": self.phase, "turn": self.turn, "round": self.round,
            "owes": self.owes(), "may": [], "chance": self.chance(), "winner": self.turn if over else None,
            "first": self.first, "market": sorted(self.market, key=KINDS.index), "stack": len(self.stack),
            "discard": cards(self.discard), "unseen": cards(self.stack),
            "supply": {"road": self.supply["road"], "settlement": self.supply["settlement"],
                       "knight": self.supply["knight"],
                       "expansions": [e for e in EXPANSIONS for _ in range(self.left[e])]},
            "events": self.backs, "destiny": self.arrow, "trades_left": self.trades_left(), "built": self.built,
            "library_used": self.library_used, "guild_used": self.guild_used,
            "taking": {"from": self.taking[0], "coming": self.taking[1], "owed": self.taking[2],
                       "more": self.taking[3]} if taking else None,
            "coming": self.coming if self.phase in ("market", "deal", "swap", "draw") else 0,
            "asked": self.asked if self.phase == "market-day" else None,
            "looking": {"seat": self.turn, "hand_of": self.looking, "cards": cards(self.hands[self.looking])}
            if self.phase == "library" else None,
            "seats": [{"seat": s, "count": len(self.hands[s]), "cards": cards(self.hands[s]), "roads": self.roads[s],
                       "knights": self.knights[s], "settlements": self.settlements[s], "cities": self.cities[s],
                       "expansions": [e for e in EXPANSIONS if e in self.expansions[s]],
                       "owes_cards": self.debts[s], "points": self.points(s), "points_public": self.points(s)}
                      for s in range(self.n)],
        }


# ---- for oracle.py ----

def begin(options, players):
    game = Game(options, players)
    game.settle()
    return game


def shape(game, state):
    """The engine's position in the oracle's shape."""
    del state["rules"]
    return state


def attempts(game, menus, rng):
    """An action that is mostly forbidden, and whether it is allowed."""
    kind, other, seat = rng.choice(KINDS), rng.choice(KINDS), rng.randrange(game.n)
    what = rng.choice(list(PRICE))
    name = what + " " + rng.choice(EXPANSIONS) if what == "expansion" else what
    price = list(PRICE[what])
    for i in range(len(price)):
        if rng.random() < 0.3:
            price[i:i + 1] = [rng.choice(KINDS)] * rng.choice([2, 3, 3])
    who = rng.randrange(game.n)
    text = "%d %s" % (who, rng.choice([
        "swap-stack " + kind, "swap-market %s %s" % (kind, other), "take-from %d" % seat,
        "take-from %d %d" % (seat, rng.randint(2, 4)), "library %d" % seat, "pick " + kind, "give-back " + kind,
        "guild %d" % seat, "build %s %s" % (name, bundle(price)), "build %s %s" % (name, bundle(price)),
        "turn", "leave", "discard " + kind, "pass", "draw %d" % rng.randint(0, 5)]))
    return [(text, text in menus[who])]
