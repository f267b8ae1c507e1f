"""A tournament whose first round is in full swing: its clock has run for twelve minutes, in real time."""

from datetime import datetime, timedelta

from django.db import transaction

from scoring.book.marks import MarkRequest, write_mark
from scoring.book.table_clock import decode_clock
from scoring.models import Deal, GameTable, Mark
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.office.demo.day import DIRECTOR, NAMES, DemoDay, create_made_up, load_evening, load_game, reload_table
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.settings import Settings
from tournaments.hall.rulings.actions import CallReferee
from tournaments.models import RoundTable, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import Newcomer

KEY = "demo-running-"
RUNS_SINCE = timedelta(minutes=12)
BUSTED_TABLE, CALLED_TABLE, DISPUTED_TABLE, SLOW_TABLE = 2, 5, 4, 7  # numbers of the tables where something happens


def make_running_tournament() -> Tournament:
    """Make the latest one if its time is not up; else another one."""
    earlier = list(Tournament.objects.filter(start_key__startswith=KEY).order_by("pk"))
    return earlier[-1] if earlier and _has_time(earlier[-1]) else _create_tournament(len(earlier) + 1, now())


def _has_time(tournament: Tournament) -> bool:
    texts = GameTable.objects.filter(round_table__round__tournament=tournament).values_list("clock", flat=True)
    clocks = [clock for clock in map(decode_clock, texts) if clock is not None]
    return any(not clock.is_over(now()) and not clock.stands for clock in clocks)


@transaction.atomic
def _create_tournament(number: int, today: datetime) -> Tournament:
    """Tell of it up to now."""
    day = DemoDay(number, today - RUNS_SINCE - timedelta(minutes=30))
    with pretend_time(day.at):
        settings = Settings(rounds=3)
        tournament = create_made_up(f"{KEY}{number}", "Vereinsturnier", today.date(), settings)
        EnterPeople(newcomers=[Newcomer(name) for name in NAMES]).perform(tournament, day.create_key(), DIRECTOR)
    round_, tables = day.lay_tables(tournament)
    begun = today - RUNS_SINCE
    day.begin(round_, begun)
    for table in tables:
        if table.number == BUSTED_TABLE:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, today - timedelta(minutes=8 if table.number == SLOW_TABLE else 2))
    _dispute_first_hand(day, tables[DISPUTED_TABLE - 1], today)
    with pretend_time(today - timedelta(minutes=1)):
        CallReferee().perform(reload_table(tables[CALLED_TABLE - 1]), day.create_key())
    return Tournament.objects.get(pk=tournament.pk)


def _dispute_first_hand(day: DemoDay, table: RoundTable, today: datetime) -> None:
    """Dispute the first hand, from a player's own phone."""
    game = load_game(table)
    deal = Deal.objects.filter(table=game).select_related("entry").earliest("number")
    ask = MarkRequest(
        line=deal.number,
        seen=deal.entry.sequence,
        newest=0,
        kind=Mark.Kind.DISPUTED,
        place=load_evening(table).order[2],
    )
    with pretend_time(today - timedelta(minutes=2)):
        write_mark(game, ask, day.create_key(), Actor(device="demo-phone"))
