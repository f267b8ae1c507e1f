"""A tournament that is over: three rounds with nearly all that can happen, and its published result."""

from datetime import datetime, timedelta

from django.db import transaction

from tarockclub.kit.time_source import pretend_time
from tarockclub.office.demo.day import (
    DIRECTOR,
    NAMES,
    OF_A_ROUND,
    OF_THE_DAY,
    REFEREES,
    DemoDay,
    create_made_up,
    load_evening,
    load_game,
    reload_table,
)
from tournaments.core.editions import FINAL
from tournaments.core.settings import Settings
from tournaments.hall.clock.actions import Pause, Resume
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.rulings.actions import TRANSFER, CallReferee, RecordRuling
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.actions import Withdraw
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.substitutes import Substitute, list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots
from tournaments.results.final_results.prizes import load_scope
from tournaments.results.final_results.result_actions import PublishResult, compute_result_sign


def add_prizes(day: DemoDay, tournament: Tournament, of: int) -> None:
    """Add the prizes of a round, or of all rounds."""
    with pretend_time(day.at):
        for name, cents in OF_THE_DAY if of == FINAL else OF_A_ROUND:
            AddPrize(of=of, name=name, cents=cents).perform(tournament, day.create_key(), DIRECTOR)


def publish_and_choose(day: DemoDay, tournament: Tournament, of: int) -> None:
    """Publish a result as it is; the winners choose, each the first prize that is left."""
    spot = tournament if of == FINAL else tournament.rounds.get(number=of)
    with pretend_time(day.at):
        standings = load_standings(load_progress(_reload_tournament(tournament)))
        PublishResult(seen=compute_result_sign(standings, of)).perform(spot, day.create_key(), DIRECTOR)
        if load_scope(_reload_tournament(tournament), of).lots_first:
            DrawLots(what="choice").perform(spot, day.create_key(), DIRECTOR)
    while (scope := load_scope(_reload_tournament(tournament), of)).turn:
        day.at += timedelta(minutes=1)
        with pretend_time(day.at):
            choice = ChoosePrize(person=scope.turn, prize=day.chance.choice(scope.free).pk)
            choice.perform(spot, day.create_key(), DIRECTOR)


def _reload_tournament(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


KEY = "demo-over"
SEED = 20261114
GOES_HOME = 2  # of those at the table, by their places
FIRST, LATECOMER, SUBSTITUTE = NAMES[:22], NAMES[22], NAMES[23]
LENGTH, BEFORE_PAUSE, PAUSE = timedelta(minutes=30), timedelta(minutes=9), timedelta(minutes=3)
HALF, RULING_AT = timedelta(minutes=18), timedelta(minutes=4)  # the referees come then, and stay so long


@transaction.atomic
def make_finished_tournament(begins: datetime) -> Tournament:
    """Tell of it from its first moment on."""
    day = DemoDay(SEED, begins)
    with pretend_time(day.at):
        tournament = create_made_up(KEY, "Herbstturnier", begins.date(), Settings(rounds=3))
        EnterPeople(newcomers=[Newcomer(name) for name in FIRST]).perform(tournament, day.create_key(), DIRECTOR)
    for number in (1, 2, 3):
        day.at += timedelta(minutes=20)
        _play_round(day, tournament, number)
    day.at += timedelta(minutes=10)
    add_prizes(day, tournament, FINAL)
    publish_and_choose(day, tournament, FINAL)
    return Tournament.objects.get(pk=tournament.pk)


def _play_round(day: DemoDay, tournament: Tournament, number: int) -> None:
    """Play a round from its draw to its result."""
    round_, tables = day.lay_tables(tournament)
    add_prizes(day, tournament, number)
    if number == 1:
        _seat_latecomer(day, tournament, round_)
    begun = day.at + timedelta(minutes=5)
    day.begin(round_, begun)
    halted, resumed = begun + BEFORE_PAUSE, begun + BEFORE_PAUSE + PAUSE
    for table in tables:
        if number == 1 and table.number == 3:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, halted)
    with pretend_time(halted):
        Pause().perform(round_, day.create_key(), DIRECTOR)
    with pretend_time(resumed):
        Resume().perform(round_, day.create_key(), DIRECTOR)
    for table in tables:
        day.play(table, resumed, begun + HALF)
    if number == 1:
        _write_ruling(day, tables[1], begun + HALF)
    if number == 2:
        _replace_player(day, tables[0], begun + HALF)
    gong = begun + LENGTH + PAUSE
    ends = [gong + (RULING_AT if number == 1 and table.number == 2 else timedelta(0)) for table in tables]
    for table, end in zip(tables, ends, strict=True):
        day.play(table, begun + HALF + (end - gong), end)
    day.at = max(day.finish(table, end) for table, end in zip(tables, ends, strict=True))
    day.at += timedelta(minutes=3)
    publish_and_choose(day, tournament, number)


def _seat_latecomer(day: DemoDay, tournament: Tournament, round_: Round) -> None:
    """Seat a player who comes when the tables are laid already."""
    with pretend_time(day.at + timedelta(minutes=3)):
        EnterPeople(newcomers=[Newcomer(LATECOMER)], rounds=[1]).perform(tournament, day.create_key(), DIRECTOR)
        late = Entrant.objects.get(tournament=tournament, person__name=LATECOMER).pk
        PayFees(entrants=[late]).perform(round_, day.create_key(), DIRECTOR)
        SeatLate(entrant=late, table=0).perform(round_, day.create_key(), DIRECTOR)


def _write_ruling(day: DemoDay, table: RoundTable, moment: datetime) -> None:
    """Call the referees, and let them rule that a player pays 2 points to another (§5)."""
    with pretend_time(moment):
        CallReferee().perform(reload_table(table), day.create_key())
    first, second = load_evening(table).order[:2]
    amounts = tuple({first: -12, second: 12}.get(place, 0) for place in range(6))
    text = "Karte gezeigt, bevor der Stich fertig war: 2 Punkte an den Gegner. Das Spiel gilt."
    ruling = RecordRuling(
        text=text, decided_by=REFEREES, deed=TRANSFER, amounts=amounts, seen=load_game(table).last_sequence
    )
    with pretend_time(moment + RULING_AT):
        ruling.perform(reload_table(table), day.create_key(), DIRECTOR)


def _replace_player(day: DemoDay, table: RoundTable, moment: datetime) -> None:
    """Replace a player in the middle by another one, who takes over the seat with its score."""
    leaver = list_seat_holders(reload_table(table).game_table)[GOES_HOME]
    with pretend_time(moment):
        substitution = Substitute(place=leaver.place, newcomer=Newcomer(SUBSTITUTE))
        substitution.perform(reload_table(table), day.create_key(), DIRECTOR)
        tournament = reload_table(table).round.tournament
        leaving = Entrant.objects.get(tournament=tournament, person=leaver.person)
        Withdraw(entrant=leaving.pk).perform(tournament, day.create_key(), DIRECTOR)
