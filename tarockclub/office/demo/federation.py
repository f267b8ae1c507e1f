"""A federation of four cups: each has a season that is over, the final is played, both its rankings are published."""

import random
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from tarockclub.kit.time_source import now, pretend_time
from tarockclub.models import Account, Club, Person
from tarockclub.office.demo.day import DIRECTOR, NAMES, DemoDay, reload_table
from tarockclub.office.demo.finished_tournament import publish_and_choose
from tarockclub.office.demo.season import READY
from tarockclub.office.hosting.services import FirstDirector, found_club_of_hash
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.editions import FINAL
from tournaments.core.formats.library import list_formats
from tournaments.hall.desk.actions import CloseTable
from tournaments.hall.paper_sheets.actions import EnterTotals
from tournaments.hall.setup.services import create_tournament
from tournaments.models import RoundTable, Season, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import set_federation_number
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.seasons.federation.membership import agree_to_membership, ask
from tournaments.seasons.federation.offers import accept_offer, offer
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.events import AddEvent, AddTournament, find_act_event
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.services import SeasonDetails, create_season

KEY, SEED = "demo-federation", 20261121
FEDERATION = ("Tarockverband Vierwinkel", "vierwinkel", FirstDirector("Notburga Hochegg", "verband"))
A_DAY, A_MONTH = timedelta(days=1), timedelta(days=28)
COME_TO_FINAL, DAYS = 20, 3
PRIZES = "Meisterpokal und Geschenkkorb\nGeschenkkorb\nZwei Flaschen Wein"  # of the overall ranking
DAY_PRIZES = (("Tagespokal", 0), ("Geschenkkorb", 4000), ("Brezenkranz", 1200))


class Cup(NamedTuple):
    """A cup of the federation."""

    name: str
    club: str
    slug: str
    first: int  # the first of its players among NAMES …
    players: int  # … and how many there are
    size: int  # of the sizes of the ready rule


CUPS = (
    Cup("Donauleiten-Cup", "Tarockfreunde Donauleiten", "donauleiten", 0, 16, 3),
    Cup("Sensental-Cup", "Tarockrunde Sensental", "sensental", 12, 12, 2),
    Cup("Hochkogel-Cup", "Tarockverein Hochkogel", "hochkogel", 21, 8, 1),
    Cup("Moosbach-Cup", "Stammtisch Moosbach", "moosbach", 26, 7, 1),
)


@transaction.atomic
def make_federation(host: Actor, hashed: str) -> list[Account]:
    """Make the federation with its clubs and its final of last week; return their directors, the federation's first.

    All of them get the password of this hash: to hash it takes a quarter of a second.
    """
    day = DemoDay(SEED, now() - timedelta(days=7))
    federation, director = found_club_of_hash(*FEDERATION, hashed, host, is_federation=True)
    directors, cups = [director], []
    for index, cup in enumerate(CUPS):
        first = FirstDirector(NAMES[cup.first], f"cup{index + 1}")
        club, director = found_club_of_hash(cup.club, cup.slug, first, hashed, host)
        agree_to_membership(ask(federation, club).pk, club)
        cups.append(_make_cup(day, club, cup))
        directors.append(director)
    with pretend_time(day.at - A_DAY):
        details = SeasonDetails(f"Finale {day.at.year}", READY["oesterreich-finale"]._replace(prizes=PRIZES))
        final = create_season(f"{KEY}-final", federation, details, DIRECTOR)
        for cup, season in zip(CUPS, cups, strict=True):
            accept_offer(offer(season, final, DIRECTOR).pk, federation, who=DIRECTOR, size=cup.size)
    played = _play_final(day, federation)
    AddTournament(tournament=played.pk, kind="final").perform(final, f"{KEY}-final-day", DIRECTOR)
    _publish(final, day.at)
    return directors


def _make_cup(day: DemoDay, club: Club, cup: Cup) -> Season:
    """Make the season of a club, whose days are typed in; all but the last of its standing have a federation number."""
    names = NAMES[cup.first : cup.first + cup.players]
    details = SeasonDetails(f"{cup.name} {day.at.year}", READY["beste"])
    season = create_season(f"{KEY}-{cup.slug}", club, details, DIRECTOR)
    for index in range(DAYS):
        came = day.chance.sample(names, cup.players - day.chance.randrange(3))
        _type_day(season, f"{index + 1}. Runde", (day.at - (DAYS - index) * A_MONTH).date(), came)
    last = load_season_progress(season).standing.lines[-1].who
    for person in Person.objects.filter(club=club, name__in=names).exclude(pk=last):
        set_federation_number(person, f"V{NAMES.index(person.name) + 101}")
    _publish(season, day.at - 2 * A_DAY)
    return Season.objects.select_related("club").get(pk=season.pk)


def _type_day(season: Season, name: str, played: date, came: Sequence[str]) -> None:
    event = find_act_event(AddEvent(name=name, day=played).perform(season, f"{KEY}-{played}", DIRECTOR))
    rows = [PersonResult(Newcomer(who), place) for place, who in enumerate(came, 1)]
    WriteResults(event=event.number, results=rows).perform(season, f"{KEY}-{played}-results", DIRECTOR)


def _publish(season: Season, moment: datetime) -> None:
    with pretend_time(moment):
        sign = compute_season_sign(load_season_progress(season))
        PublishStanding(seen=sign, confirmed=True).perform(season, f"{KEY}-published", DIRECTOR)


def _play_final(day: DemoDay, federation: Club) -> Tournament:
    """Play the final, whose tables write on paper: three rounds, the ranking of the day and its prizes."""
    [settings] = (entry.settings for entry in list_formats() if entry.id == "oesterreich-finale")
    numbered = Person.objects.filter(club=federation).exclude(federation_number="")
    people = list(numbered.order_by("number")[:COME_TO_FINAL])
    with pretend_time(day.at):
        name, seed = f"Finale {day.at.year}", f"{SEED:032}"
        tournament = create_tournament(f"{KEY}-day", federation, name, day.at.date(), settings, DIRECTOR, seed=seed)
        came = [Newcomer(person.name, person.pk) for person in people]
        EnterPeople(newcomers=came).perform(tournament, day.create_key(), DIRECTOR)
        for prize, cents in DAY_PRIZES:
            AddPrize(of=FINAL, name=prize, cents=cents).perform(tournament, day.create_key(), DIRECTOR)
    for number in range(1, settings.rounds + 1):
        round_, tables = day.lay_tables(tournament)
        day.begin(round_, day.at + timedelta(minutes=4))
        day.at += timedelta(minutes=80)
        for table in tables:
            _write_totals(day.chance, table, day)
        publish_and_choose(day, tournament, number)
    publish_and_choose(day, tournament, FINAL)
    return Tournament.objects.get(pk=tournament.pk)


def _write_totals(chance: random.Random, table: RoundTable, day: DemoDay) -> None:
    amounts = [6 * chance.randrange(-25, 30) for _player in range(table.game_table.players - 1)]
    with pretend_time(day.at):
        totals = EnterTotals(amounts=[*amounts, -sum(amounts)], hands=16)
        totals.perform(reload_table(table), day.create_key(), DIRECTOR)
        CloseTable(confirmed=True).perform(reload_table(table), day.create_key(), DIRECTOR)
