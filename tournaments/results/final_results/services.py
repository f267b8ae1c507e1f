"""The sign of a result, and the rounds that are left."""

from tournaments.core.editions import compute_edition_sign
from tournaments.hall.standing.standing import Standings
from tournaments.results.team_standings.editions import list_signed_rows


def compute_result_sign(standings: Standings, scope: int) -> str:
    """Return the sign of a result."""
    return compute_edition_sign(list_signed_rows(standings, scope))


def count_rounds_left(standings: Standings) -> int:
    """Return the number of planned rounds that have not been played; 0 if no number was planned."""
    played = sum(round_.started for round_ in standings.stand.rounds)
    return max(0, standings.stand.settings.rounds - played)


def can_go_on(standings: Standings) -> bool:
    """Return True if another round may still be played according to the planned number."""
    return bool(count_rounds_left(standings)) or not standings.stand.settings.rounds
