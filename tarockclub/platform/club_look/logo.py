"""A club's logo and picture: read by a program that distrusts them, and drawn anew: only their pixels are stored."""

import io
import warnings
from typing import IO

from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import run_apart

MOST_BYTES = 900_000  # a request of more than 1 MB would not be read
MOST_PIXELS = 12_000_000  # of a photograph; while it is read each takes four bytes
WIDEST, HIGHEST = 640, 160  # as it is stored; twice as large as it is shown
PICTURE_SIZE = 1280, 720  # of the front: some 100 kB
FORMATS = ("PNG", "JPEG", "WEBP")


class BadLogo(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The file is no picture that we take; `reason`: too_large, unreadable."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def draw_logo(file: IO[bytes], size: tuple[int, int] = (WIDEST, HIGHEST), colours: int = 0, kind: str = "PNG") -> bytes:
    """Return the picture of a file as a PNG (`kind`) of at most this size, without all that was beside its pixels.

    In another process. `colours`: at most so many, for a large one; 0: all.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadLogo("too_large")
    try:
        return run_apart(draw_pixels, data, size, colours, kind)
    except TooMuchWork as endless:
        raise BadLogo("too_large") from endless


def draw_pixels(data: bytes, size: tuple[int, int], colours: int, kind: str = "PNG") -> bytes:
    """Return the picture in a file's bytes, drawn anew, and as the camera was held."""
    from PIL import Image, ImageOps  # only where somebody sends a logo

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # also Pillow's about bombs
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise BadLogo("too_large")
                picture.draft("RGB", size)
                pixels = ImageOps.exif_transpose(picture).convert("RGBA")
    except BadLogo:
        raise
    except Exception as broken:  # whatever a hostile file makes of its reader
        raise BadLogo("unreadable") from broken
    pixels.thumbnail(size)
    clean = Image.new("RGBA", pixels.size)
    clean.paste(pixels)
    if colours:
        clean = clean.quantize(colours, Image.Quantize.FASTOCTREE)
    drawn = io.BytesIO()
    clean.save(drawn, kind, optimize=True, quality=72)
    return drawn.getvalue()
