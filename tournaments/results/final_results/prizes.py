"""Prizes: the list, the choices and the order of choosing; with names, for pages.

Choices are acts, so earlier ones are kept.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import Kind, parse_content
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.rules.ranking import compute_lot
from tournaments.core.selectors import load_settings
from tournaments.core.settings import TABLE, Settings
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.standing import CHOICE, build_standing_scope, list_drawn_lots
from tournaments.models import Act, Prize, Tournament
from tournaments.results.standings.column import WHOLE
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import (
    EditionRow,
    TournamentEdition,
    index_rows,
    load_standing_editions,
    read_lines,
)

Lot = Callable[[int], int]  # of a person: the larger one comes first


class Choosers(NamedTuple):
    """The players who choose (persons), in their order."""

    order: tuple[int, ...]
    equals: bool  # lots decide between some of them, or who comes last among them
    candidates: tuple[int, ...]  # those who may be among them once lots are drawn, by rank

    def find_next(self, chosen: Collection[int]) -> int:
        """Return the person whose turn it is; 0 if there is nobody left."""
        return next((person for person in self.order if person not in chosen), 0)


def compute_choosers(rows: Sequence[EditionRow], count: int, lot: Lot, *, by_table: bool = False) -> Choosers:
    """Return the first `count` of a result, or of each table; among equal ranks the larger lot comes first.

    >>> from tournaments.results.standings.editions import parse_edition_row
    >>> rows = [parse_edition_row([rank, who, 0, 1, 0, 0, 0]) for rank, who in ((1, 7), (2, 8), (2, 9))]
    >>> compute_choosers(rows, 2, lambda who: who)
    Choosers(order=(7, 9), equals=True, candidates=(7, 9, 8))
    """

    def get_place(row: EditionRow) -> tuple[int, int, int]:
        return row.rank, -lot(row.person), row.person

    first: list[EditionRow] = []
    equal_ones: list[EditionRow] = []
    equals = False
    for group in _group_by_table(rows) if by_table else [rows]:
        placed = sorted(group, key=get_place)
        first += placed[:count]
        equal_ones += [row for row in placed[count:] if count and row.rank == placed[count - 1].rank]
        equals |= len(placed) > count > 0 and placed[count - 1].rank == placed[count].rank
    order = sorted(first, key=get_place)
    equals |= any(many > 1 for many in Counter(row.rank for row in order).values())
    candidates = sorted((*first, *equal_ones), key=get_place)
    return Choosers(tuple(row.person for row in order), equals, tuple(row.person for row in candidates))


def list_choosing_rows(settings: Settings, scope: int, rows: Sequence[EditionRow]) -> Sequence[EditionRow]:
    """Return the rows of those who may choose: where replaced players are last by rule, not these (§4)."""
    return [row for row in rows if not row.replaced] if scope != FINAL and settings.replaced_last else rows


def _group_by_table(rows: Iterable[EditionRow]) -> Iterable[list[EditionRow]]:
    by_table: dict[int, list[EditionRow]] = {}
    for row in rows:
        by_table.setdefault(row.table, []).append(row)
    return by_table.values()


NONE = 0  # instead of a prize: the player takes none


class PrizeChoice(NamedTuple):
    """A player's choice of the prizes for a round, or (FINAL) for the whole tournament."""

    of: int
    person: int
    entrant: int
    prize: int  # id, or NONE
    edition: int  # number of the result by which it was their turn
    at: datetime
    reason: str  # why it was changed


