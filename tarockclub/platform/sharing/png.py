"""The PNG of a picture: made once, by another process, and kept as long as others do not need the room."""

import hashlib
from functools import lru_cache

from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.page_cache import LruCache
from tarockclub.platform.server.wsgi.turns import PICTURES

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
        known = render_png(svg)
        _PICTURES.put(tag, known)
    return known


def render_png(svg: str) -> bytes:
    """Render an SVG in another process: for a tenth of a second the renderer lets no other thread of its own work."""
    return run_apart(render_svg, svg, _list_fonts(), seconds=MOST_SECONDS, lane=PICTURES)


def render_svg(svg: str, fonts: tuple[str, ...]) -> bytes:
    """Render a picture with the fonts of these files alone."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts)))


@lru_cache
def _list_fonts() -> tuple[str, ...]:
    """Return the files of the fonts of texts and titles."""
    from importlib.resources import files

    return (
        str(files("fontpkg_source_sans_3") / "files" / "SourceSans3[wght].ttf"),
        str(files("fontpkg_vollkorn") / "files" / "Vollkorn[wght].ttf"),
    )
