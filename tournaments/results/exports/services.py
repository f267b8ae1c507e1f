"""One export from beginning to end: its format, its file, and the file's name."""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.files import TableWriter
from tarockclub.kit.time_source import now
from tarockclub.platform.server import downloads
from tournaments.models import RoundTable, Tournament
from tournaments.results.exports.data import load_tournament_data
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
    data = load_tournament_data(tournament, language)
    about = {"tournament": tournament.name, "day": tournament.day.isoformat(), "club": tournament.club.name}
    foot = " – ".join((tournament.club.name, tournament.name, format_day(tournament.day)))
    out = create_writer(form, language, about, foot, in_parts=data.in_parts, folder=target.parent)
    export(data, out, tell)
    with target.open("wb") as file:
        out.save(file)


def create_writer(
    form: str, language: str, about: dict[str, str], foot: str, *, in_parts: bool = False, folder: Path | None = None
) -> ExportWriter:
    """Create the writer of a format; `about`: what is exported, its name first; `folder`: for temporary files."""
    english = language.startswith("en")
    if form == CSV:
        from tournaments.results.exports.writers.csv_writer import CsvFiles

        return CsvFiles(decimal_comma=not english, folder=folder)
    if form == JSON:
        from tournaments.results.exports.writers.json_writer import JsonText

        return JsonText(about | {"made": now().isoformat()}, folder)
    from tournaments.results.exports.writers.workbook_writer import Workbook  # it loads openpyxl, which only this needs

    return Workbook(next(iter(about.values())), foot=foot, english=english, in_parts=in_parts, folder=folder)


def count_tables(tournament: Tournament) -> int:
    """Count the tables to be exported."""
    return RoundTable.objects.filter(round__tournament=tournament).exclude(round__draw=None).count()


def format_export_name(tournament: Tournament, form: str) -> str:
    """Format the name of the file: day, tournament; only characters that any disk and header accepts."""
    return downloads.clean_file_name(f"{tournament.day.isoformat()} {tournament.name}", FORMS[form][0])
