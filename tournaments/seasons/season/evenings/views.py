"""The page on which a club begins its year."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.seasons.season.evenings.dates import (
    build_year_rule,
    find_offered_year,
    find_same_year,
    list_year_choices,
)
from tournaments.seasons.season.evenings.forms import YEAR_RULES, YearForm
from tournaments.seasons.season.points.ready import find_ready
from tournaments.seasons.season.services import SeasonDetails, begin_year
from tournaments.seasons.season.settings import SeasonSettings


def handle_new_year(request: HttpRequest) -> HttpResponse:
    """Begin a year: all its evenings, by one of four rules; everything can be changed later.

    The address may name last year, as long as it may begin. A year that has begun is not begun again.
    """
    club, language, choices = get_staff_account(request).club, get_current_language(), list_year_choices()
    wanted = parse_whole(request.GET.get("year", ""), 4) or find_offered_year(club.pk)
    year = wanted if wanted in choices else choices[-1]
    name, evenings = _("Our year %(year)s") % {"year": year}, build_year_rule(year)
    context = {"year": f"{year}", "choices": list(map(str, choices)), "problem": ""}
    if request.method != "POST":
        form = YearForm(initial={"rule": YEAR_RULES[0], "key": view_helpers.create_key()}, language=language)
        return _render(request, context | {"form": form, "same": find_same_year(club.pk, name, evenings)})
    form = YearForm(request.POST, language=language)
    if not form.is_valid():
        return _render(request, context | {"form": form}, 400)
    rule = find_ready(form.cleaned_data["rule"])
    settings = rule.settings if rule is not None else SeasonSettings()
    details = SeasonDetails(name, settings._replace(evenings=evenings))
    try:
        made = begin_year(form.cleaned_data["key"], club, details, find_actor(request))
    except ActionRefused as refused:
        same = find_same_year(club.pk, name, evenings) if refused.code == "year_there" else None
        problem = "" if same is not None else format_refusal(refused)
        return _render(request, context | {"form": form, "same": same, "problem": problem}, 409)
    return redirect("season_standing", slug=made.slug)


def _render(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return view_helpers.render_page(request, "tournaments/seasons/season/evenings/new_year.html", context, status)
