"""A season as workbook, CSV or JSON: standings, events, everybody's results, cash box, settings."""

from io import BytesIO

from django.db.models import F
from django.utils import translation

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.table import TableWriter
from tarockclub.platform.server.downloads import clean_file_name
from tournaments.models import Season, SeasonResult
from tournaments.results.exports.formats import FORMS, XLSX, create_table_writer
from tournaments.seasons.season.cash.services import SeasonBox, load_season_box
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.results import (
    SeasonExport,
    build_events_table,
    build_results_table,
    build_rounds_table,
    build_season_places_table,
    find_points_kind,
    list_place_rows,
    write_result_rows,
)
from tournaments.seasons.season.export.rules import (
    MOVES,
    SEASON_CASH,
    SETTINGS,
    list_cash_rows,
    list_setting_pairs,
    write_season_cash,
)
from tournaments.seasons.season.export.standing import (
    build_export_columns,
    build_season_standing_table,
    build_sub_table,
    list_standing_lines,
)
from tournaments.seasons.season.export.workbook import build_season_workbook
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import ROUND, TABLE


def build_season_file(season: Season, form: str, language: str) -> bytes:
    """Return a season as a file of this format; a fixed number of queries for any number of players and days."""
    with translation.override(language):
        stand = load_season_progress(season)
        written = {} if stand.settings.teams else _load_written(season)
        export, box, file = SeasonExport(stand, written, find_points_kind(stand)), load_season_box(season), BytesIO()
        if form == XLSX:
            build_season_workbook(export, box, _format_foot(season)).save(file)
        else:
            about = {"season": season.name, "club": season.club.name}
            out = create_table_writer(form, about, english=language.startswith("en"))
            write_season(export, box, out)
            out.save(file)
        return file.getvalue()


def write_season(export: SeasonExport, box: SeasonBox, out: TableWriter) -> None:
    """Write all tables of a season."""
    shape, begin = build_export_columns(export.stand), out.open
    begin(build_season_standing_table(export, shape)).write(list_standing_lines(export))
    for sub in export.stand.rankings:
        begin(build_sub_table(export, sub)).write(list_standing_lines(export._replace(stand=sub.stand)))
    begin(build_events_table(export)).write(export.stand.events)
    results = begin(build_results_table(export))
    write_result_rows(
        export, results, begin(build_rounds_table(export)) if export.stand.settings.per == ROUND else None
    )
    if export.stand.settings.way == TABLE:
        begin(build_season_places_table(export)).write(list_place_rows(export))
    write_season_cash(box, begin(SEASON_CASH))
    begin(MOVES).write(list_cash_rows(box))
    begin(SETTINGS).write(list_setting_pairs(export))


def _load_written(season: Season) -> dict[tuple[int, int], int]:
    """Return the written scores in typed results, by event and current person."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    results = rows.exclude(written=None).values_list("event__number", "person", "person__merged_into", "written")
    return {(event, into or person): written for event, person, into, written in results if written is not None}


def _format_foot(season: Season) -> str:
    days = [
        day for event in season.events.filter(gone=None).select_related("tournament") if (day := find_event_day(event))
    ]
    return " – ".join([season.club.name, season.name, *([format_day(max(days))] if days else [])])


def format_season_file_name(season: Season, form: str) -> str:
    """Return the file's name: the season's, without characters that a disk or a header would not accept."""
    return clean_file_name(season.name, FORMS[form].ending, "Season")
