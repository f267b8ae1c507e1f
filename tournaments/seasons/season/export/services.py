"""A season as workbook, CSV or JSON: standings, events, everybody's results, cash box, settings."""

from collections.abc import Iterable
from io import BytesIO

from django.db.models import F
from django.utils import translation

from tarockclub.kit.days import format_day
from tarockclub.kit.time_source import now
from tarockclub.platform.server.downloads import clean_file_name
from tournaments.models import Season, SeasonResult
from tournaments.results.exports.schema import Lines, Row, TableWriter
from tournaments.results.exports.services import CSV, FORMS, JSON, ExportWriter
from tournaments.seasons.season.cash.services import SeasonBox, load_season_box
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.cash import (
    build_moves_table,
    build_season_cash_table,
    list_cash_rows,
    list_move_rows,
)
from tournaments.seasons.season.export.results import (
    SeasonExport,
    build_events_table,
    build_results_table,
    build_rounds_table,
    build_season_places_table,
    find_points_kind,
    list_event_rows,
    list_place_rows,
    write_result_rows,
)
from tournaments.seasons.season.export.settings import build_season_rules_table, list_rule_rows
from tournaments.seasons.season.export.standing import (
    build_export_columns,
    build_season_standing_table,
    write_standing_rows,
)
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import ROUND, TABLE


def build_season_file(season: Season, form: str, language: str) -> bytes:
    """Return a season as a file of this format; a fixed number of queries for any number of players and days."""
    with translation.override(language):
        stand = load_season_progress(season)
        out = _open_output(season, form, language)
        written = {} if stand.settings.teams else _load_written(season)
        write_season(SeasonExport(stand, written, find_points_kind(stand)), load_season_box(season), out)
        file = BytesIO()
        out.save(file)
        return file.getvalue()


def write_season(export: SeasonExport, box: SeasonBox, out: TableWriter) -> None:
    """Write all tables of a season."""
    shape, by_table = build_export_columns(export.stand), export.stand.settings.way == TABLE
    table = build_season_standing_table(export, shape)
    standing, events, results = (
        out.open(table),
        out.open(build_events_table(export)),
        out.open(build_results_table(export)),
    )
    rounds = out.open(build_rounds_table(export)) if export.stand.settings.per == ROUND else None
    places = out.open(build_season_places_table(export)) if by_table else None
    cash, moves, rules = (
        out.open(build_season_cash_table(export)),
        out.open(build_moves_table(export)),
        out.open(build_season_rules_table(export)),
    )
    _write_rows(events, list_event_rows(export))
    rows = write_result_rows(export, results, places, rounds)
    if places is not None:
        _write_rows(places, list_place_rows(export))
    write_standing_rows(export, table, shape, standing, results, rows)
    _write_rows(cash, list_cash_rows(box))
    _write_rows(moves, list_move_rows(box))
    _write_rows(rules, list_rule_rows(export))


def _write_rows(lines: Lines, rows: Iterable[Row]) -> None:
    for row in rows:
        lines.add(row)


def _load_written(season: Season) -> dict[tuple[int, int], int]:
    """Return the written scores in typed results, by event and current person."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    there = rows.exclude(written=None).values_list("event__number", "person", "person__merged_into", "written")
    return {(event, into or person): written for event, person, into, written in there if written is not None}


def _open_output(season: Season, form: str, language: str) -> ExportWriter:
    english = language.startswith("en")
    if form == CSV:
        from tournaments.results.exports.writers.csv_writer import CsvFiles

        return CsvFiles(decimal_comma=not english)
    if form == JSON:
        from tournaments.results.exports.writers.json_writer import JsonText

        return JsonText({"season": season.name, "club": season.club.name, "made": now().isoformat()})
    from tournaments.results.exports.writers.workbook_writer import Workbook  # it loads openpyxl, which only this needs

    return Workbook(foot=_format_foot(season), english=english, in_parts=False)


def _format_foot(season: Season) -> str:
    days = [
        day for event in season.events.filter(gone=None).select_related("tournament") if (day := find_event_day(event))
    ]
    return " – ".join([season.club.name, season.name, *([format_day(max(days))] if days else [])])


def format_season_file_name(season: Season, form: str) -> str:
    """Return the file's name: the season's, without characters that a disk or a header would not accept."""
    return clean_file_name(season.name, FORMS[form][0], "Season")
