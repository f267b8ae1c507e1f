"""The question before the final result is published: the winners, rounds that were not played, fees still due."""

from typing import Any

from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Presence
from tournaments.people.entrants.fees import compute_fees
from tournaments.results.final_results.missing import list_missing_at_end
from tournaments.results.final_results.services import can_go_on, count_rounds_left
from tournaments.results.standings.editions import load_standing_editions

_MOST_NAMED = 3  # ranks


def load_final_question(stand: TournamentProgress) -> dict[str, Any] | None:
    """Return the facts that are shown before the final result is published; None if it cannot be, or already is."""
    if find_latest_edition(load_standing_editions(stand.tournament), FINAL) is not None:
        return None
    standings = load_standings(stand)
    if list_missing_at_end(standings):
        return None
    best = [total for total in standings.totals if total.rank <= _MOST_NAMED][: 2 * _MOST_NAMED]
    fees = compute_fees(Presence.objects.filter(round__tournament=stand.tournament), stand.settings)
    return {
        "first": best,
        "players": len(standings.totals),
        "rounds": len(stand.started_rounds),
        "left": count_rounds_left(standings),  # planned and not played
        "may_go_on": can_go_on(standings),
        "due": fees.due,
    }
