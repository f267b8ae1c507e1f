"""The hall of fame: for the staff, and under an address of its own for everybody who has it."""

import hmac
from datetime import date
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access.qr_cards import card_of
from scoring.templatetags.amounts import amount
from tarockclub.accounts.permissions import staff_of, staff_only
from tarockclub.idempotency import digest_of
from tarockclub.models import Club
from tarockclub.tables import Column, List, found_in
from tournaments import view_helpers
from tournaments.season.hall_of_fame.data import Fame, address_of, fame_of
from tournaments.season.hall_of_fame.records import (
    BEST_ROUND,
    LONGEST_SERIES,
    MOST_PLAYED,
    MOST_PODIUMS,
    MOST_TITLES,
    MOST_WINS,
    SEASON,
    SEASON_POINTS,
    Record,
    Won,
)
from tournaments.season.points.preview import points_shown

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


class Somebody(NamedTuple):
    """A line of the list of all times."""

    name: str
    number: int
    titles: int
    wins: int
    podiums: int
    played: int
    series: int


class Event(NamedTuple):
    """A line of the list of winners."""

    day: date | None
    name: str
    kind: str
    winners: str
    players: int
    href: str


class Told(NamedTuple):
    """A record in words."""

    name: str
    amount: str
    holders: str


WINNERS = List(
    caption=_("Winners"),
    columns=(
        Column("name", _("Tournament or season"), link=lambda one: one.href),
        Column("day", _("Day"), show=lambda day: date_format(day, "j. F Y"), latest=True),
        Column("kind", _("Kind"), aside=True),
        Column("winners", _("Won by"), kind=lambda _names: "long"),
        Column("players", _("Players"), number=True),
    ),
    sort="-day",
    empty=_("No result has been published yet."),
    prefix="w-",
)


def _all_time(*, staff: bool) -> List:
    """The list of all times; the staff comes from it to somebody's page in the register."""

    def link(one: Somebody) -> str:
        return reverse("person", args=[one.number]) if staff else ""

    return List(
        caption=_("All times"),
        columns=(
            Column("name", _("Player"), surnames=True, link=link),
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


ALL_TIME = {staff: _all_time(staff=staff) for staff in (True, False)}


@require_safe
@staff_only
def fame_page(request: HttpRequest) -> HttpResponse:
    """The hall of fame of one's own club, with its address for everybody."""
    club = staff_of(request).club
    card = card_of(request, reverse("fame_for_all", args=[secret_of(club)]))
    return _page(request, club, {"to_watch": card}, staff=True)


@require_safe
@never_cache
def fame_for_all(request: HttpRequest, secret: str) -> HttpResponse:
    """The hall of fame for whoever has its address; it writes nothing and leads to nothing that is not public."""
    club = club_of(secret)
    if club is None:
        raise Http404
    return _page(request, club, {}, staff=False)


def secret_of(club: Club) -> str:
    """The part of the address that nobody can guess; it follows from the program's key and is kept nowhere."""
    return digest_of(["hall of fame", club.pk])[:SECRET_LENGTH]


def club_of(secret: str) -> Club | None:
    """The club whose hall of fame an address opens."""
    clubs = Club.objects.order_by("pk")
    return next((one for one in clubs if hmac.compare_digest(secret_of(one).encode(), secret.encode())), None)


def _page(request: HttpRequest, club: Club, more: dict[str, Any], *, staff: bool) -> HttpResponse:
    fame, of = fame_of(club), ALL_TIME[staff]
    people = found_in(_people(fame), of.typed(request), lambda one: one.name)
    context = {
        "club": club,
        "staff": staff,
        "records": [_told(one, fame) for one in fame.records],
        "people": of.shown(request, people),
        "winners": WINNERS.shown(request, [_event(won, fame) for won in fame.results]),
        **more,
    }
    return view_helpers.page(request, "season/fame", context)


def _people(fame: Fame) -> list[Somebody]:
    return [Somebody(fame.people[one.who].name, fame.people[one.who].number, *one[1:]) for one in fame.careers]


def _event(won: Won, fame: Fame) -> Event:
    kind = gettext("Season") if won.what == SEASON else gettext("Tournament")
    winners = ", ".join(fame.names(won.winners)) or "–"
    return Event(won.day, won.name, kind, winners, len(won.places), address_of(won))


def _told(record: Record, fame: Fame) -> Told:
    shown = {SEASON_POINTS: points_shown, BEST_ROUND: amount}.get(record.what, str)
    holders = ", ".join(_holder(who, won, fame) for who, won in record.holders)
    return Told(str(RECORDS[record.what]), shown(record.amount), holders)


def _holder(who: int, won: Won | None, fame: Fame) -> str:
    name = fame.people[who].name
    return name if won is None else f"{name} ({won.name})"
