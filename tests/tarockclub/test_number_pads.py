"""The number pads of an iPhone have no minus: no field has one that takes an amount below nothing."""

import re
from importlib import import_module

import pytest
from django import forms
from django.http import QueryDict

from scoring.table.settlement.forms import AmountField
from tarockclub.kit.amounts import parse_cents
from tarockclub.kit.form_fields import CentsField
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import Cell, ListSheet, Row, Table
from tarockclub.kit.text import parse_whole
from tests.support.paths import ROOT
from tournaments.core.actions.base import build_action_form
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.actions import CountBox
from tournaments.hall.clock.actions import PlayHands
from tournaments.hall.desk.actions import ReopenTable
from tournaments.hall.setup.actions import PlanRounds
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.seasons.season.results.views import RESULT_KINDS

PADS = ("numeric", "decimal")
_INPUT = re.compile(r"<input\b(?:[^>\"]|\"[^\"]*\")*>")
_PAD = re.compile(rf"inputmode=\"({'|'.join(PADS)})\"|type=\"number\"")
_NAME = re.compile(r"\bname=\"((?:\{\{.*?\}\}|[^\"])*)\"")
_VALUE = re.compile(r"\{\{.*?\}\}")


def parse_with(action, name):
    """Return the function that reads a field of an action as its page does."""
    return lambda typed: build_action_form(action)(QueryDict(f"{name}={typed}")).parse()[name]


def parse_place(typed):
    """Read a typed place as the results of a day do."""
    rows = (Row(1, (Cell("Name"), Cell("Platz"))), Row(2, (Cell("Anna Maier"), Cell(typed))))
    return read_rows(Table((ListSheet("", rows),)), Purpose(RESULT_KINDS)).rows[0].place


def parse_days(typed):
    """Read a typed number of tournaments as the results of a cup do."""
    rows = (Row(1, (Cell("Name"), Cell("Turniere"))), Row(2, (Cell("Anna Maier"), Cell(typed))))
    return read_rows(Table((ListSheet("", rows),)), Purpose(RESULT_KINDS)).rows[0].days


# What reads the field of each name; "*" stands for what the page puts in.
PARSERS = {
    **dict.fromkeys(("first", "number", "*", "places", "players", "winners", "birth_year", "with"), parse_whole),
    **dict.fromkeys(("t*-r*", "t*-hands", "*-points", "*-points-*", "claim-*"), parse_whole),
    **dict.fromkeys(("amount", "amount-*-*"), CentsField().clean),
    "t*-box": parse_cents,
    "place-*": parse_place,
    "days-*": parse_days,
    "hands": parse_with(PlayHands, "hands"),
    "minutes": lambda typed: ReopenTable.build(seconds=parse_with(ReopenTable, "minutes")(typed)).seconds,
    "rounds": parse_with(PlanRounds, "rounds"),
    "counted": parse_with(CountBox, "counted"),
    "cost": parse_with(AddPrize, "cost"),
}


def list_pads():
    """Return the name of each field of a template that has a number pad, with its template."""
    pads = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for field in filter(_PAD.search, _INPUT.findall(path.read_text())):
            name = _NAME.search(field)
            assert name is not None, path
            pads.append((_VALUE.sub("*", name[1]), path.name))
    return pads


def list_form_fields():
    """Return the fields of all forms."""
    for path in sorted(ROOT.glob("*/**/*form*.py")):
        module = path.relative_to(ROOT).with_suffix("")
        if module.parts[0] in ("scoring", "tarockclub", "tournaments") and "migrations" not in module.parts:
            import_module(".".join(module.parts))
    classes: list[type[forms.BaseForm]] = [forms.BaseForm]
    fields = []
    while classes:
        form = classes.pop()
        classes += form.__subclasses__()
        fields += [(form.__name__, name, field) for name, field in getattr(form, "base_fields", {}).items()]
    return fields


def is_refused(parse, typed):
    try:
        value = parse(typed)
    except (forms.ValidationError, ActionRefused):
        return True
    # -1 is also what a form says for what cannot be read.
    return value is None or value == parse("x")


@pytest.mark.parametrize(("name", "template"), list_pads())
def test_a_field_with_a_number_pad_takes_no_minus(name, template):
    assert is_refused(PARSERS[name], "-7"), template
    assert not is_refused(PARSERS[name], "7"), template


def test_every_parser_reads_a_field():
    assert set(PARSERS) == {name for name, _template in list_pads()}


def test_no_field_of_a_form_has_a_number_pad_and_takes_a_minus():
    padded = [
        (form, name, field)
        for form, name, field in list_form_fields()
        if field.widget.attrs.get("inputmode") in PADS or getattr(field.widget, "input_type", "") == "number"
    ]
    assert len(padded) > 10
    # These texts are read by their forms (tests/tournaments/test_typed_amounts.py).
    read_later = (forms.CharField, AmountField)
    fields = [(form, name, field) for form, name, field in padded if type(field) not in read_later]
    assert not [(form, name) for form, name, field in fields if not is_refused(field.clean, "-7")]
