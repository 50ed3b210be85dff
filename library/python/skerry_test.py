"""Tests of the package; prints "N passed, M failed"."""
import ctypes
import gc
import glob
import io
import json
import os
import subprocess
import sys
import tempfile
import types
import unittest
import xml.dom.minidom
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import conformance_test
import skerry
from skerry.env import numpy


def play(env, most=40000):
    """Random play until every game of the batch is over; the sums of the rewards."""
    total = [[0.0] * env.seats for _ in range(env.batch)]
    for _ in range(most):
        if all(d or t for d, t in zip(env.done, env.truncated)):
            return total
        assert env.step([skerry.RANDOM] * env.batch) == 0
        total = [[a + b for a, b in zip(row, reward)] for row, reward in zip(total, env.reward)]
    raise AssertionError("the games do not end")


class GameTest(unittest.TestCase):
    def test_a_game_is_played_by_its_menus(self):
        game = skerry.Game("fifth,board=random", players=3, seed=5)
        for i in range(200):
            menu = game.legal()
            game.play(menu[i * 7 % len(menu)])
        again = skerry.Game()
        again.ask("load", record=game.record())
        self.assertEqual(again.state(), game.state())
        self.assertIsNone(game.view(0)["seats"][1]["cards"] if game.view(0)["seats"][1]["count"] else None)

    def test_a_refusal_has_its_ids(self):
        game = skerry.Game("fifth", first=0)
        with self.assertRaises(skerry.Refused) as caught:
            game.play("0 end")
        self.assertTrue(caught.exception.error and caught.exception.rule)
        with self.assertRaises(skerry.Refused):
            skerry.Game("no such rules")


class LibraryTest(unittest.TestCase):
    """The functions of one game, as a program in C calls them."""

    def setUp(self):
        lib, game, text, seed = skerry.library(), ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64
        for name, result, arguments in (
                ("new", game, [text, ctypes.c_int, seed]), ("copy", game, [game, seed]), ("twin", game, [game]),
                ("free", None, [game]), ("imagine", game, [game, ctypes.c_int, seed]), ("waits_for", ctypes.c_int, [game]), ("set", text, [game, text, seed]), ("load", text, [game, text, seed]),
                ("play", text, [game, text]), ("why", text, [game]), ("view", text, [game, ctypes.c_int]),
                ("advice", text, [game, ctypes.c_int, text, ctypes.c_uint32])):
            function = getattr(lib, "skerry_" + name)
            function.restype, function.argtypes = result, arguments

    def test_a_copy_does_not_know_the_dice_to_come(self):
        lib = skerry.library()

        def roll(game):
            self.assertIsNone(lib.skerry_play(game, b"0 roll"))
            dice = json.loads(lib.skerry_view(game, skerry.SPECTATOR))["dice"]
            lib.skerry_free(game)
            return tuple(dice)
        game = lib.skerry_new(b"fifth,first=0", 4, 1)
        copies = [roll(lib.skerry_copy(game, seed)) for seed in range(60)]
        self.assertGreater(len(set(copies)), 15)
        self.assertEqual(copies[:5], [roll(lib.skerry_copy(game, seed)) for seed in range(5)])
        twin = lib.skerry_twin(game)
        self.assertEqual(roll(twin), roll(game))

    def test_a_game_is_imagined_from_a_view_too(self):
        lib = skerry.library()
        game, view = lib.skerry_new(b"fifth,board=random", 4, 3), lib.skerry_new(b"fifth", 4, 1)
        for _ in range(150):
            lib.skerry_play(game, lib.skerry_advice(game, lib.skerry_waits_for(game), b"random", 0))
        hands = set()
        for seat in range(4):
            seen = lib.skerry_view(game, seat)
            self.assertIsNone(lib.skerry_set(view, seen, 0))
            for source in (game, view):
                for seed in range(8):
                    world = lib.skerry_imagine(source, seat, seed)
                    self.assertEqual(lib.skerry_view(world, seat), seen)
                    self.assertIsNone(lib.skerry_play(world, lib.skerry_advice(world, lib.skerry_waits_for(world), b"random", 0)))
                    hands.add(lib.skerry_view(world, skerry.ALL))
                    lib.skerry_free(world)
            self.assertIsNone(lib.skerry_imagine(view, (seat + 1) % 4, 1))
            self.assertIn(b"no-such-seat", lib.skerry_why(None))
        self.assertGreater(len(hands), 20)
        lib.skerry_free(game), lib.skerry_free(view)

    def test_no_game_has_a_reason(self):
        lib = skerry.library()
        for rules, seats, why in ((b"fith", 4, b"did you mean fifth?"), (None, 4, b"no such ruleset"),
                                  (b"fifth,pionts=9", 4, b"did you mean points?"), (b"fifth,points=99", 4, b"points: 3 to 30"),
                                  (b"fifth,points=10,points=11", 4, b"points: given twice"), (b"fifth", 9, b"2 to 4 players"),
                                  (b"fifth", -1, b"players"), (b"fifth-56,board=fixed", 6, b"no-fixed-board")):
            self.assertIsNone(lib.skerry_new(rules, seats, 1))
            self.assertIn(why, lib.skerry_why(None))
        self.assertEqual(skerry.Game().ask("new", rules="fifth,points=12")["rules"], "fifth,points=12")

    def test_no_text_is_refused(self):
        lib = skerry.library()
        game = lib.skerry_new(b"fifth", 4, 1)
        for refused, reason in ((lib.skerry_set(game, None, 0), b"bad-position"), (lib.skerry_load(game, None, 0), b"bad-record"),
                                (lib.skerry_play(game, None), b"bad-action")):
            self.assertEqual(refused, reason)
            self.assertGreater(len(lib.skerry_why(game)), 5)
        lib.skerry_free(game)
        self.assertIn(b"bad-json", lib.skerry_engine_line(skerry.Game()._engine, None))

    def test_advice_of_an_unknown_level_names_the_levels(self):
        lib = skerry.library()
        game = lib.skerry_new(b"fifth,first=0", 4, 1)
        self.assertEqual(b"0 roll", lib.skerry_advice(game, 0, b"club", 0))
        for level, why in ((b"deity", b"grandmaster"), (b"club-bold", b"soldier")):
            self.assertIsNone(lib.skerry_advice(game, 0, level, 0))
            self.assertIn(why, lib.skerry_why(game))
        lib.skerry_free(game)


