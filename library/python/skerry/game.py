"""One game through the engine protocol (docs/engine-protocol.md)."""
import json

from .errors import Refused
from .library import library

_decode, _encode = json.JSONDecoder().decode, json.JSONEncoder(separators=(",", ":")).encode


class Game:
    """Game("fifth,board=random", seed=7, players=3); without a ruleset an engine with no game yet."""

    def __init__(self, ruleset=None, **options):
        self._lib = library()
        self._line = self._lib.skerry_engine_line
        self._engine = self._lib.skerry_engine_new()
        if not self._engine:
            raise MemoryError("no memory for a game")
        if ruleset is not None:
            self.ask("new", rules=ruleset, **options)

    def __del__(self):
        if getattr(self, "_engine", None):
            self._lib.skerry_engine_free(self._engine)
            self._engine = None

    def ask(self, cmd, **members):
        """Send a request; the answer as a dict, or Refused."""
        members["cmd"] = cmd
        answer = _decode(self._line(self._engine, _encode(members).encode()).decode())
        if not answer["ok"]:
            raise Refused(answer)
        return answer

    def legal(self, seat=None):
        """What the seat may do, in the notation; without one, the seat that the game waits for."""
        if seat is None:
            answer = _decode(self._line(self._engine, b'{"cmd":"legal"}').decode())
            if answer["ok"]:
                return answer["actions"]
            raise Refused(answer)
        return self.ask("legal", seat=seat)["actions"]

    def play(self, *actions):
        """Play one or more actions as one entry: either all of them, or none and Refused is raised."""
        return self.ask("play", actions=actions)

    def state(self):
        """The whole position, secrets and all (docs/schema.md)."""
        return self.ask("state")["state"]

    def view(self, seat):
        """The position as a seat may know it."""
        return self.ask("view", seat=seat)["view"]

    def record(self):
        """The game so far as text, to be loaded again with ask("load", record=...)."""
        return self.ask("record")["record"]
