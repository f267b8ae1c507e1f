"""A tournament that is over: three rounds with nearly all that can happen, and its published result."""

from datetime import datetime, timedelta

from django.db import transaction

from tarockclub.time_source import told_afterwards
from tournaments.clock.services import pause, resume
from tournaments.demo.day import DIRECTOR, NAMES, OF_A_ROUND, OF_THE_DAY, REFEREES, Day, book_of, new_made_up, table_now
from tournaments.draw.late_entries import seat_late
from tournaments.entrants.round_entries import pay, withdraw
from tournaments.entrants.services import enter
from tournaments.entrants.substitutes import substitute, who_sits
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.name_lists.candidates import Newcomer
from tournaments.results.prizes import add_prize, choose, scope_at
from tournaments.results.services import draw_lots, publish, sign_of
from tournaments.rulings.effects import TRANSFER, Wanted
from tournaments.rulings.referee_call import call_referee
from tournaments.rulings.services import rule
from tournaments.settings import Settings
from tournaments.standings.editions import FINAL
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import CHOICE, standings_of


def prizes(day: Day, made: Tournament, of: int) -> None:
    """Put up what can be won in a round, or in all of them."""
    with told_afterwards(day.at):
        for name, cents in OF_THE_DAY if of == FINAL else OF_A_ROUND:
            add_prize(made.pk, day.key(), of, name, cents, DIRECTOR)


def published(day: Day, made: Tournament, of: int) -> None:
    """Publish a result as it stands; whoever is placed chooses, the first prize that is left."""
    with told_afterwards(day.at):
        standings = standings_of(stand_of(_now(made)))
        publish(made.pk, day.key(), of, sign_of(standings, of), DIRECTOR)
        if scope_at(_now(made), of).lots_first:
            draw_lots(made.pk, day.key(), of, CHOICE, DIRECTOR)
    while (scope := scope_at(_now(made), of)).turn:
        day.at += timedelta(minutes=1)
        with told_afterwards(day.at):
            choose(made.pk, day.key(), of, scope.turn, day.chance.choice(scope.free).pk, DIRECTOR)


def _now(made: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=made.pk)


KEY = "demo-over"
SEED = 20261114
GOES_HOME = 2  # of those at the table, by their places
FIRST, LATE, SUBSTITUTE = NAMES[:22], NAMES[22], NAMES[23]
LENGTH, BEFORE_PAUSE, PAUSE = timedelta(minutes=30), timedelta(minutes=9), timedelta(minutes=3)
HALF, RULED = timedelta(minutes=18), timedelta(minutes=4)  # the referees come then, and stay so long


@transaction.atomic
def tournament_over(begins: datetime) -> Tournament:
    """Tell of it from its first moment on."""
    day = Day(SEED, begins)
    with told_afterwards(day.at):
        made = new_made_up(KEY, "Herbstturnier", begins.date(), Settings(rounds=3))
        enter(made.pk, day.key(), [Newcomer(name) for name in FIRST], (), DIRECTOR)
    for number in (1, 2, 3):
        day.at += timedelta(minutes=20)
        _round(day, made, number)
    day.at += timedelta(minutes=10)
    prizes(day, made, FINAL)
    published(day, made, FINAL)
    return Tournament.objects.get(pk=made.pk)


def _round(day: Day, made: Tournament, number: int) -> None:
    """A round from its draw to its result."""
    round_, tables = day.laid(made)
    prizes(day, made, number)
    if number == 1:
        _comes_late(day, made, round_)
    begun = day.at + timedelta(minutes=5)
    day.begin(round_, begun)
    halted, resumed = begun + BEFORE_PAUSE, begun + BEFORE_PAUSE + PAUSE
    for table in tables:
        if number == 1 and table.number == 3:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, halted)
    with told_afterwards(halted):
        pause(round_, day.key(), DIRECTOR)
    with told_afterwards(resumed):
        resume(round_, day.key(), DIRECTOR)
    for table in tables:
        day.play(table, resumed, begun + HALF)
    if number == 1:
        _is_ruled(day, tables[1], begun + HALF)
    if number == 2:
        _goes_home(day, tables[0], begun + HALF)
    gong = begun + LENGTH + PAUSE
    ends = [gong + (RULED if number == 1 and table.number == 2 else timedelta(0)) for table in tables]
    for table, end in zip(tables, ends, strict=True):
        day.play(table, begun + HALF + (end - gong), end)
    day.at = max(day.finish(table, end) for table, end in zip(tables, ends, strict=True))
    day.at += timedelta(minutes=3)
    published(day, made, number)


def _comes_late(day: Day, made: Tournament, round_: Round) -> None:
    """Somebody comes when the tables are laid already, and joins one of them."""
    with told_afterwards(day.at + timedelta(minutes=3)):
        enter(made.pk, day.key(), [Newcomer(LATE)], [1], DIRECTOR)
        late = Entrant.objects.get(tournament=made, person__name=LATE).pk
        pay(round_, day.key(), [late], DIRECTOR)
        seat_late(round_, day.key(), late, 0, DIRECTOR)


def _is_ruled(day: Day, table: RoundTable, at: datetime) -> None:
    """The referees are called, and let somebody pay 2 points to another (§5)."""
    with told_afterwards(at):
        call_referee(table_now(table), day.key())
    book = book_of(table)
    first, second = book.now.order[:2]
    amounts = tuple({first: -12, second: 12}.get(place, 0) for place in range(6))
    text = "Karte gezeigt, bevor der Stich fertig war: 2 Punkte an den Gegner. Das Spiel gilt."
    wanted = Wanted(text, REFEREES, TRANSFER, amounts=amounts, seen=book.table.last_sequence)
    with told_afterwards(at + RULED):
        rule(table_now(table), day.key(), wanted, DIRECTOR)


def _goes_home(day: Day, table: RoundTable, at: datetime) -> None:
    """Somebody goes home in the middle; another one takes his seat, with his score."""
    gone = who_sits(table_now(table).game_table)[GOES_HOME]
    with told_afterwards(at):
        substitute(table_now(table), day.key(), gone.place, Newcomer(SUBSTITUTE), DIRECTOR)
        made = table_now(table).round.tournament_id
        withdraw(made, day.key(), Entrant.objects.get(tournament=made, person=gone.person).pk, DIRECTOR)
