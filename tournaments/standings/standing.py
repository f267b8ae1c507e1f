"""The standing of a round and of all rounds together, live or final: plain values, few queries for many tables."""

import uuid
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.acts import Kind, parse_content
from tournaments.models import Act, Tournament
from tournaments.rounds.table_capital import Holder, load_holders
from tournaments.rules.place_points import TablePlace
from tournaments.rules.ranking import OF_WRITTEN, RankedResult, Result, compute_lot, rank_results, sum_results
from tournaments.settings import LOT, TABLE
from tournaments.standings.players import People, Player, load_people
from tournaments.standings.progress import RoundProgress, TournamentProgress
from tournaments.standings.table_places import CountedSitting, compute_table_places, group_sittings

OVERALL_SCOPE = "overall"


class RoundLine(NamedTuple):
    """Somebody's place in a round."""

    rank: int
    shared: bool
    player: Player
    before: tuple[str, ...]  # who held his seat before him
    table: int
    slug: uuid.UUID  # of the game table
    start: int  # what he began with; sixths of a cent, as all amounts here
    capital: int  # what lies before him
    replaced: int
    gain: int
    written: int  # sixths of a point
    hands: int
    won: int  # of these, what brought him something
    there: bool = True  # he has not left the table
    seat_of: tuple[int, ...] = ()  # who held his seat before him (persons)
    place: int = 0  # by the written score at his table, the first of those who share it; 0: nothing is entered there
    points: int = 0  # place points, in parts (ranking.PARTS)

    @property
    def together(self) -> int:
        """Written score and place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points

    @property
    def counted(self) -> int:
        """What ranks: his capital without replacements."""
        return self.capital - self.replaced * self.start


class RoundOutcome(NamedTuple):
    """What a round brought somebody."""

    round: int
    rank: int
    gain: int
    replaced: int
    table: int
    written: int = 0  # sixths of a point
    points: int = 0  # place points, in parts
    place: int = 0  # at his table

    @property
    def together(self) -> int:
        """Written score and place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points


class Total(NamedTuple):
    """Somebody's place over all rounds."""

    rank: int
    shared: bool
    player: Player
    gain: int
    replaced: int
    rounds: tuple[RoundOutcome | None, ...]  # one for each round that has started; none: he did not play
    written: int = 0
    points: int = 0

    @property
    def together(self) -> int:
        """Written score and place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points


class RoundStanding(NamedTuple):
    """How a round stands."""

    round: RoundProgress
    lines: tuple[RoundLine, ...]  # by rank; table by table where tables are ranked by themselves
    struck: tuple[int, ...]  # tables whose score does not count


class Standings(NamedTuple):
    """How a tournament stands."""

    stand: TournamentProgress
    people: People
    rounds: tuple[RoundStanding, ...]  # those that are drawn
    totals: tuple[Total, ...]

    def of(self, number: int) -> RoundStanding | None:
        """The standing of a round that is drawn."""
        return next((one for one in self.rounds if one.round.number == number), None)


def load_standings(stand: TournamentProgress) -> Standings:
    """Everything that can be said of a tournament's results now."""
    drawn = [one for one in stand.rounds if one.drawn]
    holders = load_holders([table.key for one in drawn for table in one.tables], stand.settings)
    persons = {person for there in holders.values() for one in there for person in one.persons}
    people, lots = load_people(stand.tournament, persons), list_drawn_lots(stand.tournament)
    rounds = tuple(compute_round(stand, one, holders, people, lots) for one in drawn)
    return Standings(stand, people, rounds, compute_totals(stand, rounds, people, lots))


def build_scope(number: int) -> str:
    """What lots are drawn for: a round, or (0) everything.

    >>> build_scope(2), build_scope(0)
    ('round 2', 'overall')
    """
    return f"round {number}" if number else OVERALL_SCOPE


RANK, CHOICE = "rank", "choice"  # what lots are drawn for: who is placed first, or who chooses first


def list_drawn_lots(tournament: Tournament, what: str = RANK) -> frozenset[str]:
    """For which standings the director has drawn lots between equals; one query."""
    drawn = Act.objects.filter(tournament=tournament, kind=Kind.LOT, undone_by=None)
    return frozenset(said["scope"] for said in map(parse_content, drawn) if said["what"] == what)


