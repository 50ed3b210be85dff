"""The games that there are: the list in engine/games.c."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = re.findall(r"^    X\((\w+)\)", (ROOT / "engine/games.c").read_text(), re.M)
