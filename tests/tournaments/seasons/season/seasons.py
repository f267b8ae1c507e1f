"""Seasons of tests, made quickly: with typed days, and with tournaments whose results are published."""

from collections.abc import Sequence
from typing import Any

from django.test import Client
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.support import acts, factories
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.models import Entrant, Season, SeasonEvent, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

NAMES = ("Anna", "Bert", "Carl", "Dora")
new_key = factories.new_key


def season(club: Club | None = None, name: str = "Cup", **settings: Any) -> Season:
    """A season with these settings and otherwise the usual ones."""
    return create_season(new_key(), club or load_first_club(), SeasonDetails(name, SeasonSettings(**settings)))


def day(of: Season, *names: str, kind: str = "day", name: str = "Kirtag") -> SeasonEvent:
    """A typed day on which these were placed in this order."""
    event = acts.add_event(of, new_key(), name, kind=kind)
    if names:
        results(event, names)
    return SeasonEvent.objects.get(pk=event.pk)


def results(event: SeasonEvent, names: Sequence[str], reason: str = "") -> None:
    """The result of a typed day: these names in this order."""
    rows = [PersonResult(Newcomer(name), rank) for rank, name in enumerate(names, 1)]
    acts.write_results(event, new_key(), rows, reason)


def play_tournament(of: Season, *names: str, kind: str = "day") -> Tournament:
    """A tournament that counts in a season, its final result published: these in this order."""
    tournament = factories.tournament(of.club, name="Turnier")
    factories.enter_people(tournament, *names)
    publish(tournament, names)
    acts.add_tournament(of, new_key(), tournament, kind)
    return tournament


def publish(tournament: Tournament, names: Sequence[str]) -> None:
    """Publish a final result as it is kept, without the rounds behind it."""
    persons = dict(Entrant.objects.filter(tournament=tournament).values_list("person__name", "person"))

    def do(row: Tournament) -> dict[str, Any]:
        edition = row.acts.filter(kind=Kind.RESULT).count() + 1
        Tournament.objects.filter(pk=row.pk).update(ended=now(), frozen=now())
        rows = [[rank, persons[name], 0, 0, 0, 0, 0] for rank, name in enumerate(names, 1)]
        return {"of": 0, "edition": edition, "rows": rows, "criteria": []}

    TOURNAMENTS.act(tournament.pk, Command(new_key(), Kind.RESULT, list(names)), do)


def stands(of: Season, **how: Any) -> list[tuple[int, str, int]]:
    """Rank, name and points of everybody."""
    stand = load_season_progress(Season.objects.get(pk=of.pk), **how)
    return [(line.rank, stand.people[line.who].name, line.points // 100) for line in stand.standing.lines]


def person(name: str) -> Person:
    """Somebody of the club, merged or not."""
    return Person.objects.filter(name=name).earliest("pk")


def at(name: str, of: Season, **where: Any) -> str:
    """The address of a page of a season."""
    return reverse(name, kwargs={"slug": of.slug, **where})


def text_of(answer: Any) -> str:
    """A page as text."""
    return str(answer.content.decode())


def sign(of: Season) -> str:
    """Return the sign of the standing that whoever publishes has seen."""
    return compute_season_sign(load_season_progress(Season.objects.get(pk=of.pk)))


def end_season(of: Season, reason: str = "") -> Season:
    """The season, whose final standing was published."""
    PublishStanding(seen=sign(of), confirmed=True).perform(of, new_key(), reason=reason)
    return Season.objects.select_related("club").get(pk=of.pk)


def post(client: Client, of: Season, page: str, status: int = 302, /, **sent: Any) -> Any:
    """Send a form of a season."""
    where = {"number": sent.pop("number")} if "number" in sent else {}
    answer = client.post(at(page, of, **where), {"key": new_key(), **sent})
    assert answer.status_code == status, text_of(answer)
    return answer