def compute_round(
    stand: TournamentProgress,
    round_: RoundProgress,
    holders: dict[int, tuple[Holder, ...]],
    people: People,
    lots: frozenset[str],
) -> RoundStanding:
    """How a round stands, by who sat at its tables (ids of game tables)."""
    scope = build_scope(round_.number)
    seed = stand.tournament.seed if scope in lots else ""
    found = group_sittings(round_, holders, people)
    places = compute_table_places(found, stand.settings.place_points)
    results = {
        person: _add_place(_build_result(person, some, seed, scope), places.get(person))
        for person, some in found.items()
    }
    placed = _rank_round(stand, [(some[-1].table.number, results[person]) for person, some in found.items()])
    return RoundStanding(
        round_,
        tuple(_build_line(stand, one, found[one.result.who], people) for one in placed),
        tuple(table.number for table in round_.tables if not table.counts),
    )


def _add_place(result: Result, at: TablePlace | None) -> Result:
    return result if at is None else result._replace(points=at.points, table_places=(at.place,))


def _build_result(person: int, some: Sequence[CountedSitting], seed: str, scope: str) -> Result:
    """What somebody has achieved in a round; who left the table and came back has both."""
    held = [one.holder for one in some]
    return Result(
        person,
        gain=sum(one.course.gain for one in held),
        replaced=sum(one.course.replaced for one in held),
        written=sum(one.written for one in held),
        won=sum(one.won for one in held),
        lot=compute_lot(seed, scope, person) if seed else 0,
    )


def _rank_round(stand: TournamentProgress, results: Sequence[tuple[int, Result]]) -> list[RankedResult]:
    """The ranking of a round: over all its tables, or table by table."""
    criteria = stand.settings.round_criteria
    if stand.settings.scope != TABLE:
        return list(rank_results((one for _table, one in results), criteria))
    by_table = groupby(sorted(results, key=lambda result: result[0]), key=lambda result: result[0])
    return [one for _table, there in by_table for one in rank_results((result for _at, result in there), criteria)]


def _build_line(
    stand: TournamentProgress, placed: RankedResult, some: Sequence[CountedSitting], people: People
) -> RoundLine:
    last, result = some[-1], placed.result
    start = some[0].holder.course.start
    player = people.player(last.holder.person)
    before = [one for one in map(people.player, last.holder.persons[:-1]) if one != player]
    return RoundLine(
        placed.rank,
        placed.shared,
        player,
        tuple(one.name for one in before),
        last.table.number,
        last.table.slug,
        start,
        start * (1 + result.replaced) + result.gain,
        result.replaced,
        result.gain,
        result.written,
        sum(one.holder.hands for one in some),
        result.won,
        last.holder.course.stay.until is None,
        tuple(one.person for one in before),
        next(iter(result.table_places), 0),
        result.points,
    )


def compute_totals(
    stand: TournamentProgress, rounds: Iterable[RoundStanding], people: People, lots: frozenset[str]
) -> tuple[Total, ...]:
    """The ranking over all rounds that have started; whoever did not play one has won and lost nothing in it."""
    started = [one for one in rounds if one.round.started]
    found: dict[int, dict[int, RoundLine]] = {}
    for one in started:
        for line in one.lines:
            found.setdefault(line.player.person, {})[one.round.number] = line
    seed = stand.tournament.seed if OVERALL_SCOPE in lots else ""
    results = []
    for person, lines in found.items():
        whole = sum_results(person, [(build_result(line), line.rank) for line in lines.values()])
        results.append(whole._replace(lot=compute_lot(seed, OVERALL_SCOPE, person)) if seed else whole)
    numbers = [one.round.number for one in started]
    placed = rank_results(results, stand.settings.overall_criteria)
    return tuple(_build_total(one, found[one.result.who], numbers, people) for one in placed)


def build_result(line: RoundLine) -> Result:
    """What somebody has achieved in a round, as it is compared."""
    places = (line.place,) if line.place else ()
    paid = line.gain, line.replaced, line.written, line.won
    return Result(line.player.person, *paid, points=line.points, table_places=places)


def _build_total(placed: RankedResult, lines: dict[int, RoundLine], numbers: Sequence[int], people: People) -> Total:
    result = placed.result
    rounds = tuple(_build_outcome(number, lines[number]) if number in lines else None for number in numbers)
    whose = placed.rank, placed.shared, people.by_person[result.who]
    return Total(*whose, result.gain, result.replaced, rounds, result.written, result.points)


def _build_outcome(number: int, line: RoundLine) -> RoundOutcome:
    paid = line.rank, line.gain, line.replaced, line.table
    return RoundOutcome(number, *paid, line.written, line.points, line.place)


def is_broken_by_lot(stand: TournamentProgress, number: int) -> bool:
    """Whether equal ranks of a round (0: of everything) are told apart by lot."""
    return LOT in (stand.settings.round_criteria if number else stand.settings.overall_criteria)
