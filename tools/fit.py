#!/usr/bin/env python3
"""Fit the CATAN evaluation on an accelerator: `skerry tune --samples FILE`, then this.

    tools/fit.py --hidden 48 --epochs 8 --out ai/catan_weights.inc SAMPLES...

The model is ai/catan_value.c's: a seat's strength is a weighted sum of its features plus some
hidden units, the shares of winning are the strengths' softmax. The last twentieth of each file is
held back (whole games, but one). Needs PyTorch; `skerry tune` alone does the same, slowly.
"""
import argparse
import math
import time

import numpy
import torch

SEATS, FEATURES = 6, 48
SAMPLE = numpy.dtype([('row', '<i2', (SEATS, FEATURES)), ('seats', 'u1'), ('winner', 'i1')])


def load(paths, device):
    train, held = [], []
    for path in paths:
        data = numpy.fromfile(path, SAMPLE)
        cut = len(data) - len(data) // 20
        for part, to in ((data[:cut], train), (data[cut:], held)):
            to.append((torch.from_numpy(part['row'].copy()).to(device),
                       torch.from_numpy(part['seats'].astype('i8')).to(device),
                       torch.from_numpy(part['winner'].astype('i8')).to(device)))
    return [[torch.cat(x) for x in zip(*part)] for part in (train, held)]


class Evaluation(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.direct = torch.nn.Parameter(torch.zeros(FEATURES))
        self.hidden = torch.nn.Parameter(torch.empty(hidden, FEATURES).uniform_(-0.15, 0.15))
        sign = torch.tensor([-0.2, 0.2]).repeat(hidden)[:hidden]
        self.out = torch.nn.Parameter(sign)

    def forward(self, rows, seats):
        x = rows.float() / 32
        strength = x @ self.direct + torch.relu(x @ self.hidden.T) @ self.out
        empty = torch.arange(SEATS, device=rows.device)[None, :] >= seats[:, None]
        return strength.masked_fill(empty, -1e9)


def held_loss(model, held):
    total = 0.0
    with torch.no_grad():
        for i in range(0, len(held[2]), 1 << 17):
            rows, seats, winner = (x[i:i + (1 << 17)] for x in held)
            total += torch.nn.functional.cross_entropy(model(rows, seats), winner,
                                                       reduction='sum').item()
    return total / len(held[2])


def fit(options, train, held):
    torch.manual_seed(options.seed)
    device = train[0].device
    model = Evaluation(options.hidden).to(device)
    adam = torch.optim.AdamW(model.parameters(), lr=1.0, weight_decay=options.decay)
    n, batch = len(train[2]), options.batch
    steps, step = options.epochs * (n // batch), 0
    mean = {k: v.detach().clone() for k, v in model.named_parameters()}
    for epoch in range(options.epochs):
        order, loss_sum = torch.randperm(n, device=device), torch.zeros((), device=device)
        for i in range(0, n - batch + 1, batch):
            rate = options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps)))
            adam.param_groups[0]['lr'] = rate * min(1.0, (step + 1) / 200)
            at = order[i:i + batch]
            shares = model(train[0][at], train[1][at])
            loss = torch.nn.functional.cross_entropy(shares, train[2][at])
            adam.zero_grad()
            loss.backward()
            adam.step()
            step += 1
            loss_sum += loss.detach()
            with torch.no_grad():
                for k, v in model.named_parameters():
                    mean[k].lerp_(v, 0.002 if step > 1000 else 0.1)
        print(f'epoch {epoch + 1}: {loss_sum.item() / (n // batch):.4f}, held back '
              f'{held_loss(model, held):.4f}', flush=True)
    with torch.no_grad():
        for k, v in model.named_parameters():
            v.copy_(mean[k])
    return model, held_loss(model, held)


def numbers(values, scale, indent):
    whole = [max(-32767, min(32767, round(v * scale))) for v in values.tolist()]
    lines = [', '.join(map(str, whole[i:i + 12])) + ',' for i in range(0, len(whole), 12)]
    return ''.join('\n' + indent + line for line in lines)


def write(model, hidden, path):
    with open(path, 'w') as f:
        f.write('/* Made by tools/fit.py; docs/tuning.md says from which games. */\n'
                f'enum {{ HIDDEN = {hidden} }};\n')
        f.write('static const int16_t weight_direct[FEAT_PAD] = {'
                + numbers(model.direct, 8 * 256, '        ') + '\n};\n')
        f.write('static const int16_t weight_hidden[HIDDEN][FEAT_PAD] = {')
        for row in model.hidden:
            f.write('\n    {' + numbers(row, 1024, '        ') + '\n    },')
        f.write('\n};\nstatic const int16_t weight_out[HIDDEN] = {'
                + numbers(model.out, 1024, '    ') + '\n};\n')


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('samples', nargs='+')
    p.add_argument('--hidden', type=int, default=32)
    p.add_argument('--epochs', type=int, default=8)
    p.add_argument('--batch', type=int, default=4096)
    p.add_argument('--rate', type=float, default=0.002)
    p.add_argument('--decay', type=float, default=1e-4)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--out', default='ai/catan_weights.inc')
    options = p.parse_args()
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    train, held = load(options.samples, device)
    begun = time.time()
    model, loss = fit(options, train, held)
    print(f'{len(train[2])} positions, {len(held[2])} held back: hidden {options.hidden}, '
          f'loss {loss:.4f}, {time.time() - begun:.0f} s')
    write(model, options.hidden, options.out)


if __name__ == '__main__':
    main()
