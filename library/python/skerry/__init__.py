"""Skerry for Python: one game by its notation, and many games at once for learners.

    import skerry
    game = skerry.Game("fifth,board=random", seed=7)
    print(game.legal()); game.play(game.legal()[0]); print(game.view(0)["phase"])

    env = skerry.Env("fifth,board=random", batch=64, seed=1)
    while not all(env.done):
        env.step([skerry.RANDOM] * env.batch)       # or an id of each game's action space
    print(env.points_of(0))

    one = skerry.SeatEnv("fifth", bots="beginner")  # as Gymnasium has it
    table = skerry.AECEnv("fifth")                  # as PettingZoo has it

The standard library is enough; with numpy all arrays are numpy's. docs/training.md has the tables."""
from .env import ALL, LEAVE, RANDOM, SPECTATOR, Env
from .errors import BatchError, BotError, EnvError, LibraryMissing, Refused, RulesError, SeatsError
from .game import Game
from .gym import SeatEnv, VectorEnv
from .library import library, rulesets, version
from .space import Space, describe
from .zoo import AECEnv, ParallelEnv

__all__ = ["ALL", "LEAVE", "RANDOM", "SPECTATOR", "Env", "Game", "SeatEnv", "VectorEnv", "AECEnv", "ParallelEnv",
           "Space", "describe", "library", "rulesets", "version", "Refused", "EnvError", "RulesError", "SeatsError", "BatchError",
           "BotError", "LibraryMissing"]
__version__ = version()
