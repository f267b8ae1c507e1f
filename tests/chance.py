"""The chance of tests, as far as it is drawn in their process: the same each time, unless a soak looks further.

Keys, tokens, salts and draws of seats come from the computer's own chance, and a verdict may depend on them: what comes
first among equals, who sits where. So within a test that chance is a stream of its own, begun from the run's seed and
the test's name. Another process that a test starts has the computer's.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tools import testing

SEED = os.environ.get(testing.SEED) or testing.USUAL

_MODULE = vars(random)  # what SystemRandom, and `secrets` with it, takes from the computer: a name of its own there
_REAL = os.urandom


@contextmanager
def repeat_chance(test: str) -> Iterator[None]:
    """Let this process draw within the block what belongs to a test."""
    before = os.urandom
    random.seed(f"{SEED} {test}")
    _draw_from(random.Random(f"{SEED} {test} keys").randbytes)
    try:
        yield
    finally:
        _draw_from(before)


def _draw_from(source: Callable[[int], bytes]) -> None:
    """Let `os`, `random`, `secrets` and `uuid` take their chance from here."""
    os.urandom = _MODULE["_urandom"] = source


# Two processes that draw the same would take each other's keys.
os.register_at_fork(after_in_child=lambda: _draw_from(_REAL))
