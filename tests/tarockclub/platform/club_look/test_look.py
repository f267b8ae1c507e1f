"""The director gives the club a name, a colour, a logo and a picture; the pages and the installed app take them."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tarockclub.kit.time_source import now
from tarockclub.models import Club, ClubLogo, Publication
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
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert Client().get(reverse("manifest")).json()["theme_color"] == "#193252"
    assert "/look/" not in Client().get("/").content.decode()


def test_below_a_club_s_address_what_phones_install_is_named_without_it(director):
    Club.objects.update(slug="linde", colour="#1f3f66")
    page = director.get("/c/linde/").content.decode()
    assert 'data-worker="/sw.js" data-offline="/offline/"' in page
    manifest = '<link rel="manifest" href="/manifest.webmanifest?club=linde">'
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
    assert ".css" not in " ".join(re.findall('href="(/look/[^"]+)"', director.get("/").content.decode()))


def test_an_own_colour_is_kept_and_told_where_it_is_made_darker(director):
    change(director, colour="own", own="#FFEE00")
    assert Club.objects.get().colour == "#ffee00"
    page = director.get(LOOK).content.decode()
    assert "Kontrast von 1,1 zu 1" in page
    assert "zu wenig" in page
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


def find_preview(page):
    return page.content.decode().partition('<section id="look-preview"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("colour", "contrast", "sentence"),
    [("#1f3f66", "10,4", "gut lesen"), ("#5f8f5f", "3,6", "zu wenig"), ("#3f6f4f", "5,6", "großen Buchstaben")],
)
def test_a_look_is_shown_in_both_lights_with_its_contrast_before_it_is_saved(director, colour, contrast, sentence):
    answer = change(director, colour="own", own=colour, name="Zum Versuch", tries="1")
    assert answer.status_code == 200
    preview = find_preview(answer)
    assert f"Kontrast von {contrast} zu 1" in preview
    assert sentence in preview
    assert preview.count("Zum Versuch") == 4
    rules = Client().get(f"/look/preview-{colour[1:]}.css").content.decode()
    assert f'href="/look/preview-{colour[1:]}.css"' in preview
    assert re.findall(r"\.look-(\w+)\{color-scheme:\1;", rules) == ["light", "dark"]
    assert (Club.objects.get().name, Club.objects.get().colour) == ("Tarockclub", "")


def test_a_picture_is_shown_before_it_is_saved_and_then_stands_on_the_front(director):
    answer = change(director, picture=draw_file(), logo=draw_file("#000000"), tries="1")
    preview = find_preview(answer)
    assert preview.count("data:image/webp;base64,") == preview.count("data:image/png;base64,") == 2
    assert not ClubLogo.objects.exists()
    change(director, picture=draw_file())
    Publication.objects.create(club=Club.objects.get(), dates=True)
    [address] = set(re.findall(r'src="(/look/[0-9a-f]{16}\.webp)"', Client().get("/").content.decode()))
    picture = Client().get(address)
    assert (picture["Content-Type"], picture.content[8:12]) == ("image/webp", b"WEBP")
    change(director, logo=draw_file())
    assert address in Client().get("/").content.decode()
    change(director, without_logo="on")
    assert bytes(ClubLogo.objects.get().picture) == picture.content
    change(director, without_picture="on")
    assert not ClubLogo.objects.exists()
    assert Client().get(address).status_code == 404


def test_a_look_that_is_refused_is_not_tried(director):
    answer = change(director, colour="own", own="#aa0000", tries="1")
    assert answer.status_code == 400
    assert "#aa0000" not in find_preview(answer)


@pytest.mark.parametrize("data", [b"", b"<svg onload='alert(1)'/>", b"RIFF\x00\x00\x00\x00WEBPrubbish"])
def test_a_hostile_picture_of_the_front_is_refused(director, data):
    assert change(director, picture=SimpleUploadedFile("bild.webp", data)).status_code == 400
    assert Club.objects.get().picture == ""


def read_icons(answer):
    """The icons of a manifest: their colour in a corner and in the middle, by their address."""
    pictures = {}
    for icon in answer.json()["icons"]:
        png = Client().get(icon["src"])
        assert "immutable" in png["Cache-Control"]
        with Image.open(io.BytesIO(png.content)) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
            pictures[icon["src"]] = picture.convert("RGBA")
    return pictures


def test_the_installed_app_has_the_name_colour_and_sign_of_the_club(director):
    change(director, colour="#1f3f66", name="Tarockrunde zur Linde")
    manifest = Client().get(reverse("manifest"))
    assert (manifest.json()["name"], manifest.json()["short_name"]) == ("Tarockrunde zur Linde", "Linde")
    small, _large, cut = read_icons(manifest).values()
    assert small.getpixel((0, 0))[3] == 0, "its corners are round"
    assert cut.getpixel((0, 0)) == (0x1F, 0x3F, 0x66, 255), "a system cuts them"
    assert cut.getpixel((256, 120)) != cut.getpixel((0, 0)), "a card lies there"
    change(director, colour="#1f3f66", name="Tarockrunde zur Linde", logo=draw_file("#ffffff"))
    drawn = read_icons(Client().get(reverse("manifest")))
    assert [picture.getpixel((picture.width // 2, picture.width // 2)) for picture in drawn.values()] == [
        (255, 255, 255, 255)
    ] * 3
    [apple] = re.findall(r'rel="apple-touch-icon" href="(/look/[^"]+)"', director.get("/").content.decode())
    assert Client().get(apple)["Content-Type"] == "image/png"


def test_an_icon_has_no_address_but_that_of_now(director):
    [icon, *_others] = [icon["src"] for icon in Client().get(reverse("manifest")).json()["icons"]]
    assert Client().get(icon.replace("-192", "-193")).status_code == 404
    assert Client().get(icon.replace("/look/", "/look/9")).status_code == 404
    change(director, name="Anders")
    assert Client().get(icon).status_code == 404


def test_of_several_clubs_each_has_its_own_app(director):
    change(director, name="Runde")
    Club.objects.update(slug="runde")
    Club.objects.create(name="Kartenklub Adler", slug="adler", colour="#4a2a55")
    for word, name in {"runde": "Runde", "adler": "Kartenklub Adler", "": "Tarockclub", "x": "Tarockclub"}.items():
        assert Client().get(reverse("manifest"), {"club": word}).json()["name"] == name


def test_an_archived_club_is_in_no_manifest():
    Club.objects.create(name="Verborgen", slug="verborgen", archived=now())
    manifest = Client().get(reverse("manifest"), {"club": "verborgen"})
    assert "Verborgen" not in manifest.content.decode()
