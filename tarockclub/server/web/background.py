"""Work that takes long, done beside the site's one thread: passwords are hashed so, and uploads unpacked.

Somebody who has to wait for such work is set aside: his request is begun anew when the work is done, and then finds
what came of it. So whatever comes before it must bear to happen twice: reading, or a transaction that is rolled back.
Where no server is running, in commands and tests, the work is done on the spot.
"""

import contextlib
import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
Outcomes = dict[Hashable, "Future[Any]"]
# Each kind of work has a queue of its own: nobody who is known waits for strangers, or for what may take minutes.
LONG, PASSWORDS, PASSWORDS_OF_STRANGERS = LANES = ("long", "passwords", "strangers")
_thread = threading.local()


class HandedOverWork(BaseException):
    """No error: the site's thread hands this work over. (Nothing that catches errors may catch it.)"""

    def __init__(self, key: Hashable, work: Callable[[], Any], lane: str = LONG) -> None:
        super().__init__(key)
        self.key, self.work, self.lane = key, work, lane

    def outcome(self) -> "Future[Any]":
        """Do the work."""
        done: Future[Any] = Future()
        try:
            done.set_result(self.work())
        except Exception as error:  # noqa: BLE001 -- raised again where somebody asked for the work
            done.set_exception(error)
        return done


def run_beside(key: Hashable, work: Callable[[], T], lane: str = LONG) -> T:
    """Do the work beside the site's thread; the key tells it from all other work for the same request."""
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return work()
    if key not in outcomes:
        raise HandedOverWork(key, work, lane)
    result: T = outcomes[key].result()
    return result


def is_served() -> bool:
    """Whether a server is running here, so that work may be handed over."""
    return getattr(_thread, "outcomes", None) is not None


def make_once(key: Hashable, make: Callable[[], T]) -> T:
    """Return what was made when the request was begun for the first time: what is random must stay what it was."""
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return make()
    if key not in outcomes:
        outcomes[key] = HandedOverWork(key, make).outcome()
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
