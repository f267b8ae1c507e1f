"""The lists of everybody in a tournament or season under both house rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_hundredths, get_sign_class
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import STANDING
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.results.standings.column import StandingColumn
from tournaments.results.standings.columns import GAIN, POINTS, SCORE, SUM, list_shown_columns
from tournaments.seasons.season.settings import HUNDREDTHS

Show = Callable[[Fraction], str]
_NAMES = {GAIN: "money", SCORE: "score", POINTS: "points", SUM: "together"}  # in addresses, from before they had ids
_RANKS = (
    Column("there", _("Rank there"), of=lambda row: row.ranks.there or None, kind=STANDING),
    Column("here", _("Rank here"), of=lambda row: row.ranks.here or None, kind=STANDING),
)


def build_total_list(stand: TournamentProgress) -> List:
    """Return the list of a tournament, with the columns of its standings here and there."""
    found = [
        _build_side(column, side, title % {"column": column.head})
        for column in reversed(list_shown_columns(stand.settings._replace(columns=()), FINAL))
        for side, title in (("here", gettext("%(column)s here")), ("there", gettext("%(column)s there")))
    ]
    return _build_list((*_RANKS, *found))


def _build_side(column: StandingColumn, side: str, title: str) -> Column:
    def compute(row: Any) -> Fraction:
        return Fraction(column.value(getattr(row, side)), column.parts)

    return build_column(
        f"{_NAMES.get(column, column.id)}_{side}",
        title,
        compute,
        lambda value: column.text(int(value * column.parts), False),
    )


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
