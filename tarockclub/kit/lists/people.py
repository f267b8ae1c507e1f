r"""The people and the results in a table of cells; everything is settled here except who the people are.

>>> from tarockclub.kit.lists.file import read_pasted
>>> table = read_pasted("Nr;Name;Ort\n7;Lind, Ada;Linz\n9;Cora Berg ✅;")
>>> reading = read_rows(table, Purpose(frozenset(("name", "number"))))
>>> [(row.number, row.name, row.looks) for row in reading.rows], [column.kind for column in reading.columns]
([(7, 'Ada Lind', ()), (9, 'Cora Berg', ('remark',))], ['number', 'name', ''])
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from statistics import median_low
from typing import NamedTuple

from tarockclub.kit.lists import abakus, lines
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.blocks import Arrangement, arrange_rows
from tarockclub.kit.lists.blocks import spread_days as spread_days
from tarockclub.kit.lists.columns import (
    Column,
    expand_kinds,
    find_headings,
    guess_columns,
    is_count,
    read_headings,
    take_choice,
)
from tarockclub.kit.lists.name_order import has_surnames_first
from tarockclub.kit.lists.person_row import Choices as Choices
from tarockclub.kit.lists.person_row import PersonRow as PersonRow
from tarockclub.kit.lists.person_row import Purpose as Purpose
from tarockclub.kit.lists.row_building import build_people, build_results
from tarockclub.kit.lists.table import (
    Cell,
    ListSheet,
    Note,
    Row,
    Table,
    Unreadable,
    get_cell,
)
from tarockclub.kit.lists.words import (
    find_kind,
    fold_heading,
    has_aside,
    has_departed,
    has_gone,
    is_answer,
    is_first_name_first,
    is_refusal,
    is_status,
    is_total,
    load_words,
)
from tarockclub.kit.text import parse_whole

_FIRST = re.compile(r"[\s,;.!(]")  # behind the first word
_MOST_PROSE = 7  # words of a line that is no sentence
_PURPOSES = ("verwendungszweck", "zahlungsgrund", "zahlungsreferenz", "buchungstext", "purpose")
_CODES = ("st", "stat", "status", "kz", "kennz", "kennzeichen", "aktiv")
_GUESTS = re.compile(
    r"\b(?:bring|nehm)\w* (?:\w+ ){1,4}mit\b|\bmit (?:\w+ )?(?:frau|mann|gattin|partner\w*|gast)\b"
    r"|\b(?:if )?my (?:wife|husband)\b|\+ ?[1-9]\b|\bich (?:und|\+|&|u\.) "
    r"|\b[2-9] (?:personen|leute|pers\b)|\bzu (?:zweit|dritt)\b",
    re.IGNORECASE,
)
_OF_PEOPLE = ("verein", "club", "adresse", "strasse", "titel", "unterschrift")  # no remarks


class Reading(NamedTuple):
    """The outcome of reading a table."""

    sheet: int
    columns: tuple[Column, ...]
    is_headed: bool
    rows: tuple[PersonRow, ...]
    hidden: int = 0  # rows that are left out since they are hidden
    outside: tuple[tuple[int, str], ...] = ()  # lines above and below that are not read: number, text
    notes: tuple[Note, ...] = ()  # beside those of the table
    questions: tuple[str, ...] = ()  # "order", "dot": open for the whole list


def read_rows(table: Table, purpose: Purpose, choices: Choices = Choices()) -> Reading:  # noqa: B008 -- immutable
    """Read the rows of a table; Unreadable where there is nothing to read."""
    number = choose_sheet(table, choices)
    sheet = table.sheets[number]
    rows = [row for row in sheet.rows if row.visible or choices.hidden]
    hidden = len(sheet.rows) - len(rows)
    if not rows:
        raise Unreadable("nobody")
    kinds = expand_kinds(purpose.kinds)
    around = lines.find_message(rows)
    message = [row for row in rows if row.number in around]
    rows = [row for row in rows if row.number not in around]
    if kinds_of.POINTS not in kinds:
        groups = lines.split_groups(rows)
        last = (groups[-1].number - 1) % rows[-1].number + 1
        message += [row for row in rows if not groups[0].number <= row.number <= last]
        rows = groups
    if _is_prose(rows):
        raise Unreadable("prose")
    if all(len(row.cells) == 1 for row in rows):
        rows = lines.split_text_lines(rows, with_points=kinds_of.POINTS in kinds)
    elif find_headings(rows) is None:
        rows = lines.split_numbers(lines.split_names(rows))
    arrangement = arrange_rows(rows, spreads=kinds_of.POINTS not in kinds)
    outside = [*message, *arrangement.above, *arrangement.titles]
    results = _find_results(arrangement, kinds)
    if results is not None and choices.columns in ((), tuple(column.kind for column in results.columns)):
        built = build_results(results.results)
        reading = Reading(number, results.columns, arrangement.heading is not None, built, hidden)
    else:
        columns, body = find_columns(arrangement, kinds, purpose.known_names)
        outside += [row for row in arrangement.body if row not in body]
        if choices.columns:
            columns = take_choice(columns, choices.columns, kinds)
        aside = find_aside(arrangement, columns, comes=kinds_of.NUMBER in kinds)
        aside = find_notes(arrangement, columns) | aside if kinds_of.NUMBER in kinds else aside
        built, questions = build_people(body, columns, purpose, choices, aside)
        reading = Reading(number, tuple(columns), arrangement.heading is not None, built, hidden, questions=questions)
    return reading._replace(outside=_quote_rows(outside))


def _is_prose(rows: Sequence[Row]) -> bool:
    """Return whether the lines are sentences: no one can say which of their words are names."""
    words = [len(re.findall(r"[^\W\d_]{2,}", row.cells[0].text)) if len(row.cells) == 1 else 0 for row in rows]
    return len(rows) > 1 and 5 * sum(count > _MOST_PROSE for count in words) >= 2 * len(rows)


def choose_sheet(table: Table, choices: Choices) -> int:
    """Return the number of the sheet to read: the chosen one, or the first visible one with headings, or with rows."""
    if choices.sheet is not None and 0 <= choices.sheet < len(table.sheets):
        return choices.sheet
    shown = [number for number, sheet in enumerate(table.sheets) if sheet.visible and sheet.rows]
    if not shown:
        raise Unreadable("nobody")
    return max(shown, key=lambda number: (_rate_sheet(table.sheets[number]), -number))


def _rate_sheet(sheet: ListSheet) -> int:
    return 2 if find_headings(sheet.rows) is not None and len(sheet.rows) > 1 else int(len(sheet.rows) > 1)


def _find_results(arrangement: Arrangement, page_kinds: frozenset[str]) -> abakus.Results | None:
    """Find results with players' numbers in place of names; headings that name people are stronger."""
    if not {kinds_of.PLAYER_NUMBER, kinds_of.WRITTEN_SCORE} <= page_kinds:
        return None
    heading, body = arrangement.heading, arrangement.body
    if heading is not None:
        columns = read_headings(heading, body, len(heading.cells), page_kinds)
        if any(column.kind in kinds_of.NAMES for column in columns):
            return None
    elif body and abakus.find_results(body[:1]) is None and not _has_numbers(body[0]):
        # Perhaps headings of its own that are no known words.
        return abakus.find_results(body[1:]) or abakus.find_results(body)
    return abakus.find_results(body)


