"""A correction: the reason, what is written, and one publication of all that it touches; first as a trial."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.urls import reverse

from scoring.book.ledger.entries import Outcome, WriteResult, refuse_write
from scoring.models import GameTable
from scoring.table.corrections.services import Write
from tarockclub.platform.accounts.actors import Actor
from tournaments.around.correcting.effects import Effects, compare_situations, load_situation
from tournaments.around.correcting.publication import publish_again
from tournaments.core.acts import ActionRefused
from tournaments.core.view_helpers import create_key
from tournaments.hall.desk.actions import BeginCorrection
from tournaments.hall.desk.corrections import CONFIRM, CONSEQUENCES, find_level
from tournaments.models import RoundTable, Tournament

W = TypeVar("W")
_TRIAL_REASON = "?"  # of what is rolled back
_PARTS = "tournaments/around/correcting"


class TableCorrection(NamedTuple):
    """The correction of a table that is done."""

    table: RoundTable

    @property
    def is_published(self) -> bool:
        """True if a result was published that counts the table."""
        return find_level(self.table).name in (CONFIRM, CONSEQUENCES)

    @property
    def choices(self) -> int:
        """The number of prizes chosen by published results."""
        return find_level(self.table).choices

    @property
    def page(self) -> str:
        """The address of the page that corrects whatever stands at the table."""
        round_ = self.table.round
        return reverse("desk_correct", args=[round_.tournament.slug, round_.number, self.table.number])

    @property
    def outcome_page(self) -> str:
        """The address of the page that shows what has come of it: the results, if one counts the table."""
        round_ = self.table.round
        if self.is_published:
            return f"{reverse('results', args=[round_.tournament.slug])}?saved=1"
        return f"{reverse('desk_table', args=[round_.tournament.slug, round_.number, self.table.number])}?saved=1"

    def carry_out(self, key: str, who: Actor, reason: str, write: Callable[[str, Actor, str], W]) -> W:
        """Write it and publish again what has changed, all or nothing; ActionRefused as the actions.

        `write` gets the key, the author and the reason.
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

    def preview(self, who: Actor, write: Callable[[str, Actor, str], object]) -> Effects:
        """Return what it would change beside its table: it is carried out, looked at, and taken back."""
        with transaction.atomic():
            before = load_situation(self._load_tournament())
            self.carry_out(create_key(), who, _TRIAL_REASON, write)
            effects = compare_situations(before, load_situation(self._load_tournament()), self.table.round.number)
            transaction.set_rollback(True)
        return effects

    def change_book(self, key: str, who: Actor, reason: str, write: Write) -> WriteResult:
        """Carry out a change of the book from the pages of the table."""
        if not reason:
            return refuse_write("reason", "reason_missing")
        try:
            return self.carry_out(key, who, reason, write)
        except ActionRefused:  # the key was used for something else: all else was looked at before
            return WriteResult(Outcome.OTHER_BODY)

    def preview_change(self, who: Actor, write: Write) -> dict[str, Any]:
        """Return what a change of the book would change, for the page that shows it."""
        effects = self.preview(who, write)
        parts = {
            "template": f"{_PARTS}/_effects.html",
            "foot": f"{_PARTS}/_foot.html",
            "asked": f"{_PARTS}/_prizes_known.html",
        }
        return {"effects": effects, "round": self.table.round, "level": find_level(self.table), **parts}

    def _load_tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.table.round.tournament_id)


def find_table_correction(table: GameTable) -> TableCorrection | None:
    """Return the correction of a game table that is done; None for one that is still played."""
    row = RoundTable.objects.select_related("round__tournament").filter(game_table=table).exclude(done=None).first()
    return TableCorrection(row) if row is not None else None
