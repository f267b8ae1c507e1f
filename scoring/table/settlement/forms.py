"""The form fields for the stakes of a table: points or money, the donation box, the Pagatkassa."""

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.engine.agreement import ALL_PAY, DEALER_PAYS, AgreedPot, Stakes, find_agreement_problems, get_usual_rate
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from scoring.models import PLACES
from tarockclub.kit.amounts import explain_readings, format_bare_cents, parse_cents
from tarockclub.kit.form_fields import NumberField, PostedForm, ReasonField, TextField

POINTS, MONEY = "points", "money"
USUAL = "usual"  # the Pagatkassa of the house rules
USUAL_CENTS = 10  # cents per point if the house rules name none
LONGEST_AMOUNT = 20  # characters
_FIELDS = {
    "rate": "rate",
    "donation": "donation",
    "pagatkassa/version": "pot_version",
    "pagatkassa/stake": "pot_stake",
    "pagatkassa/start": "pot_start",
    "pagatkassa/cap": "pot_cap",
}
_CENTS = re.compile(r"[0-9]{1,9}")
VERSION_NAMES = (
    (DEALER_PAYS, _("the dealer pays in")),
    (ALL_PAY, _("all pay when it is empty, the dealer always")),
)


class AmountField(forms.CharField):
    """Typed euros; checked only if the field matters."""

    def __init__(self, label: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "maxlength": LONGEST_AMOUNT, "class": "amount"}
        super().__init__(label=label, required=False, widget=forms.TextInput(attrs=attrs))


class AgreementForm(forms.Form):
    """The stakes; only after is_valid() `agreed` holds them. A subclass knows the sheet."""

    played_for = forms.ChoiceField(
        label=_("Played for"),
        choices=((POINTS, _("points only")), (MONEY, _("money"))),
        initial=POINTS,
        required=False,
        widget=forms.RadioSelect,
    )
    rate = forms.CharField(
        label=_("Cents per point"),
        required=False,
        initial=str(USUAL_CENTS),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": LONGEST_AMOUNT, "class": "amount"}
        ),
    )
    donation = forms.BooleanField(
        label=_("With a donation box: it gets what the losers pay beyond the written score"), required=False
    )
    pot = forms.BooleanField(label=_("With a Pagatkassa"), required=False)
    pot_version = forms.ChoiceField(
        label=_("Who pays in?"),
        choices=((USUAL, _("as the house rules say")), *VERSION_NAMES),
        initial=USUAL,
        required=False,
    )
    pot_stake = AmountField(_("Stake (€)"))
    pot_start = AmountField(_("Start payment from everybody when it is empty (€)"))
    pot_cap = AmountField(_("Cap: the most a lost Pagat can cost (€)"))

    def __init__(self, *args: Any, language: str = "de", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language
        self.initial.setdefault("pot_stake", format_bare_cents(USUAL_CENTS, language))
        self.agreed = Stakes()

    def find_sheet(self) -> Sheet | None:
        """Return the sheet of the evening; None while it is not known."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Read the agreement as far as it was chosen, and add its errors."""
        data = super().clean() or {}
        sheet = self.find_sheet()
        if sheet is not None:
            rate = self._read_rate() if data.get("played_for") == MONEY else 0
            donation = bool(data.get("donation")) and rate > 0 and sheet.written is not None
            self.agreed = Stakes(rate, donation, self._read_pot(sheet) if data.get("pot") else None)
            for problem in find_agreement_problems(self.agreed):
                self._complain(problem)
        return data

    def _complain(self, problem: Problem) -> None:
        field = _FIELDS[problem.path]
        if not self.has_error(field):
            self.add_error(field, describe_problem(problem, self.language))

    def _read_rate(self) -> int:
        typed = self._read_text("rate")
        if not _CENTS.fullmatch(typed) or int(typed) == 0:
            self.add_error("rate", _("Enter whole cents, such as 10."))
            return 0
        return int(typed)

    def _read_pot(self, sheet: Sheet) -> AgreedPot:
        version = self.cleaned_data.get("pot_version") or USUAL
        if version == USUAL:
            version = sheet.pot_version or DEALER_PAYS
        stake, start, cap = (self._read_amount(name) for name in ("pot_stake", "pot_start", "pot_cap"))
        return AgreedPot(version, stake or 0, start or 0, cap)

    def _read_amount(self, name: str) -> int | None:
        typed = self._read_text(name)
        cents = parse_cents(typed)
        if cents is None and (typed or name == "pot_stake"):
            self.add_error(name, explain_readings(typed) or _("Enter an amount in euros, such as 0.50."))
        return cents

    def _read_text(self, name: str) -> str:
        return str(self.cleaned_data.get(name) or "").strip()

    def list_pot_amounts(self) -> list[forms.BoundField]:
        """Return the fields of the amounts of a Pagatkassa."""
        return [self[name] for name in ("pot_stake", "pot_start", "pot_cap")]

    @property
    def pot_is_open(self) -> bool:
        """True if the part about the Pagatkassa is shown unfolded."""
        pot = ("pot", "pot_version", "pot_stake", "pot_start", "pot_cap")
        return bool(self["pot"].value()) or any(self.has_error(name) for name in pot)


def build_settlement_initial(agreed: Stakes, sheet: Sheet, language: str) -> dict[str, Any]:
    """Return the field values for an agreement."""
    pot = agreed.pagatkassa
    shown = {
        "played_for": MONEY if agreed.rate else POINTS,
        "rate": str(agreed.rate or get_usual_rate(sheet.point) or USUAL_CENTS),
        "donation": agreed.donation,
        "pot": pot is not None,
        "pot_version": sheet.pot_version or DEALER_PAYS,
    }
    if pot is not None:
        shown |= {
            "pot_version": pot.version,
            "pot_stake": format_bare_cents(pot.stake, language),
            "pot_start": format_bare_cents(pot.start, language) if pot.start else "",
            "pot_cap": format_bare_cents(pot.cap, language) if pot.cap else "",
        }
    return shown


class OtherAgreementForm(AgreementForm):
    """A new agreement for a table whose sheet is known."""

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        version = self.fields["pot_version"]
        if isinstance(version, forms.ChoiceField):
            version.choices = VERSION_NAMES
        if sheet.written is None:
            del self.fields["donation"]

    def find_sheet(self) -> Sheet:
        """Return the table's sheet."""
        return self.sheet


class SettlementForm(PostedForm):
    """The fields that every change on the settlement page has, whatever it is."""

    what = TextField()
    key = TextField()
    seen = NumberField()
    reason = ReasonField()


INTO, FROM = "into", "from"


class CashForm(forms.Form):
    """A player, a direction and an amount; after is_valid() `cents` holds it (negative when taken out).

    The book checks on writing that the player sits there, and that the pot holds enough.
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
        typed = str(data.get("amount") or "")
        cents = parse_cents(typed)
        if cents is None:
            self.add_error("amount", explain_readings(typed) or _("Enter an amount in euros, such as 0.50."))
        else:
            self.cents = -cents if data.get("way") == FROM else cents
        return data
