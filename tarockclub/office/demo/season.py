"""The demo's seasons: last year's, typed in and over, this year's with its tournaments; a federation of four cups."""

import random
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now, pretend_time
from tarockclub.models import Account, Club, Person
from tarockclub.office.demo.day import DIRECTOR, NAMES, DemoDay, reload_table
from tarockclub.office.demo.tournaments import publish_and_choose
from tarockclub.office.hosting.services import FirstDirector, found_club_of_hash
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tournaments.core.editions import FINAL
from tournaments.core.formats.library import list_formats
from tournaments.hall.desk.actions import CloseTable
from tournaments.hall.paper_sheets.actions import EnterTotals
from tournaments.hall.setup.services import create_tournament
from tournaments.models import RoundTable, Season, SeasonEvent, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import set_federation_number
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.seasons.federation.offers import accept_offer, offer
from tournaments.seasons.federation.services import agree_to_membership, ask
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.events import AddEvent, AddTournament, CarryPoints, RemoveEvent, find_act_event
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import FORMULA, HALF, EveningRule, SeasonSettings
from tournaments.seasons.season.sub_rankings.actions import SetRanking, TakeEntryMoney

KEY = "demo-season"
SEASON_SEED = 20260110
YEAR = timedelta(days=364)
A_MONTH = timedelta(days=28)
TYPED_DAYS = (
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
    chance = random.Random(SEASON_SEED)  # noqa: S311 -- no secret
    with pretend_time(_compute_evening(last)):
        season = create_season(
            f"{KEY}-before", load_first_club(), SeasonDetails(f"Tarockcup {last.year}", LAST_YEAR), DIRECTOR
        )
        for index, name in enumerate(TYPED_DAYS):
            _type_day(season, name, last - (len(TYPED_DAYS) - 1 - index) * A_MONTH, chance)
        _publish(season, KEY, _compute_evening(last))
    return Season.objects.get(pk=season.pk)


def _make_this_year(last: date, before: Season) -> Season:
    """Make the current season: three days typed in, and a tenth of last year's points carried over."""
    chance = random.Random(SEASON_SEED + 1)  # noqa: S311 -- no secret
    with pretend_time(_compute_evening(last - 3 * A_MONTH)):
        season = create_season(KEY, load_first_club(), SeasonDetails(f"Tarockcup {last.year}", THIS_YEAR), DIRECTOR)
        CarryPoints(season=before.pk, percent=10).perform(season, f"{KEY}-carried", DIRECTOR)
        for index, name in enumerate(TYPED_DAYS[2:5]):
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
    came = chance.sample(NAMES[:24], chance.choice((12, 15, 16, 20)))
    shared = chance.randrange(4, 10)
    results = [PersonResult(Newcomer(person), place - (place == shared)) for place, person in enumerate(came, 1)]
    _write_day(season, KEY, name, day, results)


def _write_day(season: Season, key: str, name: str, day: date, results: list[PersonResult]) -> None:
    event = find_act_event(AddEvent(name=name, day=day).perform(season, f"{key}-{day}", DIRECTOR))
    WriteResults(event=event.number, results=results).perform(season, f"{key}-{day}-results", DIRECTOR)


def _publish(season: Season, key: str, moment: datetime) -> None:
    with pretend_time(moment):
        sign = compute_season_sign(load_season_progress(season))
        PublishStanding(seen=sign, confirmed=True).perform(season, f"{key}-published", DIRECTOR)


def _compute_evening(day: date) -> datetime:
    return datetime.combine(day, time(20), UTC)


FEDERATION_KEY, FEDERATION_SEED = "demo-federation", 20261121
FEDERATION = ("Tarockverband Vierwinkel", "vierwinkel", FirstDirector("Notburga Hochegg", "verband"))
A_DAY = timedelta(days=1)
FINALISTS, CUP_DAYS = 20, 3
FINAL_PRIZES = "Meisterpokal und Geschenkkorb\nGeschenkkorb\nZwei Flaschen Wein"  # of the overall ranking
DAY_PRIZES = (("Tagespokal", 0), ("Geschenkkorb", 4000), ("Brezenkranz", 1200))


class Cup(NamedTuple):
    """A cup of the federation."""

    name: str
    club: str
    slug: str
    first: int  # the first of its players among NAMES …
    players: int  # … and how many there are
    size: int  # of the sizes of the ready rule
    evenings: EveningRule | None = None  # of its year, which has just begun


def _plan(weekday: int, starts: str, place: str) -> EveningRule:
    return EveningRule(weekdays=(weekday,), starts=starts, place=place)


CUPS = (
    Cup("Donauleiten-Cup", "Tarockfreunde Donauleiten", "donauleiten", 0, 16, 3, _plan(3, "19:30", "Donaublick")),
    Cup("Sensental-Cup", "Tarockrunde Sensental", "sensental", 12, 12, 2, _plan(4, "18:00", "Sensenwirt")),
    Cup("Hochkogel-Cup", "Tarockverein Hochkogel", "hochkogel", 21, 8, 1),
    Cup("Moosbach-Cup", "Stammtisch Moosbach", "moosbach", 26, 7, 1, _plan(3, "19:00", "Mooswirt")),
)
FEDERATION_DAYS = ("Verbandstag in Moosbach", "Verbandstag am Hochkogel", "Verbandstag im Sensental")


@transaction.atomic
def make_federation(host: Actor, hashed: str) -> list[Account]:
    """Make the federation with its clubs and its final of last week; return their directors, the federation's first.

    All of them get the password of this hash: to hash it takes a quarter of a second.
    """
    day = DemoDay(FEDERATION_SEED, now() - timedelta(days=7))
    federation, director = found_club_of_hash(*FEDERATION, hashed, host, is_federation=True)
    directors, cups = [director], []
    for index, cup in enumerate(CUPS):
        first = FirstDirector(NAMES[cup.first], f"cup{index + 1}")
        club, director = found_club_of_hash(cup.club, cup.slug, first, hashed, host)
        agree_to_membership(ask(federation, club).pk, club)
        cups.append(_make_cup(day, club, cup))
        directors.append(director)
    with pretend_time(day.at - A_DAY):
        details = SeasonDetails(f"Verbandscup {day.at.year}", READY["oesterreich-finale"]._replace(prizes=FINAL_PRIZES))
        final = create_season(f"{FEDERATION_KEY}-final", federation, details, DIRECTOR)
        for cup, season in zip(CUPS, cups, strict=True):
            accept_offer(offer(season, final, DIRECTOR).pk, federation, who=DIRECTOR, size=cup.size)
        _type_federation_days(final, day.at)
    played = _play_final(day, federation)
    AddTournament(tournament=played.pk, kind="final").perform(final, f"{FEDERATION_KEY}-final-day", DIRECTOR)
    _publish(final, FEDERATION_KEY, day.at)
    return directors


def _type_federation_days(season: Season, last: datetime) -> None:
    """Enter the days of the federation before its final; who is in front is in front more often."""
    chance = random.Random(FEDERATION_SEED)  # noqa: S311 -- no secret
    people = list(Person.objects.filter(club=season.club).order_by("number"))
    for ago, name in zip(range(len(FEDERATION_DAYS), 0, -1), FEDERATION_DAYS, strict=True):
        came = chance.sample(people, 24)
        came.sort(key=lambda person: chance.random() * (12 + person.number))
        results = [PersonResult(Newcomer(person.name, person.pk), place) for place, person in enumerate(came, 1)]
        _write_day(season, FEDERATION_KEY, name, localdate(last - 2 * ago * A_MONTH), results)


def _make_cup(day: DemoDay, club: Club, cup: Cup) -> Season:
    """Make the season of a club, whose days are typed in; all but the last of its standing have a federation number."""
    names = NAMES[cup.first : cup.first + cup.players]
    details = SeasonDetails(f"{cup.name} {day.at.year}", READY["beste"])
    season = create_season(f"{FEDERATION_KEY}-{cup.slug}", club, details, DIRECTOR)
    for index in range(CUP_DAYS):
        came = day.chance.sample(names, cup.players - day.chance.randrange(3))
        results = [PersonResult(Newcomer(name), place) for place, name in enumerate(came, 1)]
        played = localdate(day.at - (CUP_DAYS - index) * A_MONTH)
        _write_day(season, FEDERATION_KEY, f"{index + 1}. Runde", played, results)
    last = load_season_progress(season).standing.lines[-1].who
    for person in Person.objects.filter(club=club, name__in=names).exclude(pk=last):
        set_federation_number(person, f"V{NAMES.index(person.name) + 101}")
    _publish(season, FEDERATION_KEY, day.at - 2 * A_DAY)
    if cup.evenings is not None:
        rule = cup.evenings._replace(since=f"{localdate(day.at)}", until=f"{localdate(day.at + YEAR)}")
        details = SeasonDetails("Unsere Abende", READY["jahr"]._replace(evenings=rule))
        create_season(f"{FEDERATION_KEY}-{cup.slug}-year", club, details, DIRECTOR)
    return Season.objects.select_related("club").get(pk=season.pk)


def _play_final(day: DemoDay, federation: Club) -> Tournament:
    """Play the final, whose tables write on paper: three rounds, the ranking of the day and its prizes."""
    [settings] = (entry.settings for entry in list_formats() if entry.id == "oesterreich-finale")
    numbered = Person.objects.filter(club=federation).exclude(federation_number="")
    people = list(numbered.order_by("number")[:FINALISTS])
    with pretend_time(day.at):
        name, seed = f"Finale {day.at.year}", f"{FEDERATION_SEED:032}"
        tournament = create_tournament(
            f"{FEDERATION_KEY}-day", federation, name, localdate(day.at), settings, DIRECTOR, seed=seed
        )
        came = [Newcomer(person.name, person.pk) for person in people]
        day.perform(EnterPeople(newcomers=came), tournament)
        for prize, cents in DAY_PRIZES:
            day.perform(AddPrize(of=FINAL, name=prize, cents=cents), tournament)
    for number in range(1, settings.rounds + 1):
        round_, tables = day.lay_tables(tournament)
        day.begin(round_, day.at + timedelta(minutes=4))
        day.at += timedelta(minutes=80)
        for table in tables:
            _write_totals(day, table)
        publish_and_choose(day, tournament, number)
    publish_and_choose(day, tournament, FINAL)
    return Tournament.objects.get(pk=tournament.pk)


def _write_totals(day: DemoDay, table: RoundTable) -> None:
    amounts = [6 * day.chance.randrange(-25, 30) for _player in range(table.game_table.players - 1)]
    with pretend_time(day.at):
        totals = EnterTotals(amounts=[*amounts, -sum(amounts)], hands=16)
        day.perform(totals, reload_table(table))
        day.perform(CloseTable(confirmed=True), reload_table(table))
