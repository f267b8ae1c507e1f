"""The kinds of corrections of a table that is done, each with the fields of its form: end totals, sheet, chips …"""

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.entries import Outcome, format_problems
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
from tournaments.core.actions.base import Action
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import RoundContext
from tournaments.hall.desk.actions import CountChips
from tournaments.hall.desk.chips import find_last_count
from tournaments.hall.desk.late_hands import TAKE, DecideLateHand, LateHand, load_late_hands
from tournaments.hall.desk.table_views import list_counted_sittings
from tournaments.hall.desk.views import ChipsForm
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.paper_sheets.page import format_deal, format_fault, parse_answers
from tournaments.hall.paper_sheets.shorthand import VOID, compute_lines
from tournaments.hall.paper_sheets.views import build_action, load_fields, load_round_rows
from tournaments.models import RoundTable

SWAPPED = 0  # in place of a line: two seats for the whole round


class Kind(StrEnum):
    """The things that can be wrong at a table."""

    HAND = "hand"  # of which its own page is the form
    TOTALS = "totals"
    SHEET = "sheet"
    CHIPS = "chips"
    SEAT = "seat"
    LATE = "late"
    BACK = "back"  # the last correction is taken back


Write = Callable[[str, Actor, str], object]  # by the key, the author and the reason


class CorrectedTable(NamedTuple):
    """A table that is done, with its book, and what was posted about it."""

    context: RoundContext
    table: RoundTable
    view: TableView
    posted: QueryDict | None


class TypedCorrection(NamedTuple):
    """A correction as it was typed: the function that writes it, and what is wrong with it."""

    write: Write
    problems: tuple[str, ...] = ()


def list_kinds(subject: CorrectedTable) -> dict[str, Promise]:
    """Return what can be corrected at a table, with its name: the first is what its page begins with."""
    has_hands = any(isinstance(line.content, Hand | Void) for line in subject.view.book.played)
    settings = subject.context.settings
    offered = {
        Kind.HAND: (_("Hand"), has_hands),
        Kind.TOTALS: (_("Final totals"), not has_hands),
        Kind.SHEET: (_("Paper sheet"), has_hands),
        Kind.CHIPS: (_("Chips"), settings.start and settings.count_chips),
        Kind.SEAT: (_("Seat"), True),
        Kind.LATE: (_("Late hands"), bool(_list_late(subject))),
        Kind.BACK: (pgettext_lazy("correction", "Take back"), _find_last_correction(subject) is not None),
    }
    return {kind.value: name for kind, (name, is_offered) in offered.items() if is_offered}


def list_usual_reasons(kind: str) -> tuple[str, ...]:
    """Return the usual reasons of a correction; any other is typed."""
    usual = {
        Kind.TOTALS: (_("slipped a line"), _("wrong sign"), _("illegible"), _("wrong at the table")),
        Kind.SHEET: (_("mistyped"), _("illegible"), _("wrong at the table"), _("entered twice")),
        Kind.CHIPS: (_("miscounted"), _("mistyped")),
        Kind.SEAT: (_("names mixed up"), _("sat down wrongly")),
        Kind.LATE: (pgettext_lazy("reason", "forgotten"), _("phone without a network")),
        Kind.BACK: (_("it was right"), _("wrong table")),
    }
    return tuple(map(str, usual.get(Kind(kind), ())))


def build_fields(kind: str, subject: CorrectedTable) -> dict[str, Any]:
    """Return what stands there, and the fields for what should."""
    posted = subject.posted or QueryDict()
    match kind:
        case Kind.TOTALS:
            return _build_totals(subject)
        case Kind.SHEET:
            return {"deals": list(_list_deals(subject)), "columns": subject.view.heads}
        case Kind.CHIPS:
            return {"chips": list(_list_chips(subject))}
        case Kind.SEAT:
            return {"sitters": _list_sitters(subject), "pair": IdsField().clean(posted.getlist("seat"))}
        case Kind.LATE:
            return {"late": _list_late(subject), "taken": posted.get("hand", "")}
        case Kind.BACK:
            return {"last": _find_last_correction(subject)}
    shown = ("hand", "void", "strike", "transfer")
    return {"lines": [row for row in subject.view.rows if row.kind in shown]}


