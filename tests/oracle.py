#!/usr/bin/env python3
"""Play the slow rules (oracle_catan.py, oracle_struggle.py) against `skerry engine`. After every action
both must agree on the menu of every seat, the outcomes of chance with their weights, the whole position,
and whether a few mostly forbidden actions are allowed.

  oracle.py --check              a game of every variant and small perfts (part of ./check)
  oracle.py --games 200          that many of each ruleset, variants in turn; --only fifth,3d: of these;
                                 --minutes 8: begin no game later, and say where to go on
  oracle.py --game RULES PLAYERS SEED    one game again; --trace prints every action
  oracle.py --perft              recount every line of tests/perft.txt that a slow program can
"""
import argparse
import copy
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import time

import oracle_catan
import oracle_struggle

ROOT = pathlib.Path(__file__).resolve().parent.parent
VARIANTS = {**oracle_catan.VARIANTS, **oracle_struggle.VARIANTS}
PERFT_MAX = {"check": 10 ** 4, "long": 10 ** 6}        # nodes
ACTIONS_MAX = 4000


class Disagreement(Exception):
    pass


def rules_module(rules):
    return oracle_struggle if rules.startswith("struggle") else oracle_catan


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, requests):
        """Several at once: the engine answers while the oracle thinks."""
        self.process.stdin.write("".join(json.dumps(r) + "\n" for r in requests))
        self.process.stdin.flush()

    def receive(self, request):
        line = self.process.stdout.readline()
        if not line:
            raise Disagreement("the engine ended at %s" % request)
        return json.loads(line)

    def must(self, **request):
        self.send([request])
        return accepted(request, self.receive(request))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def accepted(request, answer):
    if not answer["ok"]:
        raise Disagreement("refused: %s: %s" % (request, answer))
    return answer


# ---- comparing ------------------------------------------------------------------------------------

def differences(mine, theirs, path=""):
    if mine == theirs:
        return []
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return [d for key in mine for d in differences(mine[key], theirs.get(key, "(no such key)"),
                                                       path + "." + str(key))]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return [d for i, (a, b) in enumerate(zip(mine, theirs)) for d in differences(a, b, "%s[%d]" % (path, i))]
    return ["%s: oracle %s, engine %s" % (path[1:], mine, theirs)]


def agree(what, found):
    if found:
        raise Disagreement(what + ": " + "; ".join(found[:6]))


def same_menu(who, mine, theirs):
    if len(set(theirs)) != len(theirs) or set(mine) != set(theirs):
        raise Disagreement("menu of %s: only the oracle: %s; only the engine: %s" % (
            who, sorted(set(mine) - set(theirs))[:6], sorted(set(theirs) - set(mine))[:6]))


class Table:
    """One game, played on both sides."""

    def __init__(self, engine, rules, players, seed):
        self.engine, self.module = engine, rules_module(rules)
        self.rng = random.Random("%s %d %d" % (rules, players, seed))
        engine.must(cmd="new", ruleset=rules, players=players, chance="manual")
        options = self.module.options_of(rules)
        agree("options", differences(options, engine.must(cmd="state")["state"]["rules"]["options"]))
        self.game = self.module.begin(options, players)

    def step(self, action):
        """Play an action on both sides (None at the start), compare everything, choose the next one."""
        game = self.game
        if action:
            game.play(action)
        menus = [game.menu(seat) for seat in range(game.n)]
        attempts = self.module.attempts(game, menus, self.rng) if game.phase != "over" else []
        requests = [{"cmd": "play", "action": action}] if action else []
        requests += [{"cmd": "state"}, *({"cmd": "legal", "seat": seat} for seat in range(game.n))]
        requests += [{"cmd": "legal"}] if game.chance() else []
        requests += [{"cmd": "check", "action": text} for text, _ in attempts]
        self.engine.send(requests)
        self.compare(iter(requests), game.position(), menus, attempts)
        return self.choose(menus, [text for text, allowed in attempts if allowed])

    def compare(self, requests, position, menus, attempts):
        """The engine's answers in the order in which they were asked for."""
        def answer():
            request = next(requests)
            got = self.engine.receive(request)
            return got if request["cmd"] == "check" else accepted(request, got)
        game, first = self.game, answer()
        state = first["state"] if "state" in first else answer()["state"]
        agree("position", differences(position, self.module.shape(game, state)))
        for seat, menu in enumerate(menus):
            same_menu("seat %d" % seat, menu, answer()["actions"])
        if game.chance():
            got, outcomes = answer(), game.outcomes()
            same_menu("chance", outcomes, got["actions"])
            agree("weights", differences(outcomes, dict(zip(got["actions"], got["weights"]))))
        for text, allowed in attempts:
            got = answer()
            if got["ok"] != allowed:
                raise Disagreement("%s: oracle says %s, engine %s" % (text, allowed, got))

    def choose(self, menus, allowed):
        game, rng = self.game, self.rng
        if game.phase == "over":
            return None
        if game.chance():
            outcomes = game.outcomes()
            names = sorted(outcomes)
            return rng.choices(names, [outcomes[n] for n in names])[0]
        if allowed and rng.random() < 0.5:      # what no menu lists: offers, poor trades
            return rng.choice(allowed)
        seats = game.owes() if rng.random() < 0.8 else [s for s, menu in enumerate(menus) if menu]
        menu = sorted(menus[rng.choice(seats)])
        # Swaps and ends are most of a menu: take building and helpers more often.
        bold = [a for a in menu if a.split()[1] not in self.module.DULL]
        return rng.choice(bold if bold and rng.random() < 0.5 else menu)


