"""Text that fits into its box: broken at words, smaller down to what can be read, broken anywhere, at last cut off."""

from functools import lru_cache
from typing import NamedTuple

from tarockclub.pdf.fonts import REGULAR, width
from tarockclub.pdf.printable_text import printable

LEADING = 1.2  # from line to line, of the size
LEAST = 6.5  # points; smaller nobody reads
STEP = 0.5
ELLIPSIS = "…"


class Fitted(NamedTuple):
    """Lines that fit, and the size of their letters in points."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """What they take, in points."""
        return len(self.lines) * self.size * LEADING


@lru_cache(maxsize=20_000)
def fitted(text: str, room: float, size: float, *, font: str = REGULAR, lines: int = 1, least: float = LEAST) -> Fitted:
    """A text in at most so many lines of a width, in points; it is cut off only where even the least size is too large.

    Words are broken at once where they stand in many lines anyway, else only when nothing smaller helps.
    """
    said = printable(text)
    now = size
    while now >= least:
        broken = _by_words(said, room, now, font)
        if broken is not None and len(broken) <= lines:
            return Fitted(now, broken)
        now -= STEP
    least = min(size, least)
    broken = _anywhere(said, room, least, font)
    if len(broken) <= lines:
        return Fitted(least, broken)
    last = broken[lines - 1]
    while last and width(last + ELLIPSIS, least, font) > room:
        last = last[:-1]
    return Fitted(least, (*broken[: lines - 1], last + ELLIPSIS))


def _by_words(text: str, room: float, size: float, font: str) -> tuple[str, ...] | None:
    """Lines broken between words; None where one is wider than a line."""
    if width(text, size, font) <= room:
        return (text,)
    lines: list[str] = []
    for word in _pieces(text):
        longer = lines[-1] + word if lines else word
        if lines and width(longer.rstrip(" "), size, font) <= room:
            lines[-1] = longer
        elif width(word.rstrip(" "), size, font) <= room:
            lines.append(word)
        else:
            return None
    return tuple(line.rstrip(" ") for line in lines)


def _pieces(text: str) -> list[str]:
    """Words with the space or hyphen behind them."""
    pieces, word = [], ""
    for letter in text:
        word += letter
        if letter in " -":
            pieces.append(word)
            word = ""
    return [*pieces, word] if word else pieces


def _anywhere(text: str, room: float, size: float, font: str) -> tuple[str, ...]:
    lines = [""]
    for word in _pieces(text):
        if width((lines[-1] + word).rstrip(" "), size, font) <= room:
            lines[-1] += word
            continue
        if lines[-1] and width(word.rstrip(" "), size, font) <= room:
            lines.append(word)
            continue
        for letter in word:
            if lines[-1] and width(lines[-1] + letter, size, font) > room:
                lines.append("")
            lines[-1] += letter
    return tuple(line.rstrip(" ") for line in lines)
