"""An evening previewed before it is written, on a page or by a program; and the reasons not to write it."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.book.sheet_library import find_rules
from scoring.reports.imports.chosen_rules import House, Sheets
from scoring.reports.imports.record_lines import TextLine
from scoring.reports.imports.replay import ReplayedEvening, replay_lines
from scoring.reports.imports.services import find_imported
from tarockclub.kit.idempotency import compute_request_digest
from tarockclub.models import Club
from tarockclub.platform.server.apart.pool import run_apart

OTHER, NOTHING, BAD_LINES, ALREADY_THERE = "not_looked_at", "nothing_good", "bad_lines", "there_already"


class ImportCandidate(NamedTuple):
    """The evening in a submitted text."""

    evening: ReplayedEvening
    seen: str  # digest of the content, with the names


def preview_import(
    text: str, lines: Sequence[TextLine], names: tuple[str, ...], house: House, language: str, sheets: Sheets
) -> ImportCandidate:
    """Return the evening in the records; raise UnreadableLine or TooMuchWork if computing it would take too long."""
    known = {house.sheet: find_rules(house.sheet), **sheets}
    evening = run_apart(replay_lines, lines, house, len(names), language, known)
    return ImportCandidate(evening, compute_request_digest([text, names, evening.house]))


def find_hindrance(candidate: ImportCandidate, club: Club, key: str, *, seen: str, leave_out: bool, again: bool) -> str:
    """Return the reason not to write the evening; "" if there is none.

    `seen`: the digest of what was previewed; `leave_out`: without unreadable lines; `again`: even if it is in a book.
    """
    if seen != candidate.seen:
        return OTHER
    if not candidate.evening.good:
        return NOTHING
    if candidate.evening.bad and not leave_out:
        return BAD_LINES
    return ALREADY_THERE if not again and find_imported(club, candidate.evening, key) is not None else ""
