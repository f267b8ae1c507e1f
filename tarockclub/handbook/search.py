"""The search in the handbook: titles and text, with umlauts or without, words cut short or in a whole question."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tarockclub.handbook.markup import Passage
from tarockclub.handbook.selectors import Section, list_sections
from tarockclub.tables.matching import fold, fold_words

MOST = 12
_OF_HEADING, _OF_TITLE, _OF_TEXT = 8, 4, 1
_SHORTEST_OF_MANY = 4  # letters: in a question the short words say little
_ENDINGS = ("en", "er", "es", "e", "n", "s")  # Spiele is also looked for as Spiel
_SHORTEST_STEM = 4
_MARKS = re.compile(r"[^\w\s]+")  # what stands between words
_AROUND = 70  # letters before a find
_EXCERPT = 180


class Find(NamedTuple):
    """A passage with the words."""

    section: Section
    passage: Passage
    excerpt: str

    @property
    def path(self) -> str:
        """Return where it stands, seen from the handbook's first page."""
        return f"{self.section.name}/{f'#{self.passage.anchor}' if self.passage.anchor else ''}"

    @property
    def name(self) -> str:
        """Return the heading above it."""
        return self.passage.heading or self.section.title


class _Entry(NamedTuple):
    section: Section
    passage: Passage
    heading: str
    title: str
    text: str


def find_passages(typed: str, language: str, most: int = MOST) -> list[Find]:
    """Return the passages with all words, the best first; where there is none, those with most of them."""
    words = fold_words(_MARKS.sub(" ", typed))
    if len(words) > 1:
        words = tuple(word for word in words if len(word) >= _SHORTEST_OF_MANY) or words
    stems = tuple(map(_cut_ending, words))
    rated = [(*_compute_worth(entry, words, stems), at, entry) for at, entry in enumerate(_list_folded(language))]
    best = max((found for found, *_more in rated), default=0)
    if not words or not best:
        return []
    hits = sorted((-points, at, entry) for found, points, at, entry in rated if found == best)
    return [Find(row.section, row.passage, _cut_out(row.passage.text, words, stems)) for _p, _a, row in hits[:most]]


def _compute_worth(entry: _Entry, words: tuple[str, ...], stems: tuple[str, ...]) -> tuple[int, int]:
    """Return how many of the words a passage has, and how much it is about them."""
    found = points = 0
    for word, stem in zip(words, stems, strict=True):
        worth = sum(
            (2 if word in place else 1) * weight
            for place, weight in ((entry.heading, _OF_HEADING), (entry.title, _OF_TITLE), (entry.text, _OF_TEXT))
            if stem in place
        )
        found, points = found + bool(worth), points + worth
    return found, points


def _cut_ending(word: str) -> str:
    ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _SHORTEST_STEM else word


@lru_cache(maxsize=4)
def _fold_passages(sections: tuple[Section, ...]) -> tuple[_Entry, ...]:
    return tuple(
        _Entry(section, passage, fold(passage.heading), fold(section.title), fold(passage.text))
        for section in sections
        for passage in section.text.passages
    )


def _list_folded(language: str) -> Iterator[_Entry]:
    yield from _fold_passages(tuple(list_sections(language)))


def _cut_out(text: str, words: tuple[str, ...], stems: tuple[str, ...]) -> str:
    """Return the part of a text around the first word that was found."""
    spoken = text.split(" ")
    at = next((at for at, said in enumerate(spoken) if any(part in fold(said) for part in (*words, *stems))), 0)
    begin = len(" ".join(spoken[:at]))
    begin = 0 if begin <= _AROUND else text.find(" ", begin - _AROUND) + 1
    end = len(text) if len(text) <= begin + _EXCERPT else text.rfind(" ", begin, begin + _EXCERPT)
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"
