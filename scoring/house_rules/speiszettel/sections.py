"""What a Speiszettel is made of: sections of rows, each row with an anchor of its own."""

from collections.abc import Collection
from typing import NamedTuple

OPEN = "°"  # stands before a rule that the printed sheet leaves open


class RuleRow(NamedTuple):
    """One rule: its name, the signs before it, its columns, what else there is to say, and its paragraph."""

    anchor: str
    name: str
    marks: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ref: str = ""
    aside: str = ""  # a few words behind the name

    @property
    def says(self) -> tuple[object, ...]:
        """What the rule is, wherever it is written; left open or not, it may pay the same."""
        return self.name, self.aside, tuple(mark for mark in self.marks if mark != OPEN), self.cells, self.notes


class Section(NamedTuple):
    """Rows under a title, with the titles of their columns."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[RuleRow, ...]

    def marked(self, anchors: Collection[str]) -> "Section":
        """The section with the sign of what is left open before the rows of these anchors."""
        rows = (row._replace(marks=(*row.marks, OPEN)) if row.anchor in anchors else row for row in self.rows)
        return self._replace(rows=tuple(rows))


class Zettel(NamedTuple):
    """A whole sheet in words."""

    id: str
    name: str
    source: str
    ref: str
    legend: tuple[tuple[str, str], ...]  # sign, meaning
    sections: tuple[Section, ...]

    def rows(self) -> dict[str, RuleRow]:
        """All rows by anchor."""
        return {row.anchor: row for section in self.sections for row in section.rows}
