"""The tournaments of `manage.py demo`; repeating it changes nothing, but a round whose time is over is renewed."""

from datetime import datetime, timedelta
from typing import NamedTuple

from tarockclub.kit.time_source import now
from tarockclub.office.demo.cup import make_cup
from tarockclub.office.demo.day import CLUB
from tarockclub.office.demo.finished_tournament import KEY, make_finished_tournament
from tarockclub.office.demo.running_tournament import make_running_tournament
from tarockclub.office.demo.season import make_seasons
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import rename_club
from tournaments.models import RoundTable, Season, Tournament

SATURDAY, AFTERNOON = 5, 13  # UTC


class Demo(NamedTuple):
    """The tournaments and seasons of the demo."""

    over: Tournament
    running: Tournament
    cup: Tournament
    season: Season

    @property
    def table(self) -> RoundTable:
        """Return the first table of the round that runs."""
        tables = RoundTable.objects.filter(round__tournament=self.running, round__number=1)
        return tables.select_related("game_table").get(number=1)


def enter_tournaments() -> Demo:
    """Enter everything, and name the club if it has no name yet."""
    if not is_set_up() and load_first_club().name != CLUB:
        rename_club(load_first_club(), CLUB)
    known = Tournament.objects.filter(start_key=KEY).first()
    over, running = known or make_finished_tournament(_find_last_saturday(now())), make_running_tournament()
    return Demo(over, running, make_cup(), make_seasons(over, running))


def _find_last_saturday(today: datetime) -> datetime:
    """Return the last Saturday before today, in the afternoon."""
    days = (today.weekday() - SATURDAY) % 7 or 7
    return (today - timedelta(days=days)).replace(hour=AFTERNOON, minute=0, second=0, microsecond=0)
