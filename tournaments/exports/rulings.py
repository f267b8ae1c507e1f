"""The register of rulings (§5) as a table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.xlsx.cells import COUNT, MOMENT, Cell, count, text
from tournaments.exports.data import Gathered
from tournaments.exports.schema import Column, Row, Table
from tournaments.rulings.selectors import Shown, register_of


def rulings_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("number", _("No."), COUNT, 6),
        Column("at", _("When"), MOMENT, 17),
        Column("round", _("Round"), COUNT, 7),
        Column("table", _("Table"), COUNT, 7),
        Column("decided_by", _("Decided by"), width=26),
        Column("text", _("Ruling"), width=60),
        Column("deed", _("What it brought about"), width=24),
        Column("corrects", _("Corrects no."), COUNT, 13),
        Column("entered_by", _("Entered by"), width=20),
    )
    about = _("Rulings of the referees")
    return Table("rulings", _("Rulings"), f"{told.tournament.name} – {about}", columns, still=1)


def ruling_rows(told: Gathered) -> Iterator[Row]:
    """All rulings, in their order."""
    return map(_row, register_of(told.tournament))


def _row(one: Shown) -> Row:
    return (
        count(one.number),
        Cell(local(one.at), MOMENT),
        count(one.round),
        count(one.table),
        text(one.decided_by),
        text(one.text),
        text(one.deed_said),
        count(one.corrects) if one.corrects else Cell(None, COUNT),
        text(one.entered_by),
    )
