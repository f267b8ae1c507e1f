"""The blocks of a list, one below the other or beside it, and rows that stand for several: days, players."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from tarockclub.kit.lists import abakus
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.columns import find_headings, is_same_heading
from tarockclub.kit.lists.row_cells import DASHES
from tarockclub.kit.lists.table import EMPTY, MOST_ROWS, Cell, ListSheet, Row, Unreadable, build_row, get_cell
from tarockclub.kit.lists.words import compile_words, find_kind, fold_heading, is_aside, is_total
from tarockclub.kit.text import has_digit

_DATE = "date"  # the kind of a column with the points of a day
_FURTHER = re.compile(
    r"(?:spieler|player|teilnehmer|name|person) (?:[1-8a-h]|i{1,3}|iv)|(?:mitspieler|(?:spiel)?partner)(?: [1-8])?"
)
_WEEKDAY = re.compile(r"^[^\W\d_]{2,10}\.?,? (?=[0-9])")
_FIRST_MONTH = 8  # of a season that goes over the turn of the year
_RESULT_IN_BRACKETS = re.compile(r"\(\s*([+−–-]\s?[0-9][0-9.,]*|0)\s*\)")
_DIGITS = re.compile(r"[0-9.]+")
_CLUBS = ("verein", "club", "klub", "mannschaft", "team", "gruppe", "runde", "tarockrunde")
_PAYMENT_KINDS = (kinds_of.PAYMENT, "unclear")
_GROUP = re.compile(r"(?:tisch|table|gruppe|group|block|vorrunde|finale)\b.{0,4}", re.IGNORECASE)


class Arrangement(NamedTuple):
    """The rows of a list, one below the other, in the columns of its first block."""

    heading: Row | None
    above: tuple[Row, ...]  # titles
    body: tuple[Row, ...]
    titles: tuple[Row, ...] = ()  # of further blocks
    aside: frozenset[int] = frozenset()  # numbers of rows of people who do not take part


def arrange_rows(rows: Sequence[Row], *, spreads: bool) -> Arrangement:
    """Arrange the rows of a sheet; `spreads`: players beside each other get a row each."""
    place = find_headings(rows)
    if place is None:
        return _read_below(None, (), rows, spreads=spreads)
    heading, above, body = rows[place], tuple(rows[:place]), rows[place + 1 :]
    body = _fill_towns(heading, body)
    distance = _find_distance(heading)
    if not distance:
        players = _spread_players(heading, body) if spreads else body
        return _read_below(heading, above, players, spreads=spreads)
    blocks = range(0, max(len(row.cells) for row in (heading, *body)), distance)
    stacked: list[Row] = []
    aside: set[int] = set()
    offset = 0
    for begin in blocks:
        # Each row has a number of its own: rows of a block beside another are counted behind it.
        block = [
            row._replace(number=row.number + offset, cells=row.cells[begin : begin + distance])
            for row in body
            if any(cell.text for cell in row.cells[begin : begin + distance])
        ]
        is_waiting = bool(above) and is_aside([cell.text for cell in above[-1].cells[begin : begin + distance]])
        aside.update(row.number for row in block if is_waiting)
        stacked += block
        offset += rows[-1].number
    below = _read_below(heading._replace(cells=heading.cells[:distance]), above, stacked, spreads=spreads)
    return below._replace(aside=below.aside | aside)


def _fill_towns(heading: Row, body: Sequence[Row]) -> Sequence[Row]:
    """Return rows of groups, of which only the first one has the club and the town, with the town in each."""
    kinds = [(find_kind(cell.text) or ("",))[0] for cell in heading.cells]
    club = next((place for place, cell in enumerate(heading.cells) if fold_heading(cell.text) in _CLUBS), -1)
    clubs = [get_cell(row, club).text for row in body]
    if kinds_of.TOWN not in kinds or not clubs or not clubs[0] or 2 * sum(map(bool, clubs)) > len(clubs):
        return body
    town, above, filled = kinds.index(kinds_of.TOWN), EMPTY, []
    for row, name in zip(body, clubs, strict=True):
        above = get_cell(row, town) if name or get_cell(row, town).text else above
        cells = [*row.cells, *[EMPTY] * (town + 1 - len(row.cells))]
        filled.append(row._replace(cells=(*cells[:town], above, *cells[town + 1 :])))
    return filled


def _spread_players(heading: Row, body: Sequence[Row]) -> list[Row]:
    """Return rows with the columns "Spieler A" and "Spieler B" as a row for each player; only the team is of all.

    Whether one payment is that of all of them is asked: their names stand behind it.
    """
    kinds = [(find_kind(cell.text) or ("",))[0] for cell in heading.cells]
    first = kinds.index(kinds_of.NAME) if kinds_of.NAME in kinds else -1
    further = [column for column, cell in enumerate(heading.cells) if _FURTHER.fullmatch(fold_heading(cell.text))]
    columns = sorted({first, *further})
    if first < 0 or len(columns) < 2:
        return list(body)
    towns = {
        fold_heading(cell.text)[-2:]: place
        for place, cell in enumerate(heading.cells)
        if re.fullmatch(r".* [1-8a-h]", fold_heading(cell.text))
        and (find_kind(cell.text.strip()[:-1]) or ("",))[0] == kinds_of.TOWN
    }
    own_towns = [towns.get(fold_heading(heading.cells[column].text)[-2:], -1) for column in columns]
    spread: list[Row] = []
    for row in body:
        players = [get_cell(row, column) for column in columns if get_cell(row, column).text]
        names = ", ".join(cell.text for cell in players)
        for place, player in enumerate(players):
            cells = [
                EMPTY if place and kind not in ("", kinds_of.TEAM, kinds_of.TOWN, *_PAYMENT_KINDS) else cell
                for kind, cell in zip(kinds, row.cells, strict=False)
            ]
            for column, kind in enumerate(kinds[: len(cells)]):
                if kind in _PAYMENT_KINDS and cells[column].text and len(players) > 1:
                    cells[column] = Cell(f"{cells[column].text} ({names})")
                elif column in columns:
                    cells[column] = player if column == first else EMPTY
            town = own_towns[columns.index(next(column for column in columns if get_cell(row, column) is player))]
            if own_towns[0] >= 0:
                cells[own_towns[0]] = get_cell(row, town)
            spread.append(Row(row.number + place * body[-1].number, tuple(cells), row.visible))
        spread += [] if players else [row]
    return spread


def _find_distance(heading: Row) -> int:
    """Return how many columns further the headings are repeated; 0 where they are not."""
    texts = [fold_heading(cell.text) for cell in heading.cells]
    for distance in range(1, len(texts)):
        block = texts[:distance]
        repeated = texts[distance : 2 * distance]
        repeated += [""] * (distance - len(repeated))
        has_name = any((find_kind(text) or ("",))[0] in kinds_of.NAMES for text in block)
        if has_name and block == repeated:
            return distance
    return 0


def _read_below(heading: Row | None, above: tuple[Row, ...], rows: Sequence[Row], *, spreads: bool) -> Arrangement:
    """Arrange the blocks below each other; a block may have its own order of columns."""
    body: list[Row] = []
    titles: list[Row] = []
    aside: set[int] = set()
    is_waiting, order = False, None
    usual = max((len(row.cells) for row in rows), default=0)
    is_apart = 2 * sum(bool(_GROUP.fullmatch(_join_texts(row).strip())) for row in rows) < len(rows)
    pages = {_fold_line(row) for row in above} - {""}
    for place, row in enumerate(rows):
        if _fold_line(row) in pages:  # as at the top of another page
            titles.append(row)
        elif is_aside([cell.text for cell in row.cells]):
            is_waiting = True
            titles.append(row)
        elif sum(bool(cell.text) for cell in row.cells) == 1 and (
            (_GROUP.fullmatch(_join_texts(row).strip()) and usual + is_apart > 1)
            or (compile_words("present").fullmatch(_fold_line(row)) and not has_digit(_join_texts(row).strip()[:1]))
        ):
            is_waiting = False
            titles.append(row)
        elif not spreads and body and _is_next_list(row):
            is_waiting = True
            titles.append(row)
        elif heading is not None and is_same_heading(row, heading):
            order = _find_order(heading, row)
            titles += [] if order is None else [row]
        elif heading is not None and place + 1 < len(rows) and _is_title(row, rows[place + 1], heading):
            is_waiting = False
            titles.append(row)
        else:
            body.append(row if order is None else row._replace(cells=tuple(get_cell(row, column) for column in order)))
            aside.update((row.number,) if is_waiting else ())
    return Arrangement(heading, above, tuple(body), tuple(titles), frozenset(aside))


def _is_next_list(row: Row) -> bool:
    """Return whether a row of results is the title of a list without results: who comes the next time."""
    text = _join_texts(row).strip()
    return text.endswith(":") and text.count(" ") > 2


def _fold_line(row: Row) -> str:
    return fold_heading(_DIGITS.sub(" ", " ".join(cell.text for cell in row.cells)))


def _is_title(row: Row, below: Row, heading: Row) -> bool:
    """Return whether a row is the title of a further block: a lonely cell above headings."""
    return sum(cell is not EMPTY and bool(cell.text) for cell in row.cells) == 1 and is_same_heading(below, heading)


def _find_order(heading: Row, other: Row) -> tuple[int, ...] | None:
    """Return the column of another block for each column of the first one; None where they are alike."""
    first = [fold_heading(cell.text) for cell in heading.cells]
    second = [fold_heading(cell.text) for cell in other.cells]
    if first == second:
        return None
    kinds = [(find_kind(cell.text) or ("",))[0] for cell in other.cells]
    order = []
    for text in first:
        kind = (find_kind(text) or ("",))[0]
        column = second.index(text) if text in second else -1
        order.append(column if column >= 0 else kinds.index(kind) if kind and kind in kinds else -1)
    return tuple(order)


def spread_days(sheet: ListSheet) -> ListSheet:
    """Return a sheet that has days as columns with a row for each result, any other as it is; Unreadable."""
    for place, own in enumerate(sheet.rows[: kinds_of.HEADING_WITHIN]):
        heading = _add_years(own, sheet.rows[:place])
        kinds = [_DATE if abakus.parse_day(cell) else (find_kind(cell.text) or ("",))[0] for cell in heading.cells]
        if kinds.count(_DATE) > 1 and kinds[0] == "":  # nothing stands above the names
            heading = heading._replace(cells=(Cell(gettext("Name")), *heading.cells[1:]))
            kinds[0] = kinds_of.NAME
        if kinds.count(_DATE) > 1 and kinds_of.NAMES & {*kinds}:
            return _spread_rows(sheet, place, heading, kinds)
        if kinds[:1] == [kinds_of.DAY] and not kinds_of.NAMES & {*kinds} and not kinds.count(kinds_of.POINTS):
            return _turn_rows(sheet, place)
    return sheet


def _add_years(heading: Row, above: Sequence[Row]) -> Row:
    """Return headings that are days of a season, "10.10.", with the years that stand above."""
    years = re.search(r"\b(20[0-9]{2})(?:\s?[/–-]\s?(?:20)?([0-9]{2}))?\b", " ".join(map(_join_texts, above)))
    if years is None:
        return heading
    begin, end = int(years[1]), 2000 + int(years[2]) if years[2] else int(years[1])
    texts = [_WEEKDAY.sub("", cell.text.strip()) if has_digit(cell.text) else "" for cell in heading.cells]
    days = [abakus.parse_day(Cell(f"{text}{begin}")) or abakus.find_day(f"{text} {begin}") for text in texts]
    if sum(map(bool, days)) < 2:
        return heading
    cells = [
        cell if day is None else Cell(f"{day:%d.%m.}{end if day.month < _FIRST_MONTH else begin}")
        for cell, day in zip(heading.cells, days, strict=True)
    ]
    return heading._replace(cells=tuple(cells))


def _join_texts(row: Row) -> str:
    return " ".join(cell.text for cell in row.cells)


def _turn_rows(sheet: ListSheet, place: int) -> ListSheet:
    """Return a sheet with a row for each day and a column for each player with a row for each result."""
    heading, body = sheet.rows[place], sheet.rows[place + 1 :]
    names = {
        short.strip(): name.strip() for row in body for short, mark, name in [row.cells[0].text.partition("=")] if mark
    }
    days = [row for row in body if abakus.parse_day(row.cells[0]) is not None]
    players = [
        (column, cell)
        for column, cell in enumerate(heading.cells)
        if column and cell.text and not is_total((cell.text,))
    ]
    if len(days) < 2 or not players or any(cell.text not in names for _column, cell in players[: len(names)]):
        return sheet
    rows = [Row(heading.number, (Cell(gettext("Date")), Cell(gettext("Name")), Cell(gettext("Points"))))]
    rows += [
        Row(
            row.number + column * sheet.rows[-1].number,
            (row.cells[0], Cell(names.get(cell.text, cell.text)), get_cell(row, column)),
            row.visible,
        )
        for column, cell in players
        for row in days
        if get_cell(row, column).text.strip(DASHES) and (not names or cell.text in names)
    ]
    if len(rows) > MOST_ROWS:
        raise Unreadable("too_many_rows")
    return sheet._replace(rows=(*sheet.rows[:place], *rows))


def _open_bracket(cell: Cell) -> Cell:
    """Return a result that is struck from the sum, "(−5)", without its bracket; without a sign it has two meanings."""
    match = _RESULT_IN_BRACKETS.fullmatch(cell.text)
    return cell if match is None else Cell(match[1])


def _spread_rows(sheet: ListSheet, place: int, heading: Row, kinds: Sequence[str]) -> ListSheet:
    names = [column for column, kind in enumerate(kinds) if kind in kinds_of.NAMES]
    body = [  # without the numbers of players
        row
        for row in sheet.rows[place + 1 :]
        if kinds_of.PLACE not in kinds
        or get_cell(row, kinds.index(kinds_of.PLACE)).text
        or not any(find_kind(get_cell(row, column).text) for column in names)
    ]
    # Sums of the whole season, and its places, are no result of a day.
    columns = [
        column
        for column, kind in enumerate(kinds)
        if kind not in (_DATE, kinds_of.POINTS, kinds_of.PLACE, kinds_of.WRITTEN_SCORE)
    ]
    days = [column for column, kind in enumerate(kinds) if kind == _DATE]
    filled = [(day, row) for day in days for row in body if get_cell(row, day).text.strip(DASHES)]
    if place + 1 + len(filled) > MOST_ROWS:
        raise Unreadable("too_many_rows")
    rows = [(heading, 0, Cell(gettext("Date")), Cell(gettext("Points")))]
    # As with blocks beside each other each row has a number of its own.
    rows += [
        (row, day * sheet.rows[-1].number, heading.cells[day], _open_bracket(row.cells[day])) for day, row in filled
    ]
    spread = [
        build_row(row.number + offset, [*(get_cell(row, column) for column in columns), *cells], visible=row.visible)
        for row, offset, *cells in rows
    ]
    return sheet._replace(rows=(*sheet.rows[:place], *filter(None, spread)))
