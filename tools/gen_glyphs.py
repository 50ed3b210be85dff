#!/usr/bin/env python3
"""gen_glyphs.py -- the outlines of the page's two fonts as C, for the picture of a result.

Needs Debian's python3-fonttools and python3-brotli, so it runs only when a font changes; the result is
committed. `--check` needs neither: it compares the hash of the fonts that the committed file names."""
import hashlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FONTS = ROOT / "web/src/art/fonts"
OUT = ROOT / "server/links/picture_glyphs.inc"
EM = 1000                                           # units of the outlines


def digest():
    data = b"".join((FONTS / name).read_bytes() for name in ("fraunces.woff2", "atkinson.woff2"))
    return hashlib.sha256(data).hexdigest()[:16]


def outlines(path, weight):
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer
    font = TTFont(path)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": weight})
    glyf, advance, scale = font["glyf"], font["hmtx"], EM / font["head"].unitsPerEm
    for code, name in sorted(font.getBestCmap().items()):
        points, ends, flags = glyf[name].getCoordinates(glyf) if glyf[name].numberOfContours else ([], [], [])
        yield code, round(advance[name][0] * scale), [
            (round(x * scale), round(y * scale), int(flags[i] & 1) | (2 if i in set(ends) else 0))
            for i, (x, y) in enumerate(points)]


def write(name, path, weight, out):
    """Points as pairs: the step in x times four plus flags, the step in y; each glyph starts at 0, 0."""
    glyphs, numbers = [], []
    for code, advance, outline in outlines(path, weight):
        glyphs.append((code, advance, len(numbers) // 2, len(outline)))
        last = (0, 0)
        for x, y, flags in outline:
            numbers += [(x - last[0]) * 4 + flags, y - last[1]]
            last = (x, y)
    out.append("static const int16_t %s_steps[] = {" % name)
    line = "   "
    for number in numbers:
        item = " %d," % number
        if len(line) + len(item) > 100:
            out.append(line)
            line = "   "
        line += item
    out += [line, "};", "static const struct glyph %s_glyphs[] = {" % name]
    for i in range(0, len(glyphs), 4):
        out.append("    " + " ".join("{ %d, %d, %d, %d }," % g for g in glyphs[i:i + 4]))
    out.append("};")


def main():
    if "--check" in sys.argv:
        ok = ("fonts: " + digest()) in OUT.read_text()
        print("%d passed, %d failed" % (ok, not ok))
        if not ok:
            print("The fonts have changed: run tools/gen_glyphs.py")
        return not ok
    out = ["/* picture_glyphs.inc -- made by tools/gen_glyphs.py from web/src/art/fonts, which are under the",
           " * SIL Open Font License (LICENSE-*.txt there). fonts: %s */" % digest()]
    write("fraunces", FONTS / "fraunces.woff2", 670, out)
    write("atkinson", FONTS / "atkinson.woff2", 480, out)
    OUT.write_text("\n".join(out) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
