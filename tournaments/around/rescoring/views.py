"""The pages of re-scoring of a tournament and of a season, for the club's staff."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scoring.models import SheetVersion
from scoring.reports.rescoring.page import build_choice
from scoring.reports.rescoring.sheets import parse_other_rules
from scoring.reports.rescoring.tables import is_too_large, rescore_tables
from scoring.reports.rescoring.views import render_tables
from tarockclub.kit.words import get_current_language
from tournaments.around.rescoring.scope import RescoringScope, build_season_scope, build_tournament_scope
from tournaments.core import view_helpers
from tournaments.models import Season, Tournament

TEMPLATE = "tournaments/around/rescoring/result.html"


def show_tournament(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a tournament under other house rules."""
    tournament = view_helpers.find_own_tournament(request, slug)
    back, scope = reverse("tournament", args=[slug]), build_tournament_scope(tournament)
    return _render_result(request, tournament, back, tournament.sheet_version, scope)


def show_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a season under other house rules."""
    season = view_helpers.find_own_season(request, slug)
    return _render_result(request, season, reverse("season", args=[slug]), None, build_season_scope(season))


def _render_result(
    request: HttpRequest, owner: Tournament | Season, back: str, own: SheetVersion | None, scope: RescoringScope
) -> HttpResponse:
    rules = parse_other_rules(request, own)
    context = {"owner": owner, "back": back, **build_choice(request, rules, get_current_language(), own)}
    if rules is None:
        return render(request, TEMPLATE, context)
    if is_too_large(scope.tables):
        return render(request, TEMPLATE, {**context, "too_large": True})
    result = rescore_tables(scope.tables, rules)
    people, rows = scope.list_people(result.changed)
    foot = f"{owner.club.name} – {owner.name}"
    return render_tables(request, TEMPLATE, context, people, rows, result, rules, foot)
