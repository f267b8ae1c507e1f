"""A season's workbook: the page for the wall, the standing, days and results, money where some moved, the rules."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number, format_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    BARS,
    COUNT,
    MOMENT,
    NOTE,
    SENTENCE,
    STRONG,
    TITLE,
    Cell,
    CellMark,
    Cover,
    Extras,
    WorkbookPage,
    build_text_cell,
    build_value_cell,
)
from tarockclub.kit.xlsx.cells import DAY as DATE
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.installation import name_program
from tournaments.results.exports.formats import Workbook
from tournaments.seasons.season import messages
from tournaments.seasons.season.cash.services import SeasonBox
from tournaments.seasons.season.data import EventStatus
from tournaments.seasons.season.export.entries import (
    Ranking,
    WorkbookEntry,
    build_ranking,
    find_date,
    group_entries,
    name_occasion,
)
from tournaments.seasons.season.export.results import SeasonExport, count_event_players, list_place_rows
from tournaments.seasons.season.export.rules import MOVES, SEASON_CASH, list_cash_rows, list_settings
from tournaments.seasons.season.export.workbook_results import (
    ResultTables,
    build_workbook_places,
    build_workbook_results,
    build_workbook_rounds,
    list_entry_rounds,
)
from tournaments.seasons.season.export.workbook_standing import build_workbook_standing, list_workbook_lines
from tournaments.seasons.season.export.workbook_wall import (
    WallData,
    build_cross_table,
    build_race,
    build_wall,
    format_season_numbers,
)
from tournaments.seasons.season.points.formula.printer import translate_formula
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.settings import DAY, HUNDREDTHS, ROUND, TABLE
from tournaments.seasons.season.table import find_least_days

RULE_ROW = 3  # of the first rule on its sheet
LONGEST_RULE = 300  # characters on the wall


class EventLine(NamedTuple):
    """A row of the days."""

    event: EventStatus
    tag: int
    entries: list[WorkbookEntry]
    note: str

    @property
    def best(self) -> int | None:
        """The most points that somebody got, in hundredths."""
        return max((entry.points or 0 for entry in self.entries if entry.is_counted), default=None)


def build_days_table(ranking: Ranking, results: FileTable, lines: list[EventLine]) -> FileTable:
    """Return the table of everything that counts in the season, and of what does not."""
    names = results.names

    def name_best(line: EventLine) -> str:
        if line.best is None:
            return ""
        return ", ".join(entry.name for entry in line.entries if entry.is_counted and entry.points == line.best)

    def find_day(at: FormulaRow) -> str:
        return f"{names['tag']},{at.find_cell('tag')}"

    columns = [
        Column("tag", _("Day"), kind=COUNT, width=6),
        Column("day", _("Date"), lambda line: find_date(line.event), DATE, 15),
        Column("occasion", _("Occasion"), lambda line: name_occasion(line.event), width=24),
        Column("kind", _("Kind"), lambda line: str(messages.KINDS[line.event.event.kind]), width=16),
        Column("players", _("Players"), lambda line: count_event_players(line.event), COUNT, 9),
        Column(
            *("results", _("Results"), lambda line: len(line.entries), COUNT, 11),
            lambda at: f"COUNTIFS({find_day(at)})",
        ),
        Column("winner", _("Best of the day"), name_best, width=34),
        Column(
            *("best", _("Their points"), _convert_best, ranking.points_kind, 10),
            lambda at: (
                f"_xlfn.MAXIFS({names['points']},{names['tag']},{at.find_cell('tag')})" if at.row.entries else ""
            ),
        ),
        Column("note", _("Note"), width=30),
    ]
    is_shown = {"kind": bool(ranking.kinds), "note": any(line.note for line in lines)}
    shown = [column for column in columns if is_shown.get(column.name, True)]
    letter = "F" if ranking.kinds else "E"
    return FileTable(
        *("days", _("Days"), shown),
        note=_("A new day needs a row here; its number is what the results name it by."),
        prefix="T",
        extras=Extras(marks=(CellMark(f"{letter}:{letter}", BARS),)),
    )


def _convert_best(line: EventLine) -> int | float | None:
    return None if line.best is None else convert_to_number(line.best, HUNDREDTHS)


def list_day_lines(ranking: Ranking) -> list[EventLine]:
    """Return the rows of the days."""
    of_tag, stand = group_entries(ranking.entries, lambda entry: entry.tag), ranking.stand
    tagged = ((event, ranking.tags[event.event.number]) for event in stand.events)
    return [EventLine(event, tag, of_tag.get(tag, []), explain_uncounted(stand, event)) for event, tag in tagged]


class NumberRule(NamedTuple):
    """A rule whose number formulas call by the name of its cell."""

    name: str
    label: str
    number: int
    formula: str = ""


def list_number_rules(ranking: Ranking, days: FileTable | None) -> list[NumberRule]:
    """Return how many days a rank takes, and how many count; `days`: the season's, by which a third is reckoned."""
    settings, before = ranking.stand.settings, f"{ranking.title}: " if ranking.number else ""
    formula = ""
    if settings.least_third and days is not None:
        of_kind = f',{days.names["kind"]},"{messages.KINDS[DAY]}"' if "kind" in days.names else ""
        formula = f'MAX({settings.least_days},ROUNDUP(COUNTIFS({days.names["results"]},">0"{of_kind})/3,0))'
    least, best = _name_rules(ranking)
    rules = [NumberRule(least, before + _("Days that a rank takes"), find_least_days(ranking.stand), formula)]
    if ranking.stand.standing.best:
        rules.append(NumberRule(best, before + _("Best days that count"), ranking.stand.standing.best))
    return rules


