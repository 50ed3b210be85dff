"""protocol_lines.py -- single lines of the protocol: ids, errors, malformed input, error messages."""
import json
import os
import random
import re
import subprocess

from table import ROOT, Engine, Table


def documented_errors():
    """Every error id that the document or `skerry rules --reasons` knows."""
    program = os.environ.get("SKERRY") or os.path.join(ROOT, "build", "skerry")
    with open(os.path.join(ROOT, "docs", "engine-protocol.md")) as f:
        table = f.read().split("## Errors of the protocol")[1]
    found = {word for row in re.findall(r"^\| (`.*?) \|", table, re.M)
             for word in re.findall(r"`([a-z-]+)`", row)}
    out = subprocess.run([program, "rules", "--reasons"], capture_output=True, text=True).stdout
    return found | {line.split()[0] for line in out.splitlines() if line.startswith(" ")}


def test_an_id_comes_back_as_it_came():
    engine = Engine()
    for text in ('7', '-7', '"seven"', '"\\u0041\\n"', '1.5', 'null', 'true', '[1,2]', '{"a":1}',
                 '123456789012345678901234567890'):
        raw = ('{"cmd":"hello","id":%s}' % text).encode()
        engine.process.stdin.write(raw + b"\n")
        engine.process.stdin.flush()
        answer = engine.process.stdout.readline().decode()
        assert answer.startswith('{"id":%s,"ok":true' % text), answer
    assert "id" not in engine.ask("hello")
    refused = engine.ask("nonsense", id="x")
    assert refused["id"] == "x" and refused["ok"] is False
    assert engine.ask("hello", id="x" * 300)["key"] == "id"
    assert engine.close() == 0


RUBBISH = [
    b"", b"   ", b"\0", b"\xff\xfe", b"[]", b"1", b"null", b'"x"', b"{}", b"{", b"}", b"not JSON",
    b'{"cmd":1}', b'{"cmd":null}', b'{"CMD":"legal"}', b'{"cmd":"LEGAL"}', b'{"cmd":"hello",}',
    b"{'cmd':'hello'}", b'{"cmd":"hello"} x', b'{"cmd":"hello"}{"cmd":"hello"}', b'{"cmd":"hello"',
    b'\xef\xbb\xbf{"cmd":"hello"}', b'{"cmd":"hel\x00lo"}', b'{"cmd":"hello","id":"\xff"}',
    b'{"cmd":"hello","id":"\xc0\x80"}', b'{"cmd":"hello","id":"\xed\xa0\x80"}',
    b'{"cmd":"hello","id":"\\ud83d"}', b'{"cmd":"legal","cmd":"quit"}',
    b'{"cmd":"legal","seat":01}',
    b'{"cmd":"legal","seat":-1}', b'{"cmd":"legal","seat":4}', b'{"cmd":"legal","seat":1e0}',
    b'{"cmd":"legal","seat":"0"}', b'{"cmd":"legal","seat":[]}', b'{"cmd":"view","seat":"*"}',
    b'{"cmd":"view","seat":99999999999999999999}', b'{"cmd":"legal","session":4}',
    b'{"cmd":"legal","session":"x"}', b'{"cmd":"play"}', b'{"cmd":"play","action":5}',
    b'{"cmd":"play","action":""}', b'{"cmd":"play","action":"roll"}',
    b'{"cmd":"play","action":"0"}',
    b'{"cmd":"play","action":"9 roll"}', b'{"cmd":"play","action":"0 roll "}',
    b'{"cmd":"play","action":"0  roll"}', b'{"cmd":"play","action":"0 ROLL"}',
    b'{"cmd":"play","action":"* roll"}', b'{"cmd":"play","action":"* dice 3 4"}',
    b'{"cmd":"play","action":"0 bank 999999999999999999999wool ore"}',
    b'{"cmd":"play","action":"0 roll","actions":[]}', b'{"cmd":"play","actions":"0 roll"}',
    b'{"cmd":"play","actions":[1]}', b'{"cmd":"undo","to":-5}', b'{"cmd":"undo","to":1e99}',
    b'{"cmd":"undo","force":7}', b'{"cmd":"set"}', b'{"cmd":"set","state":5}',
    b'{"cmd":"set","state":{}}', b'{"cmd":"set","state":{"v":1,"game":"catan"}}',
    b'{"cmd":"load","record":"Skerry 1"}', b'{"cmd":"load","record":7}',
    b'{"cmd":"copy","from":3,"session":3}', b'{"cmd":"copy","from":9}',
    b'{"cmd":"rules","name":"nix"}', b'{"cmd":"rules","name":5}', b'{"cmd":"events","since":-1}',
    b'{"cmd":"new","players":0}', b'{"cmd":"new","players":7}', b'{"cmd":"new","players":3.5}',
    b'{"cmd":"new","seed":-1}', b'{"cmd":"new","seed":9007199254740992}',
    b'{"cmd":"new","first":4}', b'{"cmd":"new","first":-1}', b'{"cmd":"new","board":"big"}',
    b'{"cmd":"new","board":{}}', b'{"cmd":"new","chance":"never"}', b'{"cmd":"new","game":"chess"}',
    b'{"cmd":"new","ruleset":"fifth,points=99"}', b'{"cmd":"new","ruleset":"fifth,points"}',
    b'{"cmd":"new","ruleset":"fifth+points"}', b'{"cmd":"new","ruleset":"' + b"x" * 5000 + b'"}',
    b"[" * 100000, b'{"a":' * 50000, b'{"cmd":"play","action":"' + b"x" * 1000000 + b'"}',
    b'{"cmd":"play","actions":[' + b",".join([b'"0 roll"'] * 20000) + b"]}", b"x" * 3000000,
]


