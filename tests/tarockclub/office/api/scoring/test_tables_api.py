"""A table through the API: watched by all, written by whoever has its link or a program of its club."""

import uuid

import pytest

from scoring.models import Entry, GameTable
from tarockclub.models import Club
from tarockclub.platform.api.schemas import DEEPEST, LONGEST_BODY, MOST_OPENED
from tests.scoring.support.tables import NAMES, dreier, new_table, play
from tests.support.accounts import make_account
from tests.support.programs import Program, create_phone, create_program
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
HAND = {"plays": [{"contract": "dreier", "declarer": 0, "points": "40"}]}


@share_rows
def table():
    """A table that has played two hands."""
    made = new_table()
    play(made, dreier(0))
    play(made, dreier(1))
    return GameTable.objects.get(pk=made.pk)


def path(table: GameTable, what: str = "") -> str:
    return f"tables/{table.slug}/{what}".rstrip("/")


def test_whoever_has_the_address_sees_the_table(table):
    shown = Program().read(path(table)).json()
    assert [row["name"] for row in shown["seats"]] == list(NAMES[:4])
    assert [line["number"] for line in shown["lines"]] == [1, 2]
    assert shown["previous"] == table.last_key
    assert all(sum(cell["money"] for cell in line["cells"]) == 0 for line in shown["lines"])
    for seat in shown["seats"]:
        moved = [cell["written"] for line in shown["lines"] for cell in line["cells"] if cell["place"] == seat["place"]]
        assert sum(moved) == seat["written"]


