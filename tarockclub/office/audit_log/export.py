"""The log of a club as a file: a workbook, or CSV as the German Excel reads it."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, render_workbook
from tarockclub.kit.xlsx.cells import COUNT, MOMENT
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Club, LogEntry
from tarockclub.office.audit_log.kinds import GROUPS, find_group
from tarockclub.office.audit_log.messages import fill_in_sentences, format_way
from tarockclub.office.audit_log.names import format_person, parse_facts
from tarockclub.platform.server.downloads import CSV, XLSX, build_download

FORMS = {"xlsx": XLSX, "csv": CSV}


def _find_group_words(entry: LogEntry) -> object:
    group = GROUPS.get(find_group(entry.kind))
    return group and group.words


LOG_FILE = FileTable(
    "log",
    _("Log of the club"),
    (
        Column("sequence", _("No."), kind=COUNT, width=8),
        Column("at", _("When"), kind=MOMENT, width=18),
        Column("kind", _("Kind"), _find_group_words, width=24),
        Column("what", _("What"), "sentence", width=60),
        Column("by", _("By"), lambda entry: format_person(entry.by), width=24),
        Column("about", _("Whom it concerns"), lambda entry: format_person(entry.about), width=24),
        Column("browser", _("Browser"), lambda entry: parse_facts(entry).get("browser"), width=22),
        Column("device", _("Device"), width=18),
        Column("way", _("Way"), format_way, width=14),
        Column("program", _("Program"), "token__client", width=22),
        Column("hash", _("Hash"), lambda entry: bytes(entry.hash).hex()[:16], width=18),
    ),
    still=1,
    filtered=True,
)


def build_log_file(club: Club, entries: Sequence[LogEntry], form: str, language: str) -> HttpResponse:
    """Return the entries as a file of one of FORMS."""
    fill_in_sentences(entries)
    page = LOG_FILE.build_page(entries)
    name = f"{slugify(page.title)}.{form}"
    if form == "csv":
        return build_download(render_csv(page.rows, language).encode(), name, CSV)
    content = render_workbook([page], foot=f"{club.name} – {page.title}", language=language)
    return build_download(content, name, XLSX)
