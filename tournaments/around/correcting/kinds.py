"""What can be corrected at a table that is done, each from the fields of its form: end totals, sheet, chips, seats."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

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
from tournaments.hall.desk.table_page import list_counted_sittings
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.paper_sheets.messages import format_fault
from tournaments.hall.paper_sheets.page import format_deal
from tournaments.hall.paper_sheets.round_totals import build_action, load_fields, load_round_rows, parse_answers
from tournaments.hall.paper_sheets.sheet import compute_lines
from tournaments.hall.paper_sheets.typed_line import HAND, VOID
from tournaments.models import RoundTable

HAND_BY_HAND, TOTALS, SHEET, CHIPS, SEAT = "hand", "totals", "sheet", "chips", "seat"
SWAPPED = 0  # in place of a line: two seats for the whole round


def list_usual_reasons(kind: str) -> tuple[str, ...]:
    """Return the usual reasons of a correction; any other is typed."""
    usual = {
        TOTALS: (_("slipped a line"), _("wrong sign"), _("illegible"), _("wrong at the table")),
        SHEET: (_("mistyped"), _("illegible"), _("wrong at the table"), _("entered twice")),
        CHIPS: (_("miscounted"), _("mistyped")),
        SEAT: (_("names mixed up"), _("sat down wrongly")),
    }
    return usual.get(kind, ())


class TypedCorrection(NamedTuple):
    """What was typed: the action that writes it, with its key, author and reason; and what is wrong with it."""

    write: Callable[[str, Actor, str], object]
    problems: tuple[str, ...] = ()


class CorrectedTable(NamedTuple):
    """A table that is done, with its book."""

    context: RoundContext
    table: RoundTable
    view: TableView


def list_kinds(at: CorrectedTable) -> list[str]:
    """Return what can be corrected at a table: the first is what its page begins with."""
    has_hands = any(isinstance(line.content, Hand | Void) for line in at.view.book.played)
    kinds = [HAND_BY_HAND, SHEET] if has_hands else [TOTALS]
    settings = at.context.settings
    return [*kinds, *([CHIPS] if settings.start and settings.count_chips else []), SEAT]


def build_fields(kind: str, at: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return what stands there, and the fields for what should."""
    return _FIELDS[kind](at, posted)


