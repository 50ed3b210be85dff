"""arena.py -- other people's programs in the arena, records, and the dataset made of them."""
import ast
import json
import os
import re
import stat
import subprocess
import sys
import tempfile

from program import PROGRAM, ROOT, skerry

RANDOM_BOT = os.path.join(ROOT, "examples", "random_bot.py")
GREETING = """#!%s
import json, random, sys, time, os
def lines():
    for line in sys.stdin:
        yield json.loads(line)
def say(**m):
    print(json.dumps(m), flush=True)
""" % sys.executable


def program(folder, name, body):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(GREETING + body)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def arena(*words):
    out = skerry("arena", "--json", *words)
    assert out.returncode == 0, out
    return json.loads(out.stdout)


def test_a_program_plays_a_tournament():
    for rules in ("fifth", "struggle"):
        command = RANDOM_BOT + ' "an argument"'
        data = arena("--bots", command + ",random,random", "--games=6", "--ruleset", rules, "--threads=2",
                     "--move-time=60000")
        bot = data["bots"][0]
        assert bot["bot"] == command, bot
        assert data["games"] == 6 and bot["games"] == 6 and bot["ms_per_move"] > 0
        assert bot["crashed"] == bot["hung"] == bot["nonsense"] == 0, data


def test_the_transcript_of_the_document():
    text = open(os.path.join(ROOT, "docs", "bot-protocol.md")).read()
    script = re.search(r"```transcript\n(.*?)```", text, re.S)[1].splitlines()
    with tempfile.TemporaryDirectory() as folder:
        path = program(folder, "told", """
import re
script = json.loads(%r)
report = open(%r, "w")
for line in script:
    if line[0] == "<":
        print(line[2:], flush=True)
        continue
    got = sys.stdin.readline().rstrip("\\n")
    want = ".*".join(re.escape(part) for part in line[2:].split("\\u2026"))
    report.write("ok\\n" if re.fullmatch(want, got) else "wanted %%s\\ngot %%s\\n" %% (line, got))
    report.flush()
time.sleep(60)
""" % (json.dumps(script), os.path.join(folder, "report")))
        data = arena("--bots", path + ",random,random", "--games=1",
                     "--ruleset=fifth,board=random,start=draft,first=0")
        report = open(os.path.join(folder, "report")).read()
        assert report == "ok\n" * sum(line[0] == ">" for line in script), report
        assert data["bots"][0]["nonsense"] == 1 and data["games"] == 1


def test_programs_that_fail_are_replaced_and_counted():
    hello = "m = next(lines()); say(type='hello', v=1)\n"
    bodies = {
        "crashed": [("at once", ""), ("later", hello + "next(lines()); next(lines()); sys.exit(3)\n")],
        "hung": [("silent", "time.sleep(1000)\n"), ("deaf", hello + "time.sleep(1000)\n")],
        "nonsense": [("echo", "[print(l, flush=True) for l in sys.stdin]\n"),
                     ("v2", "say(type='hello', v=2)\ntime.sleep(1000)\n"),
                     ("illegal", hello + "next(lines()); next(lines()); say(type='play', action='0 city A1.N')\ntime.sleep(9)\n"),
                     ("other seat", hello + "next(lines()); m = next(lines()); say(type='play', action='5 roll')\ntime.sleep(9)\n"),
                     ("long", hello + "next(lines()); next(lines()); print('x' * 300000, flush=True)\ntime.sleep(9)\n")],
    }
    with tempfile.TemporaryDirectory() as folder:
        for fault, rows in bodies.items():
            for i, (name, body) in enumerate(rows):
                path = program(folder, "%s%d" % (fault, i), body)
                if fault == "hung" and i == 0:
                    continue            # hello may take ten seconds; a program that ignores input fails the same way sooner
                data = arena("--bots", path + ",random,random", "--games=3", "--move-time=2000")
                bot = data["bots"][0]
                assert data["games"] == 3, (name, data)
                assert bot[fault] == 3, (name, bot)


def test_a_program_is_named_by_words_of_any_length():
    with tempfile.TemporaryDirectory() as folder:
        deep = os.path.join(folder, *["d" * 90] * 6)
        colon = os.path.join(folder, "10:30", "bot:2")
        os.makedirs(deep)
        os.makedirs(os.path.dirname(colon))
        for path in (os.path.join(deep, "bot"), colon):
            with open(RANDOM_BOT) as bot, open(path, "w") as copy:
                copy.write(bot.read())
            os.chmod(path, 0o755)
        words = ("python3 " + RANDOM_BOT, os.path.join(deep, "bot"), colon, "python3 %s again" % colon)
        rows, records = os.path.join(folder, "rows"), os.path.join(folder, "records")
        line_up = ["--bots", ",".join(words), "--games=4", "--ruleset=struggle,points=3", "--move-time=60000", "--rows", rows]
        data = arena(*line_up, "--records", records)
        assert [b["bot"] for b in data["bots"]] == list(words), data
        assert all(b["games"] == 4 and not b["crashed"] for b in data["bots"]), data
        again = arena(*line_up[:-2], "--resume", rows)
        assert [(b["wins"], b["points"]) for b in again["bots"]] == [(b["wins"], b["points"]) for b in data["bots"]]
        assert len(os.listdir(records)) == 4


