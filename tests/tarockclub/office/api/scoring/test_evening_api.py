"""An evening through the API: begun, changed, marked, settled, ended; by the services of the pages."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.engine.house_rules.library import BUILT_IN
from scoring.models import Entry, GameTable
from tests.support.accounts import make_account
from tests.support.programs import Program, create_phone, create_program
from tests.tarockclub.office.api.scoring.test_tables_api import path, table

__all__ = ["table"]
pytestmark = pytest.mark.django_db
EVENING: dict[str, Any] = {"names": ["Anna", "Berta", "Cilli", "Dora"], "sheet": "treffpunkt", "agreed": {"rate": 10}}


def test_an_evening_is_begun_once_for_its_key():
    staff, body = create_program(make_account("director"), "secretary"), {**EVENING, "key": "k"}
    first, again = (staff.send("evenings", body).json() for _ in range(2))
    assert first["table"] == again["table"]
    assert first["secret"] != again["secret"]
    assert staff.send("evenings", {**body, "names": ["A", "B", "C", "D"]}).status_code == 422
    listed = staff.read("evenings").json()
    assert [evening["names"] for evening in listed["open"]] == [EVENING["names"]]
    assert Program(first["secret"]).read(f"tables/{first['table']}/settlement").json()["rate"] == 10


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"names": ["Anna", "anna ", "Cilli", "Dora"]}, "names/1"),
        ({"names": ["Anna", "Berta", "Cilli", " "]}, "names/3"),
        ({"names": ["Anna", "Berta", "Cilli"]}, "names"),
        ({"sheet": "none"}, "sheet"),
        ({"options": {"nothing": True}}, "options/nothing"),
        (
            {"options": {"radl_announced_only": True, "radl_game_and_announced": True}},
            "options/radl_game_and_announced",
        ),
        ({"first_forehand": 4}, "first_forehand"),
        ({"agreed": {"rate": 20_000}}, "agreed/rate"),
        ({"agreed": {"donation": True}}, "agreed/donation"),
        ({"agreed": {"pagatkassa": {"version": "x", "stake": 10}}}, "agreed/pagatkassa/version"),
    ],
)
def test_an_evening_that_cannot_be_is_refused_with_the_place(more, where):
    answer = create_program(make_account("director")).send("evenings", {**EVENING, "key": "k", **more})
    assert answer.status_code == 400
    assert where in [error["path"] for error in answer.json()["errors"]]
    assert not GameTable.objects.exists()


def test_a_change_is_written_once_with_all_that_follows(table):
    phone, before = create_phone(table), Program().read(path(table)).json()
    body = {"key": "k", "seen": before["sequence"], "reason": "doppelt"}
    body |= {"change": {"what": "strike", "line": before["lines"][0]["line"]}}
    first, again = (phone.send(path(table, "changes"), body) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    after = Program().read(path(table)).json()
    counted = {cell["place"]: cell["written"] for cell in after["lines"][1]["cells"]}
    assert {seat["place"]: seat["written"] for seat in after["seats"]} == counted
    missing = phone.send(path(table, "changes"), {**body, "key": "k2", "reason": ""})
    assert missing.status_code == 412
    assert Entry.objects.filter(table=table, kind=Entry.Kind.STRIKE).count() == 1


def test_what_is_taken_back_needs_a_reason_and_what_was_seen(table):
    phone, seen = create_phone(table), table.last_sequence
    change = {"what": "redeal"}
    assert phone.send(path(table, "changes"), {"key": "k", "change": change}).status_code == 428
    refused = phone.send(path(table, "changes"), {"key": "k", "seen": seen, "change": change})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "reason_missing")


@pytest.mark.parametrize(
    "change",
    [
        {"what": "void_next"},
        {"what": "redeal"},
        {"what": "radl", "deals": 4},
        {"what": "forehand", "place": 3},
        {"what": "last_round", "form": "first_forehand"},
        {"what": "come", "place": 0, "name": "Erna"},
        {"what": "replace", "place": 1, "name": "Erna"},
        {"what": "substitute", "place": 1, "name": "Erna"},
        {"what": "exchange", "place": 0, "other": 2},
        {"what": "swap", "place": 0, "other": 2},
    ],
)
def test_everything_that_the_pages_change_can_be_changed(table, change):
    body = {"key": "k", "seen": table.last_sequence, "reason": "so", "change": change}
    assert create_phone(table).send(path(table, "changes"), body).status_code == 200
    named = [seat["name"] for seat in Program().read(path(table)).json()["seats"]]
    assert ("Erna" in named) is ("name" in change)


def test_the_last_hand_is_undone_only_as_long_as_it_is_the_last(table):
    phone, body = create_phone(table), {"key": "k", "previous": table.last_key, "reason": "vertippt"}
    assert phone.send(path(table, "undo"), body).json()["kind"] == "strike"
    assert phone.send(path(table, "undo"), {**body, "key": "k2"}).status_code == 412


def test_an_evening_is_settled_ended_and_opened_again(table):
    phone = create_phone(table)

    def get_sequence() -> int:
        return int(phone.read(path(table, "settlement")).json()["sequence"])

    shown = phone.read(path(table, "settlement")).json()
    assert (shown["hands"], sum(account["written"] for account in shown["accounts"])) == (2, 0)
    ending = {"key": "e", "seen": get_sequence()}
    assert phone.send(path(table, "end"), ending).status_code == 200
    assert phone.send(path(table, "end"), ending).status_code == 200
    late = phone.send(path(table, "undo"), {"key": "u", "previous": table.last_key, "reason": "zu spät"})
    assert (late.status_code, late.json()["code"]) == (409, "ended")
    opened = phone.send(path(table, "reopen"), {"key": "r", "seen": get_sequence(), "reason": "eine noch"})
    assert opened.status_code == 200


def test_sheets_are_read_as_data():
    listed = Program().read("sheets").json()
    assert [sheet["id"] for sheet in listed] == list(BUILT_IN)
    detail = Program().read("sheets/treffpunkt").json()
    assert "rufer" in [game["id"] for game in detail["games"]]
    assert "radl_announced_only" in [option["id"] for option in detail["options"]]
    other = Program().read("sheets/zwanzigerrufen").json()
    assert (detail["claims"], other["claims"]) == (True, False)
    assert [premium["id"] for premium in other["premiums"] if premium["takes_kontra"]] == ["valat"]
    assert Program().read("sheets/none").status_code == 404


def test_pages_and_api_show_the_same_totals(table):
    shown = Program().read(path(table)).json()
    page = Client().get(f"/tables/{table.slug}/").context["view"]
    assert [seat["written"] for seat in shown["seats"]] == [total.total for total in page.totals]
    assert [seat["name"] for seat in shown["seats"]] == [total.name for total in page.totals]
    assert uuid.UUID(shown["slug"]) == table.slug
