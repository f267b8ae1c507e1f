"""Public pages: a season's standings, the points of an event, a player's season, published standings."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.text import parse_whole
from tarockclub.models import Person
from tarockclub.platform.accounts.permissions import find_account, find_rights
from tarockclub.platform.publication import load_publication
from tarockclub.platform.server.page_cache import is_going_elsewhere
from tarockclub.platform.sharing.responses import SharePreview, build_preview
from tournaments.core import view_helpers
from tournaments.models import Season
from tournaments.people.register.selectors import find_person_page
from tournaments.seasons.season.cache.pieces import (
    StandingPart,
    choose_part,
    load_edition_piece,
    load_marks_piece,
    load_race_piece,
    load_standing_piece,
    load_sub_edition_piece,
)
from tournaments.seasons.season.cache.progress import find_kept_edition, load_kept_season
from tournaments.seasons.season.data import RUNNING, CurrentPerson, SeasonProgress, find_sub_standing, load_names
from tournaments.seasons.season.editions import SeasonEdition, is_of_teams
from tournaments.seasons.season.evenings.year import list_guests
from tournaments.seasons.season.head import (
    SeasonHead,
    SeasonLead,
    build_podium,
    build_season_head,
    find_lead,
    list_story,
)
from tournaments.seasons.season.outlook.meetings import load_kept_meetings
from tournaments.seasons.season.outlook.page import load_kept_outlook
from tournaments.seasons.season.page import build_person_page
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.services import list_events
from tournaments.seasons.season.settings import FINAL, parse_season_settings
from tournaments.seasons.season.table import has_days
from tournaments.seasons.season.view_helpers import open_link, open_season, render_season_page

MOST_EARLIER = 4  # winners of seasons before


@never_cache
@open_season
def show_standing(request: HttpRequest, season: Season, number: int = 0) -> HttpResponse:
    """Show the standings to everyone who has the address; staff may see unpublished results.

    `number`: of a sub-ranking; 0: the whole season.
    """
    staff = view_helpers.is_staff(request, season)
    provisional = request.GET.get("provisional") == "1" and staff
    kept = load_kept_season(season, at_once=staff, provisional=provisional)
    stand = kept.stand
    sub = find_sub_standing(stand, number)
    if number and sub is None:
        raise Http404
    chosen = stand if sub is None else sub.stand
    lines = chosen.standing.lines
    part = choose_part(request, len(lines), len(chosen.events), lambda: [stand.people[line.who].name for line in lines])
    own = _find_own(request, chosen)
    context: dict[str, Any] = {
        "days_of": _find_days(request, chosen),
        "ranking": sub.ranking if sub is not None else None,
        "shares": format_places(sub.ranking.shares) if sub is not None else "",
        "rankings": [each.ranking for each in stand.rankings],
        "piece": load_standing_piece(kept, chosen, part, number, own=own),
        "race": load_race_piece(kept, chosen, number, own=own),
        "part": part,
        "head": _build_head(request, chosen),
        "marks": load_marks_piece(kept, chosen, number),
        "podium": build_podium(chosen),
        "story": list_story(chosen),
        "earlier": _list_earlier_winners(season) if season.ended is not None and not number else (),
        "outlook": load_kept_outlook(season, at_once=staff) if lines and not number else None,
        "has_evenings": stand.settings.has_evenings,
        "has_lines": bool(lines),
        "has_days": has_days(chosen),
        "is_of_teams": stand.settings.teams,
        "official": kept.official,
        "differs": kept.differs,
        "provisional": provisional,
        "preview": _build_preview(request, stand.season),
        "final_day": next((event.event.tournament for event in stand.events if event.event.kind == FINAL), None),
        "runs": any(event.state == RUNNING for event in stand.events),
    }
    if stand.settings.has_evenings and season.ended is None and view_helpers.is_director(request, season):
        context["guests"] = list_guests(stand)
    return render_season_page(request, "standing", stand.season, context)


def _list_earlier_winners(season: Season) -> list[tuple[Season, SeasonLead]]:
    """Return the last seasons before one that is over, with who won; none where the club shows no seasons."""
    if not load_publication(season.club).seasons:
        return []
    rows = Season.objects.filter(club=season.club_id, ended__lt=season.ended).select_related("club").order_by("-ended")
    leads = [(row, find_lead(load_kept_season(row).stand)) for row in rows[:MOST_EARLIER]]
    return [(row, lead) for row, lead in leads if lead is not None]


def _build_head(request: HttpRequest, stand: SeasonProgress) -> SeasonHead:
    """Return what stands above and beside the table."""
    account = find_account(request)
    return build_season_head(stand, account.person_id if account is not None else 0)


def _find_own(request: HttpRequest, stand: SeasonProgress) -> int:
    """Return the number of whose line is marked: of whoever was tapped, else of the reader; 0 for nobody."""
    account, tapped = find_account(request), parse_whole(request.GET.get("who", ""), 9) or 0
    if tapped or account is None:
        return tapped
    return next((person.number for pk, person in stand.people.items() if pk == account.person_id), 0)


def _find_days(request: HttpRequest, stand: SeasonProgress) -> dict[str, Any] | None:
    """Return the days of whoever was tapped."""
    tapped = parse_whole(request.GET.get("who", ""), 9) or 0
    person = next((person for person in stand.people.values() if tapped and person.number == tapped), None)
    return build_person_page(stand, person) if person is not None else None


@never_cache
@open_link
def show_linked_year(request: HttpRequest, season: Season) -> HttpResponse:
    """Show a year to whoever has its secret link: its places and the line of whoever is tapped, nothing behind them."""
    kept = load_kept_season(season)
    stand, lines = kept.stand, kept.stand.standing.lines
    part = choose_part(request, len(lines), len(stand.events), lambda: [stand.people[line.who].name for line in lines])
    own = _find_own(request, stand)
    picture = [f"{request.path}{shape}.png" for shape in ("wide", "square")]
    context = {
        "season": stand.season,
        "head": _build_head(request, stand),
        "has_evenings": True,
        "race": load_race_piece(kept, stand, 0, is_linked=True, own=own),
        "marks": load_marks_piece(kept, stand, 0),
        "piece": load_standing_piece(kept, stand, part, 0, is_linked=True, own=own),
        "part": part,
        "official": kept.official if not kept.differs else None,
        "picture": picture[1],
        "preview": _build_preview(request, stand.season, picture[0]),
        "is_linked": True,
    }
    return view_helpers.render_page(request, "tournaments/seasons/season/evenings/linked.html", context)


@never_cache
@open_season
def show_outlook(request: HttpRequest, season: Season) -> HttpResponse:
    """Show who can still win the season, or be among its first, and what that takes."""
    places, players = (parse_whole(request.GET.get(name, ""), 4) or 0 for name in ("places", "players"))
    page = load_kept_outlook(season, places=places, players=players, at_once=view_helpers.is_staff(request, season))
    return render_season_page(request, "outlook", season, {"page": page})


@never_cache
@open_season
def show_meetings(request: HttpRequest, season: Season) -> HttpResponse:
    """Show who has met whom at the tables of a season, and how often."""
    if parse_season_settings(season.settings).teams:
        raise Http404
    page = load_kept_meetings(season, at_once=view_helpers.is_staff(request, season))
    return render_season_page(request, "meetings", season, {"page": page})


def _build_preview(request: HttpRequest, season: Season, picture: str = "") -> SharePreview:
    about = _("Final standings") if season.ended else _("Standings so far")
    picture = picture or f"{reverse('share_season', args=[season.slug])}?picture=wide"
    return build_preview(request, season.name, about, picture)


@never_cache
@open_season
def show_player(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    """Lead to a player's season on the page of the person, or to their days on that of the season.

    `number` is their number in the club. A file has the page of the season alone.
    """
    stand = load_kept_season(season, at_once=view_helpers.is_staff(request, season)).stand
    who = _find_person(stand, number).person
    if all(line.who != who for line in stand.standing.lines):
        raise Http404
    page = "" if is_going_elsewhere() else _find_person_page(request, stand, number)
    standing = reverse("season_standing", args=[season.slug])
    return redirect(f"{page}?season={season.slug}#opened" if page else f"{standing}?who={number}#days-of")


def _find_person_page(request: HttpRequest, stand: SeasonProgress, number: int) -> str:
    """Return the address of a person's page, for whoever may open it; "" for anybody else, and of a team."""
    people = Person.objects.filter(club=stand.season.club_id, number=number, merged_into=None).select_related("club")
    person = None if stand.settings.teams else people.first()
    return find_person_page(find_rights(request), person) if person is not None else ""


