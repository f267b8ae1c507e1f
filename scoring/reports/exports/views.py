"""The download of an evening: a workbook for everybody who may write at the table."""

import uuid
from functools import partial

from django.http import HttpRequest, HttpResponse

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.selectors import find_game_table
from scoring.reports.exports.evening_workbook import build_workbook
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import EVENING_FILE, note_file
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.downloads import XLSX, build_download


@partial(writers_only, reading=Right.TABLES)
def export_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the workbook of a table's evening, as a file."""
    table = find_game_table(slug)
    note_file(request, table.club_id, EVENING_FILE, "xlsx", of=table.pk)
    name, content = build_workbook(table, get_current_language())
    return build_download(content, name, XLSX)
