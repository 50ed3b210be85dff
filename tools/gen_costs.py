#!/usr/bin/env python3
"""gen_costs.py costs: what is left to pay of each building's price when some of its cards are
paid with three of a kind. gen_costs.py ways: how many such rests a hand can pay.

A bundle is one number as in struggle.h: kind k in byte k, the total in byte 5. They are
sorted by how many cards were replaced; start[n] is the first with n of them.

Whether a rest can be paid depends on which kinds the hand has (roads, knights, settlements:
at most one of a kind) or on up to three of wool, grain and ore (cities, expansions). The
tables give the number of rests for each, sixteen bits a building.
"""
import sys
from itertools import product

KINDS = ["brick", "lumber", "wool", "grain", "ore"]
COSTS = {
    "road": "brick lumber",
    "knight": "wool grain ore",
    "settlement": "brick lumber wool grain",
    "city": "grain grain ore ore ore",
    "expansion": "wool wool wool ore",
}


def packed(bundle):
    return sum(n << 8 * k for k, n in enumerate(bundle)) | sum(bundle) << 40


def rests_of(name):
    price = [COSTS[name].split().count(kind) for kind in KINDS]
    return sorted(product(*(range(n, -1, -1) for n in price)), key=lambda rest: -sum(rest))


def payable(name, replaced, hand):
    """How many rests with that many cards replaced the hand holds."""
    cards = len(COSTS[name].split()) - replaced
    return sum(sum(rest) == cards and all(n <= h for n, h in zip(rest, hand)) for rest in rests_of(name))


def print_rests(name):
    rests, cards = rests_of(name), len(COSTS[name].split())
    start = [sum(sum(rest) > cards - n for rest in rests) for n in range(cards + 2)]
    print(f"\nstatic const uint64_t {name}_rest[{len(rests)}] = {{")
    for i in range(0, len(rests), 6):
        print("    " + " ".join(f"0x{packed(rest):012x}," for rest in rests[i:i + 6]))
    print("};")
    print(f"static const uint8_t {name}_start[{len(start)}] = {{ {', '.join(map(str, start))} }};")


def print_counts(table, names, hands):
    print(f"\nstatic const uint64_t {table}[6][{len(hands)}] = {{")
    for replaced in range(6):
        row = [sum(payable(name, replaced, hand) << 16 * i for i, name in enumerate(names)) for hand in hands]
        print("    {")
        for i in range(0, len(row), 8):
            print("        " + " ".join(f"0x{n:x}," for n in row[i:i + 8]))
        print("    },")
    print("};")


def main():
    part = sys.argv[1]
    print(f"/* {part}.inc -- written by tools/gen_costs.py {part}; do not edit. */")
    if part == "costs":
        for name in COSTS:
            print_rests(name)
        return
    print_counts("rests_by_kinds", ["road", "knight", "settlement"],
                 [[kinds >> k & 1 for k in range(len(KINDS))] for kinds in range(32)])
    print_counts("rests_by_numbers", ["city", "expansion"],
                 [[0, 0, i & 3, i >> 2 & 3, i >> 4] for i in range(64)])


if __name__ == "__main__":
    main()
