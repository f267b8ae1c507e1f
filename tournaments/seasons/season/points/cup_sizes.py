"""The sizes of cups, each with its list of points that a place carries into a final; text and values, pure.

A line of the text is a size: its name, the average number of players from which it applies, the points of the places.
A line without a colon goes on with those of the line above, so that a column of numbers can be pasted.

>>> sizes = parse_cup_sizes("Groß, ab 60,5: 120; 112; 106\\nKlein: 120; 109\\n100")
>>> [(size.name, size.least, size.table) for size in sizes]
[('Groß', 6050, (12000, 11200, 10600)), ('Klein', None, (12000, 10900, 10000))]
>>> choose_size(sizes, 6100), choose_size(sizes, 6000)
(1, 0)
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tarockclub.kit.amounts import explain_readings, parse_hundredths
from tournaments.seasons.season.points.place_points import explain_places, parse_places

MOST_SIZES = 6
LONGEST_TEXT, LONGEST_NAME = 5000, 40
# Each part by itself: an expression for the whole head would try all ways to share spaces out between them.
_LEAST = re.compile(r"(?:ab|from)\s+(.{1,12})")


class CupSize(NamedTuple):
    """A size of cups, with what the places of such a cup carry."""

    name: str
    least: int | None  # the average number of players from which it applies, in hundredths; None: chosen by hand
    table: tuple[int, ...]  # hundredths of a point; places behind its end carry nothing

    def get_points(self, place: int) -> int:
        """Return the points of a place, which is 1 or more, in hundredths."""
        return self.table[place - 1] if place <= len(self.table) else 0


@lru_cache(maxsize=64)
def parse_cup_sizes(text: str) -> tuple[CupSize, ...] | None:
    """Parse all sizes; None for text that is none, or for too many sizes or places."""
    blocks: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if ":" in line:
            blocks.append(line)
        elif blocks:
            blocks[-1] += f"\n{line}"
        else:
            return None
    found = [_parse_size(block) for block in blocks]
    sizes = tuple(size for size in found if size is not None)
    return sizes if len(sizes) == len(found) <= MOST_SIZES else None


def explain_cup_sizes(text: str) -> str:
    """Return the sentence for the first number of all sizes that allows two readings; empty if none does."""
    for line in text.splitlines():
        head, _colon, places = line.rpartition(":")
        least = _LEAST.search(head)
        sentence = (explain_readings(least[1].strip()) if least else "") or explain_places(places)
        if sentence:
            return sentence
    return ""


def _parse_size(block: str) -> CupSize | None:
    head, _colon, places = block.partition(":")
    name, comma, said = (part.strip() for part in head.partition(","))
    least = _LEAST.fullmatch(said) if comma else None
    if not 0 < len(name) <= LONGEST_NAME or (comma and least is None):
        return None
    average, table = parse_hundredths(least[1] if least else "0"), parse_places(places)
    if average is None or not table:
        return None
    return CupSize(name, average if least else None, table)


def choose_size(sizes: Sequence[CupSize], average: int) -> int:
    """Return the number of the size (from 1) of a cup with an average of hundredths of a player; 0: none is known."""
    known = [(size.least, at) for at, size in enumerate(sizes, 1) if size.least is not None and size.least <= average]
    return max(known, default=(0, 0))[1]


def find_size(text: str, number: int) -> CupSize | None:
    """Return a size by its number, from 1; None if there is none (any more)."""
    sizes = parse_cup_sizes(text) or ()
    return sizes[number - 1] if 0 < number <= len(sizes) else None
