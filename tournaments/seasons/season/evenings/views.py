"""The page on which a club begins its year."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor
from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.seasons.season.evenings.forms import YEAR_RULES, YearForm
from tournaments.seasons.season.points.ready import find_ready
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings


def handle_new_year(request: HttpRequest) -> HttpResponse:
    """Begin a year: all evenings since the first of January, by one of four rules; everything can be changed later."""
    year, language = find_evening_day(now()).year, get_current_language()
    if request.method != "POST":
        form = YearForm(initial={"rule": YEAR_RULES[0], "key": view_helpers.create_key()}, language=language)
        return _render(request, form, year)
    form = YearForm(request.POST, language=language)
    if not form.is_valid():
        return _render(request, form, year, status=400)
    rule = find_ready(form.cleaned_data["rule"])
    settings = rule.settings if rule is not None else SeasonSettings()
    evenings = EveningRule(f"{year}-01-01", f"{year}-12-31")
    details = SeasonDetails(_("Our year %(year)s") % {"year": year}, settings._replace(evenings=evenings))
    try:
        made = create_season(form.cleaned_data["key"], get_staff_account(request).club, details, find_actor(request))
    except ActionRefused as refused:
        return _render(request, form, year, format_refusal(refused), status=409)
    return redirect("season_standing", slug=made.slug)


def _render(request: HttpRequest, form: YearForm, year: int, text: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "year": f"{year}", "problem": text}
    return view_helpers.render_page(request, "tournaments/seasons/season/evenings/new_year.html", context, status)
