"""By which settings a season is reckoned, as a table of its export."""

from collections.abc import Iterator

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.xlsx.cells import HEAD, MOMENT, Cell, text
from tarockclub.time_source import now
from tournaments.exports.schema import Column, Row, Table
from tournaments.season import messages
from tournaments.season.export.results import Of
from tournaments.season.points.formula.parser import parsed
from tournaments.season.points.formula.printer import printed
from tournaments.season.points.formula.problems import Problem
from tournaments.season.points.preview import points_shown
from tournaments.season.points.text import listed
from tournaments.season.settings import ALONE, HALF, NUMBER, TABLE, Settings


def rules_table(of: Of) -> Table:
    """Its columns: what it is, and how it was agreed."""
    title = _("Settings")
    columns = (Column("what", _("What"), width=38), Column("how", _("How"), width=90))
    return Table("settings", title, f"{of.name} – {title}", columns)


def rule_rows(of: Of) -> Iterator[Row]:
    """Everything that decides how the season stands."""
    season = of.stand.season
    for what, how in ((_("Club"), season.club.name), (_("Season"), season.name), *_set(of.stand.settings)):
        yield text(what, HEAD), text(how)
    yield text(_("Created on"), HEAD), Cell(local(now()), MOMENT)


def _set(settings: Settings) -> Iterator[tuple[str, str]]:
    yield _("Points"), _word(messages.WAYS, settings.way)
    if settings.way == TABLE:
        yield _("Points of places"), listed(settings.table)
        yield _("Points of all others"), points_shown(settings.rest)
    else:
        yield _("Calculation"), _formula(settings.formula)
    yield _("Players who share a place get"), _word(messages.TIES, settings.ties)
    yield _("Points are rounded to"), _word(messages.DECIMALS, settings.decimals)
    yield _("Days that count"), _word(messages.COUNTING, settings.counting)
    if settings.counting == NUMBER:
        yield _("Number of days"), str(settings.best)
    if settings.counting == HALF:
        yield _("Half of an odd number"), _word(messages.HALVES, int(settings.half_up))
    yield _("Planned days"), str(settings.days or "–")
    yield _("Minimum number of days to be ranked"), str(settings.least_days or "–")
    yield _("Equal points"), "; ".join(_word(messages.CRITERIA, name) for name in settings.criteria)
    yield _("The final"), _word(messages.FINALS, settings.final)
    yield _("Factor of the final"), points_shown(settings.factor)
    if settings.final == ALONE:
        yield _("Share of the points from the days that counts in the final"), f"{settings.taken} %"


def _word(among: tuple[tuple[object, object], ...], value: object) -> str:
    """What a choice is called."""
    return next((str(word) for name, word in among if name == value), str(value))


def _formula(text_: str) -> str:
    node = parsed(text_)
    return text_ if isinstance(node, Problem) else printed(node, get_language() or "de")
