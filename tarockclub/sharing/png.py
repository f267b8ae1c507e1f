"""The PNG of a picture: made once, beside the site's threads, and kept as long as others do not need the room."""

import hashlib
from functools import lru_cache

from tarockclub.server.page_cache import LruCache
from tarockclub.server.web.background import run_beside

MOST_KEPT = 128  # pictures, of 40 to 120 kB each
DIGITS = 24
_PICTURES: LruCache[str, bytes] = LruCache(MOST_KEPT)


def compute_picture_tag(svg: str) -> str:
    """Return the tag of a picture: it differs with anything that is to be seen on it."""
    return f'"{hashlib.sha256(svg.encode()).hexdigest()[:DIGITS]}"'


def make_png(svg: str) -> bytes:
    """Return the PNG; made by one thread beside the site's, one picture after the other."""
    tag = compute_picture_tag(svg)
    known = _PICTURES.get(tag)
    if known is None:
        known = run_beside(("png", tag), lambda: render_png(svg))
        _PICTURES.put(tag, known)
    return known


def render_png(svg: str) -> bytes:
    """Render an SVG, with the program's own fonts alone."""
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(_list_fonts()))


@lru_cache
def _list_fonts() -> tuple[str, ...]:
    """Return the files of the fonts of texts and titles."""
    from importlib.resources import files

    return (
        str(files("fontpkg_source_sans_3") / "files" / "SourceSans3[wght].ttf"),
        str(files("fontpkg_vollkorn") / "files" / "Vollkorn[wght].ttf"),
    )
