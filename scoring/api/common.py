"""What operations of tables have in common: who may write there, and what became of a write."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from pydantic import ConfigDict, Field

from scoring.access.links import WELL_FORMED, digest_of
from scoring.engine.hand.reader import parse
from scoring.engine.problems import Problem as OfTheBook
from scoring.engine.texts import error_message
from scoring.hooks import may_direct
from scoring.ledger.entries import Outcome, Written, money_of, written_of
from scoring.ledger.selectors import table_of
from scoring.ledger.sql import opens
from scoring.models import Entry, GameTable
from scoring.phones.views import standing, why_not
from tarockclub.accounts.actors import Who
from tarockclub.api.authentication import CHALLENGE, CLIENT, TABLE, Caller, Door, caller_of
from tarockclub.api.errors import Failed, Mistake
from tarockclub.api.schemas import Number, Out, Place, Problem, Whole
from tarockclub.models import ApiToken
from tarockclub.text import cleaned

WRITE_FAILS = (404, 409, 410, 412, 423, 425, 428)


class Standing(Out):
    """The state of a table before its next deal: everything a phone needs to continue."""

    previous: str = Field(description="Key of the last deal that counts; empty before the first.")
    seats: list[Place] = Field(description="The places of the four seats of the next deal; the forehand's is last.")
    sittings: list[Number] = Field(description="Ids of the sittings on these seats.")
    dealer: Place
    radl: Number = Field(description="The factor of the next hand: 1, or 2 in a Radl, more if Radln stack.")
    sequence: Number = Field(description="Sequence number of the last entry of the book: `seen` in changes.")
    ended: bool


class TableProblem(Problem):
    """The reason why nothing was written; if somebody else was quicker, also the current state of the table."""

    model_config = ConfigDict(json_schema_extra={"examples": []})

    now: Standing | None = None
    held: bool = Field(default=False, description="The hand is kept beside the book until people decide about it.")


class Saved(Out):
    """The result of an entry in the book: the same however often it is requested."""

    key: str
    sequence: Number = Field(description="Sequence number of the entry, from 1 at its table.")
    line: Number = Field(description="The line of the book that it writes; 0: it concerns the evening.")
    kind: str
    radl: Number
    money: list[Whole] = Field(description="Amounts by place, in sixths of a point; six numbers, sum 0.")
    written: list[Whole] = Field(description="The same in the written score.")


def language() -> str:
    """The language of this answer."""
    return get_language() or "de"


def _writes(request: HttpRequest) -> Caller:
    caller = caller_of(request)
    slug = _slug_in(request)
    if caller.secret and WELL_FORMED.fullmatch(caller.secret) and opens(slug, digest_of(caller.secret)):
        return caller
    club = GameTable.objects.filter(slug=slug).values_list("club", flat=True).first()
    if club is None:
        raise Http404
    if caller.may(ApiToken.Role.SECRETARY) and caller.club == club:
        return caller
    raise _no_right(caller)


def may_write(request: HttpRequest) -> bool:
    """Whether whoever asks may write at the table of the address now."""
    try:
        _writes(request)
    except Failed:
        return False
    return True


def _brings_a_token(request: HttpRequest) -> Caller:
    """For what asks for the right with what it has to read anyway."""
    caller = caller_of(request)
    if not caller.secret and caller.account is None:
        raise _no_right(caller)
    return caller


def _no_right(caller: Caller) -> Failed:
    if not caller.secret and caller.account is None:
        return Failed(401, "no_token", headers=CHALLENGE)
    return Failed(403, "no_right")


_SAYS = "Requires the link of the table, or the token of a program of its club with at least the role secretary."
WRITER = Door(_writes, (CLIENT, TABLE), _SAYS)
HAND_WRITER = Door(_brings_a_token, (CLIENT, TABLE), _SAYS)


def _slug_in(request: HttpRequest) -> uuid.UUID:
    found = request.resolver_match
    slug = found.kwargs.get("slug") if found is not None else None
    if slug is None:
        raise Http404
    return uuid.UUID(str(slug))  # django-ninja lets it be a text


def link_of(request: HttpRequest, slug: uuid.UUID) -> str:
    """The hash of the link to ask with while the table's row is read; "": the right is known. Failed for others."""
    caller = caller_of(request)
    if caller.secret and WELL_FORMED.fullmatch(caller.secret):
        return digest_of(caller.secret)
    _writes(request)
    return ""


def sign_of(request: HttpRequest, key: str) -> str:
    """What secrets of links may follow from, of a key and of whoever asks with it; empty without a key."""
    caller = caller_of(request)
    return digest_of(f"{caller.device} {caller.secret} {key}")[:32] if key else ""


def reason_of(text: str) -> str:
    """A reason as it is kept."""
    return cleaned(text)


def table_for(slug: uuid.UUID) -> GameTable:
    """The table of an address, or 404."""
    return table_of(slug)


def who(request: HttpRequest, table: GameTable | None = None) -> Who:
    """Who writes; a program of a director of the table's club decides what players cannot. No table: he plays."""
    caller = caller_of(request)
    directs = table is not None and caller.is_director and caller.club == table.club_id and may_direct(table)
    return Who(caller.person, caller.device, directs=directs)


def mistakes_of(problems: tuple[OfTheBook, ...], below: str = "") -> list[Mistake]:
    """What is wrong with a record or a change, with sentences; `below`: where it stood in the body."""
    return [
        Mistake("/".join(filter(None, (below, one.path))), one.code, error_message(one, language())) for one in problems
    ]


def read_record(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """A record that can be read, whatever it says of the game; Failed for others, before anything else is asked."""
    _record, problems = parse(raw)
    if problems:
        raise Failed(400, "invalid", errors=mistakes_of(tuple(problems), where))
    return raw


def entry_of(written: Written, slug: uuid.UUID, below: str = "") -> Entry:
    """The entry that a write has made; Failed where it has made none."""
    if written.outcome is Outcome.SAVED and written.entry is not None:
        return written.entry
    status, held = written.outcome.value, written.held is not None
    if written.outcome is Outcome.INVALID:
        mistakes = mistakes_of(written.problems, below)
        if not written.code:
            raise Failed(status, "invalid", errors=mistakes)
        sentence = why_not(written, slug)
        raise Failed(status, written.code, sentence, [Mistake("phase", written.code, sentence), *mistakes])
    if written.code:
        raise Failed(status, written.code, why_not(written, slug), now=standing(slug), held=held)
    raise Failed(status, written.outcome.name.lower(), now=standing(slug), held=held)


def saved(entry: Entry) -> Saved:
    """What an entry has written."""
    return Saved(
        key=entry.key,
        sequence=entry.sequence,
        line=entry.deal_number,
        kind=str(entry.kind),
        radl=entry.radl,
        money=list(money_of(entry)),
        written=list(written_of(entry)),
    )
