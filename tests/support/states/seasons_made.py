"""Seasons in their stages; `make_seasons` says where."""

from typing import Any

from tarockclub.persons import own_club
from tournaments.models import Tournament
from tournaments.season.events import add_tournament
from tournaments.season.making import Wanted, new_season
from tournaments.season.settings import Settings


def make_seasons(over: Tournament) -> dict[str, Any]:
    """Write them; the words for the paths of states."""
    season = new_season("states-season", own_club(), Wanted("Jahrescup", Settings()))
    add_tournament(season, "states-season-1", over)
    return {"season": str(season.slug)}