def test_a_program_that_fails_loses():
    """It shares the table with `random`, whose play in its seat must not win games for it."""
    with tempfile.TemporaryDirectory() as folder:
        path = program(folder, "crash", "m = next(lines()); say(type='hello', v=1)\nnext(lines()); next(lines()); sys.exit(3)\n")
        words = ("--bots", path + ",random,random", "--games=9", "--ruleset=struggle,points=4")
        rows = os.path.join(folder, "rows")
        data = arena(*words, "--rows", rows)
        bot, other = data["bots"]
        assert (data["games"], bot["crashed"], bot["wins"], bot["points"]) == (9, 9, 0, 0), bot
        assert other["wins"] + data["drawn"] == 9 and other["wins"] > 0, data
        old = arena(*words, "--no-forfeit")
        assert old["bots"][0]["wins"] == data["drawn"] > 0 and old["drawn"] == 0, old
        again = arena(*words, "--resume", rows)
        assert [b["wins"] for b in again["bots"]] == [b["wins"] for b in data["bots"]]
        mixed = skerry("arena", *words, "--no-forfeit", "--resume", rows)
        assert mixed.returncode == 3 and "another tournament" in mixed.stderr, mixed
        told = skerry("arena", *words).stdout
        assert "9 games forfeited (9 crashed, 0 hung, 0 nonsense)" in told, told


def test_a_program_that_cannot_start_is_noticed_before_the_games():
    with tempfile.TemporaryDirectory() as folder:
        flat = os.path.join(folder, "flat.py")
        open(flat, "w").close()
        for bots, words in ((folder + "/missing,random", "no such program: %s/missing" % folder),
                            (folder + ",random", "no such program"), (flat + ",random", "is not executable"),
                            (flat + " --fast,random", "is not executable"), ("club,,club", "no such bot"),
                            ("no-such-python3 bot.py,random", "no such program: no-such-python3"),
                            (folder + "/" + "m" * 200 + ",random", "m" * 200)):
            out = skerry("arena", "--bots", bots, "--games=1")
            assert words in out.stderr and out.returncode == 2, (bots, out)


def test_ten_thousand_malformed_lines_lose_nothing():
    """A program that answers every question with rubbish, whole pages of it, in many games."""
    with tempfile.TemporaryDirectory() as folder:
        path = program(folder, "rubbish", """
random.seed(os.getpid())
bits = ['{', '}', '[', ']', '"', ':', ',', 'type', 'play', 'hello', 'action', '0 roll', 'null', '1e999', '\\\\u0000',
        '\\x00', '\\x7f', '-', ' ']
next(lines()); say(type='hello', v=1)
for m in lines():
    for _ in range(200 if m['type'] == 'choose' else 0):
        sys.stdout.write(''.join(random.choice(bits) for _ in range(random.randrange(60))) + '\\n')
    sys.stdout.flush()
""")
        lines = 0
        for seed in range(6):
            data = arena("--bots", ",".join([path] * 3), "--games=9", "--seed", str(seed), "--move-time=20000")
            assert data["games"] == data["drawn"] == 9      # all three forfeit
            lines += 200 * data["bots"][0]["nonsense"]
        assert lines >= 10000, lines


def test_records_replay_and_become_rows():
    with tempfile.TemporaryDirectory() as folder:
        games, rows = os.path.join(folder, "games"), os.path.join(folder, "rows.npy")
        data = arena("--bots=random,random,random", "--games=4", "--records", games)
        assert sorted(os.listdir(games)) == ["%06d.skerry" % i for i in range(4)] and data["games"] == 4
        with open(os.path.join(games, "zzz.skerry"), "w") as f:
            f.write("no record\n")
        out = skerry("dataset", "--json", games, rows)
        made = json.loads(out.stdout)
        assert out.returncode == 0 and made["games"] == 4 and made["skipped"] == 1, out
        raw = open(rows, "rb").read()
        assert raw[:8] == b"\x93NUMPY\x01\x00"
        size = int.from_bytes(raw[8:10], "little")
        assert (10 + size) % 64 == 0 and raw[9 + size:10 + size] == b"\n"
        header = ast.literal_eval(raw[10:10 + size].decode())
        assert header["shape"] == (made["rows"],) and not header["fortran_order"]
        width = sum({"<u4": 4}.get(f[1], 1) * (f[2][0] if len(f) > 2 else 1) for f in header["descr"])
        assert width == made["row_bytes"] and len(raw) == 10 + size + width * made["rows"]
        piped = subprocess.run([PROGRAM, "dataset", games, "-"], capture_output=True)
        assert piped.stdout == raw and b"4 games" in piped.stderr, piped.stderr
        first = raw[10 + size:10 + size + width]
        assert int.from_bytes(first[:4], "little") == 0 and first[8] < 3 and first[10] == 3
        try:
            import numpy
        except ImportError:
            return
        table = numpy.load(rows)
        assert set(table["game"]) == {0, 1, 2, 3} and (table["winner"] >= 0).all()


def test_a_dataset_needs_records():
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "x.npy")
        assert skerry("dataset", folder, target).returncode == 1
        assert not os.path.exists(target)
        assert skerry("dataset", os.path.join(folder, "none"), target).returncode == 3
        assert skerry("dataset", folder).returncode == 2
