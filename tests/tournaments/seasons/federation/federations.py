"""A federation of tests, its clubs, and tournaments of theirs whose results are published."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Max

from tarockclub.models import Club, Person
from tests.tournaments.seasons.season.seasons import publish, season
from tests.tournaments.support import factories
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.people.register.services import set_federation_number
from tournaments.seasons.federation.offers import accept_offer, offer
from tournaments.seasons.federation.services import agree_to_membership, ask


def found_federation(*clubs: str) -> tuple[Club, ...]:
    """A federation and its clubs; their words in addresses are their names."""
    federation = Club.objects.create(name="Verband", slug="verband", is_federation=True)
    members = [Club.objects.create(name=name, slug=name.lower()) for name in clubs]
    for club in members:
        agree_to_membership(ask(federation, club).pk, club)
    return (federation, *members)


def add_person(club: Club, name: str, number: str = "", **more: str) -> Person:
    """Somebody in the register of a club, with a number of the federation."""
    last = Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    person = Person.objects.create(club=club, name=name, number=last + 1, **more)
    set_federation_number(person, number)
    return Person.objects.get(pk=person.pk)


def play(club: Club, names: Sequence[str], day: date = factories.DAY, name: str = "Turnier") -> Tournament:
    """A tournament of a club with its final result published: these in this order."""
    tournament = factories.tournament(club, name=name)
    Tournament.objects.filter(pk=tournament.pk).update(day=day)
    factories.enter_people(tournament, *names)
    publish(tournament, names)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def give(tournament: Tournament, to: Season, kind: str = "day") -> SeasonEvent:
    """Offer a result to a season of the federation, which accepts it."""
    return accept_offer(offer(tournament, to).pk, to.club, kind)


def open_season(federation: Club, **settings: object) -> Season:
    """A season of the federation."""
    return season(federation, "Verbandscup", **settings)
