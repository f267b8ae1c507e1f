"""Pictures to share: whatever names there are, a picture of its size; made once for each version."""

from io import BytesIO

import pdfplumber
import pytest
from django.http import Http404
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tarockclub.platform.server.apart import papers
from tarockclub.platform.server.page_cache import LruCache
from tarockclub.platform.server.wsgi.turns import PAPERS, PICTURES
from tarockclub.platform.sharing import picture
from tarockclub.platform.sharing.picture import (
    SHAPES,
    TEMPLATE,
    Card,
    CardChart,
    CardLine,
    CardRow,
    build_picture,
    format_text,
    list_steps,
)
from tarockclub.platform.sharing.responses import build_picture_response

HOSTILE = '</text> #import "/etc/passwd" $x$ *fett* &"\''
ROWS = tuple(CardRow(f"Spieler {at}", f"+{at}", f"{at}.", is_first=at == 1) for at in range(1, 30))
MARGIN = 64


def draw(card, shape="wide"):
    """A picture as others see it."""
    return Image.open(BytesIO(papers.render_picture(TEMPLATE, build_picture(card, SHAPES[shape]))))


def read(card, shape="wide", steps=()):
    """The words of a picture: the same as a PDF."""
    content = papers.render_paper(TEMPLATE, card.title, build_picture(card, SHAPES[shape], steps))
    with pdfplumber.open(BytesIO(content)) as pdf:
        return pdf.pages[0].extract_text()


@pytest.mark.parametrize(("shape", "most"), [("wide", 6), ("square", 13)])
def test_a_picture_has_its_size_and_shows_as_many_rows_as_fit(shape, most):
    card = Card("Turnier", "Endstand", ROWS, "Verein")
    assert read(card, shape).count("Spieler") == most
    assert f"und {len(ROWS) - most} weitere" in read(card, shape)
    drawn = draw(card, shape)
    assert (drawn.format, drawn.size) == ("PNG", SHAPES[shape])
    assert len(drawn.convert("RGB").getcolors(1 << 20) or ()) > 50, "letters with soft edges, or there is no font"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("players", [4, 6])
def test_an_evening_shows_everybody_the_axis_of_its_chart_and_the_best_hand(shape, players):
    names = ("Margarethe-Christine", "Berta", "Cilli", "Dora", "Emil", "Franz")[:players]
    rows = tuple(CardRow(name, f"−{at}⅓", f"{at + 1}.", line=at) for at, name in enumerate(names))
    lines = tuple(CardLine(((0, 500), (1000, at * 150)), "M0 0m-5-5h10v10h-10z", at) for at in range(players))
    chart = CardChart(lines, ((0, "40"), (500, "0"), (1000, "−40")), ((200, 300),))
    best = CardRow("Solodreier · Berta · gewonnen", "+240", "Bestes Spiel")
    card = Card("Tarockabend", "27. November", rows, "Verein", colour="#7a1f5c", chart=chart, best=best)
    words = read(card, shape)
    assert [part for row in rows for part in (row.name, row.amount) if part not in words] == []
    assert all(part in words for part in ("−40", "Bestes Spiel", "Solodreier", "+240", "Verein"))
    assert "weitere" not in words
    drawn = draw(card, shape).convert("RGB")
    tones = {tone for _count, tone in drawn.getcolors(1 << 20) or ()}
    assert drawn.getpixel((4, 4)) == (0x7A, 0x1F, 0x5C)
    assert {(0x41, 0x78, 0x59), (0x1B, 0x38, 0x5C), (0x7B, 0x3E, 0xB3)} <= tones, "a line for each player"


def test_hostile_names_are_only_text():
    card = Card(HOSTILE, HOSTILE, (CardRow(HOSTILE, "+1", "1."),), HOSTILE, HOSTILE)
    assert read(card).count("/etc/passwd") == 5


def test_long_names_are_shortened_and_never_reach_the_amount():
    drawn = draw(Card("T", "", (CardRow("W" * 300, "−1.234", "1."),))).convert("L")
    shown = drawn.crop((0, 190, drawn.width, 274))
    columns = [min(shown.crop((x, 0, x + 1, shown.height)).tobytes()) < 100 for x in range(shown.width)]
    ends = max(x for x in range(shown.width) if columns[x])
    assert ends <= drawn.width - MARGIN + 2
    widest, run = 0, 0
    for inked in columns[MARGIN:ends]:
        run = 0 if inked else run + 1
        widest = max(widest, run)
    assert widest >= 16, "there is room between name and amount"
    assert "Linden-Cup" in read(Card("T", "", (CardRow("Linden-Cup", "W" * 80),)))


def test_who_shares_a_place_shares_its_step_and_who_has_no_room_there_is_counted():
    rows = (CardRow("Anna", "+5", "1."), *(CardRow(name, "+3", "2.") for name in ("Berta", "Carla", "Dora")))
    words = read(Card("Turnier", "Podest", rows), steps=list_steps(rows))
    assert [name for name in ("Anna", "Berta", "Carla", "Dora", "und 1 weitere") if name not in words] == ["Dora"]


@given(st.text(max_size=60), st.text(max_size=12))
def test_whatever_is_typed_makes_a_picture(name, amount):
    assert draw(Card(name, name, (CardRow(name, amount),), name, name), "square").format == "PNG"


def test_the_text_says_the_same_and_what_it_leaves_out():
    text = format_text(Card("Turnier", "Endstand", ROWS * 2, story="Schön war es"), "https://club.example/x/")
    lines = text.splitlines()
    assert lines[:3] == ["Turnier", "Endstand", "Schön war es"]
    assert lines[4] == "1. Spieler 1 +1"
    assert lines[-1] == "https://club.example/x/"
    assert "18" in lines[-3]


def test_a_picture_is_made_once_for_each_version(monkeypatch):
    made: list[object] = []

    def note(_template, data):
        made.append(data)
        return b"\x89PNG"

    monkeypatch.setattr(picture, "render_picture", note)
    monkeypatch.setattr(picture, "_PICTURES", LruCache(8))
    first, second = (Card("T", about, ROWS) for about in ("Runde 1", "Runde 2"))
    request = RequestFactory().get("/x/")
    answers = [build_picture_response(request, card, "wide") for card in (first, first, second)]
    assert len(made) == 2
    assert answers[0]["ETag"] == answers[1]["ETag"] != answers[2]["ETag"]
    again = RequestFactory().get("/x/", HTTP_IF_NONE_MATCH=answers[0]["ETag"])
    assert build_picture_response(again, first, "wide").status_code == 304
    with pytest.raises(Http404):
        build_picture_response(request, first, "round")


def test_pictures_that_strangers_ask_for_do_not_stand_in_the_queue_of_papers(monkeypatch):
    lanes: list[str] = []
    monkeypatch.setattr(papers, "run_apart", lambda *_what, lane, **_how: lanes.append(lane))
    papers.render_picture(TEMPLATE, {})
    papers.render_paper("document", "Stand", {"blocks": ()})
    assert lanes == [PICTURES, PAPERS]
