"""The log of a club as a file: a workbook, or CSV as the German Excel reads it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.cells import COUNT, HEAD, MOMENT, TEXT, Cell, WorkbookPage
from tarockclub.kit.xlsx.csv_text import format_plain, render_csv
from tarockclub.models import Club, LogEntry
from tarockclub.office.audit_log.kinds import GROUPS, find_group
from tarockclub.office.audit_log.messages import format_entry_sentence, format_way
from tarockclub.office.audit_log.names import Names, format_person, parse_facts
from tarockclub.platform.server.downloads import CSV, XLSX, build_download

FORMS = {"xlsx": XLSX, "csv": CSV}
WIDTHS = (8, 18, 24, 60, 24, 24, 22, 18, 14, 22, 18)


def build_log_file(club: Club, entries: Sequence[LogEntry], names: Names, form: str, language: str) -> HttpResponse:
    """Return the entries as a file of one of FORMS."""
    rows = [_build_heads(), *_iter_rows(entries, names)]
    content = _build_workbook(club, rows, language) if form == "xlsx" else _build_csv(rows, language)
    title = _("Log of the club")
    return build_download(content, f"{slugify(title)}.{form}", FORMS[form])


def _build_heads() -> tuple[Cell, ...]:
    titles = (
        *(_("No."), _("When"), _("Kind"), _("What"), _("By"), _("Whom it concerns"), _("Browser"), _("Device")),
        *(_("Way"), _("Program"), _("Hash")),
    )
    return tuple(Cell(title, TEXT, HEAD) for title in titles)


def _iter_rows(entries: Sequence[LogEntry], names: Names) -> Iterator[tuple[Cell, ...]]:
    for entry in entries:
        at: datetime = timezone.localtime(entry.at).replace(tzinfo=None)
        group = GROUPS.get(find_group(entry.kind))
        texts = (
            str(group.words) if group else "",
            format_entry_sentence(entry, names),
            format_person(entry.by),
            format_person(entry.about),
            str(parse_facts(entry).get("browser", "")),
            entry.device,
            format_way(entry),
            entry.token.client if entry.token is not None else "",
            bytes(entry.hash).hex()[:16],
        )
        yield (Cell(entry.sequence, COUNT), Cell(at, MOMENT), *(Cell(text or None, TEXT) for text in texts))


def _build_workbook(club: Club, rows: Sequence[tuple[Cell, ...]], language: str) -> bytes:
    from tarockclub.kit.xlsx.writer import write_workbook  # loads openpyxl, needed only here

    title = _("Log of the club")
    page = WorkbookPage(title, WIDTHS, tuple(rows), (1, 1), 1, filtered=len(rows) > 1)
    return write_workbook([page], foot=f"{club.name} – {title}", english=language.startswith("en"))


def _build_csv(rows: Sequence[tuple[Cell, ...]], language: str) -> bytes:
    comma = not language.startswith("en")
    return render_csv([format_plain(cell.value, decimal_comma=comma) for cell in row] for row in rows).encode()
