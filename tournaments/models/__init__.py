"""The stored data of tournaments: tournaments with everything that belongs to them, teams, seasons."""

from tournaments.models.belongings import (
    Hall,
    HallPicture,
    Invitation,
    InvitationPicture,
    ListColumns,
    Spelling,
    Team,
    TeamMember,
    TournamentRole,
)
from tournaments.models.journal import JournalAct, JournalOwner
from tournaments.models.season import MADE_PARTS, Season, SeasonAct, SeasonEvent, SeasonOffer, SeasonResult
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
    "MADE_PARTS",
    "Act",
    "Application",
    "Draw",
    "Entrant",
    "Hall",
    "HallPicture",
    "Invitation",
    "InvitationPicture",
    "JournalAct",
    "JournalOwner",
    "ListColumns",
    "Presence",
    "Prize",
    "Round",
    "RoundTable",
    "Ruling",
    "Season",
    "SeasonAct",
    "SeasonEvent",
    "SeasonOffer",
    "SeasonResult",
    "Spelling",
    "Team",
    "TeamMember",
    "Tournament",
    "TournamentRole",
]
