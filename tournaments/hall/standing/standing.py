"""The standings of a round and of all rounds together, live or final: plain values, few queries for many tables."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from tarockclub.platform.privacy.readers import Reader
from tournaments.core.acts import Kind, parse_content
from tournaments.core.rules.line_facts import LineFacts, merge_facts
from tournaments.core.rules.ranking import (
    OF_WRITTEN,
    PlayerResult,
    RankedResult,
    TablePlace,
    compute_lot,
    rank_replaced_last,
    rank_results,
    sum_results,
)
from tournaments.core.settings import LOT, TABLE
from tournaments.hall.rounds.table_capital import Holder, build_rule, load_holders
from tournaments.hall.standing.players import (
    CountedSitting,
    People,
    RoundProgress,
    StandingPlayer,
    TournamentProgress,
    compute_table_places,
    group_sittings,
    load_people,
)
from tournaments.models import Act, Tournament

OVERALL_SCOPE = "overall"


class RankedLine(NamedTuple):
    """A player's place in a round, or over all rounds."""

    rank: int
    shared: bool
    player: StandingPlayer
    gain: int  # sixths of a cent, as all amounts here
    replaced: int
    written: int = 0  # sixths of a point
    points: int = 0  # place points, in parts (ranking.PARTS)
    facts: LineFacts = LineFacts()  # published lines have none
    rounds: tuple["RankedLine | None", ...] = ()  # over all rounds: of those that have started; None: did not play
    # The rest only in a round.
    round: int = 0
    table: int = 0
    slug: uuid.UUID | None = None  # of the game table; published lines have none
    before: tuple[str, ...] = ()  # previous holders of the seat
    seat_of: tuple[int, ...] = ()  # the same, as persons
    start: int = 0  # starting capital
    capital: int = 0  # current capital
    place: int = 0  # by the written score at the table, the first of those shared; 0: nothing is entered there
    there: bool = True  # the player has not left the table

    @property
    def together(self) -> int:
        """The written score and the place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points

    @property
    def ranked_amount(self) -> int:
        """The play money that ranks: the capital without replacements; over all rounds what was won."""
        return self.start + self.gain


class RoundStanding(NamedTuple):
    """The standings of a round."""

    round: RoundProgress
    lines: tuple[RankedLine, ...]  # by rank; table by table if tables are ranked separately
    struck: tuple[int, ...]  # tables whose score does not count


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament."""

    stand: TournamentProgress
    people: People
    rounds: tuple[RoundStanding, ...]  # those that are drawn
    lots: frozenset[str]  # scopes for which the director has drawn lots

    @cached_property
    def totals(self) -> tuple[RankedLine, ...]:
        """The places over all rounds; whoever looks at a round does not wait for them."""
        return compute_standing_totals(self.stand, self.rounds, self.people, self.lots)

    def list_lines(self, scope: int) -> tuple[RankedLine, ...]:
        """Return the lines of a round, or (0) of the whole tournament, the best first; none if it is not drawn."""
        if not scope:
            return self.totals
        standing = self.find_round(scope)
        return standing.lines if standing is not None else ()

    def find_round(self, number: int) -> RoundStanding | None:
        """Return the standings of a round; None if it is not drawn."""
        return next((standing for standing in self.rounds if standing.round.number == number), None)


def load_standings(stand: TournamentProgress, reader: Reader) -> Standings:
    """Return everything that is known about a tournament's results now, with the names that the reader may see."""
    drawn = [table.key for round_ in stand.rounds if round_.drawn for table in round_.tables]
    holders = load_holders(drawn, stand.settings)
    persons = {person for table_holders in holders.values() for holder in table_holders for person in holder.persons}
    people, lots = load_people(stand.tournament, persons, reader), list_drawn_lots(stand.tournament)
    rounds = tuple(compute_round(stand, round_, holders, people, lots) for round_ in stand.rounds if round_.drawn)
    return Standings(stand, people, rounds, lots)


def build_standing_scope(number: int) -> str:
    """Return the purpose of lots: a round, or (0) the whole tournament.

    >>> build_standing_scope(2), build_standing_scope(0)
    ('round 2', 'overall')
    """
    return f"round {number}" if number else OVERALL_SCOPE


RANK, CHOICE = "rank", "choice"  # purposes of lots: the rank, or the choice of prizes


def list_drawn_lots(tournament: Tournament, what: str = RANK) -> frozenset[str]:
    """Return the scopes for which the director has drawn lots; one query."""
    drawn = Act.objects.filter(tournament=tournament, kind=Kind.LOT, undone_by=None)
    return frozenset(content["scope"] for content in map(parse_content, drawn) if content["what"] == what)


def compute_round(
    stand: TournamentProgress,
    round_: RoundProgress,
    holders: dict[int, tuple[Holder, ...]],
    people: People,
    lots: frozenset[str],
) -> RoundStanding:
    """Compute the standings of a round from the holders at its tables (ids of game tables)."""
    placed, sittings = _rank_players(stand, round_, holders, people, lots)
    return RoundStanding(
        round_,
        tuple(_build_line(round_.number, ranked, sittings[ranked.result.who], people) for ranked in placed),
        tuple(table.number for table in round_.tables if not table.counts),
    )


