"""An evening through the API: begun, watched, written, changed, marked, settled and ended by whoever may do that."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.engine.house_rules.library import BUILT_IN
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


__all__ = ["table"]
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
