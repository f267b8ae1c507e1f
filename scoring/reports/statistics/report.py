"""The content of a page of statistics: sections of one list each, some with a chart; no rate without its counts."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.book.sums.counts import update_counts
from scoring.engine.points import SIXTHS
from scoring.reports.statistics.filters import Scope, StatisticsFilter, Total, list_filter_tables
from tarockclub.kit.amounts import format_decimal, format_signed_points, get_sign_class
from tarockclub.kit.charts.bars import Bars, Grid, GridCell, choose_tone
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.charts.sparks import Columns
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import COUNT, STANDING
from tarockclub.models import Club
from tarockclub.platform.privacy.readers import INSIDE, Reader


class ReportNumber(NamedTuple):
    """A single number."""

    label: str
    text: str
    kind: str = ""  # won, lost
    href: str = ""  # to the hand it is about
    note: str = ""  # text beside it


class ReportSection(NamedTuple):
    """A list with its rows."""

    list: List
    rows: Sequence[Any]
    bars: Bars | None = None
    chart: Chart | None = None
    hint: str = ""
    columns: tuple[Column, ...] = ()  # of the page, where it has fewer than the file
    href: str = ""  # to all of it

    def find_rows(self, request: HttpRequest) -> Sequence[Any]:
        """Return the rows with the words that were typed above the list."""
        typed, name = self.list.read_search(request) if self.list.search else "", self.list.columns[0]
        return find_matching(self.rows, typed, lambda row: str(name.get_value(row))) if typed else self.rows


class Report(NamedTuple):
    """The content of a page."""

    title: str
    numbers: tuple[ReportNumber, ...]
    sections: tuple[ReportSection, ...]
    grid: Grid | None = None  # who wins with whom
    lead: str = ""  # what people come for, in a sentence
    href: str = ""  # the page of the person it is about
    aside: tuple[ReportSection, ...] = ()  # beside it on the page, and in no file
    months: Columns | None = None  # hands, month by month


Make = Callable[[Scope], Report | None]


def load_report(
    club: Club, chosen: StatisticsFilter, make: Make, language: str, query: str = "", reader: Reader = INSIDE
) -> tuple[Report | None, Scope, int]:
    """Load a report for a club (None: there is none like that), its scope, and the number of tables not yet added up.

    While some are left nobody is named as first: with the next table it may be somebody else. `query`: the filter as
    part of addresses.
    """
    left = update_counts(club)
    is_picked = bool(chosen.of or chosen.sheet)
    scope = Scope(club.pk, list_filter_tables(club.pk, chosen), language, reader, query, is_picked)
    report = make(scope)
    return report._replace(lead="") if report is not None and left else report, scope, left


FEW_FOR_PERCENT, FEW_FOR_TONE = 10, 3  # smaller totals get no percentage, no tone
THIRDS = 3


class Rate(NamedTuple):
    """A count and its total; sorts by the rate, then by the total."""

    rate: Fraction
    total: int
    many: int


def compute_rate(many: int, total: int) -> Rate | None:
    """Return a rate; None if the total is 0."""
    return Rate(Fraction(many, total), total, many) if total else None


def format_rate(rate: Rate) -> str:
    """Format a rate for readers; with a percentage if the total is large enough.

    >>> [word for word in format_rate(Rate(Fraction(1, 3), 30, 10)).split() if word.strip("()").isdigit()]
    ['10', '30', '(33']
    """
    words = (_("%(many)s of %(of)s") % {"many": rate.many, "of": rate.total}).replace(" ", "\u00a0")
    return f"{words} ({format_percent(rate.rate)})" if rate.total >= FEW_FOR_PERCENT else words


def build_rate_number(label: str, rate: Rate) -> ReportNumber:
    """Return a rate as a number, its percentage in front if the total is large enough."""
    words = (_("%(many)s of %(of)s") % {"many": rate.many, "of": rate.total}).replace(" ", "\u00a0")
    is_large = rate.total >= FEW_FOR_PERCENT
    return ReportNumber(label, format_percent(rate.rate) if is_large else words, note=words if is_large else "")


def format_part(rate: Rate) -> str:
    """Format a part of a total shown nearby: the total is repeated only if it is small.

    >>> format_part(Rate(Fraction(1, 3), 30, 10)).split(), format_part(Rate(Fraction(0), 30, 0))
    (['10', '(33', '%)'], '0')
    """
    if not rate.many:
        return "0"
    return f"{rate.many} ({format_percent(rate.rate)})" if rate.total >= FEW_FOR_PERCENT else format_rate(rate)


def format_percent(part: Fraction) -> str:
    """Format a part in whole percent, rounded half up.

    >>> format_percent(Fraction(1, 8)), format_percent(Fraction(1, 1))
    ('13\xa0%', '100\xa0%')
    """
    return _("%(part)s%%") % {"part": int(part * 100 + Fraction(1, 2))}


def compute_mean(sixths: int, count: int) -> Fraction | None:
    """Return the mean points; None if there is nothing to divide by."""
    return Fraction(sixths, SIXTHS * count) if count else None


def format_signed_mean(value: Fraction) -> str:
    """Format a mean gain or loss, with its sign.

    >>> format_signed_mean(Fraction(1, 3))
    '+0,33'
    """
    return format_decimal(value, plus=True)


def format_card_points(value: Fraction) -> str:
    """Format a mean of card points.

    >>> format_card_points(Fraction(107, 3))
    '35,7'
    """
    return format_decimal(value, 1)


def build_rate_column(name: str, title: Words, compute: Callable[[Any], Rate | None], *, aside: bool = False) -> Column:
    """Return a column of rates."""
    return Column(name, title, of=compute, kind=COUNT, show=format_rate, aside=aside)


def build_part_column(name: str, title: Words, compute: Callable[[Any], Rate | None], *, aside: bool = False) -> Column:
    """Return a column of parts of the column beside it."""
    return Column(name, title, of=compute, kind=COUNT, show=format_part, aside=aside)


def build_points_column(name: str, title: Words, sixths: Callable[[Any], int]) -> Column:
    """Return a column of gains and losses in points."""
    return Column(
        name,
        title,
        of=lambda row: Fraction(sixths(row), SIXTHS),
        show=lambda value: format_signed_points(int(value * SIXTHS)),
        css=get_sign_class,
        kind=STANDING,
        bar=True,
    )


def build_mean_column(
    name: str, title: Words, compute: Callable[[Any], Fraction | None], *, aside: bool = False
) -> Column:
    """Return a column of mean points."""
    return Column(name, title, of=compute, show=format_signed_mean, css=get_sign_class, kind=STANDING, aside=aside)


def build_card_column(name: str, title: Words, compute: Callable[[Any], Fraction | None]) -> Column:
    """Return a column of mean card points."""
    return Column(name, title, of=compute, kind=STANDING, show=format_card_points, aside=True)


def compute_won_rate(total: Total) -> Rate | None:
    """Return the rate of won games among those won or lost."""
    return compute_rate(total.won, total.decided)


def build_won_cell(total: Total, words: str = "") -> GridCell:
    """Return won games as a cell; very few have no tone; `words`: read aloud before the numbers."""
    rate = compute_won_rate(total)
    if rate is None:
        return GridCell()
    text = format_percent(rate.rate) if rate.total >= FEW_FOR_PERCENT else f"{rate.many}/{rate.total}"
    tone = choose_tone(rate.many, rate.total) if rate.total >= FEW_FOR_TONE else ""
    return GridCell(text, tone, f"{words} {format_rate(rate)}".lstrip())
