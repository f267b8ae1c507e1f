"""One export from beginning to end: its format, its file, and the file's name."""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.files import TableWriter
from tarockclub.kit.time_source import now
from tarockclub.platform.server import downloads
from tournaments.models import RoundTable, Tournament
from tournaments.results.exports.data import TournamentData, load_tournament_data
from tournaments.results.exports.export import export

XLSX, CSV, JSON = "xlsx", "csv", "json"
FORMS = {
    XLSX: (".xlsx", downloads.XLSX),
    CSV: (".csv.zip", downloads.ZIP),
    JSON: (".json", "application/json"),
}


class ExportWriter(TableWriter, Protocol):
    """A writer of a whole tournament that saves it in a file at the end."""

    def save(self, target: IO[bytes]) -> None:
        """Write everything."""


def write_export(tournament: Tournament, form: str, language: str, target: Path, tell: Callable[[int], object]) -> None:
    """Write a tournament into a file, in the language that is active; `tell` hears how many tables are done."""
    told = load_tournament_data(tournament, language)
    out = _create_writer(told, form, target.parent)
    export(told, out, tell)
    with target.open("wb") as file:
        out.save(file)


def _create_writer(data: TournamentData, form: str, folder: Path) -> ExportWriter:
    english, of = data.language.startswith("en"), data.tournament
    if form == CSV:
        from tournaments.results.exports.writers.csv_writer import CsvFiles

        return CsvFiles(decimal_comma=not english, folder=folder)
    if form == JSON:
        from tournaments.results.exports.writers.json_writer import JsonText

        about = {"tournament": of.name, "day": of.day.isoformat(), "club": of.club.name, "made": now().isoformat()}
        return JsonText(about, folder)
    from tournaments.results.exports.writers.workbook_writer import Workbook  # it loads openpyxl, which only this needs

    foot = f"{of.club.name} – {of.name} – {format_day(of.day)}"
    return Workbook(of.name, foot=foot, english=english, in_parts=data.in_parts, folder=folder)


def count_tables(tournament: Tournament) -> int:
    """Count the tables to be exported."""
    return RoundTable.objects.filter(round__tournament=tournament).exclude(round__draw=None).count()


def format_export_name(tournament: Tournament, form: str) -> str:
    """Format the name of the file: day, tournament; only characters that any disk and header accepts."""
    return downloads.clean_file_name(f"{tournament.day.isoformat()} {tournament.name}", FORMS[form][0])