def _name_rules(ranking: Ranking) -> tuple[str, str]:
    """Return the names of the cells with the days that a rank takes, and with the best days that count."""
    behind = f"_{ranking.number}" if ranking.number else ""
    return _("Least_days") + behind, _("Best_days") + behind


def build_season_rules_page(export: SeasonExport, period: str, rules: list[NumberRule]) -> WorkbookPage:
    """Return the sheet of rules: the numbers that formulas call first, then all others in words."""
    season, title = export.stand.season, _("Rules")
    rows: list[tuple[Cell, ...]] = [
        (build_text_cell(f"{season.name} – {title}", TITLE),),
        (
            build_text_cell(
                _("The numbers of the first rows are part of formulas: whoever changes them changes ranks."), SENTENCE
            ),
        ),
    ]
    rows += [(build_text_cell(rule.label, STRONG), Cell(rule.number, COUNT, NOTE, rule.formula)) for rule in rules]
    texts: list[tuple[str, str | datetime]] = [(_("Club"), season.club.name), (_("Period"), period)]
    texts += [*list_settings(export.stand.settings), (_("Created on"), now()), (_("Program"), name_program())]
    rows += [(build_text_cell(label, STRONG), build_value_cell(text, MOMENT)) for label, text in texts]
    names = {rule.name: f"$B${RULE_ROW + at}" for at, rule in enumerate(rules)}
    return WorkbookPage(title, (42, 62), tuple(rows), extras=Extras(names=names, has_grid=False))


def build_rule_sentence(export: SeasonExport) -> str:
    """Return in one line how points come about."""
    settings = export.stand.settings
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


def format_season_period(export: SeasonExport) -> str:
    """Return the first and the last day with a result; "" if none is known."""
    days = [day for event in export.stand.events if event.rows and (day := find_date(event)) is not None]
    if not days:
        return ""
    first, last = format_day(min(days)), format_day(max(days))
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def build_cover(export: SeasonExport, list_sheet: str) -> Cover:
    """Return what the workbook says of itself."""
    season, colour = export.stand.season, choose_header(export.stand.season.club.colour)
    language = get_current_language()
    return Cover(
        season.name, season.club.name, format_season_period(export), language, name_program(), colour, list_sheet
    )


class _Sheets(NamedTuple):
    """A ranking with the tables of its sheets."""

    ranking: Ranking
    standing: FileTable
    results: FileTable
    rounds: FileTable | None
    places: FileTable | None


def _build_sheets(ranking: Ranking, whole: FileTable | None = None) -> _Sheets:
    """Build the tables of a ranking; `whole`: the season's results, whose points a sub-ranking has."""
    settings, (least, best) = ranking.stand.settings, _name_rules(ranking)
    places = build_workbook_places(ranking) if settings.way == TABLE and whole is None else None
    rounds = build_workbook_rounds(ranking, places) if settings.per == ROUND and whole is None else None
    results = build_workbook_results(ranking, ResultTables(best, places, rounds, whole))
    return _Sheets(ranking, build_workbook_standing(ranking, results, least), results, rounds, places)


def build_season_workbook(export: SeasonExport, box: SeasonBox, foot: str) -> Workbook:
    """Return a season's workbook with all sheets, to be saved."""
    cover = build_cover(export, pgettext("current totals", "Standings"))
    out = Workbook(cover.title, foot=foot, english=cover.language.startswith("en"), cover=cover)
    first = build_ranking(export, 0, "")
    own = _build_sheets(first)
    lines, event_lines = list_workbook_lines(first), list_day_lines(first)
    days = build_days_table(first, own.results, event_lines)
    book = WallData(first, lines, own.standing, own.results, days, _("Race"), _("Cross table"))
    rules, period = list_number_rules(first, days), format_season_period(export)
    numbers = format_season_numbers(first, rules[0].number)
    about = " · ".join(filter(None, (period, numbers)))
    out.add_page(build_wall(book, _("Notice board"), about, build_rule_sentence(export)))
    out.open(own.standing).write(lines)
    if book.raced:
        out.add_page(build_race(book))
    out.open(days).write(event_lines)
    out.open(own.results).write(first.entries)
    if book.crossed and lines:
        out.add_page(build_cross_table(book))
    _write_rounds_and_places(own, out)
    for sub in export.stand.rankings:
        ranking = build_ranking(export._replace(stand=sub.stand), sub.ranking.number, sub.ranking.name, first)
        sheets = _build_sheets(ranking, own.results if sub.ranking.rules is None else None)
        rules += list_number_rules(ranking, None)
        out.open(sheets.standing).write(list_workbook_lines(ranking))
        out.open(sheets.results).write(ranking.entries)
        _write_rounds_and_places(sheets, out)
    _write_cash(box, out)
    out.add_page(build_season_rules_page(export, period, rules))
    return out


def _write_rounds_and_places(sheets: _Sheets, out: Workbook) -> None:
    if sheets.rounds is not None:
        out.open(sheets.rounds).write(list_entry_rounds(sheets.ranking))
    if sheets.places is not None:
        out.open(sheets.places).write(_list_places(sheets.ranking))


def _list_places(ranking: Ranking) -> Iterator[tuple[int, int]]:
    return list_place_rows(ranking.export)


def _write_cash(box: SeasonBox, out: Workbook) -> None:
    """Write the boxes where money moved; their sum stands over the table."""
    if any(any(part[2:7]) for part in box.parts):
        total = _("Together in the cash boxes: %(euros)s") % {"euros": format_cents(box.whole.balance)}
        out.open(replace(SEASON_CASH, note=total)).write(box.parts)
    if box.moves:
        out.open(MOVES).write(list_cash_rows(box))
