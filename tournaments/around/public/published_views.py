"""All results and all seasons that a club publishes, as lists for everybody."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List, ListPage, filter_matching
from tarockclub.models import Club
from tarockclub.platform.clubs.current_club import load_current_club
from tarockclub.platform.publication import load_publication
from tournaments.around.public.front import filter_published, load_kept_results
from tournaments.core.editions import FINAL
from tournaments.models import Season, Tournament


def _get_result_address(row: Any) -> str:
    return reverse("edition", args=[row.slug, FINAL, row.result.edition]) if row.result else ""


def _get_season_address(row: Season) -> str:
    return reverse("season_standing", args=[row.slug])


def _format_season_state(row: Season) -> str:
    return gettext("Final standings") if row.ended else gettext("Standings so far")


RESULTS = List(
    caption=_("Results"),
    columns=(
        Column("name", _("Tournament"), link=_get_result_address, words=True),
        Column("day", _("Day"), show=format_day, latest=True),
        Column("winners", _("Winners"), of=lambda row: row.result and ", ".join(row.result.winners), sorts=False),
        Column("players", _("Players"), of=lambda row: row.result and row.result.players, sorts=False, number=True),
    ),
    sort="-day",
    empty=_("No result has been published yet."),
    then=("-pk",),
    search=_("Find by name"),
)
SEASONS = List(
    caption=_("Seasons"),
    columns=(
        Column("name", _("Season"), link=_get_season_address, words=True),
        Column("made", _("Begun"), show=format_day, latest=True),
        Column("state", _("State"), of=_format_season_state, fields="ended"),
    ),
    sort="-made",
    then=("-pk",),
)


def show_all_results(request: HttpRequest) -> HttpResponse:
    """Show all final results of a club, the newest first; 404 if it publishes none."""
    club = _find_publishing_club(request, "results")
    rows = filter_matching(filter_published(club), RESULTS.read_search(request), ("name",))
    return _render_list(request, club, RESULTS.build_page(request, rows, seen=_add_results))


def show_all_seasons(request: HttpRequest) -> HttpResponse:
    """Show all seasons of a club, the newest first; 404 if it publishes none."""
    club = _find_publishing_club(request, "seasons")
    return _render_list(request, club, SEASONS.build_page(request, Season.objects.filter(club=club)))


def _find_publishing_club(request: HttpRequest, part: str) -> Club:
    club = load_current_club(request)
    if not getattr(load_publication(club), part):
        raise Http404
    return club


def _add_results(rows: Sequence[Tournament]) -> None:
    for row, result in zip(rows, load_kept_results(rows), strict=True):
        row.result = result  # type: ignore[attr-defined]  # for its columns


def _render_list(request: HttpRequest, club: Club, listed: ListPage) -> HttpResponse:
    context = {"list": listed, "front_club": club}
    response = render(request, "tournaments/around/public/published.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response
