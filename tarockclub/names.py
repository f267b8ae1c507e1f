"""What people type, cleaned at the door."""

import unicodedata

# Not characters of anybody's name; files and databases choke on them.
_UNWANTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_JOINERS = "\u200c\u200d"  # emoji and some scripts are spelt with them


def cleaned(text: str) -> str:
    """Normalise to NFC, drop control characters and lone surrogates, fold white space.

    >>> cleaned("  Anna\\t  \\x00Maria \\ud800")
    'Anna Maria'
    """
    spaced = " ".join(text.split())
    kept = (char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _UNWANTED)
    words = unicodedata.normalize("NFC", "".join(kept)).split()
    return " ".join(filter(None, (word.strip(_JOINERS) for word in words)))