def _has_numbers(row: Row) -> bool:
    return any(isinstance(cell.value, Fraction) or parse_whole(cell.text.strip(' "')) is not None for cell in row.cells)


def find_columns(
    arrangement: Arrangement, page_kinds: frozenset[str], known: frozenset[str]
) -> tuple[list[Column], list[Row]]:
    """Return the columns, and the rows without lines that only stand above or below the list."""
    body, heading = list(arrangement.body), arrangement.heading
    rows = body if heading is None else [*body, heading]
    width = max((len(row.cells) for row in rows), default=0)
    usual = median_low([sum(bool(cell.text) for cell in row.cells) for row in body]) if body else 0
    if heading is not None:
        columns = read_headings(heading, body, width, page_kinds)
        kinds = {column.kind for column in columns}
        if not kinds & kinds_of.NAMES:
            columns = _complete_names(columns, body, page_kinds, known)
        elif kinds_of.FIRST in kinds and not kinds & (kinds_of.NAMES - {kinds_of.FIRST}):
            columns = _add_surname(columns, body)
    else:
        outside = lines.find_outside(body, usual, ())
        listed = [row for row in body if row.number not in outside and not is_total(cell.text for cell in row.cells)]
        columns = guess_columns(listed or body, width, page_kinds, known)
    columns = [_turn_column(column, body, number, known) for number, column in enumerate(columns)]
    names = [number for number, column in enumerate(columns) if column.kind in kinds_of.NAMES]
    outside = lines.find_outside([row for row in body if not is_total(cell.text for cell in row.cells)], usual, names)
    return columns, [row for row in body if row.number not in outside]


def find_aside(arrangement: Arrangement, columns: Sequence[Column], *, comes: bool) -> dict[int, str]:
    """Return the rows of people who do not take part, and of single rounds where others are about all of them.

    Behind the reason stands what says so; `comes`: a remark counts that somebody does not come.
    """
    aside = dict.fromkeys(arrangement.aside, "waiting")
    for number, column in enumerate(columns):
        heading, texts = (
            fold_heading(column.heading),
            [(row.number, get_cell(row, number).text) for row in arrangement.body],
        )
        if heading in load_words().left:
            aside |= {row: f"gone {text}" for row, text in texts if text.strip("-– ")}
        elif is_status(column.heading):
            aside |= {row: f"gone {text}" for row, text in texts if has_gone(text) or is_refusal(_FIRST.split(text)[0])}
            unsure = [(row, text) for row, text in texts if has_aside(text) or (text and not text.strip("? "))]
            aside |= {row: f"waiting {text}" for row, text in unsure if row not in aside}
        elif column.kind == kinds_of.TOWN or (
            comes and (column.kind == kinds_of.PAYMENT or (not column.kind and heading not in _OF_PEOPLE))
        ):
            aside |= {row: f"gone {text}" for row, text in texts if has_gone(text) and not is_answer(text)}
        elif not column.kind:
            aside |= {row: f"gone {text}" for row, text in texts if has_departed(text)}
    rounds = [
        number for number, column in enumerate(columns) if (find_kind(column.heading) or ("",))[0] == kinds_of.ROUND
    ]
    if len(rounds) == 1:
        of_rounds = {row.number: get_cell(row, rounds[0]).text for row in arrangement.body}
        if any(is_total((text,)) for text in of_rounds.values()):
            aside |= {number: "one_round" for number, text in of_rounds.items() if text and not is_total((text,))}
    return aside


