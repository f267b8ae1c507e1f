"""The things on which actions are done: their addresses, their place in the journal, loading them under the lock."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.http import HttpRequest

from scoring.book.ledger.sql import lock_table
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import Owner
from tournaments.core.view_helpers import find_own_round, find_own_season, find_own_table, find_own_tournament
from tournaments.models import Round, RoundTable, Season, Tournament

Spot = Tournament | Round | RoundTable
AnySpot = Spot | Season


class Here(NamedTuple):
    """The rows that an action may look at and change, locked against all other actions of their owner."""

    owner: Owner
    round_or_none: Round | None = None
    table_or_none: RoundTable | None = None
    key: str = ""
    who: Actor = ANONYMOUS
    reason: str = ""

    @property
    def tournament(self) -> Tournament:
        """The tournament of an action that is always in one."""
        if not isinstance(self.owner, Tournament):
            raise TypeError("this action needs a tournament")
        return self.owner

    @property
    def season(self) -> Season:
        """The season of an action that is always in one."""
        if not isinstance(self.owner, Season):
            raise TypeError("this action needs a season")
        return self.owner

    @property
    def round(self) -> Round:
        """The round of an action that is always about one."""
        if self.round_or_none is None:
            raise TypeError("this action needs a round")
        return self.round_or_none

    @property
    def table(self) -> RoundTable:
        """The table of an action that is always about one."""
        if self.table_or_none is None:
            raise TypeError("this action needs a table")
        return self.table_or_none


@dataclass(frozen=True, eq=False)
class Target:
    """A kind of thing on which actions are done."""

    model: type[AnySpot] | tuple[type[AnySpot], ...]
    path: str  # in the API
    arguments: Mapping[str, type]  # of the path
    find: Callable[..., Any]  # the own one, by a request and the arguments; 404 for others
    name: Callable[[Any], dict[str, Any]]  # the columns of an act
    load: Callable[[Any, Any], Here]  # what carry_out gets, from the locked row and the spot
    add_sent: Callable[[Any, Any], object] = lambda _spot, sent: sent  # the spot itself to what was sent


def get_tournament_id(spot: Spot) -> int:
    """Return the id of the tournament of a spot."""
    if isinstance(spot, Tournament):
        return spot.pk
    return (spot.round if isinstance(spot, RoundTable) else spot).tournament_id


def load_round(row: Tournament, spot: Round) -> Here:
    """Load a round as it is now."""
    return Here(row, Round.objects.get(pk=spot.pk))


def load_table(row: Tournament, spot: RoundTable) -> Here:
    """Load a table and its round as they are now."""
    table = RoundTable.objects.select_related("round").get(pk=spot.pk)
    return Here(row, table.round, table)


def load_table_with_book(row: Tournament, spot: RoundTable) -> Here:
    """Load a table with its book, which nobody writes meanwhile: no hand comes between the check and the change."""
    lock_table(spot.game_table_id)
    table = RoundTable.objects.select_related("round", "game_table__sheet_version").get(pk=spot.pk)
    return Here(row, table.round, table)


def _find_own_round(request: HttpRequest, slug: uuid.UUID, number: int) -> Round:
    return find_own_round(request, slug, number).round


_ARGUMENTS = {"slug": uuid.UUID}
_ROUND_ARGUMENTS = {**_ARGUMENTS, "number": int}
TOURNAMENT = Target(
    Tournament,
    "tournaments/{uuid:slug}",
    _ARGUMENTS,
    find_own_tournament,
    lambda _spot: {},
    lambda row, _spot: Here(row),
)
ROUND = Target(
    Round,
    f"{TOURNAMENT.path}/rounds/{{int:number}}",
    _ROUND_ARGUMENTS,
    _find_own_round,
    lambda spot: {"round": spot},
    load_round,
)
TABLE = Target(
    RoundTable,
    f"{ROUND.path}/tables/{{int:table}}",
    {**_ROUND_ARGUMENTS, "table": int},
    find_own_table,
    lambda spot: {"round": spot.round, "table": spot},
    load_table,
)
SEASON = replace(TOURNAMENT, model=Season, path="seasons/{uuid:slug}", find=find_own_season)
BOOK = replace(TABLE, load=load_table_with_book)
