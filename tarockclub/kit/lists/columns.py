"""The meaning of each column of a list: by its heading, without headings by the shape of its cells.

Headings decide wherever there are some. Of two columns of one kind the one with the more exact heading counts, and the
other one is shown as not used.
"""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

from tarockclub.kit.lists.name_order import find_order
from tarockclub.kit.lists.names import (
    fold_name,
    is_ditto,
)
from tarockclub.kit.lists.table import Cell, Row, get_cell
from tarockclub.kit.lists.words import (
    SENTENCE,
    compile_words,
    find_kind,
    has_answer,
    has_gone,
    is_answer,
    is_status,
    is_total,
    load_words,
)
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import has_digit, parse_whole

NAME, SURNAME_FIRST, LAST, FIRST = "name", "turned", "last", "first"  # SURNAME_FIRST: a whole name, turned
TOWN, TEAM, PAYMENT, BIRTH_YEAR, CATEGORIES = "town", "team", "paid", "born", "categories"
NUMBER, PLAYER_NUMBER, FEDERATION_NUMBER = "number", "player", "federation"  # the start number; that of the cup
EMAIL, PHONE, CONTACT = "email", "phone", "contact"
POINTS, PLACE, WRITTEN_SCORE, DAYS = "points", "place", "written", "days"
DAY, CUP, ROUND = "day", "cup", "round"
UNUSED = ""
NAMES = frozenset((NAME, SURNAME_FIRST, LAST, FIRST))
_WAYS_OF_CONTACT = frozenset((EMAIL, PHONE, CONTACT))
_DETAILS = frozenset((TOWN, TEAM, PAYMENT, BIRTH_YEAR, CATEGORIES, NUMBER, PLAYER_NUMBER, FEDERATION_NUMBER))
KINDS = NAMES | _WAYS_OF_CONTACT | _DETAILS | frozenset((POINTS, PLACE, WRITTEN_SCORE, DAYS, DAY, CUP, ROUND))
SEVERAL = _WAYS_OF_CONTACT | {ROUND}  # a list may have several columns of these
_RUNNING, _UNCLEAR = "running", "unclear"  # "Nr", which may only count; "Nenngeld", which may be due or paid
HEADING_WITHIN = 20  # rows: above it may stand a title and the like
Surety = Literal["sure", "unsure", "unused"]
Reason = Literal["heading", "shape", "chosen", "twice", ""]


class Column(NamedTuple):
    """A column: the kind that is read from it, how sure that is, and the reason for it."""

    kind: str
    heading: str = ""
    surety: Surety = "unused"
    reason: Reason = ""
    filled: int = 0  # cells that are not empty


def expand_kinds(kinds: frozenset[str]) -> frozenset[str]:
    """Return the kinds that a page takes, with those that are another way to say the same."""
    return kinds | (NAMES if kinds & NAMES else set()) | (_WAYS_OF_CONTACT if CONTACT in kinds else set())


def find_headings(rows: Sequence[Row]) -> int | None:
    """Return the place of the row of headings: two known words, or a known word above a column of its own."""
    best, place = 0, None
    for number, row in enumerate(rows[:HEADING_WITHIN]):
        filled = [column for column, cell in enumerate(row.cells) if cell.text]
        texts = {column: row.cells[column].text for column in filled}
        kinds = {column: kind for column, text in texts.items() if (kind := find_kind(text)) is not None}
        kinds = {column: kind for column, kind in kinds.items() if not _BORN.match(texts[column])}
        distinct = len({kind for kind, _rank in kinds.values()})
        unknown = [row.cells[column].text for column in filled if column not in kinds]
        if (
            distinct == 1
            and number + 1 < len(rows)
            and any(is_status(text) or _SHORT_DAY.search(text) for text in unknown)
        ):
            distinct = 2 + any(map(_SHORT_DAY.search, unknown))  # "Teilnehmer;kommt", "Teilnehmer;Sa 11.4."
        if distinct == 1 and number + 1 < len(rows) and any(_is_plain(*kind) for kind in kinds.values()):
            best, place = (
                max((best, place), (1, number), key=lambda pair: pair[0]) if place is not None else (1, number)
            )
        if distinct < 2 and (len(filled) != 1 or not _is_above_names(rows, number, kinds)):
            continue
        if (3 * len(kinds) < len(filled) and distinct < 3) or {kind for kind, _rank in kinds.values()} <= {"unused"}:
            continue
        if distinct > best:
            best, place = distinct, number
    return place


