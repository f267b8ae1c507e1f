"""Short names for the contracts and premiums of a sheet, derived from their names: two letters where possible."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.house_rules.sheet import Sheet
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import compute_german_key

SIDE_WORDS = ("d", "g")  # they name the side of the premiums that follow, and are never short names


class Codes(NamedTuple):
    """The short names of some things of a sheet, in the sheet's order."""

    ids: tuple[str, ...]
    codes: tuple[str, ...]
    names: tuple[str, ...]  # folded, for the search by beginning

    def get_short_name(self, id_: str) -> str:
        """Return the short name of an id."""
        return self.codes[self.ids.index(id_)]

    def list_meant(self, typed: str, *, numbered: bool = False) -> tuple[str, ...]:
        """Return the ids that typed text may mean: by short name, else by list number, else by the beginning of a name.

        >>> build_codes({"solorufer": "Solorufer", "dreier": "Dreier"}).list_meant("solo")
        ('solorufer',)
        """
        word = fold_letters(typed)
        if word in self.codes:
            return (self.ids[self.codes.index(word)],)
        if numbered and (number := parse_whole(word, len(word))) is not None:
            return self.ids[number - 1 : number] if 0 < number <= len(self.ids) else ()
        return tuple(
            id_ for id_, name in zip(self.ids, self.names, strict=True) if len(word) > 1 and name.startswith(word)
        )


class ShortNames(NamedTuple):
    """The short names of a sheet."""

    contracts: Codes
    premiums: Codes


@lru_cache(maxsize=64)
def build_short_names(sheet: Sheet) -> ShortNames:
    """Return the short names of a sheet's contracts and premiums: both by their German names, as paper has them."""
    return ShortNames(
        build_codes({contract.id: contract.name for contract in sheet.contracts.values()}),
        build_codes({premium.id: premium.name for premium in sheet.premiums.values()}),
    )


def build_codes(names: Mapping[str, str]) -> Codes:
    """Return a unique short name for each of these names.

    >>> build_codes({"a": "Piccolo", "b": "Piccolo ouvert", "c": "Piccolo semi-ouvert", "d": "Pico"}).codes
    ('pi', 'po', 'pso', 'pc')
    """
    taken: list[str] = []
    for id_, name in names.items():
        taken.append(next(code for code in _propose_codes(id_, name) if _is_free(code, taken)))
    return Codes(tuple(names), tuple(taken), tuple("".join(_split_words(name)) for name in names.values()))


def fold_letters(text: str) -> str:
    """Return letters as people type them in a hurry: lower case, without dots and accents.

    >>> fold_letters("Könige")
    'konige'
    """
    return compute_german_key(text)[0]


def _is_free(code: str, taken: Iterable[str]) -> bool:
    return len(code) > 1 and parse_whole(code) is None and code not in taken and code not in SIDE_WORDS


def _propose_codes(id_: str, name: str) -> Iterator[str]:
    """Yield initials of several words; else the first letter with a later one; else more of the name; else the id."""
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
