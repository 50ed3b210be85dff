#!/usr/bin/env python3
"""lobby_cost.py [LISTENERS [TABLES [CHANGES [SECONDS]]]] -- what people who have the lobby open cost a server (1000, 200, 60, 10).

TABLES public tables with a free seat change CHANGES times a second in all, first with nobody in the lobby, then with LISTENERS
there. Prints the difference for each listener and second: messages, bytes and CPU of the whole process. A part of
docs/performance.md; SKERRY names another program to measure."""
import os
import select
import sys
import threading
import time

import crowd_tests
from crowd_tests import Crowd, Watched

listeners, tables, changes, seconds = (int(a) for a in (sys.argv[1:] + ["1000", "200", "60", "10"][len(sys.argv) - 1:]))


def cpu(s):
    """Seconds of all threads so far."""
    fields = open("/proc/%d/stat" % s.process.pid).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def counted(s):
    return cpu(s), s.metric("skerry_messages_sent_total"), s.metric("skerry_bytes_sent_total")


def churn(s, hosts):
    """Change tables at an even pace; returns what that cost."""
    before, begun = counted(s), time.monotonic()
    for i in range(changes * seconds):
        time.sleep(max(0, begun + i / changes - time.monotonic()))
        c = hosts[i % len(hosts)]
        c.ok("bot", seat=1, level=None if i // len(hosts) % 2 else "random")
    spent = time.monotonic() - begun
    return [(b - a) / spent for a, b in zip(before, counted(s))]


def measure(s):
    hosts = [s.client("Host") for _ in range(tables)]
    for c in hosts:
        c.ok("create", rules="fifth", players=4, public=True, name="A table")
    alone = churn(s, hosts)
    crowd_tests.CROWD = listeners
    crowd = Crowd(s)
    crowd.connect()
    crowd.upgrade()
    crowd.all_read(b"101")
    crowd.hello()
    crowd.all_read(b'"welcome"')
    crowd.say(type="lobby", on=True, id="in")
    crowd.all_read(b'"ok","id":"in"')
    reader = threading.Thread(target=read_all, args=[crowd.sockets], daemon=True)
    reader.start()
    time.sleep(2)
    with_them = churn(s, hosts)
    us, messages, size = ((b - a) / listeners for a, b in zip(alone, with_them))
    print("%d listeners, %d tables, %.0f changes a second: each listener %.2f messages, %.0f bytes, %.1f us of CPU a second"
          % (listeners, tables, changes, messages, size, us * 1e6))


def read_all(sockets):
    poll = select.epoll()
    by = {c.fileno(): c for c in sockets}
    for fd in by:
        poll.register(fd, select.EPOLLIN)
    while True:
        for fd, _ in poll.poll():
            by[fd].recv(65536)


if __name__ == "__main__":
    served = Watched()
    try:
        measure(served)
    finally:
        served.close()
