"""The entry fees one by one, for the treasurer: each payment and refund, its moment, and who recorded it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tarockclub.kit.days import convert_to_local
from tarockclub.kit.xlsx.csv_text import format_plain, render_csv
from tarockclub.platform.privacy.public_names import get_player_called
from tournaments.core.acts import Kind, parse_content
from tournaments.core.lookup import format_unknown_person
from tournaments.models import Act, Entrant, Tournament


class FeeMove(NamedTuple):
    """A fee that was paid, or given back."""

    at: datetime
    round: int  # number of the round in which it was recorded
    entrant: int  # id
    cents: int  # below 0: given back
    by: str  # who recorded it; "": nobody is known


class FeePayment(NamedTuple):
    """A payment as people read it."""

    at: datetime
    number: int  # start number; 0: no longer known
    name: str
    cents: int
    what: str
    round: str  # "": the fee is that of the tournament
    by: str
    slug: str  # of the tournament

    @property
    def day(self) -> date:
        """The day on which it was recorded, here."""
        return convert_to_local(self.at).date()


def load_fee_moves(tournament: Tournament) -> Iterator[FeeMove]:
    """Yield each fee that was paid or given back, the first one first; undoing moves the money back. One query."""
    of_fees = Q(kind=Kind.PAID) | Q(undoes__kind=Kind.PAID)
    acts = Act.objects.filter(of_fees, tournament=tournament).select_related("round", "by")
    for act in acts.order_by("sequence").iterator():
        for entrant, cents in parse_content(act)["paid"]:
            if cents:
                number = act.round.number if act.round is not None else 0
                yield FeeMove(act.at, number, entrant, cents, act.by.name if act.by is not None else "")


def list_payments(tournament: Tournament, *, is_once: bool) -> list[FeePayment]:
    """Return all payments with names, the first one first; two queries.

    `is_once`: the fee is that of the tournament.
    """
    people = {
        entrant.pk: (entrant.number, get_player_called(entrant.person, entrant.number))
        for entrant in Entrant.objects.filter(tournament=tournament).select_related("person")
    }
    found = []
    for move in load_fee_moves(tournament):
        number, name = people.get(move.entrant, (0, format_unknown_person()))
        what = _("paid") if move.cents > 0 else _("refunded")
        of = "" if is_once or not move.round else str(move.round)
        found.append(FeePayment(move.at, number, name, move.cents, what, of, move.by, str(tournament.slug)))
    return found


def render_payments(payments: Sequence[FeePayment], *, is_once: bool, language: str) -> str:
    """Render payments as CSV."""
    of_round = [] if is_once else [_("Round")]
    lines = [[_("Day"), _("When"), _("Start no."), _("Name"), *of_round, _("Amount"), _("What"), _("Entered by")]]
    comma = not language.startswith("en")
    for payment in payments:
        local = convert_to_local(payment.at)
        before = (f"{local:%d.%m.%Y}", f"{local:%H:%M}", payment.number or None, payment.name)
        values = [format_plain(value, decimal_comma=comma) for value in before]
        values += [] if is_once else [payment.round]
        values.append(format_plain(payment.cents / 100, decimal_comma=comma, cents=True))
        lines.append([*values, payment.what, format_plain(payment.by, decimal_comma=comma)])
    return render_csv(lines)
