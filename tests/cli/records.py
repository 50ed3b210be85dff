"""records.py -- `skerry replay` and `skerry analyse` on recorded games of both kinds."""
import glob
import json
import os
import re
import subprocess
import tempfile
import xml.dom.minidom
from html.parser import HTMLParser

from program import PROGRAM, skerry
from terminal import Terminal


def recorded(folder, rules, bots="club,random,random"):
    out = skerry("arena", "--bots", bots, "--games=1", "--ruleset", rules, "--records", folder)
    assert out.returncode == 0, out
    return os.path.join(folder, "000000.skerry")


def test_a_replay_tells_every_entry_and_shows_the_end():
    for rules, sign in (("fifth", "A1"), ("struggle", "Market")):
        with tempfile.TemporaryDirectory() as folder:
            path = recorded(folder, rules)
            out = skerry("replay", path)
            assert out.returncode == 0 and "0 club" in out.stdout and sign in out.stdout, out.stdout[-900:]
            entries = [json.loads(line) for line in skerry("replay", "--json", path).stdout.splitlines()]
            assert [e["seq"] for e in entries] == list(range(1, len(entries) + 1))
            assert sign in skerry("replay", "--at=3", path).stdout
            piped = skerry("replay", "-", input=open(path).read())
            assert piped.stdout == out.stdout


def test_a_replay_is_told_in_words():
    """No line is in our notation ("2 buy"): every verb that gets a line has a sentence."""
    for path in sorted(glob.glob("tests/records/*.txt")):
        out = skerry("replay", path).stdout
        entries = map(json.loads, skerry("replay", "--json", path).stdout.splitlines())
        raw = {action for e in entries for action in e["actions"]}
        assert raw and not [line for line in out.splitlines() if line.strip().split("  ")[-1] in raw], path


def test_a_replay_goes_forward_and_back_on_a_terminal():
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(folder, "fifth")
        term = Terminal(path, command="replay")
        term.until("0/\\d+.*> $")
        assert "1/" in term.type("", "1/\\d+.*> $")
        assert "40/" in term.type("40", "40/\\d+.*> $")
        assert "39/" in term.type("back", "39/\\d+.*> $")
        term.fits()
        assert term.close() == 0


def test_start_luck_and_play_add_up():
    for rules in ("fifth", "struggle"):
        with tempfile.TemporaryDirectory() as folder:
            path = recorded(folder, rules, "club,random,random" if rules == "fifth" else "casual,random,random")
            first, again = skerry("analyse", "--json", path), skerry("analyse", "--json", path)
            assert first.returncode == 0 and first.stdout == again.stdout
            data = json.loads(first.stdout)
            assert data["whole"] and len(data["curve"]) > 10
            for seat in data["seats"]:
                total = seat["start"] + seat["luck"] + seat["play"]
                assert abs(total - (seat["seat"] == data["winner"])) < 0.002, seat
            for share in ("luck", "play"):          # what one seat gains the others lose
                assert abs(sum(seat[share] for seat in data["seats"])) < 0.002, data["seats"]
            for point in data["curve"]:
                assert abs(sum(point[1:]) - 1) < 0.002, point
            for key in data["keys"]:
                assert key["lost"] > 0 and key["played"] != key["better"]


def test_games_are_judged_as_the_page_judges_them():
    """The page's side is web/src/stats/analysis.test.ts, the server's tests/server/chances_test.c."""
    with open("tests/records/review.json") as f:
        answers = json.load(f)
    near = lambda share, n: abs(share - n / 1e6) < 0.0001
    for name, answer in answers.items():
        data = json.loads(skerry("analyse", "--json", "tests/records/" + name).stdout)
        for key in ("start", "luck", "play", "given_away"):
            assert all(near(s[key], n) for s, n in zip(data["seats"], answer[key], strict=True)), (name, key)
        curve = {point[0]: point[1:] for point in data["curve"]}
        assert len(data["curve"]) == answer["points"], name
        for point in answer["curve"]:
            assert all(map(near, curve[point["entry"]], point["chance"])), (name, point)