def _is_plain(kind: str, rank: int) -> bool:
    """Return whether a word is a heading wherever it stands: nobody is called "Nachname"."""
    return kind in NAMES and (kind != NAME or not rank)


def _is_above_names(rows: Sequence[Row], place: int, kinds: dict[int, tuple[str, int]]) -> bool:
    """Return whether a lonely word is the heading of the names below it, and no title."""
    if not any(kind in NAMES for kind, _rank in kinds.values()):
        return False
    [column] = kinds
    below = [get_cell(row, column).text for row in rows[place + 1 :]]
    return 2 * sum(any(map(str.isalpha, text)) for text in below) > len(below)


def is_same_heading(row: Row, heading: Row) -> bool:
    """Return whether a row repeats the headings: as at the top of another page."""
    texts = [cell.text for cell in row.cells if cell.text]
    headings = {cell.text.casefold() for cell in heading.cells if cell.text}
    shared = sum(text.casefold() in headings for text in texts)
    if shared >= min(2, len(headings)) and 2 * shared > len(headings):
        return True
    # Headings of another block: all of them are known words.
    return len(texts) > 1 and all(map(find_kind, texts)) and len({find_kind(text) for text in texts}) > 1


def read_headings(heading: Row, body: Sequence[Row], width: int, page_kinds: frozenset[str]) -> list[Column]:
    """Return the columns by their headings; `page_kinds`: the kinds that the page takes."""
    words = [get_cell(heading, column).text for column in range(width)]
    filled = [sum(bool(get_cell(row, column).text) for row in body) for column in range(width)]
    kinds = [find_kind(word) or (UNUSED, 0) for word in words]
    resolved = _resolve_kinds([kind for kind, _rank in kinds], body, page_kinds)
    ranks = [rank + (kind in (_RUNNING, _UNCLEAR)) * SENTENCE for kind, rank in kinds]
    winners = {
        kind: min((not filled[column], ranks[column], column) for column in range(width) if resolved[column] == kind)
        for kind in {*resolved} & page_kinds
    }
    # Behind a second column of names stand other people, with what belongs to them.
    names = [column for column, kind in enumerate(resolved) if kind == NAME and filled[column]]
    last = names[1] if len(names) > 1 and winners.get(NAME, (0, 0, 0))[2] == names[0] else width
    columns = []
    for column, (kind, word) in enumerate(zip(resolved, words, strict=True)):
        if column > last:
            columns.append(Column(UNUSED, word, "unused", "twice", filled[column]))
        elif kind not in page_kinds:
            columns.append(Column(UNUSED, word, "unused", "heading" if kinds[column][0] else "", filled[column]))
        elif kind not in SEVERAL and winners[kind][2] != column:
            columns.append(Column(UNUSED, word, "unused", "twice", filled[column]))
        else:
            is_rivalled = kind not in SEVERAL and resolved.count(kind) > 1
            is_guess = is_rivalled or kinds[column][0] in (_RUNNING, _UNCLEAR) or kinds[column][1] >= SENTENCE
            columns.append(Column(kind, word, "unsure" if is_guess else "sure", "heading", filled[column]))
    return columns


def _resolve_kinds(kinds: list[str], body: Sequence[Row], page_kinds: frozenset[str]) -> list[str]:
    """Return the kinds of headings of which the other headings or the cells say what they mean."""
    kinds = ["" if kind == "unused" else kind for kind in kinds]
    if FIRST in kinds and LAST not in kinds and NAME in kinds:
        kinds[kinds.index(NAME)] = LAST  # "Name" beside "Vorname" is the surname
    elif LAST in kinds and FIRST not in kinds and NAME in kinds:
        names = [get_cell(row, kinds.index(NAME)).text for row in body]
        kinds[kinds.index(NAME)] = FIRST if sum(len(name.split()) == 1 for name in names) > len(names) / 2 else NAME
    if NAME in kinds or SURNAME_FIRST in kinds:
        kinds = [UNUSED if kind in (LAST, FIRST) and LAST not in kinds else kind for kind in kinds]
    has_names = bool(NAMES & {*kinds})
    if TOWN not in kinds and "address" in kinds:
        kinds[kinds.index("address")] = TOWN
    kinds = [UNUSED if kind == "address" else kind for kind in kinds]
    for column, kind in enumerate(kinds):
        if kind == TOWN and PLACE not in kinds and PLACE in page_kinds and _is_whole(body, column):
            kinds[column] = PLACE  # "Mesto" is a town in Czech, a place in Slovene
        elif kind == _RUNNING:
            kinds[column] = _resolve_running(body, column, page_kinds, has_names=has_names)
        elif kind == _UNCLEAR:
            listed = [row for row in body if not is_total(cell.text for cell in row.cells)]
            kinds[column] = PAYMENT if _has_payments([get_cell(row, column).text for row in listed]) else UNUSED
    return kinds


