"""A change that somebody asks for, with the people in it: written once, or nothing of it."""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from scoring.corrections.changes import Ask
from scoring.corrections.forms import PersonOf
from scoring.corrections.services import change
from scoring.ledger.entries import Outcome, Who, Written
from scoring.models import GameTable
from tarockclub.accounts.persons import locked, person_named
from tarockclub.models import Person


class Asked(NamedTuple):
    """What was sent with a change."""

    key: str
    seen: int | None  # sequence number of the last entry that was shown
    reason: str
    sent: object  # JSON values: what tells two requests with one key apart


def known_at(table: GameTable) -> PersonOf:
    """What tells the id of a person of the table's club by his name, 0 for somebody new; it writes nothing."""

    def known(name: str) -> int:
        found = Person.objects.filter(club=table.club_id, name=name).order_by("number").first()
        return found.pk if found is not None else 0

    return known


def written_as_asked(table: GameTable, asked: Asked, ask_of: Callable[[PersonOf], Ask], who: Who) -> Written:
    """Write a change; `ask_of` makes it when it knows who is called how."""
    with transaction.atomic():
        ask = ask_of(lambda name: person_named(locked(table.club), name).pk)
        written = change(table, asked.key, asked.seen, ask, asked.reason, sent=asked.sent, who=who)
        if written.outcome is not Outcome.SAVED:  # who would have come is not known to the club either
            transaction.set_rollback(True)
        return written