def play_one(engine, rules, players, seed, trace=False):
    table, log = Table(engine, rules, players, seed), []
    try:
        action = table.step(None)
        while action and len(log) < ACTIONS_MAX:
            if trace:
                print(action)
            log.append(action)
            action = table.step(action)
    except Exception as error:
        raise Disagreement("%s\n  last actions: %s" % (error if isinstance(error, Disagreement) else repr(error),
                                                       "; ".join(log[-6:]))) from error
    return len(log)


# ---- many games, side by side ---------------------------------------------------------------------

engine = None       # each process has its own


def job(task):
    """Returns the number of actions compared (None if it is too late to begin), and how the two disagree, if they do."""
    global engine
    program, trace, end, rules, players, seed = task
    if end and time.time() > end:
        return task, None, None
    engine = engine or Engine(program)
    try:
        return task, play_one(engine, rules, players, seed, trace), None
    except Disagreement as error:
        engine.close()
        engine = None
        return task, 0, str(error)


def games_of(args):
    if args.game:
        return [(args.game[0], int(args.game[1]), int(args.game[2]))]
    rulesets = args.only.split(",") if args.only else list(VARIANTS)
    if not args.games:
        return [(rules, players, 1) for name in rulesets for rules, players in VARIANTS[name]]
    return [(*VARIANTS[name][seed % len(VARIANTS[name])], seed)
            for seed in range(args.first, args.first + args.games) for name in rulesets]


def run(args):
    good = bad = actions = 0
    late = []
    end = args.minutes and time.time() + 60 * args.minutes
    tasks = [(args.engine, args.trace, end, *game) for game in games_of(args)]
    with multiprocessing.Pool(min(args.jobs, len(tasks))) as pool:
        for (*_, rules, players, seed), n, error in pool.imap_unordered(job, tasks):
            if n is None:
                late.append(seed)
                continue
            actions += n
            good, bad = good + (error is None), bad + (error is not None)
            if error:
                print("FAIL %s %d %d: %s" % (rules, players, seed, error), flush=True)
            if bad >= args.stop:
                pool.terminate()
                break
    print("%d games, %d actions compared" % (good + bad, actions))
    if late:
        print("%d games not begun: go on with --first %d" % (len(late), min(late)))
    return good, bad


# ---- perft ----------------------------------------------------------------------------------------

def perft(game, depth):
    """Sequences of `depth` actions, the lowest owing seat acting."""
    menu = game.outcomes() if game.chance() else game.menu(min(game.owes())) if game.owes() else []
    if depth == 1:
        return len(menu)
    count = 0
    for action in menu:
        following = copy.deepcopy(game)
        following.play(action)
        count += perft(following, depth - 1)
    return count


def check_line(line):
    rules, players, depth, count = line.split()
    module = rules_module(rules)
    found = perft(module.begin(module.options_of(rules), int(players)), int(depth))
    if found == int(count):
        return None
    return "FAIL perft %s with %s players to depth %s: %d, the file says %s" % (rules, players, depth, found, count)


def check_perft(args, limit):
    lines = [line for line in (ROOT / "tests/perft.txt").read_text().splitlines() if line and line[0] != "#"]
    lines = sorted((n for n in lines if int(n.split()[3]) <= limit), key=lambda n: -int(n.split()[3]))
    with multiprocessing.Pool(args.jobs) as pool:
        found = [error for error in pool.imap_unordered(check_line, lines) if error]
    for error in found:
        print(error)
    return len(lines) - len(found), len(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default=str(ROOT / "build/skerry"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--only", help="of these rulesets, with commas between")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--game", nargs=3, metavar=("RULES", "PLAYERS", "SEED"))
    parser.add_argument("--perft", action="store_true")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--stop", type=int, default=10, help="after so many disagreements")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    good = bad = 0
    if args.perft or args.check:
        good, bad = check_perft(args, PERFT_MAX["check" if args.check else "long"])
    if not args.perft:
        games, failed = run(args)
        good, bad = good + games, bad + failed
    print("%d passed, %d failed" % (good, bad))
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
