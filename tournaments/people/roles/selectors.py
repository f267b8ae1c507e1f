"""The roles for single tournaments: read and written."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from tarockclub.models import Account
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.permissions import format_role
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.rights import RIGHTS, Right
from tarockclub.platform.clubs.ownership import build_counting_filter
from tournaments.core.selectors import filter_played
from tournaments.models import Tournament, TournamentRole


def find_roles(account: Account, arguments: Mapping[str, Any]) -> Iterable[str]:
    """Return the roles of an account at an address: of the tournament in it, or of the one of the table in it."""
    try:
        slug = uuid.UUID(str(arguments.get("slug", "")))  # in the API it is a text
    except ValueError:
        return ()
    condition = Q(tournament__slug=slug) | Q(tournament__rounds__tables__game_table__slug=slug)
    roles = TournamentRole.objects.filter(condition, account=account, tournament__club=account.club_id)
    return roles.values_list("role", flat=True).distinct()


def list_own_roles(account: Account) -> list[dict[str, Any]]:
    """Return the roles of an account in single tournaments; the latest day first, archived ones no more."""
    rows = TournamentRole.objects.filter(
        build_counting_filter(TournamentRole), account=account, tournament__archived=None
    ).select_related("tournament")
    return [
        {
            "tournament": row.tournament,
            "name": format_role(row.role),
            "address": reverse(
                "tournament" if Right.TABLES in RIGHTS[row.role] else "cash_box", args=[row.tournament.slug]
            ),
        }
        for row in rows.order_by("-tournament__day", "-tournament_id")
    ]


def list_cash_boxes(club: int, *, archived: bool = False) -> list[Tournament]:
    """Return the tournaments of a club, each with its cash box; the latest day first."""
    tournaments = Tournament.objects.filter(club=club, archived__isnull=not archived)
    tournaments = filter_played(tournaments) if archived else tournaments
    return list(tournaments.order_by("-day", "-pk"))


def list_helpers(tournament: Tournament) -> list[TournamentRole]:
    """Return who has a role in this tournament only, by name."""
    rows = TournamentRole.objects.filter(tournament=tournament, account__is_active=True)
    return list(rows.select_related("account__person").order_by("account__person__name", "pk"))


def list_staff(tournament: Tournament) -> list[Account]:
    """Return who has a role for the whole club, by name."""
    accounts = Account.objects.filter(club=tournament.club_id, is_active=True).exclude(role="")
    return list(accounts.order_by("person__name", "pk"))


def list_role_candidates(tournament: Tournament) -> list[Account]:
    """Return the accounts of the club that may log in and could get a role here, by name: all but its directors."""
    accounts = Account.objects.filter(club=tournament.club_id, is_active=True).exclude(role=Account.Role.DIRECTOR)
    return list(accounts.order_by("person__name", "pk"))


# No other code writes roles for single tournaments.


@transaction.atomic
def give_role(tournament: Tournament, account: Account, role: str, who: Actor = ANONYMOUS) -> None:
    """Give an account of the club a role in this tournament, instead of the one it has there; "" takes it away."""
    lock_club(tournament.club)
    roles = TournamentRole.objects.filter(tournament=tournament, account=account)
    before = roles.values_list("role", flat=True).first() or ""
    if before == role:
        return
    facts = {"role": role, "tournament": tournament.pk}
    with record_access(tournament.club_id, Kind.TOURNAMENT_ROLE, who, account.person_id, **facts):
        if role:
            TournamentRole.objects.update_or_create(tournament=tournament, account=account, defaults={"role": role})
        else:
            roles.delete()
        has_some = TournamentRole.objects.filter(account=account).exists()
        Account.objects.filter(pk=account.pk).update(is_helper=has_some)
