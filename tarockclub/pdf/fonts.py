"""The letters of the papers: FiraGO, which has those of all names; loaded only when something is printed.

Its outlines are TrueType, which can be embedded; only the letters that a paper needs go into its file.
"""

from functools import lru_cache
from typing import Any, NamedTuple

REGULAR, BOLD, ITALIC = "FiraGO", "FiraGO-Bold", "FiraGO-Italic"
_SOURCES = {REGULAR: "figo", BOLD: "figbo", ITALIC: "figit"}
ASCENT, CAPITAL, DESCENT = 0.935, 0.689, 0.265  # of the size: above the line, of capital letters, below it
_THOUSAND = 1000


class Face(NamedTuple):
    """The letters of a font: which there are, and how wide each is, in thousandths of the size."""

    known: Any  # characters by number
    widths: Any
    usual: int


@lru_cache
def load_face(font: str) -> Face:
    """The letters of a font; it can be written with from now on."""
    from io import BytesIO

    import pymupdf_fonts  # type: ignore[import-untyped]
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(font, BytesIO(pymupdf_fonts.fontbuffers[_SOURCES[font]]()))
    registerFont(loaded)
    return Face(loaded.face.charToGlyph, loaded.face.charWidths, loaded.face.defaultWidth)


@lru_cache(maxsize=50_000)
def compute_width(text: str, size: float, font: str = REGULAR) -> float:
    """How wide a text is, in points."""
    letters = load_face(font)
    taken: float = sum(letters.widths.get(ord(one), letters.usual) for one in text) * size / _THOUSAND
    return taken


def is_known(letter: str) -> bool:
    """Whether the font has a picture of a letter; its bold and italic sisters have the same ones."""
    return ord(letter) in load_face(REGULAR).known
