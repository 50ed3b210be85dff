#!/usr/bin/env python3
"""watch_turns.py METRICS_PORT SECONDS COMMAND... -- run a load and print how many turns of the server's loop had
over 5 ms of work, from the line "... sockets in ..." until just before everybody hangs up at once."""
import re
import subprocess
import sys
import threading
import time
import urllib.request

port, seconds, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]


def slow_turns():
    text = urllib.request.urlopen("http://127.0.0.1:%s/metrics" % port).read().decode()
    return int(re.search(r"^skerry_slow_turns_total (\d+)", text, re.M)[1])


def watch():
    time.sleep(0.5)
    first = slow_turns()
    time.sleep(seconds - 1.5)
    counted.append(slow_turns() - first)


counted, watcher = [], None
load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
for line in load.stdout:
    print(line, end="", flush=True)
    if not watcher:
        watcher = threading.Thread(target=watch)
        watcher.start()
watcher.join()
print("%d turns of the loop with over 5 ms of work" % counted[0])
sys.exit(load.wait())
