"""The rights of accounts: which role has which, for the club or at one tournament (docs/dev/roles.md)."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import import_string

from tarockclub.models import Account, Club


class Right(StrEnum):
    """The rights: every view and every operation of the API names the one that it needs."""

    # What one sees, by area:
    PEOPLE = "people"  # the register, statistics, entrants, registrations, teams
    CASH = "cash"  # cash books, receipts, payments
    TABLES = "tables"  # evenings, tables, hands, and tournaments with their draw, rulings and log
    RESULTS = "results"  # standings before they are published, prizes, seasons, papers, exports already made
    # What one does:
    ENTER = "enter"  # evenings, hands, people, entries, lists, archives, sheets of the club
    TREASURE = "treasure"  # entry fees and debts, settlements, exports
    TILL = "till"  # cash boxes: movements, counts, receipts
    RULE = "rule"  # the desk of a round: clocks, rulings, late hands
    DIRECT = "direct"  # everything else in a club
    KEEP = "keep"  # the installation: backups, the computer's clock
    HOST = "host"  # found, rename and archive clubs


_NOTHING: Final[frozenset[Right]] = frozenset()
READING: Final = frozenset({Right.PEOPLE, Right.CASH, Right.TABLES, Right.RESULTS})  # everything that the staff sees
OF_INSTALLATION: Final = frozenset({Right.KEEP, Right.HOST})  # of no role: Account.is_host, or of an only club
RIGHTS: Final[Mapping[str, frozenset[Right]]] = {
    Account.Role.DIRECTOR: READING | {Right.ENTER, Right.TREASURE, Right.TILL, Right.RULE, Right.DIRECT},
    Account.Role.SECRETARY: READING | {Right.ENTER, Right.TREASURE, Right.TILL},
    Account.Role.REFEREE: READING | {Right.RULE},
    Account.Role.TREASURER: READING | {Right.TREASURE, Right.TILL},
    Account.Role.CASHIER: frozenset({Right.CASH, Right.TILL}),
    Account.Role.WATCHER: READING,
    "": _NOTHING,  # nothing for the club
}


class Rights:
    """The rights of an account where it asks: a role for one tournament counts at addresses of this tournament only.

    Templates have it as `may`: {% if may.direct %}.
    """

    def __init__(self, account: Account | None, arguments: Mapping[str, Any], limit: str | None = None) -> None:
        self._account, self._arguments = account, arguments
        self._limit = frozenset(Right) if limit is None else RIGHTS[limit]  # of a program: the role of its token

    @cached_property
    def _for_the_club(self) -> frozenset[Right]:
        return _NOTHING if self._account is None else RIGHTS[self._account.role]

    @cached_property
    def _for_the_tournament(self) -> frozenset[Right]:
        if self._account is None or not self._account.is_helper:
            return _NOTHING
        find: Callable[[Account, Mapping[str, Any]], Iterable[str]] = import_string(settings.TOURNAMENT_ROLES)
        return _NOTHING.union(*(RIGHTS[role] for role in find(self._account, self._arguments)))

    @cached_property
    def _for_the_installation(self) -> frozenset[Right]:
        if self._account is None:
            return _NOTHING
        if self._account.is_host:
            return OF_INSTALLATION
        directs = Right.DIRECT in self._for_the_club
        return frozenset({Right.KEEP}) if directs and is_only_club(self._account.club_id) else _NOTHING

    @property
    def club(self) -> int | None:
        """The id of the club whose account it is."""
        return None if self._account is None else self._account.club_id

    @property
    def names(self) -> frozenset[str]:
        """The names of all rights that are there."""
        return frozenset(right.value for right in RIGHTS[Account.Role.DIRECTOR] if self.has(right))

    def has(self, *rights: Right) -> bool:
        """Return whether one of these rights is there."""
        return any(self.has_for_club(right) or self._has_for_tournament(right) for right in rights)

    def has_at(self, club: int, *rights: Right) -> bool:
        """Return whether one of these rights is there, and the account belongs to this club (its id)."""
        return self.club == club and self.has(*rights)

    def _has_for_tournament(self, right: Right) -> bool:
        return right in self._limit and right in self._for_the_tournament

    def has_for_club(self, right: Right) -> bool:
        """Return whether the account has this right everywhere in the club, or in the installation."""
        rights = self._for_the_installation if right in OF_INSTALLATION else self._for_the_club
        return right in self._limit and right in rights

    @property
    def role(self) -> str:
        """The role for the club with the most rights that are there; "" without rights for the club."""
        rights = self._limit & self._for_the_club
        return max((role for role in RIGHTS if RIGHTS[role] <= rights), key=lambda role: len(RIGHTS[role]))

    def __getitem__(self, name: str) -> bool:
        """Return what a template asks: may.rule, or may.club_rule for a page of the club beside the tournament's."""
        in_club = name.removeprefix("club_")
        return self.has(Right(name)) if in_club == name else self.has_for_club(Right(in_club))


NO_RIGHTS = Rights(None, {})


def is_only_club(club: int) -> bool:
    """Return whether the installation has no other club."""
    return not Club.objects.exclude(pk=club).exists()


def list_roles(*rights: Right) -> list[str]:
    """Return the roles that have one of these rights, the one with the fewest rights first."""
    return sorted((role for role in RIGHTS if RIGHTS[role] & set(rights)), key=lambda role: len(RIGHTS[role]))
