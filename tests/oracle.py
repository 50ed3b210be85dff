#!/usr/bin/env python3
"""Play the slow rules (oracle_rules.py) against `skerry engine`: after every action the menu of every
seat, the outcomes of chance with their weights and the whole position must be the same.

  oracle.py --check              a few games per ruleset and small perfts (part of ./check)
  oracle.py --games 200          that many in each ruleset
  oracle.py --game RULES PLAYERS SEED    one game again; --trace prints every action
  oracle.py --perft              recount every line of tests/perft.txt that a slow program can
"""
import argparse
import copy
import json
import pathlib
import random
import subprocess
import sys

from oracle_rules import KINDS, Game, bundle, options_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = [("fifth", 2), ("fifth", 3), ("fifth", 4), ("fifth,start=draft", 4), ("fifth,board=random", 4),
         ("fifth,board=random,harbors=frame,phases=combined", 3),
         ("fifth,board=random,tokens=random,harbors=markers", 4),
         ("fifth+helpers", 4), ("fifth+helpers,board=random,phases=combined", 3),
         ("3d", 4), ("3d,board=random,tokens=random,harbors=coves", 4), ("3d+helpers", 3),
         ("sixth", 4), ("sixth", 3), ("sixth,board=random,harbors=frame", 4), ("sixth+helpers", 4),
         ("fifth-56", 5), ("fifth-56", 6), ("fifth-56,tokens=random", 6), ("fifth-56+helpers", 6),
         ("fifth-56+helpers", 5), ("fifth,dice=deck,quiet_rounds=2", 4), ("sixth,points=5,hand_limit=4", 4),
         ("fifth,friendly=3,rob_empty=off", 4), ("sixth,menu=trades,offers=3", 3),
         ("fifth+helpers,army_aside=on,largest_army_min=1,knights=60,phases=combined", 4),
         ("3d,bank=9,roads=6,settlements=3,cities=2,points=8", 4)]
PERFT_MAX = 3000       # nodes that a slow program counts in ./check
ACTIONS_MAX = 3000


class Disagreement(Exception):
    pass


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Disagreement("the engine ended at %s" % request)
        return json.loads(line)

    def must(self, **request):
        answer = self.ask(**request)
        if not answer["ok"]:
            raise Disagreement("refused: %s: %s" % (request, answer))
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def flatten(state, board):
    """The engine's position in the oracle's shape, where the two differ only in order."""
    state = dict(state)
    state["hexes"] = {h["name"]: (h["terrain"], h["number"]) for h in state["board"]["hexes"]
                      if h["terrain"] is not None}
    for h in state["board"]["hexes"]:
        if board.hexes[h["name"]] != (h["q"], h["r"]):
            raise Disagreement("%s is at %s" % (h["name"], (h["q"], h["r"])))
    state["harbors"] = {board.path_name[board.path_at[board.name_of[(h["q"], h["r"])] + "." + h["side"]]]: h["type"]
                        for h in state["board"]["harbors"]}
    if state.get("gains") is not None:
        state["gains"] = [{k: n for k, n in g.items() if n} for g in state["gains"]]
    state["seats"] = [dict(s, settlements=sorted(s["settlements"]), cities=sorted(s["cities"]),
                           roads=sorted(s["roads"])) for s in state["seats"]]
    if "display" in state:
        state["display"] = sorted(state["display"])
    state["offers"] = sorted(state["offers"], key=lambda o: o["number"])
    return state


def differences(mine, theirs, path=""):
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return [d for key in mine for d in differences(mine[key], theirs.get(key, "(no such key)"),
                                                       path + "." + str(key))]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return [d for i, (a, b) in enumerate(zip(mine, theirs)) for d in differences(a, b, "%s[%d]" % (path, i))]
    return [] if mine == theirs else ["%s: oracle %s, engine %s" % (path[1:], mine, theirs)]


def compare(game, engine):
    theirs = flatten(engine.must(cmd="state")["state"], game.b)
    found = differences(game.position(), theirs)
    if found:
        raise Disagreement("position: " + "; ".join(found[:6]))
    if game.chance():
        answer = engine.must(cmd="legal", seat="*")
        weights = dict(zip(answer["actions"], answer["weights"]))
        compare_menus("chance", game.outcomes(), weights)
        for action, weight in game.outcomes().items():
            if weights[action] != weight:
                raise Disagreement("weight of %s: oracle %d, engine %d" % (action, weight, weights[action]))
    for seat in range(game.n):
        compare_menus("seat %d" % seat, game.menu(seat), engine.must(cmd="legal", seat=seat)["actions"])


