#!/usr/bin/env python3
"""load_nodes.py [SOCKETS [SECONDS [ROUNDS [RATE]]]] -- what an action costs on SQLite, on PostgreSQL, and on one, two and three nodes
that share it. Each run has the same sockets in rooms of four and RATE (1) stored actions per room and second; with 1000
each room acts as soon as it has its answer. `make load-nodes` runs it with a PostgreSQL of its own. All kinds take turns
within one run, because other work on the machine comes and goes; compare the ratios. Prints what docs/performance.md quotes,
and a line of JSON for tools/simulate_site."""
import json
import os
import re
import statistics
import subprocess
import sys
import time

from postgres_tests import DATABASE, sql
from skerry import Server

HAMMER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "server", "hammer")
TICK = os.sysconf("SC_CLK_TCK")
KINDS = ["SQLite", "PostgreSQL", "1 node", "2 nodes", "3 nodes"]


def stat(pid):
    try:
        fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
        return int(fields[1]), sum(map(int, fields[11:13])) / TICK, sum(map(int, fields[13:15])) / TICK
    except OSError:
        return 0, 0, 0


def postgres_seconds():
    """CPU of the database: its processes, and those of them that have ended."""
    folder = re.search(r"host=([^&]*)", DATABASE)[1]
    top = open(os.path.join(folder, "data", "postmaster.pid")).readline().strip()
    total = sum(stat(top)[1:])
    return total + sum(own for parent, own, _ in map(stat, filter(str.isdigit, os.listdir("/proc"))) if str(parent) == top)


def servers(kind):
    plain = ("--messages", "1000000", "--connections", "100000")
    if kind == "SQLite":
        return [Server(*plain)]
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    if kind == "PostgreSQL":
        return [Server("--store", DATABASE, *plain)]
    return [Server("--store", DATABASE, "--node", "n%d" % i, *plain) for i in range(int(kind[0]))]


def wal():
    return int(sql("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(),'0/0')::bigint"))


def snapshot(kind):
    """CPU seconds of the database, bytes of its WAL, entries."""
    return (0, 0, 0) if kind == "SQLite" else (postgres_seconds(), wal(), int(sql("SELECT count(*) FROM skerry_log")))


def measure(kind, sockets, seconds, rate):
    nodes = servers(kind)
    share = sockets // len(nodes) // 4 * 4
    hammers = [subprocess.Popen([HAMMER, "load", str(s.port), str(share), str(seconds), str(s.process.pid), s.data, "view",
                                 str(rate)],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for s in nodes]
    for h in hammers:
        assert "sockets in" in h.stdout.readline()
    time.sleep(2)  # as long as they warm up
    before = snapshot(kind)
    said = [h.communicate()[0] for h in hammers]
    used, wrote, stored = (b - a for a, b in zip(before, snapshot(kind)))
    lines = [re.search(r"([\d.]+) deliveries/s of (\d+) bytes, latency p50 \S+ p99 ([\d.]+) .*cpu ([\d.]+) us", text)
             for text in said]
    assert all(lines), said
    for s in nodes:
        s.close()
    deliveries = sum(float(m[1]) for m in lines)
    return {"actions": deliveries / 4, "deliveries": deliveries, "bytes": float(lines[0][2]),
            "node_us": 4 * sum(float(m[4]) * float(m[1]) for m in lines) / deliveries,
            "database_us": 1e6 * used / stored if stored else 0, "wal": wrote / stored if stored else 0,
            "p99_ms": max(float(m[3]) for m in lines)}


def main():
    sockets, seconds, rounds, rate = (int(x) for x in (sys.argv[1:] + ["600", "10", "3", "1"][len(sys.argv) - 1:]))
    found = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            found[kind].append(measure(kind, sockets, seconds, rate))
            print(kind, {k: round(v, 1) for k, v in found[kind][-1].items()}, flush=True)
    middle = {kind: {key: statistics.median(r[key] for r in runs) for key in runs[0]} for kind, runs in found.items()}
    base = middle["SQLite"]["node_us"]
    print("| store | actions/s | deliveries/s | CPU of the nodes an action, us | of the database | all, relative to SQLite | p99, ms |")
    for kind, m in middle.items():
        print("| %s | %.0f | %.0f | %.0f | %.0f | %.2f | %.1f |" %
              (kind, m["actions"], m["deliveries"], m["node_us"], m["database_us"], (m["node_us"] + m["database_us"]) / base,
               m["p99_ms"]))
    print(json.dumps({kind: {key: round(value, 1) for key, value in m.items()} for kind, m in middle.items()}))


if __name__ == "__main__":
    main()
