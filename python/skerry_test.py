"""Tests of skerry.py; prints "N passed, M failed"."""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import skerry


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


class EnvTest(unittest.TestCase):
    def test_random_games_end_with_one_winner(self):
        for rules in ("fifth,board=random,phases=combined", "fifth-56+helpers", "struggle"):
            env = skerry.Env(rules, batch=3, seed=9)
            for _ in range(12000):
                if all(env.done):
                    break
                self.assertEqual(env.step([skerry.RANDOM] * 3), 0)
            for i in range(3):
                self.assertEqual(sum(env.reward(i)), 1)
                self.assertEqual(env.seat[i], -1)
                winner = env.reward(i).index(1)
                self.assertEqual(env.position(i)["winner"], winner)
                self.assertEqual(env.points[i][winner], env.position(i)["seats"][winner]["points"])
            self.assertEqual(env.reset_done(), 3)
            self.assertFalse(any(env.done))

    def test_masks_menus_and_texts_agree(self):
        env = skerry.Env("sixth+helpers,board=random", batch=2, seed=3)
        for step in range(300):
            for i in range(2):
                n = env.menu_n[i]
                self.assertEqual(bytes(env.mask[i]), b"\1" * n + b"\0" * (env.slots - n))
                texts = env.actions(i)
                self.assertEqual(len(set(texts)), n)
                self.assertTrue(all(t.startswith("%d " % env.seat[i]) for t in texts))
            self.assertEqual(env.step([step % max(env.menu_n[0], 1), skerry.LEAVE]), 0)

    def test_a_wrong_slot_changes_nothing(self):
        env = skerry.Env("struggle", batch=2)
        before = json.dumps(env.position(0))
        self.assertEqual(env.step([env.menu_n[0], -7]), 2)
        self.assertEqual(json.dumps(env.position(0)), before)
        with self.assertRaises(ValueError):
            env.step([0])
        with self.assertRaises(IndexError):
            env.position(5)
        with self.assertRaises(ValueError):
            skerry.Env("nonsense")

    def test_the_same_seed_gives_the_same_games(self):
        def play(seed):
            env = skerry.Env("fifth", batch=2, seed=seed)
            env.playout(0)
            env.playout(1, 100)
            return env.position(0), env.position(1), list(env.decisions)
        self.assertEqual(play(4), play(4))
        self.assertNotEqual(play(4), play(5))

    def test_an_observation_hides_what_the_seat_may_not_know(self):
        env = skerry.Env("fifth", batch=1, seed=2)
        for _ in range(60):
            env.step([skerry.RANDOM])
        view = env.position(0, env.seat[0])
        for seat in view["seats"]:
            self.assertEqual(seat["cards"] is None, seat["seat"] != env.seat[0] and seat["count"] > 0)


if __name__ == "__main__":
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules[__name__]))
    failed = len(result.failures) + len(result.errors)
    print("%d passed, %d failed" % (result.testsRun - failed, failed))
    sys.exit(failed != 0)
