"""play.py -- `skerry play` on terminals of three sizes, in both games, and on a pipe."""
import json
import os
import re
import signal
import subprocess
import tempfile
import termios

import offers
from program import PROGRAM, ROOT, skerry
from terminal import CLEAR, Terminal

SIZES = [(80, 24), (100, 35), (160, 50)]
GAMES = {"fifth,board=random,start=draft,first=0": "A1", "fifth-56,board=random,start=draft,first=0": "G3",
         "struggle,first=0": "Market"}


def step(term):
    """Play the first choice; returns the screen after it."""
    shown = term.type("menu")
    if re.search(r"^1 [^\n]* \(\d+\)", shown, re.M):
        shown = term.type("1")              # its choices
    return term.type("1") if re.search(r"^1 ", shown, re.M) else shown


def test_both_games_fit_three_sizes():
    for rules, sign in GAMES.items():
        for columns, lines in SIZES:
            term = Terminal("--seed=5", "--ruleset", rules, columns=columns, lines=lines)
            assert sign in term.until("You> $")
            for line in ("help", "hint", "almanac", "almanac robber", "log", "nonsense", "", "menu", "why"):
                term.type(line)
                assert sign in term.fits(), (rules, columns, line)
            for _ in range(6):
                step(term)
                assert sign in term.fits(), (rules, columns)
            assert term.close() == 0


def test_a_large_terminal_shows_the_large_board():
    small = Terminal("--seed=5")
    large = Terminal("--seed=5", columns=120, lines=40)
    assert "forest" not in small.until("> $") and "forest" in large.until("> $")
    small.close()
    large.close()


def test_colours_are_for_terminals_that_want_them():
    for colour in (True, False):
        term = Terminal("--seed=5", colour=colour)
        term.until("> $")
        assert bool(re.search(r"\033\[[0-9;]*[1-9][0-9;]*m", term.text)) == colour
        term.close()
    piped = skerry("play", "--seed=5", input="quit\n")
    assert piped.returncode == 0 and "\033" not in piped.stdout and "A1" in piped.stdout


def test_seats_are_called_by_the_colour_of_their_pieces():
    """As on the board's picture and the page: the third seat is orange, and three players have no red."""
    for players, colours in ((4, ["Blue", "Orange", "White"]), (3, ["Orange", "White"])):
        term = Terminal("--seed=5", "--players=%d" % players, columns=120, lines=40, colour=True)
        shown = term.until("> $")
        assert re.findall(r"\d (Red|Blue|Orange|White|Green|Brown) +\d", shown) == colours, shown
        codes = {"Blue": "1;94", "Orange": "1;33", "White": "1;97"}
        for seat, name in enumerate(colours, 1):
            assert "\033[%sm%s %d %s" % (codes[name], "abcd"[seat], seat, name) in term.text, name
        term.close()


def test_the_screen_follows_the_size_of_the_terminal():
    term = Terminal("--seed=5", columns=120, lines=40)
    term.until("> $")
    frames = term.text.count(CLEAR)
    term.resize(80, 24)
    term.until("> $", frames)
    term.fits()
    assert term.close() == 0


def test_a_verb_lists_its_places_and_a_number_plays_one():
    term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0")
    assert "1 Settlement (54)" in term.until("> $")
    for typed in ("settle", "1", "settlement", "Settlement"):
        assert re.search(r"^1 A1\.N ", term.type(typed), re.M), typed
        assert "1 Settlement (54)" in term.type("")
    assert "Not understood" in term.type("2")
    term.type("settle")
    assert "You built a settlement" in term.type("1")
    assert term.close() == 0


