"""What statistics come to for whoever asks, on a page or as a program; what was played since is added up first."""

from collections.abc import Callable
from typing import NamedTuple

from scoring.statistics.counts import update_counts
from scoring.statistics.filters import Scope, StatisticsFilter, list_tables
from scoring.statistics.report import Report
from tarockclub.models import Club

Make = Callable[[Scope], Report | None]


class ScopedReport(NamedTuple):
    """A report, and what it stands on."""

    report: Report | None  # none: there is nothing of what was asked for
    scope: Scope
    left: int  # tables that are still to be added up


def load_report(club: Club, wanted: StatisticsFilter, make: Make, language: str, query: str = "") -> ScopedReport:
    """A report for a club; `query`: what was picked out, as it stands in addresses."""
    left = update_counts(club)
    scope = Scope(club.pk, list_tables(club.pk, wanted), language, query)
    return ScopedReport(make(scope), scope, left)
