"""The folder of lists that are hostile by accident, each with the people that a club would mean (tests/data/lists)."""

import tomllib
from io import BytesIO
from typing import Any

from openpyxl import Workbook

from tarockclub.kit.lists.columns import (
    BIRTH_YEAR,
    CATEGORIES,
    CONTACT,
    CUP,
    DAY,
    FEDERATION_NUMBER,
    NAME,
    NUMBER,
    PAYMENT,
    PLACE,
    PLAYER_NUMBER,
    POINTS,
    TEAM,
    TOWN,
    WRITTEN_SCORE,
)
from tarockclub.kit.lists.file import read_file
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import Choices, PersonRow, Purpose, Reading, read_rows
from tests.support.paths import ROOT

FOLDER = ROOT / "tests/data/lists"
REGISTER = frozenset((NAME, PLAYER_NUMBER, FEDERATION_NUMBER, TOWN, CATEGORIES, BIRTH_YEAR, CONTACT))
PURPOSES = {
    "register": REGISTER,
    "entrants": REGISTER | {NUMBER, TEAM, PAYMENT},
    "results": frozenset((NAME, PLAYER_NUMBER, POINTS, PLACE, WRITTEN_SCORE, DAY, CUP)),
}
FRACTIONS = ("points", "written")
LOOKS = [
    *("name", "swapped", "odd", "remark", "letters", "error"),
    *("twice", "place", "order", "points", "typed", "pair", "guest"),
]
OUTS = [
    *("total", "no_name", "too_long", "no_place", "no_points", "no_written", "no_days", "wrong_sum"),
    *("dot", "waiting", "gone", "several", "left", "one_round"),
]


def load_cases() -> dict[str, dict[str, Any]]:
    """Every list of the folder."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}


def build_raw(case: dict[str, Any]) -> bytes:
    """The file of a list: its text in its encoding, or the workbook that is made of its rows."""
    if "xlsx" not in case:
        text: str = case["text"]
        return text.lstrip("\n").encode(case.get("encoding", "utf-8"))
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in case["xlsx"]:
        sheet.append([None if cell == "" else cell for cell in row])
    for place, form in case.get("formats", {}).items():
        sheet[place].number_format = form
    for place, value in case.get("cells", {}).items():
        sheet[place] = value
    for number in case.get("hidden_rows", ()):
        sheet.row_dimensions[number].hidden = True
    for cells in case.get("merged", ()):
        sheet.merge_cells(cells)
    for name, rows in case.get("more_sheets", {}).items():
        other = book.create_sheet(name)
        for row in rows:
            other.append(row)
    for name in case.get("hidden_sheets", ()):
        book[name].sheet_state = "hidden"
    raw = BytesIO()
    book.save(raw)
    return raw.getvalue()


def read_case(case: dict[str, Any]) -> Reading:
    """The reading of a list by the page that takes such lists."""
    known = frozenset(fold_name(name).text for name in case.get("known", ()))
    kinds = PURPOSES[case.get("purpose", "entrants")]
    choices: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in case.get("choices", {}).items()
    }
    return read_rows(read_file(build_raw(case)), Purpose(kinds, 100 * case.get("fee", 0), known), Choices(**choices))


def tell_person(row: PersonRow) -> dict[str, Any]:
    """Everything that is said about a person, without what is empty."""
    said = {
        name: value
        for name, value in row._asdict().items()
        if name not in ("row", "cells") and value not in (None, "", ())
    }
    for name in FRACTIONS:
        said |= {name: str(said[name])} if name in said else {}
    return said | {name: list(said[name]) for name in ("looks", "split") if name in said}


def expect_people(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The people that a club would mean; where it has a column of payments, each has an answer."""
    return [{name: value for name, value in person.items() if value != []} for person in case["people"]]
