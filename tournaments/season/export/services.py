"""A season as workbook, CSV or JSON: standing, what counts, everybody's results, cash box, settings."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from django.db.models import F
from django.utils import translation

from scoring.exports.labels import when
from tarockclub.time_source import now
from tournaments.exports.schema import Lines, Out, Row
from tournaments.exports.services import CSV, FORMS, JSON, LONGEST_NAME, NOT_IN_A_FILE_NAME, Saved
from tournaments.models import Season, SeasonResult
from tournaments.season.cash.services import SeasonBox, season_box
from tournaments.season.data import SeasonStand, season_stand
from tournaments.season.export.cash import cash_rows, cash_table, move_rows, moves_table
from tournaments.season.export.results import (
    Of,
    event_rows,
    events_table,
    place_rows,
    places_table,
    result_rows,
    results_table,
    shown_as,
)
from tournaments.season.export.settings import rule_rows, rules_table
from tournaments.season.export.standing import columns_of, standing_rows, standing_table
from tournaments.season.selectors import day_of
from tournaments.season.settings import TABLE


def season_file(season: Season, form: str, language: str, folder: Path | None = None) -> bytes:
    """A season as a file of this form; a fixed number of queries, however many players and days there are."""
    with translation.override(language):
        stand = season_stand(season)
        out = _out(season, form, language, folder)
        write(Of(stand, _written(season, stand), shown_as(stand)), season_box(season), out)
        file = BytesIO()
        out.save(file)
        return file.getvalue()


def write(of: Of, box: SeasonBox, out: Out) -> None:
    """Write all tables of a season."""
    shape, by_table = columns_of(of.stand), of.stand.settings.way == TABLE
    table = standing_table(of, shape)
    standing, events, results = out.open(table), out.open(events_table(of)), out.open(results_table(of))
    places = out.open(places_table(of)) if by_table else None
    cash, moves, rules = out.open(cash_table(of)), out.open(moves_table(of)), out.open(rules_table(of))
    _all(events, event_rows(of))
    rows = result_rows(of, results, places)
    if places is not None:
        _all(places, place_rows(of))
    standing_rows(of, table, shape, standing, results, rows)
    _all(cash, cash_rows(box))
    _all(moves, move_rows(box))
    _all(rules, rule_rows(of))


def _all(lines: Lines, rows: Iterable[Row]) -> None:
    for row in rows:
        lines.add(row)


def _written(season: Season, stand: SeasonStand) -> dict[tuple[int, int], int]:
    """The written scores that typed results say, by event and person of today."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    there = rows.exclude(written=None).values_list("event__number", "person", "person__merged_into", "written")
    return {(event, into or person): written for event, person, into, written in there if written is not None}


def _out(season: Season, form: str, language: str, folder: Path | None) -> Saved:
    english = language.startswith("en")
    if form == CSV:
        from tournaments.exports.csv_writer import CsvFiles

        return CsvFiles(decimal_comma=not english, folder=folder)
    if form == JSON:
        from tournaments.exports.json_writer import JsonText

        return JsonText({"season": season.name, "club": season.club.name, "made": now().isoformat()}, folder)
    from tournaments.exports.workbook_writer import Workbook  # it loads openpyxl, which only this needs

    return Workbook(foot=_foot(season), english=english, in_parts=False, folder=folder)


def _foot(season: Season) -> str:
    days = [day for one in season.events.filter(gone=None).select_related("tournament") if (day := day_of(one))]
    return " – ".join([season.club.name, season.name, *([when(max(days))] if days else [])])


def file_name(season: Season, form: str) -> str:
    """What the file is called: the season, nothing that a disk or a header would not take."""
    name = NOT_IN_A_FILE_NAME.sub(" ", season.name)
    return (" ".join(name[:LONGEST_NAME].split()).strip(". ") or "Season") + FORMS[form][0]
