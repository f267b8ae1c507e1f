"""Receipts of a cash box, of a tournament or a season: their form, their numbers, and those for movements.

A receipt is an act of its own; it holds ids, numbers and amounts. Names are in Person, texts in Note. Its label
"2026-3/17" consists of the year, of the number of the tournament or season in its club, and of its own number from 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet

from scoring.ledger.entries import create_note
from tarockclub.time_source import now
from tournaments.acts import ActionRefused, parse_content
from tournaments.cash_journal.journal import BY_HAND, PRIZE, RECEIPT, REVERSAL, Move
from tournaments.cash_journal.messages import format_receipt_line
from tournaments.lookup import format_unknown_entry
from tournaments.models import Act, Season, SeasonAct, Tournament

MOVE = "move"

A = TypeVar("A", Act, SeasonAct)


class ReceiptLine(NamedTuple):
    """A purpose of a receipt, in the reader's language."""

    text: str
    cents: int  # as it moved: more than 0 was received


class Receipt(NamedTuple):
    """A receipt, as it is read and printed."""

    number: int
    label: str
    at: datetime
    kind: str  # FEES, MOVE, PRIZE
    name: str  # the payer or recipient; "": to be filled in by hand
    paid_in: bool  # received; no: paid out, or handed out
    cents: int  # together, never below 0
    lines: tuple[ReceiptLine, ...]
    by: str  # the author
    of: int  # the movement (sequence), the entrant (id) or the prize (id) that it is for
    reverses: str = ""  # label of the receipt whose payment was taken back by this one


class ReceiptMoves(NamedTuple):
    """The movements that receipts name by sequence numbers."""

    moves: Mapping[int, Move]
    labels: Mapping[int, str]  # of the receipts for them

    def get_reversed_label(self, told: Mapping[str, Any]) -> str:
        """Return the label of the receipt whose payment this one takes back; "": of none."""
        move = self.moves.get(told["of"]) if told["kind"] == MOVE else None
        return self.labels.get(move.of, "") if move is not None and move.what == REVERSAL else ""

    def build_line(self, told: Mapping[str, Any]) -> ReceiptLine:
        """Return the purpose line of a receipt for a movement."""
        move = self.moves.get(told["of"])
        return ReceiptLine(
            format_receipt_line(move.what, move=move) if move is not None else format_unknown_entry(), told["cents"]
        )


def list_receipt_acts(acts: "QuerySet[A]") -> list[A]:
    """Return the acts of a cash box that are receipts, in the order of their numbers; one query."""
    found = acts.filter(said__contains=f'"{RECEIPT}"').select_related("by").order_by("sequence")
    return [act for act in found if parse_content(act).get("what") == RECEIPT]


def build_receipt_moves(moves: Iterable[Move], said: Iterable[Mapping[str, Any]], letter: str = "") -> ReceiptMoves:
    """Build the movements of a cash box, and which receipts there are for them."""
    labels = {told["of"]: format_label(told, letter) for told in said if told["kind"] == MOVE}
    return ReceiptMoves({move.sequence: move for move in moves}, labels)


def format_label(told: Mapping[str, Any], letter: str = "") -> str:
    """Return the label of a receipt from its act; `letter` precedes the labels of seasons."""
    year, of = told["series"]
    return f"{letter}{year}-{of}/{told['number']}"


def build_receipt(
    one: Act | SeasonAct, label: str, name: str, lines: Iterable[ReceiptLine], about: ReceiptMoves
) -> Receipt:
    """Build a receipt for reading; its author was loaded with it."""
    told = parse_content(one)
    cents, kind = told["cents"], told["kind"]
    by = one.by.name if one.by is not None else ""
    paid_in = cents >= 0 and kind != PRIZE
    reverses = about.get_reversed_label(told)
    return Receipt(
        told["number"], label, one.at, kind, name, paid_in, abs(cents), tuple(lines), by, told["of"], reverses
    )


def compute_next_number(row: Tournament | Season, before: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the number of a receipt after those `before`, as content of its act.

    The row must be locked (within its act): then no number is used twice or left out.
    """
    series = before[0]["series"] if before else [now().year, _find_number_in_club(row)]
    return {"what": RECEIPT, "number": len(before) + 1, "series": series}


def _find_number_in_club(row: Tournament | Season) -> int:
    """Return the number of a tournament or season within its club, in order of creation; it never changes."""
    return type(row)._default_manager.filter(club=row.club_id, pk__lte=row.pk).count()


def build_receipt_content(
    moves: Iterable[Move], before: Iterable[Mapping[str, Any]], sequence: int, party: str
) -> dict[str, Any]:
    """Build the content of a receipt for a movement, within its transaction.

    ActionRefused("no_such_move", "has_receipt"). `party`: the payer or recipient;
    "": the one recorded with the movement.
    """
    move = next((move for move in moves if move.sequence == sequence), None)
    if move is None or move.what not in (*BY_HAND, REVERSAL):
        raise ActionRefused("no_such_move")
    if any(told["kind"] == MOVE and told["of"] == sequence for told in before):
        raise ActionRefused("has_receipt")
    note = create_note(party or move.party)
    return {"kind": MOVE, "of": sequence, "cents": move.cents} | ({"party": note.pk} if note is not None else {})
