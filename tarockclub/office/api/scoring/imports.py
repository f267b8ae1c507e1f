"""The import of an evening that was played elsewhere, from hand records: previewed, then written."""

import uuid
from typing import Annotated, Literal

from django.db import transaction
from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.engine.agreement import format_agreement
from scoring.reports.imports import messages
from scoring.reports.imports.chosen_rules import find_recorded_house, load_named_sheets
from scoring.reports.imports.forms import BringForm
from scoring.reports.imports.record_lines import UnreadableLine, normalize_text, parse_lines
from scoring.reports.imports.report import build_report
from scoring.reports.imports.services import (
    EveningImport,
    ImportCandidate,
    NotWritten,
    find_hindrance,
    find_imported,
    import_evening,
    preview_import,
)
from scoring.table.evenings.services import OtherEvening
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.office.api.scoring.common import find_table_actor
from tarockclub.office.api.scoring.evenings import (
    Agreement,
    TypedText,
    build_form_data,
    check_donation,
    list_form_mistakes,
    parse_agreement,
)
from tarockclub.platform.accounts.persons import list_person_names, lock_club
from tarockclub.platform.api.authentication import TO_ENTER
from tarockclub.platform.api.errors import REFUSALS, ApiError, build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import LONGEST_TEXT, Day, Error, Keyed, Number, Out, Whole, get_key
from tarockclub.platform.server.apart.pool import run_apart

part = Part("bringing", "Importing an evening that was played elsewhere, from hand records.")
REFUSALS[UnreadableLine] = lambda refused: ApiError(400, refused.code, messages.format_unreadable_line(refused))
REFUSALS[NotWritten] = lambda refused: ApiError(409, "not_written", messages.format_not_written(refused))
Records = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


class PlayedEvening(Keyed):
    """An evening that was played elsewhere."""

    names: list[TypedText] = Field(min_length=4, max_length=6, description="In playing order.")
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


@part.post("evenings/brought/preview", door=TO_ENTER)
def preview_brought_evening(request: HttpRequest, club: OwnClub, body: PlayedEvening) -> BroughtOut:
    """Preview the import of an evening from hand records, line by line, as it would count; nothing is written."""
    form, found = _preview_records(body, "-", club)
    told = build_report(found.evening, form.names, get_current_language())
    there = find_imported(club, found.evening, body.key or "-")
    lines = [
        BroughtLine.read(
            row,
            paid=[paid for paid, _total in row.cells],
            totals=[total for _paid, total in row.cells],
            errors=[Error.read(problem, message=problem.sentence) for problem in row.problems],
        )
        for row in told.rows
    ]
    return BroughtOut.read(told, lines=lines, seen=found.seen, before=None if there is None else there.slug)


@part.post("evenings/brought", door=TO_ENTER, fails=(409,))
def bring_evening_in(request: HttpRequest, club: OwnClub, body: LookedAt) -> BroughtIn:
    """Import an evening that was previewed: all its lines or none, once per key."""
    key = get_key(request, body)
    form, found = _preview_records(body, key, club)
    brought = EveningImport(found.evening, form.names, body.day, _format_agreement(body, form), body.ends)
    try:
        with transaction.atomic():
            club = lock_club(club)  # of two imports of the same evening, the second is refused
            code = find_hindrance(found, club, key, seen=body.seen, leave_out=body.leave_out, again=body.again)
            if code:
                raise ApiError(409, code, str(messages.HINDRANCES[code]))
            return BroughtIn(table=import_evening(key, brought, club, find_table_actor(request)).slug)
    except OtherEvening as other:
        raise ApiError(422, "other_body", messages.format_other_evening()) from other


def _preview_records(body: PlayedEvening, key: str, club: Club) -> tuple[BringForm, ImportCandidate]:
    """Return the evening in the records, with the same checks as the page's form."""
    text = normalize_text(body.records)
    lines = run_apart(parse_lines, text)
    sheets = load_named_sheets(lines, club.pk)
    form = BringForm(
        {**build_form_data(key, body.names, body.sheet, body.options, club.pk), "day": body.day.isoformat()},
        language=get_current_language(),
        known=list_person_names(club),
        club=club.pk,
        house=find_recorded_house(lines, sheets),
    )
    if not form.is_valid():
        raise ApiError(400, "invalid", errors=list_form_mistakes(form))
    _format_agreement(body, form)
    return form, preview_import(text, lines, form.names, form.build_house(), get_current_language(), sheets)


def _format_agreement(body: PlayedEvening, form: BringForm) -> str:
    """Return the agreement about money as the book stores it; raise ApiError if it is impossible."""
    sheet, agreed = form.find_sheet(), parse_agreement(body.agreed)
    for name in body.options:
        if not body.sheet or sheet is None or name not in sheet.options:
            raise build_input_error(f"options/{name[:60]}", "unknown_field")
    check_donation(agreed, sheet)
    return format_agreement(agreed)
