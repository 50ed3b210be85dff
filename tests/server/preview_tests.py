"""A link as a messenger fetches it: tags in the page's head, and the picture they name."""
import html.parser
import json
import pathlib
import re
import struct
import tempfile
import zlib

from skerry import Server
from tables import play_on, table, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEAT_COLOR = {name: bytes.fromhex(color) for name, color in (  # server/links/picture.c
    ("red", "d03a3a"), ("blue", "2563c0"), ("orange", "f08c1e"), ("white", "f7f3e6"), ("green", "2f9158"), ("brown", "8a5a34"))}
SHORT = "fifth,board=random,points=3"


def page():
    """A page with a head, and the words that the page's build puts beside it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="skerry-preview-"))
    words = {p.stem: {k: v for k, v in json.loads(p.read_text()).items()
                      if re.match(r"(preview|bot\.name|color)\.|(seat\.guest|home\.lead|lobby\.name\.of)$", k)}
             for p in (ROOT / "text").glob("*.json")}
    (folder / "index.html").write_text("<!doctype html><html><head><title>Skerry</title></head><body></body></html>")
    (folder / "preview.json").write_text(json.dumps(words))
    return folder


class Head(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "meta" and "content" in a:
            self.tags[a.get("property") or a.get("name")] = a["content"]


def tags(s, path, **headers):
    status, body, _ = s.request("GET", path, headers=headers)
    assert status == 200, (path, status)
    return Head(body.decode()).tags


def local(url):
    return re.sub(r"^https?://[^/]+", "", url)


def decoded(png):
    """Width, height and rows of RGB bytes; every checksum is looked at."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, size = 8, b"", None
    while at < len(png):
        n, name = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + n]
        assert struct.unpack(">I", png[at + 8 + n:at + 12 + n])[0] == zlib.crc32(name + body)
        size = struct.unpack(">II", body[:8]) if name == b"IHDR" else size
        data += body if name == b"IDAT" else b""
        at += 12 + n
    raw, row = zlib.decompress(data), 3 * size[0]
    rows, above = [], bytes(row)
    for y in range(size[1]):
        line = raw[y * (row + 1):(y + 1) * (row + 1)]
        assert line[0] == 2
        above = bytes((a + b) & 255 for a, b in zip(line[1:], above))
        rows.append(above)
    return size, rows


def colors(rows):
    return {row[i:i + 3] for row in rows[::3] for i in range(0, len(row), 9)}


def played(s, people, **more):
    clients = table(s, people, 3 - people, more.pop("rules", SHORT), **more)
    play_on(clients)
    made = clients[0].table
    assert made["state"] == "over"
    for c in clients:
        c.close()
    return made


@test
def the_link_of_a_finished_game_shows_who_won_and_a_picture():
    s = Server("--bot-pace", "0", page=page())
    game = played(s, 3)                             # equals: against random bots the person's band would be the only one
    points = s.get("/api/game/%s/replay" % game["id"])[1]["view"]["seats"]
    winner = game["winner"]
    for path in ("/r/" + game["id"], "/t/" + game["id"]):
        t = tags(s, path)
        who = re.match(r"(.*) wins: (\d+)((?: – \d+)+)$", t["og:title"])
        assert who, t["og:title"]
        assert who[1] == "P%d" % winner
        assert int(who[2]) == points[winner]["points"] == max(p["points"] for p in points), t["og:title"]
        listed = [int(n) for n in re.findall(r" (\d+)(?:,|\.|$)", t["og:description"])]
        assert listed == [int(n) for n in re.findall(r"\d+", who[2] + who[3])], t["og:description"]    # in the same order
        assert t["og:url"].endswith(path) and t["twitter:card"] == "summary_large_image"
        assert (t["og:image:width"], t["og:image:height"]) == ("1200", "630")
    status, png, head = s.get(local(t["og:image"]))
    assert status == 200 and head.getheader("content-type") == "image/png" and len(png) < 300_000
    assert head.headers.get_all("Cross-Origin-Resource-Policy") == ["cross-origin"]    # messengers may load it in a reader's browser
    assert s.get("/")[2].getheader("Cross-Origin-Resource-Policy") == "same-origin"
    size, rows = decoded(png)
    assert size == (1200, 630)
    left = colors([r[:600 * 3] for r in rows])
    assert len(left) > 200                          # an island, not a plain sheet
    assert b"\xff\xc9\x4d" in colors(rows)          # the winner's line is amber
    # The chances: bands of three colours at the start, of the winner's alone at the end.
    first, last = ([bytes(r[3 * x:3 * x + 3]) for r in rows[402:530]] for x in (652, 1149))
    band = [SEAT_COLOR[seat["color"]] for seat in points]
    assert all(10 < first.count(c) < 80 for c in band), [first.count(c) for c in band]
    # A chance that rises in the last moment slopes there, so a few pixels are mixed.
    assert last.count(band[winner]) > 100 and not any(last.count(c) for c in band if c != band[winner]), last
    general = s.get("/p/skerry.png?l=en")[1]
    assert general != png and decoded(general)[0] == (1200, 630)
    german = tags(s, "/r/" + game["id"], **{"Accept-Language": "de-AT,de;q=0.9"})
    assert " gewinnt: " in german["og:title"] and german["og:image"].endswith("?l=de")
    again = s.get(local(t["og:image"]))[1]
    assert again == png                             # kept
    s.restart()                                     # now the game comes out of the store
    assert tags(s, "/r/" + game["id"])["og:title"] == t["og:title"]
    assert s.get(local(t["og:image"]))[1] == png
    s.close()


