"""The log of the club in the API."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from tarockclub.office.audit_log.messages import format_entry_sentence
from tarockclub.office.audit_log.names import format_person, load_log_names, parse_facts
from tarockclub.office.audit_log.selectors import LogFilter, list_log_entries
from tarockclub.platform.accounts.failures import count_pending
from tarockclub.platform.api.authentication import TO_DIRECT
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Number, Out

part = Part("club_log", "The log of the club: who did what, when, from which device.")
PARTS = (part,)
_PAGE = 200  # entries in one answer
Words = Annotated[str, Query(max_length=80, description="Only entries with these words.")]
KindGroup = Literal[
    "", "log_ins", "passwords", "accounts", "programs", "links", "settings", "backups", "files", "people", "federation"
]


class LogEntryOut(Out):
    """An entry of the log."""

    sequence: Number
    at: datetime
    kind: str
    text: str = Field(description="What was done, in words.")
    by: str = Field(description="Name of the person; empty: nobody was logged in, or the program did it by itself.")
    about: str = Field(description="Name of the person whom it concerns; empty: nobody.")
    device: str
    browser: str
    way: str = Field(description="page, api, command; empty: unknown, or the program did it by itself.")
    program: str = Field(description="Name of the program that did it with a token.")
    hash: str = Field(description="Hash of the entry, which covers all entries before it.")


class ClubLogOut(Out):
    """The log of the club, the latest entry first."""

    entries: list[LogEntryOut]
    more: bool = Field(description=f"There are more; a response contains at most {_PAGE}.")
    pending: Number = Field(description="Failed log-ins that are counted, and whose number is not in the log yet.")


@part.get("club/log", door=TO_DIRECT)
def read_club_log(
    request: HttpRequest,
    club: OwnClub,
    q: Words = "",
    group: KindGroup = "",
    person: Number | None = None,
    since: Day | None = None,
    until: Day | None = None,
    before: Number = 0,
) -> ClubLogOut:
    """List the log of the club, the latest entry first

    `person` is a number of the register; `before`: only entries with a lower sequence number.
    """
    entries = list_log_entries(club.pk, LogFilter(group, person, since, until), q).order_by("-sequence")
    found = list((entries.filter(sequence__lt=before) if before else entries)[: _PAGE + 1])
    names = load_log_names(found)
    rows = [
        LogEntryOut.read(
            entry,
            text=format_entry_sentence(entry, names),
            by=format_person(entry.by),
            about=format_person(entry.about),
            browser=str(parse_facts(entry).get("browser", "")),
            way=str(parse_facts(entry).get("way", "")),
            program=entry.token.client if entry.token is not None else "",
            hash=bytes(entry.hash).hex(),
        )
        for entry in found[:_PAGE]
    ]
    return ClubLogOut(entries=rows, more=len(found) > _PAGE, pending=count_pending(club.pk))
