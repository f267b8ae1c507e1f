"""Lists of people through the API: each row says what it would mean, and only what was confirmed is written."""

from unittest.mock import Mock

import pytest

from tarockclub.models import Person
from tarockclub.office.api.tournaments import list_import
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.server.apart.messages import TooMuchWork
from tests.support.accounts import make_account
from tests.support.programs import create_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(db):
    return create_program(make_account("director"), "secretary")


def test_a_list_is_looked_at_then_put_into_the_register_once(secretary):
    known = find_or_create_person(load_first_club(), "Anna Maier")
    text = "Anna Maier\nBruno Huber\nAnna Meier"
    before = Person.objects.count()
    seen = secretary.send("persons/list/preview", {"text": text}).json()
    assert [(shown_row["name"], shown_row["what"]) for shown_row in seen["rows"]] == [
        ("Anna Maier", "known"),
        ("Bruno Huber", "new"),
        ("Anna Meier", "alike"),
    ]
    assert seen["rows"][0]["offered"] == str(known.number)
    assert Person.objects.count() == before
    row = seen["rows"][2]
    assert row["asked"]
    said = {"text": text, "seen": seen["seen"], "answers": {str(row["row"]): "new"}}
    assert secretary.send("persons/list", said).json() == {"new": 2}
    assert secretary.send("persons/list", said).json()["new"] == 0


def test_an_answer_that_was_not_offered_is_refused(secretary):
    find_or_create_person(load_first_club(), "Anna Maier")
    seen = secretary.send("persons/list/preview", {"text": "Anna Meier"}).json()
    row = str(seen["rows"][0]["row"])
    for answers, path in (({row: "99"}, f"answers/{row}"), ({"77": "new"}, "answers/77")):
        refused = secretary.send("persons/list", {"text": "Anna Meier", "seen": seen["seen"], "answers": answers})
        assert refused.status_code == 400
        assert [error["path"] for error in refused.json()["errors"]] == [path]
    assert secretary.send("persons/list/preview", {"text": " "}).json()["code"] == "nobody"


def test_a_list_whose_reading_has_to_be_ended_is_refused_with_a_sentence(secretary, monkeypatch):
    monkeypatch.setattr(list_import, "run_apart", Mock(side_effect=TooMuchWork("too_slow")))
    refused = secretary.send("persons/list/preview", {"text": "Anna"})
    assert (refused.status_code, refused.json()["code"]) == (413, "too_slow")
    assert "too long" in refused.json()["message"]


def test_who_is_meant_is_entered_by_his_number_in_the_register(secretary):
    director = create_program(make_account("director"))
    slug = director.send("tournaments", {"key": "t", "name": "Kirtag", "day": "2026-12-01"}).json()["slug"]
    known = find_or_create_person(load_first_club(), "Anna Maier")
    rows = secretary.send(f"tournaments/{slug}/entrants/list/preview", {"text": "7;Anna Meier"}).json()["rows"]
    assert [person["person"] for person in rows[0]["others"]] == [known.number]
    entrants = [{"name": rows[0]["name"], "person": known.number, "number": rows[0]["number"]}]
    assert secretary.send(f"tournaments/{slug}/entrants", {"key": "e", "entrants": entrants}).status_code == 200
    listed = secretary.read(f"tournaments/{slug}/entrants").json()["entrants"]
    assert [(entrant["number"], entrant["name"]) for entrant in listed] == [(7, "Anna Maier")]
    nobody = {"key": "n", "entrants": [{"name": "Niemand", "person": 999}]}
    assert secretary.send(f"tournaments/{slug}/entrants", nobody).json()["errors"][0]["path"] == "entrants/0/person"