class EnvTest(unittest.TestCase):
    def test_random_games_end_with_one_winner(self):
        for rules in ("fifth,board=random,phases=combined", "fifth-56+helpers", "struggle"):
            for fill in (("features", "points"), ("menu", "points")):
                env = skerry.Env(rules, batch=3, seed=9, fill=fill)
                total = play(env)
                for i in range(3):
                    self.assertEqual(sum(total[i]), 1)
                    self.assertEqual(env.seat[i], -1)
                    winner = total[i].index(1)
                    self.assertEqual(env.position(i)["winner"], winner)
                    self.assertEqual(env.points[i][winner], env.points_of(i)[winner])
                self.assertEqual(env.reset_done(), 3)
                self.assertFalse(any(env.done))

    def test_environments_limit_offers_unless_the_rules_say_otherwise(self):
        limit = lambda rules: skerry.Env(rules).position(0)["rules"]["options"].get("offers")
        self.assertEqual(limit("fifth+helpers,points=4"), 16)
        self.assertEqual((limit("fifth,offers=3"), limit("sixth,offers=unlimited")), (3, "unlimited"))
        self.assertIsNone(limit("struggle"))

    def test_masks_ids_and_names_agree(self):
        env = skerry.Env("sixth+helpers,board=random", batch=2, seed=3)
        space = skerry.Space("sixth+helpers,board=random")
        for step in range(300):
            ids = sorted(int(v) for v in env.ids[0][:env.count[0]])
            self.assertEqual(ids, [i for i, ok in enumerate(env.mask[0]) if ok])
            self.assertEqual(sorted(env.actions(0)), sorted(space.ids[i] for i in ids))
            self.assertEqual(env.step([ids[step % len(ids)], skerry.LEAVE]), 0)
        self.assertEqual(env.decisions[1], 0)

    def test_an_action_has_its_ids_and_they_play_it(self):
        env = skerry.Env("fifth,first=0,phases=combined,board=random", seats=3, seed=5)
        menu = skerry.Env("fifth,first=0,phases=combined,board=random", seats=3, seed=5, fill="menu")
        made = 0
        for step in range(400):
            if env.done[0]:
                break
            action = menu.actions(0)[step * 5 % menu.count[0]]
            ids = env.steps(0, action)
            self.assertTrue(ids, action)
            for i in ids:
                self.assertEqual(env.step([i]), 0)
            menu.step([step * 5 % menu.count[0]])
            self.assertEqual(env.position(0)["turns"], menu.position(0)["turns"])
            made += 1
        self.assertGreater(made, 100)
        self.assertEqual(env.steps(0, "0 nonsense"), [])

    def test_an_offer_is_put_together_and_answered_out_of_turn(self):
        env = skerry.Env("fifth,first=0,board=random,phases=combined", seats=3, seed=5, fill=("features", "may"))
        space = skerry.Space("fifth,first=0,board=random,phases=combined", 3)
        for _ in range(4000):
            offers = [i for i in env.ids[0][:env.count[0]] if space.ids[i].startswith("offer")]
            if offers and env.position(0)["phase"] == "main":
                break
            env.step([skerry.RANDOM])
        seat = env.seat[0]
        env.step([offers[0]])
        self.assertEqual((env.drafting[0], env.seat[0]), (1, seat))
        ask = next(i for i in env.ids[0][:env.count[0]] if space.ids[i].startswith("ask"))
        self.assertNotIn(space.id["send"], env.ids[0][:env.count[0]])
        env.step([ask])
        env.step([space.id["not-to +1"]])
        env.step([space.id["send"]])
        offer = env.position(0)["offers"][0]
        self.assertEqual((offer["from"], offer["to"]), (seat, [(seat + 2) % 3]))
        self.assertEqual(env.seat[0], (seat + 2) % 3)           # who is asked owes an answer
        self.assertTrue(env.may[0] >> int(seat) & 1)
        self.assertTrue(env.turn_to(0, int(seat)))              # ... and meanwhile the maker may withdraw
        self.assertEqual(env.step([space.id["withdraw"]]), 0)
        self.assertEqual(env.position(0)["offers"], [])
        self.assertTrue(env.turn_to(0, (int(seat) + 1) % 3))    # anybody may propose
        self.assertTrue(all(name.startswith("offer") for name in env.actions(0)))
        self.assertFalse(env.turn_to(0, 3) or env.turn_to(0, -1))

    def test_a_wrong_choice_changes_nothing(self):
        env = skerry.Env("struggle", batch=2)
        before = json.dumps(env.position(0))
        illegal = next(i for i, ok in enumerate(env.mask[0]) if not ok)
        self.assertEqual(env.step([illegal, -7]), 2)
        self.assertEqual(env.step([10**6, 2**31 - 1]), 2)
        self.assertEqual(json.dumps(env.position(0)), before)
        with self.assertRaises(ValueError):
            env.step([0])
        with self.assertRaises(IndexError):
            env.position(5)
        with self.assertRaises(IndexError):
            env.observe(0, 4)

    def test_what_is_wrong_has_its_own_error(self):
        for kind, error, arguments, options in [
            (skerry.RulesError, "no-such-ruleset", ("nonsense",), {}),
            (skerry.RulesError, "no-such-option", ("fifth,cheese=2",), {}),
            (skerry.RulesError, "bad-value", ("fifth,points=200",), {}),
            (skerry.SeatsError, "bad-players", ("fifth",), {"seats": 6}),
            (skerry.SeatsError, "bad-players", ("fifth",), {"seats": -1}),
            (skerry.SeatsError, "bad-players", ("fifth",), {"seats": 3, "bots": {4: "club"}}),
            (skerry.BatchError, "bad-batch", ("fifth",), {"batch": 0}),
            (skerry.BatchError, "bad-batch", ("fifth",), {"batch": 65537}),
            (skerry.BatchError, "bad-batch", ("fifth",), {"batch": "many"}),
            (skerry.BotError, "bad-bot", ("fifth",), {"bots": {0: "genius"}}),
            (skerry.BotError, "bad-bots", ("fifth",), {"bots": ["club"] * 4}),
            (skerry.EnvError, "bad-threads", ("fifth",), {"threads": 1000}),
            (skerry.EnvError, "bad-reward", ("fifth",), {"reward": "money"}),
            (skerry.EnvError, "bad-autoreset", ("fifth",), {"autoreset": "never"}),
            (skerry.EnvError, "bad-fill", ("fifth",), {"fill": ("colours",)}),
            (skerry.EnvError, "bad-seed", ("fifth",), {"seed": None}),
            (skerry.EnvError, "bad-seed", ("fifth",), {"seed": 1.5}),
            (skerry.EnvError, "bad-limit", ("fifth",), {"limit": -1}),
            (skerry.EnvError, "bad-viewer", ("fifth",), {"viewer": "0"}),
            (skerry.EnvError, "bad-discount", ("fifth",), {"discount": float("nan")}),
            (skerry.SeatsError, "bad-seats", ("fifth",), {"bots": {-1: "club"}}),
            (skerry.RulesError, "no-such-ruleset", ("fifth\0x",), {}),
        ]:
            with self.assertRaises(kind) as caught:
                skerry.Env(*arguments, **options)
            self.assertEqual(caught.exception.error, error)

    def test_a_closed_environment_says_so(self):
        env, other = skerry.Env("fifth", batch=2), skerry.Env("fifth", batch=2)
        env.close()
        for use in (lambda: env.step(), lambda: env.step([0, 0]), lambda: env.reset(0, 1), lambda: env.reset_done(),
                    lambda: env.save(0), lambda: env.clone(0, 1), lambda: env.branch(other, [0, 1]), lambda: env.twin(other, [0, 1]),
                    lambda: other.branch(env, [0, 1]), lambda: env.position(0), lambda: env.observe(0, 0)):
            with self.assertRaises(ValueError) as caught:
                use()
            self.assertEqual(str(caught.exception), "the environment is closed")
        with skerry.Env("fifth") as used:
            used.step([skerry.RANDOM])
        with self.assertRaises(ValueError):
            used.step()

    def test_choices_may_be_assigned(self):
        env = skerry.Env("fifth", batch=2)
        kept = env.choice
        env.choice = [skerry.RANDOM, skerry.LEAVE]
        self.assertEqual(env.step(), 0)
        self.assertEqual((list(kept), list(env.decisions)), ([skerry.RANDOM, skerry.LEAVE], [1, 0]))
        for wrong in ([0], [0.5, 1.0], [2**32, 0], ["a", "b"]):
            with self.assertRaises(ValueError):
                env.step(wrong)
        self.assertEqual(list(env.decisions), [1, 0])

    @unittest.skipUnless(numpy, "needs numpy")
    def test_numpy_numbers_are_numbers(self):
        env = skerry.Env("fifth", batch=numpy.int64(2), seats=numpy.uint8(3), threads=numpy.int32(2), seed=numpy.int64(7),
                         limit=numpy.int16(9), bots={numpy.int64(1): "beginner"})
        env.reset(numpy.int64(1), numpy.uint64(2**63))
        self.assertEqual((env.batch, env.seats), (2, 3))
        env.load(numpy.int64(0), numpy.frombuffer(env.save(1), numpy.uint8))
        for made in (skerry.SeatEnv("fifth", seat=numpy.int64(1)), skerry.VectorEnv("fifth", num_envs=numpy.int64(2)),
                     skerry.AECEnv("fifth"), skerry.ParallelEnv("fifth")):
            made.reset(seed=numpy.int64(5))
            made.close()
        many = skerry.VectorEnv("fifth", num_envs=2)
        first = many.reset(seed=numpy.array([5, 6]))[0]
        self.assertEqual(first.tolist(), many.reset(seed=[5, 6])[0].tolist())

    def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(self):
        def run(seed, threads):
            env = skerry.Env("fifth", batch=40, seed=seed, threads=threads, autoreset="same", bots={2: "beginner"})
            for _ in range(120):
                env.step([skerry.RANDOM] * 40)
            return [env.position(i) for i in (0, 17, 39)], bytes(env.features)
        self.assertEqual(run(4, 1), run(4, 3))
        self.assertNotEqual(run(4, 1), run(5, 1))

    def test_choices_do_not_change_the_dice(self):
        """Two learners that explore differently get the same board: chance has its own random stream."""
        boards = set()
        for skipped in range(3):
            env = skerry.Env("fifth,board=random", seed=8)
            for _ in range(skipped):
                env.step([skerry.RANDOM])
            boards.add(json.dumps(env.position(0)["board"]["hexes"]))
        self.assertEqual(len(boards), 1)
        env = skerry.Env("fifth,first=0", seats=2, seed=8)
        saved, rolls = env.save(0), set()
        roll = skerry.Space("fifth,first=0", 2).id["roll"]
        for noise in range(3):
            env.load(0, saved)
            for _ in range(noise):
                env.random_choices()
            env.step([roll])
            rolls.add(tuple(env.position(0)["dice"]))
        self.assertEqual(len(rolls), 1)

    def test_an_observation_tells_what_the_seat_may_know(self):
        env = skerry.Env("fifth", batch=1, seed=2, fill=("features", "every"))
        space = skerry.Space("fifth")
        for _ in range(200):
            env.step([skerry.RANDOM])
        seat = int(env.seat[0])
        self.assertEqual(list(env.observe(0, seat)), list(env.features[0]))
        for viewer in range(4):
            view = env.position(0, viewer)
            hand = list(env.observe(0, viewer))[space.blocks["hand"].slice]
            self.assertEqual(hand, list(view["seats"][viewer]["cards"].values()))
            self.assertEqual(list(env.every[0][viewer]), list(env.observe(0, viewer)))
            sizes = list(env.observe(0, viewer))[space.blocks["hand_size"].slice]
            self.assertEqual(sizes, [view["seats"][(viewer + i) % 4]["count"] for i in range(4)])

    def test_floats_are_features_by_their_range(self):
        """Floats stay right although only what has changed is converted, when seats take turns, games restart or slots are reused."""
        ends = 0
        for rules in ("fifth,board=random,offers=0,points=4", "fifth+helpers,points=4", "struggle"):
            env = skerry.Env(rules, batch=3, seed=4, fill=("floats",), autoreset="same")
            saved = env.save(0)
            high = [block.high for block in skerry.Space(rules).blocks.values() for _ in range(block.size)]
            for n in range(600 if numpy else 60):
                env.step([skerry.RANDOM] * env.batch)
                ends += sum(env.done)
                if n == 50:
                    env.load(1, saved)
                if numpy:
                    self.assertTrue(numpy.allclose(env.floats, env.features / numpy.float32(high), atol=1e-6))
                for row, floats in () if numpy else zip(env.features, env.floats):
                    self.assertTrue(all(abs(f - v / h) < 1e-6 for f, v, h in zip(floats, row, high)))
        self.assertTrue(ends or not numpy)

    def test_games_that_are_over_begin_again_as_asked(self):
        env = skerry.Env("struggle,points=3", batch=4, seed=1, autoreset="next")
        ended = 0
        for _ in range(600):
            was = list(env.done)
            env.step([skerry.RANDOM] * 4)
            for i in range(4):
                if was[i]:
                    ended += 1
                    self.assertEqual((env.done[i], env.decisions[i], sum(env.reward[i])), (0, 0, 0))
        self.assertGreater(ended, 3)
        env, wins = skerry.Env("struggle,points=3", batch=4, seed=1, autoreset="same"), 0
        for _ in range(600):
            env.step([skerry.RANDOM] * 4)
            for i in range(4):
                if env.done[i]:
                    wins += 1
                    self.assertEqual((sum(env.reward[i]), env.decisions[i]), (1, 0))
                    self.assertGreater(env.length[i], 5)
                    self.assertNotEqual(list(env.final_features[i]), list(env.features[i]))
        self.assertGreater(wins, 3)

    def test_random_choices_begin_finished_games_again(self):
        env, begun = skerry.Env("struggle,points=3", batch=4, seed=1, autoreset="next"), [0] * 4
        for _ in range(900):
            over = [bool(done) for done in env.done]
            self.assertEqual(env.step(env.random_choices()), 0)
            for i in range(4):
                begun[i] += over[i] and not env.done[i]
        self.assertGreater(min(begun), 2)

    def test_a_limit_cuts_games_short(self):
        env = skerry.Env("fifth", batch=2, limit=25)
        play(env)
        self.assertEqual((list(env.truncated), list(env.done), list(env.decisions)), ([1, 1], [0, 0], [25, 25]))
        self.assertEqual(env.reset_done(), 2)

    def test_rewards(self):
        totals = {}
        for reward in ("win", "points", "potential"):
            env = skerry.Env("fifth,board=random", seats=3, seed=3, reward=reward, fill=("points",))
            total, start = [0.0] * 3, list(env.points[0])
            while not env.done[0]:
                env.step([skerry.RANDOM])
                total = [a + b for a, b in zip(total, env.reward[0])]
            totals[reward] = total
            end, winner = list(env.points[0]), env.position(0)["winner"]
            if reward == "points":
                self.assertEqual(total, [b - a for a, b in zip(start, end)])
            else:       # in total a potential adds only the value of the start, which is 0 here
                lead = [0.1 * (p - max(start[:i] + start[i + 1:])) for i, p in enumerate(start)]
                want = [(i == winner) - (lead[i] if reward == "potential" else 0) for i in range(3)]
                for got, wanted in zip(total, want):
                    self.assertAlmostEqual(got, wanted, places=4)

    def test_a_game_is_saved_copied_and_set(self):
        env = skerry.Env("fifth+helpers", batch=2, seed=6, bots={1: "beginner"})
        for _ in range(150):
            env.step([skerry.RANDOM, skerry.LEAVE])
        saved, position = env.save(0), env.position(0)
        env.clone(1, 0)
        for _ in range(60):
            env.step([skerry.RANDOM, skerry.RANDOM])
        self.assertEqual(env.position(0), env.position(1))       # the same dice, bots and random choices
        after = env.position(0)
        env.load(0, saved)
        self.assertEqual(env.position(0), position)
        for _ in range(60):
            env.step([skerry.RANDOM, skerry.LEAVE])
        self.assertEqual(env.position(0), after)
        env.set(0, position)
        self.assertEqual(env.position(0), position)
        other = skerry.Env("fifth+helpers", seed=99, bots={1: "beginner"})
        other.load(0, saved)
        self.assertEqual(other.position(0), position)
        for wrong, error in ((saved[:-1], "wrong-size"), (saved[:-9] + b"?" * 9, "damaged")):
            with self.assertRaises(skerry.EnvError) as caught:
                env.load(0, wrong)
            self.assertEqual(caught.exception.error, error)
        with self.assertRaises(skerry.EnvError):
            skerry.Env("fifth+helpers", seed=1).load(0, saved)   # other bots
        for bad in (env.position(0, 0), dict(position, rules=dict(position["rules"], players=9)), {}, "no JSON"):
            with self.assertRaises(skerry.EnvError):
                env.set(0, bad)
        self.assertEqual(env.position(0), position)

    def test_a_batch_looks_ahead(self):
        env = skerry.Env("fifth", batch=3, seed=4, bots={1: "beginner", 2: "random", 3: "random"})
        ahead = skerry.Env("fifth", batch=8, seed=9, viewer=0)
        for _ in range(40):
            env.step([skerry.RANDOM] * 3)
        before = [env.position(i) for i in range(3)]
        ahead.branch(env, [2, 0, 1, 2, skerry.LEAVE, 2, 0, 0])
        self.assertEqual([ahead.position(j) for j in (0, 1, 2)], [before[i] for i in (2, 0, 1)])
        self.assertEqual(list(ahead.features[1]), list(env.features[0]))
        self.assertEqual(ahead.step([skerry.RANDOM] * 8), 0)
        self.assertNotEqual(ahead.position(1), before[0])
        self.assertEqual([env.position(i) for i in range(3)], before)
        with self.assertRaises(IndexError):
            ahead.branch(env, [3] * 8)
        with self.assertRaises(skerry.EnvError):
            env.branch(ahead, [0] * 3)
        with self.assertRaises(skerry.EnvError):
            skerry.Env("fifth", viewer=4)

    def test_branches_have_futures_of_their_own(self):
        def futures(copy):
            copy()
            for j in range(ahead.batch):
                ahead.playout(j)
            self.assertTrue(all(ahead.done))
            return list(ahead.decisions)
        env, ahead = skerry.Env("fifth,offers=0", seed=4), skerry.Env("fifth,offers=0", batch=64, seed=9)
        env.playout(0, 60)
        rows = [0] * ahead.batch
        first, second = [futures(lambda: ahead.branch(env, rows)) for _ in range(2)]
        self.assertGreater(len(set(first)), 40)
        self.assertNotEqual(first, second)
        seeded, again, other = [futures(lambda: ahead.branch(env, rows, seed=seed)) for seed in (7, 7, 8)]
        self.assertTrue(seeded == again != other)
        same = futures(lambda: ahead.twin(env, rows))
        env.playout(0)
        self.assertEqual(set(same), set(env.decisions))

    def test_a_world_agrees_with_what_its_seat_knows(self):
        """The seat's own view and menu are those of the game; hands and dice are not."""
        for rules, steps in (("fifth,board=random", 20), ("sixth+helpers", 20), ("fifth-56", 10), ("struggle", 20), ("struggle-56", 10)):
            env, ahead = skerry.Env(rules, batch=4, seed=11), skerry.Env(rules, batch=64, seed=5, fill=())
            others = set()
            for _ in range(steps):
                for i in range(env.batch):
                    env.playout(i, 9)
                env.reset_done()
                rows = [j % env.batch for j in range(ahead.batch)]
                ahead.imagine(env, rows)
                for j, i in enumerate(rows):
                    seat = int(env.seat[i])
                    self.assertEqual(ahead.position(j, seat), env.position(i, seat))
                    self.assertEqual(list(ahead.mask[j]), list(env.mask[i]))
                    self.assertEqual(list(ahead.observe(j, seat)), list(env.observe(i, seat)))
                others |= {json.dumps(ahead.position(j)["seats"]) for j in range(0, ahead.batch, env.batch)}
            self.assertGreater(len(others), 8 * steps, rules)

    def test_a_world_may_be_any_seats(self):
        env, ahead = skerry.Env("fifth,offers=0", seed=4), skerry.Env("fifth,offers=0", batch=4, seed=9)
        env.playout(0, 200)
        for seed in range(20):
            ahead.imagine(env, [0] * 4, seats=range(4), seed=seed)
            for seat in range(4):
                self.assertEqual(ahead.position(seat, seat), env.position(0, seat))
                self.assertEqual(ahead.seat[seat], env.seat[0])
        first = [ahead.position(j) for j in range(4)]
        self.assertNotEqual(first, [env.position(0)] * 4)
        ahead.imagine(env, [0] * 4, range(4), seed=19)
        self.assertEqual(first, [ahead.position(j) for j in range(4)])
        for seats in ([0, 1, 2, 4], [0, -1, 2, 3]):
            with self.assertRaises(IndexError):
                ahead.imagine(env, [0] * 4, seats)

    def test_arrays_outlive_their_environment(self):
        env = skerry.Env("fifth", batch=3, threads=2, fill=("features", "view"))
        mask, view, features = env.mask, env.view, env.features
        copy = bytes(features)
        del env
        gc.collect()
        block = [bytearray(1 << 20) for _ in range(20)]          # what would land in freed memory
        self.assertEqual(bytes(features), copy)
        self.assertEqual(len(bytes(view)) // 3, len(bytes(view[0])))
        self.assertTrue(any(mask[0]) and block)

    def test_house_bots_play_the_other_seats(self):
        env = skerry.Env("fifth,board=random", batch=4, seed=1, bots={1: "beginner", 2: "casual", 3: "random"})
        seats = set()
        for _ in range(300):
            seats |= {int(s) for s in env.seat}
            env.step([skerry.RANDOM] * 4)
        self.assertLessEqual(seats, {0, -1})
        self.assertGreater(env.position(0)["turns"] + env.position(1)["turns"], 8)

    def test_a_house_bot_proposes_in_the_turn_of_another(self):
        env = skerry.Env("fifth", seed=3, autoreset="same", bots={1: "master"})
        for _ in range(2000):
            at = env.position(0)
            makers = {offer["from"] for offer in at.get("offers", [])}
            if 1 in makers and at["turn"] != 1 and not at["seats"][at["turn"]].get("offers_made"):  # no counter
                break
            env.step([skerry.RANDOM])
        else:
            self.fail("never proposed")


class SpaceTest(unittest.TestCase):
    def test_whoever_reads_the_description_may_stop(self):
        reads, writes = os.pipe()
        os.close(reads)
        out = subprocess.run([sys.executable, "-c", "import skerry; skerry.describe('fifth+helpers')"], stdout=writes, text=True,
                             stderr=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=HERE))
        os.close(writes)
        self.assertEqual((out.returncode, out.stderr), (0, ""))

    def test_layouts_are_pinned(self):
        """If you change an id or a feature, raise the version in the game's space.c and write this file again:
        python3 library/python/skerry_test.py --layouts"""
        with open(os.path.join(HERE, "space_hashes.json")) as file:
            self.assertEqual(layouts(), json.load(file))

    def test_describe_prints_every_block(self):
        out = io.StringIO()
        skerry.describe("fifth+helpers", file=out)
        for word in ("hand_size", "helper_side", "robber A1", "layout"):
            self.assertIn(word, out.getvalue())
        space = skerry.Space("fifth")
        self.assertEqual(space.feature_name(space.blocks["roads"].first + 73), "roads[+1][1]")

    def test_the_document_is_up_to_date(self):
        out = subprocess.run([sys.executable, os.path.join(HERE, "training_doc.py")], capture_output=True, text=True)
        with open(os.path.join(ROOT, "docs", "training.md")) as file:
            self.assertEqual(out.stdout, file.read(), "python3 library/python/training_doc.py >docs/training.md")


