"""An evening that is looked at before it is written, on a page or by a program; and what stands against writing it."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.imports.chosen_rules import House
from scoring.imports.record_lines import Line
from scoring.imports.replay import Evened, played
from scoring.imports.services import brought_before
from scoring.models import GameTable
from tarockclub.idempotency import digest_of
from tarockclub.models import Club

OTHER, NOTHING, BAD_LINES, THERE = "not_looked_at", "nothing_good", "bad_lines", "there_already"


class Looked(NamedTuple):
    """What somebody has sent, and what it would bring in."""

    text: str
    names: tuple[str, ...]
    evening: Evened
    seen: str  # what tells it from other content


class Said(NamedTuple):
    """What was said when it was to be written."""

    seen: str  # what was looked at
    leave_out: bool = False  # lines that cannot be read
    again: bool = False  # also where the evening is in the book already


def look(text: str, lines: Sequence[Line], names: tuple[str, ...], rules: House, language: str) -> Looked:
    """The evening that records tell of; Unreadable where counting it takes too long."""
    evening = played(lines, rules, len(names), language)
    return Looked(text, names, evening, digest_of([text, names, evening.house]))


def before(found: Looked, club: Club, key: str) -> GameTable | None:
    """The club's evening that has these hands already."""
    return brought_before(club, found.evening, key)


def hindrance(found: Looked, said: Said, club: Club, key: str) -> str:
    """What stands against writing it; "": nothing."""
    if said.seen != found.seen:
        return OTHER
    if not found.evening.good:
        return NOTHING
    if found.evening.bad and not said.leave_out:
        return BAD_LINES
    return THERE if not said.again and before(found, club, key) is not None else ""
