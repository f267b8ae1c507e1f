"""The demo as a whole installation: what its command makes, and the tour on its first page."""

import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import resolve, reverse
from django.utils.timezone import localdate

from scoring.models import Entry, GameTable, OwnSheetVersion
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Person, Publication
from tarockclub.office.demo.installation import load_demo_notes
from tarockclub.office.demo.tour import load_tour
from tarockclub.office.demo.year import YEAR_KEY
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.rights import RIGHTS
from tarockclub.platform.clubs.current_club import build_club_address
from tests.support.accounts import log_in, make_account
from tournaments.around.hall_of_fame.data import load_fame
from tournaments.around.public.front import load_calendar, load_front_page
from tournaments.around.public.front_parts import load_front_standing
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


def year_is_played(own):
    """Forty Wednesdays of twelve months by the club's own rules, the newest of this week, all of them settled."""
    year = Season.objects.get(club=own, start_key=YEAR_KEY)
    events = SeasonEvent.objects.filter(season=year, evenings=True, gone=None)
    days = sorted(day for day in events.values_list("day", flat=True) if day is not None)
    today = localdate(now())
    assert len(days) == 40
    assert {day.weekday() for day in days} == {2}
    assert timedelta(days=1) <= today - days[-1] <= timedelta(days=7)
    assert today - days[0] < timedelta(days=366)
    assert year.ended is None
    tables = GameTable.objects.filter(club=own, sheet_version__sheet="lindenrunde")
    assert {localdate(table.started) for table in tables.exclude(ended=None)} == set(days)
    assert not tables.filter(ended=None)
    assert tables.count() > 40  # two tables on some of them


def visitors_see_what_has_been_played_and_what_comes(own):
    """The front has the year, five results with a podium, and dates: full, with places left, and without a limit."""
    front = load_front_page(own, Publication.PARTS, "de")
    assert front.standing is not None
    assert (front.standing.season.start_key, len(front.standing.rows)) == (YEAR_KEY, 5)
    assert front.standing.has_courses
    assert len({result.day for result in front.results}) == 5
    assert len(front.results[0].podium) == 3
    tournaments = [date for date in front.dates if not date.is_today and not date.is_evening]
    assert [(date.is_open, date.is_full, date.free) for date in tournaments] == [
        (True, True, 0),
        (True, False, 15),
        (True, False, 0),
    ]
    assert [season.name for season in front.seasons if season.ended] == [f"Tarockcup {front.results[0].day.year - 1}"]
    fame = load_fame(own)
    assert {result.name for result in front.results} <= {won.name for won in fame.results}
    assert fame.records
    assert fame.medals


def two_pages_are_public_and_one_person_is_a_number(own):
    """Standings lead to the pages of two people; a third one has neither a page nor a name."""
    people, start = Person.objects.filter(club=own), build_club_address(own).rstrip("/")
    pages = [Client().get(start + reverse("person_page", args=[person.number])) for person in people]
    assert [page.context["page"].year is not None for page in pages if page.status_code == 200] == [True, True]
    number = people.get(publicity="number")
    standing = Season.objects.get(club=own, start_key=YEAR_KEY)
    html = Client().get(start + reverse("season_standing", args=[standing.slug])).content.decode()
    assert f"Spieler {number.number}" in html
    assert number.name not in html


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
    day, coming = Tournament.objects.filter(club=federation).order_by("day")
    standing = load_front_standing([final], of_federation=True)
    assert standing is not None
    assert standing.race is not None
    assert standing.race.chart is not None
    assert load_calendar(federation)[0].name == coming.name
    assert len(cups) == SeasonOffer.objects.filter(season=final, state="accepted").count() == 4
    assert None not in {final.ended, day.ended}
    carried = SeasonEvent.objects.filter(season=final, kind="carried")
    left_out = [(place, event.players) for event in carried for place in parse_others(event.others)]
    assert len(left_out) == 4  # one without a number in each cup, the last of all
    assert [place for place, players in left_out] == [players for place, players in left_out]
    assert GameTable.objects.filter(club=second).exists()
    year_is_played(own)
    visitors_see_what_has_been_played_and_what_comes(own)
    two_pages_are_public_and_one_person_is_a_number(own)
    assert [version.number for version in OwnSheetVersion.objects.order_by("number")] == [1, 2]
    invited = Invitation.objects.get(most=16).tournament
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