class PrizeScope(NamedTuple):
    """The choosing from the prizes of a round, or of the whole tournament."""

    of: int
    prizes: tuple[Prize, ...]  # those that are not gone, by number
    edition: TournamentEdition | None
    choosers: Choosers
    lots_first: bool  # equals, and no lots were drawn
    choices: tuple[PrizeChoice, ...]  # that count, in the order in which their players first chose

    @property
    def turn(self) -> int:
        """The person whose turn it is; 0 if there is nobody left."""
        if self.edition is None or self.lots_first or not self.free:
            return 0
        return self.choosers.find_next({choice.person for choice in self.choices})

    @property
    def taken(self) -> dict[int, int]:
        """The person who has chosen each prize."""
        return {choice.prize: choice.person for choice in self.choices if choice.prize != NONE}

    @property
    def free(self) -> tuple[Prize, ...]:
        """The prizes that nobody has chosen."""
        return tuple(prize for prize in self.prizes if prize.pk not in self.taken)

    @property
    def others_now(self) -> tuple[int, ...]:
        """The persons who have chosen, and would not have chosen so far by the newest edition."""
        return tuple(person for person in self.order_then if person not in self.order_now)

    @property
    def order_then(self) -> tuple[int, ...]:
        """The persons who have chosen, in the order of their choices."""
        return tuple(choice.person for choice in self.choices)

    @property
    def order_now(self) -> tuple[int, ...]:
        """The persons who would have chosen the same number of prizes by the newest edition, in their order."""
        return self.choosers.order[: len(self.choices)]

    @property
    def is_order_changed(self) -> bool:
        """True if others would have chosen by the newest edition, or the same persons in another order."""
        if not self.lots_first:
            return self.order_then != self.order_now
        return self._list_ranks(self.order_then) != self._list_ranks(
            self.order_now
        )  # between equals nobody is first yet

    def _list_ranks(self, persons: Iterable[int]) -> list[int | None]:
        ranked = index_rows(self.edition)
        return [ranked[person].rank if person in ranked else None for person in persons]


def load_choices(tournament: Tournament, editions: Iterable[TournamentEdition]) -> dict[tuple[int, int], PrizeChoice]:
    """Return the choices by round (or FINAL) and person: the last choice of each person counts; one query.

    A choice of a person who was never in a result of that round does not count; the log shows it.
    """
    ranked = {(edition.of, row.person) for edition in editions for row in edition.rows}
    acts = Act.objects.filter(tournament=tournament, kind=Kind.CHOICE, undone_by=None).select_related("note")
    choices: dict[tuple[int, int], PrizeChoice] = {}
    for entry in acts.order_by("sequence"):
        content, reason = parse_content(entry), entry.note.text if entry.note is not None else ""
        choice = PrizeChoice(
            content["of"], content["person"], content["entrant"], content["prize"], content["edition"], entry.at, reason
        )
        if (choice.of, choice.person) in ranked:
            choices[choice.of, choice.person] = choice
    return choices


def load_choices_by_prize(tournament: Tournament) -> dict[int, PrizeChoice]:
    """Return the choice of each chosen prize (id); two queries."""
    return {
        choice.prize: choice
        for choice in load_choices(tournament, load_standing_editions(tournament)).values()
        if choice.prize != NONE
    }


def load_scopes(tournament: Tournament) -> tuple[PrizeScope, ...]:
    """Return all scopes that have prizes: rounds, and the whole tournament; four queries."""
    prizes = Prize.objects.filter(tournament=tournament, gone=None).select_related("round").order_by("number")
    by_scope: dict[int, list[Prize]] = {}
    for prize in prizes:
        by_scope.setdefault(prize.round.number if prize.round is not None else FINAL, []).append(prize)
    editions, lots = load_standing_editions(tournament), list_drawn_lots(tournament, CHOICE)
    choices = load_choices(tournament, editions)
    order = sorted(by_scope, key=lambda scope: (scope == FINAL, scope))
    return tuple(
        _build_scope(tournament, scope, by_scope[scope], find_latest_edition(editions, scope), choices, lots)
        for scope in order
    )


def load_scope(tournament: Tournament, number: int) -> PrizeScope:
    """Return the choosing of a round or of the whole tournament; without prizes it is empty."""
    existing = next((scope for scope in load_scopes(tournament) if scope.of == number), None)
    if existing is not None:
        return existing
    editions = load_standing_editions(tournament)
    choices = load_choices(tournament, editions)
    return _build_scope(tournament, number, [], find_latest_edition(editions, number), choices, frozenset())


