"""Skerry as a Python game of OpenSpiel: import skerry.openspiel, then pyspiel.load_game("python_skerry", {"ruleset": "fifth"}).

Needs OpenSpiel (pyspiel). Chance plays by itself: the game is sampled stochastic, each state with its own stream. Actions are the ids
of docs/training.md, the observation tensor is the vector of features."""
import numpy as np
import pyspiel

from .env import Env
from .space import Space

_TYPE = pyspiel.GameType(
    short_name="python_skerry", long_name="Skerry: CATAN and its card game",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=6, min_num_players=2,
    provides_information_state_string=False, provides_information_state_tensor=False, provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"ruleset": "fifth", "players": 0, "seed": 1, "max_game_length": 20000})


class SkerryGame(pyspiel.Game):
    def __init__(self, params=None):
        params = dict(_TYPE.parameter_specification, **(params or {}))
        self.ruleset, self.seed, self.limit = params["ruleset"], params["seed"], params["max_game_length"]
        self.space = Space(self.ruleset, params["players"])
        self.seats = Env(self.ruleset, seats=params["players"], fill=()).seats
        super().__init__(_TYPE, pyspiel.GameInfo(
            num_distinct_actions=len(self.space.ids), max_chance_outcomes=0, num_players=self.seats, min_utility=0.0,
            max_utility=1.0, max_game_length=self.limit), params)

    def new_initial_state(self):
        self.seed += 1                      # every state is another game, the same ones for the same seed
        return SkerryState(self, self.seed - 1)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return SkerryObserver(self)


class SkerryState(pyspiel.State):
    def __init__(self, game, seed):
        super().__init__(game)
        self._game, self._seed = game, seed
        self.env = Env(game.ruleset, seats=game.seats, seed=seed, limit=game.limit)
        self._won = [0.0] * game.seats

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.env.seat[0])

    def _legal_actions(self, player):
        return [] if player != self.env.seat[0] else sorted(int(i) for i in self.env.ids[0][:self.env.count[0]])

    def _apply_action(self, action):
        if self.env.step([action]):
            raise ValueError("id %d is not legal now" % action)
        self._won = [float(r) for r in self.env.reward[0]]

    def _action_to_string(self, player, action):
        return self._game.space.ids[action]

    def is_terminal(self):
        return bool(self.env.done[0] or self.env.truncated[0])

    def returns(self):
        return self._won if self.is_terminal() else [0.0] * self._game.seats

    def __str__(self):
        return self.env.render(0)

    def __deepcopy__(self, memo):
        copy = SkerryState(self._game, self._seed)
        copy.env.load(0, self.env.save(0))
        copy._won = list(self._won)
        return copy


class SkerryObserver:
    """What a player knows: the features, and its view as text."""

    def __init__(self, game):
        self.tensor = np.zeros(game.space.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        self.tensor[:] = state.env.observe(0, player)

    def string_from(self, state, player):
        return state.env.render(0, player)


pyspiel.register_game(_TYPE, SkerryGame)
