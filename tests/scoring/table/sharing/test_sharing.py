"""Sharing an evening, a settlement and a hand: for whoever may open the page itself."""

import json
from typing import Any

import pytest
from django.test import Client as Watcher
from django.urls import reverse

from scoring.models import Deal
from tarockclub.platform.sharing import responses
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
EVENING = ("share_evening", "evening_picture")
SETTLEMENT = ("share_settlement", "settlement_picture")


@share_rows
def table():
    table = new_table(names=("Anna <b>", "Berta & Söhne", "Cilli", "Dora"))
    play(table, dreier(0))
    return table


@pytest.fixture
def pictures(monkeypatch):
    """The pictures' content, as JSON."""
    found: list[str] = []

    def draw(_tag: str, picture: dict[str, Any]) -> bytes:
        found.append(json.dumps(picture, ensure_ascii=False))
        return b"\x89PNG"

    monkeypatch.setattr(responses, "make_png", draw)
    return found


def read(client, name, *where):
    return client.get(reverse(name, args=where))


def read_text(client, name, *where):
    return read(client, name, *where).content.decode().split("<textarea")[1].split("</textarea>")[0]


def test_an_evening_is_shared_by_whoever_watches(table, pictures):
    text = read_text(Watcher(), "share_evening", table.slug)
    assert "Anna &lt;b&gt; +15" in text
    assert f"/tables/{table.slug}/" in text
    assert read(Watcher(), "evening_picture", table.slug, "wide")["Content-Type"] == "image/png"
    assert "Anna <b>" in pictures[0]


def test_a_settlement_is_shared_by_those_who_write_there(table, pictures):
    line = Deal.objects.get(table=table).number
    for name, shape in zip(SETTLEMENT, ([], ["wide"]), strict=True):
        assert read(Watcher(), name, table.slug, *shape).status_code == 403
        assert read(Client(), name, table.slug, *shape).status_code == 200
    assert "Cilli" in read_text(Client(), "share_settlement", table.slug)
    assert "Cilli" in pictures[0]
    assert read(Watcher(), "share_hand", table.slug, line + 1).status_code == 404


def test_a_hand_is_shared_in_words_and_amounts(table, pictures):
    line = Deal.objects.get(table=table).number
    text = read_text(Watcher(), "share_hand", table.slug, line)
    assert "Dreier" in text
    assert "Anna &lt;b&gt; +15" in text
    read(Watcher(), "hand_picture", table.slug, line, "square")
    assert "Dreier" in pictures[0]


def test_before_the_first_hand_there_is_nothing_to_share():
    empty = new_table(names=("Emil", "Fritz", "Gusti", "Hans"))
    for name, shape in zip(EVENING, ([], ["wide"]), strict=True):
        assert read(Watcher(), name, empty.slug, *shape).status_code == 404


def test_pages_that_share_work_without_script_and_their_pictures_have_an_address(table):
    page = read(Watcher(), "share_evening", table.slug).content.decode()
    for shape in ("wide", "square"):
        assert f'href="{reverse("evening_picture", args=[table.slug, shape])}" download' in page
    assert 'id="share" hidden' in page
