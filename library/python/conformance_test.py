"""What the checkers of Gymnasium and PettingZoo demand of an environment, reimplemented: these packages cannot be installed
everywhere, but our environments must pass their checks wherever they are. Called by skerry_test.py."""
import inspect
import random
import unittest

import skerry
from skerry.env import numpy


def same(a, b):
    """Equal in value and in type, including inside dicts and arrays."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if numpy and isinstance(a, numpy.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and (a == b).all()
    return a == b


def legal(mask, rng):
    return rng.choice([i for i, ok in enumerate(mask) if ok])


class GymnasiumTest(unittest.TestCase):
    def made(self, **more):
        """The environment that gymnasium.make() returns (skerry.gym.register)."""
        return skerry.SeatEnv(**dict(dict(ruleset="struggle", bots="random", illegal="random"), **more))

    def seen(self, env, observation):
        self.assertIn(observation, env.observation_space)
        if numpy:
            self.assertIsInstance(observation, numpy.ndarray)
            self.assertEqual(observation.dtype, env.observation_space.dtype)

    def test_reset_has_the_arguments_and_gives_a_pair(self):
        env = self.made()
        wanted = inspect.signature(env.reset).parameters
        self.assertTrue(all(wanted[name].default is None for name in ("seed", "options")))
        self.assertFalse(callable(getattr(env, "seed", None)) or "return_info" in wanted)
        result = env.reset(options={})
        self.assertIsInstance(result, tuple)
        self.seen(env, result[0])
        self.assertIsInstance(result[1], dict)

    def test_a_seed_decides_and_no_seed_does_not(self):
        one, two = self.made(), self.made()
        first, second = one.reset(seed=123), two.reset(seed=123)
        self.assertTrue(same(first[0], second[0]) and same(first[1], second[1]))
        self.assertFalse(same(one.reset(seed=456)[0], second[0]))
        one.reset(seed=1), two.reset(seed=1)
        self.assertTrue(same(one.reset()[0], two.reset()[0]))       # the games after a seed follow from it
        fresh = [self.made().reset()[0] for _ in range(3)]          # parallel learners must not play the same game
        self.assertFalse(same(fresh[0], fresh[1]) and same(fresh[1], fresh[2]))

    def test_any_action_of_the_space_gives_five_values(self):
        for observation in ("features", "floats") if numpy else ("features",):
            env = self.made(observation=observation, limit=300)
            env.reset(seed=1)
            env.action_space.seed(3)
            for _ in range(400):
                result = env.step(env.action_space.sample())
                self.assertEqual([type(v) for v in result[1:]], [float, bool, bool, dict])
                self.seen(env, result[0])
                self.assertEqual(result[1], result[1])              # not NaN
                if result[2] or result[3]:
                    env.reset()

    def test_bounds_are_bounds(self):
        for rules in ("fifth", "fifth+helpers", "fifth-56+helpers", "struggle", "struggle-56"):
            box = skerry.SeatEnv(rules, bots="random").observation_space
            self.assertEqual(len(box.low), len(box.high))
            self.assertTrue(all(low < high for low, high in zip(box.low, box.high)), rules)

    def test_negative_ids_are_not_legal(self):
        """-1 and -2 have a meaning for Env, but are not legal for a learner."""
        strict, forgiving = self.made(illegal="raise"), self.made()
        many = skerry.VectorEnv("struggle", num_envs=2, bots="random")
        table, all_at_once = skerry.AECEnv("struggle"), skerry.ParallelEnv("struggle")
        for env in (strict, forgiving, many, table, all_at_once):
            env.reset(seed=1)
        for action in (-1, -2, 10**6):
            with self.assertRaises(ValueError):
                strict.step(action)
            with self.assertRaises(ValueError):
                many.step([action, action])
            with self.assertRaises(ValueError):
                table.step(action)
            with self.assertRaises(ValueError):
                all_at_once.step(dict.fromkeys(all_at_once.agents, action))
            self.assertTrue(forgiving.step(action)[4]["illegal"])
        self.assertEqual(sum(map(int, many.env.decisions)), 0)

    def test_render_keeps_to_its_modes(self):
        for mode in skerry.SeatEnv.metadata["render_modes"]:
            env = self.made(render_mode=mode)
            env.reset(seed=1)
            self.assertIsInstance(env.render(), str)
        self.assertGreater(skerry.SeatEnv.metadata["render_fps"], 0)

    def test_closing_twice_is_allowed(self):
        with self.made() as env:
            self.assertIs(env.unwrapped, env)
        env.close()

    def test_a_batch_has_its_spaces_and_plays_anything(self):
        env = skerry.VectorEnv("struggle,points=4", num_envs=3, bots="random", illegal="random", autoreset="same")
        observations, info = env.reset(seed=[1, 2, 3])
        self.assertIn(observations, env.observation_space)
        env.action_space.seed(1)
        wrong = 0
        for _ in range(200):
            actions = env.action_space.sample()
            self.assertIn(actions, env.action_space)
            observations, rewards, over, cut, info = env.step(actions)
            wrong += sum(map(bool, info["illegal"]))
            self.assertEqual((len(rewards), len(over), len(cut)), (3, 3, 3))
        self.assertGreater(wrong, 0)
        self.assertGreater(min(map(int, env.env.decisions)), 0)
        with self.assertRaises(ValueError):
            env.step([0])


class PettingZooTest(unittest.TestCase):
    def test_rewards_shrink_with_the_agents(self):
        """In whole games and in games cut short, last() returns the sum of `rewards` so far."""
        for limit in (0, 60):
            env = skerry.AECEnv("struggle,points=5", limit=limit, reward="points")
            env.reset(seed=4)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            told, gone, rng = dict.fromkeys(env.agents, 0.0), [], random.Random(1)
            for agent in env.agent_iter():
                observation, reward, over, cut, info = env.last()
                self.assertNotIn(agent, gone)
                self.assertAlmostEqual(told[agent], reward, 5)
                self.assertEqual((over, cut, info), (env.terminations[agent], env.truncations[agent], env.infos[agent]))
                self.assertIn(observation, env.observation_space(agent))
                told[agent] = 0.0
                gone += [agent] if over or cut else []
                self.assertIsNone(env.step(None if over or cut else legal(observation["action_mask"], rng)))
                for other, value in env.rewards.items():
                    told[other] += value
                for table in (env.rewards, env.terminations, env.truncations, env.infos):
                    self.assertEqual(set(table), set(env.agents))
                self.assertEqual(env.num_agents, len(env.agents))
            self.assertEqual(sorted(gone), env.possible_agents)
            self.assertEqual(env.max_num_agents, 4)

    def test_spaces_are_the_same_objects_each_time(self):
        for env in (skerry.AECEnv("fifth"), skerry.ParallelEnv("fifth")):
            env.reset(seed=1)
            for agent in env.agents:
                self.assertRegex(agent, "^[a-z]+_[0-9]+$")
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.unwrapped, env)
            self.assertEqual(str(env), "skerry_v1")
            self.assertTrue(env.metadata["render_modes"] and env.metadata["render_fps"])

    def test_nothing_is_observed_where_nobody_asks(self):
        env = skerry.AECEnv("struggle")
        env.reset(seed=1)
        self.assertIsNone(env.last(observe=False)[0])
        if numpy:
            env.step(numpy.int32(legal(env.last()[0]["action_mask"], random)))

    def test_a_seed_decides_whatever_else_draws(self):
        def course(env, noise):
            rng, seen = random.Random(42), []
            for seed in range(2):
                env.reset(seed=seed)
                [random.random() for _ in range(noise)]
                for agent in env.agent_iter(60):
                    observation, reward, over, cut, _ = env.last()
                    seen.append((agent, bytes(v & 255 for v in map(int, observation["observation"])), reward))
                    env.step(None if over or cut else legal(observation["action_mask"], rng))
            return seen
        env = skerry.AECEnv("fifth,board=random")
        first = course(env, 1)
        self.assertTrue(first == course(env, 2) == course(skerry.AECEnv("fifth,board=random"), 3))

    def test_all_at_once_in_whole_games(self):
        for limit in (0, 50):
            env = skerry.ParallelEnv("struggle,points=5", limit=limit)
            env.reset(seed=0, options={"options": 1})
            observations, infos = env.reset(seed=2)
            rng = random.Random(1)
            self.assertTrue(set(observations) == set(infos) == set(env.agents))
            while env.agents:
                live = set(env.agents)
                answer = env.step({a: legal(observations[a]["action_mask"], rng) for a in env.agents})
                observations, _, over, cut, _ = answer
                self.assertTrue(all(set(table) == live for table in answer))
                self.assertEqual(set(env.agents), {a for a in live if not over[a] and not cut[a]})
                for agent in live:
                    self.assertIn(observations[agent], env.observation_space(agent))

    def test_a_wrong_action_of_one_leaves_all_untouched(self):
        env = skerry.ParallelEnv("fifth,board=random")
        observations, _ = env.reset(seed=3)
        rng, before = random.Random(3), None
        while before is None:
            masks = {agent: list(o["action_mask"]) for agent, o in observations.items()}
            acting = [agent for agent, mask in masks.items() if not mask[env.wait]]
            chosen = {agent: legal(mask, rng) for agent, mask in masks.items()}
            if len(acting) > 1:
                before = env.env.position(0)
                chosen[acting[-1]] = masks[acting[-1]].index(0)
                with self.assertRaises(ValueError):
                    env.step(chosen)
            else:
                observations = env.step(chosen)[0]
        self.assertEqual(env.env.position(0), before)


