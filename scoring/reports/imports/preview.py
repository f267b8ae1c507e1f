"""An evening previewed before it is written, on a page or by a program; and the reasons not to write it."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.book.sheet_library import find_rules
from scoring.models import GameTable
from scoring.reports.imports.chosen_rules import House, Sheets
from scoring.reports.imports.record_lines import TextLine
from scoring.reports.imports.replay import ReplayedEvening, replay_lines
from scoring.reports.imports.services import find_imported
from tarockclub.kit.idempotency import compute_request_digest
from tarockclub.models import Club
from tarockclub.platform.server.apart.pool import run_apart

OTHER, NOTHING, BAD_LINES, ALREADY_THERE = "not_looked_at", "nothing_good", "bad_lines", "there_already"


class ImportCandidate(NamedTuple):
    """A submitted text, and the evening in it."""

    text: str
    names: tuple[str, ...]
    evening: ReplayedEvening
    seen: str  # digest of the content


class ImportConsent(NamedTuple):
    """The user's answers when the evening is to be written."""

    seen: str  # digest of the previewed content
    leave_out: bool = False  # leave out unreadable lines
    again: bool = False  # even if the evening is already in a book


def preview_import(
    text: str, lines: Sequence[TextLine], names: tuple[str, ...], house: House, language: str, sheets: Sheets
) -> ImportCandidate:
    """Return the evening in the records; raise UnreadableLine or TooMuchWork if computing it would take too long."""
    known = {house.sheet: find_rules(house.sheet), **sheets}
    evening = run_apart(replay_lines, lines, house, len(names), language, known)
    return ImportCandidate(text, names, evening, compute_request_digest([text, names, evening.house]))


def find_earlier_import(candidate: ImportCandidate, club: Club, key: str) -> GameTable | None:
    """Return the club's evening that already has these hands."""
    return find_imported(club, candidate.evening, key)


def find_hindrance(candidate: ImportCandidate, consent: ImportConsent, club: Club, key: str) -> str:
    """Return the reason not to write the evening; "" if there is none."""
    if consent.seen != candidate.seen:
        return OTHER
    if not candidate.evening.good:
        return NOTHING
    if candidate.evening.bad and not consent.leave_out:
        return BAD_LINES
    return ALREADY_THERE if not consent.again and find_earlier_import(candidate, club, key) is not None else ""
