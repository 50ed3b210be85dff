"""A batch of games (library/include/skerry.h): zero-copy arrays over the engine's own memory."""
import ctypes
import json
import mmap
import operator
import random

from .errors import EnvError, env_error
from .library import Array, Options, library

try:
    import numpy
except ImportError:
    numpy = None

LEAVE, RANDOM = -1, -2              # choices for Env.step
ALL, SPECTATOR = -3, -2             # seats for Env.position

FILL = {"view": 1, "features": 2, "floats": 4, "every": 8, "menu": 16, "may": 32, "points": 64}
AUTORESET = {"off": 0, "next": 1, "same": 2}
REWARD = {"win": 0, "points": 1, "potential": 2}
_CTYPES = {"B": ctypes.c_uint8, "b": ctypes.c_int8, "H": ctypes.c_uint16, "i": ctypes.c_int32,
           "I": ctypes.c_uint32, "f": ctypes.c_float}


def _word(table, name, what):
    if name not in table:
        raise EnvError("bad-%s: %r is none of %s" % (what, name, ", ".join(table)))
    return table[name]


def whole(value, what, low=-2**31, high=2**31 - 1):
    """A whole number, numpy's too, from low to high."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or not low <= number <= high:
        raise env_error("bad-%s: %r is no such number" % (what, value))
    return number


def seed_of(value):
    """A seed is any whole number, numpy's too."""
    try:
        return operator.index(value)
    except TypeError:
        raise EnvError("bad-seed: %r is no whole number" % (value,)) from None


def bots_by_seat(bots):
    """["club", None, …] or {1: "club"}: a name or None by seat."""
    if bots is None:
        return []
    if isinstance(bots, str):
        raise env_error("bad-bots: on which seats? {1: %r}" % bots)
    if isinstance(bots, dict):
        for seat in bots:
            whole(seat, "seats", 0, 5)
        return [bots.get(seat) for seat in range(max(bots, default=-1) + 1)]
    return list(bots)


def usual_seats(ruleset, seats=0):
    """How many play by these rules."""
    env = Env(ruleset, seats=seats, fill=())
    return env.seats


class EnvOptions:
    """The options of an Env, checked by the library."""

    def __init__(self, ruleset, batch=1, seats=0, seed=1, bots=None, fill=("features",), threads=1, autoreset="off",
                 reward="win", discount=1.0, limit=0, viewer=None):
        fill = (fill,) if isinstance(fill, str) else fill
        self.c = Options(rules=str(ruleset).replace("\0", "?").encode(), seed=seed_of(seed) % 2**64,
                         seats=whole(seats, "seats"), batch=whole(batch, "batch"), threads=whole(threads, "threads"),
                         autoreset=_word(AUTORESET, autoreset, "autoreset"), reward=_word(REWARD, reward, "reward"),
                         discount=discount, limit=whole(limit, "limit", 0),
                         viewer=0 if viewer is None else whole(viewer, "viewer", -1, 99) + 1,
                         fill=sum({_word(FILL, name, "fill") for name in fill}))
        for seat, name in enumerate(bots_by_seat(bots)):
            if seat >= 6 and name:
                raise env_error("bad-seats: a bot on seat %d" % seat)
            if name:
                self.c.bot[seat] = str(name).encode()

    def check(self):
        why = ctypes.create_string_buffer(400)
        wrong = library().skerry_env_check(self.c, why, len(why))
        if wrong:
            raise env_error(wrong.decode())
        return self


