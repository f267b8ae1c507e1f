"""All that is known of everybody's rounds: kept with a published final result, beside its rows, for seasons."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tournaments.hall.standing.standing import RankedLine, RoundStanding, Standings


class RoundFact(NamedTuple):
    """A player's round; amounts of money in sixths of a cent. The order of the fields is that in the act."""

    person: int
    round: int  # number
    rank: int
    table: int  # number
    size: int  # players at the table
    start: int  # starting capital; 0: no play money
    gain: int
    written: int  # sixths of a point
    points: int  # place points, in parts (ranking.PARTS)
    place: int  # at the table; 0: unknown
    hands: int  # 0: unknown, only totals were typed in
    won: int


def list_round_facts(standings: Standings) -> list[RoundFact]:
    """Return everybody's rounds so far; those of tables that do not count are left out."""
    return [fact for standing in standings.rounds if standing.round.started for fact in _list_facts(standing)]


def _list_facts(standing: RoundStanding) -> Iterable[RoundFact]:
    sizes = Counter(line.table for line in standing.lines)
    return (_build_fact(standing.round.number, line, sizes[line.table]) for line in standing.lines)


def _build_fact(number: int, line: RankedLine, size: int) -> RoundFact:
    return RoundFact(
        person=line.player.person,
        round=number,
        rank=line.rank,
        table=line.table,
        size=size,
        start=line.start,
        gain=line.gain,
        written=line.written,
        points=line.points,
        place=line.place,
        hands=line.facts.hands,
        won=line.facts.won,
    )


def parse_round_facts(content: dict[str, Any]) -> tuple[RoundFact, ...] | None:
    """Return the rounds in a published result; None in one from before they were kept."""
    facts: Sequence[Sequence[int]] | None = content.get("facts")
    return None if facts is None else tuple(RoundFact(*fact) for fact in facts)
