"""A text as it is printed: cleaned, letters that no font has as a box, what is written from the right turned round.

What writes a PDF puts letter beside letter from left to right. Arabic letters are joined as they stand in a word (by
the forms that Unicode knows of each), and runs from the right are turned, which is enough for names.
"""

import unicodedata
from functools import lru_cache

from tarockclub.pdf.fonts import is_known
from tarockclub.text import clean_text

MISSING = "▯"
_RIGHT = ("R", "AL")
_FORMS = range(0xFE80, 0xFEFD)  # Arabic letters as they stand in a word
_ISOLATED_FORM, _END, _BEGIN, _MIDDLE = "<isolated>", "<final>", "<initial>", "<medial>"
_MIRRORED_SIGNS = str.maketrans("()[]<>«»", ")(][><»«")


@lru_cache(maxsize=20_000)
def make_printable(text: str) -> str:
    """A text of people as it is printed: on one line, every letter in the order in which it stands there."""
    kept = "".join(one for one in clean_text(text) if not _is_sign(one))
    shown = "".join(one if is_known(one) else MISSING for one in _order_from_left(kept))
    return shown.replace(MISSING * 2, MISSING) if MISSING in shown else shown


def _is_sign(letter: str) -> bool:
    """Joiners and signs that only choose another picture of a letter."""
    return letter in "\u200c\u200d" or 0xFE00 <= ord(letter) <= 0xFE0F or ord(letter) >= 0xE0000


def _order_from_left(text: str) -> str:
    """Runs from the right turned round; a text that begins with one is from the right as a whole."""
    if not any(unicodedata.bidirectional(one) in _RIGHT for one in text):
        return text
    runs: list[list[str]] = []
    for word in _join_letters(text).split(" "):
        right = any(unicodedata.bidirectional(one) in _RIGHT for one in word)
        if right and runs and runs[-1][0] == "R":
            runs[-1].append(word)
        else:
            runs.append(["R" if right else "L", word])
    said = [" ".join(_reverse_word(word) for word in reversed(run[1:])) if run[0] == "R" else run[1] for run in runs]
    first = next(one for one in text if unicodedata.bidirectional(one) in (*_RIGHT, "L"))
    return " ".join(reversed(said) if unicodedata.bidirectional(first) in _RIGHT else said)


def _reverse_word(word: str) -> str:
    """A word from its other end, each letter with the accents that belong to it; numbers stay as they are."""
    letters: list[str] = []
    for one in word:
        belongs = unicodedata.combining(one) or (one.isdigit() and letters and letters[-1][-1].isdigit())
        if letters and belongs:
            letters[-1] += one
        else:
            letters.append(one)
    return "".join(letter.translate(_MIRRORED_SIGNS) for letter in reversed(letters))


def _join_letters(text: str) -> str:
    """Arabic letters in the form that they have beside their neighbours."""
    said = []
    for at, one in enumerate(text):
        forms = _load_forms().get(one, {})
        before = bool(forms) and _BEGIN in _load_forms().get(_find_neighbour(text, at, -1), {})
        after = _BEGIN in forms and bool(_load_forms().get(_find_neighbour(text, at, 1), {}))
        form = _MIDDLE if before and after else _END if before else _BEGIN if after else _ISOLATED_FORM
        said.append(forms.get(form, one))
    return "".join(said)


def _find_neighbour(text: str, at: int, step: int) -> str:
    """The next letter in a direction, past accents."""
    at += step
    while 0 <= at < len(text) and unicodedata.combining(text[at]):
        at += step
    return text[at] if 0 <= at < len(text) else ""


@lru_cache
def _load_forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, as Unicode lists them."""
    forms: dict[str, dict[str, str]] = {}
    for number in _FORMS:
        form, *letters = unicodedata.decomposition(chr(number)).split()
        if len(letters) == 1 and is_known(chr(number)):
            forms.setdefault(chr(int(letters[0], 16)), {})[form] = chr(number)
    return forms
