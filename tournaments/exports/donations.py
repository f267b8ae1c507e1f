"""The donation box: what each table owes it, and who puts it in (docs/settlement.md)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.exports.cells import AMOUNT, COUNT, EURO, SUM, Cell, amount, column_name, count, euros, text
from scoring.templatetags.amounts import amount as in_words
from tournaments.exports.gathered import Gathered
from tournaments.exports.tables import Column, Row, Table
from tournaments.standings.donations import Box, Donation, donations_of


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
