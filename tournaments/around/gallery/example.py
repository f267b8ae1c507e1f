"""A format's example worked out by the rules that tournaments and seasons play by; pure values."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from scoring.engine.agreement import Stakes
from scoring.engine.hand.score_lines import Amounts, Cause, ScoreLine
from scoring.engine.points import SIXTHS
from scoring.engine.settlement import Settlement, Standing, compute_donated, settle_accounts
from tournaments.core.formats.library import ExampleRound, Format
from tournaments.core.rules.capital import CapitalCourse, LinePayment, Rule, Stay, compute_courses, round_cents
from tournaments.core.rules.line_facts import LineFacts
from tournaments.core.rules.place_points import compute_places
from tournaments.core.rules.ranking import PlayerResult, RankedResult, rank_replaced_last, rank_results, sum_results
from tournaments.core.settings import TOURNAMENT, Settings
from tournaments.results.standings.editions import compute_made_points
from tournaments.seasons.season.points.formula.facts import DayFacts
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import compute_points
from tournaments.seasons.season.points.ready import find_ready
from tournaments.seasons.season.settings import SeasonSettings


class ExampleRoundResult(NamedTuple):
    """A player's result of a round; amounts as in a Result."""

    rank: int
    result: PlayerResult
    capital: int  # cents of play money at the end, with replacements


class ExampleLine(NamedTuple):
    """A player of the example, with everything that the format makes of their points."""

    name: str
    rank: int
    shared: bool
    rounds: tuple[ExampleRoundResult, ...]
    total: PlayerResult
    cents: int  # of real money at the tables
    made_points: Fraction  # the points by which the tournament ranks
    season: int  # hundredths


class WorkedExample(NamedTuple):
    """The example of a format, worked out."""

    lines: tuple[ExampleLine, ...]  # by rank
    fee: int  # cents that each player pays
    collected: int  # cents, all of them
    box: int  # cents for the donation box


def compute_example(tournament_format: Format) -> WorkedExample:
    """Work out the example of a format."""
    settings, played = tournament_format.settings, tournament_format.example.rounds
    count = len(tournament_format.example.players)
    rounds = [_compute_round(settings, round_, count) for round_ in played]
    totals = [sum_results(who, [(round_[who].result, round_[who].rank) for round_ in rounds]) for who in range(count)]
    settled = _settle(settings, played, count)
    ranked = rank_results(totals, settings.overall_criteria)
    rule = find_ready(tournament_format.season)
    season = _compute_season(settings, SeasonSettings() if rule is None else rule.settings, ranked)
    lines = tuple(
        ExampleLine(
            tournament_format.example.players[place.result.who],
            place.rank,
            place.shared,
            tuple(round_[place.result.who] for round_ in rounds),
            place.result,
            settled.people[place.result.who].balance,
            *points,
        )
        for place, points in zip(ranked, season, strict=True)
    )
    fee = settings.fee * (1 if settings.fee_per == TOURNAMENT else len(rounds))
    return WorkedExample(lines, fee, fee * count, settled.box_cents)


def _compute_round(settings: Settings, played: ExampleRound, count: int) -> dict[int, ExampleRoundResult]:
    """Return everybody's result of a round."""
    courses = _list_courses(settings, played, count)
    written = [sum(hand[place] for hand in played.hands) * SIXTHS for place in range(count)]
    places = compute_places(written, settings.place_points)
    results = [
        PlayerResult(
            who=place,
            gain=course.gain,
            replaced=course.replaced,
            written=written[place],
            facts=LineFacts(won=sum(hand[place] > 0 for hand in played.hands)),
            points=places[place].points,
            table_places=(places[place].place,),
        )
        for place, course in enumerate(courses)
    ]
    rank = rank_replaced_last if settings.replaced_last else rank_results
    ranked = rank(results, settings.round_criteria)
    return {
        line.result.who: ExampleRoundResult(line.rank, line.result, round_cents(courses[line.result.who].now))
        for line in ranked
    }


def _list_courses(settings: Settings, played: ExampleRound, count: int) -> tuple[CapitalCourse, ...]:
    """Return the capital of everybody in a round."""
    return compute_courses(
        Rule(settings.start, settings.stake, settings.replacement, settings.forgives_debt),
        [Stay(place, place) for place in range(count)],
        [LinePayment(line, _count_sixths(hand)) for line, hand in enumerate(played.hands, 1)],
    )


def _count_sixths(hand: Sequence[int]) -> Amounts:
    return cast("Amounts", tuple(points * SIXTHS for points in hand))  # at five, of all who took part in a round


def _settle(settings: Settings, played: Sequence[ExampleRound], count: int) -> Settlement:
    """Settle all rounds at the format's rate, with its donation box."""
    lines = [
        ScoreLine(Cause("example", "contract", 0), _count_sixths(money), _count_sixths(written))
        for round_ in played
        for written, money in zip(round_.hands, round_.money, strict=True)
    ]
    sums = [
        (sum(line.amounts[place] for line in lines), sum(line.written[place] for line in lines))
        for place in range(count)
    ]
    donated = [compute_donated([line], range(count)).by_place for line in lines]
    due = [sum(hand[place] for hand in donated) if settings.donation else sums[place][0] for place in range(count)]
    people = [Standing(money, written, due[place]) for place, (money, written) in enumerate(sums)]
    return settle_accounts(people, Stakes(settings.rate, settings.donation))


def _compute_season(
    settings: Settings, season: SeasonSettings, ranked: Sequence[RankedResult]
) -> list[tuple[Fraction, int]]:
    """Return the points made by everybody and those that they bring in the season, in the order of the ranks."""
    sharing = Counter(place.rank for place in ranked)
    scores = []
    for place in ranked:
        made_points = compute_made_points(settings, place.result)
        points = compute_points(season, place.rank, sharing[place.rank], len(ranked), DayFacts(made_points))
        scores.append((made_points, 0 if isinstance(points, Problem) else points))
    return scores
