"""Typed text, cleaned on input; the sign of a name."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tarockclub.kit.words import compute_german_key

PostedFields = Mapping[str, Any]
LONGEST_REASON = 300
LONGEST_NUMBER = 19  # digits
_DIGIT = re.compile("[0-9]")


# Never part of a name; files and databases fail on them.
_UNWANTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
TOWN_SIGN = ",\u00a0"  # between a name and the town; typed names never have it, for their spaces are folded
# The parts of a person's name: titles and initials, first names, surname with its particles, suffixes with the town.
# PostgreSQL sorts by the same expression, so it contains only syntax that both interpret alike.
WRITTEN_NAMES = (
    r"^((?:[^\s,]+\.\s+)*)([^,]+?)\s+"
    r"((?:(?:von|vom|und|zu|zum|zur|van|der|den|ter|ten|de|del|della|di|da|dos|du|la|le|al|el)\s+)*[^\s,0-9(][^\s,]*)"
    r"((?:,?\s+(?:jun|sen|jr|sr|junior|senior|i{1,3}|iv|[0-9]+|\(.*\)|(?:ba|ma|mas|msc|bsc|mba|phd|bed|med|llm))\.?)*"
    rf"(?:{TOWN_SIGN}[^,]+)?)$"
)
SORTED_NAMES = r"\3 \2\4 \1"
_WRITTEN_PATTERN = re.compile(WRITTEN_NAMES, re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # used in emoji and some scripts


def compute_short_names(names: Iterable[str]) -> dict[str, str]:
    """Return each name shortened as far as it stays unique: the first word, or all of it.

    >>> compute_short_names(["Anna Huber", "Anna Maier", "Franz Wimmer", "Dr. Moser"])
    {'Anna Huber': 'Anna Huber', 'Anna Maier': 'Anna Maier', 'Franz Wimmer': 'Franz', 'Dr. Moser': 'Dr. Moser'}
    """
    first = {name: name.split(" ")[0] for name in names}
    often = Counter(first.values())
    return {name: word if often[word] == 1 and word.isalpha() else name for name, word in first.items()}


def clean_text(text: str) -> str:
    """Normalise to NFC, drop control characters and lone surrogates, fold white space.

    >>> clean_text("  Anna\\t  \\x00Maria \\ud800")
    'Anna Maria'
    """
    spaced = " ".join(text.split())
    if not spaced.isprintable():  # most texts are
        spaced = "".join(char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _UNWANTED)
    words = unicodedata.normalize("NFC", spaced).split()
    return " ".join(filter(None, (word.strip(_JOINERS) for word in words)))


def clean_name(text: str) -> str:
    """Return a name as it is stored; empty without a letter or a digit: nobody could find or read it, or print it.

    >>> clean_name(" Anna  2 "), clean_name("♠ ♥"), clean_name("…")
    ('Anna 2', '', '')
    """
    name = clean_text(text)
    return name if any(map(str.isalnum, name)) else ""


def compute_sort_form(name: str) -> str:
    """Return a person's name in the form for sorting: surname with its particles, first name, "jun.", title.

    Names are written with the first name before the surname (imports reverse "Huber, Franz"). A name of one word, or
    with a comma, stays as it is.

    >>> (
    ...     compute_sort_form("Dr. Franz Huber jun."),
    ...     compute_sort_form("Alexander van der Bellen"),
    ...     compute_sort_form("Anna"),
    ... )
    ('Huber Franz jun. Dr.', 'van der Bellen Alexander', 'Anna')
    """
    return " ".join(_WRITTEN_PATTERN.sub(SORTED_NAMES, name).split())


@lru_cache(maxsize=4096)
def compute_surname_key(name: str) -> tuple[str, str]:
    """Return the key that sorts people by their surname, in German order.

    >>> sorted(["Anna Zauner", "Franz Öhler", "Emil Ofner", "Žiga Oman", "Cilli Huber"], key=compute_surname_key)
    ['Cilli Huber', 'Emil Ofner', 'Franz Öhler', 'Žiga Oman', 'Anna Zauner']
    """
    return compute_german_key(compute_sort_form(name))


def format_surname_first(name: str) -> str:
    """Return a person's name for lists ordered by surname.

    >>> (
    ...     format_surname_first("Dr. Franz Huber jun."),
    ...     format_surname_first("Anna Maria von Trapp"),
    ...     format_surname_first("Anna"),
    ...     format_surname_first("Anna Maier" + TOWN_SIGN + "Bad Ischl").replace(TOWN_SIGN, ", "),
    ... )
    ('Huber, Dr. Franz jun.', 'von Trapp, Anna Maria', 'Anna', 'Maier, Anna, Bad Ischl')
    """
    return " ".join(_WRITTEN_PATTERN.sub(r"\3, \1\2\4", name).split())


def split_surname(name: str) -> tuple[str, str]:
    """Split a person's name into what stands before the surname, and the surname with what stands behind it.

    >>> split_surname("Dr. Franz Huber jun."), split_surname("Anna Maria von Trapp"), split_surname("Anna")
    (('Dr. Franz', 'Huber jun.'), ('Anna Maria', 'von Trapp'), ('', 'Anna'))
    """
    match = _WRITTEN_PATTERN.match(name)
    return ((match[1] + match[2]).strip(), match[3] + match[4]) if match is not None else ("", name)


def parse_whole(text: str, digits: int = LONGEST_NUMBER) -> int | None:
    """Return a whole number of at most so many digits, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def parse_signed(text: str, digits: int = LONGEST_NUMBER) -> int | None:
    """Return a whole number with or without a minus in front, or None.

    >>> parse_signed("-3"), parse_signed("\u22123"), parse_signed("--3"), parse_signed("\u0663")
    (-3, -3, None, None)
    """
    is_negative = text.startswith(("-", "\u2212"))
    number = parse_whole(text[is_negative:], digits)
    return -number if number is not None and is_negative else number


def has_digit(text: str) -> bool:
    """Return whether there is a digit in a text, as in a house number."""
    return bool(_DIGIT.search(text))


def parse_number(posted: PostedFields, name: str) -> int | None:
    """Return a posted whole number, or None."""
    return parse_whole(str(posted.get(name) or "").strip())


def clean_reason(text: str) -> str:
    """Return a typed reason as it is stored: cleaned, at most LONGEST_REASON characters."""
    return clean_text(text)[:LONGEST_REASON]


COLOURS = 6  # those of the players in a chart


class Face(NamedTuple):
    """Initials, and the number of their colour."""

    initials: str
    colour: int


def build_face_sign(name: str, key: int) -> Face:
    """Return the sign of somebody; `key`: a number that stays with the person.

    >>> build_face_sign("Adele Moosgruber", 8), *(build_face_sign(name, 0).initials for name in ("anna", "Spieler 12"))
    (Face(initials='AM', colour=2), 'A', 'S12')
    """
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    ends = words[:1] + words[1:][-1:]
    letters = "".join(word if has_digit(word) else word[0].upper() for word in ends)
    return Face(letters[:3], key % COLOURS)