def test_rubbish_is_refused_and_harms_nothing():
    known = documented_errors()
    for chance in ("auto", "manual"):
        table = Table("fifth,first=0", chance=chance)
        before = table.state()
        for raw in RUBBISH:
            answer = table.engine.line(raw)
            assert answer["ok"] is False, raw[:80]
            assert answer["error"] in known, (raw[:80], answer["error"])
            assert answer["message"] and "rule" in answer, raw[:80]
        assert table.state() == before


def test_broken_lines_of_a_game_harm_nothing():
    """Each request with changed, cut or doubled bytes is answered, and the game continues."""
    rng = random.Random(7)
    known = documented_errors()
    table = Table("fifth+helpers,first=0", chance="auto", seed=4)
    good = [json.dumps(r).encode() for r in
            ({"cmd": "set", "state": table.state()}, {"cmd": "play", "action": "0 offer wool ore"},
             {"cmd": "legal", "seat": 2}, {"cmd": "view", "seat": 1}, {"cmd": "undo", "to": 3},
             {"cmd": "record", "headers": {"Names": "Ada"}}, {"cmd": "rules", "name": "sixth"},
             {"cmd": "load", "record": table.ok("record")["record"]})]
    for _ in range(3000):
        raw = bytearray(rng.choice(good))
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(raw))
            sort = rng.randrange(3)
            if sort == 0:
                raw[at] = rng.choice(b'0123456789{}[]",:abc\x00\xff -')
            elif sort == 1:
                del raw[at:at + rng.randrange(1, 9)]
            else:
                raw[at:at] = raw[at:at + rng.randrange(1, 9)]
            if not raw:
                raw = bytearray(b"{")
        answer = table.engine.line(bytes(raw).replace(b"\n", b" "))
        assert answer["ok"] or answer["error"] in known, (bytes(raw), answer)
    assert table.ask("new")["ok"]


def test_messages_tell_what_to_write():
    table = Table("fifth,first=0")
    for keys, words in (
            ({"cmd": "nw"}, ["new", "legal", "quit"]),
            ({"cmd": "play", "move": "0 roll"}, ["action"]),
            ({"cmd": "play", "action": "roll"}, ["0 roll", "seat"]),
            ({"cmd": "play", "action": "0 rol"}, ["roll"]),
            ({"cmd": "play", "action": "0  roll"}, ["single spaces"]),
            ({"cmd": "play", "action": "0 road  B2.NE"}, ["single spaces"]),
            ({"cmd": "play", "action": "0 roll "}, ["single spaces"]),
            ({"cmd": "new", "ruleset": "seventh"}, ["fifth", "struggle-56"]),
            ({"cmd": "new", "ruleset": "fith"}, ["did you mean fifth?"]),
            ({"cmd": "new", "rules": "fifth,ponts=9"}, ["did you mean points?"]),
            ({"cmd": "new", "rules": "fifth,points=10,points=11"}, ["points", "twice"]),
            ({"cmd": "new", "ruleset": "fifth,points=99"}, ["3 to 30"]),
            ({"cmd": "new", "board": "big"}, ["fixed", "random"]),
            ({"cmd": "new", "players": 5}, ["2 to 4"]),
            ({"cmd": "new", "first": 9}, ["0 to 5"]),
            ({"cmd": "new", "chance": "x"}, ["auto", "manual"])):
        answer = table.engine.line(json.dumps(keys).encode())
        assert answer["ok"] is False
        for word in words:
            assert word in answer["message"], (keys, answer["message"])
    table.play("0 roll; * dice 1 1")
    table.change({0: {"cards": "4wool"}})
    answer = table.ask("play", action="0 bank wool 4 ore")
    assert "0 bank 4wool brick" in answer["message"], answer


def test_the_end_of_input_ends_the_engine():
    for last in (b'{"cmd":"hello","id":"last"}', b'{"cmd":"hello","id":"last"}\r\n'):
        engine = Engine()
        out, _ = engine.process.communicate(last)
        assert json.loads(out)["id"] == "last" and engine.process.returncode == 0
    engine = Engine()
    out, _ = engine.process.communicate(b"")
    assert out == b"" and engine.process.returncode == 0
    engine = Engine()
    out, _ = engine.process.communicate(b'{"cmd":"quit"}\n{"cmd":"hello"}\n')
    assert out == b'{"ok":true}\n' and engine.process.returncode == 0


