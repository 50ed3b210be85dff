#!/usr/bin/env python3
"""Print what is dealt, fixed and held in the boxes, from data/*.json, as C tables.

The including file has these names in scope: TERRAIN_FOREST .., RES_BRICK .., HARBOR_BRICK ..
HARBOR_ANY, HARBOR_NONE, DEV_KNIGHT .., HELPER_NASSIR .., and the structs catan_deal,
catan_frame_piece, catan_layout, catan_box."""
import re

from boards import Board, data

TERRAINS = ["forest", "hills", "pasture", "fields", "mountains", "desert"]
YIELDS = {"forest": "lumber", "hills": "brick", "pasture": "wool", "fields": "grain", "mountains": "ore"}
KINDS = ["brick", "lumber", "wool", "grain", "ore"]
DEVELOPMENT = ["knight", "road-building", "plenty", "monopoly", "point"]
HARBORS = KINDS + ["3:1"]
SECTION = 5     # coast edges under one frame piece


def name(prefix, word):
    return prefix + "_" + ("ANY" if word == "3:1" else word.upper().replace("-", "_"))


def listed(values):
    return "{" + ", ".join(str(v) for v in values) + "}"


def bundle(text):
    counts = dict.fromkeys(KINDS, 0)
    for part in text.split("+"):
        n, kind = re.fullmatch(r"(\d*)([a-z]+)", part).groups()
        counts[kind] += int(n or 1)
    return [counts[k] for k in KINDS]


def deal(board, spec):
    """What chance deals onto a board."""
    assert sum(spec["terrain"].values()) == sum(spec["rows"])
    assert len(spec["tokens"]) == sum(spec["rows"]) - spec["terrain"]["desert"]
    assert sum(spec["markers"].values()) == len(spec["sites"])
    print("    [BOARD_%s] = {" % board.upper())
    print("        .terrain = {%s}," % ", ".join(
        "[%s] = %d" % (name("TERRAIN", t), spec["terrain"][t]) for t in TERRAINS))
    print("        .marker = {%s}," % ", ".join(
        "[%s] = %d" % (name("HARBOR", h), spec["markers"][h]) for h in HARBORS))
    print("        .token = {%s}," % ", ".join(
        "[%d] = %d" % (n, spec["tokens"].count(n)) for n in sorted(set(spec["tokens"]))))
    print("    },")


def frame(spec):
    for piece in spec["frame"]:
        edges = [piece["harbors"].get(str(i + 1)) for i in range(SECTION)]
        print('    {"%s", {%s}},' % (piece["name"], ", ".join(
            name("HARBOR", h) if h else "HARBOR_NONE" for h in edges)))


def layout(label, spec, boards):
    b = Board(boards[spec["board"]])
    hexes = [h.split() for h in spec["hexes"]]
    assert [h[0] for h in hexes] == b.names
    check_layout(b, spec, hexes, boards[spec["board"]])
    print("    [LAYOUT_%s] = {" % label.upper())
    print("        .terrain = {\n            %s}," % ",\n            ".join(
        ", ".join(name("TERRAIN", h[1]) for h in hexes[i:i + 5]) for i in range(0, len(hexes), 5)))
    print("        .number = %s," % listed(h[2] if len(h) > 2 else 0 for h in hexes))
    print("        .harbor = {\n            %s}," % ",\n            ".join(
        ", ".join(name("HARBOR", h) for h in spec["harbors"][i:i + 5])
        for i in range(0, len(spec["harbors"]), 5)))
    names = [p["name"] for p in boards[spec["board"]]["frame"]]
    print("        .frame = %s," % listed(names.index(p) for p in spec["frame"]))
    print("        .start = {")
    for color, (first, road, second, other) in spec["pieces"].items():
        print("            {%d, %d, %d, %d},   /* %s */" % (
            b.vertex(first), b.edge(road), b.vertex(second), b.edge(other), color))
    print("        },")
    print("        .three_without = %d," % list(spec["pieces"]).index(spec["three_without"]))
    print("    },")


def check_layout(b, spec, hexes, board):
    """A slip of the pen here would be a wrong game for ever: check what can be checked."""
    for t in TERRAINS:
        assert sum(h[1] == t for h in hexes) == board["terrain"][t], t
    assert sorted(int(h[2]) for h in hexes if len(h) > 2) == sorted(board["tokens"])
    assert sorted(spec["harbors"]) == sorted(h for h, n in board["markers"].items() for _ in range(n))
    coast = [None] * len(b.coast)
    for i, piece in enumerate(spec["frame"]):
        held = next(p for p in board["frame"] if p["name"] == piece)["harbors"]
        for edge, harbor in held.items():
            coast[SECTION * i + int(edge) - 1] = harbor
    for site, harbor in zip(board["sites"], spec["harbors"]):
        assert coast[b.coast.index(b.edge(site))] == harbor, site
    for color, (first, road, second, other) in spec["pieces"].items():
        assert b.vertex(first) in b.edge_vertex[b.edge(road)], color
        assert b.vertex(second) in b.edge_vertex[b.edge(other)], color
        cards = [0] * len(KINDS)
        for h in b.vertex_hex[b.vertex(second)]:
            if hexes[h][1] != "desert":
                cards[KINDS.index(YIELDS[hexes[h][1]])] += 1
        assert cards == bundle(spec["cards"][color]), color


def box(label, spec, decks):
    print("    [BOARD_%s] = {" % label.upper())
    print("        .supply = %d," % spec["supply"])
    print("        .development = {%s}," % ", ".join(
        "[%s] = %d" % (name("DEV", d), spec["development"][d]) for d in DEVELOPMENT))
    print("    },")


def main():
    boards, layouts, decks = data("boards"), data("layouts"), data("decks")
    print("/* Generated by tools/gen_data.py from data/; do not edit. */")
    print("\n/* What chance deals onto each board: hexes, harbor markers, number tokens by number. */")
    print("static const struct catan_deal deals[] = {")
    for label in ("base", "large"):
        deal(label, boards[label])
    print("};")
    print("\n/* The frame pieces, each over %d coast edges, clockwise. */" % SECTION)
    print("static const struct catan_frame_piece frame_pieces[] = {")
    frame(boards["base"])
    print("};")
    print("\n/* The fixed boards. start: settlement, road, second settlement, road, by colour. */")
    print("static const struct catan_layout layouts[] = {")
    for label in ("fifth", "sixth"):
        layout(label, layouts[label], boards)
    print("};")
    print("\n/* Harbors of the fixed fifth board as a German printing has them. */")
    print("static const uint8_t harbors_german[] = {%s};" % ", ".join(
        name("HARBOR", h) for h in layouts["fifth"]["harbors_german"]))
    print("\n/* The supply of each kind and the development deck, by size of the box. */")
    print("static const struct catan_box boxes[] = {")
    for label in ("base", "large"):
        box(label, decks[label], decks)
    print("};")
    print("\n/* Costs in the order %s. */" % " ".join(KINDS))
    for thing, cost in decks["costs"].items():
        print("#define COST_%s %s" % (thing.upper(), ", ".join(map(str, bundle(cost)))))
    print("\n/* Helpers: dealt to the seats in this order, then those always in the display. */")
    print("static const uint8_t helpers_dealt[] = {%s};" % ", ".join(
        name("HELPER", h) for h in decks["helpers"]["dealt"]))
    print("static const uint8_t helpers_display[] = {%s};" % ", ".join(
        name("HELPER", h) for h in decks["helpers"]["display"]))


main()
