"""The end of a table's round: chips counted against the computed capital, done, opened again, or left with three."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from scoring.ledger.sql import locked
from scoring.models import GameTable
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.clock import events
from tournaments.clock.table_clocks import Wanted, wind
from tournaments.desk.chips import Count, counts_at
from tournaments.desk.corrections import CONFIRM, CONSEQUENCES, level_of
from tournaments.desk.overview import Row, rows_of
from tournaments.desk.pending import CHANGED, NOT_CONFIRMED, NOT_COUNTED, Pending, pending_at, pending_in
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.rounds import table_capital
from tournaments.rules import capital
from tournaments.selectors import settings_of

LONGEST_REOPENING = 60 * 60  # seconds
WAS = "was"  # how the table stood before


def count(
    table: RoundTable,
    key: str,
    chips: Mapping[int, int] | None,
    who: Who = NOBODY_KNOWN,
    *,
    seen: int | None = None,
    by_table: bool = False,
) -> Act:
    """Write down the chips (cents) that lie before those who sit at a table, by id of their sitting.

    `chips`: None where they are what is computed; `seen`: sequence number of the last entry that was compared with;
    `by_table`: a phone of the table says so, when it has played and its book is settled.
    Refused("not_all_counted", "table_done", "not_begun", "closed", "book_changed"), and of a table itself
    Refused("still_played", "hands_open", "own_count").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        _must_be_open(here)
        sequence = here.game_table.last_sequence
        if seen is not None and seen != sequence:
            raise Refused("book_changed")
        if by_table:
            _must_have_played(here)
        computed = computed_at(here.game_table, row)
        given = computed if chips is None else chips
        if set(given) != set(computed):
            raise Refused("not_all_counted")
        if by_table:
            _must_be_another(last_count(here), given, sequence, who.device)
        rows = [[sitting, given[sitting], cents] for sitting, cents in computed.items()]
        GameTable.objects.filter(pk=here.game_table_id).update(news=F("news") + 1)
        return {"count": rows, "sequence": sequence} | ({"by_table": True} if by_table else {})

    sent: list[Any] = sorted([sitting, cents] for sitting, cents in (chips or {}).items())
    if seen is not None:
        sent = [*sent, {"seen": seen, "by_table": by_table}]
    return _act(table, Asked(key, Kind.COUNTED, sent, who, round=table.round, table=table), do)


