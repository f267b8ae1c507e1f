"""The page of a list's preview: the columns, the questions first, then what somebody should look at, then the rest."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarockclub.kit.hash_chain import encode_compact
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.columns import UNUSED, Column
from tarockclub.kit.lists.people import Choices, PersonRow, Reading
from tarockclub.kit.lists.table import MOST_CELLS, Table
from tarockclub.kit.text import parse_whole
from tournaments.people.list_import.row_names import ASK, LOOK, REST, PageRow, add_names, parse_names
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import (
    ALREADY_ENTERED,
    ASKED_KINDS,
    KNOWN_PERSON,
    NEW,
    UNREADABLE,
    ListPerson,
    PersonCandidate,
)
from tournaments.people.name_lists.choices import (
    ANSWER,
    LEAVE_OUT,
    OPEN,
    choose_default,
    parse_answer,
    parse_choices,
    tell_apart,
)

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
        parse_names(posted),
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


KINDS: dict[str, Promise] = {
    kinds_of.NAME: gettext_lazy("name"),
    kinds_of.SURNAME_FIRST: gettext_lazy("surname and first name"),
    kinds_of.LAST: gettext_lazy("surname"),
    kinds_of.FIRST: gettext_lazy("first name"),
    kinds_of.TOWN: gettext_lazy("town"),
    kinds_of.NUMBER: gettext_lazy("start number"),
    kinds_of.PLAYER_NUMBER: gettext_lazy("number in the cup"),
    kinds_of.FEDERATION_NUMBER: gettext_lazy("number of the federation"),
    kinds_of.TEAM: gettext_lazy("team"),
    kinds_of.PAYMENT: gettext_lazy("paid"),
    kinds_of.BIRTH_YEAR: gettext_lazy("year of birth"),
    kinds_of.EMAIL: gettext_lazy("e-mail"),
    kinds_of.PHONE: gettext_lazy("phone"),
    kinds_of.CONTACT: gettext_lazy("contact"),
    kinds_of.CATEGORIES: gettext_lazy("category"),
    kinds_of.PLACE: gettext_lazy("place"),
    kinds_of.POINTS: gettext_lazy("points"),
    kinds_of.WRITTEN_SCORE: gettext_lazy("written score"),
    kinds_of.DAYS: gettext_lazy("number of tournaments"),
    kinds_of.DAY: gettext_lazy("day"),
    kinds_of.CUP: gettext_lazy("cup"),
    kinds_of.ROUND: gettext_lazy("round"),
}
LOOKS: dict[str, Promise] = {
    "odd": gettext_lazy("this may be no name, or that of several people"),
    "remark": gettext_lazy("beside the name stands “%(remark)s”"),
    "name": gettext_lazy("the comma can mean a town or a first name"),
    "swapped": gettext_lazy("perhaps surname and first name are swapped"),
    "letters": gettext_lazy("letters look wrong"),
    "error": gettext_lazy("a cell has an error"),
    "place": gettext_lazy("the place does not follow from the others"),
    "order": gettext_lazy("place and points contradict each other"),
    "points": gettext_lazy("the points can be read in two ways"),
    "typed": gettext_lazy("as you have said"),
    "pair": gettext_lazy("read as several people"),
    "guest": gettext_lazy("somebody comes along"),
}
NOTES: dict[str, Promise] = {
    "encoding": gettext_lazy("The letters were guessed (%(what)s): please look at ä, ö, š."),
    "far_cells": gettext_lazy("Cells far outside of the list were not read."),
    "old_workbook": gettext_lazy("In an old workbook (xls) hidden rows are not recognised: they are here as well."),
}
MOST_OUTSIDE = 5  # lines above and below that are named
MOST_UNFOLDED = 12  # rows without a question
PAYMENT_ANSWERS = ((YES, gettext_lazy("yes")), (NO, gettext_lazy("not yet")))


def build_page(
    preview: Preview, descriptions: Sequence[str], reasons: Mapping[str, Promise], posted: Mapping[str, Any]
) -> dict[str, Any]:
    """Build what every preview shows.

    `descriptions`: of each row, beside the name; `reasons`: why a row is left out, by code.
    """
    reading = preview.reading
    shown = _list_shown(reading)
    rows = [
        _build_row(row, candidate, shown, about, reasons, posted)
        for row, candidate, about in zip(reading.rows, preview.candidates, descriptions, strict=True)
    ]
    rows = list(add_names(rows, reading.rows, dict(preview.choices.names)))
    payments = list(_list_payments(reading, parse_payments(posted)))
    questions = list(_list_questions(reading, preview.choices.order, preview.choices.dot))
    groups = {group: [row for row in rows if row.group == group] for group in (ASK, LOOK, REST)}
    asked = [question["answers"] for question in questions] + [row.choices for row in groups[ASK]]
    answers = {row.field: value for row in rows for value, _label, is_chosen in row.choices if is_chosen}
    return {
        "title": preview.title,
        "silent": [
            (f"{COLUMN}{place}", column.kind) for place, column in enumerate(reading.columns) if place not in shown
        ],
        "unsure": sum(reading.columns[place].surety == "unsure" for place in shown),
        "sure": sum(reading.columns[place].surety == "sure" for place in shown),
        "facts": list(_list_facts(preview)),
        "sheets": _list_sheets(preview),
        "hidden": reading.hidden,
        "takes_hidden": preview.choices.hidden,
        "unused": [
            column.heading for column in reading.columns if not column.kind and column.filled and column.heading
        ],
        "outside": [text for _number, text in reading.outside[:MOST_OUTSIDE]],
        "questions": questions,
        "payments": payments,
        "asked": groups[ASK],
        "looks": groups[LOOK],
        "rest": groups[REST],
        "folds": len(groups[REST]) > MOST_UNFOLDED,
        "asked_count": len(asked) + len(payments),
        "open_count": sum(map(_is_open, asked)),
        "open_payments": sum(_is_open(payment["answers"]) for payment in payments),
        "width": len(shown) + 2,
        "sheet": reading.sheet,
        "answers": answers,  # as they stand on the page
        "counts": _count_outcomes(preview, answers),
    }


def build_column_heads(reading: Reading, kinds: frozenset[str]) -> list[dict[str, Any]]:
    """Build the head of each column; `kinds`: what the page takes."""
    return [_build_column(place, reading.columns[place], kinds) for place in _list_shown(reading)]


def describe_person(person: ListPerson) -> str:
    """Describe what a list says of a person beside the name."""
    word, paid = _("start number"), _("paid")
    number = "" if person.number is None else f"{word} {person.number}"
    team = _("plays for “%(team)s”") % {"team": person.team} if person.team else ""
    payment = f"✓ {paid}" if person.paid else ""
    return " · ".join(filter(None, (messages.format_details(person.details), number, team, payment)))


def _list_shown(reading: Reading) -> list[int]:
    """Return the columns that have something in them."""
    return [place for place, column in enumerate(reading.columns) if column.filled or column.kind]


def has_stale_answers(preview: Preview, posted: Mapping[str, Any]) -> bool:
    """Return whether a row was answered with something that it does not offer, as the club is now."""
    return any(
        posted.get(f"{ANSWER}{candidate.listed.row}", OPEN) not in (OPEN, *(value for value, *_words in offered))
        for candidate, offered in ((each, messages.list_choices(each)) for each in preview.candidates)
    )


def _build_row(
    row: PersonRow,
    candidate: PersonCandidate,
    shown: Sequence[int],
    about: str,
    reasons: Mapping[str, Promise],
    posted: Mapping[str, Any],
) -> PageRow:
    looks = [str(LOOKS[look]) % {"remark": row.remark} for look in row.looks if look in LOOKS]
    group = LOOK if looks or row.remark or candidate.what in (*ASKED_KINDS, UNREADABLE) else REST
    if candidate.what in ASKED_KINDS and choose_default(candidate) == OPEN:
        group = ASK
    first = candidate.listed.row
    if first != row.row:  # somebody further up, on another day: asked and answered there
        group = LOOK if looks or row.remark else REST
    offered = messages.list_choices(candidate) if group != REST and first == row.row else []
    answer = parse_answer(candidate, posted)
    if answer not in [value for value, *_words in offered]:  # given to another reading of this row: it counts no more
        answer = choose_default(candidate)
    return PageRow(
        row.row,
        tuple(row.cells[place] if place < len(row.cells) else "" for place in shown),
        candidate.listed.name or row.player,
        about,
        "" if group == ASK else str(messages.WHATS[candidate.what]),
        _join_reasons([_find_reason(candidate, reasons, row.row), *looks]),
        f"{ANSWER}{first}",
        [(value, label, value == answer) for value, label, _is_default in offered],
        group,
        candidate.what,
    )


def _join_reasons(reasons: Sequence[str]) -> str:
    filled = [reason for reason in reasons if reason]
    return filled[0] if len(filled) == 1 else "; ".join(reason.rstrip(".") for reason in filled)


def _find_reason(candidate: PersonCandidate, reasons: Mapping[str, Promise], row: int) -> str:
    """Return why a row is left out, or whom it is like."""
    if candidate.listed.row != row:
        return _("as in row %(row)s") % {"row": candidate.listed.row}
    if candidate.listed.unreadable:
        return str(reasons.get(candidate.listed.unreadable, ""))
    return "" if candidate.what in (NEW, KNOWN_PERSON, ALREADY_ENTERED) else messages.format_others(candidate)


def _build_column(place: int, column: Column, kinds: frozenset[str]) -> dict[str, Any]:
    offered = [(kind, str(word), kind == column.kind) for kind, word in KINDS.items() if kind in kinds]
    return {
        "field": f"{COLUMN}{place}",
        "heading": column.heading,
        "surety": column.surety,
        "kinds": [*offered, (kinds_of.UNUSED, "–", not column.kind)],
    }


def _list_facts(preview: Preview) -> Iterator[str]:
    """Yield how much was read, and from where."""
    reading = preview.reading
    sheet = preview.table.sheets[reading.sheet].name
    rows = ngettext("%(rows)s row", "%(rows)s rows", len(reading.rows)) % {"rows": len(reading.rows)}
    yield _("%(rows)s of the sheet “%(sheet)s”") % {"rows": rows, "sheet": sheet} if sheet else rows
    if not reading.is_headed:
        yield _("read without headings")
    for note in (*preview.table.notes, *reading.notes):
        if note.code in NOTES:
            yield str(NOTES[note.code]) % {"what": note.what}


def _list_sheets(preview: Preview) -> list[tuple[int, str, bool]]:
    """Return the sheets that may be chosen, if there are several: number, name, whether it is the one that is shown."""
    sheets = [(place, sheet) for place, sheet in enumerate(preview.table.sheets) if sheet.rows]
    if len(sheets) < 2:
        return []
    hidden = _("hidden")
    return [
        (place, sheet.name if sheet.visible else f"{sheet.name} ({hidden})", place == preview.reading.sheet)
        for place, sheet in sheets
    ]


def _list_payments(reading: Reading, answers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each word of the column "paid" that says neither yes nor no, with the answer so far."""
    words = Counter(row.paid_word for row in reading.rows if row.paid == "ask" and not row.out)
    for word, rows in words.items():
        offered = [(answer, str(label), answers.get(word) == answer) for answer, label in PAYMENT_ANSWERS]
        yield {"field": f"{PAYMENT}{word}", "word": word, "rows": rows, "answers": offered}


