"""An evening that was played elsewhere, brought in from hand records: looked at first, then written."""

import uuid
from typing import Annotated, Literal

from django.db import transaction
from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.api.common import language, who
from scoring.api.evenings import Agreement, Typed, agreed_in, as_form, mistakes_in, must_donate_by
from scoring.engine.agreement import to_text
from scoring.evenings.services import OtherEvening
from scoring.imports import messages
from scoring.imports.chosen_rules import house_said
from scoring.imports.forms import BringForm
from scoring.imports.preview import Looked, Said, before, hindrance, look
from scoring.imports.record_lines import Unreadable, lines_of, tidied
from scoring.imports.report import Shown, report
from scoring.imports.services import Brought, NotWritten, bring
from tarockclub.accounts.persons import lock_club, names_in
from tarockclub.api.authentication import SECRETARY, staff_account
from tarockclub.api.errors import Failed, wrong
from tarockclub.api.operations import Part
from tarockclub.api.schemas import LONGEST_TEXT, Day, Error, Keyed, Number, Out, Whole, key_of
from tarockclub.models import Club

part = Part("bringing", "Importing an evening that was played elsewhere, from hand records.")
Records = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


class PlayedEvening(Keyed):
    """An evening that was played elsewhere."""

    names: list[Typed] = Field(min_length=4, max_length=6, description="In playing order.")
    day: Day
    sheet: str = Field(default="", max_length=40, description="Id of the house rules; empty: as in the records.")
    options: dict[str, bool] = Field(default={}, description="Options of the house rules; if omitted: their defaults.")
    agreed: Agreement = Agreement()
    records: Records = Field(description="Hand records, one JSON object per line.")


class LookedAt(PlayedEvening):
    """The same evening, to be imported."""

    seen: str = Field(max_length=64, description="From the preview: nothing but what was previewed is written.")
    ends: bool = Field(default=True, description="The evening is over.")
    leave_out: bool = Field(default=False, description="Lines that cannot be read are left out.")
    again: bool = Field(default=False, description="Even if these hands are already in the book.")


class BroughtLine(Out):
    """A line and what it would be in the book; amounts by place, in sixths of a point."""

    line: Number
    what: Literal["hand", "redeal", "void", "bad"]
    name: str
    formula: str
    radl: Number
    by_hand: str = Field(description="Everything set by hand, in words.")
    paid: list[Whole]
    totals: list[Whole]
    errors: list[Error]


class BroughtOut(Out):
    """The evening that would be imported."""

    lines: list[BroughtLine]
    hands: Number
    totals: list[Whole]
    written: list[Whole] = Field(description="Empty if it is the same.")
    seen: str = Field(description="Must be sent when the evening is written.")
    before: uuid.UUID | None = Field(description="The table that already has these hands.")


class BroughtIn(Out):
    """The table it was written to."""

    table: uuid.UUID


@part.post("evenings/brought/preview", gives=BroughtOut, door=SECRETARY)
def preview_brought_evening(request: HttpRequest, body: PlayedEvening) -> BroughtOut:
    """Preview the import of an evening from hand records, line by line, as it would count; nothing is written."""
    club = staff_account(request).club
    _form, found = _looked(body, "-", club)
    told = report(found.evening, found.names, language())
    there = before(found, club, body.key or "-")
    return BroughtOut(
        lines=[_line(one) for one in told.rows],
        hands=told.hands,
        totals=list(told.totals),
        written=list(told.written),
        seen=found.seen,
        before=None if there is None else there.slug,
    )


@part.post("evenings/brought", gives=BroughtIn, door=SECRETARY, fails=(409,))
def bring_evening_in(request: HttpRequest, body: LookedAt) -> BroughtIn:
    """Import an evening that was previewed: all its lines or none, once per key."""
    key, club = key_of(request, body), staff_account(request).club
    form, found = _looked(body, key, club)
    brought = Brought(found.evening, found.names, body.day, _agreed(body, form), body.ends)
    try:
        with transaction.atomic():
            club = lock_club(club)  # of two who bring the same evening in the second one is told
            code = hindrance(found, Said(body.seen, body.leave_out, body.again), club, key)
            if code:
                raise Failed(409, code, str(messages.HINDRANCES[code]))
            return BroughtIn(table=bring(key, brought, club, who(request)).slug)
    except NotWritten as refused:
        raise Failed(409, "not_written", messages.not_written(refused)) from refused
    except OtherEvening as other:
        raise Failed(422, "other_body", messages.other_evening()) from other


def _looked(body: PlayedEvening, key: str, club: Club) -> tuple[BringForm, Looked]:
    """The evening that the records tell of, checked as the page's form does."""
    text = tidied(body.records)
    try:
        lines = lines_of(text)
        form = BringForm(
            {**as_form(key, body.names, body.sheet, body.options), "day": body.day.isoformat()},
            language=language(),
            known=names_in(club),
            said=house_said(lines),
        )
        if not form.is_valid():
            raise Failed(400, "invalid", errors=mistakes_in(form))
        _agreed(body, form)
        return form, look(text, lines, form.names, form.house(), language())
    except Unreadable as unreadable:
        raise Failed(400, unreadable.code, messages.unreadable(unreadable)) from unreadable


def _agreed(body: PlayedEvening, form: BringForm) -> str:
    """What is agreed about money, as the book keeps it; Failed where it cannot be."""
    sheet, agreed = form.sheet_chosen(), agreed_in(body.agreed)
    for name in body.options:
        if not body.sheet or sheet is None or name not in sheet.options:
            raise wrong(f"options/{name[:60]}", "unknown_field")
    must_donate_by(agreed, sheet)
    return to_text(agreed)


def _line(one: Shown) -> BroughtLine:
    said = {"line": one.line, "what": one.what, "name": one.name, "formula": one.formula, "radl": one.radl}
    amounts = {"paid": [cell.paid for cell in one.cells], "totals": [cell.total for cell in one.cells]}
    errors = [Error(path=told.path, code=told.code, message=told.sentence) for told in one.problems]
    return BroughtLine.model_validate({**said, **amounts, "by_hand": one.by_hand, "errors": errors})
