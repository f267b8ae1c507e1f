"""Closing many tables of a round at once: those that have played to their end, those whose chips agree."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from tarockclub.kit.hash_chain import compute_request_digest, is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.hall.desk.actions import CloseTable, CountChips
from tournaments.hall.desk.overview import (
    NOT_CONFIRMED,
    NOT_COUNTED,
    TABLE_CHANGED,
    OverviewRow,
    Pending,
    list_row_pending,
    load_rows,
)
from tournaments.models import Round, RoundTable

_TAP = 40  # characters


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
    _must_be_played(round_)
    with transaction.atomic():
        return _close_all(round_, key, who)


def _must_be_played(round_: Round) -> None:
    if round_.started is None:
        raise ActionRefused("not_begun")
    if round_.closed is not None:
        raise ActionRefused("closed")


def _close_all(round_: Round, key: str, who: Actor) -> CloseResult:
    settings = load_settings(round_.tournament)
    rows = [row for row in load_rows(RoundTable.objects.filter(round=round_), INSIDE) if row.is_played]
    closed, left = [], []
    for row in rows:
        why = next(list_row_pending(row, double=has_double_round(settings, round_.number)), None)
        if why is None and settings.count_chips:
            why = _find_count_problem(row)
        if why is None and not try_close(row.table, f"{key}:{row.number}", who):
            why = Pending(TABLE_CHANGED)
        if why is None:
            closed.append(row.number)
        else:
            left.append((row.number, why))
    return CloseResult(tuple(closed), tuple(left))


def _find_count_problem(row: OverviewRow) -> Pending | None:
    """Return the open point of a table's chips that prevents closing it: not counted, different, or only one phone."""
    if row.on_paper and not row.differs:  # the typed totals are the count
        return None
    if not row.counted or row.differs:
        return Pending(NOT_COUNTED)
    return None if row.is_confirmed else Pending(NOT_CONFIRMED)


def try_close(table: int, key: str, who: Actor) -> bool:
    """Close a table (its id) at which nothing was open just now; no: something has come meanwhile."""
    try:
        CloseTable().perform(RoundTable.objects.select_related("round", "game_table").get(pk=table), key, who)
    except ActionRefused:
        return False
    return True


def agree(round_: Round, key: str, seen: Mapping[int, int], who: Actor = ANONYMOUS) -> CloseResult:
    """Confirm the computed chips of tables (numbers), and close those where nothing is open.

    `seen`: the last entry of each table's book that was compared with. A table whose book has changed since, or
    that cannot be closed, is named with the reason. ActionRefused("no_key", "not_begun", "closed", "no_such_table").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    _must_be_played(round_)
    tables = RoundTable.objects.select_related("round", "game_table").filter(round=round_, number__in=list(seen))
    if unknown := seen.keys() - {table.number for table in tables}:
        raise ActionRefused("no_such_table", table=min(unknown))
    tap = compute_request_digest(key)[:_TAP]  # short enough for a table's number after it
    with transaction.atomic():
        outcomes = [
            (table.number, _agree_table(table, tap, seen[table.number], who)) for table in tables.order_by("number")
        ]
    closed = tuple(number for number, why in outcomes if why is None)
    return CloseResult(closed, tuple((number, why) for number, why in outcomes if why is not None))


def _agree_table(table: RoundTable, tap: str, seen: int, who: Actor) -> Pending | None:
    """Count and close a table; return the open point that prevents it, if any. One `tap` is undone as a whole."""
    try:
        CountChips(chips=None, seen=seen).perform(table, f"{tap}:count{table.number}", who)
        CloseTable().perform(table, f"{tap}:{table.number}", who)
    except ActionRefused as refused:
        if refused.code == "table_done":  # somebody was quicker, to the same end
            return None
        return next(iter(refused.params.get("pending", ())), Pending(TABLE_CHANGED))
    return None
