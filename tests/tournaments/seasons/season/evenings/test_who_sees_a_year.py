"""A season in which evenings count is seen by the staff of its club, by everybody once the club shows its seasons."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Club
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, day, end_season, person, season, text_of
from tournaments.models import Season

pytestmark = pytest.mark.django_db


def list_addresses(cup: Season) -> list[str]:
    """The addresses of a season that whoever has them may open."""
    return [
        at("season_standing", cup),
        at("season_outlook", cup),
        at("season_meetings", cup),
        at("season_player", cup, number=person("Anna").number),
        at("season_event", cup, number=1),
        at("share_season", cup),
        f"{at('share_season', cup)}?picture=wide",
        at("season_paper", cup),
    ]


def list_statuses(client: Client, cup: Season) -> set[int]:
    """The statuses of all its addresses; that of a player leads on to a place on a page."""
    answers = [client.get(address) for address in list_addresses(cup)]
    return {
        (client.get(answer["Location"]) if "#" in answer.get("Location", "") else answer).status_code
        for answer in answers
    }


def read_by_program(client: Client, cup: Season) -> int:
    """The status of the API's answer."""
    return client.get(f"/api/v1/seasons/{cup.slug}").status_code


@pytest.fixture
def cup():
    """A year with one evening."""
    of = year()
    evening(dreier(0))
    return of


def test_visitors_are_asked_for_the_log_in_which_leads_back(cup):
    make_account("director")
    for address in list_addresses(cup):
        assert Client().get(address)["Location"] == f"{reverse('log_in')}?next={quote(address, safe='')}"
    assert read_by_program(Client(), cup) == 404
    change_publication(load_first_club(), {"seasons": True})
    assert list_statuses(Client(), cup) == {200}
    assert read_by_program(Client(), cup) == 200
    change_publication(load_first_club(), {"seasons": False})
    assert list_statuses(Client(), cup) == {302}


def test_published_standings_with_evenings_are_guarded_too(cup):
    make_account("director", login="leiterin")
    end_season(cup)
    assert Client().get(at("season_edition", cup, edition=1)).status_code == 302
    assert log_in().get(at("season_edition", cup, edition=1)).status_code == 200


@pytest.mark.heavy_but("referee")
@pytest.mark.parametrize("role", ["director", "secretary", "referee", "treasurer", "watcher"])
def test_the_staff_of_the_club_sees_it(cup, role):
    assert list_statuses(log_in(make_account(role)), cup) == {200}


def test_other_clubs_see_nothing_and_helpers_are_told_who_may(cup):
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn", slug="nachbarn")))
    assert list_statuses(stranger, cup) == {404}
    assert read_by_program(stranger, cup) == 404
    assert list_statuses(log_in(make_account(Account.Role.CASHIER, login="kassa")), cup) == {403}


def test_a_season_without_evenings_is_open_as_ever():
    cup = season()
    day(cup, "Anna", "Berta")
    assert list_statuses(Client(), cup) == {200}
    assert read_by_program(Client(), cup) == 200


def test_the_pages_that_count_evenings_and_the_season_itself_say_who_sees_it(cup):
    director = log_in(make_account("director"))
    sentence = "Wo Abende zählen, sieht den Stand nur, wer eingeloggt ist"
    for address in (reverse("new_year"), at("season_events", cup), at("season", cup)):
        assert sentence in text_of(director.get(address)), address
    change_publication(load_first_club(), {"seasons": True})
    assert sentence not in text_of(director.get(at("season", cup)))
