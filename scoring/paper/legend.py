"""The short names that an empty sheet explains: the games and premiums of the house rules, and what they are worth."""

from typing import NamedTuple

from scoring.codes import words_of
from scoring.engine.sheet import Sheet
from scoring.zettel.premiums import NONE
from scoring.zettel.shape import Zettel


class Sign(NamedTuple):
    """Something that is written down by its short name."""

    code: str
    name: str
    worth: str


class Legend(NamedTuple):
    """The games and the premiums of a sheet, in its order; quick entry reads the same short names."""

    games: tuple[Sign, ...]
    premiums: tuple[Sign, ...]


def legend_of(sheet: Sheet, zettel: Zettel) -> Legend:
    """The legend of a sheet, in the language of its Speiszettel."""
    rows, codes = zettel.rows(), words_of(sheet)
    games = ((codes.contracts.of(one), rows[f"contract-{one}"]) for one in sheet.contracts)
    premiums = ((codes.premiums.of(one), rows[f"premium-{one}"]) for one in sheet.premiums)
    return Legend(
        tuple(Sign(code, row.name, row.cells[0]) for code, row in games),
        tuple(Sign(code, row.name, " / ".join(cell for cell in row.cells if cell != NONE)) for code, row in premiums),
    )