GYMNASIUM = """
import random
class Env:
    def reset(self, *, seed=None, options=None):
        self.np_random = random.Random(seed); self.np_random_seed = seed
class spaces:
    class Box:
        def __init__(self, low, high, shape=None, dtype=None, seed=None): pass
    class Dict:
        def __init__(self, spaces, seed=None): pass
    class Discrete(Dict): pass
    class MultiBinary(Dict): pass
import sys; sys.modules["gymnasium.spaces"] = spaces
class vector:
    class VectorEnv: pass
    class AutoresetMode: DISABLED, NEXT_STEP, SAME_STEP = "DISABLED", "NEXT_STEP", "SAME_STEP"
    class utils:
        def batch_space(space, n): return ["batch", n]
registry = {}
def register(name, **how): registry[name] = how
"""
USES_GYMNASIUM = """
import gymnasium, skerry
env = skerry.SeatEnv("struggle", bots="random"); env.reset(seed=7); print(env.np_random_seed)
many = skerry.VectorEnv("struggle", num_envs=3, bots="random", autoreset="off")
print(many.metadata["autoreset_mode"], *many.action_space)
for name, how in gymnasium.registry.items(): print(name, how["kwargs"]["ruleset"])
"""


class StandardsTest(unittest.TestCase):
    def test_one_seat_as_gymnasium_has_it(self):
        env = skerry.SeatEnv("fifth", seat=1, bots="beginner", limit=400, render_mode="svg")
        first, info = env.reset(seed=5)
        again, _ = env.reset(seed=5)
        self.assertEqual(list(first), list(again))
        self.assertTrue(env.observation_space.contains(first))
        with self.assertRaises(ValueError):
            env.step(list(info["action_mask"]).index(0))
        for _ in range(4000):
            action = next(i for i, ok in enumerate(info["action_mask"]) if ok) if _ % 3 else \
                env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            self.assertTrue(env.observation_space.contains(observation))
            if terminated or truncated:
                break
        self.assertTrue(terminated or truncated)
        self.assertIn(reward, (0.0, 1.0))
        with self.assertRaises(ValueError):
            env.step(0)
        if numpy:
            self.assertEqual(info["action_mask"].dtype, numpy.int8)     # what sample() asks for
        xml.dom.minidom.parseString(env.render())
        for bad in ({"seat": 9}, {"bots": {0: "club"}}, {"observation": "smell"}, {"illegal": "maybe"}):
            with self.assertRaises(skerry.EnvError):
                skerry.SeatEnv("fifth", **bad)

    def test_a_learner_without_masks_plays_too(self):
        env = skerry.SeatEnv("struggle", bots="random", illegal="random")
        _, info = env.reset(seed=2)
        wrong, before = list(info["action_mask"]).index(0), info["decisions"]
        _, _, _, _, info = env.step(wrong)
        self.assertEqual((info["illegal"], info["decisions"]), (True, before + 1))
        _, _, _, _, info = env.step(list(info["action_mask"]).index(1))
        self.assertFalse(info["illegal"])

    def test_gymnasium_finds_what_it_asks_for(self):
        """Tested with a fake Gymnasium that does what Env and VectorEnv of 1.1 do: seeds, spaces of a batch, autoreset modes."""
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "gymnasium"))
            with open(os.path.join(folder, "gymnasium", "__init__.py"), "w") as module:
                module.write(GYMNASIUM)
            out = subprocess.run([sys.executable, "-c", USES_GYMNASIUM], check=True, capture_output=True, text=True, env=dict(
                os.environ, PYTHONPATH=folder + os.pathsep + os.path.join(ROOT, "library", "python"))).stdout.splitlines()
        self.assertEqual(out[:2], ["7", "DISABLED batch 3"])
        self.assertEqual(out[2:], ["skerry/Fifth-v1 fifth", "skerry/3d-v1 3d", "skerry/Sixth-v1 sixth", "skerry/Fifth-56-v1 fifth-56",
                                   "skerry/Struggle-v1 struggle", "skerry/Struggle-56-v1 struggle-56"])

    def test_wrong_steps_say_what_is_wrong(self):
        one, many = skerry.SeatEnv("fifth", limit=2), skerry.VectorEnv("fifth", num_envs=2)
        table, all_at_once = skerry.AECEnv("fifth"), skerry.ParallelEnv("fifth")
        one.reset(seed=1)
        for step, words in [(lambda: one.step(1.5), "an id, not 1.5"), (lambda: one.step(10**9), "1000000000 is not legal"),
                            (lambda: many.reset(seed=[1]), "one for each of the 2 games"),
                            (lambda: table.last(), "call reset()"), (lambda: table.step(0), "call reset()"),
                            (lambda: all_at_once.step({}), "call reset()")]:
            with self.assertRaises(ValueError) as caught:
                step()
            self.assertIn(words, str(caught.exception))
        all_at_once.reset(seed=1)
        with self.assertRaises(ValueError) as caught:
            all_at_once.step({})
        self.assertIn("seat_0 has no action", str(caught.exception))
        if numpy:
            for step in (lambda: one.step(numpy.array([1])), lambda: many.step([0.5, 0.5])):
                with self.assertRaises(ValueError):
                    step()

    def test_games_that_are_over_wait_for_the_mask(self):
        env = skerry.VectorEnv("struggle,points=4", num_envs=3, bots="random", autoreset="off")
        _, info = env.reset(seed=1)
        over = [False] * 3
        for _ in range(4000):
            choices = [next((i for i, ok in enumerate(mask) if ok), 0) for mask in info["action_mask"]]
            _, _, over, cut, info = env.step(choices)
            if any(over):
                break
        ended = list(over).index(True)
        env.reset(options={"reset_mask": [i == ended for i in range(3)]})
        self.assertEqual([int(n) == 0 for n in env.env.decisions], [i == ended for i in range(3)])
        with self.assertRaises(skerry.EnvError):
            env.reset(options={"reset_mask": [True]})

    def test_many_seats_at_once(self):
        for autoreset, illegal in (("next", "raise"), ("next", "random"), ("same", "raise")):
            env = skerry.VectorEnv("struggle,points=4", num_envs=3, bots="random", autoreset=autoreset, illegal=illegal)
            observations, info = env.reset(seed=1)
            episodes, over = [0] * 3, [False] * 3
            for _ in range(900):
                before = over
                choices = [next((i for i, ok in enumerate(mask) if ok), 0) for mask in info["action_mask"]]
                observations, rewards, over, truncated, info = env.step(choices)
                for i in range(3):
                    episodes[i] += bool(over[i])
                    if before[i] and autoreset == "next":       # the step that begins anew plays and pays nothing
                        self.assertEqual((bool(over[i]), float(rewards[i]), int(env.env.decisions[i])), (False, 0, 0))
                if autoreset == "same":
                    self.assertEqual(list(info["_final_obs"]), list(map(bool, over)))
            self.assertEqual(len(observations), 3)
            self.assertGreater(min(episodes), 1, autoreset)

    def test_every_seat_as_pettingzoo_has_it(self):
        env = skerry.AECEnv("struggle")
        env.reset(seed=3)
        seen, total = set(), dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter(20000):
            observation, reward, terminated, truncated, info = env.last()
            seen.add(agent)
            if terminated or truncated:
                total[agent] += reward
                env.step(None)
                continue
            mask = list(observation["action_mask"])
            self.assertTrue(any(mask))
            env.step(env.action_space(agent).sample(observation["action_mask"]))
        self.assertEqual((len(seen), sum(total.values()), env.agents), (4, 1, []))

    def test_all_who_are_waited_for_act_at_once(self):
        env = skerry.ParallelEnv("fifth,board=random", limit=3000)
        observations, infos = env.reset(seed=3)
        at_once = 0
        while env.agents:
            masks = {agent: list(o["action_mask"]) for agent, o in observations.items()}
            at_once += sum(not mask[env.wait] for mask in masks.values()) > 1
            self.assertTrue(all(any(mask) for mask in masks.values()))
            observations, rewards, over, cut, infos = env.step(
                {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents})
        self.assertGreater(at_once, 0)
        self.assertTrue(all(over.values()) or all(cut.values()))
        env.reset(seed=4)
        with self.assertRaises(ValueError):
            env.step(dict.fromkeys(env.agents, env.wait))

    def test_pictures(self):
        for rules in ("fifth", "fifth-56+helpers", "struggle"):
            env = skerry.Env(rules, seed=1)
            env.playout(0, 300)
            xml.dom.minidom.parseString(env.render(mode="svg"))
            self.assertIn("seat 0", env.render())


