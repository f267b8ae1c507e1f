"""The next dates of a club's front page; the first one is its ticket."""

import uuid
from datetime import date, datetime, time
from typing import NamedTuple

from tarockclub.models import Club
from tournaments.people.entrants.waiting_list import count_open_places
from tournaments.people.invitations.page import list_coming

MOST_DATES = 6
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

    @property
    def is_full(self) -> bool:
        """True if whoever registers now waits for a place."""
        return bool(self.most) and not self.free

    @property
    def signs(self) -> list[list[bool]]:
        """The places in groups, the taken ones first; none if they are too many to be seen at a glance."""
        seats = [seat < self.most - self.free for seat in range(self.most if self.most <= MOST_DRAWN else 0)]
        return [seats[first : first + GROUP] for first in range(0, len(seats), GROUP)]


def load_dates(club: Club) -> tuple[DatedTournament, ...]:
    """Return the next tournaments; four queries."""
    coming = list_coming(club)[:MOST_DATES]
    places = count_open_places([entry.tournament for entry in coming if entry.is_open])
    dates = []
    for entry in coming:
        row, invitation = entry.tournament, entry.invitation
        dated = DatedTournament(row.slug, row.name, row.day, row.made, entry.is_today)
        if invitation is not None:
            most = invitation.most if entry.is_open else 0
            free = max(0, places.get(row.pk, 0))
            dated = DatedTournament(*dated[:5], True, entry.is_open, invitation.starts, invitation.place, most, free)
        dates.append(dated)
    return tuple(dates)
