"""The clubs that a federation groups; what is asked of both sides, and never more than that they belong together."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar

from django.db.models import QuerySet

from tarockclub.models import Club, FederationMember
from tarockclub.platform.clubs.scope import ALL, enter_club, get_scope

_has_federations: ContextVar[bool] = ContextVar("has_federations", default=False)


def list_memberships() -> QuerySet[FederationMember]:
    """Return who belongs to which federation now."""
    return FederationMember.objects.filter(since__isnull=False, until=None)


def list_federation_ids(club: int | None) -> QuerySet[FederationMember, int]:
    """Return the federations (ids) of a club, for a condition of another query."""
    return list_memberships().filter(club=club).values_list("federation", flat=True)


@contextmanager
def show_federations() -> Iterator[None]:
    """Show also the rows of the federations of the clubs in scope: for reading what they have in common, nothing else.

    The database shows a club's pages nothing of another club (scope.py), not even of its federation.
    """
    shown = list_shown_clubs()
    if shown is None or _has_federations.get():
        yield
        return
    federations = list(list_memberships().filter(club__in=shown).values_list("federation", flat=True))
    token = _has_federations.set(True)
    try:
        with enter_club(*shown, *federations) if federations else nullcontext():
            yield
    finally:
        _has_federations.reset(token)


def list_shown_clubs() -> list[int] | None:
    """Return the clubs in scope; None for all."""
    scope = get_scope()
    return None if scope == ALL else [int(club) for club in scope.strip("{}").split(",") if club]


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