def read_correction(kind: str, subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    """Return what was typed."""
    match kind:
        case Kind.TOTALS:
            return _read_totals(subject, posted)
        case Kind.SHEET:
            return _read_sheet(subject)
        case Kind.CHIPS:
            chips = ChipsForm(posted, list_counted_sittings(subject.table)).parse()["chips"]
            return _perform(CountChips(chips=chips), subject.table)
        case Kind.SEAT:
            return _read_seats(subject, posted)
        case Kind.BACK:
            return _read_back(subject)
    hand = posted.get("hand", "")
    if not hand:
        return _refuse(gettext("Choose the hand that shall count."))
    take = DecideLateHand.build(hand=hand, what=TAKE, seen=subject.view.book.table.last_sequence)
    return _perform(take, subject.table)


def _refuse(*problems: str) -> TypedCorrection:
    return TypedCorrection(lambda *_said: None, problems)


def _perform(action: Action, table: RoundTable, problems: tuple[str, ...] = ()) -> TypedCorrection:
    return TypedCorrection(lambda key, who, reason: action.perform(table, f"{key}:what", who, reason), problems)


def _build_totals(subject: CorrectedTable) -> dict[str, Any]:
    """Return each player's fields with what stands there in sixths (None: nothing that counts), and the difference."""
    fields = load_fields(subject.context.tournament)
    answers = parse_answers(subject.posted, [subject.table], fields) if subject.posted is not None else ()
    (row,) = load_round_rows([subject.table], answers, {})
    _line, totals = find_end_totals(subject.view.book)
    amounts = get_written_amounts(totals) if totals is not None else None
    rows = []
    for box in row.boxes:
        was, typed = amounts[box.place] if amounts is not None else None, parse_typed_points(box.typed.amount)
        rows.append((box, was, None if typed is None else typed - (was or 0)))
    is_struck = totals is None and any(map(_is_struck_totals, subject.view.book.played))
    return {"row": row, "totals": rows, "questions": fields, "struck": is_struck}


def _is_struck_totals(line: LedgerLine) -> bool:
    was = line.entry.replaces
    return isinstance(line.content, StruckLine) and was is not None and was.kind == Entry.Kind.END_TOTALS


def _read_totals(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    answers = parse_answers(posted, [subject.table], load_fields(subject.context.tournament))
    if not answers:
        return _refuse(gettext("Please enter a number for everybody at the table."))
    return _perform(build_action(answers[0]), subject.table, answers[0].problems)


def _list_deals(subject: CorrectedTable) -> Iterator[tuple[LedgerLine, str, str]]:
    """Yield the deals that count in shorthand, as they are and as they were typed: empty to strike one out."""
    posted = subject.posted or QueryDict()
    for line in subject.view.book.played:
        if isinstance(line.content, Hand | Void):
            was = format_deal(line, subject.view.book)
            yield line, was, posted.get(f"line-{line.number}", was).strip()


def _read_sheet(subject: CorrectedTable) -> TypedCorrection:
    """Read each line that was changed on the seats of its deal."""
    requests: dict[int, ChangeRequest] = {}
    problems: list[str] = []
    for deal, was, typed in _list_deals(subject):
        if typed == was:
            continue
        (computed,) = compute_lines([typed], deal.before, subject.view.book.sheet)
        if not typed:
            requests[deal.number] = changes.strike_line(deal.number)
        elif computed.line is not None and computed.is_right and computed.line.record is not None:
            requests[deal.number] = changes.correct_hand(deal.number, print_record(computed.line.record))
        elif computed.line is not None and computed.is_right and computed.line.kind == VOID:
            requests[deal.number] = changes.void_hand(deal.number)
        else:
            faults = [*map(format_fault, computed.faults), *format_problems(computed.problems)]
            problems.append(f"{typed}: {' '.join(faults)}")
    if not requests and not problems:
        problems.append(gettext("Nothing would change."))
    return TypedCorrection(partial(_write_lines, subject.table, requests), tuple(problems))


def _write_lines(table: RoundTable, requests: Mapping[int, ChangeRequest], key: str, who: Actor, reason: str) -> None:
    """Write one change after the other; ActionRefused("not_written") with the problems of one that is not possible."""
    for line, request in requests.items():
        game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
        sent = {"line": line}
        written = write_change(game, f"{key}:{line}", game.last_sequence, request, reason, sent=sent, who=who)
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("not_written", line=line, problems=written.problems)


def _list_chips(subject: CorrectedTable) -> Iterator[tuple[int, str, int | None, str | None]]:
    """Yield the sittings with their names, the chips that were counted, and those that were typed."""
    count, names = find_last_count(subject.table), {seat.id: seat.name for seat in subject.view.seats}
    posted = subject.posted or QueryDict()
    for sitting in list_counted_sittings(subject.table):
        was = count.chips.get(sitting) if count is not None else None
        yield sitting, names[sitting], was, posted.get(f"chips-{sitting}")


def _list_sitters(subject: CorrectedTable) -> dict[int, Seat]:
    return {seat.place: seat for seat in sorted(subject.view.seats) if seat.until is None}


def _read_seats(subject: CorrectedTable, posted: QueryDict) -> TypedCorrection:
    sitters = _list_sitters(subject)
    pair = [(place, sitters[place].since) for place in IdsField().clean(posted.getlist("seat")) if place in sitters]
    if len(pair) != 2:
        return _refuse(gettext("Choose the two who were taken for each other."))
    return TypedCorrection(partial(_write_lines, subject.table, {SWAPPED: changes.swap_seats(*pair)}))


def _list_late(subject: CorrectedTable) -> list[LateHand]:
    return load_late_hands(subject.table, subject.view) if subject.table.game_table.held else []


def _find_last_correction(subject: CorrectedTable) -> Entry | None:
    """Return the last entry of the book if it has changed an earlier one, or two seats."""
    entries = Entry.objects.filter(table=subject.table.game_table).exclude(kind=Entry.Kind.FOLLOW_UP)
    last = entries.select_related("note", "replaces").order_by("-sequence").first()
    is_change = last is not None and (last.replaces is not None or last.kind == Entry.Kind.SWAP)
    return last if is_change else None


def _read_back(subject: CorrectedTable) -> TypedCorrection:
    last = _find_last_correction(subject)
    if last is None:
        return _refuse(gettext("Nothing would change."))
    if last.kind == Entry.Kind.SWAP:
        pair = [(place, since) for place, since in json.loads(last.record)["sittings"]]
        request = {SWAPPED: changes.swap_seats(*pair)}
    else:
        request = {last.deal_number: changes.restore_line(last.deal_number, changed=True)}
    return TypedCorrection(partial(_write_lines, subject.table, request))