def read_correction(kind: str, at: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    """Return what was typed."""
    return _READERS[kind](at, posted)


def _list_rows(at: CorrectedTable, _posted: QueryDict | None) -> dict[str, Any]:
    return {"lines": [row for row in at.view.rows if row.kind in ("hand", "void", "strike", "transfer")]}


class TotalRow(NamedTuple):
    """A player's end total: what stands there in sixths (None: nothing that counts), what was typed instead."""

    fields: Any  # as on the page of the round's paper sheets
    was: int | None
    change: int | None


def _build_totals(at: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    fields = load_fields(at.context.tournament)
    answers = parse_answers(posted, [at.table], fields) if posted is not None else ()
    (row,) = load_round_rows([at.table], answers, {})
    _line, totals = find_end_totals(at.view.book)
    amounts = get_written_amounts(totals) if totals is not None else ()
    rows = []
    for box in row.boxes:
        was = amounts[box.place] if amounts else None
        typed = parse_typed_points(box.typed.amount)
        rows.append(TotalRow(box, was, None if typed is None else typed - (was or 0)))
    struck = any(_is_struck_totals(line) for line in at.view.book.played)
    return {"row": row, "totals": rows, "questions": fields, "struck": struck and totals is None}


def _is_struck_totals(line: LedgerLine) -> bool:
    was = line.entry.replaces
    return isinstance(line.content, StruckLine) and was is not None and was.kind == Entry.Kind.END_TOTALS


def _read_totals(at: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    answers = parse_answers(posted, [at.table], load_fields(at.context.tournament))
    if not answers:
        return TypedCorrection(lambda *_: None, (_("Please enter a number for everybody at the table."),))
    action = build_action(answers[0])
    return TypedCorrection(
        lambda key, who, reason: action.perform(at.table, f"{key}:totals", who, reason), answers[0].problems
    )


class SheetRow(NamedTuple):
    """A deal of a typed sheet in shorthand: what stands there, and what was typed instead."""

    line: LedgerLine
    was: str
    typed: str


def _list_deals(at: CorrectedTable, posted: QueryDict | None) -> Iterator[SheetRow]:
    """Yield the deals that count, with what was typed for them: nothing strikes one out."""
    for line in at.view.book.played:
        if isinstance(line.content, Hand | Void):
            was = format_deal(line, at.view.book)
            typed = was if posted is None else posted.get(f"line-{line.number}", was).strip()
            yield SheetRow(line, was, typed)


def _build_sheet(at: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    return {"deals": list(_list_deals(at, posted)), "columns": at.view.heads}


def _read_sheet(at: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    """Read each line that was changed on the seats of its deal."""
    requests: dict[int, ChangeRequest] = {}
    problems: list[str] = []
    for deal in _list_deals(at, posted):
        if deal.typed == deal.was:
            continue
        (computed,) = compute_lines([deal.typed], deal.line.before, at.view.book.sheet)
        kind = computed.line.kind if computed.line is not None else ""
        if not deal.typed:
            requests[deal.line.number] = changes.strike_line(deal.line.number)
        elif computed.is_right and kind == HAND:
            record = print_record(computed.line.record)
            requests[deal.line.number] = changes.correct_hand(deal.line.number, record)
        elif computed.is_right and kind == VOID:
            requests[deal.line.number] = changes.void_hand(deal.line.number)
        else:
            faults = [*map(format_fault, computed.faults), *format_problems(computed.problems)]
            problems.append(f"{deal.typed}: {' '.join(faults)}")
    if not requests and not problems:
        problems.append(_("Nothing would change."))
    return TypedCorrection(lambda *said: _write_lines(at.table, requests, *said), tuple(problems))


def _write_lines(
    table: RoundTable, requests: Mapping[int, ChangeRequest], key: str, who: Actor, reason: str
) -> None:
    """Write one change after the other; ActionRefused("not_written") with the problems of one that is not possible."""
    for line, request in requests.items():
        game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
        seen = game.last_sequence
        written = write_change(game, f"{key}:{line}", seen, request, reason, sent={"line": line}, who=who)
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("not_written", line=line, problems=written.problems)


def _build_chips(at: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return the chips that were counted, and the fields for those that were there."""
    count = find_last_count(at.table)
    was = count.chips if count is not None else {}
    names = {seat.id: seat.name for seat in at.view.seats}
    typed = posted or {}
    rows = [
        (sitting, names[sitting], was.get(sitting), typed.get(f"chips-{sitting}"))
        for sitting in list_counted_sittings(at.table)
    ]
    return {"chips": rows}


def _read_chips(at: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    chips = ChipsForm(posted, list_counted_sittings(at.table)).parse()["chips"]
    action = CountChips(chips=chips)
    return TypedCorrection(lambda key, who, reason: action.perform(at.table, f"{key}:chips", who, reason))


def _build_seats(at: CorrectedTable, posted: QueryDict | None) -> dict[str, Any]:
    """Return who sits at the table, and which two were taken for each other."""
    return {"sitters": _list_sitters(at), "pair": [] if posted is None else IdsField().clean(posted.getlist("seat"))}


def _list_sitters(at: CorrectedTable) -> dict[int, Seat]:
    return {seat.place: seat for seat in sorted(at.view.seats) if seat.until is None}


def _read_seats(at: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    pair = [place for place in IdsField().clean(posted.getlist("seat")) if place in _list_sitters(at)]
    if len(pair) != 2:
        return TypedCorrection(lambda *_: None, (_("Choose the two who were taken for each other."),))
    one, other = ((seat.place, seat.since) for seat in map(_list_sitters(at).__getitem__, pair))
    request = {SWAPPED: changes.swap_seats(one, other)}
    return TypedCorrection(lambda *said: _write_lines(at.table, request, *said))


_FIELDS: dict[str, Callable[[CorrectedTable, QueryDict | None], dict[str, Any]]] = {
    HAND_BY_HAND: _list_rows,
    TOTALS: _build_totals,
    SHEET: _build_sheet,
    CHIPS: _build_chips,
    SEAT: _build_seats,
}
_READERS: dict[str, Callable[[CorrectedTable, QueryDict], TypedCorrection]] = {
    TOTALS: _read_totals,
    SHEET: _read_sheet,
    CHIPS: _read_chips,
    SEAT: _read_seats,
}
