"""Environments with the interface of Gymnasium: one seat is yours, built-in bots play the others.

They work without Gymnasium; where it is installed they are its Envs, and every ruleset is registered: fifth as
skerry/Fifth-v1, struggle as skerry/Struggle-v1. What gymnasium.make() gives plays a random legal id for one that is not
legal, so that learners without masks work; SeatEnv and VectorEnv themselves raise ValueError (`illegal`)."""
import random

from .env import AUTORESET, RANDOM, Env, numpy, seed_of, usual_seats, whole
from .errors import EnvError, LibraryMissing
from .gym_spaces import Batch, Box, Discrete, features_box
from .library import rulesets
from .space import Space

try:
    import gymnasium
    _Base, _VectorBase = gymnasium.Env, gymnasium.vector.VectorEnv
except ImportError:
    gymnasium = None

    class _Base:
        """What learners expect of any environment."""
        spec = render_mode = None

        @property
        def unwrapped(self):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *unused):
            self.close()

    _VectorBase = _Base


def others(bots, seat, seats):
    """A name for every other seat, or names by seat, as a dict."""
    if bots is None or isinstance(bots, str):
        bots = {other: bots or "beginner" for other in range(seats) if other != seat}
    elif not isinstance(bots, dict):
        bots = dict(enumerate(bots))
    bots = {at: name for at, name in bots.items() if name}
    if seat in bots or set(bots) != set(range(seats)) - {seat}:
        raise EnvError("bad-bots: seat %d is yours, every other seat wants a bot" % seat)
    return bots


def _spaces(ruleset, seats, fill):
    space = Space(ruleset, seats)
    if fill == "floats":
        n = space.features
        box = (Box(-1.0, 1.0, shape=(n,), dtype=numpy.float32) if numpy and gymnasium else
               Box([-1.0] * n, [1.0] * n, dtype="float32"))
    else:
        box = features_box(space)
    return space, box, Discrete(len(space.ids))


def _mask_of(row):
    """A mask as the spaces' sample() wants it: numpy.int8, and not the engine's own bytes."""
    return row.astype(numpy.int8) if numpy else bytes(row)


def _illegal(word):
    """Whether a random legal id is played for one that is not legal."""
    if word not in ("raise", "random"):
        raise EnvError("bad-illegal: raise or random")
    return word == "random"


def _seat_of(seat, seats):
    if not 0 <= whole(seat, "seats") < seats:
        raise EnvError("bad-seats: there is no seat %r among %d" % (seat, seats))
    return int(seat)


class SeatEnv(_Base):
    """One seat of one game. The observation is the vector of features, info["action_mask"] says which ids are legal.

        env = SeatEnv("fifth", seat=0, bots="club", reward="potential")
        observation, info = env.reset(seed=1)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

    An id that is not legal raises ValueError and changes nothing. A learner that cannot use masks passes illegal="random":
    then a random legal id is played for it, and info["illegal"] is True."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, ruleset="fifth", seat=0, seats=0, bots="beginner", reward="win", discount=1.0, limit=0,
                 observation="features", render_mode=None, illegal="raise"):
        if observation not in ("features", "floats"):
            raise EnvError("bad-observation: features or floats")
        if render_mode not in (None, "ansi", "svg"):
            raise EnvError("bad-render-mode: ansi or svg")
        seats = usual_seats(ruleset, seats)
        self.seat, self.render_mode, self._fill = _seat_of(seat, seats), render_mode, observation
        self.env = Env(ruleset, seats=seats, bots=others(bots, seat, seats), fill=(observation,), reward=reward,
                       discount=discount, limit=limit)
        self.space, self.observation_space, self.action_space = _spaces(ruleset, seats, observation)
        self._random = random.Random()
        self._forgiving = _illegal(illegal)

    def _observation(self):
        row = getattr(self.env, self._fill)[0]
        return row.copy() if numpy else list(row)

    def _info(self):
        return {"action_mask": _mask_of(self.env.mask[0]), "decisions": int(self.env.decisions[0]), "illegal": False}

    def reset(self, *, seed=None, options=None):
        """Begin again; with a seed the same game every time. options={"position": …} begins from a position."""
        seed = None if seed is None else seed_of(seed)
        if gymnasium:
            super().reset(seed=seed)
        if seed is not None:
            self._random.seed(seed)
        self.env.reset(0, self._random.getrandbits(63))
        if options and "position" in options:
            self.env.set(0, options["position"])
        return self._observation(), self._info()

    def step(self, action):
        if int(action) != action:
            raise ValueError("an action is an id, not %r" % (action,))
        action = int(action)
        illegal = action < 0 or bool(self.env.step([action]))
        over = self.env.done[0] or self.env.truncated[0]
        if illegal and (over or not self._forgiving):
            raise ValueError("the game is over: call reset()" if over else "%s is not legal now" % self._name(action))
        if illegal:
            self.env.step([RANDOM])
        return (self._observation(), float(self._row("reward")[self.seat]), bool(self.env.done[0]),
                bool(self.env.truncated[0]), dict(self._info(), illegal=illegal))

    def _row(self, name):
        return getattr(self.env, name)[0]

    def _name(self, action):
        return "id %d (%s)" % (action, self.space.ids[action]) if 0 <= action < len(self.space.ids) else action

    def action_masks(self):
        """The mask, by the name that sb3-contrib's MaskablePPO looks for."""
        return self._info()["action_mask"]

    def render(self):
        return self.env.render(0, self.seat, "svg" if self.render_mode == "svg" else "text")

    def save(self):
        """The game as bytes, for load()."""
        return self.env.save(0)

    def load(self, saved):
        self.env.load(0, saved)
        return self._observation(), self._info()

    def close(self):
        self.env.close()


