"""The cash box: fees that were paid, prizes that were bought, what else was put in or taken; it adds up."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.cells import EURO, MOMENT, SUM, Cell, column_name, euros, text
from scoring.exports.evening import local
from tournaments.exports.gathered import Gathered
from tournaments.exports.places import places_table
from tournaments.exports.prizes import prizes_table
from tournaments.exports.tables import FIRST_ROW, Column, Lines, Row, Table
from tournaments.standings.cash import cash_box


class Move(NamedTuple):
    """What has gone into the cash box, or out of it, in cents; `formula`: where it comes from in the workbook."""

    what: str
    cents: int
    formula: str = ""
    at: datetime | None = None


def cash_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("at", _("When"), MOMENT, 17),
        Column("what", _("What"), width=50),
        Column("amount", _("Amount"), EURO, 14),
        Column("balance", _("In the cash box"), EURO, 16),
    )
    title = _("Cash box")
    return Table("cash", title, f"{told.tournament.name} – {title}", columns, reckons=True)


def cash_rows(told: Gathered, entries: Lines, prizes: Lines, row: int) -> Iterator[Row]:
    """What has moved, and what is in it after that, from this row on."""
    balance, first = 0, row
    for row, one in enumerate(_moves(told, entries, prizes), first):
        balance += one.cents
        before = f"D{row - 1}+" if row > first else ""
        yield (
            Cell(local(one.at), MOMENT) if one.at is not None else Cell(None, MOMENT),
            text(one.what),
            euros(one.cents, formula=one.formula),
            euros(balance, formula=f"{before}C{row}"),
        )
    last = Cell(None, MOMENT, SUM), text(_("In the cash box"), SUM), Cell(None, EURO, SUM)
    yield (*last, euros(balance, SUM, formula=f"SUM(C{first}:C{row})" if balance or row > first else ""))


def _moves(told: Gathered, entries: Lines, prizes: Lines) -> Iterator[Move]:
    box = cash_box(told.tournament)
    of_entries, of_prizes = places_table(told), prizes_table(told)
    paid, rounds = (_column(entries, of_entries.at(name)) for name in ("paid", "round"))
    for one in box.fees:
        what = _("Entry fees, round %(number)s") % {"number": one.round}
        yield Move(what, one.cents, f"SUMIFS({paid},{rounds},{one.round})")
    if box.bought:
        yield Move(_("Prizes bought"), -box.bought, f"-SUM({_column(prizes, of_prizes.at('cost'))})")
    for move in box.moves:
        yield Move(move.reason, move.cents, at=move.at)


def _column(of: Lines, at: int) -> str:
    """All cells of a column of another table."""
    letter = column_name(at)
    return f"{of.before}${letter}${FIRST_ROW}:${letter}${of.next - 1}"