def close(table: RoundTable, key: str, who: Who = NOBODY_KNOWN, *, confirmed: bool = False, reason: str = "") -> Act:
    """A table is done: nothing more is entered there, but by the director.

    Refused("not_counted") where chips are to be counted and were not, or not since the last entry;
    Refused("differs") without a reason; Refused("must_confirm", pending=…) where something is open, unconfirmed.
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        _must_be_open(here)
        counted = last_count(here)
        if settings_of(row).count_chips:
            _must_be_counted(here, counted, reason)
        pending = pending_at(here, row)
        if pending and not confirmed:
            raise Refused("must_confirm", pending=pending)
        return _closed(row, here) | {"counted": counted is not None, "pending": [one.code for one in pending]}

    return _act(table, Asked(key, Kind.DONE, [confirmed], who, reason, round=table.round, table=table), do)


class Finished(NamedTuple):
    """What became of the tables that had played to their end."""

    closed: tuple[int, ...]  # numbers of tables
    left: tuple[tuple[int, Pending], ...]  # number, and what is open there


def close_finished(round_: Round, key: str, who: Who = NOBODY_KNOWN) -> Finished:
    """Say of all tables that have played to their end that they are done; the others stay as they are.

    Each table is an act of its own, with its own key, so that a tap that comes twice does nothing twice; all in one
    transaction, which is quicker. A table where something is open, or whose chips are to be counted and were not, is
    named instead. Refused("not_begun", "closed").
    """
    if round_.started is None:
        raise Refused("not_begun")
    if round_.closed is not None:
        raise Refused("closed")
    with transaction.atomic():
        return _all_closed(round_, key, who)


def _all_closed(round_: Round, key: str, who: Who) -> Finished:
    settings = settings_of(round_.tournament)
    rows = [row for row in rows_of(RoundTable.objects.filter(round=round_)) if row.is_played]
    closed, left = [], []
    for row in rows:
        why = next(pending_in(row, double=settings.double_round), None)
        if why is None and settings.count_chips:
            why = _uncounted(row)
        if why is None and not _closes(row.table, f"{key}:{row.number}", who):
            why = Pending(CHANGED)
        if why is None:
            closed.append(row.number)
        else:
            left.append((row.number, why))
    return Finished(tuple(closed), tuple(left))


def _uncounted(row: Row) -> Pending | None:
    """Why the chips of a table are no reason yet to close it: not counted, they differ, or one phone alone says so."""
    if not row.counted or row.differs:
        return Pending(NOT_COUNTED)
    return None if row.is_confirmed else Pending(NOT_CONFIRMED)


def _closes(table: int, key: str, who: Who) -> bool:
    """Close a table (its id) at which nothing was open just now; no: something has come meanwhile."""
    try:
        close(RoundTable.objects.select_related("round", "game_table").get(pk=table), key, who)
    except Refused:
        return False
    return True


def reopen(table: RoundTable, key: str, seconds: int, reason: str, who: Who = NOBODY_KNOWN) -> Act:
    """Open a table that was done: so many seconds are played there, and what comes after the time if it was not yet.

    Refused("not_done", "no_reason", "too_long", "closed").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        if here.round.closed is not None:
            raise Refused("closed")
        if here.done is None:
            raise Refused("not_done")
        if not 0 <= seconds <= LONGEST_REOPENING:
            raise Refused("too_long", hours=LONGEST_REOPENING // 3600)
        RoundTable.objects.filter(pk=here.pk).update(done=None, counts=True)
        return wind(row, here.round, Wanted(events.REOPEN, seconds), here) | {WAS: _as_it_was(here)}

    _must_say_why(reason)
    return _act(table, Asked(key, Kind.REOPENED, [seconds], who, reason, round=table.round, table=table), do)


def break_up(
    table: RoundTable, key: str, reason: str, who: Who = NOBODY_KNOWN, *, counts: bool, aware: str = ""
) -> Act:
    """End a table that cannot play on (left with three): its score stands, or it is struck; also decided anew later.

    `aware`: the level of the warning (correcting.py) that was confirmed, where there is one.
    Refused("no_reason", "not_begun", "must_be_sure").
    """

    def do(row: Tournament, here: RoundTable) -> dict[str, Any]:
        if here.round.started is None:
            raise Refused("not_begun")
        level = level_of(here)
        if level.name in (CONFIRM, CONSEQUENCES) and aware != level.name:
            raise Refused("must_be_sure")
        said = {} if here.done is not None else _closed(row, here)
        RoundTable.objects.filter(pk=here.pk).update(counts=counts)
        GameTable.objects.filter(pk=here.game_table_id).update(news=F("news") + 1)
        return said | {"counts": counts, "level": level.name, WAS: _as_it_was(here)}

    _must_say_why(reason)
    return _act(table, Asked(key, Kind.BROKEN_UP, [counts, aware], who, reason, round=table.round, table=table), do)


def computed_at(table: GameTable, tournament: Tournament) -> dict[int, int]:
    """What should lie before everybody who sits at a table now: cents, by id of the sitting, by place."""
    courses = table_capital.of_table(table, settings_of(tournament))
    here = [one for one in courses if one.stay.until is None]
    return {one.stay.id: capital.shown(one.now) for one in sorted(here, key=lambda one: one.stay.place)}


def last_count(table: RoundTable) -> Count | None:
    """The last count of chips at a table."""
    return counts_at([table.pk]).get(table.pk)


def _must_have_played(table: RoundTable) -> None:
    """Let a table count its own chips only when no hand is missing and nothing in its book is open."""
    row = rows_of(RoundTable.objects.filter(pk=table.pk))[0]
    if not row.is_at_end:
        raise Refused("still_played")
    if row.called or row.disputed or row.late or row.held:
        raise Refused("hands_open")


def _must_be_another(last: Count | None, chips: Mapping[int, int], sequence: int, device: str) -> None:
    """Let nobody confirm what he has counted himself, nor a phone that cannot be told from the one that has."""
    is_same = last is not None and last.sequence == sequence and last.chips == dict(chips)
    if last is not None and is_same and (not device or device in last.phones):
        raise Refused("own_count")


def _must_be_counted(table: RoundTable, counted: Count | None, reason: str) -> None:
    if counted is None or counted.sequence != table.game_table.last_sequence:
        raise Refused("not_counted")
    if counted.differs and not reason:
        raise Refused("differs")


def _closed(row: Tournament, table: RoundTable) -> dict[str, Any]:
    RoundTable.objects.filter(pk=table.pk).update(done=now(), called=None)
    return wind(row, table.round, Wanted(events.CLOSE), table) | {WAS: _as_it_was(table)}


def _as_it_was(table: RoundTable) -> dict[str, Any]:
    """How a table stood before it was closed, opened again or ended, for whoever takes that back."""
    moments = {
        name: None if at is None else at.isoformat() for name, at in (("done", table.done), ("called", table.called))
    }
    return {**moments, "counts": table.counts}


def _must_be_open(table: RoundTable) -> None:
    _must_have_begun(table)
    if table.done is not None:
        raise Refused("table_done")


def _must_have_begun(table: RoundTable) -> None:
    if table.round.started is None:
        raise Refused("not_begun")
    if table.round.closed is not None:
        raise Refused("closed")


def _must_say_why(reason: str) -> None:
    if not reason:
        raise Refused("no_reason")


def _act(table: RoundTable, asked: Asked, do: Callable[[Tournament, RoundTable], dict[str, Any]]) -> Act:
    def with_table(row: Tournament) -> dict[str, Any]:
        locked(table.game_table_id)  # no hand comes between what is looked at and what is written
        return do(row, RoundTable.objects.select_related("round", "game_table__sheet_version").get(pk=table.pk))

    return act(table.round.tournament_id, asked, with_table)