def _autoreset_mode(autoreset):
    """Gymnasium's word for it; None before version 1.1, which has no such words."""
    mode = getattr(gymnasium.vector, "AutoresetMode", None)
    return mode and {"off": mode.DISABLED, "next": mode.NEXT_STEP, "same": mode.SAME_STEP}[autoreset]


class VectorEnv(_VectorBase):
    """Many SeatEnvs at once, played in C: reset() and step(actions) as Gymnasium's vector environments have them.
    autoreset is "next" (its NEXT_STEP, the default), "same" (SAME_STEP) or "off" (DISABLED). In "same" info["final_obs"]
    holds the last observations of the games that info["_final_obs"] names; in "off" reset(options={"reset_mask": …})
    begins those games again that the mask names. `illegal` is as in SeatEnv; with "random" info["illegal"] names the games."""

    metadata = {"render_modes": []}

    def __init__(self, ruleset="fifth", num_envs=16, seat=0, seats=0, bots="beginner", reward="win", discount=1.0,
                 limit=0, autoreset="next", threads=1, illegal="raise"):
        if autoreset not in AUTORESET:
            raise EnvError("bad-autoreset: off, next or same")
        seats = usual_seats(ruleset, seats)
        self.num_envs, self.seat, self.autoreset = num_envs, _seat_of(seat, seats), autoreset
        self._random, self._forgiving = random.Random(), _illegal(illegal)
        self.env = Env(ruleset, batch=num_envs, seats=seats, bots=others(bots, seat, seats), reward=reward,
                       discount=discount, limit=limit, autoreset=autoreset, threads=threads)
        self.space, self.single_observation_space, self.single_action_space = _spaces(ruleset, seats, "features")
        if gymnasium:
            self.metadata = dict(self.metadata, autoreset_mode=_autoreset_mode(autoreset))
        batch = gymnasium.vector.utils.batch_space if gymnasium else Batch
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)

    def _info(self):
        mask, every = self.env.mask, [True] * self.num_envs
        info = {"action_mask": _mask_of(mask) if numpy else [bytes(row) for row in mask],
                "_action_mask": numpy.array(every) if numpy else every}
        if self.autoreset == "same":
            last, over = self.env.final_features, [bool(a or b) for a, b in zip(self.env.done, self.env.truncated)]
            info["final_obs"] = last.copy() if numpy else [list(row) for row in last]
            info["_final_obs"] = numpy.array(over) if numpy else over
        return info

    def _observations(self):
        return self.env.features.copy() if numpy else [list(row) for row in self.env.features]

    def reset(self, *, seed=None, options=None):
        """Begin all games, or those that options["reset_mask"] names. `seed`: one, or one for each game."""
        mask = options["reset_mask"] if options and "reset_mask" in options else [True] * self.num_envs
        if len(mask) != self.num_envs:
            raise EnvError("bad-reset-mask: one for each of the %d games" % self.num_envs)
        if hasattr(seed, "__len__") and len(seed) != self.num_envs:
            raise EnvError("bad-seed: one, or one for each of the %d games" % self.num_envs)
        if seed is not None and not hasattr(seed, "__len__"):
            self._random.seed(seed_of(seed))
        for i in range(self.num_envs):
            own = seed[i] if hasattr(seed, "__len__") else None
            bits = self._random.getrandbits(63) if own is None else random.Random(seed_of(own)).getrandbits(63)
            if mask[i]:
                self.env.reset(i, bits)
        return self._observations(), self._info()

    def _replaced(self, actions):
        """The choices for the games, and which of the actions are not legal. A game that is over takes any: with "next" it
        begins anew, with "off" it stays as it is."""
        if len(actions) != self.num_envs:
            raise ValueError("%d actions for %d games" % (len(actions), self.num_envs))
        if numpy:
            actions, live = numpy.asarray(actions), self.env.count > 0
            if actions.dtype.kind not in "iub":
                raise ValueError("actions are ids, not %s" % actions.dtype)
            inside = (actions >= 0) & (actions < self.env.mask.shape[1])
            legal = inside & (self.env.mask[numpy.arange(self.num_envs), numpy.where(inside, actions, 0)] > 0)
            wrong = live & ~legal
            return numpy.where(live & legal, actions, RANDOM), wrong
        choices, wrong = [], []
        for action, mask, count in zip(map(int, actions), self.env.mask, self.env.count):
            wrong.append(bool(count) and not (0 <= action < len(mask) and mask[action]))
            choices.append(action if count and not wrong[-1] else RANDOM)
        return choices, wrong

    def step(self, actions):
        """Nothing is played if an action is not legal and `illegal` is "raise"."""
        choices, wrong = self._replaced(actions)
        if any(wrong) and not self._forgiving:
            raise ValueError("%d of the actions are not legal" % sum(wrong))
        self.env.step(choices)
        flags = [(numpy.array(a, bool) if numpy else [bool(v) for v in a]) for a in (self.env.done, self.env.truncated)]
        reward = (self.env.reward[:, self.seat].copy() if numpy else [row[self.seat] for row in self.env.reward])
        info = self._info()
        if self._forgiving:
            info["illegal"] = wrong
        return self._observations(), reward, flags[0], flags[1], info

    def close(self, **unused):
        self.env.close()


def register():
    """Register every ruleset with gymnasium.make(); does nothing without Gymnasium or the library."""
    try:
        names = rulesets() if gymnasium else []
    except LibraryMissing:
        names = []
    for ruleset in names:
        name = "skerry/%s-v1" % ruleset.capitalize()
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="skerry.gym:SeatEnv", vector_entry_point="skerry.gym:VectorEnv",
                               kwargs={"ruleset": ruleset, "illegal": "random"})


register()
