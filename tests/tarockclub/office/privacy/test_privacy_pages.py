"""The pages: what a director sees before erasing, the settings, and what everybody reads."""

import re

import pytest
from django.test import Client

from tarockclub.models import Account, PrivacySettings
from tarockclub.office.privacy.data_file.writer import load_purposes
from tests.support.accounts import log_in, make_account
from tests.support.clients import read_text
from tests.tarockclub.office.privacy.everywhere import SURNAME, create_everywhere
from tests.tarockclub.office.privacy.test_inventory import iter_lines

pytestmark = pytest.mark.django_db
SETTINGS = {
    "controller": "Tarockverein  Waldviertel",
    "contact": "Hauptplatz 1\r\n\r\nverein@example.org",
    "declined_days": "30",
    "exports_days": "2",
    "programs_days": "0",
    "remarks_days": "10",
}


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path


def test_a_director_sees_where_the_name_stands_and_erases_what_is_ticked(director):
    there = create_everywhere()
    address = f"/tournaments/people/{there.person.number}/privacy/"
    page = director.get(address)
    assert "Der Zugang wird geschlossen" in read_text(page)
    ticked = re.findall(r'name="place" value="([^"]+)" checked', page.content.decode())
    offered = re.findall(r'name="place" value="([^"]+)"', page.content.decode())
    assert set(ticked) < set(offered)
    answer = director.post(address, {"what": "erase", "place": ticked})
    assert answer.status_code == 302
    text = read_text(director.get(answer["Location"]))
    assert "Der Name ist gelöscht" in text
    assert "Belege enthalten ihn bis 31. Dezember" in text
    assert SURNAME not in read_text(director.get("/tournaments/people/"))
    assert SURNAME.lower() not in read_text(director.get("/club/"))


def test_the_last_director_is_refused_in_a_sentence():
    account = make_account("director")
    answer = log_in(account).post(f"/tournaments/people/{account.person.number}/privacy/", {"what": "erase"})
    assert answer.status_code == 409
    assert "letzte Leitung" in read_text(answer)
    kept = Account.objects.select_related("person").get()
    assert (kept.is_active, kept.person.name, kept.person.erased) == (True, account.person.name, None)


@pytest.mark.parametrize(
    ("language", "purpose", "place"),
    [
        (
            "de",
            "Um Damen, Jugend und andere Gruppen für sich zu reihen",
            "Weiteres im Verzeichnis: Kategorien, Jahrgang",
        ),
        (
            "en",
            "To rank ladies, juniors and other groups by themselves",
            "More in the register: Categories, Year of birth",
        ),
    ],
)
def test_the_public_page_says_what_each_column_that_is_given_out_is_for(language, purpose, place):
    text = read_text(Client().get("/privacy/", headers={"accept-language": language}))
    assert f"{purpose} {place}" in text
    said = {(line["for"], line["given"]) for _model, _name, line in iter_lines() if line["given"]}
    whole = {(key, given) for key, given in said if ":" not in given}
    shown = [data for _words, kept in load_purposes() for data in kept]
    assert sum(len(data.columns) for data in shown) == len(said - whole)
    assert len(shown) == len({(key, given.partition(":")[0]) for key, given in said})


def test_settings_make_the_public_page(director):
    assert "Bitte die Turnierleitung fragen" in read_text(Client().get("/privacy/"))
    assert director.post("/club/privacy/", SETTINGS)["Location"] == "/club/privacy/?saved=1"
    saved = PrivacySettings.objects.get()
    assert (saved.controller, saved.contact) == ("Tarockverein Waldviertel", "Hauptplatz 1\nverein@example.org")
    text = read_text(Client().get("/privacy/"))
    for said in ("Tarockverein Waldviertel", "verein@example.org", "30 Tage", "Fertige Exporte: 2 Tage", "dsb.gv.at"):
        assert said in text
    assert "Your rights" in read_text(Client(headers={"accept-language": "en"}).get("/privacy/"))


@pytest.mark.parametrize("wrong", [{"exports_days": "0"}, {"declined_days": "-1"}, {"remarks_days": "99999"}])
def test_a_wrong_number_of_days_is_refused(director, wrong):
    assert director.post("/club/privacy/", {**SETTINGS, **wrong}).status_code == 400
    assert not PrivacySettings.objects.exists()


def test_every_page_leads_to_it(director):
    assert 'href="/privacy/"' in Client().get("/").content.decode()
