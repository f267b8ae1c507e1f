"""The director gives the club a name, a colour and a logo; the pages take them."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tarockclub.models import Club, ClubLogo
from tests.scoring.support.tables import new_table
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db
LOOK = "/club/look/"


def draw_file(colour="#ffffff", name="logo.png"):
    file = io.BytesIO()
    Image.new("RGB", (200, 100), colour).save(file, "PNG")
    return SimpleUploadedFile(name, file.getvalue(), content_type="image/png")


def change(client, **said):
    return client.post(LOOK, {"name": "Zur Linde", "colour": "", **said})


def find_logo(client):
    return re.findall(r'<img class="logo" src="(/look/[0-9a-f]{16}\.png)" alt="">', client.get("/").content.decode())


def test_name_and_colour_stand_on_every_page_of_who_is_logged_in(director):
    assert change(director, colour="#1f3f66").status_code == 302
    page = director.get("/").content.decode()
    assert "Zur Linde" in page
    assert '<link rel="stylesheet" href="/look/1f3f66.css">' in page
    assert 'content="#193252" media="(prefers-color-scheme: light)"' in page
    assert '<link rel="manifest" href="/manifest.webmanifest?colour=1f3f66">' in page
    assert director.get(reverse("manifest"), {"colour": "1f3f66"}).json()["theme_color"] == "#193252"
    assert "/look/" not in Client().get("/").content.decode()


def test_below_a_club_s_address_what_phones_install_is_named_without_it(director):
    Club.objects.update(slug="linde", colour="#1f3f66")
    page = director.get("/c/linde/").content.decode()
    assert 'data-worker="/sw.js" data-offline="/offline/"' in page
    manifest = '<link rel="manifest" href="/manifest.webmanifest?colour=1f3f66&amp;club=linde">'
    assert manifest in page
    assert '<link rel="stylesheet" href="/look/1f3f66.css">' in page
    assert manifest in Client().get(reverse("table", args=[new_table().slug])).content.decode()


def test_the_pages_of_a_tournament_have_them_for_everybody(director):
    tournament = create_small_tournament()
    change(director, colour="#1f3f66")
    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    assert Club.objects.get(pk=tournament.club_id).colour == "#1f3f66"
    assert "/look/1f3f66.css" in page


def test_the_usual_green_needs_no_rules_of_its_own(director):
    change(director, colour="#1f3f66")
    change(director, colour="")
    assert "/look/" not in director.get("/").content.decode()


def test_an_own_colour_is_kept_and_told_where_it_is_made_darker(director):
    change(director, colour="own", own="#FFEE00")
    assert Club.objects.get().colour == "#ffee00"
    page = director.get(LOOK).content.decode()
    assert "zu hell" in page
    assert 'value="#ffee00"' in page


@pytest.mark.parametrize("own", ["", "gelb", "#12345", "#1234567", "javascript:1", "#aa0000"])
def test_what_is_no_colour_or_the_red_of_losses_is_refused_with_a_sentence(director, own):
    answer = change(director, colour="own", own=own)
    assert answer.status_code == 400
    assert 'id="id_own_error"' in answer.content.decode()
    assert Club.objects.get().colour == ""


def test_the_rules_of_a_colour_come_from_its_address_and_stay_for_good(django_db_blocker):
    with django_db_blocker.block():
        answer = Client().get("/look/1f3f66.css")
    assert answer["Content-Type"] == "text/css"
    assert "immutable" in answer["Cache-Control"]
    assert b"--green:#1f3f66;" in answer.content
    assert Client().get("/look/1F3F66.css").status_code == 404


def test_a_logo_stands_beside_the_name_under_an_address_of_its_content(director):
    assert find_logo(director) == []
    change(director, logo=draw_file())
    [first] = find_logo(director)
    answer = Client().get(first)
    assert answer["Content-Type"] == "image/png"
    assert "immutable" in answer["Cache-Control"]
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (200, 100)
    change(director, logo=draw_file("#000000"))
    [second] = find_logo(director)
    assert second != first
    assert Client().get(first).status_code == 404


def test_a_name_can_change_without_the_logo_and_the_logo_can_go(director):
    change(director, logo=draw_file())
    change(director, name="Zum Adler")
    assert find_logo(director)
    change(director, without_logo="on")
    assert find_logo(director) == []
    assert not ClubLogo.objects.exists()


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"\x89PNG\r\n\x1a\nrubbish"])
def test_a_hostile_file_is_refused_with_a_sentence_and_changes_nothing(director, data):
    answer = change(director, colour="#1f3f66", logo=SimpleUploadedFile("logo.png", data))
    assert answer.status_code == 400
    assert "PNG, JPEG oder WebP" in answer.content.decode()
    assert Club.objects.get().colour == ""
    assert not ClubLogo.objects.exists()


def test_a_file_that_is_too_large_is_refused_with_a_sentence(director):
    answer = change(director, logo=SimpleUploadedFile("logo.png", bytes(900_001)))
    assert answer.status_code == 400
    assert "900 kB" in answer.content.decode()


def test_a_manifest_takes_nothing_but_a_colour():
    said = Client().get(reverse("manifest"), {"colour": '";x'}).json()
    assert said["theme_color"] == "#174a37"
