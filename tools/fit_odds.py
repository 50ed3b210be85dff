#!/usr/bin/env python3
"""Fit what each level is worth in the win chances that people see: `skerry siblings --every 0`, then this.

    tools/fit_odds.py [--judge] [--plot docs/win-chances.svg] 4:PREFIX ...

Reads the .outcomes of games between different levels. A seat's odds are those of the evaluation, multiplied
by exp(worth of its level * the part of it that still counts). `club` is worth 0. Of a level below `club` three
quarters of the worth count until the end, of a level above one quarter. The worths are fitted to who won. Then
it prints and plots how often positions with a given chance were won: first by the evaluation alone, then with
worths fitted to the other two thirds of the games. The numbers go into engine/bots/catan_win_chance.c. With --judge it fits
nothing and judges the worths of engine/bots/catan_win_chance.c; use games that were not fitted to. Needs NumPy.
"""
import argparse
import re

import numpy

import fit_files

FEATURES, POINTS, STRETCH = 128, 2, 200
LEVELS = 'random baseline beginner casual club strong master'.split()
CLUB = LEVELS.index('club')


def strengths(rows, w):
    x = rows.astype('f4') / 32
    direct, hidden, out = (v.astype('f4') for v in w)
    return x @ direct + numpy.maximum(x @ hidden.T, 0) @ out


def read(names, w, target):
    """The strength and level of every seat, who won, and how much of each seat's level still counts."""
    parts = []
    for name in names:
        d = fit_files.outcomes(name, FEATURES)
        top = d['row'][:, :, POINTS].max(1) // 8
        left = numpy.clip((target - top) / (target - 2), 0, 1)
        level = d['head'][:, 2:2 + d['row'].shape[1]].astype(int)
        stays = numpy.where(level < CLUB, 0.75, 0.25)
        parts.append((strengths(d['row'], w), level, d['head'][:, 0].astype(int),
                      stays + (1 - stays) * left[:, None]))
    return [numpy.concatenate(x) for x in zip(*parts)]


def shipped(path='engine/bots/catan_win_chance.c'):
    """The worths that the program has."""
    found = dict(re.findall(r'\[BOT_([A-Z]+)\] = (-?\d+)', open(path).read()))
    return numpy.array([int(found[n.upper()]) / 256 for n in LEVELS])


def chances(worth, strength, level, weigh):
    z = strength + worth[level] * weigh
    q = numpy.exp(z - z.max(1, keepdims=True))
    return q / q.sum(1, keepdims=True)


def fit(strength, level, won, weigh):
    """Newton's method on the cross-entropy, with a slight pull toward 0 for levels that do not play."""
    worth = numpy.zeros(len(LEVELS))
    has = [(level == k) * weigh * (k != CLUB) for k in range(len(LEVELS))]
    for _ in range(20):
        q = chances(worth, strength, level, weigh)
        miss = q - numpy.eye(q.shape[1])[won]
        g = numpy.array([(miss * h).sum() for h in has]) + 0.1 * worth
        mean = [(q * h).sum(1, keepdims=True) for h in has]
        hess = numpy.array([[(q * (a - m) * (b - n)).sum() for b, n in zip(has, mean)]
                            for a, m in zip(has, mean)])
        worth = worth - numpy.linalg.solve(hess + 0.1 * numpy.eye(len(worth)), g)
    return worth


def table(q, won, title):
    """Rows (called, won, how many), in tenths."""
    rows = []
    print(title)
    for low in range(0, 100, 10):
        at = (q >= low / 100) & (q < (low + 10) / 100)
        if at.sum() > 20:
            rows.append((q[at].mean(), won[at].mean(), int(at.sum())))
            print(f'  called {100 * rows[-1][0]:5.1f} %  won {100 * rows[-1][1]:5.1f} %  of {rows[-1][2]}')
    off = sum(abs(a - b) * n for a, b, n in rows) / sum(n for _, _, n in rows)
    print(f'  mean distance {100 * off:.1f} points')
    return rows


def plot(path, alone, told, positions):
    """Plots predicted chances against games won: the evaluation alone as rings, what people see as dots."""
    x = lambda p: 50 + 400 * p
    y = lambda p: 430 - 400 * p
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" font-family="sans-serif" font-size="13">',
           f'<title>Win chances of {positions} positions: called and won</title>',
           '<rect width="480" height="480" fill="#fff"/>',
           f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#888" stroke-dasharray="4 4"/>',
           f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" fill="none" stroke="#333"/>']
    for i in range(0, 101, 20):
        out.append(f'<text x="{x(i / 100)}" y="450" text-anchor="middle">{i} %</text>'
                   f'<text x="44" y="{y(i / 100) + 4}" text-anchor="end">{i} %</text>')
    out.append('<text x="250" y="472" text-anchor="middle">called</text>'
               '<text x="60" y="40">won</text>')
    out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="5" fill="none" stroke="#b50"/>' for a, b, _ in alone]
    out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="5" fill="#06a"/>' for a, b, _ in told]
    out += ['<circle cx="300" cy="380" r="5" fill="#06a"/><text x="312" y="384">as told</text>',
            '<circle cx="300" cy="402" r="5" fill="none" stroke="#b50"/>'
            '<text x="312" y="406">all taken alike</text>', '</svg>']
    with open(path, 'w') as f:
        f.write('\n'.join(out) + '\n')


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('prefixes', nargs='+')
    p.add_argument('--weights', default='engine/bots/catan_weights.inc')
    p.add_argument('--target', type=int, default=10)
    p.add_argument('--judge', action='store_true')
    p.add_argument('--plot')
    options = p.parse_args()
    data = read(options.prefixes, fit_files.read_weights(options.weights), options.target)
    for n, v in zip(LEVELS, fit(*data)):
        print(f'{n:12s} {256 * v:7.0f}')
    strength, level, won, weigh = data
    hit = numpy.eye(strength.shape[1])[won].reshape(-1)
    alone = table(chances(numpy.zeros(len(LEVELS)), strength, level, weigh).reshape(-1), hit,
                  'the evaluation alone')
    # Positions of one game lie together: whole stretches are held back, not single positions.
    third, q = numpy.arange(len(won)) // STRETCH % 3, numpy.zeros(strength.shape)
    for k in range(3):
        worth = shipped() if options.judge else fit(*(x[third != k] for x in data))
        q[third == k] = chances(worth, strength[third == k], level[third == k], weigh[third == k])
    told = table(q.reshape(-1), hit, 'with who plays')
    plain = chances(numpy.zeros(len(LEVELS)), strength, level, weigh)
    for k, n in enumerate(LEVELS):
        at = level == k
        if at.any():
            print(f'{n}: called {100 * plain[at].mean():.1f} % by the evaluation alone, '
                  f'{100 * q[at].mean():.1f} % as told, won {100 * hit.reshape(q.shape)[at].mean():.1f} %')
    if options.plot:
        plot(options.plot, alone, told, len(won))


if __name__ == '__main__':
    main()
