"""The stored data of tournaments: tournaments with everything that belongs to them, teams, seasons."""

from tournaments.models.journal import JournalAct, JournalOwner
from tournaments.models.roles import TournamentRole
from tournaments.models.season import Season, SeasonAct, SeasonEvent, SeasonResult
from tournaments.models.teams import Team, TeamMember
from tournaments.models.tournament import (
    Act,
    Application,
    Draw,
    Entrant,
    Presence,
    Prize,
    Round,
    RoundTable,
    Ruling,
    Tournament,
)

__all__ = [
    "Act",
    "Application",
    "Draw",
    "Entrant",
    "JournalAct",
    "JournalOwner",
    "Presence",
    "Prize",
    "Round",
    "RoundTable",
    "Ruling",
    "Season",
    "SeasonAct",
    "SeasonEvent",
    "SeasonResult",
    "Team",
    "TeamMember",
    "Tournament",
    "TournamentRole",
]
