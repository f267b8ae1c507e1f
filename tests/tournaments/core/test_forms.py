"""The forms of actions: what they accept, and how they refuse."""

import pytest
from django import forms
from django.http import QueryDict

from tarockclub.kit.form_fields import CleanTextField, IdField, IdsField, NumberField, TextField, TextsField, TickField
from tarockclub.models import NAME_LENGTH
from tournaments.core.actions.base import build_action_form
from tournaments.core.acts import ActionRefused
from tournaments.core.view_helpers import ActionForm, PersonNameField, ReasonForm
from tournaments.hall.clock.actions import Extend
from tournaments.hall.desk.views import AgreedChipsForm, BreakUpForm, ChipsForm
from tournaments.hall.paper_sheets.actions import Fields, TotalsForm, TypedTotals
from tournaments.hall.setup.actions import PlanRounds
from tournaments.people.registration.views import RegistrationForm
from tournaments.results.final_results.prize_actions import INVALID, AddPrize


class NamedForm(forms.Form):
    """A form with a person's name."""

    name = PersonNameField()


def test_a_form_with_nothing_in_it_is_a_form_that_a_service_refuses():
    assert ReasonForm(QueryDict()).parse() == {"key": "", "reason": ""}


def test_a_key_and_a_text_stay_as_they_were_sent():
    assert ActionForm(QueryDict("key=+a%00b+")).parse() == {"key": " a\0b "}
    assert TextField(3).clean(" abc") == " ab"
    assert TextsField().clean(["a", " b"]) == ["a", " b"]


def test_the_last_of_several_values_counts():
    assert ActionForm(QueryDict("key=a&key=b")).parse() == {"key": "b"}


@pytest.mark.parametrize(
    "text", ["", " ", "-1", "+1", "1.5", "1e9", "½", "²", "٣", "1 2", "1_0", "9" * 20, "9" * 5000, "x"]
)
def test_what_is_no_number_is_the_value_for_it(text: str):
    assert NumberField().clean(text) is None
    assert NumberField(otherwise=-1).clean(text) == -1
    assert IdField(otherwise=0).clean(text) == 0
    assert IdsField().clean([text, "7"]) == [7]


def test_a_number_may_have_spaces_and_zeros_before_it_and_an_id_no_spaces():
    assert (NumberField().clean(" 007\n"), IdField().clean("007"), IdField().clean(" 7")) == (7, 7, None)
    assert (IdField().clean("9" * 15), IdField().clean("9" * 16)) == (10**15 - 1, None)


def test_a_tick_counts_with_whatever_value_unless_one_is_asked_for():
    assert [TickField().clean(value) for value in (None, "", "0", "false")] == [False, True, True, True]
    assert [TickField("1").clean(value) for value in (None, "", "0", "1")] == [False, False, False, True]


def test_a_typed_text_is_cleaned_also_where_it_is_shown_again():
    form = NamedForm(QueryDict("name=+Anna%00++Maria+"))
    assert (form["name"].value(), form.is_valid(), form.cleaned_data) == ("Anna Maria", True, {"name": "Anna Maria"})
    assert CleanTextField(3).clean("  abcd") == "abc"


@pytest.mark.parametrize(("name", "problem"), [("%00", "zuerst einen Namen"), ("x" * (NAME_LENGTH + 1), "zu lang")])
def test_a_name_that_is_missing_or_too_long_is_refused_in_words(name: str, problem: str):
    assert problem in NamedForm(QueryDict(f"name={name}")).errors["name"][0]


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("5", 300), ("-5", -300), ("−5", -300), (" 999 ", 59940), ("9999", 599940), ("-9999", 0), ("--5", 0), ("٣", 0)],
)
def test_minutes_are_typed_with_a_sign_and_at_most_four_characters(typed: str, seconds: int):
    data = QueryDict(mutable=True)
    data["minutes"] = typed
    assert build_action_form(Extend)(data).parse()["minutes"] == seconds


def test_chips_are_refused_as_long_as_those_of_one_player_are_missing():
    with pytest.raises(ActionRefused) as refused:
        ChipsForm(QueryDict("chips-1=12,50&chips-2=x"), (1, 2)).parse()
    assert (refused.value.code, refused.value.params) == ("not_all_counted", {})
    said = ChipsForm(QueryDict("chips-1=12,50&chips-2=-1&seen=3"), (1, 2)).parse()
    assert (said["chips"], said["seen"]) == ({1: 1250, 2: -100}, 3)


def test_the_tapped_table_goes_before_the_ticked_ones():
    assert AgreedChipsForm(QueryDict("table=1&table=2&seen-1=5&seen-2=x")).parse()["seen"] == {1: 5, 2: 0}
    assert AgreedChipsForm(QueryDict("one=3&table=1&seen-3=8")).parse()["seen"] == {3: 8}
    assert AgreedChipsForm(QueryDict("one=x&table=1")).parse()["seen"] == {}


def test_the_highest_warning_that_was_confirmed_counts():
    levels = [BreakUpForm(QueryDict(sent)).parse()["aware"] for sent in ("", "confirm=1", "confirm=1&consequences=1")]
    assert levels == ["", "confirm", "consequences"]


@pytest.mark.parametrize("typed", ["", "x", "-1", "100", "0" * 4 + "99999", "0" * 5000])
def test_rounds_that_cannot_be_are_refused_with_the_most_there_can_be(typed: str):
    with pytest.raises(ActionRefused) as refused:
        PlanRounds.build(rounds=build_action_form(PlanRounds)(QueryDict(f"rounds={typed}")).parse()["rounds"])
    assert (refused.value.code, refused.value.params) == ("rounds_wrong", {"most": 99})


def test_a_prize_without_a_price_costs_nothing():
    said = [build_action_form(AddPrize)(QueryDict(sent)).parse() for sent in ("of=0", "cost=3&of=", "cost=x&of=-1")]
    assert [(row["cost"], row["of"]) for row in said] == [(0, 0), (300, INVALID), (INVALID, INVALID)]


def test_an_application_is_named_with_or_without_a_person():
    said = [RegistrationForm(QueryDict(sent)).parse() for sent in ("take=5.7", "decline=5", "take=&decline=6.x")]
    found = [(row["application"], row["person"], row["is_taken"]) for row in said]
    assert found == [(5, 7, True), (5, None, False), (6, None, True)]


def test_totals_are_read_for_one_table_and_only_where_they_are_asked_for():
    asked = Fields(replacements=False, money=True, hands=True, box=False)
    form = TotalsForm(QueryDict("t3-a0=+5+&t3-r0=1&t3-m0=6&t3-hands=12&t3-box=9&t3-key=k&t4-a0=7"), 3, asked)
    assert form.is_valid()
    said = form.cleaned_data
    assert (said["key"], said["typed"][0], said["hands"], said["box"]) == ("k", TypedTotals("5", "", "6"), "12", "")
