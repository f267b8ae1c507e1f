"""The federation follows at once when somebody is shown less openly in the club that has given their result."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Club, FederationMember, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.clubs.scope import enter_club
from tests.tournaments.seasons.federation.federations import give, open_season, play
from tests.tournaments.seasons.federation.test_offers import ADLER, POST, clubs
from tournaments.models import Season
from tournaments.people.register.services import merge, rename, set_publicity
from tournaments.seasons.federation.offers import accept_offer, offer, parse_offered_result
from tournaments.seasons.federation.services import end

__all__ = ["clubs"]
pytestmark = pytest.mark.django_db
ANNA, BERT = "Anna Maier Adler", "Bert Huber Adler"


@pytest.fixture
def cup(clubs) -> Season:
    """A season of the federation in which a result of the first club counts."""
    season = open_season(clubs[0])
    give(play(clubs[1], ADLER), season)
    return season


def read_page(season: Season) -> str:
    return Client().get(reverse("season_standing", args=[season.slug])).content.decode().replace(SOFT_HYPHEN, "")


def find_member(number: str = "AT1") -> Person:
    return Person.objects.get(club__is_federation=True, federation_number=number)


def find_in(club: Club, name: str = ANNA) -> Person:
    return Person.objects.get(club=club, name=name)


def test_the_federation_follows_a_withdrawal_and_asks_itself_before_it_shows_more(clubs, cup):
    assert ANNA in read_page(cup)
    with enter_club(clubs[1].pk):  # as in a request
        set_publicity(find_in(clubs[1]), "number")
    assert ANNA not in read_page(cup)
    assert BERT in read_page(cup)
    set_publicity(find_in(clubs[1]), "full")
    assert find_member().publicity == "number"


def test_who_is_shown_by_a_short_name_is_so_in_the_federation_under_its_own_name(clubs, cup):
    rename(find_member(), "Anna Maria Maier")
    set_publicity(find_in(clubs[1]), "short")
    assert (find_member().publicity, find_member().shown_as) == ("short", "Anna Maria M.")


def test_a_federation_that_the_club_has_left_follows_and_one_that_got_nothing_is_as_it_was(clubs, cup):
    end(FederationMember.objects.get(club=clubs[1]).pk, clubs[1])
    set_publicity(find_in(clubs[1]), "number")
    assert find_member().publicity == "number"
    set_publicity(find_in(clubs[2], "C. Wolf"), "number")  # the number is also of somebody in a club that has given
    assert find_member("AT3").publicity == "full"


def test_whoever_is_merged_with_somebody_more_cautious_or_erased_is_a_number_in_the_federation(clubs, cup):
    guest = find_in(clubs[1], "Gast Adler")
    set_publicity(guest, "number")
    merge(guest, find_in(clubs[1]))
    assert ANNA not in read_page(cup)
    erase(find_in(clubs[1], BERT))
    assert BERT not in read_page(cup)
    assert find_member("AT2").publicity == "number"


def test_an_offer_that_waits_says_what_the_club_shows_when_it_is_accepted(clubs):
    season, tournament = open_season(clubs[0]), play(clubs[2], POST)
    waiting = offer(tournament, season)
    set_publicity(find_in(clubs[2], "Bert Huber Post"), "number")
    rename(find_in(clubs[2], "Carl Wolf Post"), "Karl Wolf")
    waiting.refresh_from_db()
    before = {row.number: row.name for row in parse_offered_result(waiting.edition, waiting.rows).rows}
    assert before == {"AT3": "C. Wolf", "AT5": "", "AT6": "Karl Wolf"}
    accept_offer(waiting.pk, clubs[0])
    assert not Person.objects.filter(club=clubs[0], name__contains="Huber").exists()
    assert "Karl Wolf" in read_page(season)
