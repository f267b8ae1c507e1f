"""The publication of everything that a correction has changed: results of rounds, the final one, ended seasons."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import QuerySet

from tarockclub.platform.accounts.actors import Actor
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Season, Tournament
from tournaments.results.final_results.missing import compute_result_sign, list_missing
from tournaments.results.final_results.result_actions import PublishResult
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions
from tournaments.seasons.season import publishing
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign


def publish_again(tournament: Tournament, key: str, who: Actor, reason: str) -> None:
    """Publish another edition of all that was published and has changed.

    A result that lacks something, such as lots, stays as it is until its own page publishes it.
    """
    standings = load_standings(load_progress(tournament))
    for scope in sorted(load_newest_editions(tournament), key=lambda scope: (scope == FINAL, scope)):
        if not list_missing(standings, scope):
            publish = PublishResult(seen=compute_result_sign(standings, scope), confirmed=True)
            spot = tournament if scope == FINAL else tournament.rounds.get(number=scope)
            with _leave_the_same():
                publish.perform(spot, f"{key}:{scope}", who, reason)
    for season in filter_seasons(tournament).exclude(ended=None):
        stand = load_season_progress(season)
        if not publishing.list_missing(stand):
            again = PublishStanding(seen=compute_season_sign(stand), confirmed=True)
            with _leave_the_same():
                again.perform(season, f"{key}:{tournament.pk}", who, reason)


def load_newest_editions(tournament: Tournament) -> dict[int, TournamentEdition]:
    """Return the edition that counts of each published result, by round or FINAL."""
    editions = load_standing_editions(tournament)
    return {edition.of: edition for edition in editions if edition.withdrawn is None}


def filter_seasons(tournament: Tournament) -> QuerySet[Season]:
    """Return the seasons of its club in which a tournament counts."""
    seasons = Season.objects.filter(events__tournament=tournament, events__gone=None, club=tournament.club_id)
    return seasons.order_by("pk").distinct()


@contextmanager
def _leave_the_same() -> Iterator[None]:
    try:
        yield
    except ActionRefused as refused:
        if refused.code != "same_result":
            raise
