#!/usr/bin/env python3
"""A learner in numpy: it learns what positions are worth and plays the move that leads to the best one.

    make lib && PYTHONPATH=library/python python3 examples/learner.py

It sits at seat 0 against three house bots. For every legal id it looks one step ahead in a second batch
(Env.imagine) and values the result by a logistic regression over some of the features. The regression learns from the
results of games, seen from all four seats, so that it learns from the bots' moves as well as from its own.

While it learns, its choices are partly random; otherwise it would see too little of the game. At the end it plays
without chance and prints the share of games it wins; a quarter is as good as the bots. It looks ahead in worlds that
agree with what seat 0 knows, so it learns nothing from dice to come or from hidden cards."""
import argparse
import time

import numpy as np

import skerry

RULES, SEATS = "fifth,offers=0", 4
COSTS = {"road": [1, 1, 0, 0, 0], "settlement": [1, 1, 1, 1, 0], "city": [0, 0, 0, 2, 3], "card": [0, 0, 1, 1, 1]}
BLOCKS = ("points", "pieces", "income", "rate", "hand_size", "card_count", "played", "cards", "new_cards", "hand",
          "longest_road", "largest_army", "robber")


class Eyes:
    """From rows of features to what the regression reads: numbers between 0 and 1."""

    def __init__(self, space):
        self.blocks = space.blocks
        plain = [i for name in BLOCKS for i in range(space.blocks[name].first, space.blocks[name].first + space.blocks[name].size)]
        for name in ("buildings", "roads"):         # one's own: the board is always the same
            b = space.blocks[name]
            plain += range(b.first, b.first + b.columns)
        self.plain = np.array(plain)
        high = np.array([b.high for b in space.blocks.values() for _ in range(b.size)], np.float32)
        high[space.blocks["income"].slice], high[space.blocks["points"].slice] = 20, 10
        high[space.blocks["hand"].slice], high[space.blocks["hand_size"].slice] = 8, 15
        self.scale = 1 / high[self.plain]

    def row(self, name, features):
        return features[:, self.blocks[name].slice].astype(np.float32)

    def __call__(self, features):
        hand, income = self.row("hand", features), self.row("income", features).reshape(-1, SEATS, 5)
        points = self.row("points", features)
        more = [hand >= n for n in (1, 2, 3)]
        more += [np.minimum(np.maximum(np.array(cost) - hand, 0).sum(1, keepdims=True), 4) / 4 for cost in COSTS.values()]
        more += [np.maximum(hand.sum(1, keepdims=True) - 7, 0) / 7, income.sum(2) / 60, (income > 0).sum(2) / 5,
                 (points[:, :1] / 10) ** 2, (points[:, 1:].max(1, keepdims=True) / 10) ** 2, np.ones((len(features), 1))]
        return np.hstack([features[:, self.plain] * self.scale] + more).astype(np.float32)


class Judge:
    """A logistic regression: the chance to win, learned by Adam from positions and how their games ended."""

    def __init__(self, n):
        self.w = np.zeros(n, np.float32)
        self.m, self.v, self.steps = np.zeros(n, np.float32), np.zeros(n, np.float32), 0

    def value(self, x):
        return x @ self.w

    def learn(self, x, won, rng, rate=0.01):
        order = rng.permutation(len(x))
        for start in range(0, len(order), 512):
            part = order[start:start + 512]
            error = 1 / (1 + np.exp(-(x[part] @ self.w))) - won[part]
            grad = x[part].T @ error / len(part) + 1e-5 * self.w
            self.steps += 1
            self.m += 0.1 * (grad - self.m)
            self.v += 0.001 * (grad * grad - self.v)
            self.w -= rate * (self.m / (1 - 0.9 ** self.steps)) / (np.sqrt(self.v / (1 - 0.999 ** self.steps)) + 1e-8)


class Learner:
    def __init__(self, level="beginner", batch=64, seed=1):
        self.env = skerry.Env(RULES, batch=batch, seats=SEATS, seed=seed, autoreset="same", fill=("features", "every"),
                              bots={seat: level for seat in range(1, SEATS)})
        self.ahead = skerry.Env(RULES, batch=16 * batch, seats=SEATS, seed=seed, viewer=0)
        self.eyes, self.rng = Eyes(skerry.Space(RULES, SEATS)), np.random.default_rng(seed)
        self.judge = Judge(self.eyes(self.env.features[:1]).shape[1])
        self.seen = [[] for _ in range(batch)]      # positions of the games that are being played
        self.x, self.won, self.results = [], [], []

    def look_ahead(self, rows, ids):
        """How seat 0 values what each (game, id) leads to."""
        n, ahead = len(rows), self.ahead
        source, choice = np.full(ahead.batch, skerry.LEAVE, np.int32), np.full(ahead.batch, skerry.LEAVE, np.int32)
        source[:n], choice[:n] = rows, ids
        ahead.imagine(self.env, source)
        ahead.step(choice)
        values = self.judge.value(self.eyes(ahead.features[:n]))
        return np.where(ahead.done[:n] > 0, np.where(ahead.reward[:n, 0] > 0, 100, -100), values)

    def choose(self, noise):
        rows, ids = np.nonzero(self.env.mask)
        size = self.ahead.batch
        values = np.concatenate([self.look_ahead(rows[a:a + size], ids[a:a + size]) for a in range(0, len(rows), size)])
        order = np.lexsort((values + noise * self.rng.gumbel(size=len(values)), rows))
        best = order[np.append(rows[order][1:] != rows[order][:-1], True)]
        choice = np.full(self.env.batch, skerry.LEAVE, np.int32)
        choice[rows[best]] = ids[best]
        return choice

    def remember(self):
        """Sometimes keep the position, as every seat sees it."""
        for i in np.nonzero(self.rng.random(self.env.batch) < 0.3)[0]:
            self.seen[i].append(self.eyes(self.env.every[i]))

    def play(self, games, noise, learn=True):
        """Play until this many games have ended; returns the share won."""
        self.results = []
        while len(self.results) < games:
            if learn:
                self.remember()
            self.env.step(self.choose(noise))
            for i in np.nonzero(self.env.done)[0]:
                self.results.append(float(self.env.reward[i, 0]))
                if learn and self.seen[i]:
                    self.x.append(np.concatenate(self.seen[i]))
                    self.won.append(np.tile(self.env.reward[i], len(self.seen[i])))
                self.seen[i] = []
        return np.mean(self.results)

    def study(self, last=1500):
        self.x, self.won = self.x[-last:], self.won[-last:]
        self.judge.learn(np.concatenate(self.x), np.concatenate(self.won), self.rng)


def main():
    parser = argparse.ArgumentParser(description="Learn to beat house bots.")
    parser.add_argument("--level", default="beginner")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=400, help="to measure by, at the end")
    args = parser.parse_args()
    learner, start, total = Learner(args.level), time.time(), 0
    while time.time() - start < 60 * args.minutes:
        share = learner.play(100, noise=0.1)
        learner.study()
        total += 100
        print("%4.0f s  %5d games  %4.1f %% won" % (time.time() - start, total, 100 * share), flush=True)
    share = learner.play(args.games, noise=0, learn=False)
    print("%.1f %% of %d games won against %s; as good as they: 25 %%" % (100 * share, args.games, args.level))


if __name__ == "__main__":
    main()
