"""commands.py -- skerry rules, board, soak and bench, run from a shell."""
import json
import os
import re
import subprocess
import tempfile
import xml.dom.minidom

from table import ROOT, Table

PROGRAM = os.environ.get("SKERRY") or os.path.join(ROOT, "build", "skerry")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True)


def out(*words):
    done = run(*words)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def test_rules_say_what_each_changes():
    listed = out("rules")
    for name in ("fifth", "3d", "sixth", "fifth-56", "struggle", "struggle-56"):
        assert re.search(r"^%s: \d to \d players" % name, listed, re.M), name
    assert "as fifth, but for layout=sixth phases=combined" in listed
    assert "as fifth, but for neighbors=equal" in listed and "+helpers" in listed
    text = out("rules", "sixth+helpers,points=12")
    assert "as sixth, but for points=12 helpers=on" in text
    assert "as fifth, but for layout=sixth phases=combined" in text
    assert re.search(r"^\* points +12 ", text, re.M) and re.search(r"^  hand_limit +7 ", text, re.M)
    assert "nothing" not in text
    for wrong, word in (("seventh", "fifth"), ("fifth,ponts=1", "points"),
                        ("fifth,points=99", "3 to 30"), ("fifth,board=big", "fixed, random")):
        done = run("rules", wrong)
        assert done.returncode == 2 and word in done.stderr and not done.stdout, wrong
    reasons = out("rules", "--reasons")
    assert re.search(r"^  too-close +distance-rule$", reasons, re.M)


def test_every_ruleset_is_understood():
    table = Table("fifth")
    for name in ("fifth", "3d", "sixth", "fifth-56"):
        for helpers in ("", "+helpers"):
            for options in ("", ",points=12", ",hand_limit=9,friendly=2,dice=deck,quiet_rounds=2"):
                text = name + helpers + options
                assert table.ok("new", ruleset=text, first=0)["rules"].startswith(name + helpers)
                assert table.ok("rules", name=text)["rules"] == text
    two = table.ok("new", ruleset="fifth", players=2)
    assert two["players"] == 2
    assert [s["color"] for s in table.state()["seats"]] == ["blue", "orange"]
    strict = {name: table.ok("rules", name=name)["options"]["phases"]
              for name in ("fifth", "3d", "sixth", "fifth-56")}
    assert strict == {"fifth": "strict", "3d": "strict", "sixth": "combined",
                      "fifth-56": "combined"}


def test_a_board_is_shown_and_drawn():
    text = out("board", "--seed", "3")
    assert text == out("board", "--seed", "3") != out("board", "--seed", "4")
    for name in ("A1", "C5", "E3"):
        assert name in text
    assert "mountains" in out("board", "--ruleset", "sixth")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board.svg")
        assert out("board", "--ruleset", "fifth-56", "--svg", path) == ""
        picture = xml.dom.minidom.parse(path).documentElement
        assert picture.tagName == "svg"
        words = [t.firstChild.data for t in picture.getElementsByTagName("text") if t.firstChild]
        assert words.count("3:1") == 5
    done = run("board", "--svg", "/nowhere/at/all.svg")
    assert done.returncode == 3 and "/nowhere/at/all.svg" in done.stderr
    assert run("board", "--ruleset", "struggle").returncode == 2


def test_a_soak_ends_at_the_first_violation_with_its_record():
    assert "every invariant holds" in out("soak", "--actions", "20000")
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in ("fifth+helpers", "struggle"):
            path = os.path.join(folder, "record")
            words = ("soak", "--actions", "5000", "--ruleset", ruleset, "--fault", "60")
            done = run(*words, "--file", path)
            assert done.returncode == 1 and "invariant" in done.stderr and path in done.stderr
            with open(path) as f:
                record = f.read()
            assert "\nViolation: invariant " in record
            answer = Table("fifth").ok("load", record=record)
            assert answer["seq"] == 60, "it replays to the action that broke it"
            assert run(*words).stdout == record, "without a file it is printed"


def test_bench_reports_speed_and_signature():
    report = json.loads(out("bench", "--games", "200", "--json"))
    for key in ("games_per_cpu_s", "actions_per_cpu_s", "ns_per_action", "actions_per_game",
                "state_bytes", "signature", "unfinished", "games", "actions"):
        assert key in report, key
    assert report["players"] == 4 and report["games"] == 200 and report["unfinished"] == 0
    assert "board=random" in report["ruleset"] and "phases=combined" in report["ruleset"]
    assert 0 < report["state_bytes"] < 2048 and re.fullmatch("[0-9a-f]{16}", report["signature"])
    same = [json.loads(out("bench", "--games", "200", "--json", *more))["signature"]
            for more in (("--playout",), ("--list",), ("--plain",))]
    assert set(same) == {report["signature"]}
    ways = [json.loads(out("bench", "--games", "20", "--json", *more))["menu"] for more in ((), ("--plain",), ("--playout",))]
    assert ways == ["plain", "plain", "playout"], "what is measured is what plays"
    text = out("bench", "--games", "200")
    for key in ("games_per_cpu_s", "actions_per_cpu_s", "ns_per_action", "actions_per_game",
                "state_bytes", "signature"):
        assert re.search(r"^%s +\S" % key, text, re.M), key
    trades = json.loads(out("bench", "--games", "200", "--trades", "--json"))
    assert "menu=trades" in trades["ruleset"] and trades["unfinished"] == 0
    assert trades["actions_per_game"] > 1.5 * report["actions_per_game"]
    five = json.loads(out("bench", "--games", "20", "--players", "3", "--json"))
    assert five["players"] == 3
    struggle = json.loads(out("bench", "--games", "20", "--ruleset", "struggle", "--json"))
    assert struggle["ruleset"] == "struggle" and struggle["unfinished"] == 0


def test_with_trades_every_one_for_one_offer_is_in_the_menu():
    table = Table("fifth,first=0,menu=trades").play("0 roll; * dice 1 1")
    table.change({0: {"cards": "2wool+ore"}})
    offers = {line for line in table.menu() if " offer " in line}
    kinds = ("brick", "lumber", "wool", "grain", "ore")
    assert offers == {"0 offer %s %s" % (give, get) for give in ("wool", "ore") for get in kinds
                      if give != get}


def test_wrong_words_are_refused():
    for words in (("sing",), ("bench", "--fast"), ("bench", "--games"), ("bench", "--games", "x"),
                  ("bench", "--games", "0"), ("soak", "--ruleset", "nix"),
                  ("bench", "--players", "9"), ("arena",), ("arena", "--bots", "club,nobody"),
                  ("arena", "--bots", "random,random,random", "--threads", "65"),
                  ("ladder", "--games", "0"), ("siblings", "--rounds", "201"), ("backup",)):
        done = run(*words)
        assert done.returncode == 2 and done.stderr and not done.stdout, words
    assert run().returncode == 2
    assert "engine" in out("--help")
    for command in re.findall(r"^  ([a-z]+) ", out("--help"), re.M):
        done = run(command, "--help")
        assert done.returncode == 0 and done.stdout.startswith("skerry " + command) or \
            "built without" in done.stderr, command
