#!/usr/bin/env python3
"""Fit the CATAN evaluation to the results of playing on: `skerry siblings --out PREFIX`, then this.

    tools/fit_catan.py --hidden 64 --seconds 60 --out engine/bots/catan_weights.inc 4:PREFIX 3:PREFIX ...

Each prefix follows its number of seats. The loss is a sum of three: the cross-entropy of who won
(.outcomes); that of how the seats stood after the game was played on (.siblings); and, for the seat that
moved, the squared error of the differences between the moves of one position. Moves share their dice, so
these differences are far more certain than the values themselves. The model is that of engine/bots/catan_value.c.
The weights written are the mean over the last part of the fit. Needs PyTorch.
"""
import argparse
import math
import time

import numpy
import torch

import fit_files

FEATURES, SIBLINGS = 128, 6


def groups(name):
    """Of "4:PREFIX", four seats: how many and whose move (head), and each move's features and shares."""
    seats, prefix = name.split(':', 1)
    one = [('row', '<i2', (int(seats), FEATURES)), ('share', '<u2', (int(seats),))]
    return fit_files.rows(prefix + '.siblings', numpy.dtype([('head', 'u1', (4,)), ('sibling', one, (SIBLINGS,))]))


def on_device(parts, device):
    """One set of tensors per number of seats."""
    sets = {}
    for g, o in parts:
        sets.setdefault(o['row'].shape[1], []).append((g, o))
    out = []
    for many in sets.values():
        def cat(pick):
            return torch.cat([torch.from_numpy(numpy.ascontiguousarray(pick(g, o))) for g, o in many])
        out.append({
            'rows': cat(lambda g, o: g['sibling']['row']).to(device),
            'share': (cat(lambda g, o: g['sibling']['share'].astype('f4') / 65535)).to(device),
            'n': cat(lambda g, o: g['head'][:, 0].astype('i8')).to(device),
            'me': cat(lambda g, o: g['head'][:, 1].astype('i8')).to(device),
            'o_rows': cat(lambda g, o: o['row']).to(device),
            'o_win': cat(lambda g, o: o['head'][:, 0].astype('i8')).to(device),
        })
    return out


