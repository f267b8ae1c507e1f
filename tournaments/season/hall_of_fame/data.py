"""What the hall of fame stands on: published final results, typed ones, final standings of seasons that are over.

A fixed number of queries, however many years there are. Names are those of today: who was erased is a number.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import F
from django.urls import reverse

from tarockclub.models import Club
from tournaments.acts import Kind, SeasonKind, said_by
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, SeasonResult, Tournament
from tournaments.season.data import Somebody, people_of
from tournaments.season.editions import lines_of
from tournaments.season.hall_of_fame.records import (
    SEASON,
    TOURNAMENT,
    Career,
    Place,
    Record,
    Won,
    careers,
    in_order,
    records,
)
from tournaments.season.selectors import day_of, with_events
from tournaments.standings.editions import read_row


class Fame(NamedTuple):
    """All that the hall of fame shows."""

    results: tuple[Won, ...]  # the latest first
    careers: tuple[Career, ...]
    records: tuple[Record, ...]
    people: dict[int, Somebody]

    def names(self, who: Iterable[int]) -> list[str]:
        """What these are called today."""
        return [self.people[one].name for one in who]


def fame_of(club: Club) -> Fame:
    """The hall of fame of a club; real tournaments only."""
    found = [*_tournaments(club), *_typed(club), *_seasons(club)]
    people, same = people_of(place.who for won in found for place in won.places)
    results = [won._replace(places=_today(won.places, same)) for won in found]
    all_careers = careers(results)
    return Fame(tuple(reversed(in_order(results))), tuple(all_careers), tuple(records(results, all_careers)), people)


def _today(places: Iterable[Place], same: dict[int, int]) -> tuple[Place, ...]:
    """The places of who these persons are today; merged ones only once, with the better place."""
    best: dict[int, Place] = {}
    for one in sorted(places, key=lambda one: one.rank or 1 << 30):
        best.setdefault(same[one.who], one._replace(who=same[one.who]))
    return tuple(best.values())


def _tournaments(club: Club) -> list[Won]:
    """Tournaments that are over, by their newest edition; two queries."""
    over = {
        one.pk: one
        for one in Tournament.objects.filter(club=club, lapse=False, archived=None)
        .exclude(ended=None)
        .select_related("sheet_version")
    }
    acts = Act.objects.filter(tournament__in=over, kind=Kind.RESULT, round=None, undone_by=None).order_by("sequence")
    newest = {act.tournament_id: act for act in acts.only("tournament_id", "sequence", "said")}
    return [_tournament(over[pk], act) for pk, act in newest.items()]


def _tournament(one: Tournament, act: Act) -> Won:
    rows = [read_row(row) for row in said_by(act)["rows"]]
    places = tuple(
        Place(row.person, row.rank, round=max((each.written for each in row.rounds), default=None)) for row in rows
    )
    return Won(TOURNAMENT, one.name, one.day, places, str(one.slug), one.sheet_version.sheet)


def _typed(club: Club) -> list[Won]:
    """Days of seasons whose results were typed in; two queries."""
    kinds = (SeasonEvent.Kind.DAY, SeasonEvent.Kind.FINAL)
    events = SeasonEvent.objects.filter(season__club=club, gone=None, tournament=None, kind__in=kinds, edition__gt=0)
    named = {one.pk: one for one in events.select_related("season")}
    rows = SeasonResult.objects.filter(event__in=named, edition=F("event__edition")).order_by("pk")
    places: dict[int, list[Place]] = {}
    for event, person, rank in rows.values_list("event", "person", "rank"):
        places.setdefault(event, []).append(Place(person, rank))
    return [Won(TOURNAMENT, _name(named[event]), named[event].day, tuple(some)) for event, some in places.items()]


def _name(event: SeasonEvent) -> str:
    return f"{event.name} ({event.season.name})"


def _seasons(club: Club) -> list[Won]:
    """Seasons that are over, by the newest edition of their standing; three queries."""
    over = list(Season.objects.filter(club=club).exclude(ended=None).values_list("pk", flat=True))
    acts = SeasonAct.objects.filter(season__in=over, kind=SeasonKind.STANDING).order_by("sequence")
    newest = {act.season_id: said for act in acts if "edition" in (said := said_by(act))}
    return [_season(one, newest[one.pk]["rows"]) for one in with_events(over) if one.pk in newest]


def _season(season: Season, rows: list[list[object]]) -> Won:
    days = [day for event in season.events.all() if (day := day_of(event)) is not None]
    places = tuple(Place(line.who, line.rank, line.points) for line in lines_of(rows))
    return Won(
        SEASON, season.name, max(days, default=season.ended.date() if season.ended else None), places, str(season.slug)
    )


def address_of(won: Won) -> str:
    """Where a result is shown to everybody; "": nowhere."""
    if not won.slug:
        return ""
    return reverse("season_standing" if won.what == SEASON else "results", args=[won.slug])
