"""The rows of published results, for tournaments/core/editions.py, what the final one keeps, and their points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.core import editions
from tournaments.core.editions import Edition, EditionChange
from tournaments.core.rules import ranking
from tournaments.core.rules.ranking import PlayerResult
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import People, StandingPlayer
from tournaments.hall.standing.standing import RankedLine, RoundStanding, Standings
from tournaments.models import Tournament
from tournaments.results.standings.columns import find_deciding_column, has_points, list_shown_columns


class EditionRound(NamedTuple):
    """A player's result of a round, in a final result."""

    round: int  # number
    written: int  # sixths of a point
    points: int  # place points, in parts
    place: int  # at the table

    @property
    def together(self) -> int:
        """The written score and the place points, in parts of a point."""
        return self.written * ranking.OF_WRITTEN + self.points


class EditionRow(NamedTuple):
    """A player in a published result; amounts in sixths of a cent."""

    rank: int
    person: int
    entrant: int  # 0: the player only took over a seat
    table: int  # number; 0 in the final result
    gain: int
    replaced: int
    start: int  # starting capital; 0 in the final result, and without play money
    # Editions from before there were place points end here, and so do rows of tournaments with play money only.
    written: int = 0  # sixths of a point
    points: int = 0  # place points, in parts (ranking.PARTS)
    place: int = 0  # at the table; 0 in the final result
    rounds: tuple[EditionRound, ...] = ()  # in the final result: the rounds played

    @property
    def ranked_amount(self) -> int:
        """The play money that ranked: capital without replacements, or the gain or loss over all rounds."""
        return self.start + self.gain

    @property
    def together(self) -> int:
        """The written score and the place points, in parts of a point."""
        return self.written * ranking.OF_WRITTEN + self.points


TournamentEdition = Edition[EditionRow]
_NO_POINTS: tuple[Any, ...] = (0, 0, 0, ())  # the last values of a row that has no more than play money


def read_lines(rows: Iterable[EditionRow], people: People, scope: int) -> tuple[RankedLine, ...]:
    """Return published rows as lines with today's names; what was not published is missing: hands, previous holders."""
    rows = tuple(rows)
    numbers = sorted({played.round for row in rows for played in row.rounds})
    ranks = Counter(row.rank for row in rows)
    return tuple(
        _read_line(row, people.get_player(row.person), scope, numbers, shared=ranks[row.rank] > 1) for row in rows
    )


def _read_line(
    row: EditionRow, player: StandingPlayer, scope: int, numbers: Iterable[int], *, shared: bool
) -> RankedLine:
    played = {
        part.round: RankedLine(
            rank=0,
            shared=False,
            player=player,
            gain=0,
            replaced=0,
            written=part.written,
            points=part.points,
            round=part.round,
            place=part.place,
        )
        for part in row.rounds
    }
    return RankedLine(
        rank=row.rank,
        shared=shared,
        player=player,
        gain=row.gain,
        replaced=row.replaced,
        written=row.written,
        points=row.points,
        rounds=tuple(map(played.get, numbers)),
        round=scope,
        table=row.table,
        start=row.start,
        place=row.place,
    )


def compute_row_amounts(rows: Iterable[EditionRow], settings: Settings) -> list[int]:
    """Return what has ranked the rows of a final result, in parts of the column that people see."""
    column, nobody = list_shown_columns(settings, editions.FINAL)[-1], StandingPlayer(0, 0, 0, "")
    return [column.value(_read_line(row, nobody, editions.FINAL, (), shared=False)) for row in rows]


def compute_rows(standings: Standings, scope: int) -> tuple[EditionRow, ...]:
    """Return the result of a round, or the final one, as it would be published now."""
    settings = standings.stand.settings
    return tuple(_build_row(line, settings) for line in standings.list_lines(scope))


def _build_row(line: RankedLine, settings: Settings) -> EditionRow:
    row = EditionRow(
        rank=line.rank,
        person=line.player.person,
        entrant=line.player.entrant,
        table=line.table,
        gain=line.gain if settings.start else 0,  # money that is settled at the tables is no part of a result
        replaced=line.replaced,
        start=line.start,
    )
    if not has_points(settings):
        return row
    rounds = (
        EditionRound(round=played.round, written=played.written, points=played.points, place=played.place)
        for played in line.rounds
        if played is not None
    )
    return row._replace(written=line.written, points=line.points, place=line.place, rounds=tuple(rounds))


def load_standing_editions(tournament: Tournament) -> tuple[TournamentEdition, ...]:
    """Return all published results, including withdrawn ones, in the order of publication; one query."""
    return editions.load_editions(tournament, parse_edition_row)


def index_rows(edition: TournamentEdition | None) -> dict[int, EditionRow]:
    """Return the rows of an edition by person; none where there is no edition."""
    return {row.person: row for row in edition.rows} if edition is not None else {}


def parse_edition_row(values: Sequence[Any]) -> EditionRow:
    """Return a row of a result from its form in an act.

    >>> (
    ...     parse_edition_row([1, 7, 3, 1, 600, 0, 30000]).written,
    ...     parse_edition_row([1, 7, 3, 0, 0, 0, 0, 6, 60, 0, [[1, 6, 60, 2]]]).rounds,
    ... )
    (0, (EditionRound(round=1, written=6, points=60, place=2),))
    """
    rank, person, entrant, table, gain, replaced, start, *tail = values
    written, points, place, rounds = (*tail, *_NO_POINTS[len(tail) :])
    return EditionRow(
        rank=rank,
        person=person,
        entrant=entrant,
        table=table,
        gain=gain,
        replaced=replaced,
        start=start,
        written=written,
        points=points,
        place=place,
        rounds=tuple(
            [
                EditionRound(round=number, written=scored, points=shared, place=at_table)
                for number, scored, shared, at_table in rounds
            ]
        ),
    )


def encode_edition_row(row: EditionRow) -> list[Any]:
    """Return a row of a result in its form in an act, whose order never changes: a new value stands at the end.

    >>> values = [1, 7, 3, 0, 0, 0, 0, 6, 60, 0, [[1, 6, 60, 2]]]
    >>> encode_edition_row(parse_edition_row(values)) == values
    True
    """
    paid = row.gain, row.replaced, row.start, row.written, row.points
    rounds = [[part.round, part.written, part.points, part.place] for part in row.rounds]
    return [row.rank, row.person, row.entrant, row.table, *paid, row.place, rounds]


def compute_standing_changes(
    before: Iterable[EditionRow], after: Iterable[EditionRow]
) -> tuple[EditionChange[EditionRow], ...]:
    """Return the changed rows, in the order of the later result; then the players no longer in it.

    >>> one = parse_edition_row([1, 7, 3, 1, 600, 0, 30000])
    >>> [(change.before, change.after.rank) for change in compute_standing_changes([one], [one._replace(rank=2)])] == [
    ...     (one, 2)
    ... ]
    True
    """
    old, new = {row.person: row for row in before}, {row.person: row for row in after}
    return editions.compute_changes(old, new)


def compute_made_points(settings: Settings, result: EditionRow | PlayerResult) -> Fraction:
    """Return the exact amount that decides the final result: play money won, written score, place points, or both.

    >>> compute_made_points(Settings(), PlayerResult(who=7, gain=6 * 1250))
    Fraction(25, 2)
    >>> compute_made_points(Settings(start=0), PlayerResult(who=7, written=-9))
    Fraction(-3, 2)
    """
    column = find_deciding_column(settings, editions.FINAL)
    return Fraction(column.value(result), column.parts)


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
