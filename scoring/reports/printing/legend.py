"""The parts of the house rules that an empty sheet needs boxes for: games and premiums by short names, kontras …"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.house_rules.sheet import Item, Sheet
from scoring.sheets.house_rules.short_names import build_short_names
from scoring.sheets.house_rules.speiszettel.premiums import NONE
from scoring.sheets.house_rules.speiszettel.sections import Zettel

_KONTRAS = {2: "k", 4: "r", 8: "s", 16: "h"}  # as quick entry reads them


class LegendSign(NamedTuple):
    """A game or premium written by its short name."""

    code: str
    name: str
    worth: str


class Legend(NamedTuple):
    """The games and the premiums of a sheet, in its order; quick entry reads the same short names."""

    games: tuple[LegendSign, ...]
    premiums: tuple[LegendSign, ...]
    kontras: tuple[str, ...] = ()  # the short names of all that occur
    premium_kontras: bool = False  # some premium can get a kontra
    concedes: bool = False  # some game may be conceded
    king_lies: bool = False  # the called king may lie in the talon
    alone: bool = False  # a declarer may call their own king
    counts_tricks: bool = False  # the tricks of some game are written down
    radl: bool = False  # something starts a Radl


def build_legend(sheet: Sheet, zettel: Zettel) -> Legend:
    """Return the legend of a sheet, in the language of its Speiszettel."""
    rows, codes = zettel.map_rows(), build_short_names(sheet)
    games = ((codes.contracts.get_short_name(contract), rows[f"contract-{contract}"]) for contract in sheet.contracts)
    premiums = ((codes.premiums.get_short_name(premium), rows[f"premium-{premium}"]) for premium in sheet.premiums)
    contracts = sheet.contracts.values()
    highest = max(
        (item.kontra for item in (*(contract.game for contract in contracts), *_list_forms(sheet))), default=1
    )
    return Legend(
        tuple(LegendSign(code, row.name, row.cells[0]) for code, row in games),
        tuple(
            LegendSign(code, row.name, " / ".join(cell for cell in row.cells if cell != NONE)) for code, row in premiums
        ),
        kontras=tuple(code for factor, code in _KONTRAS.items() if factor <= highest),
        premium_kontras=any(item.kontra > 1 for item in _list_forms(sheet)),
        concedes=any(contract.can_concede for contract in contracts),
        king_lies=any(contract.partner == "king" for contract in contracts),
        alone=any(contract.self_call for contract in contracts),
        counts_tricks=any(contract.is_trischaken or contract.is_negative for contract in contracts),
        radl=bool(sheet.radl_after),
    )


def _list_forms(sheet: Sheet) -> Iterator[Item]:
    return (item for contract in sheet.contracts.values() for item in contract.forms.values())
