#!/usr/bin/env python3
"""A bot for `skerry arena --bots ./examples/random_bot.py,club,club,club`: it plays any legal move.

The lines it reads and writes are described in docs/bot-protocol.md."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "v": 1, "name": "random in Python"}
    elif message["type"] == "choose":
        answer = {"type": "play", "action": random.choice(message["legal"])}
    elif message["type"] == "new":
        random.seed(message["seed"])        # the same games again for the same seed
        continue
    elif message["type"] == "quit":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