def test_choices_are_shown_and_typed_in_words():
    """Every choice of a whole game is shown in the person's language, without words of the notation."""
    for language, rules, english in (("de", "fifth,board=random,first=0,points=4", r"settle|road|robber|end$|bank|buy"),
                                     ("fr", "struggle,first=0,points=4", r"swap|take-from|give-back|build|draw|leave")):
        term = Terminal("--seed=7", "--language", language, "--level=random", "--ruleset", rules, columns=120, lines=45)
        term.until("> $")
        for _ in range(60):
            shown = step(term)
            if re.search(r"^> $", shown, re.M):
                break                       # the game is over
            menu = [line for line in shown.splitlines() if re.match(r"\d+ [^\d]", line) and "  " in line + "  "]
            assert not re.search(r"^\d+ (%s)\b" % english, "\n".join(menu), re.M), shown
        term.close()
    term = Terminal("--seed=5", "--language=de", "--ruleset=fifth,board=random,start=draft,first=0", columns=120, lines=40)
    term.until("> $")
    term.keys("sied\t")
    term.until("> siedlung ")
    frames = term.text.count(CLEAR)
    term.keys("\x15Siedlung b2.n\r")
    assert "Siedlung gebaut" in term.until("> $", frames)
    assert "Straße gebaut" in term.type("straße b2.ne")
    assert term.close() == 0


def test_an_offer_is_told_and_made_in_words():
    position = "--ruleset=fifth,board=random,phases=combined"
    term = Terminal("--seed=5", position)
    for _ in range(60):
        shown = term.frame() if "offers " in term.until("> $") else step(term)
        offer = re.search(r"^\d \w+ offers (.*) for (.*): accept or decline", shown, re.M)
        if offer:
            break
    assert offer and "Decline offer" in shown, shown
    for _ in range(40):
        if "or offer cards: offer 2wool ore" in shown:
            break
        shown = step(term)
    assert "or offer cards" in shown, shown
    term.close()


def test_tab_completes_and_history_brings_back():
    term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0")
    term.until("> $")
    term.keys("set\t")
    term.until("> settle ")
    frames = term.text.count(CLEAR)
    term.keys("\x15alm\t robber\r")
    assert "The robber" in term.until("must move.*> $", frames)
    frames = term.text.count(CLEAR)
    term.keys("help\r")
    term.until("Tab completes.*> $", frames)
    frames = term.text.count(CLEAR)
    term.keys("\033[A\033[A\r")
    assert "must move" in term.until("must move.*> $", frames)
    assert term.close() == 0


def test_undo_takes_back_ones_own_step_and_what_bots_did_since():
    term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0")
    term.until("> $")
    assert "The last move was not yours" in term.type("undo")
    term.type("settle")
    assert "Place a road" in term.type("1")
    assert "Place your first settlement" in term.type("undo")
    term.type("settle")
    term.type("1")
    term.type("road")
    term.type("1", "settle.*> $|road.*> $")         # the bots have placed, and it is our turn again
    assert "Place a road" in term.type("undo")
    assert term.close() == 0


def test_two_people_take_back_their_own_steps_alone():
    term = Terminal("--seed=5", "--people=2", "--players=2", "--ruleset=fifth,board=random,start=draft,first=0")
    term.until("> $")
    for line in ("settle", "1", "road"):
        term.type(line)
    term.type("1", "> $")
    assert "The last move was not yours" in term.type("undo", "> $")
    assert term.close() == 0


def test_a_saved_game_goes_on_and_has_no_seed():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0")
        term.until("> $")
        term.type("settle")
        term.type("1")
        assert "Its future dice are not in the file" in term.type("save " + path)
        term.close()
        text = open(path).read()
        assert text.startswith("Skerry 1\n") and "Seed" not in text, text
        term = Terminal("--load", path)
        assert "You built a settlement" in term.until("> $") and "road" in term.frame()
        assert term.close() == 0
        assert skerry("play", "--load", path + "x").returncode == 3
        with open(path, "a") as f:
            f.write("9 fly to the moon\n")
        out = skerry("play", "--load", path)
        assert out.returncode == 3 and "line" in out.stderr


