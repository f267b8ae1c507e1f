"""Prizes: what there is, who has chosen what, whose turn it is; choices are acts, so what was chosen before stays."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.models import Act, Prize, Round, Tournament
from tournaments.rules.ranking import lot_of
from tournaments.selectors import settings_of
from tournaments.settings import TABLE
from tournaments.standings.editions import FINAL, Edition, Ranked, editions_of, latest
from tournaments.standings.standing import CHOICE, drawn_lots, scope_of

Lot = Callable[[int], int]  # of a person: the larger comes first


class Choosers(NamedTuple):
    """Those who choose, in their order; persons."""

    order: tuple[int, ...]
    equals: bool  # lots decide between some of them, or who comes last among them

    def turn(self, chosen: Collection[int]) -> int:
        """Whose turn it is; 0: nobody's any more."""
        return next((one for one in self.order if one not in chosen), 0)


def choosers(rows: Sequence[Ranked], count: int, lot: Lot, *, by_table: bool = False) -> Choosers:
    """The first `count` of a result, or of each table; between equal ranks the larger lot comes first.

    >>> rows = [Ranked(rank, who, 0, 1, 0, 0, 0) for rank, who in ((1, 7), (2, 8), (2, 9))]
    >>> choosers(rows, 2, lambda who: who)
    Choosers(order=(7, 9), equals=True)
    """
    first: list[Ranked] = []
    equals = False
    for there in _tables(rows) if by_table else [rows]:
        placed = sorted(there, key=lambda one: (one.rank, -lot(one.person), one.person))
        first += placed[:count]
        equals |= len(placed) > count > 0 and placed[count - 1].rank == placed[count].rank
    order = sorted(first, key=lambda one: (one.rank, -lot(one.person), one.person))
    equals |= any(many > 1 for many in Counter(one.rank for one in order).values())
    return Choosers(tuple(one.person for one in order), equals)


def _tables(rows: Iterable[Ranked]) -> Iterable[list[Ranked]]:
    found: dict[int, list[Ranked]] = {}
    for one in rows:
        found.setdefault(one.table, []).append(one)
    return found.values()


NONE = 0  # instead of a prize: he takes none
MOST_CENTS = 1_000_000


class Choice(NamedTuple):
    """What somebody has chosen of the prizes for a round, or (FINAL) for everything."""

    of: int
    person: int
    entrant: int
    prize: int  # id, or NONE
    edition: int  # of the result by which it was his turn
    at: datetime
    reason: str  # why it was changed


class Scope(NamedTuple):
    """The choosing from the prizes of a round, or of everything."""

    of: int
    prizes: tuple[Prize, ...]  # those that are not gone, by number
    edition: Edition | None
    choosers: Choosers
    lots_first: bool  # equals, and no lots were drawn
    choices: tuple[Choice, ...]  # that count, in the order in which their players first chose

    @property
    def turn(self) -> int:
        """Whose turn it is (a person); 0: nobody's."""
        if self.edition is None or self.lots_first or not self.free:
            return 0
        return self.choosers.turn({one.person for one in self.choices})

    @property
    def taken(self) -> dict[int, int]:
        """Who has chosen each prize."""
        return {one.prize: one.person for one in self.choices if one.prize != NONE}

    @property
    def free(self) -> tuple[Prize, ...]:
        """The prizes that nobody has chosen."""
        return tuple(one for one in self.prizes if one.pk not in self.taken)

    @property
    def others_now(self) -> tuple[int, ...]:
        """Who has chosen and would not be among the choosers by the result as it is now."""
        return tuple(one for one in self.order_then if one not in self.order_now)

    @property
    def order_then(self) -> tuple[int, ...]:
        """Who has chosen (persons), in the order in which they did."""
        return tuple(one.person for one in self.choices)

    @property
    def order_now(self) -> tuple[int, ...]:
        """Who would have chosen as many prizes by the newest edition of the result (persons), in their order."""
        return self.choosers.order[: len(self.choices)]

    @property
    def is_order_changed(self) -> bool:
        """Whether others would have chosen by the newest edition, or the same ones in another order."""
        if not self.lots_first:
            return self.order_then != self.order_now
        return self._ranks(self.order_then) != self._ranks(self.order_now)  # between equals nobody is first yet

    def _ranks(self, persons: Iterable[int]) -> list[int | None]:
        ranked = self.edition.by_person if self.edition is not None else {}
        return [ranked[one].rank if one in ranked else None for one in persons]


def choices_of(tournament: Tournament, editions: Iterable[Edition]) -> dict[tuple[int, int], Choice]:
    """What was chosen, by round (or FINAL) and person: of each the last choice counts; one query.

    Whoever was never in a result of that round cannot have chosen: such a choice counts for nothing; the log shows it.
    """
    ranked = {(one.of, row.person) for one in editions for row in one.rows}
    acts = Act.objects.filter(tournament=tournament, kind=Kind.CHOICE, undone_by=None).select_related("note")
    found: dict[tuple[int, int], Choice] = {}
    for one in acts.order_by("sequence"):
        said, reason = said_by(one), one.note.text if one.note is not None else ""
        choice = Choice(said["of"], said["person"], said["entrant"], said["prize"], said["edition"], one.at, reason)
        if (choice.of, choice.person) in ranked:
            found[choice.of, choice.person] = choice
    return found


