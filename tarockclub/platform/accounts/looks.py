"""Looks at people's data, and files that somebody fetches, in the club's log.

A look is noted once for each account, what was looked at, and day.
"""

import json
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.time_source import now
from tarockclub.models import LogEntry
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, try_to_record
from tarockclub.platform.accounts.devices import build_author

PERSON, PRIVACY, REGISTER, MESSAGES = "person", "privacy", "register", "messages"
PAYMENTS, RECEIPTS, SEASON_RECEIPTS = "payments", "receipts", "season_receipts"
EVENING_FILE, TOURNAMENT_FILE, SEASON_FILE = "evening", "tournament", "season"
STATISTICS_FILE, RESCORED_FILE, LOG_FILE, PERSON_FILE = "statistics", "rescored", "log", "person"
PEOPLE_FILE = "people"  # the register
SITE_FILE = "site"  # public pages as files
FILES: dict[str, Promise] = {
    EVENING_FILE: _("evening"),
    TOURNAMENT_FILE: _("tournament"),
    SEASON_FILE: _("season"),
    SITE_FILE: _("website of the club"),
    STATISTICS_FILE: _("statistics"),
    RESCORED_FILE: _("hands under other house rules"),
    LOG_FILE: _("log of the club"),
    PEOPLE_FILE: _("player register"),
    PERSON_FILE: _("all that is kept about a person"),
}
LOOKS: dict[str, Promise] = {
    PERSON: _("page in the player register"),
    PRIVACY: _("page of data protection"),
    REGISTER: _("player register"),
    MESSAGES: _("messages to people"),
    PAYMENTS: _("participants and entry fees"),
    RECEIPTS: _("receipts"),
    SEASON_RECEIPTS: _("receipts"),
}


def note_look(
    request: HttpRequest,
    club: int,
    what: str,
    *,
    about: int | None = None,
    of: int | None = None,
    who: Actor | None = None,
) -> None:
    """Note that somebody reads data about a person (`about`), or about many: of a tournament (`of`), or of the club.

    One query; the first time on a day, an entry. One's own data may be read without a note, and nobody is named where
    nobody is logged in.
    """
    who = who or build_author(request)
    if request.method != "GET" or who.person is None or who.person == about:
        return
    midnight = timezone.localtime(now()).replace(hour=0, minute=0, second=0, microsecond=0)
    today = LogEntry.objects.filter(by=who.person, kind=Kind.LOOKED, at__gte=midnight, about=about)
    facts: dict[str, Any] = {"what": what} | ({} if of is None else {"of": of})
    if not any(_is_same(text, facts) for text in today.values_list("said", flat=True)):
        try_to_record(club, Kind.LOOKED, who, about, **facts)


def _is_same(text: str, facts: dict[str, Any]) -> bool:
    content = json.loads(text)
    return (content.get("what"), content.get("of")) == (facts["what"], facts.get("of"))


def note_file(request: HttpRequest, club: int, what: str, form: str, who: Actor | None = None, **facts: Any) -> None:
    """Note that a file leaves the club (id): its content, its format, and the id of what it is about; not for HEAD.

    It is noted before the file is made: whoever has it is in the log.
    """
    if request.method == "GET":
        try_to_record(club, Kind.EXPORTED, who or build_author(request), what=what, form=form, **facts)
