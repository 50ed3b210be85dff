#!/usr/bin/env python3
"""What each level is worth, for the win chances people are told: `skerry siblings --every 0`, then this.

    tools/fit_odds.py --weights ai/catan_weights.inc 4:PREFIX ...

Reads .outcomes of games between unlike levels. The chances are the evaluation's, each seat's odds
multiplied by exp(worth of its level * part of the game to come); the worths are fitted to who won in
two thirds of the games. Of the rest it prints how often positions called so many percent were won,
first as the evaluation alone would have it. The numbers go into ai/catan_odds.c. Needs PyTorch.
"""
import argparse
import re

import numpy
import torch

FEATURES, POINTS = 112, 2
LEVELS = 'random baseline beginner casual club strong master grandmaster'.split()


def weights(path):
    text = open(path).read()
    part = {n: numpy.array([int(x) for x in re.findall(r'-?\d+', text[text.index('weight_' + n):]
                            .split('=', 1)[1].split(';', 1)[0])], 'f8')
            for n in ('direct', 'hidden', 'out')}
    return part['direct'], part['hidden'].reshape(len(part['out']), -1), part['out']


def strengths(rows, w):
    x = rows.astype('f8')
    h = numpy.maximum(x @ w[1].T, 0)
    return (x @ w[0] / 256 + h @ w[2] / 65536) / 256


def table(p, won, title):
    print(title)
    for low in range(0, 100, 10):
        at = (p >= low / 100) & (p < (low + 10) / 100)
        if at.sum() > 20:
            print(f'  called {100 * p[at].mean():5.1f} %  won {100 * won[at].mean():5.1f} %  '
                  f'of {int(at.sum())}')
    print('  mean distance', f'{distance(p, won):.4f}')


def distance(p, won):
    edges = numpy.arange(0, 1.0001, 0.05)
    total = 0.0
    for a, b in zip(edges[:-1], edges[1:]):
        at = (p >= a) & (p < b)
        if at.sum():
            total += abs(p[at].mean() - won[at].mean()) * at.sum()
    return total / len(p)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('prefixes', nargs='+')
    p.add_argument('--weights', default='ai/catan_weights.inc')
    p.add_argument('--target', type=int, default=10)
    options = p.parse_args()
    w = weights(options.weights)
    strength, level, won, left = [], [], [], []
    for name in options.prefixes:
        seats, prefix = name.split(':', 1)
        seats = int(seats)
        kind = numpy.dtype([('head', 'u1', (8,)), ('row', '<i2', (seats, FEATURES))])
        data = open(prefix + '.outcomes', 'rb').read()
        d = numpy.frombuffer(data[:len(data) // kind.itemsize * kind.itemsize], kind)
        strength.append(strengths(d['row'], w))
        level.append(d['head'][:, 2:2 + seats].astype('i8'))
        won.append(d['head'][:, 0].astype('i8'))
        top = d['row'][:, :, POINTS].max(1) // 8
        left.append(numpy.clip((options.target - top) / (options.target - 2), 0, 1))
    strength, level, won, left = (torch.tensor(numpy.concatenate(x)) for x in
                                  (strength, level, won, left))
    cut = len(won) * 2 // 3
    worth = torch.zeros(len(LEVELS), dtype=torch.float64, requires_grad=True)
    heat = torch.ones(2, dtype=torch.float64, requires_grad=True)
    adam = torch.optim.LBFGS([worth, heat], max_iter=200)

    def logits(part, plain=False):
        s, l, r = strength[part], level[part], left[part][:, None]
        return s if plain else s + worth[l] * r

    def closure():
        adam.zero_grad()
        loss = torch.nn.functional.cross_entropy(logits(slice(0, cut)), won[:cut])
        loss = loss + 1e-4 * (worth ** 2).sum()
        loss.backward()
        return loss

    adam.step(closure)
    zero = worth[LEVELS.index('club')].item()
    for n, v in zip(LEVELS, worth.tolist()):
        print(f'{n:12s} {256 * (v - zero):7.0f}')
    rest = slice(cut, len(won))
    hit = torch.nn.functional.one_hot(won[rest], strength.shape[1]).numpy().reshape(-1)
    with torch.no_grad():
        for plain in (True, False):
            q = torch.softmax(logits(rest, plain), -1).numpy().reshape(-1)
            table(q, hit, 'the evaluation alone' if plain else 'with who plays')


if __name__ == '__main__':
    main()
