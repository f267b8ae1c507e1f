"""The data of the hall of fame: published final results, typed ones, final standings of seasons that are over.

A fixed number of queries for any number of years. Names are the current ones: an erased person is a number.
Visitors share it: it is computed once for each version.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Sum
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.book.sums.counts import update_counts
from scoring.book.sums.facts import DECLARERS
from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.models import ClaimCount, PlayCount, TableCount
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from tarockclub.models import Club
from tarockclub.platform.clubs.scope import get_scope
from tarockclub.platform.privacy.public_names import compute_names_sign
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.around.hall_of_fame.records import (
    NOBODY,
    SEASON,
    TOURNAMENT,
    Career,
    FameEvent,
    Medals,
    Record,
    RecordPlace,
    compute_careers,
    compute_medals,
    compute_records,
    sort_by_day,
)
from tournaments.core.acts import Kind, parse_content
from tournaments.core.settings import parse_settings
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, SeasonResult, Tournament
from tournaments.results.standings.editions import compute_row_amounts, parse_edition_row
from tournaments.seasons.season.cache.progress import OBJECT, PACE, QUICK, RESULT
from tournaments.seasons.season.data import CurrentPerson, load_newest_results, load_season_people
from tournaments.seasons.season.editions import parse_season_line
from tournaments.seasons.season.services import find_event_day, load_with_events


class Fame(NamedTuple):
    """All data of the hall of fame."""

    results: tuple[FameEvent, ...]  # the latest first
    careers: tuple[Career, ...]
    records: tuple[Record, ...]
    people: dict[int, CurrentPerson]
    medals: tuple[Medals, ...]

    def list_names(self, who: Iterable[int]) -> list[str]:
        """Return the current names of these persons."""
        return [self.people[person].name for person in who]


def load_fame(club: Club) -> Fame:
    """Return the hall of fame of a club; real tournaments only."""
    events = [*_load_tournaments(club), *_load_typed(club), *_load_seasons(club)]
    people, merged = load_season_people(place.who for won in events for place in won.places)
    results = [won._replace(places=_merge_places(won.places, merged)) for won in events]
    all_careers = compute_careers(results)
    return Fame(
        tuple(reversed(sort_by_day(results))),
        tuple(all_careers),
        tuple(compute_records(results, all_careers)),
        people,
        tuple(compute_medals(results)),
    )


def _merge_places(places: Iterable[RecordPlace], same: dict[int, int]) -> tuple[RecordPlace, ...]:
    """Return the places with the current ids of persons; merged ones only once, with the better place."""
    best: dict[int, RecordPlace] = {}
    for place in sorted(places, key=lambda place: place.rank or 1 << 30):
        best.setdefault(same[place.who], place._replace(who=same[place.who]))
    return tuple(best.values())


def _load_tournaments(club: Club) -> list[FameEvent]:
    """Return the tournaments that are over, by their newest edition; three queries."""
    over = {
        tournament.pk: tournament
        for tournament in Tournament.objects.filter(club=club, lapse=False, archived=None)
        .exclude(ended=None)
        .select_related("sheet_version")
    }
    finals = SeasonEvent.objects.filter(season__club=club, gone=None, kind=SeasonEvent.Kind.FINAL)
    finals_of = set(finals.values_list("tournament", flat=True))
    results = load_newest_results(over)
    return [_build_tournament(over[pk], act)._replace(is_final=pk in finals_of) for pk, act in results.items()]


def _build_tournament(tournament: Tournament, act: Act) -> FameEvent:
    rows = [parse_edition_row(row) for row in parse_content(act)["rows"]]
    amounts = compute_row_amounts(rows, parse_settings(tournament.settings))
    places = tuple(
        RecordPlace(row.person, row.rank, None, max((each.written for each in row.rounds), default=None), amount)
        for row, amount in zip(rows, amounts, strict=True)
    )
    return FameEvent(
        TOURNAMENT, tournament.name, tournament.day, places, str(tournament.slug), tournament.sheet_version.sheet
    )


def _load_typed(club: Club) -> list[FameEvent]:
    """Return the days of seasons with typed results; two queries."""
    kinds = (SeasonEvent.Kind.DAY, SeasonEvent.Kind.FINAL)
    events = SeasonEvent.objects.filter(season__club=club, gone=None, tournament=None, kind__in=kinds, edition__gt=0)
    named = {event.pk: event for event in events.select_related("season")}
    rows = SeasonResult.objects.filter(event__in=named, edition=F("event__edition")).order_by("pk")
    places: dict[int, list[RecordPlace]] = {}
    for event, person, rank in rows.values_list("event", "person", "rank"):
        places.setdefault(event, []).append(RecordPlace(person, rank))
    return [
        FameEvent(
            TOURNAMENT,
            _format_name(named[event]),
            named[event].day,
            tuple(its_places),
            is_final=named[event].kind == SeasonEvent.Kind.FINAL,
        )
        for event, its_places in places.items()
    ]


def _format_name(event: SeasonEvent) -> str:
    return f"{event.name} ({event.season.name})"


def _load_seasons(club: Club) -> list[FameEvent]:
    """Return the seasons that are over, by the newest edition of their standings; three queries."""
    over = list(Season.objects.filter(club=club).exclude(ended=None).values_list("pk", flat=True))
    acts = SeasonAct.objects.filter(season__in=over, kind=Kind.STANDING).order_by("sequence")
    newest = {act.season_id: content for act in acts if "edition" in (content := parse_content(act))}
    of_players = {
        season: content["rows"] for season, content in newest.items() if "rows" in content
    }  # others are of teams
    return [
        _build_season(season, of_players[season.pk]) for season in load_with_events(over) if season.pk in of_players
    ]


def _build_season(season: Season, rows: list[list[object]]) -> FameEvent:
    days = [day for event in season.events.all() if (day := find_event_day(event)) is not None]
    places = tuple(RecordPlace(line.who, line.rank, line.points) for line in map(parse_season_line, rows))
    last = max(days, default=localdate(season.ended) if season.ended else None)
    return FameEvent(SEASON, season.name, last, places, str(season.slug))


def build_result_url(won: FameEvent) -> str:
    """Return the URL of the public page of a result; "" if there is none."""
    if not won.slug:
        return ""
    return reverse("season_standing" if won.what == SEASON else "results", args=[won.slug])


MOST_RARE, RARE = 6, 100  # what succeeds in one of so many hands at most
RARE_SECONDS = 60.0  # for which they are what they were


class RareGame(NamedTuple):
    """A game or a premium that seldom succeeds."""

    item: str
    announced: bool | None  # of a premium; None: a game
    times: int
    last: datetime  # when its table began
    who: int = NOBODY  # who has won the last one; premiums are of a side

    @property
    def anchor(self) -> str:
        """The address of its word."""
        return f"{'contract' if self.announced is None else 'premium'}-{self.item}"


class RareGames(NamedTuple):
    """The games and premiums that seldom succeed in a club, and the number of its hands."""

    games: tuple[RareGame, ...]  # the rarest first
    hands: int


_RARE: VersionCache[RareGames] = VersionCache(64, seconds=RARE_SECONDS)


def load_kept_rare_games(club: Club) -> RareGames:
    """Return what seldom succeeds in a club, as it was a moment ago; it names nobody."""
    return _RARE.load_newest((club.pk, get_scope()), "", lambda: load_rare_games(club))[1]


def load_rare_games(club: Club) -> RareGames:
    """Return what seldom succeeds in a club, nothing before all hands are added up; five queries, once they are."""
    if update_counts(club):
        return RareGames((), 0)
    tables = list_filter_tables(club.pk, StatisticsFilter())
    hands = TableCount.objects.filter(table__in=tables).aggregate(all=Sum("hands"))["all"] or 0
    plays = PlayCount.objects.filter(table__in=tables, role__in=DECLARERS, won__gt=0).exclude(contract=TRISCHAKEN)
    claims = ClaimCount.objects.filter(table__in=tables, person=None, made__gt=0)
    times: dict[tuple[str, bool | None], int] = {
        (item, None): won for item, won in plays.order_by().values_list("contract").annotate(Sum("won"))
    }
    successes = claims.order_by().values_list("premium", "announced").annotate(Sum("made"))
    times |= {(item, announced): many for item, announced, many in successes}
    seldom = [key for key, many in times.items() if many * RARE <= hands]
    rarest = sorted(seldom, key=lambda key: (times[key], key[0], bool(key[1])))[:MOST_RARE]
    items, last = [item for item, _announced in rarest], dict[tuple[str, bool | None], tuple[datetime, int]]()
    by_day = plays.filter(contract__in=items).order_by("table__started", "pk")
    for item, day, who in by_day.values_list("contract", "table__started", "person"):
        last[item, None] = day, who
    premiums = claims.filter(premium__in=items).order_by("table__started", "pk")
    for item, announced, day in premiums.values_list("premium", "announced", "table__started"):
        last[item, announced] = day, NOBODY
    return RareGames(tuple(RareGame(*key, times[key], *last[key]) for key in rarest), hands)


MOST_CLUBS, MOST_BYTES = 64, 32 << 20
_EVENT = (
    *("pk", "season", "season__name", "kind", "name", "day", "edition", "gone"),
    *("tournament", "tournament__day"),
)
_TOURNAMENT = ("pk", "slug", "name", "day", "sheet_version__sheet")


def _weigh(fame: Fame) -> int:
    places = sum(OBJECT + RESULT * len(won.places) for won in fame.results)
    return places + OBJECT * (len(fame.people) + len(fame.careers) + len(fame.medals))


FAME_CACHE: VersionCache[Fame] = VersionCache(MOST_CLUBS, pace=PACE, quick=QUICK, weigh=_weigh, most_weight=MOST_BYTES)


def load_kept_fame(club: Club, *, at_once: bool = False) -> Fame:
    """Return the hall of fame of a club, or, unless `at_once`, that of a moment ago."""
    name, version = (club.pk, get_scope()), compute_fame_version(club)
    return FAME_CACHE.load_newest(name, version, lambda: load_fame(club), at_once=at_once)[1]


def compute_fame_version(club: Club) -> str:
    """Return a sign that differs whenever the hall of fame may differ; a fixed number of queries."""
    digest = hashlib.sha256(compute_program_sign().encode())
    for rows in _generate_rows(club):
        digest.update(repr(rows).encode())
    return digest.hexdigest()[:24]


def _generate_rows(club: Club) -> Iterator[object]:
    over = Tournament.objects.filter(club=club, lapse=False, archived=None).exclude(ended=None).order_by("pk")
    tournaments = list(over.values_list(*_TOURNAMENT))
    yield tournaments
    results = Act.objects.filter(tournament__in=[row[0] for row in tournaments], kind=Kind.RESULT, round=None)
    order = results.filter(undone_by=None).order_by("tournament", "sequence")
    yield list(order.values_list("tournament", "sequence", "key"))
    yield list(Season.objects.filter(club=club).order_by("pk").values_list("pk", "slug", "name", "ended"))
    standings = SeasonAct.objects.filter(season__club=club, kind=Kind.STANDING).order_by("season", "sequence")
    yield list(standings.values_list("season", "sequence", "key"))
    yield list(SeasonEvent.objects.filter(season__club=club).order_by("pk").values_list(*_EVENT))
    yield compute_names_sign(club.pk)
