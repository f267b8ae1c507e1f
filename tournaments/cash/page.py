"""What the pages of the cash box show: sums, the journal, what the tables' donation boxes still owe."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.cash.donations import donations_of
from tournaments.cash.services import CashBox, handed_in
from tournaments.cash_journal.journal import (
    COUNT,
    DONATION,
    EXPENSE,
    FEES,
    FLOAT,
    INCOME,
    PRIZE,
    Move,
    by_kind,
)
from tournaments.cash_journal.messages import kind_text, line_text, told
from tournaments.cash_journal.receipts import MOVE, Receipt
from tournaments.models import Entrant, Prize, Tournament

ORDER = (FLOAT, DONATION, INCOME, EXPENSE, COUNT)


class Sum(NamedTuple):
    """What movements of one kind come to."""

    text: str
    cents: int


class Entered(NamedTuple):
    """A line of the journal."""

    at: datetime
    text: str
    cents: int
    balance: int
    receipt: str | None  # label
    url: str  # where more can be done with it; "": nothing


class Owed(NamedTuple):
    """The donation box of a table: what it owes, and what was handed in."""

    round: int
    table: int
    expected: int
    handed_in: int
    at_least: bool = False  # only its end totals are known

    @property
    def left(self) -> int:
        """What is still to be handed in; below 0: too much was, unless nobody knows how much it should be."""
        left = self.expected - self.handed_in
        return max(0, left) if self.at_least else left


def sums_of(moves: Iterable[Move]) -> list[Sum]:
    """What was written down by hand, by kind; what was taken back counts where it belongs."""
    found = by_kind(moves)
    return [Sum(kind_text(kind), found[kind]) for kind in ORDER if kind in found]


def journal_of(tournament: Tournament, box: CashBox, receipts: Sequence[Receipt]) -> list[Entered]:
    """Everything that has moved, the newest first; two queries for the names."""
    alone = {one.person for one in box.journal if one.person}
    people = dict(Entrant.objects.filter(tournament=tournament, pk__in=alone).values_list("pk", "person__name"))
    prizes = dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name"))
    labels = {one.of: one.label for one in receipts if one.kind == MOVE}
    return [
        Entered(
            one.at,
            text_of(one, people, prizes),
            one.cents,
            one.balance,
            labels.get(one.sequence),
            "" if one.what in (FEES, PRIZE) else reverse("cash_move", args=[tournament.slug, one.sequence]),
        )
        for one in reversed(box.journal)
    ]


def text_of(one: Move, people: dict[int, str], prizes: dict[int, str]) -> str:
    """What a line of the journal is about."""
    if one.what == PRIZE:
        return line_text(PRIZE, name=prizes.get(one.prize, ""))
    if one.what != FEES:
        return " · ".join((told(one), _("was undone"))) if one.taken_back else told(one)
    text = line_text(FEES, round=one.round)
    who = people.get(one.person, "") or _("players: %(many)s") % {"many": one.players}
    return f"{text} · {who}"


def owed_by_tables(tournament: Tournament, box: CashBox) -> tuple[Owed, ...]:
    """What each table owes the donation box and what was handed in of it; those that have neither are left out."""
    given = handed_in(box)
    expected = {(one.round, one.table): (one.cents, one.at_least) for one in donations_of(tournament)}
    found = (_owed(at, *expected.get(at, (0, False)), given.get(at, 0)) for at in sorted({*expected, *given}))
    return tuple(one for one in found if one.expected or one.handed_in or one.at_least)


def _owed(at: tuple[int, int], cents: int, at_least: bool, given: int) -> Owed:
    return Owed(*at, cents, given, at_least)
