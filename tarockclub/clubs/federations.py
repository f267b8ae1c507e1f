"""The clubs that a federation groups; what is asked of both sides, and never more than that they belong together."""

from django.db.models import QuerySet

from tarockclub.clubs.middleware import PREFIX
from tarockclub.models import Club, FederationMember


def list_memberships() -> QuerySet[FederationMember]:
    """Return who belongs to which federation now."""
    return FederationMember.objects.filter(since__isnull=False, until=None)


def list_federation_ids(club: int | None) -> QuerySet[FederationMember, int]:
    """Return the federations (ids) of a club, for a condition of another query."""
    return list_memberships().filter(club=club).values_list("federation", flat=True)


def list_federations(club: Club) -> list[Club]:
    """Return the federations to which a club belongs, by name."""
    return list(Club.objects.filter(pk__in=list_federation_ids(club.pk)).order_by("name", "pk"))


def list_member_clubs(federation: Club) -> list[Club]:
    """Return the clubs of a federation that still play, by name."""
    members = list_memberships().filter(federation=federation).values("club")
    return list(Club.objects.filter(pk__in=members, archived=None).order_by("name", "pk"))


def is_member(federation: int, club: int) -> bool:
    """Tell whether a club belongs to a federation."""
    return list_memberships().filter(federation=federation, club=club).exists()


def is_in_federation(club: Club) -> bool:
    """Tell whether numbers of a federation matter to a club: it is one, or belongs to one."""
    return club.is_federation or list_memberships().filter(club=club).exists()


def may_have_federation(club: Club) -> bool:
    """Tell whether there is anything to show about federations: where there is none, no page says the word."""
    return club.is_federation or Club.objects.filter(is_federation=True, archived=None).exists()


def build_club_address(club: Club, path: str = "/") -> str:
    """Return the address of a club's page, also from the pages of another club."""
    return f"{PREFIX}{club.slug}{path}"
