"""The pages of re-scoring of a tournament and of a season, for the club's staff."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.models import GameTable, SheetVersion
from scoring.rescoring.page import build_choice
from scoring.rescoring.sheets import parse_other_rules
from scoring.rescoring.tables import is_too_large, rescore_tables
from scoring.rescoring.views import render_tables
from tarockclub.accounts.permissions import staff_only
from tarockclub.language import get_current_language
from tarockclub.tables import List
from tournaments import view_helpers
from tournaments.models import Season, Tournament
from tournaments.rescoring.lists import build_season_list, build_total_list
from tournaments.rescoring.standing import group_changes, list_counting_tables, list_season_rows, list_total_rows
from tournaments.rounds.table_capital import Changes
from tournaments.season.data import load_season_progress
from tournaments.season.view_helpers import find_own_season
from tournaments.standings.progress import load_progress

Rows = Callable[[dict[int, dict[int, Changes]]], tuple[List, Sequence[Any]]]
TEMPLATE = "tournaments/rescoring/result.html"


@require_safe
@staff_only
def show_tournament(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a tournament under other house rules."""
    tournament = view_helpers.find_own_tournament(request, slug)

    def list_rows(changes: dict[int, dict[int, Changes]]) -> tuple[List, Sequence[Any]]:
        stand = load_progress(tournament)
        return build_total_list(stand), list_total_rows(stand, changes)

    back = reverse("tournament", args=[slug])
    return _render_result(
        request, tournament, back, tournament.sheet_version, list_counting_tables([tournament]), list_rows
    )


@require_safe
@staff_only
def show_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a season under other house rules."""
    season = find_own_season(request, slug)
    progress = load_season_progress(season, provisional=True)
    tournaments = [event.event.tournament for event in progress.events if event.event.tournament is not None]

    def list_rows(changes: dict[int, dict[int, Changes]]) -> tuple[List, Sequence[Any]]:
        return build_season_list(), list_season_rows(progress, changes)

    back = reverse("season", args=[slug])
    return _render_result(request, season, back, None, list_counting_tables(tournaments), list_rows)


def _render_result(
    request: HttpRequest,
    owner: Tournament | Season,
    back: str,
    own: SheetVersion | None,
    tables: QuerySet[GameTable],
    list_rows: Rows,
) -> HttpResponse:
    rules = parse_other_rules(request, own)
    context = {"owner": owner, "back": back, **build_choice(request, rules, get_current_language(), own)}
    if rules is None:
        return render(request, TEMPLATE, context)
    if is_too_large(tables):
        return render(request, TEMPLATE, {**context, "too_large": True})
    result = rescore_tables(tables, rules)
    people, rows = list_rows(group_changes(result.changed))
    foot = f"{owner.club.name} – {owner.name}"
    return render_tables(request, TEMPLATE, context, people, rows, result, rules, foot)
