"""The font of the papers: FiraGO, which has the letters of all names; loaded only for printing.

Its outlines are TrueType, which can be embedded; a file contains only the letters that it needs.
"""

from functools import lru_cache
from typing import Any, NamedTuple

REGULAR, BOLD, ITALIC = "FiraGO", "FiraGO-Bold", "FiraGO-Italic"
_SOURCES = {REGULAR: "figo", BOLD: "figbo", ITALIC: "figit"}
ASCENT, CAPITAL, DESCENT = 0.935, 0.689, 0.265  # of the size: above the line, of capital letters, below it
_THOUSAND = 1000


class Face(NamedTuple):
    """The letters of a font, and their widths in thousandths of the size."""

    known: Any  # characters by number
    widths: Any
    usual: int


@lru_cache
def load_face(font: str) -> Face:
    """Return the letters of a font, and register it for writing."""
    from io import BytesIO

    import pymupdf_fonts  # type: ignore[import-untyped]
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(font, BytesIO(pymupdf_fonts.fontbuffers[_SOURCES[font]]()))
    registerFont(loaded)
    return Face(loaded.face.charToGlyph, loaded.face.charWidths, loaded.face.defaultWidth)


@lru_cache(maxsize=50_000)
def compute_width(text: str, size: float, font: str = REGULAR) -> float:
    """Return the width of a text, in points."""
    letters = load_face(font)
    taken: float = sum(letters.widths.get(ord(letter), letters.usual) for letter in text) * size / _THOUSAND
    return taken


def is_known(letter: str) -> bool:
    """Return whether the font has a glyph for a letter; its bold and italic styles have the same ones."""
    return ord(letter) in load_face(REGULAR).known
