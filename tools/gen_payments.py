#!/usr/bin/env python3
"""Write struggle/payments.inc: every distinct way to pay each building of Struggle.

A required card is paid with itself or with three of a kind, any number of times.
A payment is one number as in struggle.h: kind k in byte k, the total in byte 5.
The cheapest come first, so a search can stop at the size of the hand.
"""
from itertools import combinations_with_replacement, product

KINDS = ["brick", "lumber", "wool", "grain", "ore"]
COSTS = {
    "road": "brick lumber",
    "knight": "wool grain ore",
    "settlement": "brick lumber wool grain",
    "city": "grain grain ore ore ore",
    "expansion": "wool wool wool ore",
}


def ways(cost):
    """Each card stays (-1) or becomes three of a kind; equal bundles count once."""
    found = {}
    for choice in product(range(-1, len(KINDS)), repeat=len(cost)):
        bundle = [0] * len(KINDS)
        for card, kind in zip(cost, choice):
            if kind < 0:
                bundle[KINDS.index(card)] += 1
            else:
                bundle[kind] += 3
        found[tuple(bundle)] = sum(bundle)
    # Within one price, three cards in the place of one of their own kind come last.
    def wasteful(b):
        return any(b[:k] + (b[k] - 2,) + b[k + 1:] in found for k in range(len(KINDS)))
    return sorted(found, key=lambda b: (found[b], wasteful(b), [-n for n in b]))


def packed(bundle):
    return sum(n << 8 * k for k, n in enumerate(bundle)) | sum(bundle) << 40


def main():
    print("/* payments.inc -- written by tools/gen_payments.py; do not edit. */")
    for name, cost in COSTS.items():
        cards = cost.split()
        rows = [packed(b) for b in ways(cards)]
        print(f"\nstatic const uint64_t {name}_payments[{len(rows)}] = {{")
        for i in range(0, len(rows), 6):
            print("    " + " ".join(f"0x{r:012x}," for r in rows[i:i + 6]))
        print("};")
        # Every card replaced makes it dearer by two.
        starts = [sum(r >> 40 < len(cards) + 2 * s for r in rows)
                  for s in range(len(cards) + 2)]
        print(f"static const uint16_t {name}_payments_start[{len(starts)}] = "
              f"{{ {', '.join(map(str, starts))} }};")


if __name__ == "__main__":
    main()
