"""Accepted requests stay, one after the other, and afterwards everything can still be opened.

The crawl (tests/tarockclub/test_hostile_crawl.py) takes each request back: what several of them break together is here.
What that is, is Python's; what PostgreSQL thinks of such values the crawl asks it too.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from django.db import transaction
from django.urls import reverse

from tarockclub.models import Club, Person
from tests.support.accounts import make_account
from tests.support.all_pages import SERVER_ERROR, Place, open_everything, open_pages, place_of
from tests.support.attack.hostile import Attack, Attacker
from tests.support.small_tournament import create_small_season
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import factories
from tournaments.models import Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy, pytest.mark.sqlite]
LEAST = 10  # that are accepted: else nothing would be tried
REFUSED = 400
SEED = 20_260_106
Way = Callable[[Attacker, Place], Iterator[Attack]]


def tournament_running() -> Tournament:
    """A tournament in the middle of its round, and one more to come."""
    of, first, _tables = factories.whole(9, rounds=2, team_size=2)
    started(first)
    return Tournament.objects.select_related("club", "sheet_version").get(pk=of.pk)


def ids_of_others(place: Place) -> list[int]:
    """Ids of persons and entrants of the tournament, of another one, and of another club."""
    stranger = Person.objects.create(club=Club.objects.create(name="Nachbarn"), name="Fremder", number=1)
    other = factories.enter_people(factories.tournament(name="Anderes Turnier"), "Franz Wimmer")[0]
    own = Entrant.objects.filter(tournament=place.tournament).order_by("-number")[:2]
    return [
        stranger.pk,
        other.pk,
        other.person_id,
        *(entrant.pk for entrant in own),
        *(entrant.person_id for entrant in own),
    ]


def failures(place: Place, ways: Sequence[Way]) -> tuple[list[str], list[Attack]]:
    """Return the requests that were answered with 5xx, and those that were accepted."""
    attacker = Attacker(Random(SEED), open_pages(place).forms, ids_of_others(place))
    failed, accepted = [], []
    for attack in (attempt for way in ways for attempt in way(attacker, place)):
        with transaction.atomic():
            answer = attack.send(place)
            if answer.status_code >= SERVER_ERROR:
                failed.append(f"{attack}: {answer.status_code} {answer.exc_info and answer.exc_info[1]!r}")
                transaction.set_rollback(True)
            elif attack.body is not None and answer.status_code < REFUSED:
                if is_gone(place):
                    transaction.set_rollback(True)  # nobody would see any more what else breaks
                accepted.append(attack)
    return failed, accepted


def is_gone(place: Place) -> bool:
    """Return True if the tournament's page is not there any more."""
    return bool(place.pages.get(reverse("tournament", args=[place.tournament.slug])).status_code != 200)


def test_whatever_is_sent_everything_can_be_opened():
    tournament = tournament_running()
    place = place_of(tournament, create_small_season(tournament), make_account("director"))
    failed, accepted = failures(place, (Attacker.generate_emptied, Attacker.generate_attacks))
    assert failed == []
    assert len(accepted) > LEAST
    opened = open_everything(place)
    assert opened.failed == (), "\n".join(map(str, accepted))
