"""The standings of a tournament and of a season, with what their hands would have paid under other house rules.

Capital, replacements, place points and ranks follow from the other payouts by the tournament's own settings; fees,
prizes and cash boxes have nothing to do with the sheet. In a season only tournaments change: results that were typed
stay, and so does a published one where the other house rules would not have changed a rank.
"""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from django.db.models import QuerySet

from scoring.models import GameTable
from scoring.reports.rescoring.comparison import Ranks
from scoring.reports.rescoring.tables import ChangedHand
from tournaments.hall.rounds.table_capital import Changes, load_changed_holders
from tournaments.hall.standing.progress import TournamentProgress, load_progress
from tournaments.hall.standing.standing import (
    RankedLine,
    Standings,
    list_drawn_tables,
    load_standings,
    load_standings_of,
)
from tournaments.models import RoundTable, Tournament
from tournaments.seasons.season.data import SeasonProgress, compute_standing_of
from tournaments.seasons.season.event_rows import build_current_rows, build_current_team_rows
from tournaments.seasons.season.standing import EventRow, SeasonLine

L = TypeVar("L", RankedLine, SeasonLine)


class RescoredRow(NamedTuple, Generic[L]):
    """A player of a tournament or a season under both house rules."""

    name: str
    here: L
    there: L

    @property
    def ranks(self) -> Ranks:
        """The ranks over all rounds, or in the season; 0: too few days."""
        return Ranks(self.here.rank, self.there.rank)


def list_counting_tables(tournaments: Iterable[Tournament]) -> QuerySet[GameTable]:
    """Return the tables of tournaments whose hands count."""
    counting = RoundTable.objects.filter(round__tournament__in=list(tournaments), counts=True)
    return GameTable.objects.filter(pk__in=counting.values("game_table"))


def group_changes(changed: Iterable[ChangedHand]) -> dict[int, dict[int, Changes]]:
    """Group what hands would have paid otherwise, by table and line."""
    found: dict[int, dict[int, Changes]] = {}
    for hand in changed:
        found.setdefault(hand.table, {})[hand.line] = hand.changes
    return found


def load_standings_there(stand: TournamentProgress, changes: dict[int, dict[int, Changes]]) -> Standings:
    """Return the standings under the other house rules."""
    return load_standings_of(stand, load_changed_holders(list_drawn_tables(stand), stand.settings, changes))


def list_total_rows(stand: TournamentProgress, changes: dict[int, dict[int, Changes]]) -> list[RescoredRow[RankedLine]]:
    """Return everybody in a tournament, by their rank there."""
    here = {total.player.person: total for total in load_standings(stand).totals}
    there = load_standings_there(stand, changes).totals
    return [RescoredRow(total.player.name, here[total.player.person], total) for total in there]


def list_season_rows(season: SeasonProgress, changes: dict[int, dict[int, Changes]]) -> list[RescoredRow[SeasonLine]]:
    """Return everybody in a season, by their rank there."""
    rows: dict[int, tuple[EventRow, ...]] = {}
    for event in season.events:
        tournament = event.event.tournament
        if tournament is not None and event.rows:
            there = _list_changed_rows(tournament, changes, teams=season.settings.teams)
            rows |= {event.event.number: there} if there is not None else {}
    here = {line.who: line for line in season.standing.lines}
    lines = compute_standing_of(season, rows).lines
    return [RescoredRow(season.people[line.who].name, here[line.who], line) for line in lines if line.who in here]


def _list_changed_rows(
    tournament: Tournament, changes: dict[int, dict[int, Changes]], *, teams: bool
) -> tuple[EventRow, ...] | None:
    """Return the final result of a tournament under the other house rules; None if nothing changes."""
    stand = load_progress(tournament)
    build = build_current_team_rows if teams else build_current_rows
    here, there = (build(standings) for standings in (load_standings(stand), load_standings_there(stand, changes)))
    return None if set(here) == set(there) else there
