"""The list of everybody under both sheets."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.reports.rescoring.evening import RescoredEvening
from scoring.reports.statistics.formatting import build_points_column
from tarockclub.kit.amounts import format_signed_cents
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import COUNT, STANDING

CENTS = 100


def build_cents_column(name: str, title: Words, cents: Callable[[Any], int]) -> Column:
    """Return a column of money."""
    return Column(
        name,
        title,
        of=lambda row: Fraction(cents(row), CENTS),
        show=lambda value: format_signed_cents(int(value * CENTS)),
        kind=STANDING,
    )


_RANKS = (
    Column("name", _("Player"), surnames=True),
    Column("there", _("Rank there"), "ranks__there", kind=COUNT),
    Column("here", _("Rank here"), "ranks__here", kind=COUNT),
)
ACCOUNTS = List(
    caption=_("Everybody under both house rules"),
    columns=(
        *_RANKS,
        build_points_column("points", _("Points here"), lambda row: row.here.owed.written),
        build_points_column("other", _("Points there"), lambda row: row.there.owed.written),
        build_points_column("difference", _("Difference"), lambda row: row.difference),
    ),
    sort="there",
    prefix="p",
)
_MONEY_POINTS = (
    build_points_column("money", _("Money points here"), lambda row: row.here.owed.money),
    build_points_column("money_there", _("Money points there"), lambda row: row.there.owed.money),
)
_EUROS = (
    build_cents_column("euros", _("€ here"), lambda row: row.here.owed.points),
    build_cents_column("euros_there", _("€ there"), lambda row: row.there.owed.points),
)


def choose_columns(result: RescoredEvening) -> tuple[Column, ...]:
    """Return the columns of an evening's list, without those that say nothing."""
    extra_columns = (*(_MONEY_POINTS if result.tells_apart else ()), *(_EUROS if result.in_euros else ()))
    return (*ACCOUNTS.columns, *extra_columns)
