#!/usr/bin/env python3
"""gen_payments.py: prints each building's price in Struggle, what is left of it (a rest) when some of its
cards are paid with three of a kind, and which of these rests a hand can pay.

A bundle is one number as in struggle.h: kind k in byte k, the total in byte 5. A rest's index in the
table is its bit in every set of rests: those of a building, those with n cards replaced, those that
some cards pay. Whether cards pay a rest depends on which kinds they have (roads, knights,
settlements: at most one of a kind) or on up to three of wool, grain and ore (cities, expansions).
"""
from itertools import product

from boards import KINDS, bundle, data

COSTS = {name: bundle(text) for name, text in data("struggle/costs").items() if name != "about"}
REPLACED_MAX = 5


def packed(bundle):
    return sum(n << 8 * k for k, n in enumerate(bundle)) | sum(bundle) << 40


def rests_of(name):
    """With the building's name and how many cards are replaced, fewest first."""
    price = COSTS[name]
    rests = sorted(product(*(range(n, -1, -1) for n in price)), key=lambda rest: -sum(rest))
    return [(name, sum(price) - sum(rest), rest) for rest in rests]


RESTS = [rest for name in COSTS for rest in rests_of(name)]


def rests_where(wanted):
    return sum(1 << i for i, rest in enumerate(RESTS) if wanted(*rest))


def payable(names, cards):
    return rests_where(lambda name, _, rest: name in names and all(n <= c for n, c in zip(rest, cards)))


def print_words(name, words, digits, per_line, kind="static const uint64_t"):
    print(f"\n{kind} {name}[{len(words)}] = {{")
    for i in range(0, len(words), per_line):
        print("    " + " ".join(f"0x{word:0{digits}x}," for word in words[i:i + per_line]))
    print("};")


def main():
    print("/* payments.inc -- written by tools/gen_payments.py from engine/struggle/costs.json; do not edit. */")
    print_words("struggle_cost", [packed(cost) for cost in COSTS.values()], 12, 6, "const uint64_t")
    print_words("rests", [packed(rest) for _, _, rest in RESTS], 12, 6)
    print_words("rests_replaced", [rests_where(lambda _, replaced, __, n=n: replaced == n)
                                   for n in range(REPLACED_MAX + 1)], 12, 6)
    print_words("paid_by_kinds", [payable(["road", "knight", "settlement"],
                                          [kinds >> k & 1 for k in range(len(KINDS))])
                                  for kinds in range(32)], 7, 8)
    print_words("paid_by_numbers", [payable(["city", "expansion"], [0, 0, i & 3, i >> 2 & 3, i >> 4])
                                    for i in range(64)], 12, 6)
    print_words("rests_of", [rests_where(lambda of, _, __, name=name: of == name) for name in COSTS], 12, 6)
    print(f"\nstatic const uint8_t rest_of[{len(RESTS)}] = {{")
    for building in COSTS:
        print("    " + " ".join(f"SB_{name.upper()}," for name, _, _ in RESTS if name == building))
    print("};")


if __name__ == "__main__":
    main()
