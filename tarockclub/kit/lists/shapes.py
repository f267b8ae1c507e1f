"""The meaning of the columns of a list without headings, by the shape of their cells."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from tarockclub.kit.lists.columns import (
    BIRTH_YEAR,
    CONTACT,
    EMAIL,
    FIRST,
    LAST,
    NAME,
    NUMBER,
    PAYMENT,
    PHONE,
    PLACE,
    PLAYER_NUMBER,
    POINTS,
    TOWN,
    UNUSED,
    Column,
    Surety,
    is_count,
)
from tarockclub.kit.lists.names import find_order, fold_name
from tarockclub.kit.lists.table import Cell, Row, get_cell
from tarockclub.kit.lists.words import is_answer, load_words
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import has_digit, parse_whole

_YEAR = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.(?:[0-9]{2}){1,2}")
_PHONE = re.compile(r"(?:\+|00?[1-9])[0-9 /().-]{5,20}")
_WHOLE = re.compile(r"[0-9]{1,5}[.)]?")
_PERSON = re.compile(r"(?:[0-9]{1,4}(?:[.)] ?| ))?\D*[^\W\d_]\D*")  # perhaps numbered


class _Shape(NamedTuple):
    """The cells of a column that are not empty, and the shares of them that look like each thing."""

    texts: tuple[str, ...]
    words: float  # with letters, and perhaps digits
    letters: float
    two_words: float  # with letters, as a whole name
    answers: float
    years: float
    mails: float
    phones: float
    wholes: float
    numbers: float
    distinct: float


def guess_columns(rows: Sequence[Row], width: int, wanted: frozenset[str], known: frozenset[str]) -> list[Column]:
    """Return the columns by their shape; `known`: folded names of people."""
    shapes = [_measure([get_cell(row, column) for row in rows]) for column in range(width)]
    kinds = _find_players(rows, wanted)
    is_known_shape = bool(kinds)
    if not is_known_shape:
        kinds = [UNUSED] * width
        _name_details(kinds, shapes)
        _name_names(kinds, shapes, rows, known)
        _name_numbers(kinds, shapes, wanted)
    columns = []
    for kind, shape in zip(kinds, shapes, strict=True):
        used = kind if kind in wanted else UNUSED
        surety: Surety = "unused" if not used else "sure" if is_known_shape else "unsure"
        columns.append(Column(used, "", surety, "shape", len(shape.texts)))
    return columns


def _measure(cells: Sequence[Cell]) -> _Shape:
    texts = tuple(cell.text for cell in cells if cell.text)
    count = len(texts) or 1
    letters = [text for text in texts if _PERSON.fullmatch(text) and not is_answer(text)]
    days = sum(isinstance(cell.value, date) for cell in cells)
    return _Shape(
        texts,
        sum(any(map(str.isalpha, text)) for text in texts) / count,
        len(letters) / count,
        sum(" " in text or "," in text for text in letters) / count,
        sum(map(is_answer, texts)) / count,
        (days or sum(bool(_YEAR.fullmatch(text)) for text in texts)) / count,
        sum("@" in text and " " not in text for text in texts) / count,
        sum(bool(_PHONE.fullmatch(text)) for text in texts) / count,
        sum(bool(_WHOLE.fullmatch(text)) for text in texts) / count,
        sum(bool(list_readings(text)) for text in texts) / count,
        len({*texts}) / count,
    )


def _find_players(rows: Sequence[Row], wanted: frozenset[str]) -> list[str]:
    """Return the columns of ABAKUS's list of players: number, surname, first name, town; [] for another list."""
    if PLAYER_NUMBER not in wanted or any(len(row.cells) > 4 for row in rows):
        return []
    fitting = sum(
        len(row.cells) == 4
        and parse_whole(row.cells[0].text) is not None
        and all(_PERSON.fullmatch(cell.text) and not is_answer(cell.text) for cell in row.cells[1:])
        for row in rows
    )
    if fitting < max(1, 0.8 * len(rows)):
        return []
    has_numbers = not is_count([get_cell(row, 0).text for row in rows])
    return [PLAYER_NUMBER if has_numbers else UNUSED, LAST, FIRST, TOWN]


