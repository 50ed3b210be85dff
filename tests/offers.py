"""offers.py -- how often bots propose out of turn: alike in every host, as one rule says who is asked when.

Counted in records: after a draw, the offers of those who do not have the turn, until anything else happens."""
import os
import re
import subprocess
import tempfile

PROGRAM = os.environ.get("SKERRY") or os.path.join(os.path.dirname(__file__), "..", "build", "skerry")
RULES = "fifth,points=7"
GAMES = 8


def count(record):
    """[offers, those that follow another's offer, rolls]; nobody is asked twice, the lowest seat is asked first."""
    offers = following = rolls = 0
    turn, last = None, None             # last: who has proposed since the draw; None: that is over
    for seat, text in re.findall(r"^\d+ (\d) (.*)$", record, re.M):
        if text.startswith("roll"):
            turn, rolls = seat, rolls + 1
        if last is not None and seat != turn and text.startswith("offer"):
            assert seat > last, "seat %s proposes after seat %s" % (seat, last)
            offers, following, last = offers + 1, following + (last != ""), seat
        else:
            last = "" if turn and "; * " in text else None
    return offers, following, rolls


def total(records):
    return [sum(column) for column in zip(*map(count, records))]


def in_the_arena():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "arena", "--bots", "master,master,master,master", "--ruleset", RULES, "--games", str(GAMES),
                        "--seed", "9", "--records", folder], check=True, capture_output=True)
        return total(open(os.path.join(folder, name)).read() for name in os.listdir(folder))


def expect_as_many(records):
    """Per roll at least two thirds of the arena's, at most half as many again: with about 130 offers each, three
    and four standard deviations. Of those that follow
    another's there are about 30: at least a fifth as many."""
    here, there = total(records), in_the_arena()
    what = "offers, of them after another's, rolls: %s; in the arena %s" % (here, there)
    assert 2 / 3 < here[0] / here[2] * there[2] / there[0] < 3 / 2, what
    assert here[1] / here[2] > 0.2 * there[1] / there[2], what
