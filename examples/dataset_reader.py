#!/usr/bin/env python3
"""Reads a file of `skerry dataset` (docs/dataset.md): who wins from where, and what winners do more often than losers.

    skerry arena --bots club,club,club,club --games 200 --records games
    skerry dataset games games.npy
    python3 examples/dataset_reader.py games.npy"""
import argparse

import numpy as np


def report(rows):
    """A report about the decisions of a dataset, as lines of text."""
    ends = rows[np.append(rows["game"][1:] != rows["game"][:-1], True)]    # the last decision of each game
    games = ends[ends["winner"] >= 0]
    yield "%d decisions in %d games; %d of these ended with a winner" % (len(rows), len(ends), len(games))
    yield "view: %d bytes" % rows["view"].shape[1]
    for seat in range(int(rows["seats"].max()) if len(rows) else 0):
        yield "seat %d won %.1f %%" % (seat, 100 * np.mean(games["winner"] == seat) if len(games) else 0)
    won = rows["winner"] == rows["seat"]
    types = rows["action"][:, 0]
    yield "menus have %.1f entries on average" % rows["choices"].mean()
    for kind in np.unique(types):
        share = won[types == kind].mean()
        yield "action type %2d: %6d times, %.1f %% of them by who won in the end" % (kind, (types == kind).sum(), 100 * share)


def main():
    parser = argparse.ArgumentParser(description="Read a dataset of games.")
    parser.add_argument("file", help="written by `skerry dataset`")
    rows = np.load(parser.parse_args().file, mmap_mode="r")
    for line in report(rows):
        print(line)


if __name__ == "__main__":
    main()
