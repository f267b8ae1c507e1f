"""The rows of a tournament's final result as a season takes them: with all that formulas can ask."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.points import SIXTHS
from tournaments.core.editions import FINAL
from tournaments.core.rules import line_facts, ranking
from tournaments.core.rules.ranking import PlayerResult
from tournaments.core.settings import TABLE, Settings
from tournaments.hall.standing.standing import Standings
from tournaments.results.standings.columns import has_points
from tournaments.results.standings.editions import (
    EditionRow,
    RoundFact,
    compute_made_points,
    compute_rows,
    list_round_facts,
)
from tournaments.results.team_standings.standing import PublishedTeamRound, TeamRow, compute_team_rows
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import PLACES_AT_TABLES, DayFacts
from tournaments.seasons.season.points.place_points import CountedRound
from tournaments.seasons.season.standing import EventRow

_OF_MONEY = line_facts.PARTS * 100  # sixths of a cent in one of play money


def build_event_rows(
    settings: Settings,
    rows: Iterable[EditionRow],
    facts: Sequence[RoundFact] | None,
    teams: Sequence[TeamRow] | None = None,
) -> tuple[EventRow, ...]:
    """Return the rows of a final result; `facts`: everybody's rounds, `teams`: their result; None: was not kept."""
    rows_built = _build_rows(settings, rows, facts)
    if settings.team_size and teams is None:
        return rows_built
    places = {person: team.rank for team in teams or () for person in team.members}
    return tuple(_add_team(row, len(teams or ()), places.get(row.who, 0)) for row in rows_built)


def _add_team(row: EventRow, teams: int, place: int) -> EventRow:
    """Return a row whose day, and each of whose rounds, know the number of teams and the place of the player's own."""
    rounds = row.rounds and tuple(
        played._replace(day=played.day._replace(facts=played.day.facts._replace(teams=teams, team_place=place)))
        for played in row.rounds
    )
    return row._replace(facts=row.facts._replace(teams=teams, team_place=place), rounds=rounds)


def _build_rows(
    settings: Settings, rows: Iterable[EditionRow], facts: Sequence[RoundFact] | None
) -> tuple[EventRow, ...]:
    if facts is None:
        # Published before the rounds were kept with a result.
        return tuple(EventRow(row.person, row.rank, None, _build_old_facts(settings, row), ()) for row in rows)
    mine: dict[int, list[RoundFact]] = {}
    for fact in sorted(facts, key=lambda fact: fact.round):
        mine.setdefault(fact.person, []).append(fact)
    counts = _Counts(
        Counter(_get_group(settings, fact) for fact in facts),
        Counter((*_get_group(settings, fact), fact.rank) for fact in facts),
        Counter((fact.round, fact.table, fact.place) for fact in facts),
        _find_paper_tables(facts),
    )
    return tuple(_build_row(settings, row, mine.get(row.person, []), counts) for row in rows)


def build_current_rows(standings: Standings) -> tuple[EventRow, ...]:
    """Return the rows of the final result as it would be published now."""
    rows = compute_rows(standings, FINAL)
    teams = compute_team_rows(standings, FINAL)
    return build_event_rows(standings.stand.settings, rows, list_round_facts(standings), teams)


class _Counts(NamedTuple):
    """The players of each round (or, ranked table by table, of its tables), and those who share a rank or a place."""

    players: Counter[tuple[int, int]]
    ranks: Counter[tuple[int, int, int]]
    places: Counter[tuple[int, int, int]]
    on_paper: frozenset[tuple[int, int]]  # rounds and tables whose hands nobody knows


def _find_paper_tables(facts: Sequence[RoundFact]) -> frozenset[tuple[int, int]]:
    """Return the tables whose totals alone were typed in: amounts have moved, also for who has 0, without hands."""
    moved = {(fact.round, fact.table) for fact in facts if fact.gain or fact.written}
    return frozenset(moved - {(fact.round, fact.table) for fact in facts if fact.hands})


def _get_group(settings: Settings, fact: RoundFact) -> tuple[int, int]:
    return fact.round, fact.table if settings.scope == TABLE else 0


