"""commands.py -- flags, help, man pages, completion, exit statuses, files and interrupts."""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from program import PROGRAM, commands, skerry


def test_every_command_has_help_with_a_summary():
    names = commands()
    assert "play" in names and "version" in names, names
    for name in names:
        out = skerry(name, "--help")
        assert out.returncode == 0 and not out.stderr, (name, out.stderr)
        first = out.stdout.splitlines()[0]
        assert re.match(r"skerry %s( .*)? -- \w" % name, first), first
        assert skerry("help", name).stdout == out.stdout


def test_help_fits_a_terminal():
    for name in commands():
        for line in skerry(name, "--help").stdout.splitlines():
            assert len(line) <= 110, (name, line)


def test_a_value_follows_its_flag_or_an_equals_sign():
    one = skerry("board", "--seed", "7", "--ruleset", "fifth,board=random")
    two = skerry("board", "--seed=7", "--ruleset=fifth,board=random")
    assert one.returncode == 0 and one.stdout == two.stdout
    assert skerry("board", "--seed=8").stdout != one.stdout


def test_what_is_not_understood_is_status_2_and_says_why():
    for words, why in [(["nonsense"], "no command"), (["bench", "--gmaes", "1"], "did you mean --games"),
                       (["bench", "--games"], "wants a whole number"),
                       (["bench", "--games=x"], "wants a whole number"),
                       (["bench", "--json=yes"], "takes no value"), (["bench", "extra"], "unknown word"),
                       (["soak", "--games=2"], "there is no --games"),
                       (["dataset", "--nothing-like-it"], "there is no --nothing-like-it; --help"),
                       (["play", "--level=nix"], "club strong master grandmaster"),
                       (["analyse", "--level=nix", "x"], "club strong"), (["bot", "--table=x", "--level=nix"], "club strong"),
                       (["board", "--ruleset=nix"], "nix"), (["serve", "--port=99999"], "65535"),
                       (["serve", "--prot=1"], "did you mean --port"),
                       (["completion", "tcsh"], "which shell"), (["man", "nix"], "no command")]:
        out = skerry(*words)
        assert out.returncode == 2 and why in out.stderr and not out.stdout, (words, out)


def test_two_dashes_end_the_flags():
    assert "--help: No such file" in skerry("verify", "--", "--help").stderr


def test_the_version_names_commit_and_rules():
    out = skerry("--version").stdout
    assert re.match(r"skerry \d+\.\d+\.\d+\ncommit \w+\nrules revision \d+", out), out
    data = json.loads(skerry("version", "--json").stdout)
    assert data["version"] in out and data["commit"] in out


def test_what_programs_read_is_json():
    for words in (["rules", "--json"], ["rules", "--json", "sixth,points=12"], ["board", "--json"],
                  ["bench", "--json", "--games=20"], ["soak", "--json", "--actions=2000"],
                  ["arena", "--json", "--bots=random,random", "--ruleset=fifth", "--games=2"],
                  ["ladder", "--json", "--games=4", "--lineups=random,random,random,random"],
                  ["version", "--json"]):
        out = skerry(*words)
        assert out.returncode == 0, out
        assert isinstance(json.loads(out.stdout), dict), words
    assert json.loads(skerry("rules", "--json", "nix").stdout)["ok"] is False


def test_man_pages_are_made_from_the_same_words():
    with tempfile.TemporaryDirectory() as folder:
        assert skerry("man", "--all", folder).returncode == 0
        pages = sorted(os.listdir(folder))
        assert pages == sorted(["skerry.1"] + ["skerry-%s.1" % c for c in commands()])
        for name in commands():
            page = open(os.path.join(folder, "skerry-%s.1" % name)).read().replace("\\-", "-")
            for flag in re.findall(r"^  (--[a-z-]+)", skerry(name, "--help").stdout, re.M):
                assert re.search(r"^\.B %s( |$)" % flag, page, re.M), (name, flag)
            if shutil.which("groff"):
                lint = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", "-"], input=page,
                                      capture_output=True, text=True)
                assert not lint.stderr, (name, lint.stderr)
    assert skerry("man", "--all", "/nonexistent").returncode == 3


def test_shells_understand_their_completion():
    for shell in ("bash", "zsh", "fish"):
        script = skerry("completion", shell).stdout
        for name in commands():
            assert name in script
        if shutil.which(shell):
            out = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
            assert out.returncode == 0 and not out.stderr, (shell, out.stderr)


