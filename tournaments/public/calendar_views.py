"""The calendar of a federation as a file for calendars (iCalendar, RFC 5545)."""

import uuid
from collections.abc import Iterator
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tarockclub.clubs.current_club import load_current_club
from tarockclub.models import Club
from tarockclub.publication.services import load_publication
from tarockclub.server.public_address import build_address
from tarockclub.time_source import now
from tournaments.public.federation_front import ClubDate, load_calendar

CONTENT_TYPE = "text/calendar; charset=utf-8"
_LONGEST_LINE = 75  # bytes
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@require_safe
def serve_calendar(request: HttpRequest) -> HttpResponse:
    """Serve the next tournaments of the federation's clubs; 404 for a club, or if nothing is published."""
    federation = load_current_club(request)
    if not federation.is_federation or not load_publication(federation).dates:
        raise Http404
    lines = _iter_lines(request, federation, load_calendar(federation))
    response = HttpResponse("".join(f"{fold_line(line)}\r\n" for line in lines), content_type=CONTENT_TYPE)
    name = f"{slugify(federation.name) or 'calendar'}.ics"
    response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=name) or "inline"
    response["Cache-Control"] = "private, no-cache"
    return response


def _iter_lines(request: HttpRequest, federation: Club, dates: tuple[ClubDate, ...]) -> Iterator[str]:
    stamp = f"{now():%Y%m%dT%H%M%SZ}"
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tarockclub//DE", "METHOD:PUBLISH")
    yield f"X-WR-CALNAME:{escape_text(federation.name)}"
    for dated in dates:
        yield "BEGIN:VEVENT"
        yield f"UID:{uuid.uuid5(uuid.UUID(dated.identity), 'date')}"
        yield f"DTSTAMP:{stamp}"
        yield f"DTSTART;VALUE=DATE:{dated.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{dated.day + timedelta(days=1):%Y%m%d}"
        yield f"SUMMARY:{escape_text(f'{dated.name} ({dated.club.name})')}"
        address = dated.club.address  # whole, where the club has its own host name
        yield f"URL:{build_address(request, address) if address.startswith('/') else address}"
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def escape_text(text: str) -> str:
    r"""Return a text as a value.

    >>> escape_text("Karten, Bier; a\\b")
    'Karten\\, Bier\\; a\\\\b'
    """
    return text.translate(_ESCAPES)


def fold_line(line: str) -> str:
    r"""Return a line in pieces of at most 75 bytes; no letter is cut.

    >>> [len(piece.encode()) for piece in fold_line("ö" * 80).split("\r\n")]
    [74, 75, 13]
    """
    pieces, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _LONGEST_LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += letter
        size += width
    return "\r\n".join(pieces)
