"""The forms of a cash box that say more than one action: movements, receipts, donations of the tables."""

from collections.abc import Mapping
from typing import Any

from tarockclub.kit.form_fields import CentsField, CleanTextField, IdField, IdsField, TextField
from tournaments.core.cash_journal.actions import LONGEST_PARTY
from tournaments.core.cash_journal.journal import DONATION
from tournaments.core.cash_journal.messages import WAYS
from tournaments.core.forms import ActionForm, ReasonForm

_LONGEST_VOUCHER = 40


class MovementForm(ReasonForm):
    """A new movement."""

    way = TextField()
    amount = CentsField(otherwise=0)
    voucher = CleanTextField(_LONGEST_VOUCHER)
    party = CleanTextField(LONGEST_PARTY)

    def clean(self) -> dict[str, Any]:
        """Add the values of the movement; of no kind where its way is unknown."""
        data = self.cleaned_data
        what, sign, _words = WAYS.get(data["way"], ("", 0, ""))
        values = {
            "what": what,
            "cents": sign * data.get("amount", 0),
            "voucher": data["voucher"],
            "party": data["party"],
        }
        return {**data, "values": values}


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
        """Add the values of the movement, and the numbers of the round and the table."""
        data = self.cleaned_data
        numbers = IdsField().clean(data["table"].split("-"))
        return {**data, "values": {"what": DONATION, "cents": data.get(self.amount_name, 0)}, "numbers": numbers}
