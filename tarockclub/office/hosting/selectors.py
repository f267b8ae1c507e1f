"""The clubs of the installation as its host sees them: sizes and days, nothing of what they do."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from scoring.models import GameTable
from tarockclub.models import Club, LogEntry
from tarockclub.platform.clubs.addresses import build_club_address


class HostedClub(NamedTuple):
    """A club in the host's list."""

    club: Club
    accounts: int
    active: datetime | None  # the last entry in its log, or the last evening

    @property
    def href(self) -> str:
        """The address of its front page."""
        return build_club_address(self.club)


def list_hosted_clubs() -> list[HostedClub]:
    """Return all clubs; three queries, however many there are."""
    counted = Count("accounts", filter=Q(accounts__is_active=True))
    logged = _load_latest(LogEntry.objects.order_by().values_list("log__club").annotate(Max("at")))
    played = _load_latest(GameTable.objects.order_by().values_list("club").annotate(Max("started")))
    return [
        HostedClub(club, club.staff, max(filter(None, (logged.get(club.pk), played.get(club.pk))), default=None))
        for club in Club.objects.annotate(staff=counted).order_by("pk")
    ]


def _load_latest(rows: object) -> dict[int, datetime]:
    return dict(rows)  # type: ignore[call-overload, no-any-return]  # pairs of a query