def rank_players(
    stand: TournamentProgress,
    round_: RoundProgress,
    holders: dict[int, tuple[Holder, ...]],
    people: People,
    lots: frozenset[str],
) -> dict[int, int]:
    """Return everybody's rank in a round, by person; quicker than all of the standings."""
    placed, _sittings = _rank_players(stand, round_, holders, people, lots)
    return {ranked.result.who: ranked.rank for ranked in placed}


def _rank_players(
    stand: TournamentProgress,
    round_: RoundProgress,
    holders: dict[int, tuple[Holder, ...]],
    people: People,
    lots: frozenset[str],
) -> tuple[list[RankedResult], dict[int, list[CountedSitting]]]:
    """Return everybody's result in a round, ranked, and their sittings by person."""
    scope = build_standing_scope(round_.number)
    seed = stand.tournament.seed if scope in lots else ""
    sittings = group_sittings(round_, holders, people, build_rule(stand.settings))
    places = compute_table_places(sittings, stand.settings.place_points)
    results = {
        person: _add_place(_build_result(person, own, seed, scope), places.get(person))
        for person, own in sittings.items()
    }
    return _rank_round(stand, [(own[-1].table.number, results[person]) for person, own in sittings.items()]), sittings


def _add_place(result: PlayerResult, place: TablePlace | None) -> PlayerResult:
    return result if place is None else result._replace(points=place.points, table_places=(place.place,))


def _build_result(person: int, sittings: Sequence[CountedSitting], seed: str, scope: str) -> PlayerResult:
    """Return a player's result in a round; a player who left the table and came back has both."""
    holders = [sitting.holder for sitting in sittings]
    return PlayerResult(
        who=person,
        gain=sum([holder.course.gain for holder in holders]),
        replaced=sum([holder.course.replaced for holder in holders]),
        written=sum([holder.written for holder in holders]),
        facts=merge_facts([holder.facts for holder in holders]),
        lot=compute_lot(seed, scope, person) if seed else 0,
    )


def _rank_round(stand: TournamentProgress, results: Sequence[tuple[int, PlayerResult]]) -> list[RankedResult]:
    """Rank a round: over all its tables, or table by table."""
    criteria = stand.settings.round_criteria
    rank = rank_replaced_last if stand.settings.replaced_last else rank_results
    if stand.settings.scope != TABLE:
        return list(rank((result for _table, result in results), criteria))
    by_table = groupby(sorted(results, key=lambda result: result[0]), key=lambda result: result[0])
    return [result for _table, group in by_table for result in rank((result for _at, result in group), criteria)]


def _build_line(number: int, placed: RankedResult, sittings: Sequence[CountedSitting], people: People) -> RankedLine:
    last, result = sittings[-1], placed.result
    start = sittings[0].holder.course.start
    player = people.get_player(last.holder.person)
    before = [holder for holder in map(people.get_player, last.holder.persons[:-1]) if holder != player]
    return RankedLine(
        rank=placed.rank,
        shared=placed.shared,
        player=player,
        gain=result.gain,
        replaced=result.replaced,
        written=result.written,
        points=result.points,
        facts=result.facts,
        round=number,
        table=last.table.number,
        slug=last.table.slug,
        before=tuple(holder.name for holder in before),
        seat_of=tuple(holder.person for holder in before),
        start=start,
        capital=start + sittings[0].holder.course.replacement * result.replaced + result.gain,
        place=next(iter(result.table_places), 0),
        there=last.holder.course.stay.until is None,
    )


def compute_standing_totals(
    stand: TournamentProgress, rounds: Iterable[RoundStanding], people: People, lots: frozenset[str]
) -> tuple[RankedLine, ...]:
    """Rank all rounds that have started together; a player who did not play one has won and lost nothing in it."""
    started = [standing for standing in rounds if standing.round.started]
    by_person: dict[int, dict[int, RankedLine]] = {}
    for standing in started:
        for line in standing.lines:
            by_person.setdefault(line.player.person, {})[standing.round.number] = line
    seed = stand.tournament.seed if OVERALL_SCOPE in lots else ""
    results = []
    for person, lines in by_person.items():
        whole = sum_results(person, [(build_result(line), line.rank) for line in lines.values()])
        results.append(whole._replace(lot=compute_lot(seed, OVERALL_SCOPE, person)) if seed else whole)
    numbers = [standing.round.number for standing in started]
    placed = rank_results(results, stand.settings.overall_criteria)
    return tuple(_build_total(ranked, by_person[ranked.result.who], numbers, people) for ranked in placed)


def build_result(line: RankedLine) -> PlayerResult:
    """Return a player's result in a round in comparable form."""
    return PlayerResult(
        who=line.player.person,
        gain=line.gain,
        replaced=line.replaced,
        written=line.written,
        facts=line.facts,
        points=line.points,
        table_places=(line.place,) if line.place else (),
    )


def _build_total(
    placed: RankedResult, lines: dict[int, RankedLine], numbers: Sequence[int], people: People
) -> RankedLine:
    result = placed.result
    return RankedLine(
        rank=placed.rank,
        shared=placed.shared,
        player=people.by_person[result.who],
        gain=result.gain,
        replaced=result.replaced,
        written=result.written,
        points=result.points,
        facts=result.facts,
        rounds=tuple(map(lines.get, numbers)),
    )


def is_broken_by_lot(stand: TournamentProgress, number: int) -> bool:
    """Return True if equal ranks of a round (0: of the whole tournament) are decided by lot."""
    return LOT in (stand.settings.round_criteria if number else stand.settings.overall_criteria)
