"""Checks that nothing has followed from an act; each raises ActionRefused with what has."""

from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from scoring.book.ledger.codec import DEALS
from scoring.book.table_clock.clock import DOUBLE, IN_PLAY
from scoring.models import Deal
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.hall.clock.events import compute_clock, filter_events
from tournaments.hall.clock.table_clocks import list_clock_events, load_length
from tournaments.models import Act, RoundTable
from tournaments.results.undo.values import UndoStep


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


def list_book_lines(tables: QuerySet[RoundTable]) -> QuerySet[Deal]:
    """Return the lines of the books of tables."""
    return Deal.objects.filter(table__round_table__in=tables).select_related("table__round_table", "entry")


def must_fit_the_clock(step: UndoStep) -> None:
    """Refuse to remove the time in which hands were entered since; raise ActionRefused("hands_since", table, at)."""
    act = step.act
    if act.round is None:
        return
    happened = [event for event in list_clock_events(act.round) if event.number != act.sequence]
    tables = RoundTable.objects.filter(round=act.round)
    tables = tables if act.table_id is None else tables.filter(pk=act.table_id)
    length = load_length(step.tournament, act.round.number)
    since = list_book_lines(tables).filter(entry__kind__in=DEALS, entry__replaces=None, entry__at__gt=act.at)
    for deal in since.order_by("entry__at"):
        at, table = deal.entry.at, deal.table.round_table
        clock = compute_clock(length, (event for event in filter_events(table.pk, happened) if event.at <= at))
        up = clock.is_over(at)
        after_the_time = deal.entry.phase in (IN_PLAY, DOUBLE)
        if clock.stands or (not clock.hands and clock.timed and up != after_the_time):
            raise ActionRefused("hands_since", table=table.number, at=at)


def is_about(act: Act, name: str, ids: Collection[int]) -> bool:
    """Tell whether an act names one of these ids in a list or a single value."""
    said = parse_content(act).get(name, ())
    return bool(set(said if isinstance(said, list) else (said,)) & set(ids))
