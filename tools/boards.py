"""The map data beside the rules, and the geometry of the boards, computed from the rows of hexes; used by the generators."""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ["brick", "lumber", "wool", "grain", "ore"]
TERRAINS = ["hills", "forest", "pasture", "fields", "mountains", "desert"]
SECTION = 5                                     # coast edges under one frame piece
CORNERS = ["N", "NE", "SE", "S", "SW", "NW"]
SIDES = ["NE", "E", "SE", "SW", "W", "NW"]     # side i joins corner i and corner i + 1
# Pointy-top hexes; positions are exact integers in units of half a width and half a side.
CORNER_AT = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
SIDE_STEP = [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)]


def data(name):
    """data("catan/boards"): what a file beside the rules says."""
    return json.loads((ROOT / "engine" / (name + ".json")).read_text())


def harbor(word):
    """Its name in C."""
    return "HARBOR_ANY" if word == "3:1" else word.upper()


def bundle(text):
    """How many cards of each kind: "2grain+3ore" is [0, 0, 0, 2, 3]."""
    counts = dict.fromkeys(KINDS, 0)
    for part in text.split("+"):
        n, kind = re.fullmatch(r"(\d*)([a-z]+)", part).groups()
        counts[kind] += int(n or 1)
    return [counts[k] for k in KINDS]


class Board:
    """Hexes in reading order; vertices and edges numbered as their hexes are read, clockwise from
    the top, so that the first hex that touches a place is also the one it is named after."""

    def __init__(self, spec):
        self.spec = spec
        rows = spec["rows"]
        middle = len(rows) // 2
        self.names, self.at, self.q, self.r = [], [], [], []
        for row, n in enumerate(rows):
            for column in range(n):
                self.names.append("ABCDEFG"[row] + str(column + 1))
                self.at.append((2 * column - n + 1, 3 * (row - middle)))
                self.r.append(row - middle)
                # The middle row starts at q = -(n/2), rows above it shift to the right.
                self.q.append(column - rows[middle] // 2 + max(0, middle - row)
                              + (1 if rows[middle] % 2 == 0 else 0))
        self.hex_id = {name: i for i, name in enumerate(self.names)}
        by_place = {place: i for i, place in enumerate(self.at)}
        vertices, edges = {}, {}
        self.hex_vertex, self.hex_edge, self.hex_hex = [], [], []
        for x, y in self.at:
            ring = [vertices.setdefault((x + dx, y + dy), len(vertices)) for dx, dy in CORNER_AT]
            self.hex_vertex.append(ring)
            self.hex_edge.append([edges.setdefault(tuple(sorted((ring[i], ring[(i + 1) % 6]))), len(edges))
                                  for i in range(6)])
            self.hex_hex.append([by_place.get((x + dx, y + dy), -1) for dx, dy in SIDE_STEP])
        self.vertex_at = list(vertices)
        self.edge_vertex = sorted(edges, key=edges.get)
        n = len(self.vertex_at)
        self.vertex_edge = [[e for e, ends in enumerate(self.edge_vertex) if v in ends] for v in range(n)]
        self.vertex_vertex = [[sum(self.edge_vertex[e]) - v for e in self.vertex_edge[v]] for v in range(n)]
        self.vertex_hex = [[h for h, ring in enumerate(self.hex_vertex) if v in ring] for v in range(n)]
        self.edge_hex = [[h for h, ring in enumerate(self.hex_edge) if e in ring]
                         for e in range(len(self.edge_vertex))]
        self.coast = self._coast()

    def _coast(self):
        """The edges with sea on one side, clockwise, from A1.NW."""
        edge = self.hex_edge[0][SIDES.index("NW")]
        end = self.hex_vertex[0][CORNERS.index("N")]
        coast = []
        while edge not in coast:
            coast.append(edge)
            edge = next(e for e in self.vertex_edge[end] if e != edge and len(self.edge_hex[e]) == 1)
            end = sum(self.edge_vertex[edge]) - end
        return coast

    def spiral(self, corner):
        """All hexes from this corner, counter-clockwise along the coast and inward, ring by ring."""
        left = set(range(len(self.names)))
        start = self.hex_id[corner]
        order = []
        while True:
            walk = self._ring(start, left)
            order += walk
            left -= set(walk)
            if not left:
                return order
            near = [h for h in left if h in self.hex_hex[start]]
            start = min(near, key=lambda h: 3 * self.at[h][0] ** 2 + self.at[h][1] ** 2)

    def _ring(self, start, left):
        """The outermost ring of `left`, counter-clockwise from `start`."""
        ring = {h for h in left if any(n not in left for n in self.hex_hex[h])}
        walk, at = [start], start
        # Begin at an open side whose neighbour, one turn further, is land.
        d = next((s for s in range(6) if self.hex_hex[at][s] not in left and self.hex_hex[at][s - 1] in left), 0)
        while len(walk) < len(ring):
            d = (d - 1) % 6
            while self.hex_hex[at][d] not in ring or self.hex_hex[at][d] in walk:
                d = (d - 1) % 6
            at = self.hex_hex[at][d]
            walk.append(at)
            d = (d + 3) % 6
        return walk

    def vertex(self, name):
        h, corner = name.split(".")
        return self.hex_vertex[self.hex_id[h]][CORNERS.index(corner)]

    def edge(self, name):
        h, side = name.split(".")
        return self.hex_edge[self.hex_id[h]][SIDES.index(side)]
