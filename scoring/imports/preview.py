"""An evening that is looked at before it is written, on a page or by a program; and what stands against writing it."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.imports.chosen_rules import House
from scoring.imports.record_lines import TextLine
from scoring.imports.replay import ReplayedEvening, replay_lines
from scoring.imports.services import find_imported
from scoring.models import GameTable
from tarockclub.idempotency import compute_request_digest
from tarockclub.models import Club

OTHER, NOTHING, BAD_LINES, ALREADY_THERE = "not_looked_at", "nothing_good", "bad_lines", "there_already"


class ImportCandidate(NamedTuple):
    """What somebody has sent, and what it would bring in."""

    text: str
    names: tuple[str, ...]
    evening: ReplayedEvening
    seen: str  # what tells it from other content


class ImportConsent(NamedTuple):
    """What was said when it was to be written."""

    seen: str  # what was looked at
    leave_out: bool = False  # lines that cannot be read
    again: bool = False  # also where the evening is in the book already


def preview_import(
    text: str, lines: Sequence[TextLine], names: tuple[str, ...], rules: House, language: str
) -> ImportCandidate:
    """The evening that records tell of; Unreadable where counting it takes too long."""
    evening = replay_lines(lines, rules, len(names), language)
    return ImportCandidate(text, names, evening, compute_request_digest([text, names, evening.house]))


def find_earlier_import(found: ImportCandidate, club: Club, key: str) -> GameTable | None:
    """The club's evening that has these hands already."""
    return find_imported(club, found.evening, key)


def find_hindrance(found: ImportCandidate, said: ImportConsent, club: Club, key: str) -> str:
    """What stands against writing it; "": nothing."""
    if said.seen != found.seen:
        return OTHER
    if not found.evening.good:
        return NOTHING
    if found.evening.bad and not said.leave_out:
        return BAD_LINES
    return ALREADY_THERE if not said.again and find_earlier_import(found, club, key) is not None else ""
