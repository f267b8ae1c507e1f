"""The cash box of a tournament: fees, prizes that were bought, what was put in and taken out; it always adds up."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Sum

from scoring.writing import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.models import Act, Presence, Prize, Tournament

MOST_CENTS = 1_000_000


class Fees(NamedTuple):
    """The fees of a round."""

    round: int
    players: int  # who have paid
    cents: int


class Bought(NamedTuple):
    """A prize that was paid for."""

    name: str
    cents: int

    @property
    def moved(self) -> int:
        """What it has taken out of the box."""
        return -self.cents


class Move(NamedTuple):
    """What was put in (more than 0) or taken out, and why."""

    at: datetime
    cents: int
    reason: str


class CashBox(NamedTuple):
    """What is in the cash box, and where it comes from; cents."""

    fees: tuple[Fees, ...]
    prizes: tuple[Bought, ...]
    moves: tuple[Move, ...]
    written: int  # the same fees by what was written down one after the other

    @property
    def paid(self) -> int:
        """All fees."""
        return sum(one.cents for one in self.fees)

    @property
    def bought(self) -> int:
        """All prizes."""
        return sum(one.cents for one in self.prizes)

    @property
    def moved(self) -> int:
        """What was put in less what was taken out."""
        return sum(one.cents for one in self.moves)

    @property
    def balance(self) -> int:
        """What should be in the box."""
        return self.paid - self.bought + self.moved

    @property
    def adds_up(self) -> bool:
        """Whether the fees are those that were written down."""
        return self.paid == self.written


def cash_box(tournament: Tournament) -> CashBox:
    """The cash box as it is now; three queries."""
    paid = Presence.objects.filter(round__tournament=tournament).exclude(paid=0).order_by("round__number")
    rows = paid.values_list("round__number").annotate(cents=Sum("paid"))
    players: dict[int, int] = {}
    for number in paid.values_list("round__number", flat=True):
        players[number] = players.get(number, 0) + 1
    acts = Act.objects.filter(tournament=tournament, kind__in=(Kind.PAID, Kind.CASH)).select_related("note")
    said = [(one, said_by(one)) for one in acts.order_by("sequence")]
    prizes = Prize.objects.filter(tournament=tournament, gone=None).exclude(cents=0).order_by("number")
    return CashBox(
        tuple(Fees(number, players[number], cents) for number, cents in rows),
        tuple(Bought(one.name, one.cents) for one in prizes),
        tuple(_move(one, told) for one, told in said if one.kind == Kind.CASH),
        _written(told for one, told in said if one.kind == Kind.PAID),
    )


def _move(row: Act, said: dict[str, Any]) -> Move:
    return Move(row.at, said["cents"], row.note.text if row.note is not None else "")


def _written(told: Iterable[dict[str, Any]]) -> int:
    return sum(cents for said in told for _entrant, cents in said["paid"])


def put(tournament: int, key: str, cents: int, reason: str, who: Who = NOBODY_KNOWN) -> Act:
    """Put money into the cash box (more than 0), or take some out, with a reason; Refused("no_reason", "no_amount").

    A mistake is put right by the opposite: nothing that was written down goes away.
    """

    def do(_row: Tournament) -> dict[str, Any]:
        if not cents or abs(cents) > MOST_CENTS:
            raise Refused("no_amount")
        if not reason:
            raise Refused("no_reason")
        return {"cents": cents}

    return act(tournament, Asked(key, Kind.CASH, [cents], who, reason), do)
