"""The dates of tournaments for everybody, of one club or of several: what a ticket or a row says of each."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import get_script_prefix, reverse
from django.utils.dates import WEEKDAYS
from django.utils.text import get_text_list
from django.utils.timezone import localdate
from django.utils.translation import gettext, pgettext

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.text import Face, build_face_sign
from tarockclub.kit.time_source import now
from tarockclub.kit.words import compute_german_key
from tarockclub.models import Club
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.selectors import DateNews, load_date_news, load_settings
from tournaments.core.settings import ROUND, Settings
from tournaments.models import Entrant, Invitation, Tournament
from tournaments.people.entrants.applications import count_open_places
from tournaments.people.registration.actions import is_open

MOST_DATES = 100
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
    fee: str = ""  # of all rounds; "": none
    fee_each: str = ""  # of how many rounds it is the sum; "": of one, or of the tournament
    is_evening: bool = False  # of the year `slug`, on one of its weekdays
    days: tuple[date, ...] = ()  # of several evenings in one row
    club: MemberClub = MemberClub("", "")  # where those of several clubs stand together
    news: DateNews = DateNews()  # that it is cancelled, or was moved

    @property
    def when(self) -> str:
        """The day in words, or that it is cancelled."""
        return self.news.text if self.news.is_cancelled else format_day(self.day)

    @property
    def weekdays(self) -> str:
        """The weekdays of several evenings in one row, in words; "" of one."""
        names = [str(WEEKDAYS[weekday]) for weekday in sorted({day.weekday() for day in self.days})]
        days = get_text_list(names, pgettext("between the last two names", "and"))
        return gettext("every %(days)s") % {"days": days} if len(self.days) > 1 else ""

    @property
    def where(self) -> str:
        """The hour and the place, of several evenings with their weekdays; "" where nothing is known."""
        return ", ".join(filter(None, (self.weekdays, f"{self.starts:%H:%M}" if self.starts else "", self.place)))

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


class ComingDate(NamedTuple):
    """A tournament that is still to come."""

    tournament: Tournament
    invitation: Invitation | None  # that everybody may see
    is_today: bool
    is_open: bool  # one may register on its page
    news: DateNews


def list_coming(*clubs: Club | int) -> tuple[ComingDate, ...]:
    """Return the tournaments of clubs that are still to come, also those that are cancelled; two queries."""
    coming = filter_coming(Tournament.objects.filter(club__in=clubs)).select_related("invitation", "club")
    rows = list(coming[:MOST_DATES])
    news = load_date_news(rows)
    return tuple(build_coming(row, getattr(row, "invitation", None), news[row.pk]) for row in rows)


def build_coming(row: Tournament, invitation: Invitation | None, news: DateNews) -> ComingDate:
    """Return a tournament with its invitation, if everybody may see that."""
    shown = invitation if invitation is not None and invitation.is_public else None
    return ComingDate(row, shown, row.day == localdate(now()), is_open(row, shown), news)


def filter_coming(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Filter those that have not begun, from today on, in order."""
    today = localdate(now())
    return rows.filter(archived=None, ended=None, frozen=None, day__gte=today).order_by("day", "pk")


def build_dates(coming: Sequence[ComingDate], members: Mapping[int, MemberClub]) -> tuple[DatedTournament, ...]:
    """Return dates with their free places; three queries. `members`: clubs, where those of several stand together."""
    places = count_open_places([entry.tournament for entry in coming if entry.is_open])
    dates = []
    for entry in coming:
        row, invitation = entry.tournament, entry.invitation
        dated = DatedTournament(
            *(row.slug, row.name, row.day, row.made, entry.is_today),
            club=members.get(row.club_id, MemberClub("", "")),
            news=entry.news,
        )
        if invitation is not None:
            fee, fee_each = split_fee(load_settings(row))
            dated = dated._replace(
                is_invited=True,
                is_open=entry.is_open,
                starts=invitation.starts,
                place=invitation.place,
                most=invitation.most if entry.is_open else 0,
                free=max(0, places.get(row.pk, 0)),
                counts_for=invitation.counts_for,
                fee=fee,
                fee_each=fee_each,
            )
        dates.append(dated)
    return tuple(dates)


def split_fee(settings: Settings) -> tuple[str, str]:
    """Return the fee of all rounds, and of which fees it is the sum; two times "" if there is none."""
    amount, rounds = format_cents(settings.fee), settings.rounds if settings.fee_per == ROUND else 1
    if not settings.fee or rounds == 1:
        return amount if settings.fee else "", ""
    if not rounds:
        return gettext("%(amount)s per round") % {"amount": amount}, ""
    return format_cents(settings.fee * rounds), f"{rounds} × {amount}"


MOST_FACES = 12


def load_expected(dated: DatedTournament) -> tuple[Face, ...]:
    """Return the signs of those who come to a tournament, as far as its invitation lists them; two queries."""
    if (
        not dated.is_invited
        or not Invitation.objects.filter(tournament__slug=dated.slug, is_public=True, lists_players=True).exists()
    ):
        return ()
    entrants = Entrant.objects.filter(tournament__slug=dated.slug, withdrawn=None).select_related("person")
    named = ((EVERYBODY.name_player(entrant.person, entrant.number), entrant.person_id) for entrant in entrants)
    in_order = sorted(named, key=lambda each: compute_german_key(each[0]))[:MOST_FACES]
    return tuple(build_face_sign(name, person) for name, person in in_order)