def test_files_that_do_not_work_are_told_once_and_truly():
    """On the screen, not over it: standard error stays empty."""
    with tempfile.TemporaryDirectory() as folder:
        big, view = os.path.join(folder, "big"), os.path.join(folder, "view")
        with open(big, "wb") as f:
            f.truncate(40 << 20)
        def ask(*requests):
            lines = "".join(json.dumps(request) + "\n" for request in requests)
            out = subprocess.run([PROGRAM, "engine"], input=lines, capture_output=True, text=True)
            return json.loads(out.stdout.splitlines()[-1])
        seen = ask({"cmd": "new", "ruleset": "fifth", "seed": 1}, {"cmd": "view", "seat": 0})["view"]
        with open(view, "w") as f:
            f.write(ask({"cmd": "set", "state": seen}, {"cmd": "record"})["record"])
        typed = ["save %s/nowhere/x" % folder, "load " + big, "load " + view, "load %s/x" % folder, "load " + folder]
        out = subprocess.run([PROGRAM, "play", "--seed=3"], input="\n".join(typed) + "\n", capture_output=True, text=True)
        for words in ("nowhere/x cannot be written: No such file", "big cannot be loaded: File too large",
                      "view cannot be loaded: it is what one seat saw", "/x cannot be loaded: No such file",
                      folder + " cannot be loaded: Is a directory"):
            assert words in out.stdout, (words, out.stdout[-900:])
        assert out.stderr == "", out.stderr


def test_a_game_that_is_over_can_be_saved_and_gone_on_with():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "won")
        term = Terminal("--seed=5", "--level=random", "--ruleset=struggle,first=0,points=3")
        term.until("> $")
        for _ in range(200):
            shown = step(term)
            if "Enter leaves" in shown:
                break
        assert re.search(r"wins?!\nEnter leaves", shown), shown
        assert "1 trade left" in term.text and " 0 trades left" not in term.text
        said = term.type("save " + path)
        assert "Saved" in said and "future dice" not in said, said     # the seed is in it, see below
        assert "Enter leaves" in term.type("nonsense")
        term.type("load " + path)
        term.keys("\r")
        while term.read():
            pass
        assert os.waitstatus_to_exitcode(os.waitpid(term.pid, 0)[1]) == 0
        replayed = skerry("replay", path)
        assert replayed.returncode == 0 and "Seed: " in open(path).read(), replayed
    out = subprocess.run([PROGRAM, "play", "--seed=5", "--level=random", "--ruleset=struggle,first=0,points=3"],
                         input="1\n" * 400, capture_output=True, text=True)
    assert out.returncode == 0 and "Enter leaves" in out.stdout, out.stdout[-500:]


def test_refusals_say_why_in_words():
    term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0")
    term.until("> $")
    assert "(almanac " in term.type("roll")
    assert "Not understood" in term.type("fly")
    assert term.close() == 0


def test_a_hint_is_never_a_slip():
    for rules in ("fifth,board=random", "fifth-56", "struggle"):
        for seed in (1, 2):
            out = skerry("play", "--seed=%d" % seed, "--ruleset", rules, input="hint\n1\n" * 60 + "quit\n")
            assert out.returncode == 0 and out.stdout.count("to win") > 20, (rules, seed, out.stdout[-500:])
            assert "A slip" not in out.stdout, (rules, seed)


def test_why_tells_what_mattered_in_a_bots_turn():
    term = Terminal("--seed=5", columns=120, lines=50)
    term.until("> $")
    decision = r"[A-Z][^\n]*: [A-Z][^\n]*(?:\n  \+ [^\n]*)*"
    for _ in range(40):
        step(term)
        told = term.type("why")
        if re.search(r"[A-Z][a-z]+, %s\s*\n%s" % (decision, decision), told):
            break
    else:
        raise AssertionError("no turn with two decisions: " + told)
    term.close()


