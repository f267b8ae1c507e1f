"""A season as workbook, CSV or JSON: standings, events, everybody's results, cash box, settings."""

from dataclasses import replace
from io import BytesIO

from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.table import FileTable, TableWriter
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import Cover
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.downloads import clean_file_name
from tarockclub.platform.server.installation import name_program
from tournaments.models import Season, SeasonResult
from tournaments.results.exports.formats import FORMS, XLSX, Workbook, create_table_writer
from tournaments.seasons.season.cash.services import SeasonBox, load_season_box
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export import results, wall
from tournaments.seasons.season.export import rules as season_rules
from tournaments.seasons.season.export.entries import Ranking, build_ranking, list_lines, list_sub_rankings
from tournaments.seasons.season.export.formulas import ResultFormulas
from tournaments.seasons.season.export.standing import build_ranking_table
from tournaments.seasons.season.export.wall import RankingSheets
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import ROUND, TABLE


def build_season_file(season: Season, form: str, language: str) -> bytes:
    """Return a season as a file of this format; a fixed number of queries for any number of players and days."""
    with translation.override(language):
        stand = load_season_progress(season)
        written = {} if stand.settings.teams else _load_written(season)
        ranking = build_ranking(stand, written, is_plain=form != XLSX)
        box, file = load_season_box(season), BytesIO()
        if form == XLSX:
            build_season_workbook(ranking, box, _format_foot(season)).save(file)
        else:
            about = {"season": season.name, "club": season.club.name}
            out = create_table_writer(form, about, english=language.startswith("en"))
            write_season(ranking, box, out)
            out.save(file)
        return file.getvalue()


def _build_sheets(ranking: Ranking, whole: FileTable | None = None) -> RankingSheets:
    """Build the tables of a ranking; `whole`: the season's results, whose points a sub-ranking has."""
    settings, (least, best) = ranking.settings, season_rules.name_rules(ranking)
    places = results.build_places_table(ranking) if settings.way == TABLE and whole is None else None
    rounds = results.build_rounds_table(ranking, places) if settings.per == ROUND and whole is None else None
    table = results.build_results_table(ResultFormulas(ranking, best, places, rounds, whole))
    return RankingSheets(ranking, build_ranking_table(ranking, table, least), table, rounds, places)


def write_season(first: Ranking, box: SeasonBox, out: TableWriter) -> None:
    """Write all tables of a season as CSV or JSON."""
    own, lines = _build_sheets(first), results.list_event_rows(first)
    out.open(own.standing).write(list_lines(first))
    for sub in list_sub_rankings(first):
        out.open(_build_sheets(sub).standing).write(list_lines(sub))
    out.open(results.build_events_table(first, own.results, lines)).write(lines)
    out.open(own.results).write(first.entries)
    _write_rounds_and_places(own, out)
    out.open(season_rules.SEASON_CASH).write([*box.parts, box.whole._replace(name=_("Together"))])
    out.open(season_rules.MOVES).write(season_rules.list_cash_rows(box))
    out.open(season_rules.SETTINGS).write(season_rules.list_setting_pairs(first.stand))


def build_season_workbook(first: Ranking, box: SeasonBox, foot: str) -> Workbook:
    """Return a season's workbook with all sheets, to be saved."""
    stand, own, event_lines = first.stand, _build_sheets(first), results.list_event_rows(first)
    season, language, period = stand.season, get_current_language(), season_rules.format_season_period(first)
    colour, list_sheet = choose_header(season.club.colour), pgettext("current totals", "Standings")
    cover = Cover(season.name, season.club.name, period, language, name_program(), colour, list_sheet)
    out = Workbook(season.name, foot=foot, english=language.startswith("en"), cover=cover)
    events = results.build_events_table(first, own.results, event_lines)
    rules = season_rules.list_number_rules(first, events)
    about = " · ".join(filter(None, (period, wall.format_season_numbers(first, rules[0].number))))
    out.add_page(wall.build_wall(own, _("Notice board"), about, season_rules.build_rule_sentence(stand)))
    out.open(own.standing).write(own.lines)
    if own.raced:
        out.add_page(wall.build_race(own))
    out.open(events).write(event_lines)
    out.open(own.results).write(first.entries)
    if own.crossed and own.lines:
        out.add_page(wall.build_cross_table(own))
    _write_rounds_and_places(own, out)
    for ranking, sub in zip(list_sub_rankings(first), stand.rankings, strict=True):
        sheets = _build_sheets(ranking, own.results if sub.ranking.rules is None else None)
        rules += season_rules.list_number_rules(ranking, None)
        out.open(sheets.standing).write(sheets.lines)
        out.open(sheets.results).write(ranking.entries)
        _write_rounds_and_places(sheets, out)
    _write_cash(box, out)
    out.add_page(season_rules.build_season_rules_page(stand, period, rules))
    return out


def _write_rounds_and_places(sheets: RankingSheets, out: TableWriter) -> None:
    """Write the tables by which results are reckoned."""
    if sheets.rounds is not None:
        out.open(sheets.rounds).write(results.list_entry_rounds(sheets.ranking))
    if sheets.places is not None:
        out.open(sheets.places).write(results.list_place_rows(sheets.ranking))


def _write_cash(box: SeasonBox, out: Workbook) -> None:
    """Write the boxes where money moved; their sum stands over the table."""
    if any(any(part[2:7]) for part in box.parts):
        total = _("Together in the cash boxes: %(euros)s") % {"euros": format_cents(box.whole.balance)}
        out.open(replace(season_rules.SEASON_CASH, note=total)).write(box.parts)
    if box.moves:
        out.open(season_rules.MOVES).write(season_rules.list_cash_rows(box))


def _load_written(season: Season) -> dict[tuple[int, int], int]:
    """Return the written scores in typed results, by event and current person."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    typed = rows.exclude(written=None).values_list("event__number", "person", "person__merged_into", "written")
    return {(event, into or person): written for event, person, into, written in typed if written is not None}


def _format_foot(season: Season) -> str:
    events = season.events.filter(gone=None).select_related("tournament")
    days = [day for event in events if (day := find_event_day(event)) is not None]
    return " – ".join([season.club.name, season.name, *([format_day(max(days))] if days else [])])


def format_season_file_name(season: Season, form: str) -> str:
    """Return the file's name: the season's, without characters that a disk or a header would not accept."""
    return clean_file_name(season.name, FORMS[form].ending, "Season")