def _has_payments(texts: Sequence[str]) -> bool:
    """Return whether a column says who has paid: by words, or by amounts that some have and others have not."""
    filled = [text for text in texts if text]
    is_told_in = compile_words("payments").search
    answer_count = sum(bool(has_answer(text) or has_gone(text) or is_told_in(text)) for text in filled)
    amounts = [readings for text in filled if not has_answer(text) and (readings := list_readings(text))]
    is_told = answer_count > 0 or len(filled) < len(texts) or (Fraction(0),) in amounts
    return 2 * answer_count > len(filled) or (is_told and 5 * (answer_count + len(amounts)) >= 4 * len(filled) > 0)


def _is_whole(body: Sequence[Row], column: int) -> bool:
    texts = [text for row in body if (text := get_cell(row, column).text)]
    return 10 * sum(bool(_WHOLE.fullmatch(text)) for text in texts) > 6 * len(texts)


def _resolve_running(body: Sequence[Row], column: int, page_kinds: frozenset[str], *, has_names: bool) -> str:
    """Return the kind of a column "Nr": a number of a person, unless it only counts the rows."""
    if not has_names and PLAYER_NUMBER in page_kinds:
        return PLAYER_NUMBER
    if is_count([text for row in body if has_digit(text := get_cell(row, column).text)]):
        return UNUSED
    return NUMBER if NUMBER in page_kinds else PLAYER_NUMBER


def is_count(texts: Sequence[str]) -> bool:
    """Return whether a column only counts the rows: 1, 2, 3 …, perhaps again in a further block.

    >>> is_count(["1.", "2.", "", "3."]), is_count(["2", "1"]), is_count(["1", "2", "1", "2"])
    (True, False, True)
    """
    if any(text.startswith("0") for text in texts):
        return False
    numbers = [parse_whole(digits) or 0 for text in texts if (digits := text.rstrip(".) "))]
    expected = 0
    for number in numbers:
        if number not in (expected + 1, 1):
            return False
        expected = number
    return bool(numbers)


def take_choice(columns: Sequence[Column], kinds: Sequence[str], page_kinds: frozenset[str]) -> list[Column]:
    """Return the columns with the kinds that somebody has chosen; what is as recognised stays as sure as it was.

    >>> guessed = [Column(LAST, surety="unsure"), Column(FIRST, surety="unsure"), Column(TOWN, surety="unsure")]
    >>> [column.surety for column in take_choice(guessed, (LAST, FIRST, TEAM), frozenset((LAST, FIRST, TEAM)))]
    ['unsure', 'unsure', 'sure']
    """
    chosen: list[Column] = []
    for number, column in enumerate(columns):
        kind = kinds[number] if number < len(kinds) and kinds[number] in page_kinds else UNUSED
        is_twice = kind not in SEVERAL and any(kind == other.kind for other in chosen)
        if kind == column.kind and not is_twice:
            chosen.append(column)
        elif kind == UNUSED or is_twice:
            chosen.append(Column(UNUSED, column.heading, "unused", "twice" if kind else "chosen", column.filled))
        else:
            chosen.append(Column(kind, column.heading, "sure", "chosen", column.filled))
    return chosen


_BORN = re.compile(r"geb\w*\.? ?[0-9?]", re.IGNORECASE)  # somebody, and no heading
_SHORT_DAY = re.compile(r"\b[0-9]{1,2}\. ?[0-9]{1,2}\.$")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.(?:[0-9]{2}){1,2}")
_PHONE = re.compile(r"(?:\+|00?[1-9])[0-9 /().-]{5,20}")
_WHOLE = re.compile(r"([0-9]{1,5})[.)]?(?: ?[–-] ?[0-9]{1,5}[.)]?)?")  # "3.–4."
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