def _list_questions(reading: Reading, order: str, dot: str) -> Iterator[dict[str, Any]]:
    """Yield what is open for a whole column: the words, and the answers with an example."""
    if "order" in reading.questions or order:
        yield {
            "field": "order",
            "text": _("What stands first in a name?"),
            "example": _find_example(reading, [row for row in reading.rows if "name" in row.looks], kinds_of.NAMES),
            "answers": [("last", _("the surname"), order == "last"), ("first", _("the first name"), order == "first")],
        }
    if "dot" in reading.questions or dot:
        yield {
            "field": "dot",
            "text": _("What is the dot in the points?"),
            "example": _find_example(
                reading,
                [row for row in reading.rows if row.out == "dot"],
                frozenset((kinds_of.POINTS, kinds_of.WRITTEN_SCORE)),
            ),
            "answers": [
                ("thousands", _("thousands: 1.500 is 1500"), dot == "thousands"),
                ("decimal", _("a decimal point: 1.500 is 1½"), dot == "decimal"),
            ],
        }


def _is_open(answers: Sequence[tuple[str, str, bool]]) -> bool:
    """Return whether none of the answers to a question is chosen."""
    return not any(is_chosen for *_words, is_chosen in answers)


def _find_example(reading: Reading, rows: Sequence[PersonRow], kinds: frozenset[str]) -> str:
    """Find a cell of these rows in a column of these kinds; of the first row that has one where none of them does."""
    places = [place for place, column in enumerate(reading.columns) if column.kind in kinds]
    cells = (row.cells[place] for row in (*rows, *reading.rows) for place in places if place < len(row.cells))
    return next(filter(None, cells), "")


def _count_outcomes(preview: Preview, posted: Mapping[str, Any]) -> dict[str, int]:
    """Count the people who come in and who are there already, just as they are written, and the rows that stay out."""
    newcomers = parse_choices(preview.candidates, posted, numbers=False)
    people = {*tell_apart(newcomers)}
    rows = [candidate for candidate in preview.candidates if candidate.what != UNREADABLE]
    outs = Counter(row.out for row in preview.reading.rows)
    answers = Counter(parse_answer(candidate, posted) for candidate in rows)
    return {
        "coming": len(people - preview.there),
        "there": len(people & preview.there),
        "gone": outs["gone"],
        "left": answers[LEAVE_OUT] + outs["left"],
        "unread": len(preview.candidates) - len(rows) - outs["gone"] - outs["left"] - outs["several"],
        "open": answers[OPEN] + outs["several"],
    }
