"""The choices of a browser: kept in its cookies, seen in its pages, also without script."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from tarockclub.kit.preferences import CHOICES, USUAL
from tarockclub.platform.club_look.services import USUAL_DARK_HEADER, USUAL_HEADER
from tarockclub.platform.server.static_files import EVENING, WHOLE, get_style_name
from tests.scoring.support.tables import new_table

pytestmark = pytest.mark.django_db


def choose(client, **chosen):
    return client.post(reverse("preferences"), {"next": "/counting/", **chosen})


def style_of(client):
    page = client.get("/counting/").content.decode()
    return re.findall(r'<link rel="stylesheet" href="/static/(tarockclub/\w+)\.[0-9a-f]{12}\.css">', page)


@pytest.mark.parametrize("letters", CHOICES["letters"])
def test_letters_that_were_chosen_come_with_every_page(client, letters):
    answer = choose(client, letters=letters)
    assert (answer.status_code, answer["Location"]) == (302, "/counting/")
    assert style_of(client) == [get_style_name(EVENING, letters).removesuffix(".css")]
    page = client.get("/counting/").content.decode()
    [chosen] = re.findall(r'name="letters" value="(\w+)"\s+aria-pressed="true"', page)
    assert chosen == letters


def test_the_usual_letters_take_the_cookie_back(client):
    choose(client, letters="huge")
    assert client.cookies["letters"].value == "huge"
    choose(client, letters=USUAL)
    assert client.cookies["letters"].value == ""
    assert style_of(client) == ["tarockclub/evening_usual"]


@pytest.mark.parametrize("light", CHOICES["light"])
def test_light_or_dark_is_said_by_the_page_and_to_what_the_system_draws_around_it(client, light):
    choose(client, light=light)
    page = client.get("/counting/").content.decode()
    assert re.findall(r'<html [^>]*data-light="(\w+)"', page) == ([] if light == USUAL else [light])
    drawn = set(re.findall(r'<meta name="theme-color" content="(#\w+)"', page))
    shades = {"light": {USUAL_HEADER}, "dark": {USUAL_DARK_HEADER}}
    assert drawn == shades.get(light, {USUAL_HEADER, USUAL_DARK_HEADER})


@pytest.mark.parametrize("wrong", ["", "enormous", "../x", "large; Path=/"])
def test_what_is_no_choice_changes_nothing(client, wrong):
    choose(client, letters="large")
    choose(client, letters=wrong, other="x")
    assert client.cookies["letters"].value == "large"
    assert "other" not in client.cookies
    client.cookies["letters"] = "enormous"
    assert style_of(client) == ["tarockclub/evening_usual"]


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "", "javascript:alert(1)"])
def test_the_way_back_leads_to_a_page_of_ours(client, elsewhere):
    assert choose(client, letters="large", next=elsewhere)["Location"] == reverse("home")


def test_the_cookie_is_for_the_server_alone_and_lasts(client):
    cookie = choose(client, voice="on").cookies["voice"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] >= 300 * 24 * 3600


def test_a_table_loads_the_voice_only_where_it_was_switched_on(client):
    address = reverse("table", args=[new_table().slug])
    assert "scoring/pages/voice." not in client.get(address).content.decode()
    choose(client, voice="on")
    assert "scoring/pages/voice." in client.get(address).content.decode()
    choose(client, voice=USUAL)
    assert "scoring/pages/voice." not in client.get(address).content.decode()


def test_a_table_and_the_first_page_offer_the_letters(client):
    for address in (reverse("table", args=[new_table().slug]), reverse("counting")):
        page = client.get(address).content.decode()
        assert page.count('name="letters"') == len(CHOICES["letters"])


@pytest.mark.parametrize(("name", "times"), [("large", 1.3), ("huge", 1.75)])
def test_conditions_of_the_page_count_its_own_letters(name, times):
    before, after = (Path(str(finders.find(get_style_name(WHOLE, size)))).read_text("utf-8") for size in (USUAL, name))
    narrow = r"@media \(max-width:([\d.]+)rem\)"
    widths = [float(width) for width in re.findall(narrow, before)]
    assert 17 in widths
    assert [float(width) for width in re.findall(narrow, after)][: len(widths)] == pytest.approx(
        [width * times for width in widths],
        abs=0.0006,  # a condition is written with three places
    )
    assert f"html{{font-size:{times:.0%}}}" in after
    bare_before, bare_after = (re.sub(r"[\d.]+rem", "", rules) for rules in (before, after))
    assert bare_after.startswith(bare_before)
