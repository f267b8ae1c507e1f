"""The watch over the replica: whether it contains what the primary contained a few seconds ago.

Each worker of the web server looks in a thread of its own, so that no request ever waits for a replica that is gone. It
compares places in the primary's log (LSN): an idle primary is not late, and a replica that hears nothing more is, by no
clock but this machine's own.
"""

import logging
import threading
import time
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connections

REPLICA = "replica"  # its name in settings.DATABASES
MOST_SECONDS_APART = 1.0  # between two looks
GLANCE_SECONDS = 0.1  # between two looks of somebody who waits
LOOKS_EACH = 4  # within the seconds that the replica may be behind
_PRIMARY_QUESTION = (
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, system_identifier FROM pg_control_system()"
)
_REPLICA_QUESTION = (
    "SELECT pg_is_in_recovery(), pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint, system_identifier"
    " FROM pg_control_system()"
)
logger = logging.getLogger(__name__)


class WrittenPlace(NamedTuple):
    """A place in the primary's log: everything before it was written at this moment."""

    at: float  # by the clock that only runs forward, in seconds
    place: int


class ReplicaWatch:
    """The knowledge of a process about the replica."""

    def __init__(self) -> None:
        self.contained_at: float | None = None  # the replica contains everything that was written before
        self.is_gone = False  # since the last look
        self.is_used = False
        self._places: list[WrittenPlace] = []
        self._connections: dict[str, Any] = {}

    def is_fresh(self) -> bool:
        """Return whether the replica is little enough behind; asks nobody."""
        lag = self.compute_lag()
        return not self.is_gone and lag is not None and lag < settings.REPLICA_SECONDS

    def compute_lag(self) -> float | None:
        """Return the seconds the replica is behind, at most; None while it is unknown."""
        at = self.contained_at
        return None if at is None else time.monotonic() - at

    def forget(self) -> None:
        """Use the replica again only after the next look."""
        self.is_gone = True

    def look(self) -> None:
        """Ask both servers; a failure of the primary leaves the replica as late as it was."""
        try:
            now = time.monotonic()
            place, cluster = self._ask("default", _PRIMARY_QUESTION)
        except Exception as error:  # noqa: BLE001 -- the requests will meet it themselves
            logger.debug("The primary cannot be asked: %s", error)
            return
        self._places = [*(known for known in self._places if now - known.at <= settings.REPLICA_SECONDS)]
        self._places.append(WrittenPlace(now, place))
        try:
            follows, replayed, of = self._ask(REPLICA, _REPLICA_QUESTION)
        except Exception as error:  # noqa: BLE001 -- any reason is as good: the primary serves
            logger.debug("The replica cannot be asked: %s", error)
            follows, replayed, of = False, 0, 0
        self.is_gone = not follows or of != cluster
        if not self.is_gone:
            contained = (known.at for known in self._places if known.place <= replayed)
            self.contained_at = max(contained, default=self.contained_at)

    def catch_up(self) -> bool:
        """Wait until the replica contains what is written now; False if it is gone, or if that takes too long."""
        began = time.monotonic()
        while time.monotonic() - began < settings.REPLICA_SECONDS:
            self.look()
            if self.is_gone or (self.contained_at is not None and self.contained_at >= began):
                return not self.is_gone
            time.sleep(GLANCE_SECONDS)
        return False

    def start(self) -> None:
        """Look for ever, in a thread."""
        threading.Thread(target=self._watch, name="replica", daemon=True).start()

    def _watch(self) -> None:
        while True:
            self.look()
            if self.is_used != self.is_fresh():
                self.is_used = not self.is_used
                logger.warning("The replica is %s.", "used" if self.is_used else "away or late: the primary serves")
            time.sleep(min(MOST_SECONDS_APART, settings.REPLICA_SECONDS / LOOKS_EACH))

    def _ask(self, alias: str, question: str) -> tuple[Any, ...]:
        """Ask over a connection of our own: the pools are for requests."""
        import psycopg

        if alias not in self._connections:
            wrapper = connections[alias]
            self._connections[alias] = psycopg.connect(**wrapper.get_connection_params(), autocommit=True)
        try:
            row: tuple[Any, ...] = self._connections[alias].execute(question).fetchone()
        except psycopg.Error:
            self._connections.pop(alias).close()
            raise
        return row


WATCH = ReplicaWatch()


def is_configured() -> bool:
    """Return whether there is a replica at all."""
    return REPLICA in settings.DATABASES
