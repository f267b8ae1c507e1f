"""An invitation in words, for its page and its announcement, and as a file for calendars (iCalendar, RFC 5545)."""

import uuid
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.http import HttpResponse
from django.utils.formats import date_format, time_format
from django.utils.text import slugify
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.sheet_versions import parse_sheet
from tarockclub.kit.days import format_moment
from tarockclub.kit.time_source import now
from tarockclub.kit.words import compute_german_key, get_current_language
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.downloads import build_download
from tournaments.core.selectors import find_date_news
from tournaments.core.settings import TOURNAMENT, Settings, parse_settings
from tournaments.models import Entrant, Invitation, Tournament
from tournaments.people.invitations.dates import DatedTournament, build_coming, build_dates, split_fee

if TYPE_CHECKING:
    from icalendar import Event


MOST_TEMPLATES = 30


def find_invitation(tournament: Tournament) -> Invitation | None:
    """Return the invitation that everybody may see; None if there is none."""
    invitation = Invitation.objects.filter(tournament=tournament, is_public=True).first()
    return invitation if tournament.archived is None else None


def format_when(tournament: Tournament, invitation: Invitation | None, style: str = "l, j. F Y") -> str:
    """Return day and time."""
    day = date_format(tournament.day, style)
    if invitation is None or invitation.starts is None:
        return day
    return _("%(day)s, %(time)s") % {"day": day, "time": time_format(invitation.starts, "H:i")}


def format_invitation_place(invitation: Invitation) -> str:
    """Return the inn with its address."""
    return ", ".join(filter(None, (invitation.place, invitation.address)))


def load_invitation_page(tournament: Tournament, invitation: Invitation) -> dict[str, Any]:
    """Return what everybody may see; a few queries for any number of players."""
    entrants = Entrant.objects.filter(tournament=tournament, withdrawn=None)
    named = entrants.values_list(EVERYBODY.build_player_name(), flat=True) if invitation.lists_players else ()
    [dated] = build_dates([build_coming(tournament, invitation, find_date_news(tournament))], {})
    return {
        "invitation": invitation,
        "when": format_when(tournament, invitation),
        "facts": list_invitation_facts(tournament, invitation),
        "date": dated,
        "state": format_openness(tournament, dated),
        "players": sorted(named, key=compute_german_key),  # by what is shown: a start number can go by the real name
        "entered": entrants.count(),
    }


def format_openness(tournament: Tournament, dated: DatedTournament) -> str:
    """Return the sentence above an invitation: whether it is played, and whether there is still a place."""
    if tournament.ended is not None:
        return _("The tournament is over.")
    if tournament.frozen is not None:
        return _("The tournament has begun.")
    if tournament.cancelled is not None:
        return _("It does not take place.")
    if dated.is_full:
        return _(
            "All places are taken. Whoever is on the waiting list moves up automatically when a place becomes free."
        )
    if dated.is_open and dated.most:
        return ngettext("%(free)d place is still free.", "%(free)d places are still free.", dated.free) % {
            "free": dated.free
        }
    return _("Registration is open.") if dated.is_open else ""


def list_invitation_facts(tournament: Tournament, invitation: Invitation) -> list[tuple[str, str]]:
    """Return the lines of an invitation, what each is about and what it says; what is not said has none."""
    settings, sheet = parse_settings(tournament.settings), parse_sheet(tournament.sheet_version)
    closes = invitation.closes
    facts = (
        (_("Inn"), format_invitation_place(invitation)),
        (_("House rules"), sheet.names[get_current_language().startswith("en")]),
        (_("Rounds"), str(settings.rounds or "")),
        (_("Teams"), str(settings.team_size or "") and _("of %(size)s") % {"size": settings.team_size}),
        (_("Entry fee"), format_fee(settings)),
        (_("Counts for"), invitation.counts_for),
        (_("Number of places"), str(invitation.most or "")),
        (_("Entries close"), format_moment(closes, "l, j. F Y, H:i") if closes else ""),
        (_("Questions to"), invitation.contact),
    )
    return [(label, text) for label, text in facts if text]


def format_fee(settings: Settings) -> str:
    """Return the fee, and what it is for; "" if there is none."""
    fee, each = split_fee(settings)
    if fee and settings.fee_per == TOURNAMENT:
        return _("%(amount)s for the tournament") % {"amount": fee}
    return f"{fee} ({each})" if each else fee


def list_templates(club: int) -> list[tuple[UUID, str]]:
    """Return the templates of a club with their names, after the last tournament; two queries."""
    own = Tournament.objects.filter(club=club, archived=None)
    last = own.order_by("-made", "-pk").values_list("slug", "name")[:1]
    with_template = own.exclude(invitation__template="").exclude(invitation=None).order_by("invitation__template", "pk")
    templates = with_template.values_list("slug", "invitation__template")[:MOST_TEMPLATES]
    return [*((slug, _("Another one like “%(name)s”") % {"name": name}) for slug, name in last), *templates]


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
    sequence: int = 0  # grows with each change
    is_cancelled: bool = False


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
        ("status", "CANCELLED" if dated.is_cancelled else "CONFIRMED"),
        ("sequence", dated.sequence),
    ):
        if value != "":
            event.add(field, value)
    return event
