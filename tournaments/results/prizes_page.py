"""The prizes as their page shows them: with names."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.models import Prize, Tournament
from tournaments.results.prizes import NONE, Choice, Scope, load_scopes
from tournaments.standings.players import People, load_people


class ChoiceLine(NamedTuple):
    """What somebody has chosen."""

    person: int
    name: str
    prize: Prize | None  # none: he took none
    edition: int
    reason: str


class WaitingChooser(NamedTuple):
    """Somebody who has not chosen yet."""

    person: int
    name: str
    rank: int


class ScopeSection(NamedTuple):
    """The prizes of a round, or of everything."""

    scope: Scope
    chosen: tuple[ChoiceLine, ...]
    waiting: tuple[WaitingChooser, ...]  # in their order, the first one's turn
    others_now: tuple[str, ...]  # who has chosen, and would not by the result as it is now
    order_then: tuple[str, ...] = ()  # who has chosen, where the newest edition would let them choose otherwise
    order_now: tuple[str, ...] = ()  # who would have chosen by it

    @property
    def is_over(self) -> bool:
        """Whether nobody chooses any more."""
        return self.scope.edition is not None and not self.waiting


def load_scope_sections(tournament: Tournament) -> tuple[ScopeSection, ...]:
    """All prizes with who has chosen them, and who is next."""
    scopes = load_scopes(tournament)
    persons = {one for scope in scopes for one in scope.choosers.order}
    persons |= {choice.person for scope in scopes for choice in scope.choices}
    people = load_people(tournament, persons)
    return tuple(_build_section(scope, people) for scope in scopes)


def _build_section(scope: Scope, people: People) -> ScopeSection:
    prizes = {prize.pk: prize for prize in scope.prizes}
    done = {choice.person for choice in scope.choices}
    ranks = scope.edition.by_person if scope.edition is not None else {}
    open_ones = [one for one in scope.choosers.order if one not in done] if scope.free else []
    return ScopeSection(
        scope,
        tuple(_build_choice(choice, prizes, people) for choice in scope.choices),
        tuple(WaitingChooser(one, people.player(one).name, ranks[one].rank) for one in open_ones),
        tuple(people.player(one).name for one in scope.others_now),
        *(
            _list_names(order, people) if scope.is_order_changed else ()
            for order in (scope.order_then, scope.order_now)
        ),
    )


def _list_names(persons: Iterable[int], people: People) -> tuple[str, ...]:
    return tuple(people.player(person).name for person in persons)


def _build_choice(choice: Choice, prizes: dict[int, Prize], people: People) -> ChoiceLine:
    prize = None if choice.prize == NONE else prizes.get(choice.prize)
    return ChoiceLine(choice.person, people.player(choice.person).name, prize, choice.edition, choice.reason)
