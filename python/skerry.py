"""Skerry for Python: the engine, and many games at once for training. Standard library only.

    make lib                            # builds build/libskerry.so

    import skerry
    game = skerry.Game("fifth,board=random", seed=7)
    print(game.legal()); game.play(game.legal()[0]); print(game.view(0)["phase"])

    env = skerry.Env("fifth,board=random,phases=combined", batch=64, seed=1)
    while not all(env.done):
        env.step([skerry.RANDOM] * env.batch)       # or a slot of each game's menu
    print(env.reward(0))
"""
import ctypes
import json
import os

LINE_MAX = 1 << 20                  # of a request, as PROTOCOL_LINE_MAX in core/protocol.h
LEAVE, RANDOM = -1, -2              # choices for Env.step
ALL, SPECTATOR = -3, -2             # seats for Env.position, as in core/action.h


class Refused(Exception):
    """A request that the engine refuses; `error` and `rule` are its stable ids."""

    def __init__(self, answer):
        super().__init__("%s: %s" % (answer["error"], answer.get("message", "")))
        self.error, self.rule, self.answer = answer["error"], answer.get("rule"), answer


def _load(path=None):
    """The library with the types of every function: ctypes would pass pointers as 32-bit integers."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = path or os.environ.get("SKERRY_LIB") or os.path.join(here, "..", "build", "libskerry.so")
    if not os.path.exists(path):
        raise OSError("%s is not there; `make lib` builds it" % os.path.normpath(path))
    lib = ctypes.CDLL(path)
    integer, pointer, size, text, big = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t,
                                         ctypes.c_char_p, ctypes.c_uint64)
    for name, result, arguments in [
        ("protocol_size", size, []),
        ("protocol_new", pointer, [pointer]),
        ("protocol_line", size, [pointer, text, size, pointer, size]),
        ("env_size", size, [text, integer, integer]),
        ("env_new", pointer, [pointer, text, integer, integer, big]),
        ("env_seats", integer, [pointer]),
        ("env_slots", integer, [pointer]),
        ("env_observation_size", integer, [pointer]),
        ("env_reset", None, [pointer, integer, big]),
        ("env_reset_done", integer, [pointer]),
        ("env_step", integer, [pointer, pointer]),
        ("env_playout", ctypes.c_uint32, [pointer, integer, ctypes.c_uint32]),
        ("env_slot_text", integer, [pointer, integer, integer, pointer, integer]),
        ("env_json", integer, [pointer, integer, integer, pointer, integer]),
    ] + [("env_" + name, pointer, [pointer]) for name in
         ("observation", "mask", "menu", "menu_n", "seat", "done", "reward", "points", "decisions")]:
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


_lib = None


def library():
    """Loaded at the first use, so that importing needs no build."""
    global _lib
    if _lib is None:
        _lib = _load()
    return _lib


def _block(size):
    """Memory aligned as malloc's, and its address."""
    raw = ctypes.create_string_buffer(size + 16)
    return raw, (ctypes.addressof(raw) + 15) & ~15


class Game:
    """One game through the engine protocol (docs/engine-protocol.md)."""

    def __init__(self, ruleset=None, **options):
        self._lib = library()
        self._raw, address = _block(self._lib.protocol_size())      # kept alive as long as the game
        self._engine = self._lib.protocol_new(address)
        self._answer = ctypes.create_string_buffer(LINE_MAX + 4096)
        if ruleset is not None:
            self.ask("new", ruleset=ruleset, **options)

    def ask(self, cmd, **members):
        """Send a request; the answer as a dict, or Refused."""
        line = json.dumps(dict(cmd=cmd, **members)).encode()
        n = self._lib.protocol_line(self._engine, line, len(line), self._answer, len(self._answer))
        answer = json.loads(self._answer.raw[:n])
        if not answer["ok"]:
            raise Refused(answer)
        return answer

    def legal(self, seat=None):
        """What the seat may do, in the notation; without one, of whoever is waited for."""
        return self.ask("legal", **({} if seat is None else {"seat": seat}))["actions"]

    def play(self, *actions):
        """Play one entry of one or more actions; all of them, or Refused and none."""
        return self.ask("play", actions=list(actions))

    def state(self):
        """The whole position, secrets and all (docs/schema.md)."""
        return self.ask("state")["state"]

    def view(self, seat):
        """The position as a seat may know it."""
        return self.ask("view", seat=seat)["view"]

    def record(self):
        """The game so far as text, to be loaded again with ask("load", record=...)."""
        return self.ask("record")["record"]


class Env:
    """A batch of games (bindings/env.h). The arrays are views of the engine's own memory: they
    change with every step; numpy.ctypeslib.as_array() takes them without a copy."""

    def __init__(self, ruleset, batch=1, seats=0, seed=1):
        self._lib = lib = library()
        size = lib.env_size(ruleset.encode(), seats, batch)
        if size == 0:
            raise ValueError("no such rules, or a batch out of bounds: %r" % ruleset)
        self._raw, address = _block(size)
        self._env = lib.env_new(address, ruleset.encode(), seats, batch, seed)
        self.batch, self.seats = batch, lib.env_seats(self._env)
        self.slots, self.observation_size = lib.env_slots(self._env), lib.env_observation_size(self._env)

        def array(name, kind, *shape):
            for n in reversed(shape):
                kind = kind * n
            return kind.from_address(getattr(lib, "env_" + name)(self._env))

        byte, word = ctypes.c_uint8, ctypes.c_int32
        self.observation = array("observation", byte, batch, self.observation_size)
        self.mask = array("mask", byte, batch, self.slots)
        self.menu = array("menu", byte, batch, self.slots, 16)
        self.menu_n = array("menu_n", word, batch)
        self.seat = array("seat", word, batch)
        self.done = array("done", byte, batch)
        self.rewards = array("reward", word, batch, self.seats)
        self.points = array("points", word, batch, self.seats)
        self.decisions = array("decisions", ctypes.c_uint32, batch)
        self._choice = (word * batch)()
        self._text = ctypes.create_string_buffer(1 << 17)

    def reset(self, i, seed):
        """Begin game i again with a seed of its own."""
        self._game(i)
        self._lib.env_reset(self._env, i, seed)

    def reset_done(self):
        """Begin every game again that is over; returns how many."""
        return self._lib.env_reset_done(self._env)

    def step(self, choices):
        """One slot per game, or LEAVE or RANDOM; returns how many were no legal slot."""
        if len(choices) != self.batch:
            raise ValueError("one choice per game is wanted")
        self._choice[:] = choices
        return self._lib.env_step(self._env, self._choice)

    def playout(self, i, limit=10000):
        """Random play to the end of game i, or for so many decisions; returns how many it took."""
        return self._lib.env_playout(self._env, self._game(i), limit)

    def reward(self, i):
        """1 for the winner's seat, 0 for all others and while the game goes on."""
        return list(self.rewards[i])

    def actions(self, i):
        """The legal slots of game i in the notation of docs/notation.md."""
        texts = []
        for slot in range(self.menu_n[self._game(i)]):
            n = self._lib.env_slot_text(self._env, i, slot, self._text, len(self._text))
            texts.append(self._text.raw[:n].decode())
        return texts

    def position(self, i, seat=ALL):
        """The position of game i as `seat` sees it, as a dict (docs/schema.md)."""
        if not -3 <= seat < self.seats:
            raise IndexError("no such seat")
        n = self._lib.env_json(self._env, self._game(i), seat, self._text, len(self._text))
        return json.loads(self._text.raw[:n])

    def _game(self, i):
        if not 0 <= i < self.batch:
            raise IndexError("no such game")
        return i