def test_the_question_says_how_many_and_to_whom():
    term = Terminal("--seed=3", "--ruleset=struggle,first=0")
    term.until("> $")
    assert re.search(r"^Give back 1 card to 1 Blue\.$", term.type("take-from 1"), re.M), term.frame()
    term.close()
    term = Terminal("--seed=5", "--ruleset=fifth,phases=combined,first=0")
    shown = term.until("> $")
    while "or offer cards" not in shown:
        shown = step(term)
    card = re.search(r"hand: (?:\d )?(\w+)", shown)[1]
    for want in ("ore", "wool", "grain", "brick", "lumber"):
        shown = term.type("offer %s %s" % (card, want)) if want != card else shown
        if "Withdraw" in shown:
            assert "Choose whom to trade with, or withdraw the offer." in shown, shown
            break
    else:
        raise AssertionError("nobody answered: " + shown)
    term.close()


def test_helpers_lie_in_front_of_their_seats():
    for columns, lines in SIZES:
        term = Terminal("--seed=5", "--ruleset=fifth+helpers,phases=combined", columns=columns, lines=lines)
        shown = term.until("> $")
        names = "Nassir|William|Marianne|Louis|Sean|Candamir|Hilde|Vincent|Jean|Lin"
        seats = re.findall(r"[> ](?:You|\d \w+) (%s)(?: [AB])? +\d+$" % names, shown, re.M)
        assert len(seats) == 4, shown
        assert "hand" in term.type("almanac hilde").rsplit("You>", 1)[0].splitlines()[-1]
        assert term.close() == 0


def test_german():
    term = Terminal("--seed=5", "--language=de", "--ruleset=fifth,board=random,start=draft,first=0",
                    columns=120, lines=40)
    screen = term.until("> $")
    assert "Wald" in screen and "Siedlung" in screen and "settlement" not in screen
    assert "Der Räuber" in term.type("almanac robber")
    assert term.close() == 0
    assert skerry("play", "--language=tlh").returncode == 2


def test_ctrl_c_leaves_with_the_terminal_in_order():
    term = Terminal("--seed=5")
    term.until("> $")
    term.keys("\x03")
    while term.read():
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(term.pid, 0)[1])
    assert status == 130, status


def test_a_whole_game_on_a_pipe():
    """A game of bots, and one with a person who always takes the first choice until input ends."""
    out = skerry("play", "--people=0", "--seed=3", "--level=random", "--ruleset=struggle")
    assert out.returncode == 0 and "wins" in out.stdout.split("\n")[-2], out.stdout[-300:]
    out = subprocess.run([PROGRAM, "play", "--seed=3"], input="1\n" * 50, capture_output=True, text=True)
    assert out.returncode == 0


def test_french_sets_a_blank_that_does_not_break_before_a_colon():
    for rules in ("fifth,board=random,start=draft,first=0", "struggle,first=0"):
        term = Terminal("--seed=5", "--language=fr", "--ruleset", rules)
        term.until("> $")
        shown = term.type("hint", "\\+ .*> $")
        assert "\u00a0: " in shown and not re.search(r"[\w ]: ", shown), shown
        term.close()


def test_help_fits_the_smallest_terminal_in_every_language():
    """Every line whole, none of them pushed to a second page."""
    for language, key in (("en", "Enter"), ("de", "Enter"), ("fr", "Entrée")):
        text = json.load(open(os.path.join(ROOT, "text", language + ".json")))
        for rules, help_id in (("struggle,first=0", "terminal.help-struggle"), ("fifth", "terminal.help")):
            term = Terminal("--seed=5", "--language", language, "--ruleset", rules, columns=80, lines=24)
            term.until("> $")
            shown = [line.rstrip() for line in term.type("help").split("\n")]
            for line in text[help_id].split("\n"):
                assert line in shown, (language, line, shown)
        pages = term.type("almanac")
        assert "[%s]" % key in pages, (language, pages)
        term.close()


