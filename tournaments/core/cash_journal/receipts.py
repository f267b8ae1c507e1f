"""Receipts of a cash box, of a tournament or a season: numbered without a gap, never changed.

A receipt is an act of its own; it holds ids, numbers and amounts. Names are in Person, texts in Note. Its label
"2026-3/17" consists of the year, of the number of the tournament or season in its club, and of its own number from 1;
"S2026-1/3" is one of a season. For fees and prizes there are receipts in tournaments only.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.models import Person
from tournaments.core.acts import Kind, Owner, get_journal, parse_content
from tournaments.core.cash_journal.services import (
    COUNT,
    DONATION,
    EXPENSE,
    FEES,
    FLOAT,
    INCOME,
    PRIZE,
    RECEIPT,
    REVERSAL,
    SETTLEMENT,
    YEAR_PAID,
    Move,
    load_cash_box,
    load_notes,
)
from tournaments.core.selectors import Lookup, format_unknown_entry, format_unknown_person
from tournaments.core.table_names import name_table
from tournaments.models import JournalAct, Prize, Tournament

# The choices for a new movement, each with its direction.
MOVE_CHOICES: dict[str, tuple[str, int, Promise]] = {
    "in": (FLOAT, 1, gettext_lazy("Change in")),
    "out": (FLOAT, -1, gettext_lazy("Change out")),
    "expense": (EXPENSE, -1, gettext_lazy("Expense")),
    "donation": (DONATION, 1, gettext_lazy("Donation")),
    "donated": (DONATION, -1, gettext_lazy("Donation out")),
    "income": (INCOME, 1, gettext_lazy("Income")),
}

_KINDS: dict[str, Promise] = {
    FLOAT: gettext_lazy("Change money"),
    DONATION: gettext_lazy("Donation"),
    EXPENSE: gettext_lazy("Expense"),
    INCOME: gettext_lazy("Income"),
    REVERSAL: gettext_lazy("Undone"),
    SETTLEMENT: gettext_lazy("Settlement of the evenings"),
    YEAR_PAID: gettext_lazy("Settlement of the evenings, paid"),
    COUNT: gettext_lazy("Difference when the cash was counted"),
    PRIZE: gettext_lazy("Prize"),
    FEES: gettext_lazy("Fees"),
}


def format_move_kind(what: str) -> str:
    """Return the name of a kind of movement."""
    return str(_KINDS.get(what) or format_unknown_entry())


def format_receipt_line(what: str, *, round: int = 0, name: str = "", move: Move | None = None) -> str:  # noqa: A002
    """Return a line of a receipt: the purpose of the payment."""
    if what == FEES:
        return _("Entry fee for round %(number)s") % {"number": round} if round else _("Entry fee for the tournament")
    if what == PRIZE:
        return _("Prize: %(name)s") % {"name": name}
    return format_move(move) if move is not None else ""


def format_move(move: Move) -> str:
    """Describe a movement: its kind, its table, its reason, the number of the receipt that came with it."""
    parts = [format_move_kind(move.what)]
    if move.table:
        parts[0] = f"{parts[0]}, {name_table(move.table, move.round)}"
    parts += [move.reason] if move.reason else []
    parts += [_("receipt no. %(number)s") % {"number": move.voucher}] if move.voucher else []
    return " · ".join(parts)


MOVE = "move"
SEASON_LETTER = "S"  # precedes the labels of seasons

A = TypeVar("A", bound=JournalAct)
Content = Mapping[str, Any]


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


class _ReceiptNames(NamedTuple):
    """The names of receipts, which have ids and sequence numbers."""

    texts: Mapping[int, str]
    people: Lookup[str]
    prizes: Mapping[int, str]
    moves: Mapping[int, Move]
    labels: Mapping[int, str]  # of the receipts for movements

    def find_name(self, content: Content) -> str:
        """Return the payer or recipient; "": nobody is named."""
        return (self.people[content["person"]] if "person" in content else "") or self.texts.get(
            content.get("party", 0), ""
        )

    def find_reversed(self, content: Content) -> str:
        """Return the label of the receipt whose payment this one takes back; "": of none."""
        move = self.moves.get(content["of"]) if content["kind"] == MOVE else None
        return self.labels.get(move.of, "") if move is not None and move.what == REVERSAL else ""

    def build_lines(self, content: Content) -> Iterable[ReceiptLine]:
        """Build the lines with the purposes of a receipt."""
        if content["kind"] == FEES:
            for number, cents in content["lines"]:
                yield ReceiptLine(format_receipt_line(FEES, round=0 if "per" in content else number), cents)
            return
        if content["kind"] == PRIZE:
            text = format_receipt_line(PRIZE, name=self.prizes.get(content["of"]) or format_unknown_entry())
        else:
            move = self.moves.get(content["of"])
            text = format_receipt_line(move.what, move=move) if move is not None else format_unknown_entry()
        yield ReceiptLine(text, content["cents"])


def load_receipts(owner: Owner) -> tuple[Receipt, ...]:
    """Load all receipts in the order of their numbers; the same few queries however many they are."""
    acts = list_box_receipts(owner)
    if not acts:
        return ()
    letter = "" if isinstance(owner, Tournament) else SEASON_LETTER
    labels = [format_receipt_label(parse_content(act), letter) for act in acts]
    names = _load_names(owner, [parse_content(act) for act in acts], labels)
    return tuple(_build_receipt(act, label, names) for act, label in zip(acts, labels, strict=True))


def find_receipt(owner: Owner, number: int) -> Receipt | None:
    """Return the receipt with a number; None where there is none."""
    return next((receipt for receipt in load_receipts(owner) if receipt.number == number), None)


def list_box_receipts(owner: Owner) -> Sequence[JournalAct]:
    """Return the acts that are the receipts of a cash box, in the order of their numbers; one query."""
    return list_receipt_acts(get_journal(owner).list_acts(owner.pk).filter(kind=Kind.CASH))


def list_receipt_acts(acts: "QuerySet[A]") -> list[A]:
    """Return the acts of a cash box that are receipts, in the order of their numbers; one query."""
    rows = acts.filter(said__contains=f'"{RECEIPT}"').select_related("by").order_by("sequence")
    return [act for act in rows if parse_content(act).get("what") == RECEIPT]


def _load_names(owner: Owner, contents: Sequence[Content], labels: Sequence[str]) -> _ReceiptNames:
    persons = {content["person"] for content in contents if "person" in content}
    people = Person.objects.filter(club=owner.club_id, pk__in=persons).values_list("pk", "name")
    prizes = Prize.objects.filter(tournament=owner) if isinstance(owner, Tournament) else Prize.objects.none()
    return _ReceiptNames(
        load_notes(contents),
        Lookup(dict(people), lambda _person: format_unknown_person()),
        dict(prizes.values_list("pk", "name")),
        {move.sequence: move for move in load_cash_box(owner).moves},
        {content["of"]: label for content, label in zip(contents, labels, strict=True) if content["kind"] == MOVE},
    )


def format_receipt_label(content: Content, letter: str = "") -> str:
    """Return the label of a receipt from its act."""
    year, owner = content["series"]
    return f"{letter}{year}-{owner}/{content['number']}"


def _build_receipt(act: JournalAct, label: str, names: _ReceiptNames) -> Receipt:
    content = parse_content(act)
    cents, kind = content["cents"], content["kind"]
    by = act.by.name if act.by is not None else ""
    paid_in = cents >= 0 and kind != PRIZE
    name, lines, reverses = names.find_name(content), tuple(names.build_lines(content)), names.find_reversed(content)
    return Receipt(
        content["number"], label, act.at, kind, name, paid_in, abs(cents), lines, by, content["of"], reverses
    )
