"""A hand that a program on a phone sends as JSON: what tells two of them apart."""

import json
import uuid
from typing import Any

import pytest
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.course import Seating
from scoring.table.corrections import changes
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import by_sitting
from tests.scoring.support.evenings import change_book
from tests.scoring.support.pages import open_table_page, saved, url
from tests.scoring.support.tables import book_of, dreier, everything, new_key, new_table
from tests.scoring.support.tampering import person
from tests.support.accounts import log_in
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def post_body(table: Any, body: dict[str, Any]) -> Any:
    """The answer to a body."""
    return Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")


def test_the_same_record_for_other_seats_is_another_hand(table):
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    assert post_body(table, body).json()["saved"] is True
    before = everything(table)
    assert post_body(table, body).json()["saved"] is True
    answer = post_body(table, body | {"seats": [1, 2, 3, 4, 1]})
    assert (answer.status_code, answer.json()["code"]) == (422, "other_body")
    assert everything(table) == before


def test_a_hand_meant_for_who_was_replaced_in_between_is_stale(table):
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    sittings = [seat.id for seat in load_seats(table, INSIDE)]
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    answer = post_body(table, body | {"sittings": sittings})
    assert (answer.status_code, answer.json()["code"]) == (412, "stale")
    now = answer.json()["now"]["sittings"]
    assert now[0] != sittings[0]
    assert now[1:] == sittings[1:]
    assert post_body(table, body | {"sittings": now}).status_code == 200
    assert by_sitting(table)[0, 0] == ("Anna", 0)


def test_a_form_that_was_opened_before_somebody_was_replaced_is_stale():
    table, client = new_table(), Client()
    page = open_table_page(client, table)
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    form = page.fill_form({"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"})
    assert client.post(url("save_hand", table), form).status_code == 412
    assert saved(client, table, {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}).status_code == 302
    assert by_sitting(table)[0, 1] == ("Emil", 15)


@pytest.mark.parametrize("depth", [300, *range(850, 1000, 21), 30_000])
def test_no_depth_of_lists_is_an_error_of_the_program(depth):
    nested = f'{{"key":"k","previous":"","seats":[0,1,2,3,0],"record":{{"plays":{"[" * depth}{"]" * depth}}}}}'
    answer = Client().post(url("save_hand", new_table()), nested, content_type="application/json")
    assert answer.status_code == 400


FIELDS = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


def form_body(table: Any, **more: Any) -> dict[str, Any]:
    """Return the body that a phone sends of the form that somebody has filled in."""
    sittings = [seat.id for seat in load_seats(table, INSIDE)]
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "sittings": sittings, "fields": FIELDS}
    return {**body, **more}


def test_the_fields_of_the_form_are_a_hand_as_the_form_itself_is():
    table, same = new_table(), new_table()
    body = form_body(table)
    answer = post_body(table, body)
    assert answer.status_code == 200
    assert answer.json()["payouts"][:4] == ["-5", "15", "-5", "-5"]
    saved(Client(), same, FIELDS)
    assert [line.line for line in book_of(table).played] == [line.line for line in book_of(same).played]
    before = everything(table)
    assert post_body(table, body).json() == answer.json()
    assert everything(table) == before


def test_what_the_forehand_plays_is_his_without_saying_so():
    table = new_table(forehand=2)
    fields = {"p0-contract": "rufer", "p0-partner": "0", "p0-result": "won"}
    answer = post_body(table, form_body(table, seats=[0, 1, 2, 3, 2], fields=fields))
    assert answer.json()["payouts"][:4] == ["1", "-1", "1", "-1"]


def test_what_the_form_asks_and_the_fields_leave_out_is_told_and_can_be_sent_again_under_the_key(table):
    body = form_body(table, fields={"p0-contract": "rufer", "p0-result": "won"})
    answer = post_body(table, body)
    assert answer.status_code == 400
    assert (answer.json()["key"], answer.json()["code"]) == (body["key"], "invalid")
    assert "partner_missing" in [error["code"] for error in answer.json()["errors"]]
    again = post_body(table, body | {"fields": body["fields"] | {"p0-partner": "2"}})
    assert again.status_code == 200


def test_fields_that_nobody_has_filled_in_are_told_so(table):
    answer = post_body(table, form_body(table, fields={}))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["errors"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"record": {}},
        {"fields": None},
        {"fields": ["p0-contract"]},
        {"fields": {"p0-contract": 1}},
        {"fields": {"p0-contract": "drei\x00er"}},
        {"fields": {"p0-contract": "\ud800"}},
        {"fields": {"p0-contract": "x" * 65}},
        {"fields": {"x" * 65: "1"}},
        {"fields": {str(at): "1" for at in range(301)}},
        {"sittings": None},
        {"sittings": [1, 2, 3]},
        {"sittings": [True, 2, 3, 4]},
        {"sittings": "1234"},
        {"sittings": [1, 2, 3, 2**63]},
        {"sittings": [1, 2, 3, -4]},
        {"previous": "x" * 65},
        {"previous": "\ud800"},
        {"seats": [0, 1, 2, 9, 0]},
        {"more": 1},
    ],
)
def test_what_cannot_be_kept_is_refused_by_name(table, wrong):
    body = form_body(table, **wrong)
    before = everything(table)
    answer = post_body(table, body)
    assert answer.status_code == 400
    assert answer.json() == {"key": body["key"], "saved": False, "code": "invalid_json"}
    assert everything(table) == before


@pytest.mark.parametrize("body", ["[]", "{", '{"key": 1}', '{"key": "a b"}', "[" * 100_000])
def test_a_body_without_a_key_is_refused_without_one(body):
    answer = Client().post(url("save_hand", new_table()), body, content_type="application/json")
    assert (answer.status_code, answer.json()["key"]) == (400, "")


def test_a_table_that_is_not_there_is_told_by_name():
    body = form_body(new_table())
    nowhere = reverse("save_hand", args=[uuid.uuid4()])
    for phone in (Client(), log_in()):
        answer = phone.post(nowhere, json.dumps(body), content_type="application/json")
        assert answer.status_code == 404
        assert answer.json() == {"key": body["key"], "saved": False, "code": "no_table"}


def test_a_hand_is_the_same_one_whatever_the_key_of_the_one_before_it_has_become(table):
    body = form_body(table)
    first = post_body(table, body)
    again = post_body(table, body | {"previous": "another"})
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