def choices_by_prize(tournament: Tournament) -> dict[int, Choice]:
    """Who has chosen each prize (id); two queries."""
    return {one.prize: one for one in choices_of(tournament, editions_of(tournament)).values() if one.prize != NONE}


def scopes_of(tournament: Tournament) -> tuple[Scope, ...]:
    """All that can be chosen from: of each round and of everything, where there are prizes; four queries."""
    prizes = Prize.objects.filter(tournament=tournament, gone=None).select_related("round").order_by("number")
    by_scope: dict[int, list[Prize]] = {}
    for one in prizes:
        by_scope.setdefault(one.round.number if one.round is not None else FINAL, []).append(one)
    editions, lots = editions_of(tournament), drawn_lots(tournament, CHOICE)
    choices = choices_of(tournament, editions)
    order = sorted(by_scope, key=lambda of: (of == FINAL, of))
    return tuple(_scope(tournament, of, by_scope[of], latest(editions, of), choices, lots) for of in order)


def scope_at(tournament: Tournament, of: int) -> Scope:
    """The choosing of a round or of everything; without prizes there is nothing to choose."""
    found = next((one for one in scopes_of(tournament) if one.of == of), None)
    editions = editions_of(tournament)
    return found or _scope(tournament, of, [], latest(editions, of), choices_of(tournament, editions), frozenset())


def _scope(
    tournament: Tournament,
    of: int,
    prizes: list[Prize],
    edition: Edition | None,
    choices: dict[tuple[int, int], Choice],
    lots: frozenset[str],
) -> Scope:
    settings, scope = settings_of(tournament), scope_of(of)
    drawn = scope in lots

    def lot(person: int) -> int:
        return lot_of(tournament.seed, f"choice {scope}", person) if drawn else 0

    by_table = of != FINAL and settings.scope == TABLE
    first = choosers(edition.rows if edition is not None else (), settings.choosers, lot, by_table=by_table)
    mine = [one for (at, _person), one in choices.items() if at == of]
    return Scope(of, tuple(prizes), edition, first, first.equals and not drawn, tuple(mine))


def add_prize(tournament: int, key: str, of: int, name: str, cents: int, who: Who = NOBODY_KNOWN) -> Act:
    """Put a prize on the list of a round, or (FINAL) of everything; `cents`: what it has cost the cash box."""

    def do(row: Tournament) -> dict[str, Any]:
        if not 0 <= cents <= MOST_CENTS or not name:
            raise Refused("prize_wrong")
        number = (Prize.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0) + 1
        made = Prize.objects.create(tournament=row, round=_round(row, of), number=number, name=name, cents=cents)
        return {"prize": made.pk, "of": of, "cents": cents}

    return act(tournament, Asked(key, Kind.PRIZE, [of, name, cents], who), do)


def take_off(prize: Prize, key: str, who: Who = NOBODY_KNOWN) -> Act:
    """Take a prize off the list; Refused("prize_chosen") once somebody has it."""

    def do(row: Tournament) -> dict[str, Any]:
        here = Prize.objects.select_related("round").get(pk=prize.pk, tournament=row)
        if here.pk in choices_by_prize(row):
            raise Refused("prize_chosen")
        if here.gone is None:
            here.gone = now()
            here.save(update_fields=["gone"])
        return {"prize": here.pk, "gone": True, "cents": -here.cents}

    return act(prize.tournament_id, Asked(key, Kind.PRIZE, [prize.pk, "gone"], who), do)


def choose(
    tournament: int, key: str, of: int, person: int, prize: int, who: Who = NOBODY_KNOWN, *, reason: str = ""
) -> Act:
    """Write down which prize (id, or NONE) somebody takes; once more for the same person: instead, with a reason.

    Refused("not_published", "not_in_result", "lots_first", "not_his_turn", "prize_taken", "no_such_prize",
    "no_reason").
    """

    def do(row: Tournament) -> dict[str, Any]:
        scope = scope_at(row, of)
        if scope.edition is None:
            raise Refused("not_published")
        has_chosen, ranked = person in scope.order_then, scope.edition.by_person.get(person)
        if not has_chosen and ranked is None:
            raise Refused("not_in_result")
        if not has_chosen and scope.lots_first:
            raise Refused("lots_first")
        if has_chosen and not reason:
            raise Refused("no_reason")
        if not has_chosen and scope.turn != person:
            raise Refused("not_his_turn")
        _must_be_free(scope, prize, person)
        entrant = ranked.entrant if ranked is not None else 0
        return {"of": of, "person": person, "entrant": entrant, "prize": prize, "edition": scope.edition.number}

    round_ = _round(Tournament.objects.get(pk=tournament), of)
    return act(tournament, Asked(key, Kind.CHOICE, [of, person, prize], who, reason, round=round_), do)


def _must_be_free(scope: Scope, prize: int, person: int) -> None:
    if prize != NONE and prize not in {one.pk for one in scope.prizes}:
        raise Refused("no_such_prize")
    if prize != NONE and scope.taken.get(prize, person) != person:
        raise Refused("prize_taken")


def _round(row: Tournament, of: int) -> Round | None:
    if of == FINAL:
        return None
    found = Round.objects.filter(tournament=row, number=of).first()
    if found is None:
        raise Refused("no_such_round", round=of)
    return found
