"""The parts of a Speiszettel: sections of rows, each row with its own anchor."""

from collections.abc import Collection
from typing import NamedTuple

OPEN = "°"  # mark before a rule that the printed sheet leaves open
NONE = "–"  # in a column of amounts


class RuleRow(NamedTuple):
    """One rule: its name, the marks before it, its columns, its notes, and its paragraph."""

    anchor: str
    name: str
    marks: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ref: str = ""
    aside: str = ""  # a few words after the name

    @property
    def says(self) -> tuple[object, ...]:
        """The content of the rule, for comparison; without the mark for an open rule, which may pay the same."""
        return self.name, self.aside, tuple(mark for mark in self.marks if mark != OPEN), self.cells, self.notes


class ZettelSection(NamedTuple):
    """Rows under a title, with the titles of their columns."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[RuleRow, ...]

    def format_price(self, row: RuleRow) -> str:
        """Return what a rule pays in a few words, with the titles of several columns; "" if it says nothing of that."""
        amounts = [(title, cell) for title, cell in zip(self.columns, row.cells, strict=False) if cell != NONE]
        return " · ".join(f"{title} {cell}" if len(self.columns) > 1 else cell for title, cell in amounts)

    def mark_open(self, anchors: Collection[str]) -> "ZettelSection":
        """Return the section with the mark of open rules before the rows of these anchors."""
        rows = (row._replace(marks=(*row.marks, OPEN)) if row.anchor in anchors else row for row in self.rows)
        return self._replace(rows=tuple(rows))


class Zettel(NamedTuple):
    """A whole sheet in words."""

    id: str
    name: str
    source: str
    ref: str
    legend: tuple[tuple[str, str], ...]  # mark, meaning
    sections: tuple[ZettelSection, ...]
    evidence: str = ""  # of which year its rules are, and how they are known
    version: str = ""  # which one of a club's own sheet, and of which day

    def map_rows(self) -> dict[str, RuleRow]:
        """Return all rows by anchor."""
        return {row.anchor: row for section in self.sections for row in section.rows}
