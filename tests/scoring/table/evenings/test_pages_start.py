"""The page that starts an evening, in German and in English."""

import pytest
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.models import Person
from tests.scoring.support.pages import Page, url, words
from tests.scoring.support.tables import NAMES, book_of
from tests.support.accounts import log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def german(db):
    """Return one that speaks German, for what says the same in every language."""
    return log_in(headers={"accept-language": "de"})


@pytest.fixture(params=["de", "en"])
def client(request, db):
    """Return a secretary's client that speaks a language."""
    return log_in(headers={"accept-language": request.param})


def started(client, **changed):
    """Fill in the start form and send it."""
    page = Page(client.get(reverse("start")).content.decode())
    posted = {**page.sent, **{f"name{seat}": name for seat, name in enumerate(NAMES)}, **changed}
    return client.post(reverse("start"), {name: value for name, value in posted.items() if name != "next"})


def test_an_evening_is_started_and_found_on_the_first_page(client):
    answer = started(client, sheet="standard", high="2")
    table = GameTable.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, url("table", table))
    assert table.sheet_version.sheet == "standard"
    assert table.first_forehand == 2
    home = Page(client.get("/").content.decode())
    assert "Anna, Berta, Cilli, Dora" in home.text
    assert words(client, "Hier wird gespielt", "Evenings being played") in home.text


def test_switches_that_are_ticked_and_unticked_count(german):
    started(german, sheet="standard", **{"option-standard-zwiccolo_bei": "on", "option-standard-negative_kontra": ""})
    contracts = book_of(GameTable.objects.get()).sheet.contracts
    assert "zwiccolo" in contracts
    assert contracts["piccolo"].game.kontra == 1


def test_a_key_that_has_started_another_evening_is_told_so_and_the_form_may_start_a_second_one(client):
    first = started(client, key="one-key")
    answer = started(client, key="one-key", name3="Emil")
    page = Page(answer.content.decode())
    assert answer.status_code == 422
    assert words(client, "schon ein Abend mit anderen Namen", "An evening with other names") in page.text
    assert f'href="{first["Location"]}"' in page.html
    assert GameTable.objects.count() == 1
    assert not Person.objects.filter(name="Emil").exists()
    assert page.sent["name3"] == "Emil"
    assert page.sent["key"] != "one-key"
    second = client.post(reverse("start"), page.fill_form({}))
    assert second.status_code == 302
    assert second["Location"] != first["Location"]


@pytest.mark.parametrize("changed", [{"sheet": "standard"}, {"high": "1"}, {"name0": "Berta", "name1": "Anna"}])
def test_other_rules_another_forehand_or_another_order_are_another_evening(german, changed):
    started(german, key="one-key", sheet="treffpunkt", high="0")
    answer = started(german, key="one-key", **{"sheet": "treffpunkt", "high": "0", **changed})
    assert answer.status_code == 422
    assert GameTable.objects.count() == 1


@pytest.mark.parametrize("key", ["", "k" * 65, "a\x00b"])
def test_a_start_form_with_a_broken_key_comes_back_with_one_that_works(client, key):
    answer = started(client, key=key)
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert words(client, "noch einmal auf „Beginnen“ tippen", "tap “Begin” again") in page.text
    assert client.post(reverse("start"), page.fill_form({})).status_code == 302


@pytest.mark.parametrize("name", ["x" * 81, "Berta"])
def test_a_name_too_long_or_doubled_is_not_called_missing(client, name):
    page = Page(started(client, name0=name).content.decode())
    assert words(client, "Bitte unten nachbessern.", "Please correct what is marked below.") in page.text
    assert "fehlt" not in page.text
    assert "missing" not in page.text