def _build_row(settings: Settings, row: EditionRow, mine: list[RoundFact], counts: _Counts) -> EventRow:
    facts = _sum_facts(settings, mine, compute_made_points(settings, row), counts)
    return EventRow(row.person, row.rank, None, facts, tuple(_build_round(settings, fact, counts) for fact in mine))


def _build_old_facts(settings: Settings, row: EditionRow) -> DayFacts:
    points = compute_made_points(settings, row)
    facts = DayFacts(points, money=Fraction(row.gain, _OF_MONEY) if settings.start else None)
    if not has_points(settings):
        return facts
    places = Counter(round_.place for round_ in row.rounds)
    return facts._replace(
        written=Fraction(row.written, SIXTHS),
        place_points=Fraction(row.points, ranking.PARTS) if settings.place_points else None,
        rounds=len(row.rounds),
        **{name: places[place] for place, name in enumerate(PLACES_AT_TABLES, 1)},
    )


def _sum_facts(settings: Settings, mine: Sequence[RoundFact], made: Fraction | None, counts: _Counts) -> DayFacts:
    """Return the facts of some rounds together; those of a single table only for a single round."""
    gain, written, points = (sum(getattr(fact, name) for fact in mine) for name in ("gain", "written", "points"))
    only = mine[0] if len(mine) == 1 else None
    has_hands = all((fact.round, fact.table) not in counts.on_paper for fact in mine)
    places = Counter(fact.place for fact in mine)
    hands = sum(fact.hands for fact in mine) if has_hands else None
    return DayFacts(
        made,
        Fraction(written, SIXTHS),
        Fraction(gain, _OF_MONEY) if settings.start else None,
        Fraction(gain + sum(fact.start for fact in mine), _OF_MONEY) if settings.start else None,
        Fraction(points, ranking.PARTS) if settings.place_points else None,
        hands,
        sum(fact.won for fact in mine) if has_hands else None,
        len(mine),
        places[1],
        places[2],
        places[3],
        (only.place or None) if only else None,
        only.size if only else None,
        most_hands=hands,
    )


def _build_round(settings: Settings, fact: RoundFact, counts: _Counts) -> CountedRound:
    group = _get_group(settings, fact)
    facts = _sum_facts(settings, [fact], _compute_made(settings, fact), counts)
    return CountedRound(
        Day(fact.rank, counts.players[group], facts),
        counts.ranks[*group, fact.rank],
        counts.places[fact.round, fact.table, fact.place],
        fact.round,
    )


def _compute_made(settings: Settings, fact: RoundFact) -> Fraction:
    """Return the points by which a round is ranked."""
    result = PlayerResult(who=fact.person, gain=fact.gain, written=fact.written, points=fact.points)
    return compute_made_points(settings, result)


def build_team_rows(settings: Settings, teams: Sequence[TeamRow]) -> tuple[EventRow, ...]:
    """Return the teams' rows of a final result: of a team nothing is known of hands, tables and capital."""
    players = Counter(round_.round for team in teams for round_ in team.rounds)
    ranks = Counter((round_.round, round_.rank) for team in teams for round_ in team.rounds)
    return tuple(
        EventRow(
            team.team,
            team.rank,
            None,
            _build_team_facts(settings, team, len(team.rounds))._replace(teams=len(teams), team_place=team.rank),
            tuple(
                CountedRound(
                    Day(round_.rank, players[round_.round], _build_team_facts(settings, round_, 1)),
                    ranks[round_.round, round_.rank],
                    round=round_.round,
                )
                for round_ in team.rounds
            ),
        )
        for team in teams
    )


def build_current_team_rows(standings: Standings) -> tuple[EventRow, ...]:
    """Return the teams' rows of the final result as it would be published now; none without teams."""
    return build_team_rows(standings.stand.settings, compute_team_rows(standings, FINAL) or ())


def _build_team_facts(settings: Settings, team: TeamRow | PublishedTeamRound, rounds: int) -> DayFacts:
    result = PlayerResult(who=0, gain=team.gain, written=team.written, points=team.points)
    return DayFacts(
        compute_made_points(settings, result),
        Fraction(team.written, SIXTHS),
        Fraction(team.gain, _OF_MONEY) if settings.start else None,
        place_points=Fraction(team.points, ranking.PARTS) if settings.place_points else None,
        rounds=rounds,
    )
