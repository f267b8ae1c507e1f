"""The question before the final result is published: the winners, rounds that were not played, fees still due."""

from typing import NamedTuple

from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import Total, load_standings
from tournaments.models import Presence
from tournaments.people.entrants.fees import compute_fees
from tournaments.results.final_results.missing import list_missing_at_end
from tournaments.results.final_results.services import can_go_on, count_rounds_left
from tournaments.results.standings.editions import load_standing_editions

_MOST_NAMED = 3  # ranks


class FinalQuestion(NamedTuple):
    """The facts that the director reads before the final result is published for the first time."""

    first: tuple[Total, ...]  # the best, by rank
    players: int
    rounds: int  # that were played
    left: int  # of those that were planned and not played
    may_go_on: bool  # another round may still be played
    due: int  # fees, in cents


def load_final_question(stand: TournamentProgress) -> FinalQuestion | None:
    """Return the facts that are shown before the final result is published; None if it cannot be, or already is."""
    if find_latest_edition(load_standing_editions(stand.tournament), FINAL) is not None:
        return None
    standings = load_standings(stand)
    if list_missing_at_end(standings):
        return None
    best = tuple(total for total in standings.totals if total.rank <= _MOST_NAMED)[: 2 * _MOST_NAMED]
    fees = compute_fees(Presence.objects.filter(round__tournament=stand.tournament), stand.settings)
    return FinalQuestion(
        best,
        len(standings.totals),
        len(stand.started_rounds),
        count_rounds_left(standings),
        can_go_on(standings),
        fees.due,
    )
