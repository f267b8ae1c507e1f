"""The log in the API: of all, and of a tournament for those who may see that."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from tarockclub.kit.tables.search import fold_words
from tarockclub.office.audit_log.reading import POSITION, LogLine, Position, read_page
from tarockclub.office.audit_log.selectors import LogFilter, find_log_owner, list_log_sources
from tarockclub.platform.accounts.club_log import count_pending
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_TABLES
from tarockclub.platform.api.operations import OperationSubject, OwnClub, Part
from tarockclub.platform.api.schemas import Day, Number, Out
from tournaments.core.actions.targets import TOURNAMENT
from tournaments.models import Act, Tournament

part = Part("club_log", "The log: who did what in the club, its tournaments and its seasons, when, from which device.")
PARTS = (part,)
_PAGE = 200  # lines in one answer
OwnTournament = Annotated[Tournament, OperationSubject(TOURNAMENT.path, TOURNAMENT.arguments, TOURNAMENT.find)]
Words = Annotated[str, Query(max_length=80, description="Only lines with these words.")]
Before = Annotated[str, Query(pattern=f"^({POSITION})?$", description="`next` of the answer before.")]
# fmt: off
About = Literal[
    "", "club", "tournaments", "seasons", "log_ins", "passwords", "accounts", "programs", "links", "evenings",
    "settings", "backups", "files", "looks", "people", "rehearsals", "federation",
]
# fmt: on


class LogLineOut(Out):
    """A line of the log: an entry of the club's own log, or an act in a tournament or a season."""

    sequence: Number = Field(description="In the chain of the club's log, of the tournament or of the season.")
    at: datetime
    kind: str
    text: str = Field(description="What was done, in words.")
    slug: str = Field(description="Of the tournament or season; empty: of neither.")
    round: Number = Field(description="0: none.")
    table: Number = Field(description="0: none.")
    by: str = Field(description="Name of the person; empty: nobody was logged in, or the program did it by itself.")
    about: str = Field(description="Name of the person whom it concerns; empty: nobody, or the text has it.")
    reason: str
    device: str
    browser: str
    way: str = Field(description="By which way, in words; empty: unknown.")
    program: str = Field(description="Name of the program that did it with a token.")
    hash: str = Field(description="Hash of the line, which covers all lines before it in its chain.")
    undoes: Number = Field(description="Sequence number of the line that this one undoes; 0: none.")
    undone_by: Number = Field(description="Sequence number of the line that has undone this one; 0: it counts.")


class LogOut(Out):
    """The log, the latest line first."""

    lines: list[LogLineOut]
    next: str = Field(
        description=f"With this as `before` comes what is older; empty: nothing is. An answer has at most {_PAGE}"
        " lines, and with words perhaps none, although there are older ones."
    )


class ClubLogOut(LogOut):
    """The log, the latest line first, with what is not in it yet."""

    pending: Number = Field(description="Failed log-ins that are counted, and whose number is not in the log yet.")


@part.get("club/log", door=TO_DIRECT, fails=(404,))  # of what is not in the club
def read_club_log(
    request: HttpRequest,
    club: OwnClub,
    q: Words = "",
    group: About = "",
    of: UUID | None = None,
    person: Number | None = None,
    since: Day | None = None,
    until: Day | None = None,
    before: Before = "",
) -> ClubLogOut:
    """List the log of the club, its tournaments and its seasons, the latest line first

    `of`: only of this tournament or season; `person` is a number of the register.
    """
    owner = None if of is None else find_log_owner(club.pk, str(of))
    if of is not None and owner is None:
        raise Http404
    read = _read(club.pk, LogFilter(group, owner, person, since, until), q, before)
    return ClubLogOut(lines=read.lines, next=read.next, pending=count_pending(club.pk))


@part.get("log", door=TO_READ_TABLES)
def read_log(request: HttpRequest, tournament: OwnTournament, q: Words = "", before: Before = "") -> LogOut:
    """List the log of a tournament, the latest line first"""
    return _read(tournament.club_id, LogFilter(owner=tournament), q, before)


def _read(club: int, chosen: LogFilter, typed: str, before: str) -> LogOut:
    page = read_page(list_log_sources(club, chosen), Position.parse(before), _PAGE, fold_words(typed))
    return LogOut(lines=[_build_line(line) for line in page.lines], next=str(page.next) if page.next else "")


def _build_line(line: LogLine) -> LogLineOut:
    row = line.row
    act = row if isinstance(row, Act) else None
    return LogLineOut(
        **{name: getattr(line, name) for name in ("sequence", "at", "text", "slug", "by", "reason", "browser", "way")},
        kind=row.kind,
        round=line.round or 0,
        table=line.table or 0,
        about=line.whom,
        device=row.device,
        program=line.program,
        hash=line.hash,
        undoes=act.undoes.sequence if act is not None and act.undoes is not None else 0,
        undone_by=_get_sequence(getattr(act, "undone_by", None)),
    )


def _get_sequence(act: Act | None) -> int:
    return 0 if act is None else act.sequence
