"""A person's name as people write it in free text: as it is, surname first, or the surname alone."""

import re
from typing import NamedTuple

from tarockclub.platform.privacy.public_names import split_at_surname

SHORTEST_WORD = 2


class NamePattern(NamedTuple):
    """The patterns of a name."""

    whole: re.Pattern[str]
    part: re.Pattern[str]  # the surname alone; of a single word that word: it may be somebody else
    is_sure: bool  # whether the whole name means this person: it has more than one word

    def has_name(self, text: str) -> bool:
        """Return whether the whole name is in a text, or is all of it.

        >>> pattern = build_pattern("Dr. Anna Maier")
        >>> [pattern.has_name(text) for text in ("Maier, Anna hat gefragt", "ANNA  MAIERS Blatt", "Annamaier", "Anna")]
        [True, True, False, False]
        """
        return bool(self.whole.fullmatch(text.strip()) or (self.is_sure and self.whole.search(text)))

    def has_part(self, text: str) -> bool:
        """Return whether a part of the name is in a text.

        >>> [build_pattern("Anna Maier").has_part(text) for text in ("Frau Maier gibt", "Maierhofer gibt")]
        [True, False]
        """
        return bool(self.part.search(text) or self.whole.search(text))

    def replace_name(self, text: str, label: str, *, with_part: bool) -> str:
        """Return a text with a label instead of the whole name; `with_part`: of the surname alone too.

        >>> pattern, text = build_pattern("Anna Maier"), "Maier Anna, dann Bert Maier"
        >>> [pattern.replace_name(text, "Spieler 7", with_part=with_part) for with_part in (False, True)]
        ['Spieler 7, dann Bert Maier', 'Spieler 7, dann Bert Spieler 7']
        """
        rest = self.whole.sub(lambda _found: label, text)
        return self.part.sub(lambda _found: label, rest) if with_part else rest


def build_pattern(name: str) -> NamePattern:
    """Build the patterns of a name."""
    words = [word for word in name.split() if not word.endswith(".") and len(word) >= SHORTEST_WORD]
    if len(words) <= 1:
        whole = _compile([re.escape(name.strip())])
        return NamePattern(whole, whole, is_sure=False)
    first_names, surname = split_at_surname(words)
    whole = _compile([_join(words), _join([*surname, *first_names]), re.escape(name.strip())])
    return NamePattern(whole, _compile([_join(surname)]), is_sure=True)


def _join(words: list[str]) -> str:
    return r",?\s+".join(map(re.escape, words))


def _compile(ways: list[str]) -> re.Pattern[str]:
    # Longest first; with the ending of the genitive, and never within a word.
    written = "|".join(sorted(dict.fromkeys(ways), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{written})(?:['’]?s)?(?!\w)", re.IGNORECASE)
