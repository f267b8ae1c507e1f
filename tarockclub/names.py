"""What people type, cleaned at the door."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

# Not characters of anybody's name; files and databases choke on them.
_UNWANTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
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
