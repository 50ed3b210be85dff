"""Prints docs/training.md: the text below, with the tables as the library has them."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import skerry

TEXT = """# Training

<!-- Written by library/python/training_doc.py: change that, not this. -->

    pip install ./library/python                # or: make lib, and PYTHONPATH=library/python
    python3 -c 'import skerry; skerry.describe("fifth+helpers")'

| you have | you use |
|---|---|
| one seat, and bots for the others | `skerry.SeatEnv`, with the interface of Gymnasium; `skerry.VectorEnv` for many at once |
| every seat | `skerry.AECEnv` or `skerry.ParallelEnv`, with the interfaces of PettingZoo |
| your own loop, and speed | `skerry.Env`: a batch of games in flat arrays, on as many threads as you like |
| OpenSpiel | `skerry.openspiel`, a Python game for OpenSpiel |
| one game and its notation | `skerry.Game` |

None of these packages is required. If they are installed, the environments are subclasses of theirs and are registered
with them. numpy is not required either, but without it the arrays are ctypes arrays. `examples/learner.py` (which
needs numpy) learns what positions are worth from games against house bots.

## One seat, or every seat

```python
env = gymnasium.make("skerry/Fifth-v1", bots="club")    # or skerry.SeatEnv("fifth", bots="club")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
```

An id that is not legal raises `ValueError`, and nothing is played. A learner that cannot use masks passes
`illegal="random"`: then a random legal id is played instead, and `info["illegal"]` says so. The registered names do this,
so that any learner can use them; pass `illegal="raise"` to change it. Every ruleset of `skerry.rulesets()` is registered:
NAMES.

Without a seed each environment plays different games. `library/python/conformance_test.py` makes the same checks as the checkers of
Gymnasium and PettingZoo.

## A batch

```python
env = skerry.Env("fifth,board=random", batch=1024, threads=4, autoreset="same", bots={{1: "club", 3: "beginner"}})
while True:
    env.choice[:] = policy(env.features, env.mask)      # zero copy: these are the engine's own bytes
    env.step()
    learn(env.reward, env.done, env.truncated)
```

`env.seat` says who acts in each game: the lowest of your seats that the game waits for. Chance and built-in bots of any
level act by themselves, in C; after a roll `master` may also propose a deal in your turn.
`env.turn_to(i, seat)` hands game `i` to another seat that is free to act, for example to make an offer out of turn or to
withdraw one; `env.may` (`fill="may"`) says which seats are. The dice use a separate random stream, so a learner that
explores differently gets the same dice. The same seed gives the same games on any number of threads.

The rulebooks set no limit to the offers of a turn. Environments set `offers=16` unless the ruleset says otherwise, because
a policy that knows nothing yet would propose for ever; `offers=unlimited` is the game as people play it.

Arrays, one row for each game:

| name | type | what |
|---|---|---|
| `mask` | u1 × ids | 1 if the id is legal |
| `ids`, `count` | u2 × ids, i4 | the legal ids, the first `count` of the row |
| `seat` | i4 | who acts; -1 if the game is over |
| `drafting` | u1 | 1 while the seat is putting an action together |
| `done`, `truncated` | u1 | the game was ended by the rules; by `limit` |
| `reward` | f4 × seats | each seat's reward for this step |
| `decisions`, `length` | u4, i4 | decisions made in this game; in the last game that ended |
| `features` | i1 × features | `fill="features"` (the default): what the acting seat knows |
| `floats` | f4 × features | `fill="floats"`: the same, each divided by the top of its range |
| `every` | i1 × seats × features | `fill="every"`: as each of the seats knows it |
| `final_features` | i1 × features | `autoreset="same"`: the end of the last game |
| `view` | u1 × bytes | `fill="view"`: the view as the engine keeps it (`engine/core/game.h`) |
| `may`, `points` | u1, i4 × seats | `fill="may"`, `fill="points"` |
| `menu` | u1 × places × 16 | `fill="menu"`: choices are then places in the menu, not ids |

Rewards: `win` is 1 for the winner and 0 for everybody else. `points` is what each seat gained in the step. `potential` is
`win`, plus the discounted change of a seat's lead over the best other seat, a tenth for each point; such shaping does not
change which policy is best. `save`, `load`, `clone` and `set` copy games as bytes and set positions (docs/schema.md).

## Looking ahead

```python
ahead = skerry.Env("fifth,board=random", batch=256)
ahead.branch(env, [3] * 256)        # 256 games from the position of game 3
```

Each branch has dice and random choices of its own, others at every call; with `branch(…, seed=7)` they can be repeated.
`ahead.twin(env, rows)` copies the dice that the games will have as well: right for taking a game up again, wrong for
choosing a move, because it knows every roll to come. Both also hold the cards that others hide.

`ahead.imagine(env, rows)` makes honest worlds: the view and the choices of the acting seat (or of `seats[j]`) are those of
the game, and what it does not know is guessed anew in each world, from its view alone. What it could remember of earlier
moves is not used. A move that does well in many such worlds does well; one that does well in a branch may only have seen
the cards.

## Ids

An id means the same in every game by the same rules. The table follows from the map, the number of seats, and whether the
rules have helpers and offers. Seats are counted from the one who acts: `+1` comes next. `env.name(id)` returns its name,
`env.steps(i, "0 bank 4wool ore")` the ids of an action in the notation.

Bundles are put together in steps, one id each. The seat keeps acting until the action is complete, and `drafting` is 1
until then. Cards are added in the order brick, lumber, wool, grain, ore, so that there is one way to each action:

| action | its steps |
|---|---|
| an offer, a counter-offer | `offer KIND` for each card given, `ask KIND` for each card asked for, `not-to +N` for each seat left out, `send` |
| William, Candamir | `william PATH` or `candamir`, then `pay KIND` for each card |
| Louis | `louis PATH`, then `onto PATH` |
| a discard after a seven | `discard KIND` for each card: each is a separate action |
| a building in Struggle | `build WHAT`, then `pay KIND` for each card, then `paid` |

Trades with the supply at a worse rate than the seat's best have no id. A draft can always be finished, and costs
nothing until it is.

## Tables

`version` goes up when an id or a feature changes its meaning; `library/python/space_hashes.json` pins both by a hash.
"""


def main():
    names = ", ".join("`skerry/%s-v1`" % name.capitalize() for name in skerry.rulesets())
    print(TEXT.replace("{{", "{").replace("}}", "}").replace("NAMES", names))
    for rules, seats, words in (("fifth+helpers", 4, "The base map, four seats, helpers"),
                                ("struggle", 4, "Struggle, four seats")):
        space = skerry.Space(rules, seats)
        print("### %s\n\n`%s`: version %d, %d ids, %d features.\n" % (words, rules, space.version, len(space.ids),
                                                                   space.features))
        print(space.markdown() + "\n")
    print("Without helpers and without offers (`offers=0`) their ids and features are left out, and the rest keeps its order.")


main()
