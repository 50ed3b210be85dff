#!/usr/bin/env python3
"""A bot at a server's table that uses its own policy: bot.py talks to the server, this file chooses.

    make lib && PYTHONPATH=library/python python3 examples/server_bot.py http://localhost:8080 TABLE
    ... --wait --name "Deep Sheep"          at every open public table with that name in its own

With LEVEL=strong in the environment it asks a house bot of that level. Put your own policy into choose()."""
import os
import sys

import bot
import skerry

engine = skerry.Game()


def choose(view, seat, actions):
    """One of `actions` for `seat`, which knows `view` (docs/schema.md)."""
    try:
        engine.ask("set", state=view)
        answer = engine.ask("go", seat=seat, level=os.environ.get("LEVEL", "club"))["choice"]["action"]
    except (skerry.Refused, KeyError, TypeError) as why:
        print("server_bot.py: %s" % why, file=sys.stderr)
        return actions[0]
    return answer


if __name__ == "__main__":
    bot.main(choose)
