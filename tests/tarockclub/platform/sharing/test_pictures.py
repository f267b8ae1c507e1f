"""Pictures to share: whatever names there are, a valid picture of its size; made once for each version."""

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from django.http import Http404
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tarockclub.platform.server.page_cache import LruCache
from tarockclub.platform.server.wsgi.turns import FILES, PICTURES
from tarockclub.platform.sharing import png
from tarockclub.platform.sharing.card import Card, CardRow, format_text
from tarockclub.platform.sharing.picture import MARGIN, SHAPES, build_svg
from tarockclub.platform.sharing.responses import build_picture_response

HOSTILE = '</text><script>alert(1)</script><image href="file:///etc/passwd"/>&"\'\x00\u202e'
ROWS = tuple(CardRow(f"Spieler {at}", f"+{at}", f"{at}.", is_first=at == 1) for at in range(1, 30))
TAGS = {"svg", "rect", "text", "path", "g"}


def list_texts(svg):
    """The texts of a picture; whatever is in it is one of the shapes that we draw."""
    found = list(ET.fromstring(svg).iter())
    assert {node.tag.partition("}")[2] for node in found} <= TAGS
    assert not [key for node in found for key in node.attrib if "href" in key or key.startswith("on")]
    return [node.text for node in found if node.text and node.text.strip()]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_picture_has_its_size_and_shows_as_many_rows_as_fit(shape):
    wanted = SHAPES[shape]
    svg = build_svg(Card("Turnier", "Endstand", ROWS, "Verein"), wanted)
    assert sum(text.startswith("Spieler") for text in list_texts(svg)) == wanted.rows
    picture = Image.open(BytesIO(png.render_png(svg)))
    assert (picture.format, picture.size) == ("PNG", (wanted.width, wanted.height))
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 50, "letters with soft edges, or there is no font"


def test_hostile_names_are_only_text():
    svg = build_svg(Card(HOSTILE, HOSTILE, (CardRow(HOSTILE, HOSTILE, "1."),), HOSTILE, HOSTILE), SHAPES["wide"])
    texts = list_texts(svg)
    assert any(text.startswith("</text>") for text in texts)
    assert not [text for text in texts if "\x00" in text or "\u202e" in text]
    assert png.render_png(svg).startswith(b"\x89PNG")


def test_long_names_are_shortened_and_never_reach_the_amount():
    row = CardRow("W" * 300, "−1.234", "1.")
    picture = Image.open(BytesIO(png.render_png(build_svg(Card("T", "", (row,)), SHAPES["wide"])))).convert("L")
    shown = picture.crop((0, 180, picture.width, 240))
    columns = [min(shown.crop((x, 0, x + 1, shown.height)).tobytes()) < 100 for x in range(shown.width)]
    ends = max(x for x in range(shown.width) if columns[x])
    assert ends <= picture.width - MARGIN + 2
    widest, run = 0, 0
    for inked in columns[MARGIN:ends]:
        run = 0 if inked else run + 1
        widest = max(widest, run)
    assert widest >= 16, "there is room between name and amount"


@given(st.text(max_size=60), st.text(max_size=12))
def test_whatever_is_typed_makes_a_picture(name, amount):
    assert list_texts(build_svg(Card(name, name, (CardRow(name, amount),), name, name), SHAPES["square"])) is not None


def test_the_text_says_the_same_and_what_it_leaves_out():
    text = format_text(Card("Turnier", "Endstand", ROWS * 2, story="Schön war es"), "https://club.example/x/")
    lines = text.splitlines()
    assert lines[:3] == ["Turnier", "Endstand", "Schön war es"]
    assert lines[4] == "1. Spieler 1 +1"
    assert lines[-1] == "https://club.example/x/"
    assert "18" in lines[-3]


def test_a_picture_is_made_once_for_each_version(monkeypatch):
    made: list[str] = []

    def draw(svg: str) -> bytes:
        made.append(svg)
        return b"\x89PNG"

    monkeypatch.setattr(png, "render_png", draw)
    monkeypatch.setattr(png, "_PICTURES", LruCache(8))
    first, second = (Card("T", about, ROWS) for about in ("Runde 1", "Runde 2"))
    request = RequestFactory().get("/x/")
    answers = [build_picture_response(request, card, "wide") for card in (first, first, second)]
    assert len(made) == 2
    assert answers[0]["ETag"] == answers[1]["ETag"] != answers[2]["ETag"]
    again = RequestFactory().get("/x/", HTTP_IF_NONE_MATCH=answers[0]["ETag"])
    assert build_picture_response(again, first, "wide").status_code == 304
    with pytest.raises(Http404):
        build_picture_response(request, first, "round")


def test_pictures_that_strangers_ask_for_do_not_stand_in_the_queue_of_the_staff(monkeypatch):
    monkeypatch.setattr(png, "_PICTURES", LruCache(8))
    lanes: list[str] = []

    def note_lane(_function, _svg, _fonts, *, seconds, lane):
        lanes.append(lane)
        return b"\x89PNG"

    monkeypatch.setattr(png, "run_apart", note_lane)
    png.make_png("<svg/>")
    assert lanes == [PICTURES] != [FILES]
