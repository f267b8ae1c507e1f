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
_thread = threading.local()


class Beside(BaseException):
    """No error: the site's thread hands this work over. (Nothing that catches errors may catch it.)"""

    def __init__(self, key: Hashable, work: Callable[[], Any], *, is_short: bool = False) -> None:
        super().__init__(key)
        self.key, self.work, self.is_short = key, work, is_short

    def outcome(self) -> "Future[Any]":
        """Do the work."""
        done: Future[Any] = Future()
        try:
            done.set_result(self.work())
        except Exception as error:  # noqa: BLE001 -- raised again where somebody asked for the work
            done.set_exception(error)
        return done


def beside(key: Hashable, work: Callable[[], T], *, is_short: bool = False) -> T:
    """Do the work beside the site's thread; the key tells it from all other work for the same request.

    What is short, a fraction of a second, does not wait for what may take minutes.
    """
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return work()
    if key not in outcomes:
        raise Beside(key, work, is_short=is_short)
    result: T = outcomes[key].result()
    return result


def kept(key: Hashable, make: Callable[[], T]) -> T:
    """Return what was made when the request was begun for the first time: what is random must stay what it was."""
    outcomes = getattr(_thread, "outcomes", None)
    if outcomes is None:
        return make()
    if key not in outcomes:
        outcomes[key] = Beside(key, make).outcome()
    result: T = outcomes[key].result()
    return result


@contextlib.contextmanager
def turn_of(outcomes: Outcomes) -> Iterator[None]:
    """Let this thread work for one request."""
    _thread.outcomes = outcomes
    try:
        yield
    finally:
        _thread.outcomes = None
