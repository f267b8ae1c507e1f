"""The figures of a line beside its points, each said once: for page and phone, paper, files and programs."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.kit.amounts import convert_to_number, format_decimal
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, HUNDREDTHS, SeasonSettings
from tournaments.seasons.season.standing import EventScore, SeasonLine, format_score

Figure = Fraction | int | EventScore | None  # None: there is none


class LineFact(NamedTuple):
    """A figure of everybody in a season, and how it is said wherever their lines stand."""

    id: str  # its name for programs
    head: Promise
    compute: Callable[[SeasonLine], Figure]
    format: Callable[[SeasonSettings, Any, bool], str]  # of the figure; the last one: with a plus
    parts: int = 1  # of one, in which the figure counts
    # For a workbook, with {of_days}, {days}; {points} of the results that {theirs} chooses. "": it stands as it is.
    formula: str = ""
    is_used: Callable[[SeasonSettings], bool] = lambda settings: settings.evenings is not None

    def write(self, settings: SeasonSettings, line: SeasonLine, *, plus: bool = False) -> str:
        """Return the figure of a line for people; "" where there is none."""
        figure = self.compute(line)
        return "" if figure is None else self.format(settings, figure, plus)

    def compute_number(self, line: SeasonLine) -> float | None:
        """Return the figure of a line for programs and files; None where there is none."""
        figure = self.compute(line)
        figure = figure.points if isinstance(figure, EventScore) else figure
        return None if figure is None else convert_to_number(figure.numerator, figure.denominator * self.parts)


def is_sum(settings: SeasonSettings) -> bool:
    """Return whether the points of a season are a sum; else they are an average already."""
    return "days" not in list_asked_facts(settings)


def compute_average(line: SeasonLine) -> Fraction | None:
    """Return what a day has brought on average, in hundredths, also one that does not count: no final, nothing carried.

    >>> day = EventScore(1, "day", 1, shared=False, points=300)
    >>> struck, final = day._replace(points=100, counts=False), day._replace(kind="final", points=900)
    >>> compute_average(SeasonLine(1, False, 7, points=1200, days=2, got=(day, struck, final), days_points=300))
    Fraction(200, 1)
    """
    of_days = line.days_points - sum(got.points for got in line.got if got.kind == CARRIED_POINTS and got.counts)
    of_days += sum(got.points for got in line.got if got.kind == DAY and not got.counts)
    return Fraction(of_days, line.days) if line.days else None


def _find_best(line: SeasonLine) -> Figure:
    return max((got for got in line.got if got.kind == DAY), key=lambda got: got.points, default=None)


AVERAGE, BEST = "average", "best"
LINE_FACTS = (
    LineFact(
        AVERAGE,
        _("Average"),
        compute_average,
        lambda _settings, points, plus: format_decimal(Fraction(points, HUNDREDTHS), 1, plus=plus),
        HUNDREDTHS,
        "ROUND(({of_days})/{days},2)",
        lambda settings: settings.evenings is not None and is_sum(settings),
    ),
    LineFact(
        "days",
        _("Days"),
        lambda line: line.days,
        lambda _settings, days, _plus: str(days),
        is_used=lambda _settings: True,
    ),
    LineFact(
        BEST,
        pgettext_lazy("day of a year", "Best"),
        _find_best,
        lambda settings, got, plus: format_score(settings, got, plus=plus),
        HUNDREDTHS,
        "_xlfn.MAXIFS({points},{theirs})",
    ),
)


def list_workbook_facts(settings: SeasonSettings) -> list[LineFact]:
    """Return the figures of a season's workbook, where days have a column: also best day and average of any season."""
    always = {AVERAGE, BEST} if is_sum(settings) else {BEST}
    return [fact for fact in LINE_FACTS if fact.id in always or (fact.id != "days" and fact.is_used(settings))]


def list_line_facts(settings: SeasonSettings) -> list[LineFact]:
    """Return the figures that a season shows beside the points."""
    return [fact for fact in LINE_FACTS if fact.is_used(settings)]