@test
def a_name_our_fonts_lack_is_a_colour_in_the_picture_and_itself_in_the_words():
    s = Server("--bot-pace", "0", page=page())
    for name in ("\u4f60\u597d\u5417", "\u0410\u0434\u0430"):
        me = s.client(name)
        me.ok("create", rules=SHORT, players=3, seats=[None, {"level": "random"}, {"level": "random"}])
        me.ok("ready", ready=True)
        me.ok("start")
        play_on([me])
        game = me.table["id"]
        me.close()
        assert name in tags(s, "/r/" + game)["og:description"]
        rows = decoded(s.get("/p/%s.png?l=en" % game)[1])[1]
        # No name's place beside its mark (150 wide, 28 high) is empty.
        for x, y in ((690, 290), (952, 290), (690, 342)):
            ink = sum(bytes(r[3 * i:3 * i + 3]) in (b"\xff\xf8\xe8", b"\xff\xc9\x4d") for r in rows[y:y + 28] for i in range(x, x + 150))
            assert ink > 40, (name, ink)
    s.close()


@test
def a_game_that_nobody_may_watch_has_the_general_picture():
    s = Server("--bot-pace", "0", page=page())
    hidden = played(s, 1, spectators=False, name="Our secret")
    general = s.get("/p/skerry.png?l=en")[1]
    for id in (hidden["id"], "aaaabbbbcccc", "nothing"):
        t = tags(s, "/r/" + id)
        assert t["og:title"] == "Skerry" and t["og:image"].endswith("/p/skerry.png?l=en"), t
        assert "P0" not in str(t) and "secret" not in str(t)
        assert s.get("/p/%s.png" % id)[1] == general
    assert tags(s, "/")["og:title"] == "Skerry"
    assert s.get("/p/..%2fsecret.png")[0] == 404 and s.get("/p/.png")[0] == 404
    s.close()


@test
def an_invitation_says_whose_table_it_is_and_names_cannot_leave_their_tag():
    s = Server("--origin", "https://tables.example", page=page())
    a = s.client('Ada')
    made = a.ok("create", rules=SHORT, players=3, name='"/><script>alert(1)</script>')["table"]
    body = s.get("/t/" + made)[1].decode()
    assert "<script>" not in body
    t = tags(s, "/t/" + made)
    assert t["og:title"].startswith('"/><script>'), t
    assert t["og:description"].startswith("1 of 3 seats are taken"), t
    assert t["og:url"] == "https://tables.example/t/" + made
    assert t["og:image"].startswith("https://tables.example/p/skerry.png")
    full = a.ok("create", rules=SHORT, players=2, seats=[None, {"level": "club"}])["table"]
    assert tags(s, "/t/" + full)["og:title"] == "Ada\u2019s table"
    assert tags(s, "/t/" + full, **{"Accept-Language": "de"})["og:title"] == "Tisch von Ada", "in the reader's language"
    assert tags(s, "/t/" + full)["og:description"].startswith("All seats are taken"), "nobody can sit down there"
    a.close()
    s.close()


@test
def a_deleted_person_is_gone_from_pictures_too():
    s = Server("--bot-pace", "0", page=page())
    clients = table(s, 1, 2, SHORT)
    play_on(clients)
    game, token = clients[0].table["id"], clients[0].token
    before = s.get("/p/%s.png?l=en" % game)[1]
    assert "P0" in str(tags(s, "/r/" + game))
    assert s.request("POST", "/api/delete", {"confirm": "delete"}, {"Authorization": "Bearer " + token})[0] == 200
    assert "P0" not in str(tags(s, "/r/" + game))
    assert s.get("/p/%s.png?l=en" % game)[1] != before
    clients[0].close()
    s.close()


@test
def strangers_cannot_make_pictures_without_end():
    s = Server("--connections", "2", page=page())
    codes = {s.get("/p/%012d.png" % i)[0] for i in range(60)}
    assert codes <= {200, 429, 503} and 429 in codes, codes
    assert s.get("/livez")[0] == 200
    s.close()
