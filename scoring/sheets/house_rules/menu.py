"""A Speiszettel as a menu: its games in two lists, its premiums, Trischaken, kontra, and the small print."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.house_rules.sheet import Sheet, TrischakenRow
from scoring.engine.texts import pick_language
from scoring.engine.texts.words import KONTRAS
from scoring.sheets.house_rules.speiszettel.contracts import FOREHAND
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK, RuleRow, Zettel
from scoring.table.entry.script_data import NEGATIVE, PREMIUMS, find_group, find_motif
from tarockclub.kit.amounts import format_signed_points

SMALL = ("deal", "auction", "trick", "points", "settle", "concede", "bei", "renonce", "hoch", "point", "pagatkassa")


class Dish(NamedTuple):
    """One line of a menu."""

    name: str
    amounts: tuple[str, ...]
    sign: str = ""
    aside: str = ""
    is_open: bool = False  # the printed sheet leaves it open


def build_menu(zettel: Zettel, sheet: Sheet, language: str) -> dict[str, Any]:
    """Return what stands on the menu of a Speiszettel, as the context of its template."""
    rows, asides = zettel.map_rows(), Counter[str]()
    positive, negative = list[Dish](), list[Dish]()
    for contract in sheet.contracts.values():
        row = rows[f"contract-{contract.id}"]
        asides[row.aside] += 1
        words = [_("forehand only")] if FOREHAND in row.marks else []
        words += [row.aside] if asides[row.aside] == 1 else []  # what several games ask for is said once
        dishes = negative if find_group(contract) == NEGATIVE else positive
        dishes.append(_build_dish(row, find_motif(contract), " · ".join(words)))
    most = max((contract.game.kontra for contract in sheet.contracts.values() if not sheet.coins), default=1)
    return {
        "positive": positive,
        "negative": negative,
        "premiums": [_build_dish(rows[f"premium-{name}"], PREMIUMS.get(name, "star")) for name in sheet.premiums],
        "cases": list(_build_cases(zettel, (*sheet.trischaken.rows, *sheet.trischaken.renonce))),
        "kontras": [(factor, pick_language(names, language)) for factor, names in KONTRAS.items() if factor <= most],
        "kontra": rows.get("kontra"),
        "radl": rows.get("radl"),
        "small": [(rows[rule].name, rows[rule].notes[0]) for rule in SMALL if rule in rows],  # the rest stands below
    }


def _build_dish(row: RuleRow, sign: str, aside: str = "") -> Dish:
    return Dish(row.name, row.cells, sign, aside, OPEN_MARK in row.marks)


def _build_cases(zettel: Zettel, cases: Iterable[TrischakenRow]) -> Iterator[Dish]:
    """Yield the cases of Trischaken with what the first pays in all, or place by place what each pays and gets."""
    section = next(section for section in zettel.sections if section.id == "trischaken-cases")
    rows = (row for row in section.rows if row.cells)
    for row, case in zip(rows, cases, strict=False):  # some follow that cannot be
        first, second, third, fourth = case.places
        if second == third == fourth:
            yield Dish(row.name, (format_signed_points(first),))
        elif first == second and third == fourth:
            yield Dish(row.name, (_("%(points)s each") % {"points": format_signed_points(first)},))
        else:
            yield Dish(row.name, (" / ".join(map(format_signed_points, case.places)),))
