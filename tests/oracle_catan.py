"""A second, slow implementation of CATAN: written from the rulebooks, easy to read, and sharing no code
with catan/. Places are sets of hex coordinates, hands are dictionaries, Longest Road walks every trail.
tests/oracle.py plays it against the engine."""
import re
from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

KINDS = ["brick", "lumber", "wool", "grain", "ore"]
YIELD = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore",
         "desert": None}
DEV = ["knight", "road-building", "plenty", "monopoly", "point"]
ROAD, SETTLEMENT, CITY, CARD = ({"brick": 1, "lumber": 1}, {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
                                {"grain": 2, "ore": 3}, {"wool": 1, "grain": 1, "ore": 1})
NUMBERED = ["nassir", "william", "marianne", "louis", "sean", "candamir"]
HELPERS = NUMBERED + ["hilde", "vincent", "jean", "lin"]
COLORS = ["red", "blue", "orange", "white", "green", "brown"]

# ---- the board ------------------------------------------------------------------------------------

SIDE = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
CORNER = {"N": ("NW", "NE"), "NE": ("NE", "E"), "SE": ("E", "SE"), "S": ("SE", "SW"), "SW": ("SW", "W"),
          "NW": ("W", "NW")}


class Board:
    """A corner is the set of the three cells (land or sea) that meet there, a path of two cells."""

    def __init__(self, rows):
        self.hexes, self.name_of = {}, {}
        middle = len(rows) // 2
        left = -(rows[middle] // 2) + (rows[middle] % 2 == 0)
        for row, n in enumerate(rows):
            for i in range(n):
                cell = (left + max(0, middle - row) + i, row - middle)
                self.hexes["ABCDEFG"[row] + str(i + 1)] = cell
                self.name_of[cell] = "ABCDEFG"[row] + str(i + 1)
        self.corner_name, self.path_name = {}, {}
        self.corner_at, self.path_at = {}, {}
        for name, cell in self.hexes.items():
            for word, sides in CORNER.items():
                corner = frozenset([cell] + [self.step(cell, s) for s in sides])
                self.corner_name.setdefault(corner, name + "." + word)
                self.corner_at[name + "." + word] = corner
            for word in SIDE:
                path = frozenset([cell, self.step(cell, word)])
                self.path_name.setdefault(path, name + "." + word)
                self.path_at[name + "." + word] = path
        self.ends = {p: [c for c in self.corner_name if p <= c] for p in self.path_name}
        self.paths_at = {c: [p for p in self.path_name if p <= c] for c in self.corner_name}
        self.near = {c: [d for p in self.paths_at[c] for d in self.ends[p] if d != c] for c in self.corner_name}
        self.coast = self.clockwise_coast()

    def __deepcopy__(self, memo):
        """Copies of a game share the board."""
        memo.update({id(place): place for places in (self.ends, self.paths_at) for place in places})
        return self

    @staticmethod
    def step(cell, side):
        return cell[0] + SIDE[side][0], cell[1] + SIDE[side][1]

    def neighbours(self, cell):
        return [self.step(cell, s) for s in SIDE if self.step(cell, s) in self.name_of]

    def lands(self, corner):
        return [cell for cell in corner if cell in self.name_of]

    def clockwise_coast(self):
        """Coast paths clockwise from A1.NW: always continue at the other end of the path."""
        path, at = self.path_at["A1.NW"], self.corner_at["A1.N"]
        coast = [path]
        while True:
            path = next(p for p in self.paths_at[at] if p != path and len(self.lands(p)) == 1)
            if path == coast[0]:
                return coast
            coast.append(path)
            at = next(c for c in self.ends[path] if c != at)

    def spiral(self, start):
        """Counter-clockwise from a corner hex along the rim, then the next ring inward."""
        rim_order = ["W", "SW", "SE", "E", "NE", "NW"]
        left, at, order = set(self.name_of), self.hexes[start], []
        while left:
            rim = {c for c in left if sum(self.step(c, s) in left for s in SIDE) < 6}
            ring = [at]
            # Leave the first hex with the outside on the right hand.
            heading = next(i for i in range(6) if self.step(at, rim_order[i]) in rim
                           and self.step(at, rim_order[(i + 5) % 6]) not in left) if len(rim) > 1 else 0
            while len(ring) < len(rim):
                for turn in (5, 0, 1, 2, 3):    # hug the outside: turn right as far as possible
                    to = self.step(ring[-1], rim_order[(heading + turn) % 6])
                    if to in rim and to not in ring:
                        heading = (heading + turn) % 6
                        ring.append(to)
                        break
            order += ring
            left -= set(ring)
            inner = [self.step(at, s) for s in SIDE if self.step(at, s) in left]
            if left:
                middle = lambda c: max(abs(2 * c[0] - self.mid[0]), abs(2 * c[1] - self.mid[1]),
                                       abs(2 * (c[0] + c[1]) - self.mid[0] - self.mid[1]))
                at = min(inner, key=middle)
        return [self.name_of[c] for c in order]

    @property
    def mid(self):
        qs, rs = [q for q, _ in self.name_of], [r for _, r in self.name_of]
        return min(qs) + max(qs), min(rs) + max(rs)


@lru_cache(None)
def board(kind):
    return Board([3, 4, 5, 4, 3] if kind == "base" else [3, 4, 5, 6, 5, 4, 3])


@lru_cache(100000)
def longest_trail(b, roads, barred):
    """Uses no road twice and passes no barred corner."""
    def walk(corner, used):
        if used and corner in barred:
            return len(used)
        best = len(used)
        for p in b.paths_at[corner]:
            if p in roads and p not in used:
                best = max(best, walk(next(c for c in b.ends[p] if c != corner), used | {p}))
        return best
    return max((walk(c, frozenset()) for p in roads for c in b.ends[p]), default=0)


SETS = {
    "base": dict(
        terrain={"forest": 4, "hills": 3, "pasture": 4, "fields": 4, "mountains": 3, "desert": 1},
        tokens=[5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11],
        corners=["A1", "C1", "E1", "E3", "C5", "A3"],
        sites=[0, 3, 7, 10, 13, 17, 20, 23, 27],
        markers={"3:1": 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}),
    "large": dict(
        terrain={"forest": 6, "hills": 5, "pasture": 6, "fields": 6, "mountains": 5, "desert": 2},
        tokens=[2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6],
        corners=["A1", "D1", "G1", "G3", "D6", "A3"],
        sites=[0, 3, 7, 12, 15, 18, 21, 24, 27, 30, 33],
        markers={"3:1": 5, "brick": 1, "lumber": 1, "wool": 2, "grain": 1, "ore": 1}),
}
FRAME = {"1-2": {2: "3:1"}, "2-3": {0: "3:1", 3: "brick"}, "3-4": {2: "lumber"}, "4-5": {0: "3:1", 3: "grain"},
         "5-6": {2: "ore"}, "6-1": {0: "3:1", 3: "wool"}}
FIXED = {
    "fifth": dict(
        hexes="mountains10 pasture2 forest9 fields12 hills6 pasture4 hills10 fields9 forest11 desert forest3 "
              "mountains8 forest8 mountains3 fields4 pasture5 hills5 fields6 pasture11",
        harbors=["3:1", "grain", "ore", "3:1", "wool", "3:1", "3:1", "brick", "lumber"],
        start={"red": "B2.N B2.NE D1.N D1.NE", "blue": "E3.N D3.E E1.N E1.NE", "orange": "A3.S A3.SW E2.N E2.NE",
               "white": "C2.N C2.NW D4.N C4.E"}, out="red"),
    "sixth": dict(
        hexes="desert fields8 pasture11 hills6 pasture3 forest4 mountains9 forest10 fields5 hills12 forest11 "
              "pasture5 fields2 hills9 mountains4 forest8 mountains6 fields3 pasture10",
        harbors=["3:1", "wool", "3:1", "3:1", "brick", "lumber", "3:1", "grain", "ore"],
        start={"red": "E1.N E1.NW B3.N B3.NW", "blue": "D4.N D4.NW E2.N E2.NW", "orange": "C4.N B3.E C2.N C2.NW",
               "white": "E3.N E3.NW D2.N D2.NW"}, out="white"),
}


# What is tried of each ruleset, with how many players.
VARIANTS = {
    "fifth": [("fifth", 2), ("fifth", 3), ("fifth", 4), ("fifth,start=draft", 4), ("fifth,board=random", 4),
              ("fifth,board=random,harbors=frame,phases=combined", 3),
              ("fifth,board=random,tokens=random,harbors=markers", 4),
              ("fifth,dice=deck,quiet_rounds=2", 4), ("fifth,friendly=3,rob_empty=off", 4)],
    "fifth+helpers": [("fifth+helpers", 4), ("fifth+helpers", 2),
                      ("fifth+helpers,board=random,phases=combined", 3), ("fifth+helpers,start=draft", 4),
                      ("fifth+helpers,army_aside=on,largest_army_min=1,knights=60,phases=combined", 4)],
    "3d": [("3d", 4), ("3d", 3), ("3d,board=random,tokens=random,harbors=coves", 4),
           ("3d,bank=9,roads=6,settlements=3,cities=2,points=8", 4), ("3d,board=random,harbors=markers", 2)],
    "3d+helpers": [("3d+helpers", 3), ("3d+helpers", 4), ("3d+helpers,board=random,tokens=random", 4),
                   ("3d+helpers,phases=combined,bank=9,points=8", 4)],
    "sixth": [("sixth", 4), ("sixth", 3), ("sixth", 2), ("sixth,board=random,harbors=frame", 4),
              ("sixth,points=5,hand_limit=4", 4), ("sixth,menu=trades,offers=3", 3),
              ("sixth,menu=trades,offers=unlimited,points=4", 4)],
    "sixth+helpers": [("sixth+helpers", 4), ("sixth+helpers", 3), ("sixth+helpers,board=random,harbors=frame", 4),
                      ("sixth+helpers,menu=trades,offers=2,friendly=2", 4)],
    "fifth-56": [("fifth-56", 5), ("fifth-56", 6), ("fifth-56,tokens=random", 6),
                 ("fifth-56,phases=strict,special_building=off", 5), ("fifth-56,dice=deck,bank=12", 6)],
    "fifth-56+helpers": [("fifth-56+helpers", 6), ("fifth-56+helpers", 5), ("fifth-56+helpers,phases=strict", 6),
                         ("fifth-56+helpers,tokens=random,neighbors=equal", 5)],
}
DULL = ("bank", "end", "pass", "plenty", "monopoly")

FIFTH = dict(
    points=10, hand_limit=7, map="base", board="fixed", layout="fifth", start="pieces", harbors="fixed",
    harbor_map="english", tokens="spiral", spiral_corner="random", neighbors="red", first="roll",
    phases="strict", special_building="off", helpers="off", friendly=0, rob_empty="on", dice="fair",
    quiet_rounds=0, offers="unlimited", menu="plain", bank=19, knights=14, road_building=2, plenty=2, monopoly=2,
    point_cards=5, roads=15, settlements=5, cities=4, longest_road_min=5, largest_army_min=3,
    award_points=2, army_aside="off")
RULESETS = {
    "fifth": FIFTH,
    "3d": {**FIFTH, "neighbors": "equal"},
    "sixth": {**FIFTH, "layout": "sixth", "phases": "combined"},
    "fifth-56": {**FIFTH, "map": "large", "board": "random", "start": "draft", "harbors": "markers",
                 "phases": "combined", "special_building": "on", "bank": 24, "knights": 20, "road_building": 3,
                 "plenty": 3, "monopoly": 3},
}


def options_of(text):
    """'fifth+helpers,points=12' as the dictionary of every option."""
    name, *changes = text.split(",")
    name, *modules = name.split("+")
    options = dict(RULESETS[name])
    options.update({m: "on" for m in modules})
    for change in changes:
        key, value = change.split("=")
        options[key] = int(value) if value.isdigit() and (isinstance(options[key], int) or key == "offers") else value
    return options


# ---- cards ------------------------------------------------------------------------------------------

def bundle(cards):
    """'2wool+ore' of a Counter, in the order of KINDS."""
    return "+".join((str(cards[k]) if cards[k] > 1 else "") + k for k in KINDS + DEV if cards.get(k))


def cards(text):
    found = Counter()
    for part in text.split("+"):
        n, kind = re.fullmatch(r"(\d*)([a-z-]+)", part).groups()
        found[kind] += int(n or 1)
    return found


def has(hand, cost):
    return all(hand[k] >= n for k, n in cost.items())


def total(hand):
    return sum(hand.values())


class Seat:
    def __init__(self):
        self.cards, self.dev, self.dev_new, self.played = Counter(), Counter(), Counter(), Counter()
        self.settlements, self.cities, self.roads = set(), set(), set()
        self.owes = 0
        self.helper, self.side, self.fresh, self.used = None, "A", False, False
        self.offers = 0


class Game:
    """One game. `menu(seat)` is the set of texts that may be played, `play(text)` plays one; chance is
    seat '*' and `outcomes()` gives its weights."""

    def __init__(self, options, seats):
        self.o, self.n = options, seats
        self.b = board(options["map"])
        self.set = SETS[options["map"]]
        self.seat = [Seat() for _ in range(seats)]
        self.colors = COLORS[:seats]
        self.terrain, self.number, self.harbor = {}, {}, {}
        self.owner_of, self.road_owner_of = {}, {}      # corner, path -> seat
        self.robber = None
        self.bank = Counter({k: options["bank"] for k in KINDS})
        self.deck = Counter({"knight": options["knights"], "road-building": options["road_building"],
                             "plenty": options["plenty"], "monopoly": options["monopoly"],
                             "point": options["point_cards"]})
        self.phase, self.turn, self.first, self.turns = "board", None, None, 0
        self.dice, self.rolled, self.gains = None, False, None
        self.card_played, self.trade_over, self.free_roads = False, False, 0
        self.stack = []             # phases to return to
        self.victim = None
        self.longest = self.army = None
        self.winner = None
        self.special = None
        self.offers, self.offers_made = {}, 0
        self.helper_seat = self.looking = None
        self.repay = []
        self.jean = None
        self.placed, self.last = 0, None
        self.first_rolls, self.first_in = {}, list(range(seats))
        self.dice_left = None
        self.frame = []
        self.sites_left = []
        self.display = set(HELPERS)
        if options["board"] == "fixed":
            self.lay_fixed()
        else:
            self.hexes_left = Counter(self.set["terrain"])
            self.after_board()

    # ---- set-up -------------------------------------------------------------------------------------

    def lay_fixed(self):
        fixed = FIXED[self.o["layout"]]
        for (name, cell), text in zip(self.b.hexes.items(), fixed["hexes"].split()):
            terrain, number = re.fullmatch(r"([a-z]+)(\d*)", text).groups()
            self.terrain[cell] = terrain
            if number:
                self.number[cell] = int(number)
            else:
                self.robber = cell
        self.fix_harbors()
        if self.o["start"] == "pieces":
            colors = list(fixed["start"])
            if self.n < 4:
                colors.remove(fixed["out"])
            self.colors = colors[:self.n]
            self.placed = 2 * self.n
        self.begin_first()

    def fix_harbors(self):
        harbors = list(FIXED[self.o["layout"]]["harbors"])
        if self.o.get("harbor_map") == "german" and self.o["layout"] == "fifth":
            harbors[2], harbors[8] = "lumber", "ore"
        for site, kind in zip(self.set["sites"], harbors):
            self.harbor[self.b.coast[site]] = kind

    def board_step(self):
        """What chance must lay next: 'hex', 'frame', 'harbor', 'corner', 'token', 'robber' or None."""
        if len(self.terrain) < len(self.b.hexes):
            return "hex"
        harbors = self.o["harbors"]
        if harbors in ("frame", "coves") and len(self.frame) < 6:
            return "frame"
        if harbors in ("markers", "coves") and len(self.harbor) < len(self.set["sites"]):
            return "harbor"
        if len(self.number) < len(self.set["tokens"]):
            return "corner" if self.o["tokens"] == "spiral" else "token"
        return "robber" if self.robber is None else None

    def after_board(self):
        """Continue automatically where there is nothing to choose."""
        while True:
            step = self.board_step()
            if step in (None, "hex", "harbor", "token") and self.o["harbors"] == "fixed" and not self.harbor \
                    and step != "hex":
                self.fix_harbors()
            if step == "corner":
                if not self.harbor:
                    self.fix_harbors()
                if self.o["spiral_corner"] != "random":
                    self.lay_spiral(self.corner_named(self.o["spiral_corner"]))
                    continue
            if step == "robber":
                deserts = [c for c, t in self.terrain.items() if t == "desert"]
                if len(deserts) == 1:
                    self.robber = deserts[0]
                    continue
            if step is None:
                self.begin_first()
            return

    def corner_named(self, word):
        return word if word in self.b.hexes else self.set["corners"][int(word) - 1]

    def lay_spiral(self, start):
        tokens = iter(self.set["tokens"])
        for name in self.b.spiral(start):
            cell = self.b.hexes[name]
            if self.terrain[cell] != "desert":
                self.number[cell] = next(tokens)

    def next_token(self):
        """Reds first, then numbers with more tokens before those with fewer."""
        have, laid = Counter(self.set["tokens"]), Counter(self.number.values())
        order = sorted(have, key=lambda n: (n not in (6, 8), -have[n] if n not in (6, 8) else 0, n))
        return next(n for n in order if laid[n] < have[n])

    def token_clash(self, cell, number, laid):
        for other in self.b.neighbours(cell):
            if other in laid:
                if number in (6, 8) and laid[other] in (6, 8):
                    return True
                if self.o["neighbors"] == "equal" and laid[other] == number:
                    return True
        return False

    def token_room(self, laid):
        """Can the rest of the tokens still be laid? Tries it, most constrained numbers first."""
        have, used = Counter(self.set["tokens"]), Counter(laid.values())
        rest = [n for n in have.elements() if n in (6, 8)] if self.o["neighbors"] == "red" else list(have.elements())
        rest = Counter(rest) - used
        free = [c for c, t in self.terrain.items() if t != "desert" and c not in laid]
        return self.fill(laid, free, rest)

    def fill(self, laid, free, rest):
        if not rest:
            return True
        options = {n: [c for c in free if not self.token_clash(c, n, laid)] for n in rest}
        number = min(rest, key=lambda n: len(options[n]) - rest[n])
        for cell in options[number]:
            again = rest - Counter([number])
            if self.fill({**laid, cell: number}, [c for c in free if c != cell], again):
                return True
        return False

    def board_outcomes(self):
        step = self.board_step()
        free_hex = next((name for name, c in self.b.hexes.items() if c not in self.terrain), None)
        if step == "hex":
            return {"* hex %s %s" % (free_hex, t): n for t, n in self.hexes_left.items() if n}
        if step == "frame":
            left = [p for p in FRAME if p not in self.frame]
            if self.o["harbors"] == "coves" and self.frame:
                left = [p for p in left if len(FRAME[p]) != len(FRAME[self.frame[-1]])]
            return {"* frame %d %s" % (len(self.frame) + 1, p): 1 for p in left}
        if step == "harbor":
            left = Counter(self.set["markers"]) - Counter(self.harbor.values())
            return {"* harbor %d %s" % (len(self.harbor) + 1, h): n for h, n in left.items()}
        if step == "corner":
            return {"* corner %s" % c: 1 for c in self.set["corners"]}
        if step == "token":
            number = self.next_token()
            fits = [c for c, t in self.terrain.items() if t != "desert" and c not in self.number
                    and not self.token_clash(c, number, self.number)
                    and self.token_room({**self.number, c: number})]
            return {"* token %s %d" % (self.b.name_of[c], number): 1 for c in fits}
        return {"* robber %s" % self.b.name_of[c]: 1 for c, t in self.terrain.items() if t == "desert"}

    def play_board(self, verb, words):
        if verb == "hex":
            self.terrain[self.b.hexes[words[0]]] = words[1]
            self.hexes_left[words[1]] -= 1
        elif verb == "frame":
            self.frame.append(words[1])
            if self.o["harbors"] == "frame":
                for edge, kind in FRAME[words[1]].items():
                    self.harbor[self.b.coast[5 * (int(words[0]) - 1) + edge]] = kind
        elif verb == "harbor":
            self.harbor[self.b.coast[self.sites()[int(words[0]) - 1]]] = words[1]
        elif verb == "corner":
            self.lay_spiral(words[0])
        elif verb == "token":
            self.number[self.b.hexes[words[0]]] = int(words[1])
        else:
            self.robber = self.b.hexes[words[0]]
        self.after_board()

    def sites(self):
        if self.o["harbors"] != "coves":
            return self.set["sites"]
        return sorted(5 * i + e for i, p in enumerate(self.frame) for e in FRAME[p])

    def begin_first(self):
        if self.o["first"] == "roll":
            self.phase = "first"
        else:
            self.first = int(self.o["first"])
            self.begin_placing()

    def roll_for_first(self, a, b):
        seat = next(s for s in self.first_in if s not in self.first_rolls)
        self.first_rolls[seat] = a + b
        if len(self.first_rolls) < len(self.first_in):
            return
        best = max(self.first_rolls.values())
        self.first_in = [s for s in self.first_in if self.first_rolls[s] == best]
        self.first_rolls = {}
        if len(self.first_in) == 1:
            self.first = self.first_in[0]
            self.begin_placing()

    def begin_placing(self):
        if self.placed == 2 * self.n:       # the pieces came with the board
            self.place_fixed()
            if self.o["helpers"] == "on":
                for i in range(self.n):
                    self.give_helper((self.first - 1 - i) % self.n, NUMBERED[i])
            self.finish_setup()
        else:
            self.turn, self.phase = self.first, "settle"

    def place_fixed(self):
        for seat, color in enumerate(self.colors):
            first, road, second, other = FIXED[self.o["layout"]]["start"][color].split()
            for corner in (first, second):
                self.settle(seat, self.b.corner_at[corner])
            for path in (road, other):
                self.lay_road(seat, self.b.path_at[path])
            self.starting_cards(seat, self.b.corner_at[second])

    def finish_setup(self):
        self.begin_turn(self.first)

    def give_helper(self, seat, name):
        self.seat[seat].helper = name
        self.display.remove(name)

    def starting_cards(self, seat, corner):
        for cell in self.b.lands(corner):
            kind = YIELD[self.terrain[cell]]
            if kind and self.bank[kind]:
                self.bank[kind] -= 1
                self.seat[seat].cards[kind] += 1

    def place_settlement(self, seat, corner):
        self.settle(seat, corner)
        self.last = corner
        self.placed += 1
        if self.placed > self.n:
            self.starting_cards(seat, corner)
        self.phase = "settle-road"

    def place_road(self, seat, path):
        self.lay_road(seat, path)
        if self.o["helpers"] == "on" and self.placed > self.n:
            self.give_helper(seat, NUMBERED[self.placed - self.n - 1])
        if self.placed == 2 * self.n:
            return self.finish_setup()
        round_one = self.placed < self.n
        if self.placed != self.n:
            self.turn = (self.turn + (1 if round_one else -1)) % self.n
        self.phase = "settle"

    # ---- reading the board ------------------------------------------------------------------------------

    def owner(self, corner):
        return self.owner_of.get(corner)

    def road_owner(self, path):
        return self.road_owner_of.get(path)

    def settle(self, seat, corner):
        self.seat[seat].settlements.add(corner)
        self.owner_of[corner] = seat

    def lay_road(self, seat, path):
        self.seat[seat].roads.add(path)
        self.road_owner_of[path] = seat

    def far_enough(self, corner):
        return self.owner(corner) is None and all(self.owner(c) is None for c in self.b.near[corner])

    def touches(self, seat, corner, without=None):
        """Does one of the seat's roads or buildings reach this corner?"""
        s = self.seat[seat]
        return (corner in s.settlements or corner in s.cities
                or any(p in s.roads and p != without for p in self.b.paths_at[corner]))

    def road_fits(self, seat, path, without=None):
        """The path is free and touches a road or building of the seat at an end without a foreign building."""
        if self.road_owner(path) is not None:
            return False
        return any(self.owner(c) in (None, seat) and self.touches(seat, c, without) for c in self.b.ends[path])

    def road_places(self, seat):
        return [p for p in self.b.path_name if self.road_fits(seat, p)]

    def settlement_places(self, seat):
        return [c for c in self.b.corner_name if self.far_enough(c)
                and any(p in self.seat[seat].roads for p in self.b.paths_at[c])]

    def left(self, seat, piece):
        have = {"road": self.seat[seat].roads, "settlement": self.seat[seat].settlements,
                "city": self.seat[seat].cities}[piece]
        return self.o[{"road": "roads", "settlement": "settlements", "city": "cities"}[piece]] - len(have)

    def harbors(self, seat):
        return {h for path, h in self.harbor.items() if any(self.owner(c) == seat for c in self.b.ends[path])}

    def rates(self, seat):
        """How many cards of each kind the supply takes for one."""
        harbors = self.harbors(seat)
        if self.jean and seat == self.turn:
            harbors.add(self.jean)
        return {kind: 2 if kind in harbors else 3 if "3:1" in harbors else 4 for kind in KINDS}

    def road_length(self, seat):
        roads = frozenset(self.seat[seat].roads)
        barred = frozenset(c for p in roads for c in self.b.ends[p] if self.owner(c) not in (None, seat))
        return longest_trail(self.b, roads, barred)

    def public_points(self, seat):
        s = self.seat[seat]
        award = self.o["award_points"]
        return (len(s.settlements) + 2 * len(s.cities) + (award if self.longest == seat else 0)
                + (award if self.army == seat else 0))

    def points(self, seat):
        s = self.seat[seat]
        return self.public_points(seat) + s.dev["point"] + s.dev_new["point"]

    # ---- awards and winning ------------------------------------------------------------------------------

    def judge_road(self):
        lengths = [self.road_length(i) for i in range(self.n)]
        best = max(lengths)
        leaders = [i for i in range(self.n) if lengths[i] == best]
        if best < self.o["longest_road_min"]:
            self.longest = None
        elif self.longest not in leaders:
            self.longest = leaders[0] if len(leaders) == 1 else None

    def judge_army(self):
        knights = [s.played["knight"] for s in self.seat]
        least, most = self.o["largest_army_min"], max(knights)
        # Vincent can leave a holder with too few, or behind others: the award stays until one is ahead alone,
        # unless the rules set it aside meanwhile (ruling 48).
        if self.army is not None and self.o["army_aside"] == "on" and (
                knights[self.army] < least or knights[self.army] < most):
            self.army = None
        leaders = [i for i in range(self.n) if knights[i] == most]
        enough = least if self.army is None else knights[self.army] + 1
        if most >= enough and len(leaders) == 1:
            self.army = leaders[0]

    def judge_win(self):
        if self.phase in ("board", "first", "settle", "settle-road", "special", "over") or self.turn is None:
            return
        if self.points(self.turn) >= self.o["points"]:
            self.winner, self.phase = self.turn, "over"
            self.offers = {}

    # ---- the turn -----------------------------------------------------------------------------------------

    def begin_turn(self, seat):
        self.turn, self.phase, self.special = seat, "roll", None
        self.rolled = self.card_played = self.trade_over = False
        self.jean, self.free_roads = None, 0
        self.clear_offers()
        self.offers_made = 0
        s = self.seat[seat]
        s.dev += s.dev_new
        s.dev_new = Counter()
        for other in self.seat:
            other.fresh = other.used = False
            other.offers = 0
        self.judge_win()

    def clear_offers(self):
        self.offers = {}

    def main_phase(self):
        """Where the turn stands when nothing is being resolved."""
        if not self.rolled:
            return "roll"
        if self.o["phases"] == "combined":
            return "main"
        return "build" if self.trade_over else "trade"

    def resume(self):
        self.phase = self.main_phase()

    def end_turn(self):
        self.turns += 1
        self.clear_offers()
        self.offers_made, self.jean = 0, None
        for s in self.seat:
            s.fresh = s.used = False
        if self.o["special_building"] == "on":
            self.special, self.phase = (self.turn + 1) % self.n, "special"
        else:
            self.begin_turn((self.turn + 1) % self.n)

    def end_special(self):
        self.special = (self.special + 1) % self.n
        if self.special == self.turn:
            self.begin_turn((self.turn + 1) % self.n)

    def dice_outcomes(self):
        rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        if self.phase == "dice":
            if self.o["dice"] == "deck" and self.dice_left:
                rolls = self.dice_left
            if self.turns // self.n < self.o["quiet_rounds"]:
                rolls = [r for r in rolls if sum(r) != 7]
        return {"* dice %d %d" % r: 1 for r in rolls}

    def use_dice_card(self, roll):
        """The shuffled deck of 36 rolls starts again when it is used up."""
        if not self.dice_left:
            self.dice_left = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        self.dice_left.remove(roll)

    def roll(self, a, b):
        self.dice, self.rolled = (a, b), True
        if a + b == 7:
            return self.seven()
        due = [Counter() for _ in range(self.n)]
        for cell, number in self.number.items():
            if number == a + b and cell != self.robber:
                for i, s in enumerate(self.seat):
                    due[i][YIELD[self.terrain[cell]]] += sum(cell in c for c in s.settlements) + \
                        2 * sum(cell in c for c in s.cities)
        for kind in KINDS:
            owed = [i for i in range(self.n) if due[i][kind]]
            if sum(d[kind] for d in due) > self.bank[kind]:
                for i in owed:
                    due[i][kind] = self.bank[kind] if len(owed) == 1 else 0
        for i in range(self.n):
            self.seat[i].cards += due[i]
            self.bank -= due[i]
        self.gains = due
        holder = self.holder("marianne")
        if holder is not None and not total(due[holder]) and total(self.bank):
            self.phase, self.helper_seat = "marianne", holder
        else:
            self.resume()

    def holder(self, name):
        """The seat that has this helper ready for use now."""
        return next((i for i, s in enumerate(self.seat) if s.helper == name and not s.fresh and not s.used), None)

    def seven(self):
        self.gains = [Counter() for _ in range(self.n)]
        for s in self.seat:
            s.owes = total(s.cards) // 2 if total(s.cards) > self.o["hand_limit"] else 0
        holder = self.holder("sean")
        if holder is not None and (self.seat[holder].owes or total(self.bank)):
            self.phase, self.helper_seat = "sean", holder
        else:
            self.after_sean()

    def after_sean(self):
        self.phase = "discard" if any(s.owes for s in self.seat) else "robber"

    # ---- the robber ------------------------------------------------------------------------------------------

    def victims(self, seat, cell):
        found = [i for i in range(self.n) if i != seat
                 and any(cell in c for c in self.seat[i].settlements | self.seat[i].cities)]
        if self.o["rob_empty"] == "off":
            found = [i for i in found if total(self.seat[i].cards)]
        return found

    def robber_menu(self, seat):
        menu = set()
        for cell, name in self.b.name_of.items():
            if cell == self.robber or self.too_friendly(seat, cell):
                continue
            victims = self.victims(seat, cell)
            menu |= {"%d robber %s %d" % (seat, name, v) for v in victims} or {"%d robber %s" % (seat, name)}
        return menu

    def too_friendly(self, seat, cell):
        """House rule: a hex where an opponent with few points stands is left alone."""
        return any(i != seat and self.public_points(i) <= self.o["friendly"]
                   and any(cell in c for c in s.settlements | s.cities) for i, s in enumerate(self.seat))

    def move_robber(self, cell, victim):
        self.robber = cell
        if victim is not None and total(self.seat[victim].cards):
            self.phase, self.victim = "steal", victim
        else:
            self.resume()

    # ---- menus ----------------------------------------------------------------------------------------------------

    def owes(self):
        if self.phase == "over" or self.chance():
            return []
        if self.phase == "discard":
            return [i for i, s in enumerate(self.seat) if s.owes]
        if self.phase == "offer":
            offer = self.offers[self.turn]
            waiting = [i for i in offer["to"] if i not in offer["answers"]]
            return waiting or [self.turn]
        if self.phase == "special":
            return [self.special]
        if self.phase in ("marianne", "sean", "after-helper"):
            return [self.helper_seat]
        return [self.turn]

    def chance(self):
        return self.phase in ("board", "first", "dice", "steal", "draw", "look")

    def outcomes(self):
        if self.phase == "board":
            return self.board_outcomes()
        if self.phase in ("first", "dice"):
            return self.dice_outcomes()
        if self.phase == "steal":
            return {"* steal %d %s" % (self.victim, k): n for k, n in self.seat[self.victim].cards.items() if n}
        if self.phase == "draw":
            return {"* draw %s" % k: n for k, n in self.deck.items() if n}
        if self.phase == "look":
            found = {}
            size = min(3, total(self.deck))
            for pick in combinations_with_replacement([d for d in DEV if self.deck[d]], size):
                count = Counter(pick)
                if has(self.deck, count):
                    ways = 1
                    for k, n in count.items():
                        ways *= comb(self.deck[k], n)
                    found["* look " + bundle(count)] = ways
            return found
        return {}

    def menu(self, seat):
        s, p = self.seat[seat], self.phase
        say = lambda *words: " ".join([str(seat)] + [str(w) for w in words])
        if p == "over" or self.chance():
            return set()
        if p == "discard":
            return {say("discard", k) for k in KINDS if s.owes and s.cards[k]}
        if p == "offer" or (p in ("trade", "main") and seat != self.turn):
            return self.trade_menu(seat)
        if seat not in self.owes():
            return set()
        if p == "settle":
            return {say("settle", n) for c, n in self.b.corner_name.items() if self.far_enough(c)}
        if p == "settle-road":
            return {say("road", self.b.path_name[q]) for q in self.b.paths_at[self.last]
                    if self.road_owner(q) is None}
        if p == "robber":
            return self.robber_menu(seat)
        if p == "free-road":
            return {say("road", self.b.path_name[q]) for q in self.road_places(seat)}
        if p == "special":
            return self.build_menu(seat) | {say("pass")}
        if p == "marianne":
            return {say("marianne", k) for k in KINDS if self.bank[k]} | {say("pass")}
        if p == "sean":
            return ({say("sean")} if s.owes else {say("sean", k) for k in KINDS if self.bank[k]}) | {say("pass")}
        if p == "repay":
            return {say("repay", i, k) for i in self.repay for k in KINDS if s.cards[k]}
        if p == "keep":
            return {say("keep", k) for k in self.looking["deck"]}
        if p == "take":
            return {say("take", k) for k in KINDS if self.seat[self.looking["hand_of"]].cards[k]}
        if p == "after-helper":
            return ({say("flip")} if s.side == "A" else set()) | {say("exchange", h) for h in self.display}
        return self.turn_menu(seat, say)

    def turn_menu(self, seat, say):
        menu = self.card_menu(seat) | self.helper_menu(seat)
        if self.phase == "roll":
            return menu | {say("roll")}
        menu |= self.build_menu(seat) | {say("end")}
        if self.phase in ("trade", "main"):
            menu |= self.bank_menu(seat) | self.trade_menu(seat)
        return menu

    def build_menu(self, seat):
        s = self.seat[seat]
        say = lambda *words: " ".join([str(seat)] + list(words))
        menu = set()
        if has(s.cards, ROAD) and self.left(seat, "road"):
            menu |= {say("road", self.b.path_name[p]) for p in self.road_places(seat)}
        if has(s.cards, SETTLEMENT) and self.left(seat, "settlement"):
            menu |= {say("settle", self.b.corner_name[c]) for c in self.settlement_places(seat)}
        if has(s.cards, CITY) and self.left(seat, "city"):
            menu |= {say("city", self.b.corner_name[c]) for c in s.settlements}
        if has(s.cards, CARD) and total(self.deck):
            menu.add(say("buy"))
        return menu

    def bank_menu(self, seat):
        """Trades at the seat's best rate; worse rates are legal (bank_ok) but in no menu."""
        rates = self.rates(seat)
        return {"%d bank %d%s %s" % (seat, rates[give], give, get) for give in KINDS for get in KINDS
                if self.bank_ok(seat, give, rates[give], get)}

    def bank_ok(self, seat, give, n, get):
        """Never like for like. 4:1 is always there, 3:1 with such a harbor, 2:1 with the kind's harbor or Jean."""
        if self.phase not in ("trade", "main") or seat != self.turn or give == get:
            return False
        if self.seat[seat].cards[give] < n or not self.bank[get]:
            return False
        harbors = self.harbors(seat)
        return n == 4 or (n == 3 and "3:1" in harbors) or (n == 2 and (give in harbors or self.jean == give))

    def card_menu(self, seat):
        s = self.seat[seat]
        say = lambda *words: " ".join([str(seat)] + list(words))
        menu = set()
        if self.card_played:
            return menu
        if s.dev["knight"]:
            menu.add(say("knight"))
        if s.dev["road-building"] and self.left(seat, "road") and self.road_places(seat):
            menu.add(say("road-building"))
        if s.dev["monopoly"]:
            menu |= {say("monopoly", k) for k in KINDS}
        if s.dev["plenty"]:
            size = min(2, total(self.bank))
            for pick in combinations_with_replacement(KINDS, size):
                if size and has(self.bank, Counter(pick)):
                    menu.add(say("plenty", bundle(Counter(pick))))
        return menu

    # ---- helpers -------------------------------------------------------------------------------------------------

    def helper_menu(self, seat):
        s = self.seat[seat]
        if not s.helper or s.fresh or s.used:
            return set()
        find = getattr(self, "menu_" + s.helper, None)
        say = lambda *words: " ".join([str(seat)] + [str(w) for w in words])
        return find(seat, s, say) if find else set()

    def building_allowed(self):
        return self.phase in ("trade", "build", "main")

    def menu_nassir(self, seat, s, say):
        others = [i for i in range(self.n) if i != seat]
        groups = [[i] for i in others] + [list(pair) for pair in combinations(others, 2)]
        return {say("nassir", k, *g) for k in KINDS for g in groups}

    def menu_william(self, seat, s, say):
        if not self.building_allowed() or not self.left(seat, "road"):
            return set()
        pays = [Counter([keep]) + Counter([k]) for keep, gone in (("lumber", "brick"), ("brick", "lumber"))
                for k in KINDS if k != gone]
        return {say("william", self.b.path_name[p], bundle(pay)) for pay in pays if has(s.cards, pay)
                for p in self.road_places(seat)}

    def menu_louis(self, seat, s, say):
        menu = set()
        for path in s.roads:
            loose = [c for c in self.b.ends[path] if not self.touches(seat, c, without=path)]
            if loose:
                menu |= {say("louis", self.b.path_name[path], self.b.path_name[p]) for p in self.b.path_name
                         if p != path and self.road_fits(seat, p, without=path)}
        return menu

    def menu_candamir(self, seat, s, say):
        if not self.building_allowed() or not total(self.deck):
            return set()
        pays = {bundle(Counter(CARD))}
        for gone in CARD:
            for k in KINDS:
                if k != gone:
                    pays.add(bundle(Counter(CARD) - Counter([gone]) + Counter([k])))
        return {say("candamir", pay) for pay in pays if has(s.cards, cards(pay))}

    def menu_hilde(self, seat, s, say):
        if not self.building_allowed():
            return set()
        return {say("hilde", i) for i in range(self.n) if self.public_points(i) > self.public_points(seat)
                and total(self.seat[i].cards)}

    def menu_vincent(self, seat, s, say):
        menu = set()
        if not self.building_allowed() or not s.played["knight"]:
            return menu
        if has(s.cards, ROAD) and self.left(seat, "settlement"):
            menu |= {say("vincent-settle", self.b.corner_name[c]) for c in self.settlement_places(seat)}
        if has(s.cards, {"ore": 2, "grain": 1}) and self.left(seat, "city"):
            menu |= {say("vincent-city", self.b.corner_name[c]) for c in s.settlements}
        return menu

    def menu_jean(self, seat, s, say):
        return {say("jean", k) for k in KINDS} if self.phase in ("trade", "main") else set()

    def menu_lin(self, seat, s, say):
        deserts = [c for c, t in self.terrain.items() if t == "desert"]
        if self.robber in deserts or not deserts:
            return set()
        return {say("lin")} if len(deserts) == 1 else {say("lin", self.b.name_of[c]) for c in deserts}

    def helper_done(self, seat):
        self.seat[seat].used = True
        self.phase, self.helper_seat = "after-helper", seat

    def after_helper(self):
        seven = self.dice and sum(self.dice) == 7 and self.resolving_seven
        self.helper_seat = None
        if seven:
            self.after_sean()
        else:
            self.resume()

    resolving_seven = False

    # ---- trading between seats ----------------------------------------------------------------------------------------

    def trade_menu(self, seat):
        """Answers to offers; offers themselves have no menu."""
        menu = set()
        say = lambda *words: " ".join([str(seat)] + [str(w) for w in words])
        if self.phase not in ("trade", "main", "offer"):
            return menu
        mine = self.offers.get(self.turn)
        if seat == self.turn:
            if self.o["menu"] == "trades":
                menu |= {say("offer", a, b) for a in KINDS for b in KINDS
                         if self.offer_ok(seat, {a: 1}, {b: 1}, [i for i in range(self.n) if i != seat])}
            for maker, offer in self.offers.items():
                if maker != seat:
                    if has(self.seat[seat].cards, offer["get"]):
                        menu.add(say("accept", offer["number"]))
                    menu.add(say("decline", offer["number"]))
            if mine:
                menu |= {say("confirm", i) for i, a in mine["answers"].items() if a == "accept"}
                menu.add(say("withdraw"))
            return menu
        if mine and seat in mine["to"] and seat not in mine["answers"]:
            if has(self.seat[seat].cards, mine["get"]):
                menu.add(say("accept", mine["number"]))
            menu.add(say("decline", mine["number"]))
        if seat in self.offers:
            menu.add(say("withdraw"))
        return menu

    def offer_ok(self, seat, give, get, to):
        if self.phase not in ("trade", "main", "offer") or not give or not get or set(give) & set(get):
            return False
        if not has(self.seat[seat].cards, give) or (
                self.o["offers"] != "unlimited" and self.seat[seat].offers >= self.o["offers"]):
            return False
        return bool(to) and seat not in to and (seat == self.turn or to == [self.turn])

    def make_offer(self, seat, give, get, to):
        standing = [offer["number"] for offer in self.offers.values()]
        self.offers_made = self.offers_made % 255 + 1
        while self.offers_made in standing:
            self.offers_made = self.offers_made % 255 + 1
        self.seat[seat].offers += 1
        mine = self.offers.get(self.turn)
        if seat != self.turn and mine and seat in mine["to"] and seat not in mine["answers"]:
            self.answer(seat, "decline")
        self.offers[seat] = {"number": self.offers_made, "from": seat, "to": to, "give": give, "get": get,
                             "answers": {}}
        if seat == self.turn:
            self.phase = "offer"

    def answer(self, seat, word):
        mine = self.offers[self.turn]
        mine["answers"][seat] = word
        if all(mine["answers"].get(i) == "decline" for i in mine["to"]):
            self.drop_offer(self.turn)

    def drop_offer(self, seat):
        del self.offers[seat]
        if seat == self.turn:
            self.resume()

    def swap(self, maker, taker, offer):
        """The maker gives offer['give'], the taker offer['get']."""
        self.seat[maker].cards += offer["get"]
        self.seat[maker].cards -= offer["give"]
        self.seat[taker].cards += offer["give"]
        self.seat[taker].cards -= offer["get"]
        self.drop_offer(maker)

    # ---- playing --------------------------------------------------------------------------------------------------------------

    def pay(self, seat, cost):
        assert has(self.seat[seat].cards, cost)
        self.seat[seat].cards -= Counter(cost)
        self.bank += Counter(cost)

    def gain(self, seat, kinds):
        self.bank -= Counter(kinds)
        self.seat[seat].cards += Counter(kinds)

    def built(self):
        """In strict phases the first building or purchase ends the trading."""
        if self.phase != "special":
            self.trade_over = True
            self.resume()
            if self.o["phases"] == "strict":
                self.clear_offers()

    def play(self, text):
        who, verb, *words = text.split()
        before = [Counter(s.cards) for s in self.seat]
        if who == "*":
            self.play_chance(verb, words)
        else:
            getattr(self, "do_" + verb.replace("-", "_"))(int(who), words)
        for i, hand in enumerate(before):
            if any(self.seat[i].cards[k] < hand[k] for k in KINDS):
                self.lapse(i)
        self.judge_win()

    def lapse(self, seat):
        """An offer lapses when its maker's hand shrinks, so that a standing one can always be kept."""
        if seat in self.offers:
            self.offers.pop(seat)
            if seat == self.turn and self.phase == "offer":
                self.resume()

    def play_chance(self, verb, words):
        if self.phase == "board":
            return self.play_board(verb, words)
        if self.phase == "first":
            return self.roll_for_first(int(words[0]), int(words[1]))
        if verb == "dice":
            self.resolving_seven = int(words[0]) + int(words[1]) == 7
            if self.o["dice"] == "deck":
                self.use_dice_card((int(words[0]), int(words[1])))
            self.roll(int(words[0]), int(words[1]))
        elif verb == "steal":
            self.seat[self.victim].cards[words[1]] -= 1
            self.seat[self.turn].cards[words[1]] += 1
            self.victim = None
            self.resume()
        elif verb == "draw":
            self.deck[words[0]] -= 1
            buyer = self.turn if self.special is None else self.special
            self.seat[buyer].dev_new[words[0]] += 1
            if self.special is None:
                self.resume()
            else:
                self.phase = "special"
        elif verb == "look":
            shown = cards(words[0])
            self.looking = {"seat": self.turn, "deck": shown}
            self.phase = "keep"

    def do_settle(self, seat, words):
        corner = self.b.corner_at[words[0]]
        if self.phase == "settle":
            return self.place_settlement(seat, corner)
        self.pay(seat, SETTLEMENT)
        self.settle(seat, corner)
        self.judge_road()
        self.built()

    def do_road(self, seat, words):
        path = self.b.path_at[words[0]]
        if self.phase == "settle-road":
            return self.place_road(seat, path)
        self.lay_road(seat, path)
        if self.phase == "free-road":
            self.judge_road()
            self.free_roads -= 1
            if not self.left(seat, "road") or not self.road_places(seat):
                self.free_roads = 0
            if not self.free_roads:
                self.resume()
            return
        self.pay(seat, ROAD)
        self.judge_road()
        self.built()

    def do_city(self, seat, words):
        corner = self.b.corner_at[words[0]]
        self.pay(seat, CITY)
        self.seat[seat].settlements.remove(corner)
        self.seat[seat].cities.add(corner)
        self.built()

    def do_buy(self, seat, words):
        self.pay(seat, CARD)
        self.built()
        self.phase = "draw"

    def do_roll(self, seat, words):
        self.phase = "dice"

    def do_end(self, seat, words):
        self.end_turn()

    def do_pass(self, seat, words):
        if self.phase == "special":
            return self.end_special()
        self.after_helper()

    def do_discard(self, seat, words):
        self.pay(seat, {words[0]: 1})
        self.seat[seat].owes -= 1
        if not any(s.owes for s in self.seat):
            self.phase = "robber"

    def do_robber(self, seat, words):
        self.resolving_seven = False
        self.move_robber(self.b.hexes[words[0]], int(words[1]) if len(words) > 1 else None)

    def play_card(self, seat, card):
        self.seat[seat].dev[card] -= 1
        self.seat[seat].played[card] += 1
        self.card_played = True

    def do_knight(self, seat, words):
        self.play_card(seat, "knight")
        self.judge_army()
        self.phase = "robber"

    def do_road_building(self, seat, words):
        self.play_card(seat, "road-building")
        self.free_roads = min(2, self.left(seat, "road"))
        self.phase = "free-road"

    def do_plenty(self, seat, words):
        self.play_card(seat, "plenty")
        self.gain(seat, cards(words[0]))

    def do_monopoly(self, seat, words):
        self.play_card(seat, "monopoly")
        for i, s in enumerate(self.seat):
            if i != seat:
                self.seat[seat].cards[words[0]] += s.cards.pop(words[0], 0)

    def do_bank(self, seat, words):
        self.pay(seat, cards(words[0]))
        self.gain(seat, cards(words[1]))

    def do_offer(self, seat, words):
        to = [int(w) for w in words[3:]] or ([i for i in range(self.n) if i != seat] if seat == self.turn
                                             else [self.turn])
        self.make_offer(seat, cards(words[0]), cards(words[1]), to)

    def offer_numbered(self, number):
        return next(o for o in self.offers.values() if o["number"] == int(number))

    def do_accept(self, seat, words):
        offer = self.offer_numbered(words[0])
        if offer["from"] == self.turn:
            self.answer(seat, "accept")
        else:
            self.swap(offer["from"], seat, offer)

    def do_decline(self, seat, words):
        offer = self.offer_numbered(words[0])
        if offer["from"] == self.turn:
            self.answer(seat, "decline")
        else:
            self.drop_offer(offer["from"])

    def do_confirm(self, seat, words):
        self.swap(seat, int(words[0]), self.offers[seat])

    def do_withdraw(self, seat, words):
        self.drop_offer(seat)

    # helpers

    def do_nassir(self, seat, words):
        for i in map(int, words[1:]):
            if self.seat[i].cards[words[0]]:
                self.seat[i].cards[words[0]] -= 1
                self.seat[seat].cards[words[0]] += 1
                self.repay.append(i)
        self.seat[seat].used = True
        if self.repay:
            self.phase = "repay"
        else:
            self.helper_done(seat)

    def do_repay(self, seat, words):
        self.seat[seat].cards[words[1]] -= 1
        self.seat[int(words[0])].cards[words[1]] += 1
        self.repay.remove(int(words[0]))
        if not self.repay:
            self.helper_done(seat)

    def do_william(self, seat, words):
        self.pay(seat, cards(words[1]))
        self.lay_road(seat, self.b.path_at[words[0]])
        self.judge_road()
        self.built()
        self.helper_done(seat)

    def do_marianne(self, seat, words):
        self.gain(seat, [words[0]])
        self.helper_done(seat)

    def do_louis(self, seat, words):
        self.seat[seat].roads.remove(self.b.path_at[words[0]])
        del self.road_owner_of[self.b.path_at[words[0]]]
        self.lay_road(seat, self.b.path_at[words[1]])
        self.judge_road()
        self.helper_done(seat)

    def do_sean(self, seat, words):
        if words:
            self.gain(seat, [words[0]])
        else:
            self.seat[seat].owes = 0
        self.helper_done(seat)

    def do_candamir(self, seat, words):
        self.seat[seat].used = True
        self.pay(seat, cards(words[0]))
        self.built()
        self.phase = "look"

    def do_keep(self, seat, words):
        self.deck[words[0]] -= 1
        self.seat[seat].dev_new[words[0]] += 1
        self.looking = None
        self.helper_done(seat)

    def do_hilde(self, seat, words):
        self.seat[seat].used = True
        self.looking = {"seat": seat, "hand_of": int(words[0])}
        self.phase = "take"

    def do_take(self, seat, words):
        self.seat[self.looking["hand_of"]].cards[words[0]] -= 1
        self.seat[seat].cards[words[0]] += 1
        self.looking = None
        self.helper_done(seat)

    def do_jean(self, seat, words):
        self.jean = words[0]
        self.helper_done(seat)

    def do_lin(self, seat, words):
        kind = YIELD[self.terrain[self.robber]]
        deserts = [c for c, t in self.terrain.items() if t == "desert"]
        self.robber = self.b.hexes[words[0]] if words else deserts[0]
        if self.bank[kind]:
            self.gain(seat, [kind])
        self.helper_done(seat)

    def do_vincent_settle(self, seat, words):
        self.pay(seat, ROAD)
        self.settle(seat, self.b.corner_at[words[0]])
        self.vincent(seat)

    def do_vincent_city(self, seat, words):
        self.pay(seat, {"ore": 2, "grain": 1})
        self.seat[seat].settlements.remove(self.b.corner_at[words[0]])
        self.seat[seat].cities.add(self.b.corner_at[words[0]])
        self.vincent(seat)

    def vincent(self, seat):
        self.seat[seat].played["knight"] -= 1
        self.judge_road()
        self.judge_army()
        self.built()
        self.helper_done(seat)

    def do_flip(self, seat, words):
        self.seat[seat].side = "B"
        self.after_helper()

    def do_exchange(self, seat, words):
        s = self.seat[seat]
        self.display.remove(words[0])
        self.display.add(s.helper)
        s.helper, s.side, s.fresh = words[0], "A", True
        self.after_helper()

    # ---- the position, in the words of docs/schema.md ---------------------------------------------------------------------------

    def position(self):
        counts = lambda c: {k: n for k, n in c.items() if n}
        all_kinds = lambda c: {k: c[k] for k in KINDS}
        out = {
            "phase": self.phase, "turn": self.turn, "round": self.turns // self.n,
            "owes": self.owes(), "chance": self.chance(), "winner": self.winner,
            "dice": list(self.dice) if self.dice else None, "rolled": self.rolled,
            "robber": self.b.name_of.get(self.robber),
            "bank": all_kinds(self.bank),
            "deck": {"count": total(self.deck), "cards": counts(self.deck)},
            "longest_road": None if self.longest is None else
                {"seat": self.longest, "length": self.road_length(self.longest)},
            "largest_army": None if self.army is None else
                {"seat": self.army, "knights": self.seat[self.army].played["knight"]},
            "card_played": self.card_played, "free_roads": self.free_roads,
            "gains": None if self.gains is None else [counts(g) for g in self.gains],
            "offers_made": self.offers_made,
            "offers": sorted(({"number": o["number"], "from": o["from"], "to": o["to"], "give": counts(o["give"]),
                               "get": counts(o["get"]), "answers": [{"seat": i, "answer": a} for i, a in
                                                                    sorted(o["answers"].items())]}
                              for o in self.offers.values()), key=lambda o: o["number"]),
            "hexes": {self.b.name_of[c]: (t, self.number.get(c)) for c, t in self.terrain.items()},
            "harbors": {self.b.path_name[p]: h for p, h in self.harbor.items()},
            "seats": [],
        }
        if self.o["helpers"] == "on":
            out["display"] = sorted(self.display)
            out["jean"] = self.jean
        for i, s in enumerate(self.seat):
            seat = {
                "seat": i, "color": self.colors[i], "count": total(s.cards), "cards": all_kinds(s.cards),
                "dev_count": total(s.dev) + total(s.dev_new), "dev": counts(s.dev), "dev_new": counts(s.dev_new),
                "played": counts(s.played),
                "settlements": sorted(self.b.corner_name[c] for c in s.settlements),
                "cities": sorted(self.b.corner_name[c] for c in s.cities),
                "roads": sorted(self.b.path_name[p] for p in s.roads),
                "left": {p: self.left(i, p) for p in ("road", "settlement", "city")},
                "rates": self.rates(i),
                "owes_cards": s.owes, "road_length": self.road_length(i),
                "points": self.points(i),
                "points_public": self.points(i) if self.phase == "over" else self.public_points(i),
            }
            if s.helper:
                seat["helper"] = {"name": s.helper, "side": s.side, "fresh": s.fresh, "used": s.used}
            out["seats"].append(seat)
        return out


# ---- for oracle.py ----------------------------------------------------------------------------------------------------------------

begin = Game


def shape(game, state):
    """The engine's position in the oracle's shape, where the two differ only in order."""
    hexes, b = state["board"]["hexes"], game.b
    assert all(b.hexes[h["name"]] == (h["q"], h["r"]) for h in hexes), "a hex is elsewhere"
    state["hexes"] = {h["name"]: (h["terrain"], h["number"]) for h in hexes if h["terrain"] is not None}
    state["harbors"] = {b.path_name[b.path_at[b.name_of[(h["q"], h["r"])] + "." + h["side"]]]: h["type"]
                        for h in state["board"]["harbors"]}
    if state.get("gains") is not None:
        state["gains"] = [{k: n for k, n in g.items() if n} for g in state["gains"]]
    for s in state["seats"]:
        for pieces in ("settlements", "cities", "roads"):
            s[pieces].sort()
    if "display" in state:
        state["display"].sort()
    state["offers"].sort(key=lambda o: o["number"])
    return state


def attempts(game, menus, rng):
    """Actions that are mostly forbidden, and whether each is allowed."""
    found = [random_attempt(game, menus, rng)]
    if game.phase in ("trade", "main", "offer") and rng.random() < 0.15:
        found.append(random_offer(game, rng))
    return found


def random_offer(game, rng):
    seat = rng.randrange(game.n)
    give, get = {}, {}
    for side in (give, get):
        for _ in range(rng.choice([1, 1, 1, 2])):
            kind = rng.choice(KINDS)
            side[kind] = side.get(kind, 0) + 1
    others = [i for i in range(game.n) if i != seat]
    to = others
    if seat != game.turn:
        to = [game.turn]
    elif rng.random() < 0.3:
        to = sorted(rng.sample(others, rng.randint(1, len(others))))
    text = "%d offer %s %s" % (seat, bundle(give), bundle(get))
    if seat == game.turn and to != others:
        text += " to " + " ".join(map(str, to))
    return text, game.offer_ok(seat, give, get, to)


def random_attempt(game, menus, rng):
    seat = rng.randrange(game.n)
    corner = rng.choice(list(game.b.corner_at))
    path = rng.choice(list(game.b.path_at))
    kind, other = rng.choice(KINDS), rng.choice(KINDS)
    verb = rng.choice(["settle " + corner, "city " + corner, "road " + path, "roll", "end", "buy", "knight",
                       "road-building", "monopoly " + kind, "bank %d%s %s" % (rng.randint(2, 4), kind, other),
                       "robber %s %d" % (rng.choice(list(game.b.hexes)), rng.randrange(game.n)),
                       "robber " + rng.choice(list(game.b.hexes)), "discard " + kind, "pass"])
    text = "%d %s" % (seat, verb)
    words = text.split()
    if words[1] in ("settle", "city"):      # the canonical name decides
        words[2] = game.b.corner_name[game.b.corner_at[corner]]
    if words[1] == "road":
        words[2] = game.b.path_name[game.b.path_at[path]]
    if words[1] == "bank":
        return text, game.bank_ok(seat, kind, int(words[2][0]), other)
    return text, " ".join(words) in menus[seat]
