"""The PNG of a picture: made once, by another process, and kept as long as others do not need the room."""

import hashlib
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from tarockclub.server.page_cache import LruCache
from tarockclub.server.wsgi.turns import PICTURES, give_turn_back
from tarockclub.sharing import renderer

MOST_KEPT = 128  # pictures, of 40 to 120 kB each
DIGITS = 24
MOST_SECONDS = 20.0  # for a picture, also on a busy machine
_PICTURES: LruCache[str, bytes] = LruCache(MOST_KEPT)


def compute_picture_tag(svg: str) -> str:
    """Return the tag of a picture: it differs with anything that is to be seen on it."""
    return f'"{hashlib.sha256(svg.encode()).hexdigest()[:DIGITS]}"'


def make_png(svg: str) -> bytes:
    """Return the PNG; made without a turn, in a queue of pictures alone."""
    tag = compute_picture_tag(svg)
    known = _PICTURES.get(tag)
    if known is None:
        with give_turn_back(PICTURES):
            known = render_png(svg)
        _PICTURES.put(tag, known)
    return known


def render_png(svg: str) -> bytes:
    """Render an SVG in a process of its own, so that no thread of this one has to wait for it."""
    command = [sys.executable, "-I", str(Path(renderer.__file__)), *_list_fonts()]
    done = subprocess.run(command, input=svg.encode(), capture_output=True, check=True, timeout=MOST_SECONDS)  # noqa: S603 -- this program itself
    return done.stdout


@lru_cache
def _list_fonts() -> tuple[str, ...]:
    """Return the files of the fonts of texts and titles."""
    from importlib.resources import files

    return (
        str(files("fontpkg_source_sans_3") / "files" / "SourceSans3[wght].ttf"),
        str(files("fontpkg_vollkorn") / "files" / "Vollkorn[wght].ttf"),
    )
