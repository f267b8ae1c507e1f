"""Taking back what was done to a clock: the clocks are computed again without the event."""

from typing import Any

from scoring.book.ledger.codec import DEALS
from scoring.book.table_clock import DOUBLE, IN_PLAY
from scoring.models import Entry, HeldHand
from tournaments.core.actions.reversals import (
    UndoStep,
    list_book_lines,
    list_later_acts,
    must_be_last,
    must_not_be_published,
)
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.clock import events
from tournaments.hall.clock.events import compute_clock, filter_events
from tournaments.hall.clock.table_clocks import (
    CLOCK,
    ClockCommand,
    apply_clock_event,
    list_clock_events,
    load_table_lengths,
)
from tournaments.models import Round, RoundTable, Tournament

_OF_ROUND = (Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.TIME_UP, Kind.HANDS)
_OF_TABLE = (Kind.EXTEND, Kind.TIME_UP, Kind.HANDS, Kind.HALT, Kind.GO_ON, Kind.CALLED, Kind.RULING)
ENDINGS = (Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP)
_NOT_PLAYED = (Entry.Kind.SEATING, Entry.Kind.SWAP, Entry.Kind.AGREED)  # a book with these alone has no hand


def take_back_clock(step: UndoStep) -> dict[str, Any]:
    """Rebuild the clocks without the event of an act; return the content of the act that takes it back."""
    return apply_clock_event(
        step.tournament, step.round, ClockCommand(events.UNDO, of=step.act.sequence), step.act.table
    )


def must_be_last_at_the_clock(step: UndoStep) -> None:
    """Refuse an act that was followed by another one on the same clock or the same table."""
    kinds = _OF_ROUND if step.act.table_id is None else (*_OF_TABLE, *ENDINGS)
    later = list_later_acts(step.act, kinds).filter(round=step.act.round, table=step.act.table)
    must_be_last(later.filter(said__contains=f'"{CLOCK}":') if step.act.table_id is None else later)


def check_clock(step: UndoStep) -> None:
    """Refuse an act of a clock on which something has followed."""
    must_not_be_published(step)
    must_be_last_at_the_clock(step)
    must_fit_the_clock(step)


def check_start(step: UndoStep) -> None:
    """Refuse it once a book has an entry, a table has ended, or a ruling was made."""
    must_not_be_published(step)
    tables = RoundTable.objects.filter(round=step.act.round)
    must_be_last(list_later_acts(step.act, (Kind.RULING, *ENDINGS)).filter(round=step.act.round))
    if done := tables.exclude(done=None).order_by("number").first():
        raise ActionRefused("table_ended", table=done.number)
    written = list_book_lines(tables).exclude(entry__kind__in=(*_NOT_PLAYED, Entry.Kind.STRIKE))
    if first := written.order_by("entry__at").first():
        raise ActionRefused("hands_since", table=first.table.round_table.number, at=first.entry.at)
    held = HeldHand.objects.filter(table__round_table__in=tables, decided_as="").select_related("table__round_table")
    if waits := held.order_by("at").first():
        raise ActionRefused("hands_since", table=waits.table.round_table.number, at=waits.at)


def take_start_back(step: UndoStep) -> dict[str, Any]:
    """Return the round to its draw; the settings can be changed again if no other round was started."""
    content = take_back_clock(step)
    Round.objects.filter(pk=step.round.pk).update(started=None)
    RoundTable.objects.filter(round=step.act.round_id).update(called=None)
    if not Round.objects.filter(tournament=step.tournament).exclude(started=None).exists():
        Tournament.everything.filter(pk=step.tournament.pk).update(frozen=None)
        step.tournament.frozen = None
    return content


def must_fit_the_clock(step: UndoStep) -> None:
    """Refuse to remove the time in which hands were entered since; raise ActionRefused("hands_since", table, at)."""
    act = step.act
    if act.round is None:
        return
    happened = [event for event in list_clock_events(act.round) if event.number != act.sequence]
    tables = RoundTable.objects.filter(round=act.round)
    tables = tables if act.table_id is None else tables.filter(pk=act.table_id)
    lengths = load_table_lengths(step.tournament, act.round.number, tables)
    since = list_book_lines(tables).filter(entry__kind__in=DEALS, entry__replaces=None, entry__at__gt=act.at)
    for deal in since.order_by("entry__at"):
        moment, table = deal.entry.at, deal.table.round_table
        clock = compute_clock(
            lengths[table.pk], (event for event in filter_events(table.pk, happened) if event.at <= moment)
        )
        up = clock.is_over(moment)
        after_the_time = deal.entry.phase in (IN_PLAY, DOUBLE)
        if clock.stands or (not clock.hands and clock.timed and up != after_the_time):
            raise ActionRefused("hands_since", table=table.number, at=moment)
