"""The clubs on the front page of a federation: nothing that their own front pages do not show."""

from collections.abc import Iterable
from datetime import date, time
from typing import NamedTuple

from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.addresses import build_club_address
from tarockclub.platform.clubs.federations import list_member_clubs
from tarockclub.platform.clubs.scope import enter_club
from tournaments.models import Invitation, Tournament

MOST_DATES = 40


class MemberClub(NamedTuple):
    """A club of the federation, with its pages."""

    name: str
    address: str
    logo: str = ""


class ClubDate(NamedTuple):
    """A tournament of a club that is still to come."""

    name: str
    day: date
    is_today: bool
    club: MemberClub
    identity: str  # of the tournament; never its address
    starts: time | None = None
    place: str = ""
    address: str = ""  # of its invitation; "": nobody is invited


class FederationFront(NamedTuple):
    """The clubs of a federation, and what they have in common; what is not published is empty."""

    clubs: tuple[MemberClub, ...]
    calendar: tuple[ClubDate, ...]


def load_federation_front(federation: Club, parts: tuple[str, ...]) -> FederationFront:
    """Return what a federation publishes of its clubs."""
    clubs = tuple(map(build_member, list_member_clubs(federation)))
    return FederationFront(clubs, load_calendar(federation) if "dates" in parts else ())


def build_member(club: Club) -> MemberClub:
    """Return a club as it stands among others."""
    return MemberClub(club.name, build_club_address(club), club.logo)


def load_calendar(federation: Club) -> tuple[ClubDate, ...]:
    """Return the next tournaments of the federation, and of its clubs that show dates to everybody; three queries."""
    return load_dates_of_clubs((federation, *list_member_clubs(federation)))


def load_dates_of_clubs(of: Iterable[Club]) -> tuple[ClubDate, ...]:
    """Return the next tournaments of those clubs that show dates to everybody; two queries."""
    clubs = {club.pk: build_member(club) for club in of}
    today = localdate(now())
    with enter_club(*clubs):
        showing = Publication.objects.filter(club__in=clubs, dates=True).values_list("club", flat=True)
        rows = Tournament.objects.filter(
            club__in=list(showing), archived=None, ended=None, frozen=None, day__gte=today
        ).order_by("day", "pk")
        tournaments = list(rows.select_related("invitation")[:MOST_DATES])
    return tuple(_build_date(row, clubs[row.club_id], today) for row in tournaments)


def _build_date(row: Tournament, club: MemberClub, today: date) -> ClubDate:
    dated = ClubDate(row.name, row.day, row.day == today, club, row.slug.hex)
    invitation: Invitation | None = getattr(row, "invitation", None)
    if invitation is None or not invitation.is_public:
        return dated
    address = f"{club.address}tournaments/{row.slug}/invitation/"
    return dated._replace(starts=invitation.starts, place=invitation.place, address=address)
