"""Seasons: published standings, the cash box, events changed, the workbook."""

import uuid
from datetime import datetime
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY
from tarockclub.api.operations import Part
from tarockclub.api.responses import build_attachment
from tarockclub.api.schemas import Day, Done, Keyed, Name, Number, Out, Reason, Whole, get_key
from tarockclub.text import clean_text
from tournaments.api.cash import Counting, MoveOut, TakingBack, build_moves
from tournaments.api.common import FAILS, answer_refusals, clean_name, clean_reason, find_actor, get_api_language
from tournaments.api.season_schemas import (
    LineOut,
)
from tournaments.api.seasons import (
    answer_season_refusals,
    build_line,
    find_own_event,
    find_own_season,
)
from tournaments.cash_journal.journal import MOST_CENTS, TypedMove
from tournaments.cash_journal.messages import format_cash_problem as told_of_cash
from tournaments.exports.services import FORMS
from tournaments.season import events
from tournaments.season.cash.services import count_box, load_season_box, record_move, take_back
from tournaments.season.data import load_people
from tournaments.season.editions import SeasonEdition, apply_merges, load_editions
from tournaments.season.export.services import build_season_file, format_file_name
from tournaments.season.selectors import find_season

part = Part("season-books", "Seasons: published standings, the cash box, the workbook.")
_SEASON = "seasons/{uuid:slug}"
_CASH = f"{_SEASON}/cash"


class SeasonEditionRef(Out):
    """A published edition of the standings."""

    number: Number
    at: datetime
    reason: str = Field(description="Reason for another edition.")


class SeasonEditionsOut(Out):
    """All published standings of a season."""

    editions: list[SeasonEditionRef]


class SeasonEditionOut(SeasonEditionRef):
    """Published standings, with today's names."""

    standing: list[LineOut]


class EventChange(Keyed):
    """New properties of an event; for a tournament only its kind."""

    name: Name
    day: Day | None = None
    kind: Literal["day", "final", "carried"] = "day"
    players: int = Field(
        default=0, ge=0, le=100_000, description="Number of participants, if not all of them are listed."
    )


class BoxOut(Out):
    """A cash box in one line; cents."""

    tournament: str = Field(description="Its slug; empty: the season's own box.")
    name: str
    fees: Whole
    prizes: Whole
    donations: Whole
    expenses: Whole
    other: Whole
    balance: Whole
    adds_up: bool


class SeasonCashOut(Out):
    """The money of a season."""

    balance: Whole = Field(description="The amount that should be in the season's own box.")
    boxes: list[BoxOut]
    journal: list[MoveOut] = Field(description="Movements of the season's own box.")


class SeasonMovement(Keyed):
    """A movement in the season's own box."""

    what: Literal["float", "donation", "expense", "income"]
    cents: int = Field(ge=-MOST_CENTS, le=MOST_CENTS, description="Positive: comes into the box.")
    reason: Reason
    voucher: str = Field(default="", max_length=80, description="Number of the invoice handed in.")
    party: str = Field(default="", max_length=80, description="Payer or recipient.")


@part.get(f"{_SEASON}/editions", gives=SeasonEditionsOut, fails=(404,))
def list_season_editions(request: HttpRequest, slug: uuid.UUID) -> SeasonEditionsOut:
    """List all published standings, the earliest first."""
    found = load_editions(find_season(slug))
    return SeasonEditionsOut(
        editions=[SeasonEditionRef(number=edition.number, at=edition.at, reason=edition.reason) for edition in found]
    )


@part.get(f"{_SEASON}/editions/{{int:edition}}", gives=SeasonEditionOut, fails=(404,))
def read_season_edition(request: HttpRequest, slug: uuid.UUID, edition: Number) -> SeasonEditionOut:
    """Return published standings."""
    found = next((row for row in load_editions(find_season(slug)) if row.number == edition), None)
    if found is None:
        raise Http404
    return _build_edition(found)


def _build_edition(found: SeasonEdition) -> SeasonEditionOut:
    people, same = load_people(line.who for line in found.lines)
    lines = [build_line(people, merge) for merge in apply_merges(found.lines, same)]
    return SeasonEditionOut(number=found.number, at=found.at, reason=found.reason, standing=lines)


@part.post(f"{_SEASON}/events/{{int:number}}/change", gives=Done, door=DIRECTOR, fails=FAILS)
def change_season_event(request: HttpRequest, slug: uuid.UUID, number: Number, body: EventChange) -> Done:
    """Change an event; for a tournament only whether it is the final."""
    event = find_own_event(find_own_season(request, slug), number)
    wanted = events.EventDetails(clean_name(body.name), body.day, body.kind, body.players)
    with answer_season_refusals():
        events.change_event(event, get_key(request, body), wanted, find_actor(request))
    return Done()


@part.get(_CASH, gives=SeasonCashOut, door=SECRETARY, fails=(404,))
def read_season_cash(request: HttpRequest, slug: uuid.UUID) -> SeasonCashOut:
    """Return the money of a season: of all its tournaments, and the movements of its own box."""
    box = load_season_box(find_own_season(request, slug))
    names = ("name", "fees", "prizes", "donations", "expenses", "other", "balance", "adds_up")
    boxes = [{"tournament": part.slug} | {name: getattr(part, name) for name in names} for part in box.parts]
    return SeasonCashOut(
        balance=box.own, boxes=[BoxOut.model_validate(box) for box in boxes], journal=build_moves(box.moves)
    )


@part.post(f"{_CASH}/movements", gives=Done, door=SECRETARY, fails=FAILS)
def move_in_season_cash(request: HttpRequest, slug: uuid.UUID, body: SeasonMovement) -> Done:
    """Put money into the season's own box or take some out, with a reason."""
    season = find_own_season(request, slug)
    entry = TypedMove(body.what, body.cents, clean_text(body.voucher), clean_text(body.party))
    with answer_refusals(told_of_cash):
        record_move(season.pk, get_key(request, body), entry, clean_reason(body.reason), find_actor(request))
    return Done()


@part.post(f"{_CASH}/movements/{{int:sequence}}/take-back", gives=Done, door=SECRETARY, fails=FAILS)
def take_season_cash_back(request: HttpRequest, slug: uuid.UUID, sequence: Number, body: TakingBack) -> Done:
    """Cancel a movement of the season's own box by an opposite one."""
    season = find_own_season(request, slug)
    with answer_refusals(told_of_cash):
        take_back(season.pk, get_key(request, body), sequence, clean_reason(body.reason), find_actor(request))
    return Done()


@part.post(f"{_CASH}/count", gives=Done, door=SECRETARY, fails=FAILS)
def count_season_cash(request: HttpRequest, slug: uuid.UUID, body: Counting) -> Done:
    """Record a cash count of the season's own box; a difference becomes a movement, with a reason."""
    season = find_own_season(request, slug)
    with answer_refusals(told_of_cash):
        key, reason = get_key(request, body), clean_reason(body.reason)
        count_box(season.pk, key, body.counted, body.seen, find_actor(request), reason)
    return Done()


@part.offer_file(
    f"{_SEASON}/files/{{slug:form}}",
    kinds=sorted({kind for _ending, kind in FORMS.values()}),
    door=SECRETARY,
    fails=(404,),
    says={200: "The file."},
)
def read_season_file(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Return a season as a file: xlsx, csv (packed) or json."""
    season = find_own_season(request, slug)
    if form not in FORMS:
        raise Http404
    return build_attachment(
        format_file_name(season, form), build_season_file(season, form, get_api_language()), FORMS[form][1]
    )