def analysed(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*.skerry"))):
        yield json.loads(skerry("analyse", "--json", path).stdout)


def test_luck_is_not_play():
    """Among equals the winner was lucky; what a beginner loses by mistakes a strong player gains."""
    with tempfile.TemporaryDirectory() as folder:
        skerry("arena", "--bots=club,club,club", "--games=9", "--records", folder)
        won = [next(s for s in data["seats"] if s["seat"] == data["winner"]) for data in analysed(folder)]
        luck, play = (sum(s[share] for s in won) / len(won) for share in ("luck", "play"))
        assert luck > 0.4 and abs(play) < luck / 2, (luck, play)
    with tempfile.TemporaryDirectory() as folder:
        skerry("arena", "--bots=strong,beginner,beginner", "--games=6", "--records", folder)
        play = {"strong": 0.0, "beginner": 0.0}
        for data in analysed(folder):
            for seat in data["seats"]:
                play[seat["name"].split()[-1]] += seat["play"]
        assert play["strong"] > 0 > play["beginner"], play


def test_chances_count_in_who_plays():
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(folder, "fifth", "club,random,random")
        names = next(line for line in open(path) if line.startswith("Names: "))
        seat = names[7:].strip().split("|").index("club")
        known = json.loads(skerry("analyse", "--json", path).stdout)["seats"][seat]
        text = open(path).read()
        with open(path, "w") as f:
            f.write(text.replace(names, 'Names: "Ada"|B\\en|Cid\n'))
        seats = json.loads(skerry("analyse", "--json", path).stdout)["seats"]
        unknown = seats[seat]
        assert [s["name"] for s in seats] == ['0 "Ada"', "1 B\\en", "2 Cid"]
        assert known["start"] > 0.9 and unknown["start"] < 0.6, (known, unknown)


def test_a_verdict_is_told_to_programs_too():
    """Games with a committed seed are verified in tests/server/game_tests.py."""
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(folder, "fifth", "random,random,random")
        out = skerry("verify", "--json", path)
        assert out.returncode == 1 and not out.stderr, out
        assert json.loads(out.stdout) == {
            "verified": False, "fault": "no-promise",
            "why": "the record has no fairness headers, or the game is not over"}
        with open(path, "a") as f:
            f.write("9 fly to the moon\n")
        assert "incomplete" in json.loads(skerry("verify", "--json", path).stdout)["why"]


def test_records_are_judged_as_the_page_judges_them():
    """The page's side is web/src/records/verify.test.ts."""
    with open("tests/records/verify/answers.json") as f:
        answers = json.load(f)
    assert len(answers) == len(glob.glob("tests/records/*.txt") + glob.glob("tests/records/verify/*.txt"))
    for name, answer in answers.items():
        out = skerry("verify", "--json", "tests/records/" + name)
        told = json.loads(out.stdout)
        assert out.returncode == (answer["fault"] is not None) and told.get("fault") == answer["fault"], (name, told)
        if told["verified"]:
            assert (told["entries"], told["outcomes"]) == (answer["entries"], answer["draws"]), (name, told)
        else:
            assert told["why"], name


def fault(text):
    """What `verify` has against a record; only the server's games commit to their dice."""
    told = json.loads(skerry("verify", "--json", "-", input=text).stdout)
    return "" if told.get("fault") == "no-promise" else told.get("why", "")


def test_what_every_writer_wrote_is_whole():
    """Terminal, arena and engine, in the middle of a game and after its end; the server's games are verified in
    tests/server/game_tests.py, the page's in web/src/table/localTable.test.ts."""
    rules = "struggle,first=0,points=3"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        typed = "".join("save %s%d\n1\n" % (path, n) for n in range(60))
        out = skerry("play", "--seed=5", "--level=random", "--ruleset", rules, input=typed)
        assert "Its future dice" in out.stdout and re.search(r"Saved to \S+\.$", out.stdout, re.M), out.stdout[-900:]
        begun, over = (open(path + n).read() for n in ("3", "59"))
        assert "Seed: " not in begun and "Seed: " in over and "Result: " in over
        arena = open(recorded(folder, rules, "random,random")).read()
        asked = [{"cmd": "new", "ruleset": rules, "seed": 1}, {"cmd": "record"}, {"cmd": "record", "seat": 0},
                 {"cmd": "replay", "record": over}, {"cmd": "record"}, {"cmd": "record", "seat": 0}]
        answers = skerry("engine", input="".join(json.dumps(a) + "\n" for a in asked)).stdout.splitlines()
        told = [r["record"] for r in map(json.loads, answers) if "record" in r]
        assert len(told) == 4, answers
        for text in (begun, over, arena, *told):
            assert fault(text) == "", (fault(text), text)
            assert "changed" in fault(text.replace("Players: ", "Players: 0"))


def test_dice_without_a_seed_can_be_drawn_again():
    promised = set()
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game")
            skerry("play", "--people=0", "--level=random", "--ruleset=struggle,points=3", input="save %s\n\n" % path)
            assert json.loads(skerry("verify", "--json", path).stdout)["verified"]
            text = open(path).read()
            assert not re.search("^Seed: ", text, re.M), text
            promised.add(re.search("^Commitment: .*", text, re.M)[0])
    assert len(promised) == 2


def test_random_play_gives_up_more_than_a_strong_player():
    with tempfile.TemporaryDirectory() as folder:
        skerry("arena", "--bots=strong,random", "--games=12", "--ruleset=fifth", "--records", folder)
        given = {"strong": 0, "random": 0}
        for name in os.listdir(folder):
            for seat in json.loads(skerry("analyse", "--json", os.path.join(folder, name)).stdout)["seats"]:
                given[seat["name"].split()[1]] += seat["given_away"]
        assert given["random"] > 3 * given["strong"], given


def test_the_page_is_one_file_with_plots():
    with tempfile.TemporaryDirectory() as folder:
        path, page = recorded(folder, "fifth"), os.path.join(folder, "page.html")
        text = open(path).read()
        with open(path, "w") as f:          # names are other people's words
            f.write(text.replace("Names: club", "Names: <script>alert(1)</script>"))
        assert skerry("analyse", "--html", "--out", page, path).returncode == 0
        html = open(page).read()
        assert html.count("<svg") == 2 and "<script" not in html and "http" not in html
        HTMLParser().feed(html)
        # Words stand on the left in head and body alike; a wide table scrolls, not the page.
        assert ".keys :is(th, td):not(:nth-child(5)) { text-align: left" in html and '<div><table class="keys">' in html
        assert html.count(">luck ") == html.count(">play ") == 3 + 3, html     # beside the bar, and over it
        keys = skerry("analyse", path).stdout.split("Key decisions")[1]
        assert "better: " in keys and not re.search(r"better: (settle|road|end|buy|roll|bank|robber)\b", keys), keys
        for part in html.split("<svg")[1:]:
            xml.dom.minidom.parseString("<svg" + part.split("</svg>")[0] + "</svg>")


def test_an_analysis_is_in_the_persons_language():
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(folder, "fifth", "random,random,random")
        german = dict(os.environ, LC_ALL="de_DE.UTF-8")
        text = skerry("analyse", path, env=german).stdout
        assert "Fünfte Ausgabe, 3 Plätze, " in text and "verschenkt" in text and "besser: " in text, text
        assert re.search(r"\d,\d%", text) and not re.search(r"\d\.\d%|given up|better:|entry", text), text
        lines = text.splitlines()
        assert len({line.index("%") for line in lines[3:6]}) == 1, text        # columns stand under each other
        page = skerry("analyse", "--html", "--language=fr", path, env=german).stdout
        assert '<html lang="fr">' in page and "Chances de gagner" in page and "Décisions clés" in page
        assert not re.search(r"[a-zé]; [A-Z]", page), page      # French wants a blank before a semicolon
        for word in (">Given up<", ">luck ", ">play ", "Key decisions", "Chances of winning", "Luck above"):
            assert word not in page, word
        refused = skerry("analyse", "--language=tlh", path)
        assert refused.returncode == 2 and "no language 'tlh'" in refused.stderr, refused
        assert skerry("analyse", "--json", path, env=german).stdout == skerry("analyse", "--json", path).stdout


STRANGE = ["\033]0;title\a", "\033[31m", "\x9b31m", "\u202eright", "\u200bnothing", "\r", "\x7f"]


def harmless(text):
    """Nothing that a terminal obeys but ends of lines and the colours that the program itself prints."""
    text = re.sub(r"\033\[[0-9;?]*[a-zA-Z]", "", text.replace("\r\n", "\n"))
    return not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f]", text)


