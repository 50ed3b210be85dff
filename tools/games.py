"""The games that there are: the list in cli/games.c."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = re.findall(r"^    X\((\w+)\)", (ROOT / "cli/games.c").read_text(), re.M)
