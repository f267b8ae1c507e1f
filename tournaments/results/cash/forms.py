"""The forms of a cash box: movements, counts, what takes them back, receipts, donations of the tables.

>>> [BalanceField().clean(text) for text in ("-1250", "12 ", "٣", "9" * 12, "--1", None)]
[-1250, 0, 0, 0, 0, 0]
>>> CountForm({"counted": "viel"}).parse()["counted"]
-1
"""

from collections.abc import Mapping
from typing import Any

from tarockclub.kit.amounts import parse_cents
from tarockclub.kit.form_fields import CleanTextField, IdField, IdsField, PostedField, TextField
from tarockclub.kit.text import parse_whole
from tournaments.core.cash_journal.journal import DONATION, TypedMove
from tournaments.core.cash_journal.messages import WAYS
from tournaments.core.forms import ActionForm, ReasonForm

LONGEST_VOUCHER, LONGEST_PARTY = 40, 80
_LONGEST_BALANCE = 11  # digits


class CentsField(PostedField):
    """Typed euros, in cents; `otherwise` for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the cents."""
        cents = parse_cents(value or "")
        return self.otherwise if cents is None else cents


class BalanceField(PostedField):
    """A whole number as pages send it, maybe below 0; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the number."""
        digits = (value or "").removeprefix("-")
        number = parse_whole(digits, _LONGEST_BALANCE) or 0
        return number if digits == value else -number


class MovementForm(ReasonForm):
    """A new movement."""

    way = TextField()
    amount = CentsField(otherwise=0)
    voucher = CleanTextField(LONGEST_VOUCHER)
    party = CleanTextField(LONGEST_PARTY)

    def clean(self) -> dict[str, Any]:
        """Add the movement; one of no kind where its way is unknown."""
        said = self.cleaned_data
        what, sign, _words = WAYS.get(said["way"], ("", 0, ""))
        return {**said, "entry": TypedMove(what, sign * said["amount"], said["voucher"], said["party"])}


class CountForm(ReasonForm):
    """A count of the cash; an amount that cannot be read is one below 0."""

    counted = CentsField(otherwise=-1)
    seen = BalanceField()


class ReversalForm(ReasonForm):
    """The reversal of a movement: its own page has only the reason."""

    back = BalanceField()


class MoveReceiptForm(ActionForm):
    """The receipt for a movement: on the movement's own page."""

    party = CleanTextField(LONGEST_PARTY)


class ChosenReceiptForm(ActionForm):
    """The receipt for a movement that is chosen from a list."""

    receipt = BalanceField()
    of = CleanTextField(LONGEST_PARTY)


class TournamentReceiptForm(ActionForm):
    """The receipt for a prize, or for the fees of a player."""

    prize = IdField()
    player = CleanTextField()


class HandedInForm(ActionForm):
    """The donation that a table hands in; each table of the page has its own amount."""

    table = TextField()

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.amount_name = f"amount-{data.get('table', '')}"
        self.fields[self.amount_name] = CentsField(otherwise=0)

    def clean(self) -> dict[str, Any]:
        """Add the movement, and the numbers of the round and the table."""
        said = self.cleaned_data
        numbers = IdsField().clean(said["table"].split("-"))
        return {**said, "entry": TypedMove(DONATION, said[self.amount_name]), "numbers": numbers}
