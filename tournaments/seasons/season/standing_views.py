"""Public pages: a season's standings, the points of an event, a player's season, published standings."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.text import parse_whole
from tarockclub.models import Person
from tarockclub.platform.sharing.responses import SharePreview, build_preview
from tournaments.core import view_helpers
from tournaments.core.selectors import find_season
from tournaments.models import Season
from tournaments.seasons.season.data import SeasonProgress, find_sub_standing, load_season_progress
from tournaments.seasons.season.editions import load_season_editions
from tournaments.seasons.season.names import CurrentPerson
from tournaments.seasons.season.outlook.page import load_outlook
from tournaments.seasons.season.page import (
    build_current_page,
    build_person_page,
    format_attendance,
    load_season_edition,
    load_sub_pages,
    render_season_rows,
)
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.publishing import list_changes_since
from tournaments.seasons.season.selectors import list_events
from tournaments.seasons.season.settings import FINAL, parse_season_settings
from tournaments.seasons.season.view_helpers import render_season_page


@never_cache
def show_standing(request: HttpRequest, slug: uuid.UUID, number: int = 0) -> HttpResponse:
    """Show the standings to everyone who has the address; staff may see unpublished results.

    `number`: of a sub-ranking; 0: the whole season.
    """
    season = find_season(slug)
    provisional = request.GET.get("provisional") == "1" and view_helpers.is_staff(request, season)
    stand = load_season_progress(season, provisional=provisional)
    editions = load_season_editions(season)
    official = editions[-1] if editions and season.ended else None
    differs = official is not None and bool(list_changes_since(official, stand))
    sub = find_sub_standing(stand, number)
    if number and sub is None:
        raise Http404
    chosen = stand if sub is None else sub.stand
    shown = build_current_page(chosen)
    context = {
        "ranking": sub.ranking if sub is not None else None,
        "shares": format_places(sub.ranking.shares) if sub is not None else "",
        "rankings": [each.ranking for each in stand.rankings],
        "shown": shown,
        "rows": render_season_rows(shown, slug),
        "rules": chosen.settings,
        "attendance": format_attendance(stand) if sub is None else "",
        "official": official,
        "differs": differs,
        "provisional": provisional,
        "preview": _build_preview(request, season),
        "final_day": next((event.event.tournament for event in stand.events if event.event.kind == FINAL), None),
        "runs": any(event.state == "running" for event in stand.events),
    }
    return render_season_page(request, "standing", season, context)


@never_cache
def show_outlook(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who can still win the season, or be among its first, and what that takes."""
    season = find_season(slug)
    places, players = (parse_whole(request.GET.get(name, ""), 4) or 0 for name in ("places", "players"))
    page = load_outlook(load_season_progress(season), places=places, players=players)
    return render_season_page(request, "outlook", season, {"page": page})


def _build_preview(request: HttpRequest, season: Season) -> SharePreview:
    about = _("Final standings") if season.ended else _("Standings so far")
    return build_preview(request, season.name, about, reverse("season_picture", args=[season.slug, "wide"]))


@never_cache
def show_player(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show a player's season: their days, which of them count and why; `number` is their number in the club."""
    season = find_season(slug)
    stand = load_season_progress(season)
    found = build_person_page(stand, _find_person(stand, number))
    if found is None:
        raise Http404
    return render_season_page(request, "player", season, {"found": found})


def _find_person(stand: SeasonProgress, number: int) -> CurrentPerson:
    """Return the person with a number in the club, or the team with one in the season.

    For a merged person it is the one they were merged into.
    """
    if stand.settings.teams:
        team = next((team for team in stand.people.values() if team.number == number), None)
        if team is None:
            raise Http404
        return team
    rows = Person.objects.filter(club=stand.season.club_id, number=number).values_list("pk", "merged_into")
    for pk, into in rows:
        found = stand.people.get(into or pk)
        if found is not None:
            return found
    raise Http404


@never_cache
def show_edition(request: HttpRequest, slug: uuid.UUID, edition: int) -> HttpResponse:
    """Show published standings."""
    season = find_season(slug)
    editions = load_season_editions(season)
    found = next((published for published in editions if published.number == edition), None)
    if found is None:
        raise Http404
    events = [*list_events(season), *list_events(season, gone=True)]
    shown = load_season_edition(season, found, events)
    rules = parse_season_settings(found.settings)
    context = {"edition": found, "shown": shown, "rows": render_season_rows(shown, slug), "rules": rules}
    subs = [(sub, render_season_rows(sub.shown, slug)) for sub in load_sub_pages(season, found, events)]
    return render_season_page(request, "edition", season, context | {"is_newest": found == editions[-1], "subs": subs})