def test_free_bots_propose_as_often_as_in_the_arena():
    def watched(seed):
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "game.skerry")
            ended = skerry("play", "--people", "0", "--ruleset", offers.RULES, "--level", "master", "--seed", str(seed),
                           input="save %s\n\n" % kept)
            assert ended.returncode == 0, ended.stderr
            return open(kept).read()

    offers.expect_as_many(map(watched, range(offers.GAMES)))


def test_a_key_too_many_plays_nothing():
    """Ctrl-C drops the line; what is pasted waits for Enter; an Enter after an Enter ends no turn."""
    for columns, lines in ((80, 24), (70, 22)):
        term = Terminal("--seed=5", "--ruleset=fifth,first=0", columns=columns, lines=lines)
        term.until("Roll.*> $")
        term.keys("rubbish")
        term.until("> rubbish$")
        term.keys("\x03")
        term.keys("help")
        term.until("> .*help$")
        frames = term.text.count(CLEAR)
        term.keys("\x15\r")                             # an empty line rolls, the only move
        term.until("You rolled.*> $", frames)
        frames = term.text.count(CLEAR)
        term.keys("\033[200~1\r1\r1\r\033[201~")
        shown = term.until("> 1 1 1 ?$")
        assert "You rolled" in shown and term.text.count(CLEAR) == frames, shown
        term.keys("\x03")
        while "Enter has just" not in term.frame():
            shown = term.type("")
            assert "Your turn" in shown or "End the turn" in shown or "rob" in shown, shown
            if not re.search(r"^1 [^\n]*$\nYou> ", shown, re.M) or "offer cards" in shown:
                break                                   # there is something to do
        assert term.close() == 0


def test_two_enters_spend_no_turn():
    """Rolling is all that can be done, then ending the turn: the second Enter says what 1 would do."""
    term = Terminal("--seed=5", "--level=random", "--ruleset=fifth,offers=0,first=0", columns=120, lines=45)
    term.until("> $")
    for _ in range(120):
        shown = term.frame()
        if re.search(r"\n1 Roll[^\n]*\nYou> $", shown):
            shown = term.type("", "You rolled.*> $")
            if re.search(r"\n1 End the turn\nYou> $", shown):
                again = term.type("")
                assert "Enter has just been used. Type 1 for: End the turn" in again, again
                assert "Enter has just been used" in term.type("")
                assert "Roll" in term.type("1", "Roll.*> $|You .*> $")
                break
        elif re.search(r"(\d+) End the turn", shown):
            term.type("end")
        else:
            step(term)
    else:
        raise AssertionError("no turn without a choice: " + shown)
    assert term.close() == 0


def test_an_offers_answers_come_first():
    """In one's own turn: before the end of it; if two wait, with the name of who offers."""
    found = twice = 0
    for seed in range(1, 40):
        term = Terminal("--seed=%d" % seed, "--level=master", "--ruleset=fifth,phases=combined", columns=120, lines=45)
        shown = term.until("> $")
        for _ in range(25):
            if re.search("offers .* for .*End the turn", shown, re.S):
                found += 1
                assert re.search(r"^1 (Accept|Decline)", shown, re.M) and not re.search(r"End[^\n]*(Accept|Decline)", shown), shown
                if len(re.findall(" offers .*? for ", shown)) > 1:
                    twice += 1
                    shown = term.type("decline")
                    assert len(set(re.findall(r"Decline the offer from (\d)", shown))) > 1, shown
                break
            choice = re.search(r"^(\d+) (?:Decline|Roll|Settlement|Road)|(\d+) End", shown, re.M)
            shown = term.type((choice[1] or choice[2]) if choice else "1")
        term.close()
        if found > 2 and twice:
            return
    raise AssertionError((found, twice))