def test_words_of_others_move_no_cursor():
    """Names and broken lines in a record: what a terminal would obey is a question mark."""
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(folder, "fifth", "random,random,random")
        text = open(path).read()
        for strange in STRANGE:
            name = "A" + strange + "B"
            with open(path, "w", newline="") as f:
                f.write(re.sub("Names: .*", lambda _: "Names: %s|Ben|Cid" % name, text))
            for words in (["replay", path], ["replay", "--json", path], ["analyse", path], ["analyse", "--json", path],
                          ["verify", path]):
                out = subprocess.run([PROGRAM, *words], capture_output=True)
                said = (out.stdout + out.stderr).decode()
                assert harmless(said) and "\033" not in said, (words, strange, said[:400])
            term = Terminal(path, command="replay")
            term.until("> $")
            assert harmless(term.text) and "\033]" not in term.text, term.text
            term.close()
            with open(path, "w", newline="") as f:
                f.write(text + "9 %s\n" % name)
            for words in (["replay", path], ["verify", path], ["play", "--load", path], ["analyse", path]):
                out = subprocess.run([PROGRAM, *words], capture_output=True, stdin=subprocess.DEVNULL)
                said = (out.stdout + out.stderr).decode()
                assert harmless(said) and "\033" not in said, (words, strange, said[:400])
    assert harmless(skerry("board", "--ruleset", "\033[31m").stderr) and harmless(skerry("verify", "\033]0;x\a").stderr)


