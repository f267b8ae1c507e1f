"""Chips that agree, at many tables at once: each table is counted and closed by acts of its own."""

from collections.abc import Mapping

from django.db import transaction

from tarockclub.kit.idempotency import compute_request_digest, is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import ActionRefused
from tournaments.hall.desk.actions import CloseTable, CountChips
from tournaments.hall.desk.pending import TABLE_CHANGED, Pending
from tournaments.hall.desk.services import CloseResult
from tournaments.models import Round, RoundTable

_TAP = 40  # characters


def agree(round_: Round, key: str, seen: Mapping[int, int], who: Actor = ANONYMOUS) -> CloseResult:
    """Confirm the computed chips of tables (numbers), and close those where nothing is open.

    `seen`: the last entry of each table's book that was compared with. A table whose book has changed since, or
    that cannot be closed, is named with the reason. ActionRefused("no_key", "not_begun", "closed", "no_such_table").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    if round_.started is None:
        raise ActionRefused("not_begun")
    if round_.closed is not None:
        raise ActionRefused("closed")
    tables = RoundTable.objects.select_related("round", "game_table").filter(round=round_, number__in=list(seen))
    if unknown := seen.keys() - {table.number for table in tables}:
        raise ActionRefused("no_such_table", table=min(unknown))
    tap = compute_request_digest(key)[:_TAP]  # short enough for a table's number after it
    with transaction.atomic():
        found = [
            (table.number, _agree_table(table, tap, seen[table.number], who)) for table in tables.order_by("number")
        ]
    closed = tuple(number for number, why in found if why is None)
    return CloseResult(closed, tuple((number, why) for number, why in found if why is not None))


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
