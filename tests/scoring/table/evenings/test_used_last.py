"""The house rules and people of the last evenings come first where another one begins."""

import uuid
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from scoring.book.sheet_library import list_readable_ids
from scoring.models import GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db


def play(sheet, *names):
    """Return an evening by these house rules, after all others."""
    return start_evening(str(uuid.uuid4()), EveningStart(names, sheet, {}, 0))


def open_form():
    return log_in(make_account("secretary")).get(reverse("start")).context["form"]


def test_the_usual_house_rules_are_proposed_before_anything_was_played():
    form = open_form()
    assert form["sheet"].value() == "treffpunkt"
    assert [sheet for sheet, _name in form.fields["sheet"].choices] == list_readable_ids(load_first_club().pk)


def test_the_last_house_rules_are_proposed_and_come_first():
    for sheet in ("steindl", "karlsruhe", "steindl", "karlsruhe"):
        play(sheet, "Anna", "Bert", "Carl", "Dora")
    form = open_form()
    ids = [sheet for sheet, _name in form.fields["sheet"].choices]
    assert form["sheet"].value() == "karlsruhe"
    assert ids[:2] == ["karlsruhe", "steindl"]
    assert sorted(ids) == sorted(list_readable_ids(load_first_club().pk))


def test_an_archived_evening_proposes_nothing():
    table = play("karlsruhe", "Anna", "Bert", "Carl", "Dora")
    GameTable.objects.filter(pk=table.pk).update(archived=datetime(2026, 1, 4, tzinfo=UTC))
    assert open_form()["sheet"].value() == "treffpunkt"


def test_who_played_last_is_offered_first():
    play("treffpunkt", "Anna", "Bert", "Carl", "Walter")
    play("treffpunkt", "Zita", "Yves", "Xaver", "Walter")
    assert open_form().known[:7] == ["Walter", "Xaver", "Yves", "Zita", "Anna", "Bert", "Carl"]
