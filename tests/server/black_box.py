#!/usr/bin/env python3
"""The server from outside, over real sockets. `black_box.py [WORD…]` runs the tests whose name contains one of the words,
JOBS (4) at a time, because they mostly wait. With SKERRY_NODES=1 it runs the tests of on_nodes.txt, and every server is two
nodes on the PostgreSQL of SKERRY_TEST_DATABASE. Ends with "N passed, M failed"."""
import concurrent.futures
import os
import sys
import time
import traceback

import abuse_tests  # noqa: F401 (each registers its tests)
import find_tests  # noqa: F401
import game_tests  # noqa: F401
import input_tests  # noqa: F401
import joining_tests  # noqa: F401
import limits_tests  # noqa: F401
import lobby_tests  # noqa: F401
import long_tests  # noqa: F401
import mute_tests  # noqa: F401
import operation_tests  # noqa: F401
import preview_tests  # noqa: F401
import session_tests  # noqa: F401
import silent_tests  # noqa: F401
import storing_tests  # noqa: F401
import storm_tests  # noqa: F401
import table_tests  # noqa: F401
import upgrade_tests  # noqa: F401
import skerry
import tables


# The longest tests, which mostly wait, begin first, so that nothing waits for them at the end.
FIRST = ["a_silent_peer_is_dropped_and_its_seat_stays", "wrong_passphrases_are_limited_per_account_from_any_address",
         "undos_are_limited_per_seat_over_all_connections", "a_damaged_page_costs_what_was_on_it",
         "whole_games_of_every_ruleset_with_people_and_bots"]


def run(f):
    start = time.time()
    try:
        f()
        print("ok   %-76s %5.1fs" % (f.__name__, time.time() - start), flush=True)
        return True
    except Exception:
        print("FAIL %s\n%s" % (f.__name__, traceback.format_exc()), flush=True)
        return False


def main():
    words = sys.argv[1:]
    chosen = [f for f in tables.TESTS if not words or any(w in f.__name__ for w in words)]
    if os.environ.get("SKERRY_NODES"):      # others look into the file, at one process, or count by it
        on_nodes = (skerry.ROOT / "tests/server/on_nodes.txt").read_text().split()
        chosen = [f for f in chosen if f.__name__ in on_nodes or words]
    chosen.sort(key=lambda f: f.__name__ not in FIRST)
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "4"))) as pool:
        results = list(pool.map(run, chosen))
    if tables.shared:
        status = tables.shared.close()
        results.append(status == 0)
        if status != 0:
            print("FAIL the server ended with", status)
    for left in skerry.running:
        left.kill()
    print("%d passed, %d failed" % (sum(results), len(results) - sum(results)))
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
