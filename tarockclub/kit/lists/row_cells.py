"""The cells of a row by the kinds of their columns, and the amounts in them."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.names import DITTO, is_ditto, mend_scan
from tarockclub.kit.lists.person_row import HIGHEST_NUMBER, Choices, PersonRow
from tarockclub.kit.lists.table import EMPTY, Cell, Row, get_cell
from tarockclub.kit.lists.words import is_unplaced
from tarockclub.kit.lists.workbook import is_error
from tarockclub.kit.numbers import find_third, list_readings, settle_column
from tarockclub.kit.text import clean_text, parse_whole

_PLACE = re.compile(r"[=t]?([0-9]{1,4})=?(?:\s?[.)]|\s?\.?\s?(?:platz|rang)|\s?[.]?[-–/][0-9]{1,4}\.?)?", re.IGNORECASE)
_MINUS_BEHIND = re.compile(r"([0-9][0-9.,]*(?<![.,]))[-−–]")
DASHES = "-–—−/ "


class RowCells:
    """The cells of a row by the kinds of their columns."""

    def __init__(self, row: Row, places: dict[str, list[int]]) -> None:
        self._row, self._places = row, places
        columns = [column for kind, numbers in places.items() if kind for column in numbers]
        self.has_error = any(is_error(get_cell(row, column).text) for column in columns)

    def get(self, kind: str) -> Cell:
        """Return the cell of a kind; an empty one for an error, or where there is no such column."""
        cells = self.list_cells(kind)
        return cells[0] if cells else EMPTY

    def list_cells(self, kind: str) -> list[Cell]:
        """Return all cells of a kind."""
        cells = [get_cell(self._row, place) for place in self._places.get(kind, ())]
        return [EMPTY if is_error(cell.text) else cell for cell in cells]

    def get_name(self, kind: str) -> str:
        """Return the text of a kind; two whole names in two lines are those of two people."""
        lines = [line for line in self.get(kind).text.splitlines() if line.strip()]
        is_pair = len(lines) > 1 and all(" " in clean_text(line) and not line.startswith("(") for line in lines)
        return " / ".join(map(clean_text, lines)) if is_pair else mend_scan(self.get_text(kind))

    def get_text(self, kind: str) -> str:
        """Return the cleaned text of a kind."""
        text = self.get(kind).text
        return clean_text(text) if text else ""


def fill_dittos(rows: Sequence[Row], places: Mapping[str, list[int]]) -> list[Row]:
    """Return rows with the town, team or surname of the row above where a mark stands for it."""
    kinds = (
        kinds_of.TOWN,
        kinds_of.TEAM,
        kinds_of.CATEGORIES,
        kinds_of.LAST,
        kinds_of.PAYMENT,
        kinds_of.PLACE,
        kinds_of.DAY,
        kinds_of.PHONE,
    )
    columns = [number for kind in kinds for number in places.get(kind, ())]
    days = [  # in merged cells
        day
        for day in places.get(kinds_of.DAY, ())
        if 2 * sum(not get_cell(row, day).text for row in rows) >= len(rows) > 0 and get_cell(rows[0], day).text
    ]
    names = [number for kind in (kinds_of.NAME, kinds_of.SURNAME_FIRST) for number in places.get(kind, ())]
    above: dict[int, Cell] = {}
    filled = []
    for row in rows:
        cells = list(row.cells)
        for column in columns:
            text = get_cell(row, column).text
            if column < len(cells) and (is_ditto(text) or (column in days and not text)):
                cells[column] = above.get(column, EMPTY)  # a day counts for the rows below it as well
            above[column] = get_cell(Row(row.number, tuple(cells)), column)
        for column in names:  # "Lind, Ada", and below it a mark before "Bert"
            text = get_cell(row, column).text
            surname, comma, _first = above.get(column, EMPTY).text.partition(",")
            if comma and "," not in text and (match := DITTO.match(text)) and match.end() < len(text):
                cells[column] = Cell(f"{surname}, {text[match.end() :]}")
            above[column] = get_cell(Row(row.number, tuple(cells)), column)
        filled.append(row._replace(cells=tuple(cells)))
    return filled


def add_row_amounts(
    people: list[PersonRow], cells: Sequence[RowCells], choices: Choices
) -> tuple[list[PersonRow], bool]:
    """Return the people with places, points and written scores, and whether a dot is open."""
    places = [_read_place(own.get(kinds_of.PLACE)) for own in cells]
    days = [parse_whole(own.get(kinds_of.DAYS).text, HIGHEST_NUMBER) for own in cells]
    own_places = [None if person.out else place for person, place in zip(people, places, strict=True)]
    if len({(person.day, person.cup) for person in people if not person.out}) > 1:
        own_places = []  # places of several days say nothing about one column of points
    points, is_open = _read_amounts([own.get(kinds_of.POINTS) for own in cells], own_places, choices.dot)
    written, is_written_open = _read_amounts([own.get(kinds_of.WRITTEN_SCORE) for own in cells], (), choices.dot)
    added: list[PersonRow] = []
    for person, own, place, amount, score, many in zip(people, cells, places, points, written, days, strict=True):
        tests = (
            ("no_place", _is_unread(own.get(kinds_of.PLACE), place) and not is_unplaced(own.get(kinds_of.PLACE).text)),
            (_find_fault(own.get(kinds_of.POINTS), "no_points"), _is_unread(own.get(kinds_of.POINTS), amount)),
            (
                _find_fault(own.get(kinds_of.WRITTEN_SCORE), "no_written"),
                _is_unread(own.get(kinds_of.WRITTEN_SCORE), score),
            ),
            ("no_days", _is_unread(own.get(kinds_of.DAYS), many)),
        )
        out = person.out or next((fault for fault, is_so in tests if is_so), "")
        above = added[-1] if added else person
        if (
            not own.get(kinds_of.PLACE).text
            and amount is not None
            and (above.points, above.day) == (amount, person.day)
        ):
            place = above.place  # of those who share a place only the first one has it
        added.append(person._replace(place=place, points=amount, written=score, days=many, out=out))
    return added, is_open or is_written_open


def _read_amounts(
    cells: Sequence[Cell], places: Sequence[int | None], answer: str
) -> tuple[Sequence[Fraction | None], bool]:
    typed = [
        cell.value if isinstance(cell.value, Fraction) else cell.text.strip(DASHES) and cell.text for cell in cells
    ]
    behind = [isinstance(text, str) and _MINUS_BEHIND.fullmatch(text) for text in typed]
    if 0 < sum(map(bool, behind)) < sum(map(bool, typed)):  # "96-" below "310"
        typed = [f"-{match[1]}" if match else text for match, text in zip(behind, typed, strict=True)]
    settled = settle_column(typed, places, answer)
    return [None if number is None else find_third(number) for number in settled.numbers], settled.is_open


def _is_unread(cell: Cell, value: object) -> bool:
    return value is None and bool(cell.text.strip(DASHES))


def _find_fault(cell: Cell, code: str) -> str:
    return "dot" if len(list_readings(cell.text)) == 2 else code


def _read_place(cell: Cell) -> int | None:
    match = _PLACE.fullmatch(cell.text.strip())
    return int(match[1]) if match is not None and 0 < int(match[1]) <= HIGHEST_NUMBER else None
