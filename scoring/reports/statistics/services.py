"""The statistics for a page or a program; recent hands are added up first."""

from collections.abc import Callable
from typing import NamedTuple

from scoring.book.sums.counts import update_counts
from scoring.reports.statistics.filters import Scope, StatisticsFilter, list_filter_tables
from scoring.reports.statistics.report import Report
from tarockclub.models import Club

Make = Callable[[Scope], Report | None]


class ScopedReport(NamedTuple):
    """A report, and its scope."""

    report: Report | None  # None: there is nothing like that
    scope: Scope
    left: int  # tables not yet added up


def load_report(club: Club, chosen: StatisticsFilter, make: Make, language: str, query: str = "") -> ScopedReport:
    """Load a report for a club; `query`: the filter as part of addresses."""
    left = update_counts(club)
    scope = Scope(club.pk, list_filter_tables(club.pk, chosen), language, query)
    return ScopedReport(make(scope), scope, left)
