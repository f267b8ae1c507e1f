"""What people type, cleaned at the door."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from tarockclub.collation import german_key

Posted = Mapping[str, Any]
LONGEST_REASON = 300
LONGEST_NUMBER = 19  # digits


# Not characters of anybody's name; files and databases choke on them.
_UNWANTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# The parts of a person's name: titles and initials, first names, surname with its particles, what stands behind it.
# The database of big events sorts by the same expression, so it has only what PostgreSQL reads alike.
WRITTEN = (
    r"^((?:[^\s,]+\.\s+)*)([^,]+?)\s+"
    r"((?:(?:von|vom|und|zu|zum|zur|van|der|den|ter|ten|de|del|della|di|da|dos|du|la|le|al|el)\s+)*[^\s,0-9(][^\s,]*)"
    r"((?:,?\s+(?:jun|sen|jr|sr|junior|senior|i{1,3}|iv|[0-9]+|\(.*\)|(?:ba|ma|mas|msc|bsc|mba|phd|bed|med|llm))\.?)*)$"
)
SORTED = r"\3 \2\4 \1"
_WRITTEN = re.compile(WRITTEN, re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # emoji and some scripts are spelt with them


def short_names(names: Iterable[str]) -> dict[str, str]:
    """As much of each name as tells it from the others: the first word, or all of it.

    >>> short_names(["Anna Huber", "Anna Maier", "Franz Wimmer", "Dr. Moser"])
    {'Anna Huber': 'Anna Huber', 'Anna Maier': 'Anna Maier', 'Franz Wimmer': 'Franz', 'Dr. Moser': 'Dr. Moser'}
    """
    first = {name: name.split(" ")[0] for name in names}
    often = Counter(first.values())
    return {name: word if often[word] == 1 and word.isalpha() else name for name, word in first.items()}


def cleaned(text: str) -> str:
    """Normalise to NFC, drop control characters and lone surrogates, fold white space.

    >>> cleaned("  Anna\\t  \\x00Maria \\ud800")
    'Anna Maria'
    """
    spaced = " ".join(text.split())
    kept = (char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _UNWANTED)
    words = unicodedata.normalize("NFC", "".join(kept)).split()
    return " ".join(filter(None, (word.strip(_JOINERS) for word in words)))


def sort_form(name: str) -> str:
    """A person's name as lists are sorted by it: surname with what belongs to it, first name, "jun.", title.

    Names are written with the first name before the surname (imports turn "Huber, Franz" round). A name that is one
    word, or has a comma, stays as it is.

    >>> sort_form("Dr. Franz Huber jun."), sort_form("Alexander van der Bellen"), sort_form("Anna")
    ('Huber Franz jun. Dr.', 'van der Bellen Alexander', 'Anna')
    """
    return " ".join(_WRITTEN.sub(SORTED, name).split())


@lru_cache(maxsize=4096)
def surname_key(name: str) -> tuple[str, str]:
    """The key that sorts people by their surname, in German order.

    >>> sorted(["Anna Zauner", "Franz Öhler", "Emil Ofner", "Žiga Oman", "Cilli Huber"], key=surname_key)
    ['Cilli Huber', 'Emil Ofner', 'Franz Öhler', 'Žiga Oman', 'Anna Zauner']
    """
    return german_key(sort_form(name))


def surname_first(name: str) -> str:
    """A person's name for lists in which people look for themselves by surname.

    >>> surname_first("Dr. Franz Huber jun."), surname_first("Anna Maria von Trapp"), surname_first("Anna")
    ('Huber, Dr. Franz jun.', 'von Trapp, Anna Maria', 'Anna')
    """
    return " ".join(_WRITTEN.sub(r"\3, \1\2\4", name).split())


def number(posted: Posted, name: str) -> int | None:
    """A whole number that was posted, or None."""
    given = str(posted.get(name) or "").strip()
    return int(given) if given.isascii() and given.isdigit() and len(given) <= LONGEST_NUMBER else None


def parse_reason(posted: Posted) -> str:
    """Return the reason that came with a form, as it is kept: cleaned, at most LONGEST_REASON characters."""
    return cleaned(str(posted.get("reason", "")))[:LONGEST_REASON]
