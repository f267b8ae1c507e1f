"""The cash box: fees that were paid, prizes that were bought, what else was put in or taken; it adds up."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Sum
from django.utils.translation import gettext as _

from scoring.exports.cells import EURO, MOMENT, SUM, Cell, euros, text
from scoring.exports.evening import local
from tournaments.acts import Kind, said_by
from tournaments.exports.gathered import Gathered
from tournaments.exports.prizes import COST
from tournaments.exports.tables import FIRST_ROW, Column, Lines, Row, Table
from tournaments.models import Act, Presence, Prize

ROUND, PAID = "A", "H"  # the columns of the entries


class Move(NamedTuple):
    """What has gone into the cash box, or out of it, in cents; `formula`: where it comes from in the workbook."""

    what: str
    cents: int
    formula: str = ""
    act: Act | None = None


def cash_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("at", _("When"), MOMENT, 17),
        Column("what", _("What"), width=50),
        Column("amount", _("Amount"), EURO, 14),
        Column("balance", _("In the cash box"), EURO, 16),
    )
    return Table("cash", _("Cash box"), f"{told.tournament.name} – {_('Cash box')}", columns, reckons=True)


def cash_rows(told: Gathered, entries: Lines, prizes: Lines, row: int) -> Iterator[Row]:
    """What has moved, and what is in it after that, from this row on."""
    balance, first = 0, row
    for row, one in enumerate(_moves(told, entries, prizes), first):
        balance += one.cents
        before = f"D{row - 1}+" if row > first else ""
        yield (
            Cell(local(one.act.at), MOMENT) if one.act is not None else Cell(None, MOMENT),
            text(one.what),
            euros(one.cents, formula=one.formula),
            euros(balance, formula=f"{before}C{row}"),
        )
    last = Cell(None, MOMENT, SUM), text(_("In the cash box"), SUM), Cell(None, EURO, SUM)
    yield (*last, euros(balance, SUM, formula=f"SUM(C{first}:C{row})" if balance or row > first else ""))


def _moves(told: Gathered, entries: Lines, prizes: Lines) -> Iterator[Move]:
    paid = Presence.objects.filter(round__tournament=told.tournament, paid__gt=0).values("round__number")
    until = entries.next - 1
    for found in paid.annotate(cents=Sum("paid")).order_by("round__number"):
        number = found["round__number"]
        cells = [f"{entries.before}${letter}${FIRST_ROW}:${letter}${until}" for letter in (PAID, ROUND)]
        what = _("Entry fees, round %(number)s") % {"number": number}
        yield Move(what, found["cents"], f"SUMIFS({cells[0]},{cells[1]},{number})")
    cost = Prize.objects.filter(tournament=told.tournament, gone=None).aggregate(cents=Sum("cents"))["cents"] or 0
    if cost:
        cells = [f"{prizes.before}${COST}${FIRST_ROW}:${COST}${prizes.next - 1}"]
        yield Move(_("Prizes bought"), -cost, f"-SUM({cells[0]})")
    for act in (
        Act.objects.filter(tournament=told.tournament, kind=Kind.CASH).select_related("note").order_by("sequence")
    ):
        yield Move(act.note.text if act.note is not None else "", said_by(act)["cents"], act=act)
