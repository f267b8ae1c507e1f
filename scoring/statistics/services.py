"""What statistics come to for whoever asks, on a page or as a program; what was played since is added up first."""

from collections.abc import Callable
from typing import NamedTuple

from scoring.statistics.counts import catch_up
from scoring.statistics.filters import Asked, Scope, tables_for
from scoring.statistics.report import Report
from tarockclub.models import Club

Make = Callable[[Scope], Report | None]


class Reported(NamedTuple):
    """A report, and what it stands on."""

    report: Report | None  # none: there is nothing of what was asked for
    scope: Scope
    left: int  # tables that are still to be added up


def reported(club: Club, wanted: Asked, make: Make, language: str, query: str = "") -> Reported:
    """A report for a club; `query`: what was picked out, as it stands in addresses."""
    left = catch_up(club)
    scope = Scope(club.pk, tables_for(club.pk, wanted), language, query)
    return Reported(make(scope), scope, left)
