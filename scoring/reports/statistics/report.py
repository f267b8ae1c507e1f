"""The content of a page of statistics: numbers, and sections of one list each, some with a chart."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest

from scoring.book.sums.counts import update_counts
from scoring.reports.statistics.filters import Scope, StatisticsFilter, list_filter_tables
from tarockclub.kit.charts.bars import Bars
from tarockclub.kit.charts.grids import Grid
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.tables import List, find_matching
from tarockclub.models import Club


class ReportNumber(NamedTuple):
    """A single number."""

    label: str
    text: str
    kind: str = ""  # won, lost
    href: str = ""  # to the hand it is about
    more: str = ""  # text beside it


class ReportSection(NamedTuple):
    """A list with its rows."""

    list: List
    rows: Sequence[Any]
    bars: Bars | None = None
    chart: Chart | None = None
    hint: str = ""

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


Make = Callable[[Scope], Report | None]


class ScopedReport(NamedTuple):
    """A report, and its scope."""

    report: Report | None  # None: there is nothing like that
    scope: Scope
    left: int  # tables not yet added up


def load_report(club: Club, chosen: StatisticsFilter, make: Make, language: str, query: str = "") -> ScopedReport:
    """Load a report for a club; `query`: the filter as part of addresses."""
    left = update_counts(club)
    is_picked = bool(chosen.of or chosen.sheet)
    scope = Scope(club.pk, list_filter_tables(club.pk, chosen), language, query, is_picked)
    return ScopedReport(make(scope), scope, left)