class Env:
    """A batch of games by one set of rules.

    bots        house bots by seat: {1: "club", 2: "strong-trader"} or a list; the others are yours
    fill        what to fill after each step: "features" (int8), "floats" (float32), "view" (raw bytes), "every"
                (each seat's features), "may", "points"; "menu": choices are places in the menu, not ids
    autoreset   games that are over: "off" (call reset_done), "next" (the next step begins anew), "same" (at once)
    reward      "win", "points", or "potential" with its `discount`
    limit       decisions after which a game is cut short: its `truncated` is then 1
    viewer      the seat whose features are filled, whoever acts

    Arrays, one row per game: mask, ids, count, seat, done, truncated, drafting, reward, decisions, length, and what
    `fill` names. They are views of the engine's memory, which lives as long as any of them."""

    def __init__(self, ruleset, batch=1, seats=0, seed=1, **options):
        self._env = None
        self._lib = lib = library()
        self._options = EnvOptions(ruleset, batch, seats, seed, **options).check()
        size = lib.skerry_env_size(self._options.c)
        try:
            self._memory = mmap.mmap(-1, size)
        except (OSError, OverflowError):
            raise MemoryError("%d bytes for a batch of %d" % (size, batch)) from None
        self._address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._env = lib.skerry_env_new(self._address, self._options.c)
        self.ruleset, self.batch, self.seats = ruleset, self._options.c.batch, lib.skerry_env_seats(self._env)
        self.choices, self.features_n = lib.skerry_env_choices(self._env), lib.skerry_env_features(self._env)
        rows = (Array * 32)()
        for row in rows[:lib.skerry_env_arrays(self._env, rows, 32)]:
            setattr(self, row.name.decode(), self._array(row))
        self._choice, self._fresh = self._own_choices(), random.Random(self._options.c.seed)
        self._text = ctypes.create_string_buffer(1 << 17)

    def _array(self, row):
        kind, shape = row.type.decode(), [row.rows]
        shape += [n for n in (row.width, row.depth) if n > 1 or row.depth > 1]
        if numpy:
            count = row.rows * row.width * row.depth
            flat = numpy.frombuffer(self._memory, dtype=kind, count=count, offset=row.start - self._address)
            return flat.reshape(shape)
        made = _CTYPES[kind]
        for n in reversed(shape):
            made = made * n
        return made.from_buffer(self._memory, row.start - self._address)

    def _own_choices(self):
        raw = (ctypes.c_int32 * self.batch)(*[LEAVE] * self.batch)
        self._choice_address = ctypes.addressof(raw)
        return numpy.frombuffer(raw, dtype=numpy.int32) if numpy else raw

    @property
    def choice(self):
        """The caller writes the choices here; step() without arguments reads them."""
        return self._choice

    @choice.setter
    def choice(self, choices):
        if len(choices) != self.batch:
            raise ValueError("%d choices for %d games" % (len(choices), self.batch))
        if not numpy:
            choices = [whole(choice, "choice") for choice in choices]
        elif getattr(choices, "dtype", None) != numpy.int32:
            choices = numpy.asarray(choices)
            if choices.dtype.kind not in "iub" or (choices != choices.astype(numpy.int32)).any():
                raise EnvError("bad-choice: a choice is a whole number of 32 bits")
        self._choice[:] = choices

    def close(self):
        """End the threads. Arrays stay as they are."""
        if self._env:
            self._lib.skerry_env_close(self._env)
            self._env = None

    def __del__(self):
        if getattr(self, "_env", None):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def _open(self):
        if not self._env:
            raise ValueError("the environment is closed")
        return self._env

    # ---- playing ----

    def step(self, choices=None):
        """A choice for each game, or LEAVE or RANDOM; without an argument those in env.choice. Returns how many were
        not legal: those games are unchanged."""
        if choices is not None:
            self.choice = choices
        return self._lib.skerry_env_step(self._env or self._open(), self._choice_address)

    def reset(self, i, seed):
        """Begin game i again with its own seed."""
        self._lib.skerry_env_reset(self._env, self._game(i), seed_of(seed) % 2**64)

    def reset_done(self):
        """Begin every finished game again; returns how many."""
        return self._lib.skerry_env_reset_done(self._open())

    def playout(self, i, limit=10000):
        """Random play to the end of game i, or for so many decisions; returns how many it took."""
        return self._lib.skerry_env_playout(self._env, self._game(i), whole(limit, "limit", 0, 2**32 - 1))

    def turn_to(self, i, seat):
        """Let another seat act that is free to (an offer, an answer out of turn); returns whether it may."""
        return bool(self._lib.skerry_env_turn_to(self._env, self._game(i), seat))

    def random_choices(self, rng=None):
        """A legal choice for each game; RANDOM, which begins it again if autoreset is "next", for one that is over."""
        if not numpy:
            return [RANDOM] * self.batch
        rng = rng or numpy.random.default_rng()
        at = (rng.random(self.batch) * self.count).astype(numpy.intp)
        chosen = at if not hasattr(self, "ids") else self.ids[numpy.arange(self.batch), at].astype(numpy.int32)
        return numpy.where(self.count > 0, chosen, RANDOM)

    # ---- looking ----

    def observe(self, i, seat):
        """The features of game i as any seat knows them."""
        out = (ctypes.c_int8 * self.features_n)()
        self._lib.skerry_env_observe(self._env, self._game(i), self._seat(seat), out)
        return numpy.frombuffer(out, dtype=numpy.int8) if numpy else list(out)

    def name(self, choice, i=0):
        """The name of an id, or of a place in game i's menu."""
        n = self._lib.skerry_env_name(self._env, self._game(i), choice, self._text, len(self._text))
        if n < 0:
            raise IndexError("no such choice: %r" % choice)
        return ctypes.string_at(self._text, n).decode()

    def actions(self, i):
        """The legal choices of game i in words."""
        n = self.count[self._game(i)]
        return [self.name(int(c), i) for c in (range(n) if not hasattr(self, "ids") else self.ids[i][:n])]

    def steps(self, i, action):
        """The ids that lead to an action in the notation ("0 bank 4wool ore"); [] if it is not legal."""
        out = (ctypes.c_uint16 * 320)()
        return list(out[:self._lib.skerry_env_steps(self._env, self._game(i), action.encode(), out)])

    def position(self, i, seat=ALL):
        """The position of game i as `seat` sees it, as a dict (docs/schema.md)."""
        if not ALL <= seat < self.seats:
            raise IndexError("no such seat: %r" % seat)
        n = self._lib.skerry_env_json(self._env, self._game(i), seat, self._text, len(self._text))
        return json.loads(ctypes.string_at(self._text, n))

    def points_of(self, i):
        """The points of every seat, hidden ones too."""
        return [seat["points"] for seat in self.position(i)["seats"]]

    def render(self, i=0, seat=ALL, mode="text"):
        """Game i as text or as an SVG picture."""
        from .render import render
        return render(self.position(i, seat), mode)

    # ---- games as bytes ----

    def save(self, i):
        """Game i with its dice and bots, as bytes."""
        out = ctypes.create_string_buffer(self._lib.skerry_env_save_size(self._open()))
        self._lib.skerry_env_save(self._env, self._game(i), out)
        return out.raw

    def load(self, i, saved):
        """Continue game i from bytes that save() wrote, here or in another batch with the same rules."""
        if not isinstance(saved, bytes):
            saved = bytes(memoryview(saved))
        wrong = self._lib.skerry_env_load(self._env, self._game(i), saved, len(saved))
        if wrong:
            raise env_error(wrong.decode())

    def set(self, i, position):
        """Continue game i from a complete position (docs/schema.md), a dict or JSON."""
        text = position if isinstance(position, (str, bytes)) else json.dumps(position)
        why = ctypes.create_string_buffer(400)
        wrong = self._lib.skerry_env_set(self._env, self._game(i), text.encode() if isinstance(text, str) else text, why,
                                         len(why))
        if wrong:
            raise env_error(wrong.decode())

    def clone(self, i, source):
        """Make game i a copy of game `source`: the same position, the same dice to come."""
        self.load(i, self.save(source))

    def branch(self, source, rows, seed=None):
        """For looking ahead: game j becomes a copy of game rows[j] of another batch by the same rules, for every row
        that is not LEAVE. Its dice and random choices are its own: others at every call, or those of `seed`. This batch
        has no bots: it stops at the next decision of any seat."""
        self._copy(self._lib.skerry_env_branch, source, rows, self._seed(seed))

    def imagine(self, source, rows, seats=None, seed=None):
        """As branch(), but honest: what the acting seat (or seats[j]) does not know of game rows[j] is guessed, so its
        view and its choices are those of the game, and the cards that others hide need not be."""
        if seats is not None:
            if len(seats) != self.batch:
                raise ValueError("%d seats for %d games" % (len(seats), self.batch))
            seats = (ctypes.c_int32 * self.batch)(*[whole(seat, "seats") for seat in seats])
        self._copy(self._lib.skerry_env_imagine, source, rows, seats, self._seed(seed))

    def _seed(self, seed):
        return self._fresh.getrandbits(64) if seed is None else seed_of(seed) % 2**64

    def twin(self, source, rows):
        """As branch(), but with the dice and random choices that the games themselves will have."""
        self._copy(self._lib.skerry_env_twin, source, rows)

    def _copy(self, function, source, rows, *more):
        if len(rows) != self.batch:
            raise ValueError("%d rows for %d games" % (len(rows), self.batch))
        self.choice = rows
        wrong = function(self._open(), source._open(), self._choice_address, *more)
        if wrong < 0:
            raise EnvError("other-rules: a batch to look ahead in has the same rules and no bots")
        if wrong:
            raise IndexError("%d rows or seats are not in the other batch" % wrong)

    def _game(self, i):
        if not 0 <= i < self.batch:
            raise IndexError("no such game: %r" % i)
        self._open()
        return operator.index(i)

    def _seat(self, seat):
        if not 0 <= seat < self.seats:
            raise IndexError("no such seat: %r" % seat)
        return seat
