"""The end of a table's round: chips counted against the computed capital, done, opened again, or left with three."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from scoring.book.ledger.sql import lock_table
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.rules import capital
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.hall.clock import events
from tournaments.hall.clock.table_clocks import ClockCommand, apply_clock_event
from tournaments.hall.desk.chips import ChipTableCount, load_counts
from tournaments.hall.desk.corrections import CONFIRM, CONSEQUENCES, find_level
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.pending import (
    NOT_CONFIRMED,
    NOT_COUNTED,
    TABLE_CHANGED,
    Pending,
    list_pending,
    list_row_pending,
)
from tournaments.hall.rounds import table_capital
from tournaments.models import Act, Round, RoundTable, Tournament

LONGEST_REOPENING = 60 * 60  # seconds
STATE_BEFORE = "was"  # how the table stood before


def count(
    table: RoundTable,
    key: str,
    chips: Mapping[int, int] | None,
    who: Actor = ANONYMOUS,
    *,
    seen: int | None = None,
    by_table: bool = False,
) -> Act:
    """Record the chips (cents) of the players at a table, by id of their sitting.

    `chips`: None where they match the computed ones; `seen`: sequence number of the last entry that was compared with;
    `by_table`: a phone of the table reports them, once it has played and its book is settled.
    ActionRefused("not_all_counted", "table_done", "not_begun", "closed", "book_changed"), and of a table itself
    ActionRefused("still_played", "hands_open", "own_count").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        _must_be_open(here)
        sequence = here.game_table.last_sequence
        if seen is not None and seen != sequence:
            raise ActionRefused("book_changed")
        if by_table:
            _must_have_played(here)
        computed = compute_chips(here.game_table, row)
        given = computed if chips is None else chips
        if set(given) != set(computed):
            raise ActionRefused("not_all_counted")
        if by_table:
            _must_be_another(find_last_count(here), given, sequence, who.device)
        rows = [[sitting, given[sitting], cents] for sitting, cents in computed.items()]
        GameTable.objects.filter(pk=here.game_table_id).update(news=F("news") + 1)
        return {"count": rows, "sequence": sequence} | ({"by_table": True} if by_table else {})

    sent: list[Any] = sorted([sitting, cents] for sitting, cents in (chips or {}).items())
    if seen is not None:
        sent = [*sent, {"seen": seen, "by_table": by_table}]
    return _act(table, Command(key, Kind.COUNTED, sent, who, round=table.round, table=table), do)


def close(table: RoundTable, key: str, who: Actor = ANONYMOUS, *, confirmed: bool = False, reason: str = "") -> Act:
    """Mark a table as done: only the director may enter anything there afterwards.

    ActionRefused("not_counted") where chips are to be counted and were not, or not since the last entry;
    ActionRefused("differs") without a reason; ActionRefused("must_confirm", pending=…) where something is open and this
    was not confirmed.
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        _must_be_open(here)
        counted = find_last_count(here)
        if load_settings(row).count_chips:
            _must_be_counted(here, counted, reason)
        pending = list_pending(here, row)
        if pending and not confirmed:
            raise ActionRefused("must_confirm", pending=pending)
        return _close_table(row, here) | {"counted": counted is not None, "pending": [point.code for point in pending]}

    return _act(table, Command(key, Kind.DONE, [confirmed], who, reason, round=table.round, table=table), do)


class CloseResult(NamedTuple):
    """The result of closing the tables that had played to their end."""

    closed: tuple[int, ...]  # numbers of tables
    left: tuple[tuple[int, Pending], ...]  # number, and its open point


def close_finished(round_: Round, key: str, who: Actor = ANONYMOUS) -> CloseResult:
    """Mark all tables that have played to their end as done; the others stay as they are.

    Each table is an act of its own, with its own key, so that a repeated tap has no further effect; all in one
    transaction, which is quicker. A table where something is open, or whose chips are to be counted and were not, is
    named instead. ActionRefused("not_begun", "closed").
    """
    if round_.started is None:
        raise ActionRefused("not_begun")
    if round_.closed is not None:
        raise ActionRefused("closed")
    with transaction.atomic():
        return _close_all(round_, key, who)


def _close_all(round_: Round, key: str, who: Actor) -> CloseResult:
    settings = load_settings(round_.tournament)
    rows = [row for row in load_rows(RoundTable.objects.filter(round=round_)) if row.is_played]
    closed, left = [], []
    for row in rows:
        why = next(list_row_pending(row, double=has_double_round(settings, round_.number)), None)
        if why is None and settings.count_chips:
            why = _find_count_problem(row)
        if why is None and not _try_close(row.table, f"{key}:{row.number}", who):
            why = Pending(TABLE_CHANGED)
        if why is None:
            closed.append(row.number)
        else:
            left.append((row.number, why))
    return CloseResult(tuple(closed), tuple(left))


def _find_count_problem(row: OverviewRow) -> Pending | None:
    """Return the open point of a table's chips that prevents closing it: not counted, different, or only one phone."""
    if not row.counted or row.differs:
        return Pending(NOT_COUNTED)
    return None if row.is_confirmed else Pending(NOT_CONFIRMED)


