"""Evenings: starting, listing, settling, ending and reopening them."""

import uuid
from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.book.access import links
from scoring.engine.agreement import AgreedPot, Stakes, find_agreement_problems, format_agreement
from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.evenings.forms import StartForm
from scoring.table.evenings.selectors import EveningRow, load_evenings
from scoring.table.evenings.services import OtherEvening, start_evening
from scoring.table.settlement.services import is_just_over, load_agreed, request_end, request_reopening
from scoring.table.settlement.views import load_settlement_view
from tarockclub.kit.text import clean_reason
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import (
    WRITE_FAILS,
    WRITER,
    BookTable,
    Saved,
    TableProblem,
    build_mistakes,
    build_saved,
    find_table_actor,
)
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.authentication import TO_ENTER, TO_READ_TABLES, find_author, find_caller
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error, format_bound
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import In, Keyed, Number, Out, Reason, Whole, get_key

part = Part("evenings", "Evenings of the club: starting and listing them.")
Cents = Annotated[int, Field(ge=0, le=1_000_000)]
TypedText = Annotated[str, StringConstraints(max_length=200)]


class Pagatkassa(In):
    """A Pagatkassa as agreed; cents."""

    version: str = Field(
        max_length=40, description="standard: every dealer pays in; treffpunkt: everybody, when it is empty."
    )
    stake: Cents
    start: Cents = 0
    cap: Cents | None = None


class Agreement(In):
    """The stakes of a table."""

    rate: Cents = Field(default=0, description="Cents per point; 0: for points only.")
    donation: bool = Field(default=False, description="The donation box gets what losers pay beyond the written score.")
    pagatkassa: Pagatkassa | None = None


class NewEvening(Keyed):
    """The settings of a new evening."""

    names: list[TypedText] = Field(min_length=4, max_length=6, description="In playing order.")
    sheet: str = Field(max_length=40, description="Id of the house rules.")
    options: dict[str, bool] | None = Field(
        default=None, description="Options of the house rules; if omitted: their defaults."
    )
    first_forehand: int = Field(default=0, ge=0, le=5, description="The place of the forehand in the first deal.")
    agreed: Agreement = Agreement()


class Link(Out):
    """A link that lets a phone enter hands at a table."""

    table: uuid.UUID
    secret: str = Field(description="Authorization: Bearer …; a browser opens /t/…/ with it.")
    expires: datetime


class EveningRef(Out):
    """An evening in the list."""

    table: uuid.UUID
    names: list[str]
    hands: Number
    started: datetime
    ended: datetime | None


class Evenings(Out):
    """The club's latest evenings, the newest first."""

    open: list[EveningRef]
    ended: list[EveningRef]


@part.get("evenings", door=TO_READ_TABLES)
def list_evenings(request: HttpRequest, club: OwnClub) -> Evenings:
    """List the club's latest evenings"""
    lists = load_evenings(club.pk)
    return Evenings(
        open=[_build_evening_ref(row) for row in lists.open], ended=[_build_evening_ref(row) for row in lists.ended]
    )


def _build_evening_ref(row: EveningRow) -> EveningRef:
    return EveningRef.read(row.table, table=row.table.slug, names=row.names, hands=row.hands)


@part.post("evenings", door=TO_ENTER)
def begin_evening(request: HttpRequest, club: OwnClub, body: NewEvening) -> Link:
    """Begin an evening

    The table is new, or the one this key has already opened; the link is a new one each time.
    """
    key, agreed = get_key(request, body), _parse_agreement(body.agreed)
    form = _fill_form(key, body, club.pk)
    if not form.is_valid():
        raise ApiError(400, "invalid", errors=_list_form_mistakes(form))
    sheet = form.find_sheet()
    unknown = [name for name in body.options or {} if sheet is None or name not in sheet.options]
    if unknown:
        raise build_input_error(f"options/{unknown[0][:60]}", "unknown_field")
    if body.first_forehand >= len(form.names):
        message = format_bound("less_than_equal", {"le": len(form.names) - 1})
        raise build_input_error("first_forehand", "out_of_range", message)
    if agreed.donation and (sheet is None or sheet.written is None or not agreed.rate):
        raise build_input_error("agreed/donation", "not_offered")
    evening = form.build_evening()._replace(first_forehand=body.first_forehand, agreed=format_agreement(agreed))
    try:
        table = start_evening(key, evening, club)
    except OtherEvening as other:
        raise ApiError(422, "other_body") from other
    return Link.read(links.create_link(table, find_author(request)), table=table.slug)


def _fill_form(key: str, body: NewEvening, club: int) -> StartForm:
    """Return the form of the page, which applies the same checks, with what a body says."""
    form = StartForm(language=get_current_language(), club=club)
    data = {"key": key, "sheet": body.sheet, "high": "0", "played_for": "points"}
    data |= {f"name{seat}": name for seat, name in enumerate(body.names)}
    for sheet in form.sheets:
        if sheet.id == body.sheet:
            chosen = {name: option.default for name, option in sheet.options.items()} | (body.options or {})
            data |= {f"option-{sheet.id}-{name}": "on" for name, on in chosen.items() if on}
    return StartForm(data, language=get_current_language(), club=club)


