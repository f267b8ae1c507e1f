"""Seasons: published standings, the cash box, events changed, the workbook."""

import uuid
from datetime import datetime
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY
from tarockclub.api.operations import Part
from tarockclub.api.responses import attached
from tarockclub.api.schemas import Day, Done, Keyed, Name, Number, Out, Reason, Whole, key_of
from tarockclub.text import cleaned
from tournaments.api.cash import Counting, MoveOut, TakingBack, moves_out
from tournaments.api.common import FAILS, language, name_in, reason_in, refusals, who
from tournaments.api.seasons import LineOut, event_of, line_out, own_season, season_refusals
from tournaments.cash_journal.journal import MOST_CENTS, Entry
from tournaments.cash_journal.messages import problem as told_of_cash
from tournaments.exports.services import FORMS
from tournaments.season import events
from tournaments.season.cash.services import count_box, put, season_box, take_back
from tournaments.season.data import people_of
from tournaments.season.editions import Edition, editions_of, today
from tournaments.season.export.services import file_name, season_file
from tournaments.season.selectors import season_at

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
    found = editions_of(season_at(slug))
    return SeasonEditionsOut(
        editions=[SeasonEditionRef(number=one.number, at=one.at, reason=one.reason) for one in found]
    )


@part.get(f"{_SEASON}/editions/{{int:edition}}", gives=SeasonEditionOut, fails=(404,))
def read_season_edition(request: HttpRequest, slug: uuid.UUID, edition: Number) -> SeasonEditionOut:
    """Return published standings."""
    found = next((one for one in editions_of(season_at(slug)) if one.number == edition), None)
    if found is None:
        raise Http404
    return _edition(found)


def _edition(found: Edition) -> SeasonEditionOut:
    people, same = people_of(one.who for one in found.lines)
    lines = [line_out(people, one) for one in today(found.lines, same)]
    return SeasonEditionOut(number=found.number, at=found.at, reason=found.reason, standing=lines)


@part.post(f"{_SEASON}/events/{{int:number}}/change", gives=Done, door=DIRECTOR, fails=FAILS)
def change_season_event(request: HttpRequest, slug: uuid.UUID, number: Number, body: EventChange) -> Done:
    """Change an event; for a tournament only whether it is the final."""
    event = event_of(own_season(request, slug), number)
    wanted = events.WantedEvent(name_in(body.name), body.day, body.kind, body.players)
    with season_refusals():
        events.change_event(event, key_of(request, body), wanted, who(request))
    return Done()


@part.get(_CASH, gives=SeasonCashOut, door=SECRETARY, fails=(404,))
def read_season_cash(request: HttpRequest, slug: uuid.UUID) -> SeasonCashOut:
    """Return the money of a season: of all its tournaments, and the movements of its own box."""
    box = season_box(own_season(request, slug))
    names = ("name", "fees", "prizes", "donations", "expenses", "other", "balance", "adds_up")
    boxes = [{"tournament": one.slug} | {name: getattr(one, name) for name in names} for one in box.parts]
    return SeasonCashOut(
        balance=box.own, boxes=[BoxOut.model_validate(one) for one in boxes], journal=moves_out(box.moves)
    )


@part.post(f"{_CASH}/movements", gives=Done, door=SECRETARY, fails=FAILS)
def move_in_season_cash(request: HttpRequest, slug: uuid.UUID, body: SeasonMovement) -> Done:
    """Put money into the season's own box or take some out, with a reason."""
    season = own_season(request, slug)
    entry = Entry(body.what, body.cents, cleaned(body.voucher), cleaned(body.party))
    with refusals(told_of_cash):
        put(season.pk, key_of(request, body), entry, reason_in(body.reason), who(request))
    return Done()


@part.post(f"{_CASH}/movements/{{int:sequence}}/take-back", gives=Done, door=SECRETARY, fails=FAILS)
def take_season_cash_back(request: HttpRequest, slug: uuid.UUID, sequence: Number, body: TakingBack) -> Done:
    """Cancel a movement of the season's own box by an opposite one."""
    season = own_season(request, slug)
    with refusals(told_of_cash):
        take_back(season.pk, key_of(request, body), sequence, reason_in(body.reason), who(request))
    return Done()


@part.post(f"{_CASH}/count", gives=Done, door=SECRETARY, fails=FAILS)
def count_season_cash(request: HttpRequest, slug: uuid.UUID, body: Counting) -> Done:
    """Record a cash count of the season's own box; a difference becomes a movement, with a reason."""
    season = own_season(request, slug)
    with refusals(told_of_cash):
        key, reason = key_of(request, body), reason_in(body.reason)
        count_box(season.pk, key, body.counted, body.seen, who(request), reason)
    return Done()


@part.file(
    f"{_SEASON}/files/{{slug:form}}",
    kinds=sorted({kind for _ending, kind in FORMS.values()}),
    door=SECRETARY,
    fails=(404,),
    says={200: "The file."},
)
def read_season_file(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Return a season as a file: xlsx, csv (packed) or json."""
    season = own_season(request, slug)
    if form not in FORMS:
        raise Http404
    return attached(file_name(season, form), season_file(season, form, language()), FORMS[form][1])