def test_fish_and_zsh_know_the_same_values():
    for shell in ("zsh", "fish"):
        script = skerry("completion", shell).stdout
        assert "de en fr" in script and "bash zsh fish" in script and "struggle-56" in script, shell
    if shutil.which("fish"):
        for line, want in (("skerry ver", "verify"), ("skerry play --level ca", "casual"), ("skerry completion f", "fish"),
                           ("skerry help ver", "verify"), ("skerry bench --ga", "--games")):
            out = subprocess.run(["fish", "-c", "skerry completion fish | source; complete -C '%s'" % line],
                                 capture_output=True, text=True, env=dict(
                                     os.environ, PATH=os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]))
            assert want in out.stdout, (line, out)


def completed(*words):
    """What bash offers to complete the last of these words."""
    script = skerry("completion", "bash").stdout + """
        COMP_WORDS=(%s); COMP_CWORD=%d; _skerry; printf '%%s\\n' "${COMPREPLY[@]}" """ % (
            " ".join("'%s'" % w for w in words), len(words) - 1)
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout.split()


def test_bash_completes_commands_flags_and_values():
    assert completed("skerry", "ver") == ["verify", "version"]
    assert completed("skerry", "bench", "--ga") == ["--games"]
    assert completed("skerry", "play", "--level", "ca") == ["casual"]
    assert "struggle" in completed("skerry", "play", "--ruleset", "")
    assert completed("skerry", "play", "--level", "=", "ca") == ["casual"]        # as bash splits --level=ca
    assert completed("skerry", "play", "--language", "=") == ["de", "en", "fr"]
    assert completed("skerry", "arena", "--bots", "club,cas") == ["club,casual"]
    assert completed("skerry", "completion", "f") == ["fish"]
    assert completed("skerry", "help", "ver") == completed("skerry", "man", "ver") == ["verify", "version"]
    assert completed("skerry", "rules", "str") == ["struggle", "struggle-56"]


def test_a_file_that_cannot_be_written_is_noticed_before_the_games():
    with tempfile.TemporaryDirectory() as folder:
        missing = os.path.join(folder, "missing", "file")
        begun = time.monotonic()
        for words in (["ladder", "--games=1000000", "--out", missing],
                      ["siblings", "--seconds=1000000", "--out", missing],
                      ["arena", "--bots=club,club,club", "--games=1000000", "--rows", missing],
                      ["board", "--svg", missing]):
            out = skerry(*words)
            assert out.returncode == 3 and missing in out.stderr, (words, out)
        assert time.monotonic() - begun < 120


FULL = "/dev/full"                      # whatever is written to it fails: the disk is full


def test_what_cannot_be_printed_is_status_3():
    with tempfile.TemporaryDirectory() as folder:
        assert skerry("arena", "--bots=random,random,random", "--games=1", "--records", folder).returncode == 0
        record = os.path.join(folder, "000000.skerry")
        for words in (["play"], ["replay", record], ["analyse", "--json", record], ["verify", record], ["board"], ["rules"],
                      ["rules", "--json"], ["bench", "--games=20"], ["soak", "--actions=2000"], ["dataset", folder, "-"],
                      ["arena", "--bots=random,random,random", "--games=2"], ["version"], ["--version"], ["help"],
                      ["help", "play"], ["play", "--help"], ["man", "play"], ["completion", "bash"], ["engine"],
                      ["ladder", "--games=4", "--lineups=random,random,random"]):
            with open(FULL, "w") as full:
                out = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True)
            assert out.returncode == 3 and "No space left on device" in out.stderr, (words, out)


def test_what_is_lost_later_is_status_3_too():
    """The device takes a few bytes and no more; nothing is known before the work."""
    def few():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    with tempfile.TemporaryDirectory() as folder:
        path, rows = os.path.join(folder, "out"), os.path.join(folder, "rows")
        arena = ["arena", "--bots=random,random,random", "--games=1000000"]
        for words in (["rules"], ["man"], ["help"], ["completion", "zsh"], [*arena, "--rows", rows], [*arena, "--records", folder],
                      [*arena, "--threads=2", "--rows=-"]):
            with open(path, "w") as to:
                out = subprocess.run([PROGRAM, *words], stdout=to, stderr=subprocess.PIPE, text=True, preexec_fn=few,
                                     restore_signals=False, timeout=60)
            assert out.returncode == 3 and "File too large" in out.stderr, (words, out)
        assert sorted(os.listdir(folder)) == ["out", "rows"], os.listdir(folder)


