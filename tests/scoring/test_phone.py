"""A hand that a program on a phone sends as JSON: what tells two of them apart."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.scoring.pages import url
from tests.scoring.tables import dreier, everything, new_key, new_table

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