def find_notes(arrangement: Arrangement, columns: Sequence[Column]) -> dict[int, str]:
    """Return the rows at which somebody should look for what stands in columns that are not used, behind a space.

    That is what a payment is for, a code of which nobody knows whether it is that of who comes, a guest in a remark,
    and the answers of a poll that are not all the same.
    """
    notes: dict[int, str] = {}
    names = [number for number, column in enumerate(columns) if column.kind in kinds_of.NAMES]
    rows = [row for row in arrangement.body if any(get_cell(row, name).text for name in names)]
    rows = [row for row in rows if not is_total(cell.text for cell in row.cells)]
    polls: list[list[str]] = []
    for number, column in enumerate(columns):
        texts = [get_cell(row, number).text for row in rows]
        filled = [text for text in texts if text]
        heading = fold_heading(column.heading)
        is_code = len({*filled}) > 1 and all(len(text) == 1 and text.isalpha() for text in filled) and heading in _CODES
        if column.kind or not filled:
            continue
        if heading in _PURPOSES or is_code:
            usual = "" if heading in _PURPOSES else max(filled, key=filled.count)
            is_noted = [bool(text) and text != usual for text in texts]
        else:
            is_noted = [bool(_GUESTS.search(text)) for text in texts]
            polls += [texts] if all(map(_is_tick, filled)) else []
        notes |= {row.number: f" {text}" for row, text, is_so in zip(rows, texts, is_noted, strict=True) if is_so}
    for row, *answers in zip(rows, *polls, strict=True) if len(polls) > 1 else ():
        if len({*answers}) > 1 or not answers[0]:
            notes[row.number] = " " + " | ".join(answer or "–" for answer in answers)
    return notes


def _is_tick(text: str) -> bool:
    return is_answer(text.strip("()")) or len(text) == 1


def _turn_column(column: Column, body: Sequence[Row], number: int, known: frozenset[str]) -> Column:
    """Return a column of whole names as one with the surname first, if the people that are known show it."""
    if column.kind != kinds_of.NAME or is_first_name_first(column.heading):
        return column
    if not has_surnames_first([get_cell(row, number).text for row in body], known):
        return column
    return column._replace(kind=kinds_of.SURNAME_FIRST, surety="unsure")


def _complete_names(
    columns: list[Column], body: Sequence[Row], page_kinds: frozenset[str], known: frozenset[str]
) -> list[Column]:
    """Return the columns with one of names, by their shape: beside it a number that only counts is nobody's."""
    with_names = _add_names(columns, body, page_kinds, known)
    if not any(column.kind in kinds_of.NAMES for column in with_names):
        return columns if any(column.kind == kinds_of.PLAYER_NUMBER for column in columns) else with_names
    return [
        Column(kinds_of.UNUSED, column.heading, "unused", "heading", column.filled)
        if column.kind == kinds_of.PLAYER_NUMBER and is_count([get_cell(row, number).text for row in body])
        else column
        for number, column in enumerate(with_names)
    ]


def _add_names(
    columns: list[Column], body: Sequence[Row], page_kinds: frozenset[str], known: frozenset[str]
) -> list[Column]:
    """Return the columns with one of names by its shape, where no heading says which that is."""
    bare = [
        row._replace(
            cells=tuple(
                cell if not column.reason else Cell("") for cell, column in zip(row.cells, columns, strict=False)
            )
        )
        for row in body
    ]
    guesses = guess_columns(bare, len(columns), page_kinds & kinds_of.NAMES, known)
    return [
        column._replace(kind=guess.kind, surety="unsure", reason="shape") if guess.kind else column
        for column, guess in zip(columns, guesses, strict=True)
    ]


def _add_surname(columns: list[Column], body: Sequence[Row]) -> list[Column]:
    """Return the columns with the surname beside the first name, where only that has a heading."""
    first = next(number for number, column in enumerate(columns) if column.kind == kinds_of.FIRST)
    for number in (first - 1, first + 1):
        if not 0 <= number < len(columns) or columns[number].kind or columns[number].reason:
            continue
        texts = [text for row in body if (text := get_cell(row, number).text)]
        if 2 * sum(any(map(str.isalpha, text)) for text in texts) > len(body):
            columns[number] = columns[number]._replace(kind=kinds_of.LAST, surety="unsure", reason="shape")
            break
    return columns


def _quote_rows(rows: Sequence[Row]) -> tuple[tuple[int, str], ...]:
    quotes = [(row.number, " ".join(cell.text for cell in row.cells if cell.text)) for row in rows]
    return tuple(sorted(quotes))
