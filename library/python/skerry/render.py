"""A position (docs/schema.md) as text or as an SVG picture."""
import math

_TERRAIN = {"hills": "#c8683c", "forest": "#3f7d4a", "pasture": "#9bc45c", "fields": "#e2bf4f", "mountains": "#8d93a1",
            "desert": "#dccfa4", None: "#eeeeee"}
_SHORT = {"hills": "bri", "forest": "lum", "pasture": "woo", "fields": "gra", "mountains": "ore", "desert": "   ", None: " ? "}
_COLORS = {"red": "#c33", "blue": "#36c", "orange": "#e80", "white": "#fff", "green": "#293", "brown": "#753"}
_CORNERS = {"N": 0, "NE": 1, "SE": 2, "S": 3, "SW": 4, "NW": 5}
_SIDES = {"NE": 0, "E": 1, "SE": 2, "SW": 3, "W": 4, "NW": 5}
_R = 40.0


def render(position, mode="text"):
    if mode in ("text", "ansi"):
        return _text(position)
    if mode == "svg":
        return _svg(position)
    raise ValueError("render as text or as svg, not as %r" % mode)


# ---- text ----

def _cards(cards):
    if cards is None:
        return "?"
    return " ".join("%d %s" % (n, kind) for kind, n in cards.items() if n) or "nothing"


def _seat_line(seat):
    words = ["seat %s%s" % (seat.get("seat"), " " + seat["color"] if "color" in seat else "")]
    if "points" in seat:
        words.append("%s points" % seat["points"])
    if "count" in seat:
        words.append("%d cards (%s)" % (seat["count"], _cards(seat.get("cards"))))
    for name in ("settlements", "cities", "roads", "knights"):
        if name in seat:
            words.append("%s %s" % (len(seat[name]) if isinstance(seat[name], list) else seat[name], name))
    return ", ".join(words)


def _board_lines(position):
    rows = {}
    for h in position["board"]["hexes"]:
        rows.setdefault(h["r"], []).append(h)
    widest = max(len(row) for row in rows.values())
    for row in rows.values():
        cells = ["%s %s%3s%s" % (h["name"], _SHORT[h["terrain"]], h["number"] or "",
                                 "*" if h["name"] == position["robber"] else " ") for h in row]
        yield " " * (6 * (widest - len(row))) + "  ".join(cells)


def _text(position):
    waits = "over, seat %s has won" % position["winner"] if position.get("winner") is not None else \
        "%s, waits for %s" % (position.get("phase", "?"), ", ".join("seat %d" % s for s in position.get("owes", [])) or "chance")
    lines = [position["game"] + ": " + waits]
    if "board" in position:
        lines += ["", *_board_lines(position), ""]
        lines += ["seat %d: %s" % (s["seat"], " ".join(["settlement " + c for c in s["settlements"]] +
                                                       ["city " + c for c in s["cities"]])) for s in position["seats"]]
    if "market" in position:
        lines.append("market: " + " ".join(position["market"]))
    return "\n".join(lines + [""] + [_seat_line(s) for s in position.get("seats", [])])


# ---- a picture ----

def _corner_at(center, i):
    angle = math.radians(60 * i - 90)
    return center[0] + _R * math.cos(angle), center[1] + _R * math.sin(angle)


def _points(places):
    return " ".join("%.1f,%.1f" % p for p in places)


def _line(a, b, color, width):
    return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%s" stroke-linecap="round"/>'
            % (a[0], a[1], b[0], b[1], color, width))


class _Island:
    def __init__(self, hexes):
        self.center = {h["name"]: (_R * math.sqrt(3) * (h["q"] + h["r"] / 2), _R * 1.5 * h["r"]) for h in hexes}
        self.at = {(h["q"], h["r"]): h["name"] for h in hexes}

    def corner(self, name):
        hexagon, corner = name.split(".")
        return _corner_at(self.center[hexagon], _CORNERS[corner])

    def side(self, name):
        hexagon, side = name.split(".")
        return [_corner_at(self.center[hexagon], (_SIDES[side] + i) % 6) for i in (0, 1)]


def _hex(island, h, robber):
    center = island.center[h["name"]]
    yield '<polygon points="%s" fill="%s" stroke="#fff" stroke-width="2"/>' % (
        _points(_corner_at(center, i) for i in range(6)), _TERRAIN[h["terrain"]])
    if h["number"]:
        yield '<text x="%.1f" y="%.1f" fill="%s">%d</text>' % (
            center[0], center[1] + 5, "#a00" if h["number"] in (6, 8) else "#222", h["number"])
    if robber == h["name"]:
        yield '<circle cx="%.1f" cy="%.1f" r="8" fill="#222"/>' % (center[0], center[1] - 16)


def _harbor(island, h):
    a, b = island.side("%s.%s" % (island.at[(h["q"], h["r"])], h["side"]))
    yield _line(a, b, "#57f", 4)
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    yield '<text x="%.1f" y="%.1f" font-size="9">%s</text>' % (x * 1.13, y * 1.13, h["type"])


def _pieces(island, seat):
    color = _COLORS.get(seat.get("color"), "#555")
    for road in seat["roads"]:
        a, b = island.side(road)
        yield _line(a, b, "#222", 8) + _line(a, b, color, 6)
    for corner in seat["settlements"]:
        x, y = island.corner(corner)
        yield '<circle cx="%.1f" cy="%.1f" r="7" fill="%s" stroke="#222"/>' % (x, y, color)
    for corner in seat["cities"]:
        x, y = island.corner(corner)
        yield '<rect x="%.1f" y="%.1f" width="18" height="18" fill="%s" stroke="#222"/>' % (x - 9, y - 9, color)


def _svg(position):
    if "board" not in position:
        lines = _text(position).splitlines()
        body = "".join('<text x="8" y="%d" text-anchor="start">%s</text>' % (18 * i + 18, line.replace("&", "&amp;").replace(
            "<", "&lt;")) for i, line in enumerate(lines))
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 %d" font-size="13">%s</svg>' % (18 * len(lines) + 12, body)
    hexes = position["board"]["hexes"]
    island = _Island(hexes)
    parts = [part for h in hexes for part in _hex(island, h, position["robber"])]
    parts += [part for h in position["board"]["harbors"] if h.get("type") for part in _harbor(island, h)]
    parts += [part for seat in position["seats"] for part in _pieces(island, seat)]
    reach = max(abs(v) for center in island.center.values() for v in center) + 2 * _R
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" font-size="14" text-anchor="middle">%s</svg>'
            % (-reach, -reach, 2 * reach, 2 * reach, "".join(parts)))
