r"""vCards (versions 2.1 to 4.0) as a table with headings.

>>> card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Maier;Anna;;Dr.;jun.\r\nADR;TYPE=home:;;Gasse 1;Wien;;1010;AT\r\nEND:VCARD"
>>> [cell.text for cell in read_vcards(card).rows[1].cells]
['Dr. Anna Maier jun.', 'Wien']
"""

import quopri
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarockclub.kit.lists.names import join_parts
from tarockclub.kit.lists.table import (
    LONGEST_CELL,
    MOST_LINES,
    MOST_ROWS,
    Cell,
    ListSheet,
    Row,
    Unreadable,
    build_row,
    clean_cell,
)

SHORTEST_LOOK = 200  # bytes in which the first card begins
NUMBER_FIELD = "X-SPIELERNUMMER"
HEADINGS = ("Name", "Ort", "Spielernummer", "Kategorie", "Geburtsdatum", "Kontakt")
_FOLD = re.compile(r"\r?\n[ \t]")
_SOFT_BREAK = re.compile(r"=\r?\n")
_PART = re.compile(r"((?:[^\\;]|\\.?)*)(?:;|\Z)", re.DOTALL)  # up to a semicolon that is no letter of it
_ESCAPES = re.compile(r"\\([nN,;\\])")


class _Field(NamedTuple):
    name: str
    value: str


def is_vcard(head: bytes) -> bool:
    """Return whether a file begins with a vCard."""
    return b"BEGIN:VCARD" in head.replace(b"\x00", b"").upper()


def read_vcards(text: str) -> ListSheet:
    """Return a row for each card, below the headings; a row's number is that of the card plus 1."""
    if text.count("\n") > MOST_LINES:
        raise Unreadable("too_many_rows")
    rows = [Row(1, tuple(map(Cell, HEADINGS)))]
    card: list[_Field] | None = None
    for field in _list_fields(text):
        if (field.name, field.value.strip().upper()) == ("BEGIN", "VCARD"):
            card = []
        elif field.name == "END" and card is not None:
            rows.append(_build_card_row(len(rows) + 1, card))
            card = None
        elif card is not None:
            card.append(field)
        if len(rows) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return ListSheet("", tuple(rows))


def _list_fields(text: str) -> Iterator[_Field]:
    """Yield the fields, unfolded; those of version 2.1 may be quoted-printable."""
    if "QUOTED-PRINTABLE" in text.upper():
        text = _SOFT_BREAK.sub("", text)
    for line in _FOLD.sub("", text).splitlines():
        head, colon, value = line[: 50 * LONGEST_CELL].partition(":")
        if not colon:
            continue
        name, *parameters = head.upper().split(";")
        if any("QUOTED-PRINTABLE" in parameter for parameter in parameters):
            value = quopri.decodestring(value.encode("utf-8", "replace")).decode("utf-8", "replace")
        yield _Field(name.rpartition(".")[2].strip(), value[: 2 * LONGEST_CELL])


def _build_card_row(number: int, card: Sequence[_Field]) -> Row:
    values: dict[str, str] = {}
    contact: list[str] = []
    for field in card:
        if field.name in ("TEL", "EMAIL"):
            contact.append(_remove_escapes(field.value).removeprefix("tel:").removeprefix("mailto:"))
        else:
            values.setdefault(field.name, field.value)
    address = [*_split_value(values.get("ADR", "")), *[""] * 4][:4]
    details = [_remove_escapes(values.get(name, "")) for name in (NUMBER_FIELD, "CATEGORIES")]
    details.append(values.get("BDAY", "")[:4])
    cells = [_build_name(values), address[3], *details, "\n".join(filter(None, contact))]
    row = build_row(number, [Cell(clean_cell(cell)) for cell in cells])
    return Row(number, (Cell("?"),)) if row is None else row  # a card of nobody is a row of the list as well


def _build_name(values: dict[str, str]) -> str:
    """Return the whole name with its titles and "jun.": by its parts, otherwise as the card shows it."""
    last, first, middle, title, end = [*_split_value(values.get("N", "")), *[""] * 5][:5]
    if not (last or first):
        return _remove_escapes(values.get("FN", ""))
    return " ".join(filter(None, (title, join_parts(last, f"{first} {middle}"), end)))


def _split_value(value: str) -> list[str]:
    return [_remove_escapes(match[1]) for match in _PART.finditer(value)]


def _remove_escapes(value: str) -> str:
    return _ESCAPES.sub(lambda match: "\n" if match[1] in "nN" else match[1], value).strip()