class InstallTest(unittest.TestCase):
    """The wheel works from an empty folder, also without numpy."""

    SCRIPT = """
import sys
if {without}: sys.modules["numpy"] = None
import skerry
assert skerry.__file__.startswith({prefix!r}), skerry.__file__
env = skerry.Env("fifth", batch=2, seed=1, fill=("features", "floats", "every"))
while not all(env.done): assert env.step([skerry.RANDOM] * 2) == 0
one = skerry.SeatEnv("struggle", bots="random")
o, info = one.reset(seed=1)
o, r, t, c, info = one.step(one.action_space.sample(info["action_mask"]))
p = skerry.ParallelEnv("struggle"); o, _ = p.reset(seed=1)
p.step({{a: p.action_space(a).sample(o[a]["action_mask"]) for a in p.agents}})
assert skerry.Game("fifth", seed=1).legal()
print("fine", skerry.__version__)"""

    def use(self, prefix):
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "SKERRY_LIB")}
        for without in (False, True):
            out = subprocess.run([sys.executable, "-c", self.SCRIPT.format(without=without, prefix=prefix)], cwd="/",
                                 env=dict(env, PYTHONPATH=prefix), capture_output=True, text=True)
            self.assertIn("fine", out.stdout, out.stderr)

    def test_a_wheel_is_complete(self):
        wheel = max(glob.glob(os.path.join(ROOT, "build", "wheel", "*.whl")), key=os.path.getmtime)
        with tempfile.TemporaryDirectory() as prefix:
            zipfile.ZipFile(wheel).extractall(prefix)
            self.use(prefix)

    def test_pip_installs_it(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            self.skipTest("there is no pip")
        with tempfile.TemporaryDirectory() as prefix:
            out = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--target", prefix, HERE],
                                 capture_output=True, text=True)
            self.assertEqual(out.returncode, 0, out.stderr)
            self.use(prefix)


