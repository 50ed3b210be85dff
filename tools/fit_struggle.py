#!/usr/bin/env python3
"""Fit the evaluation of Struggle: `skerry siblings --ruleset struggle --every 0`, then this.

    tools/fit_struggle.py --hidden 32 --steps 6000 --start engine/bots/struggle_weights.inc 4:PREFIX 3:PREFIX ...

Each prefix follows its number of seats. The label of a position is an average of how the weights of
--start judged the positions that followed in its game, nearer ones counting more (--fade per position),
and of who won at the end. It depends far less on luck than the winner alone. The model is that of
engine/bots/neural_net.h. Needs NumPy.
"""
import argparse
import math

import numpy

import fit_files

FEATURES = 64
ROUND = 41          # SF_ROUND: it falls where a new game begins


class Evaluation:
    def __init__(self, hidden, chance):
        self.p = [numpy.zeros(FEATURES, 'f4'),
                  chance.uniform(-0.12, 0.12, (hidden, FEATURES)).astype('f4'),
                  numpy.resize([-0.2, 0.2], hidden).astype('f4')]

    def shares(self, rows):
        """Of every seat; `rows` are position, seat, feature."""
        direct, inner, out = self.p
        x = rows.reshape(-1, FEATURES).astype('f4') / 32
        h = numpy.maximum(x @ inner.T, 0)
        s = (x @ direct + h @ out).reshape(rows.shape[:2])
        s = numpy.exp(s - s.max(1, keepdims=True))
        return s / s.sum(1, keepdims=True), x, h

    def slopes(self, rows, label):
        """Of the cross-entropy, by each part of the weights."""
        share, x, h = self.shares(rows)
        up = ((share - label) / len(rows)).reshape(-1).astype('f4')
        down = (up[:, None] * self.p[2]) * (h > 0)
        return [up @ x, down.T @ x, up @ h]


def start_from(path):
    """The weights of a file that write() made."""
    model = Evaluation(0, numpy.random.default_rng(0))
    model.p = [v.astype('f4') for v in fit_files.read_weights(path)]
    return model


def write(model, path):
    fit_files.write_weights(path, 'tools/fit_struggle.py', 'engine/bots/struggle_value.c', 'SF_PAD', *model.p)


def labels(data, teacher, fade):
    """The worth of each position by what followed it; the last one of a game by who won."""
    n, seats = data['row'].shape[:2]
    judged = numpy.concatenate([teacher.shares(data['row'][i:i + 65536])[0]
                                for i in range(0, n, 65536)])
    last = numpy.append(numpy.diff(data['row'][:, 0, ROUND]) < 0, True)
    out = numpy.empty((n, seats), 'f4')
    for i in range(n - 1, -1, -1):
        if last[i]:
            out[i] = 0
            out[i, data['head'][i, 0]] = 1
        else:
            out[i] = (1 - fade) * judged[i + 1] + fade * out[i + 1]
    return out, last


def load(name, teacher, fade):
    """(rows, labels, winners) to fit to, and the same of the last tenth of the games."""
    data = fit_files.outcomes(name, FEATURES)
    label, last = labels(data, teacher, fade)
    ends = numpy.flatnonzero(last) + 1
    cut = ends[len(ends) * 9 // 10]
    print(f'{name.split(":", 1)[1]}: {len(data)} positions of {len(ends)} games', flush=True)
    whole = (data['row'], label, data['head'][:, 0])
    return tuple(v[:cut] for v in whole), tuple(v[cut:] for v in whole)


def report(model, held):
    out = []
    for rows, label, won in held:
        share = numpy.maximum(model.shares(rows)[0], 1e-6)
        out.append(f'won {-numpy.log(share[numpy.arange(len(won)), won]).mean():.4f} '
                   f'label {-(label * numpy.log(share)).sum(1).mean():.4f}')
    return ' / '.join(out)


def fit(options, train, held, model, chance):
    parts = [(numpy.zeros_like(v), numpy.zeros_like(v)) for v in model.p]
    weight = numpy.array([len(t[0]) for t in train], 'f8')
    mean, means = [numpy.zeros_like(v) for v in model.p], 0
    for step in range(1, options.steps + 1):
        rate = options.rate * min(1.0, step / 200) * \
            (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / options.steps)))
        rows, label, _ = train[chance.choice(len(train), p=weight / weight.sum())]
        at = chance.integers(len(rows), size=options.batch)
        for v, g, (m, s) in zip(model.p, model.slopes(rows[at], label[at]), parts):
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            v *= 1 - rate * 1e-4
            v -= rate * (m / (1 - 0.9 ** step)) / (numpy.sqrt(s / (1 - 0.999 ** step)) + 1e-8)
        if step > options.steps * 3 // 4:
            means += 1
            for a, v in zip(mean, model.p):
                a += (v - a) / means
        if step % 500 == 0:
            print(f'{step}: {report(model, held)}', flush=True)
    model.p = mean
    print(f'mean of the last quarter: {report(model, held)}')
    return model


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('prefixes', nargs='+')
    p.add_argument('--hidden', type=int, default=32)
    p.add_argument('--steps', type=int, default=6000)
    p.add_argument('--batch', type=int, default=1024)
    p.add_argument('--rate', type=float, default=0.003)
    p.add_argument('--fade', type=float, default=0.95, help='of what follows, a position; 1: who won alone')
    p.add_argument('--start', default='engine/bots/struggle_weights.inc', help='weights that judge what follows')
    p.add_argument('--on', action='store_true', help='the fit begins from --start, not from nothing')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--out', default='engine/bots/struggle_weights.inc')
    options = p.parse_args()
    chance = numpy.random.default_rng(options.seed)
    teacher = start_from(options.start)
    both = [load(name, teacher, options.fade) for name in options.prefixes]
    train, held = [b[0] for b in both], [b[1] for b in both]
    print(f'before: {report(teacher, held)}', flush=True)
    model = start_from(options.start) if options.on else Evaluation(options.hidden, chance)
    write(fit(options, train, held, model, chance), options.out)


if __name__ == '__main__':
    main()
