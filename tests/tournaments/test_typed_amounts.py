"""The same text means the same in every field; what may be read in two ways is refused in each of them, with both."""

from fractions import Fraction
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from scoring.engine.agreement import DEALER_PAYS
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.points import SIXTHS
from scoring.table.settlement.forms import CashForm, OtherAgreementForm
from tests.tournaments.seasons.season.points.formula.values import compute_value
from tournaments.core.actions.base import build_action_form
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.actions import CountBox
from tournaments.core.cash_journal.receipts import MOVE_CHOICES
from tournaments.core.messages import format_refusal
from tournaments.hall.desk.views import ChipsForm
from tournaments.hall.rulings.views import RulingForm
from tournaments.hall.setup.form_fields import EuroField, ReducedField
from tournaments.results.cash.views import HandedInForm, MovementForm
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.seasons.season.forms import CupSizesField, PlacesField, SeasonPointsField
from tournaments.seasons.season.points.formula.evaluate import check_formula
from tournaments.seasons.season.points.formula.problems import format_formula_problem
from tournaments.seasons.season.points.place_points import parse_cup_sizes
from tournaments.seasons.season.points.preview import preview_form

F = Fraction
CLEAR = {
    "12": F(12),
    "12,5": F(25, 2),
    "12.50": F(25, 2),
    "1'000": F(1000),
    "1.234,5": F(2469, 2),
    "4753 P.": F(4753),
    "12,50 €": F(25, 2),
    "1½": F(3, 2),
}
BELOW = {"–30": F(-30), "−1.234,5": F(-2469, 2), "‐3": F(-3)}
UNCLEAR = "1.500"


def send(**values):
    """Return values as a form sends them."""
    posted = QueryDict(mutable=True)
    posted.update(values)
    return posted


def clean(field):
    return lambda text: F(field.clean(text), 100)


def parse(build, name):
    """Return the function that reads an amount of a form of an action."""
    return lambda text: F(build(text).parse()[name], 100)


def read_ruling(text):
    values = {"text": "x", "decided_by": "y", "deed": "transfer", "amount-0": text}
    no_book: Any = None  # only a Renonce looks into it
    form = RulingForm(send(**values), no_book)
    if not form.is_valid():
        raise forms.ValidationError([message for messages in form.errors.values() for message in messages])
    return F(form.cleaned_data["wanted"].amounts[0], SIXTHS)


def read_pot_cash(text):
    form = CashForm(send(place="0", way="into", amount=text))
    if not form.is_valid():
        raise forms.ValidationError(list(form.errors["amount"]))
    return F(form.cents, 100)


def read_pot_cap(text):
    sent = {"played_for": "money", "rate": "10", "pot": "on", "pot_version": DEALER_PAYS, "pot_stake": "0,10"}
    rules: Any = load_built_in("standard")
    form: Any = OtherAgreementForm(rules.build_sheet(), send(**sent, pot_cap=text))
    if not form.is_valid():
        raise forms.ValidationError(list(form.errors["pot_cap"]))
    return F(form.agreed.pagatkassa.cap, 100)


def read_formula(text):
    checked: Any = check_formula(f"0 * place + {text}")
    if checked.problems:
        raise forms.ValidationError(format_formula_problem(checked.problems[0], "de"))
    return compute_value(checked.formula, 1, 4)


def read_typed_formula(text):
    preview = preview_form({"way": "formula", "formula": f"0 * place + {text}", "decimals": "1"})
    if preview.problems:
        raise forms.ValidationError(list(preview.problems))
    return F(preview.rows[0][1][0].replace(",", "."))


def read_cup_sizes(text):
    sizes: Any = parse_cup_sizes(CupSizesField().clean(text))
    return sizes[0]


FIELDS = {
    "euros of a setting": clean(EuroField(least=0)),
    "a reduced fee": lambda text: F(ReducedField().clean(f"Jugend {text}")[0][1], 100),
    "the cost of a prize": parse(lambda text: build_action_form(AddPrize)(send(cost=text)), "cost"),
    "counted cash": parse(lambda text: build_action_form(CountBox)(send(counted=text)), "counted"),
    "points of a season": clean(SeasonPointsField()),
    "points of a place": lambda text: F(PlacesField().clean(f"{text}; 0")[0], 100),
    "points of a place in a column": lambda text: F(PlacesField().clean(f"0\n{text}")[1], 100),
    "points of a cup's place": lambda text: F(read_cup_sizes(f"Klein: {text}\n0").table[0], 100),
    "players of a cup": lambda text: F(read_cup_sizes(f"Groß, ab {text}: 9").least, 100),
    "what goes into the pot": read_pot_cash,
    "the cap of the pot": read_pot_cap,
}
DASH_FIELDS = {
    "counted chips": lambda text: F(ChipsForm(send(**{"chips-1": text}), (1,)).parse()["chips"][1], 100),
    "points of a ruling": read_ruling,
}
CASH_FIELDS = {
    "moved cash": lambda text: F(
        MovementForm(send(way=next(iter(MOVE_CHOICES)), amount=text)).parse()["values"]["cents"], 100
    ),
    "a donation": lambda text: F(
        HandedInForm(send(**{"table": "1-2", "amount-1-2": text})).parse()["values"]["cents"], 100
    ),
}
FORMULAS = {"a formula": read_formula, "a formula while it is typed": read_typed_formula}
EVERYWHERE = FIELDS | DASH_FIELDS | CASH_FIELDS | FORMULAS


def explain_refusal(read, text):
    """Return the sentence with which a field refuses a text."""
    try:
        read(text)
    except forms.ValidationError as error:
        return " ".join(error.messages)
    except ActionRefused as refused:
        return format_refusal(refused)
    return ""


@pytest.mark.parametrize("text", CLEAR)
@pytest.mark.parametrize("name", FIELDS | DASH_FIELDS | CASH_FIELDS)
def test_what_is_unambiguous_is_taken_in_every_field(name, text):
    assert EVERYWHERE[name](text) == CLEAR[text]


@pytest.mark.parametrize("text", BELOW)
@pytest.mark.parametrize("name", DASH_FIELDS)
def test_an_amount_below_nothing_is_taken_with_any_dash(name, text):
    assert DASH_FIELDS[name](text) == BELOW[text]


@pytest.mark.parametrize("text", BELOW)
@pytest.mark.parametrize("name", FIELDS)
def test_no_other_field_takes_an_amount_below_nothing(name, text):
    if name in ("the cost of a prize", "counted cash"):  # the action refuses these
        assert FIELDS[name](text) == F(-1, 100)
        return
    with pytest.raises((forms.ValidationError, TypeError)):
        FIELDS[name](text)


@pytest.mark.heavy_but("a formula while it is typed-1'000")
@pytest.mark.parametrize("text", ["12", "1'000", "1.234,5", "12,5", "12.50"])
@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_takes_the_same_numbers(name, text):
    assert FORMULAS[name](text) == CLEAR[text]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_has_two_readings_is_refused_with_both(name):
    sentence = explain_refusal(EVERYWHERE[name], UNCLEAR)
    assert "1500" in sentence
    assert "1,5" in sentence or "1.5 " in sentence