def test_nobody_who_closed_the_output_is_told():
    out = subprocess.run("exec '%s' verify /nonexistent >&-" % PROGRAM, shell=True, capture_output=True, text=True)
    assert out.returncode == 3 and out.stderr.count("\n") == 1, out
    assert subprocess.run("'%s' rules | head -1" % PROGRAM, shell=True, capture_output=True).stderr == b""


def test_a_full_disk_is_noticed_before_the_games():
    million = ["arena", "--bots=club,club,club", "--games=1000000"]
    out = skerry(*million, "--rows", FULL)
    assert out.returncode == 3 and FULL in out.stderr, out
    disk = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if subprocess.run([*disk, "mount -t tmpfs none /mnt"], capture_output=True).returncode:
        return                              # here nobody may have a disk of their own
    fill = "mount -t tmpfs -o size=64k none /mnt && cd /mnt && mkdir d && { cat /dev/zero >rest 2>&-; "
    for words in ([*million, "--rows=rows"], [*million, "--records=d"], ["ladder", "--games=1000000", "--out=doc.md"],
                  ["bench", "--games=1000000000"]):
        to = " >stdout" if words[0] == "bench" else ""
        out = subprocess.run([*disk, "%s exec '%s' %s%s; }" % (fill, PROGRAM, " ".join(words), to)], capture_output=True,
                             text=True, timeout=60)
        assert out.returncode == 3 and "No space left on device" in out.stderr, (words, out)


def interrupt(words, folder):
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, cwd=folder)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def test_an_interrupted_command_changes_no_file():
    with tempfile.TemporaryDirectory() as folder:
        for words in (["ladder", "--games=1000000", "--lineups=random,random,random", "--out", "kept"],
                      ["siblings", "--seconds=1000000", "--bots=random,random,random,random",
                       "--out", "kept"]):
            kept = {"kept", "kept.siblings", "kept.outcomes"}
            for name in kept:
                with open(os.path.join(folder, name), "w") as f:
                    f.write("what was there\n")
            status, out, err = interrupt(words, folder)
            assert status == 130, (words, status, out, err)
            for name in kept:
                assert open(os.path.join(folder, name)).read() == "what was there\n"
            assert set(os.listdir(folder)) == kept, os.listdir(folder)


def test_an_interrupted_command_prints_what_it_has():
    with tempfile.TemporaryDirectory() as folder:
        status, out, _ = interrupt(["ladder", "--games=1000000", "--lineups=random,random,random"], folder)
        assert status == 130 and "| random |" in out, out
        status, out, _ = interrupt(["arena", "--bots=random,random,random", "--games=1000000", "--json"],
                                   folder)
        data = json.loads(out)
        assert status == 130 and data["interrupted"] and data["games"] > 0
        status, out, _ = interrupt(["soak", "--actions=1000000000", "--json"], folder)
        assert status == 130 and json.loads(out)["sound"] is True
        status, out, _ = interrupt(["bench", "--games=1000000000", "--json"], folder)
        data = json.loads(out)
        assert status == 130 and data["interrupted"] and data["games"] > 0


def test_a_dash_is_standard_output():
    assert skerry("board", "--svg", "-").stdout.startswith("<svg")
    rows = skerry("arena", "--bots=random,random,random", "--games=3", "--rows=-", "--json").stdout
    assert len([line for line in rows.splitlines() if line[0].isdigit()]) == 3


def test_a_ladder_replaces_its_part_of_a_document():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "doc.md")
        with open(path, "w") as f:
            f.write("before\n<!-- ladder catan -->\nold\n<!-- end of ladder catan -->\nafter\n")
        out = skerry("ladder", "--games=4", "--lineups=random,random,random", "--out", path)
        text = open(path).read()
        assert out.returncode == 0 and "old" not in text, (out, text)
        assert text.startswith("before\n<!--") and text.endswith("<!-- end of ladder catan -->\nafter\n")
        assert "| random |" in text


def test_a_game_that_cannot_be_opened_has_no_line():
    out = skerry("play", "--load=/nonexistent")
    assert out.returncode == 3 and "/nonexistent cannot be loaded: No such file" in out.stderr, out
    assert "line" not in out.stderr, out
