"""The director's pages: the address is checked at once, a tournament is switched on and off, a file is made."""

import io
import re
import uuid
import zipfile

import pytest
from django.core.management import call_command
from django.test import Client

from tarockclub.models import HostedAddress, Job, Publication, ReceivedSite, SentSite
from tarockclub.office.publishing import club_views
from tarockclub.office.publishing.process import list_sites
from tarockclub.office.publishing.sending import RemoteState, send_site
from tarockclub.platform.jobs import made_files
from tarockclub.platform.parcels.messages import TROUBLES
from tests.support.accounts import log_in, make_account
from tests.tarockclub.office.publishing.conftest import ScriptedPeer
from tests.tournaments.around.public.conftest import play
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.models import SeasonEvent
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
ADDRESS = "/club/internet/"


@pytest.fixture
def director(host):  # the accounts of the other club come first
    return log_in(make_account("director"))


@pytest.fixture
def there(secret, monkeypatch):
    """The other installation, at any address."""
    peer = ScriptedPeer(secret)
    monkeypatch.setattr(club_views, "HttpPeer", lambda _url, given: peer if given == secret else ScriptedPeer(given))
    return peer


def test_an_address_is_checked_before_it_is_kept(director, there, secret):
    for url, given, sentence in (
        ("kein verein", secret, TROUBLES["malformed"]),
        ("http://93.184.216.34/", secret, TROUBLES["insecure"]),
        ("http://169.254.1.1/", secret, TROUBLES["forbidden_host"]),
        ("https://tarock.example", "falsch", "tarockinn_"),
    ):
        answer = director.post(ADDRESS, {"what": "set", "url": url, "secret": given})
        assert answer.status_code == 400
        assert str(sentence) in answer.content.decode()
    assert not there.asked
    there.cuts = {(0, "before")}
    answer = director.post(ADDRESS, {"what": "set", "url": "https://tarock.example", "secret": secret})
    assert str(TROUBLES["no_answer"]) in answer.content.decode()
    assert not HostedAddress.objects.exists()
    answer = director.post(ADDRESS, {"what": "set", "url": "https://tarock.example/c/x/", "secret": secret})
    assert answer.status_code == 302
    kept = HostedAddress.objects.get()
    assert (kept.url, kept.name) == ("https://tarock.example", "Verein im Internet")
    assert secret not in director.get(ADDRESS).content.decode()


def test_a_tournament_is_switched_on_sent_and_switched_off(director, there, secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=False)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    assert director.post(page, {"what": "on"}).status_code == 400  # without an address
    director.post(ADDRESS, {"what": "set", "url": "https://tarock.example", "secret": secret})
    assert director.post(page, {"what": "on"}).status_code == 302
    [site] = list_sites()
    assert send_site(site, there, RemoteState())
    shown = director.get(page).content.decode()
    assert "zuletzt gesendet" in shown
    assert "/published/" in shown
    assert "Sommercup" in director.get(ADDRESS).content.decode()
    address = site.address.removeprefix("http://testserver")
    assert "Sommercup" in Client().get(address, follow=True).content.decode()
    assert director.post(page, {"what": "off"}).status_code == 302
    [site] = list_sites()
    assert send_site(site, there, RemoteState())
    assert (list_sites(), ReceivedSite.objects.get().stand) == ([], None)
    assert director.post(ADDRESS, {"what": "remove"}).status_code == 302
    assert not SentSite.objects.filter(is_on=True).exists()


def test_a_site_is_made_and_fetched(director, monkeypatch):
    monkeypatch.setattr(made_files, "start_runner", lambda _kind: None)
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    key = str(uuid.uuid4())
    for _twice in range(2):
        assert director.post(page, {"what": "zip", "key": key}).status_code == 302
    assert director.get(page)["Refresh"]
    assert director.get(f"{page}{key}/site.zip").status_code == 404
    call_command("run_jobs", "site")
    assert Job.objects.get().state == Job.State.DONE
    answer = director.get(find_link(director, page))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "Sommercup" in archive.read("index.html").decode()
    assert "Refresh" not in director.get(page)
    assert director.get(f"/club/internet/{key}/site.zip").status_code == 404  # another one's


def find_link(client, page):
    """Return where the page leads to its newest file."""
    return re.findall(r'href="([^"]+/site\.zip)"', client.get(page).content.decode())[0]


def test_the_sites_of_a_season_and_of_the_club_are_made_and_fetched(director, monkeypatch):
    monkeypatch.setattr(made_files, "start_runner", lambda _kind: None)
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    season = create_season(new_key(), cup.tournament.club, SeasonDetails("Jahreswertung", SeasonSettings()))
    acts.add_tournament(season, new_key(), cup.tournament, SeasonEvent.Kind.DAY)
    Publication.objects.update_or_create(club=cup.tournament.club, defaults={"dates": True})
    pages = {ADDRESS: cup.tournament.club.name, f"/tournaments/seasons/{season.slug}/internet/": "Jahreswertung"}
    for page in pages:
        assert director.post(page, {"what": "zip", "key": str(uuid.uuid4())}).status_code == 302
    call_command("run_jobs", "site")
    for page, name in pages.items():
        with zipfile.ZipFile(io.BytesIO(director.get(find_link(director, page)).content)) as archive:
            assert name in archive.read("index.html").decode()


def test_a_key_is_shown_once(host):
    director = log_in(host)
    answer = director.post("/club/from-the-inn/new/", {"name": "Laptop der Linde"})
    secret = answer.content.decode().partition("tarockinn_")[2][:32]
    assert len(secret) == 32
    shown = director.get("/club/from-the-inn/").content.decode()
    assert "Laptop der Linde" in shown
    assert secret not in shown
