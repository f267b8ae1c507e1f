"""Acts of the last ten minutes that can be taken back, and the objection to taking one back."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.db.models import Q

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.actions.registry import load_undoable_actions
from tournaments.core.actions.reversals import UNDO_TIME, UndoStep
from tournaments.core.acts import ActionRefused, Kind
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.results.undo.messages import format_label
from tournaments.results.undo.services import must_be_undoable


class UndoLine(NamedTuple):
    """A recent act that can be taken back with one tap."""

    sequence: int  # of the latest of its acts
    acts: tuple[int, ...]  # sequence numbers: of one tap
    label: str
    at: datetime
    minutes: int  # that are left, rounded up


def list_undo_lines(
    tournament: Tournament,
    *,
    rights: frozenset[str],
    page: str = "",
    round_: Round | None = None,
    table: RoundTable | None = None,
    most: int,
) -> tuple[UndoLine, ...]:
    """Return the latest acts that can be taken back now, the newest first: those that a page offers, or all."""
    kinds = [
        kind
        for kind, cls in load_undoable_actions().items()
        if cls.spec.right in rights and (not page or page in cls.spec.undo_on)
    ]
    acts = Act.objects.filter(tournament=tournament, kind__in=kinds, undone_by=None, at__gt=now() - UNDO_TIME)
    if round_ is not None:
        acts = acts.filter(round=round_)
    if table is not None:
        acts = acts.filter(Q(table=table) | Q(table=None))
    ordered = acts.select_related("round", "table__game_table", "table__round", "undone_by").order_by("-sequence")
    lines: list[UndoLine] = []
    for group in _group_by_tap(ordered[: most * 20]):
        step = UndoStep(tournament, group[0], who=Actor(rights=rights))
        if len(lines) < most and find_objection(step) is None:
            lines.append(_build_line(group))
    return tuple(lines)


def find_objection(step: UndoStep) -> ActionRefused | None:
    """Return the refusal of taking an act back; None if it can be taken back."""
    try:
        must_be_undoable(step)
    except ActionRefused as refused:
        return refused
    return None


def count_minutes_left(act: Act) -> int:
    """Return the minutes left in which one tap takes an act back; 0 if they are over."""
    return max(0, ceil((act.at + UNDO_TIME - now()) / timedelta(minutes=1)))


def _group_by_tap(acts: Iterable[Act]) -> list[list[Act]]:
    """Group tables that one tap has closed together, everything else separately; the newest first."""
    groups: dict[str, list[Act]] = {}
    for act in acts:
        groups.setdefault(act.key.partition(":")[0] if act.kind == Kind.DONE else act.key, []).append(act)
    return list(groups.values())


def _build_line(acts: list[Act]) -> UndoLine:
    sequences = tuple(act.sequence for act in acts)
    label = format_label(acts[0]) if len(acts) == 1 else format_label(acts[0], more=len(acts))
    return UndoLine(sequences[0], sequences, label, acts[0].at, count_minutes_left(acts[0]))
