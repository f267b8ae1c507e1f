"""The kinds of corrections of a table that is done, each with the fields of its form: end totals, sheet, chips …"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.messages import format_problems
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import Hand, StruckLine, Void, get_written_amounts
from scoring.engine.hand.record import print_record
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.amounts import parse_typed_points
from tarockclub.kit.form_fields import IdsField
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import RoundContext
from tournaments.hall.desk.actions import CountChips
from tournaments.hall.desk.chips import find_last_count
from tournaments.hall.desk.forms import ChipsForm
from tournaments.hall.desk.late_actions import TAKE, DecideLateHand
from tournaments.hall.desk.late_hands import LateHand, load_late_hands
from tournaments.hall.desk.table_page import list_counted_sittings
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.paper_sheets.messages import format_fault
from tournaments.hall.paper_sheets.page import format_deal
from tournaments.hall.paper_sheets.round_totals import build_action, load_fields, load_round_rows, parse_answers
from tournaments.hall.paper_sheets.sheet import compute_lines
from tournaments.hall.paper_sheets.typed_line import VOID
from tournaments.models import RoundTable

HAND_BY_HAND, TOTALS, SHEET, CHIPS, SEAT, LATE = "hand", "totals", "sheet", "chips", "seat", "late"
SWAPPED = 0  # in place of a line: two seats for the whole round


def list_usual_reasons(kind: str) -> tuple[str, ...]:
    """Return the usual reasons of a correction; any other is typed."""
    usual = {
        TOTALS: (gettext("slipped a line"), gettext("wrong sign"), gettext("illegible"), gettext("wrong at the table")),
        SHEET: (gettext("mistyped"), gettext("illegible"), gettext("wrong at the table"), gettext("entered twice")),
        CHIPS: (gettext("miscounted"), gettext("mistyped")),
        SEAT: (gettext("names mixed up"), gettext("sat down wrongly")),
        LATE: (pgettext("reason", "forgotten"), gettext("phone without a network")),
    }
    return usual.get(kind, ())


class TypedCorrection(NamedTuple):
    """A correction as it was typed: the function that writes it, and what is wrong with it."""

    write: Callable[[str, Actor, str], object]
    problems: tuple[str, ...] = ()


class CorrectedTable(NamedTuple):
    """A table that is done, with its book."""

    context: RoundContext
    table: RoundTable
    view: TableView


_NAMES = {
    HAND_BY_HAND: _("Hand"),
    TOTALS: _("Final totals"),
    SHEET: _("Paper sheet"),
    CHIPS: _("Chips"),
    SEAT: _("Seat"),
    LATE: _("Late hands"),
}


def list_kinds(subject: CorrectedTable) -> dict[str, Promise]:
    """Return what can be corrected at a table, with its name: the first is what its page begins with."""
    has_hands = any(isinstance(line.content, Hand | Void) for line in subject.view.book.played)
    kinds = [HAND_BY_HAND, SHEET] if has_hands else [TOTALS]
    settings = subject.context.settings
    counts = [CHIPS] if settings.start and settings.count_chips else []
    return {kind: _NAMES[kind] for kind in (*kinds, *counts, SEAT, *([LATE] if _list_late(subject) else []))}


def build_fields(kind: str, subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return what stands there, and the fields for what should."""
    return _FIELDS[kind](subject, posted)


