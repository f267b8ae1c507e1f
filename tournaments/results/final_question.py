"""The question before the final result is published: the winners, rounds that were not played, fees that are due."""

from typing import NamedTuple

from tournaments.entrants.selectors import fees_of
from tournaments.models import Presence
from tournaments.results.missing import missing_at_the_end
from tournaments.results.services import may_go_on, rounds_left
from tournaments.standings.editions import FINAL, editions_of, latest
from tournaments.standings.progress import Stand
from tournaments.standings.standing import Total, standings_of

_NAMED = 3  # ranks


class FinalQuestion(NamedTuple):
    """The facts that the director reads before the final result is published for the first time."""

    first: tuple[Total, ...]  # the best, by rank
    players: int
    rounds: int  # that were played
    left: int  # of those that were planned and not played
    may_go_on: bool  # another round may still be played
    due: int  # fees, in cents


def load_final_question(stand: Stand) -> FinalQuestion | None:
    """Return the facts that are shown before the final result is published; None where it cannot be, or is already."""
    if latest(editions_of(stand.tournament), FINAL) is not None:
        return None
    standings = standings_of(stand)
    if missing_at_the_end(standings):
        return None
    best = tuple(one for one in standings.totals if one.rank <= _NAMED)[: 2 * _NAMED]
    fees = fees_of(Presence.objects.filter(round__tournament=stand.tournament), stand.settings.fee)
    return FinalQuestion(
        best, len(standings.totals), len(stand.played), rounds_left(standings), may_go_on(standings), fees.due
    )