def compare_menus(who, mine, theirs):
    mine, theirs = set(mine), set(theirs)
    if mine != theirs:
        raise Disagreement("menu of %s: only the oracle: %s; only the engine: %s" % (
            who, sorted(mine - theirs)[:6], sorted(theirs - mine)[:6]))


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


def random_attempt(game, rng):
    """Something that is mostly forbidden; both sides must agree whether it is."""
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
    return text, " ".join(words) in game.menu(seat)


def agree_on(engine, text, allowed):
    answer = engine.ask(cmd="check", action=text)
    if answer["ok"] != allowed:
        raise Disagreement("%s: oracle says %s, engine %s" % (text, allowed, answer))
    return allowed


def weighted(outcomes, rng):
    """Chance's own odds, but Candamir and friends are worth seeing: dice now and then come up seven."""
    names = sorted(outcomes)
    return rng.choices(names, [outcomes[n] for n in names])[0]


def choose(game, engine, rng):
    if game.chance():
        return weighted(game.outcomes(), rng)
    if game.phase in ("trade", "main", "offer") and rng.random() < 0.08:
        text, allowed = random_offer(game, rng)
        if agree_on(engine, text, allowed):
            return text
    text, allowed = random_attempt(game, rng)
    agree_on(engine, text, allowed)
    seats = [s for s in range(game.n) if game.menu(s)]
    seat = rng.choice(game.owes() if rng.random() < 0.8 else seats)
    menu = sorted(game.menu(seat))
    # Ending the turn is one choice among many offers of the bank: take building and helpers more often.
    bold = [a for a in menu if a.split()[1] not in ("bank", "end", "pass", "plenty", "monopoly")]
    return rng.choice(bold if bold and rng.random() < 0.5 else menu)


def play_one(engine, rules, players, seed, trace=False):
    rng = random.Random("%s %d %d" % (rules, players, seed))
    engine.must(cmd="new", ruleset=rules, players=players, chance="manual")
    options = engine.must(cmd="state")["state"]["rules"]["options"]
    found = differences(options_of(rules), options)
    if found:
        raise Disagreement("options: " + "; ".join(found))
    game = Game(options_of(rules), players)
    log = []
    try:
        for _ in range(ACTIONS_MAX):
            compare(game, engine)
            if game.phase == "over":
                break
            action = choose(game, engine, rng)
            if trace:
                print(action)
            log.append(action)
            engine.must(cmd="play", action=action)
            game.play(action)
    except Exception as error:
        raise Disagreement("%s\n  last actions: %s" % (error if isinstance(error, Disagreement) else repr(error),
                                                       "; ".join(log[-6:]))) from error
    return len(log)


def perft(game, depth):
    """Sequences of `depth` actions, the lowest owing seat acting."""
    menu = game.outcomes() if game.chance() else game.menu(min(game.owes())) if game.phase != "over" else []
    if depth == 1:
        return len(menu)
    count = 0
    for action in menu:
        following = copy.deepcopy(game)
        following.play(action)
        count += perft(following, depth - 1)
    return count


def check_perft(limit):
    good = bad = 0
    for line in (ROOT / "tests/perft.txt").read_text().splitlines():
        if not line or line.startswith(("#", "struggle")):     # those are oracle_struggle.py's
            continue
        rules, players, depth, count = line.split()
        if int(count) > limit:
            continue
        found = perft(Game(options_of(rules), int(players)), int(depth))
        if found == int(count):
            good += 1
        else:
            bad += 1
            print("FAIL perft %s with %s players to depth %s: %d, the file says %s" % (rules, players, depth, found, count))
    return good, bad


def run(args):
    good = bad = actions = 0
    engine = Engine(args.engine)
    games = [(r, p, s) for s in range(args.first, args.first + (args.games or 1)) for r, p in RULES]
    if args.game:
        games = [(args.game[0], int(args.game[1]), int(args.game[2]))]
    for rules, players, seed in games:
        try:
            actions += play_one(engine, rules, players, seed, args.trace)
            good += 1
        except Disagreement as error:
            bad += 1
            print("FAIL %s %d %d: %s" % (rules, players, seed, error), flush=True)
            engine.close()
            engine = Engine(args.engine)
            if bad >= args.stop:
                break
    engine.close()
    print("%d actions compared" % actions)
    return good, bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default=str(ROOT / "build/skerry"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--game", nargs=3, metavar=("RULES", "PLAYERS", "SEED"))
    parser.add_argument("--perft", action="store_true")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--stop", type=int, default=10)
    args = parser.parse_args()
    good = bad = 0
    if args.perft or args.check:
        good, bad = check_perft(PERFT_MAX if args.check else 10 ** 6)
    if not args.perft:
        games, failed = run(args)
        good, bad = good + games, bad + failed
    print("%d passed, %d failed" % (good, bad))
    sys.exit(bad != 0)


main()
