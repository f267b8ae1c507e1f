"""Files as answers."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def attached(name: str, content: bytes, kind: str) -> HttpResponse:
    """A file to be kept under a name."""
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})
