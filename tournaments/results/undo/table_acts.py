"""Taking back the end of a table's round: done, reopened, ended early."""

from datetime import datetime
from typing import Any

from django.db.models import F

from scoring.models import GameTable
from tournaments.core.actions.objections import list_later_acts, must_be_last, must_not_be_published
from tournaments.core.actions.reversals import Reversal, UndoStep
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.hall.clock.taking_back import ENDINGS, must_be_last_at_the_clock, must_fit_the_clock, take_back_clock
from tournaments.hall.desk.services import STATE_BEFORE
from tournaments.models import RoundTable

_WHILE_DONE = (*ENDINGS, Kind.CORRECTED, Kind.LATE_HAND)


def _check(step: UndoStep) -> None:
    must_not_be_published(step)
    if STATE_BEFORE not in parse_content(step.act):
        raise ActionRefused("cannot_undo")
    must_be_last(list_later_acts(step.act, _WHILE_DONE).filter(table=step.act.table))
    must_be_last_at_the_clock(step)
    if step.act.kind == Kind.REOPENED:
        must_fit_the_clock(step)


def _take_back(step: UndoStep) -> dict[str, Any]:
    """Restore the previous state of the table, with the time that it had."""
    said, table = parse_content(step.act), step.act.table
    if table is None:
        raise ActionRefused("cannot_undo")
    was = {
        name: None if at is None else datetime.fromisoformat(at)
        for name, at in said[STATE_BEFORE].items()
        if name != "counts"
    }
    RoundTable.objects.filter(pk=table.pk).update(**was, counts=said[STATE_BEFORE]["counts"])
    if CLOCK in said:
        return take_back_clock(step)
    GameTable.objects.filter(pk=table.game_table_id).update(news=F("news") + 1)
    return {}


KINDS: dict[str, Reversal] = dict.fromkeys(ENDINGS, Reversal(_check, _take_back))
