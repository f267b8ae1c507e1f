"""Files that somebody fetches, in the club's log: noted before the file is made, for a replica writes nothing."""

from typing import Any

from django.http import HttpRequest

from tarockclub.accounts.actors import Actor
from tarockclub.accounts.club_log import Kind, try_to_record
from tarockclub.accounts.devices import build_author

EVENING_FILE, TOURNAMENT_FILE, SEASON_FILE = "evening", "tournament", "season"
STATISTICS_FILE, RESCORED_FILE, LOG_FILE, PERSON_FILE = "statistics", "rescored", "log", "person"
PEOPLE_FILE = "people"  # the register
SITE_FILE = "site"  # public pages as files


def note_file(request: HttpRequest, club: int, what: str, form: str, who: Actor | None = None, **facts: Any) -> None:
    """Note that a file leaves the club (id): its content, its format, and the id of what it is about; not for HEAD."""
    if request.method == "GET":
        try_to_record(club, Kind.EXPORTED, who or build_author(request), what=what, form=form, **facts)
