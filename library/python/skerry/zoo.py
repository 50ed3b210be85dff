"""Environments with the interfaces of PettingZoo: every seat is an agent, seat_0, seat_1, …

AECEnv: one agent acts after another, as the game waits for them. ParallelEnv: in each step all that the game waits
for act at once (discards, answers to an offer); the others choose `wait`, the last id. Both work without PettingZoo."""
import random

from .env import Env, numpy, seed_of
from .errors import EnvError
from .gym_spaces import Dict, Discrete, MultiBinary, features_box
from .space import Space

try:
    import pettingzoo
    _AEC, _Parallel = pettingzoo.AECEnv, pettingzoo.ParallelEnv
except ImportError:
    class _AEC:
        """What learners expect of any environment."""

        @property
        def num_agents(self):
            return len(self.agents)

        @property
        def max_num_agents(self):
            return len(self.possible_agents)

        @property
        def unwrapped(self):
            return self

        def __str__(self):
            return self.metadata["name"]

    _Parallel = _AEC


class _Table:
    """What both have in common: a batch of one game in which every seat learns."""

    def _open(self, ruleset, seats, reward, discount, limit, render_mode, more_ids):
        if render_mode not in (None, "ansi", "svg"):
            raise EnvError("bad-render-mode: ansi or svg")
        self.env = Env(ruleset, seats=seats, fill=("features", "may"), reward=reward, discount=discount, limit=limit)
        self.space, self.render_mode = Space(ruleset, seats), render_mode
        self.possible_agents = ["seat_%d" % seat for seat in range(self.env.seats)]
        self.agents = []
        self.agent_selection = None
        self._random = random.Random()
        ids = len(self.space.ids) + more_ids
        box = features_box(self.space)
        self.action_spaces = {a: Discrete(ids) for a in self.possible_agents}
        self.observation_spaces = {a: Dict({"observation": box, "action_mask": MultiBinary(ids)})
                                   for a in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _begin(self, seed, options):
        if seed is not None:
            self._random.seed(seed_of(seed))
        self.env.reset(0, self._random.getrandbits(63))
        if options and "position" in options:
            self.env.set(0, options["position"])
        self.agents = list(self.possible_agents)

    def seat_of(self, agent):
        return self.possible_agents.index(agent)

    def _mask(self, seat, more):
        acts = self.env.seat[0] == seat
        mask = list(self.env.mask[0]) if acts else [0] * len(self.space.ids)
        return self._array(mask + more)

    @staticmethod
    def _array(mask):
        return numpy.array(mask, numpy.int8) if numpy else mask

    def _over(self):
        return bool(self.env.done[0]), bool(self.env.truncated[0])

    def state(self):
        """Every seat's features, one after another."""
        rows = [self.env.observe(0, seat) for seat in range(self.env.seats)]
        return numpy.concatenate(rows) if numpy else [v for row in rows for v in row]

    def render(self):
        return self.env.render(0, mode="svg" if self.render_mode == "svg" else "text")

    def save(self):
        return self.env.save(0)

    def close(self):
        self.env.close()


class AECEnv(_Table, _AEC):
    """env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else choose(observation["observation"], observation["action_mask"]))

    A seat that may act out of turn does so by env.turn_to(agent)."""

    metadata = {"name": "skerry_v1", "is_parallelizable": True, "render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, ruleset="fifth", seats=0, reward="win", discount=1.0, limit=0, render_mode=None):
        self._open(ruleset, seats, reward, discount, limit, render_mode, 0)

    def reset(self, seed=None, options=None):
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        seat = int(self.env.seat[0])
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        elif self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent):
        seat = self.seat_of(agent)
        return {"observation": self.env.observe(0, seat), "action_mask": self._mask(seat, [])}

    def _selected(self):
        if not self.agents:
            raise ValueError("no agent is left: call reset()")
        return self.agent_selection

    def last(self, observe=True):
        agent = self._selected()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        agent = self._selected()
        if self.terminations[agent] or self.truncations[agent]:
            return self._leave(agent, action)
        if action is None or int(action) < 0 or self.env.step([int(action)]):
            raise ValueError("%r is not legal for %s now" % (action, agent))
        self._cumulative_rewards[agent] = 0.0
        over, cut = self._over()
        for seat, other in enumerate(self.possible_agents):
            self.rewards[other] = float(self.env.reward[0][seat])
            self._cumulative_rewards[other] += self.rewards[other]
            self.terminations[other], self.truncations[other] = over, cut
        self._select()

    def _leave(self, agent, action):
        """An agent whose game is over leaves with the action None."""
        if action is not None:
            raise ValueError("the game is over: %s steps with None" % agent)
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            table.pop(agent, None)
        self.rewards = dict.fromkeys(self.agents, 0.0)      # what they got, last() has told
        self._select()

    def turn_to(self, agent):
        """Let another agent act that is free to; returns whether it may."""
        if not self.env.turn_to(0, self.seat_of(agent)):
            return False
        self._select()
        return True


class ParallelEnv(_Table, _Parallel):
    """observations, infos = env.reset(seed=1)
    while env.agents:
        observations, rewards, terminations, truncations, infos = env.step({agent: choose(…) for agent in env.agents})

    `env.wait` is the id of those who do not act. While a seat puts an action together, it alone acts."""

    metadata = {"name": "skerry_v1", "render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, ruleset="fifth", seats=0, reward="win", discount=1.0, limit=0, render_mode=None):
        self._open(ruleset, seats, reward, discount, limit, render_mode, 1)
        self.wait = len(self.space.ids)

    def reset(self, seed=None, options=None):
        self._begin(seed, options)
        return self._observations(), {agent: {} for agent in self.agents}

    def _waited_for(self):
        if self.env.seat[0] < 0:
            return []
        if self.env.drafting[0]:
            return [int(self.env.seat[0])]
        return [seat for seat in self.env.position(0)["owes"]]

    def _observations(self):
        out, acting, now = {}, self._waited_for(), int(self.env.seat[0])
        for seat, agent in enumerate(self.possible_agents):
            if seat in acting and seat != now:
                self.env.turn_to(0, seat)
            mask = self._mask(seat, [0]) if seat in acting else self._array([0] * self.wait + [1])
            out[agent] = {"observation": self.env.observe(0, seat), "action_mask": mask}
            if seat in acting and seat != now:
                self.env.turn_to(0, now)
        self._masks = {agent: seen["action_mask"] for agent, seen in out.items()}
        return out

    def step(self, actions):
        if not self.agents:
            raise ValueError("no agent is left: call reset()")
        acting = self._waited_for()
        for agent in self.agents:
            if agent not in actions:
                raise ValueError("%s has no action; `wait` is one" % agent)
            action, mask = int(actions[agent]), self._masks[agent]
            if not (0 <= action < len(mask) and mask[action]):
                must = "act" if action == self.wait else "wait" if mask[self.wait] else "choose a legal id"
                raise ValueError("%s must %s now, not %d" % (agent, must, action))
        rewards = dict.fromkeys(self.agents, 0.0)
        for seat in acting:
            if seat not in self._waited_for():
                continue                    # somebody else's answer has settled the matter
            if self.env.seat[0] != seat:
                self.env.turn_to(0, seat)
            if self.env.step([int(actions[self.possible_agents[seat]])]):
                continue                    # … or has made this one impossible
            for other, agent in enumerate(self.possible_agents):
                rewards[agent] += float(self.env.reward[0][other])
        over, cut = self._over()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        infos = {agent: {} for agent in self.agents}
        observations = self._observations()
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