def _name_details(kinds: list[str], shapes: Sequence[_Shape]) -> None:
    for column, shape in enumerate(shapes):
        tests = (
            (EMAIL, shape.mails > 0.6),
            (PHONE, shape.phones > 0.7),
            (CONTACT, shape.mails + shape.phones > 0.7),
            (BIRTH_YEAR, shape.years > 0.8),
            (PAYMENT, shape.answers > 0.8),
        )
        kind = next((kind for kind, is_so in tests if is_so), UNUSED) if shape.texts else UNUSED
        kinds[column] = kind if kind in (EMAIL, PHONE) or kind not in kinds else UNUSED


def _name_names(kinds: list[str], shapes: Sequence[_Shape], rows: Sequence[Row], known: frozenset[str]) -> None:
    """Name the columns of names: one with whole names, or two beside each other; a town may stand behind."""
    lettered = [column for column, shape in enumerate(shapes) if not kinds[column] and shape.letters > 0.6]
    whole = [column for column in lettered if shapes[column].two_words > 0.5 and not _has_towns(shapes[column])]
    if whole:
        column = max(whole, key=lambda place: (shapes[place].distinct > 0.8, -place))
        kinds[column] = NAME
    elif len(lettered) > 1 and lettered[1] == lettered[0] + 1 and not _has_towns(shapes[lettered[1]]):
        column = lettered[1]
        pairs = [(get_cell(row, column - 1).text, get_cell(row, column).text) for row in rows]
        kinds[column - 1], kinds[column] = (FIRST, LAST) if find_order(pairs, known) is False else (LAST, FIRST)
    else:
        named = lettered or [place for place, shape in enumerate(shapes) if not kinds[place] and shape.words > 0.6]
        if not named:
            return
        column = named[0]
        kinds[column] = NAME
    behind = [place for place in lettered if place > column and not kinds[place]]
    behind = [place for place in behind if shapes[place].two_words < 0.5 or _has_towns(shapes[place])]
    if behind and (len(behind) == 1 or shapes[behind[0]].distinct < 0.95 or _has_towns(shapes[behind[0]])):
        kinds[behind[0]] = TOWN


def _has_towns(shape: _Shape) -> bool:
    """Return whether many cells of a column are towns."""
    return sum(fold_name(text).text in load_words().towns for text in shape.texts) > 0.3 * len(shape.texts)


def has_surnames_first(texts: Sequence[str], known: frozenset[str]) -> bool:
    """Return whether the surnames stand first in whole names without a comma, by the people that are known."""
    folded = [fold_name(text).text.split() for text in texts if "," not in text]
    pairs = [(words[0], " ".join(words[1:])) for words in folded if len(words) > 1]
    return find_order(pairs, known) is True


def _name_numbers(kinds: list[str], shapes: Sequence[_Shape], wanted: frozenset[str]) -> None:
    """Name the columns of numbers: a place or a start number in front of the names, points behind them."""
    names = [column for column, kind in enumerate(kinds) if kind in (NAME, LAST, FIRST)]
    if not names:
        return
    for column, shape in enumerate(shapes):
        if kinds[column] or not shape.texts:
            continue
        if column < names[0] and shape.wholes > 0.7:
            kinds[column] = (
                _choose_number(shape.texts, wanted) if not {PLACE, NUMBER, PLAYER_NUMBER} & {*kinds} else UNUSED
            )
        elif column > names[0] and shape.numbers > 0.7 and POINTS not in kinds:
            kinds[column] = POINTS


def _choose_number(texts: Sequence[str], wanted: frozenset[str]) -> str:
    """Return the kind of a number in front of a name."""
    numbers = [int(text.rstrip(".)")) for text in texts if _WHOLE.fullmatch(text)]
    if PLACE in wanted and numbers == sorted(numbers):
        return PLACE
    if POINTS in wanted and len(numbers) > 1 and numbers == sorted(numbers, reverse=True):
        return POINTS
    if is_count(texts) or not all(map(has_digit, texts)):
        return UNUSED
    return NUMBER if NUMBER in wanted else PLAYER_NUMBER
