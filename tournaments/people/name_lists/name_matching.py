"""Similarity of two names that may mean the same person, and the reason: pure, for any spelling.

>>> (
...     find_likeness("Jörg Müller", "Mueller Joerg"),
...     find_likeness("Anna Maier", "Anna Meier"),
...     find_likeness("Anna", "Berta"),
... )
('swapped', 'one_letter', '')
"""

from collections.abc import Iterable, Sequence

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.text import has_digit
from tarockclub.kit.words import fold

SAME, OTHER_SPELLING, OTHER_ORDER, ONE_LETTER = "same", "spelt", "swapped", "one_letter"
NO_UMLAUTS = "umlauts"  # a list from a keyboard without ä, ö and ü: Muller for Müller
PART = "part"  # a surname alone, say
BY_NUMBER = "asked"  # no name says so, but somebody
BY_PLAYER_NUMBER = "player_number"  # nor this one, but a list with the cup's numbers
REMEMBERED = "remembered"  # nor this one, but somebody has said so of an earlier list
SHORTEST = 5  # letters of a name in which one may differ: Ida and Ada are two people


def find_likeness(name: str, other: str) -> str:
    """Return the reason why two names may mean one person; "" if there is none."""
    if name == other:
        return SAME
    first, second = fold_name(name), fold_name(other)
    if not first.text or not second.text:
        return ""
    if first.text.replace(" ", "") == second.text.replace(" ", ""):
        return OTHER_SPELLING
    if first.turned == second.turned:
        return OTHER_ORDER
    if is_one_off(first.text, second.text) or is_one_off(first.turned, second.turned):
        return ONE_LETTER
    return NO_UMLAUTS if {fold(first.text), fold(first.turned)} & {fold(second.text), fold(second.turned)} else ""


def is_part(name: str, other: str) -> bool:
    """Return whether a name is only a part of another one, in any spelling; one letter of a word may differ.

    >>> is_part("Dorfinger", "Maria Dorfinger"), is_part("Dorfiger", "Maria Dorfinger"), is_part("Mar", "Maria Mai")
    (True, True, False)
    """
    words, whole = fold_name(name).text.split(), fold_name(other).text.split()
    matches = (any(word == word_known or is_one_off(word, word_known) for word_known in whole) for word in words)
    return 0 < len(words) < len(whole) and all(matches)


def is_one_off(word: str, other: str) -> bool:
    """Return whether the only difference is one letter more, less or changed, or two neighbours swapped.

    >>> (
    ...     is_one_off("meier", "maier"),
    ...     is_one_off("meier", "meyer"),
    ...     is_one_off("hofer", "hoefer"),
    ...     is_one_off("karl", "kalr"),
    ... )
    (True, True, True, False)
    """
    if word == other or min(len(word), len(other)) < SHORTEST or abs(len(word) - len(other)) > 1:
        return False
    index = next(
        (place for place, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other))
    )
    left, right = word[index:], other[index:]
    if has_digit(left[:1] + right[:1]):
        return False  # "Spieler 17" and "Spieler 18" are two people
    swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped


def _list_pieces(name: str) -> set[str]:
    """Return pieces of which two similar names share at least one: the folded name, whole and less one letter."""
    pieces: set[str] = set()
    for text in set(fold_name(name)):
        pieces |= {text, text.replace(" ", ""), fold(text)}
        if len(text) >= SHORTEST:
            pieces |= {text[:place] + text[place + 1 :] for place in range(len(text))}
    return pieces


_LIKENESS_ORDER = (SAME, OTHER_SPELLING, OTHER_ORDER, NO_UMLAUTS, ONE_LETTER)


def find_similar(name: str, names: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the places of those of these names (place, name) that are like one, with the reasons, the surest first.

    >>> find_similar("Anna Maier", enumerate(["Berta", "Anna Meier", "Maier Anna"]))
    [(2, 'swapped'), (1, 'one_letter')]
    """
    similar = [(place, why) for place, other in names if (why := find_likeness(name, other))]
    return sorted(similar, key=lambda pair: (_LIKENESS_ORDER.index(pair[1]), pair[0]))


class NameIndex:
    """An index of many names that finds those similar to a name without comparing each."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: list[str] = []
        self._by_piece: dict[str, list[int]] = {}
        self._by_word: dict[str, list[int]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add another name."""
        for piece in _list_pieces(name):
            self._by_piece.setdefault(piece, []).append(len(self.names))
        for word in fold_name(name).text.split():
            self._by_word.setdefault(word, []).append(len(self.names))
        self.names.append(name)

    def find_similar(self, name: str) -> list[tuple[int, str]]:
        """Return the places of names like this one with the reasons, the surest first."""
        near = {place for piece in _list_pieces(name) for place in self._by_piece.get(piece, ())}
        return find_similar(name, ((place, self.names[place]) for place in near))

    def find_whole(self, name: str) -> list[tuple[int, str]]:
        """Return the places of whole names of which this one is only the surname or the first name, with an initial.

        >>> NameIndex(["Anna Maier", "Bert Maier"]).find_whole("Maier B."), NameIndex(["Anna"]).find_whole("Anna")
        ([(1, 'part')], [])
        """
        words = sorted(fold_name(name).text.split(), key=len)
        if not words or len(words) > 2 or (len(words) > 1 and len(words[0]) > 1):
            return []
        initials = tuple(words[:-1])
        return [
            (place, PART)
            for place in self._by_word.get(words[-1], ())
            if any(
                word != words[-1] and word.startswith(initials or word)
                for word in fold_name(self.names[place]).text.split()
            )
        ]


def list_similar_names(names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return all pairs of names that are alike, in order of their places, and why they may mean one person.

    >>> list_similar_names(["Anna Maier", "Berta Huber", "Maier, Anna"])
    [(0, 2, 'swapped')]
    """
    index, pairs = NameIndex(()), []
    for other, name in enumerate(names):
        pairs += [(earlier, other, why) for earlier, why in index.find_similar(name)]
        index.add(name)
    return sorted(pairs)
