"""make bench-env: decisions per second for a learner, in wall time. Each figure is the fastest of many slices of a few
milliseconds. Even a busy machine leaves some slices undisturbed, so the figure is what an idle machine would show."""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy
import skerry

RULES = "fifth,board=random,phases=combined,offers=0"
SECONDS = float(os.environ.get("BENCH_SECONDS", "1.5"))


def rate(step, per_step, steps=None):
    """The most decisions per second in any slice; a slice has this many steps, or at least 4,096 decisions."""
    best, end, steps = 0.0, time.perf_counter() + SECONDS, steps or max(8, -(-4096 // per_step))
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(steps):
            step()
        best = max(best, steps * per_step / (time.perf_counter() - start))
    return best


def million(name, value):
    print("%-58s %8.2f M/s" % (name, value / 1e6), flush=True)


def made(batch, fill, rules=RULES, threads=1):
    env = skerry.Env(rules, batch=batch, seed=1, fill=fill, autoreset="same", threads=threads)
    env.choice[:] = skerry.RANDOM
    for _ in range(200):                    # into the middle of games
        env.step()
    return env


def in_c():
    """The batch itself chooses at random: the cost of the environment without a learner."""
    for words, fill in (("menu", ("menu",)), ("menu and view", ("menu", "view")), ("ids and mask", ()),
                        ("ids, mask and features", ("features",)), ("ids, mask, features as floats", ("floats",))):
        for batch in (1024, 64, 1) if fill in (("features",), ("menu", "view")) else (1024,):
            million("C, batch %d: %s" % (batch, words), rate(made(batch, fill).step, batch))
    for rules in ("fifth+helpers", "struggle"):
        million("C, batch 1024: ids, mask and features, %s" % rules, rate(made(1024, ("features",), rules).step, 1024))


def by_numpy():
    """numpy chooses one of the legal ids, all equally likely."""
    rng = numpy.random.default_rng(1)
    for words, fill in (("menu and view", ("menu", "view")), ("ids, mask and features", ("features",))):
        env = made(1024, fill)
        rows = numpy.arange(1024)

        def step():
            at = (rng.random(1024, dtype=numpy.float32) * env.count).astype(numpy.int32)
            env.choice[:] = at if "menu" in fill else env.ids[rows, at]
            env.step()
        million("numpy chooses, batch 1024: %s" % words, rate(step, 1024))


def by_threads():
    most, one = os.cpu_count() or 1, None
    threads = 1
    while threads <= most:
        got = rate(made(1024, ("features",), threads=threads).step, 1024)
        one = one or got
        million("%d threads, batch 1024: ids, mask and features (%.0f %%)" % (threads, 100 * got / one / threads), got)
        threads *= 2


def one_game():
    game, played = skerry.Game("fifth,board=random", seed=7), [0]

    def step():
        nonlocal game
        menu = game.legal()
        if not menu:
            played[0] += 1
            game = skerry.Game("fifth,board=random", seed=played[0])
            menu = game.legal()
        game.play(menu[played[0] % len(menu)])
        played[0] += 1
    print("%-58s %8.0f /s" % ("Game: legal() and play()", rate(step, 1, 200)), flush=True)


def playouts():
    env = made(1, ())

    def step():
        env.reset(0, env.decisions[0] + 1)
        env.playout(0)
    env.playout(0)
    decisions = [0]

    def counted():
        step()
        decisions[0] += int(env.decisions[0])
    best, end = 0.0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        before, start = decisions[0], time.perf_counter()
        for _ in range(8):
            counted()
        best = max(best, (decisions[0] - before) / (time.perf_counter() - start))
    million("playout of whole games", best)


def looking_ahead():
    env, ahead, rows = made(1024, ("features",)), made(1024, ()), numpy.arange(1024, dtype=numpy.int32)
    million("Env.branch, batch 1024: ids and mask", rate(lambda: ahead.branch(env, rows), 1024))
    million("Env.imagine, batch 1024: ids and mask", rate(lambda: ahead.imagine(env, rows), 1024))


in_c()
by_numpy()
by_threads()
one_game()
playouts()
looking_ahead()
