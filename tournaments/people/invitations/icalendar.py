"""Dates as a file for calendars (iCalendar, RFC 5545)."""

import uuid
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.timezone import get_default_timezone

from tarockclub.kit.time_source import now
from tarockclub.platform.server.downloads import build_download

if TYPE_CHECKING:
    from icalendar import Event

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
    from icalendar import Calendar, vText

    calendar = Calendar()
    for field, value in (("version", "2.0"), ("prodid", "-//Tarockclub//DE"), ("method", "PUBLISH")):
        calendar.add(field, value)
    calendar.add("x-wr-calname", vText(name))
    for dated in dates:
        calendar.add_component(_build_event(dated))
    content = calendar.to_ical()
    response = build_download(content, f"{slugify(name) or 'calendar'}.ics", CONTENT_TYPE, is_shown=not is_file)
    response["Cache-Control"] = "private, no-cache"
    return response


def _build_event(dated: CalendarDate) -> "Event":
    from icalendar import Event

    if dated.starts is None:
        begin: date = dated.day
        end: date = begin + timedelta(days=1)
    else:
        begin = datetime.combine(dated.day, dated.starts, get_default_timezone()).astimezone(UTC)
        end = begin + timedelta(hours=HOURS)
    event = Event()
    for field, value in (
        ("uid", str(uuid.uuid5(dated.identity, "date"))),
        ("dtstamp", now()),
        ("dtstart", begin),
        ("dtend", end),
        ("summary", dated.name),
        ("location", dated.place),
        ("description", dated.about),
        ("url", dated.url),
    ):
        if value:
            event.add(field, value)
    return event
