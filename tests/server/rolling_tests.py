#!/usr/bin/env python3
"""Upgrades a site node by node while people play: the old program runs next to one with an invented next version of the
schema (build/server/skerry-next). `make next; tools/postgres python3 tests/server/rolling_tests.py`.
Ends with "N passed, M failed"."""
import os
import sys

from nodes_tests import come_to, node, owner, sql
from postgres_tests import serve
from skerry import run_tests
from tables import play_on, table

NEXT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "server", "skerry-next")


def versions():
    return tuple(map(int, sql("SELECT version,min_reader FROM skerry_version").split("|")))


def an_old_and_a_new_node_share_the_tables():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    a, b = node("a"), node("b")
    old = versions()
    p, q = table(a, 2, 1)
    name = p.table["id"]
    play_on([p, q], 10)
    assert b.stop() == 0                         # b is upgraded first: its start changes the tables, under load from a
    new = node("b", program=NEXT)
    assert versions() == (old[0] + 1, old[1]), versions()
    play_on([p, q], p.game["seq"] + 10)          # people who play at the old node notice nothing
    r, s = table(new, 2, 1)
    play_on([r, s], 10)
    made, = table(a, 1, 2)                       # and it still opens tables, without the new column
    play_on([made], 5)
    assert sql("SELECT count(*) FROM skerry_game WHERE made_up=7") == "3"
    new.kill()                                   # the new one dies: its game goes on at the old one
    r, s = come_to([a], a, r.token, r.table["id"]), come_to([a], a, s.token, s.table["id"])
    play_on([r, s], r.game["seq"] + 5)
    assert owner(r.table["id"]) == "a"
    new = node("b", program=NEXT)
    assert a.stop() == 0                         # then a is upgraded
    p, q = come_to([new], new, p.token, name), come_to([new], new, q.token, name)
    play_on([p, q], p.game["seq"] + 5)
    again = node("a")                            # and it may be downgraded, since nothing needs the new one yet
    assert again.close() == 0
    assert sql("SELECT bool_and(n=m) FROM (SELECT count(*) n,max(seq) m FROM skerry_log GROUP BY game) x") == "t"
    assert new.close() == 0


def a_schema_that_breaks_old_nodes_asks_for_a_newer_program():
    sql("UPDATE skerry_version SET min_reader=version")
    refused = serve()
    assert refused.returncode == 1 and b"from a newer Skerry" in refused.stderr, refused
    assert node("b", program=NEXT).close() == 0


if __name__ == "__main__":
    sys.exit(not run_tests([an_old_and_a_new_node_share_the_tables, a_schema_that_breaks_old_nodes_asks_for_a_newer_program]))
