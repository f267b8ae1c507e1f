"""A correction: the reason, what is written, and one publication of all that it touches; first as a trial."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from django.db import transaction

from scoring.book.ledger.entries import Outcome, WriteResult
from tarockclub.platform.accounts.actors import Actor
from tournaments.around.correcting.effects import Effects, compare_situations, load_situation
from tournaments.around.correcting.publication import publish_again
from tournaments.core.view_helpers import create_key
from tournaments.hall.desk.actions import BeginCorrection
from tournaments.models import RoundTable, Tournament

W = TypeVar("W")
_TRIAL_REASON = "?"  # of what is rolled back


class TableCorrection(NamedTuple):
    """The correction of a table that is done."""

    table: RoundTable

    def carry_out(self, key: str, who: Actor, reason: str, write: Callable[[str, Actor, str], W]) -> W:
        """Write it (`write` gets the key, the author and the reason) and publish again what has changed, all or nothing.

        ActionRefused as the actions.
        """
        director = who._replace(directs=True)
        with transaction.atomic():
            BeginCorrection(confirmed=True).perform(self.table, f"{key}:begin", director, reason)
            written = write(key, director, reason)
            if isinstance(written, WriteResult) and written.outcome is not Outcome.SAVED:
                transaction.set_rollback(True)
            else:
                publish_again(self._load_tournament(), key, director, reason)
        return written

    def foresee(self, who: Actor, write: Callable[[str, Actor, str], object]) -> Effects:
        """Return what it would change beside its table: it is carried out, looked at, and taken back."""
        with transaction.atomic():
            before = load_situation(self._load_tournament())
            self.carry_out(create_key(), who, _TRIAL_REASON, write)
            effects = compare_situations(before, load_situation(self._load_tournament()), self.table)
            transaction.set_rollback(True)
        return effects

    def _load_tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.table.round.tournament_id)
