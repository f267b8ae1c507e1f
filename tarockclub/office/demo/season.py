"""The demo's seasons: last year's, typed in and over, and this year's with the demo's tournaments."""

import random
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction

from tarockclub.kit.time_source import pretend_time
from tarockclub.office.demo.day import DIRECTOR, NAMES
from tarockclub.platform.accounts.persons import load_first_club
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.events import AddEvent, AddTournament, CarryPoints, RemoveEvent, find_act_event
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import FORMULA, HALF, SeasonSettings
from tournaments.seasons.season.sub_rankings.actions import SetRanking, TakeEntryMoney

KEY = "demo-season"
SEED = 20260110
YEAR = timedelta(days=364)
A_MONTH = timedelta(days=28)
EARLIER = (
    *("Turnier beim Lindenwirt", "Turnier im Pfarrhof", "Turnier in der Mühle"),
    *("Turnier am Marktplatz", "Turnier zur alten Post", "Turnier im Stadel"),
)
READY = {rule.id: rule.settings for rule in list_ready()}
THIS_YEAR = READY["oberoesterreich"]._replace(best=3, least_days=3)  # a short season
LAST_YEAR = SeasonSettings(
    way=FORMULA, formula="if place <= 3 then players + 6 - 2 * place else players - place + 1", counting=HALF
)


@transaction.atomic
def make_seasons(over: Tournament, running: Tournament) -> Season:
    """Make both seasons; repeating it changes nothing, but a newly started tournament replaces the old one."""
    season = Season.objects.filter(start_key=KEY).first()
    if season is None:
        season = _make_this_year(over.day, _make_last_year(over.day - YEAR))
        AddTournament(tournament=over.pk).perform(season, f"{KEY}-over", DIRECTOR)
    events = SeasonEvent.objects.filter(season=season, tournament__isnull=False, tournament__ended=None)
    if season.ended is None and not events.filter(tournament=running).exists():
        for old in events.filter(gone=None):
            RemoveEvent(event=old.number).perform(season, f"{KEY}-{old.pk}-gone", DIRECTOR, "Neu begonnen")
        AddTournament(tournament=running.pk).perform(season, f"{KEY}-{running.pk}", DIRECTOR)
    return season


def _make_last_year(last: date) -> Season:
    """Make a season with all days typed in and its final standing published."""
    chance = random.Random(SEED)  # noqa: S311 -- no secret
    with pretend_time(_compute_evening(last)):
        season = create_season(
            f"{KEY}-before", load_first_club(), SeasonDetails(f"Tarockcup {last.year}", LAST_YEAR), DIRECTOR
        )
        for index, name in enumerate(EARLIER):
            _type_day(season, name, last - (len(EARLIER) - 1 - index) * A_MONTH, chance)
        sign = compute_season_sign(load_season_progress(season))
        PublishStanding(seen=sign, confirmed=True).perform(season, f"{KEY}-published", DIRECTOR)
    return Season.objects.get(pk=season.pk)


def _make_this_year(last: date, before: Season) -> Season:
    """Make the current season: three days typed in, and a tenth of last year's points carried over."""
    chance = random.Random(SEED + 1)  # noqa: S311 -- no secret
    with pretend_time(_compute_evening(last - 3 * A_MONTH)):
        season = create_season(KEY, load_first_club(), SeasonDetails(f"Tarockcup {last.year}", THIS_YEAR), DIRECTOR)
        CarryPoints(season=before.pk, percent=10).perform(season, f"{KEY}-carried", DIRECTOR)
        for index, name in enumerate(EARLIER[2:5]):
            _type_day(season, name, last - (4 - index) * A_MONTH, chance)
        _make_marathon(season)
    return season


def _make_marathon(season: Season) -> None:
    """Rank those who entered a marathon over the typed days; two have not paid yet."""
    people = sorted(load_season_progress(season).people)[:10]
    marathon = SetRanking(
        name="Wirtshausmarathon",
        word="Turnier",
        group="listed",
        people=people,
        prizes="Ein Geselchtes",
        fee=1000,
        shares=[3000, 2500, 1500, 1000],
    )
    marathon.perform(season, f"{KEY}-marathon", DIRECTOR)
    for person in people[2:]:
        TakeEntryMoney(ranking=1, person=person).perform(season, f"{KEY}-entry-{person}", DIRECTOR)


def _type_day(season: Season, name: str, day: date, chance: random.Random) -> None:
    """Enter a day with the places of those who came; two share one."""
    event = find_act_event(AddEvent(name=name, day=day).perform(season, f"{KEY}-{day}", DIRECTOR))
    came = chance.sample(NAMES[:24], chance.choice((12, 15, 16, 20)))
    shared = chance.randrange(4, 10)
    rows = [PersonResult(Newcomer(who), place - (place == shared)) for place, who in enumerate(came, 1)]
    WriteResults(event=event.number, results=rows).perform(season, f"{KEY}-{day}-results", DIRECTOR)


def _compute_evening(day: date) -> datetime:
    return datetime.combine(day, time(20), UTC)
