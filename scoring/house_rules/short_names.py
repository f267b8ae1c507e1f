"""Short names for what a sheet knows, derived from its own words: two letters where that will do."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.house_rules.sheet import Sheet

SIDE_WORDS = ("d", "g")  # say whose premiums follow, and are nobody's short name


class Codes(NamedTuple):
    """The short names of some things of a sheet, in the sheet's order."""

    ids: tuple[str, ...]
    codes: tuple[str, ...]
    names: tuple[str, ...]  # folded, to be found by how they begin

    def of(self, id_: str) -> str:
        """The short name of something."""
        return self.codes[self.ids.index(id_)]

    def meant(self, typed: str, *, numbered: bool = False) -> tuple[str, ...]:
        """The ids that somebody may mean: by short name, else by number of the list, else by how the name begins.

        >>> build_codes({"solorufer": "Solorufer", "dreier": "Dreier"}).meant("solo")
        ('solorufer',)
        """
        word = fold_letters(typed)
        if word in self.codes:
            return (self.ids[self.codes.index(word)],)
        if numbered and word.isascii() and word.isdigit():
            return self.ids[int(word) - 1 : int(word)] if 0 < int(word[:6]) <= len(self.ids) else ()
        return tuple(
            id_ for id_, name in zip(self.ids, self.names, strict=True) if len(word) > 1 and name.startswith(word)
        )


class ShortNames(NamedTuple):
    """The short names of a sheet."""

    contracts: Codes
    premiums: Codes


@lru_cache(maxsize=64)
def build_short_names(sheet: Sheet) -> ShortNames:
    """The short names of a sheet's contracts and premiums: both by their German names, as paper has them."""
    return ShortNames(
        build_codes({contract.id: contract.name for contract in sheet.contracts.values()}),
        build_codes({premium.id: premium.name for premium in sheet.premiums.values()}),
    )


def build_codes(names: Mapping[str, str]) -> Codes:
    """Short names for things with these names; each its own.

    >>> build_codes({"a": "Piccolo", "b": "Piccolo ouvert", "c": "Piccolo semi-ouvert", "d": "Pico"}).codes
    ('pi', 'po', 'pso', 'pc')
    """
    taken: list[str] = []
    for id_, name in names.items():
        taken.append(next(code for code in _propose_codes(id_, name) if _is_free(code, taken)))
    return Codes(tuple(names), tuple(taken), tuple("".join(_split_words(name)) for name in names.values()))


def fold_letters(text: str) -> str:
    """Letters as they are typed in a hurry: small, without dots and accents.

    >>> fold_letters("Könige")
    'konige'
    """
    return "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))


def _is_free(code: str, taken: Iterable[str]) -> bool:
    return len(code) > 1 and not code.isdigit() and code not in taken and code not in SIDE_WORDS


def _propose_codes(id_: str, name: str) -> Iterator[str]:
    """Initials of several words; else the first letter with a later one; else more of the name; else the id."""
    words = _split_words(name)
    whole = "".join(words)
    if len(words) > 1:
        yield "".join(word[0] for word in words)
    yield from (whole[0] + later for later in whole[1:])
    yield from (whole[:length] for length in range(3, len(whole) + 1))
    yield "".join(_split_words(id_))
    yield from (f"{whole}{number}" for number in range(2, 1000))


def _split_words(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", fold_letters(name)) or ["x"]
