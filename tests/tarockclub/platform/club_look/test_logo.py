"""A logo is drawn anew; whatever else a file is or does, it is refused with a reason."""

import io

import pytest
from PIL import Image, PngImagePlugin

from tarockclub.platform.club_look.logo import HIGHEST, MOST_BYTES, WIDEST, BadLogo, draw_logo
from tests.faults.parsers.inputs import draw_bomb


def draw(kind="PNG", size=(300, 200), mode="RGB", **options):
    file = io.BytesIO()
    Image.new(mode, size, "#334455").save(file, kind, **options)
    return file.getvalue()


def refuse(data):
    with pytest.raises(BadLogo) as refused:
        draw_logo(io.BytesIO(data))
    return refused.value.reason


@pytest.mark.heavy_but("JPEG")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_a_small_png(kind):
    with Image.open(io.BytesIO(draw_logo(io.BytesIO(draw(kind, (3000, 1500)))))) as drawn:
        assert drawn.format == "PNG"
        assert drawn.width <= WIDEST
        assert drawn.height == HIGHEST


def test_what_is_transparent_stays_so_and_small_pictures_are_not_enlarged():
    with Image.open(io.BytesIO(draw_logo(io.BytesIO(draw(size=(40, 20), mode="RGBA"))))) as drawn:
        assert (drawn.size, drawn.mode) == ((40, 20), "RGBA")


def test_nothing_but_pixels_is_stored():
    beside = PngImagePlugin.PngInfo()
    beside.add_text("Comment", "<script>alert(1)</script>")
    data = draw(pnginfo=beside) + b"<script>alert(2)</script>"
    assert b"<script>" in data
    assert b"script" not in draw_logo(io.BytesIO(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture at all",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        draw()[:-30],
        draw("JPEG")[:200],
        draw("GIF"),
        draw("TIFF"),
        draw("BMP"),
        b"\x89PNG\r\n\x1a\n" + bytes(100),
        b"GIF89a<script>",
    ],
    ids=["empty", "text", "svg", "cut png", "cut jpeg", "gif", "tiff", "bmp", "zeros", "two kinds"],
)
def test_what_is_no_picture_that_we_take_is_unreadable(data):
    assert refuse(data) == "unreadable"


@pytest.mark.heavy
@pytest.mark.parametrize("side", [4_000, 12_000, 60_000])
def test_a_bomb_is_refused_before_it_unpacks(side):
    data = draw_bomb(side)
    assert len(data) < MOST_BYTES
    assert refuse(data) in {"too_large", "unreadable"}


def test_a_file_of_too_many_bytes_is_refused_without_being_read_to_its_end():
    class Endless(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert size > 0
            self.taken += size
            return bytes(size)

    file = Endless()
    with pytest.raises(BadLogo, match="too_large"):
        draw_logo(file)
    assert file.taken <= MOST_BYTES + 1


def test_a_small_animation_gives_its_first_picture():
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("#000000", "#ffffff")]
    file = io.BytesIO()
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:])
    with Image.open(io.BytesIO(draw_logo(io.BytesIO(file.getvalue())))) as drawn:
        assert drawn.size == (20, 20)
