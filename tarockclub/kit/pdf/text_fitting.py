"""Text for printing: made printable, and fitted into a box.

It is cleaned, with a box for missing letters. A PDF writer puts letters side by side from left to right: Arabic letters
are joined by their position in a word (with Unicode's forms of each), and right-to-left runs are reversed, which is
enough for names. Then it is broken at words, made smaller, broken anywhere, and at last cut off.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from tarockclub.kit.pdf.fonts import REGULAR, compute_width, is_known
from tarockclub.kit.text import clean_text

MISSING = "▯"
_RIGHT = ("R", "AL")
_FORMS = range(0xFE80, 0xFEFD)  # Arabic letters by their position in a word
_ISOLATED_FORM, _END, _BEGIN, _MIDDLE = "<isolated>", "<final>", "<initial>", "<medial>"
_MIRRORED_SIGNS = str.maketrans("()[]<>«»", ")(][><»«")
LEADING = 1.2  # from line to line, of the size
LEAST = 6.5  # points; the smallest readable size
STEP = 0.5
ELLIPSIS = "…"


@lru_cache(maxsize=20_000)
def make_printable(text: str) -> str:
    """Prepare people's text for printing: on one line, every letter in its visual order."""
    kept = "".join(letter for letter in clean_text(text) if not _is_sign(letter))
    shown = "".join(letter if is_known(letter) else MISSING for letter in _order_from_left(kept))
    return shown.replace(MISSING * 2, MISSING) if MISSING in shown else shown


def _is_sign(letter: str) -> bool:
    """Return whether a character is a joiner or selector that only changes the look of a letter."""
    return letter in "\u200c\u200d" or 0xFE00 <= ord(letter) <= 0xFE0F or ord(letter) >= 0xE0000


def _order_from_left(text: str) -> str:
    """Reverse right-to-left runs; a text that begins with one is right-to-left as a whole."""
    if not any(unicodedata.bidirectional(letter) in _RIGHT for letter in text):
        return text
    runs: list[list[str]] = []
    for word in _join_letters(text).split(" "):
        right = any(unicodedata.bidirectional(letter) in _RIGHT for letter in word)
        if right and runs and runs[-1][0] == "R":
            runs[-1].append(word)
        else:
            runs.append(["R" if right else "L", word])
    said = [" ".join(_reverse_word(word) for word in reversed(run[1:])) if run[0] == "R" else run[1] for run in runs]
    first = next(letter for letter in text if unicodedata.bidirectional(letter) in (*_RIGHT, "L"))
    return " ".join(reversed(said) if unicodedata.bidirectional(first) in _RIGHT else said)


def _reverse_word(word: str) -> str:
    """Reverse a word, each letter with its accents; numbers stay as they are."""
    letters: list[str] = []
    for letter in word:
        belongs = unicodedata.combining(letter) or (letter.isdigit() and letters and letters[-1][-1].isdigit())
        if letters and belongs:
            letters[-1] += letter
        else:
            letters.append(letter)
    return "".join(letter.translate(_MIRRORED_SIGNS) for letter in reversed(letters))


def _join_letters(text: str) -> str:
    """Give Arabic letters the form for their neighbours."""
    said = []
    for at, letter in enumerate(text):
        forms = _load_forms().get(letter, {})
        before = bool(forms) and _BEGIN in _load_forms().get(_find_neighbour(text, at, -1), {})
        after = _BEGIN in forms and bool(_load_forms().get(_find_neighbour(text, at, 1), {}))
        form = _MIDDLE if before and after else _END if before else _BEGIN if after else _ISOLATED_FORM
        said.append(forms.get(form, letter))
    return "".join(said)


def _find_neighbour(text: str, at: int, step: int) -> str:
    """Return the next letter in a direction, skipping accents."""
    at += step
    while 0 <= at < len(text) and unicodedata.combining(text[at]):
        at += step
    return text[at] if 0 <= at < len(text) else ""


@lru_cache
def _load_forms() -> dict[str, dict[str, str]]:
    """Return the forms of each Arabic letter, from Unicode's data."""
    forms: dict[str, dict[str, str]] = {}
    for number in _FORMS:
        form, *letters = unicodedata.decomposition(chr(number)).split()
        if len(letters) == 1 and is_known(chr(number)):
            forms.setdefault(chr(int(letters[0], 16)), {})[form] = chr(number)
    return forms


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
