#!/usr/bin/env python3
"""Fit the evaluation of Struggle to who won: `skerry siblings --ruleset struggle`, then this.

    tools/fit_struggle.py --hidden 24 --seconds 20 --out ai/struggle_weights.inc 4:PREFIX ...

The model and the way its weights are written are fit_siblings.py's. Needs PyTorch.
"""
import argparse
import math
import time

import numpy
import torch

import fit_siblings

FEATURES = 48


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('prefixes', nargs='+')
    p.add_argument('--hidden', type=int, default=24)
    p.add_argument('--seconds', type=float, default=20)
    p.add_argument('--batch', type=int, default=8192)
    p.add_argument('--rate', type=float, default=0.003)
    p.add_argument('--out', default='ai/struggle_weights.inc')
    options = p.parse_args()
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    train, held = [], []
    for name in options.prefixes:
        seats, prefix = name.split(':', 1)
        kind = numpy.dtype([('head', 'u1', (8,)), ('row', '<i2', (int(seats), FEATURES))])
        d = fit_siblings.read(prefix + '.outcomes', kind)
        cut = len(d) - len(d) // 20
        for part, to in ((d[:cut], train), (d[cut:], held)):
            to.append((torch.from_numpy(part['row'].copy()).to(device),
                       torch.from_numpy(part['head'][:, 0].astype('i8')).to(device)))
    fit_siblings.FEATURES = FEATURES
    torch.manual_seed(1)
    model = fit_siblings.Evaluation(options.hidden).to(device)
    adam = torch.optim.AdamW(model.parameters(), lr=1.0, weight_decay=1e-4)
    weight = torch.tensor([float(len(w)) for _, w in train])
    begun, step = time.time(), 0
    while (done := (time.time() - begun) / options.seconds) < 1:
        adam.param_groups[0]['lr'] = options.rate * min(1.0, (step + 1) / 200) * \
            (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        rows, won = train[int(torch.multinomial(weight, 1))]
        at = torch.randint(len(won), (options.batch,), device=device)
        loss = torch.nn.functional.cross_entropy(model(rows[at]), won[at])
        adam.zero_grad()
        loss.backward()
        adam.step()
        step += 1
    with torch.no_grad():
        loss = [torch.nn.functional.cross_entropy(model(r), w).item() for r, w in held]
    print(f'{sum(len(w) for _, w in train)} positions, {step} steps, held back '
          + ' '.join(f'{v:.4f}' for v in loss))
    fit_siblings.write(model, options.hidden, options.out, 'SF_PAD', 'tools/fit_struggle.py')


if __name__ == '__main__':
    main()
