"""A PDF as the response to a request."""

import re

from django.http import HttpResponse
from django.utils.http import content_disposition_header

PDF = "application/pdf"
LONGEST_NAME = 100
# The viewers that browsers show a PDF with are pages of their own with styles of their own; ours holds nothing to run.
POLICY = "default-src 'self'; object-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w ,.()+-]+")


def build_pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF to show in the browser; saved under this name, without its extension; not cached by others."""
    named = content_disposition_header(as_attachment=False, filename=clean_file_name(name)) or "inline"
    headers = {
        "Content-Disposition": named,
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": POLICY,
    }
    return HttpResponse(content, content_type=PDF, headers=headers)


def clean_file_name(name: str) -> str:
    """Return a file name without characters that a disk or a header would refuse.

    >>> clean_file_name("Seats: round 1/3")
    'Seats round 1 3.pdf'
    """
    kept = _NOT_IN_A_FILE_NAME.sub(" ", name)
    return (" ".join(kept[:LONGEST_NAME].split()).strip(". ") or "paper") + ".pdf"