def _build_scope(
    tournament: Tournament,
    number: int,
    prizes: list[Prize],
    edition: TournamentEdition | None,
    choices: dict[tuple[int, int], PrizeChoice],
    lots: frozenset[str],
) -> PrizeScope:
    settings, scope = load_settings(tournament), build_standing_scope(number)
    drawn = scope in lots

    def get_lot(person: int) -> int:
        return compute_lot(tournament.seed, f"choice {scope}", person) if drawn else 0

    by_table = number != FINAL and settings.scope == TABLE
    rows = list_choosing_rows(settings, number, edition.rows if edition is not None else ())
    first = compute_choosers(rows, settings.choosers, get_lot, by_table=by_table)
    of_scope = [choice for (scope_number, _person), choice in choices.items() if scope_number == number]
    return PrizeScope(number, tuple(prizes), edition, first, first.equals and not drawn, tuple(of_scope))


class ChoiceLine(NamedTuple):
    """A player's choice."""

    person: int
    name: str
    prize: Prize | None  # None: the player took none
    edition: int
    reason: str
    amount: str  # by which they are ranked


class WaitingChooser(NamedTuple):
    """A player who has not chosen yet."""

    person: int
    name: str
    rank: int
    amount: str


class ScopeSection(NamedTuple):
    """The prizes of a round, or of everything."""

    scope: PrizeScope
    chosen: tuple[ChoiceLine, ...]
    waiting: tuple[WaitingChooser, ...]  # in their order; the first one's turn, or all whom lots may choose
    others_now: tuple[str, ...]  # players who have chosen, and would not have by the newest edition
    order_then: tuple[str, ...] = ()  # players who have chosen, if the newest edition would give another order
    order_now: tuple[str, ...] = ()  # players who would have chosen by it
    unit: str = ""  # what the amounts are

    @property
    def is_chosen_out(self) -> bool:
        """True if everybody who chooses has chosen: what is free is left over."""
        return bool(self.chosen) and not self.waiting


def load_scope_sections(tournament: Tournament) -> tuple[ScopeSection, ...]:
    """Return all prizes with the players who chose them, and the next chooser."""
    scopes = load_scopes(tournament)
    persons = {person for scope in scopes for person in scope.choosers.candidates}
    persons |= {choice.person for scope in scopes for choice in scope.choices}
    people = load_people(tournament, persons, INSIDE)
    settings = load_settings(tournament)
    return tuple(_build_section(scope, people, settings) for scope in scopes)


def _format_amounts(scope: PrizeScope, people: People, settings: Settings) -> dict[int, str]:
    """Return the number by which each of those who choose is ranked, by person."""
    column = list_shown_columns(settings, scope.of)[-1]
    rows = scope.edition.rows if scope.edition is not None else ()
    exact = any(column.value(line) % WHOLE for line in read_lines(rows, people, scope.of))
    choosing = {*scope.choosers.candidates, *(choice.person for choice in scope.choices)}
    lines = read_lines((row for row in rows if row.person in choosing), people, scope.of)
    return {line.player.person: column.text(column.value(line), exact) for line in lines}


def _build_section(scope: PrizeScope, people: People, settings: Settings) -> ScopeSection:
    amounts = _format_amounts(scope, people, settings)
    prizes = {prize.pk: prize for prize in scope.prizes}
    done = {choice.person for choice in scope.choices}
    ranks = index_rows(scope.edition)
    order = scope.choosers.candidates if scope.lots_first else scope.choosers.order
    open_ones = [person for person in order if person not in done] if scope.free else []
    return ScopeSection(
        scope,
        tuple(_build_choice(choice, prizes, people, amounts) for choice in scope.choices),
        tuple(
            WaitingChooser(person, people.get_player(person).name, ranks[person].rank, amounts.get(person, ""))
            for person in open_ones
        ),
        _list_names(scope.others_now, people),
        _list_names(scope.order_then, people) if scope.is_order_changed else (),
        _list_names(scope.order_now, people) if scope.is_order_changed else (),
        str(list_shown_columns(settings, scope.of)[-1].head),
    )


def _list_names(persons: Iterable[int], people: People) -> tuple[str, ...]:
    return tuple(people.get_player(person).name for person in persons)


def _build_choice(
    choice: PrizeChoice, prizes: dict[int, Prize], people: People, amounts: Mapping[int, str]
) -> ChoiceLine:
    prize = None if choice.prize == NONE else prizes.get(choice.prize)
    name, amount = people.get_player(choice.person).name, amounts.get(choice.person, "")
    return ChoiceLine(choice.person, name, prize, choice.edition, choice.reason, amount)
