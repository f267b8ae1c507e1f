"""Long work in the background, beside the site's one thread: hashing passwords, unpacking uploads.

A request that has to wait for such work is suspended: it starts again when the work is done, and then finds the
result. So everything before it must be repeatable: reads, or a transaction that is rolled back. Without a running
server, in commands and tests, the work is done at once.
"""

import contextlib
import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

from tarockclub.clubs.scope import remember_scope

T = TypeVar("T")
Outcomes = dict[Hashable, "Future[Any]"]
# Each kind of work has its own queue: known users do not wait for strangers, or for work that may take minutes.
LONG, PASSWORDS, PASSWORDS_OF_STRANGERS, PICTURES = LANES = ("long", "passwords", "strangers", "pictures")
_thread = threading.local()


class HandedOverWork(BaseException):
    """Not an error: the site's thread hands this work over. (Handlers of errors must not catch it.)"""

    def __init__(self, key: Hashable, work: Callable[[], Any], lane: str = LONG) -> None:
        super().__init__(key)
        self.key, self.work, self.lane = key, work, lane
        self._enter_scope = remember_scope()

    def compute_outcome(self) -> "Future[Any]":
        """Do the work, in whichever thread, in the request's scope of clubs."""
        done: Future[Any] = Future()
        try:
            with self._enter_scope():
                done.set_result(self.work())
        except Exception as error:  # noqa: BLE001 -- raised again where somebody asked for the work
            done.set_exception(error)
        return done


def run_beside(key: Hashable, work: Callable[[], T], lane: str = LONG) -> T:
    """Do the work in the background; the key distinguishes it from other work for the same request."""
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return work()
    if key not in outcomes:
        raise HandedOverWork(key, work, lane)
    result: T = outcomes[key].result()
    return result


def is_served() -> bool:
    """Return whether a server is running here, so that work can be handed over."""
    return getattr(_thread, "outcomes", None) is not None


def make_once(key: Hashable, make: Callable[[], T]) -> T:
    """Return the value from the first start of the request: random values must stay the same."""
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return make()
    if key not in outcomes:
        outcomes[key] = HandedOverWork(key, make).compute_outcome()
    result: T = outcomes[key].result()
    return result


@contextlib.contextmanager
def take_turn(outcomes: Outcomes) -> Iterator[None]:
    """Let this thread work for one request."""
    _thread.outcomes = outcomes
    try:
        yield
    finally:
        _thread.outcomes = None
