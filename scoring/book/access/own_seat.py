"""The player whose phone it is, at one table: the phone keeps it in a cookie until somebody says otherwise."""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scoring.book.ledger.seats import Seat
from scoring.models import GameTable
from tarockclub.kit.text import parse_whole

COOKIE = "seat"  # the person, as a seat may be taken by another one
NOBODY = 0  # the phone belongs to the table
_SECONDS = 14 * 24 * 3600  # as long as a link


def read_own_person(request: HttpRequest) -> int | None:
    """Return the person whom the phone has named for the requested table; NOBODY; None if nothing was said yet."""
    return parse_whole(request.COOKIES.get(COOKIE, ""))


class PresentPlayer(NamedTuple):
    """A player who sits at a table now."""

    place: int
    person: int
    name: str


def list_present_players(seats: Sequence[Seat]) -> list[PresentPlayer]:
    """Return those who sit at a table now, by place."""
    present_seats = (seat for seat in seats if seat.until is None)
    return [PresentPlayer(seat.place, seat.persons[-1][1], seat.names[-1][1]) for seat in present_seats]


def find_own_place(request: HttpRequest, seats: Sequence[Seat], earlier: int | None) -> int | None:
    """Return the place of the phone's player; `earlier`: where nothing was said, the place it spoke for before."""
    person = read_own_person(request)
    if person is None:
        return earlier
    return next((player.place for player in list_present_players(seats) if player.person == person), None)


def set_own_seat_cookie(response: HttpResponse, table: GameTable, person: int) -> None:
    """Let the phone that gets this response belong to a person at this table, or to NOBODY."""
    response.set_cookie(
        COOKIE,
        str(person),
        max_age=_SECONDS,
        path=reverse("table", args=[table.slug]),
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )
