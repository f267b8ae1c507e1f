"""The actions on a cash box, of a tournament or a season: movements, what reverses them, counts, receipts.

>>> [BalanceField().clean(text) for text in ("-1250", "12 ", "٣", "9" * 12, "--1", None)]
[-1250, 0, 0, 0, 0, 0]
>>> CentsField(otherwise=-1).clean("viel")
-1
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.entries import create_note
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.form_fields import CentsField, CleanTextField, IdField, PostedField
from tarockclub.kit.text import clean_text, parse_whole
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import SEASON, TABLE, TOURNAMENT, AnySpot, Here
from tournaments.core.acts import ActionRefused, Kind, Owner, get_journal, parse_content
from tournaments.core.cash_journal.receipts import MOVE, format_move_kind, format_receipt_label, list_box_receipts
from tournaments.core.cash_journal.services import (
    BY_HAND,
    COUNT,
    FLOAT,
    MOST_CENTS,
    RECEIPT,
    REVERSAL,
    REVERSIBLE,
    SETTLEMENT,
    SIGNS,
    YEAR_PAID,
    list_old_bank_fees,
    load_cash_box,
)
from tournaments.models import Act, JournalAct, Tournament

LONGEST_PARTY = 80
_LONGEST_BALANCE = 11  # digits
_LARGEST = 2**63 - 1
_MOVE_PATH = {"sequence": "sequence"}
CASH_WORDS = _("money was put into the cash box or taken out")


def _resolve_text(_spot: AnySpot, typed: str) -> str:
    return clean_text(typed)


Party = Annotated[str, Input(lambda: CleanTextField(LONGEST_PARTY), resolve=_resolve_text)]


class BalanceField(PostedField):
    """A whole number as pages send it, maybe below 0; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the number."""
        digits = (value or "").removeprefix("-")
        number = parse_whole(digits, _LONGEST_BALANCE) or 0
        return number if digits == value else -number


class CashAction(Action):
    """Something that is done with a cash box; also after its tournament or season has ended."""

    refusals: ClassVar = {
        "no_such_move": _("This cannot be undone."),
        "taken_back": _("This was already undone."),
        "of_bank_file": _("This took fees out of the box that came to the bank account: undo these fees instead."),
        "paid_since": _("Payments of this settlement are recorded: undo these first."),
    }

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return how much money was moved, counted or receipted."""
        what, moved = content.get("what", FLOAT), content["cents"]
        if what == RECEIPT:
            about = {"label": format_receipt_label(content), "amount": format_cents(abs(moved))}
            text = gettext("receipt %(label)s for %(amount)s") % about
            return " · ".join((text, *((names.name_person(content["person"]),) if content.get("person") else ())))
        if what == COUNT:
            counted = gettext("the cash box was counted: %(amount)s") % {"amount": format_cents(content["counted"])}
            return " · ".join((counted, *((_format_amount(moved),) if moved else ())))
        if what == SETTLEMENT:
            words = {"day": format_day(date.fromisoformat(content["until"])), "people": len(content["balances"])}
            return gettext("evenings until %(day)s settled: %(people)s people") % words
        if what == YEAR_PAID:
            return f"{format_cents(abs(content['amount']))} · {format_move_kind(what)}"
        return f"{_format_amount(moved)} · {format_move_kind(what)}"


def _format_amount(amount: int) -> str:
    into, out = gettext("%(amount)s put into the cash box"), gettext("%(amount)s taken out of the cash box")
    return (into if amount > 0 else out) % {"amount": format_cents(abs(amount))}


@action(
    Spec(
        kind=Kind.CASH,
        targets=(TOURNAMENT, TABLE, SEASON),
        right=Right.TILL,
        words=CASH_WORDS,
        needs_reason=True,
    )
)
class RecordMove(CashAction):
    """Put money into a cash box, or take some out; the donation of a table is recorded at that table."""

    what: Annotated[Literal["float", "donation", "expense", "income"], Input(refusal="no_amount")]
    cents: Annotated[
        int,
        Field(ge=-MOST_CENTS, le=MOST_CENTS),  # positive: comes into the box
        Input(refusal="no_amount"),
    ]
    voucher: Annotated[str, Input(resolve=_resolve_text)] = ""  # the number of the invoice handed in
    party: Party = ""  # payer or recipient

    def list_sent(self) -> object:
        """Return the amount alone for change money about which nothing else was said, otherwise everything."""
        bare = self.what == FLOAT and not self.voucher and not self.party
        return [self.cents] if bare else [self.cents, self.what, self.voucher, self.party]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Keep its texts as notes; "no_amount" for nothing, and for an expense that comes into the box."""
        if not self.cents or SIGNS.get(self.what, 0) * self.cents < 0:
            raise ActionRefused("no_amount")
        notes = {name: create_note(getattr(self, name), here.owner.club_id) for name in ("voucher", "party")}
        texts = {name: note.pk for name, note in notes.items() if note is not None}
        return {"what": self.what, "cents": self.cents} | texts


@action(
    Spec(
        kind=Kind.CASH,
        operations=(Operation(SEASON, "cash/{int:sequence}/undo", "undo_season_move", path_values=_MOVE_PATH),),
        targets=(TOURNAMENT, TABLE),
        right=Right.TILL,
        words=CASH_WORDS,
        needs_reason=True,
        sent_word="back",
        schema=("MoveUndone", "Why a movement of a season's cash box is undone, such as a payment of a settlement."),
    )
)
class ReverseMove(CashAction):
    """Cancel a movement by an opposite one.

    `sequence`: the number of its act.
    """

    sequence: Annotated[int, ID_RANGE, Input(lambda: IdField(otherwise=0), "back", "no_such_move")]

    def perform_once(self, spot: Any, key: str, who: Actor, reason: str) -> JournalAct:
        """Record it at the table from which the money came."""
        act = get_journal(spot).list_acts(spot.pk).filter(sequence=self.sequence).first()
        table = act.table if isinstance(act, Act) else None
        return super().perform_once(spot if table is None else table, key, who, reason)

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Move as much the other way; "no_such_move", "taken_back", "paid_since", "of_bank_file"."""
        moves = load_cash_box(here.owner).moves
        move = next((move for move in moves if move.sequence == self.sequence), None)
        if move is None or move.what not in REVERSIBLE:
            raise ActionRefused("no_such_move")
        if move.taken_back:
            raise ActionRefused("taken_back")
        if any(other.what == YEAR_PAID and other.of == self.sequence and not other.taken_back for other in moves):
            raise ActionRefused("paid_since")
        if move.what == FLOAT and isinstance(here.owner, Tournament) and _has_bank_fees(here.owner, self.sequence):
            raise ActionRefused("of_bank_file")
        return {"what": REVERSAL, "cents": -move.cents, "of": self.sequence}


