"""The formats of exports, each declared once: pages, jobs, seasons and the API read FORMS."""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables.files import TableWriter
from tarockclub.kit.time_source import now
from tarockclub.platform.server import downloads
from tournaments.results.exports.writers.csv_writer import CsvFiles
from tournaments.results.exports.writers.json_writer import JsonText

Form = Literal["xlsx", "csv", "json"]
XLSX, CSV, JSON = "xlsx", "csv", "json"


class ExportWriter(TableWriter, Protocol):
    """A writer of a whole export that saves it in a file at the end."""

    def save(self, target: IO[bytes]) -> None:
        """Write everything."""


class Frame(NamedTuple):
    """All that a writer gets besides the tables."""

    about: dict[str, str]  # what is exported, its name first
    foot: str
    english: bool
    in_parts: bool = False
    folder: Path | None = None  # for temporary files


class Format(NamedTuple):
    """A format: how it is offered, named and written."""

    title: Promise
    purpose: Promise | str  # "": each export says what a workbook of it is for
    ending: str
    media_type: str
    create_writer: Callable[[Frame], ExportWriter]


def _create_workbook(frame: Frame) -> ExportWriter:
    from tournaments.results.exports.writers.workbook_writer import Workbook  # it loads openpyxl, which only this needs

    name = next(iter(frame.about.values()))
    return Workbook(name, foot=frame.foot, english=frame.english, in_parts=frame.in_parts, folder=frame.folder)


FORMS: dict[str, Format] = {
    XLSX: Format(_("Workbook"), "", ".xlsx", downloads.XLSX, _create_workbook),
    CSV: Format(
        _("CSV files"),
        _("The same tables without formulas, packed together: for other programs."),
        ".csv.zip",
        downloads.ZIP,
        lambda frame: CsvFiles(decimal_comma=not frame.english, folder=frame.folder),
    ),
    JSON: Format(
        _("JSON"),
        _("The same tables for programmers."),
        ".json",
        "application/json",
        lambda frame: JsonText(frame.about | {"made": now().isoformat()}, frame.folder),
    ),
}
MEDIA_TYPES = sorted({form.media_type for form in FORMS.values()})
