"""States of the pages of seasons."""

from typing import Any

from tarockclub.persons import own_club
from tests.support.states.state import DIRECTOR, State
from tournaments.models import Tournament
from tournaments.season.events import add_tournament
from tournaments.season.making import Wanted, new_season
from tournaments.season.settings import Settings

RUNNING = "/tournaments/seasons/{season}"

SEASONS = (
    State("seasons", DIRECTOR, "/tournaments/seasons/"),
    State("season", DIRECTOR, f"{RUNNING}/"),
)


def make_seasons(over: Tournament) -> dict[str, Any]:
    """Write them; the words for the paths of states."""
    season = new_season("states-season", own_club(), Wanted("Jahrescup", Settings()))
    add_tournament(season, "states-season-1", over)
    return {"season": str(season.slug)}
