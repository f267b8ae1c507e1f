"""The columns of the log: on its page, and in files."""

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_moment
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.files import FileTable, render_workbook
from tarockclub.kit.xlsx.cells import COUNT, MOMENT
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Club
from tarockclub.office.audit_log.lines import LogLine
from tarockclub.platform.server.downloads import CSV, XLSX, build_download

FORMS = {"xlsx": XLSX, "csv": CSV}
LOG = _("Log")


def _format_moment(moment: datetime) -> str:
    return format_moment(moment, "D, j. F Y, H:i:s")


def _format_about(line: LogLine) -> str | None:
    return " · ".join(filter(None, (line.about, line.place))) or None


def _find_narrower(line: LogLine) -> str:
    """Return the address of the log of the line's tournament or season alone."""
    return f"{reverse('club_log')}?about={line.slug}" if line.slug else ""


_AT = Column("at", _("When"), kind=MOMENT, width=18, show=_format_moment, sorts=False)
_TEXT = Column("text", _("What"), width=60, link=lambda line: line.href, sorts=False)
_BY = Column("by", _("By"), of=lambda line: line.by or None, width=24, sorts=False)
_REASON = Column("reason", _("Why"), of=lambda line: line.reason or None, width=40, sorts=False)
_ABOUT = Column("about", _("About"), of=_format_about, link=_find_narrower, sorts=False)
_PLACE = Column("place", _("Where"), of=lambda line: line.place or None, sorts=False)
_ORIGIN = Column("origin", _("From where"), of=lambda line: line.origin or None, sorts=False)

OF_ALL, OF_ONE = (_AT, _TEXT, _ABOUT, _BY, _REASON, _ORIGIN), (_AT, _TEXT, _PLACE, _BY, _REASON)
LOG_LIST = List(
    caption=LOG,
    columns=OF_ALL,
    sort="",
    empty=_("Nothing was found."),
    search=_("Find by person, table, reason, file or any other word"),
)

_FILE = FileTable(
    "log",
    LOG,
    (
        Column("sequence", _("No."), kind=COUNT, width=8),
        _AT,
        Column("about", _("About"), width=24),
        _TEXT,
        Column("round", _("Round"), kind=COUNT, width=8),
        Column("table", _("Table"), kind=COUNT, width=8),
        *(_BY, _REASON),
        Column("whom", _("Whom it concerns"), width=24),
        Column("browser", _("Browser"), width=22),
        Column("device", _("Device"), of="row__device", width=18),
        Column("way", _("Way"), width=14),
        Column("program", _("Program"), width=22),
        Column("hash", _("Hash"), lambda line: line.hash[:16], width=18),
    ),
    still=1,
    filtered=True,
)


def build_log_file(club: Club, lines: Iterable[LogLine], form: str, language: str) -> HttpResponse:
    """Return lines as a file of one of FORMS."""
    page = _FILE.build_page(lines)
    name = f"{slugify(page.title)}.{form}"
    if form == "csv":
        return build_download(render_csv(page.rows, language).encode(), name, CSV)
    content = render_workbook([page], foot=f"{club.name} – {page.title}", language=language)
    return build_download(content, name, XLSX)
