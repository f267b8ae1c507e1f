"""Places of a person: results, seasons that go on, what is to come; the hands and days that are opened."""

import uuid
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.publication import load_publication
from tournaments.around.hall_of_fame.data import build_result_url, load_kept_fame
from tournaments.around.hall_of_fame.records import SEASON, TOURNAMENT, FameEvent, RecordPlace
from tournaments.core.editions import FINAL, find_standing_address
from tournaments.core.settings import parse_settings
from tournaments.models import Entrant, Invitation, Season, Tournament
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.page import format_value
from tournaments.results.standings.player_page import build_player_context
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.page import build_person_page
from tournaments.seasons.season.table import build_current_table
from tournaments.seasons.season.view_helpers import may_see

DETAILS = "opened"  # the place on the page of what somebody has opened
_LATE = timedelta(days=1)  # an evening goes on after midnight


class OwnResult(NamedTuple):
    """A person's place in a published result, or in a season that goes on."""

    event: FameEvent
    rank: int  # 0: not ranked
    href: str  # of the hands of the tournament, or the days of the season, on the same page
    amount: str


class OwnAccess(NamedTuple):
    """The reader of a person's page, and how much they see."""

    reader: Reader
    is_person: bool  # by the link
    sees_years: bool  # those of evenings


OwnCall = tuple[Entrant, str, str]  # a tournament to come, with the code for the door and the address


def list_own_results(person: Person, *, sees_points: bool) -> list[OwnResult]:
    """Return the published results with a place of a person, the latest first; two queries."""
    places = [
        (result, place)
        for result in load_kept_fame(person.club).results
        for place in result.places
        if place.who == person.pk
    ]
    slugs = [result.slug for result, _place in places if result.what == TOURNAMENT and result.slug]
    settings = dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "settings"))

    def format_amount(result: FameEvent, place: RecordPlace) -> str:
        if place.points is not None:
            return format_hundredths(place.points) if sees_points else ""
        text = settings.get(uuid.UUID(result.slug)) if result.slug else None
        if place.amount is None or text is None:
            return ""
        return format_value(list_shown_columns(parse_settings(text), FINAL)[-1], place.amount)

    return [
        OwnResult(
            result,
            place.rank,
            _build_query(result) if sees_points or result.what == TOURNAMENT else build_result_url(result),
            format_amount(result, place),
        )
        for result, place in places
    ]


def _build_query(result: FameEvent) -> str:
    """Return what opens the hands of a tournament, or the days of a season; "" if they are not there."""
    return f"?{result.what}={result.slug}#{DETAILS}" if result.slug else ""


def list_running(person: Person, year: str) -> list[OwnResult]:
    """Return a person's places in the seasons that go on, but for the year, as they stand now."""
    running: list[OwnResult] = []
    seasons = Season.objects.filter(club=person.club_id, ended=None).exclude(slug__in=[year] if year else [])
    for season in seasons.order_by("-pk"):
        stand = load_kept_season(season).stand
        position = next((number for number, line in enumerate(stand.standing.lines) if line.who == person.pk), None)
        if position is not None and not stand.settings.teams:
            [row] = build_current_table(stand, [position]).lines
            places = [RecordPlace(line.who, line.rank) for line in stand.standing.lines]
            event = FameEvent(SEASON, season.name, None, places, str(season.slug))
            rank = stand.standing.lines[position].rank or 0
            running.append(OwnResult(event, rank, _build_query(event), row.points))
    return running


def load_opened(request: HttpRequest, person: Person) -> dict[str, Any]:
    """Return the hands of a tournament that is over, or the days of a season, as whoever reads the page asks for."""
    try:
        slugs = {what: [uuid.UUID(word) for word in request.GET.getlist(what)] for what in (SEASON, TOURNAMENT)}
    except ValueError:
        return {}
    for season in Season.objects.filter(club=person.club_id, slug__in=slugs[SEASON]).select_related("club"):
        stand = load_kept_season(season).stand
        days = build_person_page(stand, stand.people[person.pk]) if person.pk in stand.people else None
        return (
            {"season": season, "days": days, "href": reverse("season_standing", args=[season.slug])}
            if days is not None and may_see(request, season)
            else {}
        )
    own = Entrant.objects.filter(Q(person=person) | Q(person__merged_into=person), tournament__archived=None)
    over = own.filter(tournament__slug__in=slugs[TOURNAMENT], tournament__ended__isnull=False).order_by("pk")
    for slug, number in over.values_list("tournament__slug", "number"):
        shown = build_player_context(request, slug, number)
        return {**shown, "href": find_standing_address(shown["tournament"])}
    return {}


def list_own_calls(person: Person, access: OwnAccess) -> list[OwnCall]:
    """Return where a person takes part, now or soon, with the code for the door and the address; one query.

    For others without the code: to the staff all, to everybody what the club shows, with its names.
    """
    people = Entrant.objects.filter(build_counting_filter(Entrant), person=person, withdrawn=None)
    open_ones = people.filter(tournament__ended=None, tournament__archived=None)
    soon = open_ones.filter(tournament__day__gte=localdate(now()) - _LATE).order_by("tournament__day", "pk")
    soon = soon.select_related("tournament__invitation")
    if access.is_person:
        return [(entrant, compute_code(entrant.tournament, entrant), build_own_path(entrant)) for entrant in soon]
    shown, inside = load_publication(person.club), access.reader.is_inside
    return [
        (entrant, "", _find_call(entrant))
        for entrant in soon
        if inside or ((shown.now and _is_seen_playing(entrant)) or (shown.dates and _is_listed(entrant)))
    ]


def _find_call(entrant: Entrant) -> str:
    tournament = entrant.tournament
    if tournament.frozen:
        return reverse("tournament_player", args=[tournament.slug, entrant.number])
    return reverse("invitation", args=[tournament.slug]) if _is_listed(entrant) else ""


def _is_seen_playing(entrant: Entrant) -> bool:
    """Return whether everybody sees the standings of a tournament while it is played."""
    return entrant.tournament.frozen is not None and parse_settings(entrant.tournament.settings).show_live


def _is_listed(entrant: Entrant) -> bool:
    """Return whether everybody sees who takes part in a tournament."""
    invitation: Invitation | None = getattr(entrant.tournament, "invitation", None)
    return invitation is not None and invitation.is_public and invitation.lists_players
