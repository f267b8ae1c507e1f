"""An evening to take along: a workbook for whoever may write at the table."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from scoring.access.permissions import writers_only
from scoring.exports.evening_workbook import workbook
from scoring.ledger.selectors import table_of
from tarockclub.language import language

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@writers_only
def export(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The workbook of a table's evening, as a file."""
    name, content = workbook(table_of(slug), language())
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(content, content_type=XLSX, headers={"Content-Disposition": disposition})
