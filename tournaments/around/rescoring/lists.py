"""The lists of everybody in a tournament or season under both house rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_hundredths, format_points, format_signed_points, get_sign_class
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import STANDING
from tournaments.core.rules.ranking import PARTS
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import RankedLine
from tournaments.results.standings.cells import WHOLE, format_play_money, list_heads
from tournaments.results.standings.columns import MONEY, SCORE, list_columns, list_criteria
from tournaments.results.standings.columns import POINTS as PLACE_POINTS
from tournaments.seasons.season.settings import HUNDREDTHS

Show = Callable[[Fraction], str]
_RANKS = (
    Column("there", _("Rank there"), of=lambda row: row.ranks.there or None, kind=STANDING),
    Column("here", _("Rank here"), of=lambda row: row.ranks.here or None, kind=STANDING),
)


def build_total_list(stand: TournamentProgress) -> List:
    """Return the list of a tournament, with the columns of its standings here and there."""
    columns = list_columns(stand.settings, list_criteria(stand.settings, 0))
    heads = list_heads(columns, 0)
    found = [
        build_column(f"{column}_{side}", title % {"column": head}, _build_getter(column, side), _show(column))
        for column, head in zip(reversed(columns), reversed(heads), strict=True)
        for side, title in (("here", gettext("%(column)s here")), ("there", gettext("%(column)s there")))
    ]
    return _build_list((*_RANKS, *found))


def _build_getter(column: str, side: str) -> Callable[[Any], Fraction]:
    def get_value(row: Any) -> Fraction:
        total: RankedLine = getattr(row, side)
        if column == MONEY:
            return Fraction(total.gain, WHOLE)
        if column == SCORE:
            return Fraction(total.written, SIXTHS)
        return Fraction(total.points if column == PLACE_POINTS else total.together, PARTS)

    return get_value


def _show(column: str) -> Show:
    if column == MONEY:
        return lambda value: format_play_money(int(value * WHOLE), sign=True)
    if column == SCORE:
        return lambda value: format_signed_points(int(value * SIXTHS))
    return lambda value: format_points(int(value * PARTS), PARTS)


def build_season_list() -> List:
    """Return the list of a season."""

    def show(value: Fraction) -> str:
        return format_hundredths(int(value * HUNDREDTHS))

    columns = (
        build_column("points", _("Points here"), lambda row: Fraction(row.here.points, HUNDREDTHS), show),
        build_column("other", _("Points there"), lambda row: Fraction(row.there.points, HUNDREDTHS), show),
    )
    return _build_list((*_RANKS, *columns))


def build_column(name: str, title: Words, compute: Callable[[Any], Fraction], show: Show) -> Column:
    """Return a column of amounts."""
    return Column(name, title, of=compute, show=show, kind=STANDING, css=get_sign_class)


def _build_list(columns: tuple[Column, ...]) -> List:
    return List(
        caption=_("Everybody under both house rules"),
        columns=(Column("name", _("Player"), surnames=True), *columns),
        sort="there",
        empty=_("No hand was found."),
        prefix="p",
    )