def test_the_screen_comes_back():
    """Ctrl-L, and Ctrl-Z with `fg`, give the board, the question and the line again."""
    for columns, lines in ((80, 24), (80, 30)):
        term = Terminal("--seed=5", "--ruleset=fifth,board=random,start=draft,first=0", columns=columns, lines=lines)
        term.until("> $")
        term.keys("sett")
        term.until("> sett$")
        frames = term.text.count(CLEAR)
        term.keys("\x0c")
        assert "Place your first" in term.until("A1.*> sett$", frames)
        os.kill(term.pid, signal.SIGSTOP)
        os.waitpid(term.pid, os.WUNTRACED)
        cooked = termios.tcgetattr(term.fd)
        cooked[3] |= termios.ICANON | termios.ECHO          # as the shell leaves it
        termios.tcsetattr(term.fd, termios.TCSANOW, cooked)
        frames = term.text.count(CLEAR)
        os.kill(term.pid, signal.SIGCONT)
        assert "Place your first" in term.until("A1.*> sett$", frames)
        assert not termios.tcgetattr(term.fd)[3] & termios.ICANON
        term.keys("le\r")
        assert "A1.N" in term.until("1 A1.N.*> $", frames + 1)
        assert term.close() == 0


def test_a_long_list_has_pages_and_the_question_stays():
    for rules, columns, lines in (("fifth", 70, 22), ("fifth-56", 80, 24)):
        term = Terminal("--seed=5", "--ruleset=%s,board=random,start=draft,first=0" % rules, columns=columns, lines=lines)
        term.until("> $")
        shown, seen, pages = term.type("settle"), [], 0
        while True:
            assert "Place your first settlement." in term.fits(), shown
            page = re.search(r"^(\d+) to (\d+) of (\d+)( \[Enter\])?$", shown, re.M)
            assert page, shown
            seen += [int(n) for n in re.findall(r"(\d+) [A-Z]\d\.[NSEW]+\b", shown)]
            assert seen[-1] == int(page[2]), shown
            if not page[4]:
                break
            shown, pages = term.type(""), pages + 1
        assert seen == list(range(1, int(page[3]) + 1)) and pages > 0, seen
        assert "Settlement (" in term.type("")              # behind the last page the verbs
        term.type("help")
        term.fits()
        assert "Place your first settlement." in term.frame()
        assert term.close() == 0


DRAFT = "--ruleset=fifth,board=random,start=draft,first=0"


def kept(home):
    folder = os.path.join(home, ".local", "state", "skerry")
    return sorted(name for name in os.listdir(folder) if name.endswith(".skerry")) if os.path.exists(folder) else []


def leave(term, how):
    if how == "hangup":
        os.close(term.fd)                   # the window is closed
    elif how == "killed":
        os.kill(term.pid, signal.SIGKILL)
    else:
        term.keys({"Ctrl-C": "\x03", "Ctrl-D": "\x04", "quit": "quit\r"}[how])
        while term.read():
            pass
        assert "`skerry play` offers it" in term.frame(), (how, term.frame())
    os.waitpid(term.pid, 0)


def test_a_game_left_in_any_way_is_offered_again():
    for how in ("quit", "Ctrl-C", "Ctrl-D", "hangup", "killed"):
        with tempfile.TemporaryDirectory() as home:
            term = Terminal("--seed=5", "--level=club-trader", DRAFT, home=home)
            term.until("> $")
            term.type("settle")
            term.type("1", "Place a road.*> $")
            leave(term, how)
            assert kept(home) == ["game-1.skerry"], how
            assert "Seed: " not in open(os.path.join(home, ".local/state/skerry/game-1.skerry")).read()
            term = Terminal("--ruleset=struggle", home=home)
            shown = term.until("> $")
            assert "You left this game on 20" in shown and "Fifth edition, 4 seats" in shown and "1  Go on" in shown, shown
            assert term.type("nonsense") == shown
            shown = term.type("1")
            assert "You built a settlement" in shown and "Place a road" in shown, shown
            term.type("road")
            term.type("1", "settle.*> $|road.*> $")
            assert "Saved" in term.type("save here")
            assert "Names: You|club-trader|club-trader|club-trader" in open(os.path.join(term.folder.name, "here")).read()
            leave(term, "quit")
            term = Terminal(DRAFT, home=home)
            assert "You left this game" in term.until("> $")
            assert "Place your first settlement" in term.type("2")
            assert kept(home) == ["game-1-before.skerry"]
            term.close()
            assert kept(home) == ["game-1-before.skerry"]        # nobody has moved
            before = os.path.join(home, ".local/state/skerry/game-1-before.skerry")
            assert "no fairness headers" in skerry("verify", before).stdout


