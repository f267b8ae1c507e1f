r"""People from and as vCards (versions 2.1 to 4.0): name, town, number, categories, year of birth, phone and mail.

>>> card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Maier;Anna;;Dr.;\r\nADR;TYPE=home:;;Gasse 1;Wien;;1010;AT\r\nEND:VCARD"
>>> [(person.name, person.details.town) for person in parse_cards(card)]
[('Anna Maier', 'Wien')]
"""

import quopri
import re
from collections.abc import Iterator
from typing import NamedTuple

from tarockclub.platform.accounts.person_details import PersonDetails, clean_details
from tournaments.people.name_lists.columns import ListPerson, check_person
from tournaments.people.name_lists.rows import LONGEST_CELL, MOST_LINES, MOST_ROWS, Unreadable

SHORTEST_LOOK = 200  # bytes in which the first card begins
NUMBER_FIELD = "X-SPIELERNUMMER"
_FOLD = re.compile(r"\r?\n[ \t]")
_SOFT_BREAK = re.compile(r"=\r?\n")
_SEMICOLON = re.compile(r"(?<!\\);")
_ESCAPES = re.compile(r"\\([nN,;\\])")


class _Field(NamedTuple):
    name: str
    value: str


def is_vcard(head: bytes) -> bool:
    """Return whether a file begins with a vCard."""
    return b"BEGIN:VCARD" in head.replace(b"\x00", b"").upper()


def parse_cards(text: str) -> list[ListPerson]:
    """Parse everybody in some cards; `row` is the number of the card. Raise Unreadable for too many."""
    if text.count("\n") > MOST_LINES:
        raise Unreadable("too_many_rows")
    found: list[ListPerson] = []
    card: list[_Field] | None = None
    for field in _list_fields(text):
        if (field.name, field.value.strip().upper()) == ("BEGIN", "VCARD"):
            card = []
        elif field.name == "END" and card is not None:
            found.append(_build_person(len(found) + 1, card))
            card = None
        elif card is not None:
            card.append(field)
        if len(found) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return found


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


def _build_person(number: int, card: list[_Field]) -> ListPerson:
    said: dict[str, str] = {}
    contact: list[str] = []
    for field in card:
        if field.name in ("TEL", "EMAIL"):
            contact.append(_remove_escapes(field.value).removeprefix("tel:").removeprefix("mailto:"))
        else:
            said.setdefault(field.name, field.value)
    last, first = [*_split_value(said.get("N", "")), "", ""][:2]
    name = f"{first} {last}" if first or last else _remove_escapes(said.get("FN", ""))
    address = [*_split_value(said.get("ADR", "")), *[""] * 4][:4]
    details = clean_details(
        address[3],
        _remove_escapes(said.get(NUMBER_FIELD, "")),
        _remove_escapes(said.get("CATEGORIES", "")),
        said.get("BDAY", "")[:4],
        "\n".join(contact),
    )
    return check_person(number, name, "")._replace(details=details)


def _split_value(value: str) -> list[str]:
    return [_remove_escapes(part) for part in _SEMICOLON.split(value)]


def _remove_escapes(value: str) -> str:
    return _ESCAPES.sub(lambda found: "\n" if found[1] in "nN" else found[1], value).strip()


def build_vcard(name: str, surname: str, details: PersonDetails, number: str = "") -> str:
    """Build the card of a person (version 4.0) with its line breaks; `number`: in the club's register.

    >>> build_vcard("Anna Maier", "Maier", PersonDetails("Wien")).splitlines()[2:5]
    ['FN:Anna Maier', 'N:Maier;Anna;;;', 'ADR:;;;Wien;;;']
    """
    from icalendar.parser import Contentline

    first = name.removesuffix(surname).strip()
    lines = ["BEGIN:VCARD", "VERSION:4.0", f"FN:{_escape(name)}"]
    lines.append(f"N:{_escape(surname)};{_escape(first)};;;")
    lines += [f"ADR:;;;{_escape(details.town)};;;"] if details.town else []
    lines += [f"{NUMBER_FIELD}:{_escape(details.player_number)}"] if details.player_number else []
    words = [_escape(word) for word in details.categories.split(", ") if word]
    lines += [f"CATEGORIES:{','.join(words)}"] if words else []
    lines += [f"BDAY:{details.birth_year:04}"] if details.birth_year else []
    for contact in details.contact.splitlines():
        lines.append(f"{'EMAIL' if '@' in contact else 'TEL'}:{_escape(contact)}")
    lines += [f"UID:{_escape(number)}"] if number else []
    lines.append("END:VCARD")
    folded = [Contentline(line).to_ical().decode() for line in lines]  # type: ignore[no-untyped-call]
    return "".join(f"{line}\r\n" for line in folded)


def _escape(text: str) -> str:
    from icalendar import vText

    return vText(text).to_ical().decode()
