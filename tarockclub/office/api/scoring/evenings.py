"""Evenings: starting and listing them, and the links with which phones write."""

import hashlib
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field, StringConstraints

from scoring.book.access import links
from scoring.engine.agreement import AgreedPot, Stakes, find_agreement_problems, format_agreement
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import GameTable
from scoring.table.evenings.forms import StartForm
from scoring.table.evenings.selectors import EveningRow, load_evenings
from scoring.table.evenings.services import (
    OtherEvening,
    archive_evening,
    restore_evening,
    start_evening,
)
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import (
    HAND_WRITER,
    WRITER,
    BookTable,
    build_mistakes,
    compute_link_key,
    may_caller_write,
)
from tarockclub.platform.accounts.permissions import must_be_own
from tarockclub.platform.api.authentication import (
    TO_ENTER,
    TO_READ_TABLES,
    find_author,
    find_caller,
)
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error, format_bound
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import In, Keyed, MayBeKeyed, Number, Out, get_key

part = Part("evenings", "Evenings of the club: starting and listing them; links for entering hands.")
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


class NewLink(Keyed):
    """A link for another phone."""

    replaces: bool = Field(default=False, description="End all existing links: whoever has one may then only watch.")


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
    found = load_evenings(club.pk)
    return Evenings(
        open=[_build_evening_ref(row) for row in found.open], ended=[_build_evening_ref(row) for row in found.ended]
    )


def _build_evening_ref(row: EveningRow) -> EveningRef:
    return EveningRef.read(row.table, table=row.table.slug, names=row.names, hands=row.hands)


@part.post("evenings", door=TO_ENTER)
def begin_evening(request: HttpRequest, club: OwnClub, body: NewEvening) -> Link:
    """Begin an evening

    The table is new, or the one this key has already opened; the link is a new one each time.
    """
    key = get_key(request, body)
    agreed = parse_agreement(body.agreed)
    given = build_form_data(key, body.names, body.sheet, body.options, club.pk)
    form = StartForm(given, language=get_current_language(), club=club.pk)
    if not form.is_valid():
        raise ApiError(400, "invalid", errors=list_form_mistakes(form))
    sheet = form.find_sheet()
    unknown = [name for name in body.options or {} if sheet is None or name not in sheet.options]
    if unknown:
        raise build_input_error(f"options/{unknown[0][:60]}", "unknown_field")
    if body.first_forehand >= len(form.names):
        message = format_bound("less_than_equal", {"le": len(form.names) - 1})
        raise build_input_error("first_forehand", "out_of_range", message)
    check_donation(agreed, sheet)
    wanted = form.build_evening()._replace(first_forehand=body.first_forehand, agreed=format_agreement(agreed))
    try:
        table = start_evening(key, wanted, club)
    except OtherEvening as other:
        raise ApiError(422, "other_body") from other
    return _build_link(table, links.create_link(table, find_author(request)))


def build_form_data(
    key: str, names: Sequence[str], sheet_id: str, options: dict[str, bool] | None, club: int
) -> dict[str, str]:
    """Return the fields of the page's form, which applies the same checks."""
    form = StartForm(language=get_current_language(), club=club)
    given = {"key": key, "sheet": sheet_id, "high": "0", "played_for": "points"}
    given |= {f"name{seat}": name for seat, name in enumerate(names)}
    for sheet in form.sheets:
        if sheet.id == sheet_id:
            chosen = {name: option.default for name, option in sheet.options.items()} | (options or {})
            given |= {f"option-{sheet.id}-{name}": "on" for name, on in chosen.items() if on}
    return given


def check_donation(agreed: Stakes, sheet: Sheet | None) -> None:
    """Refuse a donation box if there is no written score, or no money."""
    if agreed.donation and (sheet is None or sheet.written is None or not agreed.rate):
        raise build_input_error("agreed/donation", "not_offered")


def list_form_mistakes(form: StartForm) -> list[Mistake]:
    """Return the mistakes that the page's form has found."""
    found = []
    for field, errors in form.errors.get_json_data().items():
        path = f"names/{field[-1]}" if field.startswith("name") else field
        path = f"options/{field.rpartition('-')[2]}" if field.startswith("option-") else path
        found += [Mistake(path, str(error["code"] or "wrong_form"), str(error["message"])) for error in errors]
    return found


def parse_agreement(body: Agreement) -> Stakes:
    """Return the agreement about money; raise ApiError if it is impossible."""
    pot = body.pagatkassa
    agreed = Stakes(
        body.rate, body.donation, None if pot is None else AgreedPot(pot.version, pot.stake, pot.start, pot.cap)
    )
    if found := find_agreement_problems(agreed):
        raise ApiError(400, "invalid", errors=build_mistakes(found, "agreed"))
    return agreed


class EveningArchiving(MayBeKeyed):
    """A request to archive or restore an evening."""

    back: bool = False


class EveningArchived(Out):
    """The result of archiving."""

    deleted: bool = Field(description="Nothing had been entered: the evening is deleted.")


@part.post("evenings/{uuid:slug}/archive", door=TO_ENTER)
def archive_club_evening(request: HttpRequest, slug: uuid.UUID, body: EveningArchiving) -> EveningArchived:
    """Remove an evening from all lists and statistics, or restore it; safe to repeat

    An evening without entries is deleted: its address no longer exists, unless a phone still sends a hand.
    """
    table = get_object_or_404(GameTable, slug=slug, clock="")  # others are archived with their tournaments
    must_be_own(request, table.club_id)
    if body.back:
        restore_evening(table)
    else:
        archive_evening(table)
    return EveningArchived(deleted=not body.back and not table.last_sequence)


@part.post("links", door=HAND_WRITER)
def make_link(request: HttpRequest, table: BookTable, body: NewLink) -> Link:
    """Create a link for another phone

    With `replaces`, all others end. Resubmitting with the same key returns the same link.
    """
    key, who = get_key(request, body), find_author(request)
    if not body.replaces:
        WRITER.check(request)
        return _build_link(table, links.create_links([table], compute_link_key(request, key), who)[table.pk])
    sign = hashlib.sha256(key.encode()).hexdigest()[:32]
    link = links.replace_links(table, find_caller(request).secret, sign, lambda: may_caller_write(request), who)
    if link is None:
        raise ApiError(403, "no_right")
    return _build_link(table, link)


def _build_link(table: GameTable, link: links.TableLink) -> Link:
    return Link.read(link, table=table.slug)
