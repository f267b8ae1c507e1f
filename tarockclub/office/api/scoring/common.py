"""Shared parts of the operations of tables: the right to write, the result of a write, the schema of a hand record."""

import uuid
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from pydantic import ConfigDict, Field, WithJsonSchema

from scoring.book.access.permissions import get_link_hash, hash_link, is_table_director, may_write_at
from scoring.book.ledger.entries import Outcome, WriteResult, get_money, get_written
from scoring.book.ledger.seats import find_game_table
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import MOST_TRICKS
from scoring.engine.house_rules.schema import KONTRAS
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


def _allow_none(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _build_object(fields: dict[str, dict[str, Any]], needed: tuple[str, ...]) -> dict[str, Any]:
    properties = {name: schema if name in needed else _allow_none(schema) for name, schema in fields.items()}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


def _build_by_seat(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {str(seat): _allow_none(value) for seat in range(4)},
        "additionalProperties": False,
    }


def _build_four(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": value, "minItems": 4, "maxItems": 4}


_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
_SOME_SEATS = {"type": "array", "items": _SEAT, "maxItems": 4, "uniqueItems": True}
_KONTRA = {"type": "integer", "enum": list(KONTRAS)}
_POINTS = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 9999},
        {"type": "string", "pattern": "^[0-9]{1,4}(/[0-2])?$"},
    ]
}
_TRICKS = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
_CLAIM = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,6})(/[1-9][0-9]{0,3})?$"},
    ]
}
_PLAY = _build_object(
    {
        "contract": _TEXT,
        "declarer": _SEAT,
        "partner": _SEAT,
        "king_in_talon": _FLAG,
        "result": {"type": "string", "enum": ["won", "lost", "conceded"]},
        "points": {"anyOf": [*_POINTS["anyOf"], _build_four(_POINTS)]},
        "tricks": {"anyOf": [_TRICKS, _build_four(_TRICKS)]},
        "kontra": {"anyOf": [_KONTRA, _build_by_seat(_KONTRA)]},
        "kontra_by": _SEAT,
        "losers": _SOME_SEATS,
        "jungfrauen": _SOME_SEATS,
        "buergermeister": _SEAT,
    },
    ("contract", "declarer"),
)
_PREMIUM = _build_object(
    {
        "premium": _TEXT,
        "side": {"type": "string", "enum": ["declarer", "defence"]},
        "announced": _FLAG,
        "won": _FLAG,
        "kontra": _KONTRA,
        "kontra_by": _SEAT,
        "by": _SEAT,
        "from": _SEAT,
    },
    ("premium", "side"),
)
RECORD: dict[str, Any] = _build_object(
    {
        "id": _TEXT,
        "sheet": _TEXT,
        "options": {"type": "object", "additionalProperties": _allow_none(_FLAG)},
        "forehand": _SEAT,
        "radl": {"anyOf": [_FLAG, {"type": "integer", "enum": [4, 8]}]},
        "plays": {"type": "array", "items": _PLAY},
        "premiums": {"type": "array", "items": _PREMIUM},
        "renonce": _build_object({"seat": _SEAT, "claims": _build_by_seat(_CLAIM)}, ("seat",)),
    },
    ("plays",),
) | {
    "description": "The record of the hand (docs/dev/hand-records.md). House rules, forehand and Radl are the table's.",
    "examples": [{"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]}],
}
Record = Annotated[dict[str, Any], Field(strict=True), WithJsonSchema(RECORD)]
