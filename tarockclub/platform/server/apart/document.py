"""Papers of headings, paragraphs, lists and lines to sign on, one below the other: the blocks of document.typ."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

LEFT, CENTRE, RIGHT = "left", "center", "right"


class PaperColumn(NamedTuple):
    """A column of a list: its head and alignment; `stretch` to take the remaining width."""

    head: str
    align: str = LEFT
    stretch: bool = False
    least: float = 0  # millimetres, say for handwriting
    strong: bool = False  # in bold letters


class PaperRow(NamedTuple):
    """A row of a list; `strong`: in bold letters; `apart`: with a thick line above.

    A cell of numbers is drawn: a bar for each, above or below a line; None: a gap.
    """

    cells: Sequence[str | Sequence[float | None]]
    strong: bool = False
    apart: bool = False


class PaperHeading(NamedTuple):
    """A heading, which stays with what follows."""

    text: str
    kind: Literal["heading"] = "heading"


class PaperParagraph(NamedTuple):
    """A paragraph in letters of so many points."""

    text: str
    size: float = 10
    kind: Literal["paragraph"] = "paragraph"


class PaperList(NamedTuple):
    """A list whose head stands on every page; `space`: above and below a row's text, in points as `size`."""

    columns: Sequence[PaperColumn]
    rows: Sequence[PaperRow]
    size: float = 10
    space: float = 3
    kind: Literal["list"] = "list"


class PaperName(NamedTuple):
    """A name in a picture, at half its height: only a paper's own text has all fonts."""

    x: int
    y: int
    text: str
    ending: str  # behind it
    colour: int  # of a player


class PaperPicture(NamedTuple):
    """A picture of shapes and numbers, with names."""

    svg: str
    alt: str  # its words for whoever does not see it
    width: int  # of the picture, in its own units
    names: Sequence[PaperName]
    kind: Literal["picture"] = "picture"


class PaperSignatures(NamedTuple):
    """Lines to sign on, each with its name below."""

    names: tuple[str, ...]
    kind: Literal["signatures"] = "signatures"


PlainBlock = PaperHeading | PaperParagraph | PaperList | PaperPicture | PaperSignatures


class PaperFilling(NamedTuple):
    """Blocks in letters as large as the rest of a page allows, the first of them at least."""

    blocks: Sequence[PlainBlock]
    kind: Literal["filling"] = "filling"


class PaperAcross(NamedTuple):
    """Blocks on pages of their own, in landscape format."""

    blocks: Sequence[PlainBlock]
    kind: Literal["across"] = "across"


Block = PlainBlock | PaperFilling | PaperAcross
