"""An act that is being taken back, and the checks that nothing has followed from it."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.models import Deal
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, parse_content
from tournaments.models import Act, Round, RoundTable, Tournament

UNDO_TIME = timedelta(minutes=10)  # the time in which one tap takes an act back


class UndoStep(NamedTuple):
    """An act that is being taken back, within the transaction of the new act."""

    tournament: Tournament  # its locked row
    act: Act
    key: str = ""
    who: Actor = ANONYMOUS
    reason: str = ""

    @property
    def round(self) -> Round:
        """The round of the act; raises ActionRefused("cannot_undo") if it has none."""
        if self.act.round is None:
            raise ActionRefused("cannot_undo")
        return self.act.round


def list_later_acts(act: Act, kinds: Collection[str]) -> QuerySet[Act]:
    """Return the acts of these kinds after an act that still count, in order."""
    after = Act.objects.filter(tournament=act.tournament_id, sequence__gt=act.sequence, kind__in=kinds, undone_by=None)
    return after.select_related("round", "table").order_by("sequence")


def must_be_last(acts: Iterable[Act]) -> None:
    """Refuse an act that was followed by any of these; raise ActionRefused("followed", act=…) with the first one."""
    for act in acts:
        raise ActionRefused("followed", act=act)


def must_not_be_published(step: UndoStep) -> None:
    """Refuse an act in a round whose result has been published since, or in a tournament with a final result."""
    published = list_later_acts(step.act, (Kind.RESULT,))
    must_be_last(later_act for later_act in published if later_act.round_id in (None, step.act.round_id))


def must_not_be_over(step: UndoStep) -> None:
    """Refuse an act in a round, or a tournament, that is over."""
    must_not_have_ended(step.tournament)
    must_not_be_published(step)
    if step.act.round is not None and step.act.round.closed is not None:
        raise ActionRefused("closed")


def list_book_lines(tables: QuerySet[RoundTable]) -> QuerySet[Deal]:
    """Return the lines of the books of tables."""
    return Deal.objects.filter(table__round_table__in=tables).select_related("table__round_table", "entry")


def is_about(act: Act, name: str, ids: Collection[int]) -> bool:
    """Return whether an act names one of these ids in a list or a single value."""
    value = parse_content(act).get(name, ())
    return bool(set(value if isinstance(value, list) else (value,)) & set(ids))