def test_what_is_not_a_record_is_refused():
    assert skerry("replay", "/nonexistent").returncode == 3
    assert skerry("analyse", "-", input="nonsense").returncode == 1
    assert skerry("analyse").returncode == 2
    assert subprocess.run([PROGRAM, "replay"], capture_output=True).returncode == 2


def test_a_file_that_is_something_else_is_named_and_refused():
    """A folder, an empty file, random bytes, a text or a missing file gives one message with its name, and the documented status."""
    takes = {                                       # the exit status for a readable file of the wrong kind
        "verify": (["verify"], 1), "replay": (["replay"], 1), "analyse": (["analyse"], 1),
        "play": (["play", "--load"], 3), "doctor": (["doctor"], 3), "backup": (["backup", "to", "--data"], 3),
        "admin": (["admin", "tables", "--store"], 3), "dataset": (["dataset", "DIR", "out.npy"], 3),
        "migrate": (["migrate", "--to", "out.db", "--from"], 3),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("empty", b""), ("bytes", bytes(range(256)) * 20), ("text", open("README.md", "rb").read())):
            with open(os.path.join(folder, name), "wb") as f:
                f.write(data)
        os.mkdir(os.path.join(folder, "folder"))
        for command, (words, status) in takes.items():
            for name in ("folder", "empty", "bytes", "text", "missing"):
                asked = [name if w == "DIR" else w for w in words] + ([] if "DIR" in words else [name])
                out = subprocess.run([PROGRAM] + asked, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
                expected = status if name in ("empty", "bytes", "text") else 3
                if command == "dataset" and name == "folder":
                    expected = 1                    # a folder without records
                assert out.returncode == expected, (asked, out)
                assert name in out.stderr and len(out.stderr.strip().splitlines()) == 1, (asked, out)
                assert "note:" not in out.stdout, (asked, out)
        for command in ("verify", "replay", "analyse"):
            out = subprocess.run([PROGRAM, command, "text"], cwd=folder, capture_output=True, text=True)
            assert 'text is no Skerry record: its first line must be "Skerry 1"' in out.stderr, out
