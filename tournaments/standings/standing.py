"""The standing of a round and of all rounds together, live or final: plain values, few queries for many tables."""

import uuid
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.acts import Kind, said_by
from tournaments.models import Act, Tournament
from tournaments.rounds.table_capital import Holder, of_tables
from tournaments.rules.place_points import At
from tournaments.rules.ranking import OF_WRITTEN, Placed, Result, lot_of, ranked, summed
from tournaments.settings import LOT, TABLE
from tournaments.standings.players import People, Player, people_of
from tournaments.standings.progress import RoundAt, Stand
from tournaments.standings.table_places import Whose, places_of, whose_of

OVERALL = "overall"


class Line(NamedTuple):
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


class OfRound(NamedTuple):
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
    rounds: tuple[OfRound | None, ...]  # one for each round that has started; none: he did not play
    written: int = 0
    points: int = 0

    @property
    def together(self) -> int:
        """Written score and place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points


class Standing(NamedTuple):
    """How a round stands."""

    round: RoundAt
    lines: tuple[Line, ...]  # by rank; table by table where tables are ranked by themselves
    struck: tuple[int, ...]  # tables whose score does not count


class Standings(NamedTuple):
    """How a tournament stands."""

    stand: Stand
    people: People
    rounds: tuple[Standing, ...]  # those that are drawn
    totals: tuple[Total, ...]

    def of(self, number: int) -> Standing | None:
        """The standing of a round that is drawn."""
        return next((one for one in self.rounds if one.round.number == number), None)


def standings_of(stand: Stand) -> Standings:
    """Everything that can be said of a tournament's results now."""
    drawn = [one for one in stand.rounds if one.drawn]
    holders = of_tables([table.key for one in drawn for table in one.tables], stand.settings)
    persons = {person for there in holders.values() for one in there for person in one.persons}
    people, lots = people_of(stand.tournament, persons), drawn_lots(stand.tournament)
    rounds = tuple(of_round(stand, one, holders, people, lots) for one in drawn)
    return Standings(stand, people, rounds, totals_of(stand, rounds, people, lots))


def scope_of(number: int) -> str:
    """What lots are drawn for: a round, or (0) everything.

    >>> scope_of(2), scope_of(0)
    ('round 2', 'overall')
    """
    return f"round {number}" if number else OVERALL


RANK, CHOICE = "rank", "choice"  # what lots are drawn for: who is placed first, or who chooses first


def drawn_lots(tournament: Tournament, what: str = RANK) -> frozenset[str]:
    """For which standings the director has drawn lots between equals; one query."""
    drawn = Act.objects.filter(tournament=tournament, kind=Kind.LOT, undone_by=None)
    return frozenset(said["scope"] for said in map(said_by, drawn) if said["what"] == what)


def of_round(
    stand: Stand, round_: RoundAt, holders: dict[int, tuple[Holder, ...]], people: People, lots: frozenset[str]
) -> Standing:
    """How a round stands, by who sat at its tables (ids of game tables)."""
    scope = scope_of(round_.number)
    seed = stand.tournament.seed if scope in lots else ""
    found = whose_of(round_, holders, people)
    places = places_of(found, stand.settings.place_points)
    results = {
        person: _with_place(_result(person, some, seed, scope), places.get(person)) for person, some in found.items()
    }
    placed = _placed(stand, [(some[-1].table.number, results[person]) for person, some in found.items()])
    return Standing(
        round_,
        tuple(_line(stand, one, found[one.result.who], people) for one in placed),
        tuple(one.number for one in round_.tables if not one.counts),
    )


def _with_place(result: Result, at: At | None) -> Result:
    return result if at is None else result._replace(points=at.points, table_places=(at.place,))


def _result(person: int, some: Sequence[Whose], seed: str, scope: str) -> Result:
    """What somebody has achieved in a round; who left the table and came back has both."""
    held = [one.holder for one in some]
    return Result(
        person,
        gain=sum(one.course.gain for one in held),
        replaced=sum(one.course.replaced for one in held),
        written=sum(one.written for one in held),
        won=sum(one.won for one in held),
        lot=lot_of(seed, scope, person) if seed else 0,
    )


def _placed(stand: Stand, results: Sequence[tuple[int, Result]]) -> list[Placed]:
    """The ranking of a round: over all its tables, or table by table."""
    criteria = stand.settings.round_criteria
    if stand.settings.scope != TABLE:
        return list(ranked((one for _table, one in results), criteria))
    by_table = groupby(sorted(results, key=lambda one: one[0]), key=lambda one: one[0])
    return [one for _table, there in by_table for one in ranked((result for _at, result in there), criteria)]


def _line(stand: Stand, placed: Placed, some: Sequence[Whose], people: People) -> Line:
    last, result = some[-1], placed.result
    start = some[0].holder.course.start
    player = people.player(last.holder.person)
    before = [one for one in map(people.player, last.holder.persons[:-1]) if one != player]
    return Line(
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


def totals_of(stand: Stand, rounds: Iterable[Standing], people: People, lots: frozenset[str]) -> tuple[Total, ...]:
    """The ranking over all rounds that have started; whoever did not play one has won and lost nothing in it."""
    started = [one for one in rounds if one.round.started]
    found: dict[int, dict[int, Line]] = {}
    for one in started:
        for line in one.lines:
            found.setdefault(line.player.person, {})[one.round.number] = line
    seed = stand.tournament.seed if OVERALL in lots else ""
    results = []
    for person, lines in found.items():
        whole = summed(person, [(result_of(line), line.rank) for line in lines.values()])
        results.append(whole._replace(lot=lot_of(seed, OVERALL, person)) if seed else whole)
    numbers = [one.round.number for one in started]
    placed = ranked(results, stand.settings.overall_criteria)
    return tuple(_total(one, found[one.result.who], numbers, people) for one in placed)


def result_of(line: Line) -> Result:
    """What somebody has achieved in a round, as it is compared."""
    places = (line.place,) if line.place else ()
    paid = line.gain, line.replaced, line.written, line.won
    return Result(line.player.person, *paid, points=line.points, table_places=places)


def _total(placed: Placed, lines: dict[int, Line], numbers: Sequence[int], people: People) -> Total:
    result = placed.result
    rounds = tuple(_of_round(number, lines[number]) if number in lines else None for number in numbers)
    whose = placed.rank, placed.shared, people.by_person[result.who]
    return Total(*whose, result.gain, result.replaced, rounds, result.written, result.points)


def _of_round(number: int, line: Line) -> OfRound:
    paid = line.rank, line.gain, line.replaced, line.table
    return OfRound(number, *paid, line.written, line.points, line.place)


def breaks_by_lot(stand: Stand, number: int) -> bool:
    """Whether equal ranks of a round (0: of everything) are told apart by lot."""
    return LOT in (stand.settings.round_criteria if number else stand.settings.overall_criteria)
