"""A tournament whose first round is in full swing: its clock runs from twelve minutes ago, by the real time."""

from datetime import datetime, timedelta

from django.db import transaction

from scoring.marks.services import Ask, mark
from scoring.models import Deal, GameTable, Mark
from scoring.table_clock.clock import read
from tarockclub.accounts.actors import Who
from tarockclub.time_source import now, told_afterwards
from tournaments.demo.day import DIRECTOR, NAMES, Day, book_of, new_made_up, table_now
from tournaments.entrants.services import enter
from tournaments.models import RoundTable, Tournament
from tournaments.name_lists.candidates import Newcomer
from tournaments.rulings.referee_call import call_referee
from tournaments.settings import Settings

KEY = "demo-running-"
RUNS_SINCE = timedelta(minutes=12)
BUSTED, CALLED, DISPUTED, SLOW = 2, 5, 4, 7  # numbers of the tables where something happens


def tournament_running() -> Tournament:
    """The latest one if its time is not up; else another one."""
    known = list(Tournament.objects.filter(start_key__startswith=KEY).order_by("pk"))
    return known[-1] if known and _has_time(known[-1]) else _begun(len(known) + 1, now())


def _has_time(tournament: Tournament) -> bool:
    texts = GameTable.objects.filter(round_table__round__tournament=tournament).values_list("clock", flat=True)
    clocks = [clock for clock in map(read, texts) if clock is not None]
    return any(not clock.time_is_up(now()) and not clock.stands for clock in clocks)


@transaction.atomic
def _begun(number: int, today: datetime) -> Tournament:
    """Tell of it up to now."""
    day = Day(number, today - RUNS_SINCE - timedelta(minutes=30))
    with told_afterwards(day.at):
        settings = Settings(rounds=3)
        made = new_made_up(f"{KEY}{number}", "Vereinsturnier", today.date(), settings)
        enter(made.pk, day.key(), [Newcomer(name) for name in NAMES], (), DIRECTOR)
    round_, tables = day.laid(made)
    begun = today - RUNS_SINCE
    day.begin(round_, begun)
    for table in tables:
        if table.number == BUSTED:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, today - timedelta(minutes=8 if table.number == SLOW else 2))
    _is_disputed(day, tables[DISPUTED - 1], today)
    with told_afterwards(today - timedelta(minutes=1)):
        call_referee(table_now(tables[CALLED - 1]), day.key())
    return Tournament.objects.get(pk=made.pk)


def _is_disputed(day: Day, table: RoundTable, today: datetime) -> None:
    """Somebody says of the first hand, from a phone of his own, that it is not right."""
    game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
    deal = Deal.objects.filter(table=game).select_related("entry").earliest("number")
    ask = Ask(
        line=deal.number, seen=deal.entry.sequence, newest=0, kind=Mark.Kind.DISPUTED, place=book_of(table).now.order[2]
    )
    with told_afterwards(today - timedelta(minutes=2)):
        mark(game, ask, day.key(), Who(device="demo-phone"))
