"""The cash box: fees that were paid, prizes that were bought, what else was put in or taken; it adds up."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.templatetags.amounts import amount as in_words
from scoring.xlsx.cells import AMOUNT, COUNT, EURO, MOMENT, SUM, Cell, amount, column_name, count, euros, text
from tournaments.cash.donations import Box, Donation, donations_of
from tournaments.cash.services import cash_box
from tournaments.cash_journal.journal import FEES, PRIZE
from tournaments.cash_journal.messages import kind_text
from tournaments.exports.data import Gathered
from tournaments.exports.entries import places_table
from tournaments.exports.prizes import prizes_table
from tournaments.exports.schema import FIRST_ROW, Column, Lines, Row, Table


class Move(NamedTuple):
    """What has gone into the cash box, or out of it, in cents; `formula`: where it comes from in the workbook."""

    what: str
    cents: int
    formula: str = ""
    at: datetime | None = None
    kind: str = ""
    table: str = ""  # whose donation it is
    party: str = ""  # from whom, or to whom
    voucher: str = ""  # number of the receipt that somebody has brought


def cash_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("at", _("When"), MOMENT, 17),
        Column("what", _("What"), width=50),
        Column("amount", _("Amount"), EURO, 14),
        Column("balance", _("In the cash box"), EURO, 16),
        Column("kind", _("Kind"), width=20),
        Column("table", _("Table"), width=16),
        Column("party", _("From or to"), width=24),
        Column("voucher", _("Receipt no."), width=14),
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
            *map(text, (one.kind, one.table, one.party, one.voucher)),
        )
    last = Cell(None, MOMENT, SUM), text(_("In the cash box"), SUM), Cell(None, EURO, SUM)
    whole = euros(balance, SUM, formula=f"SUM(C{first}:C{row})" if balance or row > first else "")
    yield (*last, whole, *[text("", SUM)] * 4)


def _moves(told: Gathered, entries: Lines, prizes: Lines) -> Iterator[Move]:
    box = cash_box(told.tournament)
    of_entries, of_prizes = places_table(told), prizes_table(told)
    paid, rounds = (_column(entries, of_entries.at(name)) for name in ("paid", "round"))
    for one in box.fees:
        what = _("Entry fees, round %(number)s") % {"number": one.round}
        yield Move(what, one.cents, f"SUMIFS({paid},{rounds},{one.round})", kind=kind_text(FEES))
    if box.bought:
        cost = f"-SUM({_column(prizes, of_prizes.at('cost'))})"
        yield Move(_("Prizes bought"), -box.bought, cost, kind=kind_text(PRIZE))
    for move in box.moves:
        named = {"round": move.round, "table": move.table}
        table = _("Round %(round)s, table %(table)s") % named if move.table else ""
        said = {"kind": kind_text(move.what), "table": table, "party": move.party, "voucher": move.voucher}
        yield Move(move.reason, move.cents, at=move.at, **said)


def _column(of: Lines, at: int) -> str:
    """All cells of a column of another table."""
    letter = column_name(at)
    return f"{of.before}${letter}${FIRST_ROW}:${letter}${of.next - 1}"


def donations_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("round", _("Round"), COUNT, 8),
        Column("table", _("Table"), COUNT, 8),
        Column("by", _("Who pays in (money)"), width=50),
        Column("points", _("Points"), AMOUNT, 10),
        Column("cents", _("Should be in it"), EURO, 12),
        Column("known", _("Origin"), width=34),
    )
    title = _("Donation box")
    return Table("donations", title, f"{told.tournament.name} – {title}", columns, reckons=True, still=2)


def donation_rows(told: Gathered, first: int) -> Iterator[Row]:
    """Table by table from this row on, and all together."""
    box = Box(donations_of(told.tournament))
    for one in box.tables:
        by = ", ".join(f"{given.name}: {in_words(given.sixths)}" for given in one.by)
        yield count(one.round), count(one.table), text(by), amount(one.sixths), euros(one.cents), text(known_by(one))
    last = first + len(box.tables) - 1
    points, cents = (
        f"SUM({letter}{first}:{letter}{last})" if box.tables else "" for letter in map(column_name, (3, 4))
    )
    empty = Cell(None, COUNT, SUM)
    yield (
        empty,
        empty,
        text(_("Together"), SUM),
        amount(box.sixths, AMOUNT, SUM, points),
        euros(box.cents, SUM, cents),
        text(_("at least") if box.at_least else "", SUM),
    )


def known_by(one: Donation) -> str:
    """Where the amount of a table comes from; "" where its hands were entered."""
    if one.at_least:
        return _("at least: only final totals are known")
    return _("as counted by the table") if one.counted is not None else ""
