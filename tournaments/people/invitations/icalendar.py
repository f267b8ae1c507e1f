"""Dates as a file for calendars (iCalendar, RFC 5545)."""

import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.timezone import get_default_timezone

from tarockclub.kit.time_source import now
from tarockclub.platform.server.downloads import build_download
from tournaments.people.name_lists.vcard import escape_text, fold_line

CONTENT_TYPE = "text/calendar; charset=utf-8"
HOURS = 5  # a tournament takes, as far as calendars are concerned


class CalendarDate(NamedTuple):
    """A tournament as calendars show it."""

    identity: uuid.UUID  # of the tournament
    name: str
    day: date
    url: str
    starts: time | None = None  # none: the whole day
    place: str = ""
    about: str = ""


def build_calendar_response(name: str, dates: Iterable[CalendarDate], *, is_file: bool = False) -> HttpResponse:
    """Return the response with these dates; `is_file`: to be kept, not to be followed."""
    lines = _iter_lines(name, dates)
    text = "".join(f"{fold_line(line)}\r\n" for line in lines)
    response = build_download(text, f"{slugify(name) or 'calendar'}.ics", CONTENT_TYPE, is_shown=not is_file)
    response["Cache-Control"] = "private, no-cache"
    return response


def _iter_lines(name: str, dates: Iterable[CalendarDate]) -> Iterator[str]:
    stamp = f"{now():%Y%m%dT%H%M%SZ}"
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tarockclub//DE", "METHOD:PUBLISH")
    yield f"X-WR-CALNAME:{escape_text(name)}"
    for dated in dates:
        yield "BEGIN:VEVENT"
        yield f"UID:{uuid.uuid5(dated.identity, 'date')}"
        yield f"DTSTAMP:{stamp}"
        yield from _iter_times(dated)
        yield f"SUMMARY:{escape_text(dated.name)}"
        if dated.place:
            yield f"LOCATION:{escape_text(dated.place)}"
        if dated.about:
            yield f"DESCRIPTION:{escape_text(dated.about)}"
        yield f"URL:{dated.url}"
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def _iter_times(dated: CalendarDate) -> Iterator[str]:
    if dated.starts is None:
        yield f"DTSTART;VALUE=DATE:{dated.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{dated.day + timedelta(days=1):%Y%m%d}"
        return
    starts = datetime.combine(dated.day, dated.starts, get_default_timezone()).astimezone(UTC)
    yield f"DTSTART:{starts:%Y%m%dT%H%M%SZ}"
    yield f"DTEND:{starts + timedelta(hours=HOURS):%Y%m%dT%H%M%SZ}"