def _has_bank_fees(tournament: Tournament, sequence: int) -> bool:
    """Return whether the box is right only with a movement: fees before it came to the account, or were undone so."""
    fees = list_old_bank_fees(Act.objects.get(tournament=tournament, sequence=sequence))
    undoing = (getattr(fee, "undone_by", None) for fee in fees)
    return any(undone is None or "bank" in parse_content(undone) for undone in undoing)


@action(
    Spec(
        kind=Kind.CASH,
        targets=(TOURNAMENT, SEASON),
        right=Right.TILL,
        words=CASH_WORDS,
        has_reason=True,
        sent_word="count",
    )
)
class CountBox(CashAction):
    """Record a cash count; a difference becomes a movement, with a reason."""

    counted: Annotated[
        int,
        Field(ge=0, le=10**9),
        Input(lambda: CentsField(otherwise=-1), refusal="no_amount"),
    ]
    seen: Annotated[int, Field(ge=-_LARGEST, le=_LARGEST), Input(BalanceField)]  # the balance, as it was shown
    refusals: ClassVar = {
        "box_changed": _("Something has changed since you started counting: please count again."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Book the difference, so that the box matches its content; "no_amount", "box_changed", "no_reason"."""
        balance = load_cash_box(here.owner).balance
        if self.counted > 100 * MOST_CENTS:
            raise ActionRefused("no_amount")
        if self.seen != balance:
            raise ActionRefused("box_changed")
        if self.counted != balance and not here.reason:
            raise ActionRefused("no_reason")
        return {"what": COUNT, "cents": self.counted - balance, "counted": self.counted}


class ReceiptAction(CashAction):
    """A receipt with the next number of its box; the box is locked, so that none is used twice or left out."""

    refusals: ClassVar = {"has_receipt": _("There is already a receipt for this.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Number it, in the series of the first receipt."""
        before = [parse_content(act) for act in list_box_receipts(here.owner)]
        series = before[0]["series"] if before else [localdate(now()).year, _find_number_in_club(here.owner)]
        content = self.build_content(here.owner, before)
        return {"what": RECEIPT, "number": len(before) + 1, "series": series} | content

    def build_content(self, owner: Any, before: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return what it is for; `before`: the contents of the receipts so far."""
        raise NotImplementedError


def _find_number_in_club(owner: Owner) -> int:
    """Return the number of a tournament or season within its club, in order of creation; it never changes."""
    return type(owner).objects.filter(club=owner.club_id, pk__lt=owner.pk).count() + 1


@action(Spec(kind=Kind.CASH, targets=(TOURNAMENT, SEASON), right=Right.TILL, words=CASH_WORDS))
class WriteMoveReceipt(ReceiptAction):
    """Write a receipt for a movement (the number of its act); `party`: payer or recipient, if not recorded."""

    movement: Annotated[int, ID_RANGE, Input(lambda: IdField(otherwise=0), "receipt", "no_such_move")]
    party: Party = ""

    def list_sent(self) -> object:
        """Return what it is for."""
        return [RECEIPT, MOVE, self.movement, self.party]

    def build_content(self, owner: Owner, before: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the movement, its amount, and the payer or recipient; "no_such_move", "has_receipt"."""
        move = next((move for move in load_cash_box(owner).moves if move.sequence == self.movement), None)
        if move is None or move.what not in (*BY_HAND, REVERSAL):
            raise ActionRefused("no_such_move")
        if any(content["kind"] == MOVE and content["of"] == self.movement for content in before):
            raise ActionRefused("has_receipt")
        note = create_note(self.party or move.party, owner.club_id)
        party = {"party": note.pk} if note is not None else {}
        return {"kind": MOVE, "of": self.movement, "cents": move.cents} | party
