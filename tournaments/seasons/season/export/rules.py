"""The tables of a season's files about its rules and its money."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.reports.exports.evening_workbook import HOW, WHAT
from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow, OpenTable
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import EURO, SUM
from tournaments.core.cash_journal.receipts import format_move, format_move_kind
from tournaments.results.exports.cash import MOVE_COLUMNS, CashRow
from tournaments.seasons.season import messages
from tournaments.seasons.season.cash.services import SeasonBox
from tournaments.seasons.season.export.results import (
    SeasonExport,
)
from tournaments.seasons.season.points.formula.printer import translate_formula
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.settings import FINAL_ALONE, HALF, NUMBER, TABLE, WORST, SeasonSettings

SETTINGS = FileTable("settings", gettext_lazy("Settings"), (replace(WHAT, width=38), HOW))


def list_setting_pairs(export: SeasonExport) -> Iterator[tuple[str, str | datetime]]:
    """Yield everything that decides the season's standings."""
    season = export.stand.season
    yield _("Club"), season.club.name
    yield _("Season"), season.name
    yield from list_settings(export.stand.settings)
    yield _("Created on"), now()


def list_settings(settings: SeasonSettings) -> Iterator[tuple[str, str]]:
    """Yield what decides the standings, in words."""
    if settings.teams:
        yield _("Ranked"), _("Teams")
    yield _("Points"), messages.format_choice(messages.WAYS, settings.way)
    if settings.way == TABLE:
        yield _("Points of places"), format_places(settings.table)
        yield _("Points of all others"), format_hundredths(settings.rest)
    else:
        yield _("Calculation"), translate_formula(settings.formula, get_current_language())
    yield _("Players who share a place get"), messages.format_choice(messages.TIES, settings.ties)
    yield _("A place and its points are those of"), messages.format_choice(messages.PER, settings.per)
    yield _("Points are rounded to"), messages.format_choice(messages.DECIMALS, settings.decimals)
    if settings.bonus:
        yield _("Points for taking part, each day"), format_hundredths(settings.bonus)
    yield _("Days that count"), messages.format_choice(messages.COUNTING, settings.counting)
    if settings.counting == NUMBER:
        yield _("Number of days"), str(settings.best)
    if settings.counting == WORST:
        yield _("Number of worst days that do not count"), str(settings.worst)
    if settings.counting == HALF:
        yield _("Half of an odd number"), messages.format_choice(messages.HALVES, int(settings.half_up))
    yield _("Planned days"), str(settings.days or "–")
    yield _("Minimum number of days to be ranked"), str(settings.least_days or "–")
    if settings.least_third:
        yield _("Only who has a third of the days so far is ranked"), _("yes")
    yield _("Equal points"), "; ".join(messages.format_choice(messages.CRITERIA, name) for name in settings.criteria)
    if settings.sizes:
        yield _("Points carried by the size of a cup"), settings.sizes
        yield _("Points carried more than once"), messages.format_choice(messages.CARRIED_WAYS, settings.carried)
    yield from _list_final(settings)


def _list_final(settings: SeasonSettings) -> Iterator[tuple[str, str]]:
    if settings.prizes:
        yield _("Prizes of the season"), settings.prizes
    yield _("The final"), messages.format_choice(messages.FINALS, settings.final)
    yield _("Factor of the final"), format_hundredths(settings.factor)
    if settings.final_table:
        yield _("Points of the first places in the final"), format_places(settings.final_table)
    if settings.final_formula:
        formula = translate_formula(settings.final_formula, get_current_language())
        yield _("Formula for all places in the final behind these"), formula
    if settings.absent:
        yield _("Points of those who were not in the final"), translate_formula(settings.absent, get_current_language())
    if settings.final == FINAL_ALONE:
        yield _("Share of the points from the days that counts in the final"), f"{settings.taken} %"


_AMOUNTS = {
    "fees": gettext_lazy("Entry fees"),
    "prizes": gettext_lazy("Prizes"),
    "donations": gettext_lazy("Donations"),
    "expenses": gettext_lazy("Expenses"),
    "other": gettext_lazy("Other"),
    "balance": gettext_lazy("In the cash box"),
}


def _build_column(name: str) -> Column:
    def build_formula(at: FormulaRow) -> str:
        return at.add("fees", "other") if name == "balance" and at.look != SUM else ""

    return Column(name, _AMOUNTS[name], kind=EURO, width=14, formula=build_formula)


SEASON_CASH = FileTable(
    "cash",
    gettext_lazy("Cash box"),
    (
        Column("box", gettext_lazy("Of"), lambda part: part.name or gettext_lazy("The season's own"), width=34),
        *map(_build_column, _AMOUNTS),
    ),
    still=1,
)
MOVES = FileTable("cash_moves", gettext_lazy("The season's own cash box"), MOVE_COLUMNS)


def write_season_cash(box: SeasonBox, cash: OpenTable) -> None:
    """Write a line for each box, and one for the total."""
    cash.write(box.parts)
    cash.write([box.whole._replace(name=_("Together"))], SUM)


def list_cash_rows(box: SeasonBox) -> Iterator[CashRow]:
    """Yield the movements in the season's own box, the first one first."""
    for move in box.moves:
        kind = format_move_kind(move.what)
        yield CashRow(format_move(move), move.cents, move.balance, at=move.at, kind=kind)
