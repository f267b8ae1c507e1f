"""The dates of a club for everybody: tournaments to come, and the evenings of a year that knows its weekdays."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import NamedTuple

from django.urls import get_script_prefix, reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.faces import Face, build_face_sign
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.clubs.scope import enter_club
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Invitation, Season
from tournaments.people.entrants.applications import count_open_places
from tournaments.people.invitations.page import ComingDate, list_coming
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.head import list_evening_days, list_rule_days
from tournaments.seasons.season.settings import parse_season_settings

MOST_ON_FRONT, MOST_OF_CLUBS = 6, 40
EVENING_DAYS = 92  # ahead, for which evenings are said
MOST_DRAWN, GROUP = 24, 4  # places as signs, in groups


class MemberClub(NamedTuple):
    """A club among others, with its pages."""

    name: str
    address: str
    logo: str = ""
    colour: str = ""


def build_member(club: Club) -> MemberClub:
    """Return a club as it stands among others."""
    return MemberClub(club.name, build_club_address(club), club.logo, club.colour)


class DatedTournament(NamedTuple):
    """A tournament that is still to come; what nobody has been invited to has a day only."""

    slug: uuid.UUID
    name: str
    day: date
    made: datetime
    is_today: bool
    is_invited: bool = False  # it has an invitation that everybody may see
    is_open: bool = False  # one may register
    starts: time | None = None
    place: str = ""
    most: int = 0  # places; 0: any number
    free: int = 0
    counts_for: str = ""
    fee: str = ""  # "": none
    is_evening: bool = False  # of the year `slug`, on one of its weekdays
    club: MemberClub = MemberClub("", "")  # where those of several clubs stand together

    @property
    def address(self) -> str:
        """The address of its invitation; "" without one."""
        return self._build_address("invitation") if self.is_invited else ""

    @property
    def join_address(self) -> str:
        """The address for registering."""
        return self._build_address("sign_up")

    @property
    def calendar_address(self) -> str:
        """The address of the date as a file for calendars; without an invitation that of all dates."""
        return self._build_address("invitation_date") if self.is_invited else reverse("federation_calendar")

    def _build_address(self, name: str) -> str:
        path = reverse(name, args=[self.slug])
        return self.club.address + path.removeprefix(get_script_prefix()) if self.club.name else path

    @property
    def taken(self) -> int:
        """The taken places, of a hundred."""
        return 100 * (self.most - self.free) // self.most if self.most else 0

    @property
    def is_full(self) -> bool:
        """True if whoever registers now waits for a place."""
        return bool(self.most) and not self.free

    @property
    def signs(self) -> list[list[bool]]:
        """The places in groups, the taken ones first; none if they are too many to be seen at a glance."""
        seats = [seat < self.most - self.free for seat in range(self.most if self.most <= MOST_DRAWN else 0)]
        return [seats[first : first + GROUP] for first in range(0, len(seats), GROUP)]


def load_dates(club: Club, most: int = MOST_ON_FRONT) -> tuple[DatedTournament, ...]:
    """Return the next tournaments; four queries."""
    return _build_dates(list_coming(club)[:most], {})


def load_all_dates(club: Club, most: int, *, has_names: bool) -> list[DatedTournament]:
    """Return the next tournaments, and with them the next evenings; `has_names` as of these."""
    dates = (*load_dates(club, most), *load_evening_dates(club, has_names=has_names))
    return sorted(dates, key=lambda dated: dated.day)


def load_dates_of_clubs(clubs: Iterable[Club], *, with_evenings: bool = False) -> tuple[DatedTournament, ...]:
    """Return the next tournaments of those clubs that show dates to everybody, and the next evening of each year.

    Five queries, one more with evenings.
    """
    members = {club.pk: build_member(club) for club in clubs}
    with enter_club(*members):
        showing = dict(Publication.objects.filter(club__in=members, dates=True).values_list("club", "seasons"))
        dates = _build_dates(list_coming(*showing)[:MOST_OF_CLUBS], members)
        evenings = _list_next_evenings(showing, members) if with_evenings else ()
    return tuple(sorted((*dates, *evenings), key=lambda dated: dated.day))


def _list_next_evenings(showing: Mapping[int, bool], members: Mapping[int, MemberClub]) -> list[DatedTournament]:
    """Return the next day of each year on its weekdays; `showing`: clubs, and whether everybody sees their seasons."""
    evenings, today = [], localdate(now())
    for row in Season.objects.filter(club__in=showing, ended=None):
        rule = parse_season_settings(row.settings).evenings
        for day in list_rule_days(rule, today, EVENING_DAYS)[:1] if rule is not None else ():
            name = row.name if showing[row.club_id] else _("Tarock evening")
            dated = DatedTournament(row.slug, name, day, row.made, day == today, is_evening=True)
            evenings.append(dated._replace(club=members[row.club_id]))
    return evenings


def _build_dates(coming: Sequence[ComingDate], members: Mapping[int, MemberClub]) -> tuple[DatedTournament, ...]:
    places = count_open_places([entry.tournament for entry in coming if entry.is_open])
    dates = []
    for entry in coming:
        row, invitation = entry.tournament, entry.invitation
        dated = DatedTournament(
            row.slug, row.name, row.day, row.made, entry.is_today, club=members.get(row.club_id, MemberClub("", ""))
        )
        if invitation is not None:
            dated = dated._replace(
                is_invited=True,
                is_open=entry.is_open,
                starts=invitation.starts,
                place=invitation.place,
                most=invitation.most if entry.is_open else 0,
                free=max(0, places.get(row.pk, 0)),
                counts_for=invitation.counts_for,
                fee=format_cents(fee) if (fee := load_settings(row).fee) else "",
            )
        dates.append(dated)
    return tuple(dates)


def load_evening_dates(club: Club, *, has_names: bool) -> tuple[DatedTournament, ...]:
    """Return the next evenings of years that go on and know their weekdays; `has_names`: everybody may see these."""
    today = localdate(now())
    years = [row for row in Season.objects.filter(club=club, ended=None).select_related("club") if _has_evenings(row)]
    return tuple(
        DatedTournament(
            *(year.slug, year.name if has_names else _("Tarock evening"), day, year.made, day == today),
            is_evening=True,
        )
        for year in years
        for day in list_evening_days(load_kept_season(year).stand, today, EVENING_DAYS)
    )


def _has_evenings(row: Season) -> bool:
    return parse_season_settings(row.settings).has_evenings


MOST_FACES = 12


def load_expected(date: DatedTournament) -> tuple[Face, ...]:
    """Return the signs of those who come to a tournament, as far as its invitation lists them; two queries."""
    if not Invitation.objects.filter(tournament__slug=date.slug, is_public=True, lists_players=True).exists():
        return ()
    entrants = Entrant.objects.filter(tournament__slug=date.slug, withdrawn=None).select_related("person")
    return tuple(
        build_face_sign(EVERYBODY.name_player(entrant.person, entrant.number), entrant.person_id)
        for entrant in entrants.order_by("number")[:MOST_FACES]
    )


class DatedMonth(NamedTuple):
    """A month of dates, to be drawn: where each day stands, in per cent, and which of its dates are tournaments."""

    day: date  # the first of the month
    marks: tuple[tuple[int, DatedTournament], ...]


def build_months(dates: Sequence[DatedTournament]) -> tuple[DatedMonth, ...]:
    """Return the months of some dates, in order."""
    months = groupby(dates, key=lambda dated: dated.day.replace(day=1))
    return tuple(
        DatedMonth(month, tuple((100 * (dated.day.day - 1) // 30, dated) for dated in of_month))
        for month, of_month in months
    )
