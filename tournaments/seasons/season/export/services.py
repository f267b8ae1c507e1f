"""A season as workbook, CSV or JSON: standings, events, everybody's results, cash box, settings."""

from io import BytesIO

from django.db.models import F
from django.utils import translation

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.files import TableWriter
from tarockclub.platform.server.downloads import clean_file_name
from tournaments.models import Season, SeasonResult
from tournaments.results.exports.formats import FORMS, Frame
from tournaments.seasons.season.cash.services import SeasonBox, load_season_box
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.cash import MOVES, SEASON_CASH, list_cash_rows, write_season_cash
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
from tournaments.seasons.season.export.settings import SETTINGS, list_setting_pairs
from tournaments.seasons.season.export.standing import (
    build_export_columns,
    build_season_standing_table,
    build_sub_table,
    list_standing_lines,
)
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import ROUND, TABLE


def build_season_file(season: Season, form: str, language: str) -> bytes:
    """Return a season as a file of this format; a fixed number of queries for any number of players and days."""
    with translation.override(language):
        stand = load_season_progress(season)
        about = {"season": season.name, "club": season.club.name}
        out = FORMS[form].create_writer(Frame(about, _format_foot(season), language.startswith("en")))
        written = {} if stand.settings.teams else _load_written(season)
        write_season(SeasonExport(stand, written, find_points_kind(stand)), load_season_box(season), out)
        file = BytesIO()
        out.save(file)
        return file.getvalue()


def write_season(export: SeasonExport, box: SeasonBox, out: TableWriter) -> None:
    """Write all tables of a season."""
    shape, begin = build_export_columns(export.stand), out.open
    standing = begin(build_season_standing_table(export, shape))
    subs = [(sub, begin(build_sub_table(export, sub))) for sub in export.stand.rankings]
    events, results = begin(build_events_table(export)), begin(build_results_table(export))
    rounds = begin(build_rounds_table(export)) if export.stand.settings.per == ROUND else None
    places = begin(build_season_places_table(export)) if export.stand.settings.way == TABLE else None
    cash, moves, rules = begin(SEASON_CASH), begin(MOVES), begin(SETTINGS)
    events.write(export.stand.events)
    rows = write_result_rows(export, results, places, rounds)
    if places is not None:
        places.write(list_place_rows(export))
    standing.write(list_standing_lines(export, results, rows))
    for sub, table in subs:
        known = {} if sub.ranking.rules is not None else rows  # of the season's own points
        lines = list_standing_lines(export._replace(stand=sub.stand), results, known)
        table.write(lines)
    write_season_cash(box, cash)
    moves.write(list_cash_rows(box))
    rules.write(list_setting_pairs(export))


def _load_written(season: Season) -> dict[tuple[int, int], int]:
    """Return the written scores in typed results, by event and current person."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    there = rows.exclude(written=None).values_list("event__number", "person", "person__merged_into", "written")
    return {(event, into or person): written for event, person, into, written in there if written is not None}


def _format_foot(season: Season) -> str:
    days = [
        day for event in season.events.filter(gone=None).select_related("tournament") if (day := find_event_day(event))
    ]
    return " – ".join([season.club.name, season.name, *([format_day(max(days))] if days else [])])


def format_season_file_name(season: Season, form: str) -> str:
    """Return the file's name: the season's, without characters that a disk or a header would not accept."""
    return clean_file_name(season.name, FORMS[form].ending, "Season")
