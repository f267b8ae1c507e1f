"""Held hands as they are kept, and as their phone is answered: never changed, never deleted."""

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.table.held_hands.services import DROP, SAME
from tarockclub.office.backups.contents import compute_mark
from tests.scoring.support.evenings import end_evening, fresh
from tests.scoring.support.held_hands import Away, decided, dreier_of, held_of, post_hand, too_late
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier, last_key, line_of, new_table, play
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
TEXTS = ("key", "body_digest", "previous", "seats", "fields", "why", "device")
FIXED = {**dict.fromkeys(TEXTS, "other"), "table_id": 99, "at": None, "entered": None, "by_id": 99}


def test_the_phone_is_answered_as_it_must_know(table, django_assert_max_num_queries):
    phone = Away(table)
    first, second = phone.enter(dreier_of(0)), phone.enter(dreier_of(1))
    play(table, dreier(0))
    with django_assert_max_num_queries(17):
        answer = post_hand(table, first)
    assert answer.status_code == 412
    assert (answer.json()["code"], answer.json()["held"], answer.json()["key"]) == ("stale", True, first.key)
    assert answer.json()["now"]["previous"] == last_key(table)
    decided(table, first.key, SAME, line=line_of(table, 0))
    answer = post_hand(table, first)
    assert answer.status_code == 200
    line = line_of(table, 0)
    assert answer.json() == {"key": first.key, "saved": False, "code": "same", "deal": 1, "line": line}
    end_evening(table)
    answer = post_hand(table, second)
    assert (answer.status_code, answer.json()["code"], answer.json()["held"]) == (409, "ended", True)
    decided(table, second.key, DROP, note="nur probiert")
    answer = post_hand(table, second)
    assert answer.json() == {"key": second.key, "saved": False, "code": "dropped", "note": "nur probiert"}


def test_when_a_hand_was_entered_is_by_the_clock_of_the_phone_where_that_can_be(table):
    phone = Away(table)
    play(table, dreier(0))
    arrived = {}
    moments = ("2020-01-01T10:00:00Z", "2999-01-01T10:00:00+01:00", "0001-01-01T00:00:00+14:00", "gestern", "")
    before = fresh(table).started
    for at in (before.isoformat(), *moments):
        key = phone.enter(dreier_of(1)).key
        assert post_hand(table, phone.queue[-1], at=at).status_code == 412
        hand = held_of(table).hands[key]
        arrived[at] = hand.entered == hand.at
    assert arrived == {before.isoformat(): False, **dict.fromkeys(moments, True)}


@pytest.mark.parametrize("column", sorted(FIXED))
def test_how_a_hand_came_is_never_changed_not_even_by_plain_sql(table, column):
    too_late(table, dreier_of(1))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE scoring_heldhand SET {column} = %s", [FIXED[column]])


def test_a_held_hand_is_never_deleted(table):
    too_late(table, dreier_of(1))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_heldhand")


def test_a_backup_is_due_when_a_hand_is_held_and_when_it_is_decided(table):
    marks = [compute_mark()]
    phone = too_late(table, dreier_of(1))
    marks.append(compute_mark())
    decided(table, phone.queue[0].key, DROP, note="nur probiert")
    marks.append(compute_mark())
    assert len(set(marks)) == 3


def test_saving_a_hand_from_fields_asks_no_more_of_the_database_than_from_a_record():
    counted = []
    for kind, hand in (("record", dreier(1)), ("record", dreier(1)), ("fields", dreier_of(1))):
        table = new_table()
        one = Away(table).enter(dreier_of(1))
        body = {**json.loads(one.json), kind: hand}
        if kind == "record":
            del body["fields"]
        with CaptureQueriesContext(connection) as seen:
            answer = Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")
        assert answer.status_code == 200
        counted.append([query["sql"].split()[0] for query in seen.captured_queries])
    assert counted[1] == counted[2]  # the first one reads the sheet