def test_chance_by_hand_and_by_itself():
    table = Table("fifth,first=0", chance="manual")
    assert table.play("0 roll").status["chance"] and table.status["owes"] == []
    answer = table.ok("legal")
    assert answer["seat"] == "*" and len(answer["actions"]) == 36 and set(answer["weights"]) == {1}
    assert table.refused("* dice 0 4") == "impossible" and table.refused("0 end") == "finish-first"
    table.play("* dice 6 1; 0 robber D3 1")
    assert table.refused("* steal 1 wool") == "impossible", "blue has no wool"
    assert {line: weight for line, weight in zip(table.ok("legal")["actions"],
                                                 table.ok("legal")["weights"])} == {
        "* steal 1 brick": 1, "* steal 1 lumber": 1, "* steal 1 ore": 1}
    table.play("* steal 1 ore")
    table.change({0: {"cards": "wool+grain+ore"}}).play("0 buy")
    answer = table.ok("legal")
    assert dict(zip(answer["actions"], answer["weights"])) == {
        "* draw knight": 14, "* draw road-building": 2, "* draw plenty": 2, "* draw monopoly": 2,
        "* draw point": 5}
    games = [Table("fifth", chance="auto", seed=8, board="random").status for _ in range(2)]
    assert games[0]["events"] == games[1]["events"], "the same seed, the same game"
    other = Table("fifth", chance="auto", seed=9, board="random").status
    assert other["events"] != games[0]["events"]


def test_an_empty_list_is_played_as_nothing():
    table = Table("fifth,first=0")
    assert table.ok("play", actions=[])["seq"] == 0
    answer = table.ask("play", actions=["0 roll", "* dice 1 1", "0 roll"])
    assert answer["error"] == "already-rolled" and answer["at"] == 2
    assert table.state()["phase"] == "roll"
    assert table.ok("play", actions=["0 roll", "* dice 1 1"])["seq"] == 1


def test_ten_thousand_malformed_lines_lose_nothing():
    """Each line that was broken at random is refused once and changes nothing, and the game continues. This holds for an
    engine that plays a game and for one that follows a seat's view."""
    table = Table("fifth,first=0")
    ten_thousand_malformed_lines(table)
    before = table.view(1)
    table.play("0 roll")
    after = table.view(1)
    table.ok("set", state=before)
    ten_thousand_malformed_lines(table)
    table.ok("see", action="0 roll", state=after)
    assert table.state() == after


def ten_thousand_malformed_lines(table):
    rng = random.Random(17)
    whole = [b'{"cmd":"play","action":"0 roll"}', b'{"cmd":"legal","seat":0,"id":5}', b'{"cmd":"new","ruleset":"fifth"}',
             b'{"cmd":"undo","to":1,"force":true}', b'{"cmd":"set","state":{"v":1}}', b'{"cmd":"go","nodes":10}',
             b'{"cmd":"see","action":"0 roll","state":{"v":1}}']
    before = table.state()
    for n in range(10000):
        line = bytearray(rng.choice(whole))
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(line))
            line[at:at + rng.randrange(3)] = bytes(rng.choice(b'{}[]":,\\0x\x01\x7f\xff ') for _ in range(rng.randrange(3)))
        # Without its first brace it is not a request.
        answer = table.engine.line(bytes(line).lstrip(b"{ ").replace(b"\n", b" "))
        assert answer["ok"] is False and answer["error"] in ("bad-json", "bad-request"), (line, answer)
    assert table.state() == before


def test_an_unknown_level_or_style_is_answered_with_those_there_are():
    table = Table("fifth,first=0")
    for key, word, error, named in (("level", "deity", "no-such-level", "grandmaster"), ("style", "bold", "no-such-style", "trader"),
                                    ("levels", "club,deity", "no-such-level", "person")):
        answer = table.ask("go", **{key: word})
        assert answer["error"] == error and named in answer["message"], answer


def test_a_bot_that_thinks_tells_how_far_it_is_and_can_be_stopped():
    """Without the stop this question would take hours."""
    for ruleset in ("fifth,board=random,start=draft,first=0", "struggle,first=0"):
        engine = Engine()
        engine.ask("new", ruleset=ruleset)
        level = "master" if ruleset.startswith("struggle") else "club"
        engine.process.stdin.write(b'{"cmd":"go","level":"%s","nodes":100000000,"info":true,"id":1}\n' % level.encode())
        engine.process.stdin.flush()
        lines = [json.loads(engine.process.stdout.readline())]
        while "info" in lines[-1] and len(lines) < 3:
            lines.append(json.loads(engine.process.stdout.readline()))
        if "info" not in lines[0]:          # a level that needs no search answers at once
            assert lines[0]["choice"], lines
            engine.close()
            continue
        assert lines[1]["info"]["nodes"] > lines[0]["info"]["nodes"] > 0, lines
        engine.process.stdin.write(b'{"cmd":"legal","id":2}\n{"cmd":"stop","id":3}\n')
        engine.process.stdin.flush()
        while "info" in (answer := json.loads(engine.process.stdout.readline())):
            pass
        assert answer["id"] == 1 and answer["choice"]["action"], answer
        assert json.loads(engine.process.stdout.readline())["id"] == 2
        assert json.loads(engine.process.stdout.readline()) == {"id": 3, "ok": True}
        assert engine.close() == 0