class Evaluation(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.direct = torch.nn.Parameter(torch.zeros(FEATURES))
        self.hidden = torch.nn.Parameter(torch.empty(hidden, FEATURES).uniform_(-0.12, 0.12))
        self.out = torch.nn.Parameter(torch.tensor([-0.2, 0.2]).repeat(hidden)[:hidden])

    def forward(self, rows):
        x = rows.float() / 32
        return x @ self.direct + torch.relu(x @ self.hidden.T) @ self.out


def losses(model, s, at, o_at, options):
    rows, share, me = s['rows'][at], s['share'][at], s['me'][at]
    there = torch.arange(SIBLINGS, device=rows.device)[None, :] < s['n'][at][:, None]
    log_p = torch.log_softmax(model(rows), -1)                  # group, sibling, seat
    value = -(share * log_p).sum(-1)
    value = (value * there).sum() / there.sum()
    pick = me[:, None, None].expand(-1, SIBLINGS, 1)
    p, y = log_p.exp().gather(2, pick)[..., 0], share.gather(2, pick)[..., 0]
    count = there.sum(1, keepdim=True)
    dp = p - (p * there).sum(1, keepdim=True) / count
    dy = y - (y * there).sum(1, keepdim=True) / count
    pairs = (((dp - dy) ** 2) * there).sum() / there.sum()
    won = torch.nn.functional.cross_entropy(model(s['o_rows'][o_at]), s['o_win'][o_at])
    return won, value, pairs, (dp * dy * there).sum(), ((dp ** 2) * there).sum(), \
        ((dy ** 2) * there).sum()


def start_from(model, path):
    """The weights of a file that write() made, as far as they fit."""
    direct, rows, out = map(torch.from_numpy, fit_files.read_weights(path))
    with torch.no_grad():
        model.direct.copy_(direct[:FEATURES])
        model.hidden[:len(out)].copy_(rows)
        model.out[:len(out)].copy_(out)
        model.out[len(out):] *= 0.05        # new units begin as next to nothing


def fit(options, train, held, device):
    torch.manual_seed(options.seed)
    model = Evaluation(options.hidden).to(device)
    if options.start:
        start_from(model, options.start)
    adam = torch.optim.AdamW(model.parameters(), lr=1.0, weight_decay=options.decay)
    weight = torch.tensor([float(len(s['n'])) for s in train])
    begun, step, mean = time.time(), 0, None
    while True:
        done = (time.time() - begun) / options.seconds
        if done >= 1:
            break
        rate = options.rate * min(1.0, (step + 1) / 200) * \
            (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        adam.param_groups[0]['lr'] = rate
        s = train[int(torch.multinomial(weight, 1))]
        at = torch.randint(len(s['n']), (options.batch,), device=device)
        o_at = torch.randint(len(s['o_win']), (options.batch * 2,), device=device)
        won, value, pairs, *_ = losses(model, s, at, o_at, options)
        loss = options.outcome * won + options.value * value + options.pairs * pairs
        adam.zero_grad()
        loss.backward()
        adam.step()
        step += 1
        if done > 0.75:
            with torch.no_grad():
                if mean is None:
                    mean = [p.detach().clone() for p in model.parameters()]
                for m, p in zip(mean, model.parameters()):
                    m.lerp_(p, 0.002)
    if mean:
        with torch.no_grad():
            for m, p in zip(mean, model.parameters()):
                p.copy_(m)
    print(f'{step} steps; held back: ' + held_losses(model, held, options), flush=True)
    return model


def held_losses(model, held, options):
    out = []
    with torch.no_grad():
        for s in held:
            n = min(len(s['n']), 20000)
            at = torch.arange(n, device=s['n'].device)
            o_at = torch.arange(min(len(s['o_win']), 40000), device=s['n'].device)
            won, value, pairs, xy, xx, yy = losses(model, s, at, o_at, options)
            r = xy / (xx * yy).sqrt()
            out.append(f'won {won:.4f} value {value:.4f} pairs {pairs * 1e4:.3f}e-4 r {r:.4f}')
    return ' / '.join(out)


def write(model, path):
    parts = [p.detach().cpu().double().numpy() for p in (model.direct, model.hidden, model.out)]
    fit_files.write_weights(path, 'tools/fit_catan.py', 'engine/bots/catan_value.c', 'FEAT_PAD', *parts)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('prefixes', nargs='+')
    p.add_argument('--hidden', type=int, default=64)
    p.add_argument('--seconds', type=float, default=60)
    p.add_argument('--batch', type=int, default=4096)
    p.add_argument('--rate', type=float, default=0.003)
    p.add_argument('--decay', type=float, default=1e-4)
    p.add_argument('--outcome', type=float, default=1.0)
    p.add_argument('--value', type=float, default=1.0)
    p.add_argument('--pairs', type=float, default=200.0)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--start', help='weights to begin from')
    p.add_argument('--out', action='append')
    p.add_argument('--grid', help='"hidden:outcome:value:pairs:seed ..." one --out each')
    options = p.parse_args()
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    train, held = [], []
    for name in options.prefixes:
        try:
            g, o = groups(name), fit_files.outcomes(name, FEATURES)
        except FileNotFoundError:
            continue
        cut, o_cut = len(g) - len(g) // 20, len(o) - len(o) // 20
        if cut < 4 or o_cut < 4:
            continue
        train.append((g[:cut], o[:o_cut]))
        held.append((g[cut:], o[o_cut:]))
    train, held = on_device(train, device), on_device(held, device)
    print(f'{sum(len(s["n"]) for s in train)} groups, {sum(len(s["o_win"]) for s in train)} outcomes',
          flush=True)
    runs = options.grid.split() if options.grid else [None]
    for run, out in zip(runs, options.out or ['engine/bots/catan_weights.inc']):
        if run:
            h, o, v, pr, seed, *warm = run.split(':')
            options.start = warm[0] if warm else None
            options.rate = 0.001 if warm else 0.003
            options.hidden, options.outcome, options.value = int(h), float(o), float(v)
            options.pairs, options.seed = float(pr), int(seed)
        print(f'{out}: hidden {options.hidden} outcome {options.outcome} value {options.value} '
              f'pairs {options.pairs}', flush=True)
        write(fit(options, train, held, device), out)


if __name__ == '__main__':
    main()