def _list_form_mistakes(form: StartForm) -> list[Mistake]:
    mistakes = []
    for field, errors in form.errors.get_json_data().items():
        path = f"names/{field[-1]}" if field.startswith("name") else field
        path = f"options/{field.rpartition('-')[2]}" if field.startswith("option-") else path
        mistakes += [Mistake(path, str(error["code"] or "wrong_form"), str(error["message"])) for error in errors]
    return mistakes


def _parse_agreement(body: Agreement) -> Stakes:
    """Return the agreement about money; raise ApiError if it is impossible."""
    pot = body.pagatkassa
    agreed = Stakes(
        body.rate, body.donation, None if pot is None else AgreedPot(pot.version, pot.stake, pot.start, pot.cap)
    )
    if problems := find_agreement_problems(agreed):
        raise ApiError(400, "invalid", errors=build_mistakes(problems, "agreed"))
    return agreed


settlement_part = Part("settlement", "The end of an evening: who owes whom, ending and reopening it.")


class Account(Out):
    """The total of a player, and the amount they get or, if negative, pay."""

    rank: Number
    name: str
    here: bool = Field(description="Whether they sit at the table now.")
    money: Whole = Field(description="Sixths of a point.")
    written: Whole = Field(description="Sixths of a point.")
    points_cents: Whole = Field(
        validation_alias="points", description="The part of the balance from points, at the agreed rate."
    )
    pot_cents: Whole = Field(validation_alias="pot", description="From the Pagatkassa.")
    balance_cents: Whole = Field(validation_alias="balance", description="Both together.")


class Payment(Out):
    """A payment from one player to another."""

    payer: str
    getter: str = Field(description="Empty: the donation box.")
    amount: Number


class Pot(Out):
    """The Pagatkassa as agreed; cents."""

    version: str
    stake: Number
    start: Number
    cap: Number | None
    left: Number = Field(description="The amount in it now.")


class Settlement(Out):
    """The current settlement of an evening."""

    ended: bool
    hands: Number
    rate: Number = Field(description="Cents per point; 0: for points only.")
    donation: bool
    pagatkassa: Pot | None
    winners: str
    accounts: list[Account]
    payments: list[Payment] = Field(description="Cents; the fewest payments that settle everything.")
    in_points: list[Payment] = Field(description="Sixths of a point, if no money is played for.")
    box_cents: Whole = Field(description="The amount for the donation box.")
    disputed: list[Number] = Field(description="Numbers of the hands that are still disputed.")
    undecided: Number = Field(description="Hands that came too late and are waiting for a decision.")
    sequence: Number = Field(description="`seen` of changes made here.")


class Seen(Keyed):
    """A change of the settlement."""

    seen: Number | None = Field(default=None, description="`sequence` as it was displayed.")
    reason: Reason = ""


@settlement_part.get("settlement", door=WRITER)
def read_settlement(request: HttpRequest, table: BookTable) -> Settlement:
    """Return who owes whom, now or at the end"""
    view = load_settlement_view(table, load_agreed(table))
    reckoning, agreed = view.reckoning, view.reckoning.agreed
    pot = agreed.pagatkassa
    left = reckoning.pot.left if reckoning.pot is not None else 0
    return Settlement.read(
        view,
        ended=table.ended is not None,
        rate=agreed.rate,
        donation=agreed.donation,
        pagatkassa=None if pot is None else Pot.read(pot, left=left),
        hands=view.summary.hands,
        accounts=[
            Account.read(account.owed, rank=account.rank, name=account.name, here=account.is_present)
            for account in reckoning.ranked
        ],
        box_cents=reckoning.settlement.box_cents,
        disputed=[row.number for row in view.disputed_rows],
        sequence=table.last_sequence,
    )


@settlement_part.post("end", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def end_evening(request: HttpRequest, table: BookTable, body: Seen) -> Saved:
    """End the evening

    Nothing more can be written afterwards; what is left in the Pagatkassa is divided.
    """
    return _write_change(request, table, body, request_end(), "end")


@settlement_part.post("reopen", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def reopen_evening(request: HttpRequest, table: BookTable, body: Seen) -> Saved:
    """Reopen an evening that has ended

    More than twelve hours after its end, only directors may do this.
    """
    if not is_just_over(table) and not find_caller(request).rights.has_at(table.club_id, Right.DIRECT):
        raise ApiError(403, "not_for_role")
    return _write_change(request, table, body, request_reopening(), "reopen")


def _write_change(request: HttpRequest, table: GameTable, body: Seen, ask: ChangeRequest, sent: object) -> Saved:
    key, reason = get_key(request, body), clean_reason(body.reason)
    written = write_change(table, key, body.seen, ask, reason, sent=sent, who=find_table_actor(request, table))
    return build_saved(written, table.slug)
