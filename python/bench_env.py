"""make bench-env: what a learner gets, in decisions per second. Each figure is the best of several short runs, in time of
the processor, so that a busy machine shows about what an idle one would; threads are measured by the clock."""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy
import skerry

RULES = "fifth,board=random,phases=combined,offers=0"
RUNS, SECONDS = 5, float(os.environ.get("BENCH_SECONDS", "0.3"))


def rate(step, per_step, clock=time.process_time):
    best = 0.0
    for _ in range(RUNS):
        start, n = clock(), 0
        while clock() - start < SECONDS:
            for _ in range(20):
                step()
            n += 20
        best = max(best, n * per_step / (clock() - start))
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
    """The batch chooses at random itself: what the environment costs without a learner."""
    for words, fill in (("menu", ("menu",)), ("menu and view", ("menu", "view")), ("ids and mask", ()),
                        ("ids, mask and features", ("features",)), ("ids, mask, features as floats", ("floats",))):
        for batch in (1024, 64, 1) if fill in (("features",), ("menu", "view")) else (1024,):
            million("C, batch %d: %s" % (batch, words), rate(made(batch, fill).step, batch))
    for rules in ("fifth+helpers", "struggle"):
        million("C, batch 1024: ids, mask and features, %s" % rules, rate(made(1024, ("features",), rules).step, 1024))


def by_numpy():
    """numpy chooses among the legal ones, each as likely as any other."""
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
        got = rate(made(1024, ("features",), threads=threads).step, 1024, time.perf_counter)
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
    print("%-58s %8.0f /s" % ("Game: legal() and play()", rate(step, 1)), flush=True)


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
    start = time.process_time()
    while time.process_time() - start < 2 * SECONDS:
        counted()
    million("playout of whole games", decisions[0] / (time.process_time() - start))


in_c()
by_numpy()
by_threads()
one_game()
playouts()
