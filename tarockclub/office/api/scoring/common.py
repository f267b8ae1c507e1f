"""Shared parts of the operations of tables: the right to write, and the result of a write."""

import uuid
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from pydantic import ConfigDict, Field

from scoring.book.access.permissions import get_link_hash, hash_link, is_table_director, may_write_at
from scoring.book.ledger.entries import Outcome, WriteResult, get_money, get_written
from scoring.book.ledger.seats import find_game_table
from scoring.engine.hand.reader import parse
from scoring.engine.problems import Problem as OfTheBook
from scoring.engine.texts import describe_problem
from scoring.models import GameTable
from scoring.table.phones import format_refusal, load_standing
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.api.authentication import CHALLENGE, CLIENT, TABLE, Caller, Door, find_caller
from tarockclub.platform.api.errors import ApiError, Mistake
from tarockclub.platform.api.operations import OperationSubject
from tarockclub.platform.api.schemas import Number, Out, Place, Problem, Whole

BookTable = Annotated[
    GameTable,
    OperationSubject("tables/{uuid:slug}", {"slug": uuid.UUID}, lambda _request, slug: find_game_table(slug)),
]
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


class Saved(Out):
    """The result of an entry in the book: the same however often it is requested."""

    key: str
    sequence: Number = Field(description="Sequence number of the entry, from 1 at its table.")
    line: Number = Field(
        validation_alias="deal_number", description="The line of the book that it writes; 0: it concerns the evening."
    )
    kind: str
    radl: Number
    money: list[Whole] = Field(description="Amounts by place, in sixths of a point; six numbers, sum 0.")
    written: list[Whole] = Field(description="The same in the written score.")


def _require_writer(request: HttpRequest) -> Caller:
    caller, slug = find_caller(request), _get_slug(request)
    if may_write_at(request, slug):
        return caller
    if not GameTable.objects.filter(slug=slug).exists():
        raise Http404
    raise _deny_right(caller)


def _require_token(request: HttpRequest) -> Caller:
    """Return the caller; the operation checks the right together with the rows it reads anyway."""
    caller = find_caller(request)
    if not caller.secret and caller.account is None:
        raise _deny_right(caller)
    return caller


def _deny_right(caller: Caller) -> ApiError:
    if not caller.secret and caller.account is None:
        return ApiError(401, "no_token", headers=CHALLENGE)
    return ApiError(403, "no_right")


_NEEDS_RIGHT = "Requires the link of the table, or the token of a program of its club with the right “enter”."
WRITER = Door(_require_writer, (CLIENT, TABLE), _NEEDS_RIGHT)
HAND_WRITER = Door(_require_token, (CLIENT, TABLE), _NEEDS_RIGHT)


def _get_slug(request: HttpRequest) -> uuid.UUID:
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match is not None else None
    if slug is None:
        raise Http404
    return uuid.UUID(str(slug))  # django-ninja lets it be a text


def find_link_hash(request: HttpRequest, slug: uuid.UUID) -> str:
    """Return the link hash to check when the table is read; "": the right is known. Raise ApiError for others."""
    find_caller(request)
    if not (link := get_link_hash(request)):
        _require_writer(request)
    return link


def compute_link_key(request: HttpRequest, key: str) -> str:
    """Derive the seed of a link's secret from the key and the caller's token."""
    caller = find_caller(request)
    return hash_link(f"{caller.device} {caller.secret} {key}")[:32]


def find_table_actor(request: HttpRequest, table: GameTable | None = None) -> Actor:
    """Return the actor of the request; a director's program may decide more than players. Without a table, a player."""
    caller = find_caller(request)
    return Actor(caller.person, caller.device, directs=table is not None and is_table_director(request, table))


def build_mistakes(problems: tuple[OfTheBook, ...], below: str = "") -> list[Mistake]:
    """Return the problems of a record or a change as sentences; `below`: its path in the body."""
    return [
        Mistake(
            "/".join(filter(None, (below, problem.path))),
            problem.code,
            describe_problem(problem, get_current_language()),
        )
        for problem in problems
    ]


def read_record(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a record that can be read, whatever its content; raise ApiError for others, before any other check."""
    _record, problems = parse(raw)
    if problems:
        raise ApiError(400, "invalid", errors=build_mistakes(tuple(problems), where))
    return raw


def build_saved(written: WriteResult, slug: uuid.UUID, below: str = "") -> Saved:
    """Return the result of a write; raise ApiError if it has made no entry. `below`: the path of what was sent."""
    entry = written.entry
    if written.outcome is Outcome.SAVED and entry is not None:
        return Saved.read(entry, money=get_money(entry), written=get_written(entry))
    status = written.outcome.value
    if written.outcome is Outcome.INVALID:
        mistakes = build_mistakes(written.problems, below)
        if not written.code:
            raise ApiError(status, "invalid", errors=mistakes)
        sentence = format_refusal(written, slug)
        raise ApiError(status, written.code, sentence, [Mistake("phase", written.code, sentence), *mistakes])
    if written.code:
        raise ApiError(status, written.code, format_refusal(written, slug), now=load_standing(slug))
    raise ApiError(status, written.outcome.name.lower(), now=load_standing(slug))
