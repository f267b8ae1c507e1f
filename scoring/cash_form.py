"""The form with which somebody puts money into the Pagatkassa, or takes some, beside the rules."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.agreement_form import AmountField, cents_of
from scoring.models import PLACES

INTO, FROM = "into", "from"


class CashForm(forms.Form):
    """Who, which way, how much; after is_valid() `cents` says it (taken out: below 0).

    Whether he sits there, and whether there is so much in the pot, is asked of the book when it is written.
    """

    place = forms.IntegerField(label=_("Who?"), min_value=0, max_value=PLACES - 1)
    way = forms.ChoiceField(
        choices=((INTO, _("pays in")), (FROM, _("takes out"))), initial=INTO, widget=forms.RadioSelect
    )
    amount = AmountField(_("Amount (€)"))

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="id_cash_%s")
        self.cents = 0

    def clean(self) -> dict[str, Any]:
        """Read the amount."""
        data = super().clean() or {}
        found = cents_of(str(data.get("amount") or ""))
        if found is None:
            self.add_error("amount", _("Enter an amount in euros, such as 0.50."))
        else:
            self.cents = -found if data.get("way") == FROM else found
        return data
