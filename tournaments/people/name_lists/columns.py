"""Names, start numbers and teams from the rows of a list: the columns are found by their headings.

>>> parse_people([ListRow(1, ("Nr.", "Nachname", "Vorname")), ListRow(2, ("7", "Maier", "Anna"))])[0][:3]
(2, 'Anna Maier', 7)
>>> parse_people([ListRow(1, ("Name", "Ort", "Jahrgang")), ListRow(2, ("Anna Maier", "Wien", "1950"))])[0].details[:4]
('Wien', '', '', 1950)
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.text import clean_text, has_digit, parse_whole
from tarockclub.models import FEDERATION_NUMBER_LENGTH, normalize_federation_number
from tarockclub.platform.accounts.person_details import NO_DETAILS, PersonDetails, clean_details
from tournaments.people.name_lists.rows import ListRow

HEADING_WITHIN = 10  # rows: above it may stand a title and the like
LONGEST_NAME = 80  # characters, as the database keeps them
HIGHEST_NUMBER = 9999
NAME, FIRST, LAST, NUMBER, TEAM, PAID_COLUMN = "name", "first", "last", "number", "team", "paid"
FEDERATION_NUMBER = "federation"
TOWN, PLAYER_NUMBER, CATEGORIES, BIRTH_YEAR, CONTACT = "town", "player", "categories", "born", "contact"
_UNPAID_WORDS = (
    "",
    "nein",
    "no",
    "n",
    "offen",
    "open",
    "unpaid",
    "nicht",
    "nicht bezahlt",
    "not paid",
    "falsch",
    "false",
)
_HEADINGS = {
    NAME: (
        "name",
        "namen",
        "spieler",
        "spielerin",
        "spielername",
        "teilnehmer",
        "teilnehmerin",
        "player",
        "full name",
        "vorname nachname",
        "nachname vorname",
        "vorname name",
        "first name last name",
    ),
    FIRST: ("vorname", "vornamen", "rufname", "first name", "firstname", "given name"),
    LAST: ("nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name"),
    TEAM: ("team", "teams", "mannschaft", "mannschaftsname", "teamname", "team name", "paar"),
    PAID_COLUMN: ("bezahlt", "gezahlt", "eingezahlt", "nenngeld bezahlt", "paid", "has paid", "fee paid"),
    FEDERATION_NUMBER: (
        "verbandsnummer",
        "verbandsnr",
        "verbands nr",
        "mitgliedsnummer",
        "mitgliedsnr",
        "mitglieds nr",
        "lizenznummer",
        "passnummer",
        "federation number",
        "number of the federation",
        "membership number",
        "licence number",
    ),
    TOWN: ("ort", "wohnort", "stadt", "gemeinde", "town", "city", "place"),
    PLAYER_NUMBER: ("spielernummer", "spielernr", "spieler nr", "cupnummer", "cup nr", "player number", "player no"),
    CATEGORIES: ("kategorie", "kategorien", "klasse", "category", "categories"),
    BIRTH_YEAR: ("jahrgang", "geburtsjahr", "geburtsdatum", "geboren", "year of birth", "date of birth", "born"),
    CONTACT: ("kontakt", "telefon", "tel", "handy", "mobil", "e mail", "email", "mail", "contact", "phone"),
    NUMBER: ("nr", "nummer", "startnr", "startnummer", "start nr", "start nummer", "no", "number", "start number"),
}
KINDS = {word: kind for kind, words in _HEADINGS.items() for word in words}
_LETTERS = re.compile(r"[^\W\d_]")


class ListPerson(NamedTuple):
    """A person in a list; `unreadable`: the reason for leaving out the row."""

    row: int
    name: str
    number: int | None = None
    unreadable: str = ""
    team: str = ""  # the name of their team, if the list has it
    paid: bool = False  # the list says that the fee is paid
    federation_number: str = ""  # as the list has it, normalized
    details: PersonDetails = NO_DETAILS


def parse_people(rows: Sequence[ListRow]) -> list[ListPerson]:
    """Parse everybody in a list, in its order."""
    found = find_heading(rows)
    if found is None:
        return [guess_person(row) for row in rows]
    at, columns = found
    return [parse_by_heading(row, columns) for row in rows[at + 1 :]]


def find_heading(rows: Sequence[ListRow], kinds: Mapping[str, str] = KINDS) -> tuple[int, dict[str, int]] | None:
    """Find the row of the headings and the column of each kind; None: there are no headings. `kinds`: by heading."""
    for at, row in enumerate(rows[:HEADING_WITHIN]):
        columns: dict[str, int] = {}
        for column, cell in enumerate(row.cells):
            kind = kinds.get(fold_name(cell).text)
            if kind is not None:
                columns.setdefault(kind, column)
        if NAME in columns and (LAST not in columns) and FIRST in columns:
            columns[LAST] = columns.pop(NAME)  # "Name" beside "Vorname" is the surname
        if NAME in columns or LAST in columns:
            return at, columns
    return None


def parse_by_heading(row: ListRow, columns: Mapping[str, int]) -> ListPerson:
    """Parse a person by the headings."""
    named = turn_name(get_cell(row, columns, NAME))
    name = named if NAME in columns else f"{get_cell(row, columns, FIRST)} {get_cell(row, columns, LAST)}"
    team = clean_text(get_cell(row, columns, TEAM))[:LONGEST_NAME]
    paid = is_paid(get_cell(row, columns, PAID_COLUMN))
    details = clean_details(
        *(get_cell(row, columns, kind) for kind in (TOWN, PLAYER_NUMBER, CATEGORIES, BIRTH_YEAR, CONTACT))
    )
    person = check_person(row.number, name, get_cell(row, columns, NUMBER))
    person = person._replace(team=team, paid=paid, details=details)
    given = normalize_federation_number(get_cell(row, columns, FEDERATION_NUMBER))
    return person._replace(federation_number=given) if len(given) <= FEDERATION_NUMBER_LENGTH else person


def is_paid(cell: str) -> bool:
    """Return whether a cell of a column "paid" means paid: a tick, a word, an amount above 0.

    >>> [is_paid(cell) for cell in ("x", "ja", "3,00 €", "✓", "", "nein", "0,00", "–")]
    [True, True, True, True, False, False, False, False]
    """
    if has_digit(cell):
        return any(char in "123456789" for char in cell)
    return fold_name(cell).text not in _UNPAID_WORDS or any(char in "✓✔☑" for char in cell)


def get_cell(row: ListRow, columns: Mapping[str, int], kind: str) -> str:
    """Return the cell in the column of a kind; "" where there is no such column."""
    at = columns.get(kind)
    return row.cells[at] if at is not None and at < len(row.cells) else ""


def guess_person(row: ListRow) -> ListPerson:
    """Guess a person without headings: the first cell with letters is the name, a number before it their number.

    Two single words beside each other are surname and first name.
    """
    for at, cell in enumerate(row.cells):
        if _LETTERS.search(cell):
            beside = row.cells[at + 1] if at + 1 < len(row.cells) else ""
            two = _LETTERS.search(beside) and len(cell.split()) == len(beside.split()) == 1
            name = f"{beside} {cell}" if two else turn_name(cell)
            return check_person(row.number, name, row.cells[at - 1] if at else "")
    return check_person(row.number, "", "")


def turn_name(name: str) -> str:
    """Return a name with its first name first.

    >>> turn_name("Maier, Anna"), turn_name("Anna Maier")
    ('Anna Maier', 'Anna Maier')
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def check_person(row: int, name: str, number: str) -> ListPerson:
    """Return the person with a name that can be stored, or with the reason why not."""
    name = clean_text(name)
    given = parse_whole(number.strip().rstrip(".)"), 5)
    if not _LETTERS.search(name):
        return ListPerson(row, clean_text(name[:LONGEST_NAME]), None, "no_name")
    if len(name) > LONGEST_NAME:
        return ListPerson(row, clean_text(name[:LONGEST_NAME]), None, "too_long")
    return ListPerson(row, name, given if given is not None and 0 < given <= HIGHEST_NUMBER else None)
