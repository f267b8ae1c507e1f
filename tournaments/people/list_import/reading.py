"""A list as a page carries it: the cells, how somebody wants them read, and who the people in them are."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tarockclub.kit.json_text import encode_compact
from tarockclub.kit.lists.columns import UNUSED, Column
from tarockclub.kit.lists.people import Choices, PersonRow, Reading
from tarockclub.kit.lists.table import MOST_CELLS, Table
from tarockclub.kit.text import parse_whole
from tournaments.people.name_lists.candidates import PersonCandidate
from tournaments.people.name_lists.people import ListPerson

COLUMN = "column-"  # the name of the field of a column, before its place
PAYMENT = "paid-"  # and of a word in the column "paid", before the word
QUESTIONS = "?"  # between the choices of a page and the questions that it asks
YES, NO = "yes", "no"


class Preview(NamedTuple):
    """A list as it was read, row by row, with the people that may be meant."""

    title: str  # the name of the file
    table: Table
    choices: Choices
    reading: Reading
    people: Sequence[ListPerson]  # one for each row of the reading
    candidates: Sequence[PersonCandidate]  # likewise
    recognised: str = ""  # the kinds of the columns, before anybody chose others
    there: frozenset[int] = frozenset()  # people (ids) to whom nothing is added


def parse_reading_choices(posted: Mapping[str, Any], kinds: frozenset[str]) -> Choices:
    """Parse how somebody wants a list read; `kinds`: what the page takes. Anything else is as recognised."""
    columns: list[str] = []
    while f"{COLUMN}{len(columns)}" in posted and len(columns) < MOST_CELLS:
        kind = str(posted[f"{COLUMN}{len(columns)}"])
        columns.append(kind if kind in kinds else UNUSED)
    order, dot = str(posted.get("order", "")), str(posted.get("dot", ""))
    return Choices(
        parse_whole(str(posted.get("sheet", "")), 2),
        "hidden" in posted,
        tuple(columns),
        order if order in ("first", "last") else "",  # type: ignore[arg-type]
        dot if dot in ("thousands", "decimal") else "",  # type: ignore[arg-type]
    )


def parse_payments(posted: Mapping[str, Any]) -> dict[str, str]:
    """Parse the answers about words of the column "paid"."""
    answers = {name.removeprefix(PAYMENT): str(posted[name]) for name in posted if name.startswith(PAYMENT)}
    return {word: answer for word, answer in answers.items() if answer in (YES, NO)}


def encode_choices(choices: Choices) -> str:
    """Encode choices as a text that tells two of them apart."""
    return encode_compact(list(choices))


def complete_choices(choices: Choices, reading: Reading) -> Choices:
    """Return the choices that a page shows: the sheet and the kinds of the columns, chosen or recognised."""
    return choices._replace(sheet=reading.sheet, columns=tuple(column.kind for column in reading.columns))


def join_kinds(columns: Iterable[Column]) -> str:
    """Return the kinds of columns as one text."""
    return ",".join(column.kind for column in columns)


def is_of_other_sheet(choices: Choices, shown: str) -> bool:
    """Return whether another sheet is chosen than in encoded choices: the columns are not those of this one."""
    return encode_choices(choices).partition(",")[0] != shown.partition(",")[0]


def join_questions(reading: Reading) -> str:
    """Return the questions about a whole list as one text."""
    return ",".join(reading.questions)


def list_rows(reading: Reading) -> list[PersonRow]:
    """Return the rows; out are those of whom nobody has said yet which part of the name is the surname."""
    if "order" not in reading.questions:
        return list(reading.rows)
    is_of_some = any("name" in row.looks for row in reading.rows)
    waits = ["name" in row.looks or not is_of_some for row in reading.rows]
    return [row._replace(out=row.out or "order" * waiting) for row, waiting in zip(reading.rows, waits, strict=True)]
