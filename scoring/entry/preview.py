"""What the hand in a form would pay: asked with every tap, so it reads what is kept beside the book."""

import json
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.evening.state import Evening, last_round_dealt_by
from scoring.engine.house_rules.sheet import Sheet
from scoring.hand_form.deal_seats import dealt_in, is_short_number, seats_seen
from scoring.hand_form.fields import Form, Posted
from scoring.ledger.late_deals import read_counted
from scoring.ledger.messages import sentences
from scoring.ledger.phase_checks import begins_double_round
from scoring.ledger.seats import read_seats
from scoring.ledger.services import judge
from scoring.ledger.sheet_versions import sheet_of
from scoring.models import Entry, GameTable
from scoring.written_sheet.rows import name_of
from scoring.written_sheet.selectors import read_together, scored
from tarockclub import time_source
from tarockclub.language import language

SOON_AFTER = timedelta(minutes=1)  # no hand is played in less


def judged(table: GameTable, posted: Posted) -> dict[str, Any]:
    """What the posted hand would score, for the preview; only if it still is the next one, or that of its line."""
    line = str(posted.get("line") or "")
    if line:
        return _judged_at(table, posted, line)
    if is_stale(table, posted):
        quicker = _("Somebody else was quicker: the score sheet has already moved on.")
        return {"problems": [quicker], "passing": True}
    (state, _waits), seats = read_counted(table), read_seats(table)
    names = tuple(name_of(seats, place, state.number) for place in state.evening.active)
    evening = as_played(table, str(posted.get("phase") or ""), state.evening)
    return _told(sheet_of(table.sheet_version), posted, evening, names)


def as_played(table: GameTable, phase: str, evening: Evening) -> Evening:
    """The evening as a hand of this phase would be played: the first one of the double round begins it."""
    begins = bool(table.clock) and begins_double_round(phase, evening)
    return last_round_dealt_by(evening, evening.dealer) if begins else evening


def is_twin(table: GameTable, posted: Posted, device: str) -> bool:
    """Whether another phone has just saved a hand of the same game, and this may be that hand once more.

    An empty form follows what others save; who was about to tap the same hand would be asked by nobody else.
    """
    game = posted.get("p0-contract")
    if not game or posted.get("line") or not table.last_key:
        return False
    just_saved = Entry.objects.filter(table=table, key=table.last_key, at__gt=time_source.now() - SOON_AFTER)
    record = just_saved.filter(kind=Entry.Kind.HAND).exclude(device=device).values_list("record", flat=True).first()
    return record is not None and json.loads(record)["plays"][0]["contract"] == game


def is_stale(table: GameTable, posted: Posted) -> bool:
    """Whether the form is from a page that shows an older sheet, or other seats."""
    (state, waits), seen = read_counted(table), seats_seen(posted)
    other_seats = seen is not None and not seen.is_still(dealt_in(state.evening, dict(state.sittings)))
    previous = posted.get("previous", table.last_key)
    return other_seats or (previous != table.last_key and previous not in waits.follows)


def _judged_at(table: GameTable, posted: Posted, line: str) -> dict[str, Any]:
    """What the posted hand would score in place of an earlier one, or before it."""
    book, seats = read_together(table)
    one = book.at(int(line)) if is_short_number(line) else None
    if one is None:
        return {"problems": []}
    names = tuple(name_of(seats, place, one.number) for place in one.before.active)
    return _told(book.sheet, posted, one.before, names, {"1": 1, "2": 2}.get(str(posted.get("radl_set"))))


def _told(
    sheet: Sheet, posted: Posted, evening: Evening, names: tuple[str, ...], radl: int | None = None
) -> dict[str, Any]:
    result = judge(evening, sheet, Form(posted), radl)
    if result.score is None or result.record is None:
        return {"problems": sentences(tuple(result.problems))}
    return {"scored": scored(result.record, result.score, names, language())}
