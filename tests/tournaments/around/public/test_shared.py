"""Sharing standings, and what messengers preview: never more than the public pages show."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.platform.sharing import responses
from tests.support.shared_rows import share_rows
from tests.support.small_season import create_small_season
from tests.tournaments.around.public.conftest import play, publish

pytestmark = pytest.mark.django_db
NAMES = ("Adelheid", "Balduin", "Cornelius", "Dietlinde")


@share_rows
def running():
    return play("Läuftcup", NAMES, ended=False).tournament


@share_rows
def hidden():
    return play("Geheimcup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True, show_live=False).tournament


def read(name, *where, client=None):
    return (
        (client or Client(headers={"Accept-Language": "de"}))
        .get(reverse(name, args=where))
        .content.decode()
        .replace(SOFT_HYPHEN, "")
    )


@pytest.fixture
def pictures(monkeypatch):
    """The pictures' content, as JSON."""
    found: list[str] = []

    def draw(_tag: str, picture: dict[str, Any]) -> bytes:
        found.append(json.dumps(picture, ensure_ascii=False))
        return b"\x89PNG"

    monkeypatch.setattr(responses, "make_png", draw)
    return found


def test_standings_are_shared_as_text_with_their_address_and_as_picture(running, pictures):
    page = read("share_standings", running.slug)
    text = page.split("<textarea")[1].split("</textarea>")[0]
    assert text.index("Adelheid") < text.index("Balduin") < text.index("Dietlinde")
    assert f"http://testserver/tournaments/{running.slug}/standings/" in text
    assert reverse("standings_picture", args=[running.slug, "wide"]) in page
    Client().get(reverse("standings_picture", args=[running.slug, "wide"]))
    assert [name for name in NAMES if name in pictures[0]] == list(NAMES)


def test_what_is_hidden_is_hidden_in_text_picture_and_preview_also_from_staff(hidden, pictures, director):
    for client in (Client(), director):
        for where in ([], [1]):
            kind = "round_standings" if where else "standings"
            page = read(f"share_{kind}", hidden.slug, *where, client=client)
            page += read(kind, hidden.slug, *where).split("</head>")[0]
            client.get(reverse(f"{kind}_picture", args=[hidden.slug, *where, "wide"]))
            assert "Siegbert" not in page + pictures[-1]
    publish(hidden, 1)
    assert "Siegbert" in read("share_round_standings", hidden.slug, 1)
    assert "Siegbert" not in read("share_standings", hidden.slug)


def test_public_pages_have_a_preview_and_private_ones_have_none(running, director):
    publish_season = create_small_season(running)
    for name, where in (("standings", [running.slug]), ("round_standings", [running.slug, 1])):
        assert 'property="og:image" content="http://testserver/' in read(name, *where)
    assert 'property="og:title" content="Jahrescup"' in read("season_standing", publish_season.slug)
    for name, where in (("tournament", [running.slug]), ("publication", []), ("share_standings", [running.slug])):
        assert "og:" not in read(name, *where, client=director)