def _try_close(table: int, key: str, who: Actor) -> bool:
    """Close a table (its id) at which nothing was open just now; no: something has come meanwhile."""
    try:
        close(RoundTable.objects.select_related("round", "game_table").get(pk=table), key, who)
    except ActionRefused:
        return False
    return True


def reopen(table: RoundTable, key: str, seconds: int, reason: str, who: Actor = ANONYMOUS) -> Act:
    """Open a table that was done: it plays `seconds` more, and the part after the time if that is still missing.

    ActionRefused("not_done", "no_reason", "too_long", "closed").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        if here.round.closed is not None:
            raise ActionRefused("closed")
        if here.done is None:
            raise ActionRefused("not_done")
        if not 0 <= seconds <= LONGEST_REOPENING:
            raise ActionRefused("too_long", hours=LONGEST_REOPENING // 3600)
        RoundTable.objects.filter(pk=here.pk).update(done=None, counts=True)
        return apply_clock_event(row, here.round, ClockCommand(events.REOPEN, seconds), here) | {
            STATE_BEFORE: _encode_state(here)
        }

    _must_say_why(reason)
    return _act(table, Command(key, Kind.REOPENED, [seconds], who, reason, round=table.round, table=table), do)


def break_up(table: RoundTable, key: str, reason: str, who: Actor = ANONYMOUS, *, counts: bool, aware: str = "") -> Act:
    """End a table that cannot play on (left with three): its score stands, or it is struck; may be decided again later.

    `aware`: the level of the warning (corrections.py) that was confirmed, where there is one.
    ActionRefused("no_reason", "not_begun", "must_be_sure").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        if here.round.started is None:
            raise ActionRefused("not_begun")
        level = find_level(here)
        if level.name in (CONFIRM, CONSEQUENCES) and aware != level.name:
            raise ActionRefused("must_be_sure")
        said = {} if here.done is not None else _close_table(row, here)
        RoundTable.objects.filter(pk=here.pk).update(counts=counts)
        GameTable.objects.filter(pk=here.game_table_id).update(news=F("news") + 1)
        return said | {"counts": counts, "level": level.name, STATE_BEFORE: _encode_state(here)}

    _must_say_why(reason)
    return _act(table, Command(key, Kind.BROKEN_UP, [counts, aware], who, reason, round=table.round, table=table), do)


def compute_chips(table: GameTable, tournament: Tournament) -> dict[int, int]:
    """Compute the chips of everybody who sits at a table now: cents, by id of the sitting, by place."""
    courses = table_capital.load_courses(table, load_settings(tournament))
    here = [course for course in courses if course.stay.until is None]
    return {
        course.stay.id: capital.round_cents(course.now) for course in sorted(here, key=lambda course: course.stay.place)
    }


def find_last_count(table: RoundTable) -> ChipTableCount | None:
    """Return the last count of chips at a table."""
    return load_counts([table.pk]).get(table.pk)


def _must_have_played(table: RoundTable) -> None:
    """Let a table count its own chips only when no hand is missing and nothing in its book is open."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk))[0]
    if not row.is_at_end:
        raise ActionRefused("still_played")
    if row.called or row.disputed or row.late or row.held:
        raise ActionRefused("hands_open")


def _must_be_another(last: ChipTableCount | None, chips: Mapping[int, int], sequence: int, device: str) -> None:
    """Refuse a confirmation by the phone that has counted, or by one that cannot be distinguished from it.

    ActionRefused("own_count").
    """
    is_same = last is not None and last.sequence == sequence and last.chips == dict(chips)
    if last is not None and is_same and (not device or device in last.phones):
        raise ActionRefused("own_count")


def _must_be_counted(table: RoundTable, counted: ChipTableCount | None, reason: str) -> None:
    if counted is None or counted.sequence != table.game_table.last_sequence:
        raise ActionRefused("not_counted")
    if counted.differs and not reason:
        raise ActionRefused("differs")


def _close_table(row: Tournament, table: RoundTable) -> dict[str, Any]:
    RoundTable.objects.filter(pk=table.pk).update(done=now(), called=None)
    return apply_clock_event(row, table.round, ClockCommand(events.CLOSE), table) | {STATE_BEFORE: _encode_state(table)}


def _encode_state(table: RoundTable) -> dict[str, Any]:
    """Encode the state of a table before it was closed, opened again or ended, for taking that back."""
    moments = {
        name: None if at is None else at.isoformat() for name, at in (("done", table.done), ("called", table.called))
    }
    return {**moments, "counts": table.counts}


def _must_be_open(table: RoundTable) -> None:
    _must_have_begun(table)
    if table.done is not None:
        raise ActionRefused("table_done")


def _must_have_begun(table: RoundTable) -> None:
    if table.round.started is None:
        raise ActionRefused("not_begun")
    if table.round.closed is not None:
        raise ActionRefused("closed")


def _must_say_why(reason: str) -> None:
    if not reason:
        raise ActionRefused("no_reason")


def _act(table: RoundTable, asked: Command, do: Callable[[Tournament, RoundTable], dict[str, Any]]) -> Act:
    def add_table(row: Tournament) -> dict[str, Any]:
        lock_table(table.game_table_id)  # no hand comes between the check and the change
        return do(row, RoundTable.objects.select_related("round", "game_table__sheet_version").get(pk=table.pk))

    return TOURNAMENTS.act(table.round.tournament_id, asked, add_table)
