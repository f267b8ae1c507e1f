"""Papers (PDF) made by another process: what every paper has, and the blocks of document.typ that most are made of."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.typesetting import render_pdf, render_png
from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.installation import TEMPLATES
from tarockclub.platform.server.wsgi.turns import PAPERS, PICTURES

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


MOST_SECONDS = 20.0  # for a paper, also on a busy machine
_PAGE_MARK: ContextVar[str] = ContextVar("page_mark", default="")


@contextmanager
def mark_pages(text: str) -> Iterator[None]:
    """Write a text at the head of every page that is made within the block; "": none."""
    token = _PAGE_MARK.set(text)
    try:
        yield
    finally:
        _PAGE_MARK.reset(token)


def render_paper(template: str, title: str, data: Mapping[str, Any], *, foot: str = "", about: str = "") -> bytes:
    """Return a paper as PDF; `template`: its path in templates/, without its ending; `about`: the line below the title.

    The data's NamedTuples are dicts in the template. Raise TooBusy and TooMuchWork.
    """
    words = {"page": _("Page %(number)s of %(count)s") % {"number": "{0}", "count": "{1}"}}
    whole = {
        "title": title,
        "about": about,
        "foot": foot,
        "mark": _PAGE_MARK.get(),
        "lang": get_current_language(),
        **_make_plain(data),
        "words": {**words, **data.get("words", {})},
    }
    return run_apart(render_pdf, str(TEMPLATES), template, whole, seconds=MOST_SECONDS, lane=PAPERS)


def render_picture(template: str, data: Mapping[str, Any]) -> bytes:
    """Return a picture as PNG; raise TooBusy and TooMuchWork."""
    plain = _make_plain(data)
    return run_apart(render_png, str(TEMPLATES), template, plain, seconds=MOST_SECONDS, lane=PICTURES)


def _make_plain(value: Any) -> Any:
    """Return a value with dicts in place of its NamedTuples: a template calls their fields by name."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _make_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_make_plain(part) for part in value]
    return value
