"""Files as responses: to be kept under a name, or shown in the browser."""

import re

from django.http import HttpResponse
from django.utils.http import content_disposition_header  # noqa: TID251 - here it is used

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
PDF = "application/pdf"
ZIP = "application/zip"
LONGEST_NAME = 100
# The viewers that browsers show a PDF with are pages of their own with styles of their own; ours holds nothing to run.
POLICY = "default-src 'self'; object-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w ,.()+-]+")


def name_download(response: HttpResponse, name: str, *, is_shown: bool = False) -> None:
    """Let the browser keep a response under this name; `is_shown`: it is shown first."""
    response["Content-Disposition"] = content_disposition_header(not is_shown, name) or "attachment"


def build_download(content: bytes | str, name: str, kind: str, *, is_shown: bool = False) -> HttpResponse:
    """Return a file that the browser keeps under this name; `is_shown`: it is shown first.

    In one piece: otherwise the only worker would wait for the slowest phone.
    """
    response = HttpResponse(content, content_type=kind)
    name_download(response, name, is_shown=is_shown)
    return response


def build_pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF to show in the browser; saved under this name, without its extension; not cached by others."""
    response = build_download(content, clean_file_name(name, ".pdf"), PDF, is_shown=True)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = POLICY
    return response


def clean_file_name(name: str, ending: str, otherwise: str = "paper") -> str:
    """Return a file name without characters that a disk or a header would refuse.

    >>> clean_file_name("Seats: round 1/3", ".pdf")
    'Seats round 1 3.pdf'
    """
    text = _NOT_IN_A_FILE_NAME.sub(" ", name)
    return (" ".join(text[:LONGEST_NAME].split()).strip(". ") or otherwise) + ending
