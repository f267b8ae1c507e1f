"""The demo as a whole installation: what its command makes, and the tour on its first page."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import resolve

from scoring.models import Entry, GameTable, OwnSheetVersion
from tarockclub.models import Account, Club
from tarockclub.office.demo.installation import load_demo_notes
from tarockclub.office.demo.tour import load_tour
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.rights import RIGHTS
from tests.support.accounts import log_in, make_account
from tournaments.models import Application, Invitation, Season, SeasonEvent, SeasonOffer, Tournament
from tournaments.seasons.season.data import parse_others

pytestmark = [pytest.mark.django_db]
SITE = "http://localhost:8123"


@pytest.fixture(autouse=True)
def demo_file(settings, tmp_path):
    """A data folder in which no demo was made."""
    settings.DEMO_FILE = tmp_path / "demo.json"
    return settings.DEMO_FILE


def count_all():
    """Count the rows of everything."""
    return [model.objects.count() for model in (Account, Club, Entry, GameTable, OwnSheetVersion, Tournament)]


@pytest.mark.heavy
@pytest.mark.sqlite  # it enters the same once more
def test_the_command_makes_all_of_it_and_the_tour_leads_everybody_to_it(capsys, demo_file):
    call_command("demo", port=8123)
    printed = capsys.readouterr().out
    call_command("verify_ledger")
    addresses = [word for word in printed.split() if word.startswith(SITE)]
    names = [resolve(re.sub(f"{SITE}(/c/[a-z-]+)?", "", address)).url_name for address in addresses]
    assert {"home", "enter", "desk", "season_standing", "invitation", "table"} <= {*names}
    for address in addresses:
        assert Client().get(address.removeprefix(SITE), follow=True).status_code == 200, address

    own, second, federation, *cups = Club.objects.order_by("pk")
    final = Season.objects.get(club=federation)
    [day] = Tournament.objects.filter(club=federation)
    assert len(cups) == SeasonOffer.objects.filter(season=final, state="accepted").count() == 4
    assert None not in {final.ended, day.ended}
    carried = SeasonEvent.objects.filter(season=final, kind="carried")
    left_out = [(place, event.players) for event in carried for place in parse_others(event.others)]
    assert len(left_out) == 4  # one without a number in each cup, the last of all
    assert [place for place, players in left_out] == [players for place, players in left_out]
    assert GameTable.objects.filter(club=second).exists()
    assert GameTable.objects.filter(club=own, sheet_version__sheet="lindenrunde", ended__isnull=False).count() == 3
    assert [version.number for version in OwnSheetVersion.objects.order_by("number")] == [1, 2]
    invited = Invitation.objects.get(is_public=True).tournament
    assert {True, False} == {row.entrant_id is not None for row in Application.objects.filter(tournament=invited)}

    tour, notes = load_tour(), load_demo_notes()
    assert tour is not None
    assert notes is not None
    assert {account.role for account in Account.objects.filter(club=own)} == {role for role in RIGHTS if role}
    assert all(account.check_password(tour.password) for account in Account.objects.all())
    for step in tour.steps:
        for link in step.links:
            client = log_in(Account.objects.get(club=own, role=link.role)) if link.role else Client()
            assert client.get(link.href, follow=True).status_code == 200, link
    for place in tour.logins:
        assert Client().get(place.href).status_code == 200

    visitor = Client()
    for page in (visitor.get("/"), log_in(Account.objects.get(club=own, role="watcher")).get("/")):
        assert '<details class="tour">' in page.content.decode()
        assert page.content.decode().count("<li>\n          <h3>") == len(tour.steps) == 6
        assert tour.password in page.content.decode()

    before = count_all()
    call_command("demo")
    assert count_all() == before
    demo_file.unlink()
    assert load_tour() is None
    with pytest.raises(CommandError):
        call_command("demo")
    assert count_all() == before


def test_the_demo_does_not_get_into_the_installation_of_a_club(client):
    make_account("director")
    assert is_set_up()
    with pytest.raises(CommandError, match="TAROCKCLUB_DATA"):
        call_command("demo")
    assert not Tournament.objects.exists()
    assert not GameTable.objects.exists()
    assert "tour-title" not in client.get("/").content.decode()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"password": "x", "hashes": {"1": "y"}, "links": {}}'])
def test_a_file_of_another_installation_shows_no_tour(client, demo_file, text):
    make_account("director")
    demo_file.write_text(text)
    assert load_tour() is None
    assert "tour-title" not in client.get("/").content.decode()
