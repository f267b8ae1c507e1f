"""The prizes as their page shows them: with names."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.models import Prize, Tournament
from tournaments.results.prizes import NONE, Choice, Scope, scopes_of
from tournaments.standings.players import People, people_of


class Chosen(NamedTuple):
    """What somebody has chosen."""

    person: int
    name: str
    prize: Prize | None  # none: he took none
    edition: int
    reason: str


class Waiting(NamedTuple):
    """Somebody who has not chosen yet."""

    person: int
    name: str
    rank: int


class ScopeShown(NamedTuple):
    """The prizes of a round, or of everything."""

    scope: Scope
    chosen: tuple[Chosen, ...]
    waiting: tuple[Waiting, ...]  # in their order, the first one's turn
    others_now: tuple[str, ...]  # who has chosen, and would not by the result as it is now
    order_then: tuple[str, ...] = ()  # who has chosen, where the newest edition would let them choose otherwise
    order_now: tuple[str, ...] = ()  # who would have chosen by it

    @property
    def is_over(self) -> bool:
        """Whether nobody chooses any more."""
        return self.scope.edition is not None and not self.waiting


def scopes_shown(tournament: Tournament) -> tuple[ScopeShown, ...]:
    """All prizes with who has chosen them, and who is next."""
    scopes = scopes_of(tournament)
    persons = {one for scope in scopes for one in scope.choosers.order}
    persons |= {one.person for scope in scopes for one in scope.choices}
    people = people_of(tournament, persons)
    return tuple(_shown(scope, people) for scope in scopes)


def _shown(scope: Scope, people: People) -> ScopeShown:
    prizes = {one.pk: one for one in scope.prizes}
    done = {one.person for one in scope.choices}
    ranks = scope.edition.by_person if scope.edition is not None else {}
    open_ones = [one for one in scope.choosers.order if one not in done] if scope.free else []
    return ScopeShown(
        scope,
        tuple(_chosen(one, prizes, people) for one in scope.choices),
        tuple(Waiting(one, people.player(one).name, ranks[one].rank) for one in open_ones),
        tuple(people.player(one).name for one in scope.others_now),
        *(_names(order, people) if scope.is_order_changed else () for order in (scope.order_then, scope.order_now)),
    )


def _names(persons: Iterable[int], people: People) -> tuple[str, ...]:
    return tuple(people.player(one).name for one in persons)


def _chosen(choice: Choice, prizes: dict[int, Prize], people: People) -> Chosen:
    prize = None if choice.prize == NONE else prizes.get(choice.prize)
    return Chosen(choice.person, people.player(choice.person).name, prize, choice.edition, choice.reason)
