"""Action spaces and feature layouts by name (engine/core/space.h): skerry.Space("fifth"), skerry.describe()."""
import ctypes
import os
import sys

from .env import EnvOptions
from .library import library


class Block:
    """Features in rows and columns: `first`, `rows`, `columns`, `low`, `high`, `what`."""

    def __init__(self, line):
        head, self.name, rows, columns, span, self.what = line.split("\t")
        self.first = int(head.split()[1])
        self.rows, self.row = int(rows.split(" ")[0]), rows.split(" ")[1]
        self.columns, self.column = int(columns.split(" ")[0]), columns.split(" ")[1]
        self.low, self.high = (int(n) for n in span.split(".."))
        self.size = self.rows * self.columns

    @property
    def slice(self):
        return slice(self.first, self.first + self.size)


class Space:
    """The table of ids and the layout of features by these rules."""

    def __init__(self, ruleset, seats=0):
        EnvOptions(ruleset, seats=seats).check()        # the same errors as an Env's
        lib, rules = library(), ruleset.encode()
        n = lib.skerry_space_describe(rules, seats, None, 0)
        text = ctypes.create_string_buffer(n + 1)
        lib.skerry_space_describe(rules, seats, text, n + 1)
        self.text = text.value.decode()
        self.hash = "%016x" % lib.skerry_space_hash(rules, seats)
        self.ruleset, lines = ruleset, self.text.splitlines()
        self.version = int(lines[0].split()[-1])
        self.ids = [line.split("\t")[1] for line in lines if line.startswith("id ")]
        self.id = {name: i for i, name in enumerate(self.ids)}
        self.blocks = {b.name: b for b in (Block(line) for line in lines if line.startswith("feature "))}
        self.features = sum(b.size for b in self.blocks.values())

    def groups(self):
        """Ids that begin with the same word: [(word, first id, how many, an example)]."""
        found = []
        for i, name in enumerate(self.ids):
            word = name.split(" ")[0]
            if found and found[-1][0] == word:
                found[-1][2] += 1
            else:
                found.append([word, i, 1, name])
        return [tuple(row) for row in found]

    def feature_name(self, index):
        for b in self.blocks.values():
            if b.first <= index < b.first + b.size:
                row, column = divmod(index - b.first, b.columns)
                return b.name + "".join("[%s%d]" % ("+" if of == "seat" else "", at) for of, n, at in
                                        ((b.row, b.rows, row), (b.column, b.columns, column)) if of and n > 1)
        raise IndexError("no such feature")

    def markdown(self):
        """Both tables for docs/training.md."""
        out = ["| ids | how many | the first |", "|---|---|---|"]
        out += ["| %d | %d | `%s` |" % (first, n, example) for _, first, n, example in self.groups()]
        out += ["", "| features | shape | range | name | what |", "|---|---|---|---|---|"]
        for b in self.blocks.values():
            shape = " × ".join("%d %s" % (n, of) for n, of in ((b.rows, b.row), (b.columns, b.column)) if of)
            out.append("| %d | %s | %d … %d | `%s` | %s |" % (b.first, shape or "1", b.low, b.high, b.name, b.what))
        return "\n".join(out)


def _described(space):
    yield "%s: version %d, %d ids, %d features, layout %s\n" % (space.ruleset, space.version, len(space.ids), space.features,
                                                              space.hash)
    for word, first, n, example in space.groups():
        yield "  %5d  %4d ids   %s" % (first, n, example + (" …" if n > 1 else ""))
    yield ""
    for b in space.blocks.values():
        shape = " x ".join("%d %s" % (n, of) for n, of in ((b.rows, b.row), (b.columns, b.column)) if of) or "1"
        yield "  %5d  %-22s %4d..%-4d %-14s %s" % (b.first, shape, b.low, b.high, b.name, b.what)


def describe(ruleset="fifth", seats=0, file=None):
    """Print the ids and the observation by these rules."""
    text = "\n".join(_described(Space(ruleset, seats)))
    try:
        print(text, file=file, flush=file is None)
    except BrokenPipeError:             # `| head` has seen enough
        if file is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
