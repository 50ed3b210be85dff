"""Gymnasium's spaces if it is installed, and otherwise small replacements for the parts we need."""
import random

try:
    import numpy
except ImportError:
    numpy = None

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
except ImportError:
    class _Space:
        def __init__(self, seed=None):
            self._random = random.Random(seed)

        def seed(self, seed=None):
            self._random.seed(seed)
            return [seed]

        def __contains__(self, x):
            return self.contains(x)

    class Discrete(_Space):
        """0 … n-1."""

        def __init__(self, n, seed=None):
            super().__init__(seed)
            self.n, self.shape = int(n), ()

        def sample(self, mask=None):
            if mask is None:
                return self._random.randrange(self.n)
            legal = [i for i, ok in enumerate(mask) if ok]
            return self._random.choice(legal) if legal else 0

        def contains(self, x):
            return x == int(x) and 0 <= int(x) < self.n

        def __eq__(self, other):
            return isinstance(other, Discrete) and self.n == other.n

        def __repr__(self):
            return "Discrete(%d)" % self.n

    class Box(_Space):
        """Numbers from low to high, each with its own bounds."""

        def __init__(self, low, high, shape=None, dtype="int8", seed=None):
            super().__init__(seed)
            self.low, self.high, self.dtype = low, high, dtype
            self.shape = tuple(shape) if shape else (len(low),)

        def sample(self):
            values = [self._random.randint(int(a), int(b)) for a, b in zip(self.low, self.high)]
            return numpy.array(values, dtype=self.dtype) if numpy else values

        def contains(self, x):
            return len(x) == len(self.low) and all(a <= v <= b for a, v, b in zip(self.low, x, self.high))

        def __repr__(self):
            return "Box(%s, %s)" % (self.shape, self.dtype)

    class MultiBinary(_Space):
        """n zeros and ones."""

        def __init__(self, n, seed=None):
            super().__init__(seed)
            self.n, self.shape = int(n), (int(n),)

        def sample(self):
            return [self._random.randrange(2) for _ in range(self.n)]

        def contains(self, x):
            return len(x) == self.n and all(v in (0, 1) for v in x)

    class Dict(_Space):
        """Spaces by name."""

        def __init__(self, spaces, seed=None):
            super().__init__(seed)
            self.spaces, self.shape = dict(spaces), None

        def __getitem__(self, key):
            return self.spaces[key]

        def sample(self):
            return {key: space.sample() for key, space in self.spaces.items()}

        def contains(self, x):
            return set(x) == set(self.spaces) and all(s.contains(x[key]) for key, s in self.spaces.items())


class Batch:
    """A space once for each game of a batch, where Gymnasium's own are missing."""

    def __init__(self, space, n):
        self.single, self.n, self.shape = space, n, (n,) + space.shape

    def seed(self, seed=None):
        return self.single.seed(seed)

    def sample(self, mask=None):
        """`mask`: one for each game."""
        rows = [self.single.sample(*([mask[i]] if mask is not None else [])) for i in range(self.n)]
        return numpy.array(rows) if numpy else rows

    def contains(self, x):
        return len(x) == self.n and all(self.single.contains(row) for row in x)

    def __contains__(self, x):
        return self.contains(x)


def features_box(space):
    """The observation of a skerry.Space: every feature with its range."""
    low = [b.low for b in space.blocks.values() for _ in range(b.size)]
    high = [b.high for b in space.blocks.values() for _ in range(b.size)]
    if numpy:
        return Box(numpy.array(low, numpy.int8), numpy.array(high, numpy.int8), dtype=numpy.int8)
    return Box(low, high, dtype="int8")
