"""guests.py -- people and bots at a server's table: `play --join`, `bot`, bot.py."""
import os
import select
import subprocess
import sys
import time

from program import PROGRAM, ROOT, skerry
from terminal import Terminal

sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
from skerry import Server, eventually, reserved_port  # noqa: E402

SERVER_BOT = os.path.join(ROOT, "examples", "server_bot.py")
BOT_PY = os.path.join(ROOT, "examples", "bot.py")


def with_server(test):
    server = Server()
    try:
        test(server, "http://127.0.0.1:%d" % server.port)
    finally:
        assert server.close() == 0


def open_table(server, **more):
    """A host who watches, and the id of a table for two."""
    host = server.client("Ada")
    answer = host.ok("create", **dict(dict(rules="fifth,board=random,start=draft,first=0", players=2,
                                           seats=[None, {"level": "random"}], sit=None), **more))
    return host, answer["table"]


def test_a_person_joins_a_table_from_the_terminal():
    def body(server, url):
        host, table = open_table(server)
        term = Terminal("--join", "%s/t/%s" % (url, table), "--name=Ben")
        term.until("Waiting for the game")
        eventually(lambda: (host.drain(0.05), host.table["seats"][0]["ready"])[1])
        host.ok("start")
        screen = term.until("Settlement \\(.*> $")
        assert "1 Settlement (" in screen and "1 random" in screen, screen
        term.type("settle")
        assert "Ben built a settlement" in term.type("1", "built a settlement.*> $")
        assert "(almanac " in term.type("end", "almanac.*> $")
        assert "Not understood" not in term.type("log", "> $")
        assert "Settlement (" in term.type("undo", "taken back.*Settlement \\(.*> $")
        term.fits()
        assert term.close() == 0
    with_server(body)


def test_a_terminal_sends_every_request_and_shows_what_is_said():
    def body(server, url):
        host = server.client("Ada")
        table = host.ok("create", rules="fifth,board=random,start=draft,first=0", players=3,
                        seats=[None, None, {"level": "random"}])["table"]
        term = Terminal("--join", "%s/t/%s" % (url, table), "--name=Ada")
        eventually(lambda: (host.drain(0.05), host.table["seats"][1]["ready"])[1])
        host.ok("start")
        term.until("Settlement|waiting|> $")
        host.ok("ask", ask="pause")
        term.until("Ada \\(Red\\) asks for a pause.*/answer yes.*> $")
        term.type("/answer no", "Ada \\(Blue\\) said no.*> $")
        term.type("/ask pause", "Ada \\(Blue\\) asks for a pause.*> $")
        host.ok("answer", yes=False)
        term.until("Ada \\(Red\\) said no")
        term.type("/ask pause")
        host.ok("answer", yes=True)
        term.until("The game is paused")
        term.type("/chat well played, all")
        assert host.expect("chat")["text"] == "well played, all"
        host.ok("phrase", phrase="thanks")
        term.until("Ada: Thanks")
        term.type("/silence 0 on", "Only the host.*> $")
        host.ok("silence", user=host.table["seats"][1]["user"], on=True)
        term.type("/chat hello", "muted you.*> $")
        host.ok("settings", clock={"bank": 60, "increment": 20})
        term.type("/why 2", "turn: .*> $")
        screen = term.type("/nonsense", "/silence.*> $")
        assert all("/" + word in screen for word in ("ask", "answer", "sit", "settings", "history", "rematch")), screen
        assert term.close() == 0
        host.close()
    with_server(body)


def test_a_server_that_stops_is_said_and_nothing_is_sent_blindly():
    def body(server):
        url = "http://127.0.0.1:%d" % server.port
        host, table = open_table(server)
        term = Terminal("--join", "%s/t/%s" % (url, table), "--name=Ben")
        term.until("Waiting for the game")
        eventually(lambda: (host.drain(0.05), host.table["seats"][0]["ready"])[1])
        time.sleep(0.3)
        while select.select([term.fd], [], [], 0.2)[0] and term.read():
            pass
        assert "Waiting for the game" in term.frame(), term.frame()      # not the answer to our own join
        host.ok("start")
        term.until("Settlement \\(.*> $")
        term.type("settle", "1 A1.*> $")
        server.kill()
        begun = time.monotonic()
        shown = term.until("does not answer")
        assert "Place your first" in shown and time.monotonic() - begun < 5, (time.monotonic() - begun, shown)
        term.keys("1\r1\r")
        time.sleep(0.5)
        server.start()
        shown = term.until("The server is back.*> $")
        time.sleep(0.5)
        shown = term.type("log", "> $")
        assert "built" not in shown, shown
        assert "Ben built a settlement" in term.type("settle A1.N", "built a settlement.*> $")
        assert term.close() == 0
    with reserved_port() as port:
        server = Server("--port", str(port), "--exact-port")
        try:
            body(server)
        finally:
            assert server.close() == 0


def test_an_unknown_table_is_a_clear_failure():
    def body(server, url):
        out = skerry("bot", "--url", url, "--table=nowhere")
        assert out.returncode == 3 and "no-such-table" in out.stderr, out
        out = skerry("play", "--join", url + "/t/nowhere", input="")
        assert out.returncode == 3 and "no such table" in out.stderr, out
        out = subprocess.run([sys.executable, BOT_PY, url, "nowhere"], capture_output=True, text=True,
                             timeout=60)
        assert out.returncode == 3 and "no-such-table" in out.stderr, out
    with_server(body)
    assert skerry("bot", "--url=http://127.0.0.1:1", "--table=x").returncode == 3
    assert skerry("bot", "--url=ftp://x", "--table=x").returncode == 2


def test_a_bot_waits_for_challenges():
    def body(server, url):
        for command in ([PROGRAM, "bot", "--url", url, "--wait", "--name=Deep Sheep", "--level=random"],
                        [sys.executable, BOT_PY, url, "--wait", "--name", "Deep Sheep"]):
            bot = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                for _ in range(2):          # it comes back to the lobby after a game
                    host, table = open_table(server, public=True, name="Who beats deep sheep?")
                    eventually(lambda: (host.drain(0.05), host.table["seats"][0]["ready"])[1])
                    host.ok("start")
                    eventually(lambda: (host.drain(0.05), host.table["state"] == "over")[1])
                other, _ = open_table(server, public=True, name="People only")
                assert other.table["seats"][0]["kind"] == "empty"
            finally:
                bot.terminate()
                said = bot.communicate()[1]
            assert "the server says" not in said and "Traceback" not in said, said
    with_server(body)


def test_the_example_bot_asks_the_house_and_wins():
    """A bot of the Python package at level `casual` beats a random bot at a server's table."""
    def body(server, url):
        host, table = open_table(server)
        bot = subprocess.Popen([sys.executable, SERVER_BOT, url, table], stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "library", "python"), LEVEL="casual"))
        eventually(lambda: (host.drain(0.05), host.table["seats"][0]["ready"])[1])
        host.ok("start")
        eventually(lambda: (host.drain(0.05), host.table["state"] == "over")[1])
        host.drain(0.1)
        assert host.game["view"]["winner"] == 0, host.game["view"]["winner"]
        assert bot.wait(timeout=60) == 0
        said = bot.stderr.read()
        assert said == "", said
    subprocess.run(["make", "-s", "lib"], cwd=ROOT, check=True)
    with_server(body)
