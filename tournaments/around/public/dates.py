"""The dates of a club for everybody: tournaments to come, and the evenings of a year that knows its weekdays."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import NamedTuple

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.faces import Face, build_face_sign
from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Invitation, Season
from tournaments.people.entrants.applications import count_open_places
from tournaments.people.invitations.page import list_coming
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.head import list_evening_days
from tournaments.seasons.season.settings import parse_season_settings

MOST_ON_FRONT = 6
EVENING_DAYS = 92  # ahead, for which evenings are said
MOST_DRAWN, GROUP = 24, 4  # places as signs, in groups


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
    coming = list_coming(club)[:most]
    places = count_open_places([entry.tournament for entry in coming if entry.is_open])
    dates = []
    for entry in coming:
        row, invitation = entry.tournament, entry.invitation
        dated = DatedTournament(row.slug, row.name, row.day, row.made, entry.is_today)
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
