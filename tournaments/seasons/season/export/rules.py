"""The tables of a season's files about its rules and its money."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.reports.exports.evening_workbook import HOW, WHAT
from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    COUNT,
    EURO,
    MOMENT,
    NOTE,
    SENTENCE,
    STRONG,
    TITLE,
    Cell,
    Extras,
    WorkbookPage,
    build_text_cell,
    build_value_cell,
)
from tarockclub.platform.server.installation import name_program
from tournaments.core.cash_journal.receipts import format_move, format_move_kind
from tournaments.results.exports.cash import MOVE_COLUMNS, CashRow
from tournaments.seasons.season import messages
from tournaments.seasons.season.cash.services import SeasonBox
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.export.entries import Ranking
from tournaments.seasons.season.points.formula.printer import translate_formula
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.settings import DAY, FINAL_ALONE, HALF, NUMBER, TABLE, WORST, SeasonSettings
from tournaments.seasons.season.table import find_least_days

RULE_ROW = 3  # of the first rule on its sheet
LONGEST_RULE = 300  # characters on the wall
SETTINGS = FileTable("settings", gettext_lazy("Settings"), (replace(WHAT, width=38), HOW))


def list_setting_pairs(stand: SeasonProgress) -> Iterator[tuple[str, str | datetime]]:
    """Yield everything that decides the season's standings."""
    season = stand.season
    yield _("Club"), season.club.name
    yield _("Season"), season.name
    yield from list_settings(stand.settings)
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


class NumberRule(NamedTuple):
    """A rule whose number formulas call by the name of its cell."""

    name: str
    label: str
    number: int
    formula: str = ""


def list_number_rules(ranking: Ranking, days: FileTable | None) -> list[NumberRule]:
    """Return how many days a rank takes, and how many count; `days`: the season's, by which a third is reckoned."""
    settings, before = ranking.settings, f"{ranking.title}: " if ranking.number else ""
    formula = ""
    if settings.least_third and days is not None:
        of_kind = f',{days.names["kind"]},"{messages.KINDS[DAY]}"' if "kind" in days.names else ""
        formula = f'MAX({settings.least_days},ROUNDUP(COUNTIFS({days.names["results"]},">0"{of_kind})/3,0))'
    least, best = name_rules(ranking)
    rules = [NumberRule(least, before + _("Days that a rank takes"), find_least_days(ranking.stand), formula)]
    if ranking.stand.standing.best:
        rules.append(NumberRule(best, before + _("Best days that count"), ranking.stand.standing.best))
    return rules


def name_rules(ranking: Ranking) -> tuple[str, str]:
    """Return the names of the cells with the days that a rank takes, and with the best days that count."""
    behind = f"_{ranking.number}" if ranking.number else ""
    return _("Least_days") + behind, _("Best_days") + behind


def build_season_rules_page(stand: SeasonProgress, period: str, rules: list[NumberRule]) -> WorkbookPage:
    """Return the sheet of rules: the numbers that formulas call first, then all others in words."""
    season, title = stand.season, _("Rules")
    about = _("The numbers of the first rows are part of formulas: whoever changes them changes ranks.")
    rows: list[tuple[Cell, ...]] = [
        (build_text_cell(f"{season.name} – {title}", TITLE),),
        (build_text_cell(about, SENTENCE),),
    ]
    rows += [(build_text_cell(rule.label, STRONG), Cell(rule.number, COUNT, NOTE, rule.formula)) for rule in rules]
    texts: list[tuple[str, str | datetime]] = [(_("Club"), season.club.name), (_("Period"), period)]
    texts += [*list_settings(stand.settings), (_("Created on"), now()), (_("Program"), name_program())]
    rows += [(build_text_cell(label, STRONG), build_value_cell(text, MOMENT)) for label, text in texts]
    names = {rule.name: f"$B${RULE_ROW + at}" for at, rule in enumerate(rules)}
    return WorkbookPage(title, (42, 62), tuple(rows), extras=Extras(names=names, has_grid=False))


def build_rule_sentence(stand: SeasonProgress) -> str:
    """Return in one line how points come about."""
    settings = stand.settings
    if settings.way == TABLE:
        text = _("Points of places: %(points)s") % {"points": format_places(settings.table)}
    else:
        formula = translate_formula(settings.formula, get_current_language())
        per = f" ({messages.format_choice(messages.PER, settings.per)})" if settings.per != DAY else ""
        text = _("Points: %(formula)s") % {"formula": formula + per}
    text = text if len(text) <= LONGEST_RULE else text[:LONGEST_RULE] + " …"
    criteria = ", ".join(messages.format_choice(messages.CRITERIA, name) for name in settings.criteria)
    equal = _("Equal points: %(criteria)s") % {"criteria": criteria} if criteria else ""
    return " · ".join(filter(None, (text, equal, name_program())))


def format_season_period(ranking: Ranking) -> str:
    """Return the first and the last day with a result; "" if none is known."""
    days = [day for event in ranking.events if event.result.rows and (day := event.date) is not None]
    if not days:
        return ""
    first, last = format_day(min(days)), format_day(max(days))
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def _sum_up(at: FormulaRow) -> str:
    return at.add("fees", "other")


SEASON_CASH = FileTable(
    "cash",
    gettext_lazy("Cash box"),
    (
        Column("box", gettext_lazy("Of"), lambda part: part.name or gettext_lazy("The season's own"), width=34),
        Column("fees", gettext_lazy("Entry fees"), kind=EURO, width=14),
        Column("prizes", gettext_lazy("Prizes"), kind=EURO, width=14),
        Column("donations", gettext_lazy("Donations"), kind=EURO, width=14),
        Column("expenses", gettext_lazy("Expenses"), kind=EURO, width=14),
        Column("other", gettext_lazy("Other"), kind=EURO, width=14),
        Column("balance", gettext_lazy("In the cash box"), kind=EURO, width=14, formula=_sum_up),
    ),
    still=1,
)
MOVES = FileTable("cash_moves", gettext_lazy("The season's own cash box"), MOVE_COLUMNS)


def list_cash_rows(box: SeasonBox) -> Iterator[CashRow]:
    """Yield the movements in the season's own box, the first one first."""
    for move in box.moves:
        yield CashRow(format_move(move), move.cents, move.balance, at=move.at, kind=format_move_kind(move.what))