def test_what_is_known_already_is_not_sent_again(table):
    first = Program().read(path(table))
    assert Program().read(path(table), **{"If-None-Match": first["ETag"]}).status_code == 304
    play(table, dreier(2))
    assert Program().read(path(table), **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_hand_is_shown_saved_once_and_told_again(table):
    phone, before = create_phone(table), Program().read(path(table)).json()
    preview = phone.send(path(table, "preview"), {"record": HAND}).json()
    body = {"key": str(uuid.uuid4()), "previous": before["previous"], "record": HAND}
    body |= {"seats": before["next"]["seats"], "sittings": before["next"]["sittings"]}
    first, again = (phone.send(path(table, "hands"), body) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert sorted(first.json()["money"]) == sorted([amount["money"] for amount in preview["amounts"]] + [0, 0])
    assert len(Program().read(path(table)).json()["lines"]) == 3
    other = phone.send(path(table, "hands"), {**body, "record": {"plays": [{**HAND["plays"][0], "points": "41"}]}})
    assert (other.status_code, other.json()["code"]) == (422, "other_body")


def test_the_key_may_stand_in_the_header(table):
    phone = create_phone(table)
    body = {"previous": table.last_key, "record": HAND}
    assert phone.send(path(table, "hands"), body, **{"Idempotency-Key": "k1"}).json()["key"] == "k1"
    differs = phone.send(path(table, "hands"), {**body, "key": "k2"}, **{"Idempotency-Key": "k3"})
    assert (differs.status_code, differs.json()["code"]) == (400, "two_keys")
    assert phone.send(path(table, "hands"), body).json()["errors"][0]["path"] == "key"


def test_who_was_not_quick_enough_is_told_how_the_table_stands(table):
    phone = create_phone(table)
    stale = phone.send(path(table, "hands"), {"key": "k", "previous": "", "record": HAND})
    assert (stale.status_code, stale.json()["now"]["previous"]) == (412, table.last_key)
    missing = phone.send(path(table, "hands"), {"key": "k", "record": HAND})
    assert missing.status_code == 428
    assert Entry.objects.filter(table=table).count() == 2


def test_all_that_is_wrong_with_a_record_is_told_at_once(table):
    record = {"plays": [{"contract": "bettler", "declarer": 1, "points": "20"}], "radl": 4}
    answer = create_phone(table).send(path(table, "hands"), {"key": "k", "previous": table.last_key, "record": record})
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == ["record/plays/0/points"]


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        ({"key": "k", "previous": 1, "record": HAND}, "previous", "wrong_type"),
        ({"key": "k", "previous": "", "record": HAND, "more": 1}, "more", "unknown_field"),
        ({"key": "k k", "previous": "", "record": HAND}, "key", "wrong_form"),
        ({"key": "k", "previous": "", "record": HAND, "seats": [True, 1, 2, 3, 0]}, "seats/0", "wrong_type"),
        ({"key": "k", "previous": "", "record": HAND, "seats": ["0", 1, 2, 3, 0]}, "seats/0", "wrong_type"),
        ({"key": "k", "previous": "", "record": HAND, "seats": [9, 1, 2, 3, 0]}, "seats/0", "out_of_range"),
        ({"key": "k", "previous": ""}, "record", "missing_field"),
        ([], "", "wrong_type"),
    ],
)
def test_what_is_no_hand_is_refused_with_its_place(table, body, where, code):
    answer = create_phone(table).send(path(table, "hands"), body)
    assert answer.status_code == 400
    assert (where, code) in [(error["path"], error["code"]) for error in answer.json()["errors"]]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"key": "k", "previous": "", "record": {"plays": [], "id": 1e999}}', 400),
        ('{"key": NaN}', 400),
        ('{"key": "a", "key": "b"}', 400),
        ('{"key": 100000000000000000000000000}', 400),
        ('{"key": "\\u0000"}', 400),
        ('{"key": "\\ud800"}', 400),
        ("[" * 100_000, 413),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), 413),
        ("[" + "[]," * MOST_OPENED + "[]]", 413),
        ('"' + "x" * LONGEST_BODY + '"', 413),
        ("{", 400),
        ("", 400),
    ],
)
def test_bodies_that_no_program_should_send_are_refused(table, text, status):
    answer = create_phone(table).post(f"/api/v1/{path(table, 'hands')}", text, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["code"]


def test_a_form_is_no_json(table):
    assert create_phone(table).post(f"/api/v1/{path(table, 'hands')}", {"key": "k"}).status_code == 415


def test_who_may_only_watch_writes_nothing(table):
    body = {"key": "k", "previous": table.last_key, "record": HAND}
    other = new_table()
    watchers = {
        "nobody": (Program(), 401),
        "other table": (create_phone(other), 403),
        "made up": (Program("0" * 32), 403),
        "watcher": (create_program(make_account("director"), "watcher"), 403),
        "stranger": (create_program(make_account("director", Club.objects.create(name="Nachbarn"))), 403),
    }
    for name, (client, status) in watchers.items():
        for what in ("hands", "preview", "undo", "changes", "end"):
            refused = client.send(path(table, what), body if what == "hands" else {})
            assert refused.status_code == status, (name, what)
    assert Entry.objects.filter(table=table).count() == 2


def test_a_line_shows_its_record(table):
    line = Program().read(path(table)).json()["lines"][0]
    shown = Program().read(path(table, f"lines/{line['line']}")).json()
    assert shown["record"]["plays"][0]["contract"] == "dreier"
    assert Program().read(path(table, "lines/5")).status_code == 404


def test_a_table_that_is_not_there_is_not_found():
    nowhere = f"tables/{uuid.UUID(int=0)}"
    assert Program().read(nowhere).status_code == 404
    assert Program().send(f"{nowhere}/hands", {}).status_code == 401
    assert create_program(make_account("director")).send(f"{nowhere}/end", {}).status_code == 404


def test_the_workbook_comes_as_a_file(table):
    answer = create_phone(table).read(path(table, "export.xlsx"))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]


def test_a_preview_asks_for_the_sack_that_the_points_reach(table):
    record = {"plays": [{"contract": "dreier", "declarer": 0, "points": "50"}]}
    told = create_phone(table).send(path(table, "preview"), {"record": record}).json()
    assert [warning.split(",")[0] for warning in told["warnings"]] == ["The points reach a silent 1st sack"]
    said = {**record, "premiums": [{"premium": "sack_1", "side": "declarer"}]}
    assert create_phone(table).send(path(table, "preview"), {"record": said}).json()["warnings"] == []