def test_a_game_that_is_over_is_kept_no_longer():
    with tempfile.TemporaryDirectory() as home:
        term = Terminal("--seed=5", "--level=random", "--ruleset=struggle,first=0,points=3", home=home)
        term.until("> $")
        for _ in range(200):
            if "Enter leaves" in step(term):
                break
        term.keys("\r")
        while term.read():
            pass
        os.waitpid(term.pid, 0)
        assert kept(home) == []


def test_two_terminals_keep_a_game_each():
    with tempfile.TemporaryDirectory() as home:
        terms = []
        for _ in range(2):
            term = Terminal(DRAFT, home=home)
            assert "You left this game" not in term.until("> $")
            term.type("settle")
            term.type("1", "Place a road.*> $")
            terms.append(term)
        assert kept(home) == ["game-1.skerry", "game-2.skerry"]
        for term in terms:
            assert term.close() == 0


def test_a_kept_game_that_cannot_be_read_is_put_aside():
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, ".local", "state", "skerry")
        os.makedirs(folder)
        with open(os.path.join(folder, "game-1.skerry"), "w") as f:
            f.write("Skerry 1\nnonsense\n")
        shown = Terminal(DRAFT, home=home)
        text = re.sub(r"\s+", " ", shown.until("> $"))
        assert "game-1-before.skerry; this is a new one" in text and "cannot be loaded" in text, text
        assert kept(home) == ["game-1-before.skerry"]
        shown.close()


def test_what_would_lose_something_asks():
    """`save` over a file, and `load` over a game: the same line again does it, another one forgets the question."""
    term = Terminal("--seed=5", DRAFT)
    term.until("> $")
    path = os.path.join(term.folder.name, "there")
    with open(path, "w") as f:
        f.write("a letter\n")
    for between in ("log", ""):
        assert "exists already" in term.type("save there")
        term.type(between)
        assert "exists already" in term.type("save there") and open(path).read() == "a letter\n"
        term.type("menu")
    term.type("save there")
    assert "Saved" in term.type("save there") and open(path).read().startswith("Skerry 1")
    term.type("settle")
    term.type("1", "Place a road.*> $")
    assert "This game is not over" in term.type("load there")
    assert "Place a road" in term.frame()
    assert "Place your first settlement" in term.type("load there")
    assert term.close() == 0


def test_a_newcomer_plays_a_whole_game():
    """Only numbers that the screen shows are typed; it always fits, asks something and lists what may be done."""
    for rules in ("fifth,points=5", "struggle,points=4"):
        term = Terminal("--seed=11", "--level=random", "--ruleset=" + rules)
        shown = term.until("> $")
        assert "Type the number of what you want to do" in shown, shown
        for _ in range(400):
            if "Enter leaves" in shown:
                break
            choices = dict((name, number) for number, name in re.findall(r"(?:^|   )(\d+) ([^\d\s].*?)(?=   |\n)", shown, re.M))
            assert choices and re.search(r"^[A-Z][^\n]*[.:!?;]$", shown, re.M), shown
            wanted = [n for word in ("City", "Settlement", "Roll", "Buy", "Road", "Build", "Draw", "End") for name, n in choices.items()
                      if name.startswith(word)]
            shown = term.type(wanted[0] if wanted else "1")
            assert "Not understood" not in term.fits() and "Type the number" not in shown, shown
        assert "wins!" in shown or "You win" in shown or "won" in shown, shown
        assert term.close() == 0
