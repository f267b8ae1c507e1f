"""Text fitted into a box: broken at words, made smaller, broken anywhere, and at last cut off."""

from functools import lru_cache
from typing import NamedTuple

from tarockclub.kit.pdf.fonts import REGULAR, compute_width
from tarockclub.kit.pdf.printable_text import make_printable

LEADING = 1.2  # from line to line, of the size
LEAST = 6.5  # points; the smallest readable size
STEP = 0.5
ELLIPSIS = "…"


class FittedText(NamedTuple):
    """Fitted lines, and their font size in points."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """The height of the lines, in points."""
        return len(self.lines) * self.size * LEADING


@lru_cache(maxsize=20_000)
def fit_text(
    text: str, room: float, size: float, *, font: str = REGULAR, lines: int = 1, least: float = LEAST
) -> FittedText:
    """Fit a text into at most `lines` lines of a width, in points; cut it off only if even the least size is too large.

    Words are broken at once in texts of many lines, else only if no smaller size helps.
    """
    said = make_printable(text)
    now = size
    while now >= least:
        broken = break_at_words(said, room, now, font)
        if broken is not None and len(broken) <= lines:
            return FittedText(now, broken)
        now -= STEP
    least = min(size, least)
    broken = _break_anywhere(said, room, least, font)
    if len(broken) <= lines:
        return FittedText(least, broken)
    last = broken[lines - 1]
    while last and compute_width(last + ELLIPSIS, least, font) > room:
        last = last[:-1]
    return FittedText(least, (*broken[: lines - 1], last + ELLIPSIS))


def break_at_words(text: str, room: float, size: float, font: str = REGULAR) -> tuple[str, ...] | None:
    """Break text between words; None if a word is wider than a line."""
    if compute_width(text, size, font) <= room:
        return (text,)
    lines: list[str] = []
    for word in split_pieces(text):
        longer = lines[-1] + word if lines else word
        if lines and compute_width(longer.rstrip(" "), size, font) <= room:
            lines[-1] = longer
        elif compute_width(word.rstrip(" "), size, font) <= room:
            lines.append(word)
        else:
            return None
    return tuple(line.rstrip(" ") for line in lines)


def split_pieces(text: str) -> list[str]:
    """Return the words, each with the space or hyphen after it."""
    pieces, word = [], ""
    for letter in text:
        word += letter
        if letter in " -":
            pieces.append(word)
            word = ""
    return [*pieces, word] if word else pieces


def _break_anywhere(text: str, room: float, size: float, font: str) -> tuple[str, ...]:
    lines = [""]
    for word in split_pieces(text):
        if compute_width((lines[-1] + word).rstrip(" "), size, font) <= room:
            lines[-1] += word
            continue
        if lines[-1] and compute_width(word.rstrip(" "), size, font) <= room:
            lines.append(word)
            continue
        for letter in word:
            if lines[-1] and compute_width(lines[-1] + letter, size, font) > room:
                lines.append("")
            lines[-1] += letter
    return tuple(line.rstrip(" ") for line in lines)