def read_correction(kind: str, subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    """Return what was typed."""
    return _READERS[kind](subject, posted)


def _list_rows(subject: CorrectedTable, _posted: QueryDict | None) -> dict[str, Any]:
    return {"lines": [row for row in subject.view.rows if row.kind in ("hand", "void", "strike", "transfer")]}


class TotalRow(NamedTuple):
    """A player's end total: what stands there in sixths (None: nothing that counts), what was typed instead."""

    fields: Any  # as on the page of the round's paper sheets
    was: int | None
    change: int | None


def _build_totals(subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    fields = load_fields(subject.context.tournament)
    answers = parse_answers(posted, [subject.table], fields) if posted is not None else ()
    (row,) = load_round_rows([subject.table], answers, {})
    _line, totals = find_end_totals(subject.view.book)
    amounts = get_written_amounts(totals) if totals is not None else ()
    rows = []
    for box in row.boxes:
        was = amounts[box.place] if amounts else None
        typed = parse_typed_points(box.typed.amount)
        rows.append(TotalRow(box, was, None if typed is None else typed - (was or 0)))
    struck = any(_is_struck_totals(line) for line in subject.view.book.played)
    return {"row": row, "totals": rows, "questions": fields, "struck": struck and totals is None}


def _is_struck_totals(line: LedgerLine) -> bool:
    was = line.entry.replaces
    return isinstance(line.content, StruckLine) and was is not None and was.kind == Entry.Kind.END_TOTALS


def _read_totals(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    answers = parse_answers(posted, [subject.table], load_fields(subject.context.tournament))
    if not answers:
        return TypedCorrection(lambda *_: None, (gettext("Please enter a number for everybody at the table."),))
    action = build_action(answers[0])
    return TypedCorrection(
        lambda key, who, reason: action.perform(subject.table, f"{key}:totals", who, reason), answers[0].problems
    )


class SheetRow(NamedTuple):
    """A deal of a typed sheet in shorthand: what stands there, and what was typed instead."""

    line: LedgerLine
    was: str
    typed: str


def _list_deals(subject: CorrectedTable, posted: QueryDict | None) -> Iterator[SheetRow]:
    """Yield the deals that count, with what was typed for them: nothing strikes one out."""
    for line in subject.view.book.played:
        if isinstance(line.content, Hand | Void):
            was = format_deal(line, subject.view.book)
            typed = was if posted is None else posted.get(f"line-{line.number}", was).strip()
            yield SheetRow(line, was, typed)


def _build_sheet(subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    return {"deals": list(_list_deals(subject, posted)), "columns": subject.view.heads}


def _read_sheet(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    """Read each line that was changed on the seats of its deal."""
    requests: dict[int, ChangeRequest] = {}
    problems: list[str] = []
    for deal in _list_deals(subject, posted):
        if deal.typed == deal.was:
            continue
        (computed,) = compute_lines([deal.typed], deal.line.before, subject.view.book.sheet)
        line, number = computed.line, deal.line.number
        if not deal.typed:
            requests[number] = changes.strike_line(number)
        elif line is not None and computed.is_right and line.record is not None:
            requests[number] = changes.correct_hand(number, print_record(line.record))
        elif line is not None and computed.is_right and line.kind == VOID:
            requests[number] = changes.void_hand(number)
        else:
            faults = [*map(format_fault, computed.faults), *format_problems(computed.problems)]
            problems.append(f"{deal.typed}: {' '.join(faults)}")
    if not requests and not problems:
        problems.append(gettext("Nothing would change."))
    return TypedCorrection(lambda *said: _write_lines(subject.table, requests, *said), tuple(problems))


def _write_lines(table: RoundTable, requests: Mapping[int, ChangeRequest], key: str, who: Actor, reason: str) -> None:
    """Write one change after the other; ActionRefused("not_written") with the problems of one that is not possible."""
    for line, request in requests.items():
        game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
        written = write_change(game, f"{key}:{line}", game.last_sequence, request, reason, sent={"line": line}, who=who)
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("not_written", line=line, problems=written.problems)


def _build_chips(subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return the chips that were counted, and the fields for those that were there."""
    count = find_last_count(subject.table)
    was = count.chips if count is not None else {}
    names = {seat.id: seat.name for seat in subject.view.seats}
    rows = [
        (sitting, names[sitting], was.get(sitting), None if posted is None else posted.get(f"chips-{sitting}"))
        for sitting in list_counted_sittings(subject.table)
    ]
    return {"chips": rows}


def _read_chips(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    chips = ChipsForm(posted, list_counted_sittings(subject.table)).parse()["chips"]
    action = CountChips(chips=chips)
    return TypedCorrection(lambda key, who, reason: action.perform(subject.table, f"{key}:chips", who, reason))


def _build_seats(subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return who sits at the table, and which two were taken for each other."""
    return {
        "sitters": _list_sitters(subject),
        "pair": [] if posted is None else IdsField().clean(posted.getlist("seat")),
    }


def _list_sitters(subject: CorrectedTable) -> dict[int, Seat]:
    return {seat.place: seat for seat in sorted(subject.view.seats) if seat.until is None}


def _read_seats(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    pair = [place for place in IdsField().clean(posted.getlist("seat")) if place in _list_sitters(subject)]
    if len(pair) != 2:
        return TypedCorrection(lambda *_: None, (gettext("Choose the two who were taken for each other."),))
    one, other = ((seat.place, seat.since) for seat in map(_list_sitters(subject).__getitem__, pair))
    request = {SWAPPED: changes.swap_seats(one, other)}
    return TypedCorrection(lambda *said: _write_lines(subject.table, request, *said))


def _list_late(subject: CorrectedTable) -> list[LateHand]:
    return load_late_hands(subject.table, subject.view) if subject.table.game_table.held else []


def _build_late(subject: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return the hands that came too late, and which of them is to be taken."""
    return {"late": _list_late(subject), "taken": "" if posted is None else posted.get("hand", "")}


def _read_late(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    hand = posted.get("hand", "")
    if not hand:
        return TypedCorrection(lambda *_: None, (gettext("Choose the hand that shall count."),))
    take = DecideLateHand.build(hand=hand, what=TAKE, seen=subject.view.book.table.last_sequence)
    return TypedCorrection(lambda key, who, reason: take.perform(subject.table, f"{key}:late", who, reason))


_FIELDS: dict[str, Callable[[CorrectedTable, QueryDict | None], dict[str, Any]]] = {
    HAND_BY_HAND: _list_rows,
    TOTALS: _build_totals,
    SHEET: _build_sheet,
    CHIPS: _build_chips,
    SEAT: _build_seats,
    LATE: _build_late,
}
_READERS: dict[str, Callable[[CorrectedTable, QueryDict], TypedCorrection]] = {
    TOTALS: _read_totals,
    SHEET: _read_sheet,
    CHIPS: _read_chips,
    SEAT: _read_seats,
    LATE: _read_late,
}
