"""People as vCards (version 4.0): name, town, number, categories, year of birth, phone and mail."""

from tarockclub.kit.lists.file import NUMBER_FIELD
from tarockclub.platform.accounts.persons import PersonDetails


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
