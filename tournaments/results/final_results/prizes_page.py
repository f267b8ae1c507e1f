"""The prizes as their page shows them: with names."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.hall.standing.players import People, load_people
from tournaments.models import Prize, Tournament
from tournaments.results.final_results.prizes import NONE, PrizeChoice, PrizeScope, load_scopes
from tournaments.results.standings.editions import index_rows


class ChoiceLine(NamedTuple):
    """A player's choice."""

    person: int
    name: str
    prize: Prize | None  # None: the player took none
    edition: int
    reason: str


class WaitingChooser(NamedTuple):
    """A player who has not chosen yet."""

    person: int
    name: str
    rank: int


class ScopeSection(NamedTuple):
    """The prizes of a round, or of everything."""

    scope: PrizeScope
    chosen: tuple[ChoiceLine, ...]
    waiting: tuple[WaitingChooser, ...]  # in their order; the first one's turn, or all whom lots may choose
    others_now: tuple[str, ...]  # players who have chosen, and would not by the current result
    order_then: tuple[str, ...] = ()  # players who have chosen, if the newest edition would give another order
    order_now: tuple[str, ...] = ()  # players who would have chosen by it


def load_scope_sections(tournament: Tournament) -> tuple[ScopeSection, ...]:
    """Return all prizes with the players who chose them, and the next chooser."""
    scopes = load_scopes(tournament)
    persons = {person for scope in scopes for person in scope.choosers.candidates}
    persons |= {choice.person for scope in scopes for choice in scope.choices}
    people = load_people(tournament, persons)
    return tuple(_build_section(scope, people) for scope in scopes)


def _build_section(scope: PrizeScope, people: People) -> ScopeSection:
    prizes = {prize.pk: prize for prize in scope.prizes}
    done = {choice.person for choice in scope.choices}
    ranks = index_rows(scope.edition)
    order = scope.choosers.candidates if scope.lots_first else scope.choosers.order
    open_ones = [person for person in order if person not in done] if scope.free else []
    return ScopeSection(
        scope,
        tuple(_build_choice(choice, prizes, people) for choice in scope.choices),
        tuple(WaitingChooser(person, people.get_player(person).real, ranks[person].rank) for person in open_ones),
        tuple(people.get_player(person).real for person in scope.others_now),
        *(
            _list_names(order, people) if scope.is_order_changed else ()
            for order in (scope.order_then, scope.order_now)
        ),
    )


def _list_names(persons: Iterable[int], people: People) -> tuple[str, ...]:
    return tuple(people.get_player(person).real for person in persons)


def _build_choice(choice: PrizeChoice, prizes: dict[int, Prize], people: People) -> ChoiceLine:
    prize = None if choice.prize == NONE else prizes.get(choice.prize)
    return ChoiceLine(choice.person, people.get_player(choice.person).real, prize, choice.edition, choice.reason)
