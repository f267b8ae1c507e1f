"""A cup of today: two rounds of sixteen hands are played, the third one runs; nine people, so a table has five."""

from datetime import datetime, timedelta

from django.db import transaction

from tarockclub.kit.time_source import now, pretend_time
from tarockclub.office.demo.day import DIRECTOR, NAMES, DemoDay, create_made_up, reload_table
from tarockclub.office.demo.finished_tournament import publish_and_choose
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.clock.display import Progress
from tournaments.hall.desk.actions import CloseTable
from tournaments.hall.desk.overview import load_rows
from tournaments.models import RoundTable, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import Newcomer

KEY = "demo-cup-"
PLAYERS = 9
ROUND = timedelta(minutes=75)
A_HAND = timedelta(seconds=195)
SETTINGS = build_default_settings(CUP)._replace(sheet="standard", kontra=1, donation=True)
HANDS_LEFT = {1: 1, 2: 9}  # of the round that runs: how many hands each table still has to play


def make_cup() -> Tournament:
    """Return the latest cup if it is of today; otherwise create another one."""
    cups = list(Tournament.objects.filter(start_key__startswith=KEY).order_by("pk"))
    if cups and cups[-1].day == now().date():
        return cups[-1]
    return _create_cup(len(cups) + 1, now())


@transaction.atomic
def _create_cup(number: int, today: datetime) -> Tournament:
    """Tell of it up to now."""
    day = DemoDay(number, today - 3 * ROUND - timedelta(minutes=40))
    with pretend_time(day.at):
        cup = create_made_up(f"{KEY}{number}", "Tarockcup", today.date(), SETTINGS)
        EnterPeople(newcomers=[Newcomer(name) for name in NAMES[:PLAYERS]]).perform(cup, day.create_key(), DIRECTOR)
    for round_ in (1, 2):
        _play_round(day, cup)
        publish_and_choose(day, cup, round_)
        day.at += timedelta(minutes=5)
    _start_last_round(day, cup, today)
    return Tournament.objects.get(pk=cup.pk)


def _play_round(day: DemoDay, tournament: Tournament) -> None:
    """Play a round from its draw to the last table."""
    round_, tables = day.lay_tables(tournament)
    begun = day.at + timedelta(minutes=4)
    day.begin(round_, begun)
    day.at = max(_play(day, table, begun) for table in tables)
    for table in tables:
        with pretend_time(day.at):
            CloseTable().perform(reload_table(table), day.create_key(), DIRECTOR)
    day.at += timedelta(minutes=2)


def _start_last_round(day: DemoDay, tournament: Tournament, today: datetime) -> None:
    """Start the round in progress: one table at its last hand, the other one far behind."""
    round_, tables = day.lay_tables(tournament)
    day.begin(round_, day.at + timedelta(minutes=4))
    for table in tables:
        hands = _load_progress(table).left - HANDS_LEFT[table.number]
        _play(day, table, today - hands * A_HAND, hands)


def _play(day: DemoDay, table: RoundTable, begun: datetime, hands: int | None = None) -> datetime:
    """Play `hands` hands at a table, or all of them; return the moment when the last one was over."""
    moment = begun
    for _hand in range(_load_progress(table).left if hands is None else hands):
        moment += day.draw_seconds(int(A_HAND.total_seconds()) - 40, int(A_HAND.total_seconds()))
        day.enter_hand(table, moment)
    return moment


def _load_progress(table: RoundTable) -> Progress:
    return load_rows(RoundTable.objects.filter(pk=table.pk))[0].progress
