"""The teams on the wall."""

from tournaments.models import Tournament
from tournaments.selectors import settings_of
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import standings_of
from tournaments.teams.page import Projected, projected


def team_rows(tournament: Tournament) -> tuple[Projected, ...]:
    """The best teams of a tournament; nothing, and no query, where it has none."""
    return projected(standings_of(stand_of(tournament))) if settings_of(tournament).team_size else ()
