"""The rows on the pages of a federation and of its clubs; each side reads its own, and what was given to it."""

from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from tarockclub.models import Club, FederationMember
from tarockclub.platform.clubs.addresses import build_club_address
from tarockclub.platform.clubs.federations import list_federation_ids, show_federations
from tarockclub.platform.privacy.namesakes import filter_people
from tournaments.models import Season, SeasonOffer, Tournament
from tournaments.seasons.federation.membership import get_other

MOST_TOURNAMENTS, MOST_DECIDED = 60, 60
State = SeasonOffer.State


class MemberLine(NamedTuple):
    """A membership, or a question about one, as one side sees it."""

    row: FederationMember
    other: Club

    @property
    def address(self) -> str:
        """The pages of the other side."""
        return build_club_address(self.other)


def load_federation_memberships(own: Club) -> dict[str, list[MemberLine]]:
    """Return the open memberships of one side: current ones, to answer (the other side has asked), asked; one query."""
    side = Q(federation=own) if own.is_federation else Q(club=own)
    rows = FederationMember.objects.filter(side, until=None).select_related("club", "federation")
    lines = sorted((MemberLine(row, get_other(row, own)) for row in rows), key=lambda line: line.other.name.casefold())
    open_lines = [line for line in lines if line.row.since is None]
    return {
        "current": [line for line in lines if line.row.since is not None],
        "to_answer": [line for line in open_lines if line.row.by_federation != own.is_federation],
        "asked": [line for line in open_lines if line.row.by_federation == own.is_federation],
    }


def count_numbers(club: Club) -> dict[str, int]:
    """Count all persons of a register, and those who have a number of the federation."""
    return filter_people(club.pk).aggregate(there=Count("pk", filter=~Q(federation_number="")), all=Count("pk"))


def list_federation_seasons(club: Club) -> list[Season]:
    """Return the seasons to which a club may offer results: those of its federations, the newest first."""
    with show_federations():
        rows = Season.objects.filter(club__in=list_federation_ids(club.pk)).select_related("club")
        return list(rows.order_by("-made", "-pk"))


def list_published_tournaments(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club whose final result is published, the last one first."""
    rows = Tournament.objects.filter(club=club, archived=None, ended__isnull=False)
    return rows.order_by("-day", "-pk")[:MOST_TOURNAMENTS]


def list_ended(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club whose final standing is published, the last one first."""
    return Season.objects.filter(club=club, ended__isnull=False).order_by("-ended", "-pk")[:MOST_TOURNAMENTS]


def list_own_offers(club: Club) -> dict[str, list[SeasonOffer]]:
    """Return the offers of a club by tournament (its address), the last one first."""
    found: dict[str, list[SeasonOffer]] = {}
    with show_federations():
        for row in SeasonOffer.objects.filter(club=club).select_related("season__club").order_by("-at", "-pk"):
            found.setdefault(str(row.tournament), []).append(row)
    return found


def list_offers(federation: Club, *, waiting: bool) -> list[SeasonOffer]:
    """Return the offers to a federation: those that wait, the first one first, or those that are decided."""
    rows = SeasonOffer.objects.filter(season__club=federation).select_related("season", "club", "event")
    if waiting:
        return list(rows.filter(state=State.WAITING).order_by("at", "pk"))
    decided = rows.filter(state__in=(State.ACCEPTED, State.DECLINED))
    return list(decided.order_by("-decided", "-pk")[:MOST_DECIDED])


def count_waiting_offers(federation: Club) -> int:
    """Count the offers that wait for a federation."""
    return SeasonOffer.objects.filter(season__club=federation, state=State.WAITING).count()
