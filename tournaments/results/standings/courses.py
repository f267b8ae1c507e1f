"""The course of the standings, round by round: totals, places, and their charts."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, draw_chart
from tournaments.core.editions import FINAL
from tournaments.hall.standing.standing import RankedLine, Standings, compute_standing_totals
from tournaments.results.standings.column import WHOLE, StandingColumn
from tournaments.results.standings.columns import list_shown_columns

MOST_LINES = 6
MOST_PLAYERS = 200  # whose places after each round are computed while they play


def compute_round_standings(standings: Standings) -> list[tuple[RankedLine, ...]]:
    """Return the standings as they were after each round but the last one, and as they are."""
    rounds = range(1, len(standings.rounds))
    return [
        *(
            compute_standing_totals(standings.stand, standings.rounds[:count], standings.people, standings.lots)
            for count in rounds
        ),
        standings.totals,
    ]


def draw_first(
    totals: Sequence[RankedLine], courses: Sequence[Mapping[int, RankedLine]], column: StandingColumn
) -> Chart | None:
    """Return how the first few came there, round by round; None for a single round."""
    if len(courses) < 2:
        return None
    drawn = []
    for line in totals[:MOST_LINES]:
        sums = [total * SIXTHS // column.parts for total in list_round_totals(courses, line.player.person, column)]
        drawn.append(ChartCourse(line.player.name, 0, (0, *sums), format_ranked_amount(line, column)))
    labels = ("", *(_("R %(number)s") % {"number": number} for number in range(1, len(courses) + 1)))
    return draw_chart(drawn, len(courses), axes=ChartAxes(labels))


def list_round_totals(courses: Sequence[Mapping[int, RankedLine]], person: int, column: StandingColumn) -> list[int]:
    """Return the totals of a player after each round, in parts; nothing before the first one."""
    totals = [0]
    for course in courses:
        line = course.get(person)
        totals.append(totals[-1] if line is None else column.value(line))
    return totals[1:]


def format_ranked_amount(line: RankedLine, column: StandingColumn) -> str:
    """Return what ranks a line, for people."""
    value = column.value(line)
    return column.text(value, bool(value % WHOLE))


def draw_places(standings: Standings) -> Chart | None:
    """Return how the first few went up and down among all, round by round; None for one round, or in a large hall."""
    if len(standings.rounds) < 2 or len(standings.totals) > MOST_PLAYERS:
        return None
    column = list_shown_columns(standings.stand.settings, FINAL)[-1]
    courses = [{line.player.person: line for line in course} for course in compute_round_standings(standings)]
    drawn = []
    for line in standings.totals[:MOST_LINES]:
        lines = [course.get(line.player.person) for course in courses]
        since = next(number for number, played in enumerate(lines) if played is not None)
        places = tuple(-played.rank * SIXTHS for played in lines[since:] if played is not None)
        drawn.append(ChartCourse(line.player.name, since, places, format_ranked_amount(line, column)))
    labels = tuple(_("R %(number)s") % {"number": number} for number in range(1, len(courses) + 1))
    return draw_chart(drawn, len(courses) - 1, axes=ChartAxes(labels, are_places=True))