def _find_person(stand: SeasonProgress, number: int) -> CurrentPerson:
    """Return the person with a number in the club, or the team with one in the season.

    Nobody has the number of a merged person: nobody learns whose it is now.
    """
    if stand.settings.teams:
        team = next((team for team in stand.people.values() if team.number == number), None)
        if team is None:
            raise Http404
        return team
    pk = Person.objects.filter(club=stand.season.club_id, number=number, merged_into=None).values_list("pk", flat=True)
    person = stand.people.get(pk.first() or 0)
    if person is None:
        raise Http404
    return person


@never_cache
@open_season
def show_edition(request: HttpRequest, season: Season, edition: int) -> HttpResponse:
    """Show published standings."""
    season_now, edition_now = find_kept_edition(season, edition, at_once=view_helpers.is_staff(request, season))
    if edition_now is None:
        raise Http404
    season, tables = season_now.stand.season, 1 + len(edition_now.subs)
    events = [*list_events(season), *list_events(season, gone=True)]

    def choose(edition_shown: SeasonEdition, name: str = "") -> StandingPart:
        def list_names() -> list[str]:
            people, same = load_names(
                season, [line.who for line in edition_shown.rows], teams=is_of_teams(edition_shown)
            )
            return [people[same[line.who]].name for line in edition_shown.rows]

        return choose_part(request, len(edition_shown.rows), len(events), list_names, tables=tables, of=name)

    part = choose(edition_now.edition)
    parts = [(sub, choose(sub.edition, f"r{sub.number}-")) for sub in edition_now.subs]
    subs = [(sub.number, load_sub_edition_piece(season_now, sub, of_sub, events), of_sub) for sub, of_sub in parts]
    context = {
        "edition": edition_now.edition,
        "piece": load_edition_piece(season_now, edition_now.edition, part, events),
        "part": part,
        "subs": subs,
        "is_long": part.is_long or any(of_sub.is_long for _sub, of_sub in parts),
        "is_newest": edition_now == season_now.editions[-1],
    }
    return render_season_page(request, "edition", season, context)
