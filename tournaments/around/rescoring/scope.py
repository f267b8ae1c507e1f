"""A tournament or season whose hands are scored again: its tables, and everybody in it under both house rules."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.models import GameTable
from scoring.reports.rescoring.tables import ChangedHand
from tarockclub.kit.tables import List
from tournaments.around.rescoring.lists import build_season_list, build_total_list
from tournaments.around.rescoring.standing import group_changes, list_counting_tables, list_season_rows, list_total_rows
from tournaments.hall.standing.progress import load_progress
from tournaments.models import Season, Tournament
from tournaments.seasons.season.data import load_season_progress


class RescoringScope(NamedTuple):
    """The tables whose hands are scored again, and the list of everybody that follows from the hands that differ."""

    tables: QuerySet[GameTable]
    list_people: Callable[[Iterable[ChangedHand]], tuple[List, Sequence[Any]]]


def build_tournament_scope(tournament: Tournament) -> RescoringScope:
    """Return the scope of a tournament, ranked by its own settings."""

    def list_people(changed: Iterable[ChangedHand]) -> tuple[List, Sequence[Any]]:
        stand = load_progress(tournament)
        return build_total_list(stand), list_total_rows(stand, group_changes(changed))

    return RescoringScope(list_counting_tables([tournament]), list_people)


def build_season_scope(season: Season) -> RescoringScope:
    """Return the scope of a season, with the tournaments that are still under way."""
    progress = load_season_progress(season, provisional=True)
    tournaments = [event.event.tournament for event in progress.events if event.event.tournament is not None]

    def list_people(changed: Iterable[ChangedHand]) -> tuple[List, Sequence[Any]]:
        return build_season_list(), list_season_rows(progress, group_changes(changed))

    return RescoringScope(list_counting_tables(tournaments), list_people)
