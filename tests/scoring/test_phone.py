"""A hand that a program on a phone sends as JSON: what tells two of them apart."""

import json
from typing import Any

import pytest

from scoring import drafts
from scoring.engine.course import Seating
from scoring.seats import read_seats
from tests.scoring.changing import by_sitting
from tests.scoring.pages import opened, saved, url
from tests.scoring.tables import dreier, everything, new_key, new_table
from tests.scoring.tampering import changed, person
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def sent(table: Any, body: dict[str, Any]) -> Any:
    """The answer to a body."""
    return Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")


def test_the_same_record_for_other_seats_is_another_hand():
    table = new_table()
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    assert sent(table, body).json()["saved"] is True
    before = everything(table)
    assert sent(table, body).json()["saved"] is True
    answer = sent(table, body | {"seats": [1, 2, 3, 4, 1]})
    assert (answer.status_code, answer.json()["code"]) == (422, "other_body")
    assert everything(table) == before


def test_a_hand_meant_for_who_was_replaced_in_between_is_stale():
    table = new_table()
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    sittings = [one.id for one in read_seats(table)]
    changed(table, drafts.seat(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    answer = sent(table, body | {"sittings": sittings})
    assert (answer.status_code, answer.json()["code"]) == (412, "stale")
    now = answer.json()["now"]["sittings"]
    assert now[0] != sittings[0]
    assert now[1:] == sittings[1:]
    assert sent(table, body | {"sittings": now}).status_code == 200
    assert by_sitting(table)[0, 0] == ("Anna", 0)


def test_a_form_that_was_opened_before_somebody_was_replaced_is_stale():
    table, client = new_table(), Client()
    page = opened(client, table)
    changed(table, drafts.seat(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    form = page.filled({"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"})
    assert client.post(url("save_hand", table), form).status_code == 412
    assert saved(client, table, {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}).status_code == 302
    assert by_sitting(table)[0, 1] == ("Emil", 15)


@pytest.mark.parametrize("depth", [300, *range(850, 1000, 7), 30_000])
def test_no_depth_of_lists_is_an_error_of_the_program(depth):
    nested = f'{{"key":"k","previous":"","seats":[0,1,2,3,0],"record":{{"plays":{"[" * depth}{"]" * depth}}}}}'
    answer = Client().post(url("save_hand", new_table()), nested, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize("sittings", [[1, 2, 3], [True, 2, 3, 4], ["1", 2, 3, 4], [[]], {}, "1234"])
def test_sittings_that_are_none_write_nothing(sittings):
    table = new_table()
    body = {"key": "k", "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    before = everything(table)
    assert sent(table, body | {"sittings": sittings}).status_code in (400, 412)
    assert everything(table) == before