def pyspiel_stub():
    """The part of OpenSpiel's interface for Python games that the adapter uses."""
    def words(*names):
        return type("Words", (), {name: name for name in names})

    class GameType:
        Dynamics, ChanceMode = words("SEQUENTIAL"), words("SAMPLED_STOCHASTIC")
        Information, Utility, RewardModel = words("IMPERFECT_INFORMATION"), words("GENERAL_SUM"), words("TERMINAL")

        def __init__(self, **members):
            self.__dict__.update(members)

    class Game:
        def __init__(self, kind, info, params):
            self.kind, self.info = kind, info

    class State:
        def __init__(self, game):
            self.history = []

        def legal_actions(self):
            return self._legal_actions(self.current_player())

        def apply_action(self, action):
            self.history.append(action)
            self._apply_action(action)

        def clone(self):
            import copy
            return copy.deepcopy(self)

    stub = types.ModuleType("pyspiel")
    stub.GameType, stub.Game, stub.State, stub.PlayerId = GameType, Game, State, types.SimpleNamespace(TERMINAL=-4)
    stub.GameInfo = lambda **members: types.SimpleNamespace(**members)
    stub.games = {}
    stub.register_game = lambda kind, made: stub.games.__setitem__(kind.short_name, made)
    return stub


@unittest.skipUnless(numpy, "numpy is missing")
class ExamplesTest(unittest.TestCase):
    """Short versions of what examples/ does at length."""

    def load(self, name):
        import importlib.util
        spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, "examples", name + ".py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_the_learner_learns(self):
        """Starts knowing nothing and soon wins many more games against random seats; against `beginner` it takes minutes."""
        learner = self.load("learner").Learner("random", batch=32, seed=3)
        first = learner.play(40, noise=0.1)
        for _ in range(4):
            learner.study()
            later = learner.play(40, noise=0.1)
        self.assertGreater(later, max(0.5, first + 0.2))

    def test_a_dataset_is_read(self):
        program = os.path.join(ROOT, "build", "skerry")
        with tempfile.TemporaryDirectory() as folder:
            games, rows = os.path.join(folder, "games"), os.path.join(folder, "games.npy")
            for command in (["arena", "--bots", "random,random,random,random", "--games", "3", "--records", games],
                            ["dataset", games, rows]):
                subprocess.run([program] + command, check=True, capture_output=True)
            lines = list(self.load("dataset_reader").report(numpy.load(rows, mmap_mode="r")))
        self.assertRegex(lines[0], "^[0-9]+ decisions in 3 games")
        self.assertTrue(any(line.startswith("action type") for line in lines))

    def test_open_spiel_plays_it(self):
        real, stub = sys.modules.get("pyspiel"), pyspiel_stub()
        sys.modules["pyspiel"] = stub
        try:
            import skerry.openspiel as adapter
        finally:
            sys.modules.pop("pyspiel")
            if real:
                sys.modules["pyspiel"] = real
        game = stub.games["python_skerry"]({"ruleset": "struggle", "players": 3})
        self.assertEqual(game.info.num_players, 3)
        state, observer, n = game.new_initial_state(), game.make_py_observer(), 0
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            self.assertTrue(legal and 0 <= player < 3)
            observer.set_from(state, player)
            if n == 40:
                twin = state.clone()
            if n >= 40:
                self.assertEqual(twin.legal_actions(), legal)
                twin.apply_action(legal[n % len(legal)])
            state.apply_action(legal[n % len(legal)])
            n += 1
        self.assertEqual((sum(state.returns()), str(state)), (1, str(twin)))
        self.assertEqual(state._legal_actions(0), [])
        self.assertIs(adapter.SkerryGame, stub.games["python_skerry"])
        with self.assertRaises(ValueError):
            state.apply_action(0)


LAYOUTS = [("fifth", 2), ("fifth", 3), ("fifth", 4), ("fifth+helpers", 4), ("fifth,offers=0", 4), ("fifth-56", 6),
           ("fifth-56+helpers", 6), ("sixth", 4), ("struggle", 2), ("struggle", 4), ("struggle-56", 6)]


def layouts():
    found = {}
    for rules, seats in LAYOUTS:
        space = skerry.Space(rules, seats)
        found["%s %d" % (rules, seats)] = {"version": space.version, "ids": len(space.ids),
                                           "features": space.features, "hash": space.hash}
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--layouts"]:
        with open(os.path.join(HERE, "space_hashes.json"), "w") as file:
            file.write(json.dumps(layouts(), indent=1) + "\n")
        sys.exit()
    if not numpy:
        print("numpy is missing (tools/setup check installs it): the same tests without it")
    result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromModule(module) for module in (sys.modules[__name__], conformance_test)))
    failed = len(result.failures) + len(result.errors)
    print("%d passed, %d failed" % (result.testsRun - failed - len(result.skipped), failed))
    sys.exit(failed != 0)
