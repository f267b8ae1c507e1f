"""The hall of fame: for the staff, and at a secret address for everybody who has it."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import build_card
from tarockclub.kit.amounts import format_hundredths, format_points
from tarockclub.kit.faces import build_face_sign
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.models import Club
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.middleware import enter_found_club
from tournaments.around.hall_of_fame.data import Fame, build_result_url, load_kept_fame
from tournaments.around.hall_of_fame.records import (
    BEST_ROUND,
    LONGEST_SERIES,
    MOST_PLAYED,
    MOST_PODIUMS,
    MOST_TITLES,
    MOST_WINS,
    SEASON,
    SEASON_POINTS,
    Career,
    FameEvent,
    Medals,
    Record,
)
from tournaments.core import view_helpers
from tournaments.results.final_results.result_page import LAST_ON_PODIUM, Honoured, choose_podium

SECRET_LENGTH = 32  # hexadecimal digits: 128 bits
RECORDS: dict[str, Promise] = {
    MOST_TITLES: _("Most seasons won"),
    MOST_WINS: _("Most tournaments won"),
    MOST_PODIUMS: _("Most often among the first three"),
    LONGEST_SERIES: _("Longest streak among the first three"),
    MOST_PLAYED: _("Most tournaments played"),
    SEASON_POINTS: _("Most points in a season"),
    BEST_ROUND: _("Highest written score in a round"),
}


WINNERS = List(
    caption=_("Winners"),
    columns=(Column("day", _("Day")),),
    sort="-day",
    empty=_("No result has been published yet."),
    prefix="w-",
)


def _link_person(row: dict[str, Any]) -> str:
    return reverse("person_page", args=[row["number"]])


def _build_career_list(*, staff: bool) -> List:
    """Return the all-time list; for the staff it links to everybody's page."""

    return List(
        caption=_("All times"),
        columns=(
            Column("name", _("Player"), surnames=True, link=_link_person if staff else None),
            Column("titles", _("Seasons won"), number=True),
            Column("wins", _("Tournaments won"), number=True),
            Column("podiums", _("Among the first three"), number=True),
            Column("played", _("Tournaments played"), number=True),
            Column("series", _("Longest streak"), number=True),
        ),
        sort="-titles",
        empty=_("Nobody has played a tournament yet."),
        search=_("Find by name"),
    )


def _build_medal_list(*, staff: bool) -> List:
    """Return the list of medals and points; for the staff it links to everybody's page."""

    return List(
        caption=_("Medals and points"),
        columns=(
            Column("name", _("Player"), surnames=True, link=_link_person if staff else None),
            Column("gold", _("Gold"), number=True),
            Column("silver", _("Silver"), number=True),
            Column("bronze", _("Bronze"), number=True),
            Column("day_gold", _("Day: gold"), number=True),
            Column("day_silver", _("Day: silver"), number=True),
            Column("day_bronze", _("Day: bronze"), number=True),
            Column("finals", _("Finals"), number=True),
            Column("points", _("Points of all years"), show=format_hundredths, number=True),
        ),
        sort="-gold",
        empty=_("No season is over yet."),
        search=_("Find by name"),
    )


MEDALS = {staff: _build_medal_list(staff=staff) for staff in (True, False)}
ALL_TIME = {staff: _build_career_list(staff=staff) for staff in (True, False)}


def show_fame(request: HttpRequest) -> HttpResponse:
    """Show the hall of fame of the user's own club, with its address for everybody."""
    club = get_staff_account(request).club
    card = build_card(request, reverse("fame_for_all", args=[compute_hall_secret(club)]))
    return _render_page(request, club, {"to_watch": card}, staff=True)


@never_cache
def show_public_fame(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the hall of fame to everyone with its address; it is read-only and links to public pages only."""
    club = find_hall_club(secret)
    if club is None:
        raise Http404
    enter_found_club(request, club.pk)
    return _render_page(request, club, {}, staff=False)


def compute_hall_secret(club: Club) -> str:
    """Return the secret part of the address; it is derived from the program's key and stored nowhere."""
    return compute_request_digest(["hall of fame", club.pk])[:SECRET_LENGTH]


def find_hall_club(secret: str) -> Club | None:
    """Return the club of a secret address; None if there is none."""
    clubs = Club.objects.order_by("pk")
    return next((club for club in clubs if constant_time_compare(compute_hall_secret(club), secret)), None)


def _render_page(request: HttpRequest, club: Club, more: dict[str, Any], *, staff: bool) -> HttpResponse:
    fame, sections = load_kept_fame(club, at_once=staff), (MEDALS if club.is_federation else ALL_TIME)[staff]
    rows = list_medals(fame) if club.is_federation else list_careers(fame)
    people = find_matching(rows, sections.read_search(request), lambda row: row["name"])
    shown: list[dict[str, Any]] = []
    winners = [build_winner(won, fame) for won in fame.results]
    context = {
        "club": club,
        "latest": winners[0] if winners else None,
        "podium": _build_podium(fame.results[0], fame) if winners else (),
        "records": [format_record(record, fame) for record in fame.records],
        "people": sections.build_page(request, people),
        "winners": WINNERS.build_page(request, winners, seen=shown.extend),
        "shown": shown,
        **more,
    }
    return view_helpers.render_page(request, "tournaments/around/hall_of_fame/fame.html", context)


def _build_podium(won: FameEvent, fame: Fame) -> tuple[Honoured, ...]:
    """Return the first three of a result."""
    best = sorted((place for place in won.places if 0 < place.rank <= LAST_ON_PODIUM), key=lambda place: place.rank)
    people = [(place, fame.people[place.who].name) for place in best]
    honoured = [
        Honoured(
            place.rank,
            name,
            format_hundredths(place.points) if place.points is not None else "",
            face=build_face_sign(name, place.who),
        )
        for place, name in people
    ]
    return choose_podium([tuple(honoured)])


def list_careers(fame: Fame) -> list[dict[str, Any]]:
    """Return everybody's achievements, with names and numbers in the register."""
    return _add_names(fame.careers, fame)


def list_medals(fame: Fame) -> list[dict[str, Any]]:
    """Return everybody's medals, with names and numbers in the register."""
    return _add_names(fame.medals, fame)


def _add_names(rows: Iterable[Career | Medals], fame: Fame) -> list[dict[str, Any]]:
    people = fame.people
    return [row._asdict() | {"name": people[row.who].name, "number": people[row.who].number} for row in rows]


def build_winner(won: FameEvent, fame: Fame) -> dict[str, Any]:
    """Build the row of a result: day, name, kind, winners with their signs, number of players, address."""
    winners = won.winners
    return {
        "day": won.day,
        "name": won.name,
        "kind": gettext("Season") if won.what == SEASON else gettext("Tournament"),
        "year": won.day.year if won.day is not None else None,
        "winners": ", ".join(fame.list_names(winners)) or "–",
        "faces": [build_face_sign(fame.people[who].name, who) for who in winners],
        "players": len(won.places),
        "href": build_result_url(won),
    }


def format_record(record: Record, fame: Fame) -> tuple[str, str, str]:
    """Return what a record is about, its amount, and who holds it."""
    formats: dict[str, Callable[[int], str]] = {SEASON_POINTS: format_hundredths, BEST_ROUND: format_points}
    shown = formats.get(record.what, str)
    holders = ", ".join(_format_holder(who, won, fame) for who, won in record.holders)
    return str(RECORDS[record.what]), shown(record.amount), holders


def _format_holder(who: int, won: FameEvent | None, fame: Fame) -> str:
    name = fame.people[who].name
    return name if won is None else f"{name} ({won.name})"