def guess_columns(rows: Sequence[Row], width: int, page_kinds: frozenset[str], known: frozenset[str]) -> list[Column]:
    """Return the columns by their shape; `known`: folded names of people."""
    shapes = [_measure([get_cell(row, column) for row in rows]) for column in range(width)]
    kinds = _find_players(rows, page_kinds)
    is_known_shape = bool(kinds)
    if not is_known_shape:
        kinds = [UNUSED] * width
        _name_details(kinds, shapes, page_kinds)
        _name_names(kinds, shapes, rows, known)
        _name_numbers(kinds, shapes, page_kinds)
    columns = []
    for kind, shape in zip(kinds, shapes, strict=True):
        used = kind if kind in page_kinds else UNUSED
        surety: Surety = "unused" if not used else "sure" if is_known_shape else "unsure"
        columns.append(Column(used, "", surety, "shape", len(shape.texts)))
    return columns


def _measure(cells: Sequence[Cell]) -> _Shape:
    texts = tuple(cell.text for cell in cells if cell.text and not is_ditto(cell.text))
    count = len(texts) or 1
    letters = [text for text in texts if _PERSON.fullmatch(text) and not is_answer(text)]
    days = sum(isinstance(cell.value, date) for cell in cells)
    answers = sum(map(has_answer, texts))
    return _Shape(
        texts,
        sum(any(map(str.isalpha, text)) for text in texts) / count,
        len(letters) / count,
        sum(" " in text or "," in text for text in letters) / count,
        (answers + sum(map(has_gone, texts)) * (2 * answers > count)) / count,
        (days or sum(bool(_YEAR.fullmatch(text)) for text in texts)) / count,
        sum("@" in text and " " not in text for text in texts) / count,
        sum(bool(_PHONE.fullmatch(text)) for text in texts) / count,
        sum(bool(_WHOLE.fullmatch(text)) for text in texts) / count,
        sum(bool(list_readings(text)) for text in texts) / count,
        len({*texts}) / count,
    )


def _find_players(rows: Sequence[Row], page_kinds: frozenset[str]) -> list[str]:
    """Return the columns of ABAKUS's list of players: number, surname, first name, town; [] for another list."""
    if PLAYER_NUMBER not in page_kinds or any(len(row.cells) > 4 for row in rows):
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


def _name_details(kinds: list[str], shapes: Sequence[_Shape], page_kinds: frozenset[str]) -> None:
    for column, shape in enumerate(shapes):
        tests = (
            (EMAIL, shape.mails > 0.6),
            (PHONE, shape.phones > 0.7),
            (CONTACT, shape.mails + shape.phones > 0.7),
            (BIRTH_YEAR, shape.years > 0.8),
            (PAYMENT, shape.answers > 0.8 or (PAYMENT in page_kinds and _is_of_money(shape.texts))),
        )
        kind = next((kind for kind, is_so in tests if is_so), UNUSED) if shape.texts else UNUSED
        kinds[column] = kind if kind in (EMAIL, PHONE) or kind not in kinds else UNUSED


def _is_of_money(texts: Sequence[str]) -> bool:
    """Return whether amounts of money stand between words that somebody has paid, or not yet."""
    return any("€" in text or ",-" in text for text in texts) and any(map(has_answer, texts)) and _has_payments(texts)


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


def _name_numbers(kinds: list[str], shapes: Sequence[_Shape], page_kinds: frozenset[str]) -> None:
    """Name the columns of numbers: a place or a start number in front of the names, points behind them."""
    names = [column for column, kind in enumerate(kinds) if kind in (NAME, LAST, FIRST)]
    if not names:
        return
    for column, shape in enumerate(shapes):
        if kinds[column] or not shape.texts:
            continue
        if column < names[0] and shape.wholes > 0.7:
            kinds[column] = (
                _choose_number(shape.texts, page_kinds) if not {PLACE, NUMBER, PLAYER_NUMBER} & {*kinds} else UNUSED
            )
        elif column > names[0] and shape.numbers > 0.7 and POINTS not in kinds:
            kinds[column] = POINTS


def _choose_number(texts: Sequence[str], page_kinds: frozenset[str]) -> str:
    """Return the kind of a number in front of a name."""
    numbers = [int(match[1]) for text in texts if (match := _WHOLE.fullmatch(text))]
    if PLACE in page_kinds and numbers == sorted(numbers):
        return PLACE
    if POINTS in page_kinds and len(numbers) > 1 and numbers == sorted(numbers, reverse=True):
        return POINTS
    if is_count(texts) or not all(map(has_digit, texts)):
        return UNUSED
    return NUMBER if NUMBER in page_kinds else PLAYER_NUMBER
