"""Papers (PDF) made by another process, with what every paper has: title, foot, language, the mark of a rehearsal."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.utils.translation import gettext as _

from tarockclub.kit.typesetting import render_pdf, render_png
from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.installation import TEMPLATES
from tarockclub.platform.server.wsgi.turns import PAPERS, PICTURES

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
